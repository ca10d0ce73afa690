package linkcodec

import (
	"math/bits"
	"slices"
)

// In a link, the jobs are stored by columns. A column holds one number of every
// job, such as the submit time, in the order of the file. These numbers are called
// figures here. Neighbouring figures of a column are similar. So most of them take
// only a few bits if they are written as differences or as indices into a table.
//
// A written column consists of four parts: the way in which it is written (see
// wayPlain), a code and a unit, a table (for wayTable only), and the figures in the
// code. All figures are multiples of the unit, for example of 60 s. The constants
// below are part of the link format forever.

// The ways to write a column.
const (
	wayPlain = iota // the figures themselves
	waySteps        // the difference from the previous figure; the first from 0
	wayTable        // indices into a table of the figures, the most frequent first
	numWays
)

// lowBits is the number of bits in which code.low is written. A written column
// begins with its way (2 bits), a flag for signed figures (1 bit) and the code (1 +
// lowBits bits). The unit follows.
const lowBits = 6

var unitCode = code{low: 7}

// AppendColumn writes a column in the way that takes the fewest bits. If two ways
// take equally many bits, it uses the way with the lower number.
func AppendColumn(w *BitWriter, figures []int64) {
	best, least := wayPlain, 1<<60
	for way := range numWays {
		var trial BitWriter
		appendWay(&trial, way, figures)
		if n := 8*len(trial.Out) - trial.free; n < least {
			best, least = way, n
		}
	}
	appendWay(w, best, figures)
}

func appendWay(w *BitWriter, way int, figures []int64) {
	w.Put(uint64(way), 2)
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

// appendFigures writes a code, a unit, and the figures in that code. Signed figures
// are folded: 0, -1, 1, -2 become 0, 1, 2, 3.
func appendFigures(w *BitWriter, figures []int64) {
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
	w.Put(truth(signed)<<1|truth(c.rice), 2)
	w.Put(uint64(c.low), lowBits)
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

// commonUnit returns the greatest common divisor of all figures, or 1 if all are 0.
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

// tabulate returns a table of the different figures, and for each figure its index
// in the table. The table begins with the most frequent figure; equally frequent
// figures are in order of appearance.
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

// ReadColumn reads a column of n figures. It sets r.Over if the data are invalid.
func ReadColumn(r *BitReader, n int) []int64 {
	switch r.Get(2) {
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
				r.Over = true
				return figures
			}
			figures[i] = table[place]
		}
		return figures
	}
	r.Over = true
	return make([]int64, n)
}

func readFigures(r *BitReader, n int) []int64 {
	marks := r.Get(2)
	c := code{low: int(r.Get(lowBits)), rice: marks&1 == 1}
	unit := int64(unitCode.read(r))
	figures := make([]int64, n)
	for i := range figures {
		if r.Over {
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

// BitWriter appends numbers bit by bit, beginning with the highest bit of each.
type BitWriter struct {
	Out  []byte
	free int // unused bits of the last byte
}

// Put appends the lowest n bits of x.
func (w *BitWriter) Put(x uint64, n int) {
	for n > 0 {
		if w.free == 0 {
			w.Out, w.free = append(w.Out, 0), 8
		}
		k := min(n, w.free)
		n, w.free = n-k, w.free-k
		w.Out[len(w.Out)-1] |= byte(x>>n&(1<<k-1)) << w.free
	}
}

// code is a way to write a number. The lowest bits are written as they are. The
// higher bits, called the rest, are written in unary (a Rice code, which is short
// for small numbers such as differences or indices), or after their length
// (exponential Golomb, for numbers of very different sizes).
type code struct {
	low  int // number of the lowest bits that are written as they are, 0 to 63
	rice bool
}

// mostUnary is the largest rest that a Rice code writes in unary.
const mostUnary = 40

// size returns the number of bits that the code takes for x, or a number larger
// than any possible total if the code cannot write x.
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

// write appends x in the code. x must be below 2^63.
func (c code) write(w *BitWriter, x uint64) {
	rest := x >> c.low
	if c.rice {
		w.Put(1, int(rest)+1)
	} else {
		w.Put(rest+1, 2*bits.Len64(rest+1)-1)
	}
	w.Put(x, c.low)
}

// bestCode returns the code that takes the fewest bits for all figures together,
// and this number of bits. If several codes are equally short, it prefers a Rice
// code. If there are several of these, it returns the code with the smallest field
// low.
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

// BitReader reads the output of BitWriter. After the end it reads zeros and sets
// Over.
type BitReader struct {
	In   []byte
	At   int // position in bits
	Over bool
}

// Get reads the next n bits as a number.
func (r *BitReader) Get(n int) uint64 {
	x := uint64(0)
	for range n {
		x <<= 1
		if r.At>>3 >= len(r.In) {
			r.Over = true
			continue
		}
		x |= uint64(r.In[r.At>>3] >> (7 - r.At&7) & 1)
		r.At++
	}
	return x
}

// read reads a number in the code. It sets r.Over if the data are invalid.
func (c code) read(r *BitReader) uint64 {
	zeros := 0
	for r.Get(1) == 0 {
		if zeros++; zeros > 63 || r.Over {
			r.Over = true
			return 0
		}
	}
	rest := uint64(zeros)
	if !c.rice {
		rest = (1<<zeros | r.Get(zeros)) - 1
	}
	return rest<<c.low | r.Get(c.low)
}
