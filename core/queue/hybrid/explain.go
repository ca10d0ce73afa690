package hybrid

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// finding is the result of a query pass for a job: the promised time at, which may
// be simtime.Never. If the job would exceed a limit, the field over is that limit
// and the field need is the amount that the job would reach.
type finding struct {
	at     simtime.Time
	starts bool // the job starts in the simulated pass, which is still in the future
	hard   bool // hard limits apply instead of soft ones
	over   *rule
	need   int64
}

// explain records why w waits. The reason is the obstacle at the instant of the
// question. If there is none at that instant, the reason is the obstacle in the
// next pass.
func (p pass) explain(w *queue.Waiting, x finding) {
	if !p.Asking() {
		return
	}
	now, held, own := p.Asked()
	if r, need := own.(*state).ledger.over(factsOf(w), now, x.hard); r != nil {
		x.over, x.need = r, need
	}
	if x.over != nil {
		p.Hold(w, overLimit(x.over, x.over.bound(x.hard), x.need, x.at))
		return
	}
	if better, ok := p.WindowReason(w); ok && better.Code == why.BetterWindow {
		p.Hold(w, better)
		return
	}
	reason := why.Reason{Code: why.Reserved, Need: w.Need(), Have: held.Count(w.Request), Blocker: workload.NoJob, At: x.at}
	switch a := &p.d.table; {
	case reason.Have < reason.Need:
		reason.Code = why.TooFewFree
	case x.starts:
		reason.Code = why.NextCycle
	case x.at == simtime.Never && len(a.held) > 0: // the job has no reservation
		reason.Code, reason.Blocker, reason.At = why.WouldDelay, a.held[0].job, a.spans[0].from
	default:
		reason.Blocker = a.blocker
	}
	p.Hold(w, reason)
}

func overLimit(r *rule, bound, need int64, at simtime.Time) why.Reason {
	if r.measure == queue.NodeSeconds {
		need, bound = (need+999)/1000, bound/1000
	}
	return why.Reason{Code: why.OverLimit, Need: narrow(need), Have: narrow(bound), Blocker: workload.NoJob, At: at, Which: int16(min(r.which, math.MaxInt16))}
}

func narrow(x int64) int32 { return int32(min(x, math.MaxInt32)) }

// Accounts implements queue.Accountant: it lists what each owner holds of each
// limited measure, sorted by limit and then by name.
func (d *state) Accounts(now simtime.Time, _ *cluster.State) []queue.Account {
	return d.ledger.accounts(now)
}

// Checks implements queue.Checker. The check rejects a job that would exceed a hard
// limit on every placement, even if no other job runs. Such a job could never
// start.
func (h HybridPolicy) Checks(m *cluster.Machine) func(*workload.Request) error {
	c := newCensus(m)
	return func(r *workload.Request) error {
		a, room, limits := c.least(r, r.Size()), unlimited(), []string(nil)
		for k, name := range [...]string{queue.ByUser: r.User, queue.ByGroup: r.Group, queue.ByQueue: r.Queue} {
			for measure := range queue.NumMeasures {
				limit, ok := ruleFor(h.Limits, queue.Owner(k), name, measure)
				if !ok {
					continue
				}
				if a[measure] <= limit.hard {
					limit.lower(&room, limit.hard, r.Walltime)
					if c.depends(r, measure) {
						limits = append(limits, fmt.Sprint(limit.which))
					}
					continue
				}
				asked, hard := a[measure], limit.hard
				if measure == queue.NodeSeconds {
					asked, hard = (asked+999)/1000, hard/1000
				}
				return fmt.Errorf("asks for %d %s, and limit %d lets %q of %v have %d at once; ask for less, or raise the limit", asked, measure.NameIn(m), limit.which, name, queue.Owner(k), hard)
			}
		}
		if !c.possible(r, &a, &room) {
			return fmt.Errorf("asks for %d nodes, and no %d nodes of the machine keep to the limits %s together; ask for fewer, or raise one of them", r.Nodes, r.Nodes, strings.Join(limits, " and "))
		}
		return nil
	}
}

// Ration implements queue.UserLimiter. The job may take as much as its hard limits
// allow.
func (HybridPolicy) Ration(p *queue.Pass, job *cluster.Running, want int32) (int32, why.Reason) {
	d, now := p.Own().(*state), p.Now()
	most := d.ration(job, want, now)
	if f := d.ledger.running[job.Request.ID]; most <= 0 && f != nil {
		if r, need := d.ledger.over(d.wider(f, job, 1, job.Limit.Sub(now)), now, true); r != nil {
			return most, overLimit(r, r.hard, need, 0)
		}
	}
	return most, why.Reason{}
}

// ration returns how much more a running job may take, at most the wanted number of
// nodes or tasks. It considers the amounts that the job's owners hold and the
// reservations made. Cost: one limit check for each node or task wanted.
func (d *state) ration(job *cluster.Running, want int32, now simtime.Time) int32 {
	f := d.ledger.running[job.Request.ID]
	if f == nil {
		return want
	}
	wall := job.Limit.Sub(now)
	for ; want > 0; want-- {
		if d.ledger.allowed(d.wider(f, job, want, wall), wall, limitQuery{t: now, now: now, hard: true, booked: true}) == now {
			break
		}
	}
	return want
}

// wider returns the facts of a job with the additional amounts that the job would
// hold if it grew. The parameter by is the number of nodes or tasks by which it
// would grow.
func (d *state) wider(f *facts, job *cluster.Running, by int32, wall simtime.Duration) *facts {
	r := *job.Request
	if r.Whole() {
		r.Nodes = by
	} else {
		r.Tasks = by
	}
	more := f.with(d.census.least(&r, by))
	more.amounts[queue.Jobs] = 0
	if !r.Whole() {
		more.amounts[queue.Nodes] = 0 // the tasks may go to nodes that the job already uses
	}
	more.amounts[queue.NodeSeconds] = product(more.amounts[queue.Nodes], int64(wall))
	return more
}

// fit reduces the headroom until the job keeps to its limits no matter which of the
// offered resources it takes. Cost: O(nodes·log nodes) for each size that is tried.
func (d *state) fit(s *queue.Headroom, job *cluster.Running, now simtime.Time) {
	f := d.ledger.running[job.Request.ID]
	if f == nil || !f.loose && !d.ledger.counts(f, queue.Nodes, queue.NodeSeconds) {
		return
	}
	room := d.ledger.room(f, job.Limit.Sub(now), limitQuery{t: now, now: now, hard: true, booked: true})
	own := heldBy(job)
	for r := *job.Request; s.Most > 0; s.Most-- {
		if r.Whole() {
			r.Nodes = s.Most
		} else {
			r.Tasks = s.Most
		}
		o := offer{free: s.Room}
		if d.keepers.look(d.census, &r, &o); d.keepers.choose(d.census, &r, &room, own) {
			s.Room = d.keepers.leave(&r, &o).free
			return
		}
	}
}

// Headroom implements queue.Planner. The running job may take what is free until
// its walltime ends, except what the reservations and the jobs that start in the
// next pass need. The limits must also leave enough for these. Cost: that of
// Pending.
func (d *state) Headroom(p *queue.Pass, s *queue.Headroom, job *cluster.Running) {
	if p.Len() == 0 {
		d.fit(s, job, p.Now())
		return
	}
	ask := p.Rehearsal()
	if ask.Now() > p.Now() {
		d.fit(s, job, p.Now())
		if job.Limit <= ask.Now() { // the job gives back everything before any other job can start
			return
		}
	}
	p.Policy().Schedule(ask)
	then := ask.Own().(*state)
	free := then.table.present.refresh(ask.Cluster())
	then.table.narrow(free, ask.Now(), job.Limit)
	free.Intersect(s.Room)
	s.Room, s.Most = free, then.ration(job, s.Most, ask.Now())
	if then.table.counted {
		s.Most = min(s.Most, then.table.counts.Least(job.Limit))
	}
	then.fit(s, job, ask.Now())
}

// FreeFor implements queue.Planner.
func (d *state) FreeFor(p *queue.Pass, w *queue.Waiting) *cluster.Free {
	d.until = w.Request
	p.Policy().Schedule(p)
	a := &d.table
	if !a.valid {
		return nil
	}
	free := a.present.refresh(p.Cluster())
	if !a.times {
		a.narrow(free, p.Now(), p.Now().Add(w.Wall()))
	}
	return free
}

// Reserved implements queue.Planner.
func (d *state) Reserved(_ *queue.Pass, job workload.JobID) cluster.Placement {
	a := &d.table
	for i := range a.held {
		if b := &a.held[i]; b.job == job && a.spans[i].from != simtime.Never {
			return slices.Clone(b.where)
		}
	}
	return nil
}
