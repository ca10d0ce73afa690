package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// ParseNodes reads a node list in Slurm's notation, such as "0-3,8". It also
// accepts the node names of an imported machine, as in "n[0-3,8]" and "n0,n4". The
// nodes are numbered from 0 to n-1. Ranges may come in any order, but no node may
// occur twice. The result has one task on each node. Errors name the wrong part of
// the list.
func ParseNodes(list string, n int) (cluster.Placement, error) {
	var p cluster.Placement
	rest := strings.TrimSpace(list)
	if rest == "" {
		return nil, fmt.Errorf("names no node; write nodes as in \"0-3,8\"")
	}
	for more := true; more; {
		var part string
		if strings.HasPrefix(rest, "n[") {
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, fmt.Errorf("has a [ that is not closed")
			}
			inner, err := ParseNodes(rest[2:end], n)
			if err != nil {
				return nil, err
			}
			p = append(p, inner...)
			if rest = strings.TrimSpace(rest[end+1:]); rest != "" && rest[0] != ',' {
				return nil, fmt.Errorf("has %s where a comma belongs", jsondoc.Quoted(rest))
			}
			_, rest, more = strings.Cut(rest, ",")
			rest = strings.TrimSpace(rest)
			continue
		}
		part, rest, more = strings.Cut(rest, ",")
		rest = strings.TrimSpace(rest)
		run, err := parseRange(strings.TrimSpace(part), n)
		if err != nil {
			return nil, err
		}
		p = append(p, run)
	}
	return normalNodes(p)
}

// nodes reads a list of nodes. The list contains node names if the machine has
// names and the list does not begin with a digit. Otherwise it contains numbers.
func (c *Cluster) nodes(list string) (cluster.Placement, error) {
	n := c.Topology.NumNodes()
	named, ok := c.built.(topology.NamedNodes)
	if list = strings.TrimSpace(list); !ok || list == "" || list[0] >= '0' && list[0] <= '9' {
		return ParseNodes(list, n)
	}
	names, err := slurm.ExpandHosts(list, n)
	if err != nil {
		return nil, err
	}
	var p cluster.Placement
	for _, name := range names {
		node, ok := named.FindNode(name)
		if !ok {
			return nil, fmt.Errorf("names node %s, which the cluster does not have", jsondoc.Shorten(name))
		}
		p = append(p, cluster.NodeRun{First: node, Last: node, Tasks: 1})
	}
	return normalNodes(p)
}

// parseRange reads a node or a range of nodes: "7", "0-3" or "n7".
func parseRange(part string, n int) (cluster.NodeRun, error) {
	firstText, lastText, isRange := strings.Cut(part, "-")
	if !isRange {
		lastText = firstText
	}
	first, err := parseNode(firstText, part, n)
	if err != nil {
		return cluster.NodeRun{}, err
	}
	last, err := parseNode(lastText, part, n)
	if err != nil {
		return cluster.NodeRun{}, err
	}
	if last < first {
		return cluster.NodeRun{}, fmt.Errorf("has the range %s, which runs backwards; write %d-%d", jsondoc.Quoted(part), last, first)
	}
	return cluster.NodeRun{First: first, Last: last, Tasks: 1}, nil
}

func parseNode(text, part string, n int) (topology.NodeID, error) {
	digits := strings.TrimPrefix(text, "n")
	node, err := strconv.ParseUint(digits, 10, 32)
	switch {
	case digits == "" || err != nil && strings.Trim(digits, "0123456789") != "":
		return 0, fmt.Errorf("has %s, which is not a node or a range; write nodes as in \"0-3,8\"", jsondoc.Quoted(part))
	case err != nil || node >= uint64(n):
		return 0, fmt.Errorf("names node %s; the cluster has the nodes 0 to %d", jsondoc.Shorten(digits), n-1)
	}
	return topology.NodeID(node), nil
}

// normalNodes sorts the ranges and joins adjacent ones. It returns an error if
// ranges overlap.
func normalNodes(p cluster.Placement) (cluster.Placement, error) {
	slices.SortFunc(p, func(a, b cluster.NodeRun) int { return cmp.Compare(a.First, b.First) })
	out := p[:0]
	for i, run := range p {
		if i > 0 && run.First <= out[len(out)-1].Last {
			return nil, fmt.Errorf("names node %d twice", run.First)
		}
		out = out.Append(run.First, run.Last, run.Tasks)
	}
	return out, nil
}

// freeBlock reads the block "free", the free part of the machine. The value is a
// node list, or an object with the number of free cores by node.
func (p *parser) freeBlock(v jsondoc.Ref) {
	if len(p.s.Running) > 0 {
		p.Wrong(v, "cannot be combined with jobs that run from the beginning: what they leave is free", "", "remove running from the jobs, or leave it out")
		return
	}
	switch p.Kind(v) {
	case '"':
		if list, ok := p.nodeList(v); ok {
			p.s.Free = &FreeNodes{Nodes: list, Whole: true}
		}
	case '{':
		p.freeCores(v)
	default:
		p.Wrong(v, p.Is(v)+", not a node list", "", `write "0-3,9", or free cores by node as in {"0": 2, "3": 1}`)
	}
}

func (p *parser) freeCores(v jsondoc.Ref) {
	owner := make([]uint16, p.machine.NumNodes())
	cores := make([]int32, len(owner))
	before := p.Count()
	for key, val := range p.Members(v) {
		list, err := p.s.Cluster.nodes(p.Text(key))
		if err != nil {
			p.WrongKey(key, "key "+jsondoc.Quoted(p.Text(key))+" "+err.Error(), "")
			continue
		}
		free, ok := p.Integer(val, 0, MaxCores)
		if !ok {
			continue
		}
		if node, _, ok := claim(owner, list, 1); !ok {
			p.WrongKey(key, fmt.Sprintf("node %d is given twice", node), "keep one of them")
			continue
		}
		for n := range list.All {
			if have := p.machine.Spec(n).Resources[workload.Cores]; free > have {
				p.Wrong(val, fmt.Sprintf("is more than the cores of node %d (%d)", n, have), fmt.Sprint(have), fmt.Sprintf("use 0 to %d", have))
				break
			}
			cores[n] = int32(free)
		}
	}
	if p.Count() > before {
		return
	}
	f := &FreeNodes{}
	for n, c := range cores {
		if c > 0 {
			f.Nodes = f.Nodes.Append(topology.NodeID(n), topology.NodeID(n), c)
		}
	}
	p.s.Free = f
}

// free writes the block "free", the free part of the machine. The value is a node
// list, or an object with the number of free cores by node.
func (w *writer) free(f *FreeNodes) {
	if f.Whole {
		w.Text(f.Nodes.String())
		return
	}
	w.Raw("{")
	for i, run := range f.Nodes {
		w.Member(f.Nodes[i:i+1].String(), i == 0).Number(int64(run.Tasks))
	}
	w.Raw("}")
}
