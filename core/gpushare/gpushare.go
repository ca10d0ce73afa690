// Package gpushare places tasks that ask for GPUs or for a part of one, and measures
// how much of the free GPUs nobody can use. It implements FGD (fragmentation gradient
// descent) and policies to compare it with.
//
// GPUs and CPUs are counted in thousandths ("milli"): a task may ask for 250 milli of
// one GPU, for one whole GPU (1000), or for several whole ones. A free piece of a GPU
// is a fragment for a task that cannot use it: because the piece is too small, the
// node has too few of them, too little CPU, or GPUs of another model. How many of the
// free pieces are fragments therefore depends on who asks. The fragmentation of a
// node is the average over the types of tasks in a workload, weighted by how many
// tasks are of each type ([Popular]).
//
// A run flows through the package as follows. [ReadNodes] and [ReadTasks] read the
// two tables of a trace. [Inflate] repeats tasks until they ask for as much as wanted.
// [Run] takes the tasks in order. For each task, a [Chooser] asks its [Policy] for a
// score of each node and returns the best [GPUPlacement], and the [Cluster] carries it
// out. The cluster keeps the fragmentation of each node for each type up to date, and
// the chooser keeps scores until a node changes, so that a decision costs
// microseconds.
//
// All amounts are whole numbers: fragmentation is kept as milli times tasks. Equal
// inputs give equal results on every machine.
//
// Source: SOURCES.md PLACE.14. LIMITATIONS: the memory of GPUs, interference between
// the tasks of a GPU, and the network are not modelled. This package stands beside
// the simulator: its tasks are not jobs of a scenario.
package gpushare

import (
	"slices"
	"strings"
)

// Whole is one GPU, in milli.
const Whole = 1000

// Node is a node with its free resources.
type Node struct {
	Name   string
	CPU    int64   // milli
	Memory int64   // MiB
	GPUs   []int32 // free milli of each GPU
	Model  string  // of all its GPUs
}

// free returns the free milli of all GPUs together.
func (n *Node) free() (sum int64) {
	for _, g := range n.GPUs {
		sum += int64(g)
	}
	return sum
}

// Demand is the request of a task for everything but memory. Tasks with equal demands
// are of one type.
type Demand struct {
	CPU    int64  // milli
	Count  int32  // GPUs; 0 for a task without
	Milli  int32  // of each GPU; below 1000 only if Count is 1, and 0 if Count is 0
	Models string // models of GPUs that will do, as in "T4|A10"; "" for any
}

// GPU returns the milli of all GPUs together.
func (d *Demand) GPU() int64 { return int64(d.Count) * int64(d.Milli) }

// accepts reports whether GPUs of a model will do.
func (d *Demand) accepts(model string) bool {
	return d.Models == "" || slices.Contains(strings.Split(d.Models, "|"), model)
}

// fits reports whether a node has the CPU and the GPUs of the demand. The parameter
// access says whether its model will do.
func (d *Demand) fits(n *Node, access bool) bool {
	if n.CPU < d.CPU {
		return false
	}
	if d.Count == 0 {
		return true
	}
	if !access {
		return false
	}
	left := d.Count
	for _, g := range n.GPUs {
		if g >= d.Milli {
			left--
		}
	}
	return left <= 0
}

// GPUTask is a row of the list of tasks. Times are in seconds; Unknown is a time that
// the list does not give.
type GPUTask struct {
	Name string
	Line int // in the file
	Demand
	Memory                      int64 // MiB
	Created, Scheduled, Deleted int64
}

// Unknown is the time that stands for none.
const Unknown = -1

// Type is a demand with the number of tasks that have it.
type Type struct {
	Demand
	Tasks int64
}

// Types returns the types of the tasks, the most frequent first.
func Types(tasks []GPUTask) []Type {
	at := map[Demand]int{}
	var types []Type
	for i := range tasks {
		d := tasks[i].Demand
		k, known := at[d]
		if !known {
			k = len(types)
			at[d] = k
			types = append(types, Type{Demand: d})
		}
		types[k].Tasks++
	}
	slices.SortFunc(types, func(a, b Type) int {
		for _, c := range [...]int64{b.Tasks - a.Tasks, b.CPU - a.CPU, int64(b.Milli) - int64(a.Milli), int64(b.Count) - int64(a.Count)} {
			if c != 0 {
				return int(min(max(c, -1), 1))
			}
		}
		return strings.Compare(b.Models, a.Models)
	})
	return types
}

// Popular returns the most frequent types that together have at least the given
// percentage of the tasks. They are the types that fragmentation is measured for.
func Popular(tasks []GPUTask, percent int) []Type {
	types := Types(tasks)
	var sum int64
	for i := range types {
		sum += types[i].Tasks
		if sum*100 >= int64(len(tasks))*int64(percent) {
			return types[:i+1]
		}
	}
	return types
}

// Popularity is the percentage of the tasks whose types count, as in the published
// experiments.
const Popularity = 95
