package slim

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// ErrVersion reports that a program was made by a version of Go for which this
// package was not verified.
var ErrVersion = fmt.Errorf("made by a version of Go that it was not checked on (checked: %s)", strings.Join(checked, ", "))

// checkVersion returns an error if the version of Go that made the program is not
// in checked.
func (m *module) checkVersion() error {
	if v := m.compiler(); !slices.Contains(checked, v) {
		return fmt.Errorf("%w: %.60q", ErrVersion, v)
	}
	return nil
}

// compiler returns the version of Go that compiled a program, or "" if the program
// does not contain it. By convention, compilers write their version into the
// section "producers". This section is a list of fields, each of which is a list of
// names with versions.
func (m *module) compiler() string {
	for _, s := range m.sections {
		name, rest, ok := readString(s.body)
		if s.id != customSection || !ok || name != "producers" {
			continue
		}
		fields, k := binary.Uvarint(rest)
		rest = rest[max(k, 0):]
		for range min(fields, 10) {
			field, after, _ := readString(rest)
			values, k := binary.Uvarint(after)
			rest = after[max(k, 0):]
			for range min(values, 10) {
				name, after, _ := readString(rest)
				version, after, _ := readString(after)
				if rest = after; field == "processed-by" && name == "Go cmd/compile" {
					return version
				}
			}
		}
	}
	return ""
}

// readString reads a string that is preceded by its length, and returns it and the
// bytes that follow.
func readString(b []byte) (s string, rest []byte, ok bool) {
	size, k := binary.Uvarint(b)
	if k <= 0 || size > uint64(len(b)-k) {
		return "", nil, false
	}
	end := k + int(size)
	return string(b[k:end]), b[end:], true
}
