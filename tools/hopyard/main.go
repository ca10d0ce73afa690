// Command hopyard runs and questions scheduling simulations from the command
// line, with the same engine as the page. README.md shows its commands;
// `hopyard help` prints the commands.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"hopyard/core/queue"
)

// Exit statuses.
const (
	exitOK    = 0
	exitBad   = 1 // a bad scenario or trace, or a file that cannot be read or written
	exitUsage = 2
	exitAgain = 3 // a sweep that was asked to end early: the same command goes on
)

// terminal is what a command talks to; tests hand in buffers.
type terminal struct {
	in       io.Reader
	out, err io.Writer
	progress bool // err is a terminal: long work may draw on it
}

// command is one word of the command line.
type command struct {
	name, args, does string
	run              func(t *terminal, args []string) error
}

func commands() []command {
	return []command{
		{"run", "FILE", "simulate a scenario (.json, a share link or short link, or - for standard input) or a trace (.swf)", runCommand},
		{"place", "FILE", "place the scenario's first job on its free nodes; prints JSON", placeCommand},
		{"flows", "FILE", "replay flows over given routes and links; prints CSV: id,finish", flowsCommand},
		{"why", "FILE --job N [--at T]", "why a job started where and when it did, or still waits", whyCommand},
		{"quiz", "FILE… --kinds start,promise --count N --seed S --format json", "questions about a run, with right answers and mistakes", quizCommand},
		{"grade", "WORKSHEET.json ANSWERS… --csv OUT", "grade files of answers by asking their questions again", gradeCommand},
		{"table", "FILE --at T", "the job table of the queue deadline at an instant; prints CSV", tableCommand},
		{"units", "FILE --at T", "S0's tree of units at an instant; with --hops the hops between them, as CSV", unitsCommand},
		{"compare", "FILE --queues a,b --allocators c,d …", "one table of figures, the best marked", compareCommand},
		{"sweep", "DESIGN.json --out DIR", "run every cell of an experiment; DIR/runs.csv and means.csv", sweepCommand},
		{"report", "DIR", "one HTML file of a sweep: curves, and what is best where", reportCommand},
		{"check", "POLICY.star", "put a policy of your own to the test: what is wrong with it, and the smallest case of each", checkCommand},
		{"league", "FOLDER", "every policy of a folder on every workload of it: standings, and what can be told apart", leagueCommand},
		{"validate", "FILE…", "check scenarios and traces", validateCommand},
		{"link", "FILE [--short SITE]", "print the share link of a scenario, or make a short one at a site", linkCommand},
		{"unlink", "URL", "print the scenario of a share link or short link as JSON", unlinkCommand},
		{"swf", "FILE", "write the schedule as an SWF trace", swfCommand},
	}
}

// heapGrowth is by how much of what is needed memory may grow, in percent, before
// what is not is looked for. A run of a trace keeps nearly all that it makes, jobs
// and events, so that looking twice as it grows, as is usual, finds nothing and
// takes a quarter of the time.
const heapGrowth = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	t := &terminal{in: os.Stdin, out: out, err: os.Stderr, progress: isTerminal(os.Stderr)}
	status := dispatch(t, os.Args[1:])
	if err := out.Flush(); err != nil && status == exitOK {
		fmt.Fprintln(os.Stderr, "hopyard: standard output:", err)
		status = exitBad
	}
	os.Exit(status)
}

// usageError is bad usage: exit status 2, with a line that names the word.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func badUsage(format string, args ...any) error {
	return usageError{fmt.Sprintf(format, args...)}
}

// dispatch runs a command line and returns the exit status.
func dispatch(t *terminal, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(t.err, "hopyard: no command given; use one of:", strings.Join(names(), ", "))
		usage(t.err)
		return exitUsage
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		usage(t.out)
		return exitOK
	}
	i := slices.IndexFunc(commands(), func(c command) bool { return c.name == args[0] })
	if i < 0 {
		fmt.Fprintf(t.err, "hopyard: no command %q; use one of: %s\n", args[0], strings.Join(names(), ", "))
		return exitUsage
	}
	err := answered(commands()[i].run, t, args[1:])
	var bad usageError
	switch {
	case err == nil, errors.Is(err, errHelp):
		return exitOK
	case errors.Is(err, errFound):
		return exitBad
	case errors.As(err, &bad):
		fmt.Fprintf(t.err, "hopyard %s: %v\n", args[0], err)
		return exitUsage
	}
	printLines(t.err, err)
	if _, early := errors.AsType[stoppedError](err); early {
		return exitAgain
	}
	return exitBad
}

// printLines writes an error, a line for each that it holds.
func printLines(w io.Writer, err error) {
	for line := range strings.Lines(err.Error() + "\n") {
		if line = strings.TrimRight(line, "\n"); line != "" {
			fmt.Fprintln(w, line)
		}
	}
}

// answered runs a command. A program that fails when it is only asked something,
// outside of a run, is an error like any other.
func answered(run func(*terminal, []string) error, t *terminal, args []string) (err error) {
	defer queue.Caught(func(f *queue.Failure) { err = f })
	return run(t, args)
}

func names() []string {
	var out []string
	for _, c := range commands() {
		out = append(out, c.name)
	}
	return out
}

func usage(w io.Writer) {
	fmt.Fprint(w, "Usage: hopyard COMMAND …\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-9s %-40s %s\n", c.name, c.args, c.does)
	}
	fmt.Fprint(w, "\nOptions of commands that read FILE: --nodes N, --topology JSON (traces), --queue, --allocator,\n"+
		"--order, --set path=value. `hopyard COMMAND --help` lists a command's own.\n"+
		"Only short links, https://SITE/s/…, and link --short ask another computer: the site that they name.\n"+
		"Exit status: 0 success, 1 a bad scenario or trace, 2 bad usage, 3 a sweep that was asked to end early.\n")
}

// isTerminal reports whether f is a terminal rather than a file or a pipe.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
