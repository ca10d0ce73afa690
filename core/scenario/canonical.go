package scenario

import (
	"strconv"
	"unicode/utf8"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Canonical returns the scenario as JSON in its normal form. Fields have a fixed
// order. Defaults are left out, except for fields that people look for, such as id,
// submit and queue. Node lists are sorted, and each job is on a line of its own.
// Parsing the result gives an equal scenario, and equal scenarios give equal text.
// Cost: O(jobs + nodes).
func (s *Scenario) Canonical() []byte {
	w := &writer{out: make([]byte, 0, 512+128*len(s.Jobs))}
	w.header(s)
	if s.SWF == "" && s.Model == nil {
		w.field("jobs")
		j := &draft{s: s}
		fields, usual := jobTable(j), jobTable(&usualJob)
		w.lines('[', ']', len(s.Jobs), func(i int) {
			j.Job = s.Jobs[i]
			fields.write(w, usual)
		})
	}
	w.tail(s)
	return w.out
}

// header writes the part of the scenario before the jobs. It does not write the
// closing brace.
func (w *writer) header(s *Scenario) {
	w.names = s.Cluster.Resources
	w.raw("{")
	w.field("hopyard").number(Version)
	all, usual := scenarioTable(s), scenarioTable(&usualScenario)
	for i := range all.fields {
		if f := &all.fields[i]; f.shown(&usual.fields[i]) {
			w.field(f.name)
			f.put(w, &usual.fields[i])
		}
	}
	w.field("cluster")
	w.cluster(&s.Cluster)
	switch {
	case s.SWF != "":
		w.field("workload").raw("{").member("swf", true).text(s.SWF)
		w.raw("}")
	case s.Model != nil:
		w.field("workload")
		modelTable(&drawing{s.Model, &s.Fill}).write(w, modelTable(&drawing{&workload.Lublin{}, &Fill{}}))
	}
}

// tail writes the part of the scenario after the jobs.
func (w *writer) tail(s *Scenario) {
	if s.Network != usualNetwork {
		w.field("network")
		w.network(&s.Network)
	}
	w.field("scheduler")
	schedulerTable(&s.Scheduler).write(w, schedulerTable(usualScheduler()))
	if s.Allotments != nil {
		w.field("allotments")
		allotmentsTable(s.Allotments).write(w, allotmentsTable(&usualAllotments))
	}
	if len(s.Limits) > 0 {
		w.field("limits")
		w.limits(s.Limits)
	}
	if len(s.Queues) > 0 {
		w.field("queues")
		w.queues(s.Queues)
	}
	if s.Faults != nil {
		w.field("faults")
		faultsTable(s.Faults).write(w, faultsTable(&Faults{}))
	}
	if s.Free != nil {
		w.field("free")
		w.free(s.Free)
	}
	if s.Vary != nil {
		w.field("vary")
		varyTable(s.Vary).write(w, varyTable(&Vary{}))
	}
	if s.Altered.Any() {
		w.field("altered")
		alteredTable(&s.Altered).write(w, alteredTable(&Altered{Load: 1000}))
	}
	w.newline()
	w.raw("}")
	w.newline()
}

func (w *writer) cluster(c *Cluster) {
	in, deeper := "\n    ", "\n      "
	if w.lean {
		in, deeper = "", ""
	}
	w.raw("{"+in).member("topology", true)
	shape := shapeTable(c.Topology.Kind, &c.Topology)
	shape.write(w, shapeTable(c.Topology.Kind, &Shape{}))
	node := &NodeGroup{Spec: c.Node}
	if c.Node != usualNode {
		w.raw(","+in).member("node", true)
		nodeTable(node).write(w, nodeTable(&NodeGroup{Spec: usualNode}))
	}
	if len(c.Groups) > 0 {
		w.raw(","+in).member("groups", true).raw("[")
		for i := range c.Groups {
			if i > 0 {
				w.raw(",")
			}
			w.raw(deeper)
			groupTable(&c.Groups[i]).write(w, groupTable(node))
		}
		w.raw(in + "]")
	}
	if c.Within != (cluster.OnNodeDistance{}) {
		w.raw(","+in).member("within", true)
		withinTable(&c.Within).write(w, withinTable(&cluster.OnNodeDistance{}))
	}
	if !w.lean {
		w.raw("\n  ")
	}
	w.raw("}")
}

// writer appends JSON. If the field lean is set, it leaves out all spaces and
// newlines.
type writer struct {
	out   []byte
	lean  bool
	names []string // names of the resources that the cluster defines itself
}

// raw appends s. It is not inlined: there are hundreds of calls, and inlining would
// only enlarge the page's WebAssembly program.
//
//go:noinline
func (w *writer) raw(s string) *writer {
	w.out = append(w.out, s...)
	return w
}

func (w *writer) newline() {
	if !w.lean {
		w.out = append(w.out, '\n')
	}
}

// gap writes a space, unless lean is set.
func (w *writer) gap() {
	if !w.lean {
		w.raw(" ")
	}
}

// field begins a field of the outermost object, on a new line.
func (w *writer) field(name string) *writer {
	if w.out[len(w.out)-1] != '{' {
		w.raw(",")
	}
	w.newline()
	if !w.lean {
		w.raw("  ")
	}
	return w.member(name, true)
}

// member begins a field on the current line. It writes a comma before the field,
// unless the field is the first of its object (the flag first).
func (w *writer) member(name string, first bool) *writer {
	if !first {
		w.raw(",").gap()
	}
	w.text(name)
	w.raw(":")
	if !w.lean {
		w.raw(" ")
	}
	return w
}

// list writes n values on one line.
func (w *writer) list(n int, value func(i int)) {
	w.raw("[")
	for i := range n {
		w.comma(i)
		value(i)
	}
	w.raw("]")
}

// lines writes n values, each on a line of its own.
func (w *writer) lines(open, end byte, n int, value func(i int)) {
	w.out = append(w.out, open)
	for i := range n {
		if i > 0 {
			w.raw(",")
		}
		w.newline()
		if !w.lean {
			w.raw("    ")
		}
		value(i)
	}
	if n > 0 && !w.lean {
		w.raw("\n  ")
	}
	w.out = append(w.out, end)
}

func (w *writer) number(n int64) *writer {
	w.out = strconv.AppendInt(w.out, n, 10)
	return w
}

func (w *writer) seconds(d int64) *writer {
	w.out = simtime.Time(d).AppendText(w.out)
	return w
}

func (w *writer) text(s string) *writer {
	w.out = AppendText(w.out, s)
	return w
}

// AppendText appends a text as a JSON string. Bytes that are not UTF-8 become
// U+FFFD. The line separators U+2028 and U+2029 are escaped, so that the string is
// also valid in a script.
func AppendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r < 0x20 || r == 0x2028 || r == 0x2029:
			const hex = "0123456789abcdef"
			dst = append(dst, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// comma writes the separator before element i of a list. The first element needs
// none.
func (w *writer) comma(i int) {
	if i > 0 {
		w.raw(",").gap()
	}
}
