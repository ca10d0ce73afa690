package kueue

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
)

// Unlimited is the borrowing or lending limit of a quota that has none.
const Unlimited = -1

// Quota is the amount of one measure, such as cores, that a ClusterQueue or a cohort
// has of a flavor.
type Quota struct {
	Measure   queue.Measure // a resource, or queue.Nodes for jobs of whole nodes
	Nominal   int64
	Borrowing int64 // how much more than Nominal may be used, or Unlimited
	Lending   int64 // how much of it others may use, or Unlimited
}

// Flavor is a kind of nodes together with the quotas of one ClusterQueue or cohort.
type Flavor struct {
	Name   string
	Nodes  cluster.Placement // nil if another queue says which nodes these are, or if they are all nodes
	Quotas []Quota
}

// ClusterQueue is a queue with quotas. Flavors are tried in their order.
type ClusterQueue struct {
	Name, Cohort string // Cohort is "" if the queue shares with no other
	Strict       bool   // StrictFIFO: no job passes the head. Otherwise BestEffortFIFO
	NextFlavor   bool   // whenCanBorrow TryNextFlavor: borrow only where no flavor fits without. Otherwise MayStopSearch
	Flavors      []Flavor

	Preemption       PreemptionRules
	StopAtPreemption bool // whenCanPreempt MayStopSearch: stop jobs in the first flavor where that helps. Otherwise TryNextFlavor
}

// Cohort is a group of ClusterQueues and cohorts that lend quota to each other. Only
// cohorts with a parent or quotas of their own need be listed. Parents must not form
// a cycle.
type Cohort struct {
	Name, Parent string
	Flavors      []Flavor
}

// pool identifies one measure of one flavor, of which quotas are counted.
type pool struct {
	flavor  string
	measure queue.Measure
}

// none is the parent of a root.
const none = -1

// node is a ClusterQueue or a cohort in the tree.
type node struct {
	parent  int
	height  int     // length of the longest path down to a leaf
	quota   []Quota // by number of the pool; a quota that is not given is 0
	subtree []int64 // by number of the pool: what the node and those below it have, without what stays local below
}

// quotaTree is the tree of the ClusterQueues, which come first, and the cohorts. Its
// formulas are those of SOURCES.md KUEUE.1.
type quotaTree struct {
	nodes []node
	pools map[pool]int // number of each pool
}

func newTree(queues []ClusterQueue, cohorts []Cohort) *quotaTree {
	t := &quotaTree{pools: map[pool]int{}}
	place := map[string]int{"": none} // cohorts in nodes
	var flavors [][]Flavor            // of each node
	add := func(all []Flavor) int {
		t.nodes = append(t.nodes, node{})
		flavors = append(flavors, all)
		return len(t.nodes) - 1
	}
	for _, q := range queues {
		add(q.Flavors)
	}
	for _, c := range cohorts {
		place[c.Name] = add(c.Flavors)
	}
	join := func(n int, name string) {
		if _, known := place[name]; !known {
			place[name] = add(nil)
			t.nodes[place[name]].parent = none
		}
		t.nodes[n].parent = place[name]
	}
	for i, q := range queues {
		join(i, q.Cohort)
	}
	for _, c := range cohorts {
		join(place[c.Name], c.Parent)
	}
	for _, all := range flavors {
		for _, f := range all {
			for _, q := range f.Quotas {
				if _, known := t.pools[pool{f.Name, q.Measure}]; !known {
					t.pools[pool{f.Name, q.Measure}] = len(t.pools)
				}
			}
		}
	}
	for n, all := range flavors {
		t.nodes[n].quota = slices.Repeat([]Quota{{Borrowing: Unlimited, Lending: Unlimited}}, len(t.pools))
		for _, f := range all {
			for _, q := range f.Quotas {
				t.nodes[n].quota[t.pools[pool{f.Name, q.Measure}]] = q
			}
		}
	}
	for n := range t.nodes {
		t.sum(n)
	}
	return t
}

// sum computes the height and the subtree quotas of a node, after those of its
// children.
func (t *quotaTree) sum(n int) {
	x := &t.nodes[n]
	if x.subtree != nil {
		return
	}
	x.subtree = make([]int64, len(t.pools))
	for f := range x.subtree {
		x.subtree[f] = x.quota[f].Nominal
	}
	for c := range t.nodes {
		if t.nodes[c].parent == n {
			t.sum(c)
			x.height = max(x.height, t.nodes[c].height+1)
			for f := range x.subtree {
				x.subtree[f] += t.nodes[c].subtree[f] - t.local(c, f)
			}
		}
	}
}

// local returns how much of a node's quota its parent cannot lend to others.
func (t *quotaTree) local(n, f int) int64 {
	x := &t.nodes[n]
	if x.quota[f].Lending == Unlimited {
		return 0
	}
	return max(0, x.subtree[f]-x.quota[f].Lending)
}

// potential returns how much a node could use if nothing ran.
func (t *quotaTree) potential(n, f int) int64 {
	x := &t.nodes[n]
	if x.parent == none {
		return x.subtree[f]
	}
	most := t.local(n, f) + t.potential(x.parent, f)
	if b := x.quota[f].Borrowing; b != Unlimited {
		most = min(most, x.subtree[f]+b)
	}
	return most
}

// usage records how much each node uses of each pool.
type usage struct {
	*quotaTree
	used [][]int64 // by node and pool; of a cohort, what its children use beyond what is local to them
}

func newUsage(t *quotaTree) usage {
	u := usage{t, make([][]int64, len(t.nodes))}
	for n := range u.used {
		u.used[n] = make([]int64, len(t.pools))
	}
	return u
}

func (u usage) clone() usage {
	used := make([][]int64, len(u.used))
	for n := range used {
		used[n] = slices.Clone(u.used[n])
	}
	return usage{u.quotaTree, used}
}

func (u usage) localAvailable(n, f int) int64 { return max(0, u.local(n, f)-u.used[n][f]) }

// available returns how much more a node may use. It may be below 0 after
// reservations.
func (u usage) available(n, f int) int64 {
	x := &u.nodes[n]
	if x.parent == none {
		return x.subtree[f] - u.used[n][f]
	}
	lent := u.available(x.parent, f)
	if b := x.quota[f].Borrowing; b != Unlimited {
		local := u.local(n, f)
		lent = min(lent, x.subtree[f]-local-max(0, u.used[n][f]-local)+b)
	}
	return u.localAvailable(n, f) + lent
}

// add adds usage to a node. What is not local to it also counts for its parent.
func (u usage) add(n, f int, amount int64) {
	beyond := amount - u.localAvailable(n, f)
	u.used[n][f] += amount
	if parent := u.nodes[n].parent; parent != none && beyond > 0 {
		u.add(parent, f, beyond)
	}
}

// remove takes back what add added.
func (u usage) remove(n, f int, amount int64) {
	beyond := min(amount, u.used[n][f]-u.local(n, f))
	u.used[n][f] -= amount
	if parent := u.nodes[n].parent; parent != none && beyond > 0 {
		u.remove(parent, f, beyond)
	}
}

// borrowLevel returns how far up a queue must go for an amount: 0 if it stays within
// its own quota, else the height of the lowest cohort whose quota holds it. The flag
// root is set if that is the whole tree, or if even that is too little.
func (u usage) borrowLevel(n, f int, amount int64) (level int, root bool) {
	if u.used[n][f]+amount <= u.nodes[n].subtree[f] || u.nodes[n].parent == none {
		return 0, u.nodes[n].parent == none
	}
	for u.nodes[n].parent != none {
		amount -= u.localAvailable(n, f)
		n = u.nodes[n].parent
		if u.used[n][f]+amount <= u.nodes[n].subtree[f] {
			return u.nodes[n].height, u.nodes[n].parent == none
		}
	}
	return u.nodes[n].height, true
}
