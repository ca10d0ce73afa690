package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// amount is of each kind of resource.
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

// room is what of a machine is held, set aside or not there, now and over
// time, the time from the first submission on. What is down counts as gone
// from when the resource system knows it until it works again: before, nodes
// that failed are taken for free, or still held by the jobs that died on them.
// What belongs to another division counts as gone, too.
type room struct {
	all     workload.Resources
	held    amount            // by jobs that run
	frozen  amount            // by jobs that grow and do not use it yet
	gone    amount            // with nodes that are known to be down, or elsewhere
	noticed *topology.NodeSet // those; shared by copies, never changed

	heldTime                  [workload.NumResources]float64 // resource-milliseconds
	goneTime                  [workload.NumResources]float64
	goneLast                  [workload.NumResources]float64 // the same up to the last end of a job
	idleWaiting, coresWaiting float64                        // core-milliseconds free while a job waited, and all of that time
}

// free is how many cores nobody holds.
func (r *room) free() int64 {
	const k = workload.Cores
	return r.all[k] - r.gone[k] - r.held[k] - r.frozen[k]
}

// pass adds up d milliseconds.
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

// change takes in an event of the machine. Cost: O(nodes of it).
func (r *room) change(m *cluster.Machine, e *trace.Event) {
	gone := e.Kind == trace.Notice || e.Kind == trace.Leave
	if !gone && e.Kind != trace.Up && e.Kind != trace.Join {
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
