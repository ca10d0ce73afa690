package scenario

import (
	"math"

	"hopyard/core/workload"
)

func (w *writer) job(s *Scenario, j *workload.Job) {
	w.raw("{").member("id", true).number(j.Number)
	w.member("submit", false).seconds(int64(j.Submit))
	if j.Whole() {
		w.member("nodes", false).number(int64(j.Nodes))
		w.needs("per_node", s.Cluster.Resources, &j.PerTask, &workload.Resources{})
	} else {
		w.member("tasks", false).number(int64(j.Tasks))
		w.needs("per_task", s.Cluster.Resources, &j.PerTask, &oneCore)
	}
	w.member("walltime", false).seconds(int64(j.Walltime))
	if j.Runtime != j.Walltime && j.Parts == nil {
		w.member("runtime", false).seconds(int64(j.Runtime))
	}
	for _, f := range [...]struct{ name, value string }{{"user", j.User}, {"group", j.Group}, {"queue", j.Queue}} {
		if f.value != "" {
			w.member(f.name, false).text(f.value)
		}
	}
	if j.Priority != 0 {
		w.member("priority", false).number(j.Priority)
	}
	if j.After != workload.NoJob {
		w.member("after", false).number(s.Jobs[j.After].Number)
		if j.Think != absent {
			w.member("think", false).seconds(int64(j.Think))
		}
	}
	if j.Overrun != s.Scheduler.Extend {
		w.member("overrun", false).text(overrunName(j.Overrun))
	}
	if j.Comm != nil {
		w.member("comm", false)
		w.comm(j.Comm)
	}
	if j.Deadline != 0 {
		w.member("deadline", false).seconds(int64(j.Deadline))
	}
	if j.Amount != 0 {
		w.member("amount", false).number(j.Amount)
	}
	if j.Application != "" {
		w.member("application", false).text(j.Application)
	}
	if j.Parts != nil {
		w.member("parts", false)
		w.parts(j.Parts)
	}
	if j.Elastic != nil {
		w.member("elastic", false)
		w.elastic(j.Elastic, j.Size())
	}
	w.raw("}")
}

func (w *writer) comm(c *workload.Comm) {
	w.raw("{").member("pattern", true).text(c.Pattern.String())
	if c.Share != 0 {
		w.member("share", false).seconds(c.Share)
	}
	if c.Bytes != 0 {
		w.member("bytes", false).number(c.Bytes)
	}
	if c.Matrix != nil {
		w.member("matrix", false).raw("[")
		rows := int(math.Sqrt(float64(len(c.Matrix))))
		for i := range rows {
			w.comma(i)
			w.numbers(c.Matrix[i*rows : (i+1)*rows])
		}
		w.raw("]")
	}
	w.raw("}")
}

// comma separates the elements of a list.
func (w *writer) comma(i int) {
	if i > 0 {
		w.raw(",").gap()
	}
}

func (w *writer) numbers(list []int32) {
	w.raw("[")
	for i, n := range list {
		w.comma(i)
		w.number(int64(n))
	}
	w.raw("]")
}

func overrunName(extend bool) string {
	if extend {
		return "extend"
	}
	return "kill"
}
