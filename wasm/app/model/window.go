package model

import (
	"hopyard/core/simtime"
	"hopyard/wasm/draw"
)

// Whole returns the time window of the whole run, with a margin at its end. In a
// comparison it is the window of the longest run.
func (m *Model) Whole() draw.TimeWindow {
	if m.Beside != nil {
		return m.Beside.Longest()
	}
	return m.Run.Window()
}

// Around returns a time window that contains all running jobs and all reservations.
func (m *Model) Around() draw.TimeWindow {
	if m.State == nil {
		return m.Whole()
	}
	now := m.Now()
	w := draw.TimeWindow{From: now, To: now + simtime.Time(simtime.Second)}
	for i := range m.State.Running {
		r := &m.State.Running[i]
		w.From = min(w.From, r.Start)
		if r.Limit != simtime.Never {
			w.To = max(w.To, r.Limit)
		}
	}
	for _, p := range m.Promises() {
		if p.End != simtime.Never {
			w.To = max(w.To, p.End)
		}
	}
	room := (w.To - w.From) / 20
	w.From, w.To = w.From-room, w.To+room
	return w.Within(m.limit(w))
}

// limit returns the widest time window that is allowed. It covers the whole run. If
// the given window ends later than the run, the widest window extends to that end.
func (m *Model) limit(w draw.TimeWindow) draw.TimeWindow {
	whole := m.Whole()
	whole.To = max(whole.To, w.To)
	return whole
}

// NowAt returns the position of the current time within the time window, from 0 at
// its beginning to 1 at its end. If the time is outside, it returns 0.5.
func (m *Model) NowAt() float64 {
	now := m.Now()
	if now < m.Window.From || now > m.Window.To {
		return 0.5
	}
	return float64(now-m.Window.From) / float64(m.Window.To-m.Window.From)
}

// follow moves the time window if the current time is outside.
func (m *Model) follow() {
	if at := m.Now(); at < m.Window.From || at > m.Window.To {
		span := m.Window.To - m.Window.From
		m.Window.From = at - span*6/10
		m.Window.To = m.Window.From + span
		m.Window = m.Window.Within(m.limit(m.Window))
	}
}

// maxPromises is the greatest number of reservations that the timeline shows. More
// reservations would overlap and be useless to the reader.
const maxPromises = 40

// Promises returns the reservations of the waiting jobs, in queue order.
func (m *Model) Promises() []draw.Reservation {
	var out []draw.Reservation
	for i := range m.State.Queue {
		w := &m.State.Queue[i]
		if w.Promised == simtime.Never || len(out) == maxPromises {
			continue
		}
		out = append(out, draw.Reservation{Job: w.Job, Start: w.Promised, End: w.Promised.Add(m.Run.Jobs[w.Job].Walltime), Nodes: w.Where, Held: m.State.Holds})
	}
	return out
}
