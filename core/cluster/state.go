package cluster

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Slot is the index of a running job in the State. It does not change while the job
// runs.
type Slot int32

// Running describes a running job.
type Running struct {
	Request   *workload.Request
	Placement Placement // nodes that the job holds now
	Frozen    Placement // nodes set aside for the growth of the job; nil if there are none
	Start     simtime.Time
	Ready     simtime.Time // when its nodes are up and its walltime begins: Start, unless nodes slept
	Limit     simtime.Time // end of its walltime
	Suspended simtime.Time // of a suspended job: the beginning of its suspension
}

// Size returns the number of nodes or tasks that the job holds now. It differs from
// the requested size if the job has grown or shrunk. Cost: O(runs).
func (r *Running) Size() int32 { return int32(r.Placement.Tasks()) }

// Held returns Size plus the size of what is frozen for the job. This is everything
// that becomes free when the job ends. Cost: O(runs).
func (r *Running) Held() int32 { return r.Size() + int32(r.Frozen.Tasks()) }

// GiveTo frees in f everything that becomes free when the job ends. Cost: the cost
// of Free.Give.
func (r *Running) GiveTo(f *Free) {
	f.Give(r.Request, r.Placement)
	if len(r.Frozen) > 0 {
		f.give(r.Request, r.Frozen, true)
	}
}

// TakeFrom reverses GiveTo. Cost: the cost of Free.Take.
func (r *Running) TakeFrom(f *Free) {
	f.Take(r.Request, r.Placement)
	if len(r.Frozen) > 0 {
		f.take(r.Request, r.Frozen, true)
	}
}

// WalltimeEnd is an entry in the list of running jobs ordered by the end of their
// walltime.
type WalltimeEnd struct {
	At   simtime.Time
	Size int32 // number of nodes or tasks that become free when the job ends: those it holds, those frozen for it, and nodes that it blocks
	Slot Slot
}

// State is the machine during a run: what is free and which jobs hold the rest.
// Only the engine changes it. A suspended job holds nothing here, so that nothing is
// allocated twice. It keeps its slot and its placement, and resumes on the same nodes.
type State struct {
	Free
	slots     []Running
	unused    []Slot
	limits    []WalltimeEnd // ascending by At, then in the order of insertion
	suspended []Slot        // in the order of suspension
	held      int32         // result of Held
	changes   int           // result of Changes
	wake      simtime.Duration
	beds      []bed // of each node; nil if nodes do not sleep
}

// NewState returns the state of an empty machine.
func NewState(m *Machine) *State { return &State{Free: *NewFree(m)} }

// Clone returns an independent copy. Cost: O(nodes + running jobs).
func (s *State) Clone() *State {
	return &State{*s.Free.Clone(), slices.Clone(s.slots), slices.Clone(s.unused), slices.Clone(s.limits), slices.Clone(s.suspended), s.held, s.changes, s.wake, slices.Clone(s.beds)}
}

// Start adds a running job to the machine and returns its slot. It panics if the
// placement is not free, because an allocator that breaks its contract must not
// corrupt a run. Cost: O(runs + running jobs).
func (s *State) Start(r *workload.Request, p Placement, now simtime.Time) Slot {
	size := s.checkedTake(r, p)
	ready := now
	if s.beds != nil {
		ready = now.Add(s.Lead(p, now))
		s.rouse(p, now)
	}
	job := Running{Request: r, Placement: p, Start: now, Ready: ready, Limit: ready.Add(r.Walltime)}
	var slot Slot
	if n := len(s.unused); n > 0 {
		slot, s.unused = s.unused[n-1], s.unused[:n-1]
		s.slots[slot] = job
	} else {
		slot = Slot(len(s.slots))
		s.slots = append(s.slots, job)
	}
	s.held += size
	s.changes++
	s.insert(WalltimeEnd{job.Limit, size, slot})
	return slot
}

// checkedTake subtracts a placement from the free resources. It panics if the
// placement does not have the size that the job asked for, or is not free. For a
// job that may use any idle nodes, it only compares the numbers of idle nodes
// before and after. This saves a check of each node. It returns the number of nodes
// or tasks that are no longer free, with those that an exclusive job blocks.
func (s *State) checkedTake(r *workload.Request, p Placement) (size int32) {
	if p.Tasks() != int(r.Size()) {
		panic(fmt.Sprintf("cluster: job %d asked for %d and was given %d (%v)", r.Number, r.Size(), p.Tasks(), p))
	}
	if size = r.Size(); r.Network.Exclusive {
		size = int32(s.Claim(r, p).Nodes())
	}
	counts := r.Whole() && !s.m.Selects(r)
	idle, free := s.idle.Len(), counts || s.Has(r, p)
	if free {
		s.Take(r, p)
	}
	if !free || counts && idle-s.idle.Len() != int(size) {
		panic(fmt.Sprintf("cluster: job %d was placed on %v, part of which is not free", r.Number, p))
	}
	if s.spare < 0 && s.m.capped {
		panic(fmt.Sprintf("cluster: job %d on %v brings the machine above its power cap", r.Number, p))
	}
	return size
}

// End removes a running or suspended job from the machine and returns it. What the job
// held and what was frozen for it become free; a suspended job holds nothing. The result
// is valid until the next Start. Cost: O(runs + running jobs).
func (s *State) End(slot Slot) *Running {
	job := &s.slots[slot]
	if i := slices.Index(s.suspended, slot); i >= 0 {
		s.suspended = slices.Delete(s.suspended, i, i+1)
		s.changes++
		s.unused = append(s.unused, slot)
		return job
	}
	s.letGo(slot)
	s.unused = append(s.unused, slot)
	return job
}

// letGo frees what a running job holds and what was frozen for it.
func (s *State) letGo(slot Slot) {
	i := s.find(slot)
	s.held -= s.limits[i].Size
	s.limits = slices.Delete(s.limits, i, i+1)
	s.changes++
	s.slots[slot].GiveTo(&s.Free)
}

// Job returns the running job with the given slot.
func (s *State) Job(slot Slot) *Running { return &s.slots[slot] }

// Suspend frees what a running job holds. The job keeps its slot until Resume or End. It
// must not be growing. Cost: O(runs + running jobs).
func (s *State) Suspend(slot Slot, now simtime.Time) {
	s.letGo(slot)
	s.slots[slot].Suspended = now
	s.suspended = append(s.suspended, slot)
}

// Resume gives a suspended job its placement again. The end of its walltime moves by the
// length of the suspension. It panics if the placement is not free. Cost: that of Start.
func (s *State) Resume(slot Slot, now simtime.Time) {
	i := slices.Index(s.suspended, slot)
	if i < 0 {
		panic("cluster: a job resumes that is not suspended")
	}
	job := &s.slots[slot]
	size := s.checkedTake(job.Request, job.Placement)
	s.suspended = slices.Delete(s.suspended, i, i+1)
	job.Limit, job.Suspended = job.Limit.Add(now.Sub(job.Suspended)), 0
	s.held += size
	s.changes++
	s.insert(WalltimeEnd{job.Limit, size, slot})
}

// IsSuspended reports whether the job of a slot is suspended. Cost: O(suspended jobs).
func (s *State) IsSuspended(slot Slot) bool { return slices.Contains(s.suspended, slot) }

// Suspended returns the suspended jobs in the order of their suspension. The caller must
// not change the list.
func (s *State) Suspended() []Slot { return s.suspended }

// Limits returns the running jobs ordered by the end of their walltime, earliest
// first. The caller must not change the list.
func (s *State) Limits() []WalltimeEnd { return s.limits }

// NumRunning returns the number of running jobs.
func (s *State) NumRunning() int { return len(s.limits) }

// Held returns the total number of nodes or tasks that are not free. These are the
// nodes or tasks that running jobs hold, those frozen for running jobs, nodes that
// exclusive jobs block, and those that nodes which are down could hold. If all jobs ask for the same resources, the
// number of free nodes or tasks is the capacity of the machine minus Held. Cost:
// O(1).
func (s *State) Held() int32 { return s.held }

// Changes returns a counter that increases with every start, end, extension and
// change of size of a job, and whenever nodes go down or come up. As long as the
// counter is the same, the free resources are the same, both now and after the
// walltime end of each job. Cost: O(1).
func (s *State) Changes() int { return s.changes }

// AppendRunning appends the running jobs to dst, ordered by JobID.
func (s *State) AppendRunning(dst []Running) []Running {
	first := len(dst)
	for _, l := range s.limits {
		dst = append(dst, s.slots[l.Slot])
	}
	slices.SortFunc(dst[first:], func(a, b Running) int { return cmp.Compare(a.Request.ID, b.Request.ID) })
	return dst
}

// Holder returns the first running job found that uses node n, or false if no job
// does. It is meant for display, not for decisions. Cost: O(running jobs).
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

// Extend sets a new end of the walltime of a running or suspended job, because its
// expected end has changed. Cost: O(running jobs).
func (s *State) Extend(slot Slot, limit simtime.Time) {
	job := &s.slots[slot]
	if s.IsSuspended(slot) {
		job.Limit = limit
		s.changes++
		return
	}
	i := s.find(slot)
	l := s.limits[i]
	s.limits = slices.Delete(s.limits, i, i+1)
	s.changes++
	job.Limit, l.At = limit, limit
	s.insert(l)
}

// find returns the index in limits of the running job with the given slot.
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

// limitsBefore returns the number of limits before the given time. It is called
// four times per job and therefore does not use sort.Search, which would call a
// function for each entry that it examines.
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
