package policycheck

import (
	"cmp"
	"slices"
)

// moves lists the ways to make a world smaller. Those with the largest effect come
// first. Each function changes the world in its i-th way, or returns false if it
// has no more ways. The result may be an impossible world, or may be the same as
// before.
var moves = [...]func(w *world, i int) bool{
	fewerJobs, plainMachine, fewerNodes, plainJobs, smallerJobs, earlierJobs, shorterJobs, tighterTimes, shorterTimes,
}

func (w *world) same(x *world) bool {
	return w.shape.kind == x.shape.kind && slices.Equal(w.shape.sides, x.shape.sides) && w.node == x.node && w.gpus == x.gpus && slices.Equal(w.jobs, x.jobs)
}

// fewerJobs removes half of the jobs, then a quarter, and so on down to single
// jobs. For each of these numbers, it first tries the last jobs in the list.
func fewerJobs(w *world, i int) bool {
	n := len(w.jobs)
	for part := n / 2; part > 0; part /= 2 {
		parts := n / part
		if i < parts {
			w.remove(n-part*(i+1), part)
			return true
		}
		i -= parts
	}
	return false
}

// plainMachine simplifies the nodes and the topology.
func plainMachine(w *world, i int) bool {
	switch i {
	case 0:
		w.gpus = 0
		for k := range w.jobs {
			w.jobs[k].each.gpus = 0
		}
	case 1:
		w.node.memory = 0
		for k := range w.jobs {
			w.jobs[k].each.memory = 0
		}
	case 2: // turns the cores of a node into separate nodes, and tasks into nodes accordingly
		cores := max(w.node.cores, 1)
		w.node, w.shape = spec{}, shape{"flat", []int{cores * w.shape.nodes()}}
		for k := range w.jobs {
			j := &w.jobs[k]
			if j.tasks > 0 {
				j.nodes, j.tasks, j.each = j.tasks*max(j.each.cores, 1), 0, spec{}
			} else {
				j.nodes *= cores
			}
		}
	case 3:
		w.node = spec{}
		for k := range w.jobs {
			w.jobs[k].each = spec{}
		}
	case 4:
		if w.shape.kind != "flat" {
			w.shape = shape{"star", []int{w.shape.nodes()}}
		}
	case 5:
		w.shape = shape{"flat", []int{w.shape.nodes()}}
	default:
		return false
	}
	return true
}

// fewerNodes removes nodes. It has three ways to adapt the sizes of jobs: they
// shrink in proportion, they shrink by the number of removed nodes, or they shrink
// only if a job would no longer fit.
func fewerNodes(w *world, i int) bool {
	sides := slices.Clone(w.shape.sides)
	w.shape.sides = sides
	const ways = 3
	side, by, way := i/(2*ways)%len(sides), i/ways%2, i%ways
	if i >= 2*ways*len(sides) {
		return false
	}
	before := w.shape.nodes()
	if by == 0 {
		sides[side] = max(sides[side]/2, 1)
	} else {
		sides[side] = max(sides[side]-1, 1)
	}
	after := w.shape.nodes()
	for k := range w.jobs {
		size, each := w.jobs[k].size(), max(w.node.cores, 1)
		if w.jobs[k].tasks == 0 {
			each = 1
		}
		switch way {
		case 0:
			*size = (*size*after + before - 1) / before
		case 1:
			*size -= (before - after) * each
		}
		*size = min(max(*size, 1), after*each)
	}
	return true
}

// plainJobs removes rare properties of a job: its user, priority, deadline,
// predecessor or resources.
func plainJobs(w *world, i int) bool {
	if i >= 5*len(w.jobs) {
		return false
	}
	switch j := &w.jobs[i/5]; i % 5 {
	case 0:
		j.user, j.priority, j.deadline, j.after, j.each = "", 0, 0, 0, spec{}
	case 1:
		j.user, j.priority = "", 0
	case 2:
		j.deadline = 0
	case 3:
		j.after = 0
	case 4:
		j.each = spec{}
	}
	return true
}

// smallerJobs reduces the size of a job.
func smallerJobs(w *world, i int) bool {
	if i >= 3*len(w.jobs) {
		return false
	}
	size := w.jobs[i/3].size()
	*size = max(1, [...]int{1, *size / 2, *size - 1}[i%3])
	return true
}

// earlierJobs moves all jobs so that the first arrives at 0. Other proposals move a
// single job: to 0, to the previous arrival, to a second after the previous
// arrival, or to a round time.
func earlierJobs(w *world, i int) bool {
	if i == 0 {
		first := slices.MinFunc(w.jobs, func(a, b job) int { return cmp.Compare(a.submit, b.submit) }).submit
		for k := range w.jobs {
			w.jobs[k].submit -= first
		}
		return true
	}
	if i--; i >= 4*len(w.jobs) {
		return false
	}
	j, before := &w.jobs[i/4], 0
	for k := range w.jobs {
		if s := w.jobs[k].submit; s < j.submit {
			before = max(before, s)
		}
	}
	j.submit = min(j.submit, [...]int{0, before, before + 1, round(j.submit)}[i%4])
	return true
}

// shorterJobs shortens a job, or makes its run time equal to its walltime.
func shorterJobs(w *world, i int) bool {
	if i >= 6*len(w.jobs) {
		return false
	}
	switch j := &w.jobs[i/6]; i % 6 {
	case 0:
		j.runtime = j.walltime
	case 1:
		j.lasts(1, j.runtime)
	case 2:
		j.lasts(max(1, j.walltime/2), j.runtime)
	case 3:
		j.lasts(round(j.walltime), j.runtime)
	case 4:
		j.lasts(max(1, j.walltime-1), j.runtime)
	case 5:
		j.lasts(j.walltime, j.runtime/2)
	}
	return true
}

// tighterTimes halves the walltime of a job or reduces it by a second. It makes
// later jobs arrive earlier by the same amount.
func tighterTimes(w *world, i int) bool {
	if i >= 2*len(w.jobs) {
		return false
	}
	j := &w.jobs[i/2]
	by := j.walltime / 2
	if i%2 == 1 {
		by = min(1, j.walltime-1)
	}
	j.lasts(j.walltime-by, max(0, j.runtime-by))
	for k := range w.jobs {
		if x := &w.jobs[k]; x.submit > j.submit {
			x.submit = max(j.submit, x.submit-by)
		}
	}
	return true
}

// lasts sets the walltime and run time of a job. If the two were equal before, both
// are set to the new walltime, because a job with equal times is simpler.
func (j *job) lasts(walltime, runtime int) {
	if j.runtime == j.walltime {
		runtime = walltime
	}
	j.walltime, j.runtime = walltime, runtime
}

// shorterTimes divides all times by the same number.
func shorterTimes(w *world, i int) bool {
	if i >= 3 {
		return false
	}
	by := [...]int{10, 5, 2}[i]
	for k := range w.jobs {
		j := &w.jobs[k]
		j.lasts(max(1, j.walltime/by), j.runtime/by)
		j.submit, j.deadline = j.submit/by, j.deadline/by
	}
	return true
}

// round rounds n down to a multiple of 10. It leaves numbers up to 10 unchanged.
func round(n int) int {
	if n > 10 {
		return n - n%10
	}
	return n
}
