package scenario

import (
	"fmt"

	"hopyard/core/jsondoc"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// hetTable returns the part of jobTable that says of which heterogeneous job the job is a
// part. The first part has no such field.
func hetTable(j *draft) *table {
	t := newTable("a job", 1)
	t.Integer("het", nil, 0, MaxNumber).
		Reads(func(p *parser, v jsondoc.Ref) { p.het(v, j) }).
		When(func() bool { return j.Het.Offset > 0 }).
		Writes(func(w *writer, _ any) { w.Number(j.s.Jobs[j.Leader()].Number) })
	return t
}

// het notes the id of the first part. Which job that is, is known only after all jobs are
// read.
func (p *parser) het(v jsondoc.Ref, j *draft) {
	if id, ok := p.Integer(v, 0, MaxNumber); ok {
		if p.leaders == nil {
			p.leaders = map[int]int64{}
		}
		p.leaders[j.place] = id
	}
}

// checkHet joins the parts of heterogeneous jobs, and finds parts that do not belong
// together and jobs that cannot be parts.
func (p *parser) checkHet() {
	if len(p.leaders) == 0 {
		return
	}
	first := 0 // the last job that is not a further part of another one
	for i := range p.s.Jobs {
		id, is := p.leaders[i]
		if !is {
			first = i
			continue
		}
		if p.checkPart(i, first, id) {
			leader := &p.s.Jobs[first]
			leader.Het = workload.HetPart{Size: int32(i-first) + 1}
			p.s.Jobs[i].Het.Offset = int32(i - first)
			for k := first + 1; k <= i; k++ {
				p.s.Jobs[k].Het.Size = leader.Het.Size
			}
		}
	}
	for i := range p.s.Jobs {
		if j := &p.s.Jobs[i]; j.IsHet() && !p.badJobs[i] {
			p.checkOwnOfPart(i, j)
		}
	}
	if !p.noScheduler {
		p.checkStarter()
	}
}

// checkPart reports whether the job with index i is a part of the heterogeneous job with
// the given first part and id.
func (p *parser) checkPart(i, first int, id int64) bool {
	j, leader := &p.s.Jobs[i], &p.s.Jobs[first]
	wrong := func(problem, fix string) bool {
		p.jobError(i, "het", id, problem, "", fix)
		return false
	}
	switch {
	case i == 0 || leader.Number != id || i > first+1 && p.s.Jobs[i-1].Het.Size == 0:
		return wrong("is not the id of the job before it, or of the first part of that one", "list the parts of a heterogeneous job one after another; each but the first has the id of the first")
	case leader.Submit != j.Submit:
		return wrong(fmt.Sprintf("is submitted at %v, and this part at %v", leader.Submit, j.Submit), "give all parts the same submit time")
	case leader.User != j.User:
		return wrong(fmt.Sprintf("belongs to the user %s, and this part to %s", jsondoc.Quoted(leader.User), jsondoc.Quoted(j.User)), "give all parts the same user")
	}
	return true
}

// checkOwnOfPart finds fields that parts of heterogeneous jobs cannot have.
func (p *parser) checkOwnOfPart(i int, j *workload.Job) {
	_, follows := p.preceding[i]
	wrong := func(field string, value any, fix string) {
		p.jobError(i, field, value, "cannot be combined with het", "", fix)
	}
	if j.Held != nil && j.Held.Array != "" {
		wrong("array", j.Held.Array, "leave it out: Slurm knows no arrays of heterogeneous jobs")
	}
	if follows {
		wrong("after", p.preceding[i], "write a dependency instead, which all parts need")
	}
	if j.TimeMin != 0 {
		wrong("time_min", int64(j.TimeMin/simtime.Second), "leave it out: the parts start with their walltimes")
	}
	if j.Elastic != nil {
		wrong("elastic", "block", "leave it out: the parts keep their sizes")
	}
}

// checkStarter finds disciplines and settings under which no heterogeneous jobs start.
func (p *parser) checkStarter() {
	at := len(p.s.Jobs)
	for i := range p.leaders {
		at = min(at, i)
	}
	starter, knows := p.s.checker().(queue.HetStarter)
	if !knows {
		p.jobError(at, "het", p.leaders[at], fmt.Sprintf("makes the job a part of a heterogeneous job, and the queue %s does not start several jobs together", p.s.Scheduler.Queue), "", `write "queue": "slurm", or leave het out`)
		return
	}
	if err := starter.CheckHet(); err != nil {
		p.jobError(at, "het", p.leaders[at], "makes the job a part of a heterogeneous job: "+err.Error(), "", "change the setting, or leave het out")
	}
}
