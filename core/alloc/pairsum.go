package alloc

import "math"

// pairSum is the exact program for choosing n picks (nodes, tasks or units) on
// a tree so that the sum of hops over their pairs is least; of equal sums the
// choice whose sorted list of places is first wins. Picks lie in parts (the
// leaves of this tree: nodes, or leaf switches), which hold room each.
//
// For every switch it tables the least sum of j picks under it, merging its
// children from the last to the first: new[i+j] = min(f[i] + old[j] + h·i·j).
// What cannot be part of a choice as cheap as one already known is left out
// (pairsum_bound.go), which changes no answer.
//
// Cost: O(parts·n) at most, usually far less.
//
// Source: SOURCES.md S0.6; the bounds and the closed form of the lowest
// switches are INFERRED. Tests compare it with the enumeration.
type pairSum struct {
	n    int32
	hops []int64   // by level of the switch where two picks meet; the last: within one part
	room [][]int32 // room[l][i]: picks under switch i of level l; the last level is the parts
	// kids[l][i] is the first child of switch i of level l, on the level below;
	// one more at the end. The parts have none.
	kids [][]int32
	// debt, if not nil, is what x picks in a part cost of budget; a choice may
	// spend budget at most.
	debt   func(part int, x int32) int32
	budget int32
	whole  bool // table everything, for asking about every switch
	// short, if not nil, is by how many hops each switch of the level leaf is
	// nearer to all nodes that are not under it than the deepest are. Of n
	// picks j under it then save short·j·(n-j): so much for each pair that
	// leaves it.
	short []int64
	leaf  int

	slack  int32     // room that stays unused
	limit  int64     // the sum of a known choice
	rest   [][]int64 // rest[l][j]: least sum that n-j picks add if they meet j picks on level l at best
	tables [][]table // tables[l][c]: child c of a switch of level l and its later children
	spare  []entry   // memory for the next tables
	best   []int64   // scratch: the least sum by state
	sorted []int32   // scratch: rooms of a level or of a switch's children
}

// state is a number of picks and what they spend.
type state struct{ picks, debt int32 }

// entry is the least sum that reaches a state.
type entry struct {
	state
	sum int64
}

// table holds entries, ascending by picks, then debt.
type table []entry

const unreached = math.MaxInt64 / 4

// levels is the number of switch levels above the parts.
func (s *pairSum) levels() int { return len(s.room) - 1 }

// children are the first child of switch i of level l and the one after the
// last, on the level below.
func (s *pairSum) children(l, i int) (from, to int) {
	return int(s.kids[l][i]), int(s.kids[l][i+1])
}

// closed reports whether the tables of level l come from the closed form.
func (s *pairSum) closed(l int) bool {
	return l == s.levels()-1 && s.debt == nil && (s.short == nil || s.leaf == l)
}

// saves is what j picks under switch or part i of level l save because it is
// nearer to the others than the deepest are.
func (s *pairSum) saves(l, i int, j int32) int64 {
	if s.short == nil || l != s.leaf {
		return 0
	}
	return s.short[i] * int64(j) * int64(s.n-j)
}

// sumUp fills the rooms of the switches from those of the parts.
func (s *pairSum) sumUp() {
	const plenty = 1 << 30 // more is not told apart
	for l := s.levels() - 1; l >= 0; l-- {
		for i := range s.room[l] {
			sum := int64(0)
			from, to := s.children(l, i)
			for _, room := range s.room[l+1][from:to] {
				sum += int64(room)
			}
			s.room[l][i] = int32(min(sum, plenty))
		}
	}
	s.slack = s.room[0][0] - s.n
	if s.room[0][0] == plenty {
		s.slack = plenty
	}
}

// choose writes the picks of each part to takes and returns their sum of hops,
// or false if no choice is within room and budget.
func (s *pairSum) choose(takes []int32) (int64, bool) {
	s.tabulate()
	return s.chooseUnder(0, 0, takes)
}

// chooseUnder is choose among the parts under switch i of level l; it wants
// tabulate first, and whole set unless the switch is the root.
func (s *pairSum) chooseUnder(l, i int, takes []int32) (int64, bool) {
	least := int64(unreached)
	var winners []state
	for _, e := range s.of(l, i) {
		if e.picks == s.n && e.sum <= least {
			if e.sum < least {
				winners = winners[:0]
			}
			least, winners = e.sum, append(winners, e.state)
		}
	}
	if winners == nil {
		return 0, false
	}
	s.pick(l, i, winners, takes)
	return least, true
}

// of is the table of all that is under switch or part i of level l.
func (s *pairSum) of(l, i int) table {
	if l < s.levels() && !s.closed(l) {
		i = int(s.kids[l][i])
	}
	return s.tables[l][i]
}

// pairsOf is the number of unordered pairs of x things.
func pairsOf(x int32) int64 { return int64(x) * int64(x-1) / 2 }
