package slurmsched_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
)

// twinReservations is the part of the twin that concerns reservations. It is made from
// Slurm's program alone (reservation.c, and what calls it).
type twinReservations struct {
	before int          // number of lines until afterLast
	event  simtime.Time // the last change of a reservation
	active simtime.Time // the last instant at which a job was submitted, started or ran

	outside  int // jobs that were looked at before or after their reservation
	behind   int // jobs behind one of their reservation that did not fit
	failures int // reservations that failed in a pass
	removed  int // reservations whose nodes were removed for the rest of a pass
	passed   int // jobs without nodes that closed nothing
	moved    int // times that the backfill scheduler moved a job behind a reservation
	later    int // times that it tried again at the end of a reservation
	cuts     int // jobs killed at the end of their reservation
	wide     int // times that the main scheduler passed over a job wider than its reservation
	flexed   int // jobs that started with FLEX outside their reservation
}

// emptyPasses is another place where the package differs from Slurm's program: a job does
// not close its partition there if the nodes of it that other partitions have not closed
// could not hold it even if they were empty (ESLURM_NODE_NOT_AVAIL). The package has this
// rule only where reservations keep nodes from the job. The twin does what the package
// does.
const emptyPasses = false

// usable is the answer of job_test_resv.
type usable struct {
	at      simtime.Time // when the job is to start
	nodes   []bool
	overlap bool
	ok      bool // it may start then, by the reservations
}

// span is the current or next period of a reservation.
type span struct{ from, to simtime.Time }

// period returns the period that Slurm would have in the record of a reservation.
func (t *twin) period(r *slurmsched.AdvanceReservation) span {
	s := span{r.Start, r.Start.Add(r.Duration)}
	for step := r.Repeat.Period(); step > 0 && s.to <= t.now; {
		s.from, s.to = s.from.Add(step), s.to.Add(step)
	}
	return s
}

// known returns the reservations that have been announced, in the order in which they
// were.
func (t *twin) known() (all []*slurmsched.AdvanceReservation) {
	for i := range t.conf.Reservations {
		if r := &t.conf.Reservations[i]; r.Announced <= t.now {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b *slurmsched.AdvanceReservation) int { return cmp.Compare(a.Announced, b.Announced) })
	return all
}

// reserved returns the reservation of a job, or nil.
func (t *twin) reserved(id int) *slurmsched.AdvanceReservation {
	for i := range t.conf.Reservations {
		if r := &t.conf.Reservations[i]; r.Name == t.jobs[id].Reservation {
			return r
		}
	}
	return nil
}

// holdsNode reports whether a reservation has a node.
func holdsNode(r *slurmsched.AdvanceReservation, n int) bool {
	return r.Nodes == nil || r.Nodes.On(topology.NodeID(n)) > 0
}

// inTime reports whether a job is looked at now, by its reservation (job_test_resv_now).
func (t *twin) inTime(id int) bool {
	r := t.reserved(id)
	if r == nil {
		return true
	}
	s := t.period(r)
	is := r.Announced <= t.now && s.from <= t.now && t.now < s.to
	if r.Flex {
		is = r.Announced <= t.now && t.now < s.to
	}
	if !is {
		t.outside++
	}
	return is
}

// usable returns the nodes of the whole machine that a job may use if it starts at the
// given time. It may move that time to the end of a reservation.
func (t *twin) usable(id int, at simtime.Time, move bool) usable {
	if r := t.reserved(id); r != nil {
		return t.usableInside(id, r, at)
	}
	out := usable{at: at}
	for i := 0; ; i++ {
		out.ok, out.nodes = true, slices.Repeat([]bool{true}, len(t.cores))
		p := t.partition(id)
		for _, r := range t.known() {
			s := t.period(r)
			if s.from >= out.at.Add(t.jobs[id].Walltime) || s.to <= out.at {
				continue
			}
			whole, some := true, false
			for n := range t.cores {
				whole = whole && (!inside(&p, n) || holdsNode(r, n))
				some = some || inside(&p, n) && holdsNode(r, n)
			}
			if r.Nodes == nil || r.Maintenance && whole {
				out.ok = false
				if move {
					out.at = s.to
				}
				break
			}
			for n := range out.nodes {
				out.nodes[n] = out.nodes[n] && !holdsNode(r, n)
			}
			out.overlap = out.overlap || some
		}
		if out.ok || !move || i == 10 {
			return out
		}
	}
}

// usableInside returns the same for a job of a reservation.
func (t *twin) usableInside(id int, r *slurmsched.AdvanceReservation, at simtime.Time) usable {
	s, out := t.period(r), usable{at: at, ok: true}
	if !r.Flex && (at < s.from || at > s.to) {
		return usable{at: at}
	}
	for n := range t.cores {
		out.nodes = append(out.nodes, r.Flex || holdsNode(r, n))
	}
	for _, other := range t.known() {
		o := t.period(other)
		if r.Maintenance || r.Overlap && !other.Maintenance || other == r || o.from >= at.Add(t.jobs[id].Walltime) || o.to <= at {
			continue
		}
		for n := range out.nodes {
			if out.nodes[n] && holdsNode(other, n) {
				out.nodes[n], out.overlap = false, true
			}
		}
	}
	return out
}

// removeNodes closes the nodes of a reservation for the rest of a pass.
func (m *mainPass) removeNodes(r *slurmsched.AdvanceReservation) {
	m.removed++
	for n := range m.avail {
		m.avail[n] = m.avail[n] && !holdsNode(r, n)
	}
}

// tooWide reports whether a reservation has fewer nodes in a job's partition than the
// job asks for (_job_runnable_test3). The twin knows the number of nodes only of jobs of
// whole nodes: Slurm counts those of its last attempt.
func (t *twin) tooWide(id int) bool {
	p, r, n := t.partition(id), t.reserved(id), 0
	for k := range t.cores {
		if inside(&p, k) && holdsNode(r, k) {
			n++
		}
	}
	return n < int(t.jobs[id].Nodes)
}

// afterReservations returns when to try again if that is after the first end of a
// reservation from a given time on, and later otherwise.
func (x *plan) afterReservations(from, later simtime.Time) simtime.Time {
	end := simtime.Never
	for _, r := range x.known() {
		if s := x.period(r); s.to >= from {
			end = min(end, s.to)
		}
	}
	if end == simtime.Never {
		return later
	}
	res := simtime.Time(x.conf.Backfill.Resolution)
	end = (end+res-1)/res*res + simtime.Time(simtime.Second)
	if end < x.floor(x.now.Add(x.conf.Backfill.Window)) && end < later {
		x.later++
		return end
	}
	return later
}

// cutOf returns when a job that starts now is killed at the end of its reservation.
func (t *twin) cutOf(id int) simtime.Time {
	r := t.reserved(id)
	if r == nil || r.Flex {
		return simtime.Never
	}
	return t.period(r).to
}

// cutAll kills the jobs whose reservation ends now.
func (t *twin) cutAll() {
	for _, s := range slices.Clone(t.running) {
		if s.cut == t.now {
			t.charge(s)
			t.used(s)
			t.running = without(t.running, []*started{s})
			t.starts = append(t.starts, describeCut(t.jobs[s.job].Number, t.now))
			t.news = true
			t.cuts++
		}
	}
}

// describeCut writes the end of a job with its reservation as a line.
func describeCut(job int64, at simtime.Time) string {
	return fmt.Sprintf("job %d killed at %v", job, at)
}

// changes returns the instants from now on at which reservations change: those of the
// period of each.
func (t *twin) changes() (all []simtime.Time) {
	for i := range t.conf.Reservations {
		r := &t.conf.Reservations[i]
		s, step := t.period(r), r.Repeat.Period()
		all = append(all, r.Announced, s.from, s.to, s.to.Add(-step)) // the last one may be now
	}
	return slices.DeleteFunc(all, func(at simtime.Time) bool { return at < t.now || at > t.lastPass() })
}

// lastPass returns the last instant at which a change of reservations leads to a pass.
func (t *twin) lastPass() simtime.Time {
	longest := simtime.Duration(0)
	for _, r := range t.conf.Reservations {
		longest = max(longest, r.Repeat.Period())
	}
	if longest == 0 || len(t.running) > 0 {
		return simtime.Never
	}
	return t.active.Add(2 * longest)
}

// announce notes that the reservations change.
func (t *twin) announce() {
	if len(t.waiting) > 0 && slices.Contains(t.changes(), t.now) {
		t.news, t.event = true, t.now
	}
}

// nextOfReservations returns the next instant at which a reservation leads to a pass.
func (t *twin) nextOfReservations() simtime.Time {
	at := simtime.Never
	if len(t.waiting) > 0 {
		for _, next := range t.changes() {
			at = min(at, next)
		}
	}
	for _, s := range t.running {
		if s.cut >= t.now {
			at = min(at, s.cut)
		}
	}
	return at
}

// afterLast is the time after the last submission for which cases with limits are
// compared. Past use that decays may let jobs start at any later time.
const afterLast = 2000 * simtime.Second

// goesOn reports whether a job may still start when nothing runs.
func (t *twin) goesOn() bool {
	if len(t.conf.Reservations) == 0 {
		return t.mayStart()
	}
	if t.nextOfReservations() < simtime.Never || t.limited() && len(t.waiting) > 0 && t.now < t.jobs[len(t.jobs)-1].Submit.Add(afterLast) {
		return true
	}
	interval := simtime.Time(t.conf.Backfill.Interval)
	last := max(t.event, t.active)
	return len(t.waiting) > 0 && !t.conf.Backfill.Off && t.now <= (last+interval-1)/interval*interval
}

// mayUse reports whether a user of an account may use a reservation, by its lists
// (_set_assoc_list and _valid_job_access_resv).
func (t *twin) mayUse(r *slurmsched.AdvanceReservation, user, account string) bool {
	if len(r.Users)+len(r.Accounts) == 0 {
		return false
	}
	listed := func(list []string, names ...string) (good bool) {
		if len(list) == 0 {
			return true
		}
		not := strings.HasPrefix(list[0], "-")
		for _, name := range names {
			if slices.Contains(list, name) || slices.Contains(list, "-"+name) {
				return !not
			}
		}
		return not
	}
	accounts := []string{account}
	exact := len(r.Users) > 0 && len(r.Accounts) > 0 && !strings.HasPrefix(r.Users[0]+r.Accounts[0], "-") && !strings.HasPrefix(r.Accounts[0], "-")
	for a := t.account(account); a != nil && a.Parent != "" && !exact; a = t.account(a.Parent) {
		accounts = append(accounts, a.Parent)
	}
	return listed(r.Users, user) && listed(r.Accounts, accounts...)
}

// randomReservation returns a reservation that is announced before it is over.
func randomReservation(r *rand.Rand, name string, nodes int, c *slurmsched.SlurmConfig) slurmsched.AdvanceReservation {
	second := func(n int) simtime.Time { return simtime.Time(n) * simtime.Time(simtime.Second) }
	out := slurmsched.AdvanceReservation{Name: name, Start: second(r.IntN(pick(r, 1, 200, 700))), Duration: simtime.Duration(1+r.IntN(pick(r, 60, 300, 900))) * simtime.Second}
	switch r.IntN(12) {
	case 0, 1:
		out.Repeat = slurmsched.Hourly
	case 2:
		out.Repeat = pick(r, slurmsched.Hourly, slurmsched.Hourly, slurmsched.Daily)
	}
	if r.IntN(3) == 0 {
		out.Announced = min(second(r.IntN(400)), out.Start.Add(out.Duration-simtime.Second))
	}
	if r.IntN(6) > 0 {
		first := r.IntN(nodes)
		out.Nodes = cluster.Placement{}.Append(topology.NodeID(first), topology.NodeID(first+r.IntN(nodes-first)), 1)
		if last := int(out.Nodes[0].Last); last+2 < nodes && r.IntN(3) == 0 {
			out.Nodes = out.Nodes.Append(topology.NodeID(last+2), topology.NodeID(nodes-1), 1)
		}
		if p := pick(r, c.Partitions...); r.IntN(6) == 0 {
			out.Nodes = p.Nodes // of all nodes of a partition
		}
	}
	list := func(name string, most int) (all []string) {
		sign := pick(r, "", "", "-")
		for i := range most {
			if r.IntN(2) == 0 {
				all = append(all, fmt.Sprint(sign, name, i))
			}
		}
		return all
	}
	if r.IntN(8) > 0 {
		out.Users = list("u", 4)
	}
	if r.IntN(3) == 0 {
		out.Accounts = list("a", len(c.Accounts))
	}
	out.Maintenance, out.Overlap, out.Flex = r.IntN(4) == 0, r.IntN(4) == 0, r.IntN(4) == 0
	return out
}

// addReservations adds reservations to a random case, and jobs that use them. It
// reports a wrong answer to the question which jobs may.
func addReservations(t *testing.T, c *engine.Config, cores []int64, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0x54))
	p := c.Queue.(slurmsched.SlurmPolicy)
	for i := range pick(r, 1, 2, 2, 3, 5) {
		p.Config.Reservations = append(p.Config.Reservations, randomReservation(r, fmt.Sprint("r", i), len(cores), &p.Config))
	}
	c.Queue = p
	possible := p.Checks(c.Machine)
	many := pick(r, 2, 3, 6)
	x := twin{conf: p.Config, cores: cores, jobs: c.Jobs}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if r.IntN(many) > 1 {
			continue
		}
		v := pick(r, p.Config.Reservations...)
		j.Reservation = v.Name
		err := possible(&j.Request)
		part := x.partition(i)
		may := x.mayUse(&v, j.User, j.Group) && x.fitAny(i, nil, func(n int) bool { return !inside(&part, n) || !v.Flex && !holdsNode(&v, n) }) != nil
		if may != (err == nil) {
			t.Errorf("seed %d: job %d of %s@%s in %+v: %v; the twin says %v", seed, j.Number, j.User, j.Group, v, err, may)
		}
		if err != nil || !may {
			j.Reservation = ""
		}
	}
}

// TestReservationTwin compares random runs with reservations with the twin: starts, their
// order and their nodes, and which jobs are killed when.
func TestReservationTwin(t *testing.T) {
	compareReservations(t, 4_000, randomCase)
}

func compareReservations(t *testing.T, seeds uint64, base func(uint64) (engine.Config, []int64)) {
	cases, differ, jobs, with, forever, stopped, sum := 0, 0, 0, 0, 0, 0, twinReservations{}
	for seed := range soaktest.Seeds(seeds) {
		c, cores := base(seed)
		addReservations(t, &c, cores, seed)
		log, x := runBoth(t, seed, c, cores)
		if x == nil {
			continue
		}
		cases, jobs, forever, stopped = cases+1, jobs+len(c.Jobs), forever+len(x.waiting), stopped+x.stopped
		for i := range c.Jobs {
			if c.Jobs[i].Reservation != "" {
				with++
			}
		}
		y := &x.twinReservations
		for i, n := range []int{y.outside, y.behind, y.failures, y.removed, y.passed, y.moved, y.later, y.cuts, y.flexed, y.wide} {
			*[]*int{&sum.outside, &sum.behind, &sum.failures, &sum.removed, &sum.passed, &sum.moved, &sum.later, &sum.cuts, &sum.flexed, &sum.wide}[i] += n
		}
		if x.limited() {
			log = slices.DeleteFunc(log, func(e trace.Event) bool { return e.Time > c.Jobs[len(c.Jobs)-1].Submit.Add(afterLast) })
			x.starts = x.starts[:x.before]
		}
		if diff := difference(linesOf(&c, log), sortCuts(x.starts)); diff != "" {
			if differ++; differ < 25 {
				t.Errorf("seed %d: %s", seed, diff)
			}
		}
	}
	t.Logf("%d cases with %d jobs, %d with a reservation; %d held outside it, %d killed at its end, %d reservations failed, %d jobs behind; %d with FLEX outside, wider than it %d times; nodes removed %d times", cases, jobs, with, sum.outside, sum.cuts, sum.failures, sum.behind, sum.flexed, sum.wide, sum.removed)
	t.Logf("%d times a blocked job was passed, %d planned beyond a reservation, %d tried again at an end, %d wait for ever, %d stopped for others", sum.passed, sum.moved, sum.later, forever, stopped)
	if differ > 0 {
		t.Errorf("%d cases differ", differ)
	}
	if min(with/2, sum.outside, sum.cuts, sum.failures, sum.behind, sum.flexed*4, sum.wide, sum.removed*4, sum.passed, sum.moved, sum.later, forever) < cases/6 {
		t.Error("too few cases of one kind")
	}
}

// linesOf writes the starts and the early ends of a log as the twin does.
func linesOf(c *engine.Config, log []trace.Event) (got []string) {
	for _, e := range log {
		switch {
		case e.Kind == trace.Start:
			where := map[int]int64{}
			for n, k := range e.Placement.All {
				where[int(n)] = int64(k)
			}
			got = append(got, describe(&c.Jobs[e.Job], e.Time, where))
		case e.Why.Code == why.DeadlinePassed:
			got = append(got, describeLate(c.Jobs[e.Job].Number, e.Time))
		case e.Kind == trace.Reject:
			got = append(got, fmt.Sprintf("job %d is refused at %v", c.Jobs[e.Job].Number, e.Time))
		case e.Why.Code == why.Preempted:
			got = append(got, describeStop(c.Jobs[e.Job].Number, c.Jobs[e.Why.Blocker].Number, e.Time, e.Kind == trace.Requeue))
		case e.Why.Code == why.ReservationEnded && e.Kind.Ends():
			got = append(got, describeCut(c.Jobs[e.Job].Number, e.Time))
		}
	}
	return sortCuts(got)
}

// sortCuts sorts the lines of jobs that are killed at the same instant: their order
// decides nothing.
func sortCuts(lines []string) []string {
	for i := 0; i < len(lines); {
		k := i + 1
		if strings.Contains(lines[i], " killed at ") {
			for k < len(lines) && strings.Contains(lines[k], " killed at ") {
				k++
			}
			slices.Sort(lines[i:k])
		}
		i = k
	}
	return lines
}

// difference returns the first line in which two lists differ, or "".
func difference(got, want []string) string {
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			return fmt.Sprintf("line %d: %q; the twin has %q", i, got[min(i, len(got)):min(i+1, len(got))], want[min(i, len(want)):min(i+1, len(want))])
		}
	}
	return ""
}

// TestReservationPreemptionTwin compares random runs that have preemption, too.
func TestReservationPreemptionTwin(t *testing.T) {
	compareReservations(t, 2_000, preemptionCase)
}

// TestReservationLimitTwin compares random runs that have limits and licences, too.
func TestReservationLimitTwin(t *testing.T) {
	compareReservations(t, 2_000, func(seed uint64) (engine.Config, []int64) {
		c, x := randomLimitCase(t, seed)
		return c, x.cores
	})
}

// TestReservationsPlain checks that shortcuts change nothing where there are reservations.
func TestReservationsPlain(t *testing.T) {
	for seed := range soaktest.Seeds(2_000) {
		base := randomCase
		if seed%4 == 0 {
			base = preemptionCase
		}
		c, cores := base(seed)
		addReservations(t, &c, cores, seed)
		fast, err := engine.Run(c)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		c.Queue = slurmsched.PlainPolicy{SlurmPolicy: c.Queue.(slurmsched.SlurmPolicy)}
		plain, err := engine.Run(c)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if diff := difference(linesOf(&c, fast), linesOf(&c, plain)); diff != "" {
			t.Errorf("seed %d: %s without shortcuts", seed, strings.Replace(diff, "the twin", "it", 1))
		}
	}
}

// TestReservationContract checks random runs with reservations, in which all jobs end,
// against the contract of disciplines.
func TestReservationContract(t *testing.T) {
	cases := 0
	for seed := range soaktest.Seeds(1200) {
		c, cores := randomCase(seed)
		addReservations(t, &c, cores, seed)
		x := twin{conf: c.Queue.(slurmsched.SlurmPolicy).Config, cores: cores, jobs: c.Jobs}
		if x.run(); len(x.waiting) > 0 {
			continue
		}
		cases++
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if cases < 30 {
		t.Errorf("only %d cases", cases)
	}
}
