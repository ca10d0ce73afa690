package queuetest

import (
	"fmt"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// shares is a book of who holds how many nodes of which share, kept from the
// reasons of starts alone.
type shares struct {
	c      *engine.Config
	want   []queue.Account
	usable map[string]int // place in want; the reserve is the next one
	held   map[workload.JobID][3]int64
	size   map[workload.JobID]int // nodes or tasks that it holds and has frozen
	flags  map[workload.JobID]bool
}

// CheckShares runs c, under deadline.Policy, to its end and returns the first
// breach of what S1 promises: somebody holds more than a share; a sum of
// charges that is not what the engine says; a job that is rescued, or flagged,
// while it has slack, or flagged twice, or for shares that would hold it; a
// job whose slack has ended and that waits though something would hold it.
func CheckShares(c engine.Config) error {
	e, err := engine.New(c)
	if err != nil {
		return err
	}
	b := &shares{c: &c, want: e.Accounts(), usable: map[string]int{}, held: map[workload.JobID][3]int64{}, size: map[workload.JobID]int{}, flags: map[workload.JobID]bool{}}
	for i, a := range b.want {
		if a.Kind == queue.AccountUsable {
			b.usable[a.Name] = i
		}
	}
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		rows := map[workload.JobID]queue.Row{}
		for _, r := range e.Table() {
			rows[r.Job] = r
		}
		for i := range s.Events {
			if x := &s.Events[i]; x.Job != workload.NoJob {
				if err := b.read(x, rows[x.Job]); err != nil {
					return fmt.Errorf("%v: job %d: %w", x.Time, c.Jobs[x.Job].Number, err)
				}
			}
		}
		if err := b.compare(e, rows); err != nil {
			return fmt.Errorf("after %v: %w", s.Time, err)
		}
	}
	return nil
}

func (b *shares) read(x *trace.Event, row queue.Row) error {
	now := x.Time
	switch x.Kind {
	case trace.AtRisk:
		if b.flags[x.Job] {
			return fmt.Errorf("flagged twice")
		}
		b.flags[x.Job] = true
		if row.Latest > now {
			return fmt.Errorf("flagged with slack until %v", row.Latest)
		}
		if u, r, s := b.left(x.Job); x.Why.Code == why.AtRisk && int64(x.Why.Need) <= max(u, r+s) {
			return fmt.Errorf("flagged though it needs %d, and %d, %d and %d are left", x.Why.Need, u, r, s)
		}
	case trace.Start:
		b.size[x.Job] = x.Placement.Tasks()
		need, have := int64(x.Why.Need), int64(x.Why.Have)
		switch h := [3]int64{}; x.Why.Code {
		case why.WithinShare:
			h[0] = need
			return b.charge(x.Job, h)
		case why.Rescued:
			h[1] = need
			return b.rescue(x, row, h)
		case why.RescuedBySystem:
			h[1], h[2] = need-have, have
			return b.rescue(x, row, h)
		}
		return fmt.Errorf("starts for the reason %v", x.Why.Code)
	case trace.Freeze:
		return b.resize(x.Job, x.Placement.Tasks())
	case trace.Rollback, trace.Shrink:
		return b.resize(x.Job, -x.Placement.Tasks())
	case trace.End, trace.Kill, trace.Requeue, trace.Fail:
		h := b.held[x.Job]
		delete(b.held, x.Job)
		delete(b.flags, x.Job) // it may wait again
		return b.add(x.Job, [3]int64{-h[0], -h[1], -h[2]})
	}
	return nil
}

func (b *shares) rescue(x *trace.Event, row queue.Row, h [3]int64) error {
	if row.Latest > x.Time {
		return fmt.Errorf("rescued with slack until %v", row.Latest)
	}
	return b.charge(x.Job, h)
}

func (b *shares) charge(id workload.JobID, h [3]int64) error {
	b.held[id] = h
	return b.add(id, h)
}

func (b *shares) add(id workload.JobID, h [3]int64) error {
	i := b.usable[b.c.Jobs[id].User]
	for k, at := range [3]int{i, i + 1, len(b.want) - 1} {
		a := &b.want[at]
		if a.Used += h[k]; a.Used < 0 || a.Used > a.Hard {
			return fmt.Errorf("%d of %d nodes of account %d (%q) are held", a.Used, a.Hard, a.Kind, a.Name)
		}
	}
	return nil
}

// resize charges a job that has frozen more, or given some back.
func (b *shares) resize(id workload.JobID, by int) error {
	was, h := b.held[id], b.held[id]
	b.size[id] += by
	per := 1
	if r := &b.c.Jobs[id].Request; !r.Whole() {
		per = int(b.c.Machine.MostSlots(r))
	}
	more := int64((b.size[id]+per-1)/per) - h[0] - h[1] - h[2]
	for k := 2; k > 0 && more < 0; k-- {
		less := min(-more, h[k])
		h[k], more = h[k]-less, more+less
	}
	h[0] += more
	b.held[id] = h
	return b.add(id, [3]int64{h[0] - was[0], h[1] - was[1], h[2] - was[2]})
}

// left is what is left of the shares that could hold a job.
func (b *shares) left(id workload.JobID) (usable, reserve, system int64) {
	i := b.usable[b.c.Jobs[id].User]
	left := func(a queue.Account) int64 { return a.Hard - a.Used }
	return left(b.want[i]), left(b.want[i+1]), left(b.want[len(b.want)-1])
}

// compare compares the book with what the engine says, and looks for jobs that
// should not wait.
func (b *shares) compare(e *engine.Engine, rows map[workload.JobID]queue.Row) error {
	for i, a := range e.Accounts() {
		if a != b.want[i] {
			return fmt.Errorf("the account is %+v, must be %+v", a, b.want[i])
		}
	}
	for _, d := range e.Pending() {
		row, waits := rows[d.Job]
		if !waits || row.Holding != 0 || row.Usable+row.Reserve+row.System != 0 {
			return fmt.Errorf("the table says of the waiting job %d: %+v", b.c.Jobs[d.Job].Number, row)
		}
		usable, reserve, system := b.left(d.Job)
		refused := d.Why.Code == why.TooFewFree || d.Why.Code == why.NotPlaceable || d.Why.Code == why.TooFewUnits
		if due := row.Latest <= e.Now(); due && !refused && int64(row.Need) <= max(usable, reserve+system) {
			return fmt.Errorf("job %d should have been rescued: %v", b.c.Jobs[d.Job].Number, d.Why)
		} else if due != row.AtRisk && due {
			return fmt.Errorf("job %d waits without slack and is not flagged", b.c.Jobs[d.Job].Number)
		}
	}
	for id, h := range b.held {
		if r := rows[id]; h != [3]int64{int64(r.Usable), int64(r.Reserve), int64(r.System)} || int64(r.Holding) != h[0]+h[1]+h[2] {
			return fmt.Errorf("the table says of the running job %d: %+v, must hold %v", b.c.Jobs[id].Number, r, h)
		}
	}
	return nil
}
