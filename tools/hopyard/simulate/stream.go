package simulate

import (
	"cmp"
	"errors"
	"io"
	"os"
	"runtime/debug"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// streamFiles holds the paths of the files that a streamed run writes; "" for none.
type streamFiles struct{ jobs, figures, lines string }

// streamCommand simulates a trace of any length. Three goroutines read the jobs, simulate
// them, and write and forget them.
func streamCommand(t *cli.Terminal, in *input.FileOptions, path string, files streamFiles) error {
	s, err := in.LoadStream(t, path)
	if err != nil {
		return err
	}
	defer s.Close()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(100) // Go's default; the command's own setting is for runs that keep what they allocate
	}
	var results streamResults
	out := cli.NewOutputs(t)
	out.Add("jobs", files.jobs, nil)
	out.Add("trace", files.lines, nil)
	out.Add("metrics", files.figures, func(w io.Writer) error { _, err := w.Write(results.figures.JSON()); return err })
	if err := out.Check(); err != nil {
		return err
	}
	var failed error // of the run, not of writing
	err = out.During("jobs", func(jobs io.Writer) error {
		return out.During("trace", func(lines io.Writer) error {
			f := followStream(&s.Config, jobs, lines)
			failed = playStream(t, s, f)
			results = f.end()
			return cmp.Or(failed, results.err)
		})
	})
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return err
	}
	s.End()
	if err := out.Write(); err != nil {
		return err
	}
	warn(t, s.Subject)
	summary(out.Summary(), s.Subject, s.Read(), &results.figures, results.hash)
	return nil
}

// tracePart is a part of a trace, or the error of reading it.
type tracePart struct {
	jobs []workload.Job
	err  error
}

// readParts reads the parts of a trace after the first one, until a part is empty or
// cannot be read, or until stop is closed.
func readParts(s *input.Stream, stop <-chan struct{}) <-chan tracePart {
	parts := make(chan tracePart, 2)
	go func() {
		defer close(parts)
		for more := true; more; {
			jobs, err := s.Next()
			select {
			case parts <- tracePart{jobs, err}:
			case <-stop:
				return
			}
			more = err == nil && len(jobs) > 0
		}
	}()
	return parts
}

// playStream simulates a trace and passes the jobs and events to the follower.
func playStream(t *cli.Terminal, s *input.Stream, f *streamFollower) error {
	e, err := engine.NewStream(s.Config)
	if err != nil {
		return input.Prefixed(s.Name, err)
	}
	stop := make(chan struct{})
	parts := readParts(s, stop)
	defer func() {
		close(stop)
		for range parts { // wait until the trace is no longer read
		}
	}()
	f.add(s.Config.Jobs)
	w := newWatcher(t, int(max(s.Trace.Known.MaxRecords, 0)))
	defer w.end()
	ended := false // whether the trace has no more jobs
	for {
		for !ended && e.NeedsJobs() {
			part := <-parts
			if part.err != nil {
				return part.err
			}
			if ended = len(part.jobs) == 0; ended {
				break
			}
			if err := e.Append(part.jobs); err != nil {
				return input.Prefixed(s.Name, err)
			}
			f.add(part.jobs)
		}
		x, more := e.Step()
		if !more {
			break
		}
		f.read(x.Events)
		w.step(&x)
	}
	if err := e.Err(); err != nil {
		return s.Failed(err)
	}
	return nil
}

// streamResults holds the results of a streamed run.
type streamResults struct {
	figures metrics.Figures
	hash    uint64
	err     error // of writing
}

// streamFollower computes the figures and the hash of a streamed run, and writes its jobs
// and events, in a goroutine of its own.
type streamFollower struct {
	batch   followed
	batches chan followed
	results chan streamResults
}

// followed holds new jobs or the next events for the follower.
type followed struct {
	jobs   []workload.Job
	events []trace.Event
}

// followStream starts a follower. The writers are nil if nothing is to be written.
func followStream(c *engine.Config, jobs, lines io.Writer) *streamFollower {
	f := &streamFollower{batches: make(chan followed, 16), results: make(chan streamResults, 1)}
	about := scenario.Subject(c)
	figures := metrics.NewStream(&about)
	var table *metrics.JobsWriter
	if jobs != nil {
		table = metrics.NewJobsWriter(jobs, c.Machine)
		figures.Done = table.Add
	}
	var failed error
	if lines != nil {
		figures.Events = func(events []trace.Event, jobs []workload.Job) {
			if failed == nil {
				failed = trace.WriteLines(lines, jobs, events)
			}
		}
	}
	go func() {
		hash := trace.NoEvents
		for x := range f.batches {
			hash = hash.Add(x.events...)
			figures.Append(x.jobs)
			figures.Read(x.events)
		}
		r := streamResults{figures: figures.Figures(), hash: uint64(hash)}
		if table != nil {
			failed = errors.Join(failed, table.Close())
		}
		r.err = failed
		f.results <- r
	}()
	return f
}

// add passes new jobs to the follower.
func (f *streamFollower) add(jobs []workload.Job) {
	f.send()
	f.batches <- followed{jobs: jobs}
}

// read passes a copy of the events of a step to the follower.
func (f *streamFollower) read(events []trace.Event) {
	if len(f.batch.events)+len(events) > minEventBatch {
		f.send()
	}
	if f.batch.events == nil {
		f.batch.events = make([]trace.Event, 0, minEventBatch)
	}
	f.batch.events = append(f.batch.events, events...)
}

func (f *streamFollower) send() {
	f.batches <- f.batch
	f.batch = followed{}
}

// end waits until the follower has processed everything, and returns the results.
func (f *streamFollower) end() streamResults {
	f.send()
	close(f.batches)
	return <-f.results
}
