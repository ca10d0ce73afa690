package fidelity

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmrules"
	"hopyard/core/slurmstate"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// configure reads the settings of slurm.conf.
func (m *PastModel) configure() error {
	s := &m.snapshot.Settings
	m.config = slurmsched.UsualConfig()
	m.whole = strings.EqualFold(s.Value("SelectType"), "select/linear")
	m.memory = strings.Contains(strings.ToLower(s.Value("SelectTypeParameters")), "memory")
	m.rules()
	if err := m.priorities(); err != nil {
		return err
	}
	return m.backfill()
}

// setWhole stores a whole number if a text is given.
func setWhole[T int32 | int64](to *T, name, text string, least, most int64) error {
	if text == "" || text == "(null)" {
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return fmt.Errorf("%w: %s=%s is not a whole number from %d to %d; write one", ErrModel, name, text, least, most)
	}
	*to = T(n)
	return nil
}

// weight is a weight of slurm.conf.
type weight struct {
	name string
	of   *int64
}

// weights lists the weights of slurm.conf.
func weights(w *slurmsched.Priority) [6]weight {
	return [...]weight{{"PriorityWeightAge", &w.Age}, {"PriorityWeightFairshare", &w.FairShare}, {"PriorityWeightJobSize", &w.Size}, {"PriorityWeightPartition", &w.Partition}, {"PriorityWeightQOS", &w.QOS}, {"PriorityWeightAssoc", &w.Assoc}}
}

// mostWeight is the largest weight of Slurm.
const mostWeight = math.MaxUint32

// weigh reads the weights of slurm.conf.
func (m *PastModel) weigh(w *slurmsched.Priority) error {
	s := &m.snapshot.Settings
	for _, x := range weights(w) {
		if err := setWhole(x.of, x.name, s.Value(x.name), 0, mostWeight); err != nil {
			return err
		}
	}
	tres, others, err := slurmrules.WeightsOfTRES(s.Value("PriorityWeightTRES"))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrModel, err)
	}
	if w.TRES = tres; len(others) > 0 {
		m.assume("priorities do not count %s (PriorityWeightTRES)", strings.Join(others, ", "))
	}
	return nil
}

// priorities reads the settings of priorities, and decides where priorities come from.
func (m *PastModel) priorities() error {
	s, w := &m.snapshot.Settings, &m.config.Priority
	if err := m.weigh(w); err != nil {
		return err
	}
	for _, x := range [...]struct {
		name string
		to   *simtime.Duration
	}{{"PriorityMaxAge", &w.MaxAge}, {"PriorityDecayHalfLife", &w.HalfLife}, {"PriorityCalcPeriod", &w.Period}} {
		seconds, given, err := s.Span(x.name)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrModel, err)
		}
		if given && (seconds > 0 || x.to == &w.HalfLife) {
			*x.to = simtime.Duration(seconds) * simtime.Second
		}
	}
	w.Small = strings.EqualFold(s.Value("PriorityFavorSmall"), "yes")
	w.ByTime = strings.Contains(strings.ToUpper(s.Value("PriorityFlags")), "SMALL_RELATIVE_TO_TIME")
	basic := strings.EqualFold(s.Value("PriorityType"), "priority/basic")
	if basic {
		*w = slurmsched.Priority{MaxAge: w.MaxAge, HalfLife: w.HalfLife, Period: w.Period}
	}
	given := 0
	for i := range m.records {
		if m.records[i].Priority > 0 {
			given++
		}
	}
	var lacks []string
	switch {
	case w.Age|w.FairShare|w.Size|w.Partition|w.QOS|w.Assoc == 0 && w.TRES == (slurmsched.Priority{}).TRES && !basic:
		lacks = append(lacks, "the weights (slurm.conf)")
	default:
		if w.QOS > 0 && len(m.config.QOS) == 0 {
			lacks = append(lacks, "the priorities of QOSs (sacctmgr -P show qos)")
		}
		if w.FairShare > 0 && len(m.config.Accounts) == 0 {
			lacks = append(lacks, "the shares (sshare -a -l -P)")
		}
		if w.Assoc > 0 && len(m.snapshot.Assocs) == 0 {
			lacks = append(lacks, "the priorities of associations (sacctmgr -P show assoc tree)")
		}
	}
	switch m.in.Priorities {
	case RecordedPriorities:
		if m.recorded = true; given == 0 {
			return fmt.Errorf("%w: the records have no priorities; let sacct print Priority, or compute priorities", ErrModel)
		}
	case UsualPriorities:
		m.recorded = len(lacks) > 0 && 2*given >= len(m.records)
	}
	switch {
	case m.recorded:
		*w = slurmsched.Priority{MaxAge: w.MaxAge, HalfLife: w.HalfLife, Period: w.Period}
		text := "priorities are those that sacct printed, and stay as they are"
		if len(lacks) > 0 && m.in.Priorities == UsualPriorities {
			text += ", because these are not known: " + strings.Join(lacks, ", ")
		}
		m.assume("%s", text)
	case len(lacks) > 0:
		m.assume("priorities are incomplete, because these are not known: %s", strings.Join(lacks, ", "))
	}
	if !m.recorded && w.FairShare > 0 {
		m.assume("nobody had used anything before the replay begins")
	}
	return nil
}

// rules sets QOSs, accounts, limits and preemption. The jobs of the record were accepted,
// so that no limit refuses any.
func (m *PastModel) rules() {
	for _, d := range slurmrules.Configure(&m.snapshot, &m.config) {
		m.assume("%v", d)
	}
	slurmrules.DropSubmitLimits(&m.config)
	for i := range m.config.QOS {
		m.config.QOS[i].DenyOnLimit = false
	}
	if m.config.Preemption.By != slurmsched.PreemptNever {
		m.joins = true
	}
}

// backfill reads the settings of the backfill scheduler.
func (m *PastModel) backfill() error {
	s, b := &m.snapshot.Settings, &m.config.Backfill
	b.Off = strings.EqualFold(s.Value("SchedulerType"), "sched/builtin")
	if len(m.snapshot.Settings.General) == 0 {
		m.assume("the schedulers have Slurm's defaults, because slurm.conf is not given")
	}
	for _, x := range s.SchedulerParameters {
		if strings.HasPrefix(x.Name, "bf_") && x.Value != "" {
			if _, err := setParameter(b, x.Name, x.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// Limits of the settings of the backfill scheduler.
const (
	mostInterval   = 10_800
	mostWindow     = 43_200
	mostBackfilled = 1_000_000
)

// setParameter stores a parameter of the backfill scheduler by Slurm's name. It returns
// false if it is not one that counts.
func setParameter(b *slurmsched.Backfill, name, text string) (known bool, err error) {
	span := func(to *simtime.Duration, unit simtime.Duration, most int64) error {
		n := int64(*to / unit)
		err := setWhole(&n, name, text, 1, most)
		*to = simtime.Duration(n) * unit
		return err
	}
	switch name {
	case "bf_interval":
		return true, span(&b.Interval, simtime.Second, mostInterval)
	case "bf_window":
		return true, span(&b.Window, simtime.Minute, mostWindow)
	case "bf_resolution":
		return true, span(&b.Resolution, simtime.Second, 3600)
	case "bf_max_job_test":
		return true, setWhole(&b.MaxTest, name, text, 1, mostBackfilled)
	case "bf_max_job_user":
		return true, setWhole(&b.MaxUser, name, text, 0, mostBackfilled)
	}
	return false, nil
}

// makeMachine makes the machine of the configured nodes or, if none are, of those on
// which jobs ran.
func (m *PastModel) makeMachine() error {
	nodes := slices.Clone(m.snapshot.Nodes)
	if len(nodes) == 0 {
		var err error
		if nodes, err = m.usedNodes(); err != nil {
			return err
		}
	}
	var shape topology.Topology
	if m.in.Topology != nil {
		shape = m.in.Topology
		names := shape.(topology.NamedNodes)
		at := map[string]topology.NodeID{}
		for n := range topology.NodeID(shape.NumNodes()) {
			at[names.NodeName(n)] = n
		}
		ordered := make([]slurmstate.Node, shape.NumNodes())
		for i := range nodes {
			n, known := at[nodes[i].Name]
			if !known {
				return fmt.Errorf("%w: node %s is not in the topology; add it there, or leave the topology out", ErrModel, nodes[i].Name)
			}
			ordered[n] = nodes[i]
		}
		for n := range ordered {
			if ordered[n].Name == "" {
				return fmt.Errorf("%w: node %s of the topology is not in slurm.conf; add it there", ErrModel, names.NodeName(topology.NodeID(n)))
			}
		}
		nodes = ordered
	} else {
		flat, err := topology.NewFlat(len(nodes))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrModel, err)
		}
		shape = flat
	}
	spec := func(n *slurmstate.Node) cluster.Spec {
		x := cluster.Spec{Resources: workload.Resources{workload.Cores: max(1, n.CPUs), workload.GPUs: n.GPUs}, Speed: 1000}
		if m.memory {
			x.Resources[workload.Memory] = max(1, n.MemoryMiB)
		}
		return x
	}
	m.machine = cluster.NewMachine(shape, spec(&nodes[0]))
	m.numbers = map[string]topology.NodeID{}
	names, weight, weighted := make([]string, len(nodes)), make([]int64, len(nodes)), false
	for i := range nodes {
		n := &nodes[i]
		m.numbers[n.Name], names[i], weight[i] = topology.NodeID(i), n.Name, n.Weight
		weighted = weighted || n.Weight != nodes[0].Weight
		if own := spec(n); own != spec(&nodes[0]) {
			m.machine.SetGroup(topology.NodeID(i), topology.NodeID(i), own)
		}
	}
	m.machine.SetNames(names)
	m.snapshot.Nodes = nodes
	if !weighted {
		weight = nil
	}
	return m.chooseAllocator(weight)
}

// usedNodes returns the nodes on which jobs ran. A node has as many CPUs as were in use
// at once.
func (m *PastModel) usedNodes() ([]slurmstate.Node, error) {
	type change struct{ at, cpus int64 }
	changes := map[string][]change{}
	for i := range m.records {
		r := &m.records[i]
		names, err := m.names(r)
		if err != nil {
			return nil, err
		}
		if len(changes) > topology.MaxNodes {
			return nil, fmt.Errorf("%w: jobs ran on more than %d nodes, which is the limit; give a shorter period", ErrModel, topology.MaxNodes)
		}
		end := r.End()
		if r.Running {
			end = math.MaxInt64
		}
		for _, name := range names {
			cpus := max(1, r.CPUs/int64(len(names)))
			changes[name] = append(changes[name], change{r.Start, cpus}, change{end, -cpus})
		}
	}
	if len(changes) == 0 {
		return nil, fmt.Errorf("%w: no nodes are known; add slurm.conf, or let sacct print NodeList", ErrModel)
	}
	m.assume("the nodes are those on which jobs ran, with as many CPUs as were in use at once, because slurm.conf is not given")
	var nodes []slurmstate.Node
	for name, list := range changes {
		slices.SortFunc(list, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.cpus, b.cpus)) })
		held, most := int64(0), int64(1)
		for _, c := range list {
			held += c.cpus
			most = max(most, held)
		}
		nodes = append(nodes, slurmstate.Node{Name: name, CPUs: most})
	}
	slices.SortFunc(nodes, func(a, b slurmstate.Node) int { return slurm.CompareHosts(a.Name, b.Name) })
	return nodes, nil
}

// makePartitions makes the partitions. Those of jobs that are not configured have the
// nodes on which their jobs ran.
func (m *PastModel) makePartitions() error {
	m.config.Partitions = nil
	known := map[string]bool{}
	for i := range m.snapshot.Partitions {
		p := &m.snapshot.Partitions[i]
		where := m.place(p.Nodes)
		if len(where) == 0 {
			continue
		}
		known[p.Name] = true
		x := slurmsched.Partition{Name: p.Name, Nodes: where, Default: p.Default, Tier: p.Tier, Priority: p.JobFactor}
		slurmrules.Partition(&m.config, p, &x)
		if m.limits[p.Name] { // the jobs kept the limits of their time, which may have been others
			x.MaxNodes, x.MaxTime = int32(min(p.MaxNodes, math.MaxInt32)), simtime.Duration(p.MaxTime)*simtime.Second
		}
		m.config.Partitions = append(m.config.Partitions, x)
	}
	used := map[string]map[string]bool{}
	var order []string
	for i := range m.records {
		r := &m.records[i]
		name := m.partitionOf(r)
		if known[name] || name == "" {
			continue
		}
		if used[name] == nil {
			used[name] = map[string]bool{}
			order = append(order, name)
		}
		names, err := m.names(r)
		if err != nil {
			return err
		}
		for _, n := range names {
			used[name][n] = true
		}
	}
	for _, name := range order {
		var nodes []string
		for n := range used[name] {
			nodes = append(nodes, n)
		}
		slices.SortFunc(nodes, slurm.CompareHosts)
		where := m.place(nodes)
		if len(where) == 0 {
			continue // its jobs are refused
		}
		m.assume("partition %s is not configured; it has the nodes on which its jobs ran", name)
		m.snapshot.Partitions = append(slices.Clone(m.snapshot.Partitions), slurmstate.Partition{Name: name, Nodes: nodes, Tier: 1, JobFactor: 1})
		m.config.Partitions = append(m.config.Partitions, slurmsched.Partition{Name: name, Nodes: where, Tier: 1, Priority: 1})
	}
	return nil
}

// chooseAllocator sets the allocator.
func (m *PastModel) chooseAllocator(weight []int64) error {
	whole := m.in.Allocator
	if whole == nil && m.in.Topology != nil {
		whole = alloc.SlurmTree{}
		if x, blocked := m.in.Topology.(topology.Blocked); blocked && x.Blocks() != nil {
			whole = alloc.SlurmBlock{}
		}
	}
	if x, restricted := whole.(alloc.Restricted); restricted {
		if err := x.Accepts(m.machine.Topology, &workload.Request{Nodes: 1}); err != nil {
			return fmt.Errorf("%w: %w", ErrModel, err)
		}
	}
	if whole == nil {
		whole = stretches{newWeights(weight)}
	}
	m.allocator = whole
	if !m.whole {
		m.allocator = perNode{whole, newWeights(weight)}
	}
	return nil
}

// weighted lists the nodes by weight: those of lower weight are taken first.
type weighted struct {
	classes []topology.NodeSet // nil: all nodes have the same weight
	order   []topology.NodeID
}

func newWeights(weight []int64) (w weighted) {
	if weight == nil {
		return w
	}
	for _, x := range slices.Compact(slices.Sorted(slices.Values(weight))) {
		set := topology.NewNodeSet(len(weight))
		for n, own := range weight {
			if own == x {
				set.AddRange(topology.NodeID(n), topology.NodeID(n))
				w.order = append(w.order, topology.NodeID(n))
			}
		}
		w.classes = append(w.classes, set)
	}
	return w
}

// nodes yields the nodes of a machine in the order in which they are taken.
func (w *weighted) nodes(all int) iter.Seq[topology.NodeID] {
	return func(yield func(topology.NodeID) bool) {
		for n := range topology.NodeID(all) {
			if w.order != nil {
				n = w.order[n]
			}
			if !yield(n) {
				return
			}
		}
	}
}

// stretches chooses whole nodes as Slurm does without a topology: of the stretches of
// consecutive idle nodes, the shortest that holds the rest of the job, or else the
// longest, until the job is complete. Nodes of lower weight come first.
//
// Source: SOURCES.md SWF.6.
type stretches struct{ weighted }

// Allocate implements alloc.Allocator.
func (a stretches) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return a.OnRoom(r, free.IdleFor(r), dst)
}

// OnRoom returns the placement of a job of whole nodes on the given idle ones.
func (a stretches) OnRoom(r *workload.Request, idle *topology.NodeSet, dst cluster.Placement) (cluster.Placement, why.Reason) {
	have, need := int32(idle.Len()), int(r.Nodes)
	if have < r.Nodes {
		return nil, why.Reason{Code: why.TooFewFree, Need: r.Nodes, Have: have, Blocker: workload.NoJob}
	}
	var nodes []topology.NodeID
	if a.classes == nil {
		nodes = takeStretches(nodes, idle.Clone(), need)
	}
	for i := range a.classes {
		left := a.classes[i].Clone()
		left.Intersect(idle)
		if nodes = takeStretches(nodes, left, need-len(nodes)); len(nodes) == need {
			break
		}
	}
	slices.Sort(nodes)
	for _, n := range nodes {
		dst = dst.Append(n, n, 1)
	}
	return dst, why.Reason{Code: why.FitsNow, Need: r.Nodes, Have: have, Blocker: workload.NoJob}
}

// takeStretches appends up to need nodes of a set, which it changes.
func takeStretches(nodes []topology.NodeID, left topology.NodeSet, need int) []topology.NodeID {
	for need = min(need, left.Len()); need > 0; {
		best, at := 0, topology.NodeID(0)
		for n := topology.NodeID(0); ; {
			first, last, more := left.Stretch(n, topology.MaxNodes)
			if !more {
				break
			}
			n = last + 1
			if size := int(last - first + 1); best == 0 || size >= need && (best < need || size < best) || size < need && best < need && size > best {
				best, at = size, first
			}
		}
		for range min(best, need) {
			nodes = append(nodes, at)
			left.RemoveRange(at, at)
			at++
			need--
		}
	}
	return nodes
}

// perNode leaves whole nodes to another allocator, and gives a job that shares nodes one
// task on each of the first nodes that have room.
type perNode struct {
	whole alloc.Allocator
	weighted
}

// Allocate implements alloc.Allocator.
func (a perNode) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if r.Whole() {
		return a.whole.Allocate(r, free, dst)
	}
	have := int32(0)
	var chosen []topology.NodeID
	for n := range a.nodes(free.Machine().NumNodes()) {
		if free.Slots(r, n) > 0 {
			chosen = append(chosen, n)
			if have++; have == r.Tasks {
				break
			}
		}
	}
	if have < r.Tasks {
		return nil, why.Reason{Code: why.TooFewFree, Need: r.Tasks, Have: have, Blocker: workload.NoJob}
	}
	slices.Sort(chosen)
	for _, n := range chosen {
		dst = dst.Append(n, n, 1)
	}
	return dst, why.Reason{Code: why.FitsNow, Need: r.Tasks, Have: have, Blocker: workload.NoJob}
}

// Capacity implements alloc.ShapeConstrained: the number of nodes with room.
func (a perNode) Capacity(r *workload.Request, free *cluster.Free) (have int32) {
	if r.Whole() {
		if x, constrained := a.whole.(alloc.ShapeConstrained); constrained {
			return x.Capacity(r, free)
		}
		return free.Count(r)
	}
	for n := range topology.NodeID(free.Machine().NumNodes()) {
		if free.Slots(r, n) > 0 {
			have++
		}
	}
	return have
}
