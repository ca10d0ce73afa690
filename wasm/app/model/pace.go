package model

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
)

// Speeds lists the speeds of playing step by step, as multiples of StepsPerSecond.
var Speeds = [...]float64{0.25, 0.5, 1, 2, 4, 8}

// Rates lists the speeds of playing by simulated time: the simulated time that
// passes in a second. Their indices follow those of Speeds.
var Rates = [...]simtime.Duration{15 * simtime.Minute, simtime.Hour, 6 * simtime.Hour, simtime.Day}

const (
	// StepsPerSecond is the default speed.
	StepsPerSecond = 2
	// usualSpeed is the index of the default in Speeds.
	usualSpeed = 2
	// leastPlayed is the time in seconds that a run must take at a rate for the
	// rate to be offered.
	leastPlayed = 2
)

// Flow is the state of playing by simulated time. The zero value means that it is
// off.
type Flow struct {
	On   bool
	At   simtime.Time // the clock, which may lie between two steps
	Owed float64      // milliseconds of playing by which At has not advanced yet
}

// Paces returns the number of speeds that are offered. Those by simulated time are
// offered only if the run is long enough and the predict mode is off.
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

// begins returns the start of the run, or of its window.
func (m *Model) begins() simtime.Time {
	if m.Run.Archive != nil {
		return m.Run.Archive.From
	}
	return m.Run.Time(1)
}

// Tempo returns the index of the speed in Speeds and Rates. It is the default if
// the chosen speed is not offered.
func (m *Model) Tempo() int {
	if m.Speed >= len(Speeds) && m.Speed >= m.Paces() {
		return usualSpeed
	}
	return m.Speed
}

// SetPace sets the speed. Playing continues at it.
func (m *Model) SetPace(i int) {
	m.Speed = min(max(i, 0), m.Paces()-1)
	m.Flow, m.Glide = Flow{}, 0
}

// TogglePace toggles between playing by steps and by simulated time. The latter
// starts at an hour per second, if the run is long enough; the former at the
// default.
func (m *Model) TogglePace() {
	if m.Rate() > 0 {
		m.SetPace(usualSpeed)
		return
	}
	m.SetPace(len(Speeds) + 1)
}

// Rate returns the simulated time that passes in a second of playing, or 0 if
// playing goes step by step.
func (m *Model) Rate() simtime.Duration {
	if i := m.Tempo() - len(Speeds); i >= 0 {
		return Rates[i]
	}
	return 0
}

// StepsIn returns the number of steps that pass in some milliseconds of playing
// step by step.
func (m *Model) StepsIn(ms float64) float64 { return ms / 1000 * StepsPerSecond * Speeds[m.Tempo()] }

// PaceName returns the value of a speed in the list of speeds: "4" for four times
// as fast, "3600s" for an hour per second.
func (m *Model) PaceName(i int) string {
	if k := i - len(Speeds); k >= 0 {
		return strconv.FormatInt(int64(Rates[k]/simtime.Second), 10) + "s"
	}
	return strconv.FormatFloat(Speeds[i], 'f', -1, 64)
}

// PaceOptions returns the options of the list of speeds.
func (m *Model) PaceOptions() string {
	var out strings.Builder
	for i := range m.Paces() {
		name := m.PaceName(i)
		text := name + "×"
		if k := i - len(Speeds); k >= 0 {
			text = m.Words.Say(i18n.PaceByTime, i18n.S("span", m.Words.Span(Rates[k])))
		}
		fmt.Fprintf(&out, `<option value="%s">%s</option>`, name, text)
	}
	return out.String()
}

// Flows advances the clock by some milliseconds of playing by simulated time, and
// reports whether it moved. Without motion the clock jumps, as often as steps do.
// settled is false while the state on screen is not the one requested last. The
// clock then waits, and later catches up by at most a quarter of a second.
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

// Flowing reports whether the page plays by simulated time.
func (m *Model) Flowing() bool { return m.Playing && m.Flow.On }

// Between returns the clock while playing by simulated time, clamped to the
// interval between two instants.
func (m *Model) Between(from, to simtime.Time) simtime.Time {
	if !m.Flowing() || m.Looks.Still {
		return from
	}
	return max(from, min(m.Flow.At, to))
}
