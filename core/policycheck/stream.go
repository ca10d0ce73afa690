package policycheck

import (
	"hopyard/core/engine"
	"hopyard/core/trace"
)

// streaming describes a stream of equal jobs that keeps a machine busy, with one
// different job among them. If a policy prefers the jobs of the stream, the
// different job starves.
type streaming struct {
	what  string // adjective for the different job, compared with the jobs of the stream, such as "wide"
	nodes int    // size of the machine
	one   job    // the different job
	each  job    // a job of the stream
	every int    // seconds between two jobs of the stream
}

// streams lists one stream for each property of jobs that a policy may prefer. Each
// job of the stream arrives before the previous one has ended, so that a job always
// waits.
var streams = [...]streaming{
	{"wide", 4, job{nodes: 4, walltime: 10}, job{nodes: 2, walltime: 10}, 5},
	{"narrow", 4, job{nodes: 1, walltime: 10}, job{nodes: 4, walltime: 10}, 9},
	{"long", 1, job{nodes: 1, walltime: 40}, job{nodes: 1, walltime: 10}, 9},
	{"short", 1, job{nodes: 1, walltime: 5}, job{nodes: 1, walltime: 10}, 9},
	{"equal", 1, job{nodes: 1, walltime: 10}, job{nodes: 1, walltime: 10}, 9},
	{"less important", 1, job{nodes: 1, walltime: 10}, job{nodes: 1, walltime: 10, priority: 5}, 9},
}

// Lengths of streams in jobs. The check first runs the short stream. If all of its
// jobs, except for at most slack jobs, overtake the different job, the check also
// runs the long stream. The case shown to the user has a stream of shownStream
// jobs.
const (
	shortStream, longStream, shownStream = 20, 60, 4
	slack                                = 3
)

// world returns a machine with the jobs of a stream. The jobs are the stream's
// first job, the different job (ID 2), and n more jobs of the stream.
func (s *streaming) world(n int) *world {
	w := &world{shape: shape{"flat", []int{s.nodes}}}
	first, one := s.each, s.one
	first.id, one.id, one.submit = 1, 2, 1
	w.jobs = append(w.jobs, first, one)
	for i := range n {
		next := s.each
		next.id, next.submit = i+3, s.every*(i+1)
		w.jobs = append(w.jobs, next)
	}
	for i := range w.jobs {
		w.jobs[i].runtime = w.jobs[i].walltime
	}
	return w
}

// stream is the check task that runs the policy on one of the streams.
type stream struct {
	*streaming
	n   int // number of jobs of the stream that arrive after the different job
	run *engine.Engine

	behind    int // number of these jobs that have started before the different job
	done      bool
	shortOnes int // final value of the field behind in the short stream
}

func newStream(s *streaming) *stream { return &stream{streaming: s, n: shortStream} }

func (s *stream) step(t *Check) bool {
	if s.run == nil {
		return s.begin(t)
	}
	for range 2 * stride {
		step, more := s.run.Step()
		if !more {
			return s.end(t)
		}
		s.read(step.Events)
		if s.done {
			return s.end(t)
		}
	}
	return true
}

func (s *stream) begin(t *Check) bool {
	x, err := s.world(s.n).scenario()
	if err != nil {
		return false
	}
	c, err := t.policy(x)
	if err != nil {
		return false
	}
	s.run, err = engine.New(c)
	s.behind, s.done = 0, false
	return err == nil
}

func (s *stream) read(events []trace.Event) {
	jobs := s.run.Config().Jobs
	for i := range events {
		switch x := &events[i]; {
		case x.Kind != trace.Start || jobs[x.Job].Number == 1:
		case jobs[x.Job].Number == 2:
			s.done = true
		default:
			s.behind++
		}
	}
}

// end evaluates a stream when it has ended or the different job has started.
func (s *stream) end(t *Check) bool {
	starved := s.run.Err() == nil && s.done && s.behind >= s.n-slack
	if starved && s.n == shortStream {
		s.shortOnes, s.n, s.run = s.behind, longStream, nil
		return true
	}
	if starved && t.count(Starvation) {
		t.shown(s)
	}
	if x := t.found[Starvation]; x != nil {
		x.of = len(streams)
	}
	return false
}

// shown records the finding, with a stream that is short enough to read.
func (t *Check) shown(s *stream) {
	w := s.world(shownStream)
	like := sighting{kind: Starvation, job: 1, need: int32(s.behind), have: longStream}
	x, err := w.scenario()
	if err != nil {
		return
	}
	c, err := t.policy(x)
	if err != nil {
		return
	}
	if tape, err := engine.Record(c); err == nil {
		for i := range tape.Len() {
			m := tape.Mark(i)
			for _, e := range tape.Events(i) {
				if e.Kind == trace.Start && e.Job > 1 && like.at.Time == 0 {
					like.at.Time, like.at.Ordinal = m.Time, int(m.Ordinal)
				}
			}
		}
	}
	t.found[Starvation].finding = t.finding(w, &like)
	t.found[Starvation].finding.Title = s.title(s.behind)
}
