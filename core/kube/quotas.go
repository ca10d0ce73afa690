package kube

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/kueue"
	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/core/yamldoc"
)

// Quotas of ClusterQueues and Cohorts, in both directions.

// wholeMachine is the annotation of a ClusterQueue whose quota is the machine, so
// that it limits nothing. Write adds it if the scenario has no quotas.
const wholeMachine = ownPrefix + "whole-machine"

// nodesKey is the resource that stands for whole nodes in quotas. Pods of jobs of
// whole nodes request one of it and nothing else.
const nodesKey = ownPrefix + "nodes"

// quotaHolder is a ClusterQueue or a Cohort that a document describes.
type quotaHolder struct {
	kind               string
	line               int
	name, cohort       string // cohort is the Cohort above it, or ""
	strict, nextFlavor bool
	stopAtPreemption   bool
	preemption         []member // of the scenario's block
	covered            []string // resources of which it has quotas
	flavors            []flavorQuotas
}

// member is a member of a JSON object: a text, or a number if the text is "".
type member struct {
	key, text string
	number    int64
}

// flavorQuotas holds what a ClusterQueue or a Cohort has of a ResourceFlavor.
type flavorQuotas struct {
	name   string
	line   int
	quotas []resourceQuota // of the covered resources, in their order
}

// resourceQuota is a quota of a resource. A limit is kueue.Unlimited if there is
// none.
type resourceQuota struct {
	key                         string // name of the resource in Kubernetes
	nominal, borrowing, lending int64
}

// readQuotas reads ClusterQueues, Cohorts and LocalQueues.
func (r *reader) readQuotas() {
	lines, all, groups := map[string]int{}, map[string]*quotaHolder{}, true
	for _, d := range r.queueDocs {
		if v := r.entries(d.At("metadata", "annotations"), "annotations")[wholeMachine]; v != nil && v.Scalar == "true" {
			continue
		}
		q, one := r.holder(d, "ClusterQueue", lines)
		groups = groups && one
		r.admission(d, q)
		if all[q.name] = q; len(q.flavors) > 0 {
			r.queues = append(r.queues, q)
		} else if one {
			r.count(d.Line, "ClusterQueue "+yamldoc.Excerpt(q.name), "is not used, because it has no resourceGroups")
		}
	}
	for _, d := range r.cohortDocs {
		c, one := r.holder(d, "Cohort", lines)
		groups = groups && one
		r.cohorts = append(r.cohorts, c)
	}
	if !groups {
		r.queues = nil
	}
	if len(r.queues) == 0 {
		for _, c := range r.cohorts {
			r.count(c.line, "Cohort "+yamldoc.Excerpt(c.name), "is not used, because no quotas are")
		}
		return
	}
	r.locals = map[string]*quotaHolder{}
	for _, d := range r.localDocs {
		name := r.name(d, "LocalQueue", 253)
		key := localKey(d, name)
		of := d.At("spec", "clusterQueue")
		switch {
		case r.locals[key] != nil:
			r.Errorf(d.Line, "LocalQueue %s is described twice in its namespace; remove one", name)
		case of == nil:
			r.Errorf(d.Line, "spec.clusterQueue is missing in LocalQueue %s; name the ClusterQueue of its jobs", name)
		case all[of.Scalar] == nil:
			r.Errorf(of.Line, "clusterQueue %s is not a ClusterQueue of this text; add it, or correct the name", written(of))
		default:
			r.locals[key] = all[of.Scalar]
		}
	}
}

// localKey returns the key of a LocalQueue: the namespace of a document, and a name.
func localKey(d *yamldoc.Value, name string) string {
	if namespace := d.Get("metadata").Text("namespace"); namespace != "" {
		return namespace + "/" + name
	}
	return "default/" + name
}

// enqueue sets the queue of a job that names a LocalQueue: its ClusterQueue if there
// are quotas. It returns false if the job is left out.
func (r *reader) enqueue(j *job, d *yamldoc.Value, local string) bool {
	if len(r.queues) == 0 {
		j.queue = queueOf(d, local)
		return true
	}
	q := r.locals[localKey(d, local)]
	switch {
	case local == "":
		r.count(d.Line, "job "+yamldoc.Excerpt(j.name), "left out, because it is in no queue, and only queues have quotas")
	case q == nil:
		r.Errorf(d.Line, "the queue %s of job %s is not a LocalQueue of its namespace in this text; add it, as \"kubectl get localqueues -A -o yaml\" prints it", yamldoc.Excerpt(local), yamldoc.Excerpt(j.name))
	case len(q.flavors) == 0:
		r.count(d.Line, "job "+yamldoc.Excerpt(j.name), "left out, because its ClusterQueue has no quotas")
	default:
		j.queue = q.name
		return true
	}
	return false
}

// holder reads what ClusterQueues and Cohorts have in common. It returns false if
// there are several resource groups, of which a scenario has only one.
func (r *reader) holder(d *yamldoc.Value, kind string, lines map[string]int) (*quotaHolder, bool) {
	h := &quotaHolder{kind: kind, line: d.Line, name: r.name(d, kind, scenario.MaxName)}
	if first := lines[kind+h.name]; first > 0 {
		r.Errorf(d.Line, "%s %s is described twice, first in line %d; remove one", kind, h.name, first)
	}
	lines[kind+h.name] = d.Line
	spec := d.Get("spec")
	for _, key := range []string{"cohort", "cohortName", "parent", "parentName"} {
		if v := spec.Get(key); v != nil && (key[0] == 'c') == (kind == "ClusterQueue") {
			if h.cohort = v.Scalar; !isName(h.cohort) || len(h.cohort) > scenario.MaxName {
				r.Errorf(v.Line, "%s %s is not the name of a Cohort; use at most %d letters from a to z, digits, - and .", key, written(v), scenario.MaxName)
			}
		}
	}
	if spec.Get("fairSharing") != nil {
		r.count(d.Line, kind+" "+yamldoc.Excerpt(h.name), "its fair sharing is not used")
	}
	groups := r.list(spec.Get("resourceGroups"), "resourceGroups")
	if len(groups) > 1 {
		r.count(groups[1].Line, kind+" "+yamldoc.Excerpt(h.name), "has several resource groups; no quotas are used, because a queue has one here")
		return h, false
	}
	for _, g := range groups {
		r.group(h, g)
	}
	h.simplify()
	return h, true
}

// admission reads how a ClusterQueue admits its jobs.
func (r *reader) admission(d *yamldoc.Value, q *quotaHolder) {
	spec := d.Get("spec")
	choice := func(v *yamldoc.Value, first, second string, alias ...string) bool {
		if v != nil && v.Scalar != first && v.Scalar != second && !slices.Contains(alias, v.Scalar) {
			r.Errorf(v.Line, "%s %s is not known; use %s or %s", v.Key, written(v), first, second)
		}
		return v != nil && v.Scalar == second
	}
	q.strict = choice(spec.Get("queueingStrategy"), "BestEffortFIFO", "StrictFIFO")
	q.nextFlavor = choice(spec.At("flavorFungibility", "whenCanBorrow"), "MayStopSearch", "TryNextFlavor", "Borrow")
	preempt := spec.At("flavorFungibility", "whenCanPreempt")
	q.stopAtPreemption = choice(preempt, "TryNextFlavor", "MayStopSearch", "Preempt") || preempt != nil && preempt.Scalar == "Preempt" // of v1beta1
	about := "ClusterQueue " + yamldoc.Excerpt(q.name)
	if v := spec.At("flavorFungibility", "preference"); v != nil && v.Scalar != "BorrowingOverPreemption" {
		r.count(v.Line, about, "its preference of flavors is not used")
	}
	r.preemption(spec.Get("preemption"), q)
	if v := spec.Get("stopPolicy"); v != nil && v.Scalar != "None" {
		r.count(v.Line, about, "its stopPolicy is not used")
	}
	if spec.Get("admissionChecks") != nil || spec.Get("admissionChecksStrategy") != nil {
		r.count(d.Line, about, "its admission checks are not used")
	}
}

// The values of Kueue's rules of preemption, and those of the scenario.
var (
	neverLower  = [][2]string{{"Never", "never"}, {"LowerPriority", "lower-priority"}}
	withinRules = append(neverLower[:2:2], [2]string{"LowerOrNewerEqualPriority", "lower-or-newer-equal-priority"})
	cohortRules = append(neverLower[:2:2], [2]string{"Any", "any"})
)

// preemption reads spec.preemption of a ClusterQueue. A rule "Never" is that of a
// scenario without the rule.
func (r *reader) preemption(d *yamldoc.Value, q *quotaHolder) {
	rule := func(v *yamldoc.Value, key string, values [][2]string) bool {
		if v == nil {
			return false
		}
		i := slices.IndexFunc(values, func(x [2]string) bool { return x[0] == v.Scalar })
		if i < 0 {
			names := make([]string, len(values))
			for i := range values {
				names[i] = values[i][0]
			}
			r.Errorf(v.Line, "%s %s is not known; use one of %s", v.Key, written(v), strings.Join(names, ", "))
		}
		if i > 0 {
			q.preemption = append(q.preemption, member{key: key, text: values[i][1]})
		}
		return i > 0
	}
	rule(d.Get("withinClusterQueue"), "within_cluster_queue", withinRules)
	rule(d.Get("reclaimWithinCohort"), "reclaim_within_cohort", cohortRules)
	borrowing := d.Get("borrowWithinCohort")
	if !rule(borrowing.Get("policy"), "borrow_within_cohort", neverLower) {
		return
	}
	if v := borrowing.Get("maxPriorityThreshold"); v != nil {
		n, _ := r.integer(v, "maxPriorityThreshold", math.MinInt32, math.MaxInt32)
		q.preemption = append(q.preemption, member{key: "max_priority_threshold", number: n})
	}
}

// group reads the only resource group of a ClusterQueue or a Cohort.
func (r *reader) group(h *quotaHolder, g *yamldoc.Value) {
	kinds := map[workload.Resource]string{}
	covered := r.list(g.Get("coveredResources"), "coveredResources")
	if len(covered) == 0 {
		r.Errorf(g.Line, "coveredResources is missing in %s %s; list the resources of its quotas, as in \"[cpu, memory]\"", h.kind, h.name)
	}
	for _, v := range covered {
		k, _ := resourceOf(v.Scalar)
		switch {
		case v.Scalar == "" || slices.Contains(h.covered, v.Scalar):
			r.Errorf(v.Line, "the covered resource %s is empty or listed twice; remove it", written(v))
		case k != workload.Named && kinds[k] != "":
			r.Errorf(v.Line, "the covered resources %s and %s are the same resource here; keep one of them", kinds[k], v.Scalar)
		}
		kinds[k] = v.Scalar
		h.covered = append(h.covered, v.Scalar)
	}
	for _, f := range r.list(g.Get("flavors"), "flavors") {
		name := f.Get("name")
		if name == nil {
			r.Errorf(f.Line, "name is missing in a flavor of %s %s; write the name of a ResourceFlavor", h.kind, h.name)
			continue
		}
		if len(name.Scalar) > scenario.MaxName {
			r.Errorf(name.Line, "the name of flavor %s has %d characters; use %d at most", written(name), len(name.Scalar), scenario.MaxName)
		}
		if slices.ContainsFunc(h.flavors, func(x flavorQuotas) bool { return x.name == name.Scalar }) {
			r.Errorf(name.Line, "flavor %s is listed twice; remove one", written(name))
		}
		quotas := flavorQuotas{name: name.Scalar, line: name.Line}
		resources := r.list(f.Get("resources"), "resources")
		for i, v := range resources {
			if i >= len(h.covered) || v.Text("name") != h.covered[i] {
				r.Errorf(v.Line, "resource %s of flavor %s is not at this place of coveredResources; list the same resources in the same order", yamldoc.Excerpt(v.Text("name")), written(name))
				break
			}
			quotas.quotas = append(quotas.quotas, r.quota(h, v))
		}
		if len(resources) < len(h.covered) {
			r.Errorf(f.Line, "flavor %s has quotas of %d resources, and coveredResources lists %d; list the same resources in the same order", written(name), len(resources), len(h.covered))
		}
		h.flavors = append(h.flavors, quotas)
	}
}

// quota reads the quota of a resource, rounded down to whole cores and MiB.
func (r *reader) quota(h *quotaHolder, v *yamldoc.Value) resourceQuota {
	q := resourceQuota{key: v.Text("name"), borrowing: kueue.Unlimited, lending: kueue.Unlimited}
	if v.Get("nominalQuota") == nil {
		r.Errorf(v.Line, "nominalQuota is missing for %s in %s %s; write it, as in \"nominalQuota: 8\"", q.key, h.kind, h.name)
	}
	_, unit := resourceOf(q.key)
	for _, x := range []struct {
		key string
		to  *int64
	}{{"nominalQuota", &q.nominal}, {"borrowingLimit", &q.borrowing}, {"lendingLimit", &q.lending}} {
		amount := v.Get(x.key)
		if amount == nil {
			continue
		}
		before := r.Count()
		*x.to = r.quantity(amount, 0, unit, false)
		if r.Count() > before {
			continue
		}
		if *x.to > scenario.MaxQuota {
			r.Errorf(amount.Line, "%s %s is more than %d of what is counted here, such as MiB of memory; write less", x.key, written(amount), int64(scenario.MaxQuota))
		}
		if r.quantity(amount, 0, unit, true) != *x.to {
			r.count(h.line, h.kind+" "+yamldoc.Excerpt(h.name), "quotas are rounded down to whole cores and MiB")
		}
	}
	return q
}

// nothing reports whether a quota admits no job, as if the resource were not listed.
func (h *quotaHolder) nothing(q resourceQuota) bool {
	if q.nominal > 0 || q.lending != kueue.Unlimited {
		return false
	}
	if h.kind == "Cohort" {
		return q.borrowing == kueue.Unlimited
	}
	return q.borrowing == 0 || h.cohort == ""
}

// simplify removes quotas that admit no job, because Kueue demands them of each
// flavor but a scenario does not. It keeps those of resources that no flavor has, and
// those of flavors that have no other.
func (h *quotaHolder) simplify() {
	something := map[string]bool{}
	for i := range h.flavors {
		for _, q := range h.flavors[i].quotas {
			something[q.key] = something[q.key] || !h.nothing(q)
		}
	}
	for i := range h.flavors {
		f := &h.flavors[i]
		if !slices.ContainsFunc(f.quotas, func(q resourceQuota) bool { return !h.nothing(q) }) {
			continue
		}
		f.quotas = slices.DeleteFunc(f.quotas, func(q resourceQuota) bool { return h.nothing(q) && something[q.key] })
	}
}

// quotasOf returns the line that gives a ClusterQueue quotas of a ResourceFlavor, or
// 0 if none does.
func (r *reader) quotasOf(flavor string) int {
	for _, q := range r.queues {
		for i := range q.flavors {
			if q.flavors[i].name == flavor {
				return q.flavors[i].line
			}
		}
	}
	return 0
}

// scarcePods reports whether a quota of pods may run out before those of cores and
// GPUs do.
func (r *reader) scarcePods() bool {
	for _, h := range slices.Concat(r.queues, r.cohorts) {
		for i := range h.flavors {
			others, pods := int64(0), resourceQuota{nominal: -1}
			for _, q := range h.flavors[i].quotas {
				if k, _ := resourceOf(q.key); k == workload.Cores || k == workload.GPUs {
					others += q.nominal
				} else if q.key == "pods" {
					pods = q
				}
			}
			if pods.nominal >= 0 && (pods.nominal < others || pods.borrowing != kueue.Unlimited || pods.lending != kueue.Unlimited) {
				return true
			}
		}
	}
	return false
}

// placeFlavors finds the nodes of each flavor. It removes flavors without nodes.
func (r *reader) placeFlavors() {
	r.room = map[string]string{}
	var order []*node
	if len(r.queues) > 0 {
		order = r.machine.numbered(r.levels)
	}
	gone := map[string]bool{}
	for _, f := range r.flavors {
		name := f.Get("metadata").Text("name")
		line := r.quotasOf(name)
		if line == 0 {
			continue
		}
		var where cluster.Placement
		for i, n := range order {
			if r.belongs(f, n.labels) {
				where = where.Append(topology.NodeID(i), topology.NodeID(i), 1)
			}
		}
		switch {
		case len(where) == 0:
			r.count(line, "ResourceFlavor "+yamldoc.Excerpt(name), "its quotas are left out, because no node has its labels")
			gone[name] = true
		case where.Nodes() < len(order):
			r.room[name] = where.String()
		}
	}
	for _, q := range r.queues {
		q.flavors = slices.DeleteFunc(q.flavors, func(f flavorQuotas) bool { return gone[f.name] })
	}
}

// writeQuotas writes the cluster queues and the cohorts of the scenario.
func (r *reader) writeQuotas(w *jsondoc.Writer) {
	if len(r.queues) == 0 {
		return
	}
	w.Field("cluster_queues")
	w.Lines('{', '}', len(r.queues), func(i int) { r.writeHolder(w, r.queues[i]) })
	said := slices.DeleteFunc(slices.Clone(r.cohorts), func(c *quotaHolder) bool { return c.cohort == "" && len(c.flavors) == 0 })
	if len(said) > 0 {
		w.Field("cohorts")
		w.Lines('{', '}', len(said), func(i int) { r.writeHolder(w, said[i]) })
	}
}

func (r *reader) writeHolder(w *jsondoc.Writer, h *quotaHolder) {
	w.Member(h.name, true).Raw("{")
	first := true
	text := func(is bool, key, value string) {
		if is {
			w.Member(key, first).Text(value)
			first = false
		}
	}
	text(h.cohort != "", map[string]string{"ClusterQueue": "cohort", "Cohort": "parent"}[h.kind], h.cohort)
	text(h.strict, "strategy", "strict-fifo")
	text(h.nextFlavor, "when_can_borrow", "try-next-flavor")
	text(h.stopAtPreemption, "when_can_preempt", "may-stop-search")
	if len(h.preemption) > 0 {
		w.Member("preemption", first).Raw("{")
		for i, m := range h.preemption {
			if w.Member(m.key, i == 0); m.text != "" {
				w.Text(m.text)
			} else {
				w.Number(m.number)
			}
		}
		w.Raw("}")
		first = false
	}
	if h.kind == "ClusterQueue" || len(h.flavors) > 0 {
		w.Member("flavors", first)
		w.List(len(h.flavors), func(i int) { r.writeFlavor(w, h, &h.flavors[i]) })
	}
	w.Raw("}")
}

// writeFlavor writes what a ClusterQueue or a Cohort has of a flavor. If pods count
// but the queue has no quota of them, it has as many as it wants, and lends none.
func (r *reader) writeFlavor(w *jsondoc.Writer, h *quotaHolder, f *flavorQuotas) {
	w.Raw("{").Member("name", true).Text(f.name)
	if room := r.room[f.name]; room != "" && h.kind == "ClusterQueue" {
		w.Member("nodes", false).Text(room)
	}
	w.Member("quota", false).Raw("{")
	first := true
	own := make([]*resourceQuota, len(r.machine.own))
	if pods := slices.Index(r.machine.own, "pods"); pods >= 0 && h.kind == "ClusterQueue" {
		own[pods] = &resourceQuota{nominal: scenario.MaxQuota, borrowing: kueue.Unlimited, lending: kueue.Unlimited}
		if h.cohort != "" {
			own[pods].lending = 0
		}
	}
	for i := range f.quotas {
		q := &f.quotas[i]
		k, _ := resourceOf(q.key)
		name := k.String()
		if q.key == nodesKey {
			name = queue.Nodes.String()
		} else if k == workload.Named {
			if at := slices.Index(r.machine.own, ownName(q.key)); at >= 0 {
				own[at] = q
			}
			continue // no job asks for it, or it is written below
		}
		w.Member(name, first)
		q.write(w)
		first = false
	}
	some := slices.ContainsFunc(own, func(q *resourceQuota) bool { return q != nil })
	if first && !some {
		w.Member(workload.Cores.String(), true).Number(0) // of what jobs ask for, it has nothing
	}
	if some {
		w.Member("resources", first).Raw("{")
		first = true
		for i, q := range own {
			if q != nil {
				w.Member(r.machine.own[i], first)
				q.write(w)
				first = false
			}
		}
		w.Raw("}")
	}
	w.Raw("}}")
}

// write writes a quota as a number, or as an object if it has limits.
func (q *resourceQuota) write(w *jsondoc.Writer) {
	if q.borrowing == kueue.Unlimited && q.lending == kueue.Unlimited {
		w.Number(q.nominal)
		return
	}
	w.Raw("{").Member("nominal", true).Number(q.nominal)
	if q.borrowing != kueue.Unlimited {
		w.Member("borrowing", false).Number(q.borrowing)
	}
	if q.lending != kueue.Unlimited {
		w.Member("lending", false).Number(q.lending)
	}
	w.Raw("}")
}

// heldBy returns the ClusterQueue or Cohort to which a place in the scenario belongs,
// or nil.
func (r *reader) heldBy(place string) (found *quotaHolder) {
	for _, h := range slices.Concat(r.queues, r.cohorts) {
		block := map[string]string{"ClusterQueue": "cluster_queues.", "Cohort": "cohorts."}[h.kind]
		rest, ok := strings.CutPrefix(place, block+h.name)
		if ok && (rest == "" || rest[0] == '.') && (found == nil || len(found.name) < len(h.name)) {
			found = h
		}
	}
	return found
}

// docFlavor is a flavor of the scenario as documents describe it.
type docFlavor struct {
	name  string
	label string // label of its nodes
	nodes func(n topology.NodeID) bool
}

// docNames gives names that Kubernetes allows to the objects of one kind.
type docNames struct {
	byName map[string]string
	taken  map[string]bool
}

// of returns the name of an object. Different objects have different names.
func (d *docNames) of(wanted string) string {
	if d.byName == nil {
		d.byName, d.taken = map[string]string{}, map[string]bool{}
	}
	name, known := d.byName[wanted]
	if !known {
		name = unique(d.taken, wanted, 63)
		d.byName[wanted] = name
	}
	return name
}

// changed reports whether the name of an object had to be changed.
func (d *docNames) changed() bool {
	for wanted, name := range d.byName {
		if wanted != name {
			return true
		}
	}
	return false
}

// findQuotas collects the queues and the flavors if the scenario schedules by quotas.
func (w *docWriter) findQuotas(s *scenario.Scenario) {
	if d := policies.DisciplineOf(s.Scheduler.Queue); d == nil || !d.Quotas || len(s.ClusterQueues) == 0 {
		return
	}
	w.quotas = true
	for i := range w.c.Jobs {
		w.wholeNodes = w.wholeNodes || w.c.Jobs[i].Whole()
		w.tasks = w.tasks || !w.c.Jobs[i].Whole()
	}
	if w.wholeNodes && w.tasks {
		w.notice("jobs of whole nodes request " + nodesKey + "; in Kubernetes, pods of other jobs may share their nodes")
	}
	everywhere := make([]int, w.c.Machine.NumNodes()) // number of flavors of each node
	room := map[string]cluster.Placement{}
	var names []string
	add := func(f *kueue.Flavor) {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
		if f.Nodes != nil && f.Nodes.Nodes() < len(everywhere) {
			room[f.Name] = f.Nodes
		}
	}
	for i := range s.ClusterQueues {
		w.clusterQueues.of(s.ClusterQueues[i].Name)
		for k := range s.ClusterQueues[i].Flavors {
			add(&s.ClusterQueues[i].Flavors[k])
		}
	}
	for i := range s.Cohorts {
		for k := range s.Cohorts[i].Flavors {
			add(&s.Cohorts[i].Flavors[k])
		}
	}
	labels := map[string]bool{}
	for _, name := range names {
		f := docFlavor{name: w.flavorNames.of(name), label: machineLabel, nodes: func(topology.NodeID) bool { return true }}
		if where := room[name]; where != nil {
			has := topology.NewNodeSet(len(everywhere))
			for n := range where.All {
				has.AddRange(n, n)
			}
			f.label, f.nodes = ownPrefix+unique(labels, "flavor-"+f.name, 63), has.Has
		}
		for n := range everywhere {
			if f.nodes(topology.NodeID(n)) {
				everywhere[n]++
			}
		}
		w.flavors = append(w.flavors, f)
	}
	if slices.Contains(everywhere, 0) { // so that all nodes belong to the machine
		w.flavors = append(w.flavors, docFlavor{name: unique(w.flavorNames.taken, "rest-of-machine", 63), label: machineLabel})
	}
}

// flavorLabels returns the labels of a node for the flavors that are not everywhere.
func (w *docWriter) flavorLabels(n topology.NodeID) (labels string) {
	for _, f := range w.flavors {
		if f.label != machineLabel && f.nodes(n) {
			labels += ", " + f.label + `: "true"`
		}
	}
	return labels
}

// writeQuotas writes the Cohorts, ClusterQueues and LocalQueues of a scenario with
// quotas.
func (w *docWriter) writeQuotas(s *scenario.Scenario) {
	for i := range s.Cohorts {
		c := &s.Cohorts[i]
		w.document("kueue.x-k8s.io/v1beta2", "Cohort", w.cohorts.of(c.Name), "", "")
		w.out.WriteString("spec:\n")
		if c.Parent != "" {
			fmt.Fprintf(&w.out, "  parentName: %s\n", plain(w.cohorts.of(c.Parent)))
		}
		w.flavorsOf(c.Flavors, "")
	}
	for i := range s.ClusterQueues {
		q := &s.ClusterQueues[i]
		w.document("kueue.x-k8s.io/v1beta2", "ClusterQueue", w.clusterQueues.of(q.Name), "", "")
		w.out.WriteString("spec:\n  namespaceSelector: {}\n")
		closed := ""
		if q.Cohort != "" {
			fmt.Fprintf(&w.out, "  cohortName: %s\n", plain(w.cohorts.of(q.Cohort)))
			closed = `, borrowingLimit: "0"`
		}
		if q.Strict {
			w.out.WriteString("  queueingStrategy: StrictFIFO\n")
		}
		var fungibility []string
		if q.NextFlavor {
			fungibility = append(fungibility, "whenCanBorrow: TryNextFlavor")
		}
		if q.StopAtPreemption {
			fungibility = append(fungibility, "whenCanPreempt: MayStopSearch")
		}
		if fungibility != nil {
			fmt.Fprintf(&w.out, "  flavorFungibility: {%s}\n", strings.Join(fungibility, ", "))
		}
		w.writePreemption(q)
		w.flavorsOf(q.Flavors, closed)
	}
	for i := range s.ClusterQueues {
		name := w.clusterQueues.of(s.ClusterQueues[i].Name)
		w.document("kueue.x-k8s.io/v1beta2", "LocalQueue", name, "default", "")
		fmt.Fprintf(&w.out, "spec:\n  clusterQueue: %s\n", plain(name))
	}
	if w.clusterQueues.changed() || w.cohorts.changed() || w.flavorNames.changed() {
		w.notice("names of queues, cohorts and flavors are changed to those that Kubernetes allows")
	}
}

// writePreemption writes spec.preemption of a ClusterQueue that stops jobs.
func (w *docWriter) writePreemption(q *kueue.ClusterQueue) {
	if !q.Preempts() {
		return
	}
	x := &q.Preemption
	fmt.Fprintf(&w.out, "  preemption:\n    withinClusterQueue: %s\n    reclaimWithinCohort: %s\n", withinRules[x.Within][0], cohortRules[x.Reclaim][0])
	if !x.Borrowing {
		return
	}
	w.out.WriteString("    borrowWithinCohort:\n      policy: LowerPriority\n")
	if x.MostPriority < math.MaxInt32 {
		fmt.Fprintf(&w.out, "      maxPriorityThreshold: %d\n", max(x.MostPriority, math.MinInt32))
	}
}

// flavorsOf writes the resource group of a ClusterQueue or a Cohort. Kueue demands a
// quota of each resource in each flavor; closed is the limit of one that admits
// nothing.
func (w *docWriter) flavorsOf(all []kueue.Flavor, closed string) {
	unlimited := func(q *kueue.Quota) bool {
		return q.Nominal == scenario.MaxQuota && q.Borrowing == kueue.Unlimited && q.Lending <= 0 && q.Measure.NameIn(w.c.Machine) == "pods"
	}
	var covered []queue.Measure
	for i := range all {
		for k := range all[i].Quotas {
			if q := &all[i].Quotas[k]; !slices.Contains(covered, q.Measure) && !unlimited(q) {
				covered = append(covered, q.Measure)
			}
		}
	}
	if len(covered) == 0 {
		return
	}
	slices.Sort(covered)
	names := make([]string, len(covered))
	for i, m := range covered {
		names[i] = plain(w.measure(m))
	}
	fmt.Fprintf(&w.out, "  resourceGroups:\n  - coveredResources: [%s]\n    flavors:\n", strings.Join(names, ", "))
	for i := range all {
		fmt.Fprintf(&w.out, "    - name: %s\n      resources:\n", plain(w.flavorNames.of(all[i].Name)))
		for k, m := range covered {
			at := slices.IndexFunc(all[i].Quotas, func(q kueue.Quota) bool { return q.Measure == m })
			if at < 0 {
				fmt.Fprintf(&w.out, "      - {name: %s, nominalQuota: \"0\"%s}\n", names[k], closed)
				continue
			}
			q := &all[i].Quotas[at]
			kind, _ := m.Counts()
			fmt.Fprintf(&w.out, "      - {name: %s, nominalQuota: %s", names[k], amount(kind, q.Nominal))
			if q.Borrowing != kueue.Unlimited {
				w.out.WriteString(", borrowingLimit: " + amount(kind, q.Borrowing))
			}
			if q.Lending != kueue.Unlimited {
				w.out.WriteString(", lendingLimit: " + amount(kind, q.Lending))
			}
			w.out.WriteString("}\n")
		}
	}
}

// measure returns the name of a measure of quotas in Kubernetes.
func (w *docWriter) measure(m queue.Measure) string {
	if k, ok := m.Counts(); ok {
		return w.nameOf(k)
	}
	return nodesKey
}
