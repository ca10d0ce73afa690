package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var embedded embed.FS

// Dist returns the site that was built before this program was compiled. Without
// such a build it holds no index.html, and [Site] returns an error that says so.
func Dist() fs.FS {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic(err) // only for a malformed name
	}
	return dist
}
