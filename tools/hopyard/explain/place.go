package explain

import (
	"encoding/json"
	"fmt"
	"strconv"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// answer is the JSON output of the command place (see scenarios/README.md). The
// pairwise sums count each pair of tasks once. Two tasks on the same node have
// distance 0, unless the setting "within" of the cluster gives another distance.
type answer struct {
	Nodes            string           `json:"nodes"`
	Blocked          string           `json:"blocked,omitempty"` // nodes that an exclusive job keeps free of other jobs
	Names            string           `json:"names,omitempty"`   // the nodes by name, as a host list, if the machine has names
	ByNode           map[string]int32 `json:"by_node,omitempty"` // the tasks of each node by its name, likewise
	Tasks            map[string]int32 `json:"tasks"`
	PairwiseDistance int64            `json:"pairwise_distance"`
	PairwiseHops     int64            `json:"pairwise_hops"`
	MaxDistance      int64            `json:"max_distance"`
	Cost             int64            `json:"cost"`
	Combinations     int64            `json:"combinations,omitempty"`
	Candidates       []candidate      `json:"candidates"`
}

// refusal is the JSON output for a job that cannot be placed.
type refusal struct {
	Nodes  *string `json:"nodes"` // null
	Reason string  `json:"reason"`
}

type candidate struct {
	Device string           `json:"device,omitempty"`
	Nodes  string           `json:"nodes"`
	Tasks  map[string]int32 `json:"tasks"`
	Cost   int64            `json:"cost"`
	Tie    int64            `json:"tie,omitempty"`
	Speed  float64          `json:"speed,omitempty"`
	Levels []searchLevel    `json:"levels,omitempty"`
}

// searchLevel is a step of MDM's search. MDM searches outwards from a device (a
// switch or a node); a step considers the nodes at a given distance from the
// device.
type searchLevel struct {
	Distance int64  `json:"distance"`
	Reached  string `json:"reached"`
	Taken    string `json:"taken"`
}

// Place is the command place.
var Place = cli.Command{Name: "place", Args: "FILE", Does: "place the scenario's first job on its free nodes; prints JSON", Run: placeCommand}

// placeCommand prints the placement that the allocator would choose for the first
// job of a scenario.
func placeCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	n := f.Int("candidates", 10, "list the best `N` candidates")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	if *n < 1 {
		return cli.BadUsage("--candidates %d; use 1 or more", *n)
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	if len(s.Scenario.Jobs) == 0 {
		return input.Prefixed(s.Name, fmt.Errorf("jobs: there is no job to place; give one"))
	}
	job := &s.Scenario.Jobs[0]
	free := s.Scenario.Free.State(s.Config.Machine)
	where, reason := s.Config.Allocator.Allocate(&job.Request, free, nil)
	enc := json.NewEncoder(t.Out)
	enc.SetIndent("", "  ")
	if !reason.OK() {
		text := fmt.Sprintf("job %d cannot be placed: %s", job.Number, reason.English(why.Names{}))
		return enc.Encode(refusal{Reason: text + roomText(s, reason, &job.Request, free)})
	}
	spread := cluster.SpreadOf(free, &job.Request, where)
	a := answer{
		Nodes: where.String(), Blocked: free.BlockedBy(&job.Request, where).String(), Tasks: tasks(where),
		PairwiseDistance: spread.TaskDistance, PairwiseHops: spread.TaskHops, MaxDistance: spread.MaxDistance,
	}
	if named, ok := s.Config.Machine.Topology.(topology.NamedNodes); ok {
		a.Names, a.ByNode = byName(named, where)
	}
	for i, c := range alloc.Explain(s.Config.Allocator, &job.Request, free, *n) {
		if i == 0 {
			a.Cost = c.Cost
		}
		x := candidate{deviceName(s, c.Device), c.Placement.String(), tasks(c.Placement), c.Cost, c.Tie, float64(c.Speed) / 1000, nil}
		if mdm, ok := s.Config.Allocator.(alloc.MDM); ok {
			for _, l := range mdm.Levels(&job.Request, free, c.Device) {
				x.Levels = append(x.Levels, searchLevel{l.Distance, l.Reached.String(), l.Taken.String()})
			}
		}
		a.Candidates = append(a.Candidates, x)
	}
	if units, ok := s.Config.Allocator.(alloc.MinHopUnits); ok {
		a.Combinations = units.CountCombinations(&job.Request, free)
	}
	return enc.Encode(a)
}

// roomText returns what says more about why a job finds no place, with a semicolon
// before it, or "" if nothing does.
func roomText(s *input.Subject, reason why.Reason, r *workload.Request, free *cluster.Free) string {
	if m, ok := alloc.RoomFor(s.Config.Allocator, r, free); ok && reason.Code == why.NotPlaceable {
		return "; " + m.English(s.Config.Machine.Topology)
	}
	return ""
}

// byName returns the names of a placement's nodes as a host list, and the tasks of
// each.
func byName(named topology.NamedNodes, p cluster.Placement) (list string, tasks map[string]int32) {
	tasks = map[string]int32{}
	for n, k := range p.All {
		tasks[named.NodeName(n)] = k
	}
	return slurm.HostList(named, p.All), tasks
}

func tasks(p cluster.Placement) map[string]int32 {
	out := map[string]int32{}
	for n, k := range p.All {
		out[strconv.Itoa(int(n))] = k
	}
	return out
}

func deviceName(s *input.Subject, d topology.DeviceID) string {
	if devices, ok := s.Config.Machine.Topology.(topology.Devices); ok && d != alloc.NoDevice {
		return devices.DeviceName(d)
	}
	return ""
}
