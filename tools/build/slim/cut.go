package slim

import (
	"fmt"
	"strings"
)

// cut clears the data that only stack traces need: the names of files and
// functions, and the source line of each instruction, which makes up half of the
// data.
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
		r.set(fieldUnit, none) // marks file names as missing
		r.set(fieldStart, 0)
		if strings.HasPrefix(t.name(r), runtimePrefix) {
			r.set(fieldName, uint32(nameRuntime))
		} else {
			r.set(fieldName, uint32(nameOther))
		}
	}
	if len(names) > t.units-t.names {
		return fmt.Errorf("%w: the new names are longer than the old", errLayout)
	}
	clear(t.memory[t.names:t.funcs])
	copy(t.memory[t.names:], names)
	return nil
}

// names holds the two function names that remain: one for functions of the runtime,
// and one for all other functions.
const names = "\x00" + runtimePrefix + "\x00" + methodName + "\x00"

var nameRuntime, nameOther = strings.Index(names, runtimePrefix), strings.Index(names, methodName)
