package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
)

// sweepCommand runs all cells of a design. What it writes is in one folder:
// design.json, runs.csv, means.csv, and lock.
func sweepCommand(t *terminal, args []string) error {
	f := newFlags("sweep")
	out := f.String("out", "results", "the `folder` of the results (default: results); one that an interrupted sweep of DESIGN left is gone on with")
	workers := f.Int("workers", runtime.GOMAXPROCS(0), "how many runs to make at once")
	repetitions := f.Int("repetitions", 0, "runs of each cell, in place of the design's")
	var sets list
	f.Var(&sets, "set", "override any value of the design's scenario: `path=value`, may be repeated")
	if err := f.parse(t, args, 1, 1); err != nil {
		return err
	}
	switch {
	case *out == "":
		return badUsage("--out is empty; name a folder for the results, or leave it out")
	case *workers < 1:
		return badUsage("--workers %d; use 1 or more", *workers)
	case *repetitions < 0:
		return badUsage("--repetitions %d; use 1 or more", *repetitions)
	}
	src, err := readDesign(t, f.words[0])
	if err != nil {
		return err
	}
	if src, err = overridden(src, sets, *repetitions); err != nil {
		return prefixed(f.words[0], err)
	}
	x, err := readExperiment(src)
	if err != nil {
		return prefixed(f.words[0], err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends at once
	s := &sweep{t: t, dir: *out, design: src, experiment: x, workers: *workers, stop: ctx.Done()}
	return s.run()
}

// readDesign is the text of a design: of a file, or of a link from the page.
func readDesign(t *terminal, name string) ([]byte, error) {
	if scenario.IsDesignLink(name) {
		return scenario.DecodeDesign(name)
	}
	return read(t, name)
}

// overridden is a design with the overrides of the command line.
func overridden(src []byte, sets list, repetitions int) ([]byte, error) {
	edits, err := assignments(nil, sets, "scenario.")
	if err != nil {
		return nil, err
	}
	if repetitions > 0 {
		edits = append(edits, [2]string{"repetitions", strconv.Itoa(repetitions)})
	}
	return edited(src, edits)
}

func readExperiment(src []byte) (*experiment.Experiment, error) {
	d, err := scenario.ParseDesign(src)
	if err != nil {
		return nil, err
	}
	return experiment.New(d)
}

// sweep is an experiment on its way into a folder.
type sweep struct {
	t          *terminal
	dir        string
	design     []byte
	experiment *experiment.Experiment
	workers    int
	stop       <-chan struct{} // closed when somebody wants it to end early
	made       func(runs int)  // called after each run, unless nil
}

// run makes the runs that the folder lacks, and the tables when all are made.
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
	missing := results.Missing()
	made, err := s.make(file, results, missing)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	d := s.experiment.Design
	all := len(s.experiment.Cells) * d.Repetitions
	found := all - len(missing)
	if made < len(missing) {
		return fmt.Errorf("%s: stopped after %s of %s runs, which are kept; the same command goes on from here",
			s.dir, grouped(int64(found+made)), grouped(int64(all)))
	}
	if err := writeTables(s.dir, results); err != nil {
		return err
	}
	fmt.Fprintf(s.t.out, "%s\n  %s cells of %s repetitions: %s runs, %s of them found in %s\n  %v with %d at once\n  written: %s and means.csv; go on with: hopyard report %s\n",
		title(d, s.dir), grouped(int64(len(s.experiment.Cells))), grouped(int64(d.Repetitions)), grouped(int64(all)), grouped(int64(found)), s.dir,
		time.Since(begin).Round(100*time.Millisecond), s.workers, filepath.Join(s.dir, runsName), s.dir)
	return nil
}

func title(d *scenario.Design, otherwise string) string {
	if d.Title != "" {
		return d.Title
	}
	return otherwise
}
