//go:build unix

package sqlite

import (
	"os/signal"
	"syscall"
)

// answerLimits makes writing over a limit on the size of files (ulimit -f) an
// error, which mends when the limit is raised. By itself it ends the process.
func answerLimits() { signal.Ignore(syscall.SIGXFSZ) }
