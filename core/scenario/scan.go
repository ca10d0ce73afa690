package scenario

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits on scenario texts, named in the errors that they cause (SOURCES.md
// TOPO.8).
const (
	MaxBytes = 64 << 20 // of a scenario file
	MaxDepth = 32       // of objects and lists inside each other
)

// scanner reads RFC 8259 JSON and nothing else. It stops at the first error:
// after one, the rest of the text has no certain meaning.
type scanner struct {
	document
	at  int
	err *Error
}

// scan reads a JSON text. Cost: O(bytes).
func scan(text string, limit int) (*document, *Error) {
	s := &scanner{document: document{text: text}}
	switch {
	case len(text) > limit:
		s.fail(limit, limit, fmt.Sprintf("the text is %d bytes long, more than %d", len(text), limit), "")
		s.err.Limit, s.err.Value = fmt.Sprint(limit), fmt.Sprint(len(text))
		return nil, s.err
	case strings.HasPrefix(text, "\ufeff"):
		s.fail(0, 3, "the text begins with a byte order mark", "save it as UTF-8 without one")
		return nil, s.err
	case !utf8.ValidString(text):
		at := invalidAt(text)
		s.fail(at, at+1, fmt.Sprintf("byte 0x%02x is not valid UTF-8", text[at]), "save the text as UTF-8")
		return nil, s.err
	}
	s.space()
	if s.at == len(text) {
		s.fail(0, 0, "the text is empty", `begin with {"hopyard": 1, …}`)
		return nil, s.err
	}
	s.values = make([]value, 0, len(text)/10+16) // jobs take about 10 bytes a value
	s.value(1)
	if s.space(); s.err == nil && s.at < len(text) {
		s.fail(s.at, len(text), "text after the end of the scenario: "+quoted(text[s.at:]), "remove it, or look for a bracket that closes too early")
	}
	if s.err != nil {
		return nil, s.err
	}
	return &s.document, nil
}

// invalidAt is the offset of the first byte that is not UTF-8.
func invalidAt(text string) int {
	for i, r := range text {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
				return i
			}
		}
	}
	return len(text)
}

// fail records the first error, at the bytes at to end.
func (s *scanner) fail(at, end int, problem, fix string) {
	if s.err != nil {
		return
	}
	s.err = &Error{Problem: problem, Fix: fix, Value: excerpt(s.text[at:end])}
	s.point(s.err, at, end)
}

// end reports whether the text is over, which is an error.
func (s *scanner) ended(open int, what string) bool {
	if s.at < len(s.text) {
		return false
	}
	opened := Error{}
	s.point(&opened, open, open)
	s.fail(s.at, s.at, fmt.Sprintf("the text ends inside the %s that begins in line %d", what, opened.Line), "close it")
	return true
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// value reads one value at the given depth.
func (s *scanner) value(depth int) {
	v := len(s.values)
	s.values = append(s.values, value{at: int32(s.at)})
	switch c := s.text[s.at]; {
	case c == '{':
		s.object(depth)
	case c == '[':
		s.list(depth)
	case c == '"':
		s.string()
	case c == '-' || c >= '0' && c <= '9':
		s.number()
	default:
		s.word()
	}
	s.values[v].end = int32(s.at)
	s.values[v].next = int32(len(s.values))
}

func (s *scanner) tooDeep(depth int) bool {
	if depth <= MaxDepth {
		return false
	}
	s.fail(s.at, s.at+1, fmt.Sprintf("objects and lists lie %d deep, more than %d", depth, MaxDepth), "flatten them")
	s.err.Limit = fmt.Sprint(MaxDepth)
	return true
}

func (s *scanner) object(depth int) {
	open := s.at
	if s.tooDeep(depth) {
		return
	}
	s.at++
	for first := true; s.err == nil; first = false {
		s.space()
		if s.ended(open, "object") || s.closed('}', first) {
			return
		}
		s.space()
		if s.ended(open, "object") {
			return
		}
		if c := s.text[s.at]; c == '/' || c == '\'' {
			s.word() // says what it is instead
			return
		} else if c != '"' {
			s.fail(s.at, s.at+1, "a field name in double quotes is expected, not "+s.here(), `write "name": value`)
			return
		}
		key := len(s.values)
		s.values = append(s.values, value{at: int32(s.at)})
		s.string()
		s.values[key].end, s.values[key].next = int32(s.at), int32(key+1)
		if s.space(); s.err != nil || s.ended(open, "object") {
			return
		}
		if s.text[s.at] != ':' {
			s.fail(s.at, s.at+1, "a colon is missing after the field "+excerpt(s.raw(ref(key)))+", before "+s.here(), `write "name": value`)
			return
		}
		s.at++
		if s.space(); s.ended(open, "object") {
			return
		}
		s.value(depth + 1)
	}
}

func (s *scanner) list(depth int) {
	open := s.at
	if s.tooDeep(depth) {
		return
	}
	s.at++
	for first := true; s.err == nil; first = false {
		s.space()
		if s.ended(open, "list") || s.closed(']', first) {
			return
		}
		s.space()
		if s.ended(open, "list") {
			return
		}
		s.value(depth + 1)
	}
}

// closed reads the bracket that closes an object or list, and reports true,
// or the comma before its next part. Before the first part there is no comma.
func (s *scanner) closed(bracket byte, first bool) bool {
	c := s.text[s.at]
	switch {
	case c == bracket:
		s.at++
		return true
	case first:
		if c == ',' {
			s.fail(s.at, s.at+1, "a comma before the first part", "remove it")
		}
		return s.err != nil
	case c != ',':
		s.fail(s.at, s.at+1, "a comma is missing before "+s.here(), fmt.Sprintf("separate the parts by commas, or close with %c", bracket))
		return true
	}
	comma := s.at
	s.at++
	if s.space(); s.at < len(s.text) && s.text[s.at] == bracket {
		s.fail(comma, comma+1, fmt.Sprintf("a comma before %c with nothing after it", bracket), "remove the comma")
		return true
	}
	return false
}

// here is the character at the scanner's place, for errors.
func (s *scanner) here() string {
	r, n := utf8.DecodeRuneInString(s.text[s.at:])
	if n == 0 {
		return "the end of the text"
	}
	return fmt.Sprintf("%q", r)
}
