package report

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/experiment"
)

// League holds the results of policies on the same workloads.
type League struct {
	Title     string
	Policies  []Entrant
	Workloads []LeagueWorkload
	// Rows holds the results by policy and workload; nil: it was not run.
	Rows [][]*LeagueRow
}

// Entrant is a policy of a league.
type Entrant struct {
	Name  string
	About string // its first comment line, or its title
	Own   bool   // a program of a participant, not a built-in policy
}

// LeagueWorkload is a workload of a league.
type LeagueWorkload struct {
	Name        string
	Jobs, Nodes int
}

// LeagueRow is the result of one policy on one workload. Times are in seconds. They
// are meaningless if the policy failed.
type LeagueRow struct {
	Policy   string  `json:"policy"`
	Workload string  `json:"workload"`
	Jobs     int     `json:"jobs"`
	Trace    string  `json:"trace,omitempty"` // hash of the run
	MeanWait float64 `json:"mean_wait"`
	Slowdown float64 `json:"mean_bounded_slowdown"`
	MaxWait  float64 `json:"max_wait"`
	Used     float64 `json:"utilization"` // from 0 to 1
	Makespan float64 `json:"makespan"`
	Failure  *Failed `json:"failure,omitempty"`
}

// Failed is the error that made a run unusable.
type Failed struct {
	Problem string  `json:"problem"`
	Line    int     `json:"line,omitempty"` // line of the program, from 1
	Column  int     `json:"column,omitempty"`
	At      float64 `json:"at"` // simulated time in seconds
}

// Significant is the greatest p-value of a significant difference.
const Significant = 0.05

// LeagueStanding is the result of a policy in a league.
type LeagueStanding struct {
	Policy         int
	Rank           experiment.Estimate // mean over workloads; 1 is best
	Wait, Slowdown experiment.Estimate // means over Compared; unknown (N is 0) if the policy failed one of these workloads
	Factor         float64             // geometric mean of the ratio of its wait to that of the first policy, over the workloads that both finished; 0: unknown
	Wins           int                 // number of workloads in which it has the least mean wait
	Failures       int                 // number of workloads that it failed
}

// Duel is the comparison of two policies.
type Duel struct {
	Factor float64 // geometric mean of the ratio of the first policy's wait to the second's
	Pairs  int     // number of workloads that both finished
	P      float64 // p-value of a sign-flip test, with Holm's correction for all duels
}

// Apart reports whether the two policies differ significantly.
func (d *Duel) Apart() bool { return d.Pairs > 0 && d.P <= Significant }

// LeagueTable is a league with its ranking.
type LeagueTable struct {
	*League
	Standings []LeagueStanding // sorted by mean rank, the best first
	Duels     [][]Duel         // by both policies
	Compared  []int            // workloads that the first policy finished, over which means are taken
	Least     int              // number of workloads needed to distinguish any two of so many policies
}

// Judge ranks the policies of a league by mean wait. Policies with equal waits
// share the mean of their ranks, and those that fail a workload share its last
// ranks. Two policies are compared by pairs, over the workloads that both finished.
// The value of a pair is the logarithm of the ratio of the waits, each in seconds
// plus one. A sign-flip test gives the p-value, with Holm's correction for the
// number of duels. Cost: O(policies² · workloads · flips), with 40 flips for each
// duel, and at least 20,000.
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
		s := LeagueStanding{Policy: p, Rank: experiment.Of(ranks[p]), Wins: wins[p]}
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
	slices.SortStableFunc(t.Standings, func(a, b LeagueStanding) int { return cmp.Compare(a.Rank.Mean, b.Rank.Mean) })
	return t
}

func (r *LeagueRow) ok() bool { return r != nil && r.Failure == nil }

// least returns the least mean wait of a workload, and whether the waits differ.
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

// ranks returns the ranks of the policies in a workload.
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

// duel compares all pairs of policies.
func (t *LeagueTable) duel() {
	n := len(t.Policies)
	t.Duels = make([][]Duel, n)
	for p := range n {
		t.Duels[p] = make([]Duel, n)
	}
	var raw []float64
	flips := max(20_000, 20*n*n) // enough that the smallest p-value is still significant after multiplication by the number of pairs
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

// ratios returns, for each workload that both finished, the logarithm of the ratio
// of the wait under p to that under q.
func (t *LeagueTable) ratios(p, q int) (d []float64) {
	for w := range t.Workloads {
		if a, b := t.Rows[p][w], t.Rows[q][w]; a.ok() && b.ok() {
			d = append(d, math.Log((a.MeanWait+1)/(b.MeanWait+1)))
		}
	}
	return d
}
