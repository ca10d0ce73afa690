package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// bigScenario is a run of three events a job on a machine of 4^levels nodes,
// busy enough that a queue builds up now and then.
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

// drop gives the page a file, as the browser does when one is dropped on it.
func drop(t *testing.T, p *Page, name, content string) {
	t.Helper()
	must(t, p.DropFile(name, content))
}
