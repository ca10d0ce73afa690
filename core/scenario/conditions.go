package scenario

import (
	"fmt"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
	"hopyard/core/workload"
)

// conditionsTable returns the part of jobTable that describes what must hold before
// the job may start.
func conditionsTable(j *draft) *table {
	c := &j.conditions
	t := newTable("a job", 5)
	t.Seconds("begin", (*int64)(&c.Begin), 1)
	t.Add("dependency", schema.Text, nil, 1, maxDependencyText).
		Reads(func(p *parser, v jsondoc.Ref) { p.dependency(v, c) }).
		When(func() bool { return len(c.Dependencies) > 0 || c.Singleton }).
		Writes(func(w *writer, _ any) { w.Text(c.DependencyText()) })
	t.Truth("kill_invalid_dependency", &c.KillInvalid)
	label(t, "array", &c.Array)
	t.Integer("at_once", &c.AtOnce, 1, MaxJobs).Noted(&j.atOnce)
	return t
}

// maxDependencyText is the longest dependency in bytes.
const maxDependencyText = 20 * workload.MaxDependencies

func (p *parser) dependency(v jsondoc.Ref, c *workload.Conditions) {
	text, ok := p.Words(v, maxDependencyText)
	if !ok {
		return
	}
	if err := c.ParseDependencies(text); err != nil {
		p.Wrong(v, "cannot be read: "+err.Error(), "", `write it as for sbatch, as in "afterok:12:13"`)
	}
}

// jobConditions sets the conditions of a job's start, and reports contradictions.
func (p *parser) jobConditions(j *draft) {
	c := j.conditions
	if j.atOnce != 0 && c.Array == "" {
		p.Wrong(j.atOnce, "is given without array", "", `write "array": "sweep", a name that all tasks of the array have, or leave it out`)
	}
	if c.KillInvalid && len(c.Dependencies) == 0 {
		p.jobError(j.place, "kill_invalid_dependency", true, "is given without a dependency on a job", "", `write "dependency": "afterok:12", or leave it out`)
	}
	if c.Delay() || c.Array != "" {
		j.Held, p.held = &c, true
	}
}

// checkConditions finds dependencies on jobs that are not submitted before, and
// arrays whose tasks disagree.
func (p *parser) checkConditions() {
	place := make(map[int64]int, len(p.s.Jobs))
	atOnce := map[string]int{}
	for i := range p.s.Jobs {
		place[p.s.Jobs[i].Number] = i
	}
	for i := range p.s.Jobs {
		j := &p.s.Jobs[i]
		if j.Held == nil {
			continue
		}
		for _, d := range j.Held.Dependencies {
			other, known := place[d.Job]
			switch {
			case !known:
				p.jobError(i, "dependency", j.Held.DependencyText(), fmt.Sprintf("names %d, which is not the id of a job", d.Job), "", "use the id of a job in this list")
			case other == i || p.s.Jobs[other].Submit > j.Submit || p.s.Jobs[other].Submit == j.Submit && other > i:
				p.jobError(i, "dependency", j.Held.DependencyText(), fmt.Sprintf("names job %d, which is not submitted before it", d.Job), "", "name a job that is submitted earlier, or at the same time and is listed before it")
			}
		}
		if j.Held.AtOnce == 0 {
			continue
		}
		if first, known := atOnce[j.Held.Array]; !known {
			atOnce[j.Held.Array] = i
		} else if most := p.s.Jobs[first].Held.AtOnce; most != j.Held.AtOnce {
			p.jobError(i, "at_once", j.Held.AtOnce, fmt.Sprintf("is not %d, as for another task of the array %q", most, j.Held.Array), "", "give only one task of an array a number, or all the same")
		}
	}
}
