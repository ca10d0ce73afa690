package slim

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// The metadata of a function is all that the runtime reads about it: its record, and
// the tables and facts to which the record refers. Each part of a program contains
// the metadata of its functions.

// entry is the metadata of a function. It has a record of fixed size: the words
// before fieldMore, the offsets of two tables, and the offsets of five facts.
type entry struct {
	words  [recordWords]uint32
	pieces [recordWords]piece // what a word refers to, if it is an offset; the word itself is the value of a missing offset
}

const (
	recordTables = tableLive + 1
	recordFacts  = fieldMore/4 + recordTables // number of the first word with the offset of a fact
	recordWords  = recordFacts + factsKept
	recordSize   = 4 * recordWords
)

// piece is a table or a fact.
type piece struct {
	bytes string
	align int
}

// entry reads the metadata of function k.
func (t *pclntab) entry(m moduledata, k int) (e entry, err error) {
	r, err := t.function(k)
	if err != nil {
		return e, err
	}
	for word := 1; word < fieldMore/4; word++ { // the start function sets word 0
		e.words[word] = r.word(4 * word)
	}
	e.words[fieldTables/4] = recordTables
	e.words[fieldFlags/4] = e.words[fieldFlags/4]&0xff_ffff | factsKept<<24
	e.words[fieldFrames/4] = 0
	e.pieces[fieldFrames/4] = piece{t.kept[r.word(fieldFrames)], 1}
	e.pieces[fieldMore/4+tableLive] = piece{t.kept[r.live()], 1}
	for kind := range factsKept {
		e.words[recordFacts+kind] = none
		if e.pieces[recordFacts+kind], _, err = t.fact(m, r, kind); err != nil {
			return e, err
		}
	}
	return e, nil
}

// early reports whether the runtime needs more of the metadata before the function
// has run than a record has that prepare makes (golayout.go).
func (e *entry) early() bool {
	flags := e.words[fieldFlags/4]
	id, flag := byte(flags>>(fieldID%4*8)), byte(flags>>(fieldFlags%4*8))
	frame, _ := decodeTable([]byte(e.pieces[fieldFrames/4].bytes))
	return id != idNormal && id != idWrapper || flag != 0 || at(frame, pointStart) != 0
}

// block is a range of memory that is being filled.
type block struct {
	begin  int // address
	bytes  []byte
	places map[piece]int // addresses of the pieces
}

func newBlock(begin int) block { return block{begin, nil, map[piece]int{}} }

func (b *block) end() int { return b.begin + len(b.bytes) }

// add appends pieces. The most frequent come first. The parameter contains how often
// each piece is used.
func (b *block) add(uses map[piece]int) {
	for _, p := range slices.SortedFunc(maps.Keys(uses), func(p, q piece) int {
		return cmp.Or(cmp.Compare(uses[q], uses[p]), cmp.Compare(p.bytes, q.bytes), cmp.Compare(p.align, q.align))
	}) {
		for b.end()%p.align != 0 {
			b.bytes = append(b.bytes, 0)
		}
		b.places[p] = b.end()
		b.bytes = append(b.bytes, p.bytes...)
	}
}

// metadata is the metadata of the functions of a part in the form in which it is
// sent: tables and facts at the addresses where the runtime reads them, and the
// records by columns. For each word of a record, there is a column with the values
// of this word in all these functions. Records differ little from each other, and
// columns compress better. When the part is instantiated, its start function
// restores the records (unpack.go).
type metadata struct {
	functions int   // number of functions
	tables    block // followed by the list of functions, the columns and more for the start function
	facts     block
	list      int           // address of the list of the functions (distances)
	columns   int           // address of the columns
	routine   []instruction // start function
}

// unstarted is the table of frame sizes in a record that prepare makes. It is the
// first table, at offset 1, because offset 0 means that there is no table.
var unstarted = piece{encodeTable([]run{{0, forever}}), 1}

const unstartedAt = 1

// pack removes the metadata from memory and returns it for each part of the program.
// That of the first part is also written to memory. The parameter contains the part
// of each function; only the first t.functions elements count. The metadata of a
// function that the runtime reads early is in the first part.
//
// Other memory that a part must bring is added to its metadata.
func (t *pclntab) pack(part []int, moved []ranges) ([]metadata, error) {
	m, err := t.findModuledata()
	if err != nil {
		return nil, err
	}
	if err := t.clearBuckets(m); err != nil {
		return nil, err
	}
	begin, end, err := t.factsArea(m)
	if err != nil {
		return nil, err
	}
	var names []byte
	entries := make([]entry, t.functions)
	owned := make([][]int, len(moved)) // numbers of the functions of each part
	for k := range entries {
		if entries[k], err = t.entry(m, k); err != nil {
			return nil, err
		}
		in := part[k]
		if entries[k].early() {
			in = 0
		}
		owned[in] = append(owned[in], k)
		names = append(names, byte(entries[k].words[fieldName/4]))
	}
	all := make([]metadata, len(moved))
	tables, facts := newBlock(t.lines+unstartedAt), newBlock(begin)
	tables.add(map[piece]int{unstarted: 1})
	for in, functions := range owned {
		d := &all[in]
		*d = t.gather(m, entries, functions, tables, facts)
		d.routine = slices.Concat(d.unpack(m), moved[in].restore(d.tables.end()))
		d.tables.bytes = slices.Concat(d.tables.bytes, moved[in].list, moved[in].content)
		if in == 0 {
			d.routine = slices.Concat(t.prepare(m, d.tables.end()), d.routine)
			d.tables.bytes = append(d.tables.bytes, names...)
			d.routine = slices.Concat(t.rehash(d.tables.end()), d.routine)
			d.tables.bytes = append(d.tables.bytes, distances(t.hashed, typeAlign)...)
		}
		tables, facts = newBlock(d.tables.end()), newBlock(d.facts.end())
	}
	if tables.begin > t.funcs || facts.begin > end || m.records < t.funcs+8*t.functions+8 || m.records+recordSize*t.functions > m.facts {
		return nil, fmt.Errorf("%w: the new tables, facts or records are longer than the old", errLayout)
	}
	clear(t.memory[begin:end])
	clear(t.memory[t.funcs : t.funcs+8*t.functions])
	clear(t.memory[m.records:m.facts])
	copy(t.memory[all[0].tables.begin:], all[0].tables.bytes)
	copy(t.memory[all[0].facts.begin:], all[0].facts.bytes)
	return all, nil
}

// gather returns the metadata of some functions, with their tables and facts
// appended to the given blocks.
func (t *pclntab) gather(m moduledata, entries []entry, functions []int, tables, facts block) metadata {
	blocks := []struct {
		*block
		base int // address to which offsets are relative
		uses map[piece]int
	}{{&tables, t.lines, map[piece]int{}}, {&facts, m.facts, map[piece]int{}}}
	for _, k := range functions {
		for word, p := range entries[k].pieces {
			if p.bytes != "" {
				blocks[isFact(word)].uses[p]++
			}
		}
	}
	for _, b := range blocks {
		for p := range b.places {
			delete(b.uses, p)
		}
		b.add(b.uses)
	}
	list := distances(functions, 1)
	var columns []byte
	for word := firstColumn; word < recordWords; word++ {
		for _, k := range functions {
			value := entries[k].words[word]
			if p := entries[k].pieces[word]; p.bytes != "" {
				b := blocks[isFact(word)]
				value = uint32(b.places[p] - b.base)
			}
			columns = binary.AppendUvarint(columns, uint64(value+1)) // none overflows to 0, which takes one byte
		}
	}
	d := metadata{functions: len(functions), facts: facts, list: tables.end(), columns: tables.end() + len(list)}
	tables.bytes = slices.Concat(tables.bytes, list, columns)
	d.tables = tables
	return d
}

// distances encodes increasing numbers by their distances, the first from 0, in the
// given unit.
func distances(list []int, unit int) []byte {
	var out []byte
	last := 0
	for _, k := range list {
		out = binary.AppendUvarint(out, uint64((k-last)/unit))
		last = k
	}
	return out
}

// isFact returns 1 for a word with the offset of a fact, and 0 for others.
func isFact(word int) int {
	if word >= recordFacts {
		return 1
	}
	return 0
}

// segments returns the initial memory of the metadata as segments of a data section.
func (d metadata) segments() [][]byte {
	return [][]byte{segment(d.tables.begin, d.tables.bytes), segment(d.facts.begin, d.facts.bytes)}
}
