package simulate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/trace"
	"hopyard/tools/hopyard/batsim"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/tools/hopyard/runexport"
)

// Run is the command run.
var Run = cli.Command{Name: "run", Args: "FILE", Does: "simulate a scenario (.json, a share link or short link, or - for standard input) or a trace (.swf)", Run: runCommand}

// runCommand simulates FILE, prints a summary, and writes the requested output
// files.
func runCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	jobs := f.String("jobs", "", "write the outcome of each job as CSV to `F` (- for standard output)")
	figures := f.String("metrics", "", "write the figures as JSON to `F`")
	lines := f.String("trace", "", "write every event as JSON lines to `F`")
	var exports cli.List
	f.Var(&exports, "export", "write the run for another program to `F`, in the format of its name: …jobs.csv (Batsim, evalys), …schedule.csv (Batsim),\n….json (ui.perfetto.dev) or ….parquet (pandas, DuckDB); may be repeated")
	scheduler := f.String("scheduler", "", "let an external scheduler decide, which speaks Batsim's protocol and listens at `ADDRESS`, such as tcp://127.0.0.1:28000")
	streamed := f.Bool("stream", false, "simulate a trace (.swf) of any length in little memory: read, simulate, write and forget one job after another.\nJobs are written when they end; the 95th and 99th percentiles of waits are accurate to 0.05 %")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	if *streamed {
		if len(exports) > 0 || *scheduler != "" {
			return cli.BadUsage("--stream works with --jobs, --metrics and --trace, but not with --export or --scheduler; leave out --stream or the others")
		}
		return streamCommand(t, in, f.Words[0], streamFiles{*jobs, *figures, *lines})
	}
	var formats []runexport.Format
	for _, path := range exports {
		format, err := runexport.FormatOf(path)
		if err != nil {
			return err
		}
		formats = append(formats, format)
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	var log []trace.Event
	var sum metrics.Figures
	out := cli.NewOutputs(t)
	out.Add("jobs", *jobs, func(w io.Writer) error {
		return metrics.WriteJobs(w, s.Config.Machine, s.Config.Jobs, log)
	})
	out.Add("metrics", *figures, func(w io.Writer) error { _, err := w.Write(sum.JSON()); return err })
	out.Add("trace", *lines, func(w io.Writer) error { return trace.WriteLines(w, s.Config.Jobs, log) })
	for i, path := range exports {
		out.Add("export", path, func(w io.Writer) error {
			return formats[i](w, &runexport.Run{Name: cmp.Or(s.Scenario.Title, s.Name), Config: &s.Config, Events: log, Figures: &sum,
				Notice: func(text string) { fmt.Fprintf(t.Err, "%s: notice: %s\n", path, text) }})
		})
	}
	if err := out.Check(); err != nil {
		return err
	}
	hash := uint64(0)
	if log, hash, err = simulate(t, s, *scheduler, &sum); err != nil {
		return err
	}
	if err := out.Write(); err != nil {
		return err
	}
	warn(t, s)
	summary(out.Summary(), s, len(s.Config.Jobs), &sum, hash)
	return reportManualRun(out.Summary(), s)
}

// simulate simulates a subject, sets the figures, and returns the events and their hash. If
// the address of an external scheduler is given, that scheduler decides.
func simulate(t *cli.Terminal, s *input.Subject, scheduler string, sum *metrics.Figures) ([]trace.Event, uint64, error) {
	end := func() error { return nil }
	if scheduler != "" {
		outside, err := batsim.Connect(context.Background(), scheduler, &s.Config)
		if err != nil {
			return nil, 0, err
		}
		end = func() error {
			s.Notes = append(append(s.Notes, "the scheduler at "+scheduler+" decided, in place of the queue and the allocator"), outside.Notes()...)
			return outside.End()
		}
	}
	follow := newFollower(s)
	log, err := logged(t, s.Config, follow.events)
	hash := follow.end(sum)
	if err != nil {
		return nil, 0, s.Failed(err)
	}
	return log, hash, end()
}

// warn prints the warnings about FILE.
func warn(t *cli.Terminal, s *input.Subject) {
	for _, w := range s.Warnings() {
		fmt.Fprintf(t.Err, "%s: warning: %s\n", s.Name, w)
	}
}

// summary writes the summary of a run for the user: the title, the policy and the
// metrics.
func summary(w io.Writer, s *input.Subject, jobs int, f *metrics.Figures, hash uint64) {
	p := s.Scenario.Policy()
	fmt.Fprintf(w, "%s\n", cmp.Or(s.Scenario.Title, s.Name))
	fmt.Fprintf(w, "  %s jobs on %s nodes (%s), queue %s, allocator %s, order %s\n",
		cli.Grouped(int64(jobs)), cli.Grouped(int64(s.Config.Machine.NumNodes())), s.Scenario.Cluster.Topology.Kind, p.Queue, p.Allocator, p.Order)
	for _, note := range s.Notes {
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
		return cli.Grouped(int64(x.Value))
	case "%":
		return fmt.Sprintf("%.2f", 100*x.Value)
	}
	whole, frac, _ := strings.Cut(fmt.Sprintf("%.3f", x.Value), ".")
	n := int64(0)
	fmt.Sscan(whole, &n)
	return cli.Grouped(n) + "." + frac
}
