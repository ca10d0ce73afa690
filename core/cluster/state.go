package cluster

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Slot is a running job's place in the State, from its start to its end.
type Slot int32

// Running is a job on the machine.
type Running struct {
	Request   *workload.Request
	Placement Placement // what it holds now
	Frozen    Placement // what is set aside for it to grow; nil if nothing is
	Start     simtime.Time
	Limit     simtime.Time // when the walltime ends
}

// Size is the number of nodes or tasks that the job holds now, which is not
// what it asked for if it has grown or shrunk. Cost: O(runs).
func (r *Running) Size() int32 { return int32(r.Placement.Tasks()) }

// Held is Size with what is frozen for the job: what its end gives back.
// Cost: O(runs).
func (r *Running) Held() int32 { return r.Size() + int32(r.Frozen.Tasks()) }

// GiveTo frees in f all that the end of the job gives back. Cost: that of
// Free.Give.
func (r *Running) GiveTo(f *Free) {
	f.Give(r.Request, r.Placement)
	if len(r.Frozen) > 0 {
		f.give(r.Request, r.Frozen, true)
	}
}

// TakeFrom undoes GiveTo. Cost: that of Free.Take.
func (r *Running) TakeFrom(f *Free) {
	f.Take(r.Request, r.Placement)
	if len(r.Frozen) > 0 {
		f.take(r.Request, r.Frozen, true)
	}
}

// WalltimeEnd is one running job in the order of walltime ends, with the size that
// its end gives back.
type WalltimeEnd struct {
	At   simtime.Time
	Size int32 // nodes or tasks: what it holds, and what is frozen for it
	Slot Slot
}

// State is who holds what on the machine. Only the engine changes it.
type State struct {
	Free
	slots   []Running
	unused  []Slot
	limits  []WalltimeEnd    // ascending by At, then by Slot of insertion
	held    int32            // see Held
	changes int              // see Changes
	down    topology.NodeSet // see OutOfUse
}

// NewState returns an empty machine.
func NewState(m *Machine) *State { return &State{Free: *NewFree(m)} }

// Clone returns an independent copy. Cost: O(nodes + running jobs).
func (s *State) Clone() *State {
	return &State{*s.Free.Clone(), slices.Clone(s.slots), slices.Clone(s.unused), slices.Clone(s.limits), s.held, s.changes, s.down.Clone()}
}

// Start puts a job on the machine and returns its slot. It panics if the
// placement is not free: an allocator that breaks its contract must not corrupt a
// run. Cost: O(runs + running jobs).
func (s *State) Start(r *workload.Request, p Placement, now simtime.Time) Slot {
	s.checkedTake(r, p)
	job := Running{Request: r, Placement: p, Start: now, Limit: now.Add(r.Walltime)}
	var slot Slot
	if n := len(s.unused); n > 0 {
		slot, s.unused = s.unused[n-1], s.unused[:n-1]
		s.slots[slot] = job
	} else {
		slot = Slot(len(s.slots))
		s.slots = append(s.slots, job)
	}
	s.held += r.Size()
	s.changes++
	s.insert(WalltimeEnd{job.Limit, r.Size(), slot})
	return slot
}

// checkedTake takes a placement off what is free, and panics if it is not what the
// job asked for or not free. Where any idle nodes will do, the nodes are counted
// before and after instead of being looked at twice.
func (s *State) checkedTake(r *workload.Request, p Placement) {
	if p.Tasks() != int(r.Size()) {
		panic(fmt.Sprintf("cluster: job %d asked for %d and was given %d (%v)", r.Number, r.Size(), p.Tasks(), p))
	}
	counts := r.Whole() && !s.m.Selects(r)
	idle, free := s.idle.Len(), counts || s.Has(r, p)
	if free {
		s.Take(r, p)
	}
	if !free || counts && idle-s.idle.Len() != int(r.Nodes) {
		panic(fmt.Sprintf("cluster: job %d was placed on %v, part of which is not free", r.Number, p))
	}
}

// End takes the job of a slot off the machine, with what is frozen for it, and
// returns what it was; that holds until the next Start. Cost: O(runs + running
// jobs).
func (s *State) End(slot Slot) *Running {
	job := &s.slots[slot]
	i := s.find(slot)
	s.held -= s.limits[i].Size
	s.limits = slices.Delete(s.limits, i, i+1)
	s.changes++
	job.GiveTo(&s.Free)
	s.unused = append(s.unused, slot)
	return job
}

// Job is the running job of a slot.
func (s *State) Job(slot Slot) *Running { return &s.slots[slot] }

// Limits are the running jobs by the end of their walltime, earliest first;
// do not change them.
func (s *State) Limits() []WalltimeEnd { return s.limits }

// NumRunning is the number of running jobs.
func (s *State) NumRunning() int { return len(s.limits) }

// Held is the sum of what running jobs hold, of what is frozen for them and of
// what nodes that are down would hold: where all jobs ask alike, what is free
// is what the machine holds less this. Cost: O(1).
func (s *State) Held() int32 { return s.held }

// Changes counts starts, ends, extensions, changes of size, and nodes that went
// and came: while it stays, so does what is free, now and at every walltime's
// end. Cost: O(1).
func (s *State) Changes() int { return s.changes }

// AppendRunning appends the running jobs to dst by JobID.
func (s *State) AppendRunning(dst []Running) []Running {
	first := len(dst)
	for _, l := range s.limits {
		dst = append(dst, s.slots[l.Slot])
	}
	slices.SortFunc(dst[first:], func(a, b Running) int { return cmp.Compare(a.Request.ID, b.Request.ID) })
	return dst
}

// Holder returns a running job that uses node n, and false if none does.
// Cost: O(running jobs); for looking, not for deciding.
func (s *State) Holder(n topology.NodeID) (*Running, bool) {
	for _, l := range s.limits {
		for _, run := range s.slots[l.Slot].Placement {
			if run.First <= n && n <= run.Last {
				return &s.slots[l.Slot], true
			}
		}
	}
	return nil, false
}

// Extend moves a running job's walltime end: it is expected to run on.
// Cost: O(running jobs).
func (s *State) Extend(slot Slot, limit simtime.Time) {
	job := &s.slots[slot]
	i := s.find(slot)
	l := s.limits[i]
	s.limits = slices.Delete(s.limits, i, i+1)
	s.changes++
	job.Limit, l.At = limit, limit
	s.insert(l)
}

// find is the place of a running job among the limits.
func (s *State) find(slot Slot) int {
	i := s.limitsBefore(s.slots[slot].Limit)
	for s.limits[i].Slot != slot {
		i++
	}
	return i
}

func (s *State) insert(l WalltimeEnd) {
	s.limits = slices.Insert(s.limits, s.limitsBefore(l.At+1), l)
}

// limitsBefore is how many limits come before an instant. (sort.Search would call a
// function for each that it looks at; this is done four times a job.)
func (s *State) limitsBefore(at simtime.Time) int {
	low, high := 0, len(s.limits)
	for low < high {
		if mid := int(uint(low+high) >> 1); s.limits[mid].At < at {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
