package slim

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Most of what remains of pclntab are the records of functions, which differ little
// from each other. They are sent by columns: for each word of a record, the values
// of this word in all functions. Columns compress better than records. A start
// function of WebAssembly, which the browser runs before anything else, restores
// the records, all of the same size, and the two tables that refer to them. It is
// called the unpacking routine.

// Size of a restored record. All records consist of the words before fieldMore, the
// offsets of two tables, and the offsets of five facts.
const (
	recordTables = tableLive + 1
	recordWords  = fieldMore/4 + recordTables + factsKept
	recordSize   = 4 * recordWords
)

// unpacking replaces the records by columns and adds the unpacking routine. The
// columns are stored in the memory of findfunctab, which the routine fills last.
func (m *module) unpacking(t *pclntab) error {
	d, err := t.findModuledata()
	if err != nil {
		return err
	}
	if err := t.packFacts(d); err != nil {
		return err
	}
	if err := t.clearBuckets(d); err != nil {
		return err
	}
	columns, err := t.columns()
	if err != nil {
		return err
	}
	begin := int(binary.LittleEndian.Uint32(t.memory[t.funcs+4:])) // offset of the first record
	if begin < 8*t.functions+8 || t.funcs+begin+recordSize*t.functions > d.facts || len(columns) > bucketsEach*bucketSize*(t.functions-1) {
		return fmt.Errorf("%w: the new records are longer than the old", errLayout)
	}
	clear(t.memory[t.funcs : t.funcs+8*t.functions])
	clear(t.memory[t.funcs+begin : d.facts])
	copy(t.memory[d.buckets:], columns)
	return m.startWith(unpack(t.functions, t.funcs, begin, d.buckets))
}

// columns returns the columns in encoded form. Each value is increased by one, so
// that none, the largest word, overflows to 0, which takes one byte.
func (t *pclntab) columns() ([]byte, error) {
	var out []byte
	for word := range recordWords {
		for k := range t.functions {
			r, err := t.function(k)
			if err != nil {
				return nil, err
			}
			out = binary.AppendUvarint(out, uint64(r.fixed(word)+1))
		}
	}
	return out, nil
}

// fixed returns the given word of the restored record.
func (r record) fixed(word int) uint32 {
	fact := word - fieldMore/4 - recordTables
	switch {
	case word == 0:
		return none // the routine sets this word
	case word == fieldTables/4:
		return recordTables
	case word == fieldFlags/4:
		return r.word(fieldFlags&^3)&0xff_ffff | factsKept<<24
	case word == fieldMore/4+tableLive:
		return r.live()
	case word == fieldMore/4:
		return 0
	case fact >= r.facts():
		return none
	case fact >= 0:
		return r.word(fieldMore + 4*(r.tables()+fact))
	}
	return r.word(4 * word)
}

// unpack returns the code of the unpacking routine, a function of type () → ().
func unpack(functions, table, begin, buckets int) []byte {
	const from, to, word, function, value, shift = 0, 1, 2, 3, 4, 5 // indices of the local variables
	const load8, store32, and, shiftLeft, or, mul, less = 0x2d, 0x36, 0x71, 0x74, 0x72, 0x6c, 0x49
	n := func(x int) instruction { return instruction{op: opI32Const, a: int64(x)} }
	get := func(local int64) instruction { return instruction{op: opLocalGet, a: local} }
	set := func(local int64) instruction { return instruction{op: opLocalSet, a: local} }
	op := func(op byte) instruction { return instruction{op: op} }
	add := op(opI32Add)
	store := func(offset int) instruction { return instruction{op: store32, a: 2, b: int64(offset)} }
	up := func(local int64, by int) []instruction {
		return []instruction{get(local), n(by), add, set(local)}
	}
	// repeat returns the instructions of a loop that runs body with the local
	// variable set to 0, 1, … limit-1.
	repeat := func(local int64, limit int, body ...instruction) []instruction {
		return slices.Concat([]instruction{n(0), set(local), {op: opLoop, a: noResult}}, body, up(local, 1),
			[]instruction{get(local), n(limit), op(less), {op: opBrIf, a: 0}, op(opEnd)})
	}
	// number reads a variable-length number: each byte holds seven bits, and the
	// last byte is below 128.
	number := slices.Concat([]instruction{n(0), set(value), n(0), set(shift), {op: opLoop, a: noResult},
		get(value), get(from), {op: load8}, n(0x7f), op(and), get(shift), op(shiftLeft), op(or), set(value)},
		up(shift, 7), up(from, 1),
		[]instruction{n(0x7f), get(from), n(1), op(opI32Sub), {op: load8}, op(less), {op: opBrIf, a: 0}, op(opEnd)})
	cell := slices.Concat(number, []instruction{get(to), get(value), n(1), op(opI32Sub), store(0)}, up(to, recordSize))
	column := slices.Concat([]instruction{n(table + begin), get(word), n(4), op(mul), add, set(to)}, repeat(function, functions, cell...))
	entries := repeat(function, functions,
		get(function), n(8), op(mul), get(function), n(firstFunction), add, store(table), // address of the function
		get(function), n(8), op(mul), get(function), n(recordSize), op(mul), n(begin), add, store(table+4),
		get(function), n(recordSize), op(mul), get(function), n(firstFunction), add, store(table+begin),
		get(function), n(bucketsEach*bucketSize), op(mul), get(function), store(buckets))
	code := slices.Concat([]instruction{n(buckets), set(from)}, repeat(word, recordWords, column...),
		// The columns occupied the memory of findfunctab, so they are cleared
		// before it is filled.
		[]instruction{n(buckets), n(0), n(bucketsEach * bucketSize * (functions - 1)), {op: opPrefix, rest: []byte{11, 0}}},
		entries, []instruction{op(opEnd)})
	return append([]byte{1, 6, kindI32}, encode(code)...)
}
