package quiz_test

import (
	"cmp"
	"maps"
	"slices"
)

// This file is a reference scheduler that uses only lists and loops. It was written
// from the rules in scenarios/README.md (what happens at one time) and
// core/SOURCES.md (QUEUE, EASY, CONS, S4.6), and shares no code with the engine.
// All its jobs ask for whole nodes of any kind, so a job fits if enough nodes are
// free.

// chore is a job, with times in seconds.
type chore struct{ submit, nodes, wall, run, prio int }

// length returns how long the job holds its nodes: until it ends or is killed at
// its walltime.
func (c chore) length() int { return min(c.run, c.wall) }

// shop is the part of a simulation that does not change: the machine, the jobs and
// the queue discipline. The jobs are in order of submission. Jobs submitted at the
// same time are in the order of the scenario.
type shop struct {
	nodes int
	jobs  []chore
	queue string
	depth int // number of reservations under easy
	order string
}

// place is a running job. When its walltime ends, its nodes become free, but its
// end is processed only later. The field gone is set during this time.
type place struct {
	job, since int
	gone       bool
}

// world is the state of the simulation at one moment.
type world struct {
	*shop
	now      int
	changed  bool // whether a job has been submitted, or has given back nodes, since the last pass
	come     int  // number of jobs submitted so far
	running  []place
	waiting  []int // in queue order
	promised map[int]int
	forced   bool // whether a decision was forced against the discipline's rule, so that promises may be broken
}

func open(s *shop) *world { return &world{shop: s, now: -1, promised: map[int]int{}} }

func (w *world) copied() *world {
	c := *w
	c.running, c.waiting, c.promised = slices.Clone(w.running), slices.Clone(w.waiting), maps.Clone(w.promised)
	return &c
}

// before compares the positions of two jobs in the queue. The discipline mpfs-scan
// sorts jobs by size, and jobs of equal size by the queue order.
func (s *shop) before(a, b int) int {
	by := 0
	if s.queue == "mpfs-scan" {
		by = s.jobs[b].nodes - s.jobs[a].nodes
	}
	return cmp.Or(by, s.by(s.order, a, b))
}

func (s *shop) by(order string, a, b int) int {
	x, y := s.jobs[a], s.jobs[b]
	by := 0
	switch order {
	case "shortest":
		by = x.wall - y.wall
	case "longest":
		by = y.wall - x.wall
	case "smallest":
		by = x.nodes - y.nodes
	case "largest":
		by = y.nodes - x.nodes
	case "priority":
		by = y.prio - x.prio
	}
	return cmp.Or(by, x.submit-y.submit, a-b)
}

func (w *world) free() int {
	free := w.nodes
	for _, p := range w.running {
		if !p.gone {
			free -= w.jobs[p.job].nodes
		}
	}
	return free
}

// happen processes one event. The caller makes the scheduling pass that follows it.
// Events at the same time are processed in this order: expired walltimes (the jobs
// give back their nodes), submissions, and ends of jobs. If a job has already given
// back its nodes, its end only triggers a pass, which need not change anything.
func (w *world) happen() (job int, submitted, ok bool) {
	at := -1
	sooner := func(t int) {
		if at < 0 || t < at {
			at = t
		}
	}
	if w.come < len(w.jobs) {
		sooner(w.jobs[w.come].submit)
	}
	for _, p := range w.running {
		sooner(p.since + w.jobs[p.job].length())
	}
	if at < 0 {
		return 0, false, false
	}
	w.now, w.changed = max(w.now, at), false
	for i, p := range w.running {
		if !p.gone && p.since+w.jobs[p.job].wall <= w.now {
			w.running[i].gone, w.changed = true, true
		}
	}
	if w.come < len(w.jobs) && w.jobs[w.come].submit <= w.now {
		w.waiting = append(w.waiting, w.come)
		slices.SortFunc(w.waiting, w.before)
		w.come, w.changed = w.come+1, true
		return w.come - 1, true, true
	}
	first := -1
	for i, p := range w.running {
		if p.since+w.jobs[p.job].length() > w.now {
			continue
		}
		if first < 0 || cmp.Or(p.since-w.running[first].since, w.by(w.order, p.job, w.running[first].job)) < 0 {
			first = i
		}
	}
	job = w.running[first].job
	w.changed = w.changed || !w.running[first].gone
	w.running = slices.Delete(w.running, first, first+1)
	return job, false, true
}

// pass is the decision of the scheduler after an event.
type pass struct {
	starts   []int       // in the order of the starts
	head     int         // first job that must wait; -1 if there is none
	shadow   int         // promised start of the head, under EASY
	extra    int         // nodes that are free at the shadow time beyond the head's need; counted before other jobs overtake the head
	promised map[int]int // promised starts of the jobs that continue to wait
}

func (p pass) set() []int { return slices.Sorted(slices.Values(p.starts)) }

// follow carries out a pass: it starts the jobs and records the promises.
func (w *world) follow(p pass) {
	w.start(p.starts)
	w.promised = maps.Clone(p.promised)
}

func (w *world) start(jobs []int) {
	for _, j := range jobs {
		w.running = append(w.running, place{job: j, since: w.now})
		w.waiting = slices.DeleteFunc(w.waiting, func(k int) bool { return k == j })
		delete(w.promised, j)
	}
	if w.free() < 0 {
		panic("more nodes are held than there are")
	}
}

// decide returns the decision of the discipline after an event. Only conservative
// backfilling depends on the kind of the event. After a submission it makes a
// promise to the submitted job. After the end of a job it moves the promises of the
// waiting jobs.
func (w *world) decide(job int, submitted bool) pass {
	switch w.queue {
	case "fcfs":
		return w.strictly()
	case "mpfs-scan":
		return w.scan()
	case "easy":
		if w.depth > 1 {
			return w.deep(w.depth)
		}
		return w.easy(usual)
	case "conservative":
		return w.conservative(job, submitted)
	case "conservative-rebuild":
		return w.deep(len(w.jobs))
	}
	panic(w.queue)
}

// inOrder returns a copy of the world with its queue in another order.
func (w *world) inOrder(order string) *world {
	c := w.copied()
	slices.SortFunc(c.waiting, func(a, b int) int { return w.by(order, a, b) })
	return c
}

// strictly returns the decision of first come, first served: all jobs wait behind
// the first job that does not fit.
func (w *world) strictly() pass {
	p, free := pass{head: -1}, w.free()
	for _, j := range w.waiting {
		if w.jobs[j].nodes > free {
			p.head = j
			break
		}
		free -= w.jobs[j].nodes
		p.starts = append(p.starts, j)
	}
	return p
}

// scan returns the decision to start every job that fits, in queue order.
func (w *world) scan() pass {
	p, free := pass{head: -1}, w.free()
	for _, j := range w.waiting {
		if w.jobs[j].nodes <= free {
			free -= w.jobs[j].nodes
			p.starts = append(p.starts, j)
		}
	}
	return p
}

// reading is an interpretation of EASY: how long jobs are expected to run, and
// whether extra nodes may be used.
type reading struct {
	length  func(chore) int
	noExtra bool
}

var (
	usual   = reading{length: func(c chore) int { return c.wall }}
	knowing = reading{length: chore.length}
)

// easy returns the decision of EASY backfilling. Jobs start while they fit. The
// first job that does not fit is the head. Its shadow time is the time at which
// enough nodes for it have been given back. A later job may start if it ends by the
// shadow time, or if it fits on the extra nodes.
func (w *world) easy(r reading) pass {
	p, free, extra := pass{head: -1, promised: map[int]int{}}, w.free(), 0
	type end struct{ at, nodes int }
	var ends []end
	for _, q := range w.running {
		if !q.gone {
			ends = append(ends, end{q.since + r.length(w.jobs[q.job]), w.jobs[q.job].nodes})
		}
	}
	for _, j := range w.waiting {
		c := w.jobs[j]
		switch {
		case p.head < 0 && c.nodes <= free:
		case p.head < 0:
			p.head = j
			slices.SortFunc(ends, func(a, b end) int { return a.at - b.at })
			there := free
			for _, e := range ends {
				if there >= c.nodes && e.at > p.shadow {
					break
				}
				there += e.nodes
				p.shadow = max(e.at, w.now)
			}
			p.extra = there - c.nodes
			extra = p.extra
			p.promised[j] = p.shadow
			continue
		case c.nodes > free:
			continue
		case w.now+r.length(c) <= p.shadow:
		case c.nodes <= extra && !r.noExtra:
			extra -= c.nodes
		default:
			continue
		}
		free -= c.nodes
		p.starts = append(p.starts, j)
		ends = append(ends, end{w.now + r.length(c), c.nodes})
	}
	return p
}

// booking is a number of nodes that a job holds or is promised for a time span.
type booking struct{ from, to, nodes int }

func (w *world) bookings(r reading) (plan []booking) {
	for _, p := range w.running {
		if !p.gone {
			plan = append(plan, booking{p.since, p.since + r.length(w.jobs[p.job]), w.jobs[p.job].nodes})
		}
	}
	return plan
}

// hole returns the earliest time from which a job has enough free nodes for its
// whole length.
func (w *world) hole(plan []booking, c chore, r reading) int {
	from := []int{w.now}
	for _, b := range plan {
		if b.to > w.now {
			from = append(from, b.to)
		}
	}
	slices.Sort(from)
	for _, at := range from {
		if w.room(plan, c, at, r) {
			return at
		}
	}
	if w.forced {
		return from[len(from)-1] // promises overlap, because an earlier decision was forced
	}
	panic("no room even when all is over")
}

func (w *world) room(plan []booking, c chore, at int, r reading) bool {
	used := func(t int) (n int) {
		for _, b := range plan {
			if b.from <= t && t < b.to {
				n += b.nodes
			}
		}
		return n
	}
	if used(at)+c.nodes > w.nodes {
		return false
	}
	for _, b := range plan {
		if b.from > at && b.from < at+r.length(c) && used(b.from)+c.nodes > w.nodes {
			return false
		}
	}
	return true
}

// deep returns the decision of backfilling with the given number of reservations.
// The first jobs that must wait, up to this number, get reservations. Any other job
// starts if it does not use the nodes of these reservations. If all waiting jobs
// get a reservation, this is conservative backfilling that plans from scratch in
// each pass.
func (w *world) deep(reserved int) pass { return w.deepAs(reserved, usual) }

func (w *world) deepAs(reserved int, r reading) pass {
	p, free, plan := pass{head: -1, promised: map[int]int{}}, w.free(), w.bookings(r)
	for _, j := range w.waiting {
		c := w.jobs[j]
		switch at := w.hole(plan, c, r); {
		case at == w.now && c.nodes <= free:
			p.starts, free = append(p.starts, j), free-c.nodes
			plan = append(plan, booking{w.now, w.now + r.length(c), c.nodes})
		case len(p.promised) < reserved:
			if p.head < 0 {
				p.head = j
			}
			p.promised[j] = at
			plan = append(plan, booking{at, at + r.length(c), c.nodes})
		}
	}
	return p
}

// conservative returns the decision of conservative backfilling. A submitted job
// gets the earliest start that breaks no promise. Whenever a job ends, each waiting
// job, in queue order, is taken out of the plan and put back at its earliest
// possible start.
func (w *world) conservative(job int, submitted bool) pass {
	promised := maps.Clone(w.promised)
	others := func(but int) []booking {
		plan := w.bookings(usual)
		for j, at := range promised {
			if j != but {
				plan = append(plan, booking{at, at + w.jobs[j].wall, w.jobs[j].nodes})
			}
		}
		return plan
	}
	if submitted {
		promised[job] = w.hole(others(job), w.jobs[job], usual)
	} else {
		for _, j := range w.waiting {
			at := w.hole(others(j), w.jobs[j], usual)
			if at > promised[j] && !w.forced {
				panic("a promise is broken")
			}
			promised[j] = at
		}
	}
	p, free := pass{head: -1, promised: promised}, w.free()
	for _, j := range w.waiting {
		if promised[j] < w.now && !w.forced {
			panic("a promise was missed")
		}
		if promised[j] <= w.now && w.jobs[j].nodes <= free {
			free -= w.jobs[j].nodes
			p.starts = append(p.starts, j)
		} else if p.head < 0 {
			p.head = j
		}
	}
	for _, j := range p.starts {
		delete(promised, j)
	}
	return p
}
