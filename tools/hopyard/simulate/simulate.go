// Package simulate has the commands that simulate FILE and write its results: run,
// compare and swf. While a run goes on, a progress bar is drawn, what a policy
// program prints is shown, and a second goroutine computes the metrics.
package simulate

import (
	"fmt"

	"hopyard/core/engine"
	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// play runs a configuration to its end and returns its results.
func play(t *cli.Terminal, c engine.Config) (experiment.RunResult, error) {
	w := newWatcher(t, len(c.Jobs))
	defer w.end()
	return experiment.Play(c, metrics.Trim{}, w.step)
}

// minEventBatch is the smallest number of events that logged sends at a time. Only
// the last batch may be smaller.
const minEventBatch = 4096

// logged runs a configuration to its end and returns its events. It also sends the
// events to the channel in batches during the run.
func logged(t *cli.Terminal, c engine.Config, events chan<- []trace.Event) ([]trace.Event, error) {
	e, err := engine.New(c)
	if err != nil {
		return nil, err
	}
	w := newWatcher(t, len(c.Jobs))
	defer w.end()
	e.KeepEvents()
	sent := 0
	for x, ok := e.Step(); ok; x, ok = e.Step() {
		if log := e.Events(); len(log) >= sent+minEventBatch {
			events <- log[sent:]
			sent = len(log)
		}
		w.step(&x)
	}
	events <- e.Events()[sent:]
	return e.Events(), e.Err()
}

// watcher shows the progress of a run and what its policy program prints.
type watcher struct {
	bar   *cli.Bar
	said  programPrinter
	ended int // number of jobs that have ended or were refused
}

func newWatcher(t *cli.Terminal, jobs int) *watcher {
	bar := cli.NewBar(t, "jobs ended", jobs)
	return &watcher{bar: bar, said: programPrinter{t: t, bar: bar}}
}

func (w *watcher) step(x *engine.Step) {
	for i := range x.Events {
		if x.Events[i].Kind.Final() {
			w.ended++
		}
	}
	w.said.tell(x)
	w.bar.Show(w.ended)
}

func (w *watcher) end() {
	w.said.end()
	w.bar.Clear()
}

// maxPrintedLines is the largest number of lines of a policy program's output that
// are shown.
const maxPrintedLines = 1000

// programPrinter prints the output of a policy program. It erases the progress bar
// before each line.
type programPrinter struct {
	t     *cli.Terminal
	bar   *cli.Bar
	lines int
}

func (l *programPrinter) tell(x *engine.Step) {
	for _, s := range x.Said {
		if s.Job != workload.NoJob {
			continue
		}
		if l.lines++; l.lines <= maxPrintedLines {
			l.bar.Clear()
			fmt.Fprintf(l.t.Err, "%v, line %d: %s\n", x.Time, s.Line, s.Text)
		}
	}
}

func (l *programPrinter) end() {
	if l.lines > maxPrintedLines {
		fmt.Fprintf(l.t.Err, "%s more lines were printed\n", cli.Grouped(int64(l.lines-maxPrintedLines)))
	}
}

// follower computes the metrics and the event hash in a separate goroutine while
// the simulation runs. On a long trace, computing them takes about as long as the
// simulation itself.
type follower struct {
	events chan []trace.Event
	sum    *metrics.Summary
	hash   trace.Sum
	done   chan struct{}
}

// newFollower starts a follower. The caller must call the method end when the
// simulation is over.
func newFollower(s *input.Subject) *follower {
	f := &follower{events: make(chan []trace.Event, 64), hash: trace.NoEvents, done: make(chan struct{})}
	go func() {
		defer close(f.done)
		about := scenario.Subject(&s.Config)
		f.sum = metrics.NewSummary(&about)
		for some := range f.events {
			f.hash = f.hash.Add(some...)
			f.sum.Read(some)
		}
	}()
	return f
}

// end closes the channel of events and waits until the follower has processed all
// events. It stores the metrics at the given address and returns the hash.
func (f *follower) end(sum *metrics.Figures) uint64 {
	close(f.events)
	<-f.done
	*sum = f.sum.Figures()
	return uint64(f.hash)
}
