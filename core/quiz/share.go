package quiz

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// share asks how much is left of a user's share (S1) or of a limit (S3) after the
// pass. If there is no such question, it asks for the priority of a waiting job
// instead.
func (m *moment) share() *Question {
	if q := m.left(); q != nil {
		return q
	}
	return m.priority()
}

// left asks how much is left of a share, reserve or limit. It takes the first
// suitable account that the pass has changed.
func (m *moment) left() *Question {
	if len(m.starts) == 0 {
		return nil
	}
	was := m.before.Accounts()
	for i, a := range m.after.Accounts() {
		if i >= len(was) || was[i].Used == a.Used || a.Kind == queue.AccountSystem || a.Soft != a.Hard {
			continue
		}
		job := m.starts[0].Job
		if a.Kind != queue.AccountLimit && m.job(job).User != a.Name {
			continue
		}
		q := m.question(Share, job)
		q.Unit, q.Name = OfShare, a.Name
		if a.Kind == queue.AccountReserve {
			q.Unit = OfReserve
		} else if a.Kind == queue.AccountLimit {
			q.Unit, q.Limit = OfLimit, a.Limit
		}
		q.Right = []Answer{{Number: a.Hard - a.Used}}
		q.Facts = []Fact{m.leftFact(was[i], a)}
		wrong := func(code Misconception, n int64) {
			q.mistake(Slip{Code: code, Job: job, Other: workload.NoJob, Need: a.Used, Have: a.Hard, Facts: q.Facts}, Answer{Number: n})
		}
		wrong(JobNotCounted, a.Hard-was[i].Used)
		wrong(UsedForLeft, a.Used)
		wrong(WholeShare, a.Hard)
		return q
	}
	return nil
}

// leftFact returns the calculation of how much of an account is left after a pass.
func (m *moment) leftFact(was, is queue.Account) Fact {
	given := Term{Kind: GivenTerm, Number: was.Used - is.Used, Job: workload.NoJob}
	if len(m.starts) == 1 {
		given.Job = m.starts[0].Job
	}
	return Fact{Job: workload.NoJob, Sum: []Term{
		{Kind: WholeTerm, Number: is.Hard, Job: workload.NoJob}, {Kind: UsedTerm, Number: -was.Used, Job: workload.NoJob}, given,
	}}
}

// priority asks for the priority of the first waiting job whose priority is a whole
// number made of several parts.
func (m *moment) priority() *Question {
	for _, p := range m.after.Priorities() {
		parts := 0
		for _, x := range p.Parts {
			if x != 0 {
				parts++
			}
		}
		if parts < 2 || p.Sum%1000 != 0 {
			continue
		}
		q := m.question(Share, p.Job)
		q.Unit = OfPoints
		q.Right = []Answer{{Number: p.Sum / 1000}}
		f := Fact{Job: p.Job}
		for k, x := range p.Parts {
			if x != 0 {
				f.Sum = append(f.Sum, Term{Kind: PartTerm, Number: x, Job: workload.NoJob, Part: int32(k)})
			}
		}
		q.Facts = []Fact{f}
		positive := int64(0)
		for _, x := range p.Parts {
			positive += max(x, 0)
			if x != 0 && x%1000 == 0 {
				q.mistake(Slip{Code: OnePart, Job: p.Job, Other: workload.NoJob, Need: x / 1000, Have: p.Sum / 1000, Facts: q.Facts}, Answer{Number: x / 1000})
			}
		}
		if positive%1000 == 0 {
			q.mistake(Slip{Code: OnePart, Job: p.Job, Other: workload.NoJob, Need: positive / 1000, Have: p.Sum / 1000, Facts: q.Facts}, Answer{Number: positive / 1000})
		}
		return q
	}
	return nil
}

// link asks at how many percent of its full speed a job runs after the pass, or
// which link has the highest load.
func (m *moment) link() *Question {
	if m.after.Sharing() == nil || len(m.starts) == 0 && m.mark.Trigger != queue.Ending {
		return nil
	}
	if q := m.speed(); q != nil {
		return q
	}
	return m.busiest()
}

// speed asks for the speed of the running job that is slowed down most by others.
func (m *moment) speed() *Question {
	state := m.after.State()
	slowest, jobs := workload.NoJob, int64(0)
	var act network.Var
	part := 1.0
	for _, l := range state.Limits() {
		v, talks := m.after.Activity(l.Slot)
		if !talks || v < 0 {
			continue
		}
		jobs++
		if s := m.after.Speed(l.Slot); s < part-1e-9 && m.after.Delay(l.Slot) == 0 {
			slowest, part, act = state.Job(l.Slot).Request.ID, s, v
		}
	}
	if slowest == workload.NoJob {
		return nil
	}
	percent := int64(part*100 + 0.5)
	q := m.question(Link, slowest)
	q.Form, q.Unit = Number, OfPercent
	q.Right = []Answer{{Number: percent}}
	if half := part*100 - math.Floor(part*100) - 0.5; math.Abs(half) < 0.1 { // a student who calculates with rounded numbers may round the other way
		q.Right = append(q.Right, Answer{Number: 2*int64(part*100) + 1 - percent})
	}
	f, ok := m.linkFact(slowest, act, part)
	if !ok {
		return nil // the answer does not follow from one link
	}
	q.Facts = []Fact{f}
	wrong := func(code Misconception, n int64) {
		q.mistake(Slip{Code: code, Job: slowest, Other: workload.NoJob, Need: n, Have: percent, Facts: q.Facts}, Answer{Number: n})
	}
	wrong(FullSpeed, 100)
	wrong(EqualParts, 100/max(jobs, 1))
	return q
}

// linkFact returns the calculation of a job's speed, as a fraction of its full
// speed, on the link that limits the job. The dividend is the capacity that slower
// jobs leave free on this link. The divisor is what the jobs on the link that are
// not slower, including the job itself, would use at full speed. linkFact returns
// false if no link yields the given fraction.
func (m *moment) linkFact(job workload.JobID, act network.Var, part float64) (Fact, bool) {
	shared := m.after.Sharing()
	routed, ok := m.before.Config().Machine.Topology.(topology.Routed)
	if !ok {
		return Fact{}, false
	}
	capacity := network.Capacities(routed, m.before.Config().Network.Bandwidth)
	rate := shared.Rate(act)
	for _, d := range shared.Demands(act) {
		free, wanted := capacity[d.Link], 0.0
		for _, v := range shared.On(d.Link) {
			weight := weightOn(shared, v, d.Link)
			if shared.Rate(v) < rate*(1-1e-9) {
				free -= weight * shared.Rate(v)
			} else {
				wanted += weight
			}
		}
		if math.Abs(free/wanted-part) > 1e-6*part {
			continue
		}
		thousandths := func(x float64) int64 { return int64(x/capacity[d.Link]*1000 + 0.5) }
		f := Fact{Job: job, Sum: []Term{
			{Kind: RoomTerm, Number: thousandths(free), Job: workload.NoJob, Part: int32(d.Link)},
			{Kind: WantTerm, Number: thousandths(wanted), Job: workload.NoJob, Part: int32(d.Link)},
		}}
		if f.Sum[1].Number > 0 {
			return f, true
		}
	}
	return Fact{}, false
}

// weightOn returns the load that an activity at full rate puts on a link.
func weightOn(s *network.Sharing, v network.Var, l topology.LinkID) float64 {
	for _, d := range s.Demands(v) {
		if d.Link == l {
			return d.Weight
		}
	}
	return 0
}

// carried is a link and its load over its capacity.
type carried struct {
	link topology.LinkID
	load float64
}

// busiest asks which link has the highest load in relation to its capacity. The
// options are at most four links, those with the highest loads.
func (m *moment) busiest() *Question {
	shared := m.after.Sharing()
	routed, ok := m.before.Config().Machine.Topology.(topology.Routed)
	if !ok {
		return nil
	}
	capacity := network.Capacities(routed, m.before.Config().Network.Bandwidth)
	var all []carried
	for l := range topology.LinkID(routed.NumLinks()) {
		if load := shared.Load(l); load > 0 {
			all = append(all, carried{l, load / capacity[l]})
		}
	}
	if len(all) < 3 {
		return nil
	}
	slices.SortStableFunc(all, func(a, b carried) int { return cmp.Compare(b.load, a.load) })
	if all[0].load <= all[1].load*1.02 {
		return nil // the difference is too small to be seen
	}
	all = all[:min(len(all), 4)]
	q := m.question(Link, workload.NoJob)
	best := all[0]
	percent := func(c carried) int64 { return int64(c.load*100 + 0.5) }
	slices.SortFunc(all, func(a, b carried) int { return cmp.Compare(a.link, b.link) })
	for i, c := range all {
		o := AnswerOption{Link: c.link, Job: workload.NoJob, Number: percent(c)}
		if c.link == best.link {
			q.Right = []Answer{{Choice: i}}
		} else {
			o.Slip = Slip{Code: OtherLink, Job: workload.NoJob, Other: workload.NoJob, Need: percent(c), Have: percent(best)}
		}
		q.Options = append(q.Options, o)
	}
	return q
}
