// Package lab is the laboratory of the page, without its browser part (wasm/lab).
// It turns the scenario on screen into an experiment, distributes the runs to
// workers, and shows the results as curves, tables and texts.
//
// A [Lab] holds one experiment. Vary makes a design from a scenario, and Open reads
// one from a link. A design has factors: one along the axis of the curves, one or
// more whose levels are compared (the curves), and possibly others. Each
// combination is a cell, which runs once for each seed. The page calls Act for what
// the reader does, and shows Parts (HTML) and Charts (options of ECharts). Orders
// are what only the browser can do, such as saving a file.
//
// Runs are made by workers, each of which has a [Bench]:
//
//	message := l.Work(worker, now)       // the next runs, or nil
//	answer := bench.Handle(message)      // in the worker
//	orders := l.Heard(worker, answer, now)
//
// The results are those of hopyard sweep for the same design.
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

// Lab is one experiment in progress.
type Lab struct {
	texts Texts
	d     *scenario.Design
	src   []byte // d as JSON
	bad   error  // why the design has no runs
	begun []byte // the text that Vary was given
	aim   string // what Vary compares by default
	fresh bool   // random jobs replace those of begun
	alone bool   // opened by a link: the page has no run from which it was started
	known map[string]string

	offered []*field // fields that can be varied; computed once for each design, not for each picture

	r        *experiment.Results
	layout   *experiment.Layout // of r; nil until the first repetition of all cells is complete
	laid     int                // number of runs in layout
	made     int                // number of runs in r
	twice    map[task][]float64 // figures of runs with twice the jobs
	rebuilds int                // how often r was rebuilt
	dealer
	view
}

// view is the part of the results that the reader looks at.
type view struct {
	figure    int // index into Keys
	log       bool
	table     bool
	place     int
	against   int // the algorithm with which others are compared
	point     *point
	differing map[parted]*parts
}

// point is a selected point: a curve and a step of the axis.
type point struct{ algorithm, step int }

// New returns a lab without an experiment, with the given texts.
func New(t Texts) *Lab {
	l := &Lab{texts: t}
	l.dealer.reset()
	l.dealer.cores = 1
	return l
}

// Texts holds the texts of the lab by name, in one language:
// static/lang/*/lab.json.
type Texts struct {
	Language string // a language tag such as "en"
	Of       map[string]string
}

// Speak sets the language.
func (l *Lab) Speak(t Texts) { l.texts = t }

// Designs sets the experiments of lessons: for the Name of a lesson's text, the
// JSON of a design.
func (l *Lab) Designs(known map[string]string) { l.known = known }

// Name returns a hash that identifies a scenario, independent of the spaces in its
// text. It returns an error if the text is not a valid scenario.
func Name(text []byte) (string, error) {
	s, err := scenario.Parse(text)
	if err != nil {
		return "", err
	}
	return known(s), nil
}

func known(s *scenario.Scenario) string { return hash(s.Canonical())[:16] }

// Aim sets what Vary compares if the scenario has no experiment of its own:
// AimQueue, AimPlacement or AimLoad.
func (l *Lab) Aim(aim string) { l.aim = aim }

// Vary starts an experiment with a scenario: the lesson's own one if there is one,
// otherwise the usual one. It returns an error if the text is not a valid scenario.
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

// Open starts the experiment in a link's fragment, "x.z.…" with or without #. Its
// errors are scenario.Errors.
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

// mainFigure returns the index of the design's first figure, or of the mean wait if
// the design names none.
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

// rebuild makes the runs of a design after a change. It keeps the runs that the old
// design also had.
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

// MaxRuns is the greatest number of runs of an experiment in the page. The command
// line has no such limit.
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

// carry copies the results of another design for the runs that both designs have,
// including those with twice the jobs.
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

// sets returns the assignments of a cell to the scenario.
func sets(r *experiment.Results, cell int) string {
	var out strings.Builder
	for i, at := range r.Cells[cell].Levels {
		for _, s := range r.Design.Factors[i].Levels[at].Set {
			out.WriteString(s[0] + "=" + s[1] + "\n")
		}
	}
	return out.String()
}

// arrange arranges the runs for the curves, if there are new ones.
func (l *Lab) arrange() {
	if l.r == nil || l.laid == l.made && l.layout != nil {
		return
	}
	x, err := experiment.Arrange(l.r)
	if err != nil { // no repetition is complete yet
		return
	}
	l.layout, l.laid = x, l.made
	if l.against >= len(x.Algorithms) {
		l.against = 0
	}
	l.place = min(l.place, len(x.Places)-1)
}

// Fragment returns the link to the experiment, "#x.z.…". It returns "" if the
// design is invalid or too long for a link.
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

// Key returns the name under which the runs are stored on this machine. Designs
// with the same runs have the same key. It returns "" if the design is invalid.
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

// Rows returns the finished runs in the format of result files.
func (l *Lab) Rows() []byte {
	if l.r == nil {
		return nil
	}
	var out bytes.Buffer
	l.r.WriteRows(&out) // a bytes.Buffer never fails
	return out.Bytes()
}

// Kept returns the finished runs to store on this machine. After the Rows it has
// the runs with twice the jobs, which result files do not contain. The result
// changes whenever Keeps does.
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

// twiceRow is the prefix of a row of Kept with twice the jobs. Cell, repetition and
// figures follow.
const twiceRow = "twice,"

// restoreTwice stores such a row. It ignores a row of another design.
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

// Made returns the number of finished runs.
func (l *Lab) Made() int { return l.made }

// Keeps returns the number of runs in Kept.
func (l *Lab) Keeps() int { return l.made + len(l.twice) }

// Rebuilds returns how often the design was rebuilt. A rebuild may drop runs that
// are stored, so the caller must call Restore afterwards.
func (l *Lab) Rebuilds() int { return l.rebuilds }

// Restore adds stored rows. It ignores rows that the design does not have, such as
// those of another version; their runs are made again.
func (l *Lab) Restore(rows []byte) {
	if l.r == nil || len(rows) == 0 {
		return
	}
	header, rest, _ := strings.Cut(string(rows), "\n")
	for row := range strings.Lines(rest) {
		whole, ended := strings.CutSuffix(row, "\n")
		twice, is := strings.CutPrefix(whole, twiceRow)
		switch {
		case !ended: // the last row is incomplete
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

// Report returns the report of the experiment as one HTML file. echarts is the
// script that sets globalThis.echarts. The errors are those of report.Write.
func (l *Lab) Report(echarts []byte) ([]byte, error) {
	if l.r == nil {
		return nil, l.bad
	}
	var out bytes.Buffer
	err := report.Write(&out, l.r, report.Options{ECharts: echarts})
	return out.Bytes(), err
}

// Part is the content of an element of the page, identified by its id.
type Part struct{ ID, HTML string }

// Chart is a chart of the page: the id of its element, and the options of ECharts
// as JSON. Options is "" if there is no chart.
type Chart struct{ ID, Options string }

// Colours holds CSS color values, because a canvas does not know custom properties.
type Colours struct {
	Ink, Soft, Line, Panel, Accent, Good, Bad string
	Series                                    []string // the values of SeriesColours, in that order
	Narrow                                    bool     // there is no room for names beside the curves
}

// SeriesColours lists the custom properties with the colors of the curves.
var SeriesColours = [...]string{"--job0", "--job5", "--job2", "--job3", "--job1", "--job4", "--job7", "--job11"}

// Order is an action that the browser carries out.
type Order struct {
	Kind       OrderKind
	Name, Type string // name and type of a file
	Text       string // content of the file, fragment of the address, or text to copy
	Worker     int
}

// OrderKind is the kind of an Order.
type OrderKind uint8

// The kinds of orders. Each comment lists the fields that it uses.
const (
	SaveFile   OrderKind = iota // save Text as a file; Name, Type, Text
	SavePNG                     // save the chart in the element Text as a file; Name, Type, Text
	SaveSVG                     // same as SavePNG
	SaveReport                  // save Report as a file; Name, Type
	OpenLink                    // leave the lab for the run in the fragment Text
	CopyText                    // copy Text
	Leave                       // go back to the run of the page
	Say                         // announce Text to screen readers
	Replace                     // replace Worker by a new one
)
