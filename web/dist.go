package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var embedded embed.FS

// Dist returns the files of the built site that are embedded in this program. If
// the site was not built before the program was compiled, there is no index.html,
// and [Site] returns an error that says so.
func Dist() fs.FS {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic(err) // happens only for a malformed name
	}
	return dist
}
