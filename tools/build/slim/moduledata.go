package slim

import (
	"encoding/binary"
	"fmt"
)

// moduledata holds the fields of runtime.moduledata that this package needs.
// Through this structure the runtime finds the tables of a program.
type moduledata struct {
	buckets int // address of findfunctab, which maps an address to its function
	facts   int // address of gofunc, to which the offsets of facts are relative
	records int // address of the first record of a function, which pclntab contains

	types     int // address to which the offsets of types and names are relative
	typelinks int // address of the offsets of those types that the linker listed
	links     int // their number
}

// findModuledata finds moduledata in memory by two of its pointers: to pclntab, and
// to the names in pclntab.
func (t *pclntab) findModuledata() (m moduledata, err error) {
	found := 0
	for p := 0; p+8*(wordTypelinks+2) <= len(t.memory); p += 8 {
		word := func(i int) int { return int(binary.LittleEndian.Uint64(t.memory[p+8*i:])) }
		if word(wordHeader) == t.at && word(wordNames) == t.names {
			m = moduledata{word(wordBuckets), word(wordFacts), t.funcs + int(binary.LittleEndian.Uint32(t.memory[t.funcs+4:])),
				word(wordTypes), word(wordTypelinks), word(wordTypelinks + 1)}
			found++
		}
	}
	if found != 1 || m.facts < t.funcs || m.buckets < m.facts || m.buckets+bucketsEach*bucketSize*t.functions > len(t.memory) {
		return m, fmt.Errorf("%w: moduledata is not where it should be", errLayout)
	}
	if m.types < 0 || m.types > t.at || m.links < 1 || m.links > 1<<20 || m.typelinks < 0 || m.typelinks+4*m.links > len(t.memory) {
		return m, fmt.Errorf("%w: the list of types is not where it should be", errLayout)
	}
	return m, nil
}

// clearBuckets clears findfunctab, after checking that it can be restored. The
// unpacking routine (unpack.go) fills it again when the program starts.
func (t *pclntab) clearBuckets(m moduledata) error {
	for k := range t.functions {
		bucket := t.memory[m.buckets+bucketsEach*bucketSize*k:][:bucketSize]
		if binary.LittleEndian.Uint32(bucket) != uint32(k) || bucket[4] != 0 {
			return fmt.Errorf("%w: function %d is not in its bucket", errLayout, k)
		}
	}
	clear(t.memory[m.buckets : m.buckets+bucketsEach*bucketSize*(t.functions-1)+4])
	return nil
}
