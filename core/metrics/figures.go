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
	lasted := f.Makespan
	if w := &m.window; w.on {
		lasted = w.overlap(0, m.now) / 1000
	}
	if lasted > 0 {
		f.Utilization = max(0, m.heldTime[workload.Cores]-m.lostTime) / max(m.whole(workload.Cores, lasted), 1)
		f.MemoryUse = m.use(workload.Memory, lasted)
		f.DiskUse = m.use(workload.Disk, lasted)
		f.GPUUse = m.use(workload.GPUs, lasted)
		f.OwnUse = m.useOfOwn(lasted)
		f.Fragmentation = m.idleWaiting / max(m.whole(workload.Cores, lasted), 1)
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

// use is the part of a resource that jobs held over so many seconds.
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

// whole is how much of a resource was there over so many seconds, in
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
			p := meter.Point()
			p.Load = loads.highest()
			out = append(out, p)
		}
	}
	return out
}

// Point is the machine's state now, without the load of links.
func (m *Meter) Point() Point {
	const k = workload.Cores
	p := Point{Time: m.now, Busy: m.held[k], Frozen: m.frozen[k], Gone: m.gone[k], Waiting: m.waiting, Running: m.running, Hops: mean(m.spread, int64(m.pairs))}
	if m.waiting > 0 {
		p.Free = m.free()
	}
	return p
}

// Direction says which way a figure is better.
type Direction int8

// The directions of figures.
const (
	Neither      Direction = 0
	LowerBetter  Direction = -1
	HigherBetter Direction = 1
)

// JobGroup is what figures are about.
type JobGroup uint8

// The groups: what became of the jobs, S4's five criteria (SOURCES.md METRIC.2),
// then those of S1 to S3.
const (
	InJobs JobGroup = iota
	InPerformance
	InResourceUse
	InBalance
	InService
	InCommunication
	InDeadlines
	InUsers
	InSizes
	InFailures
	NumGroups
)

// String is what the group is called.
func (g JobGroup) String() string {
	return [...]string{
		"Jobs", "Performance", "Use of memory, disk and GPUs", "Balance of nodes", "Guaranteed service", "Communication", "Deadlines", "Users and priorities",
		"Changes of size", "Failures",
	}[g]
}

// Figure is one figure with what people need to read it.
type Figure struct {
	Key    string // as --metrics names it
	Title  string
	Unit   string // "s", "", "%" (value in 0..1), "hops", "jobs"
	Better Direction
	Group  JobGroup // what it is about
	Term   string   // of the glossary, that explains it; "" for none
	Value  float64
	If     string // key of the figure without which this one says nothing, where that is 0; "": it always does
}

// Shown are the figures that say something: a run without deadlines keeps none
// and misses none.
func (f *Figures) Shown() []Figure {
	var out []Figure
	list := f.List()
	for i := range list {
		if Says(list, i) {
			out = append(out, list[i])
		}
	}
	return out
}

// Says reports whether figure i of a List says something. Cost: O(figures).
func Says(list []Figure, i int) bool {
	if list[i].If == "" {
		return true
	}
	for k := range list {
		if list[k].Key == list[i].If {
			return list[k].Value != 0
		}
	}
	return false
}

// List returns the figures in a fixed order. One that is added has a line here or
// in Disciplines.
func (f *Figures) List() []Figure {
	return append(f.usual(), f.Disciplines.list()...)
}

func (f *Figures) usual() []Figure {
	return []Figure{
		{"jobs", "Jobs ended", "jobs", Neither, InJobs, "", float64(f.Jobs), ""},
		{"killed", "Killed at their walltime", "jobs", LowerBetter, InJobs, "walltime", float64(f.Killed), ""},
		{"failed", "Failed with their nodes", "jobs", LowerBetter, InJobs, "failure", float64(f.Failed), "failed"},
		{"rejected", "Rejected", "jobs", LowerBetter, InJobs, "", float64(f.Rejected), ""},
		{"makespan", "Makespan", "s", LowerBetter, InPerformance, "makespan", f.Makespan, ""},
		{"mean_wait", "Mean wait", "s", LowerBetter, InPerformance, "wait", f.MeanWait, ""},
		{"max_wait", "Longest wait", "s", LowerBetter, InService, "wait", f.MaxWait, ""},
		{"mean_response", "Mean response", "s", LowerBetter, InPerformance, "response", f.MeanResponse, ""},
		{"mean_slowdown", "Mean slowdown", "", LowerBetter, InPerformance, "", f.MeanSlowdown, ""},
		{"mean_bounded_slowdown", "Bounded slowdown", "", LowerBetter, InPerformance, "bounded-slowdown", f.MeanBoundedSlowdown, ""},
		{"utilization", "Utilization", "%", HigherBetter, InPerformance, "utilization", f.Utilization, ""},
		{"mean_pairwise_hops", "Hops over all pairs", "hops", LowerBetter, InCommunication, "hop", f.MeanPairwiseHops, ""},
		{"mean_max_hops", "Longest path", "hops", LowerBetter, InCommunication, "hop", f.MeanMaxHops, ""},
		{"mean_hops_per_pair", "Hops per pair", "hops", LowerBetter, InCommunication, "hops-per-pair", f.MeanHopsPerPair, ""},
		{"fragmentation", "Fragmentation", "%", LowerBetter, InPerformance, "fragmentation", f.Fragmentation, ""},
		{"lost_capacity", "Lost capacity", "%", LowerBetter, InPerformance, "lost-capacity", f.LostCapacity, ""},
		{"memory_use", "Memory in use", "%", HigherBetter, InResourceUse, "", f.MemoryUse, ""},
		{"disk_use", "Disk in use", "%", HigherBetter, InResourceUse, "", f.DiskUse, ""},
		{"gpu_use", "GPUs in use", "%", HigherBetter, InResourceUse, "", f.GPUUse, "gpu_use"},
		{"own_use", "Own resources in use", "%", HigherBetter, InResourceUse, "own-resource", f.OwnUse, "own_use"},
		{"balance", "Imbalance of nodes", "", LowerBetter, InBalance, "balance", f.Balance, ""},
		{"p95_wait", "Wait, 95th percentile", "s", LowerBetter, InService, "wait", f.P95Wait, ""},
		{"p99_wait", "Wait, 99th percentile", "s", LowerBetter, InService, "wait", f.P99Wait, ""},
		{"overtaken", "Jobs overtaken often", "jobs", LowerBetter, InService, "backfill", float64(f.Overtaken), ""},
		{"max_slowdown", "Worst slowdown", "", LowerBetter, InService, "", f.MaxSlowdown, ""},
		{"mean_pairwise_distance", "Distance per pair", "links", LowerBetter, InCommunication, "distance", f.MeanPairDistance, ""},
		{"mean_max_distance", "Longest distance", "links", LowerBetter, InCommunication, "distance", f.MeanMaxDistance, ""},
		{"comm_slowdown", "Slowed by communication", "", LowerBetter, InCommunication, "link-load", f.CommSlowdown, ""},
		{"max_link_load", "Highest link load", "%", LowerBetter, InCommunication, "link-load", f.MaxLinkLoad, ""},
		{"mean_link_load", "Mean link load", "%", LowerBetter, InCommunication, "link-load", f.MeanLinkLoad, ""},
	}
}

// JSON is the figures as a JSON object with the keys of --metrics, in a fixed
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
