package recording

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// Outages lists when nodes were down.
type Outages struct {
	open map[topology.NodeID]int // by node: index into All
	All  []draw.Outage           // in order of From; each of a single node, until Finish joins them
}

// offline adds the nodes that are not there at the beginning.
func (o *Outages) offline(p cluster.Placement) {
	for n := range p.All {
		o.down(n, draw.Outage{Offline: true})
	}
}

func (o *Outages) down(n topology.NodeID, like draw.Outage) {
	if o.open == nil {
		o.open = map[topology.NodeID]int{}
	}
	if _, ok := o.open[n]; ok {
		return // the node is offline, and the log reports it again
	}
	like.First, like.Last, like.To, like.Finish = n, n, simtime.Never, draw.Unfinished
	o.open[n] = len(o.All)
	o.All = append(o.All, like)
}

// Read processes an event of the machine in step i.
func (o *Outages) Read(i int32, at simtime.Time, e *message.Event) {
	for n := range e.Placement.All {
		switch e.Kind {
		case trace.Down:
			o.down(n, draw.Outage{From: at, Noticed: simtime.Never, Begin: i + 1, Notice: draw.Unfinished})
			continue
		case trace.Leave:
			o.down(n, draw.Outage{From: at, Noticed: at, Begin: i + 1, Notice: i + 1, Elsewhere: true})
			continue
		}
		k, open := o.open[n]
		if !open {
			continue
		}
		x := &o.All[k]
		switch e.Kind {
		case trace.Notice:
			x.Noticed, x.Notice = at, i+1
		case trace.Up, trace.Join:
			x.To, x.Finish = at, i+1
			delete(o.open, n)
		}
	}
}

// Finish joins equal outages of adjacent nodes.
func (o *Outages) Finish() {
	joined := o.All[:0]
	for _, x := range o.All {
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
	o.All, o.open = joined, nil
}

// Outage returns the outage of a node after a number of steps, or nil if the node
// works.
func (o *Outages) Outage(n topology.NodeID, step int32) *draw.Outage {
	for i := range slices.Backward(o.All) {
		x := &o.All[i]
		if x.First <= n && n <= x.Last && x.Begin <= step && x.Finish > step {
			return x
		}
	}
	return nil
}
