package scenario

import "math/bits"

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
