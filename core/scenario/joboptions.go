package scenario

import (
	"slices"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// JobOptions describes the fields of a job that have an effect only on some machines
// or under some policies, such as the size of its segments. Forms show a field of
// this kind only if it has an effect.
type JobOptions struct {
	Fields []string // names of these fields that have an effect, in the order of the canonical form
	Levels []string // names of the machine's levels for the fields topology and slice; nil if the levels have no names
	Queues []string // values of the field queue; nil if any name will do
	QOS    []string // values of the field qos

	Reservations []string // values of the field reservation
}

// JobOptionsOf returns the options of the jobs of a scenario. It does not read the
// jobs. The rest of the text may have errors; what they concern has no options.
// Cost: O(bytes + nodes).
func JobOptionsOf(src []byte) JobOptions {
	var o JobOptions
	head, err := Edit(src, "jobs", "null")
	if err != nil {
		return o
	}
	r, err := language.Open(head)
	if err != nil {
		return o
	}
	p := &parser{Reader: r, s: newScenario(), widest: topology.MaxNodes}
	p.scenario()
	if p.noCluster || p.noScheduler {
		return o
	}
	if named, ok := p.s.Cluster.built.(topology.NamedLevels); ok {
		o.Levels = named.LevelNames()
	}
	if p.s.readsQueues() {
		o.Fields = append(o.Fields, "queue")
		o.Queues = p.s.namedQueues()
	}
	if p.s.isSlurm() {
		for i := range p.s.Slurm.QOS {
			o.QOS = append(o.QOS, p.s.Slurm.QOS[i].Name)
		}
		if o.QOS != nil {
			o.Fields = append(o.Fields, "qos")
		}
		if p.s.Slurm.Licenses != nil {
			o.Fields = append(o.Fields, "licenses")
		}
		for i := range p.s.Slurm.Reservations {
			o.Reservations = append(o.Reservations, p.s.Slurm.Reservations[i].Name)
		}
		if o.Reservations != nil {
			o.Fields = append(o.Fields, "reservation")
		}
	}
	for _, name := range p.s.heededFields() {
		if o.Levels != nil || name != "topology" && name != "slice" {
			o.Fields = append(o.Fields, name)
		}
	}
	return o
}

// readsQueues reports whether it matters to which queue a job is sent.
func (s *Scenario) readsQueues() bool {
	ofQueue := func(l queue.Limit) bool { return l.Owner == queue.ByQueue }
	return s.discipline().Quotas || s.isSlurm() || len(s.Queues)+len(s.Scheduler.Priority.Queues) > 0 || slices.ContainsFunc(s.Limits, ofQueue)
}

// Reservations returns the reservations that the discipline heeds.
func (s *Scenario) Reservations() []slurmsched.AdvanceReservation {
	if !s.isSlurm() {
		return nil
	}
	return s.Slurm.Reservations
}

// Partitioned reports whether the discipline sends jobs to partitions, as Slurm does.
func (s *Scenario) Partitioned() bool { return s.discipline().Partitioned }

// isSlurm reports whether the discipline has the scenario's partitions and accounts.
func (s *Scenario) isSlurm() bool { return s.discipline().Partitioned && s.Slurm != nil }

// namedQueues returns the names of the queues to which jobs must be sent, or nil if
// any name will do.
func (s *Scenario) namedQueues() (names []string) {
	switch {
	case s.discipline().Quotas:
		for i := range s.ClusterQueues {
			names = append(names, s.ClusterQueues[i].Name)
		}
	case s.isSlurm():
		for i := range s.Slurm.Partitions {
			names = append(names, s.Slurm.Partitions[i].Name)
		}
	}
	return names
}

// heededFields returns the names of the fields of networkRequestTable that the
// allocator heeds.
func (s *Scenario) heededFields() (names []string) {
	if s.Scheduler.Allocator == policies.Own {
		return nil // a Starlark program does not see them
	}
	aware, ok := s.allocator(s.Scheduler.Allocator).(alloc.NetworkAware)
	if !ok {
		return nil
	}
	all := workload.NetworkRequest{
		Segment: 1, Spread: true, Consolidate: true, Exclusive: true, Switches: 1, SwitchWait: 1,
		Gather: workload.GatherRequired, Level: 1, SliceLevel: 1, Slice: 1,
	}
	j := &draft{s: s}
	j.Network = aware.Heeded(all)
	fields, usual := networkRequestTable(j), networkRequestTable(&usualJob)
	for i := range fields.Rows {
		if f := &fields.Rows[i]; f.Shown(&usual.Rows[i]) {
			names = append(names, f.Name)
		}
	}
	return names
}

// OptionalJobFields returns the names of the fields of which JobOptions has those
// that have an effect, in the order of the canonical form.
func OptionalJobFields() []string {
	return append([]string{"queue", "qos", "licenses", "reservation"}, networkRequestTable(&usualJob).Names()...)
}

// Has reports whether the field with the given name has an effect.
func (o *JobOptions) Has(name string) bool { return slices.Contains(o.Fields, name) }

// Shows reports whether a form shows a field of a job that has no value. It is given
// by its path in the job, such as "slice.size".
func (o *JobOptions) Shows(path string) bool {
	name, _, _ := strings.Cut(path, ".")
	return o.Has(name) || name == "queue" || !slices.Contains(OptionalJobFields(), name)
}

// Offers returns the values that a form offers for a field of a job, which is given
// by its path in the job: JSON for fields of kind Alternative, otherwise text. It
// returns nil if the scenario does not restrict the values.
func (o *JobOptions) Offers(path string) (values []string) {
	switch path {
	case "queue":
		return o.Queues
	case "qos":
		return o.QOS
	case "slice.level":
		for _, l := range o.Levels {
			values = append(values, jsondoc.Quote(l))
		}
	case "topology":
		if o.Levels == nil {
			return nil
		}
		for _, g := range []workload.Gathering{workload.GatherRequired, workload.GatherPreferred} {
			for _, l := range o.Levels {
				values = append(values, `{"`+gatherings[g]+`": `+jsondoc.Quote(l)+"}")
			}
		}
		values = append(values, `{"`+gatherings[workload.GatherUnconstrained]+`": true}`)
	}
	return values
}
