package scenario

import (
	"math/bits"
	"slices"
)

// A column is one figure of all jobs, in the order of the file. In a link the
// jobs stand column by column, because neighbours are alike there: written as
// steps or as places in a table, most figures take a few bits.
//
// A written column is its way, a code and a unit, a table in one way, and the
// figures in the code. All figures are multiples of the unit (60 s, say). The
// numbers below are part of the link format for ever.

// Ways to write a column.
const (
	wayPlain = iota // the figures
	waySteps        // the difference from the figure before, the first from 0
	wayTable        // places in a table of the figures, most frequent first
	numWays
)

// A column begins with its way (2 bits), whether figures are signed (1), and
// the code (1 + lowBits); then comes the unit.
const lowBits = 6

var unitCode = code{low: 7}

// appendColumn writes a column in the way that takes the fewest bits, the
// lower number among equals.
func appendColumn(w *bitWriter, figures []int64) {
	best, least := wayPlain, 1<<60
	for way := range numWays {
		var trial bitWriter
		appendWay(&trial, way, figures)
		if n := 8*len(trial.out) - trial.free; n < least {
			best, least = way, n
		}
	}
	appendWay(w, best, figures)
}

func appendWay(w *bitWriter, way int, figures []int64) {
	w.put(uint64(way), 2)
	switch way {
	case waySteps:
		figures = steps(figures)
	case wayTable:
		table, places := tabulate(figures)
		unitCode.write(w, uint64(len(table)))
		appendFigures(w, table)
		figures = places
	}
	appendFigures(w, figures)
}

// appendFigures writes a unit, a code and the figures in them. Signed figures
// are folded: 0, -1, 1, -2 are 0, 1, 2, 3.
func appendFigures(w *bitWriter, figures []int64) {
	unit := commonUnit(figures)
	signed := slices.Min(figures) < 0
	folded := make([]uint64, len(figures))
	for i, f := range figures {
		if f /= unit; signed {
			f = f<<1 ^ f>>63
		}
		folded[i] = uint64(f)
	}
	c, _ := bestCode(folded)
	w.put(truth(signed)<<1|truth(c.rice), 2)
	w.put(uint64(c.low), lowBits)
	unitCode.write(w, uint64(unit))
	for _, x := range folded {
		c.write(w, x)
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// commonUnit is the greatest number that all figures are multiples of.
func commonUnit(figures []int64) int64 {
	unit := int64(0)
	for _, f := range figures {
		for f != 0 {
			unit, f = f, unit%f
		}
	}
	return max(unit, -unit, 1)
}

func steps(figures []int64) []int64 {
	out := make([]int64, len(figures))
	last := int64(0)
	for i, f := range figures {
		out[i], last = f-last, f
	}
	return out
}

// tabulate lists the different figures, most frequent first, then in order of
// appearance, and says where in the list each figure is.
func tabulate(figures []int64) (table, places []int64) {
	count, place := map[int64]int{}, map[int64]int64{}
	for _, f := range figures {
		if count[f]++; count[f] == 1 {
			table = append(table, f)
		}
	}
	slices.SortStableFunc(table, func(a, b int64) int { return count[b] - count[a] })
	for i, f := range table {
		place[f] = int64(i)
	}
	for _, f := range figures {
		places = append(places, place[f])
	}
	return table, places
}

// readColumn reads a column of n figures; after nonsense r.over is set.
func readColumn(r *bitReader, n int) []int64 {
	switch r.get(2) {
	case wayPlain:
		return readFigures(r, n)
	case waySteps:
		figures := readFigures(r, n)
		last := int64(0)
		for i := range figures {
			last += figures[i]
			figures[i] = last
		}
		return figures
	case wayTable:
		size := unitCode.read(r)
		if size > uint64(n) {
			break
		}
		table := readFigures(r, int(size))
		figures := readFigures(r, n)
		for i, place := range figures {
			if uint64(place) >= uint64(len(table)) {
				r.over = true
				return figures
			}
			figures[i] = table[place]
		}
		return figures
	}
	r.over = true
	return make([]int64, n)
}

func readFigures(r *bitReader, n int) []int64 {
	marks := r.get(2)
	c := code{low: int(r.get(lowBits)), rice: marks&1 == 1}
	unit := int64(unitCode.read(r))
	figures := make([]int64, n)
	for i := range figures {
		if r.over {
			break
		}
		x := c.read(r)
		if marks>>1 == 1 {
			x = x>>1 ^ -(x & 1)
		}
		figures[i] = int64(x) * unit
	}
	return figures
}

// bitWriter appends numbers bit by bit, the highest bit of each first.
type bitWriter struct {
	out  []byte
	free int // bits of the last byte that are not used yet
}

// put appends the lowest n bits of x.
func (w *bitWriter) put(x uint64, n int) {
	for n > 0 {
		if w.free == 0 {
			w.out, w.free = append(w.out, 0), 8
		}
		k := min(n, w.free)
		n, w.free = n-k, w.free-k
		w.out[len(w.out)-1] |= byte(x>>n&(1<<k-1)) << w.free
	}
}

// A code writes a number as a low part of low bits and the rest above it:
// in unary (Rice's code, short where figures are like steps or places in a
// table), or by its length (exponential Golomb, where figures spread widely).
type code struct {
	low  int // bits; 0 to 63
	rice bool
}

// mostUnary bounds the rest that is written in unary.
const mostUnary = 40

// size is how many bits the code takes for x, or more than any sum may be.
func (c code) size(x uint64) int {
	rest := x >> c.low
	switch {
	case !c.rice:
		return 2*bits.Len64(rest+1) - 1 + c.low
	case rest > mostUnary:
		return 1 << 40
	}
	return int(rest) + 1 + c.low
}

// write appends x in the code. Numbers are below 2^63.
func (c code) write(w *bitWriter, x uint64) {
	rest := x >> c.low
	if c.rice {
		w.put(1, int(rest)+1)
	} else {
		w.put(rest+1, 2*bits.Len64(rest+1)-1)
	}
	w.put(x, c.low)
}

// bestCode is the code that takes the fewest bits for all figures together;
// among equals, Rice's first, then the lower.
func bestCode(figures []uint64) (best code, total int) {
	all := uint64(0)
	for _, x := range figures {
		all |= x
	}
	total = 1 << 50
	for _, rice := range [...]bool{true, false} {
		for low := range bits.Len64(all) + 1 {
			c, sum := code{low, rice}, 0
			for _, x := range figures {
				if sum += c.size(x); sum >= total {
					break
				}
			}
			if sum < total {
				best, total = c, sum
			}
		}
	}
	return best, total
}

// bitReader reads what bitWriter wrote. After the end it reads zeros and
// remembers that it did.
type bitReader struct {
	in   []byte
	at   int // bit
	over bool
}

func (r *bitReader) get(n int) uint64 {
	x := uint64(0)
	for range n {
		x <<= 1
		if r.at>>3 >= len(r.in) {
			r.over = true
			continue
		}
		x |= uint64(r.in[r.at>>3] >> (7 - r.at&7) & 1)
		r.at++
	}
	return x
}

// read reads a number in the code.
func (c code) read(r *bitReader) uint64 {
	zeros := 0
	for r.get(1) == 0 {
		if zeros++; zeros > 63 || r.over {
			r.over = true
			return 0
		}
	}
	rest := uint64(zeros)
	if !c.rice {
		rest = (1<<zeros | r.get(zeros)) - 1
	}
	return rest<<c.low | r.get(c.low)
}
