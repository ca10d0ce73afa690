package simworker

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/scenarios"
	"hopyard/wasm/app/message"
)

// TestChoicesTellTheTruth checks the policies and machines that choices offers. A
// scenario must load with each of them, and must be refused with each that is
// marked as unfit. By default the test covers a fifth of them; with HOPYARD_SOAK it
// covers all.
func TestChoicesTellTheTruth(t *testing.T) {
	offered := 0
	for _, lesson := range scenarios.All() {
		s, _ := scenario.Parse(lesson.Source)
		c := choices(s, try)
		check := func(what, unfit string, o message.Overrides) {
			if offered++; !soaktest.Picks(offered, 5) {
				return
			}
			d := &Dispatcher{}
			l := load(string(lesson.Source))
			l.Overrides = o
			d.Handle(l.Pack())
			if refused := !d.Busy(); refused != (unfit != "") {
				t.Errorf("%s with %s: refused %v, but the picker says %q", lesson.Name, what, refused, unfit)
			}
		}
		for _, q := range c.Queues {
			check(q.Name, q.Unfit, message.Overrides{Queue: q.Name})
		}
		for _, a := range c.Allocators {
			check(a.Name, a.Unfit, message.Overrides{Allocator: a.Name})
		}
		for _, n := range c.Networks {
			check(n.Name, n.Unfit, message.Overrides{Network: n.Name})
		}
		for _, m := range c.Machines {
			check(fmt.Sprint(m.MachineChoice), m.Unfit, message.Overrides{Machine: m.MachineChoice})
		}
	}
}

func TestPresetsHoldTheNodes(t *testing.T) {
	for n := 1; n <= 300; n++ {
		kinds := map[string]bool{}
		for _, p := range presets(n) {
			size := int(p.Size())
			if s := scenarioOf(t, shapeJSON(&p)); s.Cluster.Topology.NumNodes() != size {
				t.Errorf("%+v is said to have %d nodes; it has %d", p, size, s.Cluster.Topology.NumNodes())
			}
			kinds[p.Kind] = true
			if size < n || p.Kind != "fat-tree" && size != n {
				t.Errorf("%d nodes: preset %+v has %d", n, p, size)
			}
		}
		if !kinds["flat"] || !kinds["star"] || n > 1 && !kinds["fat-tree"] {
			t.Errorf("%d nodes: presets %v", n, kinds)
		}
	}
}

func scenarioOf(t *testing.T, topology string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": ` + topology + `}, "jobs": []}`))
	if err != nil {
		t.Fatal(topology, err)
	}
	return s
}

const tinyTrace = `; Computer: test
; MaxProcs: 8
1 0 -1 50 4 -1 -1 4 60 -1 1 3 1 -1 1 -1 -1 -1
2 10 -1 50 6 -1 -1 6 60 -1 1 4 1 -1 1 -1 -1 -1
3 20 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1
4 30 -1 10 20 -1 -1 20 20 -1 1 3 1 -1 1 -1 -1 -1
`

func TestTraces(t *testing.T) {
	if n := NodesOf(tinyTrace); n != 8 {
		t.Errorf("the header says 8 processors, read %d", n)
	}
	_, m := run(t, message.Load{Form: message.SWF, Text: tinyTrace, Name: "tiny.swf", At: -1, Job: -1})
	if m.Machine.Drawn.Nodes != 8 || len(m.Jobs) != 4 || m.Jobs[3].Refused == "" || len(m.Warnings) == 0 {
		t.Errorf("%d nodes, %d jobs, the widest refused for %q, warnings %v", m.Machine.Drawn.Nodes, len(m.Jobs), m.Jobs[3].Refused, m.Warnings)
	}
	if m.Text != "" || m.Link == "" && m.LinkError == "" {
		t.Errorf("text %q, link %q, %q", m.Text, m.Link, m.LinkError)
	}
	_, other := run(t, message.Load{
		Form: message.SWF, Text: tinyTrace, At: -1, Job: -1,
		Overrides: message.Overrides{Queue: "fcfs", Machine: message.MachineChoice{Kind: "fat-tree", Levels: 2, Width: 5}},
	})
	if other.Machine.Drawn.Nodes != 25 || other.Jobs[3].Refused != "" {
		t.Errorf("on a larger machine: %d nodes, refused for %q", other.Machine.Drawn.Nodes, other.Jobs[3].Refused)
	}
}

// TestLinks checks that opening a share link restores the scenario, the selected
// moment and the selected job.
func TestLinks(t *testing.T) {
	for _, lesson := range scenarios.All() {
		_, m := run(t, load(string(lesson.Source)))
		at := m.Steps[len(m.Steps)/2]
		link := fmt.Sprintf("%s&at=%v.%d&job=%d", m.Link, at.Time, at.Ordinal, m.Jobs[0].Number)
		_, back := run(t, message.Load{Form: message.Link, Text: link, At: -1, Job: -1})
		if back.Hash != m.Hash || int(back.Step) != len(m.Steps)/2+1 || back.Select != 0 || back.Link != m.Link {
			t.Errorf("%s: came back at step %d with job %d, hash %x for %x", lesson.Name, back.Step, back.Select, back.Hash, m.Hash)
		}
		if !strings.HasPrefix(m.Link, "#1.z.") {
			t.Errorf("%s: link %q", lesson.Name, m.Link)
		}
	}
}

// TestChoicesOfAModelAreThoseOfAllItsJobs checks that a small sample of a model's
// jobs gives the same choices as all of its jobs.
func TestChoicesOfAModelAreThoseOfAllItsJobs(t *testing.T) {
	for _, tasks := range []bool{false, true} {
		s, err := scenario.Parse(fmt.Appendf(nil, `{"hopyard":1,"cluster":{"topology":{"kind":"fat-tree","levels":3,"width":4},"node":{"cores":8}},"workload":{"model":"lublin","jobs":600,"tasks":%t}}`, tasks))
		if err != nil {
			t.Fatal(err)
		}
		c, unfit := choices(s, try), 0
		check := func(path string, of message.PolicyByName, set func(name string) [][2]string) {
			if all := try(s.Canonical(), set(of.Name)...); (all == "") != (of.Unfit == "") {
				t.Errorf("tasks %t: %s %s is told to be unfit by %q; with all jobs by %q", tasks, path, of.Name, of.Unfit, all)
			} else if all != "" {
				unfit++
			}
		}
		for _, q := range c.Queues {
			check("scheduler.queue", q, func(name string) [][2]string { return scenario.QueueAssignments(s.Canonical(), name) })
		}
		for _, a := range c.Allocators {
			check("scheduler.allocator", a, func(name string) [][2]string { return [][2]string{{"scheduler.allocator", name}} })
		}
		if unfit == 0 {
			t.Error("nothing is unfit: that tells nothing")
		}
	}
}
