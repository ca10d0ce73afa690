// Package simulate has the commands that simulate FILE and write its results: run,
// compare and swf. While a run goes on, a progress bar is drawn, what a policy
// program prints is shown, and a second goroutine computes the metrics.
package simulate

import (
	"fmt"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// simulate runs a configuration to its end. It shows a progress bar if the output
// is a terminal.
func simulate(t *cli.Terminal, c engine.Config) ([]trace.Event, error) {
	return simulateWith(t, c, nil)
}

// minEventBatch is the smallest number of events that simulateWith sends at a time.
// Only the last batch may be smaller.
const minEventBatch = 4096

// simulateWith runs a configuration to its end, as simulate does. If the channel is
// not nil, it also sends the events to the channel in batches during the run.
func simulateWith(t *cli.Terminal, c engine.Config, events chan<- []trace.Event) ([]trace.Event, error) {
	e, err := engine.New(c)
	if err != nil {
		return nil, err
	}
	bar := cli.NewBar(t, "jobs ended", len(c.Jobs))
	defer bar.Clear()
	e.KeepEvents()
	ended, sent, said := 0, 0, &programPrinter{t: t, bar: bar}
	for x, ok := e.Step(); ok; x, ok = e.Step() {
		for i := range x.Events {
			if k := x.Events[i].Kind; k == trace.End || k == trace.Kill || k == trace.Fail || k == trace.Reject {
				ended++
			}
		}
		if log := e.Events(); events != nil && len(log) >= sent+minEventBatch {
			events <- log[sent:]
			sent = len(log)
		}
		said.tell(&x)
		bar.Show(ended)
	}
	if said.end(); events != nil {
		events <- e.Events()[sent:]
	}
	return e.Events(), e.Err()
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
