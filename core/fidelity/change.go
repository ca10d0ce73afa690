package fidelity

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/queue/slurmsched"
	"hopyard/core/slurmstate"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
)

// SettingChange is a setting with a new value. The path is a name of slurm.conf, such as
// PriorityWeightAge or bf_interval; or partition.NAME.KEY with a key of a partition's
// line, such as MaxTime; or qos.NAME.Priority. The value of partition.NAME.Nodes may be
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
	"priority.partition": "PriorityWeightPartition", "priority.qos": "PriorityWeightQOS",
	"priority.max_age": "PriorityMaxAge", "priority.half_life": "PriorityDecayHalfLife", "priority.period": "PriorityCalcPeriod",
}

// settable lists the settings of slurm.conf that a change may name.
var settable = []string{"PriorityWeightAge", "PriorityWeightFairshare", "PriorityWeightJobSize", "PriorityWeightPartition", "PriorityWeightQOS", "PriorityMaxAge", "PriorityDecayHalfLife", "PriorityCalcPeriod", "PriorityFavorSmall", "PriorityFlags", "PriorityType", "SchedulerType"}

// parameters lists the parts of SchedulerParameters that a change may name.
var parameters = []string{"bf_interval", "bf_window", "bf_resolution", "bf_max_job_test", "bf_max_job_user"}

// With returns a model with changes. Errors wrap ErrModel. Cost: that of New.
func (m *PastModel) With(changes []SettingChange) (*PastModel, error) {
	c := &PastModel{in: m.in, records: m.records, snapshot: m.snapshot, limits: map[string]bool{}}
	c.in.From, c.in.QOS = m.from, slices.Clone(m.in.QOS)
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
	s.Nodes, s.Partitions = slices.Clone(s.Nodes), slices.Clone(s.Partitions)
	for _, x := range changes {
		if err := c.change(x, m.recorded); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrModel, x, err)
		}
	}
	if err := c.configure(); err != nil {
		return nil, err
	}
	return c, c.build()
}

// change applies a change to the snapshot.
func (m *PastModel) change(x SettingChange, recorded bool) error {
	path := x.Path
	if slurmName, known := aliases[strings.ToLower(path)]; known {
		path = slurmName
	}
	kind, rest, dotted := strings.Cut(path, ".")
	if dotted && (kind == "partition" || kind == "qos") {
		at := strings.LastIndexByte(rest, '.')
		if at < 1 || at == len(rest)-1 {
			return fmt.Errorf("the path ends too soon; write %s.NAME.KEY, as in partition.batch.MaxTime", kind)
		}
		name, key := rest[:at], strings.ToLower(rest[at+1:])
		if kind == "qos" {
			return m.changeQOS(name, key, x.Value, recorded)
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
	return fmt.Errorf("no setting has this name; use one of %s, %s, partition.NAME.KEY or qos.NAME.Priority", strings.Join(settable, ", "), strings.Join(parameters, ", "))
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

// changeQOS changes the priority of a QOS.
func (m *PastModel) changeQOS(name, key, value string, recorded bool) error {
	i := slices.IndexFunc(m.in.QOS, func(q slurmsched.QOS) bool { return q.Name == name })
	switch {
	case recorded:
		return fmt.Errorf("priorities are those that sacct printed, which no QOS changes; give slurm.conf with weights and the output of sacctmgr -P show qos")
	case i < 0:
		return fmt.Errorf("no QOS has this name; give the output of sacctmgr -P show qos, or use one that it lists")
	case key != "priority":
		return fmt.Errorf("a QOS has no %s here; write qos.%s.Priority", key, name)
	}
	return plain(setWhole(&m.in.QOS[i].Priority, "Priority", value, 0, mostWeight))
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
	}
	return fmt.Errorf("a partition has no %s here; use PriorityTier, PriorityJobFactor, MaxNodes, MaxTime or Nodes", key)
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
