package simworker

import (
	"math"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

const (
	maxQueue   = 60  // waiting jobs listed in a State; no screen shows more
	maxWeighed = 6   // placements that the page shows in its table
	maxListed  = 500 // placements that are listed if the reader requests all
	maxRounds  = 40
	maxStops   = 40  // verdicts of a decision to stop jobs
	maxBatch   = 200 // jobs in a round; longer rounds are omitted
	// cheapNodes is the size of the largest machine for which a State includes the
	// placements that the allocator compared. On larger machines the page asks for
	// them when it has time.
	cheapNodes = 256
	// placesWorth limits the cost of finding nodes for jobs that are promised only
	// a start time. It is the greatest product of the machine's nodes and the
	// number of promises for which nodes are searched.
	placesWorth = 1 << 14
	maxRooms    = 20 // number of waiting jobs whose room is described
)

// State returns the simulated state after a number of steps, with the reasons for
// the last step's events.
func (r *Replay) State(ask *message.Seek) *message.State {
	if r.window != nil {
		return r.stateWithin(ask)
	}
	return r.state(ask)
}

// stateWithin returns the state of a run of which the page has only a window. The
// step and job numbers of the page are those of the window; stateWithin converts
// them to and from the numbers of the whole run.
func (r *Replay) stateWithin(ask *message.Seek) *message.State {
	w := r.window
	n := min(max(int(ask.Step), len(w.head)), len(w.head)+w.last-w.first)
	s := r.state(&message.Seek{Serial: ask.Serial, Step: int32(w.step(n)), Job: w.job(ask.Job), Aside: ask.Aside})
	s.Step = int32(n)
	s.Rename(w.name)
	return s
}

// state returns the state, with the step and job numbers of the whole run.
func (r *Replay) state(ask *message.Seek) *message.State {
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
		if i == 0 && policies.Has(r.scenario.Scheduler.Queue, policies.ShowsShadow) && d.Promised != simtime.Never {
			s.Shadow = d.Promised
		}
		if d.Why.Code == why.NotPlaceable && (i < maxRooms || d.Job == ask.Job) {
			w.Room = r.room(d.Job, &state.Free)
		}
		if d.Job == ask.Job {
			s.Chosen = &w
		}
		if i < maxQueue {
			s.Queue = append(s.Queue, w)
		}
	}
	r.addPlaces(s, e)
	r.addWindows(s, e, n-1, ask.Job)
	r.addRunning(s, e)
	r.addStanding(s, e, ask.Job)
	s.Units = unitsOf(r.config.Allocator, &state.Free)
	if n > 0 {
		r.explain(s, e, n-1, ask.Job)
		s.Rounds = r.rounds(n-1, s)
		s.Stops = r.stops(n - 1)
	}
	return s
}

// room returns why a job finds no place in a domain such as a rack, or nil.
func (r *Replay) room(id workload.JobID, free *cluster.Free) *message.Room {
	t := r.config.Machine.Topology
	m, ok := alloc.RoomFor(r.config.Allocator, &r.config.Jobs[id].Request, free)
	if !ok {
		return nil
	}
	out := &message.Room{Level: m.Level, Nodes: m.Nodes, Need: m.Need, Part: m.Part, Most: m.Most, InUse: m.InUse, Blocks: m.Blocks}
	if m.Part == m.Need {
		out.Where = m.Where(t)
	}
	return out
}

// addPlaces adds the nodes on which waiting jobs are expected to start, provided
// that the search is cheap enough.
func (r *Replay) addPlaces(s *message.State, e *engine.Engine) {
	if s.Waiting > maxQueue {
		return
	}
	var jobs []workload.JobID
	for i := range s.Queue {
		if s.Queue[i].Promised != simtime.Never {
			jobs = append(jobs, s.Queue[i].Job)
		}
	}
	if jobs == nil {
		return
	}
	places := e.Places(jobs, max(1, placesWorth/r.config.Machine.NumNodes()))
	s.Holds = places.Hold
	for i, k := 0, 0; i < len(jobs); k++ {
		if w := &s.Queue[k]; w.Job == jobs[i] {
			w.Where = places.Where[i]
			if i++; s.Chosen != nil && s.Chosen.Job == w.Job {
				s.Chosen.Where = w.Where
			}
		}
	}
}

// addWindows adds the scheduling windows (start time and nodes) that were compared
// for a job. The job is the first for which the engine knows windows, in this
// order: the selected job, the jobs of the step, the waiting jobs.
func (r *Replay) addWindows(s *message.State, e *engine.Engine, i int, asked workload.JobID) {
	jobs := []workload.JobID{asked}
	if i >= 0 {
		for _, x := range r.tape.Events(i) {
			jobs = append(jobs, x.Job)
		}
	}
	for k := range s.Queue {
		jobs = append(jobs, s.Queue[k].Job)
	}
	for _, job := range jobs {
		all, best := e.Windows(job)
		if all == nil {
			continue
		}
		s.Windows = &message.Windows{Job: job, Best: int32(best)}
		for _, x := range all {
			s.Windows.All = append(s.Windows.All, message.SchedulingWindow{At: x.At, Where: x.Where, Cost: x.Worth.Cost, Speed: x.Worth.Speed})
		}
		return
	}
}

// rounds returns the rounds of the batch algorithm (source S0) in the scheduling
// pass of step i. It returns nil if no job waits or starts.
func (r *Replay) rounds(i int, s *message.State) []queue.Round {
	if s.Waiting == 0 && !slices.ContainsFunc(r.tape.Events(i), func(e trace.Event) bool { return e.Kind == trace.Start }) {
		return nil
	}
	all := slices.DeleteFunc(r.tape.Rounds(i), func(x queue.Round) bool { return len(x.Jobs) > maxBatch })
	if len(all) > maxRounds {
		all = append(all[:maxRounds-1], all[len(all)-1])
	}
	return all
}

// stops returns the decisions of the pass of step i to stop running jobs.
func (r *Replay) stops(i int) []queue.Preemption {
	all := r.tape.Preemptions(i)
	for k := range all {
		all[k].Verdicts = all[k].Verdicts[:min(len(all[k].Verdicts), maxStops)]
	}
	return all
}

// explain adds the reasons for the events of step i. On small machines it also adds
// the placements that were compared for a job that started in the step. That is the
// selected job, if it started in the step, or else the first job that did.
func (r *Replay) explain(s *message.State, after *engine.Engine, i int, asked workload.JobID) {
	events := r.tape.Events(i)
	s.Reasons = make([]message.Reason, len(events))
	free := s.Idle
	for k := len(events) - 1; k >= 0; k-- { // backwards, because only the number of free nodes after the step is known
		e := &events[k]
		s.Reasons[k] = message.Reason{Reason: e.Why, Job: e.Job, Of: e.Of}
		switch e.Kind {
		case trace.Start:
			free += int32(e.Placement.Nodes())
			if q := &r.config.Jobs[e.Job].Request; q.Network.Exclusive {
				free += int32(after.State().BlockedBy(q, e.Placement).Nodes())
			}
			s.Reasons[k].Free = free
		case trace.Freeze:
			free += int32(e.Placement.Nodes())
		case trace.Requeue, trace.Fail:
			done, all := r.tape.Seek(i).Done(e.Job, e.Time)
			kept := 0.0
			if e.Kind == trace.Requeue {
				kept = after.Kept(e.Job)
			}
			s.Reasons[k].Lost = max(0, done-simtime.Duration(kept*float64(all)+0.5))
		}
	}
	if r.config.Machine.NumNodes() > cheapNodes {
		return
	}
	first := workload.NoJob
	for k := range events {
		if events[k].Kind == trace.Start && (first == workload.NoJob || events[k].Job == asked) {
			first = events[k].Job
		}
	}
	if first != workload.NoJob {
		s.Weighed = r.weigh(i, first, false)
	}
}

// Weigh returns the placements that the allocator compared for a job when it
// started the job in the given step.
func (r *Replay) Weigh(ask *message.ListPlacements) *message.PlacementList {
	if w := r.window; w != nil && int(ask.Step) > len(w.head) && w.job(ask.Job) != workload.NoJob {
		weighed := r.weigh(w.step(int(ask.Step))-1, w.job(ask.Job), ask.All)
		weighed.Step, weighed.Job = ask.Step, ask.Job
		return weighed
	}
	if r.window != nil || ask.Step < 1 || int(ask.Step) > r.tape.Len() {
		return &message.PlacementList{Serial: r.asked.Serial, Step: ask.Step, Job: ask.Job}
	}
	return r.weigh(int(ask.Step)-1, ask.Job, ask.All)
}

// weigh returns the same as Weigh, but counts steps from 0 and uses the job numbers
// of the whole run.
func (r *Replay) weigh(i int, job workload.JobID, all bool) *message.PlacementList {
	w := &message.PlacementList{Serial: r.asked.Serial, Step: int32(i) + 1, Job: job}
	choice := r.tape.Explain(i, job, maxWeighed)
	if choice.Free != nil {
		w.Free = choice.Free.Count(&r.config.Jobs[job].Request)
	}
	w.Filters = choice.Excluded
	w.Costs = ranks(r.config.Allocator)
	switch r.config.Allocator.(type) {
	case alloc.MinHopUnits, alloc.MDM:
		if choice.Free != nil {
			(*searching)(r).add(w, &choice, all)
		}
	}
	for _, c := range choice.Candidates {
		w.Candidates = append(w.Candidates, message.Candidate{Placement: c.Placement, Cost: c.Cost, Tie: c.Tie, Speed: c.Speed, Device: r.device(c.Device)})
	}
	if w.Costs && len(w.Candidates) > 0 {
		w.Sum = (*searching)(r).sum(&w.Candidates[0])
	}
	return w
}

// searching is a Replay with methods that explain how a placement was found. It is
// a separate type, because the build puts these methods into a part of the program
// that is downloaded later: when a reader first looks at a placement.
type searching Replay

// add adds details of the search. For the allocator of source S0 it adds the number
// of combinations of units and, if all is set, makes the combinations the
// candidates. For MDM it adds the levels of the search.
func (r *searching) add(w *message.PlacementList, choice *engine.PlacementChoice, all bool) {
	switch a := r.config.Allocator.(type) {
	case alloc.MinHopUnits:
		if w.Ways = a.CountCombinations(choice.Request, choice.Free); w.Ways == math.MaxInt64 {
			w.Ways = 0
		}
		if !all {
			return
		}
		if rivals := a.Combinations(choice.Request, choice.Free, maxListed); rivals != nil {
			choice.Candidates = rivals
		}
	case alloc.MDM:
		if len(choice.Candidates) == 0 {
			return
		}
		for _, l := range a.Levels(choice.Request, choice.Free, choice.Candidates[0].Device) {
			w.Levels = append(w.Levels, message.Candidate{Placement: l.Reached, Cost: l.Distance, Tie: int64(l.Taken.Tasks())})
		}
	}
}
