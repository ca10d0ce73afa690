package cluster

import (
	"sort"

	"hopyard/core/simtime"
)

// Intensity is the mass of carbon dioxide that a unit of energy causes, from a time
// on.
type Intensity struct {
	At    simtime.Time
	Grams int64 // thousandths of a gram of CO2 per kWh
}

// Carbon is the intensity of the grid over time. Before the first step the first
// intensity holds.
type Carbon struct {
	Steps  []Intensity      // ordered by time
	Repeat simtime.Duration // period with which the steps are repeated; 0 if they are not
}

// Sum returns the integral of the intensity between two times, in grams per kWh times
// milliseconds. Cost: O(log steps).
func (c *Carbon) Sum(from, to simtime.Time) float64 {
	if c == nil || len(c.Steps) == 0 || to <= from {
		return 0
	}
	return c.until(to) - c.until(from)
}

// At returns the intensity at a time, in grams per kWh.
func (c *Carbon) At(t simtime.Time) float64 {
	if c.Repeat > 0 {
		t %= simtime.Time(c.Repeat)
	}
	i := sort.Search(len(c.Steps), func(i int) bool { return c.Steps[i].At > t })
	return float64(c.Steps[max(i-1, 0)].Grams) / 1000
}

// until returns Sum from time 0 on.
func (c *Carbon) until(t simtime.Time) float64 {
	if c.Repeat == 0 {
		return c.within(t)
	}
	whole := float64(t / simtime.Time(c.Repeat))
	return float64(whole*c.within(simtime.Time(c.Repeat))) + c.within(t%simtime.Time(c.Repeat))
}

// within returns until for the first period.
func (c *Carbon) within(t simtime.Time) (sum float64) {
	for i, x := range c.Steps {
		from, to := x.At, t
		if i == 0 {
			from = 0
		}
		if i+1 < len(c.Steps) {
			to = min(t, c.Steps[i+1].At)
		}
		if to > from {
			sum += float64(float64(to-from)*float64(x.Grams)) / 1000
		}
	}
	return sum
}

// SetCarbon sets the intensity of the grid. It may only be called while a machine is
// being built.
func (m *Machine) SetCarbon(c *Carbon) { m.carbon = c }

// Carbon returns the intensity of the grid, or nil if it is not known.
func (m *Machine) Carbon() *Carbon { return m.carbon }
