package deadline_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// office is a naive simulator of S1's algorithm (SOURCES.md) on a machine without a
// topology. At every event it recomputes everything from the list of running jobs.
// Times are in milliseconds. It shares no code with the discipline under test.
type office struct {
	jobs    []workload.Job
	shares  map[string][2]int // by user: usable share and reserve
	granted map[string]int    // by user: number of nodes of the allotment that are available
	names   []string
	nodes   int
	changes []queue.ShareChange
	past    []deadline.FinishedJob
	now     int
	waiting []int
	running []desk // in the order of starts
	log     []string
	risky   map[int]bool
}

// desk is a running job. It stores how many nodes the job takes of the usable
// share, of the user's reserve and of the system's reserve, in this order.
type desk struct {
	job, start int
	takes      [3]int
	given      bool
}

func (o *office) estimate(i int) int {
	j := &o.jobs[i]
	for k := len(o.past) - 1; k >= 0 && j.Amount > 0; k-- {
		if p := o.past[k]; p.User == j.User && p.Application == j.Application {
			num := int(j.Amount) * int(p.Time)
			return (num + int(p.Amount) - 1) / int(p.Amount)
		}
	}
	return int(j.Walltime)
}

func (o *office) slackEnds(i int) int { return int(o.jobs[i].Deadline) - o.estimate(i) }

func (o *office) due(i int) bool { return o.jobs[i].Deadline > 0 && o.slackEnds(i) <= o.now }

// takes returns how many nodes the jobs of a user take of the usable share, the
// reserve and the system's reserve. An empty name means all users.
func (o *office) takes(user string) (sum [3]int) {
	for _, d := range o.running {
		if !d.given && (user == "" || o.jobs[d.job].User == user) {
			for k := range sum {
				sum[k] += d.takes[k]
			}
		}
	}
	return sum
}

// system returns what is left of the system's reserve, which consists of the nodes
// that are allotted to no user.
func (o *office) system() int {
	n := o.nodes - o.takes("")[2]
	for _, user := range o.names {
		t := o.takes(user)
		n -= max(o.granted[user], t[0]+t[1])
	}
	return max(n, 0)
}

// left returns how many more nodes a user's jobs can take from the usable share,
// from the user's reserve, and from the system's reserve, in this order. Nodes that
// are granted to the user but not yet taken count as the user's reserve until it is
// full. Only the rest counts as usable share.
func (o *office) left(user string) (l [3]int) {
	t := o.takes(user)
	for range o.granted[user] - t[0] - t[1] {
		if t[1]+l[1] < o.shares[user][1] {
			l[1]++
		} else {
			l[0]++
		}
	}
	l[2] = o.system()
	return l
}

// most returns the largest number of nodes that a user's jobs can be charged for,
// including the system's reserve.
func (o *office) most(user string) int {
	n := o.nodes
	for _, other := range o.names {
		if other != user {
			n -= o.shares[other][0] + o.shares[other][1]
		}
	}
	return max(n, o.shares[user][0]+o.shares[user][1])
}

// reallot makes the changes that are due now, and reports whether there are any.
func (o *office) reallot() (any bool) {
	for len(o.changes) > 0 && int(o.changes[0].At) == o.now {
		x := o.changes[0]
		user := o.names[x.User]
		o.shares[user] = [2]int{int(x.Usable), int(x.Nodes - x.Usable)}
		o.granted[user] = min(o.granted[user], int(x.Nodes))
		o.changes, any = o.changes[1:], true
	}
	return any
}

// grant makes the nodes of larger allotments available, node by node, in the order
// of the users.
func (o *office) grant() {
	for _, user := range o.names {
		for o.granted[user] < o.shares[user][0]+o.shares[user][1] {
			if t := o.takes(user); o.granted[user] >= t[0]+t[1] && o.system() == 0 {
				break
			}
			o.granted[user]++
		}
	}
}

func (o *office) start(i int, what string, takes [3]int) {
	o.log = append(o.log, fmt.Sprint(o.now, " ", i, " ", what))
	o.running = append(o.running, desk{job: i, start: o.now, takes: takes})
	o.waiting = slices.DeleteFunc(o.waiting, func(j int) bool { return i == j })
}

func (o *office) pass() {
	o.grant()
	overdue := slices.DeleteFunc(slices.Clone(o.waiting), func(i int) bool { return !o.due(i) })
	slices.SortFunc(overdue, func(a, b int) int {
		if d := o.slackEnds(a) - o.slackEnds(b); d != 0 {
			return d
		}
		return a - b
	})
	for _, i := range overdue {
		need, l := int(o.jobs[i].Nodes), o.left(o.jobs[i].User)
		var takes [3]int
		for _, pot := range [3]int{1, 0, 2} {
			takes[pot] = min(l[pot], need)
			need -= takes[pot]
		}
		switch {
		case need == 0 && takes[2] > 0:
			o.start(i, "rescued-by-system", takes)
		case need == 0 && takes[0] > 0 && takes[1] > 0:
			o.start(i, "rescued-on-both", takes)
		case need == 0 && takes[0] > 0:
			o.start(i, "within-share", takes)
		case need == 0:
			o.start(i, "rescued", takes)
		case !o.risky[i]:
			o.risky[i] = true
			o.log = append(o.log, fmt.Sprint(o.now, " ", i, " at-risk"))
		}
	}
	for _, user := range o.names {
		for o.next(user) {
		}
	}
}

func (o *office) next(user string) bool {
	first, usable := -1, o.shares[user][0]
	for _, i := range o.waiting {
		switch j := &o.jobs[i]; {
		case j.User != user:
		case o.due(i) && int(j.Nodes) <= o.most(user):
			return false
		case int(j.Nodes) > usable:
		case first < 0 || j.Priority > o.jobs[first].Priority:
			first = i
		}
	}
	if first < 0 || int(o.jobs[first].Nodes) > o.left(user)[0] {
		return false
	}
	o.start(first, "within-share", [3]int{int(o.jobs[first].Nodes), 0, 0})
	return true
}

// end returns the time at which a running job ends, and whether it is killed.
func (o *office) end(d *desk) (int, bool) {
	j := &o.jobs[d.job]
	return d.start + int(min(j.Runtime, j.Walltime)), j.Runtime > j.Walltime
}

func (o *office) giveBack(d *desk) {
	d.given = true
	o.grant()
	j := &o.jobs[d.job]
	if _, killed := o.end(d); !killed && j.Amount > 0 {
		o.past = append(o.past, deadline.FinishedJob{User: j.User, Application: j.Application, Amount: j.Amount, Time: simtime.Duration(o.now - d.start)})
	}
}

// later returns the next instant after now at which anything can happen.
func (o *office) later(submitted int) int {
	at := 1 << 60
	if submitted < len(o.jobs) {
		at = int(o.jobs[submitted].Submit)
	}
	if len(o.changes) > 0 {
		at = min(at, int(o.changes[0].At))
	}
	for k := range o.running {
		end, _ := o.end(&o.running[k])
		at = min(at, end)
	}
	for _, i := range o.waiting {
		if ends := o.slackEnds(i); o.jobs[i].Deadline > 0 && ends > o.now {
			at = min(at, ends)
		}
	}
	return at
}

func (o *office) run() []string {
	o.risky, o.now = map[int]bool{}, -1
	for submitted := 0; submitted < len(o.jobs) || len(o.waiting)+len(o.running) > 0; {
		if o.now = o.later(submitted); o.now == 1<<60 {
			break // a job waits forever
		}
		for k := range o.running {
			if d := &o.running[k]; d.start+int(o.jobs[d.job].Walltime) == o.now {
				o.giveBack(d)
			}
		}
		if o.reallot() {
			o.pass()
		}
		for submitted < len(o.jobs) && int(o.jobs[submitted].Submit) == o.now {
			o.waiting = append(o.waiting, submitted)
			submitted++
			o.pass()
		}
		for o.endOne() {
			o.pass()
		}
		o.pass()
	}
	return o.log
}

// endOne ends one of the jobs that end now: the job that started first. Of several
// jobs that started together, it ends the job that was submitted first.
func (o *office) endOne() bool {
	first := -1
	for k := range o.running {
		d := &o.running[k]
		if at, _ := o.end(d); at != o.now {
			continue
		}
		if first < 0 || d.start < o.running[first].start || d.start == o.running[first].start && d.job < o.running[first].job {
			first = k
		}
	}
	if first < 0 {
		return false
	}
	if d := &o.running[first]; !d.given {
		o.giveBack(d)
	}
	o.running = slices.Delete(o.running, first, first+1)
	return true
}

// allotted returns a random machine with allotments, and jobs with close deadlines
// and many equal values.
func allotted(r *rand.Rand, jobs, users int) engine.Config {
	d := deadline.DeadlinePolicy{}
	nodes := r.IntN(6) // size of the system's reserve
	for u := range users {
		k := 1 + r.IntN(12)
		d.Allotments.Users = append(d.Allotments.Users, deadline.Allotment{User: fmt.Sprint("u", u), Nodes: int32(k), Usable: int32(r.IntN(k + 1))})
		nodes += k
		for range r.IntN(3) {
			d.Allotments.History = append(d.Allotments.History, deadline.FinishedJob{User: fmt.Sprint("u", u), Application: fmt.Sprint("a", r.IntN(3)), Amount: int64(1 + r.IntN(5)), Time: simtime.Duration(1+r.IntN(40)) * simtime.Second})
		}
	}
	flat, _ := topology.NewFlat(nodes)
	c := engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}), Queue: d, Allocator: alloc.FirstFit{}}
	impossible := d.Checks(c.Machine)
	at := 0
	for len(c.Jobs) < jobs {
		at += max(0, r.IntN(12)-4)
		wall := 1 + r.IntN(40)
		j := workload.Job{Runtime: simtime.Duration(wall) * simtime.Second, After: workload.NoJob}
		if r.IntN(3) > 0 {
			j.Runtime = simtime.Duration(1+r.IntN(wall+4)) * simtime.Second
		}
		j.ID, j.Number = workload.JobID(len(c.Jobs)), int64(len(c.Jobs)+1)
		j.Submit, j.Walltime = simtime.Time(at*1000), simtime.Duration(wall)*simtime.Second
		j.Nodes, j.Priority, j.User = int32(1+r.IntN(8)), int64(r.IntN(3)), fmt.Sprint("u", r.IntN(users))
		if r.IntN(3) > 0 {
			j.Deadline = j.Submit + simtime.Time(r.IntN(120)+1)*1000
		}
		if r.IntN(2) > 0 {
			j.Amount, j.Application = int64(1+r.IntN(5)), fmt.Sprint("a", r.IntN(3))
		}
		if impossible(&j.Request) != nil {
			j.Nodes = 1
		}
		if at++; impossible(&j.Request) == nil {
			c.Jobs = append(c.Jobs, j)
			at--
		} else if at > 1<<20 {
			break // no user may use anything
		}
	}
	return c
}

// reallotted adds changes of the allotments to a configuration. At the end the
// allotments have their original values, so every job can start then.
func reallotted(r *rand.Rand, c engine.Config) engine.Config {
	d, last := c.Queue.(deadline.DeadlinePolicy), 0
	for len(d.Allotments.Changes) < 12 {
		last += 1 + r.IntN(40)
		d.Allotments.Changes = append(d.Allotments.Changes, reallot(r, &d.Allotments, c.Machine.NumNodes(), simtime.Time(last)*1000)...)
	}
	for i, u := range d.Allotments.Users {
		d.Allotments.Changes = append(d.Allotments.Changes, queue.ShareChange{At: simtime.Time(last+200) * 1000, User: int32(i), Nodes: u.Nodes, Usable: u.Usable})
	}
	c.Queue = d
	return c
}

// reallot returns a random change of some allotments, or of none, at the given
// instant. The parameter nodes is the size of the machine.
func reallot(r *rand.Rand, a *deadline.Allotments, nodes int, at simtime.Time) (changes []queue.ShareChange) {
	now := make([]int32, len(a.Users))
	for i := range now {
		now[i] = a.Users[i].Nodes
	}
	for _, x := range a.Changes {
		now[x.User] = x.Nodes
	}
	for range 1 + r.IntN(3) { // move nodes from one user to another, or between a user and the system's reserve
		give, take := r.IntN(len(now)+1), r.IntN(len(now)+1)
		left := int32(nodes)
		for _, k := range now {
			left -= k
		}
		if give < len(now) {
			left = now[give]
		}
		if n := int32(r.IntN(int(left) + 1)); give != take {
			if give < len(now) {
				now[give] -= n
			}
			if take < len(now) {
				now[take] += n
			}
		}
	}
	for i, k := range now {
		if r.IntN(3) > 0 {
			changes = append(changes, queue.ShareChange{At: at, User: int32(i), Nodes: k, Usable: int32(r.IntN(int(k) + 1))})
			continue
		}
		was := a.Users[i].Nodes // the present allotment, which stays the same or shrinks
		for _, x := range a.Changes {
			if int(x.User) == i {
				was = x.Nodes
			}
		}
		if was < k {
			continue
		} else if was > k {
			changes = append(changes, queue.ShareChange{At: at, User: int32(i), Nodes: k, Usable: k})
		}
	}
	return changes
}

// compareOffice compares the starts, their reasons and the flags of a run with
// those of the naive simulator.
func compareOffice(t *testing.T, c engine.Config) {
	t.Helper()
	d := c.Queue.(deadline.DeadlinePolicy)
	o := &office{jobs: c.Jobs, shares: map[string][2]int{}, granted: map[string]int{}, nodes: c.Machine.NumNodes(), changes: d.Allotments.Changes, past: slices.Clone(d.Allotments.History)}
	for _, u := range d.Allotments.Users {
		o.shares[u.User] = [2]int{int(u.Usable), int(u.Nodes - u.Usable)}
		o.granted[u.User] = int(u.Nodes)
		o.names = append(o.names, u.User)
	}
	want := o.run()
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range log {
		switch {
		case e.Kind == trace.Start:
			got = append(got, fmt.Sprint(int64(e.Time), " ", e.Job, " ", e.Why.Code))
		case e.Kind == trace.AtRisk && e.Why.Code == why.AtRisk:
			got = append(got, fmt.Sprint(int64(e.Time), " ", e.Job, " at-risk"))
		}
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("they part after %d decisions:\n%v\nthe dumb simulator says\n%v", i, got[i:min(i+5, len(got))], want[i:min(i+5, len(want))])
		}
	}
}

func TestDeadlineTwin(t *testing.T) {
	for seed := range soaktest.Seeds(1500) {
		r := rand.New(rand.NewPCG(seed, 11))
		n := 30
		if seed%50 == 0 {
			n = 300
		}
		c := allotted(r, n, 1+r.IntN(4))
		t.Run(fmt.Sprint(seed), func(t *testing.T) { compareOffice(t, c) })
	}
}

// TestDeadlineTwinReallotted compares runs with those of the naive simulator.
// Unlike in TestDeadlineTwin, allotments change.
func TestDeadlineTwinReallotted(t *testing.T) {
	seen := map[why.Code]int{}
	for seed := range soaktest.Seeds(3000) {
		r := rand.New(rand.NewPCG(seed, 15))
		c := reallotted(r, allotted(r, 30, 1+r.IntN(4)))
		if d := c.Queue.(deadline.DeadlinePolicy); seed%2 == 0 { // without restoring the original values: some jobs may wait forever
			d.Allotments.Changes = d.Allotments.Changes[:len(d.Allotments.Changes)-len(d.Allotments.Users)]
			c.Queue = d
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) { compareOffice(t, c) })
		log, _ := engine.Run(c)
		for _, e := range log {
			if e.Kind == trace.Start {
				seen[e.Why.Code]++
			}
		}
	}
	for _, code := range []why.Code{why.WithinShare, why.Rescued, why.RescuedOnBoth, why.RescuedBySystem} {
		if seen[code] < 100 {
			t.Errorf("%d jobs start for %v", seen[code], code)
		}
	}
}

// FuzzDeadline compares runs with the naive simulator, and checks the contracts.
func FuzzDeadline(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint8(30), uint8(2))
	f.Fuzz(func(t *testing.T, a, b uint64, jobs, users uint8) {
		r := rand.New(rand.NewPCG(a, b))
		c := allotted(r, int(jobs), 1+int(users)%8)
		compareOffice(t, c)
		checkDeadline(t, c)
		c = reallotted(r, c)
		compareOffice(t, c)
		checkDeadline(t, c)
	})
}
