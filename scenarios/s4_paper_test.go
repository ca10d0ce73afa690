package scenarios

import (
	"fmt"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/trace"
)

// on1 returns a scenario. Its arguments are JSON texts: the cluster, the jobs (one
// or more), and the scheduler.
func on1(cluster, job, scheduler string) []byte {
	return fmt.Appendf(nil, `{"hopyard": 1, "cluster": %s, "jobs": [%s], "scheduler": %s}`, cluster, job, scheduler)
}

// TestS4WeightedDirectedGraph checks a topology that is a weighted directed graph
// with switches. S4 allows any such graph (S4, TopSimity).
func TestS4WeightedDirectedGraph(t *testing.T) {
	r := simulate(t, "graph", on1(`{"topology": {"kind": "graph", "nodes": 3, "switches": 1, "links": [
		{"from": "n0", "to": "s0", "weight": 1, "both": true}, {"from": "n1", "to": "s0", "weight": 5, "both": true},
		{"from": "s0", "to": "n2", "weight": 2}, {"from": "n2", "to": "n0", "weight": 7}]}}`, `{"nodes": 1, "walltime": 1}`, `{}`))
	m := r.config.Machine
	for _, c := range []struct {
		a, b topology.NodeID
		want int64
	}{{0, 1, 6}, {1, 0, 6}, {0, 2, 3}, {2, 0, 7}, {2, 1, 13}} {
		if got := m.Distance(c.a, c.b); got != c.want {
			t.Errorf("from %d to %d: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestS4UnlikeNodesAndLinks checks that nodes can differ in memory, disk, cores and
// speed, and that links can differ in bandwidth (S4, TopSimity).
func TestS4UnlikeNodesAndLinks(t *testing.T) {
	machine := `{"topology": {"kind": "star", "nodes": 4}, "node": {"cores": 2, "memory": 1024, "disk": 10}, "groups": [
		{"nodes": "1", "memory": 4096}, {"nodes": "2", "disk": 1000}, {"nodes": "3", "cores": 8, "speed": 4}]}`
	for _, c := range []struct{ need, node string }{
		{`"memory": 2048`, "1"}, {`"disk": 100`, "2"}, {`"cores": 4`, "3"},
	} {
		r := simulate(t, c.need, on1(machine, `{"tasks": 1, "per_task": {`+c.need+`}, "walltime": 400, "runtime": 100}`, `{}`))
		r.on(1, c.node)
		want := int64(100)
		if c.node == "3" {
			want = 25
		}
		r.lasts(1, want)
	}
	slow := on1(`{"topology": {"kind": "graph", "nodes": 2, "switches": 1, "links": [
		{"from": "n0", "to": "s0", "bandwidth": 1000, "both": true}, {"from": "n1", "to": "s0", "bandwidth": 500, "both": true}]}}`,
		`{"nodes": 2, "walltime": 1000, "runtime": 10, "comm": {"pattern": "ring", "bytes": 10000}}`, `{}`)
	simulate(t, "links", slow, set("network", "max-min")).lasts(1, 20)
}

// TestS4DrawnWorkload checks that a workload model can generate random jobs. The
// same seed must give the same jobs (S4, TopSimity).
func TestS4DrawnWorkload(t *testing.T) {
	src := []byte(`{"hopyard": 1, "seed": 7, "cluster": {"topology": {"kind": "star", "nodes": 64}}, "workload": {"model": "lublin", "jobs": 500, "load": 0.8}}`)
	a, b := simulate(t, "drawn", src), simulate(t, "drawn", src)
	if len(a.end) != 500 || a.end[500] != b.end[500] {
		t.Errorf("%d of 500 jobs end", len(a.end))
	}
	other := simulate(t, "drawn", src, set("seed", "8"))
	if other.end[500] == a.end[500] {
		t.Error("another seed draws the same jobs")
	}
}

// TestS4Patterns runs a job with every communication pattern. A communicating job
// must slow down if its links do not have enough bandwidth (S4, TopSimity).
func TestS4Patterns(t *testing.T) {
	for _, p := range scenario.Patterns() {
		if p.Name == "none" || p.Name == "matrix" {
			continue
		}
		src := on1(`{"topology": {"kind": "fat-tree", "levels": 2, "width": 4}}`,
			`{"nodes": 16, "walltime": 100000, "runtime": 100, "comm": {"pattern": "`+p.Name+`", "share": 8}}`, `{}`)
		r := simulate(t, p.Name, src, set("network", "max-min"))
		if took := r.end[1] - r.start[1]; took < 500 {
			t.Errorf("%s: wants eight times what a link carries, and takes %d s instead of 100", p.Name, took)
		}
	}
}

// TestS4SDM checks SDM's search (S4, appendix). Around each device (a switch or a
// node), SDM forms a candidate placement, which S4 calls a launch window. SDM takes
// the candidate with the smallest sum of pairwise distances. Among equal sums, it
// takes the candidate with the highest performance.
func TestS4SDM(t *testing.T) {
	tree := `{"topology": {"kind": "fat-tree", "levels": 2, "width": 4}, "groups": [{"nodes": "8-11", "speed": 2}]}`
	r := simulate(t, "sdm", on1(tree, `{"nodes": 4, "walltime": 10}`, `{"allocator": "sdm"}`))
	r.on(1, "8-11")
	all := alloc.Explain(alloc.SDM{}, &r.config.Jobs[0].Request, cluster.NewFree(r.config.Machine), 100)
	for i := 1; i < len(all); i++ {
		if all[i].Cost < all[i-1].Cost {
			t.Errorf("candidate %d costs %d, after one of %d", i, all[i].Cost, all[i-1].Cost)
		}
	}
	if got := spreadOf(r, 1).PairDistance; all[0].Cost != got || got != 6*2 {
		t.Errorf("the chosen window costs %d, its pairwise distances are %d, want 12", all[0].Cost, got)
	}
}

// TestS4MDM checks MDM's search (S4, appendix). From each device (a switch or a
// node), MDM searches outwards and prefers faster cores at equal distance. It takes
// the candidate placement that reaches least far from its device.
func TestS4MDM(t *testing.T) {
	star := `{"topology": {"kind": "star", "nodes": 8}, "groups": [{"nodes": "2,5,7", "speed": 3}]}`
	simulate(t, "mdm", on1(star, `{"nodes": 3, "walltime": 10}`, `{"allocator": "mdm"}`)).on(1, "2,5,7")
	// On a tree, each node is one link away from its leaf switch, so MDM uses a
	// single leaf switch. First fit would use nodes of two leaf switches.
	tree := []byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 4}}, "jobs": [
		{"nodes": 2, "walltime": 100}, {"submit": 1, "nodes": 4, "walltime": 10}], "scheduler": {"allocator": "mdm"}}`)
	r := simulate(t, "mdm", tree)
	r.on(2, "4-7")
	simulate(t, "first fit", tree, firstFit()).on(2, "2-5")
}

// TestS4Combinations checks that the same workload runs to its end with every
// combination in S4: MPFS Scan or backfilling, with each of the placements that S4
// uses on the topology (S4).
func TestS4Combinations(t *testing.T) {
	everywhere := []string{"sdm", "mdm", "first-fit", "best-fit", "fastest-first", "random"}
	for _, m := range []struct {
		topology string
		own      []string
	}{
		{`{"kind": "fat-tree", "levels": 2, "width": 4}`, []string{"snp", "ftscp", "ftsc"}},
		{`{"kind": "torus", "dims": [4, 4]}`, []string{"mc1x1", "mc1x1-inc"}},
		{`{"kind": "star", "nodes": 16}`, []string{"snp", "sns"}},
	} {
		for _, allocator := range append(m.own, everywhere...) {
			for _, queue := range []string{"mpfs-scan", "easy"} {
				src := []byte(`{"hopyard": 1, "cluster": {"topology": ` + m.topology + `, "groups": [{"nodes": "4-9", "speed": 2}]}, "workload": {"model": "lublin", "jobs": 60, "load": 0.9}}`)
				r := simulate(t, m.topology+" "+queue+" "+allocator, src, by(allocator), set("scheduler.queue", queue))
				if len(r.end) != 60 {
					t.Errorf("%s: %d of 60 jobs end", r.name, len(r.end))
				}
			}
		}
	}
}

// TestS4Criteria checks that there are metrics for each of S4's groups of criteria:
// performance of schedules, use of memory and disk, load balance, guaranteed
// service, and communication. In each group, some metric must have different values
// for two placements or disciplines.
func TestS4Criteria(t *testing.T) {
	src := []byte(`{"hopyard": 1, "seed": 3, "cluster": {"topology": {"kind": "torus", "dims": [4, 4]}, "node": {"cores": 4, "memory": 8192, "disk": 100}, "groups": [{"nodes": "0-3", "speed": 2}]},
		"workload": {"model": "lublin", "jobs": 200, "load": 0.9, "tasks": true, "memory": [0.01, 0.25], "disk": [0.01, 0.1]}, "network": {"model": "max-min", "comm": {"pattern": "all-to-all", "share": 0.4}}}`)
	figures := func(set ...[2]string) metrics.Figures {
		r := simulate(t, "criteria", src, set...)
		return (&metrics.Subject{Machine: r.config.Machine, Jobs: r.config.Jobs, Network: r.config.Network}).Summarize(r.log)
	}
	a, b := figures(), figures(set("scheduler.queue", "mpfs-scan"), by("random"))
	for _, c := range []struct {
		group string
		a, b  float64
	}{
		{"performance", a.MeanResponse, b.MeanResponse}, {"memory", a.MemoryUse, b.MemoryUse}, {"disk", a.DiskUse, b.DiskUse}, {"balance", a.Balance, b.Balance},
		{"service", a.MaxSlowdown, b.MaxSlowdown}, {"communication", a.CommSlowdown, b.CommSlowdown}, {"distance", a.MeanPairDistance, b.MeanPairDistance},
	} {
		if c.a == c.b || c.a <= 0 || c.b <= 0 {
			t.Errorf("%s: %v and %v", c.group, c.a, c.b)
		}
	}
}

// TestS4Hierarchy checks that tasks are placed on individual cores of a node. The
// distances between cores of the same node must count (S4).
func TestS4Hierarchy(t *testing.T) {
	w := cluster.OnNodeDistance{Core: 1, Socket: 2}
	machine := `{"topology": {"kind": "star", "nodes": 2}, "node": {"cores": 8, "sockets": 2}, "within": {"core": 1, "socket": 2}}`
	r := simulate(t, "within", on1(machine, `{"tasks": 6, "walltime": 10}`, `{"allocator": "sdm"}`))
	r.on(1, "0")
	// Four tasks are on one socket and two are on the other. So 6 + 1 pairs of
	// tasks are within a socket, and 8 pairs are across sockets.
	spread := cluster.SpreadOf(cluster.NewFree(r.config.Machine), &r.config.Jobs[0].Request, r.placed[1])
	if want := 7*w.Core + 8*w.Socket; spread.TaskDistance != want {
		t.Errorf("the tasks are %d apart, want %d", spread.TaskDistance, want)
	}
	// Two of the four cores of each socket are in use. Four tasks on the other
	// cores make 2 pairs within a socket and 4 pairs across sockets.
	machine = `{"topology": {"kind": "star", "nodes": 1}, "node": {"cores": 8, "sockets": 2}, "within": {"core": 1, "socket": 3}}`
	r = simulate(t, "halves", on1(machine, `{"tasks": 2, "walltime": 10}, {"tasks": 2, "walltime": 90}, {"tasks": 2, "walltime": 10}, {"tasks": 2, "walltime": 90}, {"tasks": 4, "walltime": 10, "submit": 20}`, `{"allocator": "sdm"}`))
	tape, err := engine.Record(r.config)
	if err != nil {
		t.Fatal(err)
	}
	for i := range tape.Len() {
		for _, x := range tape.Events(i) {
			if c := tape.Explain(i, x.Job, 1).Candidates; x.Job == 4 && x.Kind == trace.Start && c[0].Cost != 14 {
				t.Errorf("four tasks on two half-free sockets are said to cost %d, want 14", c[0].Cost)
			}
		}
	}
}
