package slim

import (
	"encoding/binary"
	"maps"
	"slices"
)

// The strings that functions contain would make the first part larger even if the
// functions are in other parts. So strings to which only the code of other parts refers
// are sent with these parts.
//
// A program does not contain the bounds of its strings. But the linker puts them one
// behind the other, the shorter first, and something refers to each of them: a
// constant in the code, or a pointer in the data (golayout.go). So the distances
// between the addresses to which something refers are the lengths of strings, and do
// not decrease. Where they do, something refers to the inside of a string, or a number
// looks like an address; no string near that place is moved.

// Referrers of a byte: a bit for each part, and one for the data.
const (
	byFirst   = 1 << 0
	byData    = 1 << 7
	mostParts = 7
)

// nearby is the number of distances before and after a string that must not decrease.
const nearby = 20

// moveStrings removes from memory the strings that neither the first part nor the data
// refers to. It returns for each part those to which the part refers.
func (p *partition) moveStrings(t *pclntab) ([]ranges, error) {
	moved := make([]ranges, len(p.ends))
	if len(p.ends) > mostParts {
		return moved, nil
	}
	referrers, err := p.referrers(t)
	if err != nil {
		return nil, err
	}
	begins := area(slices.Sorted(maps.Keys(referrers)))
	by := byByte(begins, referrers, t.at)
	leave := make([]bool, t.at)
	for at := range leave {
		leave[at] = by[at] == 0 || by[at]&(byFirst|byData) != 0
	}
	for i := 0; i+1 < len(begins); i++ {
		if !increases(begins, i) {
			for at := begins[i]; at < begins[i+1]; at++ {
				leave[at] = true
			}
		}
	}
	for in := range moved {
		moved[in] = rangesOf(t.memory[:t.at], func(at int) bool { return !leave[at] && by[at]>>in&1 == 1 })
	}
	for at := range leave {
		if !leave[at] {
			t.memory[at] = 0
		}
	}
	return moved, nil
}

// longest returns the largest of the distances between addresses that follow the
// given one.
func longest(begins []int, i int) int {
	most := 0
	for j := i; j < min(i+nearby, len(begins)-1); j++ {
		most = max(most, begins[j+1]-begins[j])
	}
	return most
}

// area returns the longest range of addresses in which no distance is larger than all
// that follow it closely. These are the addresses of the strings: the distances become
// short where the strings begin, and again behind them.
func area(begins []int) []int {
	begin, best := 0, begins[:0]
	for i := 0; i+1 < len(begins); i++ {
		if longest(begins, i+1) < begins[i+1]-begins[i] {
			if i+2-begin > len(best) {
				best = begins[begin : i+2]
			}
			begin = i + 1
		}
	}
	return best
}

// byByte returns the referrers of each byte before end. A string is not longer than
// the longest of those that follow, even if something refers to the inside of some.
func byByte(begins []int, referrers map[int]byte, end int) []byte {
	by := make([]byte, end)
	for i, begin := range begins {
		for at := begin; at < min(begin+longest(begins, i), end); at++ {
			by[at] |= referrers[begin]
		}
	}
	return by
}

// increases reports whether the distances between addresses near the given one never
// decrease.
func increases(begins []int, i int) bool {
	if i < nearby || i+nearby+1 >= len(begins) {
		return false
	}
	for j := i - nearby; j < i+nearby; j++ {
		if begins[j+2]-begins[j+1] < begins[j+1]-begins[j] {
			return false
		}
	}
	return true
}

// ranges is a list of ranges of memory, in order, with their content.
type ranges struct {
	count   int
	list    []byte // for each range, its distance from the end of the preceding one, and its length
	content []byte
}

// rangesOf returns the ranges of addresses that have a property. It joins ranges that
// are near each other.
func rangesOf(memory []byte, has func(at int) bool) ranges {
	const apart = 4 // bytes that cost about as much as another range
	var r ranges
	last := 0
	for at := 0; at < len(memory); at++ {
		if !has(at) {
			continue
		}
		end := at + 1
		for k := end; k < min(end+apart, len(memory)); k++ {
			if has(k) {
				end = k + 1
			}
		}
		r.count++
		r.list = binary.AppendUvarint(r.list, uint64(at-last))
		r.list = binary.AppendUvarint(r.list, uint64(end-at))
		r.content = append(r.content, memory[at:end]...)
		at, last = end, end
	}
	return r
}

// referrers returns the referrers of each address behind the types and before pclntab
// to which something may refer.
func (p *partition) referrers(t *pclntab) (map[int]byte, error) {
	m, err := t.findModuledata()
	if err != nil {
		return nil, err
	}
	all := map[int]byte{}
	types := t.types(m)
	if len(types) == 0 {
		return all, nil
	}
	begin := types[len(types)-1] + typeSize
	add := func(at int, by byte) {
		if at >= begin && at < t.at {
			all[at] |= by
		}
	}
	for k := range p.bodies {
		_, code, err := p.code(k)
		if err != nil {
			return nil, err
		}
		for _, i := range code {
			if i.op == opI32Const || i.op == opI64Const {
				add(int(i.a), 1<<p.part[k])
			}
		}
	}
	for at := 0; at+8 <= len(t.memory); at += 8 {
		add(int(binary.LittleEndian.Uint64(t.memory[at:])), byData)
	}
	return all, nil
}
