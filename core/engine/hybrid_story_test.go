package engine_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// gpus reads FIRST-LAST N and gives these nodes N GPUs each.
func (s *story) gpus(words []string) {
	first, last, _ := strings.Cut(words[0], "-")
	spec := *s.conf.Machine.Spec(0)
	spec.Resources[workload.GPUs] = int64(s.int(words[1]))
	s.conf.Machine.SetGroup(topology.NodeID(s.int(first)), topology.NodeID(s.int(last)), spec)
}

// weighs reads the settings of the discipline of S3, which apply until the next
// such line:
//
//	PART=WEIGHT             weight of a part of the priority, by queue.PartKind
//	cycle=SECONDS depth=N
//	reserve=nodes           reservations hold nodes
//	whole_nodes=brought     a job of whole nodes counts the GPUs of its nodes
//	limit=USER:MEASURE:SOFT:HARD
func (s *story) weighs(words []string) *hybrid.HybridPolicy {
	h := &hybrid.HybridPolicy{}
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "cycle":
			h.Cycle = simtime.Duration(s.int(value)) * simtime.Second
		case "depth":
			h.Depth = int32(s.int(value))
		case "reserve":
			h.Nodes = value == "nodes"
		case "whole_nodes":
			h.Weights.Brought = value == "brought"
		case "limit":
			x := strings.Split(value, ":")
			l := queue.Limit{Owner: queue.ByUser, Name: x[0], Soft: int64(s.int(x[2])), Hard: int64(s.int(x[3]))}
			for l.Measure.String() != x[1] {
				l.Measure++
			}
			h.Limits = append(h.Limits, l)
		default:
			k := queue.PartKind(0)
			for k.String() != key {
				k++
			}
			h.Weights.Weight[k] = 1000 * int64(s.int(value))
		}
	}
	return h
}

// at returns the engine under the discipline of S3, in the state after all events
// up to and including the given second.
func (s *story) at(word string) *engine.Engine {
	s.conf.Queue = *s.hybrid
	tape, err := engine.Record(s.conf)
	if err != nil {
		s.t.Fatal(err)
	}
	return tape.Seek(tape.Find(simtime.Time(s.int(word)*1000), math.MaxInt32))
}

// priorities implements the story command "priorities T": it prints the priorities
// of the jobs that are waiting at time T.
func (s *story) priorities(out *strings.Builder, words []string) {
	for _, p := range s.at(words[0]).Priorities() {
		fmt.Fprintf(out, "job %d has %s", s.conf.Jobs[p.Job].Number, thousandths(p.Sum))
		for k, part := range p.Parts {
			if part != 0 {
				fmt.Fprintf(out, ", %s %s", thousandths(part), queue.PartKind(k))
			}
		}
		fmt.Fprintln(out)
	}
}

// filters prints how many nodes each condition excludes for a job. Its arguments
// are T NUMBER.
func (s *story) filters(out *strings.Builder, words []string) {
	for i := range s.conf.Jobs {
		if s.conf.Jobs[i].Number != int64(s.int(words[1])) {
			continue
		}
		for _, x := range s.at(words[0]).Filters(workload.JobID(i)) {
			fmt.Fprintf(out, "%d nodes: %s\n", x.Nodes, x.What)
		}
	}
}

func thousandths(x int64) string { return strconv.FormatFloat(float64(x)/1000, 'g', -1, 64) }

// gpuTasks reads a size such as 2g, which means two tasks of one core and one GPU
// each. It returns false for other sizes.
func (s *story) gpuTasks(j *workload.Job, size string) bool {
	tasks, ok := strings.CutSuffix(size, "g")
	if ok {
		j.Tasks, j.PerTask = int32(s.int(tasks)), workload.Resources{workload.Cores: 1, workload.GPUs: 1}
	}
	return ok
}
