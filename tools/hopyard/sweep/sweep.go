// Package sweep has the commands sweep and report. Sweep makes all runs of an
// experiment design and keeps their figures in a folder; report writes a page about
// them.
//
// A sweep may be killed at any time: each run is a row of a file, and the same
// command makes the runs that have no row yet (folder.go, work.go). It may also be
// shared by the tasks of a Slurm job array or of an Indexed Job of Kubernetes, each with files
// of its own (shard.go, array.go, kubernetes.go); the last task to end merges them (merge.go). The folder then holds the
// same bytes as after a sweep on one machine.
package sweep

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"hopyard/core/experiment"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Sweep is the command sweep.
var Sweep = cli.Command{Name: "sweep", Args: "DESIGN.json --out DIR", Does: "run every cell of an experiment; DIR/runs.csv and means.csv", Run: sweepCommand}

// sweepFlags holds the options of the command sweep.
type sweepFlags struct {
	out, trace           string
	workers, repetitions int
	part                 string
	array, kubernetes    int
	sets, sbatch         cli.List
	image, claim         string
}

// sweepCommand runs all cells of an experiment design, or with --shard only the
// runs of a single task. With --array or --kubernetes, it makes no runs but writes the
// files that a Slurm job array or an Indexed Job of Kubernetes needs.
//
// All output is in one folder, which contains design.json, runs.csv, means.csv and
// lock. The files shard.go, array.go and kubernetes.go describe further files of tasks.
func sweepCommand(t *cli.Terminal, f *cli.Flags) error {
	o := &sweepFlags{}
	f.StringVar(&o.out, "out", "results", "`folder` for the results; a sweep of the same design that was interrupted there is continued")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "number of runs to make in parallel")
	f.IntVar(&o.repetitions, "repetitions", 0, "runs of each cell, in place of the design's")
	f.StringVar(&o.part, "shard", "", "make only the runs of task `I/N`, where I counts from 0 (0/8 to 7/8); the last task to finish merges the results, as does hopyard report")
	f.IntVar(&o.array, "array", 0, "make no runs; write the files for a Slurm job array of `N` tasks into --out")
	f.IntVar(&o.kubernetes, "kubernetes", 0, "make no runs; write an Indexed Job of Kubernetes with `N` tasks, each of --workers CPUs (default 1), into --out")
	f.StringVar(&o.trace, "trace", "", "read the workload of the design's scenario from a trace in `FILE`")
	f.Var(&o.sets, "set", "override any value of the design's scenario: `path=value`, may be repeated")
	f.Var(&o.sbatch, "sbatch", "for --array: an `OPTION` of sbatch such as \"--time=4:00:00\", or a shell command to run first such as \"module load x\"; may be repeated")
	f.StringVar(&o.claim, "claim", "", "for --kubernetes: the persistent volume claim that holds --out, `NAME` or NAME/FOLDER")
	f.StringVar(&o.image, "image", defaultImage, "for --kubernetes: the container `IMAGE`; the program itself is in --out")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	src, err := readDesign(t, f.Words[0])
	if err != nil {
		return err
	}
	if src, err = withTrace(t, src, o.trace); err != nil {
		return err
	}
	if src, err = overridden(src, o.sets, o.repetitions); err != nil {
		return input.Prefixed(f.Words[0], err)
	}
	x, err := readExperiment(src)
	if err != nil {
		return input.Prefixed(f.Words[0], err)
	}
	if x.Design.Stop != nil && (o.part != "" || o.array > 0 || o.kubernetes > 0) {
		return input.Prefixed(f.Words[0], errors.New("--shard, --array and --kubernetes distribute the runs in advance, but with a stop rule the runs depend on earlier results; use --workers instead, or remove stop from the design"))
	}
	s := &sweep{t: t, dir: o.out, design: src, experiment: x, workers: o.workers}
	switch {
	case o.array > 0:
		return s.writeArray(o.array, o.sbatch)
	case o.kubernetes > 0:
		if !given(f, "workers") {
			s.workers = 1
		}
		return s.writeJob(o.kubernetes, o.image, o.claim)
	}
	var release func()
	s.stop, release = stopOnSignal()
	defer release()
	if o.part != "" {
		share, err := parseShard(o.part, len(x.Cells)*x.Design.Repetitions)
		if err != nil {
			return err
		}
		return s.runShard(share)
	}
	return s.run()
}

// given reports whether the command line has an option.
func given(f *cli.Flags, name string) (found bool) {
	f.Visit(func(x *flag.Flag) { found = found || x.Name == name })
	return found
}

// check returns an error if options are out of range or exclude each other.
func (o *sweepFlags) check() error {
	switch {
	case o.out == "":
		return cli.BadUsage("--out is empty; name a folder for the results, or leave it out")
	case o.workers < 1:
		return cli.BadUsage("--workers %d; use 1 or more", o.workers)
	case o.repetitions < 0:
		return cli.BadUsage("--repetitions %d; use 1 or more", o.repetitions)
	case o.array < 0:
		return cli.BadUsage("--array %d; use 1 or more", o.array)
	case o.kubernetes < 0 || o.kubernetes > maxIndexes:
		return cli.BadUsage("--kubernetes %d; use 1 to %d", o.kubernetes, maxIndexes)
	case o.array > 0 && o.part != "":
		return cli.BadUsage("the job array of --array uses --shard itself; give only one of them")
	case o.kubernetes > 0 && (o.part != "" || o.array > 0):
		return cli.BadUsage("the job of --kubernetes uses --shard itself, and --array is for Slurm; give only one of them")
	case o.array == 0 && len(o.sbatch) > 0:
		return cli.BadUsage("--sbatch is for --array; give it too, or leave both out")
	case o.kubernetes == 0 && (o.claim != "" || o.image != defaultImage):
		return cli.BadUsage("--claim and --image are for --kubernetes; give it too, or leave them out")
	case o.kubernetes > 0 && o.claim == "":
		return cli.BadUsage("--claim is missing; give the name of the persistent volume claim that holds %s, and its folder there, as in --claim data/%[1]s", o.out)
	}
	return nil
}

// stopOnSignal returns a channel that is closed on Ctrl-C or on SIGTERM, the signal
// with which a cluster ends a job. A second Ctrl-C kills the program. A second
// SIGTERM has no effect, because a cluster may send SIGTERM both to a script and to
// the program that the script runs.
func stopOnSignal() (stop <-chan struct{}, release func()) {
	term, untrap := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	ctx, unstop := signal.NotifyContext(term, os.Interrupt)
	context.AfterFunc(ctx, unstop)
	return ctx.Done(), func() { unstop(); untrap() }
}

// readDesign reads the text of a design from a file or from a link. The page
// creates such links.
func readDesign(t *cli.Terminal, name string) ([]byte, error) {
	if scenario.IsDesignLink(name) {
		return scenario.DecodeDesign(name)
	}
	return input.Read(t, name)
}

// withTrace returns the text of a design whose scenario has the trace of a file as
// its workload. Without a file, it returns the text as it is.
func withTrace(t *cli.Terminal, design []byte, path string) ([]byte, error) {
	if path == "" {
		return design, nil
	}
	src, err := input.Read(t, path)
	if err != nil {
		return nil, err
	}
	text, err := input.AsSWF(path, src)
	if err != nil {
		return nil, err
	}
	design, err = scenario.Edit(design, "scenario.workload", `{"swf": `+jsondoc.Quote(text)+`}`)
	if err != nil {
		return nil, fmt.Errorf("--trace: %w", err)
	}
	return design, nil
}

// overridden returns the text of a design after applying the options --set and
// --repetitions.
func overridden(src []byte, sets cli.List, repetitions int) ([]byte, error) {
	edits, err := input.Assignments(nil, sets, "scenario.")
	if err != nil {
		return nil, err
	}
	if repetitions > 0 {
		edits = append(edits, [2]string{"repetitions", strconv.Itoa(repetitions)})
	}
	return input.Edited(src, edits)
}

func readExperiment(src []byte) (*experiment.Experiment, error) {
	d, err := scenario.ParseDesign(src)
	if err != nil {
		return nil, err
	}
	return experiment.New(d)
}

// sweep is an experiment whose results go to a folder.
type sweep struct {
	t          *cli.Terminal
	dir        string
	design     []byte
	experiment *experiment.Experiment
	workers    int
	stop       <-chan struct{} // closed when the sweep should stop early
	made       func(runs int)  // used by tests: if not nil, called after each run with the number of runs made
}

// run makes all runs that have no result in the folder yet. When all runs are done,
// it writes the tables.
func (s *sweep) run() error {
	release, err := s.open()
	if err != nil {
		return err
	}
	defer release()
	file, results, err := s.resume()
	if err != nil {
		return err
	}
	begin := time.Now()
	d := s.experiment.Design
	found, made, all := results.Made(), 0, 0
	for missing := results.Missing(); len(missing) > 0; missing = results.Missing() {
		// In a design with a stop rule, further runs may be missing after the
		// previous ones are made.
		all = found + made + len(missing)
		var n int
		if n, err = s.make(file, results, missing, all); err != nil {
			break
		}
		made += n
		if n < len(missing) {
			err = s.stopped(found+made, all)
			break
		}
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	all = found + made
	repetitions := cli.Grouped(int64(d.Repetitions))
	if d.Stop != nil {
		repetitions = fmt.Sprintf("%d to %s", d.Stop.Least, repetitions)
	}
	if err := writeTables(s.dir, results); err != nil {
		return err
	}
	fmt.Fprintf(s.t.Out, "%s\n  %s cells of %s repetitions: %s runs, %s of them already in %s\n  %v with %s\n  written: %s and means.csv; next: hopyard report %s\n",
		title(d, s.dir), cli.Grouped(int64(len(s.experiment.Cells))), repetitions, cli.Grouped(int64(all)), cli.Grouped(int64(found)), s.dir,
		time.Since(begin).Round(100*time.Millisecond), cli.Count(s.workers, "worker"), filepath.Join(s.dir, runsName), s.dir)
	return nil
}

// stopped returns the error of a sweep that was stopped early. The text of the
// error includes the number of runs done.
func (s *sweep) stopped(made, all int) error {
	return cli.StoppedEarly("%s: stopped after %s of %s runs, which are kept; the same command continues from here",
		s.dir, cli.Grouped(int64(made)), cli.Grouped(int64(all)))
}

func title(d *scenario.Design, otherwise string) string {
	if d.Title != "" {
		return d.Title
	}
	return otherwise
}
