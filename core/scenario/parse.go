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

// Parse reads a scenario and checks that it is possible. The error is Errors:
// everything that is wrong, each with its place in src. Cost: O(bytes + nodes).
func Parse(src []byte) (*Scenario, error) { return parse(src, MaxJobs, topology.MaxNodes) }

// ParseShared is Parse within the limits of links (MaxLinkNodes, MaxLinkJobs),
// for scenarios that are shared. Errors: Errors. What is beyond the limits is
// refused before it is built or drawn, so that 64 KiB are read or refused in a
// tenth of a second whatever they hold.
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

// parse is Parse that draws no more jobs of a model than most, and builds no
// machine of more nodes than widest.
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

// parser fills a Scenario from a document. Where a part could not be read, the
// checks that need it are left out: they would only repeat the error.
type parser struct {
	reader
	s            *Scenario
	machine      *cluster.Machine // nil if the cluster could not be read
	noCluster    bool             // so is this
	noScheduler  bool             // the scheduler could not be read
	badJobs      map[int]bool     // jobs that could not be read
	preceding    map[int]int64    // by job: the id that it follows
	overrun      map[int]bool     // by job: what it says of overruns itself
	names        map[string]string
	allotting    *Allotments     // whose history is read
	known        map[string]bool // its users
	hasJobs      bool
	hasWorkload  bool
	modelAt      ref // of workload, if it is a model
	faultsAt     ref
	allotmentsAt ref
	limitAt      []ref // of each limit
	depth        int   // of the parts that are read
	mostDrawn    int
	widest       int // nodes
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
	// What needs the cluster, and the scheduler before the jobs.
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
		p.wrong(g.at("workload"), "is given beside jobs", "", "keep one of them")
	} else if !p.hasJobs && !p.hasWorkload {
		p.add(Error{Place: "jobs", Problem: "jobs is missing", Fix: `write "jobs": […] or "workload": {"model": "lublin", "jobs": 500}`})
	}
}

// version checks the first field: a text without it is not a scenario.
func (p *parser) version(v ref) {
	if v == 0 {
		p.add(Error{Place: "hopyard", Problem: "hopyard is missing", Limit: fmt.Sprint(Version), Fix: fmt.Sprintf(`begin with "hopyard": %d, the version of the format`, Version)})
		return
	}
	if n, ok := p.integer(v, 1, MaxNumber); ok && n > Version {
		p.wrong(v, fmt.Sprintf("is newer than this version reads (%d)", Version), fmt.Sprint(Version), "use a newer Hopyard")
	}
}

// bad marks a job as unreadable.
func (p *parser) bad(job int) {
	if p.badJobs == nil {
		p.badJobs = map[int]bool{}
	}
	p.badJobs[job] = true
}

// noJob is a job before it is read.
func noJob(place int) workload.Job {
	return workload.Job{
		Request: workload.Request{ID: workload.JobID(place), Number: int64(place) + 1, Walltime: absent},
		Runtime: absent,
		After:   workload.NoJob,
	}
}

// usualScenario is what a scenario has that says nothing.
var usualScenario = Scenario{Seed: 1, Altered: Altered{Load: 1000}}

// scenarioTable is the outermost object. Its blocks are read by parser.scenario,
// in the order in which they need each other, and written by writer.header and
// writer.tail, each on a line of its own.
func scenarioTable(s *Scenario) *table {
	t := newTable("a scenario", 18)
	t.integer("hopyard", nil, 1, Version).must()
	t.add("title", Text, &s.Title, 0, MaxTitle)
	t.add("about", Text, &s.About, 0, MaxAbout)
	t.list("goals", List, nil, 0, 0, MaxGoals, "goals").
		reads(func(p *parser, v ref) { p.goals(v) }).
		when(func() bool { return s.Goals != nil }).
		writes(func(w *writer, _ any) { w.writeGoals(s.Goals) })
	t.list("notes", List, nil, 0, 0, MaxSaid, "notes").
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

// document is a JSON text with the place of every value in it: a flat tree in
// pre-order, 12 bytes a value, so that a million jobs fit in memory and every
// error can point at its bytes. encoding/json is not used, because it repairs
// in silence what must be refused (invalid UTF-8, lone surrogates, repeated
// keys), gives the end of a token rather than its start, and costs the page
// 120 kB; a test holds the two to the same language.
type document struct {
	text   string
	values []value
}

// value is one JSON value: its bytes, and the index after its last descendant.
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

// raw is the value as written.
func (d *document) raw(v ref) string { return d.text[d.values[v].at:d.values[v].end] }

// elements calls yield with each element of a list; it is an iter.Seq2.
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

// members calls yield with each key and value of an object, keys as refs to
// their text; it is an iter.Seq2.
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

// str is the text that a JSON string stands for.
func (d *document) str(v ref) string {
	raw := d.raw(v)
	raw = raw[1 : len(raw)-1]
	if !strings.Contains(raw, `\`) {
		return raw
	}
	return unescape(raw)
}

// unescape undoes the escapes of a JSON string that the scanner has accepted.
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
		if r >= 0xd800 && r < 0xdc00 { // the scanner has seen that the other half follows
			r = (r-0xd800)<<10 | (hex4(raw[i+3:]) - 0xdc00) + 0x10000
			i += 6
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// unescaped is the byte that a one-letter escape stands for, 0 for none.
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

// hex4 is the number that four hexadecimal digits write, or -1.
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

// find follows a path and returns the deepest value on it and the steps that
// lead nowhere.
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

// locate gives an error its position: that of the value at its Place, or of
// the deepest value on the way to it. Errors that have one keep it.
func (d *document) locate(e *Error) {
	if e.Line > 0 || len(d.values) == 0 {
		return
	}
	steps, _ := splitPath(e.Place)
	v, missing := d.find(steps)
	at, end := d.values[v].at, d.values[v].end
	if len(missing) > 0 && (d.kind(v) == '{' || d.kind(v) == '[') {
		end = at + 1 // something is missing inside: point at where it opens
	}
	d.point(e, int(at), int(end))
}

// point sets the position of an error to the bytes at to end.
func (d *document) point(e *Error, at, end int) {
	before := d.text[:at]
	e.Offset, e.End = at, end
	e.Line = strings.Count(before, "\n") + 1
	e.Col = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}

// excerpt is a piece of text cut short for an error.
func excerpt(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// quoted is an excerpt between quotes, with its control characters visible.
func quoted(s string) string { return fmt.Sprintf("%q", excerpt(s)) }
