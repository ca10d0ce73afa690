package slim

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The descriptors of types contain much that nothing reads, and that compresses badly.

// shrinkTypes clears what nothing reads of the types of a program. It returns the
// addresses of the types whose hashes it has cleared, in order.
func (m *module) shrinkTypes(t *pclntab) (cleared []int, err error) {
	d, err := t.findModuledata()
	if err != nil {
		return nil, err
	}
	types := t.types(d)
	if err := t.hideTypes(d, types); err != nil {
		return nil, err
	}
	if err := t.clearMethods(d, types); err != nil {
		return nil, err
	}
	return m.clearHashes(t, types), nil
}

// clearHashes clears the hashes of types, and returns the addresses of these types, in
// order. Most hashes are used only as keys of tables that the running program builds.
// So the start function sets other ones, which it computes from the addresses of the
// types. The hashes of types in type switches stay, because the code of a type switch
// contains them. If clearHashes cannot read all code, it changes nothing.
func (m *module) clearHashes(t *pclntab, types []int) (cleared []int) {
	code, ok := m.constants()
	if !ok {
		return nil
	}
	for _, at := range types {
		hash := t.memory[at+typeHash:][:4]
		if !code[binary.LittleEndian.Uint32(hash)] {
			clear(hash)
			cleared = append(cleared, at)
		}
	}
	return cleared
}

// hideTypes clears the fields and most of the name of each type that only the compiler
// uses. The beginning of the name stays, so that names remain sorted, because package
// reflect searches types by name.
func (t *pclntab) hideTypes(m moduledata, types []int) error {
	for _, at := range types {
		b := record(t.memory[at:])
		name := t.nameText(m.types + int(b.word(typeName)))
		keep := hidden(string(name))
		if keep == 0 || b[typeFlags]&maskOnDemand != 0 {
			continue
		}
		for i := keep; i < len(name); i++ {
			name[i] = ' ' // printable, as isName demands
		}
		if b[typeKind] == kindStruct {
			fields, err := t.members(b, fieldSize)
			if err != nil {
				return err
			}
			clear(fields)
		}
	}
	return nil
}

// hidden returns how much of the name of a type stays, or 0 if all of it does.
func hidden(name string) int {
	for _, begin := range hiddenTypes {
		if strings.HasPrefix(name, begin) {
			return len(begin)
		}
	}
	if k := strings.Index(name, hiddenPart); k >= 0 {
		return k + len(hiddenPart)
	}
	return 0
}

// clearMethods clears the methods that cannot be called or looked up, and the names that
// nothing else references.
func (t *pclntab) clearMethods(m moduledata, types []int) error {
	asked, err := t.askedFor(m, types)
	if err != nil {
		return err
	}
	used, unused := map[int]bool{}, map[int]bool{}
	for _, at := range types {
		b := record(t.memory[at:])
		used[m.types+int(b.word(typeName))] = true
		switch b[typeKind] {
		case kindStruct:
			fields, err := t.members(b, fieldSize)
			if err != nil {
				return err
			}
			for field := range slices.Chunk(fields, fieldSize) {
				used[int(record(field).word(0))] = true
			}
		case kindInterface:
			demands, err := t.members(b, demandSize)
			if err != nil {
				return err
			}
			for demand := range slices.Chunk(demands, demandSize) {
				used[m.types+int(record(demand).word(0))] = true
			}
		}
		if b[typeFlags]&uncommonFlag == 0 {
			continue
		}
		uncommon := b[cmp.Or(kindSizes[b[typeKind]], typeSize):]
		used[m.types+int(uncommon.word(0))] = true
		begin, n := int(uncommon.word(methodsAt)), int(binary.LittleEndian.Uint16(uncommon[methodsNumber:]))
		if begin+n*methodSize > len(uncommon) {
			return fmt.Errorf("%w: methods of a type", errLayout)
		}
		for method := range slices.Chunk(uncommon[begin:][:n*methodSize], methodSize) {
			name := m.types + int(method.word(0))
			if asked[string(t.nameText(name))] || !bytes.Contains(method, unreachable) {
				used[name] = true
				continue
			}
			unused[name] = true
			method.set(0, 0)
			for word := 4; word < methodSize; word += 4 {
				copy(method[word:], unreachable)
			}
		}
	}
	for at := range unused {
		if !used[at] && t.isName(at) {
			clear(t.nameText(at))
		}
	}
	return nil
}

// askedFor returns the names of the methods that interfaces have.
func (t *pclntab) askedFor(m moduledata, types []int) (map[string]bool, error) {
	asked := map[string]bool{}
	for _, at := range types {
		b := record(t.memory[at:])
		if b[typeKind] != kindInterface {
			continue
		}
		demands, err := t.members(b, demandSize)
		if err != nil {
			return nil, err
		}
		for demand := range slices.Chunk(demands, demandSize) {
			asked[string(t.nameText(m.types+int(record(demand).word(0))))] = true
		}
	}
	return asked, nil
}

// members returns the fields of a struct or the methods of an interface.
func (t *pclntab) members(b record, size int) ([]byte, error) {
	begin, n := binary.LittleEndian.Uint64(b[typeMembers:]), binary.LittleEndian.Uint64(b[typeMembers+8:])
	if begin > uint64(t.at) || n > (uint64(t.at)-begin)/uint64(size) {
		return nil, fmt.Errorf("%w: members of a type", errLayout)
	}
	return t.memory[begin:][:int(n)*size], nil
}

// nameText returns the part of the memory with the text of the name at an address.
func (t *pclntab) nameText(at int) []byte {
	length, k := binary.Uvarint(t.memory[at+1:])
	return t.memory[at+1+k:][:length]
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
	flags, align, fieldAlign, kind := b[typeFlags], b[typeFlags+1], b[typeFlags+2], b[typeKind]
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
