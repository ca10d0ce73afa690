package quiz

import (
	"cmp"
	"slices"

	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Fact is part of the explanation of an answer: a reason why a job starts or waits,
// or a calculation.
type Fact struct {
	Job    workload.JobID
	Reason why.Reason   // its Code is None if the Fact consists only of Sum
	Need   int64        // number of nodes or tasks that Job needs, if Sum calculates how many are free
	At     simtime.Time // time for which Sum calculates how many nodes or tasks are free; a time before that of the question stands for the time of the question
	Sum    []Term
}

// Total returns the value of the sum.
func (f *Fact) Total() (total int64) {
	for _, t := range f.Sum {
		if t.Kind == PairsTerm {
			total += t.Number * t.Each
		} else {
			total += t.Number
		}
	}
	return total
}

// Term is one number of a sum.
type Term struct {
	Kind   TermKind
	Number int64          // below 0 if it is subtracted
	Each   int64          // for a PairsTerm: distance of the pairs; for other terms see the TermKind
	Job    workload.JobID // NoJob if none
	At     simtime.Time
	Part   int32  // for a PartTerm: the queue.PartKind; for a RoomTerm or WantTerm: the link
	Name   string // for a FarTerm: name of the device (a node or switch) from which the distance is measured
}

// TermKind is the meaning of a Term.
type TermKind uint8

// The kinds of terms. The first term of a sum shows what is calculated: free room
// (the number of free nodes or tasks), the cost of a placement, a share, a
// priority, a tie, or the speed on a link. Below, the word before the colon names
// this calculation.
const (
	FreeTerm   TermKind = iota // room: what is free before the pass
	EndsTerm                   // room: given back by Job, whose walltime ends at At
	StartsTerm                 // room: taken by Job, which starts in this pass
	HeldTerm                   // room: taken by Job, which is promised a start at At
	PairsTerm                  // a placement: number of pairs of nodes at distance Each
	FarTerm                    // a placement: distance from the device called Name to the farthest node of the placement
	WholeTerm                  // a share, reserve or limit as a whole
	UsedTerm                   // a share, reserve or limit: what was used before the pass
	GivenTerm                  // a share, reserve or limit: what the pass uses, for Job, or for several jobs if Job is NoJob
	PartTerm                   // a part of a priority, in thousandths
	TieTerm                    // a tie: sum over all pairs of this placement; Each: the sum of the chosen placement
	SpeedTerm                  // a tie: speed of this placement, in thousandths; Each: the speed of the chosen placement
	RoomTerm                   // a link: part of its capacity that slower jobs leave free, in tenths of a percent
	WantTerm                   // a link: what the jobs that are not slower would use at full speed, in tenths of a percent
	KeyTerm                    // nodes chosen by a key (alloc.KeyedAllocator): largest cost of a node that is only in this placement; Each: largest cost of a node that is only in the chosen placement
)

// room returns the calculation of how much is free for a job at a given time. It
// begins with what is free before the pass. It adds what expiring walltimes give
// back by the given time. It subtracts the jobs that start in the pass and still
// run at that time, and what other jobs are promised. Only starting jobs before a
// certain job in the queue are subtracted. This job is the parameter turn; NoJob
// means that all starting jobs are subtracted. room returns nil if counting does
// not decide which jobs fit (see counted).
func (m *moment) room(id workload.JobID, at simtime.Time, turn workload.JobID) []Term {
	if !m.counted() || !m.sumsHold() {
		return nil
	}
	state := m.before.State()
	sum := []Term{{Kind: FreeTerm, Number: int64(m.quiz.capacity - state.Held()), Job: workload.NoJob}}
	for _, l := range state.Limits() {
		if l.At <= at {
			sum = append(sum, Term{Kind: EndsTerm, Number: int64(l.Size), Job: state.Job(l.Slot).Request.ID, At: l.At})
		}
	}
	for i := range m.starts {
		x := &m.starts[i]
		if x.Job != id && m.limit(x.Job) > at && m.isBefore(x.Job, turn) {
			sum = append(sum, Term{Kind: StartsTerm, Number: -int64(x.Placement.Tasks()), Job: x.Job})
		}
	}
	for _, d := range m.rivals(id) {
		if d.Promised <= at && at < d.Promised.Add(m.job(d.Job).Walltime) {
			sum = append(sum, Term{Kind: HeldTerm, Number: -int64(m.job(d.Job).Size()), Job: d.Job, At: d.Promised})
		}
	}
	return sum
}

// limit returns the end of the walltime of a job that the pass starts. If the job
// starts with less than it asks for, this walltime may differ from the one in the
// job list.
func (m *moment) limit(id workload.JobID) simtime.Time {
	state := m.after.State()
	for _, l := range state.Limits() {
		if state.Job(l.Slot).Request.ID == id {
			return l.At
		}
	}
	return m.ends(id)
}

// sumsHold reports whether the change in the number of free nodes or tasks during
// the pass is due to the started jobs alone. It returns false if something else was
// given or taken, such as nodes set aside for a growth.
func (m *moment) sumsHold() bool {
	free := int64(m.quiz.capacity - m.before.State().Held())
	for i := range m.starts {
		free -= int64(m.starts[i].Placement.Tasks())
	}
	return free == int64(m.free())
}

// isBefore reports whether job a is before job b in the queue. Every job is before
// NoJob.
func (m *moment) isBefore(a, b workload.JobID) bool {
	if b == workload.NoJob {
		return true
	}
	for _, d := range m.waiting {
		switch d.Job {
		case a:
			return true
		case b:
			return false
		}
	}
	return false
}

// rivals returns the promises to other jobs that a job must not break.
func (m *moment) rivals(id workload.JobID) (out []promised) {
	if m.quiz.rule.Promises == policies.NoPromise {
		return nil
	}
	for _, d := range m.still {
		if d.Job == id {
			if m.quiz.rule.Promises == policies.AllPromises {
				continue
			}
			break
		}
		if d.Promised != simtime.Never {
			out = append(out, promised{d.Job, d.Promised})
		}
	}
	return out
}

// promised is a promise: a job and its latest start.
type promised struct {
	Job      workload.JobID
	Promised simtime.Time
}

// lack returns the calculation for the first time at which too little is free for a
// job that starts at the given time. It returns false if there is always enough, or
// if counting does not decide which jobs fit. The parameter turn has the same
// meaning as in room.
func (m *moment) lack(id workload.JobID, at simtime.Time, turn workload.JobID) (Fact, bool) {
	instants := []simtime.Time{at}
	for _, d := range m.rivals(id) { // the number of free nodes drops only when a promised job starts
		if d.Promised > at && d.Promised < at.Add(m.job(id).Walltime) {
			instants = append(instants, d.Promised)
		}
	}
	slices.Sort(instants)
	for _, t := range instants {
		f := Fact{Job: id, Need: int64(m.job(id).Size()), At: t, Sum: m.room(id, t, turn)}
		if f.Sum != nil && f.Total() < f.Need {
			return f, true
		}
	}
	return Fact{}, false
}

// lackNow returns the calculation of lack for a job that still waits after the
// pass, as if this job started now. It first subtracts only the starting jobs that
// come before this job in the queue. If they leave enough room, it subtracts all
// starting jobs.
func (m *moment) lackNow(id workload.JobID) (Fact, bool) {
	if f, ok := m.lack(id, m.mark.Time, id); ok {
		return f, true
	}
	return m.lack(id, m.mark.Time, workload.NoJob)
}

// waitFacts returns facts that explain why a job still waits after the pass: the
// calculation if counting decides which jobs fit, otherwise the reason in words.
func (m *moment) waitFacts(id workload.JobID) []Fact {
	d := m.waits(id)
	if d == nil {
		return nil
	}
	switch d.Why.Code {
	case why.TooFewFree, why.WouldDelay, why.Reserved:
		if f, ok := m.lackNow(id); ok {
			return []Fact{f}
		}
	case why.BehindHead:
		if f, ok := m.lackNow(d.Why.Blocker); ok {
			return []Fact{{Job: id, Reason: d.Why}, f}
		}
	}
	return []Fact{{Job: id, Reason: d.Why}}
}

// waitCode returns the reason for which the pass did not start a job when it
// considered this job. It may differ from the reason at the end of the pass,
// because later starts may have filled the remaining room.
func (m *moment) waitCode(d *queue.Decision) why.Code {
	switch d.Why.Code {
	case why.TooFewFree, why.WouldDelay, why.Reserved:
		if f, ok := m.lackNow(d.Job); ok && f.At <= m.mark.Time {
			return why.TooFewFree
		} else if ok && d.Why.Code == why.TooFewFree {
			return why.WouldDelay
		}
	}
	return d.Why.Code
}

// startFact returns the fact that explains why a job starts.
func startFact(x *trace.Event) Fact { return Fact{Job: x.Job, Reason: x.Why} }

// enough returns the calculation which shows that a job has room at an instant. It
// returns false if counting does not show that.
func (m *moment) enough(id workload.JobID, at simtime.Time) (Fact, bool) {
	f := Fact{Job: id, Need: int64(m.job(id).Size()), At: at, Sum: m.room(id, at, workload.NoJob)}
	return f, f.Sum != nil && f.Total() >= f.Need
}

// pairs returns the calculation of a placement's sum of pairwise distances, with
// one task on each node. A term is the number of pairs at one distance; the
// smallest distance comes first.
func pairs(t topology.Topology, nodes []topology.NodeID) []Term {
	counts := map[int64]int64{}
	for i, a := range nodes {
		for _, b := range nodes[i+1:] {
			counts[int64(t.Distance(a, b))]++
		}
	}
	var sum []Term
	for d, n := range counts {
		sum = append(sum, Term{Kind: PairsTerm, Number: n, Each: d, Job: workload.NoJob})
	}
	slices.SortFunc(sum, func(a, b Term) int { return cmp.Compare(a.Each, b.Each) })
	return sum
}
