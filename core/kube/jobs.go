package kube

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/core/yamldoc"
)

// usualWalltime is the walltime of jobs without a limit.
const usualWalltime = simtime.Hour

// Labels and annotations of Kueue, and those that Write adds to keep what Kubernetes
// has no field for.
const (
	queueLabel  = "kueue.x-k8s.io/queue-name"
	classLabel  = "kueue.x-k8s.io/priority-class"
	limitLabel  = "kueue.x-k8s.io/max-exec-time-seconds"
	podset      = "kueue.x-k8s.io/podset-"
	required    = podset + "required-topology"
	preferred   = podset + "preferred-topology"
	anywhere    = podset + "unconstrained-topology"
	sliceLevel  = podset + "slice-required-topology"
	sliceSize   = podset + "slice-size"
	sliceLevels = podset + "slice-required-topology-constraints"
	podsetGroup = podset + "group-name"

	submitNote, runtimeNote, wholeNote = ownPrefix + "submit", ownPrefix + "runtime", ownPrefix + "whole-nodes"
	userNote, groupNote                = ownPrefix + "user", ownPrefix + "group"
)

// job is a job that a document describes.
type job struct {
	line               int
	name               string
	number             int64          // number at the end of a name such as "job-12", or -1
	pod                *yamldoc.Value // spec of the pods
	tasks              int64
	whole              bool // whether each pod takes a whole node
	per                workload.Resources
	own                map[string]int64 // resources of the cluster's own
	created            int64            // Unix time, or 0
	submit             simtime.Duration // from the beginning of the run, or -1
	walltime, runtime  simtime.Duration // runtime is -1 if it is not known
	queue, user, group string
	priority           int64
	gather, level      string
	sliceSize          int64
	sliceLevel         string
	admitted           int64         // Unix time at which Kueue admitted it, in a cluster as it stands; 0 if it waits
	hosts              []podsOnHost  // where its pods run
	seats              map[int]int64 // number of pods by node of the machine; nil if it does not run, or its nodes are not known
}

// readJobs reads Jobs and Workloads.
func (r *reader) readJobs() {
	if n := len(r.jobDocs) + len(r.workloads); n > scenario.MaxJobs {
		r.Errorf(0, "there are %d jobs; use %d at most", n, scenario.MaxJobs)
		return
	}
	r.live = r.isLive()
	owners := map[string]bool{} // Jobs of which a cluster as it stands has the Workload
	for _, d := range r.workloads {
		for _, o := range r.list(d.At("metadata", "ownerReferences"), "ownerReferences") {
			if r.live && o.Text("kind") == "Job" {
				owners[d.Get("metadata").Text("namespace")+"/"+o.Text("name")] = true
			}
		}
	}
	seen := map[string]*yamldoc.Value{}
	for _, d := range r.jobDocs {
		key := d.Get("metadata").Text("namespace") + "/" + d.Get("metadata").Text("name")
		if first := seen[key]; first != nil && !strings.HasSuffix(key, "/") {
			r.Errorf(d.Line, "Job %s is described twice, first in line %d; remove one", d.At("metadata", "name").Scalar, first.Line)
		}
		if owners[key] {
			r.count(d.Line, "Job "+yamldoc.Excerpt(d.Get("metadata").Text("name")), "left out, because its Workload is in the text too")
			continue
		}
		seen[key] = d
		r.job(d)
	}
	for _, d := range r.workloads {
		namespace := d.Get("metadata").Text("namespace")
		owned := slices.ContainsFunc(r.list(d.At("metadata", "ownerReferences"), "ownerReferences"), func(o *yamldoc.Value) bool {
			return o.Text("kind") == "Job" && seen[namespace+"/"+o.Text("name")] != nil
		})
		if owned {
			r.count(d.Line, "Workload "+yamldoc.Excerpt(d.Get("metadata").Text("name")), "left out, because its Job is in the text too")
			continue
		}
		r.workload(d)
	}
	if r.live {
		r.liveTimes()
	}
	r.times()
}

// begin starts a job with what Jobs and Workloads have in common.
func (r *reader) begin(d *yamldoc.Value, kind string) *job {
	j := &job{line: d.Line, own: map[string]int64{}, number: -1, submit: -1, runtime: -1, walltime: -1}
	if j.name = d.Get("metadata").Text("generateName"); j.name == "" {
		j.name = r.name(d, kind, 253)
	}
	digits := j.name[strings.LastIndexByte(j.name, '-')+1:]
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && n <= scenario.MaxNumber && number(n) == digits {
		j.number = n
	}
	if t := d.At("metadata", "creationTimestamp"); t != nil {
		j.created = r.instant(t)
	}
	notes := r.entries(d.At("metadata", "annotations"), "annotations")
	for _, n := range []struct {
		key string
		to  *simtime.Duration
	}{{submitNote, &j.submit}, {runtimeNote, &j.runtime}} {
		v := notes[n.key]
		if v == nil {
			continue
		}
		t, err := simtime.Parse(v.Scalar)
		if *n.to = t; err != nil || t < 0 || int64(t) > simtime.Max {
			r.Errorf(v.Line, "%s %s is not a number of seconds from 0 to %d; write it as in \"90.5\"", n.key, written(v), simtime.Max/1000)
		}
	}
	j.whole = notes[wholeNote] != nil && notes[wholeNote].Scalar == "true"
	for key, to := range map[string]*string{userNote: &j.user, groupNote: &j.group} {
		if v := notes[key]; v != nil {
			*to = v.Scalar
		}
	}
	for key, v := range notes {
		if strings.HasPrefix(key, podset) {
			r.count(v.Line, "job "+yamldoc.Excerpt(j.name), "annotations "+podset+"… of the job have no effect; write them at spec.template.metadata")
		}
	}
	return j
}

// instant returns a time in seconds since 1970.
func (r *reader) instant(v *yamldoc.Value) int64 {
	at, ok := slurmtext.ParseTime(v.Scalar)
	if !ok {
		r.Errorf(v.Line, "%s %s is not a time; write it as in \"2026-03-01T10:00:00Z\"", v.Key, written(v))
	}
	return at
}

// queueOf returns the name of a job's queue. Queues outside of the namespace
// "default" have the name of their namespace before their own.
func queueOf(d *yamldoc.Value, name string) string {
	if namespace := d.Get("metadata").Text("namespace"); namespace != "" && namespace != "default" && name != "" {
		return namespace + "/" + name
	}
	return name
}

// job reads a Job of batch/v1.
func (r *reader) job(d *yamldoc.Value) {
	j := r.begin(d, "Job")
	spec := d.Get("spec")
	if j.pod = spec.At("template", "spec"); j.pod == nil {
		r.Errorf(d.Line, "spec.template.spec is missing in Job %s; write the containers of its pods", j.name)
		return
	}
	labels := r.entries(d.At("metadata", "labels"), "labels")
	local := ""
	if v := labels[queueLabel]; v != nil {
		local = v.Scalar
	} else if r.truth(spec.Get("suspend"), "suspend") {
		r.count(d.Line, "job "+yamldoc.Excerpt(j.name), "left out, because it is suspended and has no label "+queueLabel)
		return
	}
	if !r.enqueue(j, d, local) {
		return
	}
	if labels[classLabel] != nil {
		r.prioritize(j, queueClass, labels[classLabel])
	} else {
		r.prioritize(j, podClass, j.pod.Get("priorityClassName"))
	}
	j.tasks = 1
	if v := spec.Get("parallelism"); v != nil {
		j.tasks, _ = r.integer(v, "parallelism", 0, scenario.MaxTasks)
	}
	if v := spec.Get("completions"); v != nil {
		if n, ok := r.integer(v, "completions", 0, math.MaxInt32); ok {
			if n > j.tasks {
				r.count(v.Line, "job "+yamldoc.Excerpt(j.name), "has more completions than pods at once; its time limit is taken for all of them")
			}
			j.tasks = min(j.tasks, n)
		}
	}
	if j.tasks == 0 {
		r.count(d.Line, "job "+yamldoc.Excerpt(j.name), "left out, because it has no pods")
		return
	}
	j.limit(r, spec.Get("activeDeadlineSeconds"))
	j.limit(r, labels[limitLabel])
	status := d.Get("status")
	if start, end := status.Get("startTime"), status.Get("completionTime"); start != nil && end != nil && j.runtime < 0 {
		from, to := r.instant(start), r.instant(end)
		j.runtime = simtime.Duration(max(to-from, 0)) * simtime.Second
	}
	r.finish(j, r.entries(spec.At("template", "metadata", "annotations"), "annotations"))
}

// limit lowers a job's walltime to a limit in seconds, if there is one.
func (j *job) limit(r *reader, v *yamldoc.Value) {
	if v == nil {
		return
	}
	if n, ok := r.integer(v, v.Key, 1, simtime.Max/1000); ok && (j.walltime < 0 || simtime.Duration(n)*simtime.Second < j.walltime) {
		j.walltime = simtime.Duration(n) * simtime.Second
	}
}

// workload reads a Workload of Kueue.
func (r *reader) workload(d *yamldoc.Value) {
	j := r.begin(d, "Workload")
	spec := d.Get("spec")
	sets := r.list(spec.Get("podSets"), "podSets")
	active := spec.Get("active")
	switch {
	case len(sets) == 0:
		r.Errorf(d.Line, "spec.podSets is missing in Workload %s; write its pods, as in \"- {count: 1, template: …}\"", j.name)
		return
	case len(sets) > 1:
		r.count(d.Line, "Workload "+yamldoc.Excerpt(j.name), "left out, because it has several pod sets")
		return
	case active != nil && !r.truth(active, "active"):
		r.count(d.Line, "Workload "+yamldoc.Excerpt(j.name), "left out, because it is not active")
		return
	case r.live && r.condition(d, "Finished") != nil:
		r.count(d.Line, "Workload "+yamldoc.Excerpt(j.name), "left out, because it is finished")
		return
	}
	set := sets[0]
	if j.pod = set.At("template", "spec"); j.pod == nil {
		r.Errorf(set.Line, "template.spec is missing in a pod set of Workload %s; write the containers of its pods", j.name)
		return
	}
	if !r.enqueue(j, d, spec.Text("queueName")) {
		return
	}
	r.classOf(j, spec)
	j.tasks = 1
	if v := set.Get("count"); v != nil {
		j.tasks, _ = r.integer(v, "count", 0, scenario.MaxTasks)
	}
	if j.tasks == 0 {
		r.count(d.Line, "Workload "+yamldoc.Excerpt(j.name), "left out, because it has no pods")
		return
	}
	if r.live {
		r.placed(j, d)
	}
	j.limit(r, spec.Get("maximumExecutionTimeSeconds"))
	asked := map[string]*yamldoc.Value{}
	request := set.Get("topologyRequest")
	for field, key := range map[string]string{"required": required, "preferred": preferred, "unconstrained": anywhere,
		"podSetSliceRequiredTopology": sliceLevel, "podSetSliceSize": sliceSize, "podsetSliceRequiredTopologyConstraints": sliceLevels, "podSetGroupName": podsetGroup} {
		if v := request.Get(field); v != nil {
			asked[key] = v
		}
	}
	if asked[required] != nil { // a Workload may have both; the requirement counts
		delete(asked, preferred)
	}
	if v := asked[anywhere]; v != nil && (v.Scalar == "false" || asked[required] != nil || asked[preferred] != nil) {
		delete(asked, anywhere)
	}
	r.finish(j, asked)
}

// finish reads what the pods of a job need and where they should be, and adds the
// job.
func (r *reader) finish(j *job, asked map[string]*yamldoc.Value) {
	r.needs(j)
	r.places(j, asked)
	if j.pod.Get("nodeSelector") != nil || j.pod.Get("affinity") != nil {
		r.count(j.pod.Line, "job "+yamldoc.Excerpt(j.name), "its node selector and affinity are not used")
	}
	if j.walltime < 0 {
		if j.walltime = usualWalltime; j.runtime > j.walltime {
			j.walltime = j.runtime
		}
		r.count(j.line, "job "+yamldoc.Excerpt(j.name), "has no activeDeadlineSeconds; its walltime is "+number(int64(usualWalltime/simtime.Second))+" s, or its run time if that is longer")
	}
	if j.queue != "" && len(j.queue) > scenario.MaxName {
		r.Errorf(j.line, "the queue %s of job %s has %d characters; use %d at most", yamldoc.Excerpt(j.queue), yamldoc.Excerpt(j.name), len(j.queue), scenario.MaxName)
	}
	r.jobs = append(r.jobs, j)
}

// needs sums up the requests of a pod's containers. Initial containers run one after
// another before the others, unless they are restarted forever.
func (r *reader) needs(j *job) {
	sum, most := map[string]int64{}, map[string]int64{}
	containers := r.list(j.pod.Get("containers"), "containers")
	if len(containers) == 0 {
		r.Errorf(j.pod.Line, "the pods of job %s have no containers; write what they need, as in \"containers: [{resources: {requests: {cpu: \\\"1\\\"}}}]\"", yamldoc.Excerpt(j.name))
	}
	for _, c := range containers {
		r.requests(j, c, func(key string, n int64) { sum[key] += n })
	}
	for _, c := range r.list(j.pod.Get("initContainers"), "initContainers") {
		if c.Text("restartPolicy") == "Always" {
			r.requests(j, c, func(key string, n int64) { sum[key] += n })
		} else {
			r.requests(j, c, func(key string, n int64) { most[key] = max(most[key], n) })
		}
	}
	for key, n := range most {
		sum[key] = max(sum[key], n)
	}
	r.amounts(j.pod.Get("overhead"), func(key string, n int64) { sum[key] += n })
	for key, n := range sum {
		k, unit := resourceOf(key)
		per := int64(1000) << unit
		if whole := (n + per - 1) / per; k != workload.Named {
			j.per[k] += whole
		} else if key == "pods" {
			r.Errorf(j.pod.Line, "job %s requests pods; remove it: each pod counts as one", yamldoc.Excerpt(j.name))
		} else if whole > 0 && (key != nodesKey || !j.whole) {
			j.own[key] = whole
		}
		if key == "cpu" && n%1000 > 0 {
			r.count(j.line, "job "+yamldoc.Excerpt(j.name), "cpu is rounded up to whole cores for each pod")
		}
	}
	if j.per.IsZero() && len(j.own) == 0 && len(containers) > 0 && !j.whole {
		j.per[workload.Cores] = 1
		r.count(j.line, "job "+yamldoc.Excerpt(j.name), "requests nothing; each pod is taken to need one core")
	}
}

// requests calls a function with the requests of a container, in thousandths. A
// resource that has only a limit is requested up to the limit.
func (r *reader) requests(j *job, c *yamldoc.Value, add func(key string, n int64)) {
	requests, limits := c.At("resources", "requests"), c.At("resources", "limits")
	r.amounts(requests, func(key string, n int64) {
		if k, _ := resourceOf(key); k == workload.GPUs && limits.Get(key) != nil {
			if most, ok := quantity(limits.Text(key), -3, 0, true); ok && most != n {
				r.Errorf(requests.Line, "%s of job %s is requested %s times and limited to %s; write the same number", key, yamldoc.Excerpt(j.name), yamldoc.Excerpt(requests.Text(key)), yamldoc.Excerpt(limits.Text(key)))
			}
		}
		add(key, n)
	})
	r.amounts(limits, func(key string, n int64) {
		if requests.Get(key) == nil {
			add(key, n)
		}
	})
}

// maxAmount is the largest amount of a request. Sums of some amounts fit in int64.
const maxAmount = math.MaxInt64 / 1000 / 64

// amounts calls a function with each amount of a mapping, in thousandths.
func (r *reader) amounts(v *yamldoc.Value, add func(key string, n int64)) {
	if v == nil {
		return
	}
	if v.Keys == nil {
		r.Errorf(v.Line, "%s %s are not a mapping; write \"cpu: 1\" on a line for each resource", v.Key, written(v))
		return
	}
	for _, k := range v.Keys {
		if n := r.quantity(k, -3, 0, true); n > maxAmount {
			r.Errorf(k.Line, "%s %s is more than %d; ask for less", k.Key, written(k), int64(maxAmount))
		} else {
			add(k.Key, n)
		}
	}
}

// places reads where the pods of a job should be.
func (r *reader) places(j *job, asked map[string]*yamldoc.Value) {
	var first *yamldoc.Value
	for _, key := range []string{required, preferred, anywhere} {
		v := asked[key]
		if v == nil {
			continue
		}
		if first != nil {
			r.Errorf(v.Line, "%s is given beside %s in line %d; keep one of them", v.Key, first.Key, first.Line)
			return
		}
		first = v
		j.gather = strings.TrimSuffix(strings.TrimPrefix(key, podset), "-topology")
		if key != anywhere {
			j.level = r.levelOf(v)
		} else if yes, err := strconv.ParseBool(v.Scalar); err != nil || !yes {
			r.Errorf(v.Line, "%s is %s, which asks for no level; write \"true\", or leave it out", v.Key, written(v))
		}
	}
	if v := asked[sliceLevels]; v != nil {
		r.Errorf(v.Line, "%s is not supported; use %s and %s for slices of one size", v.Key, sliceLevel, sliceSize)
	}
	if v := asked[podsetGroup]; v != nil {
		r.count(v.Line, "job "+yamldoc.Excerpt(j.name), "its group of pod sets is not used")
	}
	level, size := asked[sliceLevel], asked[sliceSize]
	switch {
	case level == nil && size == nil:
	case level == nil:
		r.Errorf(size.Line, "%s is given without the level of the slices; add %s, or leave it out", size.Key, sliceLevel)
	case size == nil:
		r.Errorf(level.Line, "%s is given without the size of the slices; add %s, or leave it out", level.Key, sliceSize)
	default:
		j.sliceLevel = r.levelOf(level)
		j.sliceSize, _ = r.integer(size, size.Key, 1, j.tasks)
	}
}

// levelOf returns the name of a level in the scenario by its label.
func (r *reader) levelOf(v *yamldoc.Value) string {
	label := v.Scalar
	if label == hostname && (r.hosts || len(r.topologies) == 0) {
		return topology.HostLevel
	}
	if !slices.Contains(r.levels, label) {
		known := slices.Clone(r.levels)
		if r.hosts {
			known = append(known, hostname)
		}
		if len(r.topologies) == 0 {
			r.Errorf(v.Line, "%s names the level %s, but there is no Topology; add one with this level", v.Key, written(v))
		} else {
			r.Errorf(v.Line, "%s names the level %s, which the Topology does not have; use one of %s", v.Key, written(v), strings.Join(known, ", "))
		}
	}
	return label
}

// times sets when jobs are submitted: seconds from the earliest creation, unless
// they say so themselves.
func (r *reader) times() {
	first := int64(0)
	for _, j := range r.jobs {
		if j.created > 0 && (first == 0 || j.created < first) {
			first = j.created
		}
	}
	numbers := map[int64]bool{}
	unique := true
	for _, j := range r.jobs {
		if j.submit < 0 {
			j.submit = 0
			if j.created > 0 {
				j.submit = simtime.Duration(j.created-first) * simtime.Second
			}
		}
		unique = unique && j.number >= 0 && !numbers[j.number]
		numbers[j.number] = true
	}
	for i, j := range r.jobs {
		if !unique {
			j.number = int64(i) + 1
		}
	}
}

// write writes a job of the scenario.
func (j *job) write(w *jsondoc.Writer, m *machine) {
	w.Raw("{").Member("id", true).Number(j.number)
	w.Member("submit", false).Seconds(int64(j.submit))
	if j.whole {
		w.Member("nodes", false).Number(j.tasks)
	} else {
		w.Member("tasks", false).Number(j.tasks)
		w.Member("per_task", false).Raw("{")
		m.members(w, &j.per, true)
		w.Raw("}")
	}
	w.Member("walltime", false).Seconds(int64(j.walltime))
	if j.runtime >= 0 {
		w.Member("runtime", false).Seconds(int64(j.runtime))
	}
	for i, text := range []string{j.user, j.group, j.queue} {
		if text != "" {
			w.Member([]string{"user", "group", "queue"}[i], false).Text(text)
		}
	}
	if j.priority != 0 {
		w.Member("priority", false).Number(j.priority)
	}
	switch {
	case j.gather == "unconstrained":
		w.Member("topology", false).Raw(`{"unconstrained": true}`)
	case j.gather != "":
		w.Member("topology", false).Raw("{").Member(j.gather, true).Text(j.level).Raw("}")
	}
	if j.seats != nil {
		j.writeSeats(w)
	}
	if j.sliceSize > 0 {
		w.Member("slice", false).Raw("{").Member("size", true).Number(j.sliceSize)
		w.Member("level", false).Text(j.sliceLevel).Raw("}")
	}
	w.Raw("}")
}
