package scenarios

// solution holds edits that solve a lesson. For each goal that requires building
// something, it holds a list of edits that meet the goal.
type solution struct {
	lesson string
	edits  [][]string
}

// solutionsOf returns the edits of the lesson with the given name. Each element of
// the list belongs to one goal.
func solutionsOf(lesson string) [][]string {
	for _, x := range solutions {
		if x.lesson == lesson {
			return x.edits
		}
	}
	return nil
}

// Manual decisions for lessons in which the reader starts the jobs. The decisions
// meet both goals of such a lesson.
const (
	easyByHand = `scheduler.decisions=[{"at": 0, "job": 1}, {"at": 60, "job": 3}, {"at": 360, "job": 5}, {"at": 420, "job": 6}, {"at": 480, "job": 7}, {"at": 600, "job": 8}, {"at": 900, "job": 9}, {"at": 2460, "job": 2}, {"at": 3600, "job": 4}]`
	packByHand = `scheduler.decisions=[{"at": 0, "job": 1}, {"at": 0, "job": 3}, {"at": 3000, "job": 6}, {"at": 3600, "job": 5}, {"at": 5400, "job": 2}, {"at": 5400, "job": 4}, {"at": 7800, "job": 7}]`
	treeByHand = `scheduler.decisions=[{"at": 0, "job": 1, "nodes": "0-1"}, {"at": 0, "job": 2, "nodes": "8-9"}, {"at": 0, "job": 3, "nodes": "2-3"}, {"at": 0, "job": 4, "nodes": "10-11"}, {"at": 0, "job": 5, "nodes": "4-5"}, {"at": 0, "job": 6, "nodes": "12-13"}, {"at": 0, "job": 7, "nodes": "6-7"}, {"at": 0, "job": 8, "nodes": "14-15"}, {"at": 600, "job": 9, "nodes": "8-11"}, {"at": 600, "job": 10, "nodes": "12-15"}]`
)

// solutions lists the solutions of all lessons. The edits of a lesson are in the
// order of its goals.
var solutions = []solution{
	{"at-risk", [][]string{{`cluster.topology={"kind":"star","nodes":21}`}}},
	{"best-fit", [][]string{{`jobs[1].tasks=1`}}},
	{"borrowing", [][]string{{`cluster_queues.teaching.flavors[0].quota.cores={"nominal": 16, "lending": 4}`}}},
	{"checkpoints", [][]string{{`faults.checkpoint.every=900`}}},
	{"compaction", [][]string{{`jobs[3].submit=900`}}},
	{"conservative", [][]string{{`scheduler.queue=easy`}}},
	{"contiguous", [][]string{{`scheduler.allocator=first-fit`}}},
	{"cycle", [][]string{{`scheduler.cycle=null`}}},
	{"depth", [][]string{{`scheduler.depth=1`}}},
	{"distance", [][]string{{`jobs[8].nodes=4`}}},
	{"dragonfly", [][]string{{`jobs[1].nodes=4`, `jobs[2].nodes=2`}}},
	{"divided", [][]string{{`faults.events[0].for=600`}}},
	{"easy-hole", [][]string{{`jobs[8].walltime=1100`}}},
	{"estimates", [][]string{{`allotments.history=null`}}},
	{"exact-fit", [][]string{{`jobs[3].nodes=3`}}},
	{"fair-share", [][]string{{`scheduler.priority.weights.fair_share=0`}}},
	{"fastest-first", [][]string{{`jobs[2].tasks=4`}}},
	{"fpga", [][]string{{`limits.users["*"].resources.fpga=4`}}},
	{"fragmented", [][]string{{`jobs[18].nodes=8`}}},
	{"ftsc", [][]string{{`scheduler.allocator=first-fit`}}},
	{"gang", [][]string{{`jobs[6].tasks=4`, `jobs[6].per_task=null`}}},
	{"gen-alg", [][]string{{`scheduler.allocator=mm`}}},
	{"gpu-first", [][]string{{`scheduler.priority.weights.gpus=-50`}}},
	{"gpu-last", [][]string{{`scheduler.priority.weights.gpus=50`}}},
	{"grow", [][]string{{`scheduler.elastic=null`}}},
	{"grow-heartbeat", [][]string{{`faults.heartbeat.period=10`}}},
	{"grow-online", [][]string{{`faults.events[0].at=500`}}},
	{"head-of-line", [][]string{{`scheduler.queue=easy`}}},
	{"hand-easy", [][]string{{easyByHand}, {easyByHand}}},
	{"hand-hole", [][]string{
		{`scheduler.decisions=[{"at": 0, "job": 1}, {"at": 180, "job": 4}, {"at": 3600, "job": 2}, {"at": 7200, "job": 3}, {"at": 7200, "job": 5}]`},
		{`scheduler.decisions=[{"at": 0, "job": 1}, {"at": 240, "job": 5}, {"at": 1440, "job": 3}, {"at": 3600, "job": 4}, {"at": 8640, "job": 2}]`},
	}},
	{"hand-order", [][]string{
		{`scheduler.decisions=[{"at": 0, "job": 1}, {"at": 600, "job": 6}, {"at": 900, "job": 4}, {"at": 900, "job": 5}, {"at": 2100, "job": 3}, {"at": 2700, "job": 2}]`},
		{`scheduler.decisions=[{"at": 0, "job": 1}, {"at": 600, "job": 6}, {"at": 900, "job": 4}, {"at": 900, "job": 5}, {"at": 2100, "job": 2}, {"at": 7500, "job": 3}]`},
	}},
	{"hand-pack", [][]string{{packByHand}, {packByHand}}},
	{"hand-tree", [][]string{{treeByHand}, {treeByHand}}},
	{"heartbeat", [][]string{{`faults.heartbeat.period=10`}}},
	{"hop-cost", [][]string{{`jobs[4].nodes=12`}}},
	{"hypercube", [][]string{{`scheduler.allocator=mc1x1-inc`}}},
	{"idle-share", [][]string{{`jobs[3].nodes=4`}}},
	{"in-time", [][]string{{`jobs[4].nodes=2`, `jobs[8].nodes=2`}}},
	{"interleaved", [][]string{{`cluster.topology.links=[1,4]`}}},
	{"keep-gpus", [][]string{{`scheduler.allocator=first-fit`}}},
	{"largest", [][]string{{`jobs[2].nodes=7`}}},
	{"latency", [][]string{{`network.latency=0`}, {`jobs[0].comm.share=0.5`, `jobs[1].comm.share=0.5`}}},
	{"link-fails", [][]string{{`faults.events[0].for=100`}, {`faults.events[0].for=600`}}},
	{"longest", [][]string{{`scheduler.order=shortest`}}},
	{"mc1x1", [][]string{{`scheduler.allocator=mc1x1-inc`}}},
	{"mdm", [][]string{{`scheduler.allocator=sdm`}}},
	{"mdm-tie", [][]string{{`scheduler.mdm_tie=pairwise`}}},
	{"one-way", [][]string{{`cluster.topology.links[8].weight=1`}}},
	{"mesh", [][]string{{`cluster.topology.kind=torus`}}},
	{"min-hops", [][]string{{`scheduler.allocator=sdm`}}},
	{"moldable", [][]string{{`jobs[0].walltime=600`, `jobs[0].runtime=600`}}},
	{"mpfs", [][]string{{`scheduler.queue=easy`}}},
	{"nested", [][]string{{`jobs[0].parts.work[1].order=serial`}}},
	{"new-nodes", [][]string{{`faults.events[0].at=200`}}},
	{"no-gain", [][]string{{`jobs[1].elastic.speedup.serial=0.05`}}},
	{"node-fails", [][]string{{`faults.jobs=kill`}}},
	{"padding", [][]string{{padded}}},
	{"parts", [][]string{{`jobs[0].parts.order=serial`}}},
	{"permutation", [][]string{{`jobs[0].comm.pattern=ring`}}},
	{"reclaim", [][]string{{`cluster_queues.teaching.flavors[0].quota.cores={"nominal": 16, "lending": 0}`}, {`faults={"jobs": "checkpoint", "checkpoint": {"every": 300}}`}}},
	{"packed-rack", [][]string{{`jobs[6].priority=5`}, {`jobs[7].topology={"preferred": "rack"}`}}},
	{"preemption", [][]string{{`slurm.preemption.by=never`}, {`faults={"jobs": "checkpoint", "checkpoint": {"every": 600}}`}}},
	{"suspended", [][]string{{`jobs[3].queue=urgent`}}},
	{"placers", [][]string{{`scheduler.allocator=slurm-block`}, {`scheduler.allocator=first-fit`}}},
	{"priority-parts", [][]string{{`jobs[1].qos=high`}}},
	{"fair-month", [][]string{{`slurm.priority.half_life=2419200`}, {`slurm.accounts.physics.shares=3`}}},
	{"honest", [][]string{{`jobs[2].walltime=3600`}}},
	{"user-limit", [][]string{{`jobs[2].qos=long`}}},
	{"cleaner-night", [][]string{{`jobs[3].begin=21600`, `jobs[4].begin=21600`}, {`power.cap=2600`}}},
	{"array", [][]string{{`jobs[0].at_once=3`}, {`jobs[0].at_once=6`}}},
	{"dependency", [][]string{{`jobs[2].walltime=2400`}}},
	{"maintenance", [][]string{{`jobs[3].walltime=2700`}}},
	{"drained-rack", [][]string{{`jobs[2].nodes=4`}}},
	{"first-jobs", [][]string{{`jobs[4]={"id": 5, "submit": 300, "nodes": 1, "walltime": 600, "runtime": 60}`}, {`commands=[{"at": 300, "update": 4, "nodes": 1}]`}, {`commands=[{"at": 300, "cancel": 2}]`}}},
	{"two-parts", [][]string{{`jobs[3].nodes=2`}}},
	{"priority", [][]string{{`jobs[3].priority=5`}}},
	{"queues", [][]string{{`queues.day=null`}}},
	{"quota", [][]string{{`limits.users["*"].nodes=8`}}},
	{"random", [][]string{{`scheduler.allocator=sdm`}}},
	{"reallotted", [][]string{{`allotments.events[0].users={"ada": {"nodes": 7, "share": 1}, "bob": {"nodes": 9, "share": 1}}`}}},
	{"rebuild", [][]string{{`scheduler.queue=conservative`}}},
	{"required", [][]string{{`jobs[4].topology={"preferred": "rack"}`}}},
	{"rescue", [][]string{{`jobs[6].deadline=3000`}}},
	{"resubmit", [][]string{{`scheduler.elastic.method=expand`}}},
	{"rollback", [][]string{{`faults=null`}}},
	{"rounds", [][]string{{`scheduler.batch.rounds=repeat`}}},
	{"segments", [][]string{{`jobs[0].segment=12`}}},
	{"shared-nodes", [][]string{{`cluster.groups[0].gpus=3`}}},
	{"shortest", [][]string{{`jobs[3].walltime=500`}}},
	{"shrink", [][]string{{`scheduler.elastic.growth=queue`}, {`jobs[0].nodes=8`}}},
	{"slurm", [][]string{{`scheduler.allocator=random`}}},
	{"smallest", [][]string{{`jobs[3].nodes=8`}}},
	{"snp", [][]string{{`scheduler.allocator=sns`}}},
	{"sns", [][]string{{`scheduler.allocator=first-fit`}}},
	{"sockets", [][]string{{`cluster.node.sockets=1`}}},
	{"spare-node", [][]string{{`jobs[1].nodes=17`}}},
	{"star", [][]string{{`cluster.topology.nodes=20`}}},
	{"system-reserve", [][]string{{`cluster.topology={"kind":"star","nodes":10}`}}},
	{"tapered", [][]string{{`cluster.topology.up=[1,4]`}}},
	{"three-ways", [][]string{{`scheduler.elastic.method=expand`}}},
	{"time-or-nodes", [][]string{{`scheduler.reserve=nodes`}}},
	{"torus", [][]string{{`scheduler.allocator=first-fit`}}},
	{"units", [][]string{{`jobs[7].nodes=8`}}},
	{"uplinks", [][]string{{`cluster.topology.links=[1,4]`}}},
	{"walltimes", [][]string{{`jobs[1].walltime=2400`, `jobs[4].walltime=600`}}},
	{"who-grows", [][]string{{`scheduler.elastic.growth=smallest`}}},
	{"named-nodes", [][]string{{`scheduler.reserve=time`}}},
	{"windows", [][]string{{`scheduler.windows=1`}}},
}

// padded adds an empty block to the machine of the lesson padding.
const padded = `cluster.topology.conf="BlockName=a0 Nodes=a0-[0-5]\nBlockName=a1 Nodes=a1-[0-5]\nBlockName=a2 Nodes=a2-[0-5]\nBlockName=pad\nBlockName=b0 Nodes=b0-[0-5]\nBlockName=b1 Nodes=b1-[0-5]\nBlockName=b2 Nodes=b2-[0-5]\nBlockName=b3 Nodes=b3-[0-5]\nBlockSizes=6,12\n"`
