// Package fidelity replays the past of a Slurm cluster, says how true the replay is,
// and predicts what a change of the configuration would have done.
//
// [New] makes a [PastModel] of what sacct recorded (sacct.ReadRecords) and of the
// configuration: the machine, the partitions, the priorities, and the jobs with their
// real run times. [PastModel.Replay] simulates it under the discipline queue/slurmsched, which
// decides all starts anew. [PastModel.Fidelity] compares the starts with the recorded ones, and
// gives a likely reason for each job whose start is wrong. [PastModel.With] makes a model with
// a change, such as another bf_interval or 16 nodes more. [PastModel.Compare] estimates what
// the change does, with confidence intervals; both sides are replays, so that most of
// the errors of the model cancel.
//
//	m, err := fidelity.New(fidelity.Input{Past: past, Snapshot: conf})
//	base, err := m.Replay()
//	report := m.Fidelity(base)
//	other, err := m.With([]fidelity.SettingChange{{Path: "bf_interval", Value: "60"}})
//	changed, err := other.Replay()
//	effect := m.Compare(base, changed)
//
// Source: SOURCES.md SWF.6. LIMITATIONS: of the past, sacct does not record when nodes
// were down, which reservations were announced, dependencies, and jobs that were cancelled
// before they started. Limits and preemption are those that the files give now. A job becomes eligible when
// it did in the record, even if the job that it depends on ends at another time.
package fidelity

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/core/workload/sacct"
)

// ErrModel is the common error for pasts that cannot be replayed and for changes that
// cannot be made.
var ErrModel = errors.New("cannot replay this cluster")

// Input is the knowledge about a cluster. Only Past is required.
type Input struct {
	Past       *sacct.Past
	Snapshot   *slurmstate.Snapshot // from slurm.conf, sshare, sacctmgr and similar ones; nil if there is none
	Topology   topology.Topology    // from topology.conf; nil if there is none
	Allocator  alloc.Allocator      // chooses the nodes of jobs that have whole nodes; nil: as Slurm does on this machine
	From       int64                // instant at which the replay begins; 0: at the first recorded end
	Priorities PrioritySource
}

// PrioritySource selects where the priorities of jobs come from.
type PrioritySource uint8

// Sources of priorities.
const (
	UsualPriorities    PrioritySource = iota // computed if all that counts is known, otherwise as recorded if they are
	RecordedPriorities                       // those that sacct printed, which stay as they are
	ComputedPriorities                       // from the weights
)

// PastModel is a cluster with its past, ready to be replayed. A PastModel does not change.
type PastModel struct {
	in        Input
	records   []sacct.Record
	from      int64
	until     int64 // last instant of the record
	snapshot  slurmstate.Snapshot
	config    slurmsched.SlurmConfig
	recorded  bool            // priorities are the recorded ones
	limits    map[string]bool // partitions whose limits a change has set: jobs that break them are refused
	whole     bool            // every job has whole nodes (select/linear)
	memory    bool            // memory is allocated
	joins     bool            // runs of a job that was preempted are one job, which the replay may stop
	machine   *cluster.Machine
	numbers   map[string]topology.NodeID
	allocator alloc.Allocator
	jobs      []workload.Job
	record    [][]int                // of each job: its runs
	ids       map[int]workload.JobID // of each record that takes part
	running   map[workload.JobID]cluster.Placement
	places    []cluster.Placement // recorded nodes of each record, as far as the machine has them
	refused   []string            // of each record: why it takes no part; "" if it does
	outside   []bool              // of each record: it ran on nodes that its partition does not have
	Assumed   []string            // what the input does not say, in English
}

// New prepares a replay. Errors wrap ErrModel. Cost: O(jobs log jobs + nodes · partitions
// + names in host lists).
func New(in Input) (*PastModel, error) {
	m := &PastModel{in: in, records: in.Past.Records}
	if in.Snapshot != nil {
		m.snapshot = *in.Snapshot
	}
	if err := m.configure(); err != nil {
		return nil, err
	}
	return m, m.build()
}

func (m *PastModel) assume(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(m.Assumed, text) {
		m.Assumed = append(m.Assumed, text)
	}
}

// build makes the machine and the jobs from the settings.
func (m *PastModel) build() error {
	if err := m.makeMachine(); err != nil {
		return err
	}
	if err := m.makePartitions(); err != nil {
		return err
	}
	m.begin()
	return m.makeJobs()
}

// begin decides when the replay begins. Before the first recorded end, the record may
// lack jobs that had ended already.
func (m *PastModel) begin() {
	m.until = 0
	for i := range m.records {
		m.until = max(m.until, m.records[i].Eligible, m.records[i].End())
	}
	if m.from = m.in.From; m.from != 0 {
		return
	}
	m.from = 1<<62 - 1
	for i := range m.records {
		if r := &m.records[i]; !r.Running {
			m.from = min(m.from, r.End())
		}
	}
	if m.from == 1<<62-1 {
		m.from = m.records[0].Eligible
	}
}

// Unstarted is the start of a job that does not start in a replay.
const Unstarted = simtime.Never

// Outcome is the result of a replay. Its lists have an element for each record.
type Outcome struct {
	Stopped int            // number of times that a job was stopped for another
	End     []simtime.Time // when the job of the record ended for good; Unstarted if it did not
	Start   []simtime.Time // since the beginning of the replay; Unstarted for jobs that take no part
	Ready   []simtime.Time // when the job could have started at the earliest
	Nodes   []cluster.Placement
}

// Wait returns how long a job waited. It returns false if it took no part.
func (o *Outcome) Wait(i int) (simtime.Duration, bool) {
	return o.Start[i].Sub(o.Ready[i]), o.Start[i] != Unstarted
}

// Replay simulates the model. Errors wrap ErrModel. Cost: that of a run of the
// discipline.
func (m *PastModel) Replay() (*Outcome, error) {
	return m.ReplayBy(func(int, int) bool { return true })
}

// ReplayBy simulates the model like Replay, but calls pause every few steps with the
// number of jobs that have started and of all jobs. If pause returns false, ReplayBy stops,
// and the outcome is nil.
func (m *PastModel) ReplayBy(pause func(started, jobs int) bool) (*Outcome, error) {
	n := len(m.records)
	o := &Outcome{Start: make([]simtime.Time, n), Ready: make([]simtime.Time, n), End: make([]simtime.Time, n), Nodes: make([]cluster.Placement, n)}
	for i := range o.Start {
		o.Start[i], o.End[i] = Unstarted, Unstarted
	}
	runs := make([]int, len(m.jobs)) // of each job: how often it has started
	e, err := engine.New(engine.Config{Machine: m.machine, Jobs: m.jobs, Queue: slurmsched.SlurmPolicy{Config: m.config}, Allocator: m.allocator, Running: m.running})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	const between = 16 // steps
	started, steps := 0, 0
	for s, more := e.Step(); more; s, more = e.Step() {
		if steps++; steps%between == 0 && !pause(started, len(m.jobs)) {
			return nil, nil
		}
		for i := range s.Events {
			switch x := &s.Events[i]; x.Kind {
			case trace.Submit:
				o.Ready[m.record[x.Job][0]] = x.Time
			case trace.Start:
				if k := runs[x.Job]; k < len(m.record[x.Job]) {
					i := m.record[x.Job][k]
					o.Start[i], o.Nodes[i] = x.Time, slices.Clone(x.Placement)
				}
				if runs[x.Job]++; runs[x.Job] == 1 {
					started++
				}
			case trace.Requeue:
				o.Stopped++
				if k := runs[x.Job]; k < len(m.record[x.Job]) {
					o.Ready[m.record[x.Job][k]] = x.Time
				}
			case trace.Fail:
				o.Stopped++
			case trace.End, trace.Kill:
				o.End[m.record[x.Job][0]] = x.Time
			}
		}
	}
	return o, nil
}

// Records returns the records in the order of the lists of an Outcome.
func (m *PastModel) Records() []sacct.Record { return m.records }

// Past returns what sacct recorded.
func (m *PastModel) Past() *sacct.Past { return m.in.Past }

// Names returns the names of the partitions, and of the QOSs that are known or that jobs
// have, each in alphabetical order.
func (m *PastModel) Names() (partitions, qos []string) {
	for i := range m.config.Partitions {
		partitions = append(partitions, m.config.Partitions[i].Name)
	}
	for i := range m.config.QOS {
		qos = append(qos, m.config.QOS[i].Name)
	}
	for i := range m.records {
		if name := m.records[i].QOS; name != "" && !slices.Contains(qos, name) {
			qos = append(qos, name)
		}
	}
	slices.Sort(partitions)
	slices.Sort(qos)
	return partitions, qos
}

// Began returns the instant of the record at which the replay begins.
func (m *PastModel) Began() int64 { return m.from }

// counts reports whether a job's start is predicted: it takes part and was not running
// when the replay began.
func (m *PastModel) counts(i int) bool {
	return m.refused[i] == "" && m.records[i].Start >= m.from
}

// partitionOf returns the name of the partition of a record.
func (m *PastModel) partitionOf(r *sacct.Record) string {
	name, _, _ := strings.Cut(r.Partition, ",")
	return name
}

// makeJobs makes the jobs of the simulation.
func (m *PastModel) makeJobs() error {
	n := len(m.records)
	m.places, m.refused, m.outside = make([]cluster.Placement, n), make([]string, n), make([]bool, n)
	m.running, m.ids = map[workload.JobID]cluster.Placement{}, map[int]workload.JobID{}
	sets := map[string]*topology.NodeSet{}
	for i := range m.config.Partitions {
		p := &m.config.Partitions[i]
		set := topology.NewNodeSet(m.machine.NumNodes())
		for x := range p.Nodes.All {
			set.AddRange(x, x)
		}
		sets[p.Name] = &set
	}
	missing := 0
	requests := make([]workload.Request, n)
	var before, after []int // jobs that run when the replay begins, and the others
	for i := range m.records {
		r := &m.records[i]
		names, err := m.names(r)
		if err != nil {
			return err
		}
		m.places[i] = m.place(names)
		if len(names) > 0 && m.places[i].Nodes() < len(names) {
			missing++
		}
		if set := sets[m.partitionOf(r)]; set != nil {
			for x := range m.places[i].All {
				m.outside[i] = m.outside[i] || !set.Has(x)
			}
		}
		requests[i] = m.request(r, m.places[i], len(names))
		switch {
		case r.Start < m.from && !r.Running && r.End() <= m.from:
			m.refused[i] = "it had ended before the replay begins"
		case r.Start < m.from:
			before = append(before, i)
		default:
			after = append(after, i)
		}
	}
	if missing > 0 {
		m.assume("%d jobs ran on nodes that the configuration does not have", missing)
	}
	m.placeRunning(before, requests)
	m.queue(after, requests)
	if len(m.jobs) == len(m.running) {
		return fmt.Errorf("%w: none of the %d jobs starts after the replay begins; %s", ErrModel, n, m.whyNone())
	}
	return nil
}

// whyNone returns advice for a replay without jobs.
func (m *PastModel) whyNone() string {
	for _, why := range m.refused {
		if why != "" {
			return "the first one left out: " + why
		}
	}
	return "give a longer period, or an earlier --from"
}

// names returns the names of the nodes on which a job ran.
func (m *PastModel) names(r *sacct.Record) ([]string, error) {
	if r.NodeList == "" {
		return nil, nil
	}
	names, err := slurm.ExpandHosts(r.NodeList, topology.MaxNodes)
	if err != nil {
		return nil, fmt.Errorf("%w: line %d: NodeList of job %s: %w", ErrModel, r.Line, r.ID, err)
	}
	return names, nil
}

// place returns the placement of those of the named nodes that the machine has.
func (m *PastModel) place(names []string) (where cluster.Placement) {
	var ids []topology.NodeID
	for _, name := range names {
		if n, known := m.numbers[name]; known {
			ids = append(ids, n)
		}
	}
	slices.Sort(ids)
	for _, n := range slices.Compact(ids) {
		where = where.Append(n, n, 1)
	}
	return where
}

// noLimit is the walltime of jobs that have no time limit.
const noLimit = 365 * 24 * simtime.Hour

// request returns what a job asks for. A job that shares nodes asks for one task on each
// of its nodes.
func (m *PastModel) request(r *sacct.Record, where cluster.Placement, names int) workload.Request {
	q := workload.Request{User: r.User, Group: r.Account, QOS: r.QOS, Queue: m.partitionOf(r), Walltime: simtime.Duration(r.Limit) * simtime.Second}
	if m.recorded {
		q.Priority = max(0, r.Priority)
	}
	exclusive := false
	for i := range m.snapshot.Partitions {
		if p := &m.snapshot.Partitions[i]; p.Name == q.Queue {
			exclusive = p.Exclusive
			if q.Walltime == 0 {
				q.Walltime = simtime.Duration(p.MaxTime) * simtime.Second
			}
		}
	}
	if q.Walltime == 0 {
		q.Walltime = noLimit
	}
	nodes := max(1, int64(names), r.Nodes*int64(1-min(names, 1)))
	all := int64(0) // CPUs of the nodes that it had
	for n := range where.All {
		all += m.machine.Spec(n).Resources[workload.Cores]
	}
	if m.whole || exclusive || saysExclusive(r.SubmitLine) || r.CPUs == 0 || all > 0 && where.Nodes() == int(nodes) && r.CPUs >= all {
		q.Nodes = int32(nodes)
		return q
	}
	q.Tasks = int32(nodes)
	q.PerTask = workload.Resources{workload.Cores: (r.CPUs + nodes - 1) / nodes, workload.GPUs: (r.GPUs + nodes - 1) / nodes}
	if m.memory {
		q.PerTask[workload.Memory] = (r.MemoryKB/1024 + nodes - 1) / nodes
	}
	return q
}

// saysExclusive reports whether a command asks for nodes that are not shared.
func saysExclusive(command string) bool {
	for word := range strings.FieldsSeq(command) {
		if word == "--exclusive" || word == "--exclusive=exclusive" {
			return true
		}
	}
	return false
}

// placeRunning adds the jobs that run when the replay begins, on the nodes that they have.
func (m *PastModel) placeRunning(list []int, requests []workload.Request) {
	free := cluster.NewFree(m.machine)
	lost := 0
	for _, i := range list {
		r, where := &requests[i], m.places[i]
		if len(where) == 0 {
			m.refused[i] = "it ran when the replay begins, and its nodes are not known"
			lost++
			continue
		}
		if r.Whole() {
			r.Nodes = int32(where.Nodes())
		} else {
			r.Tasks = int32(where.Nodes())
		}
		if !free.Has(r, where) {
			m.refused[i] = "it ran when the replay begins, beside other jobs that leave it no room in the model"
			lost++
			continue
		}
		free.Take(r, where)
		x := &m.records[i]
		gone := simtime.Duration(m.from-x.Start) * simtime.Second
		r.Walltime = max(simtime.Second, r.Walltime-gone)
		m.running[m.add(i, *r, 0, max(simtime.Second, m.runtime(x, r.Walltime+gone)-gone))] = where
	}
	if lost > 0 {
		m.assume("%d jobs that ran when the replay begins are left out, because their nodes are unknown or taken", lost)
	}
}

// runtime returns how long a job runs. A job that had not ended runs until its limit; if
// it has none, until the end of the record.
func (m *PastModel) runtime(r *sacct.Record, limit simtime.Duration) simtime.Duration {
	if r.Running {
		m.assume("jobs that had not ended run until their time limits, or to the end of the record")
		if limit == noLimit {
			limit = simtime.Duration(m.until-r.Start) * simtime.Second
		}
		return max(limit, simtime.Duration(r.Elapsed)*simtime.Second)
	}
	if m.joins && r.State == "PREEMPTED" && limit < noLimit {
		m.assume("jobs that were stopped for others would have run as long as their next runs did, or else until their time limits")
		return max(limit, simtime.Duration(r.Elapsed)*simtime.Second)
	}
	return simtime.Duration(r.Elapsed) * simtime.Second
}

// queue adds the jobs that start later.
func (m *PastModel) queue(list []int, requests []workload.Request) {
	checks := slurmsched.SlurmPolicy{Config: m.config}.Checks(m.machine)
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Compare(max(m.from, m.records[a].Eligible), max(m.from, m.records[b].Eligible))
	})
	for _, i := range list {
		r := &m.records[i]
		if err := checks(&requests[i]); err != nil {
			m.refused[i] = err.Error()
			continue
		}
		runs := m.runtime(r, requests[i].Walltime)
		if m.join(i, runs) {
			continue
		}
		id := m.add(i, requests[i], simtime.Time(max(0, r.Eligible-m.from))*simtime.Time(simtime.Second), runs)
		if r.After >= 0 {
			if first, there := m.ids[r.After]; there {
				m.jobs[id].After = first
				m.jobs[id].Think = simtime.Duration(max(0, r.Eligible-m.records[r.After].End())) * simtime.Second
			}
		}
	}
}

// join makes a run a further run of the job that was preempted in the run before, and
// reports whether it is one. The job runs as long as its last run did.
func (m *PastModel) join(i int, runs simtime.Duration) bool {
	before := m.records[i].After
	if !m.joins || before < 0 || !wasStopped(&m.records[before]) {
		return false
	}
	id, there := m.ids[before]
	if !there || m.running[id] != nil {
		return false
	}
	m.jobs[id].Runtime = runs
	m.record[id], m.ids[i] = append(m.record[id], i), id
	return true
}

// wasStopped reports whether a run ended to make room for another job.
func wasStopped(r *sacct.Record) bool { return r.State == "PREEMPTED" || r.State == "REQUEUED" }

// runOf returns the number of a run among those of its job, from 0.
func (m *PastModel) runOf(i int) int { return slices.Index(m.record[m.ids[i]], i) }

// add adds a job.
func (m *PastModel) add(i int, r workload.Request, submit simtime.Time, runs simtime.Duration) workload.JobID {
	id := workload.JobID(len(m.jobs))
	r.ID, r.Number, r.Submit = id, int64(id)+1, submit
	m.jobs = append(m.jobs, workload.Job{Request: r, Runtime: runs, Overrun: true, After: workload.NoJob})
	m.record = append(m.record, []int{i})
	m.ids[i] = id
	return id
}
