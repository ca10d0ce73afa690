package metrics

import (
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Figures holds the figures of a run, or of the part of a trace that has been read.
// Times are in seconds. Means of waits and hops are over the started jobs, and
// means of response times and slowdowns are over the ended jobs. Jobs that ran already
// when they were submitted have no known wait, response time or slowdown. A mean is 0
// if there are no such jobs.
type Figures struct {
	Jobs                int64   // number of ended jobs: completed, killed and failed
	Killed              int64   // number of jobs killed at their walltime
	Failed              int64   // number of jobs that ended because they lost nodes
	Rejected            int64   // number of jobs rejected for good
	Cancelled           int64   // number of jobs that people cancelled, before or after they started, or that left the queue because of their deadlines or dependencies
	Makespan            float64 // time from the first submission to the last end, or to the present while jobs run or wait
	MeanWait            float64
	MaxWait             float64
	MeanResponse        float64
	MeanSlowdown        float64 // mean over the jobs that ran longer than 0 s
	MeanBoundedSlowdown float64 // with tau = 10 s
	Utilization         float64 // core-seconds held by jobs, without those whose work was lost, divided by (cores · makespan)
	MeanPairwiseHops    float64 // sum of the hops over all pairs of a job's nodes, averaged over the jobs
	MeanMaxHops         float64
	MeanHopsPerPair     float64 // mean number of hops over all pairs of a job's nodes, averaged over the jobs with more than one node
	// Fragmentation is external fragmentation: the core-seconds that were free
	// while a job waited, divided by (cores · makespan). It is INFERRED, because
	// the sources give no formula.
	Fragmentation float64

	// The figures of S4 (SOURCES.md METRIC.2; INFERRED). The use of a resource is a
	// fraction of the makespan times the machine's capacity.
	LostCapacity     float64 // core-seconds that were free while a job waited, divided by all core-seconds of the time in which a job waited
	MemoryUse        float64
	GPUUse           float64
	DiskUse          float64
	OwnUse           float64 // mean use of the resources that the scenario itself defines
	MaxSlowdown      float64 // largest bounded slowdown
	MeanPairDistance float64 // mean distance over all pairs of a job's nodes, averaged over the jobs with more than one node
	MeanMaxDistance  float64 // largest distance between two of a job's nodes, averaged over the jobs with more than one node
	CommSlowdown     float64 // run time divided by the run time at full speed, averaged over the completed jobs that communicate and were never stopped or resized
	// The remaining fields are computed for whole runs only; see Summarize.
	Balance      float64 // coefficient of variation of the time during which a node's cores were busy; nodes are weighted by performance
	P95Wait      float64
	P99Wait      float64
	Overtaken    int64   // number of jobs before which more than five later submitted jobs started
	MaxLinkLoad  float64 // highest load of any link at any time; a load is the bandwidth that running jobs need at full speed, divided by the link's capacity
	MeanLinkLoad float64 // mean load over all links and the whole time

	// SlotFragmentation is the share of the free slots that are fragments, on
	// machines with named levels; see slotFragmentation.
	SlotFragmentation float64
	Disciplines
	Power
}

// Figures returns the figures of the events read so far. Cost: O(1).
func (m *Meter) Figures() Figures {
	f := Figures{Jobs: m.ended, Killed: m.killed, Failed: m.failed, Rejected: m.rejected, Cancelled: m.cancelled}
	if m.submitted > 0 {
		f.Makespan = max(0, m.until().Sub(m.first).Seconds())
	}
	f.MeanWait = mean(m.wait/1000, m.started-m.ranBefore)
	f.MaxWait = m.maxWait / 1000
	f.MeanResponse = mean(m.response/1000, m.ended-m.endedBefore)
	f.MeanSlowdown = mean(m.slowdown, m.slowed)
	f.MeanBoundedSlowdown = mean(m.bounded, m.ended-m.endedBefore)
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
	if m.power.on {
		f.Power = m.power.figures(lasted, m.ended, m.running > 0 || m.waiting > 0)
	}
	return f
}

// until returns the end of the makespan: the present if jobs run or wait, otherwise
// the last end of a job.
func (m *Meter) until() simtime.Time {
	if m.running > 0 || m.waiting > 0 {
		return m.now
	}
	return m.last
}

// use returns the fraction of a resource that jobs held during a makespan. The
// makespan is in seconds.
func (m *Meter) use(k workload.Resource, makespan float64) float64 {
	return m.heldTime[k] / max(m.whole(k, makespan), 1)
}

// useOfOwn returns the mean use of the resources that the scenario defines itself,
// or 0 if it defines none.
func (m *Meter) useOfOwn(makespan float64) float64 {
	names := m.machine.Names()
	sum := 0.0
	for k := range names {
		sum += m.use(workload.Named+workload.Resource(k), makespan)
	}
	return sum / float64(max(len(names), 1))
}

// whole returns how much of a resource was available during a makespan in seconds.
// The result is in resource-milliseconds. Nodes that were known to be down do not
// count.
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

// Point is the state of the machine from Time until the time of the next point.
type Point struct {
	Time    simtime.Time
	Busy    int64 // cores held by jobs
	Frozen  int64 // cores set aside for growing jobs
	Gone    int64 // cores of nodes that are known to be down
	Free    int64 // free cores if a job waits (external fragmentation), otherwise 0
	Waiting int64 // number of waiting jobs
	Running int64 // number of running jobs
	Hops    float64
	Load    float64 // load of the busiest link: the bandwidth that running jobs need at full speed, divided by the link's capacity
	Watts   float64 // power that the machine draws; 0 if its nodes do not say how much they draw
}

// Series returns the state of the machine over time, with a point for each time at
// which something changed. The field Hops is the mean number of hops per pair of
// nodes over the jobs started so far. Cost: that of Summarize and, if jobs share a
// network, O(links) per point.
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

// Point returns the current state of the machine, without Load.
func (m *Meter) Point() Point {
	const k = workload.Cores
	p := Point{Time: m.now, Busy: m.held[k], Frozen: m.frozen[k], Gone: m.gone[k], Waiting: m.waiting, Running: m.running, Hops: mean(m.spread, int64(m.pairs))}
	if m.waiting > 0 {
		p.Free = m.free()
	}
	if m.power.on {
		p.Watts = m.power.watts()
	}
	return p
}

// Direction is the preferred direction of a figure: lower values, higher values or
// neither.
type Direction int8

// The directions.
const (
	Neither      Direction = 0
	LowerBetter  Direction = -1
	HigherBetter Direction = 1
)

// JobGroup is the topic of a figure.
type JobGroup uint8

// The topics: counts of jobs, the five criteria of S4 (SOURCES.md METRIC.2), the
// figures of S1 to S3, and energy.
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
	InEnergy
	NumGroups
)

// String returns the title of the topic.
func (g JobGroup) String() string {
	return [...]string{
		"Jobs", "Performance", "Use of memory, disk and GPUs", "Balance of nodes", "Guaranteed service", "Communication", "Deadlines", "Users and priorities",
		"Changes of size", "Failures", "Energy",
	}[g]
}

// Figure is one figure together with the texts that are displayed with it.
type Figure struct {
	Key    string // name of the figure in --metrics
	Title  string
	Unit   string // "s", "", "%" (value in 0..1), "hops", "jobs", …
	Better Direction
	Group  JobGroup // topic of the figure
	Term   string   // glossary term that explains the figure; "" if there is none
	Value  float64
	If     string // key of another figure; this figure is meaningful only if that figure is not 0. It is "" if this figure is always meaningful
}

// Shown returns the figures that are meaningful for this run. For example, figures
// about deadlines are left out if no job has a deadline.
func (f *Figures) Shown() []Figure {
	var out []Figure
	list := f.List()
	for i := range list {
		if IsMeaningful(list, i) {
			out = append(out, list[i])
		}
	}
	return out
}

// IsMeaningful reports whether figure i of a List is meaningful. Cost: O(figures).
func IsMeaningful(list []Figure, i int) bool {
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

// List returns the figures in a fixed order. To add a figure, add a line here or in
// Disciplines.list.
func (f *Figures) List() []Figure {
	return append(append(f.usual(), f.Disciplines.list()...), f.Power.list()...)
}

func (f *Figures) usual() []Figure {
	return []Figure{
		{"jobs", "Jobs ended", "jobs", Neither, InJobs, "", float64(f.Jobs), ""},
		{"killed", "Killed at their walltime", "jobs", LowerBetter, InJobs, "walltime", float64(f.Killed), ""},
		{"failed", "Failed with their nodes", "jobs", LowerBetter, InJobs, "failure", float64(f.Failed), "failed"},
		{"rejected", "Rejected", "jobs", LowerBetter, InJobs, "", float64(f.Rejected), ""},
		{"cancelled", "Cancelled", "jobs", Neither, InJobs, "", float64(f.Cancelled), "cancelled"},
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
		{"slot_fragmentation", "Unusable free slots", "%", LowerBetter, InPerformance, "unusable-slots", f.SlotFragmentation, "slot_fragmentation"},
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

// JSON returns the figures as a JSON object with the keys of --metrics, in the
// order of List, with one figure per line.
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
