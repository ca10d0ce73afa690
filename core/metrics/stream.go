package metrics

import (
	"maps"
	"math/bits"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Stream computes the figures of a run whose jobs need not fit into memory. It holds
// only the jobs that were added and have not ended: when a job ends, its outcome is
// added to the sums, passed to Done, and forgotten.
//
// The figures are those of a [Summary] up to rounding, with these exceptions. P95Wait
// and P99Wait are read from a histogram of waits, and differ from the exact percentile
// by at most 1/2048 (0.05 %) of it. SlotFragmentation, which needs the requests of all
// jobs beforehand, and the loads of links are 0. Subject.Cut must be zero.
type Stream struct {
	// Done is called for each job that ends or is refused, and at the end of the run for
	// the jobs that have not ended. Its arguments are valid until it returns. It may be
	// nil.
	Done func(*workload.Job, *Outcome, *Use)
	// Events is called with all events. The job of an event is an index into the second
	// argument. It may be nil.
	Events func([]trace.Event, []workload.Job)

	subject *Subject
	coming  []workload.Job // jobs that have been added but not submitted
	places  map[workload.JobID]workload.JobID
	unused  []workload.JobID // places of jobs that have ended
	jobs    []workload.Job   // by place, like the fields of meter, out and stays: the jobs that wait or run
	held    []jobRecord      // by place
	meter   *Meter
	out     outcomes
	stays   stays
	before  overtaken
	waits   waitCounts
	busy    busyTimes
	sums    totals
	machine []trace.Event // events of the machine, and of allotments
	last    simtime.Time
	ended   []endedJob // jobs that have ended and are not forgotten yet
}

// endedJob is the place of a job that has ended, and the time of its end.
type endedJob struct {
	at    simtime.Time
	place workload.JobID
}

// jobRecord holds the stays of a job that have ended, and its events other than
// submissions, starts and ends.
type jobRecord struct {
	id     workload.JobID
	stays  []PlacementSpan
	events []trace.Event
}

// NewStream returns a stream that has read no events. The jobs of the subject are
// ignored; [Stream.Append] adds them. Cost: O(nodes).
func NewStream(s *Subject) *Stream {
	about := *s
	about.Jobs = nil
	return &Stream{
		subject: &about, places: map[workload.JobID]workload.JobID{}, meter: NewMeter(s.Machine, nil), stays: newStays(0),
		before: newOvertaken(0), busy: newBusyTimes(s.Machine), sums: newTotals(s.Allotted), waits: waitCounts{},
	}
}

// Append adds the next jobs, in the order of their IDs. A job must be added before its
// first event.
func (s *Stream) Append(jobs []workload.Job) { s.coming = append(s.coming, jobs...) }

// Read processes the next events. It renumbers the jobs in them, so the caller must
// not use the events afterwards. Cost: that of Summary.Read, without the memory.
func (s *Stream) Read(events []trace.Event) {
	for i := range events {
		e := &events[i]
		s.last = e.Time
		if e.Why.Blocker != workload.NoJob {
			e.Why.Blocker = s.placeOf(e.Why.Blocker)
		}
		id := e.Job
		if id == workload.NoJob {
			if s.meter.Read(e); e.Kind != trace.PowerOff {
				s.machine = append(s.machine, *e)
			}
			continue
		}
		at := s.placeOf(id)
		if at == workload.NoJob {
			at = s.place(id)
		}
		e.Job = at
		s.meter.Read(e)
		s.out.read(e)
		s.stays.read(e)
		x := &s.held[at]
		if len(s.stays.out) > 0 {
			x.stays, s.stays.out = append(x.stays, s.stays.out...), s.stays.out[:0]
		}
		switch e.Kind {
		case trace.Submit, trace.End, trace.Kill:
		case trace.Start:
			if s.out.all[at].Starts == 1 {
				s.before.grow(int(id) + 1)
				s.before.read(&trace.Event{Time: e.Time, Job: id})
			}
		default:
			x.events = append(x.events, *e)
		}
	}
	if s.Events != nil {
		s.Events(events, s.jobs)
	}
	s.forget(events)
}

// forget adds the outcomes of the jobs that have ended to the sums. Jobs that ended at
// the present time are kept, because the reasons of later events may name them.
func (s *Stream) forget(events []trace.Event) {
	for i := range events {
		if e := &events[i]; e.Job != workload.NoJob && e.Kind.Final() {
			s.ended = append(s.ended, endedJob{e.Time, e.Job})
		}
	}
	n := 0
	for n < len(s.ended) && s.ended[n].at < s.last {
		s.end(s.ended[n].place)
		n++
	}
	s.ended = append(s.ended[:0], s.ended[n:]...)
}

// placeOf returns the place of a job, or workload.NoJob if it has none yet.
func (s *Stream) placeOf(id workload.JobID) workload.JobID {
	if at, known := s.places[id]; known {
		return at
	}
	return workload.NoJob
}

// place assigns a place to a job at its first event.
func (s *Stream) place(id workload.JobID) workload.JobID {
	j := &s.coming[0] // jobs have their first events in the order of their IDs
	at := workload.JobID(len(s.jobs))
	if last := len(s.unused) - 1; last >= 0 {
		at, s.unused = s.unused[last], s.unused[:last]
	} else {
		s.jobs, s.held = append(s.jobs, workload.Job{}), append(s.held, jobRecord{})
		s.out.all, s.out.joined = append(s.out.all, Outcome{}), append(s.out.joined, 0)
		s.stays.held = append(s.stays.held, 0)
		s.meter.jobs, s.meter.times = s.jobs, append(s.meter.times, span{})
	}
	s.jobs[at] = *j
	s.out.all[at], s.out.joined[at] = Outcome{Submit: j.Submit}, 0
	s.meter.times[at] = span{}
	x := &s.held[at]
	*x = jobRecord{id, x.stays[:0], x.events[:0]}
	s.places[id] = at
	s.coming = s.coming[1:]
	return at
}

// end adds the outcome of a job to the sums, and forgets the job.
func (s *Stream) end(at workload.JobID) {
	x, j, o := &s.held[at], &s.jobs[at], &s.out.all[at]
	for i := range x.stays {
		if x.stays[i].Job = 0; o.Ended() { // usesOf sees a list of one job
			s.busy.add(j, &x.stays[i], &s.meter.window)
		}
	}
	for i := range x.events {
		x.events[i].Job = 0
	}
	use := usesOf(s.subject.Machine, s.jobs[at:at+1], x.events, x.stays)
	s.sums.add(s.subject.Machine, j, o, &use[0])
	if o.HasWait() {
		s.waits.add(o.Waited)
	}
	if s.Done != nil {
		s.Done(j, o, &use[0])
	}
	delete(s.places, x.id)
	delete(s.meter.standings, at)
	s.unused = append(s.unused, at)
}

// Figures returns the figures of all events read. It may be called only once. Cost:
// O(nodes + jobs that have not ended).
func (s *Stream) Figures() Figures {
	f := s.meter.Figures()
	s.stays.endAll(s.last)
	for _, x := range s.stays.out {
		s.held[x.Job].stays = append(s.held[x.Job].stays, x)
	}
	for _, id := range slices.Sorted(maps.Keys(s.places)) {
		s.end(s.places[id])
	}
	f.P95Wait, f.P99Wait = s.waits.percentile(95), s.waits.percentile(99)
	f.Overtaken = s.before.often
	f.Balance = s.busy.balance(s.subject.Machine)
	f.Disciplines = s.sums.finish(s.subject, s.machine, s.meter.first, s.meter.until(), &s.meter.window)
	return f
}

// waitCounts is a histogram of waits. Below 2^11 ms, bins are 1 ms wide. Above, the waits
// from 2^k to 2^(k+1) ms have 2^10 bins of equal width.
type waitCounts struct {
	all    int
	counts []int64
}

func (c *waitCounts) add(wait simtime.Duration) {
	cut := max(0, bits.Len64(uint64(wait))-11)
	at := cut<<10 + int(wait>>cut)
	if at >= len(c.counts) {
		c.counts = append(c.counts, make([]int64, at+1-len(c.counts))...)
	}
	c.counts[at]++
	c.all++
}

// percentile returns the middle of the range that holds the percentile (see the function
// of the same name), in seconds. Cost: O(ranges).
func (c *waitCounts) percentile(percent int) float64 {
	k := int64((c.all*percent+99)/100 - 1)
	for at, n := range c.counts {
		if k -= n; k < 0 {
			cut := max(0, at>>10-1)
			low := int64(at-cut<<10) << cut
			return float64(low+int64(1)<<cut/2) / 1000
		}
	}
	return 0
}
