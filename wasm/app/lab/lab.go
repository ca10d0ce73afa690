// Package lab implements the lab, the part of the page in which the reader makes
// experiments. It contains everything except for the code that needs a browser
// (wasm/lab). It turns the scenario on screen into an experiment, distributes the
// runs to workers, and shows the results as curves, tables and texts.
//
// A [Lab] holds one experiment. Vary makes a design from a scenario, and Open reads
// a design from a link. A design has factors with several levels each: one factor
// is varied along the horizontal axis, the levels of one or more factors are
// compared (as curves), and there may be others. Each combination of levels is a
// cell, which is run once for each seed. The page calls Act when the reader uses a
// control, and shows the results of Parts (HTML) and Charts (options of ECharts).
// Some methods return Orders, which are actions that only the browser can carry
// out, such as saving a file.
//
// Workers make the runs. Each worker has a [Bench]:
//
//	message := l.Work(worker, now)       // the next runs, or nil
//	answer := bench.Handle(message)      // in the worker
//	orders := l.HandleReply(worker, answer, now)
//
// The command hopyard sweep gives the same results for the same design.
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
	"hopyard/core/workload/resampling"
	"hopyard/wasm/app/report"
	"hopyard/wasm/html"
)

// Lab is an experiment in progress, with its results.
type Lab struct {
	texts Texts
	d     *scenario.Design
	src   []byte // d as JSON
	bad   error  // reason why the design cannot be run, or nil
	begun []byte // text of the scenario that was passed to Vary
	aim   string // aim of the default experiment (see Aim)
	fresh bool   // whether random jobs replace the jobs of the scenario in begun
	alone bool   // whether the experiment was opened by a link, so that the page has no run to return to
	known map[string]string

	offered []*field // fields that can be varied; computed only when the design changes, because the form reads them often

	r        *experiment.Results
	layout   *experiment.Layout // results in r, arranged as curves; nil until the first repetition of all cells is complete
	laid     int                // number of runs that layout contains
	made     int                // number of runs that r contains
	twice    map[task][]float64 // figures of the runs with twice as many jobs
	rebuilds int                // number of times that r has been rebuilt
	dealer
	view
}

// view holds the reader's choice of which results to show.
type view struct {
	figure    int // index of the selected figure in Results.Keys
	log       bool
	table     bool
	place     int
	against   int // curve with which the others are compared (the base curve)
	point     *point
	differing map[parted]*parts
}

// point is a point in the chart: a curve and a step of the axis.
type point struct{ algorithm, step int }

// New returns a lab without an experiment, with the given texts.
func New(t Texts) *Lab {
	l := &Lab{texts: t}
	l.dealer.reset()
	l.dealer.cores = 1
	return l
}

// Texts holds the texts of the lab in one language, by name. They come from
// static/lang/*/lab.json.
type Texts struct {
	Language string // language tag, such as "en"
	Of       map[string]string
}

// Speak sets the language.
func (l *Lab) Speak(t Texts) { l.texts = t }

// Designs sets the experiments of lessons. The map's keys identify lessons (see
// Name); its values are designs in JSON.
func (l *Lab) Designs(known map[string]string) { l.known = known }

// Name returns a hash that identifies a scenario. White space in the text does not
// affect the hash. It returns an error if the text is not a valid scenario.
func Name(text []byte) (string, error) {
	s, err := scenario.Parse(text)
	if err != nil {
		return "", err
	}
	return known(s), nil
}

func known(s *scenario.Scenario) string { return hash(s.Canonical())[:16] }

// Aim sets the aim of the default experiment, which Vary uses if the scenario has
// no specific experiment: AimQueue, AimPlacement or AimLoad.
func (l *Lab) Aim(aim string) { l.aim = aim }

// Vary starts an experiment with a scenario. If the scenario belongs to a lesson
// with a specific experiment, Vary starts this experiment; otherwise it starts the
// default experiment. It returns an error if the text is not a valid scenario.
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

// Open starts the experiment in the fragment of a link, "x.z.…", with or without #.
// Errors are jsondoc.Errors.
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

// mainFigure returns the index of the first figure that the design lists. If the
// design lists no figures, mainFigure returns the index of the mean wait time.
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

// rebuild prepares the runs of a changed design. It keeps the results of runs that
// were also part of the previous design.
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
// hopyard sweep has no such limit.
const MaxRuns = 100_000

func fits(x *experiment.Experiment) error {
	if x.Design.Stop != nil {
		return errors.New("the page makes as many runs of each combination, and the design has a stop; take it out, or use hopyard sweep")
	}
	if x.Design.Resample != resampling.None {
		return errors.New("the design resamples a trace, which the page does only when it compares policies; take resample out, or use hopyard sweep")
	}
	if runs := len(x.Cells) * x.Design.Repetitions; runs > MaxRuns {
		return fmt.Errorf("%d combinations of %d repetitions are %d runs, more than %d; leave out some levels, or use hopyard sweep", len(x.Cells), x.Design.Repetitions, runs, MaxRuns)
	}
	return nil
}

// carry copies results from a previous design for the runs that are also part of
// the new design, including runs with twice as many jobs.
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

// sets returns the values that a cell assigns in the scenario, as text.
func sets(r *experiment.Results, cell int) string {
	var out strings.Builder
	for i, at := range r.Cells[cell].Levels {
		for _, s := range r.Design.Factors[i].Levels[at].Set {
			out.WriteString(s[0] + "=" + s[1] + "\n")
		}
	}
	return out.String()
}

// arrange arranges the results as curves, if there are new results.
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

// Fragment returns the fragment of a link to the experiment, "#x.z.…". It returns
// "" if the design is invalid or too long for a link.
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

// Key returns the key under which the results are stored in the reader's browser.
// It depends on the scenario, the factors and the version of the engine, but not on
// the number of repetitions. It returns "" if the design is invalid.
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

// Rows returns the results in the format of result files.
func (l *Lab) Rows() []byte {
	if l.r == nil {
		return nil
	}
	var out bytes.Buffer
	l.r.WriteRows(&out) // a bytes.Buffer never fails
	return out.Bytes()
}

// Kept returns the results to be stored in the reader's browser. These are the Rows
// and the results of runs with twice as many jobs, which result files do not
// contain. Whenever the result of Kept changes, the result of Keeps changes, too.
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

// twiceRow is the prefix of a row, in the result of Kept, for a run with twice as
// many jobs. After the prefix, the row contains the cell, the repetition and the
// figures.
const twiceRow = "twice,"

// restoreTwice reads a row with the prefix twiceRow. It ignores a row that does not
// fit the design.
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

// Keeps returns the number of runs in the result of Kept.
func (l *Lab) Keeps() int { return l.made + len(l.twice) }

// Rebuilds returns the number of times that the runs of the design were prepared
// again after a change. A rebuild may drop results that the browser has stored, so
// the caller must then call Restore again.
func (l *Lab) Rebuilds() int { return l.rebuilds }

// Restore adds stored results. It ignores rows that do not fit the design; the
// missing runs are made again.
func (l *Lab) Restore(rows []byte) {
	if l.r == nil || len(rows) == 0 {
		return
	}
	header, rest, _ := strings.Cut(string(rows), "\n")
	for row := range strings.Lines(rest) {
		whole, ended := strings.CutSuffix(row, "\n")
		twice, is := strings.CutPrefix(whole, twiceRow)
		switch {
		case !ended: // the last row was cut off
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

// Report returns the report of the experiment as a single HTML file. The parameter
// echarts is the script of ECharts. Errors are those of report.Write.
func (l *Lab) Report(echarts []byte) ([]byte, error) {
	if l.r == nil {
		return nil, l.bad
	}
	var out bytes.Buffer
	err := report.Write(&out, l.r, report.Options{ECharts: echarts})
	return out.Bytes(), err
}

// Part is the HTML content of an element of the page. The element is identified by
// its ID.
type Part struct {
	ID   string
	HTML html.HTML
}

// Chart is a chart of the page: the ID of its element, and the ECharts options as
// JSON. The options are "" if there is no chart.
type Chart struct{ ID, Options string }

// Colours holds the colors of charts as CSS values. The charts need the values,
// because a canvas cannot use CSS custom properties.
type Colours struct {
	Ink, Soft, Line, Panel, Accent, Good, Bad string
	Series                                    []string // colors of the curves: the values of SeriesColours in the same order
	Narrow                                    bool     // whether the page is too narrow for labels beside the curves
}

// SeriesColours lists the CSS custom properties that hold the colors of the curves.
var SeriesColours = [...]string{"--job0", "--job5", "--job2", "--job3", "--job1", "--job4", "--job7", "--job11"}

// Order is an action that the browser carries out.
type Order struct {
	Kind       OrderKind
	Name, Type string // name and media type of a file
	Text       string // content of a file, fragment of a link, or text to be copied or announced
	Worker     int
}

// OrderKind is the kind of an Order.
type OrderKind uint8

// The kinds of orders. Each comment ends with the fields of Order that the action
// uses, besides Kind and fields already mentioned in the comment.
const (
	SaveFile   OrderKind = iota // save Text as a file; Name, Type, Text
	SavePNG                     // save the chart in the element with the ID Text as a PNG file; Name, Type
	SaveSVG                     // save the chart in the element with the ID Text as an SVG file; Name, Type
	SaveReport                  // save the result of Lab.Report as a file; Name, Type
	OpenLink                    // leave the lab and open the run in the link fragment Text
	CopyText                    // copy Text to the clipboard
	Leave                       // return to the run that the page showed before
	Say                         // announce Text to users of screen readers
	Replace                     // replace the worker number Worker by a new worker
)
