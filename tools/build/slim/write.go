package slim

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
)

// Names in the imports of the parts after the first: the module name of the first
// part, and the names of its exports.
const (
	firstName  = "first"
	tableName  = "table"
	globalName = "g" // followed by the number of the global
)

// Kinds of exports and imports.
const (
	outsideFunction = 0
	outsideTable    = 1
	outsideMemory   = 2
	outsideGlobal   = 3
)

// firstPart turns the program into its first part, but for its data.
func (p *partition) firstPart() error {
	kinds, bodies, err := p.functions(0)
	if err != nil {
		return err
	}
	exports, err := p.exports()
	if err != nil {
		return err
	}
	for id, body := range map[byte][]byte{
		functionSection: kinds, codeSection: bodies, exportSection: exports, elementSection: p.tableElements(0),
	} {
		s, err := p.section(id)
		if err != nil {
			return err
		}
		s.body = body
	}
	return nil
}

// otherPart returns the part with the given number, which is not the first. Its data
// is the metadata of its functions.
func (p *partition) otherPart(in int, d metadata) ([]byte, error) {
	kinds, bodies, err := p.functions(in)
	if err != nil {
		return nil, err
	}
	types, err := p.section(typeSection)
	if err != nil {
		return nil, err
	}
	imports, err := p.imports()
	if err != nil {
		return nil, err
	}
	part := &module{head: p.head, sections: []section{
		{typeSection, types.body}, {importSection, imports}, {functionSection, kinds}, {elementSection, p.tableElements(in)}, {codeSection, bodies},
	}}
	if err := part.startWith(0, routine(d.routine)); err != nil {
		return nil, err
	}
	part.sections = append(part.sections, section{dataSection, vector(d.segments())})
	return part.join(), nil
}

// functions returns the contents of two sections of a part: the types of its
// functions, and their code.
func (p *partition) functions(in int) (kinds, bodies []byte, err error) {
	var all []int
	for k := range p.kinds {
		if p.part[k] == in {
			all = append(all, k)
		}
	}
	if in > 0 {
		all = append(all, p.copied...)
	}
	var types, code [][]byte
	for _, k := range all {
		body, err := p.body(k, in)
		if err != nil {
			return nil, nil, err
		}
		types = append(types, binary.AppendUvarint(nil, p.kinds[k]))
		code = append(code, sized(body))
	}
	return vector(types), vector(code), nil
}

// entries returns the indices of the exported functions.
func (p *partition) entries() (map[int]bool, error) {
	all := map[int]bool{}
	err := p.eachExport(func(_ string, kind byte, index int) {
		if kind == outsideFunction {
			all[index] = true
		}
	})
	return all, err
}

func (p *partition) eachExport(f func(name string, kind byte, index int)) error {
	s, err := p.section(exportSection)
	if err != nil {
		return err
	}
	n, list, err := s.list()
	for range n {
		size, k := binary.Uvarint(list)
		if k <= 0 || size > 100 || int(size)+k+2 > len(list) {
			return fmt.Errorf("%w: what is exported", errLayout)
		}
		at := k + int(size)
		index, n := binary.Uvarint(list[at+1:])
		f(string(list[k:at]), list[at], int(index))
		list = list[at+1+max(n, 0):]
	}
	return err
}

// exports returns the export section of the first part: the exports of the program,
// the table and the globals.
func (p *partition) exports() ([]byte, error) {
	var all [][]byte
	add := func(name string, kind byte, index int) {
		if k := index - p.imported; kind == outsideFunction && k >= 0 && k < len(p.place) {
			index = int(p.place[k])
		}
		all = append(all, binary.AppendUvarint(append(sized([]byte(name)), kind), uint64(index)))
	}
	if err := p.eachExport(add); err != nil {
		return nil, err
	}
	kinds, err := p.globals()
	if err != nil {
		return nil, err
	}
	add(tableName, outsideTable, 0)
	for i := range kinds {
		add(globalName+strconv.Itoa(i), outsideGlobal, i)
	}
	return vector(all), nil
}

// imports returns the import section, which is the same for all parts after the
// first. It imports the memory, the table and the globals of the first part.
func (p *partition) imports() ([]byte, error) {
	var all [][]byte
	add := func(name string, kind byte, of []byte) {
		all = append(all, slices.Concat(sized([]byte(firstName)), sized([]byte(name)), []byte{kind}, of))
	}
	err := p.eachExport(func(name string, kind byte, _ int) {
		if s, err := p.section(memorySection); kind == outsideMemory && err == nil {
			add(name, kind, s.body[1:])
		}
	})
	if err != nil {
		return nil, err
	}
	table, err := p.section(tableSection)
	if err != nil {
		return nil, err
	}
	add(tableName, outsideTable, table.body[1:])
	globals, err := p.globals()
	for i, kind := range globals {
		add(globalName+strconv.Itoa(i), outsideGlobal, []byte{kind, 1}) // 1 means mutable
	}
	return vector(all), err
}

// globals returns the types of the globals. It returns an error unless all are
// mutable and initially 0.
func (p *partition) globals() ([]byte, error) {
	s, err := p.section(globalSection)
	if err != nil {
		return nil, err
	}
	n, list, err := s.list()
	var kinds []byte
	for ; len(list) >= 5 && list[1] == 1 && list[3] == 0 && list[4] == opEnd; list = list[5:] {
		kinds = append(kinds, list[0])
	}
	if err == nil && (len(kinds) != n || len(list) > 0) {
		err = fmt.Errorf("%w: globals", errLayout)
	}
	return kinds, err
}

// tableElements returns the element section of a part, which makes the browser
// write the part's functions into the table.
func (p *partition) tableElements(in int) []byte {
	var runs []stretch
	for k := 0; k < p.tabled; k++ {
		begin := k
		for k < p.tabled && p.part[k] == in {
			k++
		}
		if k > begin {
			runs = append(runs, stretchOf(firstFunction+begin, int(p.place[begin]), k-begin))
		}
	}
	return elements(runs...)
}

// stretch is a sequence of functions that are consecutive both in the table and in
// their part.
type stretch struct{ slot, index, count int }

func stretchOf(slot, index, count int) stretch { return stretch{slot, index, count} }

func elements(runs ...stretch) []byte {
	var all [][]byte
	for _, r := range runs {
		one := append(appendSigned([]byte{0, opI32Const}, int64(r.slot)), opEnd)
		one = binary.AppendUvarint(one, uint64(r.count))
		for i := range r.count {
			one = binary.AppendUvarint(one, uint64(r.index+i))
		}
		all = append(all, one)
	}
	return vector(all)
}

func vector(list [][]byte) []byte {
	return append(binary.AppendUvarint(nil, uint64(len(list))), slices.Concat(list...)...)
}

func sized(b []byte) []byte { return append(binary.AppendUvarint(nil, uint64(len(b))), b...) }
