// Package fidelitytest makes the past of a synthetic cluster whose truth is known: a
// month of jobs is simulated on a machine of 64 nodes, and written down as sacct, slurm.conf
// and sacctmgr would show it, with noise. [Month.Truth] simulates the same month again with
// a change, so that predictions of package fidelity can be checked.
//
// The jobs have Lublin and Feitelson's arrivals, sizes and run times. Each user asks for
// time limits that are about the same multiple of the run times. There are four partitions
// that share nodes, three QOSs, arrays, and jobs that are held for a while. The noise: times are
// rounded to seconds, some rows are missing, slurm.conf has other weights than the cluster
// or none, and the cluster chooses nodes in another way than package fidelity assumes.
package fidelitytest

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MonthOptions is the description of a month.
type MonthOptions struct {
	Seed    uint64
	Days    int
	Scale   int   // the machine has 64 nodes times this, and so many jobs more; 0 means 1
	Load    int64 // offered load in thousandths
	Unknown bool  // slurm.conf has no weights, and sacct prints priorities; otherwise weights are off by up to Off
	Off     float64
	Missing float64 // part of the rows that are missing
}

// World is the cluster as it really is. A change of [Month.Truth] may edit it.
type World struct {
	Nodes  int
	Config slurmsched.SlurmConfig // the partitions have their nodes in Ranges instead
	Ranges [][2]int               // first and last node of each partition
	Extra  []int                  // nodes that a change adds to each partition
	Redraw uint64                 // draws the parts of seconds anew that the record cuts off, so that the record of submissions stays the same; 0: as they were
}

// Month is a simulated month.
type Month struct {
	Sacct, Conf, QOS string // files
	o                MonthOptions
	world            World
	jobs             []workload.Job
	held             []simtime.Duration // time before the job became eligible
	array            []int              // task number from 1, or 0
	number           []int
	listed           []bool    // in the record
	waits            []float64 // of the month as it was
}

// Cores is the number of cores of each node.
const Cores = 16

// Partitions of the cluster.
const (
	Batch = iota
	Long
	Debug
	Shared
)

var partitionNames = [...]string{"batch", "long", "debug", "shared"}
var partitionTimes = [...]simtime.Duration{24 * simtime.Hour, 72 * simtime.Hour, simtime.Hour, 24 * simtime.Hour}
var qosNames = [...]string{"low", "normal", "high"}

// origin is the first second of the month: 2026-03-01.
const origin = 1_772_323_200

func newWorld(o *MonthOptions) World {
	c := slurmsched.UsualConfig()
	c.Priority.Age, c.Priority.Size, c.Priority.Partition, c.Priority.QOS = 1000, 300, 500, 2000
	c.Priority.MaxAge = 3 * 24 * simtime.Hour
	c.QOS = []slurmsched.QOS{{Name: "low", Priority: 0}, {Name: "normal", Priority: 100}, {Name: "high", Priority: 400}}
	w := World{Nodes: 64 * o.Scale, Config: c, Extra: make([]int, 4)}
	for _, x := range [...][2]int{{0, 56}, {0, 32}, {56, 64}, {40, 64}} {
		w.Ranges = append(w.Ranges, [2]int{x[0] * o.Scale, x[1]*o.Scale - 1})
	}
	for i, name := range partitionNames {
		w.Config.Partitions = append(w.Config.Partitions, slurmsched.Partition{Name: name, Default: i == Batch, Tier: 1, Priority: [...]int64{10, 5, 50, 10}[i]})
	}
	w.Config.Partitions[Debug].Tier = 2
	return w
}

// New makes a month.
func New(o MonthOptions) *Month {
	o.Scale = max(1, o.Scale)
	m := &Month{o: o, world: newWorld(&o)}
	m.draw()
	start, waits, places := m.run(&m.world)
	m.waits = waits
	m.write(start, places)
	return m
}

// draw draws the jobs.
func (m *Month) draw() {
	r := rand.New(rand.NewPCG(m.o.Seed, 0x6d6f6e7468))
	model := workload.Lublin{Jobs: 400 * m.o.Days * m.o.Scale, Types: workload.BatchInteractive, Seed: int64(m.o.Seed), Widest: 32, Load: m.o.Load}
	all, err := model.Generate([]workload.NodeKind{{Nodes: int64(m.world.Nodes), Speed: 1000, Resources: workload.Resources{workload.Cores: Cores}}})
	if err != nil {
		panic(err)
	}
	const users = 40
	ratio := make([]float64, users) // time limit over run time
	for i := range ratio {
		ratio[i] = 1.1 + 6*r.Float64()*r.Float64()
	}
	end := simtime.Time(m.o.Days) * 24 * simtime.Time(simtime.Hour)
	number := 1000
	for i := range all {
		j := all[i]
		if j.Submit >= end {
			break
		}
		number++
		user := int(float64(users) * r.Float64() * r.Float64())
		j.User, j.Group = fmt.Sprintf("user%02d", user), fmt.Sprintf("lab%d", user%6)
		j.QOS = qosNames[min(2, int(r.Float64()*r.Float64()*4.5))]
		j.Runtime = min(max(j.Runtime, 5*simtime.Second), 70*simtime.Hour)
		j.Walltime = limitOf(simtime.Duration(float64(j.Runtime) * ratio[user] * (0.8 + 0.4*r.Float64())))
		m.choose(&j, r)
		j.Runtime = min(j.Runtime, j.Walltime)
		j.Submit += simtime.Time(r.IntN(1000))
		held := simtime.Duration(0)
		if r.IntN(30) == 0 {
			held = simtime.Duration(r.IntN(8*3600)) * simtime.Second
		}
		tasks := 1
		if r.IntN(40) == 0 && j.Runtime < 2*simtime.Hour && j.Size() < 5 {
			tasks = 4 + r.IntN(12)
		}
		for k := range tasks {
			x := j
			if tasks > 1 {
				x.Runtime = min(x.Walltime, max(simtime.Second, simtime.Duration(float64(x.Runtime)*(0.7+0.6*r.Float64()))))
			}
			x.Submit += simtime.Time(held)
			m.jobs, m.held, m.number = append(m.jobs, x), append(m.held, held), append(m.number, number)
			m.array = append(m.array, min(k+1, (tasks-1)*users))
		}
	}
	m.sort()
	for range m.jobs {
		m.listed = append(m.listed, r.Float64() >= m.o.Missing)
	}
}

// sort sorts the jobs by the time from which on they are eligible.
func (m *Month) sort() {
	order := make([]int, len(m.jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.jobs[a].Submit, m.jobs[b].Submit) })
	m.jobs, m.held, m.array, m.number = pick(m.jobs, order), pick(m.held, order), pick(m.array, order), pick(m.number, order)
	for i := range m.jobs {
		j := &m.jobs[i]
		j.ID, j.Number, j.After = workload.JobID(i), int64(i)+1, workload.NoJob
	}
}

func pick[T any](all []T, order []int) []T {
	out := make([]T, len(all))
	for k, i := range order {
		out[k] = all[i]
	}
	return out
}

// choose chooses a partition.
func (m *Month) choose(j *workload.Job, r *rand.Rand) {
	part := Batch
	switch {
	case j.Walltime > 24*simtime.Hour:
		part = Long
		j.Nodes = min(j.Nodes, 16)
	case j.Walltime <= simtime.Hour && j.Nodes <= 4 && r.IntN(3) == 0:
		part = Debug
	case j.Nodes == 1 && r.IntN(2) == 0:
		part = Shared
		j.Nodes, j.Tasks, j.PerTask[workload.Cores] = 0, 1, int64(1+r.IntN(Cores/2))
	}
	j.Queue = partitionNames[part]
	j.Walltime = min(j.Walltime, partitionTimes[part])
}

// limitOf returns a time limit that people would write.
func limitOf(d simtime.Duration) simtime.Duration {
	for _, minutes := range [...]simtime.Duration{5, 10, 15, 30, 60, 120, 240, 360, 480, 720, 1440, 2880} {
		if d <= minutes*simtime.Minute {
			return minutes * simtime.Minute
		}
	}
	return 72 * simtime.Hour
}

// packed packs parts of nodes tightly, and takes whole nodes from the first one on.
type packed struct{ alloc.FirstFit }

// Allocate implements alloc.Allocator.
func (packed) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if r.Whole() {
		return alloc.FirstFit{}.Allocate(r, free, dst)
	}
	return alloc.BestFit{}.Allocate(r, free, dst)
}

// Truth returns the wait of each job in seconds if the cluster had been changed, or -1
// for a job that could not run. Without a change, it returns the waits of the month.
func (m *Month) Truth(change func(*World)) []float64 {
	if change == nil {
		return m.waits
	}
	w := m.world
	w.Config.Partitions, w.Config.QOS = slices.Clone(w.Config.Partitions), slices.Clone(w.Config.QOS)
	w.Ranges, w.Extra = slices.Clone(w.Ranges), slices.Clone(w.Extra)
	change(&w)
	_, waits, _ := m.run(&w)
	return waits
}

// run simulates the month.
func (m *Month) run(w *World) (start []simtime.Time, waits []float64, places []cluster.Placement) {
	nodes := w.Nodes
	config := w.Config
	config.Partitions = slices.Clone(config.Partitions)
	for i := range config.Partitions {
		p := cluster.Placement{}.Append(topology.NodeID(w.Ranges[i][0]), topology.NodeID(w.Ranges[i][1]), 1)
		if extra := w.Extra[i]; extra > 0 {
			p = p.Append(topology.NodeID(nodes), topology.NodeID(nodes+extra-1), 1)
			nodes += extra
		}
		config.Partitions[i].Nodes = p
	}
	flat, err := topology.NewFlat(nodes)
	if err != nil {
		panic(err)
	}
	machine := cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: Cores}, Speed: 1000})
	jobs := slices.Clone(m.jobs)
	order := redraw(jobs, w.Redraw)
	checks := slurmsched.SlurmPolicy{Config: config}.Checks(machine)
	for i := range jobs {
		jobs[i].Reject = checks(&jobs[i].Request)
	}
	e, err := engine.New(engine.Config{Machine: machine, Jobs: jobs, Queue: slurmsched.SlurmPolicy{Config: config}, Allocator: packed{}})
	if err != nil {
		panic(err)
	}
	start, waits, places = make([]simtime.Time, len(jobs)), make([]float64, len(jobs)), make([]cluster.Placement, len(jobs))
	for i := range waits {
		waits[i] = -1
	}
	for s, more := e.Step(); more; s, more = e.Step() {
		for i := range s.Events {
			if x := &s.Events[i]; x.Kind == trace.Start {
				k := order[x.Job]
				start[k], waits[k], places[k] = x.Time, float64(x.Time-jobs[x.Job].Submit)/1000, slices.Clone(x.Placement)
			}
		}
	}
	return start, waits, places
}

// redraw draws the milliseconds of submissions anew, within their seconds, unless the
// seed is 0, and sorts the jobs. It returns the index that each of them had.
func redraw(jobs []workload.Job, seed uint64) (order []int) {
	for i := range jobs {
		order = append(order, i)
	}
	if seed == 0 {
		return order
	}
	r := rand.New(rand.NewPCG(seed, 0x7265647261770a))
	for i := range jobs {
		jobs[i].Submit += simtime.Time(r.IntN(1000)) - jobs[i].Submit%1000
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(jobs[a].Submit, jobs[b].Submit) })
	copy(jobs, pick(jobs, order))
	for i := range jobs {
		jobs[i].ID, jobs[i].Number = workload.JobID(i), int64(i)+1
	}
	return order
}

// Listed returns the ids of the jobs in the record, and "" for those that it lacks.
func (m *Month) Listed() []string {
	out := make([]string, len(m.jobs))
	for i := range out {
		if m.listed[i] {
			out[i] = m.id(i)
		}
	}
	return out
}

func (m *Month) id(i int) string {
	if m.array[i] > 0 {
		return fmt.Sprintf("%d_%d", m.number[i], m.array[i])
	}
	return fmt.Sprint(m.number[i])
}

// write writes the files.
func (m *Month) write(start []simtime.Time, places []cluster.Placement) {
	var b strings.Builder
	b.WriteString("JobID|User|Account|Partition|QOS|Priority|Submit|Eligible|Start|End|TimelimitRaw|State|AllocCPUS|AllocNodes|NodeList\n")
	at := func(t simtime.Time) int64 { return origin + int64(t/simtime.Time(simtime.Second)) }
	for i := range m.jobs {
		if !m.listed[i] {
			continue
		}
		j := &m.jobs[i]
		cpus := int64(j.Nodes) * Cores
		if !j.Whole() {
			cpus = j.PerTask[workload.Cores]
		}
		state := "COMPLETED"
		if j.Runtime == j.Walltime {
			state = "TIMEOUT"
		}
		priority := ""
		if m.o.Unknown {
			priority = fmt.Sprint(m.priority(j, start[i]))
		}
		fmt.Fprintf(&b, "%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%d|%s|%d|%d|%s\n", m.id(i), j.User, j.Group, j.Queue, j.QOS, priority,
			clock(at(j.Submit-simtime.Time(m.held[i]))), clock(at(j.Submit)), clock(at(start[i])), clock(at(start[i].Add(j.Runtime))),
			int64(j.Walltime/simtime.Minute), state, cpus, places[i].Nodes(), hosts(places[i]))
	}
	m.Sacct = b.String()
	m.writeConf()
}

// writeConf writes slurm.conf and the QOSs.
func (m *Month) writeConf() {
	var b strings.Builder
	b.WriteString("SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nSchedulerType=sched/backfill\n")
	p := &m.world.Config.Priority
	if !m.o.Unknown {
		r := rand.New(rand.NewPCG(m.o.Seed, 0x636f6e66))
		off := func(x int64) int64 { return int64(math.Round(float64(x) * (1 + m.o.Off*(2*r.Float64()-1)))) }
		fmt.Fprintf(&b, "PriorityType=priority/multifactor\nPriorityWeightAge=%d\nPriorityWeightJobSize=%d\nPriorityWeightPartition=%d\nPriorityWeightQOS=%d\nPriorityMaxAge=3-0\n", off(p.Age), off(p.Size), off(p.Partition), off(p.QOS))
		m.QOS = "Name|Priority\n"
		for _, q := range m.world.Config.QOS {
			m.QOS += fmt.Sprintf("%s|%d\n", q.Name, q.Priority)
		}
	}
	fmt.Fprintf(&b, "NodeName=n[0-%d] CPUs=%d State=UNKNOWN\n", m.world.Nodes-1, Cores)
	for i, x := range m.world.Config.Partitions {
		sharing := ""
		if i != Shared {
			sharing = " OverSubscribe=EXCLUSIVE"
		}
		fmt.Fprintf(&b, "PartitionName=%s Nodes=n[%d-%d] PriorityTier=%d PriorityJobFactor=%d MaxTime=%d%s\n", x.Name, m.world.Ranges[i][0], m.world.Ranges[i][1], x.Tier, x.Priority, partitionTimes[i]/simtime.Minute, sharing)
	}
	m.Conf = b.String()
}

// priority returns a job's priority when it started.
func (m *Month) priority(j *workload.Job, start simtime.Time) int64 {
	c := &m.world.Config
	p := &c.Priority
	sum := float64(p.Age) * min(1, float64(start-j.Submit)/float64(p.MaxAge))
	nodes, cores := float64(max(1, j.Nodes)), float64(j.Nodes)*Cores
	if !j.Whole() {
		cores = float64(j.PerTask[workload.Cores])
	}
	sum += float64(p.Size) * (nodes/float64(m.world.Nodes) + cores/float64(m.world.Nodes*Cores)) / 2
	for i := range c.Partitions {
		if c.Partitions[i].Name == j.Queue {
			sum += float64(p.Partition*c.Partitions[i].Priority) / 50
		}
	}
	for _, q := range c.QOS {
		if q.Name == j.QOS {
			sum += float64(p.QOS*q.Priority) / 400
		}
	}
	return int64(sum)
}

func hosts(p cluster.Placement) string {
	var parts []string
	for _, run := range p {
		part := fmt.Sprint(run.First)
		if run.Last > run.First {
			part = fmt.Sprintf("%d-%d", run.First, run.Last)
		}
		parts = append(parts, part)
	}
	return "n[" + strings.Join(parts, ",") + "]"
}

// clock formats an instant of the spring of 2026.
func clock(at int64) string {
	days, rest := (at-origin)/86_400, (at-origin)%86_400
	month := 3
	for _, length := range [...]int64{31, 30, 31, 30} {
		if days < length {
			break
		}
		days -= length
		month++
	}
	return fmt.Sprintf("2026-%02d-%02dT%02d:%02d:%02d", month, days+1, rest/3600, rest/60%60, rest%60)
}
