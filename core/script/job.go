package script

import (
	"fmt"
	"math"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// job is a job as a program sees it. It exposes only what a scheduler may know,
// which does not include the actual run time.
type job struct {
	r       *workload.Request
	now     simtime.Time     // time of the scheduling pass; Never outside of a pass
	w       *queue.Waiting   // nil if the job is not waiting
	running *cluster.Running // nil if the job is not running
}

// seconds converts an instant or a duration in milliseconds to a value of the
// program: an integer number of seconds, or a float if there is a fraction.
func seconds[T ~int64](ms T) starlark.Value {
	if ms%1000 == 0 {
		return starlark.MakeInt64(int64(ms / 1000))
	}
	return starlark.Float(float64(ms) / 1000)
}

// jobFields lists the attributes that every job has.
var jobFields = [...]string{"cores", "deadline", "disk", "gpus", "group", "id", "memory", "nodes", "priority", "queue", "size", "submit", "tasks", "user", "waited", "walltime"}

// Attr implements starlark.HasAttrs. It is the most frequently called function of
// this package. It uses a switch because that is faster than a map, especially in a
// browser.
func (j *job) Attr(name string) (starlark.Value, error) {
	switch name {
	case "id":
		return starlark.MakeInt64(j.r.Number), nil
	case "submit":
		return seconds(j.r.Submit), nil
	case "nodes":
		return starlark.MakeInt(int(j.r.Nodes)), nil
	case "tasks":
		return starlark.MakeInt(int(j.r.Tasks)), nil
	case "size":
		return starlark.MakeInt(int(j.r.Size())), nil
	case "walltime":
		return seconds(j.r.Walltime), nil
	case "waited":
		return j.waited()
	case "cores":
		return starlark.MakeInt64(j.r.PerTask[workload.Cores]), nil
	case "memory":
		return starlark.MakeInt64(j.r.PerTask[workload.Memory]), nil
	case "disk":
		return starlark.MakeInt64(j.r.PerTask[workload.Disk]), nil
	case "gpus":
		return starlark.MakeInt64(j.r.PerTask[workload.GPUs]), nil
	case "user":
		return starlark.String(j.r.User), nil
	case "group":
		return starlark.String(j.r.Group), nil
	case "queue":
		return starlark.String(j.r.Queue), nil
	case "priority":
		return starlark.MakeInt64(j.r.Priority), nil
	case "deadline":
		if j.r.Deadline == 0 {
			return starlark.None, nil
		}
		return seconds(j.r.Deadline), nil
	case "started", "ends_by", "on":
		return j.runningAttr(name)
	case "runtime", "run_time", "end", "ends", "finish":
		return nil, errorWithFix("use walltime, which is what its user asked for", "a job has no %s: nobody knows it before the job ends", name)
	}
	return nil, nil
}

// waited returns how long a waiting job has waited so far, or how long a running
// job waited before it started.
func (j *job) waited() (starlark.Value, error) {
	switch {
	case j.now == simtime.Never:
		return nil, errorWithFix("write def score(job, now), which is called before each pass", "waited changes while a job waits, but key is called only once")
	case j.running != nil:
		return seconds(j.running.Start.Sub(j.r.Submit)), nil
	}
	return seconds(max(0, j.now.Sub(j.r.Submit))), nil
}

// runningAttr returns an attribute that only running jobs have: "started",
// "ends_by" or "on".
func (j *job) runningAttr(name string) (starlark.Value, error) {
	if j.running == nil {
		return nil, errorWithFix("use it for jobs in machine.running", "job %d has no %s: it is not running", j.r.Number, name)
	}
	switch name {
	case "started":
		return seconds(j.running.Start), nil
	case "ends_by":
		return seconds(j.running.Limit), nil
	}
	return nodesOf(j.running.Placement), nil
}

// AttrNames implements starlark.HasAttrs.
func (j *job) AttrNames() []string {
	names := jobFields[:]
	if j.running != nil {
		names = slices.Concat(names, []string{"started", "ends_by", "on"})
	}
	return names
}

// String implements starlark.Value.
func (j *job) String() string { return fmt.Sprintf("job %d", j.r.Number) }

// Type implements starlark.Value.
func (*job) Type() string { return "job" }

// Freeze implements starlark.Value.
func (*job) Freeze() {}

// Truth implements starlark.Value.
func (*job) Truth() starlark.Bool { return true }

// Hash implements starlark.Value.
func (j *job) Hash() (uint32, error) { return uint32(j.r.ID), nil }

// CompareSameType implements starlark.Comparable. Two values are equal if they
// denote the same job. Jobs have no order.
func (j *job) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	same := j.r.ID == y.(*job).r.ID
	switch op {
	case syntax.EQL:
		return same, nil
	case syntax.NEQ:
		return !same, nil
	}
	return false, errorWithFix("compare their numbers, as in sorted(queue, key = lambda j: j.walltime)", "jobs have no order of their own")
}

// nodesOf returns the nodes of a placement in ascending order. A node with several
// tasks appears once for each task.
func nodesOf(p cluster.Placement) *starlark.List {
	all := make([]starlark.Value, 0, p.Tasks())
	for n, tasks := range p.All {
		for range tasks {
			all = append(all, starlark.MakeInt(int(n)))
		}
	}
	return starlark.NewList(all)
}

// number converts a number that a program returned to a float. True and False count
// as 1 and 0. It reports false for anything else, for integers beyond 2^53, for NaN
// and for infinities.
func number(v starlark.Value) (float64, bool) {
	switch v := v.(type) {
	case starlark.Int:
		f := float64(v.Float())
		return f, math.Abs(f) <= 1<<53
	case starlark.Float:
		f := float64(v)
		return f, !math.IsNaN(f) && !math.IsInf(f, 0)
	case starlark.Bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// ascending maps floats to integers that sort in the same order as the floats.
func ascending(f float64) int64 {
	bits := int64(math.Float64bits(f + 0)) // turns -0 into 0
	if bits < 0 {
		bits ^= math.MaxInt64
	}
	return bits
}
