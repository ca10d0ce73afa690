package app

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// outages are when nodes did not work.
type outages struct {
	open map[topology.NodeID]draw.Outage
	all  []draw.Outage // of single nodes until finish joins them
}

// offline takes in the nodes that are not there at the beginning.
func (o *outages) offline(p cluster.Placement) {
	for n := range p.All {
		o.down(n, draw.Outage{Offline: true})
	}
}

func (o *outages) down(n topology.NodeID, like draw.Outage) {
	if o.open == nil {
		o.open = map[topology.NodeID]draw.Outage{}
	}
	if _, ok := o.open[n]; ok {
		return // offline, and the log says so again
	}
	like.First, like.Last, like.To, like.Finish = n, n, simtime.Never, draw.Unfinished
	o.open[n] = like
}

// read takes in an event of the machine, in step i.
func (o *outages) read(i int32, at simtime.Time, e *message.Event) {
	for n := range e.Placement.All {
		x, open := o.open[n]
		switch {
		case e.Kind == trace.Down:
			o.down(n, draw.Outage{From: at, Noticed: simtime.Never, Begin: i + 1, Notice: draw.Unfinished})
		case !open:
		case e.Kind == trace.Notice:
			x.Noticed, x.Notice = at, i+1
			o.open[n] = x
		case e.Kind == trace.Up:
			x.To, x.Finish = at, i+1
			o.all = append(o.all, x)
			delete(o.open, n)
		}
	}
}

// finish puts the outages in order, neighbours that are alike as one.
func (o *outages) finish() {
	for _, x := range o.open {
		o.all = append(o.all, x)
	}
	slices.SortFunc(o.all, func(a, b draw.Outage) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Begin, b.Begin), cmp.Compare(a.First, b.First), cmp.Compare(a.Finish, b.Finish))
	})
	joined := o.all[:0]
	for _, x := range o.all {
		if k := len(joined) - 1; k >= 0 {
			like := joined[k]
			like.First, like.Last = x.First, x.Last
			if joined[k].Last+1 == x.First && like == x {
				joined[k].Last = x.Last
				continue
			}
		}
		joined = append(joined, x)
	}
	o.all, o.open = joined, nil
}

// outage is that of a node after a number of steps, nil if it works.
func (o *outages) outage(n topology.NodeID, step int32) *draw.Outage {
	for i := range slices.Backward(o.all) {
		x := &o.all[i]
		if x.First <= n && n <= x.Last && x.Begin <= step && x.Finish > step {
			return x
		}
	}
	return nil
}
