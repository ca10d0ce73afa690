package script

import (
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// placed converts the list of nodes that a program chose for a job to a placement.
// It returns an error unless the list has the right length and all nodes are free
// for the job.
func placed(r *workload.Request, free *cluster.Free, v starlark.Value) (cluster.Placement, error) {
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, errorWithFix("give a list of node numbers, as machine.free_nodes() is", "the nodes for job %d are %s, not a list", r.Number, withArticle(v))
	}
	m := free.Machine()
	tasks := map[topology.NodeID]int32{}
	it := list.Iterate()
	defer it.Done()
	unit := "nodes"
	if !r.Whole() {
		unit = "tasks"
	}
	given := int32(0)
	for x := starlark.Value(nil); it.Next(&x); {
		n, err := nodeOf(m.NumNodes(), x)
		if err != nil {
			return nil, err
		}
		if tasks[n]++; r.Whole() && tasks[n] > 1 {
			return nil, errorWithFix("name each node once", "node %d is named twice for job %d", n, r.Number)
		}
		if given++; given > r.Size() {
			return nil, errorWithFix("name as many nodes as it asks for; for tasks, a node for each", "job %d asks for %d %s, but is given more nodes", r.Number, r.Size(), unit)
		}
	}
	if given < r.Size() {
		return nil, errorWithFix("name as many nodes as it asks for; for tasks, a node for each", "job %d asks for %d %s, but is given %d nodes", r.Number, r.Size(), unit, given)
	}
	var where cluster.Placement
	for _, n := range slices.Sorted(maps.Keys(tasks)) {
		if tasks[n] > free.Slots(r, n) {
			return nil, errorWithFix("choose among machine.free_nodes(job)", "node %d is not free for job %d: %s", n, r.Number, whyUnusable(r, free, n))
		}
		where = where.Append(n, n, tasks[n])
	}
	return where, nil
}

// whyUnusable returns the reason why a node cannot run a job.
func whyUnusable(r *workload.Request, free *cluster.Free, n topology.NodeID) string {
	switch {
	case r.Whole() && !free.Idle().Has(n):
		return "other jobs hold it"
	case r.Whole():
		return "it lacks what the job's nodes must have"
	}
	return fmt.Sprintf("it has room for %d of its tasks", free.Slots(r, n))
}

// nodeOf converts a value to a node number.
func nodeOf(nodes int, v starlark.Value) (topology.NodeID, error) {
	n, ok := v.(starlark.Int)
	if !ok {
		return 0, errorWithFix("give node numbers, from 0", "%s is %s, not a node", shown(v), withArticle(v))
	}
	i, small := n.Int64()
	if !small || i < 0 || i >= int64(nodes) {
		return 0, errorWithFix(fmt.Sprintf("nodes are 0 to %d", nodes-1), "there is no node %s", n)
	}
	return topology.NodeID(i), nil
}

// Allocator implements policies.Interpreter.
func (interpreter) Allocator(source string) alloc.Allocator {
	p := read(source)
	if p.refuses {
		return refusingPlacer{placer{p}}
	}
	return placer{p}
}

// placer is an allocator that a program defines.
type placer struct{ *program }

// Allocate implements alloc.Allocator.
func (a placer) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	reason := why.Reason{Code: why.TooFewFree, Need: r.Size(), Have: free.Count(r), Blocker: workload.NoJob}
	if reason.Have < reason.Need {
		return nil, reason
	}
	v := a.call(nil, "place", &job{r: r, now: simtime.Never}, &machine{free: free})
	if v == starlark.None {
		if !a.refuses {
			a.refuse("place", fmt.Sprintf("place returned None for job %d, which needs %d, but %d are free", r.Number, reason.Need, reason.Have), "return nodes; or write refuses = True at the top, so that the queue asks place whether a job fits instead of counting")
		}
		reason.Code = why.NotPlaceable
		return nil, reason
	}
	where, err := placed(r, free, v)
	if err != nil {
		own := err.(*advice)
		a.refuse("place", own.problem, own.fix)
	}
	reason.Code = why.FitsNow
	return append(dst, where...), reason
}

// refusingPlacer is a placer that may refuse a job although enough nodes are free.
type refusingPlacer struct{ placer }

// Capacity implements alloc.ShapeConstrained.
func (refusingPlacer) Capacity(r *workload.Request, free *cluster.Free) int32 { return free.Count(r) }
