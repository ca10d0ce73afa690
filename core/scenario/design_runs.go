package scenario

import (
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/metrics"
	"hopyard/core/workload/resampling"
)

// Limits and a default of the fields cut, stop and resample of a design.
const (
	MaxCut           = 450    // largest part of the jobs that may be left out at each end of the run, in thousandths
	MinStopPercent   = 100    // smallest difference to detect, in thousandths of a percent
	MaxStopPercent   = 100000 // largest difference to detect, in thousandths of a percent
	DefaultStopLeast = 10     // repetitions before the first test, if "least" is left out
	MinResampled     = 3      // repetitions of a design that resamples a trace: the trace itself and two resamples
)

// Stop ends the repetitions early, as soon as their results are precise enough.
// This is decided separately for each combination of a level of the axis with
// levels of the factors that are not compared. For each combination, the main
// figure of each algorithm is compared with that of the first algorithm by the
// paired difference. The repetitions end when the 95 % confidence intervals of all
// these differences are narrow enough: half the width of each is at most half of
// Percent, in percent of the first algorithm's mean. So all algorithms have the
// same number of repetitions in each combination.
type Stop struct {
	Percent float64 // smallest difference that the experiment should detect, in percent
	Least   int     // number of repetitions before the first test, and between two tests
}

var (
	cutFields  = jsondoc.Fields{Of: "a cut", Names: []string{"first", "last"}}
	stopFields = jsondoc.Fields{Of: "a stop", Names: []string{"percent", "least"}}
)

// cut reads which parts of the jobs, at the beginning and at the end of a run, the
// figures leave out.
func (p *parser) cut(v jsondoc.Ref) metrics.Trim {
	var c metrics.Trim
	p.Object(v, &cutFields, func(name string, v jsondoc.Ref) {
		n, _ := p.Thousandths(v, 0, MaxCut, "parts of the jobs")
		switch name {
		case "first":
			c.First = float64(n) / 1000
		case "last":
			c.Last = float64(n) / 1000
		}
	})
	return c
}

// stop reads the condition that ends the repetitions. It needs the values of other
// fields (repetitions, axis, algorithm and figures), which must be read before.
func (p *parser) stop(v jsondoc.Ref, d *Design) {
	s := Stop{Least: min(DefaultStopLeast, d.Repetitions)}
	var percent jsondoc.Ref
	if !p.Object(v, &stopFields, func(name string, v jsondoc.Ref) {
		switch name {
		case "percent":
			percent = v
			n, _ := p.Thousandths(v, MinStopPercent, MaxStopPercent, "percent")
			s.Percent = float64(n) / 1000
		case "least":
			n, _ := p.Integer(v, 2, MaxRepetitions)
			s.Least = int(n)
			if s.Least > d.Repetitions {
				p.Wrong(v, "is more than the repetitions of the design", "", "raise repetitions, or lower least")
			}
		}
	}) {
		return
	}
	if percent == 0 {
		p.Wrong(v, "has no percent", "", `write the smallest difference to detect, as in "percent": 2`)
	}
	if len(d.Algorithm) == 0 || d.Axis == "" || len(d.Figures) == 0 {
		p.Wrong(v, "needs axis, algorithm and figures", "", `write "axis": "load", "algorithm": ["allocator"] and "figures": ["mean_response"]; the first figure is judged`)
	}
	d.Stop = &s
}

// resample reads the kind of blocks from which resamples of a trace are assembled.
func (p *parser) resample(v jsondoc.Ref, d *Design) {
	name, ok := p.Words(v, MaxName)
	if !ok {
		return
	}
	if d.Resample = resampling.Named(name); d.Resample == resampling.None {
		p.Wrong(v, "is not a kind of blocks", strings.Join(resampling.Names, ", "), jsondoc.DidYouMean(name, resampling.Names))
		return
	}
	if d.Stop != nil {
		p.Wrong(v, "is given together with stop, but more resamples of a trace do not make its results more precise", "", "leave one of them out")
	}
	if d.Repetitions < MinResampled {
		p.Wrong(v, "needs more repetitions: the first one runs the trace itself, and the others run resamples", "", `write "repetitions": 21`)
	}
}
