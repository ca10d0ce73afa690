package main

import (
	"fmt"
	"math/rand/v2"
)

// conditionCases returns cases of jobs with begin times, dependencies, and arrays with
// a limit of tasks that run at a time.
func conditionCases() []*timedCase {
	on := func(dependency string, j *job) *job { return j.with("--dependency=" + dependency) }
	fails := func(j *job) *job { j.Fails = true; return j }
	begins := func(second int, j *job) *job { j.Begin = second; return j }
	array := func(tasks string, j *job) *job { j.Array = tasks; return j }
	named := func(name string, j *job) *job { j.Name = name; return j }
	return []*timedCase{
		timed("begin times", 90, nil, begins(20, whole(4, 1, 10)), begins(10, whole(8, 1, 15)), whole(8, 1, 5), begins(40, part(1, 1, 1, 5)), begins(2, part(1, 1, 1, 5))),
		timed("a job with a begin time does not hold back others", 90, nil, begins(30, whole(8, 1, 10)), whole(8, 5, 15), whole(4, 5, 10).nice(5)),
		timed("after", 90, nil, whole(8, 1, 15), whole(8, 1, 10).at(3), on("after:{j0}", part(1, 1, 1, 5)), on("after:{j1}", part(1, 1, 1, 5)).at(5), on("after:{j0}:{j1}", part(1, 1, 1, 5)).at(5)),
		timed("after and a minute", 150, nil, whole(1, 3, 20), on("after:{j0}+1", whole(1, 1, 5)), on("after:{j0}+0", whole(1, 1, 5)), on("afterany:{j0}+1", whole(1, 1, 5))),
		timed("afterany", 90, nil, whole(1, 1, 10), fails(whole(1, 1, 15)), on("afterany:{j0}", whole(1, 1, 5)), on("afterany:{j1}", whole(1, 1, 5)), on("afterany:{j0}:{j1}", whole(1, 1, 5)), on("afterany:{j4}", whole(1, 1, 5))),
		timed("afterok", 60, nil, whole(1, 1, 10), fails(whole(1, 1, 15)), on("afterok:{j0}", whole(1, 1, 5)), on("afterok:{j1}", whole(1, 1, 5)), on("afterok:{j0}:{j1}", whole(1, 1, 5)), on("afterok:{j3}", whole(1, 1, 5))),
		timed("afternotok", 60, nil, whole(1, 1, 10), fails(whole(1, 1, 15)), on("afternotok:{j0}", whole(1, 1, 5)), on("afternotok:{j1}", whole(1, 1, 5)), on("afternotok:{j0}:{j1}", whole(1, 1, 5))),
		timed("afternotok and a time limit", 150, nil, whole(1, 1, 120), on("afternotok:{j0}", whole(1, 1, 5)), on("afterok:{j0}", whole(1, 1, 5)), on("afterany:{j0}", whole(1, 1, 5))),
		timed("all of several: ,", 60, nil, whole(1, 1, 10), fails(whole(1, 1, 15)), on("afterok:{j0},afternotok:{j1}", whole(1, 1, 5)), on("afterok:{j0},afterok:{j1}", whole(1, 1, 5)), on("afterany:{j0},after:{j2}", whole(1, 1, 5))),
		timed("any of several: ?", 60, nil, whole(1, 1, 10), fails(whole(1, 1, 15)), on("afterok:{j0}?afternotok:{j1}", whole(1, 1, 5)), on("afterok:{j1}?afterok:{j0}", whole(1, 1, 5)), on("afternotok:{j0}?afterok:{j1}", whole(1, 1, 5)), on("afternotok:{j0}?afternotok:{j1}", whole(1, 1, 5))),
		timed("singleton", 90, nil, named("{c}s", whole(1, 1, 10)), on("singleton", named("{c}s", whole(1, 1, 10))), on("singleton", named("{c}s", whole(1, 1, 10))), on("singleton", named("{c}s", whole(1, 1, 10).by("bob"))), on("singleton", named("{c}t", whole(1, 1, 10)))),
		timed("singleton behind a job that has not started", 90, nil, whole(8, 1, 15), named("{c}s", whole(8, 1, 10)).at(3), on("singleton", named("{c}s", whole(1, 1, 5))).at(5), named("{c}s", whole(1, 1, 5)).at(5)),
		timed("a dependency on a job that has ended", 60, nil, whole(1, 1, 5), fails(whole(1, 1, 5)), on("afterok:{j0}", whole(1, 1, 5)).at(20), on("afterok:{j1}", whole(1, 1, 5)).at(20), on("after:{j0}", whole(1, 1, 5)).at(20), on("afternotok:{j1}", whole(1, 1, 5)).at(20), on("afternotok:{j0}", whole(1, 1, 5)).at(20)),
		timed("never, and --kill-on-invalid-dep", 60, nil, fails(whole(1, 1, 10)), whole(1, 1, 5).with("--dependency=afterok:{j0}", "--kill-on-invalid-dep=yes"), whole(1, 1, 5).with("--dependency=afterok:{j0}", "--kill-on-invalid-dep=no"), on("afterany:{j1}", whole(1, 1, 5)), on("afterok:{j1}", whole(1, 1, 5))),
		timed("a dependency and a begin time", 90, nil, whole(1, 1, 10), begins(30, on("afterok:{j0}", whole(1, 1, 5))), begins(5, on("afterok:{j0}", whole(1, 1, 5)))),
		timed("jobs with dependencies do not hold back others, and keep their priority", 120, nil, whole(4, 1, 15), on("afterany:{j0}", whole(8, 1, 10)), whole(4, 1, 30).nice(5), whole(8, 1, 10).nice(10), whole(2, 1, 10).nice(20)),
		timed("an array with a limit", 90, nil, array("0-4%2", part(1, 1, 1, 10)), part(1, 1, 1, 5)),
		timed("an array with a limit, and more tasks than fit", 90, nil, array("0-3%3", whole(3, 1, 12)), whole(2, 1, 10).nice(5)),
		timed("an array does not hold back others by its limit", 90, nil, array("1-4%1", whole(4, 1, 10)), whole(4, 1, 30).nice(5), whole(4, 1, 5).nice(10)),
		timed("a dependency on an array and on one of its tasks", 90, nil, array("0-3%2", part(1, 1, 1, 8)), on("afterok:{j0}", part(1, 1, 1, 5)), on("afterok:{j0}_1", part(1, 1, 1, 5)), on("after:{j0}", part(1, 1, 1, 5))),
		timed("aftercorr", 90, nil, array("0-3%2", part(1, 1, 1, 8)), array("0-3", on("aftercorr:{j0}", part(1, 1, 1, 5)))),
		timed("an array that depends, and one that begins later", 90, nil, whole(8, 1, 12), array("0-3%2", on("afterok:{j0}", part(1, 1, 1, 6))), begins(20, array("0-2%1", part(1, 1, 1, 6)))),
	}
}

// drawConditions draws six to nine jobs with begin times, dependencies on earlier jobs,
// and limits of tasks.
func drawConditions(rng *rand.Rand, n int) *timedCase {
	var jobs []*job
	for i := range 6 + rng.IntN(4) {
		j := whole(1+rng.IntN(8), 1+rng.IntN(3), 4+rng.IntN(12))
		if rng.IntN(3) == 0 {
			j = part(1, 1, 1, 4+rng.IntN(8))
		}
		j.User, j.Nice, j.Fails = people[rng.IntN(2)], 10*rng.IntN(4), rng.IntN(6) == 0
		if i > 2 && rng.IntN(3) == 0 {
			j.At = 4 + rng.IntN(12)
		}
		switch rng.IntN(6) {
		case 0:
			j.Begin = max(j.At, 5) + 5*rng.IntN(6)
		case 1, 2:
			if i > 0 {
				kind := []string{"after", "afterany", "afterok", "afternotok"}[rng.IntN(4)]
				j.Extra = []string{fmt.Sprintf("--dependency=%s:{j%d}", kind, rng.IntN(min(i, 3)))}
			}
		case 3:
			j.Array, j.Nodes, j.Fails = fmt.Sprintf("0-%d%%%d", 1+rng.IntN(4), 1+rng.IntN(3)), min(j.Nodes, 3), false
		}
		jobs = append(jobs, j)
	}
	return timed(fmt.Sprintf("draw %d", n), 110, nil, jobs...)
}

// recordConditions records what Slurm does about begin times, dependencies and arrays,
// each case with the main scheduler alone and with backfill.
func recordConditions(r *recorder) error {
	set := func(n uint64) (all []*timedCase) {
		if r.seed == 0 {
			return conditionCases()
		}
		for i := range 5 {
			all = append(all, drawConditions(r.draws(6+n, uint64(i)), i))
		}
		return all
	}
	groups := r.few(5, 6)
	machines := []*timedMachine{
		{name: "backfill", scheduler: "sched/backfill", groups: groups, cases: set(0)},
		{name: "main", scheduler: "sched/builtin", groups: groups, cases: set(1)},
	}
	return each(len(machines), len(machines), func(i int) error { return machines[i].record(r) })
}
