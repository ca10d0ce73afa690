package alloc_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/policies"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// scattered returns what is free on a machine where every node is busy with the
// given probability in percent. This is the hardest case, because no two switches
// are alike.
func scattered(m *cluster.Machine, busy int) *cluster.Free {
	r := rand.New(rand.NewPCG(5, uint64(busy)))
	free := cluster.NewFree(m)
	q := workload.Request{Nodes: 1}
	for n := range topology.NodeID(m.NumNodes()) {
		if r.IntN(100) < busy {
			free.Take(&q, cluster.Placement{{First: n, Last: n, Tasks: 1}})
		}
	}
	return free
}

// agedMachine returns what is free on a machine after jobs have started and ended,
// placed by an allocator, until about the given percentage is busy. This is the
// typical state of a machine.
func agedMachine(m *cluster.Machine, busy int, a alloc.Allocator) *cluster.Free {
	r := rand.New(rand.NewPCG(6, uint64(busy)))
	free := cluster.NewFree(m)
	type job struct {
		workload.Request
		cluster.Placement
	}
	var running []job
	for range 600 {
		q := workload.Request{Nodes: 1 + r.Int32N(1<<(1+r.IntN(8)))}
		if p, why := a.Allocate(&q, free, nil); why.OK() {
			free.Take(&q, p)
			running = append(running, job{q, p})
		}
		for 100*(m.NumNodes()-free.Idle().Len()) > busy*m.NumNodes() {
			i := r.IntN(len(running))
			free.Give(&running[i].Request, running[i].Placement)
			running[i] = running[len(running)-1]
			running = running[:len(running)-1]
		}
	}
	return free
}

func benchmarkTopologies() map[string]topology.Topology {
	return map[string]topology.Topology{
		"fat-tree-4^6": fatTree(6, 4), "fat-tree-16^3": fatTree(3, 16), "star": star(4096),
		"torus-16^3": torus(16, 16, 16), "torus-64^2": torus(64, 64),
	}
}

// BenchmarkAllocateMixed places jobs of tasks on a machine whose nodes have 16
// cores and one of three speeds. Some nodes are partly used.
func BenchmarkAllocateMixed(b *testing.B) {
	for _, a := range benchmarked {
		for _, name := range benchmarkNames {
			shape := benchmarkTopologies()[name]
			q := &workload.Request{Tasks: 512, PerTask: workload.Resources{1}}
			if p, ok := a.Allocator.(alloc.Restricted); ok && p.Accepts(shape, q) != nil {
				continue
			}
			spec := cluster.Spec{Resources: workload.Resources{16}, Speed: 1000}
			m := cluster.NewMachine(shape, spec)
			for n := topology.NodeID(0); int(n) < m.NumNodes(); n += 512 {
				spec.Speed = int64(1000 + 500*(n/512%3))
				m.SetGroup(n, n+511, spec)
			}
			free := cluster.NewFree(m)
			r := rand.New(rand.NewPCG(8, 8))
			for n := range topology.NodeID(m.NumNodes()) {
				if r.IntN(2) == 0 {
					free.Take(q, cluster.Placement{{First: n, Last: n, Tasks: 1 + r.Int32N(16)}})
				}
			}
			for _, size := range []int32{4, 64, 512, 2000} {
				q.Tasks = size
				b.Run(fmt.Sprintf("alloc=%s/topology=%s/nodes=4096/tasks=%d", a.name, name, size), func(b *testing.B) {
					b.ReportAllocs()
					var dst cluster.Placement
					for b.Loop() {
						dst, _ = a.Allocate(q, free, dst[:0])
					}
				})
			}
		}
	}
}

var benchmarkNames = []string{"fat-tree-4^6", "fat-tree-16^3", "star", "torus-16^3", "torus-64^2"}

var benchmarked = []struct {
	name string
	alloc.Allocator
}{
	{"min-hops", alloc.MinHops{}}, {"min-hop-units", alloc.MinHopUnits{}}, {"sdm", alloc.SDM{}}, {"mdm", alloc.MDM{}},
	{"best-fit", alloc.BestFit{}}, {"first-fit", alloc.FirstFit{}},
}

func BenchmarkAllocate(b *testing.B) {
	for _, a := range benchmarked {
		for _, name := range benchmarkNames {
			shape := benchmarkTopologies()[name]
			if p, ok := a.Allocator.(alloc.Restricted); ok && p.Accepts(shape, &workload.Request{Nodes: 1}) != nil {
				continue
			}
			m := cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
			fillings := map[string]*cluster.Free{"empty": scattered(m, 0), "scattered-20": scattered(m, 20),
				"scattered-50": scattered(m, 50), "scattered-90": scattered(m, 90), "lived-75": agedMachine(m, 75, a)}
			for _, filling := range []string{"empty", "scattered-20", "scattered-50", "scattered-90", "lived-75"} {
				free := fillings[filling]
				for _, size := range []int32{4, 64, 512, 2000} {
					if int(size) > free.Idle().Len() {
						continue
					}
					q := &workload.Request{Nodes: size}
					b.Run(fmt.Sprintf("alloc=%s/topology=%s/nodes=4096/filling=%s/job=%d", a.name, name, filling, size), func(b *testing.B) {
						b.ReportAllocs()
						var dst cluster.Placement
						for b.Loop() {
							dst, _ = a.Allocate(q, free, dst[:0])
						}
					})
				}
			}
		}
	}
}

// weighed contains the allocators of the benchmark: every placement policy with its
// default settings.
var weighed = func() (all []alloc.Allocator) {
	for _, x := range policies.Placements() {
		all = append(all, x.New(&policies.Setup{Settings: policies.Defaults(), Seed: 1}))
	}
	return all
}()

// BenchmarkLublin measures the time of one placement for each job size in a sample
// from Lublin's model. Half the nodes of each machine are busy at random, which is
// the hardest case. The benchmark reports the median and the maximum over the
// sizes. Each size is measured several times and the fastest result counts, because
// other programs use the computer, too. If the time limit is exceeded, it skips the
// remaining sizes and reports how many were measured.
func BenchmarkLublin(b *testing.B) {
	for _, shape := range []struct {
		name string
		topology.Topology
	}{
		{"fat-tree-4^6", fatTree(6, 4)}, {"fat-tree-16^3", fatTree(3, 16)}, {"star", star(4096)},
		{"torus-64x64", torus(64, 64)}, {"torus-16^3", torus(16, 16, 16)}, {"mesh-64x64", mesh(64, 64)},
		{"mesh-16^3", mesh(16, 16, 16)}, {"hypercube-12", hypercube(12)},
		{"dragonfly-32x16x8", must(topology.NewDragonfly(32, 16, 8))}, {"graph-512", ringWithChords(512)},
	} {
		for _, a := range weighed {
			benchmarkLublin(b, a, shape.name, shape.Topology, false)
			benchmarkLublin(b, a, shape.name, shape.Topology, true)
		}
	}
}

// BenchmarkLevels measures like BenchmarkLublin, but on a machine with named levels,
// 16 blocks of 16 racks of 16 hosts, for the allocators that are meant for it, and
// for jobs of 4 to 256 nodes or tasks that prefer a rack or ask for nothing.
func BenchmarkLevels(b *testing.B) {
	var hosts []topology.LabelledNode
	for i := range 4096 {
		hosts = append(hosts, topology.LabelledNode{Name: fmt.Sprintf("n%04d", i), Labels: []string{fmt.Sprintf("b%02d", i/256), fmt.Sprintf("b%02d-r%02d", i/256, i/16%16)}})
	}
	m := cluster.NewMachine(must(topology.NewLevelTree([]string{"block", "rack"}, hosts)), cluster.Spec{Resources: workload.Resources{4}, Speed: 1000})
	free := scattered(m, 50)
	for _, a := range []alloc.Allocator{
		alloc.SDM{}, alloc.SlurmTree{}, alloc.SlurmBlock{}, alloc.KueueTAS{}, alloc.VolcanoTopology{}, alloc.KAITopology{},
		alloc.Flux{}, alloc.Flux{Match: alloc.FluxLoNode}, alloc.PBSSets{},
	} {
		for _, gather := range []workload.Gathering{workload.GatherFreely, workload.GatherPreferred} {
			for _, whole := range []bool{true, false} {
				if _, blocks := a.(alloc.SlurmBlock); blocks && !whole {
					continue
				}
				var jobs []*workload.Request
				for size := int32(4); size <= 256; size += 4 {
					q := slotsJob(size, 1, gather, 2)
					if whole {
						q.Nodes, q.Tasks, q.PerTask = size, 0, workload.Resources{}
					}
					jobs = append(jobs, &q)
				}
				b.Run(fmt.Sprintf("alloc=%T%[1]v/gather=%d/whole=%t", a, gather, whole), func(b *testing.B) {
					reportTimes(b, a, free, jobs)
				})
			}
		}
	}
}

const patience = 20 * time.Second

// BenchmarkLublinLarge measures like BenchmarkLublin on machines of 65,536 nodes,
// for the allocators that are meant for this size.
func BenchmarkLublinLarge(b *testing.B) {
	for _, shape := range []struct {
		name string
		topology.Topology
	}{
		{"fat-tree-4^8", fatTree(8, 4)}, {"fat-tree-16^4", fatTree(4, 16)}, {"star", star(65_536)},
		{"torus-256x256", torus(256, 256)}, {"torus-32x32x64", torus(32, 32, 64)}, {"hypercube-16", hypercube(16)},
	} {
		for _, a := range []alloc.Allocator{alloc.SDM{}, alloc.MDM{}, alloc.MinHops{}, alloc.FirstFit{}} {
			benchmarkLublin(b, a, shape.name, shape.Topology, false)
		}
	}
}

// benchmarkLublin measures an allocator on one machine. If mixed is true, the nodes
// have 1 to 4 cores and three speeds, otherwise one core and one speed.
func benchmarkLublin(b *testing.B, a alloc.Allocator, name string, shape topology.Topology, mixed bool) {
	if p, ok := a.(alloc.Restricted); ok && p.Accepts(shape, &workload.Request{Nodes: 1}) != nil {
		return
	}
	spec, nodes := cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}, "alike"
	m := cluster.NewMachine(shape, spec)
	if mixed {
		nodes = "mixed"
		for n := topology.NodeID(0); int(n) < m.NumNodes(); n += 64 {
			spec.Resources[workload.Cores] = int64(1 + n/64%4)
			spec.Speed = int64(1000 + 500*(n/64%3))
			m.SetGroup(n, n+63, spec)
		}
	}
	free := scattered(m, 50)
	sizes := lublinSizes(41, m.NumNodes(), free.Idle().Len())
	kind := reflect.TypeOf(a).Name()
	if h, ok := a.(alloc.FTSC); ok && h.Hierarchical {
		kind += "-hierarchical"
	}
	title := fmt.Sprintf("alloc=%s/topology=%s/nodes=%d/of=%s", kind, name, m.NumNodes(), nodes)
	b.Run(title, func(b *testing.B) {
		var jobs []*workload.Request
		for i, size := range sizes {
			jobs = append(jobs, &workload.Request{ID: workload.JobID(i), Nodes: size})
		}
		reportTimes(b, a, free, jobs)
	})
}

// reportTimes reports the median and the maximum over the jobs of the time of one
// placement, as BenchmarkLublin describes.
func reportTimes(b *testing.B, a alloc.Allocator, free *cluster.Free, jobs []*workload.Request) {
	took := make([]time.Duration, len(jobs))
	for i := range took {
		took[i] = math.MaxInt64
	}
	var dst cluster.Placement
	for b.Loop() {
		for i, q := range jobs {
			began := time.Now()
			dst, _ = a.Allocate(q, free, dst[:0])
			took[i] = min(took[i], time.Since(began))
			if b.Elapsed() > patience {
				break
			}
		}
	}
	slices.Sort(took)
	for took[len(took)-1] == math.MaxInt64 {
		took = took[:len(took)-1]
	}
	if len(took) < len(jobs) {
		b.ReportMetric(float64(len(took)), "sizes")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/median")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms/worst")
}

// lublinSizes returns up to n sizes of Lublin's typeless jobs for a machine with
// the given number of nodes. Sizes above the last parameter are left out, because
// the allocator refuses them after counting what is free.
func lublinSizes(n, nodes, most int) (sizes []int32) {
	model := workload.Lublin{Jobs: 4 * n, Types: workload.Typeless, Seed: 41}
	machine := []workload.NodeKind{{Nodes: int64(nodes), Speed: 1000, Resources: workload.Resources{1}}}
	for _, j := range must(model.Generate(machine)) {
		if int(j.Nodes) <= most && len(sizes) < n {
			sizes = append(sizes, j.Nodes)
		}
	}
	return sizes
}

// ringWithChords returns a graph whose switches form a ring with random chords of
// random lengths. Each switch has 8 nodes.
func ringWithChords(switches int) *topology.Graph {
	r := rand.New(rand.NewPCG(42, 0))
	seen := map[[2]int]bool{}
	var links []topology.GraphLink
	join := func(a, b int, weight int64) {
		if a == b || seen[[2]int{a, b}] {
			return
		}
		seen[[2]int{a, b}], seen[[2]int{b, a}] = true, true
		links = append(links,
			topology.GraphLink{From: topology.DeviceID(a), To: topology.DeviceID(b), Weight: weight},
			topology.GraphLink{From: topology.DeviceID(b), To: topology.DeviceID(a), Weight: weight})
	}
	for s := range switches {
		join(s, (s+1)%switches, 1)
		for range 3 {
			join(s, r.IntN(switches), 1+r.Int64N(3))
		}
		for n := range 8 {
			join(s, switches+8*s+n, 1)
		}
	}
	return must(topology.NewGraph(8*switches, switches, links))
}
