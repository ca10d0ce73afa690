package scenario

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// draft is a job while it is read or written: what its fields mean depends on
// the whole scenario, and on each other.
type draft struct {
	workload.Job
	s     *Scenario
	place int // in the list

	// Where the text says it, if it does.
	nodes, perNode, tasks, perTask, runtime, think, parts, elastic ref
}

var usualJob = draft{Job: workload.Job{Request: workload.Request{Number: -1, Walltime: absent}, Runtime: absent, After: workload.NoJob}}

func jobTable(j *draft) *table {
	t := newTable("a job", 21)
	t.integer("id", &j.Number, 0, MaxNumber).always()
	t.seconds("submit", (*int64)(&j.Submit), 0).always()
	t.integer("nodes", &j.Nodes, 1, topology.MaxNodes).noted(&j.nodes)
	t.add("per_node", Other, nil, 0, 0).noted(&j.perNode).
		when(func() bool { return j.Whole() && j.PerTask != noNeed }).
		writes(func(w *writer, _ any) { w.needs(&j.PerTask, &noNeed) })
	t.integer("tasks", &j.Tasks, 1, MaxTasks).noted(&j.tasks)
	t.add("per_task", Other, nil, 0, 0).noted(&j.perTask).
		when(func() bool { return !j.Whole() && j.PerTask != oneCore }).
		writes(func(w *writer, _ any) { w.needs(&j.PerTask, &oneCore) })
	t.seconds("walltime", (*int64)(&j.Walltime), 0).always()
	t.seconds("runtime", (*int64)(&j.Runtime), 0).noted(&j.runtime).
		when(func() bool { return j.Runtime != j.Walltime && j.Parts == nil })
	t.label("user", &j.User)
	t.label("group", &j.Group)
	t.label("queue", &j.Queue)
	t.integer("priority", &j.Priority, -MaxPriority, MaxPriority)
	t.integer("after", nil, 0, MaxNumber).
		reads(func(p *parser, v ref) { p.after(v, j) }).
		when(func() bool { return j.After != workload.NoJob }).
		writes(func(w *writer, _ any) { w.number(j.s.Jobs[j.After].Number) })
	t.seconds("think", (*int64)(&j.Think), 0).noted(&j.think).
		when(func() bool { return j.After != workload.NoJob && j.Think != absent })
	t.oneOf("overrun", &j.Overrun, overruns).
		reads(func(p *parser, v ref) { p.ownOverrun(v, j.place) }).
		when(func() bool { return j.Overrun != j.s.Scheduler.Extend })
	t.add("comm", Other, &j.Comm, 0, 0)
	t.seconds("deadline", (*int64)(&j.Deadline), 1)
	t.integer("amount", &j.Amount, 1, MaxNumber)
	t.label("application", &j.Application)
	t.add("parts", Other, nil, 0, 0).noted(&j.parts).
		when(func() bool { return j.Parts != nil }).
		writes(func(w *writer, _ any) { w.parts(j.Parts) })
	t.add("elastic", Other, nil, 0, 0).noted(&j.elastic).
		when(func() bool { return j.Elastic != nil }).
		writes(func(w *writer, _ any) { w.elastic(j.Elastic, j.Size()) })
	return t
}

// overruns are what happens at the walltime; the second is true.
var overruns = []string{"kill", "extend"}

// needTable is what each task or node must have.
func needTable(of string, r *workload.Resources) *table {
	t := newTable(of, 5)
	t.integer("cores", &r[workload.Cores], 0, MaxCores)
	t.integer("memory", &r[workload.Memory], 0, MaxMiB)
	t.integer("disk", &r[workload.Disk], 0, MaxMiB)
	t.integer("gpus", &r[workload.GPUs], 0, MaxCores)
	t.add("resources", Map, r, 0, MaxNamed).writes(func(w *writer, usual any) { w.own(r, usual.(*workload.Resources)) })
	return t
}

// What a task needs that says nothing, and what is asked of a node.
var (
	oneCore = workload.Resources{workload.Cores: 1}
	noNeed  = workload.Resources{}
)

func partsTable(x *workload.Parts) *table {
	t := newTable("parts", 2)
	t.oneOf("order", &x.Parallel, []string{"serial", "parallel"}).always().
		needs(`write "order": "serial" (one after another) or "parallel" (all at once)`)
	t.list("work", Numbers, &x.Work, 0, simtime.Max, MaxParts, "parts").always().
		needs(`write the seconds of each on one node, as in "work": [3600, 1800]`)
	return t
}

func elasticTable(e *workload.Elastic) *table {
	t := newTable("elastic", 5)
	t.integer("min", &e.Min, 1, MaxTasks)
	t.integer("max", &e.Max, 1, MaxTasks)
	t.object("speedup", &e.Speedup, func() *table { return speedupTable(&e.Speedup) })
	t.bytes("data", &e.Data)
	t.truth("moldable", &e.Moldable)
	return t
}

func speedupTable(s *workload.Speedup) *table {
	t := newTable("a speedup", 4)
	t.oneOf("model", (*uint8)(&s.Model), namesOf(workload.Downey+1)).always().must()
	t.number("serial", &s.Serial, 0, 1000, "shares").must().only("amdahl").
		when(func() bool { return s.Model == workload.Amdahl })
	t.number("parallelism", &s.Parallelism, 1000, MaxParallelism, "nodes").must().only("downey").
		when(func() bool { return s.Model == workload.Downey })
	t.number("sigma", &s.Sigma, 0, MaxSigma, "variance").only("downey")
	t.whole = func(p *parser, v ref, g given) { p.checkSpeedup(v, s, g) }
	return t
}
