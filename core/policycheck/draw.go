package policycheck

import "math/rand/v2"

// bounds restricts the workloads that are drawn.
type bounds struct {
	trees bool // all machines are trees of switches: stars or fat trees
	whole bool // all jobs ask for whole nodes
	alike bool // all nodes are equal
}

// drawing holds the random numbers and the state of drawing one case.
type drawing struct {
	*rand.Rand
	bounds
	w     world
	level int // size class of the case, 1 to 12
	long  int // longest walltime, in seconds
}

// draw draws one case; the arguments i and n are its index and the number of cases.
// The first cases are the smallest, because problems found in them are quick to
// shrink and easy to read. The same seed gives the same cases.
func draw(b bounds, seed uint64, i, n int) *world {
	d := &drawing{bounds: b, Rand: rand.New(rand.NewPCG(seed, uint64(i))), level: 1}
	for d.level < 12 && d.level*d.level*n <= 12*12*i { // a quarter of the cases have a level of at most 6
		d.level++
	}
	d.long = d.one(6, 30, 100)
	d.machine()
	d.jobs()
	return &d.w
}

func (d *drawing) one(of ...int) int { return of[d.IntN(len(of))] }

// within returns a random number from 1 to the given maximum.
func (d *drawing) within(most int) int { return 1 + d.IntN(max(most, 1)) }

// machine draws a topology of at most 64 nodes, fewer at low levels, and the
// resources of its nodes.
func (d *drawing) machine() {
	most := min(64, 2+d.level*d.level)
	s := &d.w.shape
	for {
		kind := d.IntN(6)
		if d.trees {
			kind = 2 + kind%3
		}
		switch kind {
		case 0, 1:
			*s = shape{"flat", []int{d.within(most)}}
		case 2:
			*s = shape{"star", []int{d.within(most)}}
		case 3, 4:
			*s = shape{"fat-tree", []int{d.within(4), d.within(8)}}
		default:
			*s = shape{"torus", []int{d.within(8), d.within(8)}}
		}
		if s.nodes() <= most {
			break
		}
	}
	if d.IntN(3) == 0 {
		d.w.node.cores = d.one(1, 2, 4, 8)
	}
	if d.IntN(8) == 0 {
		d.w.node.memory = d.one(8, 16)
	}
	if d.IntN(8) == 0 && s.nodes() > 1 && !d.alike {
		d.w.gpus = d.within(2)
	}
}

// jobs draws up to 12 jobs. It first draws a style for the arrivals, lengths and
// sizes of all jobs in the case, so that cases differ from each other.
func (d *drawing) jobs() {
	arrive, lengths, sizes := d.IntN(4), d.IntN(4), d.IntN(4)
	tasks, users := d.IntN(4) == 0 && !d.whole, d.IntN(3) == 0
	at := 0
	for i := range min(12, d.level/2+d.within(d.level/2+2)) {
		at += d.gap(arrive, i)
		j := job{id: i + 1, submit: at}
		d.lengths(&j, lengths)
		d.size(&j, sizes, tasks)
		if users {
			j.user = string(rune('a' + d.IntN(3)))
			j.priority = d.IntN(7) - 3
		}
		if users && d.IntN(4) == 0 {
			j.deadline = at + d.within(4*d.long)
		}
		if i > 0 && d.IntN(12) == 0 {
			j.after = d.within(i)
		}
		d.w.jobs = append(d.w.jobs, j)
	}
}

// gap returns the time from the arrival of the previous job to that of job i.
func (d *drawing) gap(arrive, i int) int {
	switch {
	case i == 0 && d.IntN(2) == 0, arrive == 0: // all jobs arrive at once
		return 0
	case arrive == 1: // jobs arrive in bursts
		return d.IntN(2) * d.IntN(2) * d.within(d.long)
	case arrive == 2: // jobs arrive at times at which other jobs are likely to end
		return d.one(0, 0, d.long/3, d.long)
	}
	return d.IntN(d.long/2 + 1)
}

// lengths draws walltime and run time.
func (d *drawing) lengths(j *job, lengths int) {
	j.walltime = d.within(d.long)
	if d.IntN(3) == 0 {
		j.walltime = d.one(d.long/3, d.long/2, d.long) // a few fixed values, so that some jobs have equal walltimes
	}
	switch {
	case lengths == 0: // run times equal the walltimes
		j.runtime = j.walltime
	case lengths == 1 || d.IntN(3) == 0: // run times are shorter than the walltimes, which is the most common case
		j.runtime = d.within(j.walltime)
	case d.IntN(3) == 0: // the job is killed at its walltime
		j.runtime = j.walltime + d.IntN(d.long)
	case d.IntN(8) == 0:
		j.runtime = 0
	default:
		j.runtime = j.walltime
	}
}

// size draws the resources that a job asks for. It asks only for resources that the
// machine of the case has.
func (d *drawing) size(j *job, sizes int, tasks bool) {
	have := d.w.shape.nodes()
	if tasks && d.IntN(4) > 0 {
		cores := max(d.w.node.cores, 1)
		j.each.cores = d.within(min(2, cores))
		have *= cores / j.each.cores
		if d.w.node.memory > 0 && d.IntN(2) == 0 {
			j.each.memory = d.within(4)
			have = d.w.shape.nodes() * min(cores/j.each.cores, d.w.node.memory/j.each.memory)
		}
		j.tasks = 1
	} else if d.w.gpus > 0 && d.IntN(3) == 0 {
		j.each.gpus = 1
		have /= 2
	}
	n := d.within(have)
	switch {
	case sizes == 0:
		n = d.within(min(have, 3))
	case sizes == 1 && d.IntN(3) == 0:
		n = have
	case sizes == 1:
		n = d.one(1, (have+1)/2)
	case sizes == 2 && d.IntN(2) == 0:
		n = d.within((have + 1) / 2)
	}
	if j.tasks > 0 {
		j.tasks = n
	} else {
		j.nodes = n
	}
}
