package scenario

import (
	"hopyard/core/metrics"
)

// Limits on what a design says of its runs.
const (
	MaxCut   = 450    // thousandths of the jobs, at each end
	MinTold  = 100    // thousandths of a percent
	MaxTold  = 100000 // likewise
	UsualRun = 10     // repetitions before a stop, if "least" is left out
)

// Stop ends the repetitions of a place and step of the axis as soon as they tell
// enough: when of every algorithm the paired difference to the first one, by the
// main figure, has a 95 % interval whose half width is at most half of Percent,
// in percent of the first one's mean. All algorithms of a place and step have as
// many repetitions.
type Stop struct {
	Percent float64 // a difference that is to be told from nothing
	Least   int     // repetitions, and by how many they grow
}

var (
	cutFields  = fields{of: "a cut", names: []string{"first", "last"}}
	stopFields = fields{of: "a stop", names: []string{"percent", "least"}}
)

// cut reads which jobs are left out of the figures.
func (p *parser) cut(v ref) metrics.Trim {
	var c metrics.Trim
	p.object(v, &cutFields, func(name string, v ref) {
		n, _ := p.thousandths(v, 0, MaxCut, "parts of the jobs")
		switch name {
		case "first":
			c.First = float64(n) / 1000
		case "last":
			c.Last = float64(n) / 1000
		}
	})
	return c
}

// stop reads when repetitions are enough. It comes after what it depends on.
func (p *parser) stop(v ref, d *Design) {
	s := Stop{Least: min(UsualRun, d.Repetitions)}
	var percent ref
	if !p.object(v, &stopFields, func(name string, v ref) {
		switch name {
		case "percent":
			percent = v
			n, _ := p.thousandths(v, MinTold, MaxTold, "percent")
			s.Percent = float64(n) / 1000
		case "least":
			n, _ := p.integer(v, 2, MaxRepetitions)
			s.Least = int(n)
			if s.Least > d.Repetitions {
				p.wrong(v, "is more than the repetitions", "", "ask for more repetitions, which are the most, or for fewer here")
			}
		}
	}) {
		return
	}
	if percent == 0 {
		p.wrong(v, "has no percent", "", `write the difference that is to be told from nothing, "percent": 2`)
	}
	if len(d.Algorithm) == 0 || d.Axis == "" || len(d.Figures) == 0 {
		p.wrong(v, "needs axis, algorithm and figures", "", `write "axis": "load", "algorithm": ["allocator"] and "figures": ["mean_response"]; the first figure is the one that is judged`)
	}
	d.Stop = &s
}
