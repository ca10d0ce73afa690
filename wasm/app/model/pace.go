package model

import (
	"strconv"

	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Speeds lists the speeds at which the page can play step by step, as multiples of
// StepsPerSecond.
var Speeds = [...]float64{0.25, 0.5, 1, 2, 4, 8}

// Rates lists the speeds at which the page can play by simulated time. Each is the
// simulated time that passes in one second. The list of speeds on the page consists
// of Speeds followed by Rates.
var Rates = [...]simtime.Duration{15 * simtime.Minute, simtime.Hour, 6 * simtime.Hour, simtime.Day}

const (
	// StepsPerSecond is the number of steps per second at the default speed.
	StepsPerSecond = 2
	// usualSpeed is the index of the default speed in Speeds.
	usualSpeed = 2
	// leastPlayed is the minimum playing time of a run in seconds. A rate at which
	// the run would take less time is not offered.
	leastPlayed = 2
)

// Flow is the state of the clock while the page plays at a rate of simulated time.
// The zero value means that the page does not play in this way.
type Flow struct {
	On   bool
	At   simtime.Time // time of the clock, which may be between two steps
	Owed float64      // playing time in milliseconds that has passed since At was last advanced
}

// Paces returns the number of speeds that are offered. The rates of simulated time
// are offered only if the run is long enough. In predict mode they are not offered.
func (m *Model) Paces() int {
	n := len(Speeds)
	if m.Run == nil || m.Predict.On {
		return n
	}
	span := m.Run.Time(m.Run.Len()).Sub(m.begins())
	for _, rate := range Rates {
		if span >= leastPlayed*rate {
			n++
		}
	}
	return n
}

// begins returns the time of the first step or, for a window of a long run, the
// beginning of the window.
func (m *Model) begins() simtime.Time {
	if m.Run.Archive != nil {
		return m.Run.Archive.From
	}
	return m.Run.Time(1)
}

// Tempo returns the index of the current speed in Speeds followed by Rates. If the
// selected speed is not offered for this run, it returns the index of the default
// speed.
func (m *Model) Tempo() int {
	if m.Speed >= len(Speeds) && m.Speed >= m.Paces() {
		return usualSpeed
	}
	return m.Speed
}

// SetPace selects a speed by its index. If the page is playing, it continues at
// this speed.
func (m *Model) SetPace(i int) {
	m.Speed = min(max(i, 0), m.Paces()-1)
	m.Flow, m.Glide = Flow{}, 0
}

// TogglePace switches between playing step by step and playing by simulated time.
// When it switches to steps, it selects the default speed. When it switches to
// simulated time, it selects an hour per second or, if that is not offered, the
// last speed in the list.
func (m *Model) TogglePace() {
	if m.Rate() > 0 {
		m.SetPace(usualSpeed)
		return
	}
	m.SetPace(len(Speeds) + 1)
}

// Rate returns the simulated time that passes in one second of playing. It returns
// 0 if the page plays step by step.
func (m *Model) Rate() simtime.Duration {
	if i := m.Tempo() - len(Speeds); i >= 0 {
		return Rates[i]
	}
	return 0
}

// StepsIn returns the number of steps that pass in the given number of milliseconds
// of playing step by step.
func (m *Model) StepsIn(ms float64) float64 { return ms / 1000 * StepsPerSecond * Speeds[m.Tempo()] }

// PaceName returns the value that identifies a speed in the HTML list of speeds:
// "4" for four times the default speed, "3600s" for one hour of simulated time per
// second.
func (m *Model) PaceName(i int) string {
	if k := i - len(Speeds); k >= 0 {
		return strconv.FormatInt(int64(Rates[k]/simtime.Second), 10) + "s"
	}
	return strconv.FormatFloat(Speeds[i], 'f', -1, 64)
}

// PaceOptions returns the HTML options of the list of speeds.
func (m *Model) PaceOptions() html.HTML {
	var out html.Builder
	for i := range m.Paces() {
		name := m.PaceName(i)
		text := name + "×"
		if k := i - len(Speeds); k >= 0 {
			text = m.Words.Say(i18n.PaceByTime, i18n.S("span", m.Words.Span(Rates[k])))
		}
		out.Add(html.Option(name, false, html.Text(text)))
	}
	return out.HTML()
}

// Flows advances the clock by the given number of milliseconds of playing at a rate
// of simulated time. It reports whether the clock moved. If animation is off, the
// clock moves in jumps, as often as steps would follow each other at the default
// speed. The parameter settled is false while the page waits for the state that it
// requested last. Meanwhile the clock stops. Afterwards it makes up for at most a
// quarter of a second.
func (m *Model) Flows(ms float64, from simtime.Time, settled bool) bool {
	f := &m.Flow
	f.Owed += ms
	leap := 1000.0 / StepsPerSecond
	if !m.Looks.Still {
		leap = 0
		f.Owed = min(f.Owed, 250)
	}
	if !settled || f.Owed < leap {
		return false
	}
	if !f.On {
		f.On, f.At = true, from
	}
	f.At = f.At.Add(simtime.Duration(f.Owed / 1000 * float64(m.Rate())))
	f.Owed = 0
	return true
}

// Flowing reports whether the page is playing at a rate of simulated time.
func (m *Model) Flowing() bool { return m.Playing && m.Flow.On }

// Between returns the time of the clock, limited to the interval between the two
// given times. If the page is not playing at a rate of simulated time, or animation
// is off, it returns the beginning of the interval.
func (m *Model) Between(from, to simtime.Time) simtime.Time {
	if !m.Flowing() || m.Looks.Still {
		return from
	}
	return max(from, min(m.Flow.At, to))
}
