package slim

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Numbers of the sections of a WebAssembly module.
const (
	customSection   = 0
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	memorySection   = 5
	globalSection   = 6
	exportSection   = 7
	startSection    = 8
	elementSection  = 9
	codeSection     = 10
	dataSection     = 11
)

const preamble = 8 // size in bytes of the magic number and the version

// module is a WebAssembly module as a list of its sections.
type module struct {
	head     []byte
	sections []section
}

type section struct {
	id   byte
	body []byte
}

// split reads a module. It returns an error if the program is not a valid list of
// sections.
func split(program []byte) (*module, error) {
	if len(program) < preamble {
		return nil, fmt.Errorf("%w: %d bytes are no module", errLayout, len(program))
	}
	m := &module{head: program[:preamble]}
	for p := preamble; p < len(program); {
		size, k := binary.Uvarint(program[p+1:])
		begin := p + 1 + k
		if k <= 0 || size > uint64(len(program)-begin) {
			return nil, fmt.Errorf("%w: the section at %d does not end", errLayout, p)
		}
		end := begin + int(size)
		m.sections = append(m.sections, section{program[p], program[begin:end]})
		p = end
	}
	return m, nil
}

// join returns the bytes of the module. It is the inverse of split.
func (m *module) join() []byte {
	out := append([]byte(nil), m.head...)
	for _, s := range m.sections {
		out = binary.AppendUvarint(append(out, s.id), uint64(len(s.body)))
		out = append(out, s.body...)
	}
	return out
}

// section returns the section with the given number. It returns an error if there
// is none.
func (m *module) section(id byte) (*section, error) {
	for i := range m.sections {
		if m.sections[i].id == id {
			return &m.sections[i], nil
		}
	}
	return nil, fmt.Errorf("%w: no section %d", errLayout, id)
}

// list returns the number of elements, which a section begins with, and the bytes
// after this number.
func (s *section) list() (n int, rest []byte, err error) {
	count, k := binary.Uvarint(s.body)
	if k <= 0 || count > uint64(len(s.body)) {
		return 0, nil, fmt.Errorf("%w: section %d has no count", errLayout, s.id)
	}
	return int(count), s.body[k:], nil
}

// extend appends elements to a section.
func (s *section) extend(elements ...[]byte) error {
	n, rest, err := s.list()
	if err != nil {
		return err
	}
	s.body = append(binary.AppendUvarint(nil, uint64(n+len(elements))), rest...)
	for _, e := range elements {
		s.body = append(s.body, e...)
	}
	return nil
}

// startWith appends a function of type () → () with the given body, and makes it
// the start function, which the browser calls when it instantiates the module. The
// module must import as many functions as the first parameter says.
func (m *module) startWith(imported int, body []byte) error {
	types, _, functions, err := m.counts()
	if err != nil {
		return err
	}
	if err := m.append(uint64(types), []byte{0x60, 0, 0}, body); err != nil {
		return err
	}
	for i, s := range m.sections {
		if s.id == startSection {
			return fmt.Errorf("%w: it has a start function", errLayout)
		}
		if s.id > startSection {
			start := section{startSection, binary.AppendUvarint(nil, uint64(imported+functions))}
			m.sections = slices.Insert(m.sections, i, start)
			return nil
		}
	}
	return fmt.Errorf("%w: no section behind the start", errLayout)
}

// counts returns the number of types, of imported functions, and of functions with
// a body. It counts all imports, because Go imports only functions.
func (m *module) counts() (types, imported, own int, err error) {
	for _, c := range []struct {
		id byte
		n  *int
	}{{typeSection, &types}, {importSection, &imported}, {codeSection, &own}} {
		s, err := m.section(c.id)
		if err != nil {
			return 0, 0, 0, err
		}
		if *c.n, _, err = s.list(); err != nil {
			return 0, 0, 0, err
		}
	}
	return types, imported, own, nil
}

// append adds functions with the given bodies, all of the same type. It also adds
// this type, whose index and encoding are the first two parameters.
func (m *module) append(kind uint64, of []byte, bodies ...[]byte) error {
	types, err := m.section(typeSection)
	if err != nil {
		return err
	}
	functions, err := m.section(functionSection)
	if err != nil {
		return err
	}
	code, err := m.section(codeSection)
	if err != nil {
		return err
	}
	for _, body := range bodies {
		if err := functions.extend(binary.AppendUvarint(nil, kind)); err != nil {
			return err
		}
		if err := code.extend(append(binary.AppendUvarint(nil, uint64(len(body))), body...)); err != nil {
			return err
		}
	}
	return types.extend(of)
}
