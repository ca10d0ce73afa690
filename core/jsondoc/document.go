package jsondoc

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Document is a JSON text with the position of every value in it. The values form a
// flat tree in pre-order, with 12 bytes per value. So a million jobs fit in memory,
// and every error can point at its bytes.
//
// The package does not use encoding/json for three reasons. It silently repairs
// what must be refused (invalid UTF-8, lone surrogates, repeated keys). It reports
// the end of a token rather than its start. And it adds 120 kB to the page. Apart
// from the texts that encoding/json repairs, this package and encoding/json accept
// the same texts; a test checks this.
type Document struct {
	text   string
	values []value
}

// value is one JSON value. It consists of the offset of its first byte, the offset
// after its last byte, and the index of the value that follows its last descendant.
// The children of an object are its keys and values in turn.
type value struct{ at, end, next int32 }

// Ref is the index of a value in its document.
type Ref int32

// Root is the outermost value of a document.
const Root Ref = 0

// Kind returns the kind of a value as a byte: one of { [ " t f n, with which such
// values begin, or 0 for a number.
func (d *Document) Kind(v Ref) byte {
	switch c := d.text[d.values[v].at]; c {
	case '{', '[', '"', 't', 'f', 'n':
		return c
	}
	return '0'
}

// Raw returns the text of a value as written.
func (d *Document) Raw(v Ref) string { return d.text[d.values[v].at:d.values[v].end] }

// Elements returns an iter.Seq2 over the elements of a list and their indices.
func (d *Document) Elements(v Ref) func(yield func(int, Ref) bool) {
	return func(yield func(int, Ref) bool) {
		last := Ref(d.values[v].next)
		for i, e := 0, v+1; e < last; i, e = i+1, Ref(d.values[e].next) {
			if !yield(i, e) {
				return
			}
		}
	}
}

// Members returns an iter.Seq2 over the keys and values of an object. A key is a
// ref to the JSON string in the text.
func (d *Document) Members(v Ref) func(yield func(key, val Ref) bool) {
	return func(yield func(key, val Ref) bool) {
		last := Ref(d.values[v].next)
		for k := v + 1; k < last; k = Ref(d.values[k+1].next) {
			if !yield(k, k+1) {
				return
			}
		}
	}
}

// Text returns the text that a JSON string stands for.
func (d *Document) Text(v Ref) string {
	raw := d.Raw(v)
	raw = raw[1 : len(raw)-1]
	if !strings.Contains(raw, `\`) {
		return raw
	}
	return unescape(raw)
}

// unescape replaces the escapes of a JSON string that the scanner has accepted.
func unescape(raw string) string {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			continue
		}
		i++
		if raw[i] != 'u' {
			out = append(out, unescaped(raw[i]))
			continue
		}
		r := hex4(raw[i+1:])
		i += 4
		if r >= 0xd800 && r < 0xdc00 { // the scanner has checked that the second half of the pair follows
			r = (r-0xd800)<<10 | (hex4(raw[i+3:]) - 0xdc00) + 0x10000
			i += 6
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// unescaped returns the byte that a one-letter escape such as \n stands for, or 0
// if there is no such escape.
func unescaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case '"', '\\', '/':
		return c
	}
	return 0
}

// hex4 reads the first four bytes of s as hexadecimal digits and returns their
// value, or -1 if they are not such digits.
func hex4(s string) rune {
	if len(s) < 4 {
		return -1
	}
	n, err := strconv.ParseUint(s[:4], 16, 32)
	if err != nil {
		return -1
	}
	return rune(n)
}

// Find follows a path as far as the values exist. It returns the last value that it
// reaches and the remaining steps.
func (d *Document) Find(steps []PathStep) (Ref, []PathStep) {
	at := Root
	for i, s := range steps {
		next := Ref(-1)
		switch {
		case s.Key != "" && d.Kind(at) == '{':
			for k, v := range d.Members(at) {
				if d.Text(k) == s.Key {
					next = v
					break
				}
			}
		case s.Key == "" && d.Kind(at) == '[':
			for j, e := range d.Elements(at) {
				if j == s.Index {
					next = e
					break
				}
			}
		}
		if next < 0 {
			return at, steps[i:]
		}
		at = next
	}
	return at, nil
}

// locate sets the position of an error to the position of the value at its Place.
// If there is no such value, it uses the deepest existing value on the path. An
// error that already has a position keeps it.
func (d *Document) locate(e *Error) {
	if e.Line > 0 || len(d.values) == 0 {
		return
	}
	steps, _ := SplitPath(e.Place)
	v, missing := d.Find(steps)
	at, end := d.values[v].at, d.values[v].end
	if len(missing) > 0 && (d.Kind(v) == '{' || d.Kind(v) == '[') {
		end = at + 1 // a value is missing inside: point at the opening bracket
	}
	d.point(e, int(at), int(end))
}

// point sets the position of an error to the bytes from at up to end.
func (d *Document) point(e *Error, at, end int) {
	before := d.text[:at]
	e.Offset, e.End = at, end
	e.Line = strings.Count(before, "\n") + 1
	e.Col = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}
