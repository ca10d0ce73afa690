package keys

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
)

// Look carries out an action that changes the view, such as zooming. The action Out
// clears the selection. Other actions are ignored.
func Look(m *model.Model, a Action) {
	const step = 1.5
	switch a {
	case Fit:
		m.Window = m.Around()
	case WholeView:
		m.Window, m.View = m.Whole(), draw.View{}
	case ZoomIn:
		m.Window = m.Window.Zoom(m.NowAt(), step, m.Whole())
	case ZoomOut:
		m.Window = m.Window.Zoom(m.NowAt(), 1/step, m.Whole())
	case PanLeft:
		m.Window = m.Window.Pan(-0.25, m.Whole())
	case PanRight:
		m.Window = m.Window.Pan(0.25, m.Whole())
	case WholeTime:
		m.Window = m.Whole()
	case WholeMachine:
		m.View = draw.View{}
	case ZoomInMachine:
		m.View = m.View.ZoomAt(0.5, 0.5, step)
	case ZoomOutMachine:
		m.View = m.View.ZoomAt(0.5, 0.5, 1/step)
	case Out:
		m.Playing, m.Note, m.Changed = false, "", ""
		m.Faults, m.Failed = nil, nil
		m.Select(workload.NoJob)
		m.Pointed, m.Shown, m.Route = model.Nowhere(), -1, model.NoRoute
	}
}
