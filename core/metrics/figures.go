package metrics

import (
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/network"
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

	// S4's groups (algorithms.md 2.7, INFERRED). Shares are of makespan times
	// what the machine has.
	LostCapacity     float64 // core-seconds free while a job waited, over all core-seconds of that time
	MemoryUse        float64
	DiskUse          float64
	MaxSlowdown      float64 // bounded
	MeanPairDistance float64 // mean over jobs of more than one node of the mean over pairs
	MeanMaxDistance  float64 // the same of the largest distance
	CommSlowdown     float64 // mean over completed jobs that communicate of run time over that at full speed
	// The rest is known of whole runs only; see Summarize.
	Balance      float64 // coefficient of variation of the busy time of cores over nodes, weighted by their performance
	P95Wait      float64
	P99Wait      float64
	Overtaken    int64   // jobs before which more than five that were submitted later started
	MaxLinkLoad  float64 // what running jobs need of a link at full speed over what it carries, at the worst link and instant
	MeanLinkLoad float64 // mean over links and time
}

// Summarize returns the figures of a whole trace. Cost: O(events + jobs·log
// jobs + nodes), the spread of each placement and, with a network that jobs
// share, their demands.
func Summarize(m *cluster.Machine, jobs []workload.Job, net network.Model, log []trace.Event) Figures {
	meter := NewMeter(m, jobs)
	loads := newLoads(m, jobs, net)
	for i := range log {
		meter.Read(&log[i])
		loads.read(&log[i])
	}
	f := meter.Figures()
	out := Outcomes(jobs, log)
	f.P95Wait, f.P99Wait = lateWaits(out)
	f.Overtaken = overtaken(out)
	f.Balance = balance(m, jobs, out)
	f.MaxLinkLoad, f.MeanLinkLoad = loads.figures()
	return f
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
	f.MeanPairDistance = mean(m.apart, int64(m.pairs))
	f.MeanMaxDistance = mean(m.maxApart, int64(m.pairs))
	f.MaxSlowdown = m.maxSlowdown
	f.CommSlowdown = mean(m.delay, m.talked)
	if m.coresWaiting > 0 {
		f.LostCapacity = m.idleWaiting / m.coresWaiting
	}
	if span := f.Makespan * 1000; span > 0 {
		f.MemoryUse = m.memoryTime / max(float64(m.memoryAll)*span, 1)
		f.DiskUse = m.diskTime / max(float64(m.diskAll)*span, 1)
	}
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
		{"lost_capacity", "Lost capacity", "%", LowerBetter, f.LostCapacity},
		{"memory_use", "Memory in use", "%", HigherBetter, f.MemoryUse},
		{"disk_use", "Disk in use", "%", HigherBetter, f.DiskUse},
		{"balance", "Imbalance of nodes", "", LowerBetter, f.Balance},
		{"p95_wait", "Wait, 95th percentile", "s", LowerBetter, f.P95Wait},
		{"p99_wait", "Wait, 99th percentile", "s", LowerBetter, f.P99Wait},
		{"overtaken", "Jobs overtaken often", "jobs", LowerBetter, float64(f.Overtaken)},
		{"max_slowdown", "Worst slowdown", "", LowerBetter, f.MaxSlowdown},
		{"mean_pairwise_distance", "Distance per pair", "links", LowerBetter, f.MeanPairDistance},
		{"mean_max_distance", "Longest distance", "links", LowerBetter, f.MeanMaxDistance},
		{"comm_slowdown", "Slowed by communication", "", LowerBetter, f.CommSlowdown},
		{"max_link_load", "Highest link load", "%", LowerBetter, f.MaxLinkLoad},
		{"mean_link_load", "Mean link load", "%", LowerBetter, f.MeanLinkLoad},
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
	Load    float64 // of the busiest link: what running jobs need at full speed over what it carries
}

// Series returns how the machine's state went, a point for each instant at
// which something changed. Hops is the mean hops per pair over the jobs
// started so far. Cost: as Summarize, and O(links) a point where jobs share a network.
func Series(m *cluster.Machine, jobs []workload.Job, net network.Model, log []trace.Event) []Point {
	meter := NewMeter(m, jobs)
	loads := newLoads(m, jobs, net)
	var out []Point
	for i := range log {
		meter.Read(&log[i])
		loads.read(&log[i])
		if i+1 == len(log) || log[i+1].Time != log[i].Time {
			p := meter.point()
			p.Load = loads.highest()
			out = append(out, p)
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
