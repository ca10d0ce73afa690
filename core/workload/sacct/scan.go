package sacct

import (
	"bufio"
	"fmt"
	"io"

	"hopyard/core/slurmtext"
)

// scanner reads JSON from a stream of any length. It stores only the current string
// and the current path: the keys that lead to the value, separated by dots, with []
// for an element of a list. It stops at the first error.
type scanner struct {
	in    *bufio.Reader
	most  int // largest number of bytes in a string
	line  int
	path  []byte
	text  []byte // the last string or number
	fault *LineError
	err   error // error of the reader

	open  func(s *scanner)              // called when an object begins at path
	close func(s *scanner)              // called when the object ends
	leaf  func(s *scanner, quoted bool) // called for a string, number or word at path, whose text is in the field text
}

// fail records the first error. It returns false.
func (s *scanner) fail(problem, fix string) bool {
	if s.fault == nil && s.err == nil {
		s.fault = &LineError{Line: s.line, Problem: problem, Fix: fix}
	}
	return false
}

// next returns the next byte. It returns false at the end of the text and after an
// error.
func (s *scanner) next() (byte, bool) {
	c, err := s.in.ReadByte()
	if err != nil {
		if err != io.EOF && s.err == nil {
			s.err = err
		}
		return 0, false
	}
	if c == '\n' {
		s.line++
	}
	return c, true
}

// token returns the next byte that is not white space.
func (s *scanner) token() (byte, bool) {
	for {
		c, ok := s.next()
		if !ok || c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c, ok
		}
	}
}

// cut reports an error: the text ends too early. The argument began is the line in
// which the incomplete value begins.
func (s *scanner) cut(began int) bool {
	return s.fail(fmt.Sprintf("the text ends inside a value that begins in line %d", began), "it was cut off: let sacct write it again")
}

// back puts the last byte back, so that next returns it again. If that byte is a
// line end, the caller must decrease the line number.
func (s *scanner) back() { _ = s.in.UnreadByte() }

// value reads the value that begins with c and reports whether it succeeded.
func (s *scanner) value(c byte, depth int) bool {
	switch {
	case depth > maxDepth:
		s.fail(fmt.Sprintf("objects and lists nested more than %d deep", maxDepth), "this is not what sacct --json prints: let it write the file again")
		s.fault.Limit = fmt.Sprint(maxDepth)
		return false
	case c == '{':
		return s.object(depth)
	case c == '[':
		return s.list(depth)
	case c == '"':
		if !s.string() {
			return false
		}
		s.leaf(s, true)
		return s.fault == nil
	case c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
		return s.word(c)
	}
	return s.fail(fmt.Sprintf("%q where a value should be", c), "let sacct write the file again, with --json")
}

func (s *scanner) object(depth int) bool {
	began, at := s.line, len(s.path)
	s.open(s)
	for first := true; ; first = false {
		c, ok := s.token()
		switch {
		case !ok:
			return s.cut(began)
		case c == '}' && first:
			s.close(s)
			return s.fault == nil
		case c != '"':
			return s.fail(fmt.Sprintf("%q where a key should be", c), "let sacct write the file again, with --json")
		case !s.string():
			return false
		}
		if len(s.path)+len(s.text) > s.most {
			return s.tooLong(len(s.path) + len(s.text))
		}
		if at > 0 {
			s.path = append(s.path, '.')
		}
		s.path = append(s.path, s.text...)
		if c, ok = s.token(); ok && c != ':' {
			return s.fail(fmt.Sprintf("%q after a key, where a colon should be", c), "let sacct write the file again, with --json")
		}
		if c, ok = s.token(); !ok {
			return s.cut(began)
		}
		if !s.value(c, depth+1) {
			return false
		}
		s.path = s.path[:at]
		switch c, ok = s.token(); {
		case !ok:
			return s.cut(began)
		case c == '}':
			s.close(s)
			return s.fault == nil
		case c != ',':
			return s.fail(fmt.Sprintf("%q where a comma or } should be", c), "let sacct write the file again, with --json")
		}
	}
}

func (s *scanner) list(depth int) bool {
	began, at := s.line, len(s.path)
	s.path = append(s.path, "[]"...)
	for first := true; ; first = false {
		c, ok := s.token()
		switch {
		case !ok:
			return s.cut(began)
		case c == ']' && first:
			s.path = s.path[:at]
			return true
		case !s.value(c, depth+1):
			return false
		}
		switch c, ok = s.token(); {
		case !ok:
			return s.cut(began)
		case c == ']':
			s.path = s.path[:at]
			return true
		case c != ',':
			return s.fail(fmt.Sprintf("%q where a comma or ] should be", c), "let sacct write the file again, with --json")
		}
	}
}

// string reads the rest of a string, after the opening quote, into text. Escapes
// are not decoded, since equal names have equal escapes.
func (s *scanner) string() bool {
	began := s.line
	s.text = s.text[:0]
	for {
		c, ok := s.next()
		switch {
		case !ok:
			return s.cut(began)
		case c == '"':
			return true
		case c < ' ':
			s.line = began
			return s.fail("a line end or another control character inside a string", "let sacct write the file again, with --json")
		case len(s.text) >= s.most:
			return s.tooLong(len(s.text) + 1)
		}
		s.text = append(s.text, c)
		if c == '\\' {
			if c, ok = s.next(); !ok {
				return s.cut(began)
			}
			s.text = append(s.text, c)
		}
	}
}

func (s *scanner) tooLong(n int) bool {
	s.fail(fmt.Sprintf("a string of %s bytes or more; %s are allowed", slurmtext.Number(int64(n)), slurmtext.Number(int64(s.most))), "leave out the long text, or use sacct -P instead")
	s.fault.Limit = slurmtext.Number(int64(s.most))
	return false
}

// word reads a number, true, false or null.
func (s *scanner) word(c byte) bool {
	s.text = append(s.text[:0], c)
	for {
		c, ok := s.next()
		if !ok || c == ',' || c == '}' || c == ']' || c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			if ok && c == '\n' {
				s.line--
			}
			if ok {
				s.back()
			}
			break
		}
		if s.text = append(s.text, c); len(s.text) > 64 {
			break
		}
	}
	switch first := s.text[0]; {
	case first == '-' || first <= '9':
		for _, c := range s.text {
			if (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' && c|0x20 != 'e' {
				return s.fail(slurmtext.Quoted(s.text)+" is not a number", "let sacct write the file again, with --json")
			}
		}
	case string(s.text) != "true" && string(s.text) != "false" && string(s.text) != "null":
		return s.fail(slurmtext.Quoted(s.text)+" is not a JSON value", "let sacct write the file again, with --json")
	}
	s.leaf(s, false)
	return s.fault == nil
}
