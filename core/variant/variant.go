// Package variant draws variants of a lesson. A variant is another scenario that
// makes the same point with other numbers, so that every student can have different
// numbers.
//
// The field vary of the lesson ([scenario.Vary]) gives the ranges of the factors by
// which times, sizes and walltimes may differ. It also gives the machines to choose
// from, and the reasons and events that must occur in the run. [Draw] changes the
// lesson at random and runs the result. It repeats this until the run fulfils what
// vary requires and keeps certain other properties of the lesson's run. It returns
// that [Variant], or a [GaveUp] error with the reasons if no draw is accepted. The
// section "Variants" of scenarios/README.md describes how the numbers are drawn.
//
// All draws are integers from one seeded source, so that a seed gives the same
// variant natively and in every browser. This requires that the same draws are
// accepted everywhere. A change of the engine that changes the events in the draws
// of a lesson may therefore change its variants.
package variant

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/scenario"
)

// Variant is a scenario that was drawn, with its run.
type Variant struct {
	Scenario *scenario.Scenario // scenario without vary, and without texts that mention numbers
	Run      *engine.Recording
	Draws    int // number of draws up to and including this one; 0 for the lesson as written
}

// MaxDraws is the number of draws after which Draw gives up.
const MaxDraws = 500

// maxWork limits the number of draws if runs are long. The work of a draw is the
// number of events of its run plus the number of times the reason of a waiting job
// was looked up. Draw gives up when the total work reaches this limit, which is ten
// times the work of 500 draws of a typical lesson.
const maxWork = 300_000

// ErrFixed is the error for a scenario without the field vary.
var ErrFixed = errors.New(`variant: the scenario has no variants: write "vary", with what must happen in them and what may differ`)

// GaveUp is the error for a lesson of which every draw failed.
type GaveUp struct {
	Draws   int
	Missing []string // names from vary.keep that did not occur, for the draw in which the fewest were missing
	Refused int      // number of draws that are not valid scenarios
	Why     error    // error of the first draw that is not a valid scenario; nil if there is none
	Trivial int      // number of draws that equal the lesson, leave jobs waiting forever, or have no waiting jobs
	Unfit   int      // number of draws that the caller rejected
}

// Error returns a text that lists the names that did not occur. It also gives the
// number of draws that failed for each reason.
func (g *GaveUp) Error() string {
	text := fmt.Sprintf("variant: none of %d draws counts", g.Draws)
	if len(g.Missing) > 0 {
		text += ": " + strings.Join(g.Missing, ", ") + " did not occur even in the best of them"
	}
	text += fmt.Sprintf(" (%d are not valid scenarios, %d trivial, %d rejected)", g.Refused, g.Trivial, g.Unfit)
	if g.Why != nil {
		text += "; the first invalid one: " + g.Why.Error()
	}
	return text + "; widen or narrow the ranges of vary, or shorten keep"
}

// Unwrap returns the error of the first draw that is not a valid scenario.
func (g *GaveUp) Unwrap() error { return g.Why }

// Draw returns the variant for a seed. Seed 0 gives the lesson as written. The
// function rejects, which may be nil, returns true if the caller does not accept a
// run. The same seed gives the same variant if this function gives the same
// answers. Cost: a run of the lesson, and for each draw parsing and running a
// scenario. Each draw runs twice if vary requires reasons to wait. Errors:
// ErrFixed; *GaveUp after MaxDraws draws, or after fewer if a run has thousands of
// events; and those of running the lesson.
func Draw(s *scenario.Scenario, seed uint64, rejects func(run *engine.Recording) bool) (Variant, error) {
	if s.Vary == nil {
		return Variant{}, ErrFixed
	}
	plain := *s
	plain.Vary = nil
	if seed == 0 {
		return runDraw(plain.Canonical(), 0)
	}
	run, err := record(&plain)
	if err != nil {
		return Variant{}, err
	}
	return search(s, newDrawing(s, seed), outcomeOf(run), rejects)
}

// search draws until a draw fulfils all conditions or a limit is reached.
func search(s *scenario.Scenario, d *drawing, lesson outcome, rejects func(run *engine.Recording) bool) (Variant, error) {
	same := unvaried(s).Canonical()
	failed := &GaveUp{Missing: s.Vary.Keep}
	for work := 0; failed.Draws < MaxDraws && work < maxWork; {
		failed.Draws++
		text := d.next().Canonical()
		if bytes.Equal(text, same) {
			failed.Trivial++
			continue
		}
		v, err := runDraw(text, failed.Draws)
		if err != nil {
			failed.refuse(err)
			continue
		}
		work += len(v.Run.Log())
		if o := outcomeOf(v.Run); lesson.waits && !o.waits || lesson.ends && !o.ends {
			failed.Trivial++
			continue
		}
		missing, asked := missing(v.Run, s.Vary.Keep)
		work += asked
		switch {
		case len(missing) > 0:
			failed.miss(missing)
		case rejects != nil && rejects(v.Run):
			failed.Missing = nil
			failed.Unfit++
		default:
			return v, nil
		}
	}
	return Variant{}, failed
}

func (g *GaveUp) refuse(err error) {
	g.Refused++
	if g.Why == nil {
		g.Why = err
	}
}

// miss records the missing names of a draw if they are the fewest so far.
func (g *GaveUp) miss(missing []string) {
	if len(missing) < len(g.Missing) {
		g.Missing = missing
	}
}

// runDraw parses the text of a draw and runs it.
func runDraw(text []byte, draws int) (Variant, error) {
	v := Variant{Draws: draws}
	var err error
	if v.Scenario, err = scenario.Parse(text); err == nil {
		v.Run, err = record(v.Scenario)
	}
	if err != nil {
		return Variant{}, err
	}
	return v, nil
}

func record(s *scenario.Scenario) (*engine.Recording, error) {
	c, err := s.Config()
	if err != nil {
		return nil, err
	}
	return engine.Record(c)
}
