package alloc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// TestHeeded draws machines and jobs with requests of the network. It checks that
// each allocator places a job as if the job had asked only for what the allocator
// heeds, and that each allocator that heeds something sometimes changes its choice
// because of it.
func TestHeeded(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	blocks := must(slurm.Parse("BlockName=r0 Nodes=n[0-3]\nBlockName=r1 Nodes=n[4-7]\nBlockName=r2 Nodes=n[8-11]\nBlockName=r3 Nodes=n[12-15]\nBlockSizes=4,8\n")).Topology
	rings := must(slurm.Parse("- topology: t\n  ring:\n    rings:\n    - ring: r0\n      nodes: n[0-5]\n    - ring: r1\n      nodes: n[6-11]\n")).Topology
	all := append(allocators(), alloc.SlurmTreeLimited{})
	heeds := map[alloc.Allocator]bool{}
	for range 3000 {
		shape := []topology.Topology{randomLevels(r), randomLevels(r), blocks, rings}[r.IntN(4)]
		free := randomFree(r, randomMachine(r, shape, 1))
		q := randomRequest(r, free)
		q.Network = randomWish(r, shape)
		for _, a := range all {
			if x, restricted := a.(alloc.Restricted); restricted && x.Accepts(shape, q) != nil {
				continue
			}
			var heeded workload.NetworkRequest
			aware, ok := a.(alloc.NetworkAware)
			if ok {
				heeded = aware.Heeded(q.Network)
			}
			same, none := *q, *q
			same.Network, none.Network = heeded, workload.NetworkRequest{}
			p, reason := a.Allocate(q, free, nil)
			if got, why := a.Allocate(&same, free, nil); !slices.Equal(got, p) || why != reason {
				t.Fatalf("%T on %T: %+v gets %v (%v); with only %+v %v (%v)", a, shape, q.Network, p, reason, heeded, got, why)
			}
			if got, _ := a.Allocate(&none, free, nil); ok && !slices.Equal(got, p) {
				heeds[a] = true
			}
		}
	}
	for _, a := range all {
		_, tree := a.(alloc.SlurmTree) // heeds only in its limited form
		_, torus := a.(alloc.SlurmTorus)
		if _, ok := a.(alloc.NetworkAware); ok && !heeds[a] && !tree && !torus {
			t.Errorf("%#v never changes its choice", a)
		}
	}
}

// randomWish returns a request of the network with about half of its parts.
func randomWish(r *rand.Rand, shape topology.Topology) (n workload.NetworkRequest) {
	levels := int8(0)
	if h, ok := shape.(topology.Hierarchy); ok {
		levels = int8(h.Levels())
	}
	if r.IntN(2) == 0 {
		n.Segment, n.Spread, n.Consolidate = 1+r.Int32N(4), r.IntN(2) == 0, r.IntN(2) == 0
	}
	if r.IntN(2) == 0 {
		n.Switches, n.SwitchWait = 1+r.Int32N(3), workload.UsualSwitchWait
	}
	if levels > 0 && r.IntN(4) > 0 {
		n.Gather = workload.Gathering(r.IntN(4))
		n.Level = 1 + int8(r.IntN(int(levels)))
		if r.IntN(2) == 0 {
			n.Slice, n.SliceLevel = 1+r.Int32N(3), n.Level+int8(r.IntN(int(levels-n.Level)+1))
		}
		if n.Gather == workload.GatherFreely || n.Gather == workload.GatherUnconstrained {
			n.Level = 0
		}
	}
	return n
}
