package policycheck

import "math/rand/v2"

// bounds are what workloads do not have.
type bounds struct {
	trees bool // machines are trees of switches
	whole bool // jobs ask for whole nodes
	alike bool // nodes are as good as each other
}

// drawing is the random numbers of one case.
type drawing struct {
	*rand.Rand
	bounds
	w     world
	level int // 1 to 12: how large the case may be
	long  int // the longest walltime, in seconds
}

// draw makes case i of n: the first are the smallest, since what they find is
// quick to shrink and easy to read. The same seed gives the same cases.
func draw(b bounds, seed uint64, i, n int) *world {
	d := &drawing{bounds: b, Rand: rand.New(rand.NewPCG(seed, uint64(i))), level: 1}
	for d.level < 12 && d.level*d.level*n <= 12*12*i { // a quarter of the cases are below 6
		d.level++
	}
	d.long = d.one(6, 30, 100)
	d.machine()
	d.jobs()
	return &d.w
}

func (d *drawing) one(of ...int) int { return of[d.IntN(len(of))] }

// within is a number from 1 to most.
func (d *drawing) within(most int) int { return 1 + d.IntN(max(most, 1)) }

// machine draws a shape of at most 64 nodes, fewer on the first levels, and what
// its nodes have.
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

// jobs draws up to 12 jobs: how they arrive and how long they run is the same
// for all of a case, so that cases differ from each other.
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

// gap is how long after the job before it a job comes.
func (d *drawing) gap(arrive, i int) int {
	switch {
	case i == 0 && d.IntN(2) == 0, arrive == 0: // all at once
		return 0
	case arrive == 1: // in bursts
		return d.IntN(2) * d.IntN(2) * d.within(d.long)
	case arrive == 2: // at the instants at which others end
		return d.one(0, 0, d.long/3, d.long)
	}
	return d.IntN(d.long/2 + 1)
}

// lengths draws walltime and run time.
func (d *drawing) lengths(j *job, lengths int) {
	j.walltime = d.within(d.long)
	if d.IntN(3) == 0 {
		j.walltime = d.one(d.long/3, d.long/2, d.long) // equal ones
	}
	switch {
	case lengths == 0: // exact
		j.runtime = j.walltime
	case lengths == 1 || d.IntN(3) == 0: // too long, as most are
		j.runtime = d.within(j.walltime)
	case d.IntN(3) == 0: // killed
		j.runtime = j.walltime + d.IntN(d.long)
	case d.IntN(8) == 0:
		j.runtime = 0
	default:
		j.runtime = j.walltime
	}
}

// size draws what the job asks for. What no machine of the case has is left out.
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
