package jsondoc

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxDepth is the maximum nesting depth of objects and lists (SOURCES.md TOPO.8).
// The error for a text beyond it names this limit.
const MaxDepth = 32

// scanner reads the JSON of RFC 8259 and nothing beyond it. It stops at the first
// error, because after that the meaning of the text is uncertain.
type scanner struct {
	Document
	of  *Language
	at  int
	err *Error
}

// Scan finds the values of a text. The error occurs if the text is too long or not
// JSON. Cost: O(bytes).
func (l *Language) Scan(text string) (*Document, *Error) {
	s, limit := &scanner{Document: Document{text: text}, of: l}, l.MaxBytes
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
		s.fail(0, 0, "the text is empty", l.Begin)
		return nil, s.err
	}
	s.values = make([]value, 0, len(text)/10+16) // a list of jobs takes about 10 bytes for each value
	s.value(1)
	if s.space(); s.err == nil && s.at < len(text) {
		s.fail(s.at, len(text), "text after the end of the "+cmp.Or(l.Name, "text")+": "+Quoted(text[s.at:]), "remove it, or look for a bracket that closes too early")
	}
	if s.err != nil {
		return nil, s.err
	}
	return &s.Document, nil
}

// invalidAt returns the offset of the first byte that is not valid UTF-8.
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

// fail records an error at the bytes from at up to end. If there is an error
// already, fail does nothing.
func (s *scanner) fail(at, end int, problem, fix string) {
	if s.err != nil {
		return
	}
	s.err = &Error{Problem: problem, Fix: fix, Value: Shorten(s.text[at:end]), Whole: s.of.Whole}
	s.point(s.err, at, end)
}

// ended reports whether the text ends here, inside the object, list or string that
// begins at open. If so, it also records the error.
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

// value reads one value at the given nesting depth.
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
	s.fail(s.at, s.at+1, fmt.Sprintf("objects and lists are nested %d deep, more than %d", depth, MaxDepth), "flatten them")
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
			s.word() // reports the comment or single quote where a field name belongs
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
			s.fail(s.at, s.at+1, "a colon is missing after the field "+Shorten(s.Raw(Ref(key)))+", before "+s.here(), `write "name": value`)
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

// closed reads the byte that follows an element of an object or list. It reports
// true after the closing bracket, and false after the comma before the next
// element. If the flag first is set, no element has been read yet, and a comma is
// an error. After an error, closed also reports true.
func (s *scanner) closed(bracket byte, first bool) bool {
	c := s.text[s.at]
	switch {
	case c == bracket:
		s.at++
		return true
	case first:
		if c == ',' {
			s.fail(s.at, s.at+1, "a comma before the first element", "remove it")
		}
		return s.err != nil
	case c != ',':
		s.fail(s.at, s.at+1, "a comma is missing before "+s.here(), fmt.Sprintf("separate the elements with commas, or close with %c", bracket))
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

// here returns the character at the current position, in quotes, for error
// messages.
func (s *scanner) here() string {
	r, n := utf8.DecodeRuneInString(s.text[s.at:])
	if n == 0 {
		return "the end of the text"
	}
	return fmt.Sprintf("%q", r)
}

// string reads a JSON string. The current position is its opening quote.
func (s *scanner) string() {
	open := s.at
	for s.at++; ; s.at++ {
		if s.ended(open, "text in quotes") {
			return
		}
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return
		case c < 0x20:
			s.fail(s.at, s.at+1, fmt.Sprintf("a control character (0x%02x) inside text in quotes", c), `close the quotes, or write \n for a new line and \t for a tab`)
			return
		case c == '\\':
			if s.escape(); s.err != nil {
				return
			}
		}
	}
}

// escape reads an escape sequence and stops on its last byte. Surrogates must come
// in pairs, because half a pair is not a character.
func (s *scanner) escape() {
	rest := s.text[s.at:]
	if len(rest) < 2 {
		return // the text ends here, and string will report the error
	}
	if rest[1] != 'u' {
		if unescaped(rest[1]) == 0 {
			s.fail(s.at, s.at+2, "unknown escape "+Quoted(rest[:2]), `write \\ for a backslash`)
			return
		}
		s.at++
		return
	}
	r := hex4(rest[2:])
	low := r
	if r >= 0xd800 && r < 0xdc00 && strings.HasPrefix(rest[6:], `\u`) {
		low = hex4(rest[8:])
		s.at += 6
	}
	if r < 0 || low >= 0xd800 && low < 0xdc00 || r >= 0xdc00 && r < 0xe000 || low != r && (low < 0xdc00 || low > 0xdfff) {
		s.at = len(s.text) - len(rest)
		s.fail(s.at, min(s.at+6, len(s.text)), "the escape "+Quoted(rest[:min(6, len(rest))])+" is not a character", `write \u and four hexadecimal digits, in pairs beyond U+FFFF, or the character itself`)
		return
	}
	s.at += 5
}

// number reads a JSON number. It includes all letters and digits that follow
// directly, so that 012, 1.e5 and 0x10 are each reported as one wrong number, and
// not as a number followed by stray text.
func (s *scanner) number() {
	open := s.at
	for s.at < len(s.text) && (wordByte(s.text[s.at]) || strings.IndexByte("+-.", s.text[s.at]) >= 0) {
		s.at++
	}
	if n := s.text[open:s.at]; !ValidNumber(n) {
		s.fail(open, s.at, Quoted(n)+" is not a number", "write digits, as in 12, -3 or 0.25")
	}
}

// ValidNumber reports whether n is a number as RFC 8259 defines it.
func ValidNumber(n string) bool {
	n = strings.TrimPrefix(n, "-")
	digits := func() int {
		i := 0
		for i < len(n) && n[i] >= '0' && n[i] <= '9' {
			i++
		}
		n = n[i:]
		return i
	}
	zero := strings.HasPrefix(n, "0")
	if k := digits(); k == 0 || zero && k > 1 {
		return false
	}
	if strings.HasPrefix(n, ".") {
		n = n[1:]
		if digits() == 0 {
			return false
		}
	}
	if n != "" && n[0]|0x20 == 'e' {
		if n = n[1:]; n != "" && (n[0] == '+' || n[0] == '-') {
			n = n[1:]
		}
		if digits() == 0 {
			return false
		}
	}
	return n == ""
}

// word reads true, false or null, and reports anything else as an error.
func (s *scanner) word() {
	open := s.at
	for s.at < len(s.text) && wordByte(s.text[s.at]) {
		s.at++
	}
	switch word := s.text[open:s.at]; {
	case word == "true" || word == "false" || word == "null":
	case word != "":
		s.fail(open, s.at, Quoted(word)+" is not a JSON value", "write text in double quotes")
	case s.text[open] == '/':
		s.fail(open, open+1, "JSON has no comments", cmp.Or(s.of.Comment, "remove it"))
	case s.text[open] == '\'':
		s.fail(open, open+1, "a single quote", "write text in double quotes")
	default:
		s.fail(open, open+1, "a value is expected, not "+s.here(), "")
	}
}

func wordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_'
}
