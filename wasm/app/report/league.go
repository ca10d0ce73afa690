package report

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/experiment"
)

// League holds the results of a competition: all policies on the same workloads.
type League struct {
	Title     string
	Policies  []Entrant
	Workloads []LeagueWorkload
	// by policy and workload: the result, or nil if the policy was not run on the
	// workload
	Rows [][]*LeagueRow
}

// Entrant is a policy that takes part in a league.
type Entrant struct {
	Name  string
	About string // first comment line of the program, or title of the built-in policy
	Own   bool   // whether the policy is a participant's program instead of a built-in policy
}

// LeagueWorkload is one of the workloads of a league.
type LeagueWorkload struct {
	Name        string
	Jobs, Nodes int
}

// LeagueRow is the result of a policy on a workload. Times are in seconds. If the
// policy failed, they are meaningless.
type LeagueRow struct {
	Policy   string  `json:"policy"`
	Workload string  `json:"workload"`
	Jobs     int     `json:"jobs"`
	Trace    string  `json:"trace,omitempty"` // hash of the run's trace
	MeanWait float64 `json:"mean_wait"`
	Slowdown float64 `json:"mean_bounded_slowdown"`
	MaxWait  float64 `json:"max_wait"`
	Used     float64 `json:"utilization"` // utilization, from 0 to 1
	Makespan float64 `json:"makespan"`
	Failure  *Failed `json:"failure,omitempty"`
}

// Failed is an error that makes a run invalid.
type Failed struct {
	Problem string  `json:"problem"`
	Line    int     `json:"line,omitempty"` // line of the program, from 1
	Column  int     `json:"column,omitempty"`
	At      float64 `json:"at"` // simulated time of the error in seconds
}

// Significant is the significance level. A difference is significant if its
// corrected p-value does not exceed this level.
const Significant = 0.05

// LeagueStanding is the overall result of a policy in a league.
type LeagueStanding struct {
	Policy         int
	Rank           experiment.Estimate // mean over the workloads of the policy's rank; rank 1 is best
	Wait, Slowdown experiment.Estimate // mean wait time and mean slowdown over the workloads in LeagueTable.Compared; N is 0 if the policy failed on one of these workloads
	Factor         float64             // the policy's wait time divided by the first policy's, as a geometric mean over the workloads on which both succeeded; 0 if there are no such workloads
	Wins           int                 // number of workloads on which the policy has the least mean wait time
	Failures       int                 // number of workloads on which the policy failed
}

// Duel is the comparison of two policies over the workloads on which both
// succeeded.
type Duel struct {
	Factor float64 // geometric mean of the first policy's wait time divided by the second policy's
	Pairs  int     // number of workloads on which both policies succeeded
	P      float64 // p-value of a sign-flip test, after Holm's correction for all duels
}

// Apart reports whether the difference between the two policies is significant.
func (d *Duel) Apart() bool { return d.Pairs > 0 && d.P <= Significant }

// LeagueTable is a league with its results.
type LeagueTable struct {
	*League
	Standings []LeagueStanding // sorted by mean rank, the best policy first
	Duels     [][]Duel         // by the indices of the two policies
	Compared  []int            // workloads on which the first policy succeeded; mean wait times and slowdowns are taken over these
	Least     int              // number of workloads needed so that, with this many policies, a difference between two policies can be significant
}

// Judge evaluates a league. On each workload, the policies are ranked by mean wait
// time. Policies with equal wait times share the mean of their ranks, and policies
// that failed share the last ranks.
//
// Each two policies are also compared over the workloads on which both succeeded.
// For each workload, the test uses the logarithm of the ratio of the two mean wait
// times, after one second is added to each. A sign-flip test gives the p-value.
// Holm's correction takes the number of pairs of policies into account. Cost:
// O(policies² · workloads · flips), where flips is about 40 for each pair of
// policies, but at least 20,000.
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

// least returns the least mean wait time on a workload, and whether the policies
// differ in their mean wait times.
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

// ranks returns the ranks of all policies on a workload.
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

// duel compares each pair of policies.
func (t *LeagueTable) duel() {
	n := len(t.Policies)
	t.Duels = make([][]Duel, n)
	for p := range n {
		t.Duels[p] = make([]Duel, n)
	}
	var raw []float64
	flips := max(20_000, 20*n*n) // enough flips for the smallest p-value to stay significant after Holm's correction, which multiplies it by the number of pairs
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

// ratios returns the logarithm of the ratio of two policies' wait times, first to
// second, for each workload on which both succeeded.
func (t *LeagueTable) ratios(p, q int) (d []float64) {
	for w := range t.Workloads {
		if a, b := t.Rows[p][w], t.Rows[q][w]; a.ok() && b.ok() {
			d = append(d, math.Log((a.MeanWait+1)/(b.MeanWait+1)))
		}
	}
	return d
}
