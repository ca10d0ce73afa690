package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/metrics"
)

// comparison reads the fields that control the report: the axis, the factors that
// are compared, the figures, and the claims of a source.
func (p *parser) comparison(d *Design, at map[string]ref) {
	if v := at["axis"]; v != 0 {
		d.Axis, _ = p.words(v, MaxName)
		p.checkAxis(v, d)
	}
	if v := at["algorithm"]; v != 0 {
		d.Algorithm = p.texts(v, MaxFactors, MaxName, "factors")
		for _, name := range d.Algorithm {
			switch {
			case d.Find(name) < 0:
				p.wrong(v, fmt.Sprintf("names the factor %q, which does not exist", name), "", didYouMean(name, d.names()))
			case name == d.Axis:
				p.wrong(v, fmt.Sprintf("names %q, which is the axis", name), "", "name the factors that are compared")
			}
		}
	}
	if v := at["figures"]; v != 0 {
		var keys []string
		for _, f := range (&metrics.Figures{}).List() {
			keys = append(keys, f.Key)
		}
		d.Figures = p.texts(v, len(keys), MaxName, "figures")
		for _, key := range d.Figures {
			if !slices.Contains(keys, key) {
				p.wrong(v, fmt.Sprintf("names the figure %q, which does not exist", key), "", didYouMean(key, keys))
			}
		}
	}
	if v := at["claims_by"]; v != 0 {
		var keys []string
		for _, f := range (&metrics.Figures{}).List() {
			keys = append(keys, f.Key)
		}
		if d.ClaimsBy, _ = p.words(v, MaxName); !slices.Contains(keys, d.ClaimsBy) {
			p.wrong(v, "is not a figure", "", didYouMean(d.ClaimsBy, keys))
		}
	}
	if v := at["claims"]; v != 0 && p.list(v, MaxClaims, "claims") {
		if len(d.Algorithm) == 0 || d.Axis == "" {
			p.wrong(v, "needs axis and algorithm", "", `write "axis": "load" and "algorithm": ["queue", "allocator"], with the names of your factors`)
			return
		}
		for i, e := range p.elements(v) {
			c := p.claim(e)
			p.checkChoices(fmt.Sprintf("claims[%d].where", i), d, c.Where)
			p.checkBest(fmt.Sprintf("claims[%d].best", i), d, c.Best)
			d.Claims = append(d.Claims, c)
		}
	}
}

// checkAxis notes an error if the axis is not a factor, or if one of its levels is
// not a number.
func (p *parser) checkAxis(v ref, d *Design) {
	i := d.Find(d.Axis)
	if i < 0 {
		p.wrong(v, "is not a factor", "", didYouMean(d.Axis, d.names()))
		return
	}
	for _, l := range d.Factors[i].Levels {
		if !validNumber(l.Name) {
			p.wrong(v, fmt.Sprintf("has the level %q, which is not a number", l.Name), "", "use numbers as names of its levels, or remove axis")
			return
		}
	}
}

// Value returns the number that a level of the axis represents.
func (l *Level) Value() float64 {
	x, _ := strconv.ParseFloat(l.Name, 64)
	return x
}

// Algorithms returns the names of all combinations of the factors that are
// compared, such as "easy sdm". This includes combinations that the design
// excludes. It returns nil if there are more than MaxCells combinations.
func (d *Design) Algorithms() []string {
	names := []string{""}
	for _, factor := range d.Algorithm {
		i := d.Find(factor)
		if i < 0 {
			continue
		}
		var longer []string
		for _, name := range names {
			for _, l := range d.Factors[i].Levels {
				longer = append(longer, strings.TrimLeft(name+" "+l.Name, " "))
			}
		}
		if names = longer; len(names) > MaxCells {
			return nil
		}
	}
	return names
}

// checkBest finds unknown algorithms, and intervals that overlap or are empty.
func (p *parser) checkBest(place string, d *Design, best []Best) {
	all := d.Algorithms()
	for i, b := range best {
		for _, name := range b.Algorithms {
			if !slices.Contains(all, name) {
				p.add(Error{Place: fmt.Sprintf("%s[%d].algorithms", place, i), Value: name,
					Problem: fmt.Sprintf("algorithms names %q, which does not exist", name), Fix: didYouMean(name, all)})
			}
		}
		switch {
		case b.From >= b.Until:
			p.add(Error{Place: fmt.Sprintf("%s[%d]", place, i), Problem: "until must be more than from", Fix: "write the smaller number as from"})
		case i > 0 && b.From < best[i-1].Until:
			p.add(Error{Place: fmt.Sprintf("%s[%d]", place, i), Problem: "from is less than until of the previous stretch", Fix: "write stretches in ascending order, without overlap"})
		}
	}
}

var (
	claimFields = fields{of: "a claim", names: []string{"where", "text", "best"}}
	bestFields  = fields{of: "a stretch", names: []string{"algorithms", "from", "until"}}
)

// claim reads the statement of a source about which algorithms are best.
func (p *parser) claim(v ref) Claim {
	var c Claim
	p.object(v, &claimFields, func(name string, v ref) {
		switch name {
		case "where":
			c.Where = p.choices(v)
		case "text":
			c.Text, _ = p.words(v, MaxAbout)
		case "best":
			if p.list(v, MaxLevelsOf, "stretches") {
				for _, e := range p.elements(v) {
					c.Best = append(c.Best, p.best(e))
				}
			}
		}
	})
	return c
}

func (p *parser) best(v ref) Best {
	b := Best{Until: MaxNumber}
	p.object(v, &bestFields, func(name string, v ref) {
		switch name {
		case "algorithms":
			b.Algorithms = p.texts(v, MaxLevelsOf, MaxName, "algorithms")
		case "from":
			n, _ := p.thousandths(v, 0, MaxNumber, "the axis")
			b.From = float64(n) / 1000
		case "until":
			n, _ := p.thousandths(v, 0, MaxNumber, "the axis")
			b.Until = float64(n) / 1000
		}
	})
	return b
}
