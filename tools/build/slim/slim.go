// Package slim makes a Go program linked for the browser (GOOS=js GOARCH=wasm)
// smaller to send.
//
// The result behaves like the original, except that stack traces contain no files,
// lines or names. The assumptions about the output of the Go tools are in
// golayout.go, together with the versions of Go for which they were verified.
// README.md explains why the changes are safe.
//
// [Program] shrinks a program. [Split] also divides it into parts; all parts but the
// first can be fetched later. [Names] returns the names of functions, by which the
// caller decides the part of each function:
//
//	small, err := slim.Program(linked)
//
//	names, err := slim.Names(linked)
//	parts, err := slim.Split(linked, func(k int) int { return partOf(names[k]) })
//
// The package reads a program as a module of sections (module.go) and finds the
// table of functions, pclntab, in its initial memory (pclntab.go). Then it changes
// three things:
//
//   - Code: forward jumps become direct branches, which also makes the program
//     faster. The instructions of calls vary less from call to call, so that they
//     compress better (function.go, points.go, layout.go, calls.go, tidy.go).
//   - Data: a few long segments replace many short ones (segments.go). Tables that
//     only stack traces read are removed (cut.go, facts.go). The remaining records
//     of functions are stored by columns (metadata.go); a start function in the
//     browser restores the records (unpack.go).
//   - Parts: functions are distributed over several modules, each with what the
//     runtime needs to know about its functions (parts.go, write.go). To find the functions that the first part needs, [Mark] makes a program that
//     records which functions run (mark.go).
package slim

import "errors"

// Program shrinks a program. The error wraps [ErrVersion] if the program was made
// by a version of Go that is not supported. Program also returns an error if the
// program is not laid out as the Go linker does. In both cases the caller can use
// the original program.
func Program(program []byte) ([]byte, error) {
	m, t, err := shrunk(program)
	if err != nil {
		return nil, err
	}
	all, err := t.pack(make([]int, t.functions), make([]ranges, 1))
	if err != nil {
		return nil, err
	}
	if err := m.finish(t, all[0]); err != nil {
		return nil, err
	}
	return m.join(), nil
}

// shrunk returns the sections of a program, with shrunk code and without the data
// that only stack traces need. It also returns the table of functions in the
// program's initial memory.
func shrunk(program []byte) (*module, *pclntab, error) {
	m, t, err := opened(program)
	if err != nil {
		return nil, nil, err
	}
	if t.hashed, err = m.shrinkTypes(t); err != nil {
		return nil, nil, err
	}
	if err := m.shrinkCode(t); err != nil {
		return nil, nil, err
	}
	return m, t, t.cut()
}

// finish adds the initial memory and the start function to the first or only part of
// a program.
func (m *module) finish(t *pclntab, d metadata) error {
	data, err := m.section(dataSection)
	if err != nil {
		return err
	}
	data.body = writeSegments(t.memory)
	_, imported, _, err := m.counts()
	if err != nil {
		return err
	}
	return m.startWith(imported, routine(d.routine))
}

// opened returns the sections of a program, and the table of functions in its initial
// memory.
func opened(program []byte) (*module, *pclntab, error) {
	m, err := split(program)
	if err != nil {
		return nil, nil, err
	}
	if err := m.checkVersion(); err != nil {
		return nil, nil, err
	}
	data, err := m.section(dataSection)
	if err != nil {
		return nil, nil, err
	}
	memory, err := readSegments(data.body)
	if err != nil {
		return nil, nil, err
	}
	t, err := findPclntab(memory)
	return m, t, err
}

var errLayout = errors.New("not laid out as the Go linker does")
