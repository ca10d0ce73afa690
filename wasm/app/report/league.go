package report

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/experiment"
)

// League is what policies made of the same workloads.
type League struct {
	Title     string
	Policies  []Entrant
	Workloads []Given
	// Rows are by policy and workload; nil: it was not run.
	Rows [][]*LeagueRow
}

// Entrant is a policy of a league.
type Entrant struct {
	Name  string
	About string // its first comment line, or what it is called
	Own   bool   // a program, and none of the house
}

// Given is a workload of a league.
type Given struct {
	Name        string
	Jobs, Nodes int
}

// LeagueRow is what one policy made of one workload. Times are in seconds; they mean
// nothing if it failed.
type LeagueRow struct {
	Policy   string  `json:"policy"`
	Workload string  `json:"workload"`
	Jobs     int     `json:"jobs"`
	Trace    string  `json:"trace,omitempty"` // the hash of the run
	MeanWait float64 `json:"mean_wait"`
	Slowdown float64 `json:"mean_bounded_slowdown"`
	MaxWait  float64 `json:"max_wait"`
	Used     float64 `json:"utilization"` // 0 to 1
	Makespan float64 `json:"makespan"`
	Failure  *Failed `json:"failure,omitempty"`
}

// Failed is why a run says nothing.
type Failed struct {
	Problem string  `json:"problem"`
	Line    int     `json:"line,omitempty"` // of the program, from 1
	Column  int     `json:"column,omitempty"`
	At      float64 `json:"at"` // in seconds
}

// Significant is the level of what is told apart.
const Significant = 0.05

// Standing is how a policy stands in a league.
type Standing struct {
	Policy         int
	Rank           experiment.Estimate // 1 is best; over workloads
	Wait, Slowdown experiment.Estimate // means over Compared; not known (N is 0) if it failed one of those
	Factor         float64             // by which jobs wait longer than under the first policy, the geometric mean over what both finished; 0: not known
	Wins           int                 // workloads with the least mean wait
	Failures       int                 // workloads
}

// Duel is how two policies stand to each other.
type Duel struct {
	Factor float64 // by which jobs wait longer under the first, the geometric mean
	Pairs  int     // workloads that both finished
	P      float64 // by sign flips, corrected by Holm for all duels
}

// Apart reports whether the two can be told apart.
func (d *Duel) Apart() bool { return d.Pairs > 0 && d.P <= Significant }

// LeagueTable is a league, judged.
type LeagueTable struct {
	*League
	Standings []Standing // the best mean rank first
	Duels     [][]Duel   // by policies
	Compared  []int      // workloads that the first policy finished, which count for means
	Least     int        // how many workloads it takes to tell any two of so many policies apart
}

// Judge ranks the policies of a league by mean wait. Ties share the mean of their
// ranks; those that fail a workload share the last ranks of it. Two are compared by
// pairs: the logarithm of how much longer jobs wait, in seconds plus one, over the
// workloads that both finished; whether that is chance is asked by flipping signs,
// and corrected by Holm for the number of pairs. Cost: O(policies² · workloads ·
// flips), with 40 flips a pair, 20,000 at least.
func Judge(l *League) *LeagueTable {
	t := &LeagueTable{League: l}
	n := len(l.Policies)
	ranks := make([][]float64, n)
	wins := make([]int, n)
	for w := range l.Workloads {
		least, _ := l.least(w)
		for p, rank := range l.ranks(w) {
			ranks[p] = append(ranks[p], rank)
			if r := l.Rows[p][w]; r.ok() && r.MeanWait == least {
				wins[p]++
			}
		}
	}
	for w := range l.Workloads {
		if l.Rows[0][w].ok() {
			t.Compared = append(t.Compared, w)
		}
	}
	for p := range n {
		s := Standing{Policy: p, Rank: experiment.Of(ranks[p]), Wins: wins[p]}
		var waits, slow []float64
		for _, w := range t.Compared {
			if r := l.Rows[p][w]; r.ok() {
				waits, slow = append(waits, r.MeanWait), append(slow, r.Slowdown)
			}
		}
		if len(waits) == len(t.Compared) {
			s.Wait, s.Slowdown = experiment.Of(waits), experiment.Of(slow)
		}
		for w := range l.Workloads {
			if !l.Rows[p][w].ok() {
				s.Failures++
			}
		}
		t.Standings = append(t.Standings, s)
	}
	t.duel()
	for p := range t.Standings {
		t.Standings[p].Factor = t.Duels[p][0].Factor
	}
	slices.SortStableFunc(t.Standings, func(a, b Standing) int { return cmp.Compare(a.Rank.Mean, b.Rank.Mean) })
	return t
}

func (r *LeagueRow) ok() bool { return r != nil && r.Failure == nil }

// least is the least mean wait of a workload, and whether some wait longer.
func (l *League) least(w int) (least float64, differ bool) {
	least = math.Inf(1)
	most := 0.0
	for p := range l.Policies {
		if r := l.Rows[p][w]; r.ok() {
			least, most = min(least, r.MeanWait), max(most, r.MeanWait)
		}
	}
	return least, most > least
}

// ranks are those of the policies in a workload.
func (l *League) ranks(w int) []float64 {
	wait := func(p int) float64 {
		if r := l.Rows[p][w]; r.ok() {
			return r.MeanWait
		}
		return math.Inf(1)
	}
	ranks := make([]float64, len(l.Policies))
	for p := range ranks {
		before, same := 0, 0
		for q := range ranks {
			switch a, b := wait(q), wait(p); {
			case a < b:
				before++
			case a == b:
				same++
			}
		}
		ranks[p] = float64(before) + float64(same+1)/2
	}
	return ranks
}

// duel compares all pairs.
func (t *LeagueTable) duel() {
	n := len(t.Policies)
	t.Duels = make([][]Duel, n)
	for p := range n {
		t.Duels[p] = make([]Duel, n)
	}
	var raw []float64
	flips := max(20_000, 20*n*n) // so that the least probability is told apart even where it is multiplied by all pairs
	for p := range n {
		t.Duels[p][p].Factor = 1
		for q := range p {
			d := t.ratios(p, q)
			raw = append(raw, experiment.SignFlip(d, flips, 1))
			x := Duel{Pairs: len(d)}
			if len(d) > 0 {
				x.Factor = math.Exp(experiment.Of(d).Mean)
			}
			t.Duels[p][q] = x
			if x.Factor > 0 {
				x.Factor = 1 / x.Factor
			}
			t.Duels[q][p] = x
		}
	}
	i := 0
	corrected := experiment.Holm(raw)
	for p := range n {
		for q := range p {
			t.Duels[p][q].P, t.Duels[q][p].P = corrected[i], corrected[i]
			i++
		}
	}
	for least := 1.0; len(raw) > 0 && least*float64(len(raw)) > Significant; t.Least++ {
		least = 2 / math.Exp2(float64(t.Least+1))
	}
}

// ratios are, by workload, the logarithms of how much longer jobs wait under p than
// under q.
func (t *LeagueTable) ratios(p, q int) (d []float64) {
	for w := range t.Workloads {
		if a, b := t.Rows[p][w], t.Rows[q][w]; a.ok() && b.ok() {
			d = append(d, math.Log((a.MeanWait+1)/(b.MeanWait+1)))
		}
	}
	return d
}
