package scenario

import (
	"fmt"

	"hopyard/core/workload"
)

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
	j := &draft{}
	table := jobTable(j)
	refs := make([]ref, len(table.fields))
	for i, e := range p.elements(v) {
		before := p.count()
		*j = draft{Job: noJob(i), s: p.s, place: i}
		clear(refs)
		if table.find(p, e, refs) {
			table.fill(p, refs)
			p.job(e, j, p.count() == before)
		}
		p.s.Jobs = append(p.s.Jobs, j.Job)
		if p.count() > before {
			p.bad(i)
		}
	}
}

// job reads one job and checks what can be checked without the cluster.
func (p *parser) job(v ref, j *draft, clean bool) {
	before := p.count()
	p.size(v, j, clean)
	switch _, follows := p.preceding[j.place]; {
	case j.think != 0 && !follows:
		p.wrong(j.think, "is given without after", "", "name the preceding job's id in after, or leave it out")
	case j.think == 0 && follows:
		j.Think = absent // submitted when the preceding job ends, but not before submit
	}
	if j.parts|j.elastic != 0 {
		p.course(j)
	}
	switch {
	case j.Walltime == absent && j.Runtime == absent && clean && p.count() == before:
		p.add(Error{Place: p.path(v) + ".walltime", Problem: "walltime is missing, and runtime too", Fix: "give at least one of them, in seconds"})
	case j.Walltime == absent:
		j.Walltime = j.Runtime
	case j.Runtime == absent:
		j.Runtime = j.Walltime
	}
}

// size checks how a job asks for nodes or tasks, and reads what each of them
// needs. That neither is there is told if nothing else is wrong with the job.
func (p *parser) size(v ref, j *draft, clean bool) {
	switch {
	case j.nodes != 0 && j.tasks != 0:
		p.wrong(j.tasks, "is given beside nodes", "", "ask for whole nodes or for tasks that share nodes, not both")
	case j.nodes == 0 && j.tasks == 0 && clean:
		p.add(Error{Place: p.path(v) + ".nodes", Problem: "nodes is missing", Fix: `ask for "nodes": 1 (whole nodes) or "tasks": 1`})
	case j.perTask != 0 && j.tasks == 0:
		p.wrong(j.perTask, "is given without tasks", "", "write tasks, or leave it out: whole nodes have all that they have; per_node says what that must be")
	case j.perNode != 0 && j.tasks != 0:
		p.wrong(j.perNode, "is given beside tasks", "", "write per_task: what each task needs")
	case j.perNode != 0:
		p.perNode(j.perNode, &j.PerTask)
	case j.tasks != 0:
		j.PerTask[workload.Cores] = 1
		if j.perTask != 0 {
			p.perTask(j.perTask, &j.PerTask)
		}
	}
}

// course reads what a job's run time follows from, and how its size changes;
// both need the size that it asks for.
func (p *parser) course(j *draft) {
	if j.parts != 0 {
		j.Parts, j.Runtime = p.parts(j.parts, j.Size())
	}
	if j.elastic != 0 {
		j.Elastic = p.elastic(j.elastic, j.Size())
	}
	switch {
	case j.parts != 0 && j.runtime != 0:
		p.wrong(j.runtime, "is given beside parts", "", "leave it out: it follows from the parts")
	case j.parts != 0 && j.elastic != 0:
		p.wrong(j.elastic, "is given beside parts", "", "leave one of them out: parts fix how the job uses its size")
	}
}

// after notes which job this one follows: its place is known when all are read.
func (p *parser) after(v ref, j *draft) {
	if id, ok := p.integer(v, 0, MaxNumber); ok {
		if p.preceding == nil {
			p.preceding = map[int]int64{}
		}
		p.preceding[j.place] = id
	}
}

// ownOverrun notes what a job says of overruns itself.
func (p *parser) ownOverrun(v ref, job int) {
	before, extend := p.count(), false
	if p.oneOf(v, overruns, &extend); p.count() > before {
		return
	}
	if p.overrun == nil {
		p.overrun = map[int]bool{}
	}
	p.overrun[job] = extend
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

// perTask reads what each task needs. A task may need no core, but it must
// need something.
func (p *parser) perTask(v ref, need *workload.Resources) {
	before := p.count()
	needTable("per_task", need).read(p, v)
	if p.count() == before && *need == (workload.Resources{}) {
		p.wrong(v, "needs nothing", "1", fmt.Sprintf("give each task a core, or some %v", workload.Memory))
	}
}

// perNode reads what each node of a job of whole nodes must have.
func (p *parser) perNode(v ref, need *workload.Resources) {
	before := p.count()
	needTable("per_node", need).read(p, v)
	if p.count() == before && *need == (workload.Resources{}) {
		p.wrong(v, "asks for nothing", "1", `write what each node must have at least, as in {"gpus": 2}, or leave it out`)
	}
}
