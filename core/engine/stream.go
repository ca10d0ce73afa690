package engine

import (
	"fmt"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// StreamPage is the number of jobs that a stream adds and forgets at a time.
const StreamPage = 4096

// stream holds the jobs of a run that are known and have not ended, in pages of
// StreamPage jobs. A page is forgotten when all its jobs have ended.
type stream struct {
	pages [][]workload.Job // by JobID divided by StreamPage; nil for a page that is forgotten
	left  []int            // for each page, the number of its jobs that have not ended
	last  simtime.Time     // submit time of the job that was added last
	room  *roomCount
	ended []workload.JobID // jobs that ended in the present step
}

// NewStream returns an engine for a run whose jobs need not fit into memory. The
// field Jobs of the configuration holds the first jobs; [Engine.Append] adds the
// others while the run goes on:
//
//	for more := true; more; {
//		for e.NeedsJobs() {
//			jobs := … // the next StreamPage jobs; fewer only at the end of the trace
//			if len(jobs) == 0 { break }
//			err := e.Append(jobs)
//		}
//		step, more = e.Step()
//	}
//
// The schedule is the same as if all jobs were known from the start. Memory is needed
// for the jobs that wait or run, and for the other jobs of their pages. A stream must
// not be cloned.
//
// In addition to the errors of New, NewStream and Append reject commands, power caps,
// parts of heterogeneous jobs, and jobs that follow or depend on another job,
// communicate, change their size, are already running, have a minimum walltime, or
// request blocks without other jobs. They also reject jobs that request other units
// than the first jobs, if units are counted.
func NewStream(c Config) (*Engine, error) {
	if len(c.Commands) > 0 || len(c.Running) > 0 {
		return nil, fmt.Errorf("%w: a streamed run cannot have commands or jobs that are already running; leave them out, or do not stream", workload.ErrWorkload)
	}
	if _, capped := c.Machine.Cap(); capped {
		return nil, fmt.Errorf("%w: a streamed run cannot have a power cap, because not all of its jobs are known in advance; leave it out, or do not stream", workload.ErrWorkload)
	}
	first := c.Jobs
	c.Jobs = first[:min(len(first), StreamPage)] // New checks these, and determines whether units are counted
	e, err := New(c)
	if err != nil {
		return nil, err
	}
	e.cfg.Jobs = nil
	e.stream, e.known = &stream{room: newRoomCount(c.Machine)}, 0
	return e, e.Append(first)
}

// NeedsJobs reports whether every job that was added so far has been submitted. The
// caller then appends further jobs before the next Step. At the end of the trace, it
// only goes on with Step.
func (e *Engine) NeedsJobs() bool { return e.next == e.known }

// Append adds the next jobs of a stream. Their IDs must continue from the last job, and
// their submit times must not decrease. The number of jobs must be a multiple of
// StreamPage, except for the last jobs. The engine keeps the slice. Errors name the
// offending job. Cost: O(jobs).
func (e *Engine) Append(jobs []workload.Job) error {
	s := e.stream
	for i := range jobs {
		if err := e.checkStreamed(&jobs[i], workload.JobID(e.known+i)); err != nil {
			return err
		}
		s.last = jobs[i].Submit
	}
	if e.known%StreamPage != 0 && len(jobs) > 0 {
		return fmt.Errorf("%w: jobs were added after %d jobs, which is not a multiple of %d; only the last part of a stream may be shorter", workload.ErrWorkload, e.known, StreamPage)
	}
	e.known += len(jobs)
	for page := range slices.Chunk(jobs, StreamPage) {
		s.pages, s.left = append(s.pages, page), append(s.left, len(page))
	}
	return nil
}

// checkStreamed returns an error if a job cannot be the next one of the stream.
func (e *Engine) checkStreamed(j *workload.Job, id workload.JobID) error {
	switch {
	case j.ID != id:
		return badJob(j, "has the ID %d, but is number %d of the list, counted from 0; these must be equal", j.ID, id)
	case j.Submit < e.stream.last:
		return badJob(j, "is submitted at %v, earlier than the previous job of the list (%v); sort by submit time", j.Submit, e.stream.last)
	case j.After != workload.NoJob || j.IsHet() || j.Held != nil || j.Comm != nil || j.Elastic != nil || j.TimeMin > 0 || j.Network.Exclusive:
		return badJob(j, "a streamed job cannot follow or depend on another job, communicate, change its size or walltime, or keep its blocks free of other jobs; do not stream this run")
	case j.Reject != nil:
		return nil
	}
	if err := e.cfg.checkRequest(j, e.stream.room); err != nil {
		return err
	}
	if err := e.cfg.impossible(&j.Request); err != nil {
		return badJob(j, "%v", err)
	}
	if q := &e.cfg.queue; (q.Counted || q.Named) && !e.cfg.alike(&j.Request) {
		return badJob(j, "requests other units (whole nodes, or tasks with other needs) than the first jobs; do not stream this run")
	}
	return nil
}

// alike reports whether a job can be counted in the unit that was derived from the
// first jobs.
func (p *plan) alike(r *workload.Request) bool {
	return !p.Machine.Selects(r) && r.Whole() == p.unit.Whole() && (r.Whole() || r.PerTask == p.unit.PerTask)
}

// listed returns the job with the given ID as it was submitted. In a stream, the job
// must not have ended before the present step.
func (e *Engine) listed(id workload.JobID) *workload.Job {
	if e.stream != nil {
		return &e.stream.pages[id/StreamPage][id%StreamPage]
	}
	return &e.cfg.Jobs[id]
}

// forget releases the jobs that ended in the previous step, and then records those that
// ended in this step, for the next call. The parameter events holds the events of this
// step.
func (s *stream) forget(events []trace.Event, again map[workload.JobID]resumeState) {
	for _, id := range s.ended {
		delete(again, id)
		if page := id / StreamPage; s.left[page] > 0 {
			if s.left[page]--; s.left[page] == 0 {
				s.pages[page] = nil
			}
		}
	}
	s.ended = s.ended[:0]
	for i := range events {
		if events[i].Kind.Final() {
			s.ended = append(s.ended, events[i].Job)
		}
	}
}
