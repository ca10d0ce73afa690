package slim

import (
	"bytes"
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
	for k := range t.functions {
		r, err := t.function(k)
		if err != nil {
			return err
		}
		for i := range r.tables() {
			if i != tableLive {
				r.set(fieldMore+4*i, 0)
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
	if len(t.packed.bytes) > t.funcs-t.lines {
		return fmt.Errorf("%w: the new tables are longer than the old", errLayout)
	}
	clear(t.memory[t.units:t.funcs])
	copy(t.memory[t.lines:], t.packed.bytes)
	t.blankNames()
	return nil
}

const none = 1<<32 - 1

var runtimes = []byte("runtime.")

// blankNames clears the names of all functions but the runtime's.
func (t *pclntab) blankNames() {
	for name := range bytes.SplitAfterSeq(t.memory[t.names:t.units], []byte{0}) {
		if !bytes.HasPrefix(name, runtimes) {
			clear(name)
		}
	}
}
