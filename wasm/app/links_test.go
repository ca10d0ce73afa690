package app

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/network"
	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
)

// machines lists small machines of every kind that the page draws with links. On a
// small machine, all links are drawn.
var machines = []string{
	`{"kind": "star", "nodes": 6}`, `{"kind": "fat-tree", "levels": 3, "width": 2}`, `{"kind": "fat-tree", "down": [2, 3, 2], "up": [1, 2, 2]}`,
	`{"kind": "torus", "dims": [3, 4]}`, `{"kind": "torus", "dims": [2, 3, 2]}`, `{"kind": "torus", "dims": [8]}`, `{"kind": "mesh", "dims": [3, 4]}`,
	`{"kind": "hypercube", "dims": 2}`, `{"kind": "hypercube", "dims": 4}`, `{"kind": "dragonfly", "groups": 4, "routers": 2, "nodes": 2}`,
	`{"kind": "graph", "nodes": 4, "switches": 2, "links": [{"from": "n0", "to": "s0", "both": true}, {"from": "n1", "to": "s0", "both": true},
		{"from": "n2", "to": "s1", "both": true}, {"from": "n3", "to": "s1", "both": true}, {"from": "s0", "to": "s1", "weight": 3}, {"from": "s1", "to": "s0"}]}`,
	`{"kind": "slurm", "conf": "SwitchName=a Nodes=x[0-3]\nSwitchName=b Nodes=y[0-1]\nSwitchName=m Switches=a\nSwitchName=t Switches=m,b\n"}`,
}

// communicatingJobs returns a scenario in which jobs with all-to-all communication
// share the links of the given machine. The allocator is random.
func communicatingJobs(machine string, nodes int) string {
	jobs := make([]string, 8)
	for i := range jobs {
		jobs[i] = fmt.Sprintf(`{"submit": %d, "nodes": %d, "walltime": 10000, "runtime": %d}`, 10*i, 1+i%max(nodes/2, 1), 300+i*70)
	}
	return `{"hopyard": 1, "seed": 5, "cluster": {"topology": ` + machine + `}, "network": {"model": "max-min", "comm": {"pattern": "all-to-all", "share": 0.7}},
		"jobs": [` + strings.Join(jobs, ",") + `], "scheduler": {"queue": "easy", "allocator": "random", "overrun": "extend"}}`
}

// TestLoadsAreThoseOfTheEngine recomputes the link loads at every step from the
// demands of the jobs. The page must show the same link loads and job speeds. It
// must name each link by the two devices that the link joins.
func TestLoadsAreThoseOfTheEngine(t *testing.T) {
	for _, machine := range machines {
		shape, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": ` + machine + `}, "jobs": []}`))
		if err != nil {
			t.Fatal(machine, err)
		}
		text := communicatingJobs(machine, shape.Cluster.Topology.NumNodes())
		s := open(t, message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
		parsed, _ := scenario.Parse([]byte(text))
		config, err := parsed.Config()
		if err != nil {
			t.Fatal(machine, err)
		}
		tape, err := engine.Record(config)
		if err != nil {
			t.Fatal(machine, err)
		}
		full := 0
		for n := 1; n <= s.Run.Len(); n++ {
			s.do(t, keys.Forward)
			checkLoads(t, machine, s.App, &config, tape.Seek(n))
			for i := range s.State.Links {
				if s.State.Links[i].Wanted > 1000 {
					full++
				}
			}
		}
		if full == 0 && s.Run.Machine.Drawn.Nodes > 6 {
			t.Errorf("%s: no link is ever full", machine)
		}
	}
}

func checkLoads(t *testing.T, machine string, m *App, c *engine.Config, e *engine.Engine) {
	t.Helper()
	routed := c.Machine.Topology.(topology.Routed)
	wanted, carried := map[string]float64{}, map[string]float64{}
	users := map[string]map[workload.JobID]bool{}
	loads := network.Capacities(routed, c.Network.Bandwidth)
	perLink := make([][2]float64, len(loads))
	perUsers := make([]map[workload.JobID]bool, len(loads))
	for _, l := range e.State().Limits() {
		id := e.State().Job(l.Slot).Request.ID
		p := e.State().Job(l.Slot).Placement
		speed := 1.0
		if act, ok := e.Activity(l.Slot); ok {
			speed = e.Sharing().Rate(act)
		}
		if r := m.Running(id); math.Abs(float64(r.Speed)/1000-speed) > 0.001 || (speed < 0.999) != (r.Brake >= 0) {
			t.Errorf("%s: job %d runs at %d ‰ (held back by link %d), not at %v", machine, id, r.Speed, r.Brake, speed)
		}
		for _, d := range network.AppendDemands(nil, routed, p, c.Jobs[id].Comm, c.Machine.Speed(p), c.Jobs[id].Runtime, c.Network.Bandwidth) {
			perLink[d.Link][0] += d.Weight / loads[d.Link]
			perLink[d.Link][1] += d.Weight / loads[d.Link] * speed
			if perUsers[d.Link] == nil {
				perUsers[d.Link] = map[workload.JobID]bool{}
			}
			perUsers[d.Link][id] = true
		}
	}
	for l := range perLink {
		x := routed.Link(topology.LinkID(l))
		name := plainName(routed.DeviceName(x.From)) + " → " + plainName(routed.DeviceName(x.To))
		if perUsers[l] != nil {
			if perLink[l][0] > wanted[name] {
				wanted[name], users[name] = perLink[l][0], perUsers[l]
			}
			carried[name] = max(carried[name], perLink[l][1])
		}
	}
	seen := map[string]bool{}
	for i := range m.State.Links {
		l := &m.State.Links[i]
		name := m.WayText(l.Way)
		if seen[name] { // a parallel link with a higher load precedes this one
			continue
		}
		seen[name] = true
		if math.Abs(float64(l.Wanted)/1000-wanted[name]) > 0.001 || len(l.Users) != len(users[name]) {
			t.Errorf("%s: %s has to carry %d ‰ for %v; want %v for %v", machine, name, l.Wanted, l.Users, wanted[name], users[name])
		}
	}
	if len(seen) != len(wanted) {
		t.Errorf("%s: %d links are listed, %d are in use: %v", machine, len(seen), len(wanted), wanted)
	}
}

// plainName returns the name of a device without its coordinates, and without the
// number that distinguishes parallel devices.
func plainName(name string) string {
	name, _, _ = strings.Cut(name, " (")
	name, _, _ = strings.Cut(name, " #")
	return name
}

// TestLinksByKeys checks that the tree beside the picture of the machine lists the
// links in use. Moving to a link by keyboard must highlight its cable.
func TestLinksByKeys(t *testing.T) {
	var source []byte
	for _, l := range scenarios.All() {
		if l.Name == "interleaved" {
			source = l.Source
		}
	}
	s := open(t, message.Load{Form: message.JSON, Text: string(source), At: -1, Job: -1})
	for len(s.State.Links) == 0 {
		s.do(t, keys.Forward)
	}
	s.Machine.TreeKey("End")
	if s.Machine.Tree.At != "links" {
		t.Fatalf("at the end is %q", s.Machine.Tree.At)
	}
	s.Machine.TreeKey("ArrowRight")
	s.Machine.TreeKey("ArrowDown")
	if s.Pointed.Cable != s.State.Links[0].Way/2 || s.Highlight().Cable != s.Pointed.Cable || !strings.Contains(string(s.Machine.TipHTML()), "→") {
		t.Errorf("pointed at %+v: %s", s.Pointed, string(s.Machine.TipHTML()))
	}
	if html := string(s.Machine.TreeHTML()); !strings.Contains(html, `data-tree="l`) {
		t.Errorf("the tree has no links: %s", html)
	}
	if string(s.Machine.LegendHTML()) == "" || len(s.Why.Facts()) == 0 {
		t.Error("no legend, or nothing of the job's speed")
	}
	s.Machine.TreeKey("ArrowLeft")
	s.Machine.TreeKey("ArrowLeft")
	if s.Machine.Tree.At != "links" || strings.Contains(string(s.Machine.TreeHTML()), `data-tree="l1"`) {
		t.Errorf("closed, at %q", s.Machine.Tree.At)
	}
}
