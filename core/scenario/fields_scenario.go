package scenario

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
