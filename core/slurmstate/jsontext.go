package slurmstate

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const maxDepth = 64 // of nested objects and lists

// jsonText reads a JSON text value by value, without building a tree. After an error
// all methods return false. Lines are counted only when they are asked for.
type jsonText struct {
	data    []byte
	at      int
	depth   int
	problem string // the first error; "" if there is none
	fix     string
	where   int    // offset of the error
	buf     []byte // holds a string with escapes, or a joined list
	counted int    // offset up to which lines are counted
	lines   int    // number of line ends before that offset
}

// line returns the line of the current position.
func (t *jsonText) line() int { return t.lineOf(t.at) }

// lineOf returns the line of an offset. Cost: O(distance to the offset asked for
// before).
func (t *jsonText) lineOf(at int) int {
	if at < t.counted {
		t.counted, t.lines = 0, 0
	}
	t.lines += bytes.Count(t.data[t.counted:at], []byte{'\n'})
	t.counted = at
	return t.lines + 1
}

// fail records the first error and returns false.
func (t *jsonText) fail(problem, fix string) bool {
	if t.problem == "" {
		t.problem, t.fix, t.where = problem, fix, min(t.at, len(t.data))
		t.at = len(t.data)
	}
	return false
}

const writeAgain = "let Slurm write the file again, with --json"

// wrong reports that something else was expected at the current position.
func (t *jsonText) wrong(expected string) bool {
	if t.at >= len(t.data) {
		return t.fail("the text ends where "+expected+" should be", "it was cut off: "+writeAgain)
	}
	return t.fail(strconv.QuoteRune(rune(t.data[t.at]))+" where "+expected+" should be", writeAgain)
}

// peek returns the next byte that is not white space, or 0 at the end.
func (t *jsonText) peek() byte {
	for t.at < len(t.data) {
		c := t.data[t.at]
		if c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
		t.at++
	}
	return 0
}

// object calls visit for each key, with the text at its value. Visit must read or
// skip the value, and returns whether that succeeded.
func (t *jsonText) object(visit func(key []byte) bool) bool {
	if t.peek() != '{' {
		return t.wrong("an object")
	}
	if !t.down() {
		return false
	}
	for first := true; ; first = false {
		switch c := t.peek(); {
		case c == '}' && first:
			t.at++
			t.depth--
			return true
		case c != '"':
			return t.wrong("a key")
		}
		key, ok := t.raw()
		if !ok {
			return false
		}
		if t.peek() != ':' {
			return t.wrong("a colon")
		}
		t.at++
		if !visit(key) {
			return false
		}
		if more, ok := t.more('}'); !more {
			return ok
		}
	}
}

// list calls visit for each element of a list.
func (t *jsonText) list(visit func() bool) bool {
	if t.peek() != '[' {
		return t.wrong("a list")
	}
	if !t.down() {
		return false
	}
	if t.peek() == ']' {
		t.at++
		t.depth--
		return true
	}
	for {
		if !visit() {
			return false
		}
		if more, ok := t.more(']'); !more {
			return ok
		}
	}
}

func (t *jsonText) down() bool {
	t.at++
	if t.depth++; t.depth > maxDepth {
		return t.fail("objects and lists are nested more than 64 deep", "this is not what Slurm prints: "+writeAgain)
	}
	return true
}

// more reads a comma, or the given end of an object or list.
func (t *jsonText) more(end byte) (more, ok bool) {
	switch t.peek() {
	case ',':
		t.at++
		return true, true
	case end:
		t.at++
		t.depth--
		return false, true
	}
	return false, t.wrong("a comma or " + string(end))
}

// raw reads a string and returns its bytes with escapes.
func (t *jsonText) raw() ([]byte, bool) {
	from := t.at + 1
	for at := from; ; {
		next := bytes.IndexByte(t.data[at:], '"')
		if next < 0 {
			return nil, t.fail("the text ends inside a string", "it was cut off: "+writeAgain)
		}
		at += next
		slashes := 0
		for t.data[at-1-slashes] == '\\' { // the opening quote ends the loop
			slashes++
		}
		if at++; slashes%2 == 1 {
			continue
		}
		text := t.data[from : at-1]
		if len(text) > MaxLine {
			return nil, t.fail("a string of "+strconv.Itoa(len(text))+" bytes; 1048576 are allowed", "leave it out")
		}
		for _, c := range text {
			if c < ' ' {
				return nil, t.fail("a line end or another control character is inside a string", writeAgain)
			}
		}
		t.at = at
		return text, true
	}
}

// skip reads a value and checks its form.
func (t *jsonText) skip() bool {
	switch c := t.peek(); {
	case c == '"':
		_, ok := t.raw()
		return ok
	case c == '{':
		return t.object(t.skipKey)
	case c == '[':
		return t.list(t.skip)
	default:
		_, ok := t.word()
		return ok
	}
}

func (t *jsonText) skipKey([]byte) bool { return t.skip() }

// word reads a number, true, false or null.
func (t *jsonText) word() ([]byte, bool) {
	t.peek()
	from := t.at
	for t.at < len(t.data) {
		c := t.data[t.at]
		if c <= ' ' || c == ',' || c == '}' || c == ']' || c == ':' {
			break
		}
		t.at++
	}
	text := t.data[from:t.at]
	if len(text) == 0 {
		return nil, t.wrong("a value")
	}
	switch string(text) {
	case "true", "false", "null":
		return text, true
	}
	if text[0] != '-' && (text[0] < '0' || text[0] > '9') || len(text) > 40 {
		t.at = from
		return nil, t.fail(excerpt(text)+" is not a JSON value", writeAgain)
	}
	for _, c := range text {
		if (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' && c|0x20 != 'e' {
			t.at = from
			return nil, t.fail(excerpt(text)+" is not a number", writeAgain)
		}
	}
	return text, true
}

// unlimited stands for a number that is infinite.
var unlimited = []byte("UNLIMITED")

// scalar reads a value as text: a string without escapes, a number or a word, "" for
// null, a list of strings joined by commas, or a number with "set" and "infinite". A
// number that is not set becomes "", an infinite one UNLIMITED. The text is valid until
// the next call. Errors: a list of lists, or an object of another kind.
func (t *jsonText) scalar() ([]byte, bool) {
	switch t.peek() {
	case '"':
		text, ok := t.raw()
		if ok && bytes.IndexByte(text, '\\') >= 0 {
			t.buf = t.buf[:0]
			return t.decode(text)
		}
		return text, ok
	case '[':
		t.buf = t.buf[:0]
		ok := t.list(t.element)
		return t.buf, ok
	case '{':
		return t.number()
	}
	text, ok := t.word()
	if string(text) == "null" {
		return nil, ok
	}
	return text, ok
}

// element appends an element of a list to buf.
func (t *jsonText) element() bool {
	if len(t.buf) > 0 {
		t.buf = append(t.buf, ',')
	}
	switch t.peek() {
	case '"':
		text, ok := t.raw()
		if !ok {
			return false
		}
		_, ok = t.decode(text)
		return ok
	case '{', '[':
		return t.wrong("a string")
	}
	text, ok := t.word()
	t.buf = append(t.buf, text...)
	return ok
}

// decode appends a string without its escapes to buf, and returns buf.
func (t *jsonText) decode(text []byte) ([]byte, bool) {
	for len(text) > 0 {
		at := bytes.IndexByte(text, '\\')
		if at < 0 {
			t.buf = append(t.buf, text...)
			break
		}
		t.buf = append(t.buf, text[:at]...)
		text = text[at+1:]
		c := text[0]
		text = text[1:]
		switch c {
		case '"', '\\', '/':
			t.buf = append(t.buf, c)
		case 'n', 't', 'r', 'b', 'f':
			t.buf = append(t.buf, "\n\t\r\b\f"[strings.IndexByte("ntrbf", c)])
		case 'u':
			r, ok := hex4(text)
			if ok && utf16.IsSurrogate(r) && len(text) >= 10 && text[4] == '\\' && text[5] == 'u' {
				low, _ := hex4(text[6:])
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					text = text[6:]
				}
			}
			if !ok || utf16.IsSurrogate(r) || r == utf8.RuneError {
				return nil, t.fail(`a string has \u without four hexadecimal digits of a character`, writeAgain)
			}
			t.buf = utf8.AppendRune(t.buf, r)
			text = text[4:]
		default:
			return nil, t.fail("a string has the escape "+excerpt([]byte{'\\', c}), writeAgain)
		}
	}
	return t.buf, true
}

// hex4 parses the four digits of an escape.
func hex4(text []byte) (rune, bool) {
	if len(text) < 4 {
		return 0, false
	}
	x, err := strconv.ParseUint(string(text[:4]), 16, 16)
	return rune(x), err == nil
}

// number reads an object with "set", "infinite" and "number".
func (t *jsonText) number() ([]byte, bool) {
	set, infinite := true, false
	var text []byte
	ok := t.object(func(key []byte) bool {
		word, ok := []byte(nil), false
		switch string(key) {
		case "set", "infinite", "number":
			word, ok = t.word()
		default:
			return t.wrong(`a number with "set", "infinite" and "number"`)
		}
		switch string(key) {
		case "set":
			set = string(word) == "true"
		case "infinite":
			infinite = string(word) == "true"
		default:
			text = word
		}
		return ok
	})
	switch {
	case !ok:
		return nil, false
	case infinite:
		return unlimited, true
	case !set || string(text) == "null":
		return nil, true
	}
	return text, true
}

// walk calls leaf for every scalar within a value, with its path: the keys that lead
// to it, separated by dots. A list of strings is one scalar; a list of objects is
// skipped.
func (t *jsonText) walk(path string, leaf func(path string, text []byte)) bool {
	switch t.peek() {
	case '{':
		start := t.at
		if t.isNumber() {
			text, ok := t.number()
			if ok {
				leaf(path, text)
			}
			return ok
		}
		t.at = start
		return t.object(func(key []byte) bool {
			if path == "" {
				return t.walk(string(key), leaf)
			}
			return t.walk(path+"."+string(key), leaf)
		})
	case '[':
		start := t.at
		t.at++
		if c := t.peek(); c == '{' || c == '[' {
			t.at = start
			return t.skip()
		}
		t.at = start
	}
	text, ok := t.scalar()
	if ok {
		leaf(path, text)
	}
	return ok
}

// isNumber reports whether the object at the current position has the keys of a
// number. It does not move.
func (t *jsonText) isNumber() bool {
	at := t.at
	t.at++
	t.peek()
	rest := t.data[t.at:]
	t.at = at
	for _, key := range [...]string{`"set"`, `"infinite"`, `"number"`} {
		if bytes.HasPrefix(rest, []byte(key)) {
			return true
		}
	}
	return false
}
