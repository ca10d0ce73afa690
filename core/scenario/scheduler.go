package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/policies"
	"hopyard/core/queue"
)

// schedulerFields are the names of the block: what the table of policies has
// options for, and the rest.
var schedulerFields = fields{of: "a scheduler", names: func() []string {
	names := []string{"queue", "allocator", "order", "overrun"}
	for _, o := range policies.Options() {
		if name, _, _ := strings.Cut(o.Path, "."); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return append(names, "elastic")
}()}

// optionsOf are the options in an object of their own.
func optionsOf(object string) fields {
	f := fields{of: object}
	for _, o := range policies.Options() {
		if name, ok := strings.CutPrefix(o.Path, object+"."); ok {
			f.names = append(f.names, name)
		}
	}
	return f
}

// scheduler reports whether the whole block could be read.
func (p *parser) scheduler(v ref) bool {
	s := &p.s.Scheduler
	before := p.count()
	p.object(v, &schedulerFields, func(name string, v ref) {
		switch name {
		case "queue":
			s.Queue, _ = p.choice(v, Queues())
		case "allocator":
			s.Allocator, _ = p.choice(v, Allocators())
		case "order":
			s.Order, _ = p.choice(v, Orders())
		case "overrun":
			s.Extend, _ = p.overruns(v)
		case "priority":
			p.priority(v, &s.Priority)
		case "elastic":
			p.growth(v, &s.Elastic)
		default:
			if inner := optionsOf(name); inner.names != nil {
				p.optionObject(v, &inner)
			} else {
				p.option(v, name)
			}
		}
	})
	if d := policies.DisciplineOf(s.Queue); d != nil && !d.ReservesAll && s.Settings.Whole("depth") == 1 {
		s.Settings.Set("depth", 0) // what it is anyway
	}
	return p.count() == before
}

// option reads the value of an option.
func (p *parser) option(v ref, path string) {
	value := int64(0)
	switch o := policies.OptionOf(path); o.Kind {
	case policies.Whole:
		value, _ = p.integer(v, o.Min, o.Max)
	case policies.Truth:
		if yes, _ := p.truth(v); yes {
			value = 1
		}
	case policies.OneOf:
		name, _ := p.choice(v, o.Choices)
		value = int64(max(slices.Index(namesIn(o.Choices), name), 0))
	case policies.Seconds:
		value = p.pause(v)
	}
	p.s.Scheduler.Settings.Set(path, value)
}

// optionObject reads options in an object of their own, of which some may stand
// with one choice only.
func (p *parser) optionObject(v ref, f *fields) {
	before, there := p.count(), map[string]ref{}
	p.object(v, f, func(name string, v ref) {
		p.option(v, f.of+"."+name)
		there[name] = v
	})
	if p.count() > before {
		return
	}
	of, chosen := "", ""
	for _, name := range f.names {
		o := policies.OptionOf(f.of + "." + name)
		if o.Kind == policies.OneOf && of == "" {
			of, chosen = name, p.s.Scheduler.Settings.Choice(o.Path)
		}
		switch at, given := there[name]; {
		case o.Of == "" || given == (o.Of == chosen):
		case given:
			p.wrong(at, fmt.Sprintf("is given with the %s %q, which sets the %s itself", of, chosen, name), "", fmt.Sprintf(`write "%s": %q, or leave it out`, of, o.Of))
		default:
			about := strings.ToLower(o.About[:1]) + strings.TrimSuffix(o.About[1:], ".")
			p.add(Error{Place: p.path(v) + "." + name, Problem: fmt.Sprintf("%s is missing for the %s %q", name, of, chosen), Limit: fmt.Sprint(o.Min), Fix: "write the " + about})
		}
	}
}

func (w *writer) scheduler(s *Scheduler, names []string) {
	w.raw("{").member("queue", true).text(s.Queue)
	if s.Allocator != "" {
		w.member("allocator", false).text(s.Allocator)
	}
	if s.Order != policies.Orders()[0].Name {
		w.member("order", false).text(s.Order)
	}
	if s.Extend {
		w.member("overrun", false).text("extend")
	}
	def, last := policies.Defaults(), ""
	for i, o := range policies.Options() {
		object, name, inside := strings.Cut(o.Path, ".")
		if !inside {
			object, name = "", o.Path
		}
		if last != "" && object != last {
			w.raw("}")
			last = ""
		}
		switch {
		case o.Kind == policies.Object:
			w.priority(&s.Priority, names)
			continue
		case s.Settings[i] == def[i]:
			continue
		case object != last:
			w.member(object, false).raw("{")
		}
		w.option(name, object != last, &o, s.Settings[i])
		last = object
	}
	if last != "" {
		w.raw("}")
	}
	if s.Elastic != defaultElastic() {
		w.growth(&s.Elastic)
	}
	w.raw("}")
}

func (w *writer) option(name string, first bool, o *policies.Option, value int64) {
	w.member(name, first)
	switch o.Kind {
	case policies.Truth:
		w.raw("true")
	case policies.OneOf:
		w.text(o.Choices[value].Name)
	case policies.Seconds:
		w.seconds(value)
	default:
		w.number(value)
	}
}

func schedulerForms() []Form {
	at := func(name string) string { return "scheduler." + name }
	forms := []Form{{Name: "scheduler", Title: "Scheduler", About: "Which jobs start, when, and where.", Path: "scheduler", Fields: []Field{
		{Path: at("queue"), Title: "Queue", About: "Which job starts, and when.", Kind: OneOf, Choices: namesIn(Queues()), Default: `"` + policies.Default + `"`},
		{Path: at("allocator"), Title: "Placement", About: "On which nodes.", Kind: OneOf, Choices: namesIn(Allocators())},
		{Path: at("order"), Title: "Order", About: "Who is before whom in the queue.", Kind: OneOf, Choices: namesIn(Orders()), Default: `"submit"`},
		{Path: at("overrun"), Title: "At the walltime", About: "Whether jobs are killed or run on.", Kind: OneOf, Choices: []string{"kill", "extend"}, Default: `"kill"`},
	}}}
	batches := Form{Name: "batch", Title: "Batches", About: "S0's batches and units.", Path: at("batch")}
	for _, o := range policies.Options() {
		switch {
		case o.Kind == policies.Object:
		case strings.HasPrefix(o.Path, "batch."):
			batches.Fields = append(batches.Fields, optionField(&o))
		default:
			forms[0].Fields = append(forms[0].Fields, optionField(&o))
		}
	}
	return append(forms, batches,
		Form{Name: "priority", Title: "Priority", About: "What weighs how much under hybrid; the highest sum comes first.", Path: at("priority"), Fields: priorityFormFields()},
		Form{Name: "growth", Title: "Growth", About: "Whether and how running malleable jobs change their size.", Path: at("elastic"), Fields: growthFormFields()})
}

// optionField is an option as a field of a form.
func optionField(o *policies.Option) Field {
	f := Field{Path: "scheduler." + o.Path, Title: o.Title, About: o.About, Min: o.Min, Max: o.Max, Of: o.Of, Needed: o.Of != ""}
	switch o.Kind {
	case policies.Truth:
		f.Kind, f.Default = Truth, "false"
	case policies.OneOf:
		f.Kind, f.Choices, f.Default = OneOf, namesIn(o.Choices), `"`+o.Choices[o.Default].Name+`"`
	case policies.Seconds:
		f.Kind, f.Default = Number, decimal(o.Default)
	default:
		if o.Default >= o.Min {
			f.Default = number(o.Default)
		}
	}
	return f
}

// setup is what policies are made from.
func (s *Scenario) setup() *policies.Setup {
	return &policies.Setup{Settings: s.Scheduler.Settings, Seed: s.Seed, Weights: s.Scheduler.Priority, Limits: s.Limits, Allotments: s.Allotments.queue()}
}

// queue is the discipline of a name. While errors are looked for the name may be
// unknown: then it is the default.
func (s *Scenario) queue(name string) queue.Policy {
	return cmp.Or(policies.DisciplineOf(name), policies.DisciplineOf(policies.Default)).New(s.setup())
}

// allocator is the allocator of a name, or likewise the first of the table.
func (s *Scenario) allocator(name string) alloc.Allocator {
	return cmp.Or(policies.PlacementOf(name), &policies.Placements()[0]).New(s.setup())
}

// discipline is the line of the table that the scenario's queue is in.
func (s *Scenario) discipline() *policies.Discipline {
	return cmp.Or(policies.DisciplineOf(s.Scheduler.Queue), &policies.Discipline{}) // of no known name while errors are looked for
}

// unallotted reports whether the discipline needs allotments and the scenario
// has none.
func (p *parser) unallotted() bool {
	return !p.noScheduler && p.s.discipline().Allotted && p.s.Allotments == nil
}
