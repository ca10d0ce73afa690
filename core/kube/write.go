package kube

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// machineLabel is the label that Write gives to all nodes, and by which the
// ResourceFlavor finds them.
const machineLabel = ownPrefix + "machine"

// usualPods is the number of pods that a node of Kubernetes holds by default.
const usualPods = 110

// Write writes the machine and the jobs of a scenario as documents of Kubernetes
// with Kueue: a Topology, a ResourceFlavor, a ClusterQueue whose quota is the whole
// machine, a LocalQueue for each queue, a class for each priority, nodes, and a Job for
// each job. If the
// scenario has quotas, they become Cohorts and ClusterQueues. The nodes are
// for kwok, which simulates them, and pods end after their run times there. Read
// returns the same machine and jobs if nothing was left out; the notices say what
// was. Argument c is the configuration of s. Cost: O(nodes + jobs).
func Write(s *scenario.Scenario, c *engine.Config) (text []byte, notices []string) {
	w := &docWriter{c: c, nodes: map[string]bool{}, queues: []string{"default"}}
	if s.Title != "" {
		fmt.Fprintf(&w.out, "# %s\n", strings.ReplaceAll(s.Title, "\n", " "))
	}
	w.findLevels()
	w.find()
	if w.findQuotas(s); !w.quotas {
		w.flavors = []docFlavor{{name: "hopyard", label: machineLabel}}
	}
	w.document("kueue.x-k8s.io/v1beta2", "Topology", "hopyard", "", "")
	w.out.WriteString("spec:\n  levels:\n")
	for _, key := range append(slices.Clone(w.keys), hostname) {
		fmt.Fprintf(&w.out, "  - nodeLabel: %s\n", plain(key))
	}
	for _, f := range w.flavors {
		w.document("kueue.x-k8s.io/v1beta2", "ResourceFlavor", f.name, "", "")
		fmt.Fprintf(&w.out, "spec:\n  nodeLabels: {%s: \"true\"}\n  topologyName: hopyard\n", f.label)
	}
	if w.quotas {
		w.writeQuotas(s)
	} else {
		w.quota()
		for _, q := range w.queues {
			name, namespace := queueName(q)
			w.document("kueue.x-k8s.io/v1beta2", "LocalQueue", name, namespace, "")
			w.out.WriteString("spec:\n  clusterQueue: hopyard\n")
		}
	}
	w.writeClasses()
	for n := range topology.NodeID(c.Machine.NumNodes()) {
		w.node(n)
	}
	for i := range c.Jobs {
		if c.Jobs[i].Reject == nil {
			w.job(&c.Jobs[i])
		}
	}
	w.leftOut(s)
	return w.out.Bytes(), w.notices
}

// docWriter writes documents.
type docWriter struct {
	out       bytes.Buffer
	c         *engine.Config
	keys      []string // labels of the levels
	labels    func(n topology.NodeID) []string
	nodes     map[string]bool // names of nodes that are taken
	queues    []string
	notices   []string
	resources []workload.Resource // what jobs or nodes have, in the order of the quota

	quotas                              bool // whether the scenario schedules by quotas
	flavors                             []docFlavor
	clusterQueues, cohorts, flavorNames docNames
	wholeNodes, tasks                   bool // whether there are jobs of whole nodes, and others
}

func (w *docWriter) notice(text string) {
	if !slices.Contains(w.notices, text) {
		w.notices = append(w.notices, text)
	}
}

// document begins a document.
func (w *docWriter) document(version, kind, name, namespace, members string) {
	fmt.Fprintf(&w.out, "---\napiVersion: %s\nkind: %s\nmetadata:\n  name: %s\n", version, kind, plain(name))
	if namespace != "" {
		fmt.Fprintf(&w.out, "  namespace: %s\n", plain(namespace))
	}
	w.out.WriteString(members)
}

// plain returns a text as a YAML scalar, in quotes unless it certainly means text
// without them.
func plain(s string) string {
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && (c >= '0' && c <= '9' || strings.IndexByte("-./_", c) >= 0) {
			continue
		}
		return jsondoc.Quote(s)
	}
	switch strings.ToLower(s) {
	case "", "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return jsondoc.Quote(s)
	}
	return s
}

// valid returns a text with characters replaced by hyphens, so that it has at most
// the given number of characters, each of them good, and a letter or digit at both
// ends.
func valid(s string, most int, upper bool) string {
	out := []byte(s)
	if !upper {
		out = []byte(strings.ToLower(s))
	}
	for i, c := range out {
		good := c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '-' || upper && (c >= 'A' && c <= 'Z' || c == '_')
		if !good {
			out[i] = '-'
		}
	}
	text := strings.Trim(string(out[:min(len(out), most)]), "-._")
	if text == "" {
		return "x"
	}
	return text
}

// unique returns a name in small letters that is valid and not taken, and takes it.
func unique(taken map[string]bool, wanted string, most int) string {
	name := valid(wanted, most, false)
	for i := 2; taken[name]; i++ {
		name = valid(wanted, most-6, false) + "-" + number(int64(i))
	}
	taken[name] = true
	return name
}

// findLevels finds the levels of the machine, and the labels of nodes.
func (w *docWriter) findLevels() {
	w.labels = func(topology.NodeID) []string { return nil }
	switch t := w.c.Machine.Topology.(type) {
	case *topology.LevelTree:
		names := t.LevelNames()
		for _, name := range names[:len(names)-1] {
			if !isLabel(name) {
				name = valid(name, 63, true)
			}
			w.keys = append(w.keys, name)
		}
		w.labels = t.Labels
	case topology.Hierarchy:
		for l := t.Levels() - 1; l > 0; l-- {
			name := "level" + number(int64(t.Levels()-l))
			if i := t.Levels() - 1 - l; i < len(levelsOfSwitches) {
				name = levelsOfSwitches[i]
			}
			w.keys = slices.Insert(w.keys, 0, name)
		}
		w.labels = func(n topology.NodeID) (out []string) {
			for l := 1; l < t.Levels(); l++ {
				label := fmt.Sprintf("%s-%d", w.keys[l-1], t.DomainOf(l, n))
				if named, ok := t.(interface {
					DeviceName(topology.DeviceID) string
				}); ok {
					label = named.DeviceName(t.SwitchDevice(l, t.DomainOf(l, n)))
				}
				out = append(out, label)
			}
			return out
		}
	default:
		w.notice("the machine has no levels in Kubernetes, because its network is not a tree whose nodes are equally deep")
	}
}

// find collects the queues and the resources.
func (w *docWriter) find() {
	var have workload.Resources
	for k := range w.c.Machine.NumKinds() {
		for i, n := range w.c.Machine.Kind(k).Resources {
			have[i] |= n
		}
	}
	for i := range w.c.Jobs {
		j := &w.c.Jobs[i]
		for i, n := range j.PerTask {
			have[i] |= n
		}
		if j.Queue != "" && !slices.Contains(w.queues, j.Queue) {
			w.queues = append(w.queues, j.Queue)
		}
	}
	for k := range workload.NumResources {
		if have[k] > 0 {
			w.resources = append(w.resources, k)
		}
	}
}

// nameOf returns the name of a resource in Kubernetes.
func (w *docWriter) nameOf(k workload.Resource) string {
	switch k {
	case workload.Cores:
		return "cpu"
	case workload.Memory:
		return "memory"
	case workload.Disk:
		return "ephemeral-storage"
	case workload.GPUs:
		return "nvidia.com/gpu"
	}
	name := w.c.Machine.Names()[k-workload.Named]
	if name == "pods" || strings.Contains(name, "/") && isLabel(name) {
		return name
	}
	return ownPrefix + valid(name, 63, true)
}

// amount returns an amount of a resource as a quantity.
func amount(k workload.Resource, n int64) string {
	if k == workload.Memory || k == workload.Disk {
		return number(n) + "Mi"
	}
	return `"` + number(n) + `"`
}

// quantities returns amounts of resources as the members of a mapping.
func (w *docWriter) quantities(have *workload.Resources) string {
	var parts []string
	for _, k := range w.resources {
		if have[k] > 0 {
			parts = append(parts, plain(w.nameOf(k))+": "+amount(k, have[k]))
		}
	}
	return strings.Join(parts, ", ")
}

// podsOf returns the number of pods of a node as a member of a mapping, unless pods
// are a resource of the machine.
func (w *docWriter) podsOf(have *workload.Resources) (int64, bool) {
	return max(usualPods, have[workload.Cores]+have[workload.GPUs]), !slices.Contains(w.c.Machine.Names(), "pods")
}

// quota writes the ClusterQueue, whose quota is the machine.
func (w *docWriter) quota() {
	var sum workload.Resources
	pods := int64(0)
	for n := range topology.NodeID(w.c.Machine.NumNodes()) {
		have := &w.c.Machine.Spec(n).Resources
		for k := range sum {
			sum[k] += have[k]
		}
		more, _ := w.podsOf(have)
		pods += more
	}
	var names, lines []string
	for _, k := range w.resources {
		names = append(names, plain(w.nameOf(k)))
		lines = append(lines, fmt.Sprintf("      - {name: %s, nominalQuota: %s}\n", plain(w.nameOf(k)), amount(k, sum[k])))
	}
	if !slices.Contains(names, "pods") {
		names = append(names, "pods")
		lines = append(lines, fmt.Sprintf("      - {name: pods, nominalQuota: \"%d\"}\n", pods))
	}
	w.document("kueue.x-k8s.io/v1beta2", "ClusterQueue", "hopyard", "", "  annotations: {"+wholeMachine+": \"true\"}\n")
	fmt.Fprintf(&w.out, "spec:\n  namespaceSelector: {}\n  resourceGroups:\n  - coveredResources: [%s]\n    flavors:\n    - name: hopyard\n      resources:\n%s",
		strings.Join(names, ", "), strings.Join(lines, ""))
}

// node writes a node.
func (w *docWriter) node(n topology.NodeID) {
	wanted := "n" + number(int64(n))
	if named, ok := w.c.Machine.Topology.(topology.NamedNodes); ok {
		wanted = named.NodeName(n)
	}
	name := unique(w.nodes, wanted, maxName)
	if name != wanted && wanted[0] != 'n' {
		w.notice("names of nodes are changed to those that Kubernetes allows")
	}
	labels := machineLabel + `: "true", ` + hostname + ": " + plain(name)
	for l, label := range w.labels(n) {
		labels += ", " + plain(w.keys[l]) + ": " + plain(valid(label, 63, true))
	}
	labels += w.flavorLabels(n)
	have := w.c.Machine.Spec(n)
	amounts := w.quantities(&have.Resources)
	if w.quotas && w.wholeNodes {
		amounts += ", " + nodesKey + `: "1"`
	}
	if pods, ok := w.podsOf(&have.Resources); ok {
		amounts += `, pods: "` + number(pods) + `"`
	}
	w.document("v1", "Node", name, "", "  labels: {"+labels+"}\n  annotations: {kwok.x-k8s.io/node: fake}\n")
	fmt.Fprintf(&w.out, "status:\n  allocatable: {%s}\n  capacity: {%[1]s}\n", amounts)
	if have.Sockets > 1 || have.Speed != 1000 {
		w.notice("sockets and speeds of nodes are not written")
	}
}

// queueName returns the name of a queue and its namespace.
func queueName(queue string) (name, namespace string) {
	namespace, name, cut := strings.Cut(queue, "/")
	if !cut {
		return valid(queue, 63, false), "default"
	}
	return valid(name, 63, false), valid(namespace, 63, false)
}

// job writes a job.
func (w *docWriter) job(j *workload.Job) {
	name, namespace := queueName(j.Queue)
	if w.quotas {
		name, namespace = w.clusterQueues.of(j.Queue), "default"
	}
	var labels []string
	if j.Queue != "" {
		labels = append(labels, queueLabel+": "+plain(name))
	} else {
		namespace = "default"
	}
	if hasClass(j) {
		labels = append(labels, classLabel+": "+className(j.Priority))
	}
	members := ""
	if labels != nil {
		members = "  labels: {" + strings.Join(labels, ", ") + "}\n"
	}
	notes := []string{submitNote + `: "` + j.Submit.String() + `"`, runtimeNote + `: "` + j.Runtime.String() + `"`}
	if j.Whole() {
		notes = append(notes, wholeNote+`: "true"`)
	}
	for i, text := range []string{j.User, j.Group} {
		if text != "" {
			notes = append(notes, []string{userNote, groupNote}[i]+": "+jsondoc.Quote(text))
		}
	}
	members += "  annotations: {" + strings.Join(notes, ", ") + "}\n"
	w.document("batch/v1", "Job", "job-"+number(j.Number), namespace, members)
	seconds := max(1, (int64(j.Walltime)+999)/1000)
	if seconds*1000 != int64(j.Walltime) {
		w.notice("walltimes are rounded up to whole seconds")
	}
	fmt.Fprintf(&w.out, "spec:\n  parallelism: %d\n  completions: %[1]d\n  completionMode: Indexed\n  backoffLimit: 0\n  activeDeadlineSeconds: %d\n  template:\n    metadata:\n      annotations:\n        pod-complete.stage.kwok.x-k8s.io/delay: \"%ds\"\n",
		j.Size(), seconds, (int64(j.Runtime)+999)/1000)
	w.wishes(&j.Network)
	requests, limits := w.podRequests(&j.Request)
	if limits != "" {
		limits = "\n          limits: {" + limits + "}"
	}
	fmt.Fprintf(&w.out, "    spec:\n      restartPolicy: Never\n      containers:\n      - name: task\n        image: fake-image\n        resources:\n          requests: {%s}%s\n", requests, limits)
}

// podRequests returns the requests of a pod, and its limits: Kubernetes demands that
// GPUs and resources of the cluster's own have the same limit. A pod counts as one by
// itself.
func (w *docWriter) podRequests(r *workload.Request) (requests, limits string) {
	need := r.PerTask
	if r.Whole() {
		if !r.PerTask.IsZero() {
			w.notice("what whole nodes must have (per_node) is not written")
		}
		if w.quotas {
			one := nodesKey + `: "1"`
			return one, one
		}
		need = w.smallest(r)
	}
	if at := slices.Index(w.c.Machine.Names(), "pods"); at >= 0 {
		need[int(workload.Named)+at] = 0
	}
	requests = w.quantities(&need)
	need[workload.Cores], need[workload.Memory], need[workload.Disk] = 0, 0, 0
	return requests, w.quantities(&need)
}

// smallest returns the cores, memory and GPUs of the smallest node that a job of
// whole nodes may use, which its pods request.
func (w *docWriter) smallest(r *workload.Request) workload.Resources {
	var out workload.Resources
	for k := range w.c.Machine.NumKinds() {
		have := &w.c.Machine.Kind(k).Resources
		if w.c.Machine.Kind(k).Slots(r) > 0 && (out[workload.Cores] == 0 || have[workload.Cores] < out[workload.Cores]) {
			out = *have
		}
	}
	if w.c.Machine.NumKinds() > 1 {
		w.notice("jobs of whole nodes request what the smallest node has; on larger nodes they share with others")
	}
	return out
}

// wishes writes where the pods of a job should be, as annotations.
func (w *docWriter) wishes(n *workload.NetworkRequest) {
	key := func(level int8) string {
		if int(level) <= len(w.keys) {
			return w.keys[level-1]
		}
		return hostname
	}
	note := func(name, value string) { fmt.Fprintf(&w.out, "        %s: %s\n", name, value) }
	switch n.Gather {
	case workload.GatherRequired:
		note(required, plain(key(n.Level)))
	case workload.GatherPreferred:
		note(preferred, plain(key(n.Level)))
	case workload.GatherUnconstrained:
		note(anywhere, `"true"`)
	}
	if n.Slice > 0 {
		note(sliceLevel, plain(key(n.SliceLevel)))
		note(sliceSize, `"`+number(int64(n.Slice))+`"`)
	}
}

// leftOut adds notices about parts of the scenario that are not written.
func (w *docWriter) leftOut(s *scenario.Scenario) {
	for i := range w.c.Jobs {
		j := &w.c.Jobs[i]
		for _, x := range []struct {
			has  bool
			what string
		}{
			{j.Comm != nil, "communication"}, {j.Elastic != nil, "changes of their size"}, {j.Parts != nil, "parts"}, {j.After != workload.NoJob, "preceding jobs"},
			{j.Priority != 0 && !hasClass(j), "priorities beyond 32 bits"}, {j.Deadline != 0, "deadlines"}, {j.Application != "" || j.Amount != 0, "applications and amounts"}, {j.Network.Segment > 0, "segments"}, {j.Network.Switches > 0, "limits of leaf switches"},
			{j.Reject != nil, "jobs that cannot run"},
		} {
			if x.has {
				w.notice("of the jobs, " + x.what + " are not written")
			}
		}
	}
	for _, x := range []struct {
		has  bool
		what string
	}{
		{s.Faults != nil, "faults"}, {s.Limits != nil, "limits"}, {s.Allotments != nil, "allotments"}, {s.Queues != nil, "states of queues"}, {s.ClusterQueues != nil && !w.quotas, "quotas of queues"},
	} {
		if x.has {
			w.notice(x.what + " are not written")
		}
	}
}
