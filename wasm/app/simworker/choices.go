package simworker

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// choices returns the policies and machines that the reader can select instead of
// the scenario's own. The function try tests each of them on a small copy of the
// scenario, so that the page knows beforehand which selections would fail. If try
// is nil, nothing is tested and nothing is marked as unfit.
func choices(s *scenario.Scenario, try func(text []byte, set ...[2]string) string) message.Choices {
	var text []byte
	unfit := func(set func() [][2]string) string {
		if try == nil {
			return ""
		}
		return try(text, set()...)
	}
	small := s
	if try != nil {
		small = sample(s)
		text = small.Canonical()
	}
	var out message.Choices
	for _, q := range scenario.Queues() {
		out.Queues = append(out.Queues, message.PolicyByName{Name: q.Name, Title: q.Title, Unfit: unfit(func() [][2]string { return scenario.QueueAssignments(text, q.Name) })})
	}
	for _, a := range scenario.Allocators() {
		out.Allocators = append(out.Allocators, message.PolicyByName{Name: a.Name, Title: a.Title, Unfit: unfit(func() [][2]string { return [][2]string{{"scheduler.allocator", a.Name}} })})
	}
	out.Silent = silent(s)
	for _, n := range scenario.Networks() {
		out.Networks = append(out.Networks, message.PolicyByName{Name: n.Name, Title: n.Title, Unfit: unfit(func() [][2]string {
			path, value := networkJSON(small, n.Name)
			return [][2]string{{path, value}}
		})})
	}
	for _, shape := range presets(s.Cluster.Topology.NumNodes()) {
		out.Machines = append(out.Machines, message.Preset{MachineChoice: shape, Unfit: unfit(func() [][2]string { return [][2]string{{"cluster.topology", shapeJSON(&shape)}} })})
	}
	return out
}

// sampleJobs is the number of jobs that a workload model generates when a policy is
// tested.
const sampleJobs = 50

// sample returns a small copy of the scenario that fails under a policy if the
// scenario itself would. It has only two jobs: the largest job that requests whole
// nodes and the largest job that requests tasks, and the first two parts of the first
// heterogeneous job. A workload model generates at most
// sampleJobs jobs.
func sample(s *scenario.Scenario) *scenario.Scenario {
	small := bare(s)
	small.Title, small.About, small.Goals, small.Notes, small.Vary = "", "", nil, nil, nil // no policy reads these fields
	if s.Model != nil {                                                                    // the jobs are generated again for each test
		model := *s.Model
		model.Jobs = min(model.Jobs, sampleJobs)
		small.Model = &model
	}
	wide, tasks, leader := -1, -1, -1
	for i := range s.Jobs {
		if s.Jobs[i].IsHet() {
			if leader < 0 {
				leader = i
			}
			continue
		}
		if j := &s.Jobs[i]; j.Whole() && (wide < 0 || j.Nodes > s.Jobs[wide].Nodes) {
			wide = i
		} else if !j.Whole() && (tasks < 0 || j.Tasks > s.Jobs[tasks].Tasks) {
			tasks = i
		}
	}
	for _, i := range []int{wide, tasks} {
		if i >= 0 {
			j := s.Jobs[i]
			j.After, j.Held = workload.NoJob, nil
			small.Jobs = append(small.Jobs, j)
		}
	}
	if leader >= 0 {
		for k, j := range s.Jobs[leader : leader+2] {
			j.ID, j.Held, j.Het = workload.JobID(len(small.Jobs)), nil, workload.HetPart{Offset: int32(k), Size: 2}
			small.Jobs = append(small.Jobs, j)
		}
	}
	return small
}

// bare returns a copy of a scenario without its jobs, and without the fields that
// refer to all of its jobs.
func bare(s *scenario.Scenario) *scenario.Scenario {
	b := *s
	b.SWF, b.Jobs, b.Running, b.Free, b.Scheduler.Decisions, b.Altered = "", nil, nil, nil, nil, scenario.Altered{}
	return &b
}

// try applies assignments (pairs of path and value) to the text of a scenario. It
// returns an error message if the result is not a valid scenario, and "" if it is
// valid.
func try(text []byte, set ...[2]string) string {
	var err error
	for _, x := range set {
		if err == nil {
			text, err = scenario.Edit(text, x[0], x[1])
		}
	}
	if err == nil {
		_, err = scenario.Parse(text)
	}
	var all jsondoc.Errors
	switch {
	case err == nil:
		return ""
	case errors.As(err, &all) && len(all) > 0:
		return all[0].Problem
	}
	return fmt.Sprint(err)
}

// shapeOf returns the machine of a scenario in the form that the page receives.
func shapeOf(t *scenario.Shape) message.MachineChoice {
	return message.MachineChoice{
		Kind: t.Kind, Nodes: t.Nodes, Levels: t.Levels, Width: t.Width, Groups: t.Groups, Routers: t.Routers, Dims: t.Dims, Down: t.Down,
	}
}

// presets returns machines with n nodes. A fat tree may have more nodes, because
// its size is a power of its width.
func presets(n int) []message.MachineChoice {
	out := []message.MachineChoice{}
	for _, width := range []int{4, 2, 8, 16, 32} {
		if levels, ok := logarithm(n, width); ok && levels > 1 {
			out = append(out, message.MachineChoice{Kind: "fat-tree", Levels: levels, Width: width})
		}
	}
	if len(out) == 0 {
		if levels, _ := logarithm(n, 4); levels > 0 {
			out = append(out, message.MachineChoice{Kind: "fat-tree", Levels: levels, Width: 4})
		}
	}
	out = append(out, message.MachineChoice{Kind: "star", Nodes: n})
	for _, dims := range [][]int{sides(n, 2), sides(n, 3)} {
		if slices.Min(dims) > 1 {
			out = append(out, message.MachineChoice{Kind: "torus", Dims: dims})
		}
	}
	if dims := sides(n, 2); slices.Min(dims) > 1 {
		out = append(out, message.MachineChoice{Kind: "mesh", Dims: dims})
	}
	if dims, ok := logarithm(n, 2); ok && dims > 2 {
		out = append(out, message.MachineChoice{Kind: "hypercube", Dims: []int{dims}})
	}
	if fly := dragonfly(n); fly.Groups > 0 {
		out = append(out, fly)
	}
	return append(out, message.MachineChoice{Kind: "flat", Nodes: n})
}

// dragonfly returns the most balanced dragonfly of n nodes. A dragonfly is balanced
// if a group has twice as many routers as a router has nodes, and if the number of
// groups is one more than the number of nodes in a group. If no dragonfly of n
// nodes is sufficiently balanced, the Kind of the result is "".
func dragonfly(n int) message.MachineChoice {
	var best message.MachineChoice
	const tolerable = 8
	least := tolerable
	for nodes := 1; nodes*nodes <= n; nodes++ {
		for routers := 2; n%nodes == 0 && routers*nodes <= n/2; routers++ {
			groups := n / nodes / routers
			if n/nodes%routers != 0 || groups < 3 {
				continue
			}
			if off := max(routers-2*nodes, 2*nodes-routers) + max(groups-routers*nodes-1, routers-groups+1); off < least {
				best, least = message.MachineChoice{Kind: "dragonfly", Groups: groups, Routers: routers, Nodes: nodes}, off
			}
		}
	}
	return best
}

// logarithm returns the smallest exponent e for which width^e is at least n, and
// whether width^e equals n.
func logarithm(n, width int) (int, bool) {
	levels, size := 0, 1
	for size < n {
		size *= width
		levels++
	}
	return levels, size == n
}

// sides returns k factors whose product is n. They are as equal as possible and in
// roughly descending order.
func sides(n, k int) []int {
	if k == 1 {
		return []int{n}
	}
	for side := int(math.Round(math.Pow(float64(n), 1/float64(k)))); side > 1; side-- {
		if n%side == 0 {
			rest := sides(n/side, k-1)
			return append(rest, side)
		}
	}
	return append(sides(n, k-1), 1)
}
