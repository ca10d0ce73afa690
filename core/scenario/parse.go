package scenario

import (
	"fmt"

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
	read("allotments", p.allotments)
	read("limits", p.limits)
	read("queues", p.queues)
	if p.machine != nil {
		read("faults", p.faults)
		read("free", p.freeBlock)
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

// scenarioTable is the outermost object. Its blocks are read by parser.scenario,
// in the order in which they need each other, and written by writer.header and
// writer.tail, each on a line of its own.
var usualScenario = Scenario{Seed: 1}

func scenarioTable(s *Scenario) *table {
	t := newTable("a scenario", 15)
	t.integer("hopyard", nil, 1, Version).must()
	t.add("title", Text, &s.Title, 0, MaxTitle)
	t.add("about", Text, &s.About, 0, MaxAbout)
	t.list("goals", Other, &s.Goals, 0, MaxGoal, MaxGoals, "goals")
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
	return t
}
