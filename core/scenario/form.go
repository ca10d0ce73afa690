package scenario

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Form describes a block of the scenario language for people who fill it in: the
// fields of one object, and the fields of the lists and maps inside it. Forms
// returns all forms.
//
// A dialog can be made from a form as follows. For each Field, LookUp reads the
// value in the text at the path that Field.At returns. If the result is "", the
// Default of the field applies. Edit writes a new value, and SetAll writes several
// fields at once. The new value null removes the value. To add an element to a
// List, Edit writes the JSON in Field.New at the index one past the end. To add an
// element to a Map, Edit writes the JSON in Field.New at an unused name. The path
// of an element's field begins with the path of its list or map. Finally, Parse
// checks the result, because Min, Max and Choices only prevent the most obvious
// mistakes.
type Form struct {
	Name   string // name of the form, such as "job" or "faults"
	Title  string
	About  string // purpose of the block, in one sentence
	Path   string // path of the object, in the notation of Field.Path
	Fields []Field
}

// Field describes one value.
type Field struct {
	// Path is the path of the value, in the notation of Edit. It contains [] in
	// place of an index into a list, and {} in place of a name in a map:
	// "faults.events[].at", "limits.users{}.jobs".
	Path    string
	Title   string
	About   string // meaning and unit of the value, in one sentence
	Kind    FieldKind
	Min     int64    // minimum for Whole and Bytes; for Number and each element of Numbers, minimum in thousandths
	Max     int64    // maximum, in the same unit; for Text, number of characters; for List and Map, number of elements
	Default string   // value that applies if the field is left out, as JSON; "" if there is none
	Choices []string // allowed values of OneOf; functions such as Queues return the titles of names
	Of      string   // value that the form's first field of kind OneOf must have for this field to be allowed; "" if any value will do
	Needed  bool     // whether the object must have the field
	New     string   // new element of a List or Map, as JSON
}

// Seconds reports whether the field is a time or a list of times. It is, if its
// maximum is the longest time, or if its description begins with "Seconds".
func (f *Field) Seconds() bool {
	return (f.Kind == Number || f.Kind == Numbers) && (f.Max == simtime.Max || strings.HasPrefix(f.About, "Seconds"))
}

// FieldKind is the kind of a value. It determines how the value is written.
type FieldKind uint8

// The kinds of fields.
const (
	Whole   FieldKind = iota // a whole number
	Number                   // a number with up to three decimals
	Bytes                    // a whole number that may be written as 1e9
	Text                     // any text
	Label                    // the name of a user, group, queue or application
	OneOf                    // one of Choices
	Truth                    // true or false
	Nodes                    // a node list, "0-3,8"
	Numbers                  // a list of numbers with up to three decimals each
	Wholes                   // a list of whole numbers
	Bounds                   // a whole number, or a list of the soft and the hard limit, such as [4, 8]
	Range                    // a number with up to three decimals, or a list of the lowest and the highest, such as [0.1, 0.5]
	Ends                     // a list of two devices, such as ["n0", "s0"]
	List                     // a list of objects; the paths of their fields begin with the path of the list and []
	Map                      // objects or numbers by name; their paths begin with the path of the map and {}
	Other                    // a value that no form can show, such as a matrix; people edit it in the text
	NumFieldKinds
)

// At returns the path of the field with its [] and {} replaced, in order, by the
// given indices and names.
func (f *Field) At(where ...string) string { return fill(f.Path, where) }

// At returns the path of the form's object with its [] and {} replaced, in order,
// by the given indices and names.
func (f *Form) At(where ...string) string { return fill(f.Path, where) }

func fill(path string, where []string) string {
	var out strings.Builder
	for _, place := range where {
		i := strings.IndexAny(path, "[{")
		if i < 0 {
			break
		}
		out.WriteString(path[:i])
		if path[i] == '[' {
			out.WriteString("[" + place + "]")
		} else {
			out.WriteString("[" + strconv.Quote(place) + "]")
		}
		path = path[i+2:]
	}
	out.WriteString(path)
	return out.String()
}

// number returns a whole number as JSON.
func number(n int64) string { return string((&jsondoc.Writer{}).Number(n).Out) }

// decimal returns a number of thousandths as a JSON number with up to three
// decimals.
func decimal(n int64) string { return simtime.Time(n).String() }

// Forms returns the forms for all blocks of the language, in the order of
// scenarios/README.md. Their texts come from the variable help. Everything else
// comes from the tables of fields that the parser uses.
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

// add adds the field that a line of help describes. words are the parts of the
// line.
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

// describe returns the description of the field at a path, which it takes from the
// table of the field. If the field belongs to a topology, kind is the kind of
// topology that has the field.
func describe(path, kind string) Field {
	t, at := scenarioTable(newScenario()), ""
	for {
		step, rest, deeper := strings.Cut(path, ".")
		name := strings.TrimRight(step, "[]{}")
		i := t.place(name, 0)
		if i < 0 {
			panic("scenario: help describes " + at + name + ", which does not exist")
		}
		f := &t.fields[i]
		if !deeper && name == step {
			return f.describe()
		}
		at += name
		t, path = f.inside(at, kind), rest
		if !deeper {
			return t.fields[0].describe() // the elements are plain values
		}
		at += "."
	}
}

// inside returns the table of fields for the object in the field, or for the
// elements of the list or map in the field. The table leads to default values. If
// the elements are plain values, the table has one field without a name.
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
		return nodeTable(&NodeGroup{Spec: usualNode})
	case "cluster.groups":
		return groupTable(&NodeGroup{})
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
	case "scheduler.decisions":
		return decisionTable(&manual.Decision{})
	case "scheduler.priority.weights.resources":
		return value(weight)
	case "scheduler.priority.users", "scheduler.priority.groups", "scheduler.priority.queues":
		return value(points)
	case "scheduler.priority.fair_share.users":
		return value(percent)
	case "allotments", "allotments.users", "allotments.events", "allotments.events.users", "allotments.history":
		return insideAllotments(path)
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
	case "faults", "faults.events", "faults.heartbeat":
		return insideFaults(path)
	case "goals", "goals.ask", "goals.build", "notes", "vary", "altered":
		return insideLesson(path)
	}
	if f.inner != nil {
		return f.inner()
	}
	return &table{}
}

// describe returns the description of a field, for forms and for the tests of the
// documentation. The table of the field must lead to default values, because the
// description contains the default.
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
	f.writeValue(&w, f.at)
	d.Default = string(w.Out)
	return d
}
