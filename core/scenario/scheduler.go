package scenario

import (
	"cmp"
	"fmt"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/elastic"
	"hopyard/core/jsondoc"
	"hopyard/core/network"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// The defaults of the scheduler's fields. The minutes in the queue have weight 1,
// as in Maui (SOURCES.md S3.2), so that jobs start in the order of submission. Fair
// share uses seven windows of one day (INFERRED).
var (
	usualWeights = queue.Weights{Weight: [queue.NumParts]int64{queue.QueueTime: 1000}, Fair: usualTargets}
	usualTargets = queue.FairTargets{Window: 86_400 * simtime.Second, Depth: 7, Decay: 500}
	usualGrowth  = elastic.GrowthPolicy{Costs: usualCosts}
	usualCosts   = elastic.Costs{Bandwidth: network.DefaultBandwidth}
)

func usualScheduler() *Scheduler {
	return &Scheduler{Queue: policies.Default, Order: policies.OrderOf("").String(), Settings: policies.Defaults(), Priority: usualWeights, Elastic: usualGrowth}
}

// schedulerTable returns the table of fields for the scheduler. The options that
// package policies lists come after the names of the policies and before the block
// "elastic".
func schedulerTable(s *Scheduler) *table {
	t := newTable("a scheduler", 15)
	program(t, policies.Queueing, &s.Queue, Queues, s).Always()
	program(t, policies.Placing, &s.Allocator, Allocators, s)
	program(t, policies.Ordering, &s.Order, Orders, s)
	t.OneOf("overrun", &s.Extend, overruns)
	options(t, "", s)
	t.Object("elastic", &s.Elastic, func() *table { return growthTable(&s.Elastic) }).When(func() bool { return s.Elastic != usualGrowth })
	decisions(t, &s.Decisions)
	t.Whole = func(p *parser, _ jsondoc.Ref, g given) {
		p.programs(g, s)
		p.checkReservations(g, s)
	}
	return t
}

// scheduler reads the block "scheduler". It reports whether the block is free of
// errors.
func (p *parser) scheduler(v jsondoc.Ref) bool {
	s := &p.s.Scheduler
	before := p.Count()
	schedulerTable(s).Read(p, v)
	if d := policies.DisciplineOf(s.Queue); d != nil && !d.ReservesAll && s.Settings.Whole("depth") == 1 {
		s.Settings.Set("depth", 0) // 1 is the default depth of these queues, and is stored as 0 like a missing depth
	}
	return p.Count() == before
}

// options adds the options of policies that belong to the given object. The object
// "" is the scheduler itself.
func options(t *table, object string, s *Scheduler) {
	for i := range policies.Options() {
		o := &policies.Options()[i]
		in, name, inside := strings.Cut(o.Path, ".")
		if !inside {
			in, name = "", o.Path
		}
		at := &s.Settings[i]
		switch {
		case in == object:
			option(t, name, o, at, s)
		case object == "" && t.Index(in, 0) < 0:
			t.Object(in, at, func() *table {
				inner := newTable(in, 8)
				options(inner, in, s)
				inner.Whole = func(p *parser, v jsondoc.Ref, g given) { p.checkOptions(v, in, g) }
				return inner
			})
		}
	}
}

// option adds the field for an option of policies.
func option(t *table, name string, o *policies.Option, at *int64, s *Scheduler) {
	switch o.Kind {
	case policies.Whole:
		f := t.Integer(name, at, o.Min, o.Max).Only(o.Of)
		if f.Required = o.Of != ""; o.Word != "" {
			f.Reads(func(p *parser, v jsondoc.Ref) { p.wholeOr(v, o, at) }).Writes(func(w *writer, _ any) {
				if *at == policies.All {
					w.Text(o.Word)
				} else {
					w.Number(*at)
				}
			})
		}
	case policies.Truth:
		t.Truth(name, at)
	case policies.OneOf:
		named(t, name, at, func() []Name { return o.Choices })
	case policies.Seconds:
		t.Seconds(name, at, o.Min).Reads(func(p *parser, v jsondoc.Ref) { *at = p.pause(v) })
	case policies.Object:
		t.Object(name, &s.Priority, func() *table { return priorityTable(&s.Priority) }).When(func() bool { return !usualPriority(&s.Priority) })
	}
}

// wholeOr reads a whole number, or the word that the option defines for "all".
func (p *parser) wholeOr(v jsondoc.Ref, o *policies.Option, at *int64) {
	if p.Kind(v) != '"' {
		if n, ok := p.Integer(v, o.Min, o.Max); ok {
			*at = n
		}
		return
	}
	if *at = policies.All; p.Text(v) != o.Word {
		p.Wrong(v, "is unknown", "", fmt.Sprintf("write %d to %d, or %q", o.Min, o.Max, o.Word))
	}
}

// checkReservations notes an error if the field "windows" or "reserve" has no effect.
// That is so if the queue makes no reservations. For windows, it is also so if the
// allocator gives no costs by which windows could be compared.
func (p *parser) checkReservations(g given, s *Scheduler) {
	if p.Count() > g.Before {
		return
	}
	for _, name := range ofReservations {
		at := g.At(name)
		if at == 0 || s.Settings.Whole(name) == policies.OptionOf(name).Default {
			continue
		}
		fix := "use one of the queues " + strings.Join(reserving(), ", ") + ", or leave it out"
		switch d := policies.DisciplineOf(s.Queue); {
		case s.Queue == policies.Own:
			p.Wrong(at, "is for reservations, but the queue is a program, which makes its own", "", fix)
		case d != nil && !d.Reserves && name == "reserve":
			p.Wrong(at, fmt.Sprintf("is a choice of reservations, which the queue %q does not offer", s.Queue), "", fix)
		case d != nil && !d.Reserves:
			p.Wrong(at, fmt.Sprintf("is for reservations, but the queue %q makes none", s.Queue), "", fix)
		case name == "windows" && s.Allocator == policies.Own:
			p.Wrong(at, "weighs costs, but the allocator is a program, which reports none", "", `use "sdm" or "mdm", or leave it out`)
		}
	}
}

// ofReservations lists the options that have an effect only with reservations.
var ofReservations = []string{"windows", "reserve"}

// reserving returns the names of the disciplines that make reservations.
func reserving() (names []string) {
	for i := range policies.Disciplines() {
		if d := &policies.Disciplines()[i]; d.Reserves {
			names = append(names, d.Name.Name)
		}
	}
	return names
}

// QueueAssignments returns the assignments, for [Scenario.SetAll] or [Edit], that
// change the queue of the scenario src to the given queue, whose name may be in
// quotes. If the fields windows and reserve have no effect under the new queue, they
// also remove these fields.
func QueueAssignments(src []byte, queue string) [][2]string {
	set := [][2]string{{"scheduler.queue", queue}}
	if d := policies.DisciplineOf(strings.Trim(queue, `"`)); d != nil && d.Reserves {
		return set
	}
	for _, name := range ofReservations {
		if value, _ := LookUp(src, "scheduler."+name); value != "" {
			set = append(set, [2]string{"scheduler." + name, "null"})
		}
	}
	return set
}

// checkOptions finds options whose choice is not selected, and selected choices
// whose options are missing. For example, the option size of a batch belongs to the
// choice "custom" of its field unit.
func (p *parser) checkOptions(v jsondoc.Ref, object string, g given) {
	if p.Count() > g.Before {
		return
	}
	var of *field
	for i, at := range g.Refs {
		f := &g.Rows[i]
		if f.Kind == schema.OneOf && of == nil {
			of = f
		}
		if f.Alone == "" {
			continue
		}
		chosen := of.Chosen()
		switch fits := f.Alone == chosen; {
		case at != 0 && !fits:
			p.Wrong(at, fmt.Sprintf("is given with the %s %q, which sets the %s itself", of.Name, chosen, f.Name), "", fmt.Sprintf(`write "%s": %q, or leave it out`, of.Name, f.Alone))
		case at == 0 && fits:
			about := policies.OptionOf(object + "." + f.Name).About
			about = strings.ToLower(about[:1]) + strings.TrimSuffix(about[1:], ".")
			p.Add(jsondoc.Error{Place: p.Path(v) + "." + f.Name, Problem: fmt.Sprintf("%s is missing for the %s %q", f.Name, of.Name, chosen), Limit: fmt.Sprint(f.Min), Fix: "write the " + about})
		}
	}
}

// usualPriority reports whether all fields of the priority have their default
// values. It compares them directly. A table for the comparison is not worth its
// cost, because few scenarios change the priority.
func usualPriority(x *queue.Weights) bool {
	f := &x.Fair
	return x.Weight == usualWeights.Weight && x.Named == usualWeights.Named && x.Users == nil && x.Groups == nil && x.Queues == nil &&
		f.Users == nil && f.Window == usualTargets.Window && f.Depth == usualTargets.Depth && f.Decay == usualTargets.Decay && !x.Brought
}

// priorityTable returns the table of fields for the block "priority", which holds
// the components of a job's priority.
func priorityTable(x *queue.Weights) *table {
	t := newTable("a priority", 6)
	t.Object("weights", x, func() *table { return weightTable(x) })
	byName(t, "users", &x.Users, &points)
	byName(t, "groups", &x.Groups, &points)
	byName(t, "queues", &x.Queues, &points)
	t.Object("fair_share", &x.Fair, func() *table { return fairShareTable(&x.Fair) })
	t.OneOf("whole_nodes", &x.Brought, []string{"asked", "brought"})
	return t
}

func fairShareTable(f *queue.FairTargets) *table {
	t := newTable("fair_share", 4)
	byName(t, "users", &f.Users, &percent)
	t.Seconds("window", (*int64)(&f.Window), int64(MinSpan))
	t.Integer("depth", &f.Depth, 1, MaxWindows)
	t.Number("decay", &f.Decay, 0, 1000, "shares")
	return t
}

// Fields for the values in objects whose names are users, groups or queues:
// priority points, and targets of fair share in percent.
var (
	points  = field{Kind: schema.Whole, Min: -MaxValue, Max: MaxValue}
	percent = field{Kind: schema.Number, Max: 100_000, Of: "percent"}
)

func growthTable(e *elastic.GrowthPolicy) *table {
	t := newTable("elastic", 5)
	t.OneOf("growth", (*uint8)(&e.Growth), namesOf(elastic.NumGrowthRules))
	t.OneOf("method", (*uint8)(&e.Method), namesOf(elastic.Resubmit+1))
	t.Truth("idle", &e.Idle)
	t.Truth("shrink", &e.Shrink)
	t.Object("costs", &e.Costs, func() *table { return costsTable(&e.Costs) })
	return t
}

func costsTable(c *elastic.Costs) *table {
	t := newTable("costs", 5)
	t.Add("stages", schema.Numbers, (*stagesValue)(&c.Stages), 0, simtime.Max)
	t.Seconds("launch", (*int64)(&c.Launch), 0)
	t.Seconds("rebuild", (*int64)(&c.Rebuild), 0)
	t.Add("bandwidth", schema.Bytes, &c.Bandwidth, 1, MaxRate)
	t.Seconds("restart", (*int64)(&c.Restart), 0)
	return t
}

// stages reads the durations of the stages s1 to s7 of source S2 (SOURCES.md).
func (p *parser) stages(v jsondoc.Ref, to []simtime.Duration) {
	before := p.Count()
	stages := p.spans(v, elastic.NumStages, "stages")
	copy(to, stages)
	if n := len(stages); n < elastic.NumStages && (n > 0 || p.Count() == before) {
		p.Wrong(v, fmt.Sprintf("has %d stages", n), fmt.Sprint(elastic.NumStages), "write the seconds of each of s1 to s7")
	}
}

// weightTable returns the table of fields for the weights of the priority's
// components. The names of the fields come from package queue.
func weightTable(x *queue.Weights) *table {
	t := newTable("weights", int(queue.NumParts))
	for k := range queue.NumParts {
		if k != queue.OfResources {
			t.Number(k.String(), &x.Weight[k], weight.Min, weight.Max, weight.Of)
			continue
		}
		t.Add(k.String(), schema.Map, nil, 0, MaxNamed).
			Reads(func(p *parser, v jsondoc.Ref) {
				p.resources(v, false, func(k int, v jsondoc.Ref) { weight.Keep(p, v, &x.Named[k]) })
			}).
			When(func() bool { return x.Named != [MaxNamed]int64{} }).
			Writes(func(w *writer, _ any) { w.namedWeights(x) })
	}
	return t
}

var weight = field{Kind: schema.Number, Min: -MaxWeight, Max: MaxWeight, Of: "weights"}

// values reads an object with a number for each name.
func (p *parser) values(v jsondoc.Ref, of string, each *field) []queue.Named {
	var out []queue.Named
	p.byName(v, of, func(name string, _, v jsondoc.Ref) {
		x := queue.Named{Name: name}
		each.Keep(p, v, &x.Value)
		out = append(out, x)
	})
	return out
}

// values writes an object with a number for each name.
func (w *writer) values(values []queue.Named, each *field) {
	w.Raw("{")
	for i := range values {
		w.Member(values[i].Name, i == 0)
		each.WriteNumber(&w.Writer, &values[i].Value)
	}
	w.Raw("}")
}

func (w *writer) namedWeights(x *queue.Weights) {
	var out []queue.Named
	for k, name := range w.names {
		if x.Named[k] != 0 {
			out = append(out, queue.Named{Name: name, Value: x.Named[k]})
		}
	}
	w.values(out, &weight)
}

// setup returns those parts of the scenario from which policies are constructed.
func (s *Scenario) setup() *policies.Setup {
	return &policies.Setup{Settings: s.Scheduler.Settings, Seed: s.Seed, Weights: s.Scheduler.Priority, Limits: s.Limits, Allotments: s.Allotments.queue(), Quotas: s.quotas(), Slurm: s.Slurm, Sources: s.Scheduler.Sources, Decisions: s.Scheduler.Decisions, LimitSwitches: workload.LimitSwitches(s.Jobs)}
}

// queue returns the discipline with the given name. While a scenario with errors is
// checked, the name may be unknown. In this case queue returns the default
// discipline.
func (s *Scenario) queue(name string) queue.Policy {
	return cmp.Or(policies.DisciplineOf(name), policies.DisciplineOf(policies.Default)).New(s.setup())
}

// allocator returns the allocator with the given name. If the name is unknown, it
// returns the first allocator of the table.
func (s *Scenario) allocator(name string) alloc.Allocator {
	return cmp.Or(policies.PlacementOf(name), &policies.Placements()[0]).New(s.setup())
}

// discipline returns the table entry of the scenario's queue.
func (s *Scenario) discipline() *policies.Discipline {
	return cmp.Or(policies.DisciplineOf(s.Scheduler.Queue), &policies.Discipline{}) // while a scenario with errors is checked, the name may be unknown
}

// unallotted reports whether the discipline requires allotments and the scenario
// has none.
func (p *parser) unallotted() bool {
	return !p.noScheduler && p.s.discipline().Allotted && p.s.Allotments == nil
}

// checkQueue finds least walltimes above the walltime, deadlines that are not later than the job's submission, and jobs
// that can never start under the discipline. The reason comes from the discipline.
func (p *parser) checkQueue() {
	for i := range p.s.Jobs {
		if j := &p.s.Jobs[i]; j.TimeMin > j.Walltime && !p.badJobs[i] {
			p.jobError(i, "time_min", j.TimeMin, fmt.Sprintf("is more than the job's walltime (%v)", j.Walltime), j.Walltime.String(), "write a shorter one, or a longer walltime")
		}
		if j := &p.s.Jobs[i]; j.Deadline != 0 && j.Deadline <= j.Submit && !p.badJobs[i] {
			p.jobError(i, "deadline", j.Deadline, fmt.Sprintf("is not after the job's submission (%v)", j.Submit), j.Submit.String(), "write a later time: deadlines count from the beginning, not from submission")
		}
	}
	checker := p.s.checker()
	if p.noScheduler || checker == nil {
		return
	}
	impossible := checker.Checks(p.machine)
	for i := range p.s.Jobs {
		j := &p.s.Jobs[i]
		if p.badJobs[i] || j.Nodes > int32(p.machine.NumNodes()) || p.s.Running[j.ID] != nil {
			continue // a job that runs already has been accepted, whatever the discipline would say now
		}
		if err := impossible(&j.Request); err != nil {
			field, value := "nodes", fmt.Sprint(j.Size())
			switch {
			case p.s.Allotments != nil && p.s.discipline().Allotted && p.s.Allotments.of(j.User) == nil:
				field, value = "user", j.User
			case p.s.discipline().Quotas && !p.s.inQueues(j.Queue):
				field, value = "queue", j.Queue
			case p.s.discipline().Partitioned && !p.s.inPartitions(j.Queue):
				field, value = "queue", j.Queue
			case strings.HasPrefix(err.Error(), "its licenses"):
				field, value = "licenses", j.Licenses
			case strings.HasPrefix(err.Error(), "its reservation"):
				field, value = "reservation", j.Reservation
			case !j.Whole():
				field = "tasks"
			}
			because, fix := err.Error(), ""
			if end := strings.LastIndex(because, "; "); end >= 0 {
				because, fix = because[:end], because[end+2:]
			}
			p.Add(jsondoc.Error{Place: fmt.Sprintf("jobs[%d].%s", i, field), Value: value, Problem: because, Fix: fix})
		}
	}
}

// of returns the allotment of a user, or nil if there is none.
func (a *Allotments) of(user string) *Allotment {
	for i := range a.Users {
		if a.Users[i].User == user {
			return &a.Users[i]
		}
	}
	return nil
}

// checker returns the discipline if it can refuse jobs. It returns nil if every job
// that fits on the machine can start under the discipline.
func (s *Scenario) checker() queue.Checker {
	if s.Scheduler.Queue == policies.Own || s.Allotments == nil && s.discipline().Allotted || len(s.ClusterQueues) == 0 && s.discipline().Quotas {
		return nil // no job counts as impossible under a Starlark program, so the program need not be loaded
	}
	x, _ := s.queue(s.Scheduler.Queue).(queue.Checker)
	return x
}

// refuse rejects the jobs of a model or trace that can never start under the
// discipline.
func (s *Scenario) refuse(jobs []workload.Job) {
	checker := s.checker()
	if checker == nil {
		return // do not build the machine if it is not needed
	}
	impossible := checker.Checks(s.Cluster.Machine())
	for i := range jobs {
		if j := &jobs[i]; j.Reject == nil {
			if err := impossible(&j.Request); err != nil {
				j.Reject = fmt.Errorf("%w: job %d: %w", workload.ErrWorkload, j.Number, err)
			}
		}
	}
}
