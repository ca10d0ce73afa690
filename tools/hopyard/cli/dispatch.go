// Package cli is the frame of the command line: it finds the command that a line
// names, parses its options, and writes its output, its progress and its errors.
//
// A command such as run or why is a [Command]. [Main] runs the command that the
// arguments of the program name. It calls the command's function with a [Terminal]
// (input, output and error streams) and with [Flags], on which the function declares
// its options before it calls [Flags.Parse]. The function returns nil or an error,
// and the kind of the error decides the exit status: [BadUsage] for a wrong command
// line, [StoppedEarly] for work that ended early as requested, [ErrFound] for faults that
// are printed already.
//
// A command collects the files that it writes in an [Outputs] list. They are written
// at the end, each of them completely or not at all. A [Bar] shows progress.
package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"hopyard/core/queue"
)

// Exit statuses.
const (
	ExitOK    = 0
	ExitBad   = 1 // invalid scenario or trace, a file that cannot be read or written, or faults found by the command check
	ExitUsage = 2
	exitAgain = 3 // a sweep stopped early as requested; repeating the command resumes it
)

// Terminal holds the streams that a command reads and writes. Tests use buffers as
// streams.
type Terminal struct {
	In       io.Reader
	Out, Err io.Writer
	progress bool // whether the stream Err is a terminal, on which a progress bar can be drawn
}

// Flush writes what Out has buffered, for commands that talk to other programs. It returns
// the error of writing.
func (t *Terminal) Flush() error {
	if w, buffered := t.Out.(*bufio.Writer); buffered {
		return w.Flush()
	}
	return nil
}

// Command is an entry in the list of commands, such as run or why.
type Command struct {
	Name, Args, Does string
	Run              func(t *Terminal, f *Flags) error
}

// Main runs the command line of this process and ends the process.
func Main(commands []Command) {
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	t := &Terminal{In: os.Stdin, Out: out, Err: os.Stderr, progress: isTerminal(os.Stderr)}
	status := Dispatch(t, commands, os.Args[1:])
	if err := out.Flush(); err != nil && status == ExitOK {
		fmt.Fprintln(os.Stderr, "hopyard: standard output:", err)
		status = ExitBad
	}
	os.Exit(status)
}

// isTerminal reports whether f is a terminal rather than a file or a pipe.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Dispatch runs a command line and returns the exit status.
func Dispatch(t *Terminal, commands []Command, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(t.Err, "hopyard: no command given; use one of:", names(commands))
		usage(t.Err, commands)
		return ExitUsage
	}
	switch args[0] {
	case "help", "-h", "--help":
		if len(args) == 1 {
			usage(t.Out, commands)
			return ExitOK
		}
		args = []string{args[1], "--help"}
	case "--version":
		args = []string{"version"}
	case completeName:
		complete(t, commands, args[1:])
		return ExitOK
	}
	i := slices.IndexFunc(commands, func(c Command) bool { return c.Name == args[0] })
	if i < 0 {
		fmt.Fprintf(t.Err, "hopyard: no command %q; use one of: %s\n", args[0], names(commands))
		return ExitUsage
	}
	err := runRecovered(t, &commands[i], args[1:])
	switch {
	case err == nil, errors.Is(err, errHelp):
		return ExitOK
	case errors.Is(err, ErrFound):
		return ExitBad
	case IsBadUsage(err):
		fmt.Fprintf(t.Err, "hopyard %s: %v\n", args[0], err)
		return ExitUsage
	}
	printLines(t.Err, err)
	if IsStopped(err) {
		return exitAgain
	}
	return ExitBad
}

// runRecovered runs a command. If a policy program of the user panics with a
// [queue.Failure], runRecovered returns the failure as an error. A policy program
// can fail even without a simulation, when a command only queries the program.
func runRecovered(t *Terminal, c *Command, args []string) (err error) {
	defer queue.Caught(func(f *queue.Failure) { err = f })
	return c.Run(t, newFlags(t, c, args))
}

// printLines writes the lines of an error message and leaves out empty lines.
func printLines(w io.Writer, err error) {
	for line := range strings.Lines(err.Error() + "\n") {
		if line = strings.TrimRight(line, "\n"); line != "" {
			fmt.Fprintln(w, line)
		}
	}
}

func names(commands []Command) string {
	var out []string
	for _, c := range commands {
		out = append(out, c.Name)
	}
	return strings.Join(out, ", ")
}

func usage(w io.Writer, commands []Command) {
	fmt.Fprint(w, "Usage: hopyard COMMAND …\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-10s %-40s %s\n", c.Name, c.Args, c.Does)
	}
	fmt.Fprint(w, "\nOptions of commands that read FILE: --nodes N, --cores N, --topology FILE, --log-format FORMAT, --unit UNIT (traces), --queue,\n"+
		"--allocator, --order, --policy, --set path=value. `hopyard help COMMAND` lists a command's own, and all names.\n"+
		"Hopyard uses the network only for short links (https://SITE/s/…) and link --short; it then contacts the site named there.\n"+
		"Exit status: 0 success; 1 a bad scenario, trace or file, or faults found by check; 2 bad usage;\n"+
		"3 a sweep that ended early as requested.\n")
}
