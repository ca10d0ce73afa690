package model

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
)

// Speeds are the paces of playing step by step, as multiples of the usual pace.
var Speeds = [...]float64{0.25, 0.5, 1, 2, 4, 8}

// Rates are the paces of playing by simulated time: how much of it goes by in a
// second. They come behind Speeds.
var Rates = [...]simtime.Duration{15 * simtime.Minute, simtime.Hour, 6 * simtime.Hour, simtime.Day}

const (
	// StepsPerSecond is the usual pace.
	StepsPerSecond = 2
	// usualSpeed is its place in Speeds.
	usualSpeed = 2
	// leastPlayed is how many seconds a run must last at a rate for it to be offered.
	leastPlayed = 2
)

// Flow is playing by simulated time; the zero value is that of anything else.
type Flow struct {
	On   bool
	At   simtime.Time // the clock, which may lie between two steps
	Owed float64      // milliseconds of playing that At has not gone on by yet
}

// Paces is how many paces there are: those by simulated time only where the run
// lasts long enough for them, and nothing of it is covered.
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

// begins is when the run begins, or its window.
func (m *Model) begins() simtime.Time {
	if m.Run.Archive != nil {
		return m.Run.Archive.From
	}
	return m.Run.Time(1)
}

// Tempo is the place of the pace in Speeds and Rates: the usual one where the one
// that was chosen is not there.
func (m *Model) Tempo() int {
	if m.Speed >= len(Speeds) && m.Speed >= m.Paces() {
		return usualSpeed
	}
	return m.Speed
}

// SetPace chooses a pace; what plays goes on at it.
func (m *Model) SetPace(i int) {
	m.Speed = min(max(i, 0), m.Paces()-1)
	m.Flow, m.Glide = Flow{}, 0
}

// TurnPace goes from steps to simulated time, an hour a second if there is so much,
// or back to the usual pace.
func (m *Model) TurnPace() {
	if m.Rate() > 0 {
		m.SetPace(usualSpeed)
		return
	}
	m.SetPace(len(Speeds) + 1)
}

// Rate is how much simulated time goes by in a second of playing, 0 where it goes
// step by step.
func (m *Model) Rate() simtime.Duration {
	if i := m.Tempo() - len(Speeds); i >= 0 {
		return Rates[i]
	}
	return 0
}

// StepsIn is how many steps go by in some milliseconds of playing step by step.
func (m *Model) StepsIn(ms float64) float64 { return ms / 1000 * StepsPerSecond * Speeds[m.Tempo()] }

// PaceName is what a list to choose from calls a pace: "4" for four times as fast,
// "3600s" for an hour a second.
func (m *Model) PaceName(i int) string {
	if k := i - len(Speeds); k >= 0 {
		return strconv.FormatInt(int64(Rates[k]/simtime.Second), 10) + "s"
	}
	return strconv.FormatFloat(Speeds[i], 'f', -1, 64)
}

// PaceOptions are the options of that list.
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

// Flows moves the clock on by some milliseconds of playing by simulated time, and
// reports whether it moved. Where motion is not wanted it goes by leaps, as often as
// steps do. While what is on screen is not what was asked for last, settled is
// false, and the clock waits: it catches up with a quarter of a second at most.
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

// Flowing reports whether simulated time is being played.
func (m *Model) Flowing() bool { return m.Playing && m.Flow.On }

// Between is the clock while simulated time is played, as far as it lies between
// two instants.
func (m *Model) Between(from, to simtime.Time) simtime.Time {
	if !m.Flowing() || m.Looks.Still {
		return from
	}
	return max(from, min(m.Flow.At, to))
}
