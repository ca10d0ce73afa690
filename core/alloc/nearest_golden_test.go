package alloc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/internal/golden"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestNearestGolden draws where the algorithms on grids place a job.
func TestNearestGolden(t *testing.T) {
	named := map[string]alloc.Ranker{
		"mc1x1": alloc.MC1x1{}, "mc1x1-inc": alloc.MC1x1Inc{}, "gen-alg": alloc.GenAlg{}, "mm": alloc.MM{},
		"mc1x1-all": alloc.MC1x1{Centres: alloc.AllCentres},
	}
	golden.Run(t, "testdata/grids/nearest.txt", func(t *testing.T, input string) string {
		lines := strings.Fields(input)
		var size int32
		fmt.Sscan(lines[1], &size)
		rows := lines[3:]
		machine := topology.Topology(torus(len(rows), len(rows[0])))
		if lines[2] == "mesh" {
			machine = mesh(len(rows), len(rows[0]))
		}
		drawing := []byte(strings.Join(rows, ""))
		free := alike(cluster.NewMachine(machine, cluster.Spec{Speed: 1000}), func(n topology.NodeID) bool { return drawing[n] == '.' })
		q := &workload.Request{Nodes: size}
		a := named[lines[0]]
		p, reason := a.Allocate(q, free, nil)
		if !reason.OK() {
			return reason.Code.String() + "\n"
		}
		best := alloc.Explain(a, q, free, 1)[0]
		for n := range p.All {
			drawing[n] = 'o'
		}
		if centre := &drawing[best.Device]; *centre == 'x' {
			*centre = 'X'
		} else {
			*centre = '@'
		}
		var out strings.Builder
		for row := range slices.Chunk(drawing, len(rows[0])) {
			fmt.Fprintf(&out, "%s\n", row)
		}
		fmt.Fprintf(&out, "cost %d, sum of distances %d\n", best.Cost, cluster.Spread(machine, p).PairDistance)
		return out.String()
	})
}
