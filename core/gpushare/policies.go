package gpushare

import (
	"math"
	"math/rand/v2"
	"slices"

	"hopyard/core/detmath"
)

// Policy decides on which node and GPU a task runs: on the node with the highest
// score, among equals on the first in the list of nodes.
type Policy struct {
	Name, About string

	// score returns the score of a node that has room for the demand, and the GPUs
	// that the task would get there.
	score func(c *Cluster, node int, d *Demand) (int64, uint64)
	drawn bool // whether a node and a GPU with room are drawn instead
}

// Policies returns all policies. The scores of "fgd", "best-fit" and "gpu-packing"
// are those of the published simulator of FGD.
func Policies() []Policy {
	return []Policy{
		{Name: "fgd", About: "the node and GPU where fragmentation falls most or grows least, in whole points of 100", score: scoreFGD},
		{Name: "fgd-exact", About: "as fgd, but compares fragmentation exactly", score: scoreExactFGD},
		{Name: "best-fit", About: "the node where least CPU and GPU stay free, each counted by half", score: scoreBestFit},
		{Name: "gpu-packing", About: "GPUs in use first, then free GPUs of nodes in use, then free nodes", score: scorePacking},
		{Name: "first-fit", About: "the first node and GPU with room", score: scoreFirstFit},
		{Name: "random", About: "a node and a GPU with room, drawn by the seed", score: scoreFirstFit, drawn: true},
	}
}

// PolicyNamed returns the policy with a name.
func PolicyNamed(name string) (p Policy, ok bool) {
	all := Policies()
	i := slices.IndexFunc(all, func(p Policy) bool { return p.Name == name })
	if i < 0 {
		return p, false
	}
	return all[i], true
}

// scoreFGD maps the fall of fragmentation, in GPUs, to 100/(1+exp(-fall)), rounded
// down. Falls that differ by less than some 40 milli can therefore have equal scores.
func scoreFGD(c *Cluster, node int, d *Demand) (int64, uint64) {
	return bestGPUs(c, node, d, func(fall int64) int64 {
		x := float64(fall) / float64(max(c.tasks, 1)) / Whole
		return int64(math.Floor(100 / (1 + detmath.Exp(-x))))
	})
}

// scoreExactFGD returns the fall of fragmentation itself, in milli times tasks.
func scoreExactFGD(c *Cluster, node int, d *Demand) (int64, uint64) {
	return bestGPUs(c, node, d, func(fall int64) int64 { return fall })
}

// bestGPUs tries each GPU with room for a part of one, and returns the highest score
// of a fall of fragmentation with the first GPU that has it. Tasks that ask for whole
// GPUs get the first free ones.
func bestGPUs(c *Cluster, node int, d *Demand, score func(fall int64) int64) (best int64, gpus uint64) {
	before := c.weighted[node]
	n := c.nodes[node] // a copy that shares the GPUs; each change of them is undone
	n.CPU -= d.CPU
	if d.Count == 0 || d.Milli == Whole {
		gpus = firstGPUs(&n, d)
		take(&n, gpus, d.Milli)
		best = score(before - c.weigh(node, &n))
		take(&n, gpus, -d.Milli)
		return best, gpus
	}
	best = math.MinInt64
	for i, g := range n.GPUs {
		if g < d.Milli || slices.Index(n.GPUs, g) < i { // an equal GPU has an equal score
			continue
		}
		n.GPUs[i] -= d.Milli
		if s := score(before - c.weigh(node, &n)); s > best {
			best, gpus = s, 1<<i
		}
		n.GPUs[i] = g
	}
	return best, gpus
}

func take(n *Node, gpus uint64, milli int32) {
	for i := range n.GPUs {
		if gpus>>i&1 != 0 {
			n.GPUs[i] -= milli
		}
	}
}

// firstGPUs returns the first GPUs with room for the demand.
func firstGPUs(n *Node, d *Demand) (gpus uint64) {
	left := d.Count
	for i, g := range n.GPUs {
		if left > 0 && g >= d.Milli {
			gpus |= 1 << i
			left--
		}
	}
	return gpus
}

// fullestGPUs returns, for a part of a GPU, the one with least room that has enough.
// Whole GPUs are all alike.
func fullestGPUs(n *Node, d *Demand) uint64 {
	if d.Count != 1 {
		return firstGPUs(n, d)
	}
	best := -1
	for i, g := range n.GPUs {
		if g >= d.Milli && (best < 0 || g < n.GPUs[best]) {
			best = i
		}
	}
	return 1 << best
}

// The largest node of the published simulator, by which best fit divides.
const (
	largestCPU = 128_000
	largestGPU = 8 * Whole
)

// scoreBestFit returns 100 minus the average of the CPU and the GPU that stay free, as
// percentages of the largest node, rounded down.
func scoreBestFit(c *Cluster, node int, d *Demand) (int64, uint64) {
	n := &c.nodes[node]
	const percent = largestCPU / 100
	left := (n.CPU - d.CPU) + (n.free()-d.GPU())*(largestCPU/largestGPU)
	score := 100*2*percent - left // in halves of a hundredth of largestCPU
	return (score - mod(score, 2*percent)) / (2 * percent), fullestGPUs(n, d)
}

// mod returns the remainder of a division that rounds down.
func mod(a, b int64) int64 { return (a%b + b) % b }

// scorePacking prefers GPUs in use (100 to 90 points), then free GPUs of nodes in use
// (below 50), then free nodes, those with few GPUs first (below 33).
func scorePacking(c *Cluster, node int, d *Demand) (int64, uint64) {
	n := &c.nodes[node]
	gpus := fullestGPUs(n, d)
	if d.Count == 0 {
		return 0, 0
	}
	var whole, used int64 // free GPUs of the node, and those among the chosen ones
	room := int64(0)
	for i, g := range n.GPUs {
		if g == Whole {
			whole++
		}
		if gpus>>i&1 != 0 {
			room += int64(g) / 10
			if g == Whole {
				used++
			}
		}
	}
	switch {
	case whole == int64(len(n.GPUs)):
		return max(33-whole, whole), gpus
	case used > 0:
		return max(50-used, 33), gpus
	}
	return max(100-room/10, 50), gpus
}

func scoreFirstFit(c *Cluster, node int, d *Demand) (int64, uint64) {
	return 0, firstGPUs(&c.nodes[node], d)
}

// Chooser chooses placements by a policy. It keeps the scores of each demand, and
// computes them again only for nodes that have changed.
type Chooser struct {
	cluster *Cluster
	policy  Policy
	stream  *rand.Rand
	scores  map[Demand]*scores
}

// maxScores bounds the scores that are kept, which take 32 bytes each.
const maxScores = 4_000_000

// scores holds the scores of the nodes for a demand.
type scores struct {
	access []bool // whether the demand accepts a model
	of     []nodeScore
}

type nodeScore struct {
	change uint32 // the change of the node after which the score was computed; 0 for never
	fits   bool
	score  int64
	gpus   uint64
}

// NewChooser returns a chooser for a cluster. The seed is for policies that draw.
func NewChooser(c *Cluster, p Policy, seed int64) *Chooser {
	return &Chooser{cluster: c, policy: p, stream: newStream(seed, "draw"), scores: map[Demand]*scores{}}
}

// newStream returns random numbers for one purpose. Purposes are words of at most
// eight letters.
func newStream(seed int64, purpose string) *rand.Rand {
	var bits uint64
	for _, c := range []byte(purpose) {
		bits = bits<<8 | uint64(c)
	}
	return rand.New(rand.NewPCG(uint64(seed), bits))
}

// Choose returns where the policy places a task. The result ok is false if no node
// has room. Cost: O(nodes), and a score for each node that changed since the last
// task with the same demand.
func (h *Chooser) Choose(t *GPUTask) (at GPUPlacement, ok bool) {
	c := h.cluster
	s := h.scoresOf(&t.Demand)
	best := int64(math.MinInt64)
	room := 0
	for i := range s.of {
		n := &s.of[i]
		if n.change != c.changes[i] {
			n.change = c.changes[i]
			n.fits = t.fits(&c.nodes[i], s.access[c.model[i]])
			if n.fits {
				n.score, n.gpus = h.policy.score(c, i, &t.Demand)
			}
		}
		if !n.fits || c.nodes[i].Memory < t.Memory {
			continue
		}
		room++
		if !ok || n.score > best {
			best, ok = n.score, true
			at = GPUPlacement{i, n.gpus}
		}
	}
	if ok && h.policy.drawn {
		at = h.draw(t, s, room)
	}
	return at, ok
}

func (h *Chooser) scoresOf(d *Demand) *scores {
	s := h.scores[*d]
	if s == nil {
		if (len(h.scores)+1)*len(h.cluster.nodes) > maxScores {
			clear(h.scores)
		}
		s = &scores{of: make([]nodeScore, len(h.cluster.nodes))}
		for _, m := range h.cluster.models {
			s.access = append(s.access, d.accepts(m))
		}
		h.scores[*d] = s
	}
	return s
}

// draw draws one of the nodes with room, and one of its GPUs for a part of a GPU.
func (h *Chooser) draw(t *GPUTask, s *scores, room int) GPUPlacement {
	skip := h.stream.IntN(room)
	for i := range s.of {
		n := &h.cluster.nodes[i]
		if !s.of[i].fits || n.Memory < t.Memory {
			continue
		}
		if skip--; skip >= 0 {
			continue
		}
		if t.Count != 1 || t.Milli == Whole {
			return GPUPlacement{i, s.of[i].gpus}
		}
		var with []int
		for k, g := range n.GPUs {
			if g >= t.Milli {
				with = append(with, k)
			}
		}
		return GPUPlacement{i, 1 << with[h.stream.IntN(len(with))]}
	}
	panic("gpushare: no node with room")
}
