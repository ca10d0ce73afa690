//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package sweep

import (
	"fmt"
	"os"
)

// lock creates the file at the given path and returns a function that removes the
// file. It returns an error if the file already exists. If the process is killed,
// the file remains.
func lock(path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, fmt.Errorf("another sweep is at work in this folder; wait for it, or delete %s if it was killed", path)
	}
	return func() { f.Close(); os.Remove(path) }, nil
}
