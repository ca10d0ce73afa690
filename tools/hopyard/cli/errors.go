package cli

import (
	"errors"
	"fmt"
)

// statusError is an error that decides the exit status of the program.
type statusError struct {
	status int
	text   string
}

// Error returns the text of the message.
func (e statusError) Error() string { return e.text }

// BadUsage returns an error in the command line. Its message, formatted as by
// fmt.Sprintf, names the wrong argument. The exit status is 2.
func BadUsage(format string, args ...any) error {
	return statusError{ExitUsage, fmt.Sprintf(format, args...)}
}

// StoppedEarly returns the error of work that was stopped early by the user or by
// the cluster. Its text, formatted as by fmt.Sprintf, says how to continue. The exit
// status is 3.
func StoppedEarly(format string, args ...any) error {
	return statusError{exitAgain, fmt.Sprintf(format, args...)}
}

// IsBadUsage reports whether an error is one of BadUsage.
func IsBadUsage(err error) bool { return hasStatus(err, ExitUsage) }

// IsStopped reports whether an error is one of StoppedEarly.
func IsStopped(err error) bool { return hasStatus(err, exitAgain) }

func hasStatus(err error, status int) bool {
	var e statusError
	return errors.As(err, &e) && e.status == status
}

// errHelp is the error that Flags.Parse returns after it has printed the help text.
var errHelp = errors.New("help")

// ErrFound is the error of a command that has printed the faults that it found. The
// exit status is 1.
var ErrFound = errors.New("found")
