package cli

import (
	"errors"
	"fmt"
)

// usageError is the error of BadUsage.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

// BadUsage returns an error in the command line. Its message, formatted as by
// fmt.Sprintf, names the wrong argument. The exit status is 2.
func BadUsage(format string, args ...any) error {
	return usageError{fmt.Sprintf(format, args...)}
}

// IsBadUsage reports whether an error is one of BadUsage.
func IsBadUsage(err error) bool {
	var usage usageError
	return errors.As(err, &usage)
}

// stopped is the error of StoppedEarly.
type stopped struct{ text string }

// Error returns the text of the message.
func (e stopped) Error() string { return e.text }

// StoppedEarly returns the error of work that was stopped early by the user or by
// the cluster. Its text, formatted as by fmt.Sprintf, says how to continue. The exit
// status is 3.
func StoppedEarly(format string, args ...any) error {
	return stopped{fmt.Sprintf(format, args...)}
}

// IsStopped reports whether an error is one of StoppedEarly.
func IsStopped(err error) bool {
	var early stopped
	return errors.As(err, &early)
}

// errHelp is the error that parse returns after it has printed the help text.
var errHelp = errors.New("help")

// ErrFound is the error of a command that has printed the faults that it found. The
// exit status is 1.
var ErrFound = errors.New("found")
