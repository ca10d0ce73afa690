package queue

import (
	"iter"

	"hopyard/core/simtime"
)

// Behind yields, in queue order, the jobs behind the reserved job. It leaves out
// jobs that counting rules out. Outside counting mode, if a sweep started a job,
// another sweep follows, because another job's preferred place may have moved to
// nodes that delay no reservation. In counting mode one sweep is enough.
func (p *Pass) Behind(res *Reservation) iter.Seq[*Waiting] {
	return func(yield func(*Waiting) bool) {
		only := p.Newcomer()
		if only == res.Job {
			only = nil
		}
		for ; ; only = nil {
			before := p.queue.line.n
			if !p.sweep(only, only, res, yield) || p.queue.cfg.Counted || p.queue.line.n == before {
				return
			}
			if only == nil && !res.retry && !p.queue.constrained {
				return
			}
		}
	}
}

// Scan yields, in the order of the line, the waiting jobs that counting does not
// rule out. If a scan started a job and the allocator may therefore accept a job
// that it refused before, the scan begins again.
func (p *Pass) Scan() iter.Seq[*Waiting] {
	return func(yield func(*Waiting) bool) {
		for only := p.Newcomer(); ; only = nil {
			before := p.queue.line.n
			if !p.sweep(only, only, nil, yield) || p.queue.line.n == before || !p.queue.constrained {
				return
			}
		}
	}
}

// sweep passes the jobs of the line that may fit now to yield, once each, and stops
// when yield returns false. It returns false in that case and true otherwise. It
// leaves out the jobs before from, if from is not nil. If the parameter only is not
// nil, the sweep ends after that job, except if the job starts.
func (p *Pass) sweep(from, only *Waiting, res *Reservation, yield func(*Waiting) bool) bool {
	line := &p.queue.line
	g := p.gap(nil)
	if line.n == 0 || !line.digests.tree[1].promising(&g) || only != nil && !g.admits(only.need, only.wall) {
		return true // no job can start; known before the reservation is computed
	}
	if g = p.gap(res); only != nil && !g.admits(only.need, only.wall) {
		return true
	}
	first := line.first
	if from != nil {
		first = line.blockOf(&from.place)
	}
	for i := line.digests.next(first, &g); i >= 0; i = line.digests.next(i+1, &g) {
		jobs, found := line.blocks[i].jobs, false
		for j := range jobs {
			if !g.admits(jobs[j].need, jobs[j].wall) || jobs[j].gone {
				continue
			}
			found = true
			switch w := jobs[j].Waiting; {
			case res != nil && w == res.Job || from != nil && w.before(from):
				continue
			case only != nil && w != only && !only.taken:
				return true
			case !yield(w):
				return false
			}
			g = p.gap(res)
		}
		if !found {
			line.noteFruitlessScan(i)
		}
	}
	return true
}

// gap returns the room that a job must fit into now, beside res if that is not nil.
// Outside counting mode and in query passes it admits all jobs.
func (p *Pass) gap(res *Reservation) gap {
	if p.asking || !p.queue.cfg.Counted {
		return anyGap
	}
	g := gap{free: p.free(), window: simtime.Forever}
	g.extra = g.free
	if res == nil {
		return g
	}
	p.computeReservation(res)
	g.extra = res.extra
	if res.at != simtime.Never {
		g.window = res.at.Sub(p.now)
	}
	return g
}

// Unchanged reports whether every waiting job except the newly submitted one would
// be refused as at the end of the last pass, because nothing but this submission
// has happened since.
func (p *Pass) Unchanged() bool { return p.onlyArrival && p.state.Changes() == p.queue.seen }

// Newcomer returns the newly submitted job if its submission is the only event
// since the last pass. No other job can start in such a pass. In other passes it
// returns nil.
func (p *Pass) Newcomer() *Waiting {
	if !p.Unchanged() {
		return nil
	}
	return p.queue.line.find(p.queue.last, p.queue.lastPlace)
}
