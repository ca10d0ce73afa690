package kube

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hopyard/core/workload"
	"hopyard/core/yamldoc"
)

// Priorities of jobs, in both directions. A Job names a WorkloadPriorityClass of Kueue
// in a label, or else its pods name a PriorityClass of Kubernetes; a Workload has the
// priority itself.

// The kinds of documents that give a name to a priority.
const (
	queueClass = "WorkloadPriorityClass"
	podClass   = "PriorityClass"
)

// priorityClasses holds the priorities of a text by kind and name, and the priority of
// jobs without a class.
type priorityClasses struct {
	byName map[[2]string]int64
	usual  int64
}

// readClasses reads the documents about priorities.
func (r *reader) readClasses() {
	r.classes.byName = map[[2]string]int64{}
	for _, kind := range []string{queueClass, podClass} {
		for _, d := range r.classDocs[kind] {
			key := [2]string{kind, r.name(d, kind, 253)}
			v := d.Get("value")
			if v == nil {
				r.Errorf(d.Line, "value is missing in %s %s; write the priority, as in \"value: 100\"", kind, key[1])
				continue
			}
			n, _ := r.integer(v, "value", math.MinInt32, math.MaxInt32)
			if _, twice := r.classes.byName[key]; twice {
				r.Errorf(d.Line, "%s %s is described twice; remove one", kind, key[1])
			}
			r.classes.byName[key] = n
			if kind == podClass && r.truth(d.Get("globalDefault"), "globalDefault") {
				r.classes.usual = n
			}
		}
	}
}

// prioritize sets the priority of a job that names a class of the given kind. If name
// is nil, the job names none.
func (r *reader) prioritize(j *job, kind string, name *yamldoc.Value) {
	j.priority = r.classes.usual
	if name == nil {
		return
	}
	n, known := r.classes.byName[[2]string{kind, name.Scalar}]
	if j.priority = n; !known {
		r.count(j.line, "job "+yamldoc.Excerpt(j.name), "its "+kind+" is not in this text, so its priority is 0")
	}
}

// classOf sets the priority of a Workload: its own, or that of the class that it names.
func (r *reader) classOf(j *job, spec *yamldoc.Value) {
	kind, name := queueClass, spec.Get("priorityClassName")
	if ref := spec.Get("priorityClassRef"); ref != nil {
		name = ref.Get("name")
		kind = cmp.Or(ref.Text("kind"), kind)
	} else if spec.Text("priorityClassSource") == "scheduling.k8s.io/priorityclass" {
		kind = podClass
	}
	if v := spec.Get("priority"); v != nil {
		j.priority, _ = r.integer(v, "priority", math.MinInt32, math.MaxInt32)
		return
	}
	r.prioritize(j, kind, name)
}

// className returns the name of the class that Write makes of a priority.
func className(priority int64) string {
	if priority < 0 {
		return fmt.Sprintf("priority-minus-%d", -priority)
	}
	return fmt.Sprintf("priority-%d", priority)
}

// hasClass reports whether Write makes a class of a job's priority.
func hasClass(j *workload.Job) bool {
	return j.Priority != 0 && j.Priority >= math.MinInt32 && j.Priority <= math.MaxInt32
}

// writeClasses writes a class for each priority of the jobs.
func (w *docWriter) writeClasses() {
	var all []int64
	for i := range w.c.Jobs {
		if j := &w.c.Jobs[i]; hasClass(j) && !slices.Contains(all, j.Priority) {
			all = append(all, j.Priority)
		}
	}
	slices.Sort(all)
	for _, priority := range all {
		w.document("kueue.x-k8s.io/v1beta2", queueClass, className(priority), "", "")
		fmt.Fprintf(&w.out, "value: %d\n", priority)
	}
}
