package scenario

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

var jobFields = fields{
	of: "a job",
	names: []string{
		"id", "submit", "nodes", "per_node", "tasks", "per_task", "walltime", "runtime",
		"user", "group", "queue", "priority", "after", "think", "overrun", "comm",
		"deadline", "amount", "application", "parts", "elastic",
	},
}

func (p *parser) jobs(v ref) {
	p.hasJobs = true
	if !p.list(v, MaxJobs, "jobs") {
		return
	}
	n := 0
	for range p.elements(v) {
		n++
	}
	p.s.Jobs = make([]workload.Job, 0, n)
	for i, e := range p.elements(v) {
		before := p.count()
		p.s.Jobs = append(p.s.Jobs, noJob(i))
		p.job(e, i, &p.s.Jobs[i])
		if p.count() > before {
			p.bad(i)
		}
	}
}

// job reads one job and checks what can be checked without the cluster.
func (p *parser) job(v ref, i int, j *workload.Job) {
	var nodes, tasks, perNode, perTask, think, runtime, parts, elastic ref
	before := p.count()
	ok := p.object(v, &jobFields, func(name string, v ref) {
		switch name {
		case "id":
			p.amount(v, &j.Number, 0, MaxNumber)
		case "submit":
			at, _ := p.seconds(v)
			j.Submit = simtime.Time(at)
		case "nodes":
			n, _ := p.integer(v, 1, topology.MaxNodes)
			nodes, j.Nodes = v, int32(n)
		case "tasks":
			n, _ := p.integer(v, 1, MaxTasks)
			tasks, j.Tasks = v, int32(n)
		case "per_node":
			perNode = v
		case "per_task":
			perTask = v
		case "walltime":
			j.Walltime = p.duration(v)
		case "runtime":
			runtime, j.Runtime = v, p.duration(v)
		case "think":
			think, j.Think = v, p.duration(v)
		case "parts":
			parts = v
		case "elastic":
			elastic = v
		default:
			p.jobDetail(name, v, i, j)
		}
	})
	if !ok {
		return
	}
	p.size(v, j, asked{nodes, tasks, perNode, perTask}, p.count() == before)
	switch _, follows := p.preceding[i]; {
	case think != 0 && !follows:
		p.wrong(think, "is given without after", "", "name the preceding job's id in after, or leave it out")
	case think == 0 && follows:
		j.Think = absent // submitted when the preceding job ends, but not before submit
	}
	if parts|elastic != 0 {
		p.course(j, runtime, parts, elastic)
	}
	switch {
	case j.Walltime == absent && j.Runtime == absent && p.count() == before:
		p.add(Error{Place: p.path(v) + ".walltime", Problem: "walltime is missing, and runtime too", Fix: "give at least one of them, in seconds"})
	case j.Walltime == absent:
		j.Walltime = j.Runtime
	case j.Runtime == absent:
		j.Runtime = j.Walltime
	}
}

// asked is where a job says how much it wants.
type asked struct{ nodes, tasks, perNode, perTask ref }

// size checks how a job asks for nodes or tasks, and reads what each of them
// needs. That neither is there is told if nothing else is wrong with the job.
func (p *parser) size(v ref, j *workload.Job, a asked, clean bool) {
	switch {
	case a.nodes != 0 && a.tasks != 0:
		p.wrong(a.tasks, "is given beside nodes", "", "ask for whole nodes or for tasks that share nodes, not both")
	case a.nodes == 0 && a.tasks == 0 && clean:
		p.add(Error{Place: p.path(v) + ".nodes", Problem: "nodes is missing", Fix: `ask for "nodes": 1 (whole nodes) or "tasks": 1`})
	case a.perTask != 0 && a.tasks == 0:
		p.wrong(a.perTask, "is given without tasks", "", "write tasks, or leave it out: whole nodes have all that they have; per_node says what that must be")
	case a.perNode != 0 && a.tasks != 0:
		p.wrong(a.perNode, "is given beside tasks", "", "write per_task: what each task needs")
	case a.perNode != 0:
		p.perNode(a.perNode, &j.PerTask)
	case a.tasks != 0:
		j.PerTask[workload.Cores] = 1
		if a.perTask != 0 {
			p.perTask(a.perTask, &j.PerTask)
		}
	}
}

// course reads what a job's run time follows from, and how its size changes;
// both need the size that it asks for.
func (p *parser) course(j *workload.Job, runtime, parts, elastic ref) {
	if parts != 0 {
		j.Parts, j.Runtime = p.parts(parts, j.Size())
	}
	if elastic != 0 {
		j.Elastic = p.elastic(elastic, j.Size())
	}
	switch {
	case parts != 0 && runtime != 0:
		p.wrong(runtime, "is given beside parts", "", "leave it out: it follows from the parts")
	case parts != 0 && elastic != 0:
		p.wrong(elastic, "is given beside parts", "", "leave one of them out: parts fix how the job uses its size")
	}
}

func (p *parser) duration(v ref) simtime.Duration {
	d, ok := p.seconds(v)
	if !ok {
		return 0
	}
	return simtime.Duration(d)
}

// jobDetail reads the fields that few jobs have.
func (p *parser) jobDetail(name string, v ref, i int, j *workload.Job) {
	switch name {
	case "user":
		j.User = p.name(v)
	case "group":
		j.Group = p.name(v)
	case "queue":
		j.Queue = p.name(v)
	case "priority":
		p.amount(v, &j.Priority, -MaxPriority, MaxPriority)
	case "after":
		if id, ok := p.integer(v, 0, MaxNumber); ok {
			if p.preceding == nil {
				p.preceding = map[int]int64{}
			}
			p.preceding[i] = id
		}
	case "comm":
		j.Comm = p.comm(v)
	case "deadline":
		at, _ := p.thousandths(v, 1, simtime.Max, "seconds")
		j.Deadline = simtime.Time(at)
	case "amount":
		p.amount(v, &j.Amount, 1, MaxNumber)
	case "application":
		j.Application = p.name(v)
	case "overrun":
		if extend, ok := p.overruns(v); ok {
			if p.overrun == nil {
				p.overrun = map[int]bool{}
			}
			p.overrun[i] = extend
		}
	}
}

// name reads a user, group or queue. Jobs share the memory of equal names.
func (p *parser) name(v ref) string {
	if p.kind(v) == '"' {
		if s, known := p.names[p.str(v)]; known {
			return s
		}
	}
	s, ok := p.words(v, MaxName)
	if ok {
		s = p.shared(s)
	}
	return s
}

// overruns reads "kill" or "extend".
func (p *parser) overruns(v ref) (extend, ok bool) {
	before := p.count()
	extend = p.either(v, "kill", "extend")
	return extend, p.count() == before
}
