// Package slim makes a linked Go program for the browser smaller to send.
//
// Nothing that the program does changes, except that stack traces lose their
// files, lines and names. What it knows of how Go makes programs stands in
// golayout.go, with the versions that it is known of; README.md says why it is safe.
//
//   - Code: jumps without a detour, calls with less about them that differs from
//     one to the next (function.go, points.go, layout.go, calls.go, tidy.go).
//     That also makes the program quicker.
//   - Data: few and long segments (segments.go), no tables that only stack
//     traces read (cut.go, facts.go), and what is left of the functions' records
//     as columns, which a start function makes records of (unpack.go).
//   - Parts, all but the first of which are fetched later (parts.go, write.go).
//     Which functions go first is recorded with a marked program (mark.go).
package slim

import "errors"

// Program shrinks a program. Error: another version of Go made it (ErrVersion), or
// it is laid out otherwise than Go's linker does; the caller then ships the
// program as it was.
func Program(program []byte) ([]byte, error) {
	m, memory, t, err := opened(program)
	if err != nil {
		return nil, err
	}
	if err := m.shrinkCode(t); err != nil {
		return nil, err
	}
	if err := t.cut(); err != nil {
		return nil, err
	}
	if err := m.unpacking(t); err != nil {
		return nil, err
	}
	data, err := m.section(dataSection)
	if err != nil {
		return nil, err
	}
	data.body = writeSegments(memory)
	return m.join(), nil
}

// opened is a program by its sections, what its memory holds at the start, and
// the table of its functions in that.
func opened(program []byte) (*module, []byte, *pclntab, error) {
	m, err := split(program)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := m.checkVersion(); err != nil {
		return nil, nil, nil, err
	}
	data, err := m.section(dataSection)
	if err != nil {
		return nil, nil, nil, err
	}
	memory, err := readSegments(data.body)
	if err != nil {
		return nil, nil, nil, err
	}
	t, err := findPclntab(memory)
	return m, memory, t, err
}

var errLayout = errors.New("not laid out as the Go linker does")
