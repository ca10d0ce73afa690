//go:build unix

package sqlite

import (
	"os/signal"
	"syscall"
)

// answerLimits makes a write beyond the limit on file sizes (ulimit -f) return an
// error. Without it, such a write would end the process. After the limit is raised,
// writing works again.
func answerLimits() { signal.Ignore(syscall.SIGXFSZ) }
