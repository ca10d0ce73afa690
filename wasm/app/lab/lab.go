// Package lab is the experiments of the page, without a browser: a design made from
// the scenario on screen, its runs dealt to workers, and what they say as text,
// tables and the options of curves. What a browser has to do with it is wasm/lab's.
package lab

// Lab is one experiment on its way.
type Lab struct {
	texts Texts
}

// New is a lab with nothing in it that speaks by the given texts.
func New(t Texts) *Lab { return &Lab{texts: t} }

// Texts are what the lab says, by name, in one language: static/lang/*/lab.json.
type Texts struct {
	Language string // a tag such as "en"
	Of       map[string]string
}

// Speak changes the language.
func (l *Lab) Speak(t Texts) { l.texts = t }

// Vary begins an experiment from a scenario's text: the one that it has of its own,
// or the usual one. Errors: those of a scenario that is none.
func (l *Lab) Vary(scenario []byte) error { return nil }

// Open begins the experiment of a link's fragment, "x.z.…" with or without #. Errors
// are scenario.Errors.
func (l *Lab) Open(fragment string) error { return nil }

// Fragment is the link to the experiment, "#x.z.…"; "" while its design is wrong.
func (l *Lab) Fragment() string { return "" }

// Part is the content of an element of the page, by its id.
type Part struct{ ID, HTML string }

// Parts are what is to be on screen now, all of it; the page fills what changed.
// Controls have data-lab="name": Act is told of what they become.
func (l *Lab) Parts() []Part { return nil }

// Chart is a chart of the page: the element that it is in, and the options of
// ECharts as JSON; "" where there is none.
type Chart struct{ ID, Options string }

// Colours are CSS colours, since a canvas knows no custom properties.
type Colours struct {
	Ink, Soft, Line, Panel, Accent, Good, Bad string
	Series                                    []string
}

// Charts are what is drawn now.
func (l *Lab) Charts(c Colours) []Chart { return nil }

// Act takes what a reader did to a control: its name, and its value; of a button the
// value that it has.
func (l *Lab) Act(name, value string) []Order { return nil }

// Point takes a click on a chart, or Enter on the row of its table: a series of the
// options, and its place on the axis.
func (l *Lab) Point(chart string, series, place int) []Order { return nil }

// Order is what the browser is to do.
type Order struct {
	Kind       OrderKind
	Name, Type string // of a file
	Text       string // its content; the address's fragment; what is copied
}

// OrderKind is what is ordered.
type OrderKind uint8

// The orders.
const (
	SaveFile OrderKind = iota // Name, Type, Text
	SavePNG                   // of the chart in the element Text, as Name
	SaveSVG                   // likewise
	OpenLink                  // leave for the run behind the fragment Text
	CopyText                  // Text
	Leave                     // back to the page's run
	Say                       // Text, to a screen reader
)

// Workers are how many the reader wants; the page has as many as that.
func (l *Lab) Workers() int { return 1 }

// Cores tells how many there can be.
func (l *Lab) Cores(n int) {}

// Work is the next message to a worker that has nothing to do; nil: there is nothing.
// Milliseconds now are from any origin.
func (l *Lab) Work(worker int, now float64) []byte { return nil }

// Heard takes a worker's answer.
func (l *Lab) Heard(worker int, answer []byte, now float64) []Order { return nil }

// Died is told when a worker has stopped: its runs go back to be made by another, and
// one that has stopped twice is told as wrong.
func (l *Lab) Died(worker int, why string) {}

// Key names what is kept of the experiment on this machine: designs that make the same
// runs have one key. "" while the design is wrong.
func (l *Lab) Key() string { return "" }

// Rows are the runs made, to be kept; they change with Made.
func (l *Lab) Rows() []byte { return nil }

// Made is how many runs there are.
func (l *Lab) Made() int { return 0 }

// Restore takes in rows that were kept. Rows of another version are left out.
func (l *Lab) Restore(rows []byte) {}

// Report is the experiment's report as one HTML file, with the script that sets
// globalThis.echarts. Errors are as report.Write's.
func (l *Lab) Report(echarts []byte) ([]byte, error) { return nil, nil }

// Bench is the worker's side: it makes runs.
type Bench struct{}

// Handle answers one message of Work.
func (b *Bench) Handle(message []byte) []byte { return nil }
