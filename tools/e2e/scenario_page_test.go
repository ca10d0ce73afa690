package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// bigScenario returns a scenario with the given number of jobs on a machine of
// 4^levels nodes. A run has three events per job, and queues form occasionally.
func bigScenario(jobs, levels int, queue, allocator string) string {
	var out strings.Builder
	nodes := 1 << (2 * levels)
	rng := rand.New(rand.NewPCG(1, uint64(jobs)))
	fmt.Fprintf(&out, `{"hopyard":1,"title":"%d jobs on %d nodes","cluster":{"topology":{"kind":"fat-tree","levels":%d,"width":4}},"jobs":[`, jobs, nodes, levels)
	at := 0
	for i := range jobs {
		if i > 0 {
			out.WriteByte(',')
		}
		at += rng.IntN(16)
		size := 1 << rng.IntN(2*levels-1)
		wall := 60 + rng.IntN(240)
		fmt.Fprintf(&out, `{"id":%d,"submit":%d,"nodes":%d,"walltime":%d,"runtime":%d}`, i+1, at, size, wall, wall/2+rng.IntN(wall/2))
	}
	fmt.Fprintf(&out, `],"scheduler":{"queue":%q,"allocator":%q}}`, queue, allocator)
	return out.String()
}

// drop drops a file on the page.
func drop(t *testing.T, p *Page, name, content string) {
	t.Helper()
	must(t, p.DropFile(name, content))
}
