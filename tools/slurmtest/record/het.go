package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// hetParts are the partitions of heterogeneous jobs: p has all nodes, q the first four,
// r the last four, and t all nodes with a higher tier and factor.
var hetParts = []string{
	"PartitionName=p{g} Nodes=n[0-7] PriorityTier=1 PriorityJobFactor=1 MaxTime=60 State=UP",
	"PartitionName=q{g} Nodes=n[0-3] PriorityTier=1 PriorityJobFactor=1 MaxTime=60 State=UP",
	"PartitionName=r{g} Nodes=n[4-7] PriorityTier=1 PriorityJobFactor=1 MaxTime=60 State=UP",
	"PartitionName=t{g} Nodes=n[0-7] PriorityTier=2 PriorityJobFactor=2 MaxTime=60 State=UP",
}

// hetQOS are the QOSs of hetLimitCases, one for each case, because all cases share them.
var hetQOS = []string{"one MaxJobsPerUser=1", "two MaxJobsPerUser=2", "cores MaxTRESPerUser=cpu=12", "nodes GrpTRES=node=4", "grp GrpTRES=cpu=16", "perjob MaxTRESPerJob=cpu=8", "jobs GrpJobs=2"}

// het adds parts to a job, which becomes the first part of a heterogeneous job.
func (j *job) het(parts ...*job) *job { j.Parts = parts; return j }

// of sets the partition of a job.
func of(partition string, j *job) *job { j.Partition = partition + "{g}"; return j }

// then adds a command to a case.
func (t *timedCase) then(at int, text string) *timedCase {
	t.Commands = append(t.Commands, &command{At: at, Text: text})
	return t
}

// hetStartCases returns cases of when the parts start, and who passes them.
func hetStartCases() []*timedCase {
	long := func() *job { return whole(6, 2, 40).at(1) }
	return []*timedCase{
		timed("both parts fit", 60, nil, whole(2, 1, 10).het(whole(3, 1, 10)).at(1)),
		timed("the second part waits for nodes", 120, nil, long(), whole(1, 1, 10).het(whole(4, 1, 10)).at(4), whole(1, 1, 10).at(8), whole(2, 5, 15).at(8)),
		timed("the first part waits for nodes", 120, nil, long(), whole(4, 1, 10).het(whole(1, 1, 10)).at(4), whole(1, 1, 10).at(8), whole(2, 5, 15).at(8)),
		timed("three parts", 150, nil, whole(2, 1, 20).at(1), whole(3, 2, 35).at(1), whole(2, 2, 10).het(whole(4, 1, 10), whole(1, 1, 10)).at(5), whole(3, 1, 10).at(9), whole(1, 3, 10).at(9)),
		timed("a wide job behind it", 120, nil, long(), whole(1, 1, 20).het(whole(4, 1, 20)).at(4), whole(8, 1, 10).at(8), whole(1, 1, 5).at(10)),
		timed("behind a wide job", 140, nil, long(), whole(8, 1, 15).at(3), whole(1, 1, 10).het(whole(1, 1, 10)).at(6), whole(1, 3, 10).het(whole(1, 1, 10)).at(8)),
		timed("two partitions without common nodes", 120, nil, of("q", whole(3, 2, 40)).at(1), of("q", whole(2, 1, 10)).het(of("r", whole(2, 1, 10))).at(4), of("r", whole(4, 1, 10)).at(8), of("r", whole(2, 5, 10)).at(8), of("q", whole(1, 1, 10)).at(10)),
		timed("the first part takes the nodes of the second", 70, nil, of("p", whole(3, 1, 10)).het(of("q", whole(3, 1, 10))).at(1), of("r", whole(2, 1, 10)).at(20)),
		timed("the narrow partition first", 70, nil, of("q", whole(3, 1, 10)).het(of("p", whole(3, 1, 10))).at(1)),
		timed("two jobs that could block each other", 150, nil, of("q", whole(4, 1, 20)).at(1), of("r", whole(4, 2, 40)).at(1), of("q", whole(3, 1, 15)).het(of("r", whole(3, 1, 15))).at(4), of("r", whole(3, 1, 15)).het(of("q", whole(3, 1, 15))).at(7)),
		timed("two jobs that could block each other, the second with the higher priority", 150, nil, of("q", whole(4, 1, 20)).at(1), of("r", whole(4, 2, 40)).at(1), of("q", whole(3, 1, 15)).het(of("r", whole(3, 1, 15)).nice(50)).nice(10).at(4), of("r", whole(3, 1, 15)).het(of("q", whole(3, 1, 15)).nice(5)).nice(20).at(7)),
		timed("tasks on one node", 70, nil, whole(7, 2, 30).at(1), part(1, 1, 1, 10).het(part(1, 1, 1, 10)).at(4), part(1, 2, 1, 10).at(7)),
		timed("tasks beside whole nodes", 90, nil, whole(4, 2, 40).at(1), part(1, 2, 1, 15).het(whole(3, 1, 15)).at(4), part(1, 1, 1, 10).at(8), part(4, 4, 1, 10).at(8)),
		timed("ordinary jobs go on", 120, nil, whole(4, 1, 15).at(1), whole(3, 1, 12).het(whole(5, 1, 12)).at(4), of("q", whole(1, 5, 10)).at(7), of("r", whole(1, 5, 10)).at(7), whole(1, 1, 10).at(9), whole(4, 1, 10).at(12)),
		timed("a higher tier beside it", 120, nil, whole(5, 1, 30).at(1), whole(2, 1, 10).het(whole(2, 1, 10)).at(4), of("t", whole(3, 1, 20)).at(8), of("t", whole(4, 1, 10)).at(10)),
	}
}

// hetRuleCases returns cases of conditions, commands and limits of time.
func hetRuleCases() []*timedCase {
	on := func(dependency string, j *job) *job { return j.with("--dependency=" + dependency) }
	pair := func(at int) *job { return whole(2, 2, 20).het(whole(2, 2, 20)).at(at) }
	return []*timedCase{
		timed("dependencies on the first part", 120, nil, pair(1), on("afterok:{j0}", whole(1, 1, 5)).at(4), on("afterany:{j0}", whole(1, 1, 5)).at(4), on("after:{j0}", whole(1, 1, 5)).at(4), on("afternotok:{j0}", whole(1, 1, 5)).at(4)),
		timed("dependencies on the second part", 120, nil, pair(1), on("afterok:{j0_1}", whole(1, 1, 5)).at(4), on("afterany:{j0_1}", whole(1, 1, 5)).at(4), on("after:{j0_1}", whole(1, 1, 5)).at(4)),
		timed("it depends on a job", 120, nil, whole(8, 1, 20).at(1), on("afterok:{j0}", whole(2, 1, 10)).het(whole(2, 1, 10)).at(4), whole(8, 1, 5).at(8)),
		timed("it depends on a job that fails", 100, nil, func() *job { j := whole(8, 1, 15).at(1); j.Fails = true; return j }(), on("afterok:{j0}", whole(2, 1, 10)).het(whole(2, 1, 10)).at(4)),
		timed("a begin time", 90, nil, func() *job { j := pair(3); j.Begin = 30; return j }(), whole(8, 1, 10).at(5), whole(8, 1, 15).at(7)),
		timed("a part is cancelled while it waits", 120, nil, whole(8, 2, 40).at(1), pair(4)).then(12, "scancel {j1}+1").then(14, "scancel {j1_1}"),
		timed("the first part is cancelled while it waits", 90, nil, whole(8, 2, 40).at(1), pair(4)).then(12, "scancel {j1}+0"),
		timed("the job is cancelled while it waits", 90, nil, whole(8, 2, 40).at(1), pair(4), whole(1, 1, 5).at(8)).then(12, "scancel {j1}"),
		timed("a part is cancelled while it runs", 90, nil, whole(2, 2, 40).het(whole(2, 2, 40), whole(1, 2, 40)).at(1), whole(6, 1, 10).at(6)).then(12, "scancel {j0}+1").then(22, "scancel {j0_2}"),
		timed("the first part is cancelled while it runs", 90, nil, whole(2, 2, 40).het(whole(2, 2, 40)).at(1), whole(6, 1, 10).at(6)).then(12, "scancel {j0}"),
		timed("the limit of a part", 160, nil, whole(2, 3, 100).het(whole(2, 1, 100)).at(1), whole(6, 1, 10).at(6)),
		timed("the limit of the first part", 160, nil, whole(2, 1, 100).het(whole(2, 3, 100)).at(1), whole(6, 1, 10).at(6)),
		timed("a part is held", 120, nil, whole(8, 2, 25).at(1), pair(4)).then(10, "scontrol hold {j1_1}").then(40, "scontrol release {j1_1}"),
		timed("the job is held", 120, nil, whole(8, 2, 25).at(1), pair(4)).then(10, "scontrol hold {j1}").then(40, "scontrol release {j1}"),
		timed("a part is changed", 120, nil, whole(6, 2, 50).at(1), whole(2, 2, 10).het(whole(4, 2, 10)).at(4), whole(8, 2, 10).at(6)).then(12, "scontrol update jobid={j1}+1 numnodes=1-1").then(40, "scontrol update jobid={j1} timelimit=1"),
		timed("an array", 60, nil, func() *job { j := pair(1); j.Array = "0-1"; return j }(), whole(1, 1, 5).at(3)),
		timed("a part that never fits", 60, nil, whole(2, 1, 10).het(of("q", whole(5, 1, 10))).at(1), whole(1, 1, 5).at(3)),
		timed("licences of the first part", 120, nil, whole(1, 1, 25).with("--licenses=lic{g}:3").at(1), whole(1, 1, 10).with("--licenses=lic{g}:2").het(whole(2, 1, 10)).at(4), whole(1, 1, 5).at(8)),
		timed("a deadline", 130, nil, whole(8, 2, 50).at(1), func() *job { j := whole(2, 1, 10).het(whole(1, 2, 10)); j.Deadline = 125; return j }().at(4), whole(1, 1, 5).at(8)),
	}
}

// hetLimitCases returns cases of limits, which count each part as a job.
func hetLimitCases() []*timedCase {
	under := func(qos string, j *job) *job {
		j.QOS = qos
		for _, x := range j.Parts {
			x.QOS = qos
		}
		return j
	}
	pair := func(at int) *job { return whole(2, 1, 20).het(whole(2, 1, 20)).at(at) }
	return []*timedCase{
		timed("one job for each user", 60, nil, under("one", pair(1)), whole(2, 1, 10).at(6)),
		timed("two jobs for each user", 100, nil, under("two", whole(1, 1, 25)).at(1), under("two", pair(4)), under("two", whole(1, 1, 10)).at(9)),
		timed("cores for each user", 120, nil, under("cores", whole(1, 1, 25)).at(1), under("cores", whole(1, 1, 10).het(whole(2, 1, 10)).at(4)), under("cores", whole(1, 1, 10)).at(9)),
		timed("nodes of a QOS", 100, nil, under("nodes", whole(1, 1, 25)).at(1), under("nodes", pair(4)), under("nodes", whole(1, 1, 10)).at(9)),
		timed("cores of a QOS", 100, nil, under("grp", whole(1, 1, 25)).at(1), under("grp", pair(4)), under("grp", whole(1, 1, 10)).at(9)),
		timed("cores of each job", 60, nil, under("perjob", pair(1)), under("perjob", whole(2, 1, 5).het(whole(3, 1, 5))).at(4)),
		timed("jobs of a QOS", 100, nil, under("jobs", whole(1, 1, 25)).at(1), under("jobs", pair(4)), whole(4, 1, 10).at(9)),
	}
}

// hetOrderCases returns cases in which the order of the parts among other jobs decides.
func hetOrderCases() []*timedCase {
	return []*timedCase{
		timed("a job between the parts", 140, nil, whole(8, 1, 20).at(1), whole(4, 1, 10).het(whole(4, 1, 10).nice(100)).at(4), whole(4, 1, 15).nice(50).at(7)),
		timed("a job between the parts, which takes the nodes of the second", 140, nil, whole(8, 1, 20).at(1), whole(2, 1, 10).nice(10).het(whole(5, 1, 10).nice(100)).at(4), whole(6, 2, 15).nice(50).at(7), whole(1, 1, 5).nice(200).at(9)),
		timed("jobs before, between and behind", 160, nil, whole(8, 1, 15).at(1), whole(3, 1, 10).nice(20).het(whole(3, 1, 10).nice(60), whole(1, 1, 10).nice(100)).at(4), whole(3, 1, 10).nice(10).at(6), whole(4, 1, 10).nice(40).at(6), whole(4, 1, 12).nice(80).at(6), whole(5, 1, 10).nice(90).at(6)),
		timed("parts of two tiers", 140, nil, whole(8, 1, 20).at(1), of("t", whole(4, 1, 10)).het(of("p", whole(4, 1, 10))).at(4), of("p", whole(6, 1, 10)).at(6), of("t", whole(3, 1, 10)).at(8)),
		timed("two jobs with mixed priorities", 160, nil, whole(8, 1, 20).at(1), whole(3, 1, 10).nice(10).het(whole(4, 1, 10).nice(40)).at(4), whole(3, 1, 10).nice(20).het(whole(4, 1, 10).nice(30)).at(6), whole(5, 1, 10).nice(25).at(8)),
		timed("a limit of each user while lower jobs start", 110, nil, whole(7, 1, 20).at(1), func() *job {
			j := whole(1, 1, 15).het(whole(2, 1, 15)).at(4)
			j.QOS, j.Parts[0].QOS = "two", "two"
			return j
		}(), func() *job { j := whole(1, 1, 30).at(4).nice(10); j.QOS = "two"; return j }()),
	}
}

// drawHet draws heterogeneous and ordinary jobs in overlapping partitions.
func drawHet(rng *rand.Rand, n int) *timedCase {
	draw := func() *job {
		j := whole(1+rng.IntN(4), 1+rng.IntN(3), 6+rng.IntN(20))
		name := []string{"p", "p", "q", "r"}[rng.IntN(4)]
		if rng.IntN(5) == 0 {
			j = part(1, 1+rng.IntN(3), 1+rng.IntN(2), 6+rng.IntN(15))
		}
		return of(name, j).nice(10 * rng.IntN(6))
	}
	var jobs []*job
	for i := range 8 {
		j := draw()
		if rng.IntN(2) == 0 {
			for range 1 + rng.IntN(2) {
				j.Parts = append(j.Parts, draw())
			}
		}
		j.At = 1 + 3*i + rng.IntN(2)
		j.User = people[rng.IntN(2)]
		for _, x := range j.Parts {
			x.User = j.User
		}
		jobs = append(jobs, j)
	}
	return timed(fmt.Sprintf("draw %d", n), 170, nil, jobs...)
}

// recordHet records heterogeneous jobs, with each way to order their parts, and with
// starts in the course of a run of the backfill scheduler.
func recordHet(r *recorder) error {
	draws := func(kind uint64, n int) (all []*timedCase) {
		for i := range n {
			all = append(all, drawHet(r.draws(kind, uint64(i)), i))
		}
		return all
	}
	join := func(sets ...[]*timedCase) (all []*timedCase) {
		for _, s := range sets {
			all = append(all, s...)
		}
		return all
	}
	machine := func(name string, groups int, cases []*timedCase) *timedMachine {
		m := &timedMachine{name: name, scheduler: "sched/backfill", groups: groups, parts: hetParts, qos: hetQOS, cases: cases}
		if kind, value, _ := strings.Cut(name, "-"); kind == "prio" {
			m.parameters = ",bf_hetjob_prio=" + value
		} else if kind == "immediate" {
			m.parameters = ",bf_hetjob_immediate"
		}
		return m
	}
	if r.seed != 0 {
		return machine("usual", 5, draws(11, 5)).record(r)
	}
	machines := []*timedMachine{
		machine("usual", 7, join(hetStartCases(), hetRuleCases(), hetLimitCases(), hetOrderCases(), draws(11, 8))),
		machine("immediate", 3, join(hetStartCases()[1:7], hetLimitCases()[1:3], hetOrderCases(), draws(12, 4))),
		machine("prio-min", 2, join(hetOrderCases(), draws(13, 2))),
		machine("prio-avg", 2, join(hetOrderCases(), draws(13, 2))),
		machine("prio-max", 2, join(hetOrderCases(), draws(13, 2))),
	}
	return each(len(machines), len(machines), func(i int) error { return machines[i].record(r) })
}
