package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Power holds the figures of the power that a run draws. They are 0 if no node says
// how much it draws. Energy is in kWh, power in kW, and carbon in kg of CO2.
type Power struct {
	Energy       float64
	MeanPower    float64
	PeakPower    float64
	EnergyPerJob float64 // mean over the ended jobs
	Carbon       float64
}

func (p *Power) list() []Figure {
	return []Figure{
		{"energy", "Energy", "kWh", LowerBetter, InEnergy, "", p.Energy, "energy"},
		{"mean_power", "Mean power", "kW", LowerBetter, InEnergy, "", p.MeanPower, "energy"},
		{"peak_power", "Highest power", "kW", LowerBetter, InEnergy, "", p.PeakPower, "energy"},
		{"energy_per_job", "Energy per job", "kWh", LowerBetter, InEnergy, "", p.EnergyPerJob, "energy"},
		{"carbon", "Carbon dioxide", "kg", LowerBetter, InEnergy, "", p.Carbon, "carbon"},
	}
}

// power tracks the power that a machine draws, in thousandths of a watt, and the sums
// over the time since the first submission.
//
// A job that waits until its nodes are up does not draw more than idle nodes. Nodes
// that are known to be down, or away, draw what nodes do that are powered down.
//
// Source: SOURCES.md POWER.1. The energy of a job is that of the nodes that it holds,
// from its start to its end; on a node that it shares, its share of what the node draws
// idle, and all that it adds.
type power struct {
	on     bool
	carbon *cluster.Carbon
	base   int64 // power of all nodes without jobs
	above  int64 // power that running jobs add
	shares int64 // part of base that falls to jobs

	peak                  int64
	energy, ofJobs, grams float64 // sums: mW·ms, mW·ms of jobs, and mW·ms·g/kWh
	last                  [3]float64
}

func newPower(m *cluster.Machine, all cluster.Placement) power {
	p := power{on: m.Powered(), carbon: m.Carbon()}
	if p.on {
		p.base = m.IdleWatts(all)
	}
	return p
}

// watts returns the power that the machine draws now, in watts.
func (p *power) watts() float64 { return float64(p.base+p.above) / 1000 }

// pass adds the power between two times to the sums.
func (p *power) pass(from, to simtime.Time) {
	if !p.on || to <= from {
		return
	}
	d := float64(to - from)
	p.energy += float64(d * float64(p.base+p.above))
	p.ofJobs += float64(d * float64(p.above+p.shares))
	p.grams += float64(p.carbon.Sum(from, to) * float64(p.base+p.above))
	p.peak = max(p.peak, p.base+p.above)
}

// read processes an event of a job, or one that powers nodes down.
func (p *power) read(m *cluster.Machine, jobs []workload.Job, e *trace.Event) {
	switch e.Kind {
	case trace.PowerOff:
		p.base -= m.OffWatts(e.Placement)
	case trace.Wake:
		if e.Of == 0 {
			p.base += m.OffWatts(e.Placement)
		}
	case trace.Start:
		p.job(m, jobs, e, 1, e.Of == 0)
	case trace.Resume:
		p.job(m, jobs, e, 1, true)
	case trace.End, trace.Kill, trace.Suspend:
		p.job(m, jobs, e, -1, true)
	case trace.Requeue, trace.Fail:
		p.job(m, jobs, e, -1, e.Of == 0)
	case trace.Shrink:
		p.job(m, jobs, e, -1, true)
	case trace.Ready:
		p.above += m.JobWatts(&jobs[e.Job].Request, e.Placement)
	}
}

// job adds the placement of an event's job to what draws power, or removes it.
func (p *power) job(m *cluster.Machine, jobs []workload.Job, e *trace.Event, sign int64, computes bool) {
	r := &jobs[e.Job].Request
	p.shares += sign * m.ShareWatts(r, e.Placement)
	if computes {
		p.above += sign * m.JobWatts(r, e.Placement)
	}
}

// figures returns the figures of a run of the given length in seconds, with the given
// number of ended jobs. The flag running is set if jobs run or wait.
func (p *power) figures(lasted float64, ended int64, running bool) (f Power) {
	sums := p.last
	if running {
		sums = p.sums()
	}
	const kWh = 3.6e12 // in mW·ms
	f.Energy, f.Carbon = sums[0]/kWh, sums[2]/kWh/1000
	f.EnergyPerJob = mean(sums[1]/kWh, ended)
	if f.PeakPower = float64(p.peak) / 1e6; lasted > 0 {
		f.MeanPower = f.Energy * 3600 / lasted
	}
	return f
}

func (p *power) sums() [3]float64 { return [3]float64{p.energy, p.ofJobs, p.grams} }

// readPower processes an event that may change what the machine draws.
func (m *Meter) readPower(e *trace.Event) {
	p := &m.power
	if gone, ok := takesNodes(e); ok {
		for n := range e.Placement.All {
			if known := m.noticed != nil && m.noticed.Has(n); known != gone {
				off := m.machine.OffWatts(cluster.Placement{{First: n, Last: n, Tasks: 1}})
				if gone {
					off = -off
				}
				p.base += off
			}
		}
		return
	}
	if e.Kind == trace.Grow {
		grown := *e
		grown.Placement = m.standing(e.Job).frozen
		p.job(m.machine, m.jobs, &grown, 1, true)
		return
	}
	p.read(m.machine, m.jobs, e)
}
