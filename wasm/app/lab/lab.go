// Package lab is the experiments of the page, without a browser: a design made from
// the scenario on screen, its runs dealt to workers, and what they say as text,
// tables and the options of curves. What a browser has to do with it is wasm/lab's.
package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/wasm/app/report"
)

// Lab is one experiment on its way.
type Lab struct {
	texts Texts
	d     *scenario.Design
	src   []byte // d as JSON
	bad   error  // why the design makes no runs
	begun []byte // the text that Vary was given
	aim   string // what Vary compares to begin with
	fresh bool   // random jobs stand in place of those of begun
	alone bool   // opened by a link: the page has no run that it began from
	known map[string]string

	offered []*field // what can be varied: looked up once a design, not for each picture

	r        *experiment.Results
	layout   *experiment.Layout // of r; nil before a whole repetition
	laid     int                // runs that layout knows of
	made     int                // runs in r
	twice    map[task][]float64 // figures of runs with twice the jobs
	rebuilds int                // how often r was made anew
	dealer
	view
}

// view is what is looked at.
type view struct {
	figure    int // its place in Keys
	log       bool
	table     bool
	place     int
	against   int // the algorithm that others are compared with
	point     *point
	differing map[parted]*parts
}

// point is one that was chosen: a curve and a step of the axis.
type point struct{ algorithm, step int }

// New is a lab with nothing in it that speaks by the given texts.
func New(t Texts) *Lab {
	l := &Lab{texts: t}
	l.dealer.reset()
	l.dealer.cores = 1
	return l
}

// Texts are what the lab says, by name, in one language: static/lang/*/lab.json.
type Texts struct {
	Language string // a tag such as "en"
	Of       map[string]string
}

// Speak changes the language.
func (l *Lab) Speak(t Texts) { l.texts = t }

// Designs tells the experiments that lessons have: JSON of a design by the Name of the
// lesson's text.
func (l *Lab) Designs(known map[string]string) { l.known = known }

// Name is what a scenario is known by, whatever the spaces in its text. Errors: those
// of a scenario that is none.
func Name(text []byte) (string, error) {
	s, err := scenario.Parse(text)
	if err != nil {
		return "", err
	}
	return known(s), nil
}

func known(s *scenario.Scenario) string { return hash(s.Canonical())[:16] }

// Aim says what Vary compares where the scenario has no experiment of its own: AimQueue,
// AimPlacement or AimLoad.
func (l *Lab) Aim(aim string) { l.aim = aim }

// Vary begins an experiment from a scenario's text: that of a lesson which has one,
// else the usual one. Errors: those of a scenario that is none.
func (l *Lab) Vary(text []byte) error {
	l.alone = false
	return l.vary(text, l.known)
}

func (l *Lab) vary(text []byte, designs map[string]string) error {
	s, err := scenario.Parse(text)
	if err != nil {
		return err
	}
	var d *scenario.Design
	if own := designs[known(s)]; own != "" {
		d, err = scenario.ParseDesign([]byte(own))
	} else {
		d, err = usual(bytes.Clone(text), s, l.aim)
	}
	if err != nil {
		return err
	}
	l.begun, l.fresh = bytes.Clone(text), s.Model == nil
	l.begin(d)
	return nil
}

// Open begins the experiment of a link's fragment, "x.z.…" with or without #. Errors
// are scenario.Errors.
func (l *Lab) Open(fragment string) error {
	l.alone = false
	src, err := scenario.DecodeDesign(fragment)
	if err != nil {
		return err
	}
	d, err := scenario.ParseDesign(src)
	if err != nil {
		return err
	}
	l.begun, l.fresh, l.alone = nil, false, true
	l.begin(d)
	return nil
}

func (l *Lab) begin(d *scenario.Design) {
	l.d = d
	l.view = view{differing: map[parted]*parts{}}
	l.rebuild()
	l.view.figure = l.mainFigure()
}

// mainFigure is the place of the design's first figure, else that of the mean wait.
func (l *Lab) mainFigure() int {
	key := "mean_wait"
	if len(l.d.Figures) > 0 {
		key = l.d.Figures[0]
	}
	for i, k := range (&metrics.Figures{}).List() {
		if k.Key == key {
			return i
		}
	}
	return 0
}

// rebuild makes the runs of a design that was changed. Runs that it has in common with
// the one before are kept.
func (l *Lab) rebuild() {
	l.d.Base = compact(l.d.Base)
	l.offered = l.offers()
	l.src = written(l.d)
	before, doubled := l.r, l.twice
	l.r, l.layout, l.laid, l.made, l.bad = nil, nil, 0, 0, nil
	l.twice = map[task][]float64{}
	l.rebuilds++
	l.dealer.reset()
	l.point, l.place = nil, 0
	d, err := scenario.ParseDesign(l.src)
	var x *experiment.Experiment
	if err == nil {
		x, err = experiment.New(d)
	}
	if err == nil {
		err = fits(x)
	}
	if err != nil {
		l.bad = err
		return
	}
	l.d, l.r = d, experiment.NewResults(x)
	if before != nil {
		l.carry(before, doubled)
	}
	l.deal()
	l.arrange()
}

// MaxRuns is how many runs an experiment in the page may have; the command line makes
// more.
const MaxRuns = 100_000

func fits(x *experiment.Experiment) error {
	if x.Design.Stop != nil {
		return errors.New("the page makes as many runs of each combination, and the design has a stop; take it out, or use hopyard sweep")
	}
	if runs := len(x.Cells) * x.Design.Repetitions; runs > MaxRuns {
		return fmt.Errorf("%d combinations of %d repetitions are %d runs, more than %d; leave out some levels, or use hopyard sweep", len(x.Cells), x.Design.Repetitions, runs, MaxRuns)
	}
	return nil
}

// carry keeps the runs of another design that this one makes, too, and those with
// twice the jobs.
func (l *Lab) carry(before *experiment.Results, doubled map[task][]float64) {
	if !bytes.Equal(before.Design.Base, l.d.Base) || before.Design.Cut != l.d.Cut {
		return
	}
	cells := map[string]int{}
	for i := range before.Cells {
		cells[sets(before, i)] = i
	}
	for i := range l.r.Cells {
		old, ok := cells[sets(l.r, i)]
		for n := range l.d.Repetitions {
			if !ok || n >= before.Design.Repetitions {
				break
			}
			if f := before.At(old, n); f != nil {
				l.r.Set(i, n, f)
				l.made++
			}
			if f := doubled[task{old, n, true}]; f != nil {
				l.twice[task{i, n, true}] = f
			}
		}
	}
}

// sets is what a cell assigns to the scenario.
func sets(r *experiment.Results, cell int) string {
	var out strings.Builder
	for i, at := range r.Cells[cell].Levels {
		for _, s := range r.Design.Factors[i].Levels[at].Set {
			out.WriteString(s[0] + "=" + s[1] + "\n")
		}
	}
	return out.String()
}

// arrange sorts the runs for curves anew, if there are new ones.
func (l *Lab) arrange() {
	if l.r == nil || l.laid == l.made && l.layout != nil {
		return
	}
	x, err := experiment.Arrange(l.r)
	if err != nil { // no whole repetition yet
		return
	}
	l.layout, l.laid = x, l.made
	if l.against >= len(x.Algorithms) {
		l.against = 0
	}
	l.place = min(l.place, len(x.Places)-1)
}

// Fragment is the link to the experiment, "#x.z.…"; "" while its design is wrong, or
// too long for a link.
func (l *Lab) Fragment() string {
	if l.bad != nil || l.src == nil {
		return ""
	}
	link, err := scenario.EncodeDesign(l.src)
	if err != nil {
		return ""
	}
	return link
}

// Key names what is kept of the experiment on this machine: designs that make the same
// runs have one key. "" while the design is wrong.
func (l *Lab) Key() string {
	if l.bad != nil || l.d == nil {
		return ""
	}
	d := scenario.Design{Base: l.d.Base, Factors: l.d.Factors, Repetitions: 1}
	return hash(append(written(&d), engine.Version...))[:24]
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Rows are the runs made, as a file has them.
func (l *Lab) Rows() []byte {
	if l.r == nil {
		return nil
	}
	var out bytes.Buffer
	l.r.WriteRows(&out) // a buffer takes everything
	return out.Bytes()
}

// Kept are the runs made, to be kept on this machine: behind the Rows are those with
// twice the jobs, which no file has. They change with Keeps.
func (l *Lab) Kept() []byte {
	out := l.Rows()
	if l.r == nil {
		return out
	}
	for i := range l.r.Cells {
		for n := range l.d.Repetitions {
			if f := l.twice[task{i, n, true}]; f != nil {
				out = strconv.AppendInt(append(strconv.AppendInt(append(out, twiceRow...), int64(i), 10), ','), int64(n), 10)
				for _, x := range f {
					out = strconv.AppendFloat(append(out, ','), x, 'g', -1, 64)
				}
				out = append(out, '\n')
			}
		}
	}
	return out
}

// twiceRow begins a row of Kept of a run with twice the jobs: its cell, its repetition and
// its figures follow.
const twiceRow = "twice,"

// restoreTwice takes in such a row; one of another design is left out.
func (l *Lab) restoreTwice(row string) {
	fields := strings.Split(row, ",")
	if len(fields) != 2+len(l.r.Keys) {
		return
	}
	cell, err := strconv.Atoi(fields[0])
	n, err2 := strconv.Atoi(fields[1])
	if err != nil || err2 != nil || cell < 0 || cell >= len(l.r.Cells) {
		return
	}
	f := make([]float64, len(l.r.Keys))
	for i := range f {
		if f[i], err = strconv.ParseFloat(fields[2+i], 64); err != nil {
			return
		}
	}
	l.twice[task{cell, n, true}] = f
}

// Made is how many runs there are.
func (l *Lab) Made() int { return l.made }

// Keeps is how many runs Kept has.
func (l *Lab) Keeps() int { return l.made + len(l.twice) }

// Rebuilds is how often the design was made anew. Each time runs may have been left out
// that are kept: they are to be restored.
func (l *Lab) Rebuilds() int { return l.rebuilds }

// Restore takes in rows that were kept. A row that the design does not have, as one of
// another version, is left out, and its run made again.
func (l *Lab) Restore(rows []byte) {
	if l.r == nil || len(rows) == 0 {
		return
	}
	header, rest, _ := strings.Cut(string(rows), "\n")
	for row := range strings.Lines(rest) {
		whole, ended := strings.CutSuffix(row, "\n")
		twice, is := strings.CutPrefix(whole, twiceRow)
		switch {
		case !ended: // it was cut off
		case is:
			l.restoreTwice(twice)
		default:
			_ = l.r.ReadRows([]byte(header + "\n" + row))
		}
	}
	l.made = len(l.r.Cells)*l.d.Repetitions - len(l.r.Missing())
	running, seeds := l.running, l.seeds
	l.dealer.reset()
	l.deal()
	l.seeds = seeds
	l.running = running && l.due()
	l.arrange()
}

// Report is the experiment's report as one HTML file, with the script that sets
// globalThis.echarts. Errors are as report.Write's.
func (l *Lab) Report(echarts []byte) ([]byte, error) {
	if l.r == nil {
		return nil, l.bad
	}
	var out bytes.Buffer
	err := report.Write(&out, l.r, report.Options{ECharts: echarts})
	return out.Bytes(), err
}

// Part is the content of an element of the page, by its id.
type Part struct{ ID, HTML string }

// Chart is a chart of the page: the element that it is in, and the options of
// ECharts as JSON; "" where there is none.
type Chart struct{ ID, Options string }

// Colours are CSS colours, since a canvas knows no custom properties.
type Colours struct {
	Ink, Soft, Line, Panel, Accent, Good, Bad string
	Series                                    []string // those that SeriesColours names
	Narrow                                    bool     // there is no room for names beside the curves
}

// SeriesColours are the custom properties that curves take their colours from.
var SeriesColours = [...]string{"--job0", "--job5", "--job2", "--job3", "--job1", "--job4", "--job7", "--job11"}

// Order is what the browser is to do.
type Order struct {
	Kind       OrderKind
	Name, Type string // of a file
	Text       string // its content; the address's fragment; what is copied
	Worker     int
}

// OrderKind is what is ordered.
type OrderKind uint8

// The orders.
const (
	SaveFile   OrderKind = iota // Name, Type, Text
	SavePNG                     // of the chart in the element Text, as Name
	SaveSVG                     // likewise
	SaveReport                  // Report, as Name
	OpenLink                    // leave for the run behind the fragment Text
	CopyText                    // Text
	Leave                       // back to the page's run
	Say                         // Text, to a screen reader
	Replace                     // Worker by a new one
)
