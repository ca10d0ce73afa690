package alloc_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// centred describes the placement nearest to one device. It has the sum of pairwise
// distances (the cost for SDM), the largest distance from the device (the cost for
// MDM) and the total speed.
type centred struct {
	placement  cluster.Placement
	sum, reach int64
	speed      int64
}

// byDevice returns the placement nearest to each device, found as in S4's appendix,
// device by device and slot by slot.
func byDevice(q *workload.Request, free *cluster.Free) []centred {
	m := free.Machine()
	count, reach := m.NumNodes(), func(d topology.DeviceID, n topology.NodeID) int64 { return m.Distance(topology.NodeID(d), n) }
	if d, ok := m.Topology.(topology.Devices); ok {
		count, reach = count+d.NumSwitches(), d.DeviceDistance
	}
	type slot struct {
		node     topology.NodeID
		distance int64
	}
	var all []centred
	for d := range topology.DeviceID(count) {
		var slots []slot
		for n, k := range slotsOf(q, free) {
			for range k {
				slots = append(slots, slot{topology.NodeID(n), reach(d, topology.NodeID(n))})
			}
		}
		slices.SortStableFunc(slots, func(a, b slot) int {
			return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(m.Spec(b.node).Speed, m.Spec(a.node).Speed))
		})
		slots = slots[:q.Size()]
		takes := make([]int32, m.NumNodes())
		c := centred{reach: slots[len(slots)-1].distance}
		for i, a := range slots {
			for _, b := range slots[:i] {
				c.sum += max(m.Distance(a.node, b.node), m.Distance(b.node, a.node)) // in a graph the two directions may differ
			}
			takes[a.node]++
			cores := q.PerTask[workload.Cores]
			if q.Whole() {
				cores = m.Spec(a.node).Resources[workload.Cores]
			}
			c.speed += m.Spec(a.node).Speed * cores
		}
		c.placement = placementOf(takes)
		for n, k := range takes {
			c.sum += insideNode(q, free, topology.NodeID(n), k)
		}
		all = append(all, c)
	}
	return all
}

// firstBest returns the placement with the least cost. Ties are broken by the
// larger speed, then by the first device.
func firstBest(all []centred, cost func(centred) int64) centred {
	return firstOf(all, cost, func(centred) int64 { return 0 })
}

// firstOf returns the placement with the least cost. Ties are broken by the least
// tie value, then by the larger speed, then by the first device.
func firstOf(all []centred, cost, tie func(centred) int64) centred {
	best := all[0]
	for _, c := range all {
		if cmp.Or(cmp.Compare(cost(c), cost(best)), cmp.Compare(tie(c), tie(best)), cmp.Compare(best.speed, c.speed)) < 0 {
			best = c
		}
	}
	return best
}

func sumOf(c centred) int64   { return c.sum }
func reachOf(c centred) int64 { return c.reach }
func none(centred) int64      { return 0 }

func TestSDMAndMDMEqualTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	for _, shape := range slices.Concat(trees(), others()) {
		for range soaktest.Rounds(400) {
			free := randomFree(r, randomMachine(r, shape, 1+r.IntN(4)))
			q := randomRequest(r, free)
			for _, method := range []struct {
				alloc.Ranker
				cost, tie func(centred) int64
			}{
				{alloc.SDM{}, sumOf, none},
				{alloc.MDM{}, reachOf, none},
				{alloc.MDM{Tie: alloc.Pairwise}, reachOf, sumOf},
			} {
				got, reason := method.Allocate(q, free, nil)
				if free.Count(q) < q.Size() {
					if reason.OK() || got != nil {
						t.Fatalf("%T on %T: %d of %d placed on %v", method.Ranker, shape, q.Size(), free.Count(q), got)
					}
					continue
				}
				want := firstOf(byDevice(q, free), method.cost, method.tie)
				if !slices.Equal(got, want.placement) {
					t.Fatalf("%T on %T %v: %+v among %v:\ngot  %v\nwant %v, %+v", method.Ranker, shape, shape, *q, slotsOf(q, free), got, want.placement, want)
				}
				first := alloc.Explain(method.Ranker, q, free, 1)[0]
				if !slices.Equal(first.Placement, got) || first.Cost != method.cost(want) || first.Tie != method.tie(want) || first.Speed != want.speed {
					t.Fatalf("%T on %T: first of the candidates %+v, want %+v", method.Ranker, shape, first, want)
				}
			}
		}
	}
}

// TestSDMAndMDMVectors checks SDM and MDM with the test vectors of SOURCES.md S4.2
// and S4.3.
func TestSDMAndMDMVectors(t *testing.T) {
	tree := nested(2, 3)
	spec := func(speed int64) cluster.Spec {
		return cluster.Spec{Resources: workload.Resources{2}, Speed: speed * 1000}
	}
	m := cluster.NewMachine(tree, spec(3))
	for n, speed := range []int64{3, 3, 1, 2, 1, 3} {
		m.SetGroup(topology.NodeID(n), topology.NodeID(n), spec(speed))
	}
	free := cluster.NewFree(m)
	one := workload.Request{Tasks: 1, PerTask: workload.Resources{1}}
	for _, n := range []topology.NodeID{1, 3} {
		free.Take(&one, cluster.Placement{{First: n, Last: n, Tasks: 1}})
	}
	q := &workload.Request{Tasks: 4, PerTask: workload.Resources{1}}
	device := func(switches, node int) topology.DeviceID { return topology.DeviceID(switches + node) }
	for _, c := range []struct {
		alloc.Ranker
		want        cluster.Placement
		cost, speed int64
		device      topology.DeviceID
	}{
		{alloc.SDM{}, cluster.Placement{{First: 0, Last: 0, Tasks: 2}, {First: 2, Last: 2, Tasks: 2}}, 8, 8000, device(3, 2)},
		{alloc.MDM{}, cluster.Placement{{First: 0, Last: 0, Tasks: 2}, {First: 1, Last: 2, Tasks: 1}}, 1, 10000, 1},
	} {
		best := alloc.Explain(c.Ranker, q, free, 3)
		if got := best[0]; !slices.Equal(got.Placement, c.want) || got.Cost != c.cost || got.Speed != c.speed || got.Device != c.device {
			t.Errorf("%T: %+v, want %+v", c.Ranker, got, c)
		}
		if got, _ := c.Allocate(q, free, nil); !slices.Equal(got, c.want) {
			t.Errorf("%T: %v, want %v", c.Ranker, got, c.want)
		}
	}
	// The second-best candidate is that of device n4: nodes 4 and 5, at the same
	// cost and speed.
	if second := alloc.Explain(alloc.SDM{}, q, free, 2)[1]; second.Cost != 8 || second.Speed != 8000 || second.Placement.String() != "4-5" {
		t.Errorf("runner-up of SDM: %+v", second)
	}
}

// insideNode returns the least sum of distances between one-core tasks on a node,
// over all ways to distribute them among the free cores of its sockets.
func insideNode(q *workload.Request, free *cluster.Free, n topology.NodeID, tasks int32) int64 {
	if q.Whole() {
		return 0
	}
	w := free.Machine().Within()
	var least func(sockets []int32, left, placed int32) int64
	least = func(sockets []int32, left, placed int32) int64 {
		if len(sockets) == 0 {
			if left > 0 {
				return 1 << 40
			}
			return 0
		}
		best := int64(1 << 40)
		for k := range min(sockets[0], left) + 1 {
			sum := w.Core*int64(k*(k-1)/2) + w.Socket*int64(k*placed)
			best = min(best, sum+least(sockets[1:], left-k, placed+k))
		}
		return best
	}
	return least(free.SocketsFree(n), tasks, 0)
}

// halved returns what is free on a machine after every node was filled with tasks
// and some of the tasks have ended. The free cores are thus scattered over the
// sockets.
func halved(r *rand.Rand, m *cluster.Machine) *cluster.Free {
	free := cluster.NewFree(m)
	for n := range topology.NodeID(m.NumNodes()) {
		var jobs []workload.Request
		for id := range workload.JobID(4) {
			q := workload.Request{ID: id, Tasks: 1, PerTask: workload.Resources{1, 100}}
			if k := free.Slots(&q, n); k > 0 {
				q.Tasks = 1 + r.Int32N(k)
				free.Take(&q, cluster.Placement{{First: n, Last: n, Tasks: q.Tasks}})
				jobs = append(jobs, q)
			}
		}
		for _, q := range jobs {
			if r.IntN(5) > 1 {
				free.Give(&q, cluster.Placement{{First: n, Last: n, Tasks: q.Tasks}})
			}
		}
	}
	return free
}

// TestSDMInsideNodes checks that SDM uses the actual distances of tasks inside a
// node. They depend on the cores that are free on each socket, so they differ from
// the distances on an empty node. SDM must choose the placement of a device with
// the least sum, and starting the job must produce the predicted distances.
func TestSDMInsideNodes(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 15))
	for _, shape := range []topology.Topology{fatTree(2, 3), torus(3, 3), flat(6), must(topology.NewDragonfly(3, 2, 2)), unevenTree(r)} {
		for range soaktest.Rounds(400) {
			sockets := 1 + r.Int32N(3)
			m := cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{int64(sockets + r.Int32N(5)), 3000}, Speed: 1000, Sockets: sockets})
			w := cluster.OnNodeDistance{Core: r.Int64N(3)}
			w.Socket = w.Core + r.Int64N(7)
			m.SetWithin(w)
			free := randomFree(r, m)
			if r.IntN(4) > 0 {
				free = halved(r, m)
			}
			q := randomRequest(r, free)
			q.ID = 9
			if free.Count(q) < q.Size() {
				continue
			}
			want := firstBest(byDevice(q, free), func(c centred) int64 { return c.sum })
			got, _ := alloc.SDM{}.Allocate(q, free, nil)
			first := alloc.Explain(alloc.SDM{}, q, free, 1)[0]
			if !slices.Equal(got, want.placement) || first.Cost != want.sum {
				t.Fatalf("%T: %+v: %v at %d, want %v at %d", shape, *q, got, first.Cost, want.placement, want.sum)
			}
			free.Take(q, got)
			if cost := cluster.SpreadRunning(free, q, got).TaskDistance; cost != want.sum {
				t.Fatalf("%T: %+v on %v costs %d, and was said to cost %d", shape, *q, got, cost, want.sum)
			}
		}
	}
}

// TestMDMLevels checks the levels of MDM's search from a device. The slots taken at
// all levels together must be the device's candidate. At all levels but the last,
// every reached slot must be taken. The distance of the last level must be the
// cost.
func TestMDMLevels(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for _, shape := range slices.Concat(trees(), others()) {
		for range soaktest.Rounds(60) {
			free := randomFree(r, randomMachine(r, shape, 1+r.IntN(3)))
			q := randomRequest(r, free)
			for c := range (alloc.MDM{}).Candidates(q, free) {
				if c.Device == alloc.NoDevice {
					continue
				}
				levels := alloc.MDM{}.Levels(q, free, c.Device)
				takes := make([]int32, shape.NumNodes())
				for i, l := range levels {
					for n, k := range l.Taken.All {
						takes[n] += k
					}
					if i < len(levels)-1 && (l.Distance >= levels[i+1].Distance || !slices.Equal(l.Taken, l.Reached)) {
						t.Fatalf("%T %v: levels %+v", shape, shape, levels)
					}
				}
				if last := levels[len(levels)-1].Distance; last != c.Cost || !slices.Equal(placementOf(takes), c.Placement) {
					t.Fatalf("%T %v: from device %d at %d %v, the levels have %v at %d", shape, shape, c.Device, c.Cost, c.Placement, placementOf(takes), last)
				}
			}
		}
	}
}
