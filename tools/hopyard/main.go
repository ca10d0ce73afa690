// Command hopyard runs scheduling simulations from the command line and explains
// their results. It uses the same engine as the page, so both give the same
// results.
//
// A command line such as
//
//	hopyard run FILE --queue easy --jobs jobs.csv
//
// flows through the package as follows. main calls dispatch, which finds the
// command in commands and calls its function with a terminal (input, output and
// error streams). That function declares its options with newFlags; commands that
// read FILE add the shared options with flags.input. After parsing the options, the
// function calls inputFlags.load, which reads FILE: a scenario, a trace, or a link.
// The method load also applies the options that override settings, such as --queue
// and --set. It returns a subject, which is a checked scenario with the engine
// configuration made from it.
//
// Most commands then simulate the subject. They use either simulate, which returns
// the events, or engine.Record, which can also answer questions about any instant.
// Output files are first collected in an outputs list. They are written only at the
// end, each of them completely or not at all.
//
// Each command has a file of its own name (run.go, why.go, compare.go, …). The sweep
// of an experiment takes several files: sweep*.go run the cells of a design, and
// shard*.go distribute them over the tasks of a Slurm array job.
//
// `hopyard help` prints all commands; README.md shows examples.
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
	exitBad   = 1 // invalid scenario or trace, a file that cannot be read or written, or faults found by the command check
	exitUsage = 2
	exitAgain = 3 // a sweep stopped early as requested; repeating the command resumes it
)

// terminal holds the streams that a command reads and writes. Tests use buffers as
// streams.
type terminal struct {
	in       io.Reader
	out, err io.Writer
	progress bool // whether the stream err is a terminal, on which a progress bar can be drawn
}

// command is an entry in the list of commands, such as run or why.
type command struct {
	name, args, does string
	run              func(t *terminal, args []string) error
}

func commands() []command {
	return []command{
		{"run", "FILE", "simulate a scenario (.json, a share link or short link, or - for standard input) or a trace (.swf)", runCommand},
		{"place", "FILE", "place the scenario's first job on its free nodes; prints JSON", placeCommand},
		{"flows", "FILE", "replay flows over given routes and links; prints CSV: id,finish", flowsCommand},
		{"why", "FILE --job N [--at T]", "explain why a job started where and when it did, or why it still waits", whyCommand},
		{"quiz", "FILE… --kinds start,promise --count N --seed S --format json", "generate questions about a run, with the right answers and typical mistakes", quizCommand},
		{"grade", "WORKSHEET.json ANSWERS… --csv OUT", "grade answer files; the questions are computed again", gradeCommand},
		{"table", "FILE --at T", "print the job table of the queue deadline at an instant, as CSV", tableCommand},
		{"units", "FILE --at T", "print S0's tree of units at an instant, or with --hops the hop counts between units as CSV", unitsCommand},
		{"compare", "FILE --queues a,b --allocators c,d …", "compare queues, allocators and orders in one table of metrics; marks the best values", compareCommand},
		{"sweep", "DESIGN.json --out DIR", "run every cell of an experiment; DIR/runs.csv and means.csv", sweepCommand},
		{"report", "DIR", "write an HTML report of a sweep: curves, and the best algorithm for each setting", reportCommand},
		{"check", "POLICY.star", "test your own policy: list its faults, each with the smallest example that shows it", checkCommand},
		{"league", "FOLDER", "run every policy in a folder on every workload in it: ranking, and which differences are significant", leagueCommand},
		{"validate", "FILE…", "check scenarios and traces", validateCommand},
		{"link", "FILE [--short SITE]", "print the share link of a scenario, or make a short one at a site", linkCommand},
		{"unlink", "URL", "print the scenario of a share link or short link as JSON", unlinkCommand},
		{"swf", "FILE", "write the schedule as an SWF trace", swfCommand},
	}
}

// heapGrowth is the value of GOGC, in percent. The garbage collector runs each time
// the live heap has grown by this percentage. A simulation of a trace retains
// nearly everything that it allocates (jobs and events). With Go's default of 100,
// the collector would find almost nothing to free and would take a quarter of the
// time.
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

// usageError is an error in the command line, with the text of its message. The
// message names the wrong argument. The exit status is 2.
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
	err := runRecovered(commands()[i].run, t, args[1:])
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

// printLines writes the lines of an error message and leaves out empty lines.
func printLines(w io.Writer, err error) {
	for line := range strings.Lines(err.Error() + "\n") {
		if line = strings.TrimRight(line, "\n"); line != "" {
			fmt.Fprintln(w, line)
		}
	}
}

// runRecovered runs a command. If a policy program of the user panics with a
// [queue.Failure], runRecovered returns the failure as an error. A policy program
// can fail even without a simulation, when a command only queries the program.
func runRecovered(run func(*terminal, []string) error, t *terminal, args []string) (err error) {
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
		"Hopyard uses the network only for short links (https://SITE/s/…) and link --short; it then contacts the site named there.\n"+
		"Exit status: 0 success; 1 a bad scenario, trace or file, or faults found by check; 2 bad usage;\n"+
		"3 a sweep that ended early as requested.\n")
}

// isTerminal reports whether f is a terminal rather than a file or a pipe.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
