package gpushare

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// twin is a cluster that computes everything anew from the rules in SOURCES.md
// PLACE.14, and keeps nothing but what is free.
type twin struct {
	nodes []Node
	types []Type
}

func (w *twin) model(d Demand, n Node) bool {
	if d.Models == "" {
		return true
	}
	for m := range strings.SplitSeq(d.Models, "|") {
		if m == n.Model {
			return true
		}
	}
	return false
}

func (w *twin) total(n Node) (sum int64) {
	for _, g := range n.GPUs {
		sum += int64(g)
	}
	return
}

// frag returns F_n(m).
func (w *twin) frag(n Node, m Demand) int64 {
	enough, small := 0, int64(0)
	for _, g := range n.GPUs {
		if g >= m.Milli {
			enough++
		} else {
			small += int64(g)
		}
	}
	if m.Milli == 0 || !w.model(m, n) || n.CPU < m.CPU || enough < int(m.Count) {
		return w.total(n)
	}
	return small
}

// sum returns F_n times the number of tasks of all types.
func (w *twin) sum(n Node) (sum int64) {
	for _, m := range w.types {
		sum += m.Tasks * w.frag(n, m.Demand)
	}
	return
}

func (w *twin) tasks() (sum int64) {
	for _, m := range w.types {
		sum += m.Tasks
	}
	return
}

// options returns all ways to place a task on a node: the GPUs, and the node after.
func (w *twin) options(n Node, t GPUTask) (gpus []uint64, after []Node) {
	if n.CPU < t.CPU || n.Memory < t.Memory || t.Count > 0 && !w.model(t.Demand, n) {
		return
	}
	with := func(bits uint64) {
		x := n
		x.CPU -= t.CPU
		x.Memory -= t.Memory
		x.GPUs = append([]int32(nil), n.GPUs...)
		for i := range x.GPUs {
			if bits>>i&1 == 1 {
				x.GPUs[i] -= t.Milli
			}
		}
		gpus, after = append(gpus, bits), append(after, x)
	}
	switch {
	case t.Count == 0:
		with(0)
	case t.Count == 1 && t.Milli < 1000:
		for i, g := range n.GPUs {
			if g >= t.Milli {
				with(1 << i)
			}
		}
	default:
		var bits uint64
		count := 0
		for i, g := range n.GPUs {
			if g == 1000 && count < int(t.Count) {
				bits |= 1 << i
				count++
			}
		}
		if count == int(t.Count) {
			with(bits)
		}
	}
	return
}

// score returns the score of one option under a policy, and a number that decides among
// the GPUs of a node.
func (w *twin) score(policy string, n, after Node, gpus uint64, t GPUTask) (score, gpu float64) {
	delta := float64(w.sum(n)-w.sum(after)) / float64(w.tasks())
	chosen := func() (least int32) {
		least = 1000
		for i, g := range n.GPUs {
			if gpus>>i&1 == 1 {
				least = min(least, g)
			}
		}
		return
	}
	switch policy {
	case "fgd":
		score = math.Floor(100 / (1 + math.Exp(-delta/1000)))
		return score, score
	case "fgd-exact":
		score = float64(w.sum(n) - w.sum(after))
		return score, score
	case "best-fit":
		return math.Floor(float64(100*256000-100*after.CPU-100*16*w.total(after)) / 256000), -float64(chosen())
	case "gpu-packing":
		if t.Count == 0 {
			return 0, 0
		}
		whole := 0.0
		for _, g := range n.GPUs {
			if g == 1000 {
				whole++
			}
		}
		node := 0.0
		best := int32(1000) // the fullest GPU with room decides on the case
		for i, g := range n.GPUs {
			if g >= t.Milli && t.Milli < 1000 {
				best = min(best, n.GPUs[i])
			}
		}
		switch {
		case whole == float64(len(n.GPUs)):
			node = max(33-whole, whole)
		case best == 1000:
			node = max(50-float64(t.Count), 33)
		default:
			node = max(100-math.Floor(float64(best/10)/10), 50)
		}
		return node, -float64(chosen())
	}
	return 0, 0
}

// choose returns the option with the highest score, the first among equals.
func (w *twin) choose(policy string, t GPUTask) (at GPUPlacement, ok bool) {
	best := math.Inf(-1)
	for i, n := range w.nodes {
		gpus, after := w.options(n, t)
		node, top, bits := math.Inf(-1), math.Inf(-1), uint64(0)
		for k := range gpus {
			if s, g := w.score(policy, n, after[k], gpus[k], t); g > top {
				node, top, bits = s, g, gpus[k]
			}
		}
		if node > best {
			best, at, ok = node, GPUPlacement{i, bits}, true
		}
	}
	return
}

// drawn is a random number generator with the draws that tests need.
type drawn struct{ *rand.Rand }

func (r drawn) demand() Demand {
	d := Demand{CPU: int64(r.IntN(9)) * 1000, Models: []string{"", "", "", "T4", "T4|A10", "V100"}[r.IntN(6)]}
	switch r.IntN(5) {
	case 0:
	case 1:
		d.Count, d.Milli = int32(1+r.IntN(4)), 1000
	default:
		d.Count, d.Milli = 1, []int32{50, 100, 250, 330, 470, 500, 810, 1000}[r.IntN(8)]
	}
	return d
}

func (r drawn) nodes() (nodes []Node) {
	for i := range 1 + r.IntN(7) {
		n := Node{Name: string(rune('a' + i)), CPU: int64(r.IntN(33)) * 1000, Memory: int64(r.IntN(100))}
		for range []int{0, 1, 2, 4, 8}[r.IntN(5)] {
			n.GPUs = append(n.GPUs, []int32{1000, 1000, 1000, 0, 190, 500, int32(r.IntN(1001))}[r.IntN(7)])
		}
		if len(n.GPUs) > 0 {
			n.Model = []string{"T4", "A10", "V100"}[r.IntN(3)]
		}
		nodes = append(nodes, n)
	}
	return nodes
}

func (r drawn) types() (types []Type) {
	for range 1 + r.IntN(6) {
		types = append(types, Type{r.demand(), int64(1 + r.IntN(9))})
	}
	return types
}

// TestTwin compares fragmentation and decisions with the twin on random clusters, in
// which tasks come and leave.
func TestTwin(t *testing.T) {
	for seed := range uint64(4000) {
		r := drawn{rand.New(rand.NewPCG(seed, 1))}
		nodes, types := r.nodes(), r.types()
		p := Policies()[seed%5]
		c := NewCluster(nodes, types)
		w := &twin{types: types}
		for _, n := range nodes {
			n.GPUs = append([]int32(nil), n.GPUs...)
			w.nodes = append(w.nodes, n)
		}
		h := NewChooser(c, p, 0)
		var tasks []GPUTask
		var held []GPUPlacement
		for step := range 12 {
			task := GPUTask{Demand: r.demand(), Memory: int64(r.IntN(20))}
			if r.IntN(3) == 0 {
				task.Demand = types[r.IntN(len(types))].Demand
			}
			at, ok := h.Choose(&task)
			want, could := w.choose(p.Name, task)
			if at != want || ok != could {
				t.Fatalf("seed %d, step %d, %s: %v %v, want %v %v for %+v among %+v", seed, step, p.Name, at, ok, want, could, task, w.nodes)
			}
			if ok {
				c.Place(&task, at)
				for i, bits := range mustOptions(w, at.Node, task) {
					if i == at.GPUs {
						w.nodes[at.Node] = bits
					}
				}
				tasks, held = append(tasks, task), append(held, at)
			}
			if len(held) > 0 && r.IntN(4) == 0 {
				i := r.IntN(len(held))
				n := &w.nodes[held[i].Node]
				n.CPU += tasks[i].CPU
				n.Memory += tasks[i].Memory
				for k := range n.GPUs {
					if held[i].GPUs>>k&1 == 1 {
						n.GPUs[k] += tasks[i].Milli
					}
				}
				c.Release(&tasks[i], held[i])
				tasks, held = append(tasks[:i:i], tasks[i+1:]...), append(held[:i:i], held[i+1:]...)
			}
			compare(t, seed, c, w)
		}
	}
}

func mustOptions(w *twin, node int, t GPUTask) map[uint64]Node {
	out := map[uint64]Node{}
	gpus, after := w.options(w.nodes[node], t)
	for i := range gpus {
		out[gpus[i]] = after[i]
	}
	return out
}

// compare compares all figures of the cluster with those of the twin.
func compare(t *testing.T, seed uint64, c *Cluster, w *twin) {
	t.Helper()
	var sum, free int64
	byType := make([]int64, len(w.types))
	for i, n := range w.nodes {
		sum += w.sum(n)
		free += w.total(n)
		if c.weighted[i] != w.sum(n) {
			t.Fatalf("seed %d: node %d: %d, want %d", seed, i, c.weighted[i], w.sum(n))
		}
		for k, m := range w.types {
			byType[k] += w.frag(n, m.Demand)
		}
	}
	if c.sum != sum || c.Free() != free {
		t.Fatalf("seed %d: %d of %d, want %d of %d", seed, c.sum, c.Free(), sum, free)
	}
	if f := c.Fragmented(); f < 0 || f > float64(free) {
		t.Fatalf("seed %d: %v fragmented of %d", seed, f, free)
	}
	for k := range byType {
		if c.FragmentedFor(k) != byType[k] {
			t.Fatalf("seed %d: type %d: %d, want %d", seed, k, c.FragmentedFor(k), byType[k])
		}
	}
	split, all := c.Categories(), 0.0
	for _, x := range split {
		all += x
	}
	if math.Abs(all-float64(free)) > 1e-6 || math.Abs(all-split[Usable]-c.Fragmented()) > 1e-6 {
		t.Fatalf("seed %d: categories %v of %d free, %v fragmented", seed, split, free, c.Fragmented())
	}
}

// TestRestored places tasks at random and releases them in another order. The cluster
// must be as before.
func TestRestored(t *testing.T) {
	for seed := range uint64(1000) {
		r := drawn{rand.New(rand.NewPCG(seed, 2))}
		nodes, types := r.nodes(), r.types()
		c := NewCluster(nodes, types)
		h := NewChooser(c, Policies()[5], int64(seed))
		var tasks []GPUTask
		var held []GPUPlacement
		for range 30 {
			task := GPUTask{Demand: r.demand(), Memory: int64(r.IntN(20))}
			if at, ok := h.Choose(&task); ok {
				c.Place(&task, at) // panics if there is no room
				tasks, held = append(tasks, task), append(held, at)
			}
		}
		for _, i := range r.Perm(len(held)) {
			c.Release(&tasks[i], held[i])
		}
		compare(t, seed, c, &twin{nodes, types})
	}
}
