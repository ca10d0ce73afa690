// Package chartscript finds the ECharts script, which reports contain so that they
// work without a network.
package chartscript

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"hopyard/tools/repo"
	"hopyard/web"
)

// ECharts returns the ECharts script that make build has embedded in this program.
// If there is none, it returns the copy installed by npm in the repository that
// contains the working directory.
func ECharts() ([]byte, error) {
	if names, _ := fs.Glob(web.Dist(), "echarts.*.js"); len(names) > 0 {
		return fs.ReadFile(web.Dist(), names[0])
	}
	if root, err := repo.Root(); err == nil {
		if src, err := os.ReadFile(filepath.Join(root, "tools", "build", "node_modules", "echarts", "dist", "echarts.min.js")); err == nil {
			return src, nil
		}
	}
	return nil, errors.New("ECharts is neither in this program nor in the repository: run make build and compile hopyard again, or make setup")
}
