package faults_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/simtime"
)

// story returns, as texts, the changes that a timetable makes to a machine up to
// the given instant.
func story(p *faults.Timetable, n int, until simtime.Time) (out []string) {
	for c := faults.NewCursor(p, n); c.At() <= until; {
		e := c.Next()
		what := "down"
		if e.Up {
			what = "up"
		}
		if e.Nodes == nil {
			out = append(out, fmt.Sprintf("%d link %d %s", e.At, e.Link, what))
		} else {
			out = append(out, fmt.Sprintf("%d %v %s", e.At, e.Nodes, what))
		}
	}
	return out
}

// TestListed checks that a listed event affects only nodes and links whose state it
// changes. For example, nodes that are already down must not fail again.
func TestListed(t *testing.T) {
	p := &faults.Timetable{Offline: nodes(6, 7), Events: []faults.MachineChange{
		{At: 5, Nodes: nodes(0, 1, 2)},
		{At: 5, Link: 3},
		{At: 7, Nodes: nodes(2, 3, 6)},
		{At: 7, Link: 3},
		{At: 9, Nodes: nodes(3, 6)},
		{At: 9, Up: true, Nodes: nodes(1, 2, 4, 7)},
		{At: 9, Up: true, Link: 3},
	}}
	want := []string{"5 0-2 down", "5 link 3 down", "7 3 down", "7  down", "9  down", "9 1-2,7 up", "9 link 3 up"}
	if got := story(p, 8, 100); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	c := faults.NewCursor(p, 8)
	for c.At() != simtime.Never {
		if !c.Returns() {
			t.Error("something is yet to come back")
		}
		c.Next()
	}
	if c.Returns() || c.Down().Len() != 3 || len(c.Links()) != 0 {
		t.Errorf("at the end %d nodes are down, %d links", c.Down().Len(), len(c.Links()))
	}
}

// drawn returns a timetable of random failures.
func drawn(mtbf, repair simtime.Duration, seed int64) *faults.Timetable {
	return &faults.Timetable{Drawn: faults.RandomFailures{MTBF: mtbf, Repair: repair, Seed: seed}}
}

// TestListBeatsDraw checks that listed events override random failures, on a
// machine of one node. If the node is already down by chance at a listed failure,
// it must stay down until the listed recovery. After a listed failure without a
// listed recovery, it must never recover.
func TestListBeatsDraw(t *testing.T) {
	p := drawn(1000, 1000_000_000, 4)
	p.Events = []faults.MachineChange{{At: 400_000, Nodes: nodes(0)}, {At: 500_000, Up: true, Nodes: nodes(0)}}
	got := story(p, 1, 500_000)
	if len(got) != 3 || got[1] != "400000  down" || got[2] != "500000 0 up" {
		t.Errorf("%q", got)
	}
	p = drawn(1000, 100, 4)
	p.Events = []faults.MachineChange{{At: 50_000, Nodes: nodes(0)}}
	c := faults.NewCursor(p, 1)
	for c.At() <= 50_000 {
		c.Next()
	}
	if c.At() != simtime.Never || c.Returns() {
		t.Errorf("a node that the list takes away for good changes at %v", c.At())
	}
}

// TestDrawnForGood compares the random failures of a certain seed with stored ones.
// They must never change, and must be the same natively and in WebAssembly.
func TestDrawnForGood(t *testing.T) {
	got := strings.Join(story(drawn(simtime.Hour, 10*simtime.Minute, 1), 8, 1_500_000), ", ")
	const want = "17841 2 down, 136277 2 up, 225526 6 down, 343174 6 up, 401801 2 down, 529606 7 down, 822427 2 up, 1150329 2 down, 1210733 1 down, 1422988 7 up, 1470852 1 up"
	if got != want {
		t.Errorf("%s", got)
	}
}

// TestDistribution checks random failures. Times between failures and times to
// recovery must have the configured means, and all nodes must fail equally often.
// The times must be memoryless: among the times longer than x, the fraction that is
// longer than x+y must equal the fraction of all times that is longer than y.
func TestDistribution(t *testing.T) {
	const n, mtbf, repair = 50, 1_000_000, 200_000
	c := faults.NewCursor(drawn(mtbf, repair, 7), n)
	var since [n]simtime.Time
	var works, breaks []float64
	var hits [n]int
	for range 60_000 {
		e := c.Next()
		i := e.Nodes[0].First
		if span := float64(e.At - since[i]); e.Up {
			breaks = append(breaks, span)
		} else {
			works, hits[i] = append(works, span), hits[i]+1
		}
		since[i] = e.At
	}
	check := func(what string, got, want, tolerance float64) {
		if math.Abs(got-want) > tolerance*want {
			t.Errorf("%s: %.4g, want %.4g", what, got, want)
		}
	}
	mean := func(x []float64) (sum float64) {
		for _, v := range x {
			sum += v / float64(len(x))
		}
		return sum
	}
	above := func(x []float64, least float64) (out []float64) {
		for _, v := range x {
			if v > least {
				out = append(out, v)
			}
		}
		return out
	}
	check("mean between failures", mean(works), mtbf, 0.02)
	check("mean repair", mean(breaks), repair, 0.02)
	for _, x := range []float64{0.3, 1, 2} {
		check(fmt.Sprint("survivors of ", x), float64(len(above(works, x*mtbf)))/float64(len(works)), math.Exp(-x), 0.05)
		later := above(works, x*mtbf)
		check(fmt.Sprint("memory after ", x), mean(later)-x*mtbf, mtbf, 0.06)
	}
	for i, k := range hits {
		check(fmt.Sprint("failures of node ", i), float64(k), float64(len(works))/n, 0.15)
	}
}

// TestDistributionBesideList checks that the working nodes fail equally often, even
// with listed failures between the random ones.
func TestDistributionBesideList(t *testing.T) {
	const n, mtbf = 20, 100_000
	p := drawn(mtbf, 1, 3)
	for at := simtime.Time(0); at < 20_000_000; at += 10_000 {
		p.Events = append(p.Events, faults.MachineChange{At: at, Up: at%20_000 > 0, Nodes: cluster.Placement{{First: 0, Last: 9, Tasks: 1}}})
	}
	hits := [2]int{}
	for c := faults.NewCursor(p, n); c.At() < 20_000_000; {
		if e := c.Next(); !e.Up && len(e.Nodes) > 0 && e.Nodes.Nodes() == 1 {
			hits[e.Nodes[0].First/10]++
		}
	}
	if hits[0] < 900 || hits[0] > 1100 || hits[1] < 1850 || hits[1] > 2150 {
		t.Errorf("%v failures of ten nodes that are there half of the time, and of ten that always are; want about 1000, 2000", hits)
	}
}

// TestClone checks that a clone of a cursor makes the same changes, and that using
// it does not affect the original.
func TestClone(t *testing.T) {
	p := drawn(100_000, 50_000, 5)
	p.Offline = nodes(1, 2)
	p.Events = []faults.MachineChange{{At: 9000, Link: 4}, {At: 40_000, Up: true, Nodes: nodes(2, 3)}}
	c := faults.NewCursor(p, 40)
	for step := range 3000 {
		twin := c.Clone()
		for range step % 4 {
			twin.Clone().Next()
		}
		a, b := c.Next(), twin.Next()
		if a.At != b.At || a.Up != b.Up || a.Link != b.Link || !slices.Equal(a.Nodes, b.Nodes) {
			t.Fatalf("step %d: %+v, the copy %+v", step, a, b)
		}
		if c.At() < a.At {
			t.Fatalf("step %d: %v after %v", step, c.At(), a.At)
		}
		c = twin
	}
}

// TestFewWork checks two extremes. If failed nodes never recover, every node must
// fail exactly once, including the last ones. If the times between failures are
// very short, a run must have no more than MaxDrawn failures.
func TestFewWork(t *testing.T) {
	c := faults.NewCursor(drawn(1000, 0, 5), 300)
	for k := range 300 {
		if e := c.Next(); e.Up || c.Down().Len() != k+1 {
			t.Fatalf("%d down after %d failures", c.Down().Len(), k+1)
		}
	}
	if c.At() != simtime.Never || c.Returns() {
		t.Error("something happens after the last node has failed")
	}
	failures := 0
	for c = faults.NewCursor(drawn(1, 1, 5), 4); c.At() != simtime.Never; {
		if !c.Next().Up {
			failures++
		}
	}
	if failures != faults.MaxDrawn || c.Down().Len() != 0 {
		t.Errorf("%d failures, %d nodes down", failures, c.Down().Len())
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		p    faults.Timetable
		want string
	}{
		{faults.Timetable{}, ""},
		{faults.Timetable{Offline: nodes(7), Events: []faults.MachineChange{{At: 3, Link: 1}, {At: 3, Nodes: nodes(0, 3)}}, Lost: faults.Checkpoint, Every: 1}, ""},
		{faults.Timetable{Offline: nodes(3, 8)}, "offline: node 8; the machine has the nodes 0 to 7"},
		{faults.Timetable{Offline: cluster.Placement{{First: 3, Last: 3, Tasks: 2}}}, "one task a node"},
		{faults.Timetable{Events: []faults.MachineChange{{Nodes: cluster.Placement{{First: 3, Last: 2, Tasks: 1}}}}}, "events[0]: nodes 3-2"},
		{faults.Timetable{Events: []faults.MachineChange{{At: 5, Nodes: nodes(1)}, {At: 4, Nodes: nodes(1)}}}, "events[1]: at 0.004, earlier"},
		{faults.Timetable{Events: []faults.MachineChange{{At: -5, Nodes: nodes(1)}}}, "events[0]: at -0.005"},
		{faults.Timetable{Events: []faults.MachineChange{{Link: 2}}}, "link 2; the machine has the links 0 to 1"},
		{faults.Timetable{Drawn: faults.RandomFailures{MTBF: -1}}, "mtbf: -0.001"},
		{faults.Timetable{Lost: faults.Checkpoint}, "checkpoint.every: 0"},
		{faults.Timetable{Lost: 9}, "fate 9"},
		{faults.Timetable{Heartbeat: faults.Heartbeat{Misses: 2000}}, "use 0 to 1000"},
	} {
		err := c.p.Check(8, 2)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, faults.ErrPlan) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.p, err, c.want)
		}
	}
	p := faults.Timetable{Events: []faults.MachineChange{{Link: 0}}}
	if err := p.Check(8, 0); err == nil || !strings.Contains(err.Error(), "need a shared network") {
		t.Errorf("a link without a network: %v", err)
	}
}

// BenchmarkDrawn measures the cost of failures. They must not cost more on a large
// machine than on a small one.
func BenchmarkDrawn(b *testing.B) {
	for _, n := range []int{64, 65536} {
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			c := faults.NewCursor(drawn(1e12, 1e10, 5), n)
			for range b.N {
				if c.At() == simtime.Never {
					c = faults.NewCursor(drawn(1e12, 1e10, 5), n)
				}
				c.Next()
			}
		})
	}
}
