package metrics

import (
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Figures are the usual figures of a run, or of its part so far. Times are in
// seconds. Means are over started jobs (waits, hops) or ended jobs (response,
// slowdown); 0 where there is none.
type Figures struct {
	Jobs                int64   // ended: completed and killed
	Killed              int64   // of those, stopped at their walltime
	Rejected            int64   // refused for good
	Makespan            float64 // last end (or now, while jobs run) less first submission
	MeanWait            float64
	MaxWait             float64
	MeanResponse        float64
	MeanSlowdown        float64 // over jobs that ran longer than 0 s
	MeanBoundedSlowdown float64 // tau 10 s
	Utilization         float64 // held core-seconds over cores · makespan
	MeanPairwiseHops    float64 // mean over jobs of the sum over pairs of nodes
	MeanMaxHops         float64
	MeanHopsPerPair     float64 // mean over jobs of more than one node of the mean over pairs
	// Fragmentation is external: core-seconds that were free while a job
	// waited, over cores · makespan (INFERRED; the sources give no formula).
	Fragmentation float64
}

// Summarize returns the figures of a whole trace. Cost: O(events + jobs +
// the spread of each placement).
func Summarize(m *cluster.Machine, jobs []workload.Job, log []trace.Event) Figures {
	meter := NewMeter(m, jobs)
	for i := range log {
		meter.Read(&log[i])
	}
	return meter.Figures()
}

// Figures are the figures of what has been read. Cost: O(1).
func (m *Meter) Figures() Figures {
	f := Figures{Jobs: m.ended, Killed: m.killed, Rejected: m.rejected}
	if m.submitted > 0 {
		until := m.last
		if m.running > 0 || m.waiting > 0 {
			until = m.now
		}
		f.Makespan = max(0, until.Sub(m.first).Seconds())
	}
	f.MeanWait = mean(m.wait/1000, m.started)
	f.MaxWait = m.maxWait / 1000
	f.MeanResponse = mean(m.response/1000, m.ended)
	f.MeanSlowdown = mean(m.slowdown, m.slowed)
	f.MeanBoundedSlowdown = mean(m.bounded, m.ended)
	f.MeanPairwiseHops = mean(m.hops, m.started)
	f.MeanMaxHops = mean(m.maxHops, m.started)
	f.MeanHopsPerPair = mean(m.spread, int64(m.pairs))
	if whole := float64(m.cores) * f.Makespan * 1000; whole > 0 {
		f.Utilization = m.busyTime / whole
		f.Fragmentation = m.idleWaiting / whole
	}
	return f
}

func mean(sum float64, n int64) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// Direction says which way a figure is better.
type Direction int8

// The directions of figures.
const (
	Neither      Direction = 0
	LowerBetter  Direction = -1
	HigherBetter Direction = 1
)

// Figure is one figure with what people need to read it.
type Figure struct {
	Key    string // as --metrics names it
	Title  string
	Unit   string // "s", "", "%" (value in 0..1), "hops", "jobs"
	Better Direction
	Value  float64
}

// List returns the figures in a fixed order.
func (f *Figures) List() []Figure {
	return []Figure{
		{"jobs", "Jobs ended", "jobs", Neither, float64(f.Jobs)},
		{"killed", "Killed at their walltime", "jobs", LowerBetter, float64(f.Killed)},
		{"rejected", "Rejected", "jobs", LowerBetter, float64(f.Rejected)},
		{"makespan", "Makespan", "s", LowerBetter, f.Makespan},
		{"mean_wait", "Mean wait", "s", LowerBetter, f.MeanWait},
		{"max_wait", "Longest wait", "s", LowerBetter, f.MaxWait},
		{"mean_response", "Mean response", "s", LowerBetter, f.MeanResponse},
		{"mean_slowdown", "Mean slowdown", "", LowerBetter, f.MeanSlowdown},
		{"mean_bounded_slowdown", "Bounded slowdown", "", LowerBetter, f.MeanBoundedSlowdown},
		{"utilization", "Utilization", "%", HigherBetter, f.Utilization},
		{"mean_pairwise_hops", "Pairwise hops", "hops", LowerBetter, f.MeanPairwiseHops},
		{"mean_max_hops", "Longest path", "hops", LowerBetter, f.MeanMaxHops},
		{"mean_hops_per_pair", "Hops per pair", "hops", LowerBetter, f.MeanHopsPerPair},
		{"fragmentation", "Fragmentation", "%", LowerBetter, f.Fragmentation},
	}
}

// JSON is the figures as a JSON object with the keys of format.md, in a fixed
// order, one a line.
func (f *Figures) JSON() []byte {
	dst := []byte("{\n")
	for i, x := range f.List() {
		if i > 0 {
			dst = append(dst, ",\n"...)
		}
		dst = append(dst, "  \""+x.Key+"\": "...)
		dst = strconv.AppendFloat(dst, x.Value, 'f', -1, 64)
	}
	return append(dst, "\n}\n"...)
}

// Point is the state of the machine from Time until the next point.
type Point struct {
	Time    simtime.Time
	Busy    int64 // cores held by jobs
	Free    int64 // cores free while a job waits (external fragmentation)
	Waiting int64 // jobs
	Running int64 // jobs
	Hops    float64
}

// Series returns how the machine's state went, a point for each instant at
// which something changed. Hops is the mean hops per pair over the jobs
// started so far. Cost: as Summarize.
func Series(m *cluster.Machine, jobs []workload.Job, log []trace.Event) []Point {
	meter := NewMeter(m, jobs)
	var out []Point
	for i := range log {
		meter.Read(&log[i])
		if i+1 == len(log) || log[i+1].Time != log[i].Time {
			out = append(out, meter.point())
		}
	}
	return out
}

func (m *Meter) point() Point {
	p := Point{Time: m.now, Busy: m.busy, Waiting: m.waiting, Running: m.running, Hops: mean(m.spread, int64(m.pairs))}
	if m.waiting > 0 {
		p.Free = m.cores - m.busy
	}
	return p
}
