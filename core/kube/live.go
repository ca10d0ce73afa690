package kube

import (
	"cmp"
	"maps"
	"slices"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/yamldoc"
)

// A cluster as it stands has Workloads that Kueue has admitted: their conditions say
// so, and their topologyAssignment names the nodes. Such a Workload becomes a job that
// runs from the beginning, for what is left of its time limit. All others wait from the
// beginning, in the order of their creation, and finished ones are left out.
//
// Source: SOURCES.md TOPO.13; Kueue, API v1beta1 and v1beta2: WorkloadStatus,
// TopologyAssignment.

// podsOnHost are pods on a node, which is named by its label hostname.
type podsOnHost struct {
	host string
	pods int64
}

// condition returns a condition of a document if its status is True, otherwise nil.
func (r *reader) condition(d *yamldoc.Value, kind string) *yamldoc.Value {
	for _, c := range r.list(d.At("status", "conditions"), "conditions") {
		if c.Text("type") == kind && c.Text("status") == "True" {
			return c
		}
	}
	return nil
}

// isLive reports whether some Workload of the text is admitted and not finished, so
// that the text shows a cluster as it stands.
func (r *reader) isLive() bool {
	return slices.ContainsFunc(r.workloads, func(d *yamldoc.Value) bool {
		return r.condition(d, "Admitted") != nil && r.condition(d, "Finished") == nil
	})
}

// present returns when the text was printed: the latest time in it, since kubectl does
// not print the time.
func (r *reader) present() (now int64) {
	for _, d := range slices.Concat(r.workloads, r.nodeDocs) {
		times := []*yamldoc.Value{d.At("metadata", "creationTimestamp")}
		for _, c := range r.list(d.At("status", "conditions"), "conditions") {
			times = append(times, c.Get("lastTransitionTime"), c.Get("lastHeartbeatTime"))
		}
		for _, t := range times {
			if t != nil {
				now = max(now, r.instant(t))
			}
		}
	}
	return now
}

// placed reads when and where a Workload was admitted.
func (r *reader) placed(j *job, d *yamldoc.Value) {
	c := r.condition(d, "Admitted")
	if c == nil {
		return
	}
	j.admitted = 1
	if t := c.Get("lastTransitionTime"); t != nil {
		j.admitted = r.instant(t)
	}
	sets := r.list(d.At("status", "admission", "podSetAssignments"), "podSetAssignments")
	if len(sets) != 1 {
		return
	}
	if n := sets[0].Get("count"); n != nil { // fewer than asked for, after a partial admission
		j.tasks, _ = r.integer(n, "count", 1, scenario.MaxTasks)
	}
	assigned := sets[0].Get("topologyAssignment")
	levels := r.list(assigned.Get("levels"), "levels")
	if len(levels) == 0 || levels[len(levels)-1].Scalar != hostname {
		return
	}
	for _, domain := range r.list(assigned.Get("domains"), "domains") {
		values := r.list(domain.Get("values"), "values")
		if n := domain.Get("count"); n != nil && len(values) > 0 {
			pods, _ := r.integer(n, "count", 1, scenario.MaxTasks)
			j.hosts = append(j.hosts, podsOnHost{values[len(values)-1].Scalar, pods})
		}
	}
	for _, slice := range r.list(assigned.Get("slices"), "slices") {
		r.slice(j, slice)
	}
}

// slice reads a part of a topologyAssignment of v1beta2, which writes equal counts and
// common parts of names once.
func (r *reader) slice(j *job, v *yamldoc.Value) {
	levels := r.list(v.Get("valuesPerLevel"), "valuesPerLevel")
	if len(levels) == 0 {
		return
	}
	host, counts := levels[len(levels)-1], v.Get("podCounts")
	var names []string
	if all := host.Get("universal"); all != nil {
		names = append(names, all.Scalar)
	}
	single := host.Get("individual")
	for _, root := range r.list(single.Get("roots"), "roots") {
		names = append(names, single.Text("prefix")+root.Scalar+single.Text("suffix"))
	}
	each := r.list(counts.Get("individual"), "individual")
	for i, name := range names {
		n := counts.Get("universal")
		if i < len(each) {
			n = each[i]
		}
		if n != nil {
			pods, _ := r.integer(n, "podCounts", 1, scenario.MaxTasks)
			j.hosts = append(j.hosts, podsOnHost{name, pods})
		}
	}
}

// liveTimes sets the times of jobs in a cluster as it stands, and sorts them: those
// that run, then those that wait by creation.
func (r *reader) liveTimes() {
	now := r.present()
	if len(r.jobs) > 0 {
		r.Notice(r.jobs[0].line, "the cluster is taken as it stands at the latest time in the text: admitted Workloads run for what is left of their time limits, and the others wait")
	}
	for _, j := range r.jobs {
		j.submit = 0
		if j.admitted > 0 {
			ran := simtime.Duration(max(0, now-max(j.admitted, j.created))) * simtime.Second
			j.walltime = max(simtime.Second, j.walltime-ran)
			if j.runtime >= 0 {
				j.runtime = max(simtime.Second, j.runtime-ran)
			}
		}
	}
	slices.SortStableFunc(r.jobs, func(a, b *job) int {
		waits := func(j *job) int {
			if j.admitted > 0 {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(waits(a), waits(b)), cmp.Compare(a.created, b.created))
	})
}

// seat finds the nodes of the jobs that run, after the nodes are read.
func (r *reader) seat() {
	index := map[string]int{}
	for i, n := range r.machine.nodes {
		index[n.Name] = i
		if v := n.labels.Get(hostname); v != nil {
			index[v.Scalar] = i
		}
	}
	for _, j := range r.jobs {
		if j.admitted == 0 {
			continue
		}
		pods := int64(0)
		j.seats = map[int]int64{}
		for _, h := range j.hosts {
			if i, known := index[h.host]; known {
				j.seats[i] += h.pods
				pods += h.pods
			}
		}
		if pods != j.tasks {
			j.seats = nil
			r.count(j.line, "job "+yamldoc.Excerpt(j.name), "runs, but the nodes of its pods are not all known from topologyAssignment; it starts at 0 where the scheduler places it")
		}
	}
}

// writeSeats writes the nodes on which a job runs.
func (j *job) writeSeats(w *jsondoc.Writer) {
	nodes := slices.Sorted(maps.Keys(j.seats))
	w.Member("running", false)
	if j.whole {
		text := ""
		for _, n := range nodes {
			text += "," + number(int64(n))
		}
		w.Text(text[1:])
		return
	}
	w.Raw("{")
	for i, n := range nodes {
		w.Member(number(int64(n)), i == 0).Number(j.seats[n])
	}
	w.Raw("}")
}
