package scenario

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// document is a JSON text with the place of every value in it: a flat tree in
// pre-order, 12 bytes a value, so that a million jobs fit in memory and every
// error can point at its bytes. encoding/json is not used, because it repairs
// in silence what must be refused (invalid UTF-8, lone surrogates, repeated
// keys), gives the end of a token rather than its start, and costs the page
// 120 kB; a test holds the two to the same language.
type document struct {
	text   string
	values []value
}

// value is one JSON value: its bytes, and the index after its last descendant.
// The children of an object are its keys and values in turn.
type value struct{ at, end, next int32 }

// ref is the index of a value in its document.
type ref int32

const root ref = 0

func (d *document) kind(v ref) byte {
	switch c := d.text[d.values[v].at]; c {
	case '{', '[', '"', 't', 'f', 'n':
		return c
	}
	return '0'
}

// raw is the value as written.
func (d *document) raw(v ref) string { return d.text[d.values[v].at:d.values[v].end] }

// elements calls yield with each element of a list; it is an iter.Seq2.
func (d *document) elements(v ref) func(yield func(int, ref) bool) {
	return func(yield func(int, ref) bool) {
		last := ref(d.values[v].next)
		for i, e := 0, v+1; e < last; i, e = i+1, ref(d.values[e].next) {
			if !yield(i, e) {
				return
			}
		}
	}
}

// members calls yield with each key and value of an object, keys as refs to
// their text; it is an iter.Seq2.
func (d *document) members(v ref) func(yield func(key, val ref) bool) {
	return func(yield func(key, val ref) bool) {
		last := ref(d.values[v].next)
		for k := v + 1; k < last; k = ref(d.values[k+1].next) {
			if !yield(k, k+1) {
				return
			}
		}
	}
}

// str is the text that a JSON string stands for.
func (d *document) str(v ref) string {
	raw := d.raw(v)
	raw = raw[1 : len(raw)-1]
	if !strings.Contains(raw, `\`) {
		return raw
	}
	return unescape(raw)
}

// unescape undoes the escapes of a JSON string that the scanner has accepted.
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
		if r >= 0xd800 && r < 0xdc00 { // the scanner has seen that the other half follows
			r = (r-0xd800)<<10 | (hex4(raw[i+3:]) - 0xdc00) + 0x10000
			i += 6
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// unescaped is the byte that a one-letter escape stands for, 0 for none.
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

// hex4 is the number that four hexadecimal digits write, or -1.
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

// find follows a path and returns the deepest value on it and the steps that
// lead nowhere.
func (d *document) find(steps []step) (ref, []step) {
	at := root
	for i, s := range steps {
		next := ref(-1)
		switch {
		case s.key != "" && d.kind(at) == '{':
			for k, v := range d.members(at) {
				if d.str(k) == s.key {
					next = v
					break
				}
			}
		case s.key == "" && d.kind(at) == '[':
			for j, e := range d.elements(at) {
				if j == s.index {
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

// locate gives an error its position: that of the value at its Place, or of
// the deepest value on the way to it. Errors that have one keep it.
func (d *document) locate(e *Error) {
	if e.Line > 0 || len(d.values) == 0 {
		return
	}
	steps, _ := splitPath(e.Place)
	v, missing := d.find(steps)
	at, end := d.values[v].at, d.values[v].end
	if len(missing) > 0 && (d.kind(v) == '{' || d.kind(v) == '[') {
		end = at + 1 // something is missing inside: point at where it opens
	}
	d.point(e, int(at), int(end))
}

// point sets the position of an error to the bytes at to end.
func (d *document) point(e *Error, at, end int) {
	before := d.text[:at]
	e.Offset, e.End = at, end
	e.Line = strings.Count(before, "\n") + 1
	e.Col = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}

// excerpt is a piece of text cut short for an error.
func excerpt(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// quoted is an excerpt between quotes, with its control characters visible.
func quoted(s string) string { return fmt.Sprintf("%q", excerpt(s)) }
