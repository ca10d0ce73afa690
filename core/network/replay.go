package network

import (
	"math"
	"slices"

	"hopyard/core/topology"
)

// Transfer is a flow of a number of bytes over a given route. It begins at Start,
// which is in seconds.
type Transfer struct {
	Start, Bytes float64
	Route        []topology.LinkID // contains each link at most once
}

// endTolerance is the tolerance within which two ends count as simultaneous, as a
// fraction of the duration of the flow. Without it, flows that end together by
// symmetry would differ by rounding errors.
const endTolerance = 1e-12

// Replay simulates flows over links of the given capacities, which are in bytes a
// second. The flows share the links max-min fairly, and their rates change at every
// start and end of a flow.
//
// Replay returns the time at which each flow finishes, in seconds. A flow without
// bytes or without links finishes when it starts. For a flow that is blocked by a
// link of capacity 0, the result is +Inf. Bytes and starts must be finite and not
// negative. If watch is not nil, Replay calls it after each instant with the number
// of finished flows.
//
// Cost: O(log flows) for each start or end, plus O(log flows + route·users of a
// link) for each flow whose rate changes then.
//
// Source: SOURCES.md NET.5; the results agree with the cases of testdata/simgrid
// within 1e-9.
func Replay(capacity []float64, flows []Transfer, watch func(finished int)) []float64 {
	r := replay{
		flows: flows, sharing: NewSharing(capacity),
		finish: make([]float64, len(flows)), moving: make([]moving, 0, 64),
	}
	order := make([]int32, len(flows))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		switch d := flows[a].Start - flows[b].Start; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return int(a - b)
	})
	for len(order) > 0 || len(r.heap) > 0 {
		if now := r.next(); len(order) > 0 && flows[order[0]].Start <= now {
			now = flows[order[0]].Start
			for len(order) > 0 && flows[order[0]].Start == now {
				r.start(order[0])
				order = order[1:]
			}
			r.settle(now)
		} else if math.IsInf(now, 1) {
			for _, v := range r.heap {
				r.finish[r.moving[v].flow] = now
			}
			break
		} else {
			r.end(now)
			r.settle(now)
		}
		if watch != nil {
			watch(len(flows) - len(order) - len(r.heap))
		}
	}
	return r.finish
}

type replay struct {
	flows   []Transfer
	sharing *Sharing
	finish  []float64
	moving  []moving // moving flows, indexed by Var
	heap    []Var    // moving flows; the flow that ends first is on top
	demands []Demand // memory block from which the demands of flows are cut, to save allocations
}

// moving is a flow that has started and not finished yet.
type moving struct {
	flow       int32
	at         int32   // index of the flow in the heap
	left       float64 // bytes left at the time since
	since, end float64
	rate       float64
}

// next returns the time at which the next flow finishes.
func (r *replay) next() float64 {
	if len(r.heap) == 0 {
		return math.Inf(1)
	}
	return r.moving[r.heap[0]].end
}

func (r *replay) start(flow int32) {
	f := &r.flows[flow]
	if f.Bytes <= 0 || len(f.Route) == 0 {
		r.finish[flow] = f.Start
		return
	}
	if len(r.demands)+len(f.Route) > cap(r.demands) {
		r.demands = make([]Demand, 0, max(4096, len(f.Route)))
	}
	first := len(r.demands)
	for _, l := range f.Route {
		r.demands = append(r.demands, Demand{l, 1})
	}
	v := r.sharing.Add(r.demands[first:len(r.demands):len(r.demands)], math.Inf(1))
	if int(v) == len(r.moving) {
		r.moving = append(r.moving, moving{})
	}
	r.moving[v] = moving{flow, int32(len(r.heap)), f.Bytes, f.Start, math.Inf(1), 0}
	r.heap = append(r.heap, v)
}

// end removes the flows that finish now.
func (r *replay) end(now float64) {
	for len(r.heap) > 0 {
		v := r.heap[0]
		m := &r.moving[v]
		if m.end-now > float64(endTolerance*(now-r.flows[m.flow].Start)) {
			return
		}
		r.finish[m.flow] = m.end
		r.sharing.Remove(v)
		last := len(r.heap) - 1
		r.put(r.heap[last], 0)
		r.heap = r.heap[:last]
		if last > 0 {
			r.down(0)
		}
	}
}

// settle updates the flows whose rates have changed.
func (r *replay) settle(now float64) {
	for _, v := range r.sharing.Settle() {
		m := &r.moving[v]
		m.left = max(0, m.left-float64(m.rate*(now-m.since)))
		m.since, m.rate = now, r.sharing.Rate(v)
		m.end = now + m.left/m.rate
		r.down(r.up(int(m.at)))
	}
}

func (r *replay) put(v Var, at int) {
	r.heap[at], r.moving[v].at = v, int32(at)
}

// before reports whether a comes before b in the heap: the flow that ends earlier
// or, in case of a tie, the flow with the lower number.
func (r *replay) before(a, b Var) bool {
	x, y := &r.moving[a], &r.moving[b]
	return x.end < y.end || x.end == y.end && x.flow < y.flow
}

func (r *replay) up(at int) int {
	v := r.heap[at]
	for at > 0 {
		above := (at - 1) / 2
		if !r.before(v, r.heap[above]) {
			break
		}
		r.put(r.heap[above], at)
		at = above
	}
	r.put(v, at)
	return at
}

func (r *replay) down(at int) {
	v := r.heap[at]
	for {
		child := 2*at + 1
		if child >= len(r.heap) {
			break
		}
		if child+1 < len(r.heap) && r.before(r.heap[child+1], r.heap[child]) {
			child++
		}
		if !r.before(r.heap[child], v) {
			break
		}
		r.put(r.heap[child], at)
		at = child
	}
	r.put(v, at)
}
