package scenario

import (
	"fmt"

	"hopyard/core/jsondoc"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/scenario/schema"
	"hopyard/core/topology"
)

// Parse reads a scenario and checks that it can be simulated. The error is a
// jsondoc.Errors. It lists everything that is wrong, each with its position in src.
// Cost: O(bytes + nodes).
func Parse(src []byte) (*Scenario, error) { return parse(src, MaxJobs, topology.MaxNodes) }

// ParseShared reads a scenario like Parse, but within the limits of share links
// (MaxLinkNodes, MaxLinkJobs). The error is a jsondoc.Errors. ParseShared refuses a
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
	r, err := language.Open(src)
	if err != nil {
		return nil, err
	}
	p := &parser{Reader: r, s: newScenario(), mostDrawn: most, widest: widest}
	p.scenario()
	p.check()
	if err := p.Err(); err != nil {
		return nil, err
	}
	return p.s, nil
}

func (p *parser) scenario() {
	all := scenarioTable(p.s)
	g := all.Places(p, jsondoc.Root)
	if !g.OK {
		return
	}
	read := func(name string, with func(v jsondoc.Ref)) {
		if v := g.At(name); v != 0 {
			with(v)
		}
	}
	all.Fill(p, g.Refs)
	p.version(g.At("hopyard"))
	p.cluster(g.At("cluster"))
	if !p.noCluster {
		p.machine = p.s.Cluster.Machine()
	}
	// These blocks need the cluster; the jobs also need the scheduler.
	read("network", p.network)
	read("scheduler", func(v jsondoc.Ref) { p.noScheduler = !p.scheduler(v) })
	read("jobs", p.jobs)
	read("workload", p.workload)
	read("commands", p.commands)
	p.allotmentsAt = g.At("allotments")
	read("altered", p.altered)
	read("allotments", p.allotments)
	read("limits", p.limits)
	read("queues", p.queues)
	p.clusterQueuesAt = g.At("cluster_queues")
	if p.machine != nil {
		read("cluster_queues", p.clusterQueues)
		read("cohorts", p.cohorts)
		read("slurm", p.slurm)
	}
	if p.machine != nil {
		read("faults", p.faults)
		read("power", p.power)
		read("free", p.freeBlock)
		read("vary", p.vary)
	}
	if p.hasJobs && p.hasWorkload {
		p.Wrong(g.At("workload"), "cannot be combined with jobs", "", "keep one of them")
	} else if !p.hasJobs && !p.hasWorkload {
		p.Add(jsondoc.Error{Place: "jobs", Problem: "jobs is missing", Fix: `write "jobs": […] or "workload": {"model": "lublin", "jobs": 500}`})
	}
}

// version checks the field that gives the format version. A text without this field
// is not a scenario.
func (p *parser) version(v jsondoc.Ref) {
	if v == 0 {
		p.Add(jsondoc.Error{Place: "hopyard", Problem: "hopyard is missing", Limit: fmt.Sprint(Version), Fix: fmt.Sprintf(`begin with "hopyard": %d, the version of the format`, Version)})
		return
	}
	if n, ok := p.Integer(v, 1, MaxNumber); ok && n > Version {
		p.Wrong(v, fmt.Sprintf("is newer than this version reads (%d)", Version), fmt.Sprint(Version), "use a newer Hopyard")
	}
}

// usualScenario holds the default values of the fields of the outermost object.
var usualScenario = Scenario{Seed: 1, Altered: Altered{Load: 1000}}

// newScenario returns a scenario with all defaults, ready to be filled by the
// parser.
func newScenario() *Scenario {
	s := usualScenario
	s.Cluster.Node, s.Network, s.Scheduler = usualNode, usualNetwork, *usualScheduler()
	return &s
}

// scenarioTable returns the table of fields for the outermost object.
// parser.scenario reads the blocks of this object in the order of their
// dependencies. writer.header and writer.tail write the blocks, each on a line of
// its own.
func scenarioTable(s *Scenario) *table {
	t := newTable("a scenario", 21)
	t.Integer("hopyard", nil, 1, Version).Must()
	t.Add("title", schema.Text, &s.Title, 0, MaxTitle)
	t.Add("about", schema.Text, &s.About, 0, MaxAbout)
	t.List("goals", schema.List, nil, 0, 0, MaxGoals, "goals").
		Reads(func(p *parser, v jsondoc.Ref) { p.goals(v) }).
		When(func() bool { return s.Goals != nil }).
		Writes(func(w *writer, _ any) { w.writeGoals(s.Goals) })
	t.List("notes", schema.List, nil, 0, 0, MaxLectureNotes, "notes").
		Reads(func(p *parser, v jsondoc.Ref) { p.notes(v) }).
		When(func() bool { return s.Notes != nil }).
		Writes(func(w *writer, _ any) { w.writeNotes(s.Notes) })
	t.Integer("seed", &s.Seed, 0, MaxNumber)
	t.Add("cluster", schema.Other, nil, 0, 0).Must()
	t.Add("jobs", schema.List, nil, 0, MaxJobs)
	t.Add("workload", schema.Other, nil, 0, 0)
	t.List("commands", schema.List, nil, 0, 0, MaxCommands, "commands")
	t.Add("network", schema.Other, nil, 0, 0)
	t.Add("scheduler", schema.Other, nil, 0, 0)
	t.Add("allotments", schema.Other, nil, 0, 0)
	t.Add("limits", schema.Other, nil, 0, 0)
	t.Add("queues", schema.Map, nil, 0, MaxOwners)
	t.Add("cluster_queues", schema.Map, nil, 0, MaxOwners)
	t.Add("cohorts", schema.Map, nil, 0, MaxOwners)
	t.Object("slurm", nil, func() *table { return slurmTable(&slurmsched.SlurmConfig{}) })
	t.Add("faults", schema.Other, nil, 0, 0)
	t.Object("power", nil, func() *table {
		usual := usualPower
		return powerTable(&usual)
	})
	t.Add("free", schema.Other, nil, 0, 0)
	t.Object("vary", nil, func() *table { return varyTable(&Vary{}) })
	t.Object("altered", nil, func() *table { return alteredTable(&Altered{Load: 1000}) })
	return t
}
