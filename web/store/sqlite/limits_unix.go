//go:build unix

package sqlite

import (
	"os/signal"
	"syscall"
)

// answerLimits turns a write beyond the limit on file sizes (ulimit -f) into an
// error, which goes away when the limit is raised. Without it, such a write ends
// the process.
func answerLimits() { signal.Ignore(syscall.SIGXFSZ) }
