package slim

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Further tables of a function that are needed here, by their number
// (internal/abi, PCDATA_…): which stack slots are pointers. The others say which
// inlined function an instruction belongs to, which arguments are still live,
// both for stack traces, and where a signal may interrupt, which has none here.
const tableLive = 1

// Facts of a function that only stack traces read (FUNCDATA_…).
const (
	factInlined  = 3
	factArgs     = 5
	factLiveArgs = 6
	factWrapped  = 7
)

// cut blanks what only stack traces need: for each function which instruction
// came from which line, which is half of the data, the names of files, and the
// names of functions outside the runtime (which looks for its own names). The
// runtime takes a table at offset 0 for "not known" (runtime.pcvalue).
func (t *pclntab) cut() error {
	keep := make([]byte, t.funcs-t.lines) // the tables that stay
	for k := range t.functions {
		r, err := t.function(k)
		if err != nil {
			return err
		}
		if err := t.copyTable(keep, r.word(fieldFrames)); err != nil {
			return err
		}
		for i := range r.tables() {
			at := fieldMore + 4*i
			if i != tableLive {
				r.set(at, 0)
			} else if err := t.copyTable(keep, r.word(at)); err != nil {
				return err
			}
		}
		for i := range r.facts() {
			switch i {
			case factInlined, factArgs, factLiveArgs, factWrapped:
				r.set(fieldMore+4*(r.tables()+i), none)
			}
		}
		r.set(fieldFile, 0)
		r.set(fieldLine, 0)
		r.set(fieldUnit, none) // so no files
		r.set(fieldStart, 0)
		if !bytes.HasPrefix([]byte(t.name(r)), runtimes) {
			r.set(fieldName, 0)
		}
	}
	copy(t.memory[t.lines:t.funcs], keep)
	clear(t.memory[t.units:t.lines])
	t.blankNames()
	return nil
}

const none = 1<<32 - 1

var runtimes = []byte("runtime.")

// copyTable copies the table at an offset from the program: pairs of a value's
// change (0 ends the table, but for the first pair) and a distance.
func (t *pclntab) copyTable(to []byte, offset uint32) error {
	if offset == 0 {
		return nil
	}
	from := t.lines + int(offset)
	p := from
	for first := true; p < t.funcs; first = false {
		change, k := binary.Uvarint(t.memory[p:t.funcs])
		p += k
		if change == 0 && !first {
			copy(to[offset:], t.memory[from:p])
			return nil
		}
		_, n := binary.Uvarint(t.memory[p:t.funcs])
		if k <= 0 || n <= 0 {
			break
		}
		p += n
	}
	return fmt.Errorf("%w: the table at %d does not end", errLayout, offset)
}

// blankNames clears the names of all functions but the runtime's.
func (t *pclntab) blankNames() {
	for name := range bytes.SplitAfterSeq(t.memory[t.names:t.units], []byte{0}) {
		if !bytes.HasPrefix(name, runtimes) {
			clear(name)
		}
	}
}
