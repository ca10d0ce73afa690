package workload

import (
	"math/bits"

	"hopyard/core/simtime"
)

// Parts are the tasks of a job in S1's sense: its work in pieces that run one
// after another, each on all that the job holds, or all at once, each on its
// share of it. The job's run time follows from them.
//
// Source: S1, section 4 (3); SOURCES.md S1.7. INFERRED: what is left over when
// a job's nodes are split evenly goes to the first parts; work divides evenly
// over the nodes that a part has.
type Parts struct {
	Parallel bool
	Work     []simtime.Duration // of each part, on one node (or task) of speed 1
}

// PartSpan is where and when one part of a job runs: from Start to End after the
// beginning of the job, on Size of its nodes (or tasks) from First on.
type PartSpan struct {
	Start, End  simtime.Duration
	First, Size int32
}

// RunTime is how long the parts take on size nodes (or tasks) of speed 1.
// Cost: O(parts).
func (p *Parts) RunTime(size int32) simtime.Duration {
	run := simtime.Duration(0)
	for _, s := range p.spans(size, nil) {
		run = max(run, s.End)
	}
	return run
}

// AppendSpans appends to dst where and when each part runs inside a job that
// has size nodes (or tasks) and takes run in all: the spans of RunTime(size),
// stretched evenly where run is another, because nodes are faster or something
// slows the job down. Cost: O(parts).
func (p *Parts) AppendSpans(dst []PartSpan, size int32, run simtime.Duration) []PartSpan {
	first := len(dst)
	dst = p.spans(size, dst)
	whole := simtime.Duration(0)
	for _, s := range dst[first:] {
		whole = max(whole, s.End)
	}
	if whole == run || whole == 0 {
		return dst
	}
	for i := first; i < len(dst); i++ {
		s := &dst[i]
		s.Start, s.End = stretch(s.Start, run, whole), stretch(s.End, run, whole)
	}
	return dst
}

// spans appends the parts' spans on nodes of speed 1. Where there are fewer
// nodes than parallel parts (a job that has shrunk), the parts run in rounds,
// one on each node (ours).
func (p *Parts) spans(size int32, dst []PartSpan) []PartSpan {
	size = max(size, 1)
	at := simtime.Duration(0)
	if !p.Parallel {
		for _, work := range p.Work {
			end := at + share(work, size)
			dst = append(dst, PartSpan{at, end, 0, size})
			at = end
		}
		return dst
	}
	for rest := p.Work; len(rest) > 0; {
		m := min(int32(len(rest)), size)
		first, end := int32(0), at
		for k, work := range rest[:m] {
			n := size / m
			if int32(k) < size%m {
				n++
			}
			s := PartSpan{at, at + share(work, n), first, n}
			dst = append(dst, s)
			first, end = first+n, max(end, s.End)
		}
		rest, at = rest[m:], end
	}
	return dst
}

// share is how long n nodes take for work, rounded up to a tick.
func share(work simtime.Duration, n int32) simtime.Duration {
	return (work + simtime.Duration(n) - 1) / simtime.Duration(n)
}

// stretch is d·run/whole, d <= whole, rounded up to a tick.
func stretch(d, run, whole simtime.Duration) simtime.Duration {
	hi, lo := bits.Mul64(uint64(d), uint64(run))
	q, r := bits.Div64(hi, lo, uint64(whole))
	if r > 0 {
		q++
	}
	return simtime.Duration(q)
}
