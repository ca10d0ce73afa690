package faults

import (
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Heartbeat is how failures are noticed: nodes beat at every multiple of
// Period. A node's beat of an instant comes if it works then, and also if it
// fails in that instant; it is missed Misses beats after the last that came.
// A node that works again before has never been away.
//
// Source: S2, scheme 1 and claim 2 (SOURCES.md S2.7): the resource system keeps
// the state of all computing resources by heartbeats. INFERRED: the rest; the
// document gives neither a period nor a number of misses.
type Heartbeat struct {
	Period simtime.Duration
	Misses int32
}

// AtOnce reports whether failures are noticed when they happen.
func (h Heartbeat) AtOnce() bool { return h.Period <= 0 || h.Misses <= 0 }

// Watch is the resource system listening to heartbeats: the nodes that have
// fallen silent and were not missed yet. It is not for heartbeats that notice
// at once.
type Watch struct {
	Heartbeat
	silent []silence // ascending by node
	due    simtime.Time
}

// silence is a node from which no beat came for a while.
type silence struct {
	node topology.NodeID
	last simtime.Time // its last beat
	next simtime.Time // its next one, as it works again; Never while it does not
}

// NewWatch is a watch over nodes that all beat.
func NewWatch(h Heartbeat) Watch { return Watch{Heartbeat: h, due: simtime.Never} }

// Clone returns an independent copy.
func (w *Watch) Clone() Watch { return Watch{w.Heartbeat, slices.Clone(w.silent), w.due} }

// Fail says that nodes which worked fail at an instant. Cost: O(nodes · log of
// those silent) for nodes in ascending order.
func (w *Watch) Fail(p cluster.Placement, at simtime.Time) {
	w.forget(at)
	last := at - at%simtime.Time(w.Period)
	for n := range p.All {
		i, was := w.find(n)
		if was { // it came back, and failed again before it could beat
			w.silent[i].next = simtime.Never
		} else {
			w.silent = slices.Insert(w.silent, i, silence{n, last, simtime.Never})
		}
		w.due = min(w.due, w.missed(w.silent[i].last))
	}
}

// Back says that nodes work again which have failed and were not missed yet.
// Cost: as Fail.
func (w *Watch) Back(p cluster.Placement, at simtime.Time) {
	period := simtime.Time(w.Period)
	for n := range p.All {
		if i, was := w.find(n); was {
			w.silent[i].next = (at + period - 1) / period * period
		}
	}
	w.forget(at)
}

// Due is when nodes are missed next if none comes back, or simtime.Never.
func (w *Watch) Due() simtime.Time { return w.due }

// Missed takes the nodes off the watch that are missed by an instant.
// Cost: O(silent nodes).
func (w *Watch) Missed(now simtime.Time) (p cluster.Placement) {
	for _, s := range w.silent {
		if s.next == simtime.Never && w.missed(s.last) <= now {
			p = p.Append(s.node, s.node, 1)
		}
	}
	w.silent = slices.DeleteFunc(w.silent, func(s silence) bool { return s.next == simtime.Never && w.missed(s.last) <= now })
	w.forget(now)
	return p
}

// missed is when a node is missed whose last beat came at an instant.
func (w *Watch) missed(last simtime.Time) simtime.Time {
	return last.Add(w.Period * simtime.Duration(w.Misses))
}

func (w *Watch) find(n topology.NodeID) (int, bool) {
	i := sort.Search(len(w.silent), func(i int) bool { return w.silent[i].node >= n })
	return i, i < len(w.silent) && w.silent[i].node == n
}

// forget drops the nodes that have beaten again, and works out what is due.
func (w *Watch) forget(now simtime.Time) {
	w.silent = slices.DeleteFunc(w.silent, func(s silence) bool { return s.next <= now })
	w.due = simtime.Never
	for _, s := range w.silent {
		if s.next == simtime.Never {
			w.due = min(w.due, w.missed(s.last))
		}
	}
}
