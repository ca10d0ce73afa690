package scenarios

// solution is the edits that meet each goal to make of a lesson.
type solution struct {
	lesson string
	edits  [][]string
}

// solutionsOf are those of a lesson.
func solutionsOf(lesson string) [][]string {
	for _, x := range solutions {
		if x.lesson == lesson {
			return x.edits
		}
	}
	return nil
}

// solutions are edits that meet the goals to make of each lesson, in their order.
var solutions = []solution{
	{"at-risk", [][]string{{`cluster.topology={"kind":"star","nodes":21}`}}},
	{"best-fit", [][]string{{`jobs[1].tasks=1`}}},
	{"checkpoints", [][]string{{`faults.checkpoint.every=900`}}},
	{"conservative", [][]string{{`scheduler.queue=easy`}}},
	{"contiguous", [][]string{{`scheduler.allocator=first-fit`}}},
	{"cycle", [][]string{{`scheduler.cycle=null`}}},
	{"depth", [][]string{{`scheduler.depth=1`}}},
	{"distance", [][]string{{`jobs[8].nodes=4`}}},
	{"dragonfly", [][]string{{`jobs[1].nodes=4`, `jobs[2].nodes=2`}}},
	{"easy-hole", [][]string{{`jobs[8].walltime=1100`}}},
	{"estimates", [][]string{{`allotments.history=null`}}},
	{"exact-fit", [][]string{{`jobs[3].nodes=3`}}},
	{"fair-share", [][]string{{`scheduler.priority.weights.fair_share=0`}}},
	{"fastest-first", [][]string{{`jobs[2].tasks=4`}}},
	{"fpga", [][]string{{`limits.users["*"].resources.fpga=4`}}},
	{"fragmented", [][]string{{`jobs[18].nodes=8`}}},
	{"ftsc", [][]string{{`scheduler.allocator=first-fit`}}},
	{"gen-alg", [][]string{{`scheduler.allocator=mm`}}},
	{"gpu-first", [][]string{{`scheduler.priority.weights.gpus=-50`}}},
	{"gpu-last", [][]string{{`scheduler.priority.weights.gpus=50`}}},
	{"grow", [][]string{{`scheduler.elastic=null`}}},
	{"grow-heartbeat", [][]string{{`faults.heartbeat.period=10`}}},
	{"grow-online", [][]string{{`faults.events[0].at=500`}}},
	{"head-of-line", [][]string{{`scheduler.queue=easy`}}},
	{"heartbeat", [][]string{{`faults.heartbeat.period=10`}}},
	{"hop-cost", [][]string{{`jobs[4].nodes=12`}}},
	{"hypercube", [][]string{{`scheduler.allocator=mc1x1-inc`}}},
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
	{"mesh", [][]string{{`cluster.topology.kind=torus`}}},
	{"min-hops", [][]string{{`scheduler.allocator=sdm`}}},
	{"moldable", [][]string{{`jobs[0].walltime=600`, `jobs[0].runtime=600`}}},
	{"mpfs", [][]string{{`scheduler.queue=easy`}}},
	{"new-nodes", [][]string{{`faults.events[0].at=200`}}},
	{"no-gain", [][]string{{`jobs[1].elastic.speedup.serial=0.05`}}},
	{"node-fails", [][]string{{`faults.jobs=kill`}}},
	{"parts", [][]string{{`jobs[0].parts.order=serial`}}},
	{"permutation", [][]string{{`jobs[0].comm.pattern=ring`}}},
	{"priority", [][]string{{`jobs[3].priority=5`}}},
	{"queues", [][]string{{`queues.day=null`}}},
	{"quota", [][]string{{`limits.users["*"].nodes=8`}}},
	{"random", [][]string{{`scheduler.allocator=sdm`}}},
	{"rebuild", [][]string{{`scheduler.queue=conservative`}}},
	{"rescue", [][]string{{`jobs[6].deadline=3000`}}},
	{"resubmit", [][]string{{`scheduler.elastic.method=expand`}}},
	{"rollback", [][]string{{`faults=null`}}},
	{"rounds", [][]string{{`scheduler.batch.rounds=repeat`}}},
	{"shared-nodes", [][]string{{`cluster.groups[0].gpus=3`}}},
	{"shortest", [][]string{{`jobs[3].walltime=500`}}},
	{"shrink", [][]string{{`scheduler.elastic.growth=queue`}, {`jobs[0].nodes=8`}}},
	{"slurm", [][]string{{`scheduler.allocator=random`}}},
	{"smallest", [][]string{{`jobs[3].nodes=8`}}},
	{"snp", [][]string{{`scheduler.allocator=sns`}}},
	{"sns", [][]string{{`scheduler.allocator=first-fit`}}},
	{"sockets", [][]string{{`cluster.node.sockets=1`}}},
	{"star", [][]string{{`cluster.topology.nodes=20`}}},
	{"system-reserve", [][]string{{`cluster.topology={"kind":"star","nodes":10}`}}},
	{"tapered", [][]string{{`cluster.topology.up=[1,4]`}}},
	{"torus", [][]string{{`scheduler.allocator=first-fit`}}},
	{"units", [][]string{{`jobs[7].nodes=8`}}},
	{"uplinks", [][]string{{`cluster.topology.links=[1,4]`}}},
	{"walltimes", [][]string{{`jobs[1].walltime=2400`, `jobs[4].walltime=600`}}},
	{"who-grows", [][]string{{`scheduler.elastic.growth=smallest`}}},
	{"windows", [][]string{{`scheduler.windows=1`}}},
}
