package scenario

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/workload"
)

// MaxNamed is how many resources of its own a cluster may have, with names of
// at most MaxName characters.
const MaxNamed = workload.MaxNamed

// ownNames finds what the cluster calls its own resources: those that some node
// has, by name. They must be known before amounts are read.
func (p *parser) ownNames(node, groups ref) {
	known := map[string]bool{}
	var last ref
	find := func(v ref) {
		if v == 0 || p.kind(v) != '{' {
			return
		}
		for key, list := range p.members(v) {
			if p.str(key) != "resources" || p.kind(list) != '{' {
				continue
			}
			for key, n := range p.members(list) {
				if name := p.str(key); name != "" && !known[name] && p.raw(n) != "0" {
					known[name], last = true, list
				}
			}
		}
	}
	find(node)
	if groups != 0 && p.kind(groups) == '[' {
		for _, g := range p.elements(groups) {
			find(g)
		}
	}
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) > MaxNamed {
		p.wrong(last, fmt.Sprintf("brings the cluster's own resources to %d, more than %d", len(names), MaxNamed), fmt.Sprint(MaxNamed), "leave some out")
	}
	p.s.Cluster.Resources = names
}

// resources reads something for each of the cluster's own resources, by name;
// nodes may say that they have none of something.
func (p *parser) resources(v ref, ofNodes bool, set func(k int, v ref)) {
	if p.kind(v) != '{' {
		p.wrong(v, p.is(v)+", not an object of resources", "", `write {"name": …}, as in {"fpga": 1}`)
		return
	}
	p.byName(v, "resources", func(name string, key, v ref) {
		if p.noCluster {
			return // the names are not known
		}
		names := p.s.Cluster.Resources
		switch at := slices.Index(names, name); {
		case at >= MaxNamed: // told already
		case at >= 0:
			set(at, v)
		case ofNodes && p.raw(v) == "0": // no node has any
		case slices.Contains(specNames, name):
			p.key(key, quoted(name)+" is not a resource of the cluster's own", "write it beside resources: it has a field of its own")
		case len(names) == 0:
			p.key(key, quoted(name)+" is unknown: no node has resources of its own", fmt.Sprintf(`give nodes some, as in "node": {"resources": {%s: 1}}`, quoted(name)))
		default:
			p.key(key, quoted(name)+" is unknown: no node has any", p.nearest(name, names))
		}
	})
}

// amounts reads how much of the cluster's own resources a node has or a task
// needs.
func (p *parser) amounts(v ref, ofNodes bool, of *workload.Resources) {
	p.resources(v, ofNodes, func(k int, v ref) { p.amount(v, &of[int(workload.Named)+k], 0, MaxOwn) })
}

// needs reads what each task or node must have.
func (p *parser) needs(v ref, f *fields, need *workload.Resources) {
	p.object(v, f, func(name string, v ref) {
		switch name {
		case "cores":
			p.amount(v, &need[workload.Cores], 0, MaxCores)
		case "memory":
			p.amount(v, &need[workload.Memory], 0, MaxMiB)
		case "disk":
			p.amount(v, &need[workload.Disk], 0, MaxMiB)
		case "gpus":
			p.amount(v, &need[workload.GPUs], 0, MaxCores)
		case "resources":
			p.amounts(v, false, need)
		}
	})
}

var (
	needNames     = []string{"cores", "memory", "disk", "gpus", "resources"}
	perTaskFields = fields{of: "per_task", names: needNames}
	perNodeFields = fields{of: "per_node", names: needNames}
)

// perTask reads what each task needs. A task may need no core, but it must
// need something.
func (p *parser) perTask(v ref, need *workload.Resources) {
	before := p.count()
	p.needs(v, &perTaskFields, need)
	if p.count() == before && *need == (workload.Resources{}) {
		p.wrong(v, "needs nothing", "1", fmt.Sprintf("give each task a core, or some %v", workload.Memory))
	}
}

// perNode reads what each node of a job of whole nodes must have.
func (p *parser) perNode(v ref, need *workload.Resources) {
	before := p.count()
	p.needs(v, &perNodeFields, need)
	if p.count() == before && *need == (workload.Resources{}) {
		p.wrong(v, "asks for nothing", "1", `write what each node must have at least, as in {"gpus": 2}, or leave it out`)
	}
}

// checkNodes finds a job of whole nodes that asks more of them than enough
// nodes have.
func (p *parser) checkNodes(i int, kinds []kind) {
	j := &p.s.Jobs[i]
	have := int64(0)
	for _, k := range kinds {
		have += k.nodes * int64(k.spec.Slots(&j.Request))
	}
	if have == 0 {
		p.tooLarge(i, "per_node", kinds, &j.PerTask)
	} else if int64(j.Nodes) > have {
		p.jobError(i, "nodes", j.Nodes, fmt.Sprintf("is more than the nodes that have what per_node asks for (%d)", have), fmt.Sprint(have), fmt.Sprintf("ask for %d or fewer, or for less of each", have))
	}
}

// own writes amounts of the cluster's own resources where they differ from what
// is usual.
func (w *writer) own(names []string, r, usual *workload.Resources, member func(name string)) {
	first := true
	for i, name := range names {
		k := int(workload.Named) + i
		if r[k] == usual[k] {
			continue
		}
		if first {
			member("resources")
			w.raw("{")
		}
		w.member(name, first).number(r[k])
		first = false
	}
	if !first {
		w.raw("}")
	}
}

// needs writes what each task or node must have, where it is not usual.
func (w *writer) needs(of string, names []string, need, usual *workload.Resources) {
	if *need == *usual {
		return
	}
	w.member(of, false).raw("{")
	first := true
	next := func(name string) {
		w.member(name, first)
		first = false
	}
	for r := range workload.Named {
		if need[r] != usual[r] {
			next(r.String())
			w.number(need[r])
		}
	}
	w.own(names, need, usual, next)
	w.raw("}")
}

// oneCore is what a task needs that says nothing.
var oneCore = workload.Resources{workload.Cores: 1}

// ownJSON is what of a job's needs has no column in links: per_node, or the
// resources in per_task; "" if there is nothing of the kind.
func (s *Scenario) ownJSON(j *workload.Job) string {
	w := writer{lean: true}
	if j.Whole() {
		w.needs("", s.Cluster.Resources, &j.PerTask, &workload.Resources{})
	} else {
		w.own(s.Cluster.Resources, &j.PerTask, &workload.Resources{}, func(string) {})
	}
	return strings.TrimPrefix(string(w.out), `,"":`)
}

// packedNeeds writes the needs of a job in a link.
func (w *writer) packedNeeds(f *[numColumns]int64, own string) {
	if f[colShared] == 0 {
		if own != "" {
			w.member("per_node", false).raw(own)
		}
		return
	}
	need := workload.Resources{workload.Cores: f[colCores], workload.Memory: f[colMemory], workload.Disk: f[colDisk], workload.GPUs: f[colGPUs]}
	if own == "" {
		w.needs("per_task", nil, &need, &oneCore)
		return
	}
	w.member("per_task", false).raw("{")
	for r := range workload.Named {
		w.member(r.String(), r == 0).number(need[r])
	}
	w.member("resources", false).raw(own).raw("}")
}
