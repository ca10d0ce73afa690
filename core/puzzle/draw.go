package puzzle

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// stream is the number of the random stream for puzzles. It differs from the
// numbers of all other random streams that use the same seed.
const stream = 0x70757a7a6c65

// source draws integers. It does not use rand.Rand, whose algorithm may change.
type source struct{ *rand.PCG }

// below returns a number drawn uniformly from 0 to n-1, with a relative error of up
// to 2^-32.
func (r *source) below(n int64) int64 { return int64(r.Uint64() >> 32 * uint64(n) >> 32) }

// between returns a number drawn uniformly from low to high, both included.
func (r *source) between(low, high int64) int64 { return low + r.below(high-low+1) }

// drawEight returns a random problem as JSON: a machine and eight jobs whose run
// times equal their walltimes. Five jobs are submitted at 0, three later. It is the
// generator for all dates so far.
func drawEight(r *source) string {
	machines := [...]struct {
		shape string
		nodes int64
	}{
		{`{"kind": "fat-tree", "levels": 2, "width": 4}`, 16},
		{`{"kind": "torus", "dims": [4, 3]}`, 12},
		{`{"kind": "star", "nodes": 10}`, 10},
	}
	m := &machines[r.below(int64(len(machines)))]
	var jobs []string
	at := int64(0)
	for i := range 8 {
		if i >= 5 {
			at += 5 * r.between(1, 6)
		}
		nodes := r.between(1, m.nodes/2)
		if r.below(3) == 0 {
			nodes = r.between(m.nodes/2, m.nodes-1)
		}
		wall := 10 * r.between(1, 9)
		jobs = append(jobs, fmt.Sprintf(`{"id": %d, "submit": %d, "nodes": %d, "walltime": %d}`, i+1, at*60, nodes, wall*60))
	}
	return fmt.Sprintf(`"cluster": {"topology": %s}, "jobs": [%s]`, m.shape, strings.Join(jobs, ", "))
}
