package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// Find is the place of a factor, or -1.
func (d *Design) Find(factor string) int {
	return slices.IndexFunc(d.Factors, func(f Factor) bool { return f.Name == factor })
}

// find is the place of a level, or -1.
func (f *Factor) find(level string) int {
	return slices.IndexFunc(f.Levels, func(l Level) bool { return l.Name == level })
}

// names are those of the factors.
func (d *Design) names() []string {
	var names []string
	for i := range d.Factors {
		names = append(names, d.Factors[i].Name)
	}
	return names
}

// checkFactors finds names given twice, and choices of what there is not.
func (p *parser) checkFactors(v ref, d *Design) {
	if len(d.Factors) == 0 {
		p.wrong(v, "is empty", "1", "write what varies")
	}
	combinations := 1
	for i := range d.Factors {
		f := &d.Factors[i]
		if f.Name != "" && d.Find(f.Name) != i {
			p.factorError(i, fmt.Sprintf("factor %q is there twice", f.Name), "rename one of them")
		}
		if f.Levels != nil && len(f.Levels) == 0 { // nil: that was told of
			p.factorError(i, fmt.Sprintf("factor %q has no level", f.Name), "write one at least")
		}
		for k := range f.Levels {
			l := &f.Levels[k]
			if f.find(l.Name) != k {
				p.factorError(i, fmt.Sprintf("factor %q has the level %q twice", f.Name, l.Name), "rename one of them")
			}
			p.checkChoices(fmt.Sprintf("factors[%d].levels[%d].only", i, k), d, l.Only)
		}
		if combinations *= max(1, len(f.Levels)); combinations > MaxCombinations {
			p.wrong(v, fmt.Sprintf("makes more than %d combinations", MaxCombinations), fmt.Sprint(MaxCombinations), "leave out some levels")
			return
		}
	}
}

func (p *parser) factorError(i int, problem, fix string) {
	p.add(Error{Place: fmt.Sprintf("factors[%d]", i), Problem: problem, Fix: fix})
}

// checkChoices finds factors and levels that do not exist.
func (p *parser) checkChoices(place string, d *Design, choices []Choice) {
	field := place[strings.LastIndexByte(place, '.')+1:]
	for _, c := range choices {
		at := d.Find(c.Factor)
		if at < 0 {
			p.add(Error{Place: place, Value: c.Factor, Problem: fmt.Sprintf("%s names the factor %q, which there is not", field, c.Factor), Fix: didYouMean(c.Factor, d.names())})
			continue
		}
		for _, level := range c.Levels {
			if f := &d.Factors[at]; f.find(level) < 0 {
				var names []string
				for i := range f.Levels {
					names = append(names, f.Levels[i].Name)
				}
				p.add(Error{Place: place, Value: level, Problem: fmt.Sprintf("%s names the level %q of %q, which there is not", field, level, c.Factor), Fix: didYouMean(level, names)})
			}
		}
	}
}

// Allows reports whether a combination of levels, one for each factor, is part
// of the design: each level's Only names the others or leaves them free.
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

// Describe names a combination: "machine torus, load 0.5".
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

// Scenario is the base with the assignments of a combination. Errors are those
// of Edit and Parse. Cost: that of reading the scenario.
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

// WithSeed is the scenario with another seed; jobs of a model are drawn anew.
func (s *Scenario) WithSeed(seed int64) *Scenario {
	c := *s
	c.Seed, c.drawn = seed, nil
	return &c
}
