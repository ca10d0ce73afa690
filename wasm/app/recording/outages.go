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

// Outages lists the periods during which nodes were not available.
type Outages struct {
	open map[topology.NodeID]int // for each node that is down now: index of its outage in the list All
	All  []draw.Outage           // in ascending order of From; until Finish merges them, each outage concerns one node
}

// offline adds the nodes that are missing at the beginning of the run.
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
		return // the node is already known to be offline, and the event only repeats it
	}
	like.First, like.Last, like.To, like.Finish = n, n, simtime.Never, draw.Unfinished
	o.open[n] = len(o.All)
	o.All = append(o.All, like)
}

// Read processes an event of the machine, which happens in step i.
func (o *Outages) Read(i int32, at simtime.Time, e *message.Event) {
	for n := range e.Placement.All {
		switch e.Kind {
		case trace.Down:
			o.down(n, draw.Outage{From: at, Noticed: simtime.Never, Begin: i + 1, Notice: draw.Unfinished})
			continue
		case trace.PowerDown:
			o.down(n, draw.Outage{From: at, Noticed: simtime.Never, Begin: i + 1, Notice: draw.Unfinished, Asleep: true})
			continue
		case trace.PowerOff:
			o.down(n, draw.Outage{From: at, Noticed: at, Begin: i + 1, Notice: i + 1, Asleep: true}) // without an effect if the node was being powered down
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
		case trace.Notice, trace.PowerOff:
			x.Noticed, x.Notice = at, i+1
		case trace.Up, trace.Join, trace.Wake:
			x.To, x.Finish = at, i+1
			delete(o.open, n)
		}
	}
}

// Finish merges the outages of adjacent nodes that agree in everything else.
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

// Outage returns the outage of a node after the given number of steps, or nil if
// the node is available.
func (o *Outages) Outage(n topology.NodeID, step int32) *draw.Outage {
	for i := range slices.Backward(o.All) {
		x := &o.All[i]
		if x.First <= n && n <= x.Last && x.Begin <= step && x.Finish > step {
			return x
		}
	}
	return nil
}
