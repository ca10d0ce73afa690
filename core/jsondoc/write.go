package jsondoc

import (
	"strconv"
	"unicode/utf8"

	"hopyard/core/simtime"
)

// Writer appends JSON. If the field Lean is set, it leaves out all spaces and
// newlines.
type Writer struct {
	Out  []byte
	Lean bool
}

// Base returns the writer itself, for types that embed it.
func (w *Writer) Base() *Writer { return w }

// Raw appends s. It is not inlined: there are hundreds of calls, and inlining would
// only enlarge the page's WebAssembly program.
//
//go:noinline
func (w *Writer) Raw(s string) *Writer {
	w.Out = append(w.Out, s...)
	return w
}

// Newline writes a line end, unless Lean is set.
func (w *Writer) Newline() {
	if !w.Lean {
		w.Out = append(w.Out, '\n')
	}
}

// Gap writes a space, unless Lean is set.
func (w *Writer) Gap() {
	if !w.Lean {
		w.Raw(" ")
	}
}

// Field begins a field of the outermost object, on a new line.
func (w *Writer) Field(name string) *Writer {
	if w.Out[len(w.Out)-1] != '{' {
		w.Raw(",")
	}
	w.Newline()
	if !w.Lean {
		w.Raw("  ")
	}
	return w.Member(name, true)
}

// Member begins a field on the current line. It writes a comma before the field,
// unless the field is the first of its object (the flag first).
func (w *Writer) Member(name string, first bool) *Writer {
	if !first {
		w.Raw(",").Gap()
	}
	w.Text(name)
	w.Raw(":").Gap()
	return w
}

// List writes n values on one line.
func (w *Writer) List(n int, value func(i int)) {
	w.Raw("[")
	for i := range n {
		w.Comma(i)
		value(i)
	}
	w.Raw("]")
}

// Lines writes n values, each on a line of its own.
func (w *Writer) Lines(open, end byte, n int, value func(i int)) {
	w.Out = append(w.Out, open)
	for i := range n {
		if i > 0 {
			w.Raw(",")
		}
		w.Newline()
		if !w.Lean {
			w.Raw("    ")
		}
		value(i)
	}
	if n > 0 && !w.Lean {
		w.Raw("\n  ")
	}
	w.Out = append(w.Out, end)
}

// Number writes a whole number.
func (w *Writer) Number(n int64) *Writer {
	w.Out = strconv.AppendInt(w.Out, n, 10)
	return w
}

// Seconds writes a number of thousandths with up to three decimals.
func (w *Writer) Seconds(d int64) *Writer {
	w.Out = simtime.Time(d).AppendText(w.Out)
	return w
}

// Text writes a text as a JSON string.
func (w *Writer) Text(s string) *Writer {
	w.Out = AppendText(w.Out, s)
	return w
}

// AppendText appends a text as a JSON string. Bytes that are not UTF-8 become
// U+FFFD. The line separators U+2028 and U+2029 are escaped, so that the string is
// also valid in a script.
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

// Comma writes the separator before element i of a list. The first element needs
// none.
func (w *Writer) Comma(i int) {
	if i > 0 {
		w.Raw(",").Gap()
	}
}

// Quote returns a text as a JSON string, for use as a value of Edit.
func Quote(text string) string { return string(AppendText(nil, text)) }
