package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"hopyard/core/experiment"
	"hopyard/wasm/app/chart"
)

var (
	//go:embed league.html
	leagueText string
	//go:embed league.js
	leagueScript string
)

// leaguePage holds the data for the page template of a league.
type leaguePage struct {
	Title         string
	Facts         []fact
	Standings     []standingView
	Names         []string // names of the policies in the order of Standings
	Duels         []duelRow
	Workloads     []workloadRow
	Failures      []failureRow
	Base          string // name of the first policy, with which the others are compared
	Compared, All int
	Least         int
	Enough        bool // whether there are enough workloads for a difference between two policies to be significant
	Data          template.JS
	Style         template.CSS
	ECharts, Code template.JS
}

type (
	standingView struct {
		Place                                 int
		Name, About, Rank, Wait, Slow, Versus string
		RankHalf, WaitHalf, SlowHalf          string
		Wins, Failures, Better, Worse, Untold int
		Own                                   bool
	}
	duelRow struct {
		Name  string
		Cells []duelCell
	}
	duelCell    struct{ Verdict, Says, Text string }
	workloadRow struct {
		Name        string
		Jobs, Nodes string
		Cells       []waitCell
	}
	waitCell struct {
		Text          string
		Least, Failed bool // Least is set if the wait time is the least of the workload; it is not set if all wait times of the workload are equal
	}
	failureRow struct {
		Policy, Workloads, Problem, Where string
	}
)

// WriteLeague writes a league with its results as one HTML page. The parameter
// echarts is the script of ECharts.
func WriteLeague(w io.Writer, t *LeagueTable, echarts []byte) error {
	p := &leaguePage{
		Title: t.Title, Base: t.Policies[0].Name, Compared: len(t.Compared), All: len(t.Workloads), Least: t.Least, Enough: len(t.Workloads) >= t.Least,
		Style: template.CSS(style), Code: template.JS(leagueScript), ECharts: Embeddable(echarts),
	}
	runs, jobs := 0, 0
	for _, g := range t.Workloads {
		jobs += g.Jobs
	}
	own := 0
	for i, e := range t.Policies {
		runs += len(t.Rows[i])
		if e.Own {
			own++
		}
	}
	p.Facts = []fact{
		{"policies", fmt.Sprintf("%d, %d of them of the house", len(t.Policies), len(t.Policies)-own)},
		{"workloads", count(len(t.Workloads))}, {"jobs of them", count(jobs)}, {"runs", count(runs)},
	}
	for _, s := range t.Standings {
		p.Names = append(p.Names, t.Policies[s.Policy].Name)
	}
	t.views(p)
	t.failures(p)
	chart, err := t.ranksChart()
	if err != nil {
		return err
	}
	p.Data = template.JS(chart) // this is JSON, in which < and > are escaped
	page, err := template.New("league").Parse(leagueText)
	if err != nil {
		return err
	}
	return page.Execute(w, p)
}

// views fills in the tables of the page.
func (t *LeagueTable) views(p *leaguePage) {
	for place, s := range t.Standings {
		e := &t.Policies[s.Policy]
		v := standingView{Place: place + 1, Name: e.Name, About: e.About, Own: e.Own, Wins: s.Wins, Failures: s.Failures}
		v.Rank, v.RankHalf = seen(s.Rank)
		v.Wait, v.WaitHalf = seen(s.Wait)
		v.Slow, v.SlowHalf = seen(s.Slowdown)
		v.Versus = percent(s.Factor)
		row := duelRow{Name: e.Name}
		for _, other := range t.Standings {
			d := &t.Duels[s.Policy][other.Policy]
			c := duelCell{Text: percent(d.Factor)}
			switch {
			case other.Policy == s.Policy:
				c = duelCell{Text: "·"}
			case d.Pairs == 0:
				c.Text, c.Says = "–", "no workload that both finished"
			default:
				c.Says = fmt.Sprintf("%s beside %s: %s, over %d workloads; corrected probability of chance %.3g", e.Name, t.Policies[other.Policy].Name, c.Text, d.Pairs, d.P)
			}
			switch {
			case other.Policy == s.Policy:
			case !d.Apart():
				v.Untold++
			case d.Factor < 1:
				c.Verdict = "agrees"
				v.Better++
			default:
				c.Verdict = "opposite"
				v.Worse++
			}
			row.Cells = append(row.Cells, c)
		}
		p.Standings, p.Duels = append(p.Standings, v), append(p.Duels, row)
	}
	for w, g := range t.Workloads {
		row := workloadRow{Name: g.Name, Jobs: count(g.Jobs), Nodes: count(g.Nodes)}
		least, differ := t.least(w)
		for _, s := range t.Standings {
			c := waitCell{Text: "–", Failed: true}
			if r := t.Rows[s.Policy][w]; r.ok() {
				c = waitCell{Text: plainNumber(r.MeanWait), Least: differ && r.MeanWait == least}
			}
			row.Cells = append(row.Cells, c)
		}
		p.Workloads = append(p.Workloads, row)
	}
}

// failures lists the runs that failed. If a policy failed with the same error on
// several workloads, these share a row.
func (t *LeagueTable) failures(p *leaguePage) {
	for i, e := range t.Policies {
		var all []failureRow
		for w, g := range t.Workloads {
			r := t.Rows[i][w]
			if r.ok() {
				continue
			}
			f := failureRow{Policy: e.Name, Workloads: g.Name, Problem: "it was not run"}
			if r != nil {
				f.Problem = r.Failure.Problem
				if r.Failure.Line > 0 {
					f.Where = fmt.Sprintf("line %d, column %d", r.Failure.Line, r.Failure.Column)
				}
			}
			n := slices.IndexFunc(all, func(x failureRow) bool { return x.Problem == f.Problem && x.Where == f.Where })
			if n < 0 {
				all = append(all, f)
			} else {
				all[n].Workloads += ", " + f.Workloads
			}
		}
		p.Failures = append(p.Failures, all...)
	}
}

// ranksChart returns the chart of the mean ranks with their intervals. The best
// policy is at the top.
func (t *LeagueTable) ranksChart() ([]byte, error) {
	o := chart.ChartOptions{
		Tooltip: &chart.Tooltip{},
		Grid:    []chart.ChartGrid{{Grid: opts.Grid{Left: "8", Right: "24", Top: "8", Bottom: "28", ContainLabel: opts.Bool(true)}}},
		XAxis:   []opts.XAxis{{Type: "value", Name: "mean rank", NameLocation: "middle", NameGap: 26, Min: 1, Max: max(2, len(t.Policies))}},
		YAxis:   []opts.YAxis{{Type: "category", Data: t.names()}},
	}
	var points []chart.ChartPoint
	for i := len(t.Standings) - 1; i >= 0; i-- {
		s, at := &t.Standings[i], len(t.Standings)-1-i
		points = append(points, chart.ChartPoint{Value: []any{rounded(s.Rank.Mean, true), at}})
		low, high := max(1, s.Rank.Mean-s.Rank.Half), min(float64(len(t.Policies)), s.Rank.Mean+s.Rank.Half)
		o.Series = append(o.Series, chart.Series{Type: "line", Symbol: "none", LineStyle: &opts.LineStyle{Color: "$soft", Width: 2},
			Data: []chart.ChartPoint{{Value: []any{rounded(low, true), at}}, {Value: []any{rounded(high, true), at}}}})
	}
	o.Series = append(o.Series, chart.Series{Name: "mean rank", Type: "line", Symbol: "circle", SymbolSize: 9, ShowSymbol: true,
		LineStyle: &opts.LineStyle{Color: "transparent", Width: 0.1}, ItemStyle: &opts.ItemStyle{Color: "$c0"}, Data: points})
	return json.Marshal(o)
}

// names returns the names of the policies from the last to the first, because the
// axis of the chart counts from the bottom.
func (t *LeagueTable) names() []string {
	var all []string
	for i := len(t.Standings) - 1; i >= 0; i-- {
		all = append(all, t.Policies[t.Standings[i].Policy].Name)
	}
	return all
}

// seen formats a mean and half the width of its interval. An unknown mean is
// formatted as "–".
func seen(e experiment.Estimate) (mean, half string) {
	mean, half = "–", ""
	if e.N > 0 {
		mean = plainNumber(e.Mean)
	}
	if e.N > 1 {
		half = "± " + plainNumber(e.Half)
	}
	return mean, half
}

// percent formats a factor as a relative change, such as "+12 %". It returns "–" if
// the factor is unknown (0).
func percent(factor float64) string {
	if factor == 0 {
		return "–"
	}
	x := 100 * (factor - 1)
	if x > -0.05 && x < 0.05 {
		return "0 %"
	}
	digits := 1
	if x >= 100 {
		digits = 0
	}
	return strings.Replace(fmt.Sprintf("%+.*f %%", digits, x), "-", "−", 1)
}

// plainNumber formats a number with at least three significant digits.
func plainNumber(x float64) string {
	if x == 0 {
		return "0"
	}
	digits := 0
	for size := x; size < 100 && digits < 2; size *= 10 {
		digits++
	}
	whole, part, _ := strings.Cut(fmt.Sprintf("%.*f", digits, x), ".")
	if part != "" {
		part = "." + part
	}
	return grouped(whole) + part
}
