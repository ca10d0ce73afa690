package faults

import (
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Heartbeat describes how failures are noticed. Each node sends a heartbeat at
// every multiple of Period at which it works. A node that fails exactly at that
// instant still sends the heartbeat. A failure is noticed Misses periods after the
// node's last heartbeat. If the node works again before that time, its failure
// remains unnoticed.
//
// Source: S2, scheme 1 and claim 2 (SOURCES.md S2.7): the resource system keeps the
// state of all computing resources by heartbeats. INFERRED: the rest; the document
// gives neither a period nor a number of misses.
type Heartbeat struct {
	Period simtime.Duration
	Misses int32
}

// AtOnce reports whether failures are noticed when they happen.
func (h Heartbeat) AtOnce() bool { return h.Period <= 0 || h.Misses <= 0 }

// Watch is the resource system's monitor of heartbeats. It holds the nodes whose
// heartbeats have stopped but whose failure is not noticed yet. It must not be used
// if failures are noticed at once (AtOnce).
type Watch struct {
	Heartbeat
	silent []silence // in ascending order of nodes
	due    simtime.Time
}

// silence is a node whose heartbeats have stopped.
type silence struct {
	node topology.NodeID
	last simtime.Time // time of the node's last heartbeat
	next simtime.Time // time of the node's next heartbeat if it works again; simtime.Never while it is down
}

// NewWatch returns a watch for nodes that all send heartbeats at present.
func NewWatch(h Heartbeat) Watch { return Watch{Heartbeat: h, due: simtime.Never} }

// Clone returns an independent copy.
func (w *Watch) Clone() Watch { return Watch{w.Heartbeat, slices.Clone(w.silent), w.due} }

// Fail records that working nodes fail at an instant. Cost: O(nodes · log of the
// silent nodes) for nodes in ascending order.
func (w *Watch) Fail(p cluster.Placement, at simtime.Time) {
	w.forget(at)
	last := at - at%simtime.Time(w.Period)
	for n := range p.All {
		i, was := w.find(n)
		if was { // the node had recovered, and fails again before its next heartbeat
			w.silent[i].next = simtime.Never
		} else {
			w.silent = slices.Insert(w.silent, i, silence{n, last, simtime.Never})
		}
		w.due = min(w.due, w.missed(w.silent[i].last))
	}
}

// Back records that failed nodes work again at an instant. Nodes whose failure has
// been noticed are ignored. Cost: that of Fail.
func (w *Watch) Back(p cluster.Placement, at simtime.Time) {
	period := simtime.Time(w.Period)
	for n := range p.All {
		if i, was := w.find(n); was {
			w.silent[i].next = (at + period - 1) / period * period
		}
	}
	w.forget(at)
}

// Due returns the time at which the next failure will be noticed if no node
// recovers, or simtime.Never.
func (w *Watch) Due() simtime.Time { return w.due }

// Missed returns the nodes whose failures are noticed by an instant, and removes
// them from the watch. Cost: O(silent nodes).
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

// missed returns the time at which a failure is noticed if the node's last
// heartbeat was at the given time.
func (w *Watch) missed(last simtime.Time) simtime.Time {
	return last.Add(w.Period * simtime.Duration(w.Misses))
}

func (w *Watch) find(n topology.NodeID) (int, bool) {
	i := sort.Search(len(w.silent), func(i int) bool { return w.silent[i].node >= n })
	return i, i < len(w.silent) && w.silent[i].node == n
}

// forget removes nodes that have sent a heartbeat again, and updates due.
func (w *Watch) forget(now simtime.Time) {
	w.silent = slices.DeleteFunc(w.silent, func(s silence) bool { return s.next <= now })
	w.due = simtime.Never
	for _, s := range w.silent {
		if s.next == simtime.Never {
			w.due = min(w.due, w.missed(s.last))
		}
	}
}
