package compare

import (
	"sort"
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// Union returns the moments at which at least one of the runs has a step, in
// ascending order. Cost: O(steps of all runs).
func Union(runs []*recording.RecordedRun) []recording.Moment {
	longest := 0
	for _, r := range runs {
		longest = max(longest, r.Len())
	}
	out := make([]recording.Moment, 0, longest+longest/4)
	var next [MaxColumns]int
	for {
		best, found := recording.Moment{}, false
		for k, r := range runs {
			if i := next[k]; i < r.Len() {
				if at := r.Moment(i); !found || at.Before(best) {
					best, found = at, true
				}
			}
		}
		if !found {
			return out
		}
		out = append(out, best)
		for k, r := range runs {
			if i := next[k]; i < r.Len() && r.Moment(i) == best {
				next[k]++
			}
		}
	}
}

// Rebuild computes the moments and the divergences of the columns again. It is
// called when a run has arrived or a column was removed.
func (c *ComparePanel) Rebuild() {
	c.forgetResamples()
	live := c.Live()
	runs := make([]*recording.RecordedRun, len(live))
	for i, column := range live {
		runs[i] = column.Run
	}
	c.moments, c.parts = Union(runs), diverge(runs)
	step := simtime.Minute
	for _, at := range c.moments {
		for step > simtime.Millisecond && simtime.Duration(at.Time)%step != 0 {
			step = recording.Finer(step)
		}
	}
	for i := range c.parts {
		c.parts[i].At = c.find(c.parts[i].Moment)
	}
	c.clock = i18n.NewClock(c.main.Words, step)
	for _, column := range live {
		column.Run.Clock = c.clock
	}
	if whole := c.Longest(); c.Window == c.full {
		c.Window, c.full = whole, whole
		if !c.looked && len(live) > 0 && c.main.Run != nil && c.main.Run.Archive != nil { // the page showed only part of a long run, so the comparison begins with the same part
			c.Window, c.looked = c.main.Window.Within(whole), true
		}
	}
	c.At = c.find(c.at)
	if c.first && len(c.parts) > 0 && c.Recorded() {
		c.first = false
		c.Go(c.parts[0].At)
		return
	}
	c.arrive()
}

// find returns the number of moments that are not later than the given moment.
func (c *ComparePanel) find(at recording.Moment) int {
	return sort.Search(len(c.moments), func(i int) bool { return at.Before(c.moments[i]) })
}

// Len returns the number of moments.
func (c *ComparePanel) Len() int { return len(c.moments) }

// Go stops playing, and sets the clock to the position after n moments.
func (c *ComparePanel) Go(n int) {
	c.main.Playing, c.main.Glide, c.main.Flow = false, 0, model.Flow{}
	c.goTo(n)
}

// GoTime sets the clock to the last moment at or before the given time.
func (c *ComparePanel) GoTime(at simtime.Time) {
	c.Go(c.find(recording.Moment{Time: at, Ordinal: 1<<31 - 1}))
}

func (c *ComparePanel) goTo(n int) {
	c.At = min(max(n, 0), len(c.moments))
	c.at = recording.Moment{Time: -1, Ordinal: 0}
	if c.At > 0 {
		c.at = c.moments[c.At-1]
	}
	c.arrive()
	if now := c.Instant(); now < c.Window.From || now > c.Window.To {
		span := c.Window.To - c.Window.From
		c.Window.From = now - span*6/10
		c.Window.To = c.Window.From + span
		c.Window = c.Window.Within(c.Longest())
	}
}

// arrive moves all columns to the moment on the clock. It also chooses the job for
// which each column requests reasons from its worker. At a divergence, that is the
// job about which the runs differ. At other moments, it is the selected job.
func (c *ComparePanel) arrive() {
	want := c.main.Selected
	if d := c.Here(); d != nil {
		want = d.Job
	}
	for _, column := range c.Live() {
		if column.Step = column.Run.Find(c.at.Time, c.at.Ordinal); c.At == 0 {
			column.Step = 0
		}
		column.Want = want
	}
}

// Moment returns the moment on the clock.
func (c *ComparePanel) Moment() recording.Moment { return c.at }

// Instant returns the time on the clock. During playback it may lie between two
// moments.
func (c *ComparePanel) Instant() simtime.Time {
	at := simtime.Time(0)
	if c.At > 0 {
		at = c.moments[c.At-1].Time
	}
	if c.main.Flow.On && c.At < len(c.moments) {
		return c.main.Between(at, c.moments[c.At].Time)
	}
	if g := c.main.Glide; g > 0 && c.At < len(c.moments) {
		at += simtime.Time(g * float64(c.moments[c.At].Time-at))
	}
	return at
}

// acts reports whether a column has a step at the moment on the clock.
func (c *ComparePanel) acts(column *Column) bool {
	return c.At > 0 && column.Step > 0 && column.Run.Moment(column.Step-1) == c.moments[c.At-1]
}

// Settled reports whether all columns show the state at the clock.
func (c *ComparePanel) Settled() bool {
	for _, column := range c.Live() {
		if column.State == nil || int(column.State.Step) != column.Step {
			return false
		}
	}
	return true
}

// Recorded reports whether all columns have received an answer to their latest
// request for a run.
func (c *ComparePanel) Recorded() bool {
	for _, column := range c.Columns {
		if column.Loading != nil {
			return false
		}
	}
	return true
}

// Parts reports whether there is a divergence in the given direction from the
// clock: later (direction > 0), earlier (direction < 0), or at any moment
// (direction 0).
func (c *ComparePanel) Parts(direction int) bool {
	n := len(c.parts)
	switch {
	case n == 0:
		return false
	case direction > 0:
		return c.parts[n-1].At > c.At
	case direction < 0:
		return c.parts[0].At < c.At
	}
	return true
}

// Do carries out an action in the comparison. It returns false for an action that
// does not concern the comparison.
func (c *ComparePanel) Do(a keys.Action) bool {
	switch a {
	case keys.Forward:
		c.Go(c.At + 1)
	case keys.Back:
		c.Go(c.At - 1)
	case keys.ToStart:
		c.Go(0)
	case keys.ToEnd:
		c.Go(c.Len())
	case keys.NextDecision, keys.LastDecision:
		c.jump(a == keys.NextDecision, func(r *recording.RecordedRun, n, direction int) int { return r.Decision(n, direction) })
	case keys.NextOfJob, keys.LastOfJob:
		c.jump(a == keys.NextOfJob, func(r *recording.RecordedRun, n, direction int) int { return r.EventOf(c.subject(), n, direction) })
	case keys.FirstDivergence:
		c.toDivergence(0)
	case keys.NextDivergence:
		c.toDivergence(sort.Search(len(c.parts), func(i int) bool { return c.parts[i].At > c.At }))
	case keys.LastDivergence:
		c.toDivergence(sort.Search(len(c.parts), func(i int) bool { return c.parts[i].At >= c.At }) - 1)
	case keys.Play:
		c.main.Playing = !c.main.Playing && c.Len() > 0
		c.main.Glide, c.main.Flow = 0, model.Flow{}
		if c.main.Playing && c.At == c.Len() {
			c.goTo(0)
		}
	default:
		return c.look(a)
	}
	return true
}

// jump goes to the nearest moment at which a given function finds a step in at
// least one run. It looks for later moments if ahead is set, and for earlier
// moments otherwise. The function search has the same meaning as
// RecordedRun.Decision.
func (c *ComparePanel) jump(ahead bool, search func(r *recording.RecordedRun, n, direction int) int) {
	best, direction := c.At, -1
	if ahead {
		direction = 1
	}
	for _, column := range c.Live() {
		from := column.Step
		if !ahead && !c.acts(column) {
			from++ // the column's latest step lies before the clock, so it may itself be the step to find
		}
		n := search(column.Run, from, direction)
		if n == from || n == 0 || n > column.Run.Len() {
			continue
		}
		at := c.find(column.Run.Moment(n - 1))
		if ahead && at > c.At && (best == c.At || at < best) || !ahead && at < c.At && (best == c.At || at > best) {
			best = at
		}
	}
	c.Go(best)
}

// subject returns the job that the sentences of all columns describe.
func (c *ComparePanel) subject() workload.JobID {
	if c.main.Selected != workload.NoJob {
		return c.main.Selected
	}
	if d := c.Here(); d != nil {
		return d.Job
	}
	for _, column := range c.Live() {
		if c.acts(column) {
			return column.Current()
		}
	}
	return workload.NoJob
}

func (c *ComparePanel) toDivergence(i int) {
	if i >= 0 && i < len(c.parts) {
		c.Go(c.parts[i].At)
	}
}

// look carries out an action that changes the view, such as zooming, in all
// columns. It returns false for other actions.
func (c *ComparePanel) look(a keys.Action) bool {
	live := c.Live()
	switch a {
	case keys.Fit, keys.WholeView, keys.ZoomIn, keys.ZoomOut, keys.PanLeft, keys.PanRight, keys.WholeTime, keys.WholeMachine, keys.ZoomInMachine, keys.ZoomOutMachine:
	default:
		return false
	}
	if len(live) > 0 {
		live[0].Window, live[0].View = c.Window, c.View
		keys.Look(&live[0].Model, a)
		c.Window, c.View = live[0].Window, live[0].View
	}
	return true
}

// Tick advances playback by ms milliseconds of real time. If playback is by
// simulated time, the clock moves to the last moment whose time has been reached.
// Otherwise it moves by one moment at fixed intervals of real time.
func (c *ComparePanel) Tick(ms float64) {
	m := c.main
	if m.Playing && m.Rate() > 0 {
		from := simtime.Time(0)
		if c.At > 0 {
			from = c.moments[c.At-1].Time
		}
		if !m.Flows(ms, from, c.Settled()) {
			return
		}
		if to := c.find(recording.Moment{Time: m.Flow.At, Ordinal: 1<<31 - 1}); to > c.At {
			c.goTo(to)
		}
		m.Playing = c.At < c.Len()
		return
	}
	if !m.Playing || !c.Settled() {
		return
	}
	if m.Glide += m.StepsIn(ms); m.Glide < 1 {
		return
	}
	m.Glide = 0
	c.goTo(c.At + 1)
	m.Playing = c.At < c.Len()
}

// Kinds returns the marks of the time slider, one for each moment. If several
// columns have a step at the same moment, the mark for a start of a job takes
// precedence.
func (c *ComparePanel) Kinds() []draw.MarkKind {
	out := make([]draw.MarkKind, len(c.moments))
	for _, column := range c.Live() {
		at := 0
		for i, kind := range column.Run.Kinds {
			for c.moments[at] != column.Run.Moment(i) {
				at++
			}
			if out[at] != draw.MarkStart {
				out[at] = max(out[at], kind)
			}
			if kind == draw.MarkStart {
				out[at] = kind
			}
		}
	}
	return out
}

// Traces returns the trace hashes of the columns in hexadecimal, joined by dots.
func (c *ComparePanel) Traces() string {
	var out []string
	for _, column := range c.Live() {
		out = append(out, strconv.FormatUint(column.Run.Hash, 16))
	}
	return strings.Join(out, ".")
}
