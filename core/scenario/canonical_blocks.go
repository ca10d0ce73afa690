package scenario

import (
	"hopyard/core/faults"
	"hopyard/core/queue"
)

// blocks writes what stands between the scheduler and free.
func (w *writer) blocks(s *Scenario) {
	if s.Allotments != nil {
		w.field("allotments")
		w.allotments(s.Allotments)
	}
	if len(s.Limits) > 0 {
		w.field("limits")
		w.limits(s.Limits)
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

func (w *writer) past(p *queue.Past) {
	w.raw("{").member("user", true).text(p.User)
	if p.Application != "" {
		w.member("application", false).text(p.Application)
	}
	w.member("amount", false).number(p.Amount).member("time", false).seconds(int64(p.Time)).raw("}")
}

// limits writes those of one owner together; they stand so.
func (w *writer) limits(limits []queue.Limit) {
	for i := range limits {
		l := &limits[i]
		kind := i == 0 || limits[i-1].Owner != l.Owner
		owner := kind || limits[i-1].Name != l.Name
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
		w.member(l.Measure.String(), owner)
		if l.Soft == l.Hard {
			w.number(l.Hard)
			continue
		}
		w.raw("[").number(l.Soft)
		w.comma(1)
		w.number(l.Hard).raw("]")
	}
	w.raw("}}}")
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
