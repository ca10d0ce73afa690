// Package kube converts between scenarios and files of Kubernetes clusters that
// schedule jobs with Kueue.
//
// [Read] makes a scenario of documents in YAML or JSON, such as a Topology of Kueue,
// the list of nodes that kubectl prints, and jobs. It also reads the models of
// clusters of NVIDIA's Topograph. An [Import] has the text of the scenario and
// notices about everything in the documents that has no effect. If a document is
// wrong, Read returns [yamldoc.Mistakes], each with its line and a fix.
//
//	in, err := kube.Read(text)
//	if err != nil { … } // yamldoc.Mistakes
//	s, err := scenario.Parse(in.Scenario)
//
// Reading has three steps. A reader sorts the documents by kind. Then it builds the
// machine from the Topology, the ResourceFlavors and the nodes, the quotas from
// ClusterQueues and Cohorts, and the jobs from Jobs, Workloads, LocalQueues and classes
// of priorities.
// Finally it writes all as the JSON of a scenario, whose errors (such as a job that
// is larger than the machine) are reported at the documents of the jobs and queues.
//
// [Write] is the opposite: it writes the machine, the quotas and the jobs of a
// scenario as a Topology, ResourceFlavors, Cohorts, ClusterQueues, LocalQueues, classes
// of priorities, nodes and Jobs. Without quotas there is one ClusterQueue that has the machine as its
// quota.
//
// If a Workload is admitted, the documents show a cluster as it stands: such Workloads
// become jobs that run from the beginning (live.go).
//
// Source: SOURCES.md TOPO.13; Kueue's API v1beta1 and v1beta2, Kubernetes' core/v1
// and batch/v1, Topograph's models. LIMITATIONS: jobs of one pod set; ClusterQueues
// of one resource group; fair sharing, node selectors and affinities are not used.
package kube

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/yamldoc"
)

// Limits of a text. kubectl prints about 10 KiB for each node, which is why texts
// may be longer than those of Slurm's files.
const (
	MaxText  = 16 << 20 // bytes
	maxDepth = 32
)

// Import is a scenario made of documents.
type Import struct {
	Scenario []byte           // canonical text of the scenario
	Cluster  string           // JSON of the machine alone, the field "cluster" of a scenario
	Jobs     int              // number of jobs; 0 if the documents only describe a machine
	Notices  []yamldoc.Remark // parts of the documents that have no effect, and assumptions
}

// Is reports whether a text looks like documents that Read understands, rather than
// like a scenario or a file of Slurm's. It looks at the beginning only.
func Is(text string) bool {
	head := text[:min(len(text), 1<<16)]
	if strings.HasPrefix(strings.TrimLeft(head, " \t\r\n\ufeff"), "{") {
		return strings.Contains(head, `"apiVersion"`) && !strings.Contains(head, `"hopyard"`)
	}
	for line := range strings.Lines(head) {
		for _, key := range []string{"apiVersion:", "kind:", "switches:", "blocks:", "capacity_blocks:"} {
			if strings.HasPrefix(line, key) {
				return true
			}
		}
	}
	return false
}

// reader collects what documents describe.
type reader struct {
	topologies, flavors, nodeDocs, jobDocs, workloads []*yamldoc.Value
	queueDocs, cohortDocs, localDocs                  []*yamldoc.Value
	classDocs                                         map[string][]*yamldoc.Value // by kind

	queues, cohorts []*quotaHolder          // ClusterQueues and Cohorts; there are no queues if no quotas are used
	locals          map[string]*quotaHolder // ClusterQueue of each LocalQueue, by namespace and name
	room            map[string]string       // nodes of each flavor that is not on all nodes
	classes         priorityClasses

	levels  []string // labels of the levels, without that of hosts
	hosts   bool     // whether the Topology has a level of hosts
	machine machine
	jobs    []*job
	live    bool // whether the text shows a cluster as it stands

	tallies []*tally
	yamldoc.Problems
}

// tally counts objects about which there is the same notice.
type tally struct {
	first, text string
	line, more  int
}

// count adds an object to those about which there is a notice. The notice names the
// first of them.
func (r *reader) count(line int, object, text string) {
	at := slices.IndexFunc(r.tallies, func(t *tally) bool { return t.text == text })
	if at >= 0 {
		r.tallies[at].more++
		return
	}
	r.tallies = append(r.tallies, &tally{first: object, text: text, line: line})
}

// Read makes a scenario of documents. The error is of type yamldoc.Mistakes. Cost: O(text +
// nodes·log nodes).
func Read(text string) (*Import, error) {
	r := &reader{classDocs: map[string][]*yamldoc.Value{}}
	if len(text) > MaxText {
		r.Errorf(0, "the text has %d bytes; use %d at most, such as without the parts \"status.images\" and \"metadata.managedFields\"", len(text), MaxText)
		return nil, r.Mistakes()
	}
	docs := yamldoc.Parse(text, yamldoc.Limits{Depth: maxDepth, Fix: "documents of Kubernetes need 20"}, func(line int, problem string) { r.Errorf(line, "%s", problem) })
	switch {
	case r.Count() > 0:
	case len(docs) == 0:
		r.Errorf(0, "the text is empty; write documents as kubectl prints them (kubectl get nodes -o json)")
	case isModel(docs[0]):
		r.model(docs)
	default:
		for _, d := range docs {
			r.document(d, "")
		}
		if r.Count() == 0 {
			r.readClasses()
			r.readQuotas()
			r.flavoured()
		}
		if r.Count() == 0 {
			r.readJobs()
			r.readNodes()
			r.seat()
		}
	}
	if r.Count() == 0 {
		if in := r.scenario(); in != nil {
			return in, nil
		}
	}
	return nil, r.Mistakes()
}

// versions lists the kinds of documents that are read, with their versions.
var versions = map[string][]string{
	"Topology":       {"kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1", "kueue.x-k8s.io/v1alpha1"},
	"ResourceFlavor": {"kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1"},
	"ClusterQueue":   {"kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1"},
	"Cohort":         {"kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1", "kueue.x-k8s.io/v1alpha1"},
	"LocalQueue":     {"kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1"},
	"Workload":       {"kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1"},
	"Job":            {"batch/v1"},
	"Node":           {"v1"},
	queueClass:       {"kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1"},
	podClass:         {"scheduling.k8s.io/v1"},
}

// document sorts a document by its kind. Items of a list may leave out their kind,
// which is then the given one.
func (r *reader) document(d *yamldoc.Value, kind string) {
	if d.Keys == nil {
		r.Errorf(d.Line, "the document is not an object of Kubernetes; write one that begins with \"apiVersion:\" and \"kind:\"")
		return
	}
	version := d.Text("apiVersion")
	if d.Get("kind") != nil {
		kind = d.Text("kind")
	} else if kind != "" {
		version = versions[kind][0]
	}
	if of, list := strings.CutSuffix(kind, "List"); list && d.Get("items") != nil {
		if versions[of] == nil {
			of = ""
		}
		for _, item := range d.Get("items").Items {
			r.document(item, of)
		}
		return
	}
	known := versions[kind]
	switch {
	case kind == "":
		r.Errorf(d.Line, "kind is missing; write what the document is, as in \"kind: Node\"")
	case version == "":
		r.Errorf(d.Line, "apiVersion is missing in a %s; write it, as in \"apiVersion: %s\"", yamldoc.Excerpt(kind), append(known, "v1")[0])
	case known == nil || group(version) != group(known[0]):
		r.count(d.Line, kind+" "+yamldoc.Excerpt(d.Get("metadata").Text("name")), "is not used yet")
	case !slices.Contains(known, version):
		r.Errorf(d.Line, "apiVersion %s of a %s is not known; use %s", yamldoc.Excerpt(version), kind, known[0])
	default:
		r.sort(kind, d)
	}
}

// group returns the group of an API version, such as "batch" of "batch/v1".
func group(version string) string {
	if before, _, ok := strings.Cut(version, "/"); ok {
		return before
	}
	return ""
}

// sort appends a document to those of its kind.
func (r *reader) sort(kind string, d *yamldoc.Value) {
	switch kind {
	case "Topology":
		r.topologies = append(r.topologies, d)
	case "ResourceFlavor":
		r.flavors = append(r.flavors, d)
	case "Node":
		r.nodeDocs = append(r.nodeDocs, d)
	case "Job":
		r.jobDocs = append(r.jobDocs, d)
	case "Workload":
		r.workloads = append(r.workloads, d)
	case "ClusterQueue":
		r.queueDocs = append(r.queueDocs, d)
	case "Cohort":
		r.cohortDocs = append(r.cohortDocs, d)
	case "LocalQueue":
		r.localDocs = append(r.localDocs, d)
	case queueClass, podClass:
		r.classDocs[kind] = append(r.classDocs[kind], d)
	}
}

// scenario writes the machine and the jobs as a scenario. It reports the errors of
// the scenario at the documents of the jobs, and returns nil if there are any.
func (r *reader) scenario() *Import {
	w := &jsondoc.Writer{}
	w.Raw("{").Field("hopyard").Number(scenario.Version)
	w.Field("cluster")
	from := len(w.Out)
	w.Raw("{")
	r.machine.write(w, r.levels)
	w.Raw("}")
	cluster := string(w.Out[from:])
	w.Field("jobs")
	w.Lines('[', ']', len(r.jobs), func(i int) { r.jobs[i].write(w, &r.machine) })
	w.Field("scheduler").Raw("{")
	if len(r.queues) > 0 {
		all := policies.Disciplines()
		at := slices.IndexFunc(all, func(d policies.Discipline) bool { return d.Quotas })
		w.Member("queue", true).Text(all[at].Name.Name).Raw(", ")
	}
	w.Member("allocator", true).Text("kueue-tas").Raw("}")
	r.writeQuotas(w)
	w.Raw("\n}\n")
	s, err := scenario.Parse(w.Out)
	var wrong jsondoc.Errors
	switch {
	case errors.As(err, &wrong):
		for i := range wrong {
			r.report(&wrong[i])
		}
		return nil
	case err != nil:
		r.Errorf(0, "%v", err)
		return nil
	}
	for _, t := range r.tallies {
		about := t.first
		if t.more > 0 {
			about += fmt.Sprintf(" and %d more", t.more)
		}
		r.Notice(t.line, "%s: %s", about, t.text)
	}
	slices.SortStableFunc(r.Notices, func(a, b yamldoc.Remark) int { return a.Line - b.Line })
	return &Import{Scenario: s.Canonical(), Cluster: cluster, Jobs: len(r.jobs), Notices: r.Notices}
}

// report reports an error of the scenario.
func (r *reader) report(e *jsondoc.Error) {
	line, about, fix := 0, "", e.Fix
	if steps, err := jsondoc.SplitPath(e.Place); err == nil && len(steps) > 1 && steps[0].Key == "jobs" {
		j := r.jobs[steps[1].Index]
		line, about = j.line, "job "+yamldoc.Excerpt(j.name)+": "
	} else if h := r.heldBy(e.Place); h != nil {
		line, about = h.line, h.kind+" "+yamldoc.Excerpt(h.name)+": "
	}
	if fix == "" {
		fix = "change it"
	}
	r.Errorf(line, "%s%s; %s", about, e.Problem, fix)
}
