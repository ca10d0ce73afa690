package slurmsched_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// twin is a slow version of the rules, made from their description and from Slurm's
// program alone. It looks at all jobs and all nodes each time, and shares nothing with
// the package but its configuration.
type twin struct {
	conf    slurmsched.SlurmConfig
	cores   []int64 // of each node
	jobs    []workload.Job
	now     simtime.Time
	waiting []int
	running []*started // in the order of their starts
	prio    map[int]uint32
	use     map[string]float64 // of "account" and of "user@account"
	factor  map[string]float64 // of "user@account"
	last    simtime.Time       // the last calculation of priorities
	news    bool               // something has changed since the last run of the backfill scheduler
	starts  []string

	twinPreemption
	twinReservations
	twinDeadlines
	twinHet

	closed   int  // partitions closed by the main scheduler
	filled   int  // jobs started by the backfill scheduler
	kept     int  // jobs for which it kept nodes
	reorders int  // calculations that changed the order of waiting jobs
	ties     int  // users that share a rank
	close    bool // two levels were so close that rounding decides

	counts          map[int][]string       // the names of all that a job counts for
	raw             map[string]*[4]float64 // what each holder of limits has used, in resource-seconds
	wall            map[string]float64
	lacked          int // times that a job lacked licences
	held, heldLater int // jobs held by limits, in the main scheduler and in plans
}

// started is a job that has nodes.
type started struct {
	job   int
	at    simtime.Time
	tasks map[int]int64 // by node
	over  bool          // its walltime has ended
	due   simtime.Time  // when it is stopped for the job by; 0: it is not
	by    int
	cut   simtime.Time // when it is killed, at the end of its reservation; Never: it is not
	wag   int          // a part that is only assumed to run: its number of nodes, which ones is not known
}

// limit returns the end of the job's walltime.
func (t *twin) limit(s *started) simtime.Time {
	if s.due > 0 {
		return s.due
	}
	return s.at.Add(t.jobs[s.job].Walltime)
}

// end returns when the job really ends.
func (t *twin) end(s *started) simtime.Time {
	at := s.at.Add(min(t.jobs[s.job].Runtime, t.jobs[s.job].Walltime))
	if s.due > 0 {
		at = min(at, s.due)
	}
	return at
}

// partition returns the partition of a job.
func (t *twin) partition(id int) slurmsched.Partition {
	for _, p := range t.conf.Partitions {
		if name := t.jobs[id].Queue; p.Name == name || name == "" && p.Default {
			return p
		}
	}
	return slurmsched.Partition{}
}

// inside reports whether a node belongs to a partition.
func inside(p *slurmsched.Partition, node int) bool {
	return p.Nodes == nil || p.Nodes.On(topology.NodeID(node)) > 0
}

// fit takes the lowest-numbered nodes for a job. A node can be used if it is not
// barred; what the jobs in busy hold is not free. It returns nil if the job does not fit.
func (t *twin) fit(id int, busy []*started, barred func(node int) bool) map[int]int64 {
	if r := t.reserved(id); r != nil && r.Flex {
		own := func(n int) bool { return barred(n) || !holdsNode(r, n) }
		if where := t.fitAny(id, busy, own); where != nil {
			return where
		}
	}
	return t.fitAny(id, busy, barred)
}

// fitAny returns the same without regard to reservations.
func (t *twin) fitAny(id int, busy []*started, barred func(node int) bool) map[int]int64 {
	j, where := &t.jobs[id], map[int]int64{}
	rest := int64(max(j.Nodes, j.Tasks))
	for n := range t.cores {
		free, idle := t.cores[n], true
		for _, s := range busy {
			if k, here := s.tasks[n]; here {
				idle = false
				free -= k * t.jobs[s.job].PerTask[workload.Cores]
				if t.jobs[s.job].Nodes > 0 {
					free = 0
				}
			}
		}
		room := int64(0)
		switch {
		case barred(n):
		case j.Nodes > 0 && idle:
			room = 1
		case j.Nodes == 0:
			room = free / j.PerTask[workload.Cores]
		}
		if room = min(room, rest); room > 0 {
			where[n] = room
			rest -= room
		}
	}
	if rest > 0 {
		return nil
	}
	return where
}

// holds returns the number of cores of a job with nodes.
func (t *twin) holds(s *started) (sum int64) {
	for n, k := range s.tasks {
		if t.jobs[s.job].Nodes > 0 {
			sum += t.cores[n]
		} else {
			sum += k * t.jobs[s.job].PerTask[workload.Cores]
		}
	}
	return sum
}

// timelessStay is the one place where the package differs from Slurm's program: in
// Slurm, each calculation of priorities is a change, even if nothing in them depends on
// time. The twin does what the package does.
const timelessStay = true

// start gives nodes to a waiting job.
func (t *twin) start(id int, where map[int]int64) {
	t.leftTime(id)
	t.running = append(t.running, &started{job: id, at: t.now, tasks: where, cut: t.cutOf(id)})
	if r := t.reserved(id); r != nil && r.Flex {
		for n := range where {
			if !holdsNode(r, n) {
				t.flexed++
				break
			}
		}
	}
	delete(t.began, id)
	t.waiting = slices.DeleteFunc(t.waiting, func(other int) bool { return other == id })
	t.starts = append(t.starts, describe(&t.jobs[id], t.now, where))
	t.news = true
	t.moves++
}

// describe writes a start as a line.
func describe(j *workload.Job, at simtime.Time, where map[int]int64) string {
	var nodes []string
	for n := range 100 {
		if k := where[n]; k > 0 {
			nodes = append(nodes, fmt.Sprintf("%d×%d", n, k))
		}
	}
	return fmt.Sprintf("job %d at %v on %s", j.Number, at, strings.Join(nodes, " "))
}

// sorted returns the waiting jobs in the order of both schedulers.
func (t *twin) sorted() []int {
	line := slices.Clone(t.waiting)
	slices.SortFunc(line, t.compare)
	return line
}

// queue returns the jobs that the schedulers look at, in order.
func (t *twin) queue() []int {
	return slices.DeleteFunc(t.sorted(), func(id int) bool { return t.retries(id) || !t.inTime(id) })
}

// compare compares two jobs by their places in the queue.
func (t *twin) compare(a, b int) int {
	outranks := 0
	if t.conf.Preemption.By == slurmsched.PreemptByPartition {
		outranks = cmp.Compare(t.partition(b).Tier, t.partition(a).Tier)
	}
	inA, tierA, prioA := t.shared(a, b)
	inB, tierB, prioB := t.shared(b, a)
	reserved := 0
	switch {
	case inA && !inB:
		reserved = -1
	case inB && !inA:
		reserved = 1
	}
	return cmp.Or(cmp.Compare(t.depth(b), t.depth(a)), outranks, reserved, cmp.Compare(tierB, tierA), cmp.Compare(prioB, prioA),
		cmp.Compare(t.jobs[a].Submit, t.jobs[b].Submit), cmp.Compare(a, b))
}

// main tries all waiting jobs in order. A job that does not fit closes its partition,
// or its reservation.
func (t *twin) main() {
	m := &mainPass{twin: t, avail: slices.Repeat([]bool{true}, len(t.cores))}
	for _, s := range t.running {
		if t.limit(s) > t.now {
			m.busy = append(m.busy, s)
		}
	}
	before := len(t.running)
	for _, id := range t.queue() {
		if m.try(id) {
			t.main()
			return
		}
	}
	if t.limited() && len(t.running) > before {
		t.main() // the package repeats its passes until nothing starts: limits may now hold jobs that closed a partition
	}
}

// mainPass is a pass of the main scheduler.
type mainPass struct {
	*twin
	avail  []bool // of each node: no job before has closed it
	parts  []string
	failed []string // reservations
	busy   []*started
}

// closeOf closes the partition of a job, with its nodes.
func (m *mainPass) closeOf(id int) {
	p := m.partition(id)
	if slices.Contains(m.parts, p.Name) {
		return
	}
	m.parts = append(m.parts, p.Name)
	for n := range m.avail {
		m.avail[n] = m.avail[n] && !inside(&p, n)
	}
	m.closed++
}

// try starts a job if it can. It reports whether others were stopped for it.
func (m *mainPass) try(id int) (stopped bool) {
	p, r := m.partition(id), m.reserved(id)
	switch {
	case r != nil && m.tooWide(id):
		m.wide++
		return false
	case m.isHet(id):
		m.closeOf(id)
		return false
	case r != nil && slices.Contains(m.failed, r.Name):
		m.behind++
		return false
	case r == nil && slices.Contains(m.parts, p.Name):
		return false
	}
	if m.late(id, m.now) {
		m.remove(id)
		m.byMain++
		return false
	}
	if m.limitBefore(id) != "" {
		m.held++
		return false
	}
	left := 0
	for n, is := range m.avail {
		if is && inside(&p, n) {
			left++
		}
	}
	if left < max(1, int(m.jobs[id].Nodes)) {
		m.closeOf(id)
		return false
	}
	if m.unlicensed(id) {
		m.lacked++
		return false
	}
	usable := m.usable(id, m.now, false)
	if r != nil && usable.overlap && !slices.Contains(usable.nodes, true) {
		m.removeNodes(r)
		return false
	}
	if m.limitOnNodes(id) != "" {
		m.held++
		return false
	}
	mine := func(n int) bool { return inside(&p, n) && (r == nil || usable.nodes[n]) }
	barred := func(n int) bool { return !mine(n) || !m.avail[n] || !usable.ok || !usable.nodes[n] }
	where := m.fit(id, m.busy, barred)
	if m.limitAfter(id, where, where != nil) != "" {
		m.held++
		return false
	}
	if where != nil {
		m.start(id, where)
		m.busy = append(m.busy, m.running[len(m.running)-1])
		return false
	}
	if m.preempt(id, barred) {
		return true
	}
	m.fail(id, usable, mine, barred)
	return false
}

// fail follows the end of _pick_best_nodes, for a job that does not fit.
func (m *mainPass) fail(id int, u usable, mine, barred func(int) bool) {
	r := m.reserved(id)
	ever := m.fit(id, nil, func(n int) bool { return !mine(n) }) != nil
	none := true
	for n := range m.cores {
		none = none && !mine(n)
	}
	switch {
	case !ever && none && u.overlap:
		m.passed++ // Slurm holds it for ever (ESLURM_REQUESTED_NODE_CONFIG_UNAVAILABLE); here it waits
	case !ever && u.overlap:
		m.removeNodes(r)
	case !ever:
		panic(fmt.Sprintf("job %d can never run", m.jobs[id].Number))
	case !m.anyBusy(id, barred) && m.fit(id, nil, barred) == nil && (r != nil || u.overlap || !u.ok || emptyPasses):
		m.passed++
	case r != nil:
		m.failed = append(m.failed, r.Name)
		m.failures++
	default:
		m.closeOf(id)
	}
}

// anyBusy reports whether a job that holds nodes is why some nodes are out of the
// question. With preemption, Slurm does not look.
func (m *mainPass) anyBusy(id int, barred func(int) bool) bool {
	if m.conf.Preemption.By != slurmsched.PreemptNever {
		return false
	}
	for _, s := range m.busy {
		if (m.jobs[id].Nodes > 0 || m.jobs[s.job].Nodes > 0) && touches(s, barred) {
			return true
		}
	}
	return false
}

// pass lets the main scheduler run.
func (t *twin) pass() {
	for again := true; again; again = t.comeBack() {
		t.main()
	}
}

// runsBackfill reports whether the backfill scheduler runs now.
func (t *twin) runsBackfill() bool {
	b := &t.conf.Backfill
	return !b.Off && t.now%simtime.Time(b.Interval) == 0 && t.news
}

// wake lets both schedulers run after all events of an instant.
func (t *twin) wake() {
	t.cutAll()
	t.main()
	t.noteLate()
	t.noteRetries()
	if t.runsBackfill() {
		t.news, t.planned = false, t.now
		t.backfill()
		if t.news {
			t.main()
		}
	}
	if t.comeBack() {
		t.pass()
	}
}

// Two rules of Slurm's program can be switched off, to see which cases depend on them.
const (
	startedKept  = true // a job of whole nodes that a run starts also has a slot in its table
	tableLimited = true // a run ends at the first slot when MaxTest rows have been made (bf_node_space_size)
)

// row is a row of the table of a run of the backfill scheduler.
type row struct {
	from, to simtime.Time
	open     []bool // of each node: it is not kept
}

// plan is a run of the backfill scheduler.
type plan struct {
	*twin
	rows []row // in order of time
	made int   // rows made so far, with those that were merged with others

	stops  bool // in predict: others must be stopped for the job
	open1  []bool
	chosen map[int]int64
}

// floor rounds a time down to a multiple of the resolution.
func (x *plan) floor(at simtime.Time) simtime.Time {
	return at - at%simtime.Time(x.conf.Backfill.Resolution)
}

// full reports whether the table has no room for another slot.
func (x *plan) full() bool { return tableLimited && x.made >= int(x.conf.Backfill.MaxTest) }

// backfill plans the waiting jobs in order, and starts those that can start now.
func (t *twin) backfill() {
	t.maps, t.dead = nil, nil // list_flush in backfill_agent
	t.planAll()
	for _, m := range t.maps {
		if !t.conf.Backfill.HetNow {
			t.testHet(m, false)
		}
	}
}

// planAll plans all jobs in a run of the backfill scheduler.
func (t *twin) planAll() {
	b, tried, ofUser := t.conf.Backfill, int32(0), map[string]int32{}
	x := &plan{twin: t, made: 1}
	end := t.now.Add(b.Window)
	x.rows = []row{{x.floor(t.now), x.floor(end), slices.Repeat([]bool{true}, len(t.cores))}}
	for _, id := range t.queue() {
		j := &t.jobs[id]
		if tried == b.MaxTest {
			return
		}
		t.setHet(id, t.now+aYear, nil)
		if t.findHet(id) > end {
			t.leftOut++
			continue
		}
		if t.limitBefore(id) != "" {
			continue
		}
		if b.MaxUser > 0 && ofUser[j.User] == b.MaxUser {
			continue
		}
		ofUser[j.User]++
		if t.unlicensed(id) {
			continue
		}
		if t.late(id, t.now) {
			t.remove(id)
			continue
		}
		if t.limitOnNodes(id) != "" {
			continue
		}
		full, before := j.Walltime, len(t.running)
		if t.shortens(id) {
			j.Walltime = j.TimeMin
		}
		if asked, over := x.turn(id, end); over {
			j.Walltime = full
			return
		} else if asked {
			tried++
		}
		if len(t.running) == before || t.running[len(t.running)-1].job != id {
			j.Walltime = full
		} else if j.Walltime < full {
			t.shortened++
		}
	}
}

// turn plans a job, and starts it if it can start now. It reports whether there were ever
// enough nodes to ask for a place among them, and whether the run ends.
func (x *plan) turn(id int, end simtime.Time) (asked, over bool) {
	t, j := x.twin, &x.jobs[id]
	at, where, asked := x.find(id)
	if t.isHet(id) {
		return asked, where != nil && x.planHet(id, at, where)
	}
	if at == t.now && where != nil && x.stops {
		if where = x.replace(id, where); where == nil {
			where = x.chosen
			if x.full() {
				return asked, true
			}
			x.keep(where, at, at.Add(j.Walltime))
			t.kept++
			return asked, false
		}
	}
	switch {
	case where == nil || at > end:
	case t.limitAfter(id, where, at == t.now) != "":
		t.heldLater++
	case at == t.now:
		t.start(id, where)
		t.filled++
		if startedKept && j.Nodes > 0 && !t.stoppable(id) && !x.full() {
			x.keep(where, 0, at.Add(j.Walltime))
		}
	case x.full():
		return asked, true
	default:
		x.keep(where, at, at.Add(j.Walltime))
		t.kept++
	}
	return asked, false
}

// find returns when and where a job is to start; where is nil if it is not planned.
// asked tells whether there were ever enough nodes to ask for a place among them.
func (x *plan) find(id int) (at simtime.Time, where map[int]int64, asked bool) {
	j, from := &x.jobs[id], max(x.now, x.findHet(id))
	for {
		u := x.usable(id, from, true)
		if !u.ok {
			return 0, nil, asked
		}
		if u.at > from {
			x.moved++
		}
		from = u.at
		open, later := x.open(id, from, u.nodes)
		if u.overlap {
			later = x.afterReservations(from, later)
		}
		count := 0
		for _, is := range open {
			if is {
				count++
			}
		}
		if where = nil; count >= max(1, int(j.Nodes)) {
			asked = true
			at, where = x.predict(id, open)
			at = max(at, from)
		}
		if where != nil {
			x.setHet(id, at, where)
		}
		switch {
		case where == nil && later == simtime.Never:
			return at, nil, asked
		case where == nil:
			from = later
		case at == x.now:
			return at, where, asked
		case at > later:
			from = later
		case at <= x.now.Add(x.conf.Backfill.Window) && x.overlaps(where, at, at.Add(j.Walltime)):
			from = at
		default:
			return at, where, asked
		}
	}
}

// open returns the usable nodes of a job's partition that are not kept at any time from one
// time until the job, started then, would end. It returns also when to ask again: when
// the first row ends after which other nodes are open.
func (x *plan) open(id int, from simtime.Time, usable []bool) (open []bool, later simtime.Time) {
	p, end := x.partition(id), from.Add(x.jobs[id].Walltime)
	later = simtime.Never
	for n := range x.cores {
		open = append(open, inside(&p, n) && usable[n])
	}
	for i, r := range x.rows {
		if r.to <= from {
			continue
		}
		if later == simtime.Never && i+1 < len(x.rows) {
			for n, is := range x.rows[i+1].open {
				if is && inside(&p, n) && usable[n] && !(open[n] && r.open[n]) {
					later = r.to
				}
			}
		}
		if r.from > end {
			break
		}
		for n := range open {
			open[n] = open[n] && r.open[n]
		}
	}
	return open, later
}

// overlaps reports whether any of a job's nodes is kept at any time of its slot.
func (x *plan) overlaps(where map[int]int64, from, to simtime.Time) bool {
	for _, r := range x.rows {
		for n := range where {
			if r.to > x.floor(from) && r.from < x.floor(to) && !r.open[n] {
				return true
			}
		}
	}
	return false
}

// predict returns when and where a job can start if it may use only open nodes, and the
// running jobs end with their walltimes. Not all ends are looked at: jobs are taken away
// in groups, for spans of time that grow.
func (x *plan) predict(id int, open []bool) (simtime.Time, map[int]int64) {
	barred := func(n int) bool { return !open[n] }
	x.stops = false
	if where := x.fit(id, x.running, barred); where != nil {
		return x.now, where
	}
	line := slices.Clone(x.running)
	if few := x.candidates(id); len(few) > 0 {
		line = without(line, few)
		if where := x.fit(id, line, barred); where != nil {
			x.stops, x.open1 = true, open
			return x.now, where
		}
	}
	slices.SortFunc(line, func(a, b *started) int { return cmp.Or(cmp.Compare(x.limit(a), x.limit(b)), cmp.Compare(a.job, b.job)) })
	left := slices.Clone(line)
	const half = simtime.Time(30 * simtime.Second)
	mark, span := simtime.Time(-1), half
	for i := 0; i < len(line); {
		var last, next *started
		for i < len(line) {
			s := line[i]
			i++
			here := false
			for n := range s.tasks {
				here = here || open[n]
			}
			if !here {
				continue
			}
			if mark < 0 {
				mark = x.limit(s)/half*half + half
			}
			last, next = s, nil
			left = slices.DeleteFunc(left, func(other *started) bool { return other == s })
			if i < len(line) {
				next = line[i]
				if x.limit(next) > mark+span {
					break
				}
			}
		}
		if last == nil {
			break
		}
		span *= 2
		for next != nil && x.limit(next) > mark+span {
			span *= 2
		}
		if where := x.fit(id, left, barred); where != nil {
			return x.limit(last), where
		}
	}
	return simtime.Never, nil
}

// keep keeps nodes in the table. Of the neighbours that have become equal, only the
// first two are merged.
func (x *plan) keep(where map[int]int64, from, to simtime.Time) {
	from = max(x.floor(from), x.rows[0].from)
	to = max(x.floor(to), from.Add(x.conf.Backfill.Resolution))
	i := slices.IndexFunc(x.rows, func(r row) bool { return r.to >= from })
	first := max(0, i-1)
	if x.rows[i].to > from {
		x.split(i, from)
	}
	end := i + 1
	for ; end < len(x.rows) && x.rows[end].from < to; end++ {
		if x.rows[end].to > to {
			x.split(end, to)
		}
		for n := range where {
			x.rows[end].open[n] = false
		}
	}
	for i := first; i < end && i+1 < len(x.rows); i++ {
		if slices.Equal(x.rows[i].open, x.rows[i+1].open) {
			x.rows[i].to = x.rows[i+1].to
			x.rows = slices.Delete(x.rows, i+1, i+2)
			return
		}
	}
}

// split ends a row at a time, and goes on with a new one that is equal.
func (x *plan) split(i int, at simtime.Time) {
	rest := row{at, x.rows[i].to, slices.Clone(x.rows[i].open)}
	x.rows[i].to = at
	x.rows = slices.Insert(x.rows, i+1, rest)
	x.made++
}

// decayed returns d to the power of the seconds of a span.
func (t *twin) decayed(span simtime.Time) float64 {
	if t.conf.Priority.HalfLife == 0 {
		return 1
	}
	return math.Pow(1-0.693/seconds(simtime.Time(t.conf.Priority.HalfLife)), seconds(span))
}

// seconds returns a span in seconds.
func seconds(span simtime.Time) float64 { return float64(span) / 1000 }

// charge adds what a job has used since the last calculation, for its user and for
// all accounts above.
func (t *twin) charge(s *started) {
	j := &t.jobs[s.job]
	name := j.User + "@" + j.Group
	if _, known := t.factor[name]; !known {
		return
	}
	span := t.now - max(s.at, t.last)
	add := seconds(span) * t.decayed(span) * float64(t.holds(s))
	t.use[name] += add
	for a := j.Group; a != ""; a = t.account(a).Parent {
		t.use[a] += add
	}
	t.use[""] += add
}

// account returns an account by name.
func (t *twin) account(name string) *slurmsched.Account {
	for i := range t.conf.Accounts {
		if t.conf.Accounts[i].Name == name {
			return &t.conf.Accounts[i]
		}
	}
	return nil
}

// calculate makes all factors and priorities anew.
func (t *twin) calculate() {
	d := t.decayed(t.now - t.last)
	for name := range t.use {
		t.use[name] *= d
	}
	for _, s := range t.running {
		t.charge(s)
	}
	t.fade(d)
	t.last = t.now
	t.rankAll() // in Slurm, a thread of its own does this: it is before the events of the instant here
	before := t.sorted()
	for _, id := range t.waiting {
		t.prio[id] = t.priority(id)
	}
	if !slices.Equal(before, t.sorted()) {
		t.reorders++
	}
	if t.timed() {
		t.news = true // for Slurm, a priority that is calculated anew is a change of its job
	}
}

// timed reports whether priorities change with time.
func (t *twin) timed() bool {
	p := &t.conf.Priority
	return p.Age > 0 || p.FairShare > 0 && len(t.conf.Accounts) > 0 || t.limitsTimed() || !timelessStay
}

// member is a user or an account in the tree of shares.
type member struct {
	name   string // of "account" or of "user@account"
	user   bool
	shares int64
}

// members returns those that compete directly below an account. An account without
// shares of its own is among them, but its users and accounts compete beside it.
func (t *twin) members(name string) (all []member) {
	for _, a := range t.conf.Accounts {
		if t.above(a.Parent) == name {
			all = append(all, member{a.Name, false, a.Shares})
		}
	}
	for _, a := range t.conf.Accounts {
		if t.above(a.Name) == name {
			for _, u := range a.Users {
				all = append(all, member{u.Name + "@" + a.Name, true, u.Shares})
			}
		}
	}
	return all
}

// above returns the nearest account with shares of its own, from an account upwards.
func (t *twin) above(name string) string {
	for name != "" && t.account(name).Shares == slurmsched.FromParent {
		name = t.account(name).Parent
	}
	return name
}

// level returns the level of a member among its competitors.
func (t *twin) level(m member, in string) float64 {
	if m.shares == slurmsched.FromParent {
		if m.user {
			return math.Inf(1)
		}
		return math.MaxUint32 - 1 // Slurm's NO_VAL
	}
	sum := int64(0)
	for _, other := range t.members(in) {
		sum += max(0, other.shares)
	}
	if m.shares == 0 {
		return 0
	}
	part := 0.0
	if t.use[in] > 0 {
		part = t.use[m.name] / t.use[in]
	}
	return float64(m.shares) / float64(sum) / part
}

// rankAll numbers the users and sets their factors.
func (t *twin) rankAll() {
	n := len(t.factor)
	rank, next := n, n
	var walk func(in string, tied bool)
	walk = func(in string, tied bool) {
		all := t.members(in)
		slices.SortStableFunc(all, func(a, b member) int {
			x, y := t.level(a, in), t.level(b, in)
			t.close = t.close || x != y && math.Abs(x-y) < 1e-9*x
			c := cmp.Compare(y, x)
			if c == 0 && a.user != b.user {
				c = 1
				if a.user {
					c = -1
				}
			}
			return c
		})
		for i, m := range all {
			if i > 0 {
				tied = t.level(all[i-1], in) == t.level(m, in)
			}
			switch {
			case !m.user:
				walk(m.name, tied)
			default:
				if !tied {
					rank = next
				}
				if rank != next {
					t.ties++
				}
				t.factor[m.name] = float64(rank) / float64(n)
				next--
			}
		}
	}
	walk("", false)
}

// priority returns the priority of a job now.
func (t *twin) priority(id int) uint32 {
	j, c, p := &t.jobs[id], &t.conf.Priority, t.partition(id)
	age := min(1, math.Floor(seconds(t.now-max(j.Submit, t.ended[id])))/seconds(simtime.Time(c.MaxAge))) // Slurm counts whole seconds
	part, qos := 0.0, 0.0
	most := int64(0)
	for _, other := range t.conf.Partitions {
		most = max(most, other.Priority)
	}
	if p.Priority > 0 {
		part = float64(p.Priority) / float64(most)
	}
	most = 0
	for _, q := range t.conf.QOS {
		most = max(most, q.Priority)
	}
	for _, q := range t.conf.QOS {
		if q.Name == j.QOS && q.Priority > 0 {
			qos = float64(q.Priority) / float64(most)
		}
	}
	sum := age*float64(c.Age) + t.association(id)*float64(c.Assoc) + t.factor[j.User+"@"+j.Group]*float64(c.FairShare) + t.size(id)*float64(c.Size) +
		part*float64(c.Partition) + qos*float64(c.QOS) + t.resources(id) + float64(j.Priority)
	return uint32(min(max(sum, 1), math.MaxUint32))
}

// size returns the size factor of a job.
func (t *twin) size(id int) float64 {
	j, p := &t.jobs[id], t.partition(id)
	var here []int64
	machine := 0.0
	for n, k := range t.cores {
		machine += float64(k)
		if inside(&p, n) {
			here = append(here, k)
		}
	}
	all, nodes, cores := float64(len(t.cores)), 1.0, float64(int64(j.Tasks)*j.PerTask[workload.Cores])
	if j.Nodes > 0 {
		nodes, cores = float64(j.Nodes), float64(int64(j.Nodes)*slices.Min(here))
	}
	minutes := math.Ceil(seconds(simtime.Time(j.Walltime)) / 60) // as Slurm rounds time limits
	size := 0.0
	switch c := &t.conf.Priority; {
	case c.ByTime:
		size = max(nodes*machine/all, cores) / minutes / machine
		if c.Small {
			size = 1 - size
		}
	case c.Small:
		size = ((all-nodes)/all + (machine-cores)/machine) / 2
	default:
		size = (nodes/all + cores/machine) / 2
	}
	return min(max(size, 0), 1)
}

// run simulates all jobs, one instant after the other.
func (t *twin) run() {
	t.began, t.ended, t.planned = map[int]simtime.Time{}, map[int]simtime.Time{}, -1
	t.begun, t.retry = map[int]bool{}, map[int]retryTwin{}
	t.prio, t.use, t.factor = map[int]uint32{}, map[string]float64{}, map[string]float64{}
	for _, a := range t.conf.Accounts {
		own := float64(a.Usage)
		for _, u := range a.Users {
			t.use[u.Name+"@"+a.Name] = float64(u.Usage)
			t.factor[u.Name+"@"+a.Name] = 0
			own += float64(u.Usage)
		}
		for b := a.Name; b != ""; b = t.account(b).Parent {
			t.use[b] += own
		}
		t.use[""] += own
	}
	t.rankAll()
	t.beginLimits()
	period, interval := simtime.Time(t.conf.Priority.Period), simtime.Time(t.conf.Backfill.Interval)
	for next := 0; next < len(t.jobs) || len(t.running) > 0 || t.goesOn() || t.nextLate() < simtime.Never || t.noteLate() || t.fitsLess() || t.nextRetry() < simtime.Never; t.now++ {
		at := t.nextOfReservations()
		if next < len(t.jobs) {
			at = min(at, t.jobs[next].Submit)
		}
		for _, s := range t.running {
			at = min(at, t.end(s))
		}
		at = min(at, t.chance(), t.nextLate(), t.nextRetry())
		event := at
		at = min(at, (t.now+period-1)/period*period)
		if !t.conf.Backfill.Off && t.news {
			at = min(at, (t.now+interval-1)/interval*interval)
		}
		if t.now = at; t.now%period == 0 {
			t.calculate()
		}
		for _, s := range t.running { // at the end of its walltime, a job gives its nodes back before anything else happens
			if t.limit(s) == t.now {
				t.news, s.over = true, true
				t.used(s)
			}
		}
		t.stopDue()
		t.announce()
		if len(t.running) > 0 || next < len(t.jobs) && t.jobs[next].Submit == t.now {
			t.active = t.now
		}
		for ; next < len(t.jobs) && t.jobs[next].Submit == t.now; next++ {
			if t.refused(next) {
				t.starts = append(t.starts, fmt.Sprintf("job %d is refused at %v", t.jobs[next].Number, t.now))
				t.pass()
				continue
			}
			t.waiting = append(t.waiting, next)
			t.prio[next] = t.priority(next)
			t.news = true
			t.pass()
		}
		for {
			i := -1 // jobs that started together end in the order of the queue
			for k, s := range t.running {
				if t.end(s) == t.now && (i < 0 || s.at == t.running[i].at && t.compare(s.job, t.running[i].job) < 0) {
					i = k
				}
			}
			if i < 0 {
				break
			}
			t.charge(t.running[i])
			if !t.running[i].over {
				t.used(t.running[i])
			}
			t.news = t.news || t.limit(t.running[i]) > t.now
			t.running = slices.Delete(t.running, i, i+1)
			t.moves++
			t.pass()
		}
		if calculates := t.now%period == 0 && t.timed(); event == t.now || calculates || t.runsBackfill() {
			t.wake()
		}
		if t.now <= t.jobs[len(t.jobs)-1].Submit.Add(afterLast) {
			t.before = len(t.starts)
		}
	}
}

// pick returns one of the given values.
func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// randomConfig returns partitions, accounts, weights and a backfill scheduler.
func randomConfig(r *rand.Rand, nodes int) (c slurmsched.SlurmConfig) {
	for i := range pick(r, 1, 1, 2, 3, 4) {
		p := slurmsched.Partition{Name: fmt.Sprint("p", i), Default: i == 0, Tier: int64(r.IntN(3)) / 2 * 5, Priority: r.Int64N(3) * 7}
		if r.IntN(3) > 0 {
			first := r.IntN(nodes)
			p.Nodes = cluster.Placement{}.Append(topology.NodeID(first), topology.NodeID(first+r.IntN(nodes-first)), 1)
			if last := p.Nodes[0].Last; int(last)+2 < nodes && r.IntN(3) == 0 {
				p.Nodes = p.Nodes.Append(last+2, topology.NodeID(nodes-1), 1)
			}
		}
		if r.IntN(3) == 0 {
			p.MaxNodes = 1 + r.Int32N(int32(nodes))
		}
		if r.IntN(3) == 0 {
			p.MaxTime = simtime.Duration(20+r.IntN(400)) * simtime.Second
		}
		c.Partitions = append(c.Partitions, p)
	}
	for i := range r.IntN(4) {
		c.QOS = append(c.QOS, slurmsched.QOS{Name: fmt.Sprint("q", i), Priority: r.Int64N(4) * 5})
	}
	c.Accounts = randomAccounts(r)
	weight := func() int64 { return pick[int64](r, 0, 0, 1, 10, 1000, 3_000_000_000) }
	c.Priority = slurmsched.Priority{
		Age: weight(), FairShare: weight(), Size: weight(), Partition: weight(), QOS: weight(),
		MaxAge: pick[simtime.Duration](r, 50, 333, 7*86400) * simtime.Second, HalfLife: pick[simtime.Duration](r, 0, 7, 100, 10_000) * simtime.Second,
		Period: pick[simtime.Duration](r, 7, 30, 60, 300) * simtime.Second, Small: r.IntN(2) == 0, ByTime: r.IntN(3) == 0,
	}
	c.Backfill = slurmsched.Backfill{
		Off: r.IntN(6) == 0, Interval: pick[simtime.Duration](r, 7, 10, 30) * simtime.Second, Window: pick[simtime.Duration](r, 40, 120, 1000, 1000) * simtime.Second,
		Resolution: pick[simtime.Duration](r, 1, 13, 30, 60) * simtime.Second, MaxTest: pick[int32](r, 1, 2, 3, 5, 100, 100), MaxUser: pick[int32](r, 0, 0, 1, 2),
	}
	return c
}

// randomAccounts returns a tree of accounts with users, some of them in several.
func randomAccounts(r *rand.Rand) (all []slurmsched.Account) {
	shares := func() int64 { return pick[int64](r, slurmsched.FromParent, 0, 1, 1, 1, 2, 5) }
	usage := func() int64 { return pick[int64](r, 0, 0, 100, 100, r.Int64N(2000)) }
	for i := range r.IntN(6) {
		a := slurmsched.Account{Name: fmt.Sprint("a", i), Shares: shares(), Usage: usage() / 2}
		if i > 0 && r.IntN(3) > 0 {
			a.Parent = fmt.Sprint("a", r.IntN(i))
		}
		for k := range r.IntN(4) {
			if r.IntN(4) > 0 {
				a.Users = append(a.Users, slurmsched.User{Name: fmt.Sprint("u", k), Shares: shares(), Usage: usage()})
			}
		}
		all = append(all, a)
	}
	return all
}

// randomCase returns a configuration all of whose jobs can start.
func randomCase(seed uint64) (c engine.Config, cores []int64) {
	r := rand.New(rand.NewPCG(seed, 0x51))
	nodes := 2 + r.IntN(11)
	shape, _ := topology.NewFlat(nodes)
	spec := func(k int64) cluster.Spec {
		return cluster.Spec{Resources: workload.Resources{workload.Cores: k}, Speed: 1000}
	}
	c = engine.Config{Machine: cluster.NewMachine(shape, spec(4)), Allocator: alloc.FirstFit{}}
	cores = slices.Repeat([]int64{4}, nodes)
	if r.IntN(3) == 0 {
		first := r.IntN(nodes)
		c.Machine.SetGroup(topology.NodeID(first), topology.NodeID(nodes-1), spec(6))
		for n := first; n < nodes; n++ {
			cores[n] = 6
		}
	}
	p := slurmsched.SlurmPolicy{Config: randomConfig(r, nodes)}
	c.Queue = p
	possible := p.Checks(c.Machine)
	at, unit := simtime.Time(0), pick[simtime.Time](r, 1000, 1000, 1000, 10_000) // whole seconds, as in Slurm
	onlyNodes, exact := r.IntN(2) == 0, r.IntN(3) == 0
	for range 3 + r.IntN(23) {
		if r.IntN(3) > 0 {
			at += simtime.Time(r.IntN(60_000)) / unit * unit
		}
		j := workload.Job{Request: workload.Request{
			Submit: at, Walltime: simtime.Duration((1 + simtime.Time(r.IntN(200_000))/unit) * unit), Priority: int64(r.IntN(4))/3*50 - int64(r.IntN(5))/4*20,
			User: fmt.Sprint("u", r.IntN(4)), Group: fmt.Sprint("a", r.IntN(6)), QOS: fmt.Sprint("q", r.IntN(4)),
		}, After: workload.NoJob}
		if i := r.IntN(len(p.Config.Partitions) + 1); i > 0 {
			j.Queue = p.Config.Partitions[i-1].Name
		}
		if !slices.ContainsFunc(p.Config.QOS, func(q slurmsched.QOS) bool { return q.Name == j.QOS }) {
			j.QOS = ""
		}
		if a := p.Config.Accounts; len(a) > 0 && r.IntN(4) > 0 {
			if a := pick(r, a...); len(a.Users) > 0 {
				j.User, j.Group = pick(r, a.Users...).Name, a.Name
			}
		}
		if j.Runtime = j.Walltime; !exact && r.IntN(3) > 0 {
			j.Runtime = simtime.Duration((1 + simtime.Time(r.Int64N(int64(j.Walltime)))/unit) * unit)
		}
		if onlyNodes || r.IntN(2) == 0 {
			j.Nodes = 1 + r.Int32N(int32(min(nodes, pick(r, 1, 2, 4, 12))))
		} else {
			j.Tasks, j.PerTask = 1+r.Int32N(int32(2*nodes)), workload.Resources{workload.Cores: 1 + r.Int64N(3)}
		}
		if possible(&j.Request) != nil {
			continue
		}
		j.ID, j.Number = workload.JobID(len(c.Jobs)), int64(len(c.Jobs)+1)
		c.Jobs = append(c.Jobs, j)
	}
	return c, cores
}

// runBoth runs a case and its twin. It returns a nil twin if two levels are so close
// that rounding decides.
func runBoth(t *testing.T, seed uint64, c engine.Config, cores []int64) ([]trace.Event, *twin) {
	t.Helper()
	x := &twin{conf: c.Queue.(slurmsched.SlurmPolicy).Config, cores: cores, jobs: c.Jobs}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if x.run(); x.close {
		return nil, nil
	}
	return log, x
}

// TestTwin compares random runs with the twin: starts, their order and their nodes.
func TestTwin(t *testing.T) {
	cases, jobs, sum := 0, 0, twin{}
	for seed := range soaktest.Seeds(12_000) {
		c, cores := randomCase(seed)
		log, x := runBoth(t, seed, c, cores)
		if x == nil {
			continue
		}
		cases, jobs = cases+1, jobs+len(c.Jobs)
		sum.closed, sum.filled, sum.kept = sum.closed+x.closed, sum.filled+x.filled, sum.kept+x.kept
		sum.reorders, sum.ties = sum.reorders+x.reorders, sum.ties+x.ties
		var got []string
		for _, e := range log {
			if e.Kind == trace.Start {
				where := map[int]int64{}
				for n, k := range e.Placement.All {
					where[int(n)] = int64(k)
				}
				got = append(got, describe(&c.Jobs[e.Job], e.Time, where))
			}
		}
		for i := range max(len(got), len(x.starts)) {
			if i >= len(got) || i >= len(x.starts) || got[i] != x.starts[i] {
				t.Errorf("seed %d: start %d: %q; the twin has %q", seed, i, got[min(i, len(got)):min(i+1, len(got))], x.starts[min(i, len(x.starts)):min(i+1, len(x.starts))])
				break
			}
		}
	}
	t.Logf("%d cases with %d jobs; %d partitions closed, %d jobs backfilled, nodes kept for %d, %d changes of the order, %d users tied", cases, jobs, sum.closed, sum.filled, sum.kept, sum.reorders, sum.ties)
	if min(sum.closed, sum.filled, sum.kept, sum.reorders, sum.ties) < cases/10 {
		t.Error("too few cases of one kind")
	}
}

// TestContract checks random runs against the contract of disciplines.
func TestContract(t *testing.T) {
	for seed := range soaktest.Seeds(600) {
		c, _ := randomCase(seed)
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if slices.ContainsFunc(c.Queue.(slurmsched.SlurmPolicy).Config.Partitions, func(p slurmsched.Partition) bool { return len(p.Nodes) > 1 }) {
			continue // a job that no run of nodes can hold would wait forever
		}
		c.Allocator = alloc.Contiguous{}
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d, contiguous: %v", seed, err)
		}
	}
}

// TestRunsEnd checks that a run ends although a job waits that its allocator can place
// nowhere, and priorities change with time.
func TestRunsEnd(t *testing.T) {
	flat, _ := topology.NewFlat(3)
	c := slurmsched.UsualConfig()
	c.Priority.Age, c.Priority.MaxAge = 1, simtime.Hour
	c.Partitions = []slurmsched.Partition{{Name: "holes", Default: true, Nodes: cluster.Placement{}.Append(0, 0, 1).Append(2, 2, 1)}}
	jobs := []workload.Job{{Request: workload.Request{Nodes: 2, Walltime: simtime.Minute}, Runtime: simtime.Minute, After: workload.NoJob}}
	e, err := engine.New(engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Speed: 1000}), Jobs: jobs, Queue: slurmsched.SlurmPolicy{Config: c}, Allocator: alloc.Contiguous{}})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for _, more := e.Step(); more; _, more = e.Step() {
		if steps++; steps > 1000 {
			t.Fatal("the run does not end")
		}
	}
}
