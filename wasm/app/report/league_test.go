package report

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
)

// league returns an artificial league with the given number of workloads. The wait
// time of a policy on a workload is the sum of a value of the workload and a
// constant of the policy. The policy "broken" fails on the last workload.
func league(workloads int) *League {
	l := &League{Title: "A <class>", Policies: []Entrant{{Name: "fcfs", About: "The house's"}, {Name: "good.star", Own: true}, {Name: "same.star", Own: true}, {Name: "broken.star", Own: true}}}
	more := []float64{20, 0, 0, 10}
	for w := range workloads {
		l.Workloads = append(l.Workloads, LeagueWorkload{Name: fmt.Sprintf("w%d.json", w), Jobs: 10, Nodes: 4})
	}
	for p := range l.Policies {
		var rows []*LeagueRow
		for w := range workloads {
			r := &LeagueRow{Policy: l.Policies[p].Name, Workload: l.Workloads[w].Name, MeanWait: float64(100*w) + more[p], Slowdown: 2}
			if p == 3 && w == workloads-1 {
				r.Failure = &Failed{Problem: "index out of range", Line: 7, Column: 3}
			}
			rows = append(rows, r)
		}
		l.Rows = append(l.Rows, rows)
	}
	return l
}

func TestJudge(t *testing.T) {
	x := Judge(league(10))
	var order []string
	for _, s := range x.Standings {
		order = append(order, x.Policies[s.Policy].Name)
	}
	if got := strings.Join(order, " "); got != "good.star same.star broken.star fcfs" {
		t.Errorf("they stand as %s", got)
	}
	best, broken, last := x.Standings[0], x.Standings[2], x.Standings[3]
	if best.Rank.Mean != 1.5 || best.Wins != 10 || best.Wait.Mean != 450 || best.Factor >= 1 {
		t.Errorf("the best: %+v", best)
	}
	if broken.Failures != 1 || broken.Wait.N != 0 || broken.Rank.Mean != (9*3+4)/10.0 {
		t.Errorf("who failed once: %+v", broken)
	}
	if last.Rank.Mean != (9*4+3)/10.0 || last.Factor != 1 {
		t.Errorf("the last: %+v", last)
	}
	if d := x.Duels[1][0]; !d.Apart() || d.Pairs != 10 || math.Abs(d.Factor*x.Duels[0][1].Factor-1) > 1e-12 {
		t.Errorf("the best beside the last: %+v, %+v", d, x.Duels[0][1])
	}
	if d := x.Duels[1][2]; d.Apart() || d.P != 1 {
		t.Errorf("two that are the same: %+v", d)
	}
	if x.Least != 8 { // with six pairs and 8 workloads, the smallest corrected p-value is 6·2/2^8, which is below 5 %; fewer workloads give a larger value
		t.Errorf("it is to take %d workloads", x.Least)
	}
}

// TestFewWorkloads evaluates a league with only three workloads. No difference may
// be significant, and the page must say so.
func TestFewWorkloads(t *testing.T) {
	x := Judge(league(3))
	for p := range x.Duels {
		for q := range x.Duels[p] {
			if p != q && x.Duels[p][q].Apart() {
				t.Errorf("%d and %d are told apart by three workloads: %+v", p, q, x.Duels[p][q])
			}
		}
	}
	var page bytes.Buffer
	if err := WriteLeague(&page, x, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"it takes at least 8", "A &lt;class&gt;", "index out of range", "line 7, column 3", "w2.json"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page.String(), "echarts.init") {
		t.Error("it draws without ECharts")
	}
	page.Reset()
	if err := WriteLeague(&page, x, []byte("globalThis.echarts = {}")); err != nil || !strings.Contains(page.String(), "echarts.init") {
		t.Errorf("with ECharts: %v", err)
	}
}
