package kube

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
	"hopyard/core/yamldoc"
)

// hostname is the label of the level of hosts.
const hostname = "kubernetes.io/hostname"

// maxName is the longest name of a node, and maxLevels the largest number of levels
// of a Topology.
const maxName, maxLevels = slurm.MaxName, 16

// machine is the machine that documents describe.
type machine struct {
	nodes []node
	own   []string // resources of the cluster's own, as the scenario names them, ascending
}

// node is a node with what jobs may use of it.
type node struct {
	topology.LabelledNode
	resources workload.Resources
	amounts   map[string]*yamldoc.Value // what the document gives, for resources of the cluster's own
	labels    *yamldoc.Value            // all its labels
	line      int
}

// flavoured reads the Topology and the ResourceFlavors of the machine. If there are
// several Topologies, it uses the first to which a flavor refers.
func (r *reader) flavoured() {
	byName := map[string]*yamldoc.Value{}
	for _, t := range r.topologies {
		name := r.name(t, "Topology", 253)
		if byName[name] != nil {
			r.Errorf(t.Line, "Topology %s is described twice, first in line %d; remove one", name, byName[name].Line)
		}
		byName[name] = t
	}
	var chosen *yamldoc.Value
	if len(r.topologies) == 1 {
		chosen = r.topologies[0]
	}
	var used []*yamldoc.Value
	for _, f := range r.flavors {
		name := r.name(f, "ResourceFlavor", 253)
		of := f.At("spec", "topologyName")
		switch {
		case of == nil && r.quotasOf(name) > 0:
			used = append(used, f)
		case of == nil:
			r.count(f.Line, "ResourceFlavor "+yamldoc.Excerpt(name), "is not used, because it has no topologyName")
		case byName[of.Scalar] == nil:
			r.Errorf(of.Line, "topologyName %s is not a Topology of this text; add it, or correct the name", written(of))
		case f.At("spec", "nodeLabels") == nil:
			r.Errorf(f.Line, "ResourceFlavor %s has a topologyName but no nodeLabels; write the labels of its nodes, 1 to 8", name)
		case chosen != nil && byName[of.Scalar] != chosen:
			r.count(f.Line, "ResourceFlavor "+yamldoc.Excerpt(name), "is not used, because a machine has one Topology")
		default:
			chosen = byName[of.Scalar]
			used = append(used, f)
		}
	}
	if len(used) > 1 && len(r.queues) == 0 {
		r.Notice(used[1].Line, "the nodes of %d ResourceFlavors are one machine; a job may use all of them", len(used))
	}
	r.describedFlavors()
	r.flavors = used
	if chosen == nil && len(r.topologies) > 1 {
		r.Errorf(r.topologies[1].Line, "there are %d Topologies and no ResourceFlavor says which one is used; add one with a topologyName, or remove the others", len(r.topologies))
	}
	for _, t := range r.topologies {
		if t == chosen {
			r.topology(t)
		} else if chosen != nil {
			r.count(t.Line, "Topology "+yamldoc.Excerpt(t.At("metadata", "name").Scalar), "is not used, because a machine has one Topology")
		}
	}
}

// describedFlavors checks that there is a ResourceFlavor for each flavor of a
// ClusterQueue.
func (r *reader) describedFlavors() {
	known := map[string]bool{}
	for _, f := range r.flavors {
		known[f.Get("metadata").Text("name")] = true
	}
	for _, q := range r.queues {
		for i := range q.flavors {
			if f := &q.flavors[i]; !known[f.name] {
				r.Errorf(f.line, "flavor %s is not a ResourceFlavor of this text; add it, or correct the name", yamldoc.Excerpt(f.name))
				known[f.name] = true
			}
		}
	}
}

// topology reads the levels of a Topology.
func (r *reader) topology(t *yamldoc.Value) {
	list := t.At("spec", "levels")
	if list == nil || len(list.Items) == 0 || len(list.Items) > maxLevels {
		line, n := t.Line, 0
		if list != nil {
			line, n = list.Line, len(list.Items)
		}
		r.Errorf(line, "the Topology has %d levels; list 1 to %d under spec.levels, as in \"- nodeLabel: %s\"", n, maxLevels, hostname)
		return
	}
	for i, level := range list.Items {
		label := level.Get("nodeLabel")
		switch {
		case label == nil:
			r.Errorf(level.Line, "nodeLabel is missing in a level; write it, as in \"- nodeLabel: %s\"", hostname)
		case label.Scalar == hostname && i < len(list.Items)-1:
			r.Errorf(label.Line, "the level %s is not the last; put it below all others", hostname)
		case label.Scalar == hostname:
			r.hosts = true
		case !isLabel(label.Scalar):
			r.Errorf(label.Line, "nodeLabel %s is not the key of a label; write letters, digits, - _ and . after an optional prefix, as in \"example.com/rack\"", written(label))
		case len(label.Scalar) > scenario.MaxName:
			r.Errorf(label.Line, "nodeLabel %s has %d characters; use %d at most", written(label), len(label.Scalar), scenario.MaxName)
		case label.Scalar == topology.HostLevel:
			r.Errorf(label.Line, "nodeLabel %s is the name of the level of nodes here; rename the label, or use %s", written(label), hostname)
		case slices.Contains(r.levels, label.Scalar):
			r.Errorf(label.Line, "nodeLabel %s is listed twice; remove one", written(label))
		default:
			r.levels = append(r.levels, label.Scalar)
		}
	}
}

// readNodes reads the nodes, after the jobs, which say what resources count.
func (r *reader) readNodes() {
	if len(r.nodeDocs) > topology.MaxNodes {
		r.Errorf(r.nodeDocs[topology.MaxNodes].Line, "there are %d nodes; use %d at most", len(r.nodeDocs), topology.MaxNodes)
		return
	}
	seen := map[string]*yamldoc.Value{}
	for _, d := range r.nodeDocs {
		name := r.name(d, "Node", maxName)
		if first := seen[name]; first != nil {
			r.Errorf(d.Line, "node %s is listed twice, first in line %d; remove one", name, first.Line)
		}
		seen[name] = d
		if r.uses(d, name) {
			r.node(d, name)
		}
	}
	switch {
	case len(r.nodeDocs) == 0:
		r.Errorf(0, "there are no nodes; add them to the text after a line \"---\", as \"kubectl get nodes -o yaml\" prints them")
	case len(r.machine.nodes) == 0 && r.Count() == 0:
		t := r.tallies[len(r.tallies)-1]
		r.Errorf(t.line, "no node is left, such as %s: %s; correct the nodes, the Topology or the ResourceFlavor", t.first, t.text)
	}
	if r.Count() == 0 {
		r.machine.sort(r)
		r.placeFlavors()
	}
}

// uses reports whether a node belongs to the machine. It leaves a notice about nodes
// that do not.
func (r *reader) uses(d *yamldoc.Value, name string) bool {
	why := ""
	if r.truth(d.At("spec", "unschedulable"), "unschedulable") {
		why = "left out, because it is unschedulable"
	}
	for _, c := range r.list(d.At("status", "conditions"), "conditions") {
		if c.Text("type") == "Ready" && c.Text("status") != "True" {
			why = "left out, because it is not ready"
		}
	}
	labels := r.entries(d.At("metadata", "labels"), "labels")
	if why == "" && len(r.flavors) > 0 && !slices.ContainsFunc(r.flavors, func(f *yamldoc.Value) bool { return r.belongs(f, d.At("metadata", "labels")) }) {
		why = "left out, because its labels are not those of the ResourceFlavor"
	}
	for _, key := range r.levels {
		if why == "" && labels[key] == nil {
			why = "left out, because it has no label " + key
		}
	}
	if why == "" && r.hosts && labels[hostname] == nil {
		why = "left out, because it has no label " + hostname
	}
	if taint := r.tainted(d); why == "" && taint != "" {
		why = "left out, because no ResourceFlavor or job tolerates its taint " + taint
	}
	if why != "" {
		r.count(d.Line, "node "+name, why)
	}
	return why == ""
}

// belongs reports whether a node with the given labels belongs to a flavor.
func (r *reader) belongs(f, labels *yamldoc.Value) bool {
	wanted := f.At("spec", "nodeLabels")
	return wanted == nil || !slices.ContainsFunc(wanted.Keys, func(want *yamldoc.Value) bool {
		have := labels.Get(want.Key)
		return have == nil || have.Scalar != want.Scalar
	})
}

// tainted returns the key of a taint that keeps all jobs away from a node, or "".
func (r *reader) tainted(d *yamldoc.Value) string {
	for _, taint := range r.list(d.At("spec", "taints"), "taints") {
		effect := taint.Text("effect")
		tolerates := func(t *yamldoc.Value) bool {
			key, value := t.Text("key"), t.Text("value")
			return (key == "" && t.Text("operator") == "Exists" || key == taint.Text("key")) && (t.Text("operator") == "Exists" || value == taint.Text("value")) &&
				(t.Text("effect") == "" || t.Text("effect") == effect)
		}
		ok := effect != "NoSchedule" && effect != "NoExecute"
		for _, f := range r.flavors {
			ok = ok || slices.ContainsFunc(r.list(f.At("spec", "tolerations"), "tolerations"), tolerates)
		}
		for _, j := range r.jobs {
			ok = ok || slices.ContainsFunc(r.list(j.pod.Get("tolerations"), "tolerations"), tolerates)
		}
		if !ok {
			return taint.Text("key")
		}
	}
	return ""
}

// node reads the labels and the resources of a node.
func (r *reader) node(d *yamldoc.Value, name string) {
	n := node{LabelledNode: topology.LabelledNode{Name: name}, line: d.Line, amounts: map[string]*yamldoc.Value{}}
	labels := d.At("metadata", "labels")
	n.labels = labels
	for _, key := range r.levels {
		label := labels.Get(key)
		if label == nil {
			r.Errorf(labels.Line, "the label %s of node %s is empty; write where the node is", key, name)
			return
		}
		n.Labels = append(n.Labels, label.Scalar)
	}
	have := d.At("status", "allocatable")
	if have == nil {
		have = d.At("status", "capacity")
	}
	if have == nil || have.Get("cpu") == nil {
		line := d.Line
		if have != nil {
			line = have.Line
		}
		r.Errorf(line, "status.allocatable.cpu is missing in node %s; write what the node has, as in \"allocatable: {cpu: \\\"8\\\", memory: 64Gi}\"", name)
		return
	}
	for _, v := range have.Keys {
		k, unit := resourceOf(v.Key)
		if k == workload.Named {
			n.amounts[v.Key] = v
			continue
		}
		before, low, high := r.Count(), int64(0), int64(scenario.MaxMiB)
		n.resources[k] += r.quantity(v, 0, unit, false)
		switch k {
		case workload.Cores:
			low, high = 1, scenario.MaxCores
		case workload.GPUs:
			high = scenario.MaxCores
		}
		if have := n.resources[k]; r.Count() == before && (have < low || have > high) {
			r.Errorf(v.Line, "%s %s of node %s is not from %d to %d of what is counted here, cores, GPUs or MiB; correct it", v.Key, written(v), name, low, high)
		}
	}
	r.machine.nodes = append(r.machine.nodes, n)
}

// resourceOf returns the kind of a resource by its name in Kubernetes, and the power
// of two of its unit. The kind is workload.Named for a resource of the cluster's own.
func resourceOf(name string) (k workload.Resource, unit int) {
	switch {
	case name == "cpu":
		return workload.Cores, 0
	case name == "memory":
		return workload.Memory, 20
	case name == "ephemeral-storage":
		return workload.Disk, 20
	case strings.HasSuffix(name, "/gpu"):
		return workload.GPUs, 0
	}
	return workload.Named, 0
}

// ownPrefix is the prefix of resources that a scenario names without one.
const ownPrefix = "hopyard/"

// sort finds out which resources of the cluster's own jobs ask for, and sets these
// of all nodes. It sorts the nodes as the scenario lists them: by their labels, then
// by name, so that ranges of names are as long as possible. Pods count as a resource
// if they can run out before the cores and GPUs do.
func (m *machine) sort(r *reader) {
	var keys []string
	for _, j := range r.jobs {
		for key := range j.own {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	pods := slices.ContainsFunc(m.nodes, func(n node) bool { return n.amounts["pods"] != nil })
	scarce := slices.ContainsFunc(r.jobs, func(j *job) bool { return !j.whole && j.per[workload.Cores]|j.per[workload.GPUs] == 0 })
	for i := range m.nodes {
		n := &m.nodes[i]
		if v := n.amounts["pods"]; v != nil {
			scarce = scarce || r.quantity(v, 0, 0, false) < n.resources[workload.Cores]+n.resources[workload.GPUs]
		}
	}
	if pods && (scarce || r.scarcePods()) && len(r.jobs) > 0 {
		keys = append(keys, "pods")
		for _, j := range r.jobs {
			if !j.whole {
				j.own["pods"] = 1
			}
		}
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Compare(ownName(a), ownName(b)) })
	if len(keys) > workload.MaxNamed {
		r.Errorf(0, "jobs ask for %d resources besides cpu, memory, ephemeral-storage and GPUs (%s); use %d at most", len(keys), strings.Join(keys, ", "), workload.MaxNamed)
		return
	}
	for k, key := range keys {
		m.own = append(m.own, ownName(key))
		for i := range m.nodes {
			if v := m.nodes[i].amounts[key]; v != nil {
				m.nodes[i].resources[int(workload.Named)+k] = r.quantity(v, 0, 0, false)
			}
		}
		for _, j := range r.jobs {
			j.per[int(workload.Named)+k] = j.own[key]
		}
	}
	slices.SortStableFunc(m.nodes, func(a, b node) int {
		return cmp.Or(slices.Compare(a.Labels, b.Labels), cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name))
	})
}

// ownName returns the name that a scenario gives to a resource of the cluster's own.
func ownName(key string) string { return strings.TrimPrefix(key, ownPrefix) }

// usual returns the index of the first node with the most common resources.
func (m *machine) usual() int {
	count := map[workload.Resources]int{}
	for i := range m.nodes {
		count[m.nodes[i].resources]++
	}
	best := 0
	for i := range m.nodes {
		if count[m.nodes[i].resources] > count[m.nodes[best].resources] {
			best = i
		}
	}
	return best
}

// write writes the members of the cluster. Nodes that differ only in their cores get
// these as slots, others are groups.
func (m *machine) write(w *jsondoc.Writer, levels []string) {
	usual := m.nodes[m.usual()].resources
	slots := !slices.ContainsFunc(m.nodes, func(n node) bool {
		n.resources[workload.Cores] = usual[workload.Cores]
		return n.resources != usual
	})
	w.Member("topology", true).Raw("{").Member("kind", true).Text("levels").Member("levels", false)
	w.List(len(levels), func(i int) { w.Text(levels[i]) })
	w.Member("nodes", false)
	var lists [][]node // neighbours that are in the same place
	for i := range m.nodes {
		n := &m.nodes[i]
		if last := len(lists) - 1; i > 0 && slices.Equal(n.Labels, m.nodes[i-1].Labels) && (!slots || n.resources == m.nodes[i-1].resources) {
			lists[last] = m.nodes[i-len(lists[last]) : i+1]
		} else {
			lists = append(lists, m.nodes[i:i+1])
		}
	}
	w.Lines('[', ']', len(lists), func(i int) {
		n := &lists[i][0]
		var names []string
		for _, n := range lists[i] {
			names = append(names, n.Name)
		}
		w.Raw("{").Member("name", true).Text(slurm.JoinHosts(names))
		if len(levels) > 0 {
			w.Member("labels", false).Raw("{")
			for l, label := range n.Labels {
				w.Member(levels[l], l == 0).Text(label)
			}
			w.Raw("}")
		}
		if slots && n.resources != usual {
			w.Member("slots", false).Number(n.resources[workload.Cores])
		}
		w.Raw("}")
	})
	w.Raw("}")
	w.Member("node", false).Raw("{")
	m.members(w, &usual, true)
	w.Raw("}")
	if !slots {
		m.groups(w, levels, &usual)
	}
}

// numbered returns the nodes in the order in which the scenario numbers them, or nil
// if they are no machine.
func (m *machine) numbered(levels []string) []*node {
	list := make([]topology.LabelledNode, len(m.nodes))
	for i := range m.nodes {
		list[i] = m.nodes[i].LabelledNode
	}
	t, err := topology.NewLevelTree(levels, list)
	if err != nil {
		return nil
	}
	order := make([]*node, len(m.nodes))
	for i := range m.nodes {
		id, _ := t.FindNode(m.nodes[i].Name)
		order[id] = &m.nodes[i]
	}
	return order
}

// groups writes a group for each kind of nodes that are not the usual ones.
func (m *machine) groups(w *jsondoc.Writer, levels []string, usual *workload.Resources) {
	var specs []workload.Resources
	places := map[workload.Resources]cluster.Placement{}
	for i, n := range m.numbered(levels) { // if there are none, the scenario has an error
		have := &n.resources
		if *have == *usual {
			continue
		}
		if places[*have] == nil {
			specs = append(specs, *have)
		}
		places[*have] = places[*have].Append(topology.NodeID(i), topology.NodeID(i), 1)
	}
	w.Member("groups", false)
	w.Lines('[', ']', len(specs), func(i int) {
		w.Raw("{").Member("nodes", true).Text(places[specs[i]].String())
		m.members(w, &specs[i], false)
		w.Raw("}")
	})
}

// members writes amounts of resources as members of an object.
func (m *machine) members(w *jsondoc.Writer, have *workload.Resources, first bool) {
	for k := range workload.Named {
		w.Member(k.String(), first && k == 0).Number(have[k])
	}
	if len(m.own) == 0 {
		return
	}
	w.Member("resources", false).Raw("{")
	for k, name := range m.own {
		w.Member(name, k == 0).Number(have[int(workload.Named)+k])
	}
	w.Raw("}")
}

// number returns a number as text.
func number(n int64) string { return strconv.FormatInt(n, 10) }
