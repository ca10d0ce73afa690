package scenario

import (
	"fmt"

	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
)

// blocks writes what stands between the scheduler and free.
func (w *writer) blocks(s *Scenario) {
	if s.Allotments != nil {
		w.field("allotments")
		w.allotments(s.Allotments)
	}
	if len(s.Limits) > 0 {
		w.field("limits")
		w.limits(s.Limits, s.Cluster.Resources)
	}
	if len(s.Queues) > 0 {
		w.field("queues")
		w.queues(s.Queues)
	}
	if s.Faults != nil {
		w.field("faults")
		w.faults(s.Faults)
	}
}

func (w *writer) allotments(a *Allotments) {
	w.raw("{")
	if a.Share != defaultShare {
		w.member("share", true).seconds(a.Share).raw(",").gap()
	}
	w.member("users", true).raw("{")
	for i := range a.Users {
		u := &a.Users[i]
		w.member(u.User, i == 0)
		if u.Share == a.Share {
			w.number(int64(u.Nodes))
			continue
		}
		w.raw("{").member("nodes", true).number(int64(u.Nodes)).member("share", false).seconds(u.Share).raw("}")
	}
	w.raw("}")
	if len(a.History) > 0 {
		w.member("history", false)
		w.lines('[', ']', len(a.History), func(i int) { w.past(&a.History[i]) })
	}
	w.raw("}")
}

func (w *writer) past(p *deadline.Past) {
	w.raw("{").member("user", true).text(p.User)
	if p.Application != "" {
		w.member("application", false).text(p.Application)
	}
	w.member("amount", false).number(p.Amount).member("time", false).seconds(int64(p.Time)).raw("}")
}

// limits writes those of one owner together; they stand so.
func (w *writer) limits(limits []queue.Limit, names []string) {
	open := false // the cluster's own resources
	for i := range limits {
		l := &limits[i]
		own := l.Measure >= queue.OfNamed
		kind := i == 0 || limits[i-1].Owner != l.Owner
		owner := kind || limits[i-1].Name != l.Name
		if open && (owner || !own) {
			w.raw("}")
			open = false
		}
		switch {
		case i == 0:
			w.raw("{")
		case kind:
			w.raw("}}").raw(",").gap()
		case owner:
			w.raw("}").raw(",").gap()
		}
		if kind {
			w.member(l.Owner.String(), true).raw("{")
		}
		if owner {
			w.member(l.Name, true).raw("{")
		}
		switch {
		case !own:
			w.member(l.Measure.String(), owner)
		case open:
			w.member(names[l.Measure-queue.OfNamed], false)
		default:
			w.member("resources", owner).raw("{").member(names[l.Measure-queue.OfNamed], true)
			open = true
		}
		if l.Soft == l.Hard {
			w.number(l.Hard)
			continue
		}
		w.raw("[").number(l.Soft)
		w.comma(1)
		w.number(l.Hard).raw("]")
	}
	if open {
		w.raw("}")
	}
	w.raw("}}}")
}

// queues writes of each what differs from open and started, and of its events
// what changes.
func (w *writer) queues(all []queue.Gate) {
	w.raw("{")
	for i := range all {
		g := &all[i]
		w.member(g.Name, i == 0)
		field := w.object()
		if !g.Open {
			field("open").raw("false")
		}
		if !g.Started {
			field("started").raw("false")
		}
		if len(g.Turns) > 0 {
			field("events")
			w.lines('[', ']', len(g.Turns), func(k int) {
				was := queue.GateTurn{Open: g.Open, Started: g.Started}
				if k > 0 {
					was = g.Turns[k-1]
				}
				w.turn(was, g.Turns[k])
			})
		}
		w.raw("}")
	}
	w.raw("}")
}

func (w *writer) turn(was, to queue.GateTurn) {
	w.raw("{").member("at", true).seconds(int64(to.At))
	if to.Open != was.Open {
		w.member("open", false).raw(fmt.Sprint(to.Open))
	}
	if to.Started != was.Started {
		w.member("started", false).raw(fmt.Sprint(to.Started))
	}
	w.raw("}")
}

func (w *writer) faults(f *Faults) {
	field := w.object()
	if f.Offline != nil {
		field("offline").text(f.Offline.String())
	}
	if len(f.Events) > 0 {
		field("events")
		w.lines('[', ']', len(f.Events), func(i int) { w.change(&f.Events[i]) })
	}
	if f.MTBF != 0 {
		field("mtbf").seconds(int64(f.MTBF))
	}
	if f.Repair != 0 {
		field("repair").seconds(int64(f.Repair))
	}
	if f.Heartbeat != (faults.Heartbeat{}) {
		field("heartbeat").raw("{").member("period", true).seconds(int64(f.Heartbeat.Period))
		if f.Heartbeat.Misses != defaultMisses {
			w.member("misses", false).number(int64(f.Heartbeat.Misses))
		}
		w.raw("}")
	}
	if f.Jobs != faults.Requeue {
		field("jobs").text(f.Jobs.String())
	}
	if f.Every != 0 {
		field("checkpoint").raw("{").member("every", true).seconds(int64(f.Every))
		if f.Cost != 0 {
			w.member("cost", false).seconds(int64(f.Cost))
		}
		w.raw("}")
	}
	w.raw("}")
}

func (w *writer) change(c *Change) {
	w.raw("{").member("at", true).seconds(int64(c.At))
	switch {
	case c.Nodes == nil:
		w.member("link", false).raw("[").text(c.From.String())
		w.comma(1)
		w.text(c.To.String()).raw("]")
	case c.Up:
		w.member("up", false).text(c.Nodes.String())
	default:
		w.member("down", false).text(c.Nodes.String())
	}
	if c.For != 0 {
		w.member("for", false).seconds(int64(c.For))
	}
	w.raw("}")
}
