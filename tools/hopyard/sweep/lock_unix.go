//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sweep

import (
	"errors"
	"os"
	"syscall"

	"hopyard/tools/hopyard/input"
)

// lock locks the file at the given path and returns a function that releases the
// lock. The operating system also releases the lock when the process ends.
func lock(path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, input.FileError(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, errors.New("another sweep is at work in this folder; wait for it, or use another folder")
	}
	return func() { f.Close() }, nil
}
