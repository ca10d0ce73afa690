package main

import (
	"fmt"
	"io"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/trace"
)

// runCommand simulates FILE, prints a summary, and writes the requested output
// files.
func runCommand(t *terminal, args []string) error {
	f := newFlags("run")
	in := f.input()
	jobs := f.String("jobs", "", "write the outcome of each job as CSV to `F` (- for standard output)")
	figures := f.String("metrics", "", "write the figures as JSON to `F`")
	lines := f.String("trace", "", "write every event as JSON lines to `F`")
	if err := f.parse(t, args, 1, 1); err != nil {
		return err
	}
	s, err := in.load(t, f.words[0])
	if err != nil {
		return err
	}
	var log []trace.Event
	var sum metrics.Figures
	out := &outputs{t: t}
	out.add("jobs", *jobs, func(w io.Writer) error {
		return metrics.WriteJobs(w, s.config.Machine, s.config.Jobs, log)
	})
	out.add("metrics", *figures, func(w io.Writer) error { _, err := w.Write(sum.JSON()); return err })
	out.add("trace", *lines, func(w io.Writer) error { return trace.WriteLines(w, s.config.Jobs, log) })
	if err := out.check(); err != nil {
		return err
	}
	follow := newFollower(s)
	log, err = simulateWith(t, s.config, follow.events)
	hash := follow.end(&sum)
	if err != nil {
		return s.failed(err)
	}
	if err := out.write(); err != nil {
		return err
	}
	for _, w := range s.warnings() {
		fmt.Fprintf(t.err, "%s: warning: %s\n", s.name, w)
	}
	summary(out.summary(), s, &sum, hash)
	return reportManualRun(out.summary(), s)
}

// simulate runs a configuration to its end. It shows a progress bar if the output
// is a terminal.
func simulate(t *terminal, c engine.Config) ([]trace.Event, error) {
	return simulateWith(t, c, nil)
}

// minEventBatch is the smallest number of events that simulateWith sends at a time.
// Only the last batch may be smaller.
const minEventBatch = 4096

// simulateWith runs a configuration to its end, as simulate does. If the channel is
// not nil, it also sends the events to the channel in batches during the run.
func simulateWith(t *terminal, c engine.Config, events chan<- []trace.Event) ([]trace.Event, error) {
	e, err := engine.New(c)
	if err != nil {
		return nil, err
	}
	bar := newBar(t, "jobs ended", len(c.Jobs))
	defer bar.clear()
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
		bar.show(ended)
	}
	if said.end(); events != nil {
		events <- e.Events()[sent:]
	}
	return e.Events(), e.Err()
}

// summary writes the summary of a run for the user: the title, the policy and the
// metrics.
func summary(w io.Writer, s *subject, f *metrics.Figures, hash uint64) {
	p := s.scenario.Policy()
	title := s.scenario.Title
	if title == "" {
		title = s.name
	}
	fmt.Fprintf(w, "%s\n", title)
	fmt.Fprintf(w, "  %s jobs on %s nodes (%s), queue %s, allocator %s, order %s\n",
		grouped(int64(len(s.config.Jobs))), grouped(int64(s.config.Machine.NumNodes())), s.scenario.Cluster.Topology.Kind, p.Queue, p.Allocator, p.Order)
	for _, note := range s.notes {
		fmt.Fprintf(w, "  %s\n", note)
	}
	fmt.Fprintln(w)
	for _, x := range f.Shown() {
		better := ""
		switch x.Better {
		case metrics.LowerBetter:
			better = "lower is better"
		case metrics.HigherBetter:
			better = "higher is better"
		}
		line := fmt.Sprintf("  %-26s %16s  %-5s %s", x.Title, value(x), unit(x), better)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	fmt.Fprintf(w, "\n  trace %016x\n", hash)
}

func unit(x metrics.Figure) string {
	if x.Unit == "jobs" {
		return ""
	}
	return x.Unit
}

// value formats the value of a metric for the printed table.
func value(x metrics.Figure) string {
	switch x.Unit {
	case "jobs":
		return grouped(int64(x.Value))
	case "%":
		return fmt.Sprintf("%.2f", 100*x.Value)
	}
	whole, frac, _ := strings.Cut(fmt.Sprintf("%.3f", x.Value), ".")
	n := int64(0)
	fmt.Sscan(whole, &n)
	return grouped(n) + "." + frac
}

// grouped formats a number with commas between the thousands.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
