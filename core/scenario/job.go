package scenario

import (
	"cmp"
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// draft is a job while it is read or written. The meaning of its fields depends on
// the other fields and on the whole scenario.
type draft struct {
	workload.Job
	s          *Scenario
	place      int                 // index in the list of jobs
	conditions workload.Conditions // those of the job, or none

	running cluster.Placement // nodes on which the job runs from the beginning; nil if it does not
	even    bool              // whether running is read from a list of nodes, on which the tasks are spread evenly

	// Positions of these fields in the text; 0 if they are not given.
	nodes, perNode, tasks, perTask, runtime, think, parts, elastic                 jsondoc.Ref
	segment, spread, consolidate, exclusive, switches, switchWait, topology, slice jsondoc.Ref
	runs, atOnce                                                                   jsondoc.Ref
}

// set sets the job that is to be written, and the nodes on which it runs already.
func (j *draft) set(job *workload.Job, running cluster.Placement) {
	j.Job, j.running, j.conditions = *job, running, workload.Conditions{}
	if job.Held != nil {
		j.conditions = *job.Held
	}
}

var usualJob = draft{Job: workload.Job{Request: workload.Request{Number: -1, Walltime: absent}, Runtime: absent, After: workload.NoJob}}

// noJob returns a job with all defaults, before its fields are read.
func noJob(place int) workload.Job {
	return workload.Job{
		Request: workload.Request{ID: workload.JobID(place), Number: int64(place) + 1, Walltime: absent},
		Runtime: absent,
		After:   workload.NoJob,
	}
}

func jobTable(j *draft) *table {
	t := newTable("a job", 26)
	t.Integer("id", &j.Number, 0, MaxNumber).Always()
	t.Seconds("submit", (*int64)(&j.Submit), 0).Always()
	t.Integer("nodes", &j.Nodes, 1, topology.MaxNodes).Noted(&j.nodes)
	t.Add("per_node", schema.Other, nil, 0, 0).Noted(&j.perNode).
		When(func() bool { return j.Whole() && j.PerTask != noNeed }).
		Writes(func(w *writer, _ any) { w.needs(&j.PerTask, &noNeed) })
	t.Integer("tasks", &j.Tasks, 1, MaxTasks).Noted(&j.tasks)
	t.Add("per_task", schema.Other, nil, 0, 0).Noted(&j.perTask).
		When(func() bool { return !j.Whole() && j.PerTask != oneCore }).
		Writes(func(w *writer, _ any) { w.needs(&j.PerTask, &oneCore) })
	t.Seconds("walltime", (*int64)(&j.Walltime), 0).Always()
	t.Seconds("runtime", (*int64)(&j.Runtime), 0).Noted(&j.runtime).
		When(func() bool { return j.Runtime != j.Walltime && j.Parts == nil })
	label(t, "user", &j.User)
	label(t, "group", &j.Group)
	label(t, "queue", &j.Queue)
	label(t, "qos", &j.QOS)
	label(t, "licenses", &j.Licenses)
	label(t, "reservation", &j.Reservation)
	t.Integer("priority", &j.Priority, -MaxPriority, MaxPriority)
	t.Integer("after", nil, 0, MaxNumber).
		Reads(func(p *parser, v jsondoc.Ref) { p.after(v, j) }).
		When(func() bool { return j.After != workload.NoJob }).
		Writes(func(w *writer, _ any) { w.Number(j.s.Jobs[j.After].Number) })
	t.Seconds("think", (*int64)(&j.Think), 0).Noted(&j.think).
		When(func() bool { return j.After != workload.NoJob && j.Think != absent })
	t.OneOf("overrun", &j.Overrun, overruns).
		Reads(func(p *parser, v jsondoc.Ref) { p.ownOverrun(v, j.place) }).
		When(func() bool { return j.Overrun != j.s.Scheduler.Extend })
	t.Rows = append(t.Rows, runningTable(j).Rows...)
	t.Add("comm", schema.Other, commValue{&j.Comm}, 0, 0)
	t.Seconds("deadline", (*int64)(&j.Deadline), 1)
	t.Integer("amount", &j.Amount, 1, MaxNumber)
	label(t, "application", &j.Application)
	t.Add("parts", schema.Other, nil, 0, 0).Noted(&j.parts).
		When(func() bool { return j.Parts != nil }).
		Writes(func(w *writer, _ any) { w.parts(j.Parts) })
	t.Add("elastic", schema.Other, nil, 0, 0).Noted(&j.elastic).
		When(func() bool { return j.Elastic != nil }).
		Writes(func(w *writer, _ any) { w.elastic(j.Elastic, j.Size()) })
	t.Rows = append(t.Rows, networkRequestTable(j).Rows...)
	t.Rows = append(t.Rows, conditionsTable(j).Rows...)
	t.Seconds("time_min", (*int64)(&j.TimeMin), 1)
	t.Rows = append(t.Rows, hetTable(j).Rows...)
	return t
}

// networkRequestTable returns the part of jobTable that describes what the job asks
// of the network.
func networkRequestTable(j *draft) *table {
	t := newTable("a job", 8)
	t.Integer("segment", &j.Network.Segment, 1, topology.MaxNodes).Noted(&j.segment)
	t.Truth("spread_segments", &j.Network.Spread).Noted(&j.spread)
	t.Truth("consolidate_segments", &j.Network.Consolidate).Noted(&j.consolidate)
	t.Truth("exclusive_topo", &j.Network.Exclusive).Noted(&j.exclusive)
	t.Integer("switches", &j.Network.Switches, 1, topology.MaxNodes).Noted(&j.switches)
	t.Seconds("switch_wait", (*int64)(&j.Network.SwitchWait), 0).Noted(&j.switchWait).
		When(func() bool { return j.Network.Switches > 0 && j.Network.SwitchWait != workload.UsualSwitchWait })
	t.Rows = append(t.Rows, levelsTable(j).Rows...)
	return t
}

// runningTable returns the part of jobTable that says where the job runs already.
func runningTable(j *draft) *table {
	t := newTable("a job", 1)
	t.Add("running", schema.Nodes, nil, 0, 0).Noted(&j.runs).
		Reads(func(p *parser, v jsondoc.Ref) { p.readRunning(v, j) }).
		When(func() bool { return j.running != nil }).
		Writes(func(w *writer, _ any) { w.writeRunning(j.running) })
	return t
}

// unpackedTable returns the part of jobTable for which links have no columns.
func unpackedTable(j *draft) *table {
	t := networkRequestTable(j)
	label(t, "qos", &j.QOS)
	label(t, "licenses", &j.Licenses)
	label(t, "reservation", &j.Reservation)
	t.Rows = append(t.Rows, runningTable(j).Rows...)
	t.Rows = append(t.Rows, conditionsTable(j).Rows...)
	t.Seconds("time_min", (*int64)(&j.TimeMin), 1)
	t.Rows = append(t.Rows, hetTable(j).Rows...)
	return t
}

// unpackedJSON returns the members of a job for which links have no columns, each
// after a comma. It returns "" if there are none.
func (s *Scenario) unpackedJSON(j *workload.Job) string {
	running := s.Running[j.ID]
	if j.Network == (workload.NetworkRequest{}) && j.QOS == "" && j.Licenses == "" && j.Reservation == "" && j.Held == nil && j.TimeMin == 0 && j.Het.Offset == 0 && running == nil {
		return ""
	}
	w := &writer{Writer: jsondoc.Writer{Lean: true}}
	d := &draft{s: s}
	d.set(j, running)
	fields, usual := unpackedTable(d), unpackedTable(&usualJob)
	for i := range fields.Rows {
		if f := &fields.Rows[i]; f.Shown(&usual.Rows[i]) {
			w.Member(f.Name, false)
			f.Put(w, &usual.Rows[i])
		}
	}
	return string(w.Out)
}

// segments reports settings of segments, blocks and leaf switches that contradict
// the others.
func (p *parser) segments(j *draft) {
	switch {
	case j.switches == 0 && j.switchWait != 0:
		p.Wrong(j.switchWait, "is given without switches", "", `write "switches": 1, the number of leaf switches that the job accepts until then, or leave it out`)
	case j.switches != 0 && j.switchWait == 0:
		j.Network.SwitchWait = workload.UsualSwitchWait
	}
	switch {
	case j.segment != 0 && j.tasks != 0:
		p.Wrong(j.segment, "cannot be combined with tasks", "", "ask for whole nodes: a segment consists of nodes that share a block")
	case j.segment == 0 && j.spread|j.consolidate != 0:
		p.Wrong(max(j.spread, j.consolidate), "is given without segment", "", `write "segment": 4, the number of nodes of each segment, or leave it out`)
	}
	if j.Network.Exclusive {
		p.exclusiveJob(j)
	}
}

// exclusiveJob reports settings of a job that contradict that it has its blocks to
// itself.
func (p *parser) exclusiveJob(j *draft) {
	switch {
	case j.tasks != 0:
		p.Wrong(j.exclusive, "cannot be combined with tasks", "", "ask for whole nodes: the job has its blocks to itself")
	case j.elastic == 0:
		p.exclusive = cmp.Or(p.exclusive, j.place+1)
	default:
		p.Wrong(j.exclusive, "cannot be combined with elastic", "", "leave one of them out: a job that has its blocks to itself keeps its size")
	}
}

// overruns are the rules for jobs that reach their walltime. In fields of type
// bool, false stands for the first rule and true for the second.
var overruns = []string{"kill", "extend"}

// needTable returns the table of the resources that each task or node must have.
func needTable(of string, r *workload.Resources) *table {
	t := newTable(of, 5)
	t.Integer("cores", &r[workload.Cores], 0, MaxCores)
	t.Integer("memory", &r[workload.Memory], 0, MaxMiB)
	t.Integer("disk", &r[workload.Disk], 0, MaxMiB)
	t.Integer("gpus", &r[workload.GPUs], 0, MaxCores)
	t.Add("resources", schema.Map, (*ownValue)(r), 0, MaxNamed)
	return t
}

// Default resources: of each task, and of each node of a job that asks for whole
// nodes.
var (
	oneCore = workload.Resources{workload.Cores: 1}
	noNeed  = workload.Resources{}
)

func partsTable(x *workload.Parts) *table {
	t := newTable("parts", 2)
	t.OneOf("order", &x.Parallel, []string{"serial", "parallel"}).Always().
		Needs(`write "order": "serial" (one after another) or "parallel" (all at once)`)
	t.List("work", schema.Numbers, nil, 0, simtime.Max, MaxParts, "parts").Always().
		Needs(`write the seconds of each on one node, as in "work": [3600, 1800]`).
		Reads(func(p *parser, v jsondoc.Ref) { p.work(v, x) }).
		Writes(func(w *writer, _ any) { w.work(x) })
	return t
}

func elasticTable(e *workload.Elastic) *table {
	t := newTable("elastic", 5)
	t.Integer("min", &e.Min, 1, MaxTasks)
	t.Integer("max", &e.Max, 1, MaxTasks)
	t.Object("speedup", &e.Speedup, func() *table { return speedupTable(&e.Speedup) })
	t.Add("data", schema.Bytes, &e.Data, 1, MaxRate)
	t.Truth("moldable", &e.Moldable)
	return t
}

func speedupTable(s *workload.Speedup) *table {
	t := newTable("a speedup", 4)
	t.OneOf("model", (*uint8)(&s.Model), namesOf(workload.Downey+1)).Always().Must()
	t.Number("serial", &s.Serial, 0, 1000, "shares").Must().Only("amdahl").
		When(func() bool { return s.Model == workload.Amdahl })
	t.Number("parallelism", &s.Parallelism, 1000, MaxParallelism, "nodes").Must().Only("downey").
		When(func() bool { return s.Model == workload.Downey })
	t.Number("sigma", &s.Sigma, 0, MaxSigma, "variance").Only("downey")
	t.Whole = func(p *parser, v jsondoc.Ref, g given) { p.checkSpeedup(v, s, g) }
	return t
}

func (p *parser) jobs(v jsondoc.Ref) {
	p.hasJobs = true
	if !p.List(v, MaxJobs, "jobs") {
		return
	}
	n := 0
	for range p.Elements(v) {
		n++
	}
	p.s.Jobs = make([]workload.Job, 0, n)
	j := &draft{}
	table := jobTable(j)
	refs := make([]jsondoc.Ref, len(table.Rows))
	for i, e := range p.Elements(v) {
		before := p.Count()
		*j = draft{Job: noJob(i), s: p.s, place: i}
		clear(refs)
		if table.Find(p, e, refs) {
			table.Fill(p, refs)
			p.job(e, j, p.Count() == before)
		}
		p.s.Jobs = append(p.s.Jobs, j.Job)
		if p.Count() > before {
			p.bad(i)
		}
	}
}

// bad marks the job with the given index as unreadable.
func (p *parser) bad(job int) {
	if p.badJobs == nil {
		p.badJobs = map[int]bool{}
	}
	p.badJobs[job] = true
}

// job reads one job. It checks everything that can be checked without the cluster.
func (p *parser) job(v jsondoc.Ref, j *draft, clean bool) {
	before := p.Count()
	p.size(v, j, clean)
	p.segments(j)
	p.levels(j)
	p.jobConditions(j)
	switch _, follows := p.preceding[j.place]; {
	case j.think != 0 && !follows:
		p.Wrong(j.think, "is given without after", "", "name the preceding job's id in after, or leave it out")
	case j.think == 0 && follows:
		j.Think = absent // submitted when the preceding job ends, but not before submit
	}
	if j.parts|j.elastic != 0 {
		p.course(j)
	}
	if j.runs != 0 && j.running != nil {
		p.checkPlacedSize(j)
	}
	switch {
	case j.Walltime == absent && j.Runtime == absent && clean && p.Count() == before:
		p.Add(jsondoc.Error{Place: p.Path(v) + ".walltime", Problem: "walltime and runtime are both missing", Fix: "give at least one of them, in seconds"})
	case j.Walltime == absent:
		j.Walltime = j.Runtime
	case j.Runtime == absent:
		j.Runtime = j.Walltime
	}
}

// size checks how a job asks for nodes or tasks, and reads the resources of each
// node or task. A missing size is reported only if clean is set, which means that
// the job has no other error.
func (p *parser) size(v jsondoc.Ref, j *draft, clean bool) {
	switch {
	case j.nodes != 0 && j.tasks != 0:
		p.Wrong(j.tasks, "cannot be combined with nodes", "", "ask for whole nodes or for tasks that share nodes, not both")
	case j.nodes == 0 && j.tasks == 0 && clean:
		p.Add(jsondoc.Error{Place: p.Path(v) + ".nodes", Problem: "nodes is missing", Fix: `ask for "nodes": 1 (whole nodes) or "tasks": 1`})
	case j.perTask != 0 && j.tasks == 0:
		p.Wrong(j.perTask, "is given without tasks", "", "write tasks, or leave it out: a job gets whole nodes with all they have; per_node says what they must have")
	case j.perNode != 0 && j.tasks != 0:
		p.Wrong(j.perNode, "cannot be combined with tasks", "", "write per_task: what each task needs")
	case j.perNode != 0:
		p.perNode(j.perNode, &j.PerTask)
	case j.tasks != 0:
		j.PerTask[workload.Cores] = 1
		if j.perTask != 0 {
			p.perTask(j.perTask, &j.PerTask)
		}
	}
}

// course reads two fields whose meaning depends on the requested size of the job.
// The field parts lists the parts of the job and so determines its run time. The
// field elastic gives the limits within which the job may change its size.
func (p *parser) course(j *draft) {
	if j.parts != 0 {
		j.Parts, j.Runtime = p.parts(j.parts, j.Size())
	}
	if j.elastic != 0 {
		j.Elastic = p.elastic(j.elastic, j.Size())
	}
	switch {
	case j.parts != 0 && j.runtime != 0:
		p.Wrong(j.runtime, "cannot be combined with parts", "", "remove it: it follows from the parts")
	case j.parts != 0 && j.elastic != 0:
		p.Wrong(j.elastic, "cannot be combined with parts", "", "remove one of them: parts fix how the job uses its size")
	}
}

// after notes the id of the preceding job. The index of that job is known only
// after all jobs are read.
func (p *parser) after(v jsondoc.Ref, j *draft) {
	if id, ok := p.Integer(v, 0, MaxNumber); ok {
		if p.preceding == nil {
			p.preceding = map[int]int64{}
		}
		p.preceding[j.place] = id
	}
}

// ownOverrun notes a job's own overrun rule.
func (p *parser) ownOverrun(v jsondoc.Ref, job int) {
	before, extend := p.Count(), false
	if p.oneOf(v, overruns, &extend); p.Count() > before {
		return
	}
	if p.overrun == nil {
		p.overrun = map[int]bool{}
	}
	p.overrun[job] = extend
}

// name reads the name of a user, group, queue or application. All jobs with the
// same name share one copy of it in memory.
func (p *parser) name(v jsondoc.Ref) string {
	if p.Kind(v) == '"' {
		if s, known := p.names[p.Text(v)]; known {
			return s
		}
	}
	s, ok := p.Words(v, MaxName)
	if ok {
		s = p.shared(s)
	}
	return s
}

// perTask reads the resources of each task. A task may need no core, but it must
// need at least one resource.
func (p *parser) perTask(v jsondoc.Ref, need *workload.Resources) {
	before := p.Count()
	needTable("per_task", need).Read(p, v)
	if p.Count() == before && *need == (workload.Resources{}) {
		p.Wrong(v, "needs nothing", "1", fmt.Sprintf("give each task a core, or some %v", workload.Memory))
	}
}

// perNode reads the resources that each node of a job of whole nodes must have.
func (p *parser) perNode(v jsondoc.Ref, need *workload.Resources) {
	before := p.Count()
	needTable("per_node", need).Read(p, v)
	if p.Count() == before && *need == (workload.Resources{}) {
		p.Wrong(v, "asks for nothing", "1", `write what each node must have at least, as in {"gpus": 2}, or leave it out`)
	}
}
