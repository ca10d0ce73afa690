package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var embedded embed.FS

// Dist is the site that was built before this program was compiled. It holds no
// index.html when that was not done; [Site] then says so.
func Dist() fs.FS {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic(err) // only for a malformed name
	}
	return dist
}
