package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/metrics"
)

// comparison reads the fields that control the report: the axis, the factors that
// are compared, the figures, and the claims of a source.
func (p *parser) comparison(d *Design, at map[string]jsondoc.Ref) {
	if v := at["axis"]; v != 0 {
		d.Axis, _ = p.Words(v, MaxName)
		p.checkAxis(v, d)
	}
	if v := at["algorithm"]; v != 0 {
		d.Algorithm = p.Texts(v, MaxFactors, MaxName, "factors")
		for _, name := range d.Algorithm {
			switch {
			case d.Find(name) < 0:
				p.Wrong(v, fmt.Sprintf("names the factor %q, which does not exist", name), "", jsondoc.DidYouMean(name, d.names()))
			case name == d.Axis:
				p.Wrong(v, fmt.Sprintf("names %q, which is the axis", name), "", "name the factors that are compared")
			}
		}
	}
	if v := at["figures"]; v != 0 {
		var keys []string
		for _, f := range (&metrics.Figures{}).List() {
			keys = append(keys, f.Key)
		}
		d.Figures = p.Texts(v, len(keys), MaxName, "figures")
		for _, key := range d.Figures {
			if !slices.Contains(keys, key) {
				p.Wrong(v, fmt.Sprintf("names the figure %q, which does not exist", key), "", jsondoc.DidYouMean(key, keys))
			}
		}
	}
	if v := at["claims_by"]; v != 0 {
		var keys []string
		for _, f := range (&metrics.Figures{}).List() {
			keys = append(keys, f.Key)
		}
		if d.ClaimsBy, _ = p.Words(v, MaxName); !slices.Contains(keys, d.ClaimsBy) {
			p.Wrong(v, "is not a figure", "", jsondoc.DidYouMean(d.ClaimsBy, keys))
		}
	}
	if v := at["claims"]; v != 0 && p.List(v, MaxClaims, "claims") {
		if len(d.Algorithm) == 0 || d.Axis == "" {
			p.Wrong(v, "needs axis and algorithm", "", `write "axis": "load" and "algorithm": ["queue", "allocator"], with the names of your factors`)
			return
		}
		for i, e := range p.Elements(v) {
			c := p.claim(e)
			p.checkChoices(fmt.Sprintf("claims[%d].where", i), d, c.Where)
			p.checkBest(fmt.Sprintf("claims[%d].best", i), d, c.Best)
			d.Claims = append(d.Claims, c)
		}
	}
}

// checkAxis notes an error if the axis is not a factor, or if one of its levels is
// not a number.
func (p *parser) checkAxis(v jsondoc.Ref, d *Design) {
	i := d.Find(d.Axis)
	if i < 0 {
		p.Wrong(v, "is not a factor", "", jsondoc.DidYouMean(d.Axis, d.names()))
		return
	}
	for _, l := range d.Factors[i].Levels {
		if !jsondoc.ValidNumber(l.Name) {
			p.Wrong(v, fmt.Sprintf("has the level %q, which is not a number", l.Name), "", "use numbers as names of its levels, or remove axis")
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
				p.Add(jsondoc.Error{Place: fmt.Sprintf("%s[%d].algorithms", place, i), Value: name,
					Problem: fmt.Sprintf("algorithms names %q, which does not exist", name), Fix: jsondoc.DidYouMean(name, all)})
			}
		}
		switch {
		case b.From >= b.Until:
			p.Add(jsondoc.Error{Place: fmt.Sprintf("%s[%d]", place, i), Problem: "until must be more than from", Fix: "write the smaller number as from"})
		case i > 0 && b.From < best[i-1].Until:
			p.Add(jsondoc.Error{Place: fmt.Sprintf("%s[%d]", place, i), Problem: "from is less than until of the previous stretch", Fix: "write stretches in ascending order, without overlap"})
		}
	}
}

var (
	claimFields = jsondoc.Fields{Of: "a claim", Names: []string{"where", "text", "best"}}
	bestFields  = jsondoc.Fields{Of: "a stretch", Names: []string{"algorithms", "from", "until"}}
)

// claim reads the statement of a source about which algorithms are best.
func (p *parser) claim(v jsondoc.Ref) Claim {
	var c Claim
	p.Object(v, &claimFields, func(name string, v jsondoc.Ref) {
		switch name {
		case "where":
			c.Where = p.choices(v)
		case "text":
			c.Text, _ = p.Words(v, MaxAbout)
		case "best":
			if p.List(v, MaxLevelsOf, "stretches") {
				for _, e := range p.Elements(v) {
					c.Best = append(c.Best, p.best(e))
				}
			}
		}
	})
	return c
}

func (p *parser) best(v jsondoc.Ref) Best {
	b := Best{Until: MaxNumber}
	p.Object(v, &bestFields, func(name string, v jsondoc.Ref) {
		switch name {
		case "algorithms":
			b.Algorithms = p.Texts(v, MaxLevelsOf, MaxName, "algorithms")
		case "from":
			n, _ := p.Thousandths(v, 0, MaxNumber, "the axis")
			b.From = float64(n) / 1000
		case "until":
			n, _ := p.Thousandths(v, 0, MaxNumber, "the axis")
			b.Until = float64(n) / 1000
		}
	})
	return b
}
