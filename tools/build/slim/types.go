package slim

import (
	"encoding/binary"
	"slices"
	"unicode"
	"unicode/utf8"
)

// The descriptor of each type contains a hash of the type. These random numbers do
// not compress, and most of them are used only as keys of tables that the running
// program builds. So the start function sets other hashes, which it computes from the
// addresses of the types. The hashes of types in type switches stay, because the code
// of a type switch contains them.

// clearHashes clears the hashes of the types that no type switch contains, and returns
// the addresses of these types, in order. If it cannot read all code, or does not find
// all types that the linker listed, it changes nothing.
func (m *module) clearHashes(t *pclntab) ([]int, error) {
	d, err := t.findModuledata()
	if err != nil {
		return nil, err
	}
	code, ok := m.constants()
	if !ok {
		return nil, nil
	}
	var cleared []int
	for _, at := range t.types(d) {
		hash := t.memory[at+typeHash:][:4]
		if !code[binary.LittleEndian.Uint32(hash)] {
			clear(hash)
			cleared = append(cleared, at)
		}
	}
	return cleared, nil
}

// constants returns the lower 32 bits of all constants in the code of a program. It
// returns false if it cannot decode the code.
func (m *module) constants() (all map[uint32]bool, ok bool) {
	p := &partition{module: m}
	if err := p.readBodies(); err != nil {
		return nil, false
	}
	all = map[uint32]bool{}
	for k := range p.bodies {
		_, code, err := p.code(k)
		if err != nil {
			return nil, false
		}
		for _, i := range code {
			if i.op == opI32Const || i.op == opI64Const {
				all[uint32(i.a)] = true
			}
		}
	}
	return all, true
}

// types returns the addresses of the descriptors of types, in order. They are between
// the first and the last type in typelinks, which lists a part of them. The result is
// empty if one of these is missed.
func (t *pclntab) types(m moduledata) []int {
	var listed, all []int
	for i := range m.links {
		listed = append(listed, m.types+int(binary.LittleEndian.Uint32(t.memory[m.typelinks+4*i:])))
	}
	slices.Sort(listed)
	for at := listed[0]; at <= listed[len(listed)-1]; at += typeAlign {
		if t.isType(m, at) {
			all = append(all, at)
			at += typeAlign // the descriptor is longer than typeAlign
		}
	}
	for _, at := range listed {
		if _, ok := slices.BinarySearch(all, at); !ok {
			return nil
		}
	}
	return all
}

// isType reports whether there is the descriptor of a type at an address.
func (t *pclntab) isType(m moduledata, at int) bool {
	if at < m.types || at > t.at-typeSize {
		return false
	}
	b := t.memory[at:]
	size, pointers := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[typePointers:])
	flags, align, fieldAlign, kind := b[typeFlags], b[typeFlags+1], b[typeFlags+2], b[typeFlags+3]
	return pointers <= size && align > 0 && align <= 8 && align&(align-1) == 0 && align == fieldAlign &&
		flags < typeNoFlag && kind > 0 && kind <= typeLastKind && t.isName(m.types+int(int32(binary.LittleEndian.Uint32(b[typeName:]))))
}

// isName reports whether there is a valid name at an address: a byte of flags, the
// length, and printable text.
func (t *pclntab) isName(at int) bool {
	if at <= 0 || at >= t.at || t.memory[at] > 0xf {
		return false
	}
	length, k := binary.Uvarint(t.memory[at+1 : t.at])
	if k <= 0 || length == 0 || length > uint64(t.at-at-1-k) {
		return false
	}
	text := t.memory[at+1+k:][:length]
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return false
		}
		text = text[n:]
	}
	return true
}
