package main

import (
	"fmt"
	"math/rand/v2"
)

// suspendParts are the partitions of preempt/partition_prio: low, mid and high have
// three tiers, and the others of the lowest and the highest tier differ from low
// and high in one setting.
var suspendParts = []string{
	"PartitionName=l{g} Nodes=n[0-7] PriorityTier=1 OverSubscribe=FORCE:1 MaxTime=60 State=UP",
	"PartitionName=m{g} Nodes=n[0-7] PriorityTier=5 OverSubscribe=FORCE:1 MaxTime=60 State=UP",
	"PartitionName=h{g} Nodes=n[0-7] PriorityTier=10 OverSubscribe=FORCE:1 MaxTime=60 State=UP",
	"PartitionName=g{g} Nodes=n[0-7] PriorityTier=1 OverSubscribe=FORCE:1 GraceTime=15 MaxTime=60 State=UP",
	"PartitionName=r{g} Nodes=n[0-7] PriorityTier=1 OverSubscribe=FORCE:1 PreemptMode=REQUEUE MaxTime=60 State=UP",
	"PartitionName=o{g} Nodes=n[0-7] PriorityTier=1 OverSubscribe=FORCE:1 PreemptMode=OFF MaxTime=60 State=UP",
	"PartitionName=x{g} Nodes=n[0-7] PriorityTier=1 OverSubscribe=NO MaxTime=60 State=UP",
	"PartitionName=y{g} Nodes=n[0-7] PriorityTier=10 OverSubscribe=NO MaxTime=60 State=UP",
}

// suspendQOSParts are the partitions of preempt/qos: p and q have one tier, t has a
// higher one.
var suspendQOSParts = []string{
	"PartitionName=p{g} Nodes=n[0-7] PriorityTier=1 OverSubscribe=FORCE:1 MaxTime=60 State=UP",
	"PartitionName=q{g} Nodes=n[0-7] PriorityTier=1 OverSubscribe=FORCE:1 MaxTime=60 State=UP",
	"PartitionName=t{g} Nodes=n[0-7] PriorityTier=10 OverSubscribe=FORCE:1 MaxTime=60 State=UP",
}

// paused returns a case whose jobs make no progress while they are suspended. Each
// job names its partition and its second of submission.
func paused(name string, until int, jobs ...*job) *timedCase {
	for _, j := range jobs {
		j.Steps = true
	}
	t := timed(name, until, nil, jobs...)
	t.every = 10
	return t
}

// cores returns a job in a partition that takes all cores of its nodes without
// --exclusive.
func cores(partition string, at, nodes, limit, sleep int) *job {
	return put(partition, at, part(nodes, 4*nodes, limit, sleep))
}

// put sets the partition and the second of submission of a job.
func put(partition string, at int, j *job) *job {
	j.Partition, j.At = partition+"{g}", at
	return j
}

// victimCases returns cases of which jobs are suspended, and on which nodes the
// preempting job starts.
func victimCases() []*timedCase {
	return []*timedCase{
		paused("one job of all nodes", 80, cores("l", 1, 8, 5, 30), cores("h", 6, 8, 5, 15)),
		paused("free nodes come first", 80, cores("l", 1, 4, 5, 30), cores("h", 6, 4, 5, 25), cores("h", 11, 2, 5, 15)),
		paused("four jobs of one size, by priority and start", 90, cores("l", 1, 2, 5, 40), cores("l", 3, 2, 5, 40).nice(30), cores("l", 5, 2, 5, 40).nice(10), cores("l", 7, 2, 5, 40).nice(20),
			cores("h", 12, 2, 5, 30), cores("h", 16, 2, 5, 20)),
		paused("jobs of several sizes", 90, cores("l", 1, 1, 5, 40), cores("l", 3, 3, 5, 40), cores("l", 5, 4, 5, 40), cores("h", 10, 2, 5, 15), cores("h", 14, 4, 5, 15)),
		paused("some nodes free, and not enough", 80, cores("l", 1, 3, 5, 30), cores("l", 3, 3, 5, 30), cores("h", 8, 4, 5, 15)),
		paused("the middle tier is spared as long as the lowest one suffices", 90, cores("m", 1, 2, 5, 40), cores("l", 3, 4, 5, 40), cores("m", 5, 2, 5, 40), cores("h", 10, 3, 5, 15), cores("h", 14, 4, 5, 15)),
		paused("the preempting job names its nodes", 80, cores("l", 1, 4, 5, 30), cores("l", 3, 4, 5, 30), cores("h", 8, 2, 5, 15).with("--nodelist=n[3-4]")),
		paused("cores of a node", 80, put("l", 1, part(1, 2, 5, 30).with("--nodelist=n0")), put("l", 3, part(1, 2, 5, 30).with("--nodelist=n0")), put("h", 8, part(1, 2, 5, 15).with("--nodelist=n0"))),
		paused("cores of a node: three jobs", 80, put("l", 1, part(1, 1, 5, 30).with("--nodelist=n0")), put("l", 3, part(1, 2, 5, 30).with("--nodelist=n0")), put("h", 8, part(1, 2, 5, 15).with("--nodelist=n0")), put("h", 12, part(1, 2, 5, 15).with("--nodelist=n0"))),
		paused("cores of all nodes", 110, put("l", 1, part(8, 16, 5, 30)), put("l", 3, part(8, 8, 5, 20)), put("h", 8, part(4, 8, 5, 15)), put("h", 12, part(1, 4, 5, 15))),
		paused("--exclusive under FORCE", 80, put("l", 1, whole(4, 5, 30)), put("l", 3, part(4, 4, 5, 30)), put("h", 8, whole(8, 5, 15))),
		paused("nodes of suspended jobs are not preferred", 80, cores("l", 1, 4, 5, 30), cores("l", 3, 4, 5, 30), cores("h", 8, 2, 5, 20).with("--nodelist=n[6-7]"), cores("h", 12, 2, 5, 15)),
	}
}

// holdingCases returns cases of what a suspended job holds, and when it resumes.
func holdingCases() []*timedCase {
	return []*timedCase{
		paused("three tiers", 120, cores("l", 1, 8, 5, 20), cores("m", 6, 8, 5, 25), cores("h", 12, 4, 5, 15)),
		paused("a job below a suspended one", 90, cores("l", 1, 4, 5, 30).with("--nodelist=n[0-3]"), cores("m", 6, 8, 5, 20), cores("h", 12, 4, 5, 15).with("--nodelist=n[4-7]")),
		paused("the next preempting job waits", 100, cores("l", 1, 8, 5, 25), cores("h", 6, 8, 5, 15), cores("h", 9, 8, 5, 15)),
		paused("a job of the middle tier waits", 100, cores("l", 1, 8, 5, 25), cores("h", 6, 8, 5, 15), cores("m", 9, 8, 5, 15)),
		paused("lower jobs wait for nodes of a suspended job", 110, cores("l", 1, 8, 2, 30), cores("h", 6, 4, 2, 25), cores("l", 9, 2, 1, 10), put("l", 11, part(1, 1, 1, 10)), cores("m", 14, 4, 1, 10)),
		paused("a job resumes while another stays suspended", 100, cores("l", 1, 4, 5, 25), cores("l", 3, 4, 5, 25), cores("h", 8, 2, 5, 35).with("--nodelist=n[0-1]"), cores("h", 11, 6, 5, 12)),
		paused("a wide job waits behind a suspended one", 120, cores("l", 1, 6, 4, 30), cores("h", 6, 6, 1, 20), cores("l", 9, 8, 2, 10), cores("l", 11, 2, 1, 10), cores("l", 13, 2, 5, 10)),
		paused("a limit of a job that is suspended in its last seconds", 200, cores("l", 1, 8, 1, 100), cores("h", 40, 8, 2, 50)),
		paused("a limit that would pass during the suspension", 200, cores("l", 1, 4, 1, 45), cores("l", 3, 4, 1, 100), cores("h", 20, 8, 3, 90)),
	}
}

// modeCases returns cases of partitions with other settings than low and high.
func modeCases() []*timedCase {
	return []*timedCase{
		paused("a grace time", 90, cores("g", 1, 8, 5, 30), cores("h", 6, 8, 5, 15)),
		paused("requeue beside suspend", 130, cores("l", 1, 4, 5, 30), cores("r", 3, 4, 5, 30), cores("h", 8, 4, 5, 15), cores("h", 12, 8, 5, 15)),
		paused("requeue beside suspend, the other way round", 130, cores("r", 1, 4, 5, 30), cores("l", 3, 4, 5, 30), cores("h", 8, 4, 5, 15), cores("h", 12, 4, 5, 15)),
		paused("a partition that is not preempted", 120, cores("o", 1, 4, 5, 30), cores("l", 3, 4, 5, 45), cores("h", 8, 8, 5, 15), cores("h", 10, 4, 5, 15)),
		paused("OverSubscribe=NO above", 80, cores("l", 1, 8, 5, 30), cores("y", 6, 4, 5, 15)),
		paused("OverSubscribe=NO below", 80, cores("x", 1, 8, 5, 30), cores("h", 6, 4, 5, 15)),
		paused("OverSubscribe=NO below and above", 80, cores("x", 1, 8, 5, 30), cores("y", 6, 4, 5, 15)),
	}
}

// drawSuspend draws six jobs of three tiers, submitted five seconds apart.
func drawSuspend(rng *rand.Rand, n int) *timedCase {
	var jobs []*job
	for i := range 7 {
		tier := []string{"l", "l", "m", "h"}[rng.IntN(4)]
		if i < 2 {
			tier = "l"
		}
		j := cores(tier, 1+5*i, 1+rng.IntN(6), 5, 12+rng.IntN(25))
		if rng.IntN(3) == 0 {
			j.Tasks = j.Nodes * (1 + rng.IntN(3))
		}
		jobs = append(jobs, j)
	}
	return paused(fmt.Sprintf("draw %d", n), 170, jobs...)
}

// suspendQOSCases returns cases of preempt/qos. The QOS alone says who may preempt; the
// tiers of the partitions say who is suspended.
func suspendQOSCases() []*timedCase {
	of := func(qos string, j *job) *job { j.QOS = qos; return j }
	return []*timedCase{
		paused("one partition", 90, of("low", cores("p", 1, 8, 5, 25)), of("high", cores("p", 6, 8, 5, 20))),
		paused("two partitions of one tier", 80, of("low", cores("p", 1, 8, 5, 30)), of("high", cores("q", 6, 8, 5, 15))),
		paused("a partition of a higher tier", 80, of("low", cores("p", 1, 8, 5, 30)), of("high", cores("t", 6, 8, 5, 15))),
		paused("a higher tier, and a QOS that preempts none", 80, of("low", cores("p", 1, 8, 5, 30)), of("low", cores("t", 6, 8, 5, 15))),
		paused("a higher tier, and victims of two QOSs", 90, of("mid", cores("p", 1, 4, 5, 30)), of("low", cores("p", 3, 4, 5, 30)), of("high", cores("t", 8, 3, 5, 15)), of("mid", cores("t", 12, 2, 5, 15))),
	}
}

// suspendMemoryCases returns cases of memory, which a suspended job keeps.
func suspendMemoryCases() []*timedCase {
	mem := func(mb int, j *job) *job { j.MemMB = mb; return j }
	return []*timedCase{
		paused("memory beside a suspended job", 110, mem(5000, cores("l", 1, 8, 5, 30)), mem(2000, cores("h", 6, 8, 5, 15)), mem(4000, cores("h", 9, 4, 5, 10))),
		paused("memory of one of two suspended jobs", 110, mem(7000, cores("l", 1, 4, 5, 30)), mem(1000, cores("l", 3, 4, 5, 30)), mem(4000, cores("h", 8, 4, 5, 15)), mem(4000, cores("h", 11, 6, 5, 10))),
	}
}

// recordSuspend records jobs that are suspended for others, by the tiers of partitions
// and by QOS.
func recordSuspend(r *recorder) error {
	conf := func(kind string, more ...string) []string {
		return append([]string{"PreemptType=preempt/" + kind, "PreemptMode=SUSPEND,GANG", "SlurmctldDebug=debug"}, more...)
	}
	all := append(append(victimCases(), holdingCases()...), modeCases()...)
	if r.seed != 0 {
		all = nil
	}
	for i := range 4 {
		all = append(all, drawSuspend(r.draws(10, uint64(i)), i))
	}
	parts := &timedMachine{name: "partition", scheduler: "sched/backfill", groups: 6, parts: suspendParts, more: conf("partition_prio"), cases: all}
	if r.seed != 0 {
		parts.groups = 4
		return parts.record(r)
	}
	machines := []*timedMachine{
		parts,
		{name: "qos", scheduler: "sched/backfill", groups: 2, parts: suspendQOSParts, qos: []string{"low Priority=10", "mid Priority=100 Preempt=low", "high Priority=1000 Preempt=low,mid"},
			more: conf("qos", "SchedulerTimeSlice=600"), cases: suspendQOSCases()},
		{name: "memory", scheduler: "sched/backfill", groups: 1, parts: suspendParts, node: "CPUs=4 RealMemory=8000",
			more: conf("partition_prio"), cases: suspendMemoryCases()},
	}
	return each(len(machines), len(machines), func(i int) error { return machines[i].record(r) })
}
