package lab

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
)

// Act handles a change that the reader made with a control. It takes the control's
// name and its new value.
func (l *Lab) Act(name, value string) []Order {
	if f := runActs[name]; f != nil && (l.d != nil || name == "leave") {
		return f(l, value)
	}
	if f := lookActs[name]; f != nil && l.d != nil {
		f(l, value)
		return nil
	}
	if f := designActs[name]; f != nil && l.d != nil {
		before := l.d
		l.d = copied(l.d)
		if err := f(l, value); err != nil {
			l.d = before
			l.bad = err
			return []Order{{Kind: Say, Text: err.Error()}}
		}
		l.rebuild()
	}
	return nil
}

// copied returns a copy of a design. Changes of the copy's factors do not affect
// the original.
func copied(d *scenario.Design) *scenario.Design {
	c := *d
	c.Factors = slices.Clone(d.Factors)
	for i := range c.Factors {
		c.Factors[i].Levels = slices.Clone(c.Factors[i].Levels)
	}
	c.Algorithm, c.Claims = slices.Clone(d.Algorithm), nil // the claims of a source apply only to the unchanged design
	return &c
}

// runActs holds the actions that concern the runs, by the name of the control.
var runActs = map[string]func(l *Lab, value string) []Order{
	"run": func(l *Lab, _ string) []Order {
		l.seeds, l.fault, l.running = 0, "", len(l.todo)+len(l.out) > 0
		return nil
	},
	"preview": func(l *Lab, _ string) []Order { // runs that are started automatically, for a first impression
		if l.r != nil && l.bad == nil && !l.running {
			l.seeds = min(preview, l.d.Repetitions)
			l.running = l.due()
		}
		return nil
	},
	"stop":   func(l *Lab, _ string) []Order { l.running = false; return nil },
	"leave":  func(l *Lab, _ string) []Order { return []Order{{Kind: Leave}} },
	"more":   func(l *Lab, value string) []Order { return l.more(value) },
	"anew":   func(l *Lab, _ string) []Order { return l.anew() },
	"open":   func(l *Lab, _ string) []Order { return l.opened() },
	"export": func(l *Lab, value string) []Order { return l.export(value) },
	"workers": func(l *Lab, value string) []Order {
		l.wanted, _ = strconv.Atoi(value)
		return nil
	},
}

// lookActs holds the actions that only change the view, by the name of the control.
var lookActs = map[string]func(l *Lab, value string){
	"figure": func(l *Lab, value string) {
		if l.r != nil {
			for i, k := range l.r.Keys {
				if k.Key == value {
					l.figure = i
				}
			}
		}
	},
	"log":   func(l *Lab, _ string) { l.log = !l.log },
	"table": func(l *Lab, _ string) { l.table = !l.table },
	"place": func(l *Lab, value string) { l.place = l.among(value, placesOf) },
	"against": func(l *Lab, value string) {
		l.against = l.among(value, algorithmsOf)
	},
	"close": func(l *Lab, _ string) { l.point = nil },
}

func placesOf(l *Lab) int     { return len(l.layout.Places) }
func algorithmsOf(l *Lab) int { return len(l.layout.Algorithms) }

// among parses an index. It returns 0 if the text is not a number from 0 up to, but
// not including, the result of the given function.
func (l *Lab) among(value string, count func(*Lab) int) int {
	n, err := strconv.Atoi(value)
	if err != nil || l.layout == nil || n < 0 || n >= count(l) {
		return 0
	}
	return n
}

// designActs holds the actions that change the design, by the name of the control.
var designActs = map[string]func(l *Lab, value string) error{
	"axis":        func(l *Lab, path string) error { return l.setAxis(path) },
	"levels":      func(l *Lab, text string) error { return l.setLevels(l.d.Find(l.d.Axis), text) },
	"series":      func(l *Lab, path string) error { return l.setSeries(path) },
	"drop":        func(l *Lab, name string) error { return l.dropLevel(name) },
	"add":         func(l *Lab, name string) error { return l.addLevel(name) },
	"own":         func(l *Lab, source string) error { return l.addOwn(source) },
	"another":     func(l *Lab, path string) error { return l.addFactor(path) },
	"values":      func(l *Lab, value string) error { return l.setValues(value) },
	"without":     func(l *Lab, name string) error { return l.dropFactor(name) },
	"repetitions": func(l *Lab, value string) error { return l.repeat(value) },
	"seed": func(l *Lab, value string) error {
		return l.edit("seed", value)
	},
	"jobs": func(l *Lab, value string) error { return l.edit("workload.jobs", value) },
	"load": func(l *Lab, value string) error { return l.edit("workload.load", value) },
}

// edit sets a value in the scenario from which the design was made.
func (l *Lab) edit(path, value string) error {
	base, err := scenario.Edit(l.d.Base, path, strings.TrimSpace(value))
	if err == nil {
		l.d.Base = base
	}
	return err
}

// spare returns a name for a new factor that varies the given path. No other factor
// has this name.
func (l *Lab) spare(path string) string {
	name := path[strings.LastIndexByte(path, '.')+1:]
	if l.d.Find(name) >= 0 {
		name = path
	}
	return name
}

// setAxis selects the field that is varied along the axis. Its initial values are
// chosen around the scenario's value.
func (l *Lab) setAxis(path string) error {
	f := fieldAt(path)
	if f == nil || !f.numeric() {
		return errors.New(l.say("NoAxis", "path", path))
	}
	at := l.d.Find(l.d.Axis)
	for i := range l.d.Factors {
		if i != at && pathOf(&l.d.Factors[i]) == path {
			return errors.New(l.say("VariedAlready", "field", l.fieldTitle(path, path)))
		}
	}
	factor := scenario.Factor{Levels: levelsOf(path, around(f, l.d.Base))}
	if at < 0 {
		factor.Name = l.spare(path)
		l.d.Factors = append([]scenario.Factor{factor}, l.d.Factors...)
	} else {
		l.d.Factors[at] = scenario.Factor{}
		factor.Name = l.spare(path)
		l.d.Factors[at] = factor
	}
	l.d.Axis = factor.Name
	if path == "workload.factor" {
		return l.edit("workload.estimates", "factor")
	}
	return nil
}

// around returns a few values for a field that is to be varied. They range from
// half to twice the scenario's value. For the load and the overestimation factor,
// they are fixed.
func around(f *field, base []byte) []string {
	raw, _ := scenario.LookUp(base, f.Path)
	if raw == "" {
		raw = f.Default
	}
	x, err := strconv.ParseFloat(raw, 64)
	least, most := float64(f.Min), float64(f.Max)
	if f.Kind == schema.Number {
		least, most = least/1000, most/1000
	}
	var out []string
	add := func(x float64) {
		if f.Kind != schema.Number {
			x = float64(int64(x))
		}
		x = min(max(x, least), most)
		if text := number(float64(int64(x*1000+0.5)) / 1000); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	switch {
	case f.Path == "workload.load":
		for _, x := range []float64{0.5, 0.6, 0.7, 0.8, 0.9} {
			add(x)
		}
	case f.Path == "workload.factor":
		for i := range 9 {
			add(1 + float64(i)/2)
		}
	case err != nil || x == 0:
		for _, x := range []float64{0, 1, 2, 4, 8} {
			add(x)
		}
	default:
		for _, times := range []float64{0.5, 0.75, 1, 1.5, 2} {
			add(x * times)
		}
	}
	return out
}

func levelsOf(path string, values []string) []scenario.Level {
	var out []scenario.Level
	for _, v := range values {
		out = append(out, level(path, v))
	}
	return out
}

// setLevels sets the levels of a factor from a text. The text is either a list,
// such as "1, 2, 5", or a range in the form "start/end/increment", such as
// "1/5/0.5".
func (l *Lab) setLevels(at int, text string) error {
	if at < 0 {
		return nil
	}
	f := &l.d.Factors[at]
	path := pathOf(f)
	if path == "" {
		return errors.New(l.say("NotByForm", "factor", f.Name))
	}
	var values []string
	if x := fieldAt(path); x != nil && !x.numeric() {
		for v := range strings.SplitSeq(text, ",") {
			if v = strings.TrimSpace(v); v != "" {
				values = append(values, v)
			}
		}
	} else {
		var err error
		if values, err = l.numbers(text); err != nil {
			return err
		}
	}
	f.Levels = nil
	for _, v := range values {
		if x := fieldAt(path); x != nil && x.Kind == schema.OneOf {
			v = quote(v)
		}
		f.Levels = append(f.Levels, level(path, v))
	}
	if len(f.Levels) == 0 {
		return errors.New(l.say("NoLevels"))
	}
	return nil
}

// numbers parses a list of numbers, or a range in the form "start/end/increment",
// such as "1/5/0.5".
func (l *Lab) numbers(text string) ([]string, error) {
	if !strings.Contains(text, "/") {
		var out []string
		for v := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",; \t\n", r) }) {
			x, err := strconv.ParseFloat(v, 64)
			if err != nil {
				return nil, errors.New(l.say("NoNumber", "value", v))
			}
			if n := number(x); !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
		return out, nil
	}
	var x [3]float64
	for i, v := range strings.SplitN(text, "/", 3) {
		var err error
		if x[i], err = strconv.ParseFloat(strings.TrimSpace(v), 64); err != nil {
			return nil, errors.New(l.say("NoNumber", "value", v))
		}
	}
	return l.steps(x[0], x[1], x[2])
}

// steps returns evenly spaced numbers, rounded to thousandths. Its parameters are
// the first number, the greatest number allowed, and the increment.
func (l *Lab) steps(from, to, by float64) ([]string, error) {
	if by <= 0 || to < from || (to-from)/by > maxSteps {
		return nil, errors.New(l.say("NoSteps", "most", strconv.Itoa(maxSteps)))
	}
	var out []string
	for i := 0; from+float64(i)*by <= to+by/1e6; i++ {
		out = append(out, number(float64(int64((from+float64(i)*by)*1000+0.5))/1000))
	}
	return slices.Compact(out), nil
}

// maxSteps is the greatest number of steps along the axis that the page allows.
const maxSteps = 100

func (l *Lab) repeat(value string) error {
	n, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil || n < 1 || n > scenario.MaxRepetitions {
		return errors.New(l.say("NoRepetitions", "value", value, "most", grouped(scenario.MaxRepetitions)))
	}
	l.d.Repetitions = n
	return nil
}

// more adds repetitions to the design and continues the experiment.
func (l *Lab) more(value string) []Order {
	n, _ := strconv.Atoi(value)
	at := l.view
	l.d = copied(l.d)
	l.d.Repetitions = min(l.d.Repetitions+max(n, 1), scenario.MaxRepetitions)
	l.rebuild()
	l.view = at
	l.running = l.bad == nil && len(l.todo) > 0
	return nil
}

// BaseScenario returns the scenario from which the experiment was made, as a text
// and as a link. The link is "" if the scenario is too long for it. Both are "" if
// the experiment was not opened by a link, or if the scenario is invalid without
// the design's factors. The page shows this scenario when the reader leaves the
// lab.
func (l *Lab) BaseScenario() (link, text string) {
	if !l.alone {
		return "", ""
	}
	s, err := scenario.Parse(l.d.Base)
	if err != nil {
		return "", ""
	}
	if link, err = scenario.EncodeLink(scenario.SharedLink{Scenario: s}); err != nil {
		link = ""
	}
	return link, string(l.d.Base)
}

// anew starts the default experiment for the scenario, even if the scenario's
// lesson has a specific experiment.
func (l *Lab) anew() []Order {
	text := l.begun
	if text == nil {
		text = l.d.Base
	}
	if err := l.vary(text, nil); err != nil {
		l.bad = err
	}
	return nil
}
