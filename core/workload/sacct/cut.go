package sacct

import (
	"bytes"
	"iter"
)

// The functions in this file duplicate some functions of package bytes. If they
// called the originals, the page would have to load a larger part of package bytes
// at its start (tools/build/parts.go).

// cut splits a text at the first separator.
func cut(text, sep []byte) (before, after []byte, found bool) {
	for at := 0; at < len(text); at++ {
		next := bytes.IndexByte(text[at:], sep[0])
		if next < 0 {
			break
		}
		if at += next; bytes.HasPrefix(text[at:], sep) {
			return text[:at], text[at+len(sep):], true
		}
	}
	return text, nil, false
}

// split yields the parts between separators.
func split(text, sep []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for more := true; more; {
			var part []byte
			if part, text, more = cut(text, sep); !yield(part) {
				return
			}
		}
	}
}

// count returns the number of parts between separators.
func count(text, sep []byte) (n int) {
	for range split(text, sep) {
		n++
	}
	return n
}

// trim removes blanks and tabs from both ends.
func trim(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t') {
		text = text[1:]
	}
	for len(text) > 0 && (text[len(text)-1] == ' ' || text[len(text)-1] == '\t') {
		text = text[:len(text)-1]
	}
	return text
}
