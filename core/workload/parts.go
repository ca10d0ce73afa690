package workload

import (
	"math/bits"

	"hopyard/core/simtime"
)

// Parts are the tasks of a job in S1's sense: its work in pieces that run one
// after another, each on all that the job holds, or all at once, each on its
// share of it. A piece may be made of such parts itself. The job's run time
// follows from them.
//
// Source: S1, section 4 (3); SOURCES.md S1.7. INFERRED: what is left over when
// nodes are split evenly goes to the first parts; work divides evenly over the
// nodes that a part has; parts within a part have its nodes for all of theirs.
type Parts struct {
	Parallel bool
	Work     []simtime.Duration // of each part, on one node (or task) of speed 1; nothing of one with Inner parts
	Inner    []*Parts           // of each part, nil where it is one piece; nil if all are
}

// PartSpan is where and when one piece of a job runs: from Start to End after the
// beginning of the job, on Size of its nodes (or tasks) from First on.
type PartSpan struct {
	Start, End  simtime.Duration
	First, Size int32
	Next        simtime.Duration // when another piece begins on its nodes; LastPart if none does
}

// LastPart is the Next of a piece that no other one follows.
const LastPart simtime.Duration = -1

// Within is what a part is made of, nil if it is one piece.
func (p *Parts) Within(part int) *Parts {
	if p.Inner == nil {
		return nil
	}
	return p.Inner[part]
}

// Pieces is how many pieces there are, however deep. Cost: O(parts).
func (p *Parts) Pieces() int {
	n := 0
	for i := range p.Work {
		if x := p.Within(i); x != nil {
			n += x.Pieces()
		} else {
			n++
		}
	}
	return n
}

// Share is how many of size nodes (or tasks) a part has. Cost: O(1).
func (p *Parts) Share(part int, size int32) int32 {
	if !p.Parallel {
		return size
	}
	n := int32(len(p.Work))
	share := size / n
	if int32(part) < size%n {
		share++
	}
	return share
}

// RunTime is how long the parts take on size nodes (or tasks) of speed 1.
// Cost: O(parts · depth).
func (p *Parts) RunTime(size int32) simtime.Duration {
	_, run := p.appendSpans(nil, 0, 0, max(size, 1))
	return run
}

// AppendSpans appends to dst where and when each piece runs inside a job that
// has size nodes (or tasks) and takes run in all: the spans of RunTime(size),
// stretched evenly where run is another, because nodes are faster or something
// slows the job down. Cost: O(parts · depth).
func (p *Parts) AppendSpans(dst []PartSpan, size int32, run simtime.Duration) []PartSpan {
	first := len(dst)
	dst, whole := p.appendSpans(dst, 0, 0, max(size, 1))
	if whole == run || whole == 0 {
		return dst
	}
	for i := first; i < len(dst); i++ {
		s := &dst[i]
		s.Start, s.End = stretch(s.Start, run, whole), stretch(s.End, run, whole)
		if s.Next != LastPart {
			s.Next = stretch(s.Next, run, whole)
		}
	}
	return dst
}

// appendSpans appends the spans of the pieces on size nodes of speed 1 from first on,
// which begin at at, and returns when the last of them ends. Where there are fewer
// nodes than parallel parts (a job that has shrunk), the parts run in rounds, one on
// each node (ours). Serial parts are rounds of one.
func (p *Parts) appendSpans(dst []PartSpan, at simtime.Duration, first, size int32) ([]PartSpan, simtime.Duration) {
	for k := 0; k < len(p.Work); {
		m := int32(1)
		if p.Parallel {
			m = min(int32(len(p.Work)-k), size)
		}
		begun, end, from := len(dst), at, first
		for i := range m {
			n := size / m
			if i < size%m {
				n++
			}
			done := at
			if x := p.Within(k); x != nil {
				dst, done = x.appendSpans(dst, at, from, n)
			} else {
				done = at + share(p.Work[k], n)
				dst = append(dst, PartSpan{at, done, from, n, LastPart})
			}
			from, end = from+n, max(end, done)
			k++
		}
		for i := begun; i < len(dst) && k < len(p.Work); i++ {
			if dst[i].Next == LastPart {
				dst[i].Next = end
			}
		}
		at = end
	}
	return dst, at
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
