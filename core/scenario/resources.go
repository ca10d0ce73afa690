package scenario

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/workload"
)

// MaxNamed is the maximum number of resources that a cluster may define itself. The
// names of these resources have at most MaxName characters.
const MaxNamed = workload.MaxNamed

// ownNames finds the names of the resources that the cluster defines itself. A
// resource counts only if some node has an amount other than 0. ownNames must run
// before amounts are read.
func (p *parser) ownNames(node, groups jsondoc.Ref) {
	known := map[string]bool{}
	var last jsondoc.Ref
	find := func(v jsondoc.Ref) {
		if v == 0 || p.Kind(v) != '{' {
			return
		}
		for key, list := range p.Members(v) {
			if p.Text(key) != "resources" || p.Kind(list) != '{' {
				continue
			}
			for key, n := range p.Members(list) {
				if name := p.Text(key); name != "" && !known[name] && p.Raw(n) != "0" {
					known[name], last = true, list
				}
			}
		}
	}
	find(node)
	if groups != 0 && p.Kind(groups) == '[' {
		for _, g := range p.Elements(groups) {
			find(g)
		}
	}
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) > MaxNamed {
		p.Wrong(last, fmt.Sprintf("brings the cluster's own resources to %d, more than %d", len(names), MaxNamed), fmt.Sprint(MaxNamed), "remove some")
	}
	p.s.Cluster.Resources = names
}

// resources reads an object with values for the resources that the cluster defines
// itself, by name. It calls set with the index and the value of each resource. If
// the flag ofNodes is set, the object belongs to nodes, and may give the amount 0
// for a resource that no node has.
func (p *parser) resources(v jsondoc.Ref, ofNodes bool, set func(k int, v jsondoc.Ref)) {
	if p.Kind(v) != '{' {
		p.Wrong(v, p.Is(v)+", not an object of resources", "", `write {"name": …}, as in {"fpga": 1}`)
		return
	}
	p.byName(v, "resources", func(name string, key, v jsondoc.Ref) {
		if p.noCluster {
			return // the names of the resources are not known
		}
		names, nodes := p.s.Cluster.Resources, nodeTable(&NodeGroup{})
		switch at := slices.Index(names, name); {
		case at >= MaxNamed: // ownNames has noted the error
		case at >= 0:
			set(at, v)
		case ofNodes && p.Raw(v) == "0": // a resource that no node has
		case nodes.Index(name, 0) >= 0:
			p.WrongKey(key, jsondoc.Quoted(name)+" is not one of the cluster's own resources", "write it outside of resources: it has a field of its own")
		case len(names) == 0:
			p.WrongKey(key, jsondoc.Quoted(name)+" is unknown: no node has resources of its own", fmt.Sprintf(`give nodes some, as in "node": {"resources": {%s: 1}}`, jsondoc.Quoted(name)))
		default:
			p.WrongKey(key, jsondoc.Quoted(name)+" is unknown: no node has any", p.DidYouMean(name, names))
		}
	})
}

// checkNodes checks a job of whole nodes. It notes an error if too few nodes have
// the resources that the job requires of each node.
func (p *parser) checkNodes(i int, kinds []kind) {
	j := &p.s.Jobs[i]
	have := int64(0)
	for _, k := range kinds {
		have += k.nodes * int64(k.spec.Slots(&j.Request))
	}
	if have == 0 {
		p.tooLarge(i, "per_node", kinds, &j.PerTask)
	} else if int64(j.Nodes) > have {
		p.jobError(i, "nodes", j.Nodes, fmt.Sprintf("is more than the nodes that have what per_node asks for (%d)", have), fmt.Sprint(have), fmt.Sprintf("ask for %d or fewer, or for less per node", have))
	}
}

// ownDiffer reports whether two sets of resources differ in the amounts of the
// resources that the cluster defines itself.
func ownDiffer(r, usual *workload.Resources) bool {
	return [MaxNamed]int64(r[workload.Named:]) != [MaxNamed]int64(usual[workload.Named:])
}

// own writes the amounts of the resources that the cluster defines itself, by name.
// It leaves out amounts that are equal to those in usual.
func (w *writer) own(r, usual *workload.Resources) {
	w.Raw("{")
	first := true
	for i, name := range w.names {
		if k := int(workload.Named) + i; r[k] != usual[k] {
			w.Member(name, first).Number(r[k])
			first = false
		}
	}
	w.Raw("}")
}

// needs writes the resources that each task or node of a job must have.
func (w *writer) needs(need, usual *workload.Resources) {
	needTable("", need).Write(w, needTable("", usual))
}

// ownJSON returns, as JSON, what a job asks for and links have no column for:
// per_node, or the resources in per_task, and after a line break the members for
// which links have no columns. It returns "" if there is nothing of this kind.
func (s *Scenario) ownJSON(j *workload.Job) string {
	w := writer{Writer: jsondoc.Writer{Lean: true}, names: s.Cluster.Resources}
	switch {
	case j.Whole() && j.PerTask != noNeed:
		w.needs(&j.PerTask, &noNeed)
	case !j.Whole() && ownDiffer(&j.PerTask, &noNeed):
		w.own(&j.PerTask, &noNeed)
	}
	if rest := s.unpackedJSON(j); rest != "" {
		w.Raw("\n").Raw(rest)
	}
	return string(w.Out)
}

// packedNeeds writes what a job that was read from a link asks for, apart from its
// size.
func (w *writer) packedNeeds(f *[numColumns]int64, own string) {
	own, rest, _ := strings.Cut(own, "\n")
	w.packedResources(f, own)
	w.Raw(rest)
}

// packedResources writes what each node or task of a job that was read from a link
// needs.
func (w *writer) packedResources(f *[numColumns]int64, own string) {
	if f[colShared] == 0 {
		if own != "" {
			w.Member("per_node", false).Raw(own)
		}
		return
	}
	need := workload.Resources{workload.Cores: f[colCores], workload.Memory: f[colMemory], workload.Disk: f[colDisk], workload.GPUs: f[colGPUs]}
	if own == "" {
		if need != oneCore {
			w.Member("per_task", false)
			w.needs(&need, &oneCore)
		}
		return
	}
	w.Member("per_task", false).Raw("{")
	for r := range workload.Named {
		w.Member(r.String(), r == 0).Number(need[r])
	}
	w.Member("resources", false).Raw(own).Raw("}")
}
