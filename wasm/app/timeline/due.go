package timeline

import (
	"hopyard/core/simtime"
	"hopyard/wasm/draw"
)

// Due returns a deadline mark for each waiting job with a deadline, in queue order.
// It omits jobs with a promised start, because the picture shows them in another
// way.
func (m TimelinePanel) Due() []draw.DeadlineMark {
	if m.Run.Deadlines == nil {
		return nil
	}
	var out []draw.DeadlineMark
	for i := range m.State.Queue {
		w := &m.State.Queue[i]
		deadline := m.Run.Deadlines[w.Job]
		if deadline == 0 || w.Promised != simtime.Never {
			continue
		}
		d := draw.DeadlineMark{Job: w.Job, Deadline: deadline, Latest: deadline}
		for k := range m.State.Table {
			if row := &m.State.Table[k]; row.Job == w.Job {
				d.Latest, d.AtRisk = row.Latest, row.AtRisk
			}
		}
		out = append(out, d)
	}
	return out
}
