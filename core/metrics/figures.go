package metrics

import (
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
	Jobs                int64   // ended: completed, killed and failed
	Killed              int64   // of those, stopped at their walltime
	Failed              int64   // of those, ended because they lost nodes
	Rejected            int64   // refused for good
	Makespan            float64 // last end (or now, while jobs run) less first submission
	MeanWait            float64
	MaxWait             float64
	MeanResponse        float64
	MeanSlowdown        float64 // over jobs that ran longer than 0 s
	MeanBoundedSlowdown float64 // tau 10 s
	Utilization         float64 // held core-seconds, but for those whose work was lost, over cores · makespan
	MeanPairwiseHops    float64 // mean over jobs of the sum over pairs of nodes
	MeanMaxHops         float64
	MeanHopsPerPair     float64 // mean over jobs of more than one node of the mean over pairs
	// Fragmentation is external: core-seconds that were free while a job
	// waited, over cores · makespan (INFERRED; the sources give no formula).
	Fragmentation float64

	// S4's groups (SOURCES.md METRIC.2; INFERRED). Shares are of makespan times
	// what the machine has.
	LostCapacity     float64 // core-seconds free while a job waited, over all core-seconds of that time
	MemoryUse        float64
	GPUUse           float64
	DiskUse          float64
	OwnUse           float64 // mean over the resources that the machine has a name for
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
	Disciplines
}

// Figures are the figures of what has been read. Cost: O(1).
func (m *Meter) Figures() Figures {
	f := Figures{Jobs: m.ended, Killed: m.killed, Failed: m.failed, Rejected: m.rejected}
	if m.submitted > 0 {
		f.Makespan = max(0, m.until().Sub(m.first).Seconds())
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
	if f.Makespan > 0 {
		f.Utilization = max(0, m.heldTime[workload.Cores]-m.lostTime) / max(m.whole(workload.Cores, f.Makespan), 1)
		f.MemoryUse = m.use(workload.Memory, f.Makespan)
		f.DiskUse = m.use(workload.Disk, f.Makespan)
		f.GPUUse = m.use(workload.GPUs, f.Makespan)
		f.OwnUse = m.useOfOwn(f.Makespan)
		f.Fragmentation = m.idleWaiting / max(m.whole(workload.Cores, f.Makespan), 1)
	}
	return f
}

// until is where the makespan ends: with the last end, or now while jobs run
// or wait.
func (m *Meter) until() simtime.Time {
	if m.running > 0 || m.waiting > 0 {
		return m.now
	}
	return m.last
}

// use is the part of a resource that jobs held over a makespan in seconds.
func (m *Meter) use(k workload.Resource, makespan float64) float64 {
	return m.heldTime[k] / max(m.whole(k, makespan), 1)
}

// useOfOwn is the mean use of the resources that the machine has a name for, 0
// if it has none.
func (m *Meter) useOfOwn(makespan float64) float64 {
	names := m.machine.Names()
	sum := 0.0
	for k := range names {
		sum += m.use(workload.Named+workload.Resource(k), makespan)
	}
	return sum / float64(max(len(names), 1))
}

// whole is how much of a resource was there over a makespan in seconds, in
// resource-milliseconds.
func (m *Meter) whole(k workload.Resource, makespan float64) float64 {
	gone := m.goneLast[k]
	if m.running > 0 || m.waiting > 0 {
		gone = m.goneTime[k]
	}
	return max(float64(m.all[k])*makespan*1000-gone, 0)
}

func mean(sum float64, n int64) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// Point is the state of the machine from Time until the next point.
type Point struct {
	Time    simtime.Time
	Busy    int64 // cores held by jobs
	Frozen  int64 // cores set aside for jobs that grow
	Gone    int64 // cores of nodes that are known to be down
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
	const k = workload.Cores
	p := Point{Time: m.now, Busy: m.held[k], Frozen: m.frozen[k], Gone: m.gone[k], Waiting: m.waiting, Running: m.running, Hops: mean(m.spread, int64(m.pairs))}
	if m.waiting > 0 {
		p.Free = m.free()
	}
	return p
}
