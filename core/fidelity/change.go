package fidelity

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/queue/slurmsched"
	"hopyard/core/slurmstate"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload/sacct"
)

// SettingChange is a setting with a new value. The path is a name of slurm.conf, such as
// PriorityWeightAge or bf_interval; or partition.NAME.KEY with a key of a partition's
// line, such as MaxTime; or qos.NAME.KEY with Priority, Preempt, PreemptMode, GraceTime or a
// limit, such as MaxTRESPerUser, whose value is written as for sacctmgr; or
// account.NAME.LIMIT and user.NAME.LIMIT; or preemption, with off, partition-requeue,
// partition-cancel, qos-requeue or qos-cancel. The value of partition.NAME.Nodes may be
// +16 or -16: so many nodes more, like the last one of the partition, or so many fewer.
type SettingChange struct{ Path, Value string }

// String returns the change as it is written on the command line.
func (c SettingChange) String() string { return c.Path + "=" + c.Value }

// aliases maps the names of fields of the scenario language, in which the discipline has
// its settings, to Slurm's names.
var aliases = map[string]string{
	"backfill.interval": "bf_interval", "backfill.window": "bf_window", "backfill.resolution": "bf_resolution",
	"backfill.max_test": "bf_max_job_test", "backfill.max_user": "bf_max_job_user",
	"priority.age": "PriorityWeightAge", "priority.fair_share": "PriorityWeightFairshare", "priority.size": "PriorityWeightJobSize",
	"priority.partition": "PriorityWeightPartition", "priority.qos": "PriorityWeightQOS", "priority.assoc": "PriorityWeightAssoc",
	"priority.max_age": "PriorityMaxAge", "priority.half_life": "PriorityDecayHalfLife", "priority.period": "PriorityCalcPeriod",
}

// settable lists the settings of slurm.conf that a change may name.
var settable = []string{"PriorityWeightAge", "PriorityWeightFairshare", "PriorityWeightJobSize", "PriorityWeightPartition", "PriorityWeightQOS", "PriorityWeightAssoc", "PriorityWeightTRES", "PriorityMaxAge", "PriorityDecayHalfLife", "PriorityCalcPeriod", "PriorityFavorSmall", "PriorityFlags", "PriorityType", "SchedulerType", "PreemptExemptTime", "PreemptParameters"}

// parameters lists the parts of SchedulerParameters that a change may name.
var parameters = []string{"bf_interval", "bf_window", "bf_resolution", "bf_max_job_test", "bf_max_job_user"}

// With returns a model with changes. Errors wrap ErrModel. Cost: that of New.
func (m *PastModel) With(changes []SettingChange) (*PastModel, error) {
	c := &PastModel{in: m.in, records: m.records, snapshot: m.snapshot, limits: map[string]bool{}, joins: m.joins}
	c.in.From = m.from
	for name := range m.limits {
		c.limits[name] = true
	}
	if m.recorded {
		c.in.Priorities = RecordedPriorities
	} else {
		c.in.Priorities = ComputedPriorities
	}
	s := &c.snapshot
	s.Settings.General, s.Settings.SchedulerParameters = slices.Clone(s.Settings.General), slices.Clone(s.Settings.SchedulerParameters)
	s.Nodes, s.Partitions, s.QOS, s.Assocs = slices.Clone(s.Nodes), slices.Clone(s.Partitions), slices.Clone(s.QOS), slices.Clone(s.Assocs)
	for _, x := range changes {
		if err := c.change(x, m.recorded); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrModel, x, err)
		}
	}
	if err := c.configure(); err != nil {
		return nil, err
	}
	if err := c.build(); err != nil {
		return nil, err
	}
	for _, x := range changes {
		if strings.EqualFold(x.Path, "preemption") && !strings.EqualFold(x.Value, "off") && !c.mayStop() {
			return nil, fmt.Errorf("%w: %s: no job could stop another; %s", ErrModel, x, map[bool]string{true: "give partitions different tiers, as in partition.debug.PriorityTier=2", false: "say which QOSs may stop which, as in qos.high.Preempt=low"}[c.config.Preemption.By == slurmsched.PreemptByPartition])
		}
	}
	return c, nil
}

// mayStop reports whether a partition has a higher tier than another, or a QOS a list of
// others, so that preemption may happen.
func (m *PastModel) mayStop() bool {
	if m.config.Preemption.By == slurmsched.PreemptByQOS {
		return slices.ContainsFunc(m.config.QOS, func(q slurmsched.QOS) bool { return len(q.Preempt) > 0 })
	}
	return slices.ContainsFunc(m.config.Partitions, func(p slurmsched.Partition) bool { return p.Tier != m.config.Partitions[0].Tier })
}

// preemptions maps the values of the change preemption to PreemptType and PreemptMode.
var preemptions = map[string][2]string{
	"off": {"preempt/none", "OFF"}, "partition-requeue": {"preempt/partition_prio", "REQUEUE"}, "partition-cancel": {"preempt/partition_prio", "CANCEL"},
	"qos-requeue": {"preempt/qos", "REQUEUE"}, "qos-cancel": {"preempt/qos", "CANCEL"},
}

// change applies a change to the snapshot.
func (m *PastModel) change(x SettingChange, recorded bool) error {
	path := x.Path
	if slurmName, known := aliases[strings.ToLower(path)]; known {
		path = slurmName
	}
	kind, rest, dotted := strings.Cut(path, ".")
	if strings.EqualFold(path, "preemption") {
		to, known := preemptions[strings.ToLower(x.Value)]
		if !known {
			return fmt.Errorf("no such preemption; use off, partition-requeue, partition-cancel, qos-requeue or qos-cancel")
		}
		general := replace(m.snapshot.Settings.General, "PreemptType", to[0])
		m.snapshot.Settings.General = replace(general, "PreemptMode", to[1])
		return nil
	}
	if dotted && (kind == "partition" || kind == "qos" || kind == "account" || kind == "user") {
		at := strings.LastIndexByte(rest, '.')
		if at < 1 || at == len(rest)-1 {
			return fmt.Errorf("the path ends too soon; write %s.NAME.KEY, as in partition.batch.MaxTime", kind)
		}
		name, key := rest[:at], strings.ToLower(rest[at+1:])
		switch kind {
		case "qos":
			return m.changeQOS(name, key, x.Value, recorded)
		case "account", "user":
			return m.changeAssoc(kind, name, key, x.Value)
		}
		return m.changePartition(name, key, x.Value, recorded)
	}
	for _, name := range parameters {
		if strings.EqualFold(path, name) {
			if x.Value == "" {
				return fmt.Errorf("the value is missing; write %s=NUMBER", name)
			}
			if m.snapshot.Settings.SchedulerParameters = replace(m.snapshot.Settings.SchedulerParameters, name, x.Value); true {
				_, err := setParameter(new(slurmsched.Backfill), name, x.Value)
				return plain(err)
			}
		}
	}
	for _, name := range settable {
		if !strings.EqualFold(path, name) {
			continue
		}
		if recorded && strings.HasPrefix(name, "Priority") {
			return fmt.Errorf("priorities are those that sacct printed, which no weight changes; give slurm.conf with weights, and the outputs of sshare and sacctmgr, or add --priorities computed")
		}
		if x.Value == "" {
			return fmt.Errorf("the value is missing; write %s=VALUE", name)
		}
		if name == "SchedulerType" && x.Value != "sched/backfill" && x.Value != "sched/builtin" {
			return fmt.Errorf("no such scheduler; write sched/backfill or sched/builtin")
		}
		m.snapshot.Settings.General = replace(m.snapshot.Settings.General, name, x.Value)
		return nil
	}
	return fmt.Errorf("no setting has this name; use one of %s, %s, preemption, partition.NAME.KEY, qos.NAME.KEY, account.NAME.LIMIT or user.NAME.LIMIT", strings.Join(settable, ", "), strings.Join(parameters, ", "))
}

// plain returns an error without ErrModel, which the caller adds.
func plain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.TrimPrefix(err.Error(), ErrModel.Error()+": "))
}

// replace returns settings in which a setting has a new value.
func replace(all []slurmstate.Setting, name, value string) []slurmstate.Setting {
	all = slices.DeleteFunc(all, func(s slurmstate.Setting) bool { return strings.EqualFold(s.Name, name) })
	return append(all, slurmstate.Setting{Name: name, Value: value})
}

// mostGrace is the largest grace time, in seconds.
const mostGrace = 30 * 86_400

// changeQOS changes a QOS. A limit may be given to any QOS that jobs have.
func (m *PastModel) changeQOS(name, key, value string, recorded bool) error {
	all := m.snapshot.QOS
	i := slices.IndexFunc(all, func(q slurmstate.QOSInfo) bool { return q.Name == name })
	switch {
	case key == "priority" && recorded:
		return fmt.Errorf("priorities are those that sacct printed, which no QOS changes; give slurm.conf with weights and the output of sacctmgr -P show qos")
	case i < 0 && (key == "priority" || !slices.ContainsFunc(m.records, func(r sacct.Record) bool { return r.QOS == name })):
		return fmt.Errorf("no QOS has this name; give the output of sacctmgr -P show qos, or use one that it lists")
	case i < 0:
		i = len(all)
		all = append(all, slurmstate.QOSInfo{Name: name})
		m.snapshot.QOS = all
	}
	q := &all[i]
	switch key {
	case "priority":
		return plain(setWhole(&q.Priority, "Priority", value, 0, mostWeight))
	case "preempt":
		q.Preempt = nil
		for other := range strings.SplitSeq(value, ",") {
			if other = strings.TrimSpace(other); other == "" {
				continue
			}
			if !slices.ContainsFunc(all, func(q slurmstate.QOSInfo) bool { return q.Name == other }) {
				return fmt.Errorf("no QOS is named %q; use those that sacctmgr -P show qos lists", other)
			}
			q.Preempt = append(q.Preempt, other)
		}
		return nil
	case "preemptmode":
		if !slices.Contains([]string{"cluster", "off", "cancel", "requeue"}, strings.ToLower(value)) {
			return fmt.Errorf("no such mode; use cluster, off, cancel or requeue")
		}
		q.PreemptMode = strings.ToLower(value)
		return nil
	case "gracetime":
		return plain(setNumber(&q.Grace, key, value, mostGrace))
	}
	return slurmstate.SetLimit(&q.Limits, key, value)
}

// changeAssoc changes a limit of an account, or of a user in all of its accounts.
func (m *PastModel) changeAssoc(kind, name, key, value string) error {
	list := &m.snapshot.Assocs
	found := false
	for i := range *list {
		a := &(*list)[i]
		if a.Partition != "" || kind == "account" && (a.Account != name || a.User != "") || kind == "user" && a.User != name {
			continue
		}
		found = true
		if err := slurmstate.SetLimit(&a.Limits, key, value); err != nil {
			return err
		}
	}
	if found {
		return nil
	}
	accounts := map[string]bool{} // of jobs, where sacctmgr's output is not given
	for i := range m.records {
		if r := &m.records[i]; kind == "user" && r.User == name || kind == "account" && r.Account == name {
			accounts[r.Account] = true
		}
	}
	if len(accounts) == 0 {
		return fmt.Errorf("no %s has this name; give the output of sacctmgr -P show assoc tree, or use one that has jobs", kind)
	}
	for _, account := range slices.Sorted(maps.Keys(accounts)) {
		a := slurmstate.AssocInfo{Account: account, Shares: 1}
		if kind == "user" {
			a.User = name
		}
		if err := slurmstate.SetLimit(&a.Limits, key, value); err != nil {
			return err
		}
		*list = append(*list, a)
	}
	return nil
}

// changePartition changes a partition.
func (m *PastModel) changePartition(name, key, value string, recorded bool) error {
	i := slices.IndexFunc(m.snapshot.Partitions, func(p slurmstate.Partition) bool { return p.Name == name })
	if i < 0 {
		var names []string
		for _, p := range m.snapshot.Partitions {
			names = append(names, p.Name)
		}
		return fmt.Errorf("no partition has this name; use one of %s", strings.Join(names, ", "))
	}
	p := &m.snapshot.Partitions[i]
	switch key {
	case "prioritytier", "tier":
		return plain(setNumber(&p.Tier, key, value, 65_533))
	case "priorityjobfactor", "priority":
		if recorded {
			return fmt.Errorf("priorities are those that sacct printed, which no factor changes; give slurm.conf with weights")
		}
		return plain(setNumber(&p.JobFactor, key, value, 65_533))
	case "maxnodes", "max_nodes":
		m.limits[name] = true
		return plain(setNumber(&p.MaxNodes, key, value, topology.MaxNodes))
	case "maxtime", "max_time":
		m.limits[name] = true
		s := slurmstate.Settings{General: []slurmstate.Setting{{Name: "MaxTime", Value: value}}}
		seconds, given, err := s.Span("MaxTime")
		if err == nil && !given {
			err = fmt.Errorf("the value is missing; write minutes, or days-hours, as in 7-0")
		}
		p.MaxTime = seconds
		return err
	case "nodes":
		return m.changeNodes(i, value)
	case "preemptmode":
		if !slices.Contains([]string{"off", "cancel", "requeue"}, strings.ToLower(value)) {
			return fmt.Errorf("no such mode; use off, cancel or requeue")
		}
		p.PreemptMode = strings.ToLower(value)
		return nil
	case "gracetime":
		return plain(setNumber(&p.Grace, key, value, mostGrace))
	case "qos":
		if value != "" && !slices.ContainsFunc(m.snapshot.QOS, func(q slurmstate.QOSInfo) bool { return q.Name == value }) {
			return fmt.Errorf("no QOS has this name; give the output of sacctmgr -P show qos, or use one that it lists")
		}
		p.QOS = value
		return nil
	}
	return fmt.Errorf("a partition has no %s here; use PriorityTier, PriorityJobFactor, MaxNodes, MaxTime, Nodes, QOS, PreemptMode or GraceTime", key)
}

// setNumber stores a whole number.
func setNumber(to *int64, name, text string, most int64) error {
	if text == "" {
		return fmt.Errorf("the value is missing; write a whole number from 0 to %d", most)
	}
	return setWhole(to, name, text, 0, most)
}

// changeNodes gives a partition other nodes, or the machine more or fewer.
func (m *PastModel) changeNodes(i int, value string) error {
	p := &m.snapshot.Partitions[i]
	if value == "" || value[0] != '+' && value[0] != '-' {
		names, err := slurm.ExpandHosts(value, topology.MaxNodes)
		if err != nil {
			return err
		}
		for _, name := range names {
			if !slices.ContainsFunc(m.snapshot.Nodes, func(n slurmstate.Node) bool { return n.Name == name }) {
				return fmt.Errorf("the machine has no node %s; name nodes of slurm.conf, or write +16 for 16 new ones", name)
			}
		}
		p.Nodes = names
		return nil
	}
	n, err := strconv.Atoi(value[1:])
	if err != nil || n < 1 || n > topology.MaxNodes {
		return fmt.Errorf("%q is not a number of nodes from 1 to %d; write +16 or -16", value[1:], topology.MaxNodes)
	}
	if m.in.Topology != nil {
		return fmt.Errorf("the topology says which nodes there are; give a topology and a slurm.conf with the other nodes")
	}
	if value[0] == '+' {
		return m.addNodes(p, n)
	}
	if n >= len(p.Nodes) {
		return fmt.Errorf("the partition has %d nodes; take fewer away", len(p.Nodes))
	}
	gone := map[string]bool{}
	for _, name := range p.Nodes[len(p.Nodes)-n:] {
		gone[name] = true
	}
	m.snapshot.Nodes = slices.DeleteFunc(m.snapshot.Nodes, func(n slurmstate.Node) bool { return gone[n.Name] })
	for k := range m.snapshot.Partitions {
		q := &m.snapshot.Partitions[k]
		q.Nodes = slices.DeleteFunc(slices.Clone(q.Nodes), func(name string) bool { return gone[name] })
	}
	return nil
}

// addNodes adds nodes to the machine and a partition.
func (m *PastModel) addNodes(p *slurmstate.Partition, n int) error {
	if len(m.snapshot.Nodes)+n > topology.MaxNodes {
		return fmt.Errorf("the machine would have %d nodes; the limit is %d: add fewer", len(m.snapshot.Nodes)+n, topology.MaxNodes)
	}
	like := slurmstate.Node{CPUs: 1}
	taken := map[string]bool{}
	for _, x := range m.snapshot.Nodes {
		taken[x.Name] = true
		if len(p.Nodes) > 0 && x.Name == p.Nodes[len(p.Nodes)-1] {
			like = x
		}
	}
	p.Nodes = slices.Clone(p.Nodes)
	for k := 1; n > 0 && k < math.MaxInt32; k++ {
		name := fmt.Sprintf("added%d", k)
		if !taken[name] {
			like.Name = name
			m.snapshot.Nodes, p.Nodes = append(m.snapshot.Nodes, like), append(p.Nodes, name)
			n--
		}
	}
	return nil
}
