package faults_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

func nodes(list ...topology.NodeID) (p cluster.Placement) {
	for _, n := range list {
		p = p.Append(n, n, 1)
	}
	return p
}

// TestMissed checks when failures are noticed if heartbeats are sent at the times
// 10, 20 and so on, and 3 heartbeats must be missed.
func TestMissed(t *testing.T) {
	for _, c := range []struct{ fails, missed simtime.Time }{
		{95, 120}, {99, 120}, {100, 130}, {101, 130}, {0, 30}, // a node that fails at the instant of a heartbeat still sends this heartbeat
	} {
		w := faults.NewWatch(faults.Heartbeat{Period: 10, Misses: 3})
		if w.Due() != simtime.Never {
			t.Errorf("somebody is missed at %v", w.Due())
		}
		w.Fail(nodes(4), c.fails)
		if w.Due() != c.missed {
			t.Errorf("a node that fails at %d ms is missed at %d ms, want %d", c.fails, w.Due(), c.missed)
		}
		if p := w.Missed(c.missed - 1); p != nil {
			t.Errorf("%v missed too soon", p)
		}
		if p := w.Missed(c.missed); p.String() != "4" || w.Due() != simtime.Never {
			t.Errorf("missed %v, then due %v", p, w.Due())
		}
	}
}

// TestBackBeforeMissed checks that the failure of a node is not noticed if the node
// recovers in time. If the node fails again before its next heartbeat, the earlier
// missed heartbeats must count, too.
func TestBackBeforeMissed(t *testing.T) {
	w := faults.NewWatch(faults.Heartbeat{Period: 10, Misses: 3})
	w.Fail(nodes(4, 5), 101)
	w.Back(nodes(4, 5), 112)
	if w.Due() != simtime.Never {
		t.Errorf("missed at %v although all are back", w.Due())
	}
	w.Fail(nodes(4), 118) // this node has missed the heartbeat at 110 and will miss the heartbeat at 120
	w.Fail(nodes(5), 121) // this node has sent the heartbeat at 120
	if p := w.Missed(130); p.String() != "4" {
		t.Errorf("missed at 130: %v", p)
	}
	if w.Due() != 150 {
		t.Errorf("the other is missed at %v", w.Due())
	}
	w.Fail(nodes(7), 122)
	w.Back(nodes(7), 150) // these nodes send a heartbeat at this very instant
	if p := w.Missed(150); p.String() != "5" {
		t.Errorf("missed at 150: %v", p)
	}
}

// TestWatchTwin compares the watch with a simple implementation that counts missed
// heartbeats, tick by tick and node by node.
func TestWatchTwin(t *testing.T) {
	const n, end = 6, 400
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		h := faults.Heartbeat{Period: simtime.Duration(1 + r.IntN(12)), Misses: int32(1 + r.IntN(4))}
		w := faults.NewWatch(h)
		var fails [n]bool
		var missed [n]int32 // number of consecutive missed heartbeats of each node
		var gone [n]bool
		for now := range simtime.Time(end) {
			var back, down, want []topology.NodeID
			failed := fails
			for i := range topology.NodeID(n) {
				if gone[i] || r.IntN(8) > 0 {
					continue
				}
				if fails[i] = !fails[i]; fails[i] {
					down = append(down, i)
				} else {
					back = append(back, i)
				}
			}
			w.Back(nodes(back...), now)
			w.Fail(nodes(down...), now)
			if seed%3 == 0 {
				w = w.Clone()
			}
			for i := range topology.NodeID(n) {
				switch {
				case gone[i] || now%simtime.Time(h.Period) != 0:
				case fails[i] && failed[i]:
					if missed[i]++; missed[i] == h.Misses {
						gone[i], want = true, append(want, i)
					}
				default:
					missed[i] = 0
				}
			}
			var got cluster.Placement
			if w.Due() <= now {
				got = w.Missed(now)
			}
			if !slices.Equal(got, nodes(want...)) {
				t.Fatalf("seed %d, %+v, at %d ms: missed %v, want %v", seed, h, now, got, want)
			}
		}
	}
}
