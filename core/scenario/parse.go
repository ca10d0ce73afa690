package scenario

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Parse reads a scenario and checks that it can be simulated. The error is an
// Errors. It lists everything that is wrong, each with its position in src. Cost:
// O(bytes + nodes).
func Parse(src []byte) (*Scenario, error) { return parse(src, MaxJobs, topology.MaxNodes) }

// ParseShared reads a scenario like Parse, but within the limits of share links
// (MaxLinkNodes, MaxLinkJobs). The error is an Errors. ParseShared refuses a
// scenario beyond the limits before it builds the machine or draws jobs, so that it
// reads or refuses any 64 KiB of text within a tenth of a second.
func ParseShared(src []byte) (*Scenario, error) {
	s, err := parse(src, MaxLinkJobs, MaxLinkNodes)
	if err == nil {
		err = checkLinkSize(s)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// parse works like Parse, but within limits. It does not generate the jobs of a
// model that has more than most jobs. It rejects a machine of more than widest
// nodes instead of building it.
func parse(src []byte, most, widest int) (*Scenario, error) {
	doc, bad := scan(string(src), MaxBytes)
	if bad != nil {
		return nil, Errors{*bad}
	}
	p := &parser{reader: reader{document: doc}, s: newScenario(), mostDrawn: most, widest: widest}
	p.scenario()
	p.check()
	if err := p.err(doc); err != nil {
		return nil, err
	}
	return p.s, nil
}

// parser fills a Scenario from a document. If a part cannot be read, the parser
// skips the checks that depend on it, because they would only repeat the error.
type parser struct {
	reader
	s            *Scenario
	machine      *cluster.Machine // nil if the cluster cannot be read
	noCluster    bool             // whether the cluster cannot be read
	noScheduler  bool             // whether the scheduler cannot be read
	badJobs      map[int]bool     // indices of jobs that cannot be read
	preceding    map[int]int64    // id of the preceding job, by job index
	overrun      map[int]bool     // whether the job's own overrun rule is extend, by job index; jobs without a rule of their own are missing
	names        map[string]string
	allotting    *Allotments     // allotments whose history is being read
	known        map[string]bool // users in allotting
	hasJobs      bool
	hasWorkload  bool
	modelAt      ref // position of the block workload, if it is a model
	faultsAt     ref
	allotmentsAt ref
	limitAt      []ref // positions of the limits
	depth        int   // nesting depth of the parts being read
	mostDrawn    int
	widest       int // largest number of nodes of a machine to build
}

func (p *parser) scenario() {
	all := scenarioTable(p.s)
	g := all.places(p, root)
	if !g.ok {
		return
	}
	read := func(name string, with func(v ref)) {
		if v := g.at(name); v != 0 {
			with(v)
		}
	}
	all.fill(p, g.refs)
	p.version(g.at("hopyard"))
	p.cluster(g.at("cluster"))
	if !p.noCluster {
		p.machine = p.s.Cluster.Machine()
	}
	// These blocks need the cluster; the jobs also need the scheduler.
	read("network", p.network)
	read("scheduler", func(v ref) { p.noScheduler = !p.scheduler(v) })
	read("jobs", p.jobs)
	read("workload", p.workload)
	p.allotmentsAt = g.at("allotments")
	read("altered", p.altered)
	read("allotments", p.allotments)
	read("limits", p.limits)
	read("queues", p.queues)
	if p.machine != nil {
		read("faults", p.faults)
		read("free", p.freeBlock)
		read("vary", p.vary)
	}
	if p.hasJobs && p.hasWorkload {
		p.wrong(g.at("workload"), "cannot be combined with jobs", "", "keep one of them")
	} else if !p.hasJobs && !p.hasWorkload {
		p.add(Error{Place: "jobs", Problem: "jobs is missing", Fix: `write "jobs": […] or "workload": {"model": "lublin", "jobs": 500}`})
	}
}

// version checks the field that gives the format version. A text without this field
// is not a scenario.
func (p *parser) version(v ref) {
	if v == 0 {
		p.add(Error{Place: "hopyard", Problem: "hopyard is missing", Limit: fmt.Sprint(Version), Fix: fmt.Sprintf(`begin with "hopyard": %d, the version of the format`, Version)})
		return
	}
	if n, ok := p.integer(v, 1, MaxNumber); ok && n > Version {
		p.wrong(v, fmt.Sprintf("is newer than this version reads (%d)", Version), fmt.Sprint(Version), "use a newer Hopyard")
	}
}

// bad marks the job with the given index as unreadable.
func (p *parser) bad(job int) {
	if p.badJobs == nil {
		p.badJobs = map[int]bool{}
	}
	p.badJobs[job] = true
}

// noJob returns a job with all defaults, before its fields are read.
func noJob(place int) workload.Job {
	return workload.Job{
		Request: workload.Request{ID: workload.JobID(place), Number: int64(place) + 1, Walltime: absent},
		Runtime: absent,
		After:   workload.NoJob,
	}
}

// usualScenario holds the default values of the fields of the outermost object.
var usualScenario = Scenario{Seed: 1, Altered: Altered{Load: 1000}}

// scenarioTable returns the table of fields for the outermost object.
// parser.scenario reads the blocks of this object in the order of their
// dependencies. writer.header and writer.tail write the blocks, each on a line of
// its own.
func scenarioTable(s *Scenario) *table {
	t := newTable("a scenario", 18)
	t.integer("hopyard", nil, 1, Version).must()
	t.add("title", Text, &s.Title, 0, MaxTitle)
	t.add("about", Text, &s.About, 0, MaxAbout)
	t.list("goals", List, nil, 0, 0, MaxGoals, "goals").
		reads(func(p *parser, v ref) { p.goals(v) }).
		when(func() bool { return s.Goals != nil }).
		writes(func(w *writer, _ any) { w.writeGoals(s.Goals) })
	t.list("notes", List, nil, 0, 0, MaxLectureNotes, "notes").
		reads(func(p *parser, v ref) { p.notes(v) }).
		when(func() bool { return s.Notes != nil }).
		writes(func(w *writer, _ any) { w.writeNotes(s.Notes) })
	t.integer("seed", &s.Seed, 0, MaxNumber)
	t.add("cluster", Other, nil, 0, 0).must()
	t.add("jobs", List, nil, 0, MaxJobs)
	t.add("workload", Other, nil, 0, 0)
	t.add("network", Other, nil, 0, 0)
	t.add("scheduler", Other, nil, 0, 0)
	t.add("allotments", Other, nil, 0, 0)
	t.add("limits", Other, nil, 0, 0)
	t.add("queues", Map, nil, 0, MaxOwners)
	t.add("faults", Other, nil, 0, 0)
	t.add("free", Other, nil, 0, 0)
	t.object("vary", nil, func() *table { return varyTable(&Vary{}) })
	t.object("altered", nil, func() *table { return alteredTable(&Altered{Load: 1000}) })
	return t
}

// document is a JSON text with the position of every value in it. The values form a
// flat tree in pre-order, with 12 bytes per value. So a million jobs fit in memory,
// and every error can point at its bytes.
//
// The package does not use encoding/json for three reasons. It silently repairs
// what must be refused (invalid UTF-8, lone surrogates, repeated keys). It reports
// the end of a token rather than its start. And it adds 120 kB to the page. Apart
// from the texts that encoding/json repairs, this package and encoding/json accept
// the same texts; a test checks this.
type document struct {
	text   string
	values []value
}

// value is one JSON value. It consists of the offset of its first byte, the offset
// after its last byte, and the index of the value that follows its last descendant.
// The children of an object are its keys and values in turn.
type value struct{ at, end, next int32 }

// ref is the index of a value in its document.
type ref int32

const root ref = 0

func (d *document) kind(v ref) byte {
	switch c := d.text[d.values[v].at]; c {
	case '{', '[', '"', 't', 'f', 'n':
		return c
	}
	return '0'
}

// raw returns the text of a value as written.
func (d *document) raw(v ref) string { return d.text[d.values[v].at:d.values[v].end] }

// elements returns an iter.Seq2 over the elements of a list and their indices.
func (d *document) elements(v ref) func(yield func(int, ref) bool) {
	return func(yield func(int, ref) bool) {
		last := ref(d.values[v].next)
		for i, e := 0, v+1; e < last; i, e = i+1, ref(d.values[e].next) {
			if !yield(i, e) {
				return
			}
		}
	}
}

// members returns an iter.Seq2 over the keys and values of an object. A key is a
// ref to the JSON string in the text.
func (d *document) members(v ref) func(yield func(key, val ref) bool) {
	return func(yield func(key, val ref) bool) {
		last := ref(d.values[v].next)
		for k := v + 1; k < last; k = ref(d.values[k+1].next) {
			if !yield(k, k+1) {
				return
			}
		}
	}
}

// str returns the text that a JSON string stands for.
func (d *document) str(v ref) string {
	raw := d.raw(v)
	raw = raw[1 : len(raw)-1]
	if !strings.Contains(raw, `\`) {
		return raw
	}
	return unescape(raw)
}

// unescape replaces the escapes of a JSON string that the scanner has accepted.
func unescape(raw string) string {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			continue
		}
		i++
		if raw[i] != 'u' {
			out = append(out, unescaped(raw[i]))
			continue
		}
		r := hex4(raw[i+1:])
		i += 4
		if r >= 0xd800 && r < 0xdc00 { // the scanner has checked that the second half of the pair follows
			r = (r-0xd800)<<10 | (hex4(raw[i+3:]) - 0xdc00) + 0x10000
			i += 6
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// unescaped returns the byte that a one-letter escape such as \n stands for, or 0
// if there is no such escape.
func unescaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case '"', '\\', '/':
		return c
	}
	return 0
}

// hex4 reads the first four bytes of s as hexadecimal digits and returns their
// value, or -1 if they are not such digits.
func hex4(s string) rune {
	if len(s) < 4 {
		return -1
	}
	n, err := strconv.ParseUint(s[:4], 16, 32)
	if err != nil {
		return -1
	}
	return rune(n)
}

// find follows a path as far as the values exist. It returns the last value that it
// reaches and the remaining steps.
func (d *document) find(steps []step) (ref, []step) {
	at := root
	for i, s := range steps {
		next := ref(-1)
		switch {
		case s.key != "" && d.kind(at) == '{':
			for k, v := range d.members(at) {
				if d.str(k) == s.key {
					next = v
					break
				}
			}
		case s.key == "" && d.kind(at) == '[':
			for j, e := range d.elements(at) {
				if j == s.index {
					next = e
					break
				}
			}
		}
		if next < 0 {
			return at, steps[i:]
		}
		at = next
	}
	return at, nil
}

// locate sets the position of an error to the position of the value at its Place.
// If there is no such value, it uses the deepest existing value on the path. An
// error that already has a position keeps it.
func (d *document) locate(e *Error) {
	if e.Line > 0 || len(d.values) == 0 {
		return
	}
	steps, _ := splitPath(e.Place)
	v, missing := d.find(steps)
	at, end := d.values[v].at, d.values[v].end
	if len(missing) > 0 && (d.kind(v) == '{' || d.kind(v) == '[') {
		end = at + 1 // a value is missing inside: point at the opening bracket
	}
	d.point(e, int(at), int(end))
}

// point sets the position of an error to the bytes from at up to end.
func (d *document) point(e *Error, at, end int) {
	before := d.text[:at]
	e.Offset, e.End = at, end
	e.Line = strings.Count(before, "\n") + 1
	e.Col = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}

// excerpt returns a text cut to at most 40 characters, for error messages.
func excerpt(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// quoted returns an excerpt in quotes with control characters escaped.
func quoted(s string) string { return fmt.Sprintf("%q", excerpt(s)) }
