package slurm_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"hopyard/core/internal/goldentest"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/topology/topologytest"
	"hopyard/core/yamldoc"
)

// machine combines the interfaces that every machine of package slurm implements.
type machine interface {
	topology.Routed
	topology.NamedNodes
}

// describe parses a text and returns the result in readable form: notices, switches
// and nodes, or the errors.
func describe(t *testing.T, text string) string {
	m, err := slurm.Parse(text)
	if err != nil {
		if !errors.Is(err, topology.ErrShape) {
			t.Errorf("%v does not wrap ErrShape", err)
		}
		return err.Error() + "\n"
	}
	var b strings.Builder
	for _, n := range m.Notices {
		fmt.Fprintf(&b, "notice: %v\n", n)
	}
	top := m.Topology.(machine)
	h, even := m.Topology.(topology.Hierarchy)
	if even {
		fmt.Fprintf(&b, "%d levels\n", h.Levels())
	} else if topology.Nesting(m.Topology) != nil {
		b.WriteString("uneven\n")
	}
	if g, ok := m.Topology.(topology.Grid); ok {
		fmt.Fprintf(&b, "grid %v\n", g.Dims())
	}
	for _, s := range topology.Nesting(m.Topology) {
		fmt.Fprintf(&b, "%s%s: %d-%d", strings.Repeat("  ", int(s.Level)), top.DeviceName(s.Device), s.First, s.Last)
		if s.Leaf {
			for n := s.First; n <= s.Last; n++ {
				fmt.Fprintf(&b, " %s", top.NodeName(n))
			}
		}
		b.WriteByte('\n')
	}
	if x, ok := m.Topology.(topology.Blocked); ok {
		fmt.Fprintf(&b, "blocks of %d at %v, levels %v\n", x.Blocks().Size, x.Blocks().Starts, x.Blocks().Levels)
	}
	if x, ok := m.Topology.(topology.Ringed); ok {
		fmt.Fprintf(&b, "rings at %v: %s\n", x.Rings().Starts, nodeNames(top))
	}
	if x, ok := m.Topology.(topology.PodMachine); ok {
		fmt.Fprintf(&b, "%s\n", nodeNames(top))
		for _, p := range x.Pods() {
			fmt.Fprintf(&b, "pod %v of nodes %v, boxes %v\n", p.Dims, p.Nodes, p.Boxes)
		}
	}
	last := topology.NodeID(top.NumNodes() - 1)
	fmt.Fprintf(&b, "from %s to %s: distance %d, %d hops\n", top.NodeName(0), top.DeviceName(topology.DeviceID(top.NumSwitches()+int(last))), top.Distance(0, last), top.Hops(0, last))
	if err := good(top); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return b.String()
}

func nodeNames(m machine) string {
	var all []string
	for n := range topology.NodeID(m.NumNodes()) {
		all = append(all, m.NodeName(n))
	}
	return strings.Join(all, " ")
}

// good checks properties that hold for every machine.
func good(m machine) error {
	if g, ok := m.(interface{ Weight(topology.LinkID) int64 }); ok { // a graph, whose hops are tested in package topology
		if err := errors.Join(topologytest.Links(m), topologytest.Shortest(m, g.Weight)); err != nil {
			return err
		}
	} else if err := errors.Join(topologytest.Links(m), topologytest.Routes(m), topologytest.Shortest(m, nil), topologytest.Distances(m, nil)); err != nil {
		return err
	}
	if h, ok := m.(topology.Hierarchy); ok {
		if err := topologytest.Domains(h); err != nil {
			return err
		}
	}
	for n := range topology.NodeID(m.NumNodes()) {
		if found, ok := m.FindNode(m.NodeName(n)); !ok || found != n {
			return fmt.Errorf("node %d is called %s, which is node %d (%v)", n, m.NodeName(n), found, ok)
		}
	}
	if n, ok := m.FindNode("no such node"); ok {
		return fmt.Errorf("node %d is called anything", n)
	}
	return nil
}

func TestConf(t *testing.T) { goldentest.Run(t, "testdata/conf.txt", describe) }

func TestYAML(t *testing.T) { goldentest.Run(t, "testdata/yaml.txt", describe) }

// TestSeveralTopologies checks the choice among several topologies, and that errors
// in those that are not used are only remarked upon.
func TestSeveralTopologies(t *testing.T) {
	const text = "- topology: a\n  tree:\n    switches:\n    - switch: s\n      nodes: n[0-3]\n" +
		"- topology: b\n  cluster_default: true\n  ring:\n    rings:\n    - ring: r\n      nodes: n[0-4]\n" +
		"- topology: c\n  flat: true\n- topology: d\n  block:\n    blocks:\n    - block: b\n      nodes: n[0-\n"
	const bad = `line 17: topology "d", which is not used, has an error: nodes: "n[0-" has a [ that is not closed; write it as in n[0-3,8]`
	for _, c := range []struct {
		name  string
		nodes int
		want  string // the first notice, or the error
	}{
		{"", 5, `line 6: of 4 topologies, "b" is used, the one with cluster_default: true`},
		{"a", 4, `line 1: of 4 topologies, "a" is used, as chosen`},
		{"c", 0, `line 13: topology/flat names no nodes; use the topology flat with a number of nodes, or describe the machine under tree: or block:`},
		{"d", 0, `line 17: nodes: "n[0-" has a [ that is not closed; write it as in n[0-3,8]`},
		{"e", 0, `there is no topology "e"; use one of "a", "b", "c", "d"`},
	} {
		m, err := slurm.ParseNamed(text, c.name, 100)
		if c.nodes == 0 {
			if err == nil || err.Error() != c.want {
				t.Errorf("%q: %v, want %s", c.name, err, c.want)
			}
			continue
		}
		if err != nil || m.Topology.NumNodes() != c.nodes || len(m.Notices) != 2 || m.Notices[0].String() != c.want || m.Notices[1].String() != bad {
			t.Errorf("%q: %v, %v", c.name, err, m.Notices)
		}
	}
	if _, err := slurm.ParseNamed("SwitchName=s Nodes=n", "a", 100); err == nil || err.Error() != `topology.conf describes one topology, which has no name; leave out the name "a"` {
		t.Error(err)
	}
}

// goodBlocks is a topology.yaml that the cases of malformed.txt change.
const goodBlocks = `- topology: main
  cluster_default: true
  block:
    block_sizes: [4, 8]
    blocks:
    - block: b0
      nodes: n[0-3]
    - block: b1
      nodes: n[4-7]
`

// TestMalformed checks the message for everything that can be wrong with blocks in
// topology.yaml. Each message names a line and a fix.
func TestMalformed(t *testing.T) {
	goldentest.Run(t, "testdata/malformed.txt", func(t *testing.T, input string) string {
		_, err := slurm.Parse(strings.ReplaceAll(goldentest.Edit(t, goodBlocks, input), "⇥", "\t"))
		if err == nil {
			t.Fatalf("the case\n%sis read without an error", input)
		}
		for line := range strings.Lines(err.Error()) {
			if !strings.HasPrefix(line, "line ") {
				t.Errorf("%q names no line", line)
			}
		}
		return err.Error() + "\n"
	})
}

// goodTorus returns a topology.yaml of a torus with the given nodes or regions.
func goodTorus(nodes string) string {
	return "- topology: a\n  torus3d:\n    toruses:\n    - name: p\n      dims: {x: 3, y: 2, z: 2}\n" +
		"      placements: [{dims: {x: 2, y: 1, z: 1}}, {dims: {x: 1, y: 2, z: 1}, anchor_seed: {x: 0, y: 1, z: 0}, anchor_spacing: {x: 2, y: 2, z: 1}}]\n" + nodes
}

// switchOrder returns the order of a machine's switches in the text from which it was
// read.
func switchOrder(t topology.Topology) string {
	if listed, ok := t.(topology.Listed); ok {
		return fmt.Sprint(listed.SwitchOrder())
	}
	return ""
}

// TestWrite writes machines as topology.yaml and reads them again.
func TestWrite(t *testing.T) {
	for _, text := range []string{
		goodBlocks,
		"SwitchName=s0 Nodes=n[0-3]\n",
		"SwitchName=top Switches=s[0-1]\nSwitchName=s1 Nodes=n[4-7]\nSwitchName=s0 Nodes=[01-03],x\n",
		"SwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=m[0-1]\nSwitchName=mid Switches=s1\nSwitchName=top Switches=s0,mid\n",
		"BlockName=b0 Nodes=n[0-3]\nBlockName=b1\nBlockName=b2 Nodes=n[4-5]\nBlockSizes=4,16\n",
		"BlockName=b0 Nodes=n[0-3]\n",
		"RingName=a Nodes=n[0-4]\nRingName=r0 Nodes=m[0-2]\n",
		"RingName=a Nodes=n[0-4]\n",
		"SwitchName=!a Nodes=!0\nSwitchName=null Nodes=null\nSwitchName=top Switches=!a,null\n",
		goodTorus("      nodes: n[01-12]\n"),
		goodTorus("      regions:\n      - {anchor: {x: 0, y: 1, z: 1}, dims: {x: 2, y: 1, z: 1}, nodes: 'b,a'}\n      - {anchor: {x: 2, y: 0, z: 0}, dims: {x: 1, y: 2, z: 2}, nodes: 'n[0-3]'}\n"),
		goodTorus("      nodes: n[01-12]\n    - name: other\n      dims: {x: 1, y: 1, z: 2}\n      nodes: a,b\n    - name: empty\n      dims: {x: 1, y: 1, z: 2}\n      regions: []\n"),
	} {
		m, err := slurm.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		yaml, err := slurm.Write(m.Topology)
		if err != nil {
			t.Fatal(err)
		}
		again, err := slurm.Parse(yaml)
		if err != nil {
			t.Fatalf("%s is written as\n%s%v", text, yaml, err)
		}
		if switchOrder(m.Topology) != switchOrder(again.Topology) || describe(t, text) != describe(t, yaml) {
			t.Errorf("%s is written as\n%s", text, yaml)
		}
	}
	levels, err := topology.NewLevelTree([]string{"block", "rack"}, []topology.LabelledNode{{Name: "a", Labels: []string{"b0", "r0"}}, {Name: "b/c", Labels: []string{"b0", "r1"}}, {Name: "b-c", Labels: []string{"b1", "r0"}}})
	if err != nil {
		t.Fatal(err)
	}
	fat, err := topology.NewFatTree(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []topology.Topology{levels, fat} {
		yaml, err := slurm.Write(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := slurm.Parse(yaml)
		if err != nil {
			t.Fatalf("%v in\n%s", err, yaml)
		}
		for n := range topology.NodeID(m.NumNodes()) {
			if again.Topology.NumNodes() != m.NumNodes() || again.Topology.Distance(0, n) != m.Distance(0, n) {
				t.Errorf("node %d is elsewhere in\n%s", n, yaml)
			}
		}
	}
	torus, err := topology.NewTorus(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := slurm.Write(torus); !errors.Is(err, topology.ErrShape) || !strings.Contains(err.Error(), "; ") {
		t.Error(err)
	}
}

func TestLimits(t *testing.T) {
	long := "SwitchName=s0 Nodes=n0\n" + strings.Repeat("#", slurm.MaxText)
	if _, err := slurm.Parse(long); err == nil || err.Error() != "the text has 1048599 bytes; use 1048576 at most" {
		t.Errorf("%v", err)
	}
	many := strings.Repeat("SwitchName=s0 Nodes=n0\n", 400)
	_, err := slurm.Parse(many)
	var errs slurm.Errors
	if !errors.As(err, &errs) || len(errs) != yamldoc.MaxMistakes+1 || errs[yamldoc.MaxMistakes].Text != "299 more errors are not listed; fix these first" {
		t.Errorf("%d errors, the last %v", len(errs), errs[len(errs)-1])
	}
	// Texts that would take a careless parser very long.
	for name, text := range map[string]string{
		"continued":  "SwitchName=s0 Nodes=n0 " + strings.Repeat("\\\n", slurm.MaxText/2-20),
		"keys":       "- a:\n" + strings.Repeat("  k: 1\n", slurm.MaxText/8),
		"hyphens":    strings.Repeat("- ", slurm.MaxText/2-1),
		"brackets":   "SwitchName=s0 Nodes=" + strings.Repeat("[0-9]", 12),
		"commas":     "SwitchName=s0 Nodes=" + strings.Repeat(",", slurm.MaxText-100),
		"ranges":     "SwitchName=s0 Nodes=n[" + strings.Repeat("0,", slurm.MaxText/2-100) + "1]",
		"everything": "SwitchName=s0 Nodes=n[0-1048575]",
	} {
		m, err := slurm.Parse(text)
		if (err == nil) != (name == "continued" || name == "everything") {
			t.Errorf("%s: %v", name, err)
		}
		if name == "everything" && m.Topology.NumNodes() != topology.MaxNodes {
			t.Errorf("%d nodes", m.Topology.NumNodes())
		}
	}
}

func TestExpandHosts(t *testing.T) {
	for _, c := range []struct{ list, want string }{
		{"a", "a"}, {"a, b", "a b"}, {"n[0-2]", "n0 n1 n2"}, {"n[08-11]", "n08 n09 n10 n11"}, {"n[8-11]", "n8 n9 n10 n11"},
		{"n[2,0]", "n2 n0"}, {"r[0-1]n[0-1]", "r0n0 r0n1 r1n0 r1n1"}, {"[1-2]", "1 2"}, {"a[1]b[2-3]c,d", "a1b2c a1b3c d"},
		{"n[ 1 , 2 ]", "n1 n2"}, {"n[0-0]", "n0"}, {"n[000-001]", "n000 n001"},
	} {
		got, err := slurm.ExpandHosts(c.list, 100)
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q (%v), want %s", c.list, got, err, c.want)
		}
	}
	if _, err := slurm.ExpandHosts("n[0-100]", 100); err == nil || err.Error() != `"n[0-100]" brings the names to more than 100, the maximum` {
		t.Error(err)
	}
}

func TestJoinHosts(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"a", "a"}, {"n0 n1 n2", "n[0-2]"}, {"n08 n09 n10 n11", "n[08-11]"}, {"n8 n9 n10", "n[8-10]"}, {"n9 n010", "n[9,010]"},
		{"n0 n2 n3 login n4", "n[0,2-3],login,n4"}, {"1 2", "[1-2]"}, {"n5 n4", "n[5,4]"}, {"", ""},
	} {
		if got := slurm.JoinHosts(strings.Fields(c.names)); got != c.want {
			t.Errorf("%s: %s, want %s", c.names, got, c.want)
		}
	}
}

// FuzzExpandHosts checks that no name in the result contains a comma or bracket,
// that the result, read as a list again, expands to itself, and that joined names
// expand to the same names.
func FuzzExpandHosts(f *testing.F) {
	for _, seed := range []string{"a", "n[0-3,8]", "r[1-2]n[08-11]x,login", "n[", "[0-99999]", ",", "n[3-1]", "a[1]]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, list string) {
		names, err := slurm.ExpandHosts(list, 1000)
		if err != nil {
			if names != nil {
				t.Fatalf("%q: %d names and %v", list, len(names), err)
			}
			return
		}
		if joined, err := slurm.ExpandHosts(slurm.JoinHosts(names), 1000); err != nil || strings.Join(joined, ",") != strings.Join(names, ",") {
			t.Fatalf("%q: joined %q (%v)", list, slurm.JoinHosts(names), err)
		}
		again, err := slurm.ExpandHosts(strings.Join(names, ","), 1000)
		if err != nil || strings.Join(again, ",") != strings.Join(names, ",") || len(names) == 0 || len(names) > 1000 {
			t.Fatalf("%q: %q, and then %q (%v)", list, names, again, err)
		}
	})
}

// FuzzParse checks that every text that is read without an error yields a valid
// machine. If the switches of that machine are written as topology.conf and read
// again, the result must be the same machine.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=m\nSwitchName=s2 Switches=s[0-1] LinkSpeed=3\n",
		"SwitchName=a Nodes=b\\\n,c # d\n", "SwitchName=s0 Switches=s1\nSwitchName=s1 Switches=s0\n",
		"- topology: t\n  cluster_default: true\n  tree:\n    switches:\n    - switch: s\n      nodes: n[0-3]\n",
		"- topology: t\n  tree:\n    switches:\n    - switch: a\n      children: b,c\n    - switch: b\n      nodes: n\n    - switch: c\n      children: d\n    - switch: d\n      nodes: m\n",
		"- topology: t\n  torus3d:\n    toruses:\n    - name: p\n      dims: {x: 2, y: 3, z: 1}\n      nodes: n[0-5]\n      placements: [{x: 1}]\n",
		"- topology: t\n  torus3d:\n    toruses:\n    - name: p\n      dims: {x: 2, y: 3, z: 1}\n      regions:\n      - anchor: {x: 1, y: 1, z: 0}\n        dims: {x: 1, y: 2, z: 1}\n        nodes: a,b\n      placements:\n      - dims: {x: 1, y: 2, z: 1}\n        anchor_spacing: {x: 1, y: 1, z: 1}\n",
		"RingName=r Nodes=n[0-4]\nRingName=q Nodes=m[0-2]\n", "BlockName=b Nodes=n0\n", "- a:\n  - b: [\n", "\t- x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := slurm.Parse(text)
		if err != nil {
			if err.Error() == "" || m.Topology != nil {
				t.Fatalf("%q: a machine, and the error %q", text, err)
			}
			return
		}
		if m.Topology.NumNodes() > 200 {
			return
		}
		first := m.Topology.(machine)
		if err := good(first); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		yaml, err := slurm.Write(m.Topology)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if written, err := slurm.Parse(yaml); err != nil || written.Topology.NumNodes() != first.NumNodes() || switchOrder(written.Topology) != switchOrder(first) || fmt.Sprint(written.Topology.(machine).Distance(0, topology.NodeID(first.NumNodes()-1))) != fmt.Sprint(first.Distance(0, topology.NodeID(first.NumNodes()-1))) {
			t.Fatalf("%q as\n%s%v", text, yaml, err)
		}
		list := topology.Nesting(first)
		if list == nil {
			return
		}
		below := make([][]string, len(list))
		for _, s := range list[1:] {
			below[s.Parent] = append(below[s.Parent], first.DeviceName(s.Device))
		}
		var conf strings.Builder
		for i, s := range list {
			key := "Switches"
			if s.Leaf {
				key = "Nodes"
				for n := s.First; n <= s.Last; n++ {
					below[i] = append(below[i], first.NodeName(n))
				}
			}
			fmt.Fprintf(&conf, "SwitchName=%q %s=%s\n", first.DeviceName(s.Device), key, strings.Join(below[i], ","))
		}
		again, err := slurm.Parse(conf.String())
		if err != nil {
			t.Fatalf("%q as\n%s%v", text, conf.String(), err)
		}
		second := again.Topology.(machine)
		for n := range topology.NodeID(first.NumNodes()) {
			if second.NumNodes() != first.NumNodes() || second.NodeName(n) != first.NodeName(n) || second.Distance(0, n) != first.Distance(0, n) {
				t.Fatalf("%q as\n%sis another machine at node %d", text, conf.String(), n)
			}
		}
	})
}
