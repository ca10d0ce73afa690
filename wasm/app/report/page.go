package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/workload/resampling"
)

var (
	//go:embed report.html
	pageText string
	//go:embed report.css
	style string
	//go:embed report.js
	script string
)

// Options holds the optional parameters of Write.
type Options struct {
	Figures []string // keys of the figures for which the report names the best algorithm; if empty, the figures of the design
	ECharts []byte   // script of ECharts, which sets globalThis.echarts
}

// page holds the data for the page template of a report.
type page struct {
	Title, About  string
	Facts         []fact
	Notes         []string
	Axis          string
	Steps         []string
	Places        []placeView
	Figures       []figureView // figures for which the report names the best algorithm, the main figure first
	Groups        []groupView
	Styles        []chip // line styles of the curves
	Colours       []chip
	Claims        bool
	Resampled     bool   // whether the repetitions are resamples of a trace
	Base, Main    string // Base is the name of the first algorithm, Main the key of the main figure
	Data          template.JS
	Style         template.CSS
	ECharts, Code template.JS
}

type (
	fact      struct{ Name, Value string }
	groupView struct {
		Name    string
		Figures []metrics.Figure
	}
	chip struct {
		Name       string
		Colour     int
		Mark, Dash string
		Algorithms string // indices of the algorithms, such as "0 3"
	}
	placeView struct {
		Name, Claim string
		Cells       []cellView // cells of the table, one for each of page.Figures
		Words       []string   // sentences about the main figure
		Reached     string     // utilization at each step, as text
	}
	cellView struct {
		Figure string
		Marks  []markView
	}
	markView   struct{ Verdict, Says string }
	figureView struct {
		Key, Title, Unit, Group, Better string
		Count                           map[string]int
		All                             int
		Rows                            []rowView
	}
	rowView struct {
		Place string
		Words []string
		Cells []stepView
	}
	stepView struct {
		Verdict         string
		Best, Value     string
		Half, Also, All string
		Claimed         string
	}
)

// Write writes the report of an experiment as an HTML file. It returns an error if
// the design has no axis or no compared factors, if no repetition is complete, or
// if a figure is unknown. Cost: O(runs · figures).
func Write(w io.Writer, r *experiment.Results, o Options) error {
	l, err := arrange(r)
	if err != nil {
		return err
	}
	judged, err := l.judged(o.Figures)
	if err != nil {
		return err
	}
	p := &page{
		Title: r.Design.Title, About: r.Design.About, Facts: l.facts(), Notes: r.Design.Notes, Axis: r.Design.Axis,
		Base: l.Algorithms[0].Name, Main: l.Keys[judged[0]].Key, Claims: len(r.Design.Claims) > 0, Resampled: r.Design.Resample != resampling.None,
		Style: template.CSS(style), Code: template.JS(script), ECharts: Embeddable(o.ECharts),
	}
	if p.Title == "" {
		p.Title = "An experiment"
	}
	for _, level := range l.Axis.Levels {
		p.Steps = append(p.Steps, level.Name)
	}
	l.judge(p, judged)
	if err := l.draw(p); err != nil {
		return err
	}
	t, err := template.New("report").Funcs(template.FuncMap{"lower": strings.ToLower}).Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// Embeddable escapes a script so that it cannot end the HTML element that contains
// it.
func Embeddable(src []byte) template.JS {
	return template.JS(strings.ReplaceAll(strings.ReplaceAll(string(src), "</script", `<\/script`), "<!--", `<\!--`))
}

// facts returns key numbers of the experiment, such as the number of runs.
func (l *layout) facts() []fact {
	d := l.Design
	facts := []fact{
		{"combinations", count(len(l.Cells))},
		{"repetitions of each", count(len(l.Made))},
		{"runs", count(len(l.Cells) * len(l.Made))},
	}
	if s := d.Stop; s != nil {
		facts[1].Value = fmt.Sprintf("%s at least and %s at most: as many at each place and step as tell %v %% from nothing", count(s.Least), count(d.Repetitions), s.Percent)
		facts[2].Value = count(l.Results.Made())
	} else if len(l.Made) < d.Repetitions {
		facts[1].Value += fmt.Sprintf(" of %d: the sweep is not over", d.Repetitions)
	}
	if d.Resample != resampling.None {
		facts[1].Value = fmt.Sprintf("1 of the trace, and %s of resamples by %s", count(len(l.Made)-1), d.Resample)
	}
	for _, f := range d.Factors {
		var names []string
		for _, level := range f.Levels {
			names = append(names, level.Name)
		}
		facts = append(facts, fact{f.Name, strings.Join(names, ", ")})
	}
	if m := l.Cells[0].Scenario.Model; m != nil {
		facts = append(facts, fact{"jobs of a run", count(int(m.Jobs))})
	}
	return facts
}

// draw adds the curves to the page: their colors, line styles and points.
func (l *layout) draw(p *page) error {
	colour, dash := l.looks()
	last := len(l.Design.Algorithm) - 1
	for a := range l.Algorithms {
		names := make([]string, len(l.Design.Algorithm))
		for i, at := range l.Algorithms[a].Levels {
			names[i] = l.Design.Factors[l.Design.Find(l.Design.Algorithm[i])].Levels[at].Name
		}
		p.Colours = addChip(p.Colours, chip{Name: names[last], Colour: colour[a], Mark: marks[colour[a]].class}, a)
		p.Styles = addChip(p.Styles, chip{Name: strings.Join(names[:last], " "), Dash: dashes[dash[a]]}, a)
	}
	for g := range metrics.NumGroups {
		view := groupView{Name: g.String()}
		for _, k := range l.Keys {
			if k.Group == g {
				view.Figures = append(view.Figures, k)
			}
		}
		p.Groups = append(p.Groups, view)
	}
	data := struct {
		Axis       string            `json:"axis"`
		Steps      []float64         `json:"steps"`
		Algorithms []string          `json:"algorithms"`
		Charts     []json.RawMessage `json:"charts"`
		Units      map[string]string `json:"units"`
		Values     map[string]points `json:"values"`
		Pairs      map[string]points `json:"pairs"`
	}{Axis: l.Design.Axis, Steps: l.Steps, Units: map[string]string{}, Values: map[string]points{}, Pairs: map[string]points{}}
	for _, a := range l.Algorithms {
		data.Algorithms = append(data.Algorithms, a.Name)
	}
	for i := range l.Places {
		c, err := l.chart(i, colour, dash)
		if err != nil {
			return err
		}
		data.Charts = append(data.Charts, c)
	}
	for i, k := range l.Keys {
		data.Units[k.Key] = k.Unit
		data.Values[k.Key], data.Pairs[k.Key] = l.values(i)
	}
	raw, err := json.Marshal(data) // json.Marshal escapes < and >
	p.Data = template.JS(raw)
	return err
}

// addChip adds an algorithm to the legend entry (chip) with the same name. If there
// is none, it adds the entry.
func addChip(chips []chip, c chip, algorithm int) []chip {
	for i := range chips {
		if chips[i].Name == c.Name {
			chips[i].Algorithms += fmt.Sprintf(" %d", algorithm)
			return chips
		}
	}
	c.Algorithms = fmt.Sprint(algorithm)
	return append(chips, c)
}
