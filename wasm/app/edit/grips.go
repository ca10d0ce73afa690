package edit

import (
	"strconv"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// GripKind is the property of a job that is changed by dragging a grip on the
// timeline.
type GripKind uint8

// The kinds of grips. The grip at the end of a job's bar changes the property that
// determines when the bar ends. If the job has ended by itself, this property is
// the run time. If the job runs, is promised a start, or was killed, it is the
// walltime.
const (
	GripWalltime GripKind = iota
	GripRuntime
	GripSubmit
	GripSize
	NumGrips
)

// Grip is a handle on the timeline with which a property of a job is changed.
type Grip struct {
	Kind        GripKind
	Job         workload.JobID
	At          simtime.Time // position on the time axis; unused for GripSize
	Value       int64        // value of the property, in milliseconds or as a number of nodes
	Least, Most int64
	rate        float64 // change of Value when the grip is dragged by one millisecond on the axis, or by one row
}

// GripJob returns the job whose grips are shown: the selected job, or else the job
// under the pointer. It returns NoJob during playback, and if the scenario cannot
// be changed.
func (m *EditPanel) GripJob() workload.JobID {
	if m.Run == nil || m.State == nil || m.Playing || len(m.Faults) > 0 || m.ReadOnly {
		return workload.NoJob
	}
	id := m.Selected
	if id == workload.NoJob {
		id = m.Pointed.Job
	}
	if id == workload.NoJob || int(id) >= len(m.Run.Jobs) || m.Run.Text == "" || m.Modelled() {
		return workload.NoJob
	}
	return id
}

// maxGripTime is the largest time, in milliseconds, that dragging can set: ten
// years.
const maxGripTime = int64(3650 * simtime.Day)

// Grips returns the grips of a job at the step on screen. The index is the kind.
// The entry is nil for a property that cannot be dragged at this step. Cost:
// O(maxScan) bars.
func (m *EditPanel) Grips(id workload.JobID) (out [NumGrips]*Grip) {
	if id == workload.NoJob || m.State == nil {
		return out
	}
	job := &m.Run.Jobs[id]
	if at := job.Submit; at == m.Run.StepTime(max(m.Run.Lives[id].Submit, 0)) {
		out[GripSubmit] = &Grip{GripSubmit, id, at, int64(at), 0, maxGripTime, 1}
	}
	if job.Nodes > 0 {
		out[GripSize] = &Grip{GripSize, id, 0, int64(job.Nodes), 1, int64(m.Run.Machine.Drawn.Nodes), 1}
	}
	limit := func(at simtime.Time) {
		out[GripWalltime] = &Grip{GripWalltime, id, at, int64(job.Walltime), 1000, maxGripTime, 1}
	}
	if r := m.Running(id); r != nil {
		if r.Limit != simtime.Never && r.Limit == r.Start.Add(job.Walltime) {
			limit(r.Limit)
		}
		return out
	}
	if w := m.Waiting(id); w != nil {
		if w.Promised != simtime.Never {
			limit(w.Promised.Add(job.Walltime))
		}
		return out
	}
	if bar := m.lastBar(id); bar != nil {
		switch took := bar.End.Sub(bar.Start); {
		case bar.How == draw.Killed:
			limit(bar.End)
		case bar.How == draw.Ended && job.Parts == nil && took > 0:
			out[GripRuntime] = &Grip{GripRuntime, id, bar.End, int64(job.Runtime), 1, maxGripTime, float64(job.Runtime) / float64(took)}
		}
	}
	return out
}

// maxScan is the largest number of bars that lastBar examines.
const maxScan = 8000

// lastBar returns the latest bar of a job that has ended. It returns nil if it
// finds none among the last maxScan bars.
func (m *EditPanel) lastBar(id workload.JobID) (found *draw.Bar) {
	scanned := 0
	m.Run.Bars.Back(m.State.Step, func(b *draw.Bar) bool {
		scanned++
		if b.Job == id && b.Kind == draw.Runs && b.Finish <= m.State.Step {
			found = b
		}
		return found == nil && scanned < maxScan
	})
	return found
}

// Moved returns the value of a grip after a drag. The distance of the drag is given
// in milliseconds on the axis, or in rows. A time is rounded to a multiple of the
// given step.
func (g *Grip) Moved(by float64, snap int64) int64 {
	v := g.Value + int64(by*g.rate)
	if g.Kind != GripSize && snap > 0 {
		v = (v + snap/2) / snap * snap
	} else if g.Kind == GripSize {
		v = g.Value + int64(round(by*g.rate))
	}
	return min(max(v, g.Least), g.Most)
}

func round(v float64) float64 {
	if v < 0 {
		return float64(int64(v - 0.5))
	}
	return float64(int64(v + 0.5))
}

// Place returns the position of the grip on the axis for the given value.
func (g *Grip) Place(value int64) simtime.Time {
	return g.At + simtime.Time(float64(value-g.Value)/g.rate)
}

var gripTexts = [NumGrips]i18n.Text{i18n.GripWalltime, i18n.GripRuntime, i18n.GripSubmit, i18n.GripSize}

// GripName returns the name of the property that a grip changes, such as "walltime
// of job 4".
func (m *EditPanel) GripName(g *Grip) string {
	return i18n.Upper(m.Words.Say(gripTexts[g.Kind], i18n.S("job", m.JobText(g.Job))))
}

// GripValue formats a value of the property that a grip changes.
func (m *EditPanel) GripValue(g *Grip, value int64) string {
	switch g.Kind {
	case GripSubmit:
		return m.Run.Clock.At(simtime.Time(value))
	case GripSize:
		return m.Words.Say(i18n.NodeSize, m.Words.N("n", value))
	}
	return m.Words.Span(simtime.Duration(value))
}

// Drag is a drag of a grip that is in progress. During the drag, runs with the
// current values are requested.
type Drag struct {
	Grip  *Grip
	Value int64
	sheet *JobSheet
	base  *recording.RecordedRun // run on screen when the drag began
	here  message.Load
	key   string
	whole bool // the timeline showed the whole run when the drag began
}

// Release ends a drag. If the timeline showed the whole run when the drag began, it
// shows the whole run again.
func (m *EditPanel) Release(d *Drag) {
	if m.Holding = false; d.whole {
		m.Window = m.Whole()
	}
}

// TakeGrip begins a drag. If the job cannot be changed, it returns nil and the
// reason.
func (m *EditPanel) TakeGrip(g *Grip) (d *Drag, why string) {
	sheet, why := m.SheetOf(g.Job)
	if sheet == nil {
		return nil, why
	}
	m.Playing, m.Holding = false, true
	m.Edits.Break()
	return &Drag{whole: m.Window == m.Whole(), Grip: g, Value: g.Value, sheet: sheet, base: m.Run, here: m.Here(), key: "grip " + strconv.Itoa(int(m.Asked.Serial))}, ""
}

// gripFields lists the fields of the job form that grips change. The index is a
// GripKind.
var gripFields = [NumGrips]string{"walltime", "runtime", "submit", "nodes"}

// Text returns the text of the scenario with the current value of the drag.
func (d *Drag) Text(m *EditPanel) (string, error) {
	return d.sheet.Written(m, func(name string) string {
		switch {
		case name != gripFields[d.Grip.Kind]:
			return d.sheet.Value(name)
		case d.Grip.Kind == GripSize:
			return strconv.FormatInt(d.Value, 10)
		}
		return jsonSeconds(simtime.Duration(d.Value))
	})
}

// Try requests a run of a text that contains the current value of the drag. All
// tries of one drag form one edit. Each is compared with the run before the drag,
// and shown at the moment at which the drag began.
func (m *EditPanel) Try(d *Drag, text string) *message.Load {
	asked := m.Apply(text, m.EditJob(d.sheet))
	asked.At, asked.Ordinal, asked.Job = d.here.At, d.here.Ordinal, d.sheet.Number
	m.Request.Key, m.Request.Base = d.key, d.base
	return asked
}

// Tried reports whether the run on screen was requested by this drag.
func (m *EditPanel) Tried(d *Drag) bool {
	return len(m.Edits.Line) > 0 && m.Edits.Line[m.Edits.At].key == d.key
}

// DragHTML returns the tooltip of a drag: the value before the drag, the current
// value, and an error message if it is not "".
func (m *EditPanel) DragHTML(d *Drag, wrong string) html.HTML {
	return html.Escape(m.GripName(d.Grip)) + html.Br + html.Bold(m.GripValue(d.Grip, d.Grip.Value)+" → "+m.GripValue(d.Grip, d.Value)) +
		i18n.After(html.Br, html.Escape(wrong))
}

// GripSnap returns the step to whose multiples a drag rounds times. The parameter
// is the width of a pixel in milliseconds.
func GripSnap(milli float64) int64 {
	return int64(draw.TickStep(simtime.Duration(milli*300), 100))
}
