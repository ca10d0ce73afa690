package cluster

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Watts is the power that a node draws, in thousandths of a watt. Between idle and
// active the power grows linearly with the share of the node's GPUs that jobs hold,
// or of its cores if it has no GPUs.
//
// Source: the energy plugin of SimGrid, with two values for each host (SOURCES.md
// POWER.1). INFERRED: what a job holds counts as busy, whatever the job does with it.
type Watts struct {
	Idle   int64 // the node is up and no job uses it; also while it powers down or up
	Active int64 // jobs hold the whole node
	Off    int64 // the node is powered down
}

// above returns how much more a node draws than an idle one if tasks of r hold a part
// of it. It is rounded down to thousandths of a watt for each job.
func (s *Spec) above(r *workload.Request, tasks int32) int64 {
	more := s.Power.Active - s.Power.Idle
	if r.Whole() || more == 0 {
		return more
	}
	k := workload.Cores
	if s.Resources[workload.GPUs] > 0 {
		k = workload.GPUs
	}
	return more * (r.PerTask[k] * int64(tasks)) / s.Resources[k]
}

// Powered reports whether some kind of node says how much power it draws.
func (m *Machine) Powered() bool {
	for i := range m.specs {
		if m.specs[i].Power != (Watts{}) {
			return true
		}
	}
	return false
}

// SetCap sets the power that the machine may draw at most, in thousandths of a watt.
// It may only be called while a machine is being built, after all groups are set.
func (m *Machine) SetCap(most int64) { m.cap, m.capped = most, true }

// Cap returns the power that the machine may draw at most, in thousandths of a watt,
// and whether there is such a limit.
func (m *Machine) Cap() (most int64, capped bool) { return m.cap, m.capped }

// sumWatts returns the power of the given nodes if each draws what the function returns for its
// kind. Cost: O(1) on a uniform machine, otherwise O(nodes).
func (m *Machine) sumWatts(p Placement, of func(*Spec, int32) int64) (sum int64) {
	for _, run := range p {
		if m.class == nil {
			sum += int64(run.Nodes()) * of(&m.specs[0], run.Tasks)
			continue
		}
		for n := run.First; n <= run.Last; n++ {
			sum += of(m.Spec(n), run.Tasks)
		}
	}
	return sum
}

// IdleWatts returns the power of the given nodes while no job uses them, in
// thousandths of a watt.
func (m *Machine) IdleWatts(p Placement) int64 {
	return m.sumWatts(p, func(s *Spec, _ int32) int64 { return s.Power.Idle })
}

// OffWatts returns how much less the given nodes draw while they are powered down than
// while they are idle, in thousandths of a watt.
func (m *Machine) OffWatts(p Placement) int64 {
	return m.sumWatts(p, func(s *Spec, _ int32) int64 { return s.Power.Idle - s.Power.Off })
}

// JobWatts returns how much more the given nodes draw while r runs on them, in
// thousandths of a watt.
func (m *Machine) JobWatts(r *workload.Request, p Placement) int64 {
	return m.sumWatts(p, func(s *Spec, tasks int32) int64 { return s.above(r, tasks) })
}

// MostWatts returns a bound of JobWatts for any placement of r.
func (m *Machine) MostWatts(r *workload.Request) (most int64) {
	for i := range m.specs {
		if s := &m.specs[i]; s.Slots(r) > 0 {
			most = max(most, s.above(r, 1)+1)
		}
	}
	return most * int64(r.Size())
}

// ShareWatts returns the part of the idle power of the given nodes that falls to r: the
// share of each node that it holds, in thousandths of a watt.
func (m *Machine) ShareWatts(r *workload.Request, p Placement) int64 {
	return m.sumWatts(p, func(s *Spec, tasks int32) int64 {
		idle := Spec{Resources: s.Resources, Power: Watts{Active: s.Power.Idle}}
		return idle.above(r, tasks)
	})
}

// all returns the placement of one task on every node.
func (m *Machine) all() Placement {
	return Placement{{First: 0, Last: topology.NodeID(m.NumNodes() - 1), Tasks: 1}}
}

// spare returns how much power the cap leaves on the empty machine, with every node
// idle.
func (m *Machine) spare() int64 {
	if !m.capped {
		return 0
	}
	return m.cap - m.IdleWatts(m.all())
}

// SpareWatts returns how much more power jobs may draw now under the machine's cap, in
// thousandths of a watt. Each node that no job uses counts as idle, even if it sleeps,
// so that it can be woken at any time.
func (f *Free) SpareWatts() int64 { return f.spare }

// Asleep returns the nodes that are powered down or about to be. The caller must not
// change the set.
func (f *Free) Asleep() *topology.NodeSet { return &f.asleep }

// bed is the state of the power of one node.
type bed struct {
	at  simtime.Time // when the node is up, or powered down
	lie posture
}

// posture is the state of a node's power.
type posture uint8

const (
	up      posture = iota // it is up from the time at on
	falling                // it is being powered down until the time at
	off                    // it is powered down
)

// LetSleep lets nodes sleep from now on. A node that sleeps is up only wake after it is
// needed.
func (s *State) LetSleep(wake simtime.Duration) {
	s.wake, s.beds = wake, make([]bed, s.m.NumNodes())
	s.asleep = topology.NewNodeSet(s.m.NumNodes())
}

// PowerDown begins to power idle nodes down, which is done at the given time.
func (s *State) PowerDown(p Placement, done simtime.Time) {
	for _, run := range p {
		s.asleep.AddRange(run.First, run.Last)
	}
	for n := range p.All {
		s.beds[n] = bed{done, falling}
	}
	s.changes++
}

// PowerOff completes what PowerDown began for the given nodes, and returns those that
// no job has woken since.
func (s *State) PowerOff(p Placement, done simtime.Time) (still Placement) {
	for n := range p.All {
		if s.beds[n] == (bed{done, falling}) {
			s.beds[n].lie = off
			still = still.Append(n, n, 1)
		}
	}
	return still
}

// Sleeping returns the nodes of a placement that are powered down, and those that are
// being powered down. Cost: O(nodes of p), or O(1) if no node ever sleeps.
func (s *State) Sleeping(p Placement) (down, nearly Placement) {
	if s.beds != nil {
		return s.sleepers(p)
	}
	return nil, nil
}

// sleepers returns what Sleeping does, on a machine whose nodes may sleep.
func (s *State) sleepers(p Placement) (down, nearly Placement) {
	for n := range p.All {
		switch s.beds[n].lie {
		case off:
			down = down.Append(n, n, 1)
		case falling:
			nearly = nearly.Append(n, n, 1)
		}
	}
	return down, nearly
}

// Lead returns how long a job that starts on the given nodes now waits until all of
// them are up. Cost: O(1) if nodes do not sleep, otherwise O(nodes of p).
func (s *State) Lead(p Placement, now simtime.Time) (lead simtime.Duration) {
	if s.beds != nil {
		return s.wakeTime(p, now)
	}
	return 0
}

// wakeTime returns what Lead does, on a machine whose nodes may sleep.
func (s *State) wakeTime(p Placement, now simtime.Time) (lead simtime.Duration) {
	for n := range p.All {
		b := &s.beds[n]
		wait := max(0, b.at.Sub(now))
		if b.lie != up {
			wait += s.wake
		}
		lead = max(lead, wait)
	}
	return lead
}

// rouse wakes the nodes of a job that starts now.
func (s *State) rouse(p Placement, now simtime.Time) {
	for n := range p.All {
		if b := &s.beds[n]; b.lie != up {
			*b = bed{max(b.at, now).Add(s.wake), up}
			s.asleep.RemoveRange(n, n)
		}
	}
}
