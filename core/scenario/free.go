package scenario

import (
	"fmt"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

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

// free writes a node list, or the free cores of each node.
func (w *writer) free(f *Free) {
	if f.Whole {
		w.text(f.Nodes.String())
		return
	}
	w.raw("{")
	for i, run := range f.Nodes {
		w.member(f.Nodes[i:i+1].String(), i == 0).number(int64(run.Tasks))
	}
	w.raw("}")
}
