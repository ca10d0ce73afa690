package metrics

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
)

// user holds the sums for one user.
type user struct {
	waited, bounded, used float64
	started, ended        int64
	nodes                 float64 // mean number of allotted nodes over the run
}

// users holds the sums of all users, in the order in which they appear.
type users struct {
	list  []user
	place map[string]int
}

// of returns the sums of a user.
func (s *users) of(name string) *user {
	at, known := s.place[name]
	if !known {
		if s.place == nil {
			s.place = map[string]int{}
		}
		at = len(s.list)
		s.place[name] = at
		s.list = append(s.list, user{})
	}
	return &s.list[at]
}

// add adds a job of the user.
func (u *user) add(o *Outcome, use *Use) {
	u.used += use.Held
	if o.HasWait() {
		u.started++
		u.waited += o.Waited.Seconds()
	}
	if o.Ended() && !o.RanBefore {
		u.ended++
		u.bounded += max(1, float64(o.End.Sub(o.Submit))/float64(max(o.Ran, Tau)))
	}
}

// finish computes the figures that compare users. The last two arguments are the
// beginning and the end of the run; events may change the shares of users in between.
// Cost: O(users + events).
func (s *users) finish(d *Disciplines, allotted []Allotted, events []trace.Event, first, last simtime.Time) {
	for i, nodes := range meanAllotted(allotted, events, first, last) {
		s.of(allotted[i].User).nodes = nodes
	}
	d.compare(s.list)
}

// meanAllotted returns, for each user, the mean number of allotted nodes over the
// run.
func meanAllotted(all []Allotted, events []trace.Event, first, last simtime.Time) []float64 {
	mean, now := make([]float64, len(all)), make([]int32, len(all))
	for i := range all {
		now[i] = all[i].Nodes
		mean[i] = float64(now[i])
	}
	for k := range events {
		e := &events[k]
		if e.Kind != trace.Allot || int(e.Of) >= len(all) || e.Time >= last || first >= last {
			continue
		}
		rest := float64(last.Sub(max(e.Time, first))) / float64(last.Sub(first)) // fraction of the run that follows the event
		mean[e.Of] += float64(float64(e.Why.Need-now[e.Of]) * rest)
		now[e.Of] = e.Why.Need
	}
	return mean
}

func (d *Disciplines) compare(users []user) {
	var slowdowns, shares []float64
	first := true
	for i := range users {
		u := &users[i]
		if u.started > 0 {
			wait := mean(u.waited, u.started)
			if first {
				d.UserWaitLeast, first = wait, false
			}
			d.UserWaitMost, d.UserWaitLeast = max(d.UserWaitMost, wait), min(d.UserWaitLeast, wait)
		}
		if u.ended > 0 {
			slowdowns = append(slowdowns, mean(u.bounded, u.ended))
		}
		if u.nodes > 0 {
			shares = append(shares, u.used/u.nodes)
		}
	}
	if len(slowdowns) > 1 {
		d.Users, d.FairSlowdown = int64(len(slowdowns)), Jain(slowdowns)
	}
	if len(shares) > 1 {
		d.FairShare = Jain(shares)
	}
}

// Jain returns Jain's index of fairness, (sum x)² / (n · sum x²). It is 1 if all
// values are equal, 1/n if all values but one are 0, and 0 if x is empty or all
// values are 0.
//
// Source: Jain, Chiu and Hawe, DEC-TR-301 (1984); SOURCES.md METRIC.3.
func Jain(x []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range x {
		sum += v
		squares += float64(v * v)
	}
	if squares == 0 {
		return 0
	}
	return float64(sum*sum) / float64(float64(len(x))*squares)
}
