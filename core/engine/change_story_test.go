package engine_test

import (
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// faults reads the machine changes of a test case:
//
//	faults WORD…    offline 2-3 | down 2-3@100 | up 3@200 | leave 2-3@100 | join 3@200 | beats PERIOD:MISSES | kill | requeue | checkpoint EVERY:COST
//	                | linkdown 0@50 | linkup 0@60 (with these, links carry 1000 bytes a second and are shared, and jobs communicate all to all)
//
// Without a word the machine does not change.
func (s *story) faults(words []string) {
	p := &faults.Timetable{}
	if s.conf.Faults = p; len(words) == 0 {
		s.conf.Faults = nil
	}
	for ; len(words) > 0; words = words[1:] {
		switch words[0] {
		case "kill":
			p.Lost = faults.Kill
			continue
		case "requeue":
			continue
		}
		first, second, _ := strings.Cut(words[1], "@")
		switch x := strings.Split(words[1], ":"); words[0] {
		case "offline":
			p.Offline = s.nodes(words[1])
		case "down", "up":
			p.Events = append(p.Events, faults.MachineChange{At: s.seconds(second), Up: words[0] == "up", Nodes: s.nodes(first)})
		case "leave", "join":
			p.Events = append(p.Events, faults.MachineChange{At: s.seconds(second), Up: words[0] == "join", Nodes: s.nodes(first), Divides: true})
		case "linkdown", "linkup":
			p.Events = append(p.Events, faults.MachineChange{At: s.seconds(second), Up: words[0] == "linkup", Link: topology.LinkID(s.int(first))})
			s.conf.Network = network.Model{Kind: network.MaxMin, Bandwidth: 1000}
			for i := range s.conf.Jobs {
				s.conf.Jobs[i].Comm = &workload.Comm{Pattern: workload.AllToAll, Share: 500}
			}
		case "beats":
			p.Heartbeat = faults.Heartbeat{Period: simtime.Duration(s.seconds(x[0])), Misses: int32(s.int(x[1]))}
		case "checkpoint":
			p.Lost, p.Every, p.Cost = faults.Checkpoint, simtime.Duration(s.seconds(x[0])), simtime.Duration(s.seconds(x[1]))
		default:
			s.t.Fatalf("no such fault: %q", words[0])
		}
		words = words[1:]
	}
}

func (s *story) seconds(w string) simtime.Time { return simtime.Time(s.int(w) * 1000) }

func (s *story) nodes(w string) (p cluster.Placement) {
	for part := range strings.SplitSeq(w, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		p = p.Append(topology.NodeID(s.int(first)), topology.NodeID(s.int(last)), 1)
	}
	return p
}
