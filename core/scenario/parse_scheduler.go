package scenario

import (
	"fmt"

	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

var schedulerFields = fields{
	of:    "a scheduler",
	names: []string{"queue", "allocator", "order", "overrun", "depth", "centres", "hierarchical", "mdm_tie", "windows", "batch", "priority", "cycle", "elastic"},
}

// scheduler reports whether the whole block could be read.
func (p *parser) scheduler(v ref) bool {
	s := &p.s.Scheduler
	before := p.count()
	p.object(v, &schedulerFields, func(name string, v ref) {
		switch name {
		case "queue":
			s.Queue, _ = p.choice(v, queues[:])
		case "allocator":
			s.Allocator, _ = p.choice(v, allocators[:])
		case "order":
			s.Order, _ = p.choice(v, orders[:])
		case "overrun":
			s.Extend, _ = p.overruns(v)
		case "depth":
			n, _ := p.integer(v, 1, MaxReserved)
			s.Depth = int32(n)
		case "centres":
			s.Centres, _ = p.choice(v, centres[:])
		case "hierarchical":
			s.Hierarchical, _ = p.truth(v)
		case "mdm_tie":
			s.MDMTie, _ = p.choice(v, mdmTies[:])
		case "windows":
			n, _ := p.integer(v, 1, MaxHoles)
			s.Windows = int32(n)
		case "batch":
			p.batch(v, &s.Batch)
		case "priority":
			p.priority(v, &s.Priority)
		case "cycle":
			s.Cycle = simtime.Duration(p.pause(v))
		case "elastic":
			p.growth(v, &s.Elastic)
		}
	})
	if s.Queue != "hybrid" && s.Depth == 1 {
		s.Depth = 0 // what it is anyway
	}
	return p.count() == before
}

var batchFields = fields{of: "batch", names: []string{"njob", "unit", "size", "count_busy", "rounds"}}

func (p *parser) batch(v ref, b *Batch) {
	before := p.count()
	size := ref(0)
	p.object(v, &batchFields, func(name string, v ref) {
		switch name {
		case "njob":
			n, _ := p.integer(v, 1, MaxNjob)
			b.Njob = int32(n)
		case "unit":
			b.Unit, _ = p.choice(v, units[:])
		case "size":
			n, _ := p.integer(v, 1, topology.MaxNodes)
			size, b.Size = v, int32(n)
		case "count_busy":
			b.CountBusy, _ = p.truth(v)
		case "rounds":
			b.Rounds, _ = p.choice(v, rounds[:])
		}
	})
	switch {
	case p.count() > before:
	case b.Unit == "custom" && size == 0:
		p.add(Error{Place: p.path(v) + ".size", Problem: `size is missing for the unit "custom"`, Limit: "1", Fix: "write the nodes of a unit"})
	case b.Unit != "custom" && size != 0:
		p.wrong(size, fmt.Sprintf("is given with the unit %q, which sets the size itself", b.Unit), "", `write "unit": "custom", or leave it out`)
	}
}

// freeBlock reads what is free: a node list, or free cores by node.
func (p *parser) freeBlock(v ref) {
	switch p.kind(v) {
	case '"':
		if list, ok := p.nodeList(v); ok {
			p.s.Free = &Free{Nodes: list, Whole: true}
		}
	case '{':
		p.freeCores(v)
	default:
		p.wrong(v, p.is(v)+", not a node list", "", `write "0-3,9", or free cores by node as in {"0": 2, "3": 1}`)
	}
}

func (p *parser) freeCores(v ref) {
	owner := make([]uint16, p.machine.NumNodes())
	cores := make([]int32, len(owner))
	before := p.count()
	for key, val := range p.members(v) {
		list, err := p.s.Cluster.nodes(p.str(key))
		if err != nil {
			p.key(key, "key "+quoted(p.str(key))+" "+err.Error(), "")
			continue
		}
		free, ok := p.integer(val, 0, MaxCores)
		if !ok {
			continue
		}
		if node, _, ok := claim(owner, list, 1); !ok {
			p.key(key, fmt.Sprintf("node %d is given twice", node), "keep one of them")
			continue
		}
		for n := range list.All {
			if have := p.machine.Spec(n).Resources[workload.Cores]; free > have {
				p.wrong(val, fmt.Sprintf("is more than the cores of node %d (%d)", n, have), fmt.Sprint(have), fmt.Sprintf("use 0 to %d", have))
				break
			}
			cores[n] = int32(free)
		}
	}
	if p.count() > before {
		return
	}
	f := &Free{}
	for n, c := range cores {
		if c > 0 {
			f.Nodes = f.Nodes.Append(topology.NodeID(n), topology.NodeID(n), c)
		}
	}
	p.s.Free = f
}
