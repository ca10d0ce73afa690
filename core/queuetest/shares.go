package queuetest

import (
	"fmt"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// shares is an independent record of how many nodes of each share are in use, built
// only from the reasons of starts and the changes of allotments.
type shares struct {
	c       *engine.Config
	want    []queue.Account
	usable  map[string]int // by user: index in the field want of the user's usable share; the user's reserve has the next index
	size    []int64        // sizes of the accounts, indexed like the field want
	granted []int64        // by user: number of nodes of the allotment that are available
	fits    bool           // initially, no more nodes are allotted than the machine has
	turned  bool           // allotments have changed
	held    map[workload.JobID][3]int64
	tasks   map[workload.JobID]int // number of nodes or tasks that the job holds or has frozen
	flags   map[workload.JobID]bool
}

// CheckShares runs c, under deadline.DeadlinePolicy, to its end and returns the
// first violation of what S1 promises. Violations are:
//   - a charge that exceeds what a share has left, or a sum of charges that differs
//     from the engine's
//   - a rescue that does not use the reserve, the usable share and the system's
//     reserve in this order
//   - a job that is rescued or flagged while it has slack
//   - a job that is flagged twice, or although the shares would hold it
//   - a job without slack that waits although the shares would hold it, or that is
//     not reported as at risk
//   - more nodes that users hold or may take, including the system's reserve, than
//     the machine has
func CheckShares(c engine.Config) error {
	e, err := engine.New(c)
	if err != nil {
		return err
	}
	b := &shares{c: &c, want: e.Accounts(), usable: map[string]int{}, held: map[workload.JobID][3]int64{}, tasks: map[workload.JobID]int{}, flags: map[workload.JobID]bool{}}
	for i, a := range b.want[:len(b.want)-1] {
		b.size = append(b.size, a.Hard)
		if a.Kind == queue.AccountUsable {
			b.usable[a.Name] = i
			b.granted = append(b.granted, a.Hard+b.want[i+1].Hard)
		}
	}
	all := int64(0)
	for _, k := range b.granted {
		all += k
	}
	b.fits = all <= int64(c.Machine.NumNodes())
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		rows := map[workload.JobID]queue.Row{}
		for _, r := range e.Table() {
			rows[r.Job] = r
		}
		for i := range s.Events {
			x := &s.Events[i]
			if x.Kind == trace.Allot {
				b.turned = true
				b.size[2*x.Of], b.size[2*x.Of+1] = int64(x.Why.Have), int64(x.Why.Need-x.Why.Have)
				b.granted[x.Of] = min(b.granted[x.Of], int64(x.Why.Need))
				continue
			}
			b.grant()
			if x.Job != workload.NoJob {
				if err := b.read(x, rows[x.Job]); err != nil {
					return fmt.Errorf("%v: job %d: %w", x.Time, c.Jobs[x.Job].Number, err)
				}
			}
		}
		b.grant()
		if err := b.compare(e, rows); err != nil {
			return fmt.Errorf("after %v: %w", s.Time, err)
		}
	}
	return nil
}

// heldOf returns how many nodes of the allotment of user i are held by the user's
// jobs.
func (b *shares) heldOf(i int) int64 { return b.want[2*i].Used + b.want[2*i+1].Used }

// system returns what is left of the system's reserve.
func (b *shares) system() int64 {
	n := int64(b.c.Machine.NumNodes()) - b.want[len(b.want)-1].Used
	for i := range b.granted {
		n -= max(b.granted[i], b.heldOf(i))
	}
	return max(n, 0)
}

// grant gives nodes, one at a time, to allotments that have grown. It gives only
// nodes that no other user holds or may take.
func (b *shares) grant() {
	for i := range b.granted {
		for b.turned && b.granted[i] < b.size[2*i]+b.size[2*i+1] && (b.granted[i] < b.heldOf(i) || b.system() > 0) {
			b.granted[i]++
		}
	}
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
		if u, r, s := b.left(x.Job); x.Why.Code == why.AtRisk && (int64(x.Why.Need) <= u+r+s || int64(x.Why.Have) != u+r+s) {
			return fmt.Errorf("flagged for %d, and %d, as it needs %d, and %d, %d and %d are left", x.Why.Need, x.Why.Have, x.Why.Need, u, r, s)
		}
	case trace.Start:
		b.tasks[x.Job] = x.Placement.Tasks()
		need, have := int64(x.Why.Need), int64(x.Why.Have)
		usable, reserve, _ := b.left(x.Job)
		h := [3]int64{}
		switch x.Why.Code {
		case why.WithinShare:
			if h[0] = need; row.Latest <= now && reserve > 0 {
				return fmt.Errorf("takes none of the %d left in reserve", reserve)
			}
			return b.charge(x.Job, h)
		case why.Rescued:
			h[1] = need
		case why.RescuedOnBoth:
			h[0], h[1] = have, need-have
		case why.RescuedBySystem:
			if h[0], h[1], h[2] = need-have-reserve, reserve, have; h[0] != usable {
				return fmt.Errorf("takes %d of the system's, %d in reserve, and %d of the %d left that are usable", have, reserve, h[0], usable)
			}
		default:
			return fmt.Errorf("starts for the reason %v", x.Why.Code)
		}
		if h[0] > 0 && h[1] != reserve {
			return fmt.Errorf("takes %d that are usable, and %d of the %d left in reserve", h[0], h[1], reserve)
		}
		return b.rescue(x, row, h)
	case trace.Freeze:
		return b.resize(x.Job, x.Placement.Tasks())
	case trace.Rollback, trace.Shrink:
		return b.resize(x.Job, -x.Placement.Tasks())
	case trace.End, trace.Kill, trace.Requeue, trace.Fail:
		h := b.held[x.Job]
		delete(b.held, x.Job)
		delete(b.flags, x.Job) // the job may wait again
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
	var left [3]int64
	left[0], left[1], left[2] = b.left(id)
	for k, at := range [3]int{i, i + 1, len(b.want) - 1} {
		a := &b.want[at]
		if a.Used += h[k]; a.Used < 0 || h[k] > left[k] {
			return fmt.Errorf("%d of account %d (%q) are held, %d more than before, when %d were left", a.Used, a.Kind, a.Name, h[k], left[k])
		}
	}
	return nil
}

// resize changes the charge of a job that has frozen more nodes or given some back.
func (b *shares) resize(id workload.JobID, by int) error {
	was, h := b.held[id], b.held[id]
	b.tasks[id] += by
	per := 1
	if r := &b.c.Jobs[id].Request; !r.Whole() {
		per = int(b.c.Machine.MostSlots(r))
	}
	more := int64((b.tasks[id]+per-1)/per) - h[0] - h[1] - h[2]
	for k := 2; k > 0 && more < 0; k-- {
		less := min(-more, h[k])
		h[k], more = h[k]-less, more+less
	}
	h[0] += more
	b.held[id] = h
	return b.add(id, [3]int64{h[0] - was[0], h[1] - was[1], h[2] - was[2]})
}

// left returns how many nodes are left of the usable share, the reserve and the
// system's reserve for a job. If an allotment is not completely available, its
// reserve is filled first.
func (b *shares) left(id workload.JobID) (usable, reserve, system int64) {
	i := b.usable[b.c.Jobs[id].User]
	all := max(b.granted[i/2]-b.heldOf(i/2), 0)
	reserve = min(max(b.size[i+1]-b.want[i+1].Used, 0), all)
	return all - reserve, reserve, b.system()
}

// compare compares the record with the engine, and looks for jobs that should not
// wait.
func (b *shares) compare(e *engine.Engine, rows map[workload.JobID]queue.Row) error {
	promised := int64(0) // number of nodes that users hold or may take
	for i, a := range e.Accounts() {
		want := b.want[i]
		if want.Hard = want.Used + b.system(); i < len(b.size) {
			all := max(b.granted[i/2]-b.heldOf(i/2), 0)
			left := min(max(b.size[i/2*2+1]-b.want[i/2*2+1].Used, 0), all)
			if i%2 == 0 {
				left = all - left
			}
			want.Hard = min(b.size[i], want.Used+left)
			promised += want.Used + left
		}
		if want.Soft = want.Hard; a != want {
			return fmt.Errorf("the account is %+v, must be %+v", a, want)
		}
	}
	if system := b.want[len(b.want)-1].Used + b.system(); b.fits && promised+system > int64(b.c.Machine.NumNodes()) {
		return fmt.Errorf("users hold or can take %d nodes, and rescues %d of the system's, of %d", promised, system, b.c.Machine.NumNodes())
	}
	for _, d := range e.Pending() {
		row, waits := rows[d.Job]
		if !waits || row.Holding != 0 || row.Usable+row.Reserve+row.System != 0 {
			return fmt.Errorf("the table says of the waiting job %d: %+v", b.c.Jobs[d.Job].Number, row)
		}
		usable, reserve, system := b.left(d.Job)
		refused := d.Why.Code == why.TooFewFree || d.Why.Code == why.NotPlaceable || d.Why.Code == why.TooFewUnits
		if due := row.Latest <= e.Now(); due && !refused && int64(row.Need) <= usable+reserve+system {
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
