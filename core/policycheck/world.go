package policycheck

import (
	"slices"
	"strconv"

	"hopyard/core/scenario"
)

// world is a machine and its jobs, described by the few properties that are drawn
// and shrunk. It is converted to a scenario through the scenario language, so that
// an impossible workload is never run.
type world struct {
	shape shape
	node  spec // resources of each node; 0 cores mean one core
	gpus  int  // GPUs of each node in the first half; 0: none
	jobs  []job
}

// shape is a topology. The field sides holds its sizes. Depending on the kind,
// these are the number of nodes, the levels and the width, or the dimensions.
type shape struct {
	kind  string
	sides []int
}

// spec holds the resources that a node has, or that a job needs on a node or for a
// task.
type spec struct{ cores, memory, gpus int }

// job is a job of a world. Times are in seconds.
type job struct {
	id                        int
	submit, walltime, runtime int
	nodes, tasks              int  // one of these two is 0
	each                      spec // resources that a node must have, or that a task needs
	user                      string
	priority, deadline        int
	after                     int // ID of the preceding job; 0: none
}

// size returns a pointer to the number of nodes or tasks that the job asks for.
func (j *job) size() *int {
	if j.tasks > 0 {
		return &j.tasks
	}
	return &j.nodes
}

func (s *shape) nodes() int {
	if s.kind == "fat-tree" {
		n := 1
		for range s.sides[0] {
			n *= s.sides[1]
		}
		return n
	}
	n := 1
	for _, side := range s.sides {
		n *= side
	}
	return n
}

func (w *world) clone() *world {
	c := *w
	c.jobs = slices.Clone(w.jobs)
	return &c
}

// remove removes n consecutive jobs from the list, beginning at the given index. A
// job that depends on a removed job loses this dependency.
func (w *world) remove(first, n int) {
	var gone []int
	for i := range n {
		gone = append(gone, w.jobs[first+i].id)
	}
	w.jobs = slices.Delete(w.jobs, first, first+n)
	for i := range w.jobs {
		if slices.Contains(gone, w.jobs[i].after) {
			w.jobs[i].after = 0
		}
	}
}

// renumber gives the jobs consecutive IDs from 1 in the order of submission.
func (w *world) renumber() {
	slices.SortStableFunc(w.jobs, func(a, b job) int { return a.submit - b.submit })
	ids := map[int]int{}
	for i := range w.jobs {
		ids[w.jobs[i].id] = i + 1
	}
	for i := range w.jobs {
		j := &w.jobs[i]
		j.id, j.after = i+1, ids[j.after]
	}
}

// scenario returns the world as a scenario with the default scheduler. It returns
// the errors of scenario.Parse, for example if a job is larger than the machine.
// Cost: O(jobs + nodes).
func (w *world) scenario() (*scenario.Scenario, error) {
	return scenario.Parse(w.text())
}

// text returns the world in the scenario language.
func (w *world) text() []byte {
	t := text(`{"hopyard": 1, "cluster": {"topology": {"kind": "` + w.shape.kind + `"`)
	switch sides := w.shape.sides; w.shape.kind {
	case "fat-tree":
		t.number("levels", sides[0])
		t.number("width", sides[1])
	case "torus", "mesh":
		t = append(t, `, "dims": [`...)
		for i, side := range sides {
			if i > 0 {
				t = append(t, ',')
			}
			t = strconv.AppendInt(t, int64(side), 10)
		}
		t = append(t, ']')
	default:
		t.number("nodes", sides[0])
	}
	t = append(t, '}')
	t.spec("node", w.node)
	if half := w.shape.nodes() / 2; w.gpus > 0 && half > 0 {
		t = append(t, `, "groups": [{"nodes": "0-`...)
		t = strconv.AppendInt(t, int64(half-1), 10)
		t = append(t, `"`...)
		t.number("gpus", w.gpus)
		t = append(t, "}]"...)
	}
	t = append(t, `}, "jobs": [`...)
	for i := range w.jobs {
		if i > 0 {
			t = append(t, ',')
		}
		t.job(&w.jobs[i])
	}
	return append(t, "]}"...)
}

// text is a JSON text under construction.
type text []byte

// number appends a field to the JSON text, unless its value is 0.
func (t *text) number(name string, n int) {
	if n == 0 {
		return
	}
	*t = append(*t, `, "`+name+`": `...)
	*t = strconv.AppendInt(*t, int64(n), 10)
}

func (t *text) spec(name string, s spec) {
	if s == (spec{}) {
		return
	}
	*t = append(*t, `, "`+name+`": {"cores": `...)
	*t = strconv.AppendInt(*t, int64(max(s.cores, 1)), 10)
	t.number("memory", s.memory)
	t.number("gpus", s.gpus)
	*t = append(*t, '}')
}

func (t *text) job(j *job) {
	*t = append(*t, `{"id": `...)
	*t = strconv.AppendInt(*t, int64(j.id), 10)
	t.number("submit", j.submit)
	t.number("nodes", j.nodes)
	t.number("tasks", j.tasks)
	if j.nodes > 0 {
		t.spec("per_node", j.each)
	} else {
		t.spec("per_task", j.each)
	}
	*t = append(*t, `, "walltime": `...)
	*t = strconv.AppendInt(*t, int64(j.walltime), 10)
	*t = append(*t, `, "runtime": `...)
	*t = strconv.AppendInt(*t, int64(j.runtime), 10)
	if j.user != "" {
		*t = append(*t, `, "user": "`+j.user+`"`...)
	}
	t.number("priority", j.priority)
	t.number("deadline", j.deadline)
	t.number("after", j.after)
	*t = append(*t, '}')
}
