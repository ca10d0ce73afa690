package slim

import (
	"encoding/binary"
	"fmt"
)

// PC_F of the first function (cmd/link/internal/wasm, funcValueOffset).
const firstFunction = 0x1000

// typeSlow is the type of slow.routine, i64 → i32.
var typeSlow = []byte{0x60, 1, kindI64, 1, kindI32}

// shrinkCode rewrites all functions that the compiler made, and appends the
// routines that they share. What was written in assembly stays.
func (m *module) shrinkCode(t *pclntab) error {
	types, err := m.section(typeSection)
	if err != nil {
		return err
	}
	imports, err := m.section(importSection)
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
	kind, _, err := types.list()
	if err != nil {
		return err
	}
	first, _, err := imports.list() // all that Go imports are functions
	if err != nil {
		return err
	}
	n, rest, err := code.list()
	if err != nil {
		return err
	}
	routines, err := t.slow(int64(first), int64(first+n))
	if err != nil {
		return err
	}
	out := binary.AppendUvarint(nil, uint64(n))
	for k := range n {
		size, p := binary.Uvarint(rest)
		if p <= 0 || size > uint64(len(rest)-p) {
			return fmt.Errorf("%w: function %d does not end", errLayout, k)
		}
		body := shrink(rest[p:p+int(size)], k, t, routines)
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
		rest = rest[p+int(size):]
	}
	code.body = out
	for _, r := range routines {
		body := r.body()
		if err := functions.extend(binary.AppendUvarint(nil, uint64(kind))); err != nil {
			return err
		}
		if err := code.extend(append(binary.AppendUvarint(nil, uint64(len(body))), body...)); err != nil {
			return err
		}
	}
	return types.extend(typeSlow)
}

// shrink rewrites one function if the compiler made it.
func shrink(body []byte, k int, t *pclntab, routines []slow) []byte {
	r, err := t.function(k)
	if err != nil || r.assembled() {
		return body
	}
	f, ok := readFunction(body)
	if !ok {
		return body
	}
	f.pc = int64(firstFunction+k) << pointBits
	f.resumes = r.deferReturn()
	f.outline(routines)
	l := f.layOut()
	f.shareAddress()
	f.tidy()
	return f.write(l)
}

// slow finds the slow functions by name. Their indices count from first, and
// those of their routines from next.
func (t *pclntab) slow(first, next int64) ([]slow, error) {
	var list []slow
	for k := range t.functions {
		r, err := t.function(k)
		if err != nil {
			return nil, err
		}
		s := slow{calls: first + int64(k), routine: next + int64(len(list))}
		switch t.name(r) {
		case "runtime.sigpanic":
			s.point = 1
		case "runtime.morestack", "runtime.morestack_noctxt":
		default:
			continue
		}
		list = append(list, s)
	}
	return list, nil
}
