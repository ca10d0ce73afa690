package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// amount holds an amount of each kind of resource.
type amount workload.Resources

func (a *amount) more(r workload.Resources) {
	for k, x := range r {
		a[k] += x
	}
}

func (a *amount) less(r workload.Resources) {
	for k, x := range r {
		a[k] -= x
	}
}

// room tracks the resources of a machine that are held, frozen (set aside for
// growing jobs) or gone. It tracks both the present amounts and the sums over the
// time since the first submission.
//
// A failed node counts as gone from the time at which the resource system notices
// the failure until the node works again. Before that time it counts as free, or as
// held by its jobs. Nodes that belong to another partition count as gone, too.
type room struct {
	all     workload.Resources
	held    amount            // resources that running jobs hold
	frozen  amount            // resources set aside for growing jobs, which do not use them yet
	gone    amount            // resources of nodes that are known to be down or that belong to another partition
	noticed *topology.NodeSet // nodes that are gone; copies share this set, which never changes

	heldTime                  [workload.NumResources]float64 // resource-milliseconds
	goneTime                  [workload.NumResources]float64
	goneLast                  [workload.NumResources]float64 // value of goneTime at the last end of a job
	idleWaiting, coresWaiting float64                        // core-milliseconds of the time during which a job waited: of the free cores (idleWaiting), and of all cores that were not gone (coresWaiting)
}

// free returns the number of cores that are neither held nor frozen nor gone.
func (r *room) free() int64 {
	const k = workload.Cores
	return r.all[k] - r.gone[k] - r.held[k] - r.frozen[k]
}

// pass adds the present amounts, multiplied by a duration of d milliseconds, to the
// sums. The parameter waiting tells whether a job waited during this time.
func (r *room) pass(d float64, waiting bool) {
	for k := range r.all {
		r.heldTime[k] += float64(d * float64(r.held[k]))
		r.goneTime[k] += float64(d * float64(r.gone[k]))
	}
	if waiting {
		r.coresWaiting += float64(d * float64(r.all[workload.Cores]-r.gone[workload.Cores]))
		r.idleWaiting += float64(d * float64(r.free()))
	}
}

// takesNodes reports whether an event takes nodes away from the scheduler or gives
// them back. The second result is false for all other events.
func takesNodes(e *trace.Event) (gone, ok bool) {
	switch e.Kind {
	case trace.Notice, trace.Leave:
		return true, true
	case trace.Up, trace.Join:
		return false, true
	}
	return false, false
}

// change processes an event of the machine. Cost: O(nodes of the machine).
func (r *room) change(m *cluster.Machine, e *trace.Event) {
	gone, ok := takesNodes(e)
	if !ok {
		return
	}
	noticed := topology.NewNodeSet(m.NumNodes())
	if r.noticed != nil {
		noticed = r.noticed.Clone()
	}
	for n := range e.Placement.All {
		switch known := noticed.Has(n); {
		case gone && !known:
			noticed.AddRange(n, n)
			r.gone.more(m.Spec(n).Resources)
		case !gone && known:
			noticed.RemoveRange(n, n)
			r.gone.less(m.Spec(n).Resources)
		}
	}
	r.noticed = &noticed
}
