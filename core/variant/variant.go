// Package variant draws other scenarios with the same point from a lesson, so
// that every student can have numbers of one's own. The lesson's vary says what
// may differ and what must happen; a draw is run, and counts if that happens.
// How numbers are drawn is told in scenarios/README.md, "Variants".
//
// All is whole numbers from one seeded source, so that a seed gives the same
// variant natively and in every browser, as long as the same draws count: a
// change of the engine that changes a lesson's events may change its variants.
package variant

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/scenario"
)

// Variant is a scenario that was drawn, and its run.
type Variant struct {
	Scenario *scenario.Scenario // plain: without vary, and without texts that tell figures
	Run      *engine.Recording
	Draws    int // how many it took; 0 for the lesson as written
}

// MaxDraws is how many draws Draw makes before it gives up.
const MaxDraws = 500

// maxWork bounds the draws of long runs: no more are made when all that were
// made have so many events, and reasons to wait that were asked for. That is ten
// times what 500 runs of a lesson have.
const maxWork = 300_000

// ErrFixed is the error of a scenario that does not say how it varies.
var ErrFixed = errors.New(`variant: the scenario has no variants: write "vary", what must happen in them and what may differ`)

// GaveUp is the error of a lesson of which no draw counts.
type GaveUp struct {
	Draws   int
	Missing []string // of vary.keep: what did not happen in the draw in which most of it did
	Refused int      // draws that are no scenarios
	Why     error    // of the first of those; nil if there are none
	Trivial int      // draws that change nothing, leave jobs waiting for ever, or let none wait
	Unfit   int      // draws that the caller rejected
}

// Error names what did not happen, and how many draws failed for what.
func (g *GaveUp) Error() string {
	text := fmt.Sprintf("variant: none of %d draws counts", g.Draws)
	if len(g.Missing) > 0 {
		text += ": " + strings.Join(g.Missing, ", ") + " did not occur even in the best of them"
	}
	text += fmt.Sprintf(" (%d are no scenarios, %d trivial, %d rejected)", g.Refused, g.Trivial, g.Unfit)
	if g.Why != nil {
		text += "; the first that is none: " + g.Why.Error()
	}
	return text + "; widen or narrow the ranges of vary, or keep less"
}

// Unwrap is why the first draw that is no scenario is none.
func (g *GaveUp) Unwrap() error { return g.Why }

// Draw draws the variant of a seed; seed 0 is the lesson as written. A draw that
// rejects reports true for does not count either; rejects may be nil. The same
// seed gives the same variant, if rejects reports the same. Cost: a run of the
// lesson, and for each draw a scenario that is parsed and run, and where reasons
// to wait are kept run twice. Errors: ErrFixed, *GaveUp after MaxDraws, or fewer of
// runs of thousands of events, and those of running the lesson.
func Draw(s *scenario.Scenario, seed uint64, rejects func(run *engine.Recording) bool) (Variant, error) {
	if s.Vary == nil {
		return Variant{}, ErrFixed
	}
	plain := *s
	plain.Vary = nil
	if seed == 0 {
		return taken(plain.Canonical(), 0)
	}
	run, err := record(&plain)
	if err != nil {
		return Variant{}, err
	}
	return search(s, newDrawing(s, seed), tell(run, len(s.Jobs)), rejects)
}

// search draws until a draw counts.
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
		v, err := taken(text, failed.Draws)
		if err != nil {
			failed.refuse(err)
			continue
		}
		work += len(v.Run.Log())
		if o := tell(v.Run, len(s.Jobs)); lesson.waits && !o.waits || lesson.ends && !o.ends {
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

// miss keeps what the best draw lacked.
func (g *GaveUp) miss(missing []string) {
	if len(missing) < len(g.Missing) {
		g.Missing = missing
	}
}

// taken reads and runs the text of a draw.
func taken(text []byte, draws int) (Variant, error) {
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
