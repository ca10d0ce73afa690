package scenario

import (
	"fmt"

	"hopyard/core/faults"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

var (
	faultsFields     = fields{of: "faults", names: []string{"offline", "events", "mtbf", "repair", "heartbeat", "jobs", "checkpoint"}}
	changeFields     = fields{of: "an event", names: []string{"at", "down", "up", "link", "for"}}
	heartbeatFields  = fields{of: "a heartbeat", names: []string{"period", "misses"}}
	checkpointFields = fields{of: "a checkpoint", names: []string{"every", "cost"}}
)

// faults reads how the machine changes.
func (p *parser) faults(v ref) {
	f := &Faults{}
	var repair, checkpoint ref
	before := p.count()
	ok := p.object(v, &faultsFields, func(name string, v ref) {
		switch name {
		case "offline":
			f.Offline, _ = p.nodeList(v)
		case "events":
			p.changes(v, f)
		case "mtbf":
			d, _ := p.thousandths(v, int64(MinSpan), simtime.Max, "seconds")
			f.MTBF = simtime.Duration(d)
		case "repair":
			d, _ := p.thousandths(v, int64(MinSpan), simtime.Max, "seconds")
			repair, f.Repair = v, simtime.Duration(d)
		case "heartbeat":
			p.heartbeat(v, f)
		case "jobs":
			f.Jobs = oneOf(p, v, faults.Checkpoint+1)
		case "checkpoint":
			checkpoint = v
			p.checkpoint(v, f)
		}
	})
	switch {
	case !ok || p.count() > before:
		return
	case repair != 0 && f.MTBF == 0:
		p.wrong(repair, "is given without mtbf", "", `write "mtbf", the mean time between failures of one node, or leave it out`)
	case f.Jobs == faults.Checkpoint && checkpoint == 0:
		p.missing(v, "checkpoint", "faults", `write "checkpoint": {"every": 600}, or "jobs": "requeue"`)
	default:
		p.s.Faults, p.faultsAt = f, v
	}
}

func (p *parser) heartbeat(v ref, f *Faults) {
	f.Heartbeat.Misses = defaultMisses
	period := ref(0)
	ok := p.object(v, &heartbeatFields, func(name string, v ref) {
		switch name {
		case "period":
			d, _ := p.thousandths(v, int64(MinSpan), simtime.Max, "seconds")
			period, f.Heartbeat.Period = v, simtime.Duration(d)
		case "misses":
			n, _ := p.integer(v, 1, MaxMisses)
			f.Heartbeat.Misses = int32(n)
		}
	})
	if ok && period == 0 {
		p.missing(v, "period", "a heartbeat", `write "period": 10, in seconds`)
	}
}

func (p *parser) checkpoint(v ref, f *Faults) {
	every := ref(0)
	ok := p.object(v, &checkpointFields, func(name string, v ref) {
		switch name {
		case "every":
			d, _ := p.thousandths(v, int64(MinSpan), simtime.Max, "seconds")
			every, f.Every = v, simtime.Duration(d)
		case "cost":
			f.Cost = p.duration(v)
		}
	})
	if ok && every == 0 {
		p.missing(v, "every", "a checkpoint", `write "every": 600, in seconds of computing`)
	}
}

func (p *parser) changes(v ref, f *Faults) {
	if !p.list(v, MaxChanges, "events") {
		return
	}
	n := 0
	for _, e := range p.elements(v) {
		c := p.change(e)
		if n++; c.For > 0 {
			n++
		}
		f.Events = append(f.Events, c)
	}
	if n > MaxChanges {
		p.wrong(v, fmt.Sprintf("makes %d changes, one \"for\" counting as two, more than %d", n, MaxChanges), fmt.Sprint(MaxChanges), "leave some out")
	}
}

// change reads one event: nodes that go down or come up, or a link.
func (p *parser) change(v ref) Change {
	var c Change
	var at, what ref
	ok := p.object(v, &changeFields, func(name string, v ref) {
		switch name {
		case "at":
			n, _ := p.seconds(v)
			at, c.At = v, simtime.Time(n)
		case "for":
			d, _ := p.thousandths(v, 1, simtime.Max, "seconds")
			c.For = simtime.Duration(d)
		default: // down, up, link
			if what != 0 {
				p.wrong(v, "is given beside another", "", "write an event for each of down, up and link")
			}
			if what = v; name == "link" {
				p.link(v, &c)
				return
			}
			c.Up = name == "up"
			c.Nodes, _ = p.nodeList(v)
		}
	})
	if end := c.At.Add(c.For); int64(end) > simtime.Max {
		p.wrong(v, fmt.Sprintf("lasts until %v, beyond %v", end, simtime.Time(simtime.Max)), simtime.Time(simtime.Max).String(), `shorten "for", or leave it out`)
	}
	if ok && at == 0 {
		p.missing(v, "at", "an event", `write "at": 100, in seconds`)
	}
	if ok && what == 0 {
		p.missing(v, "down", "an event", `write "down": "3", "up": "12-15" or "link": ["n0", "s0"]`)
	}
	return c
}

// link reads the two devices that a link joins.
func (p *parser) link(v ref, c *Change) {
	if !p.list(v, 2, "devices") {
		return
	}
	n := 0
	for _, e := range p.elements(v) {
		c.From, c.To = c.To, p.device(e)
		n++
	}
	if n < 2 {
		p.wrong(v, fmt.Sprintf("names %d devices", n), "2", `name both ends, as in ["n0", "s0"]`)
	}
}

// device reads "n0" or "s0" of any machine.
func (p *parser) device(v ref) End {
	shape := Shape{Nodes: p.machine.NumNodes()}
	if d, ok := p.machine.Topology.(topology.Devices); ok {
		shape.Switches = d.NumSwitches()
	}
	return p.end(v, &shape)
}
