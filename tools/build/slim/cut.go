package slim

import (
	"fmt"
	"strings"
)

// Further tables of a function that are needed here, by their number
// (internal/abi, PCDATA_…): which stack slots are pointers. The others say which
// inlined function an instruction belongs to, which arguments are still live,
// both for stack traces, and where a signal may interrupt, which has none here.
const tableLive = 1

// cut blanks what only stack traces need: for each function which instruction
// came from which line, which is half of the data, and the names of files and
// functions. The runtime takes a table at offset 0 for "not known"
// (runtime.pcvalue).
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
		r.set(fieldFile, 0)
		r.set(fieldLine, 0)
		r.set(fieldUnit, none) // so no files
		r.set(fieldStart, 0)
		if strings.HasPrefix(t.name(r), "runtime.") {
			r.set(fieldName, uint32(nameRuntime))
		} else {
			r.set(fieldName, uint32(nameOther))
		}
	}
	if len(t.packed.bytes) > t.funcs-t.lines || len(names) > t.units-t.names {
		return fmt.Errorf("%w: the new tables are longer than the old", errLayout)
	}
	clear(t.memory[t.names:t.funcs])
	copy(t.memory[t.names:], names)
	copy(t.memory[t.lines:], t.packed.bytes)
	return nil
}

// The names that functions have: the runtime asks whether one is its own, and
// takes a method's apart when a nil pointer meets a method of the value
// (panicwrap).
const names = "\x00runtime.\x00app.(*T).method\x00"

var nameRuntime, nameOther = strings.Index(names, "runtime."), strings.Index(names, "app.")

const none = 1<<32 - 1 // instead of an offset
