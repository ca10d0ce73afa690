package scenario

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/metrics"
	"hopyard/core/workload/resampling"
)

// DesignVersion is the value of "hopyard_design" that this package reads.
const DesignVersion = 1

// Limits on a design.
const (
	MaxFactors      = 16
	MaxLevelsOf     = 256     // levels of one factor
	MaxCombinations = 1 << 20 // combinations of levels, including those that the field Level.Only excludes
	MaxCells        = 20_000  // combinations that are part of the design
	MaxRepetitions  = 10_000
	MaxClaims       = 100
	MaxNotes        = 40
)

// Design is an experiment: a scenario, factors that change it, and a number of
// repetitions. Every combination of the factors' levels runs that many times, each
// time with another seed.
type Design struct {
	Title, About string
	Notes        []string // details that the source of the experiment leaves open, and the choices made here
	Base         []byte   // text of the scenario that the factors change
	Factors      []Factor
	Repetitions  int          // number of repetitions of each combination; the maximum if Stop is set
	Cut          metrics.Trim // jobs at the beginning and end of each run that the figures leave out
	Stop         *Stop        // condition under which fewer repetitions are enough; nil if there is none
	// Resample is the kind of blocks from which resamples of the scenario's trace are
	// assembled. The first repetition runs the trace itself, and each other one runs
	// a resample. It is None if the design resamples no trace.
	Resample resampling.Blocks

	// The next fields control the report. Axis is the name of a factor whose levels
	// are numbers. Algorithm names the factors that are compared with each other.
	// The other factors describe the settings in which they are compared.
	Axis      string
	Algorithm []string
	Figures   []string // keys of metrics.Figures; the first is the main figure
	Claims    []Claim
	ClaimsBy  string // key of a figure. If it is set, Best.From and Best.Until are values of this figure (its mean for the first algorithm) instead of the axis
}

// Factor is one property of the scenario that varies.
type Factor struct {
	Name   string
	Levels []Level
}

// Level is one setting of a factor: a list of paths in the scenario's text, each
// with the value that Edit writes there.
type Level struct {
	Name string
	Set  [][2]string // pairs of path and value
	// Only lists the levels of other factors with which this level is combined. A
	// factor that is not listed is unrestricted.
	Only []FactorChoice
}

// FactorChoice is a selection of levels of one factor.
type FactorChoice struct {
	Factor string
	Levels []string
}

// Claim is the statement of a source about which algorithms are best. A report
// compares it with the results.
type Claim struct {
	Where []FactorChoice // settings for which the claim holds: levels of factors that are neither the axis nor compared
	Text  string         // the claim in the words of the source
	Best  []Best         // ordered by From
}

// Best lists the algorithms that a claim calls best in an interval of the axis.
type Best struct {
	Algorithms  []string // level names of the factors in Design.Algorithm, joined by spaces: "easy sdm"
	From, Until float64  // interval of the axis, or of the figure Design.ClaimsBy; it includes From but not Until
}

var designFields = jsondoc.Fields{
	Of:    "a design",
	Names: []string{"hopyard_design", "title", "about", "notes", "scenario", "factors", "repetitions", "axis", "algorithm", "figures", "claims", "claims_by", "cut", "stop", "resample"},
}

// ParseDesign reads an experiment. It checks the form of the design, but not the
// scenarios that it produces. The error is a jsondoc.Errors, which lists everything
// that is wrong and where.
func ParseDesign(src []byte) (*Design, error) {
	return parseForm(src, MaxBytes, "design", (*parser).design)
}

func (p *parser) design(d *Design) {
	d.Repetitions = 1
	at := map[string]jsondoc.Ref{}
	if !p.Object(jsondoc.Root, &designFields, func(name string, v jsondoc.Ref) { at[name] = v }) {
		return
	}
	p.Version(at["hopyard_design"], "hopyard_design", DesignVersion)
	if v := at["title"]; v != 0 {
		d.Title, _ = p.Words(v, MaxTitle)
	}
	if v := at["about"]; v != 0 {
		d.About, _ = p.Words(v, MaxAbout)
	}
	if v := at["notes"]; v != 0 {
		d.Notes = p.Texts(v, MaxNotes, MaxAbout, "notes")
	}
	if v := at["repetitions"]; v != 0 {
		n, _ := p.Integer(v, 1, MaxRepetitions)
		d.Repetitions = int(n)
	}
	if v := at["scenario"]; v == 0 {
		p.Add(jsondoc.Error{Place: "scenario", Problem: "scenario is missing", Fix: "write the scenario that the factors change"})
	} else if p.Kind(v) != '{' {
		p.Wrong(v, p.Is(v)+", not a scenario", "", "write {…}")
	} else {
		d.Base = []byte(p.Raw(v))
	}
	if v := at["factors"]; v == 0 {
		p.Add(jsondoc.Error{Place: "factors", Problem: "factors is missing", Fix: `write a list of factors, as in [{"name": "queue", "path": "scheduler.queue", "levels": ["fcfs", "easy"]}]`})
	} else if p.List(v, MaxFactors, "factors") {
		for _, e := range p.Elements(v) {
			d.Factors = append(d.Factors, p.factor(e))
		}
		p.checkFactors(v, d)
	}
	p.comparison(d, at)
	if v := at["cut"]; v != 0 {
		d.Cut = p.cut(v)
	}
	if v := at["stop"]; v != 0 {
		p.stop(v, d)
	}
	if v := at["resample"]; v != 0 {
		p.resample(v, d)
	}
}

var factorFields = jsondoc.Fields{Of: "a factor", Names: []string{"name", "path", "levels"}}

func (p *parser) factor(v jsondoc.Ref) Factor {
	var f Factor
	var levels jsondoc.Ref
	path := ""
	ok := p.Object(v, &factorFields, func(name string, v jsondoc.Ref) {
		switch name {
		case "name":
			f.Name = p.Line(v, MaxName)
		case "path":
			path, _ = p.Words(v, MaxTitle)
			if _, err := jsondoc.SplitPath(path); err != nil || path == "" {
				p.Wrong(v, "is not a path", "", "write one such as workload.load")
			}
		case "levels":
			levels = v
		}
	})
	if ok && f.Name == "" {
		p.Wrong(v, "has no name", "", `write "name": "queue"`)
	}
	switch {
	case !ok:
	case levels == 0:
		p.Wrong(v, "has no levels", "", `write "levels": […]`)
	case p.List(levels, MaxLevelsOf, "levels"):
		f.Levels = []Level{}
		for _, e := range p.Elements(levels) {
			f.Levels = append(f.Levels, p.level(e, path))
		}
	}
	return f
}

var levelFields = jsondoc.Fields{Of: "a level", Names: []string{"name", "value", "set", "only"}}

// level reads a level: a value for the factor's path, or an object.
func (p *parser) level(v jsondoc.Ref, path string) Level {
	if p.Kind(v) != '{' {
		if path == "" {
			p.Wrong(v, "is a value, but the factor has no path", "", `write "path" in the factor, or {"name": …, "set": {…}} here`)
		}
		return Level{Name: p.nameOf(v), Set: [][2]string{{path, p.Raw(v)}}}
	}
	var l Level
	p.Object(v, &levelFields, func(name string, val jsondoc.Ref) {
		switch name {
		case "name":
			l.Name = p.Line(val, MaxName)
		case "value":
			if path == "" {
				p.Wrong(val, "is given, but the factor has no path", "", `write "path" in the factor, or "set" here`)
			}
			l.Set = append(l.Set, [2]string{path, p.Raw(val)})
			if l.Name == "" {
				l.Name = p.nameOf(val)
			}
		case "set":
			if p.Kind(val) != '{' {
				p.Wrong(val, p.Is(val)+", not an object of paths and values", "", `write {"cluster.topology": {…}}`)
				return
			}
			for key, x := range p.Members(val) {
				if _, err := jsondoc.SplitPath(p.Text(key)); err != nil || p.Text(key) == "" {
					p.WrongKey(key, jsondoc.Quoted(p.Text(key))+" is not a path", "write one such as cluster.topology.width")
				}
				l.Set = append(l.Set, [2]string{p.Text(key), p.Raw(x)})
			}
		case "only":
			l.Only = p.choices(val)
		}
	})
	if l.Name == "" {
		p.Wrong(v, "has no name", "", `write "name": "…"`)
	}
	return l
}

// nameOf returns the name of a level that is given as a plain value. The name is
// the value itself.
func (p *parser) nameOf(v jsondoc.Ref) string {
	switch p.Kind(v) {
	case '"':
		return p.Line(v, MaxName)
	case '[', '{':
		p.Wrong(v, "needs a name", "", `write {"name": "…", "value": …}`)
		return ""
	}
	return p.Raw(v)
}

// choices reads an object of factors and levels: {"factor": ["level", …]}.
func (p *parser) choices(v jsondoc.Ref) []FactorChoice {
	if p.Kind(v) != '{' {
		p.Wrong(v, p.Is(v)+", not an object of factors and levels", "", `write {"machine": ["star"]}`)
		return nil
	}
	var out []FactorChoice
	for key, list := range p.Members(v) {
		c := FactorChoice{Factor: p.Text(key)}
		if p.List(list, MaxLevelsOf, "levels") {
			for _, e := range p.Elements(list) {
				name, _ := p.Words(e, MaxName)
				c.Levels = append(c.Levels, name)
			}
		}
		out = append(out, c)
	}
	return out
}

// Find returns the index of a factor, or -1.
func (d *Design) Find(factor string) int {
	return slices.IndexFunc(d.Factors, func(f Factor) bool { return f.Name == factor })
}

// find returns the index of a level, or -1.
func (f *Factor) find(level string) int {
	return slices.IndexFunc(f.Levels, func(l Level) bool { return l.Name == level })
}

// names returns the names of the factors.
func (d *Design) names() []string {
	var names []string
	for i := range d.Factors {
		names = append(names, d.Factors[i].Name)
	}
	return names
}

// checkFactors finds duplicate names, factors without levels, references to unknown
// factors and levels, and too many combinations.
func (p *parser) checkFactors(v jsondoc.Ref, d *Design) {
	if len(d.Factors) == 0 {
		p.Wrong(v, "is empty", "1", "write what varies")
	}
	combinations := 1
	for i := range d.Factors {
		f := &d.Factors[i]
		if f.Name != "" && d.Find(f.Name) != i {
			p.factorError(i, fmt.Sprintf("factor %q is given twice", f.Name), "rename one of them")
		}
		if f.Levels != nil && len(f.Levels) == 0 { // nil: the error has been noted
			p.factorError(i, fmt.Sprintf("factor %q has no level", f.Name), "write at least one")
		}
		for k := range f.Levels {
			l := &f.Levels[k]
			if f.find(l.Name) != k {
				p.factorError(i, fmt.Sprintf("factor %q has the level %q twice", f.Name, l.Name), "rename one of them")
			}
			p.checkChoices(fmt.Sprintf("factors[%d].levels[%d].only", i, k), d, l.Only)
		}
		if combinations *= max(1, len(f.Levels)); combinations > MaxCombinations {
			p.Wrong(v, fmt.Sprintf("makes more than %d combinations", MaxCombinations), fmt.Sprint(MaxCombinations), "remove some levels")
			return
		}
	}
}

func (p *parser) factorError(i int, problem, fix string) {
	p.Add(jsondoc.Error{Place: fmt.Sprintf("factors[%d]", i), Problem: problem, Fix: fix})
}

// checkChoices finds factors and levels that do not exist.
func (p *parser) checkChoices(place string, d *Design, choices []FactorChoice) {
	field := place[strings.LastIndexByte(place, '.')+1:]
	for _, c := range choices {
		at := d.Find(c.Factor)
		if at < 0 {
			p.Add(jsondoc.Error{Place: place, Value: c.Factor, Problem: fmt.Sprintf("%s names the factor %q, which does not exist", field, c.Factor), Fix: jsondoc.DidYouMean(c.Factor, d.names())})
			continue
		}
		for _, level := range c.Levels {
			if f := &d.Factors[at]; f.find(level) < 0 {
				var names []string
				for i := range f.Levels {
					names = append(names, f.Levels[i].Name)
				}
				p.Add(jsondoc.Error{Place: place, Value: level, Problem: fmt.Sprintf("%s names the level %q of %q, which does not exist", field, level, c.Factor), Fix: jsondoc.DidYouMean(level, names)})
			}
		}
	}
}

// Allows reports whether a combination of levels, one for each factor, is part of
// the design. That is so if the field Only of each of these levels permits all the
// other levels.
func (d *Design) Allows(levels []int) bool {
	for i, at := range levels {
		for _, c := range d.Factors[i].Levels[at].Only {
			k := d.Find(c.Factor)
			if !slices.Contains(c.Levels, d.Factors[k].Levels[levels[k]].Name) {
				return false
			}
		}
	}
	return true
}

// Describe returns a text for a combination: "machine torus, load 0.5".
func (d *Design) Describe(levels []int) string {
	var text strings.Builder
	for i, at := range levels {
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString(d.Factors[i].Name + " " + d.Factors[i].Levels[at].Name)
	}
	return text.String()
}

// Scenario returns the base scenario with the assignments of a combination. The
// errors are those of Edit and Parse. Cost: as for parsing the scenario.
func (d *Design) Scenario(levels []int) (*Scenario, error) {
	text := d.Base
	for i, at := range levels {
		for _, set := range d.Factors[i].Levels[at].Set {
			var err error
			if text, err = Edit(text, set[0], set[1]); err != nil {
				return nil, err
			}
		}
	}
	return Parse(text)
}

// WithSeed returns the scenario with another seed. If it has a model, its jobs are
// drawn anew.
func (s *Scenario) WithSeed(seed int64) *Scenario {
	c := *s
	c.Seed, c.drawn = seed, nil
	return &c
}
