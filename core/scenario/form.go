package scenario

import (
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// number returns a whole number as JSON.
func number(n int64) string { return string((&jsondoc.Writer{}).Number(n).Out) }

// decimal returns a number of thousandths as a JSON number with up to three
// decimals.
func decimal(n int64) string { return simtime.Time(n).String() }

// Forms returns the forms for all blocks of the language, in the order of
// scenarios/README.md. Their texts come from the variable help. Everything else
// comes from the tables of fields that the parser uses.
func Forms() []schema.Form {
	var forms []schema.Form
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
			forms = append(forms, schema.Form{Name: words[0], Title: words[1], About: words[2], Path: words[3]})
		case block != "":
			blocks[block] = append(blocks[block], words)
		case several:
			for _, inner := range blocks[of] {
				addField(&forms[len(forms)-1], slices.Concat([]string{at + inner[0]}, inner[1:], words[min(3, len(words)):]))
			}
		default:
			addField(&forms[len(forms)-1], words)
		}
	}
	return forms
}

// addField adds the field that a line of help describes. words are the parts of the
// line.
func addField(f *schema.Form, words []string) {
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

// describe returns the description of the field at a path, which it takes from the
// table of the field. If the field belongs to a topology, kind is the kind of
// topology that has the field.
func describe(path, kind string) schema.Field {
	t, at := scenarioTable(newScenario()), ""
	for {
		step, rest, deeper := strings.Cut(path, ".")
		name := strings.TrimRight(step, "[]{}")
		i := t.Index(name, 0)
		if i < 0 {
			panic("scenario: help describes " + at + name + ", which does not exist")
		}
		f := &t.Rows[i]
		if !deeper && name == step {
			return f.Describe()
		}
		at += name
		t, path = inside(f, at, kind), rest
		if !deeper {
			return t.Rows[0].Describe() // the elements are plain values
		}
		at += "."
	}
}

// inside returns the table of fields for the object in the field, or for the
// elements of the list or map in the field. The table leads to default values. If
// the elements are plain values, the table has one field without a name.
func inside(f *field, path, kind string) *table {
	switch path {
	case "cluster":
		return clusterTable(&Cluster{})
	case "cluster.topology":
		return shapeTable(kind, &Shape{Kind: kind})
	case "cluster.topology.nodes":
		if f.Kind == schema.List { // in other kinds of topology, it is a number
			return levelNodesTable(&LevelNodes{}, nil)
		}
	case "cluster.topology.links":
		return cableTable(&usualCable)
	case "cluster.node":
		return nodeTable(&NodeGroup{Spec: usualNode})
	case "cluster.groups":
		return groupTable(&NodeGroup{})
	case "cluster.node.resources", "cluster.groups.resources", "jobs.per_node.resources", "jobs.per_task.resources":
		return valueTable(amount)
	case "jobs":
		return jobTable(&usualJob)
	case "jobs.per_node":
		return needTable("per_node", &noNeed)
	case "jobs.per_task":
		return needTable("per_task", &oneCore)
	case "jobs.comm", "network.comm":
		return commTable(&workload.Comm{})
	case "jobs.slice":
		return sliceTable(&workload.NetworkRequest{})
	case "jobs.parts":
		return partsTable(&workload.Parts{})
	case "jobs.elastic":
		return elasticTable(&workload.Elastic{})
	case "commands":
		return commandTable(noCommand())
	case "workload":
		return modelTable(&drawing{&workload.Lublin{}, &Fill{}})
	case "workload.elastic":
		return malleableTable(&usualMalleable)
	case "network":
		return networkTable(&usualNetwork)
	case "scheduler", "scheduler.decisions", "scheduler.priority.weights.resources", "scheduler.priority.users", "scheduler.priority.groups", "scheduler.priority.queues", "scheduler.priority.fair_share.users":
		return insideScheduler(path)
	case "allotments", "allotments.users", "allotments.events", "allotments.events.users", "allotments.history":
		return insideAllotments(path)
	case "slurm.licenses":
		return valueTable(licenseCount)
	case "limits":
		return limitsTable()
	case "limits.users", "limits.groups", "limits.queues":
		return limitTable(&queue.Limit{})
	case "limits.users.resources", "limits.groups.resources", "limits.queues.resources":
		return valueTable(ownLimit)
	case "queues", "queues.events", "cluster_queues", "cohorts", "cluster_queues.flavors", "cohorts.flavors":
		return insideQueues(path)
	case "faults", "faults.events", "faults.heartbeat":
		return insideFaults(path)
	case "power.carbon":
		return intensityTable(&cluster.Intensity{})
	case "goals", "goals.ask", "goals.build", "notes":
		return insideLesson(path)
	}
	if inner := f.Inner(); inner != nil {
		return inner
	}
	return &table{}
}

// valueTable returns a table with one field without a name, for plain values.
func valueTable(f field) *table {
	f.Required = true
	return &table{Rows: []field{f}}
}

// insideScheduler returns the table of fields for the objects at the given path inside
// the block "scheduler". The table leads to default values.
func insideScheduler(path string) *table {
	switch path {
	case "scheduler.decisions":
		return decisionTable(&manual.Decision{})
	case "scheduler.priority.weights.resources":
		return valueTable(weight)
	case "scheduler.priority.users", "scheduler.priority.groups", "scheduler.priority.queues":
		return valueTable(points)
	case "scheduler.priority.fair_share.users":
		return valueTable(percent)
	}
	return schedulerTable(usualScheduler())
}
