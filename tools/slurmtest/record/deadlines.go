package main

// deadlineCases returns cases of jobs with deadlines (sbatch --deadline), which are
// removed once they could not end in time any more.
func deadlineCases() []*timedCase {
	by := func(second int, j *job) *job { j.Deadline = second; return j }
	on := func(dependency string, j *job) *job { return j.with("--dependency=" + dependency) }
	begins := func(second int, j *job) *job { j.Begin = second; return j }
	array := func(tasks string, j *job) *job { j.Array = tasks; return j }
	return []*timedCase{
		timed("in time, and too late", 120, nil, whole(8, 2, 20), by(100, whole(4, 1, 10)), by(95, whole(8, 1, 15)).nice(5), by(85, whole(8, 1, 5)).nice(10)),
		timed("a wide job that waits until it is too late", 120, nil, whole(4, 5, 80), by(100, whole(8, 1, 5)), whole(4, 5, 10).nice(5), whole(2, 1, 10).nice(10)),
		timed("behind a job that waits for nodes", 140, nil, whole(4, 2, 90), whole(8, 2, 10), by(90, whole(2, 1, 5)).nice(5), by(80, part(1, 1, 1, 5)).nice(10), by(90, whole(2, 2, 5)).nice(15)),
		timed("refused at submission", 60, nil, by(30, whole(1, 1, 5)), by(3, whole(1, 1, 5)).at(5), by(70, whole(1, 1, 5)).at(8), by(55, whole(1, 1, 5))),
		timed("no limit, and a shortest limit", 140, nil, whole(8, 1, 20), by(110, whole(2, 0, 10)), by(110, whole(2, 5, 10)), by(110, whole(2, 5, 10)).with("--time-min=1"), by(40, whole(2, 0, 10)), whole(8, 1, 5).nice(5)),
		timed("a begin time", 110, nil, begins(20, by(100, whole(1, 1, 5))), begins(50, by(100, whole(1, 1, 5))), begins(60, by(50, whole(1, 1, 5)))),
		timed("a dependency", 130, nil, whole(1, 2, 50), on("afterok:{j0}", by(90, whole(1, 1, 5))), on("afterok:{j0}", by(125, whole(1, 1, 5)))),
		timed("jobs that depend on a removed one", 130, nil, whole(8, 5, 60), by(90, whole(8, 1, 5)), on("afterany:{j1}", whole(1, 1, 5)), on("afterok:{j1}", whole(1, 1, 5)), on("afternotok:{j1}", whole(1, 1, 5)), on("after:{j1}", whole(1, 1, 5))),
		timed("an array", 130, nil, by(110, array("0-5%1", whole(4, 1, 20)))),
		timed("an array whose tasks lack nodes", 130, nil, whole(4, 5, 100), by(100, array("0-3", whole(4, 1, 25)))),
		timed("a deadline is no priority, and none for the time that is left", 130, nil, whole(8, 1, 20), whole(8, 1, 10), by(115, whole(8, 1, 10)), by(100, whole(8, 1, 10))),
		timed("a running job", 130, nil, by(75, whole(8, 1, 120)), by(100, whole(8, 1, 5)).at(10)),
	}
}

// recordDeadlines records cases of deadlines with the main scheduler alone and with
// backfill.
func recordDeadlines(r *recorder) error {
	machines := []*timedMachine{
		{name: "backfill", scheduler: "sched/backfill", groups: 6, cases: deadlineCases()},
		{name: "main", scheduler: "sched/builtin", groups: 6, cases: deadlineCases()},
	}
	if r.seed != 0 {
		few := machines[r.seed%2]
		r.draws(9, 0).Shuffle(len(few.cases), func(i, j int) { few.cases[i], few.cases[j] = few.cases[j], few.cases[i] })
		few.groups, few.cases = 4, few.cases[:4]
		return few.record(r)
	}
	return each(len(machines), len(machines), func(i int) error { return machines[i].record(r) })
}
