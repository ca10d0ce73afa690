package network

import (
	"math/bits"
	"math/rand/v2"

	"hopyard/core/workload"
)

// Flow is the communication from one process of a job to another process. From and
// To differ. The amount of data is proportional to Weight.
type Flow struct {
	From, To int32
	Weight   int64
}

// AppendFlows appends the flows of a job with the given number of processes. They
// are grouped by sender, except that for master-worker the flows of the master come
// first. Each pair occurs at most once:
//
//	all-to-all     i to every other
//	ring           i to i+1, the last to the first
//	stencil-2d     i to its neighbors in a grid of rows x columns = processes,
//	               rows the largest divisor whose square is at most processes;
//	               row-major, without wrap; a prime number gives a line
//	stencil-3d     the same in planes x rows x columns, planes the largest
//	               divisor whose cube is at most processes, rows x columns as above
//	master-worker  0 to every other, every other to 0
//	tree           i to 2i+1, 2i+2 and (i-1)/2: both ways along a binary tree
//	butterfly      i to i xor 2^k for each k, where there is such a process
//	random-pairs   i to its successor in one random cycle through all processes
//	matrix         i to j with the weight at i*processes+j, where it is above 0
//
// Cost: O(flows), which is O(processes squared) for all-to-all; for matrix always
// O(processes squared). A single process has no flows.
//
// Source: SOURCES.md NET.1; patterns and numbering are INFERRED (grids as
// MPI_Dims_create makes them, cycles by Sattolo's algorithm).
func AppendFlows(dst []Flow, c *workload.Comm, processes int) []Flow {
	n := int32(processes)
	if n < 2 {
		return dst
	}
	switch c.Pattern {
	case workload.AllToAll:
		for i := range n {
			for j := range n {
				dst = appendFlow(dst, i, j, n)
			}
		}
	case workload.Ring:
		for i := range n {
			dst = append(dst, Flow{i, (i + 1) % n, 1})
		}
	case workload.Stencil2D:
		rows := divisor(n, 2)
		dst = appendStencil(dst, 1, rows, n/rows)
	case workload.Stencil3D:
		planes := divisor(n, 3)
		rows := divisor(n/planes, 2)
		dst = appendStencil(dst, planes, rows, n/planes/rows)
	case workload.MasterWorker:
		for i := int32(1); i < n; i++ {
			dst = append(dst, Flow{0, i, 1})
		}
		for i := int32(1); i < n; i++ {
			dst = append(dst, Flow{i, 0, 1})
		}
	case workload.Tree:
		for i := range n {
			if i > 0 {
				dst = append(dst, Flow{i, (i - 1) / 2, 1})
			}
			dst = appendFlow(dst, i, 2*i+1, n)
			dst = appendFlow(dst, i, 2*i+2, n)
		}
	case workload.Butterfly:
		for i := range n {
			for k := int32(1); k < n; k *= 2 {
				dst = appendFlow(dst, i, i^k, n)
			}
		}
	case workload.RandomPairs:
		for i, j := range cycle(n, c.Seed) {
			dst = append(dst, Flow{int32(i), j, 1})
		}
	case workload.Matrix:
		for i := range n {
			for j := range n {
				if w := c.Matrix[int(i)*processes+int(j)]; w > 0 && i != j {
					dst = append(dst, Flow{i, j, int64(w)})
				}
			}
		}
	}
	return dst
}

// appendFlow appends the flow from i to j. It appends nothing if j equals i or if
// there is no process j among the n processes.
func appendFlow(dst []Flow, i, j, n int32) []Flow {
	if j == i || j < 0 || j >= n {
		return dst
	}
	return append(dst, Flow{i, j, 1})
}

// appendStencil appends the flows between neighbors in a box of processes.
func appendStencil(dst []Flow, planes, rows, columns int32) []Flow {
	i := int32(0)
	for z := range planes {
		for y := range rows {
			for x := range columns {
				if z > 0 {
					dst = append(dst, Flow{i, i - rows*columns, 1})
				}
				if y > 0 {
					dst = append(dst, Flow{i, i - columns, 1})
				}
				if x > 0 {
					dst = append(dst, Flow{i, i - 1, 1})
				}
				if x < columns-1 {
					dst = append(dst, Flow{i, i + 1, 1})
				}
				if y < rows-1 {
					dst = append(dst, Flow{i, i + columns, 1})
				}
				if z < planes-1 {
					dst = append(dst, Flow{i, i + rows*columns, 1})
				}
				i++
			}
		}
	}
	return dst
}

// divisor returns the largest divisor of n whose square (power 2) or cube (power 3)
// is at most n. Cost: O(n^(1/power)).
func divisor(n int32, power int) int32 {
	best := int32(1)
	for d := int64(1); ; d++ {
		raised := d * d
		if power == 3 {
			raised *= d
		}
		if raised > int64(n) {
			return best
		}
		if n%int32(d) == 0 {
			best = int32(d)
		}
	}
}

// cycle draws a random cycle through n processes and returns the successor of each
// process. All (n-1)! cycles are equally likely, except for a bias below n/2^64.
func cycle(n int32, seed int64) []int32 {
	next := make([]int32, n)
	for i := range next {
		next[i] = int32(i)
	}
	stream := rand.NewPCG(uint64(seed), 0x70616972) // "pair" in ASCII, which makes this random stream differ from others with the same seed
	for i := n - 1; i > 0; i-- {
		j, _ := bits.Mul64(stream.Uint64(), uint64(i))
		next[i], next[j] = next[j], next[i]
	}
	return next
}
