package alloc_test

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// fluxMatches are the match policies by Flux's names.
var fluxMatches = map[string]alloc.FluxMatch{
	"first": alloc.FluxFirst, "firstnodex": alloc.FluxFirstNodeX, "lonode": alloc.FluxLoNode,
	"lonodex": alloc.FluxLoNodeX, "hinode": alloc.FluxHiNode, "hinodex": alloc.FluxHiNodeX,
}

// fluxMachine returns the machine of the vectors: two racks with two nodes of four
// cores each. If used is true, node0 has one free core and node2 has two.
func fluxMachine(used bool) (*topology.LevelTree, *cluster.Free) {
	var nodes []topology.LabelledNode
	for i := range 4 {
		nodes = append(nodes, topology.LabelledNode{Name: fmt.Sprintf("node%d", i), Labels: []string{fmt.Sprintf("rack%d", i/2)}})
	}
	tree := must(topology.NewLevelTree([]string{"rack"}, nodes))
	free := cluster.NewFree(cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{4}, Speed: 1000}))
	if used {
		free.Take(&workload.Request{Tasks: 1, PerTask: workload.Resources{1}}, cluster.Placement{{First: 0, Last: 0, Tasks: 3}, {First: 2, Last: 2, Tasks: 2}})
	}
	return tree, free
}

// TestFluxsVectors checks decisions that were derived by hand from Flux's source
// code.
func TestFluxsVectors(t *testing.T) {
	whole := func(n int32) workload.Request { return workload.Request{Nodes: n} }
	tasks := func(n int32) workload.Request { return slotsJob(n, 1, workload.GatherFreely, 0) }
	for i, v := range []struct {
		match string
		used  bool
		job   workload.Request
		want  string
	}{
		{"lonode", true, whole(1), "node1=1"},
		{"hinode", true, whole(1), "node3=1"},
		{"lonode hinode lonodex hinodex first firstnodex", true, whole(2), "node1=1 node3=1"},
		{"lonode hinode lonodex hinodex first firstnodex", true, whole(3), ""},
		{"lonode", true, tasks(5), "node0=1 node1=4"},
		{"hinode", true, tasks(5), "node2=1 node3=4"},
		{"lonode hinode first", true, tasks(12), ""},
		{"lonodex", true, tasks(5), "node1=4 node3=1"},
		{"lonode", true, slotsJob(3, 1, workload.GatherRequired, 1), "node0=1 node1=2"},
		{"first", false, tasks(5), "node2=1 node3=4"},
	} {
		for name := range strings.FieldsSeq(v.match) {
			match := fluxMatches[name]
			tree, free := fluxMachine(v.used)
			p, _ := alloc.Flux{Match: match}.Allocate(&v.job, free, nil)
			for who, tasks := range map[string]map[topology.NodeID]int32{"allocator": byNode(p), "reference": fluxTwin(match)(&v.job, free)} {
				var got []string
				for _, n := range slices.Sorted(maps.Keys(tasks)) {
					got = append(got, fmt.Sprintf("%s=%d", tree.NodeName(n), tasks[n]))
				}
				if v.job.Size() > free.Count(&v.job) && who == "reference" {
					continue
				}
				if strings.Join(got, " ") != v.want {
					t.Errorf("vector %d, %s: the %s says %v, want %q", i+1, name, who, got, v.want)
				}
			}
		}
	}
	// The policy first, with jobs that stay on the machine.
	_, free := fluxMachine(false)
	var got []string
	for range 4 {
		q := whole(1)
		p, _ := alloc.Flux{}.Allocate(&q, free, nil)
		free.Take(&q, p)
		got = append(got, p.String())
	}
	if want := "3 1 2 0"; strings.Join(got, " ") != want {
		t.Errorf("four jobs of one node get %v, want %s", got, want)
	}
}

// TestFluxEqualsTheDefinition compares with fluxTwin on random machines.
func TestFluxEqualsTheDefinition(t *testing.T) {
	for _, match := range slices.Sorted(maps.Values(fluxMatches)) {
		compareOnLevels(t, soaktest.Rounds(8000), alloc.Flux{Match: match}, fluxTwin(match))
	}
}

var atTheEnd = regexp.MustCompile(`[0-9]+$`)

// fluxTwin returns a slow reference implementation of Flux's rule.
func fluxTwin(match alloc.FluxMatch) func(*workload.Request, *cluster.Free) map[topology.NodeID]int32 {
	name := ""
	for n, m := range fluxMatches {
		if m == match {
			name = n
		}
	}
	low, exclusive, stops := strings.HasPrefix(name, "lo"), strings.HasSuffix(name, "x"), strings.HasPrefix(name, "first")
	return func(q *workload.Request, free *cluster.Free) map[topology.NodeID]int32 {
		m := free.Machine().Topology.(topology.Hierarchy)
		_, named := free.Machine().Topology.(topology.NamedNodes)
		nodes := levelNodes(free, q)
		size, host := int(q.Size()), m.Levels()
		for i := range nodes {
			if exclusive && !nodes[i].idle {
				nodes[i].slots = 0
			}
		}
		id := func(level, i int) int {
			if !named {
				return i
			}
			number, _ := strconv.Atoi(atTheEnd.FindString(m.DeviceName(m.SwitchDevice(level, i))))
			return number
		}
		domain := func(level, i int) []levelNode { return domainsOf(nodes, level)[i] }
		// children lists the children of a domain in the order of first.
		children := func(level, i int) (out []int) {
			for _, n := range domain(level, i) {
				if c := n.in[level+1]; !slices.Contains(out, c) {
					out = append(out, c)
				}
			}
			weight := func(c int) int64 {
				sum, used := int64(0), false
				for _, n := range domain(level+1, c) {
					sum += n.free[workload.Cores]
					used = used || !n.idle
				}
				if !used {
					return 1 << 60
				}
				return sum
			}
			slices.SortFunc(out, func(a, b int) int {
				return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(b, a))
			})
			return out
		}
		// within places the job in a domain.
		within := func(level, i int) map[topology.NodeID]int32 {
			found := domain(level, i)
			if stops {
				var visit func(level, i int) []levelNode
				visit = func(level, i int) (out []levelNode) {
					if level == host {
						return domain(host, i)
					}
					for _, c := range children(level, i) {
						out = append(out, visit(level+1, c)...)
						if slotSum(out) >= size {
							break
						}
					}
					return out
				}
				found = visit(level, i)
			}
			slices.SortFunc(found, func(a, b levelNode) int {
				byID := cmp.Compare(id(host, int(a.id)), id(host, int(b.id)))
				order := cmp.Compare(a.id, b.id) // order of creation
				switch {
				case low:
					return cmp.Or(byID, order)
				case q.Whole():
					return cmp.Or(-byID, order)
				}
				return cmp.Or(-byID, -order)
			})
			return fillNodes(found, size)
		}
		level := 0
		if q.Network.Gather == workload.GatherRequired {
			level = int(q.Network.Level)
		}
		var fitting []int
		if stops {
			var visit func(l, i int)
			visit = func(l, i int) {
				if l == level {
					if slotSum(domain(l, i)) >= size {
						fitting = append(fitting, i)
					}
					return
				}
				for _, c := range children(l, i) {
					visit(l+1, c)
				}
			}
			visit(0, 0)
		} else {
			for i, d := range domainsOf(nodes, level) {
				if slotSum(d) >= size {
					fitting = append(fitting, i)
				}
			}
			slices.SortStableFunc(fitting, func(a, b int) int {
				if low {
					return cmp.Compare(id(level, a), id(level, b))
				}
				return cmp.Compare(id(level, b), id(level, a))
			})
		}
		if len(fitting) == 0 {
			return nil
		}
		return within(level, fitting[0])
	}
}
