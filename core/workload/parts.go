package workload

import (
	"math/bits"

	"hopyard/core/simtime"
)

// Parts divides the work of a job into parts, called tasks in S1. The parts run one
// after another, each on all nodes of the job, or in parallel, each on its share of
// the nodes. A part may itself consist of parts. A part that is not divided further
// is a piece. The run time of the job follows from its parts.
//
// Source: S1, section 4 (3); SOURCES.md S1.7. INFERRED: when nodes are divided, the
// first parts get the remainder; the work of a part is divided evenly over its
// nodes; the parts within a part use only the nodes of that part.
type Parts struct {
	Parallel bool
	Work     []simtime.Duration // work of each part on one node (or task) of speed 1; unused for a part that is itself divided (see Inner)
	Inner    []*Parts           // Inner[i] divides part i further, or is nil if part i is a piece; the slice is nil if all parts are pieces
}

// PartSpan is the time and place of a piece. The piece runs from Start to End,
// measured from the beginning of the job. It occupies consecutive nodes (or tasks)
// of the job: Size is their number, and First is the index of the first of them.
type PartSpan struct {
	Start, End  simtime.Duration
	First, Size int32
	Next        simtime.Duration // when the next piece on the same nodes begins, or LastPart
}

// LastPart is the value of PartSpan.Next for a piece without a successor.
const LastPart simtime.Duration = -1

// Nested returns the parts into which a part is divided, or nil if the part is a
// piece.
func (p *Parts) Nested(part int) *Parts {
	if p.Inner == nil {
		return nil
	}
	return p.Inner[part]
}

// Pieces returns the number of pieces on all levels. Cost: O(parts).
func (p *Parts) Pieces() int {
	n := 0
	for i := range p.Work {
		if x := p.Nested(i); x != nil {
			n += x.Pieces()
		} else {
			n++
		}
	}
	return n
}

// Share returns how many of the job's nodes (or tasks) a part gets, given their
// total number. Cost: O(1).
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

// RunTime returns the run time of the parts on the given number of nodes (or tasks)
// of speed 1. Cost: O(parts · depth).
func (p *Parts) RunTime(size int32) simtime.Duration {
	_, run := p.appendSpans(nil, 0, 0, max(size, 1))
	return run
}

// AppendSpans appends the spans of all pieces of a job with the given size (in
// nodes or tasks) and total run time. The run time differs from RunTime(size) if
// the nodes are faster or something slows the job down; the spans are then
// stretched evenly. Cost: O(parts · depth).
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

// appendSpans appends the spans of the pieces and returns the time at which the
// last piece ends. The parameters are the time at which the pieces begin, the index
// of the first node, and the number of nodes, which have speed 1. If there are
// fewer nodes than parallel parts (because the job has shrunk), the parts run in
// rounds with one part on each node; no source gives this rule. Serial parts are
// handled as rounds of one part.
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
			if x := p.Nested(k); x != nil {
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

// share returns the time that n nodes need for an amount of work, rounded up to a
// millisecond.
func share(work simtime.Duration, n int32) simtime.Duration {
	return (work + simtime.Duration(n) - 1) / simtime.Duration(n)
}

// stretch returns d·run/whole, rounded up to a millisecond. It requires d <= whole.
func stretch(d, run, whole simtime.Duration) simtime.Duration {
	hi, lo := bits.Mul64(uint64(d), uint64(run))
	q, r := bits.Div64(hi, lo, uint64(whole))
	if r > 0 {
		q++
	}
	return simtime.Duration(q)
}
