package simworker

import (
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// addJobs adds the jobs with the given IDs in the given order. If ids is nil, it
// adds all jobs.
func (r *Replay) addJobs(m *message.Loaded, ids []workload.JobID) {
	users := map[string]int32{"": 0}
	m.Users = []string{""}
	place := func(name string) int32 {
		at, known := users[name]
		if !known {
			at = int32(len(m.Users))
			users[name] = at
			m.Users = append(m.Users, name)
		}
		return at
	}
	n := len(r.config.Jobs)
	if ids != nil {
		n = len(ids)
	}
	m.Jobs = make([]message.Job, n)
	for i := range m.Jobs {
		j := &r.config.Jobs[i]
		if ids != nil {
			j = &r.config.Jobs[ids[i]]
		}
		m.Jobs[i] = message.Job{
			Number: j.Number, Submit: j.Submit, Nodes: j.Nodes, Tasks: j.Tasks, PerTask: j.PerTask,
			Walltime: j.Walltime, Runtime: j.Runtime, Deadline: j.Deadline, Parts: j.Parts, Segment: max(j.Network.Segment, j.Network.Slice), User: place(j.User), Group: place(j.Group), Queue: place(j.Queue),
			Priority: j.Priority,
		}
		m.Blocks = m.Blocks || j.Network.Exclusive
		if j.Elastic != nil {
			m.Jobs[i].Least, m.Jobs[i].Most = j.Elastic.Min, j.Elastic.Max
		}
		if j.Reject != nil {
			m.Jobs[i].Refused = strings.TrimPrefix(j.Reject.Error(), workload.ErrWorkload.Error()+": ")
		}
	}
}

// telling writes steps and events of a run into a Loaded message.
type telling struct {
	*message.Loaded
	of      *Replay
	resized map[workload.JobID]bool
}

// addSteps adds all steps of the run.
func (r *Replay) addSteps(m *message.Loaded) {
	m.Steps = make([]message.Step, 0, r.tape.Len())
	m.Events = make([]message.Event, 0, len(r.tape.Log()))
	r.addSpeeds(m, 0, func(id workload.JobID) workload.JobID { return id })
	t := telling{m, r, map[workload.JobID]bool{}}
	for i := range r.tape.Len() {
		t.begin(i, r.tape.Mark(i).Job)
		events := r.tape.Events(i)
		for k := range events {
			t.add(&events[k], events[k].Job)
		}
	}
}

// addWindow adds the window: its jobs, its steps, and the earlier steps that
// concern its jobs or the machine.
func (r *Replay) addWindow(m *message.Loaded) {
	r.aim()
	w := r.window
	r.addArchive(m)
	r.addJobs(m, w.jobs)
	t := telling{m, r, map[workload.JobID]bool{}}
	for _, i := range w.head {
		t.begin(int(i), w.name(r.tape.Mark(int(i)).Job))
		events := r.tape.Events(int(i))
		for k := range events {
			if name := w.name(events[k].Job); name != workload.NoJob || events[k].Job == workload.NoJob {
				t.add(&events[k], name)
			}
		}
	}
	for i := w.first; i < w.last; i++ {
		t.begin(i, w.name(r.tape.Mark(i).Job))
		events := r.tape.Events(i)
		for k := range events {
			t.add(&events[k], w.name(events[k].Job))
		}
	}
	r.addSpeeds(m, len(w.head)-w.first, w.name)
	m.Step = r.arrive()
	m.Select = w.name(r.jobOf(r.asked.Job))
	m.Sparks = r.sparks()
	m.Curve = curve(r.points(w.first, w.last), r.config.Machine.TotalCores())
}

// begin adds step i of the run to the message. Its events are added later. The
// parameter job is the message's ID of the job that triggered the step.
func (t *telling) begin(i int, job workload.JobID) {
	mark := t.of.tape.Mark(i)
	t.Steps = append(t.Steps, message.Step{Time: mark.Time, Ordinal: mark.Ordinal, Trigger: mark.Trigger, Job: job})
}

// add adds an event to the step that was added last. The parameter job is the
// message's ID of the event's job.
func (t *telling) add(e *trace.Event, job workload.JobID) {
	t.Steps[len(t.Steps)-1].Events++
	told := message.Event{Kind: e.Kind, Job: job, Of: e.Of, Placement: e.Placement}
	switch e.Kind {
	case trace.Start:
		c := &t.of.config
		t.Jobs[job].Full = c.Machine.RunTime(c.Jobs[e.Job].Runtime, e.Placement)
		delete(t.resized, job)
	case trace.Grow, trace.Shrink:
		t.resized[job] = true
	case trace.End, trace.Kill:
		if !t.resized[job] {
			told.Placement = nil
		}
	case trace.Requeue:
		if e.Why.Code == why.Outgrown {
			told.Of = e.Why.Need
		}
	case trace.Fail:
		switch e.Why.Code {
		case why.Preempted:
			told.Of = message.ForAnother
		case why.ReservationEnded:
			told.Of = message.ByReservation
		case why.Cancelled:
			told.Of = message.ByPerson
		}
	case trace.Reject:
		switch e.Why.Code {
		case why.Cancelled:
			told.Of = message.ByPerson
		case why.DeadlinePassed:
			told.Of = message.ByDeadline
		case why.DependencyNever:
			told.Of = message.ByDependency
		}
	case trace.LinkDown, trace.LinkUp:
		told.Of = t.of.way(topology.LinkID(e.Of))
	}
	t.Events = append(t.Events, told)
}

// points returns the state of the machine at the instants of the steps from first
// up to, but not including, last.
func (r *Replay) points(first, last int) []metrics.Point {
	log := r.tape.Log()
	if r.links != nil { // link loads cannot be computed from a stored meter, so the whole run is read
		all := metrics.Series(r.config.Machine, r.config.Jobs, r.config.Network, log)
		if first >= last {
			return nil
		}
		from, to := r.tape.Mark(first).Time, r.tape.Mark(last-1).Time
		out := all[:0]
		for _, p := range all {
			if p.Time >= from && p.Time <= to {
				out = append(out, p)
			}
		}
		return out
	}
	var out []metrics.Point
	meter := r.meterAfter(first)
	for i := first; i < last; i++ {
		for _, e := range r.tape.Events(i) {
			meter.Read(&e)
		}
		if i+1 == last || r.tape.Mark(i+1).Time != r.tape.Mark(i).Time {
			out = append(out, meter.Point())
		}
	}
	return out
}

// maxSpeeds is the greatest number of speed changes that are sent to the page. If a
// run has more, none are sent.
const maxSpeeds = 40_000

// addSpeeds adds the changes of speed that the network causes. The parameter name
// is a function that converts job IDs of the run to those of the message. Jobs that
// it converts to NoJob are omitted. The parameter shift is added to the step
// numbers.
func (r *Replay) addSpeeds(m *message.Loaded, shift int, name func(workload.JobID) workload.JobID) {
	paces := r.tape.SpeedHistory()
	if len(paces.Speeds) > maxSpeeds {
		return
	}
	for i, s := range paces.Speeds {
		step := int(paces.Steps[i]) + shift
		if id := name(s.Job); id != workload.NoJob && step >= 0 && (m.Archive == nil || step < len(m.Steps)) {
			m.Speeds = append(m.Speeds, message.Speed{Step: int32(step), Part: thousandths(s.Part), Job: id})
		}
	}
}
