package workload_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/workload"
)

const hour = simtime.Hour

// TestS1SerialParts checks step 2 of S1, section 4 (3): serial tasks run first in,
// first out, each on all nodes of the job.
func TestS1SerialParts(t *testing.T) {
	p := workload.Parts{Work: []simtime.Duration{8 * hour, 4 * hour, hour + 1}}
	want := []workload.PartSpan{
		{Start: 0, End: 2 * hour, First: 0, Size: 4, Next: 2 * hour},
		{Start: 2 * hour, End: 3 * hour, First: 0, Size: 4, Next: 3 * hour},
		{Start: 3 * hour, End: 3*hour + hour/4 + 1, First: 0, Size: 4, Next: workload.LastPart}, // rounded up to a millisecond
	}
	if got := p.AppendSpans(nil, 4, p.RunTime(4)); !slices.Equal(got, want) {
		t.Errorf("spans %v, must be %v", got, want)
	}
	if run := p.RunTime(4); run != 3*hour+hour/4+1 {
		t.Errorf("run time %v", run)
	}
}

// TestS1ParallelParts checks step 3 of S1, section 4 (3): M parallel tasks each get
// one of M shares of the nodes and run at the same time (INFERRED: the first tasks
// get the remainder).
func TestS1ParallelParts(t *testing.T) {
	p := workload.Parts{Parallel: true, Work: []simtime.Duration{6 * hour, 6 * hour, 6 * hour}}
	want := []workload.PartSpan{
		{Start: 0, End: 2 * hour, First: 0, Size: 3, Next: workload.LastPart},
		{Start: 0, End: 2 * hour, First: 3, Size: 3, Next: workload.LastPart},
		{Start: 0, End: 3 * hour, First: 6, Size: 2, Next: workload.LastPart},
	}
	if got := p.AppendSpans(nil, 8, p.RunTime(8)); !slices.Equal(got, want) {
		t.Errorf("spans %v, must be %v", got, want)
	}
	if run := p.RunTime(8); run != 3*hour { // the longest task: 6 h on 2 nodes
		t.Errorf("run time %v", run)
	}
}

// TestS1NestedParts checks step 1 of S1, section 4 (3), INFERRED: tasks have types
// and relations, so a task may consist of tasks. Here three parts run one after
// another. The second consists of two parallel parts, one of which consists of two
// serial parts.
func TestS1NestedParts(t *testing.T) {
	inner := &workload.Parts{Work: []simtime.Duration{40, 40}}
	p := workload.Parts{
		Work:  []simtime.Duration{60, 0, 60},
		Inner: []*workload.Parts{nil, {Parallel: true, Work: []simtime.Duration{120, 0}, Inner: []*workload.Parts{nil, inner}}, nil},
	}
	want := []workload.PartSpan{
		{Start: 0, End: 15, First: 0, Size: 4, Next: 15},
		{Start: 15, End: 75, First: 0, Size: 2, Next: 75},
		{Start: 15, End: 35, First: 2, Size: 2, Next: 35},
		{Start: 35, End: 55, First: 2, Size: 2, Next: 75}, // two nodes are then idle for 20 ms
		{Start: 75, End: 90, First: 0, Size: 4, Next: workload.LastPart},
	}
	if got := p.AppendSpans(nil, 4, p.RunTime(4)); !slices.Equal(got, want) || p.RunTime(4) != 90 || p.Pieces() != 5 {
		t.Errorf("%d parts take %v: %v, must be %v", p.Pieces(), p.RunTime(4), got, want)
	}
	p = workload.Parts{Parallel: true, Work: []simtime.Duration{4 * hour, 0}, Inner: []*workload.Parts{nil, {Work: []simtime.Duration{2 * hour, 4 * hour}}}}
	if run := p.RunTime(8); run != 3*hour/2 {
		t.Errorf("parallel, of 4 h and of serial 2 h and 4 h, on 8 nodes: %v", run)
	}
	if a, b := p.Share(0, 7), p.Share(1, 7); a != 4 || b != 3 {
		t.Errorf("the shares of 7 are %d and %d", a, b)
	}
}

// piece is a part of a job in a simple recursive model. It consists either of work
// or of parts.
type piece struct {
	work     int
	parallel bool
	parts    []piece
}

// of returns the [workload.Parts] that is equivalent to the piece x. The piece must
// consist of parts.
func (x *piece) of() (p *workload.Parts) {
	p = &workload.Parts{Parallel: x.parallel}
	for i := range x.parts {
		y := &x.parts[i]
		p.Work = append(p.Work, simtime.Duration(y.work))
		if y.parts == nil {
			continue
		}
		if p.Inner == nil {
			p.Inner = make([]*workload.Parts, len(x.parts))
		}
		p.Inner[i] = y.of()
	}
	return p
}

// run simulates a piece on the given nodes from the given time on, and returns the
// time at which it ends. It calls busy for every interval in which a node is used.
func (x *piece) run(at int, nodes []int, busy func(node, from, to int)) (end int) {
	if x.parts == nil {
		for end = at; (end-at)*len(nodes) < x.work; {
			end++
		}
		for _, n := range nodes {
			busy(n, at, end)
		}
		return end
	}
	end = at
	if !x.parallel {
		for i := range x.parts {
			end = x.parts[i].run(end, nodes, busy)
		}
		return end
	}
	dealt := 0
	for i := range x.parts { // the remaining parts share the remaining nodes, rounded up
		left := len(x.parts) - i
		n := (len(nodes) - dealt + left - 1) / left
		end = max(end, x.parts[i].run(at, nodes[dealt:dealt+n], busy))
		dealt += n
	}
	return end
}

// pieceOn returns a random piece that can run on the given number of nodes.
func pieceOn(r *rand.Rand, nodes, depth int) piece {
	if depth == 0 || r.IntN(3) == 0 {
		return piece{work: r.IntN(60)}
	}
	x := piece{parallel: r.IntN(2) == 0}
	n := 1 + r.IntN(4)
	if x.parallel {
		n = min(n, nodes)
	}
	for range n {
		on := nodes
		if x.parallel {
			on = nodes / n // the size of the smallest share
		}
		x.parts = append(x.parts, pieceOn(r, on, depth-1))
	}
	return x
}

// TestPartsTwin compares nested parts with the simple recursive model, node by
// node.
func TestPartsTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	nested := 0
	for range soaktest.Rounds(8000) {
		size := 1 + r.IntN(12)
		x := pieceOn(r, size, 4)
		if x.parts == nil {
			x = piece{parts: []piece{x}}
		}
		p := x.of()
		if p.Inner != nil {
			nested++
		}
		var nodes []int
		for n := range size {
			nodes = append(nodes, n)
		}
		want, got := make([][][2]int, size), make([][][2]int, size)
		end := x.run(0, nodes, func(n, from, to int) { want[n] = append(want[n], [2]int{from, to}) })
		spans := p.AppendSpans(nil, int32(size), p.RunTime(int32(size)))
		for _, s := range spans {
			for n := s.First; n < s.First+s.Size; n++ {
				got[n] = append(got[n], [2]int{int(s.Start), int(s.End)})
			}
		}
		if int(p.RunTime(int32(size))) != end || p.Pieces() != len(spans) {
			t.Fatalf("%+v on %d takes %d, must take %d", x, size, p.RunTime(int32(size)), end)
		}
		for n := range size {
			if !slices.Equal(got[n], want[n]) {
				t.Fatalf("%+v on %d: node %d is busy %v, must be %v", x, size, n, got[n], want[n])
			}
		}
		for i, s := range spans { // Next must be the start of the next span on any of the same nodes
			next := workload.LastPart
			for _, y := range spans[i+1:] {
				if y.First < s.First+s.Size && s.First < y.First+y.Size && (next == workload.LastPart || y.Start < next) {
					next = y.Start
				}
			}
			if s.Next != next {
				t.Fatalf("%+v on %d: span %d is followed at %d, must be at %d: %+v", x, size, i, s.Next, next, spans)
			}
		}
	}
	if nested < 500 {
		t.Errorf("%d were nested", nested)
	}
}

// TestPartsStretch checks that the spans are stretched evenly if the job takes
// longer than its parts would take on their own.
func TestPartsStretch(t *testing.T) {
	p := workload.Parts{Work: []simtime.Duration{2 * hour, 4 * hour}}
	want := []workload.PartSpan{{Start: 0, End: 3 * hour, Size: 2, Next: 3 * hour}, {Start: 3 * hour, End: 9 * hour, Size: 2, Next: workload.LastPart}}
	if got := p.AppendSpans(nil, 2, 9*hour); !slices.Equal(got, want) {
		t.Errorf("spans %v, must be %v", got, want)
	}
}

// TestPartsFill checks the spans of parts on machines of various sizes. The last
// span ends with the run. Parts that run at the same time use different nodes;
// parallel parts use all nodes if there are at least as many nodes as parts. No
// work is lost or done twice (except for rounding).
func TestPartsFill(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range soaktest.Rounds(3000) {
		p := workload.Parts{Parallel: r.IntN(2) == 0}
		for range 1 + r.IntN(9) {
			p.Work = append(p.Work, simtime.Duration(r.IntN(100)))
		}
		size := int32(1 + r.IntN(12))
		run := p.RunTime(size)
		spans := p.AppendSpans(nil, size, run)
		last := simtime.Duration(0)
		for i, s := range spans {
			last = max(last, s.End)
			if s.First < 0 || s.Size < 1 || s.First+s.Size > size {
				t.Fatalf("%+v on %d: part %d has nodes %d to %d", p, size, i, s.First, s.First+s.Size-1)
			}
			if done := (s.End - s.Start) * simtime.Duration(s.Size); done < p.Work[i] || done >= p.Work[i]+simtime.Duration(s.Size) {
				t.Fatalf("%+v on %d: part %d has %d node ticks for %d", p, size, i, done, p.Work[i])
			}
			for k, x := range spans[:i] {
				if s.Start < x.End && x.Start < s.End && s.First < x.First+x.Size && x.First < s.First+s.Size {
					t.Fatalf("%+v on %d: parts %d and %d are in each other's way", p, size, k, i)
				}
			}
		}
		if last != run {
			t.Fatalf("%+v on %d: the last part ends at %v, the job at %v", p, size, last, run)
		}
		if int(size) >= len(p.Work) && p.Parallel {
			if end := spans[len(spans)-1]; end.First+end.Size != size {
				t.Fatalf("%+v on %d: only %d nodes are used", p, size, end.First+end.Size)
			}
		}
	}
}
