package queue

import (
	"iter"

	"hopyard/core/simtime"
)

// Behind yields, in queue order, the jobs behind the reserved job. It leaves out
// jobs that need more nodes or tasks than counting allows. Outside counting mode,
// it goes through the queue again whenever a job was started on the way, because
// another job may now get nodes that delay no reservation. In counting mode it goes
// through the queue once.
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

// Scan yields, in queue order, the waiting jobs that do not need more nodes or
// tasks than counting allows. If a scan started a job and the allocator may
// therefore accept a job that it refused before, the scan begins again.
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

// sweep calls yield for each waiting job that may fit now, once for each job, and
// stops when yield returns false. It returns false in that case and true otherwise.
// If the parameter from is not nil, the sweep leaves out the jobs before that job.
// If the parameter only is not nil, the sweep ends after that job, unless the job
// starts.
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

// gap returns the conditions under which a job fits now. If the parameter res is
// not nil, the job must also fit beside that reservation. Outside counting mode and
// in query passes the gap admits all jobs.
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

// Unchanged reports whether the only event since the last pass is the submission of
// a job. The pass would then refuse every other waiting job again.
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
