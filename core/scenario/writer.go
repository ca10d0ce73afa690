package scenario

import (
	"strconv"
	"unicode/utf8"

	"hopyard/core/simtime"
)

// writer appends JSON. With lean, it leaves out all spaces and new lines.
type writer struct {
	out   []byte
	lean  bool
	names []string // of the cluster's own resources
}

// raw is not inlined: there are hundreds of calls, and the page would weigh more
// for nothing.
//
//go:noinline
func (w *writer) raw(s string) *writer {
	w.out = append(w.out, s...)
	return w
}

func (w *writer) newline() {
	if !w.lean {
		w.out = append(w.out, '\n')
	}
}

// gap is a space, unless lean.
func (w *writer) gap() {
	if !w.lean {
		w.raw(" ")
	}
}

// field begins a field of the outermost object, on a line of its own.
func (w *writer) field(name string) *writer {
	if w.out[len(w.out)-1] != '{' {
		w.raw(",")
	}
	w.newline()
	if !w.lean {
		w.raw("  ")
	}
	return w.member(name, true)
}

// member begins a field inside a line.
func (w *writer) member(name string, first bool) *writer {
	if !first {
		w.raw(",").gap()
	}
	w.text(name)
	w.raw(":")
	if !w.lean {
		w.raw(" ")
	}
	return w
}

// lines writes n values, each on a line of its own.
func (w *writer) lines(open, end byte, n int, value func(i int)) {
	w.out = append(w.out, open)
	for i := range n {
		if i > 0 {
			w.raw(",")
		}
		w.newline()
		if !w.lean {
			w.raw("    ")
		}
		value(i)
	}
	if n > 0 && !w.lean {
		w.raw("\n  ")
	}
	w.out = append(w.out, end)
}

func (w *writer) number(n int64) *writer {
	w.out = strconv.AppendInt(w.out, n, 10)
	return w
}

func (w *writer) seconds(d int64) *writer {
	w.out = simtime.Time(d).AppendText(w.out)
	return w
}

func (w *writer) text(s string) *writer {
	w.out = AppendText(w.out, s)
	return w
}

// AppendText appends a text as a JSON string, with U+FFFD for bytes that are not
// UTF-8. Line separators U+2028 and U+2029 are escaped, so that the string may
// stand in a script.
func AppendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r < 0x20 || r == 0x2028 || r == 0x2029:
			const hex = "0123456789abcdef"
			dst = append(dst, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// comma separates the elements of a list.
func (w *writer) comma(i int) {
	if i > 0 {
		w.raw(",").gap()
	}
}
