package replay

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

const (
	maxQueue   = 60 // waiting jobs in a State: no screen shows more
	maxWeighed = 6  // placements in the table
	// cheapNodes is up to where the placements are weighed along with a State;
	// on larger machines the page asks for them when it has time.
	cheapNodes = 256
)

// State is the world after the first steps of the run, and why it is so.
func (r *Replay) State(ask *message.Seek) *message.State {
	n := min(max(int(ask.Step), 0), r.tape.Len())
	e := r.tape.Seek(n)
	state := e.State()
	s := &message.State{
		Serial: r.asked.Serial, Step: int32(n), Aside: ask.Aside, Waiting: int32(e.Waiting()),
		Idle: int32(state.Idle().Len()), Shadow: simtime.Never, Figures: r.figures(n),
		Mark: r.prints.Mark(n),
	}
	for i, d := range e.Pending() {
		w := message.Waiting{Job: d.Job, Promised: d.Promised, Why: d.Why}
		if i == 0 && r.scenario.Scheduler.Queue == "easy" && d.Promised != simtime.Never {
			s.Shadow = d.Promised
		}
		if d.Job == ask.Job {
			s.Chosen = &w
		}
		if i < maxQueue {
			s.Queue = append(s.Queue, w)
		}
	}
	r.addRunning(s, e)
	r.addStanding(s, e, ask.Job)
	s.Units = unitsOf(r.config.Allocator, &state.Free)
	if n > 0 {
		r.explain(s, n-1)
	}
	return s
}

// explain adds the reasons of step i's events, and what its first start was
// chosen from.
func (r *Replay) explain(s *message.State, i int) {
	events := r.tape.Events(i)
	s.Reasons = make([]message.Reason, len(events))
	free := s.Idle
	for k := len(events) - 1; k >= 0; k-- { // backwards from what is free after the step
		e := &events[k]
		s.Reasons[k] = message.Reason{Reason: e.Why, Job: e.Job, Of: e.Of}
		switch e.Kind {
		case trace.Start:
			free += int32(e.Placement.Nodes())
			s.Reasons[k].Free = free
		case trace.Freeze:
			free += int32(e.Placement.Nodes())
		}
	}
	if r.config.Machine.NumNodes() > cheapNodes {
		return
	}
	for k := range events {
		if events[k].Kind == trace.Start {
			s.Weighed = r.weigh(i, events[k].Job)
			return
		}
	}
}

// Weigh is what the allocator chose from when a step started a job.
func (r *Replay) Weigh(ask *message.Weigh) *message.Weighed {
	if ask.Step < 1 || int(ask.Step) > r.tape.Len() {
		return &message.Weighed{Serial: r.asked.Serial, Step: ask.Step, Job: ask.Job}
	}
	return r.weigh(int(ask.Step)-1, ask.Job)
}

func (r *Replay) weigh(i int, job workload.JobID) *message.Weighed {
	w := &message.Weighed{Serial: r.asked.Serial, Step: int32(i) + 1, Job: job}
	choice := r.tape.Explain(i, job, maxWeighed)
	if choice.Free != nil {
		w.Free = choice.Free.Count(&r.config.Jobs[job].Request)
	}
	w.Filters = choice.Excluded
	w.Costs = ranks(r.config.Allocator)
	for _, c := range choice.Candidates {
		w.Candidates = append(w.Candidates, message.Candidate{Placement: c.Placement, Cost: c.Cost, Device: r.device(c.Device)})
	}
	return w
}
