package scenario

import (
	"fmt"
	"strings"
)

// string reads a JSON string; the scanner stands on its first quote.
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

// escape reads an escape and stops on its last byte. Halves of surrogate
// pairs must come in pairs: alone they are no character.
func (s *scanner) escape() {
	rest := s.text[s.at:]
	if len(rest) < 2 {
		return // the text ends; string says so
	}
	if rest[1] != 'u' {
		if unescaped(rest[1]) == 0 {
			s.fail(s.at, s.at+2, "there is no escape "+quoted(rest[:2]), `write \\ for a backslash`)
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
		s.fail(s.at, min(s.at+6, len(s.text)), "the escape "+quoted(rest[:min(6, len(rest))])+" is not a character", `write \u and four hexadecimal digits, in pairs beyond U+FFFF, or the character itself`)
		return
	}
	s.at += 5
}

// number reads a JSON number. What follows it directly belongs to it, so that
// 012, 1.e5 and 0x10 are one wrong number rather than a strange rest.
func (s *scanner) number() {
	open := s.at
	for s.at < len(s.text) && (wordByte(s.text[s.at]) || strings.IndexByte("+-.", s.text[s.at]) >= 0) {
		s.at++
	}
	if n := s.text[open:s.at]; !validNumber(n) {
		s.fail(open, s.at, quoted(n)+" is not a number", "write digits, as in 12, -3 or 0.25")
	}
}

// validNumber reports whether n is a number of RFC 8259.
func validNumber(n string) bool {
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

// word reads true, false or null, and refuses all that JSON has not.
func (s *scanner) word() {
	open := s.at
	for s.at < len(s.text) && wordByte(s.text[s.at]) {
		s.at++
	}
	switch word := s.text[open:s.at]; {
	case word == "true" || word == "false" || word == "null":
	case word != "":
		s.fail(open, s.at, quoted(word)+" is not a JSON value", "write text in double quotes")
	case s.text[open] == '/':
		s.fail(open, open+1, "JSON has no comments", `remove it, or say it in "about"`)
	case s.text[open] == '\'':
		s.fail(open, open+1, "a single quote", "write text in double quotes")
	default:
		s.fail(open, open+1, "a value is expected, not "+s.here(), "")
	}
}

func wordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_'
}
