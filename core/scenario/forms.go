package scenario

import (
	"slices"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/workload"
)

// Forms are the blocks of the language, in the order of scenarios/README.md.
// What is said of their fields is in help, all else in the tables that the
// parser reads by.
func Forms() []Form {
	var forms []Form
	blocks := map[string][][]string{}
	for _, o := range policies.Options() {
		block, name := "options", o.Path
		if object, inner, inside := strings.Cut(o.Path, "."); inside {
			block, name = "options."+object, inner
		}
		if o.Kind != policies.Object {
			blocks[block] = append(blocks[block], []string{name, o.Title, o.About})
		}
	}
	block := ""
	for line := range strings.Lines(strings.TrimSpace(help)) {
		text, inside := strings.CutPrefix(strings.TrimRight(line, "\n"), "\t")
		words := strings.Split(text, " | ")
		at, of, several := strings.Cut(words[0], "*")
		switch {
		case !inside && several:
			block = of
		case !inside:
			block = ""
			forms = append(forms, Form{Name: words[0], Title: words[1], About: words[2], Path: words[3]})
		case block != "":
			blocks[block] = append(blocks[block], words)
		case several:
			for _, inner := range blocks[of] {
				forms[len(forms)-1].add(slices.Concat([]string{at + inner[0]}, inner[1:], words[min(3, len(words)):]))
			}
		default:
			forms[len(forms)-1].add(words)
		}
	}
	return forms
}

// add adds the field that a line of help tells of.
func (f *Form) add(words []string) {
	path, example, _ := strings.Cut(words[0], "=")
	only := ""
	if before, after, single := strings.Cut(path, "/"); single {
		start := strings.LastIndexByte(before, '.') + 1
		path, only = before[:start]+after, before[start:]
	}
	if f.Path != "" && path != "" && path[0] != '{' {
		path = "." + path
	}
	path = f.Path + path
	known := describe(path, only)
	known.Path, known.Title, known.About, known.New = path, words[1], words[2], example
	if only != "" {
		known.Of = only
	}
	if len(words) > 3 {
		known.Default = strings.Trim(words[3], "-")
	}
	f.Fields = append(f.Fields, known)
}

// describe is what the tables know of the field at a path, of the kind of
// topology that has it.
func describe(path, kind string) Field {
	t, at := scenarioTable(newScenario()), ""
	for {
		step, rest, deeper := strings.Cut(path, ".")
		name := strings.TrimRight(step, "[]{}")
		i := t.place(name, 0)
		if i < 0 {
			panic("scenario: help tells of " + at + name + ", which there is not")
		}
		f := &t.fields[i]
		if !deeper && name == step {
			return f.describe()
		}
		at += name
		t, path = f.inside(at, kind), rest
		if !deeper {
			return t.fields[0].describe() // an element that is a value
		}
		at += "."
	}
}

// inside is the table of what is in a field, bound to what is usual: in an
// object, or in the elements of a list or map. One that is a value has a table of
// one field without a name.
func (f *field) inside(path, kind string) *table {
	value := func(f field) *table { f.required = true; return &table{fields: []field{f}} }
	switch path {
	case "cluster":
		return clusterTable(&Cluster{})
	case "cluster.topology":
		return shapeTable(kind, &Shape{Kind: kind})
	case "cluster.topology.links":
		return cableTable(&usualCable)
	case "cluster.node":
		return nodeTable(&Group{Spec: usualNode})
	case "cluster.groups":
		return groupTable(&Group{})
	case "cluster.node.resources", "cluster.groups.resources", "jobs.per_node.resources", "jobs.per_task.resources":
		return value(amount)
	case "jobs":
		return jobTable(&usualJob)
	case "jobs.per_node":
		return needTable("per_node", &noNeed)
	case "jobs.per_task":
		return needTable("per_task", &oneCore)
	case "jobs.comm", "network.comm":
		return commTable(&workload.Comm{})
	case "jobs.parts":
		return partsTable(&workload.Parts{})
	case "jobs.elastic":
		return elasticTable(&workload.Elastic{})
	case "workload":
		return modelTable(&drawing{&workload.Lublin{}, &Fill{}})
	case "workload.elastic":
		return malleableTable(&usualMalleable)
	case "network":
		return networkTable(&usualNetwork)
	case "scheduler":
		return schedulerTable(usualScheduler())
	case "scheduler.priority.weights.resources":
		return value(weight)
	case "scheduler.priority.users", "scheduler.priority.groups", "scheduler.priority.queues":
		return value(points)
	case "scheduler.priority.fair_share.users":
		return value(percent)
	case "allotments":
		return allotmentsTable(&usualAllotments)
	case "allotments.users":
		return allotmentTable(&Allotment{})
	case "allotments.history":
		return pastTable(&deadline.Past{})
	case "limits":
		return limitsTable()
	case "limits.users", "limits.groups", "limits.queues":
		return limitTable(&queue.Limit{})
	case "limits.users.resources", "limits.groups.resources", "limits.queues.resources":
		return value(ownLimit)
	case "queues":
		return gateTable(&usualGate)
	case "queues.events":
		return turnTable(&gateTurn{})
	case "faults":
		return faultsTable(&Faults{})
	case "faults.events":
		return changeTable(&Change{})
	case "faults.heartbeat":
		return heartbeatTable(&usualHeartbeat)
	}
	if f.inner != nil {
		return f.inner()
	}
	return &table{}
}

// describe is what forms, and the tests of the documentation, know of the field
// of a table that is bound to what is usual.
func (f *field) describe() Field {
	d := Field{Path: f.name, Kind: f.kind, Min: f.min, Max: f.max, Of: f.alone, Needed: f.required}
	if f.kind == OneOf {
		d.Choices = f.choices()
	}
	switch f.kind {
	case Whole, Number, Bytes, Truth, OneOf:
	default:
		return d
	}
	if name, ok := f.at.(*string); f.at == nil || f.has != nil || f.inner != nil || ok && *name == "" || !ok && kept(f.at) < f.min {
		return d
	}
	w := writer{}
	f.tell(&w, f.at)
	d.Default = string(w.out)
	return d
}
