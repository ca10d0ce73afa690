package slurmsched

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/detmath"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// FromParent is the number of shares of a user or an account that has none of its
// own (fairshare=parent). Such a user has the best rank of its account, and the
// members of such an account compete with its siblings.
const FromParent = -1

// Account is a node of the tree of accounts. Use is in core-seconds.
type Account struct {
	Name   string
	Parent string // "" for the root
	Shares int64  // or FromParent
	Usage  int64  // used before the run by the account itself, without that of its users and accounts
	Limits JobLimits
	Users  []User
	// Priority is that of the association, for the association factor of priorities; 0: that
	// of the account above.
	Priority int64
}

// User is a user of an account: one of Slurm's associations. A person may be a user
// of several accounts.
type User struct {
	Name   string
	Shares int64 // or FromParent
	Usage  int64 // core-seconds used before the run
	Limits JobLimits
	// Priority is that of the association, for the association factor of priorities; 0: that
	// of the account.
	Priority int64
}

// noLevel is the level of an account without shares of its own, as in Slurm.
const noLevel = math.MaxUint32 - 1

// root is the index of the root of a tree of accounts.
const root = 0

// member is an account or a user in the tree.
type member struct {
	name     string
	user     bool
	shares   int64
	above    int     // the account that it belongs to
	level    int     // the account whose members it competes with: above, or a higher one if that has no shares of its own
	portion  float64 // its part of the shares of those that it competes with
	usage    float64 // core-seconds, which decay
	members  []int   // those that compete below it
	levelFS  float64 // portion of the shares over portion of the use
	fairness float64 // of a user: the fair-share factor, above 0 and at most 1
}

// fairTree ranks the users of all accounts by their use of the machine, as Slurm's
// Fair Tree does. The tree is walked from the root. At each level, those who have used
// the least compared with their shares come first, with all users below them.
//
// Source: SOURCES.md SLURM.3.
type fairTree struct {
	all   []member
	users int
	index map[association]int
}

// association names a user of an account.
type association struct{ account, user string }

// newFairTree builds the tree. Accounts whose parent is unknown belong to the root.
func newFairTree(accounts []Account) *fairTree {
	t := &fairTree{all: []member{{name: "root", above: root, level: root}}, index: map[association]int{}}
	at := map[string]int{"": root, "root": root}
	for i := range accounts {
		if a := &accounts[i]; a.Name != "root" {
			at[a.Name] = len(t.all)
			t.all = append(t.all, member{name: a.Name, shares: a.Shares})
		}
	}
	for i := range accounts {
		a := &accounts[i]
		n := at[a.Name]
		if n != root {
			t.all[n].above = at[a.Parent]
		}
		for _, u := range a.Users {
			t.index[association{a.Name, u.Name}] = len(t.all)
			t.all = append(t.all, member{name: u.Name, user: true, shares: u.Shares, above: n})
			t.users++
		}
	}
	t.link()
	for i := range accounts {
		a := &accounts[i]
		t.use(at[a.Name], float64(a.Usage))
		for _, u := range a.Users {
			t.use(t.index[association{a.Name, u.Name}], float64(u.Usage))
		}
	}
	t.rank()
	return t
}

// link finds out who competes with whom, and the portions of their shares.
func (t *fairTree) link() {
	sums := make([]int64, len(t.all))
	for i := 1; i < len(t.all); i++ {
		m := &t.all[i]
		m.level = m.above
		for up := &t.all[m.level]; m.level != root && up.shares == FromParent; up = &t.all[m.level] {
			m.level = up.above
		}
		t.all[m.level].members = append(t.all[m.level].members, i)
		if m.shares != FromParent {
			sums[m.level] += m.shares
		}
	}
	for i := 1; i < len(t.all); i++ {
		if m := &t.all[i]; m.shares != FromParent && sums[m.level] > 0 {
			m.portion = float64(m.shares) / float64(sums[m.level])
		}
	}
}

// use adds core-seconds to a member and everybody above it.
func (t *fairTree) use(n int, amount float64) {
	for ; ; n = t.all[n].above {
		t.all[n].usage += amount
		if n == root {
			return
		}
	}
}

// decay multiplies the use of everybody by a factor.
func (t *fairTree) decay(by float64) {
	for i := range t.all {
		t.all[i].usage = float64(t.all[i].usage * by)
	}
}

// rank computes the fair-share factors of all users. The best user has the factor 1,
// and each other one less by 1/users than the user before it, unless the two are tied.
func (t *fairTree) rank() {
	r := ranking{fairTree: t, rank: t.users, untied: t.users}
	r.walk(root, false)
}

// ranking is a walk through the tree that numbers the users.
type ranking struct {
	*fairTree
	rank, untied int // rank of the last user, and of the next one if there are no ties
}

// walk ranks the users below n. The flag tied is set if n is tied with the one before
// it; its first user then has the rank of the last one.
func (r *ranking) walk(n int, tied bool) {
	for _, i := range r.all[n].members {
		r.all[i].levelFS = r.levelOf(i)
	}
	members := slices.Clone(r.all[n].members)
	slices.SortStableFunc(members, func(a, b int) int {
		x, y := &r.all[a], &r.all[b]
		return cmp.Or(cmp.Compare(y.levelFS, x.levelFS), cmp.Compare(bit(y.user), bit(x.user)))
	})
	for k, i := range members {
		m := &r.all[i]
		if k > 0 {
			tied = m.levelFS == r.all[members[k-1]].levelFS
		}
		if !m.user {
			r.walk(i, tied)
			continue
		}
		if !tied {
			r.rank = r.untied
		}
		m.fairness = float64(r.rank) / float64(r.users)
		r.untied--
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// levelOf returns how far a member is below its share among those that it competes
// with: above 1 if it has used less than its share, and infinite if it has used
// nothing.
func (t *fairTree) levelOf(i int) float64 {
	m := &t.all[i]
	total := t.all[m.level].usage
	switch {
	case m.shares == FromParent && m.user:
		return math.Inf(1)
	case m.shares == FromParent:
		return noLevel
	case m.portion == 0:
		return 0
	case m.usage == 0 || total == 0:
		return math.Inf(1)
	}
	return m.portion / (m.usage / total)
}

// clone returns an independent copy of the use and the factors.
func (t *fairTree) clone() *fairTree {
	c := *t
	c.all = slices.Clone(t.all)
	return &c
}

// usage counts what running jobs use, and lets past use decay.
//
// Source: SOURCES.md SLURM.3.
type usage struct {
	tree    *fairTree // nil if the fair share has no weight
	running []use
	keep    float64 // part of the use that is left after a second
	counted simtime.Time
}

// use is a running job: the cores that it holds, on whose account, and since when they
// have not been counted.
type use struct {
	job   workload.JobID
	who   int
	cores int64
	since simtime.Time
}

func (u *usage) clone() usage {
	c := *u
	c.running = slices.Clone(u.running)
	if u.tree != nil {
		c.tree = u.tree.clone()
	}
	return c
}

// left returns the part of the use that is left after some time.
func (u *usage) left(after simtime.Duration) float64 {
	if u.keep == 1 {
		return 1
	}
	return detmath.Pow(u.keep, float64(after)/1000)
}

// count adds what a running job has used until t.
func (u *usage) count(x *use, t simtime.Time) {
	span := t.Sub(x.since)
	seconds := float64(span) / 1000
	u.tree.use(x.who, float64(float64(x.cores)*float64(seconds*u.left(span))))
	x.since = t
}

// begin counts a job from now on.
func (u *usage) begin(job workload.JobID, who int, cores int64, now simtime.Time) {
	if u.tree != nil && who != root {
		u.running = append(u.running, use{job, who, cores, now})
	}
}

// end counts what a job that has ended used since the last time.
func (u *usage) end(job workload.JobID, now simtime.Time) {
	if i := slices.IndexFunc(u.running, func(x use) bool { return x.job == job }); i >= 0 {
		u.count(&u.running[i], now)
		u.running = slices.Delete(u.running, i, i+1)
	}
}

// turn lets the use decay until t, adds what runs, and ranks the users again.
func (u *usage) turn(t simtime.Time) {
	if u.tree == nil {
		return
	}
	u.tree.decay(u.left(t.Sub(u.counted)))
	for i := range u.running {
		u.count(&u.running[i], t)
	}
	u.counted = t
	u.tree.rank()
}
