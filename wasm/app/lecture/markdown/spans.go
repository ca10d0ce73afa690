package markdown

import "strings"

// spans splits a line into styled spans at its Markdown marks, such as ** or `. A
// mark without a matching closing mark is kept as text.
func spans(line string) []TextSpan {
	var out []TextSpan
	plain := 0 // start of the text that has not been added to out yet
	put := func(from, to int, s TextSpan) {
		if plain < from {
			out = append(out, TextSpan{Text: unescaped(line[plain:from])})
		}
		out = append(out, s)
		plain = to
	}
	for i := 0; i < len(line); {
		if line[i] == '\\' {
			i += 2
			continue
		}
		s, length := marked(line, i)
		if length == 0 {
			i++
			continue
		}
		put(i, i+length, s)
		i += length
	}
	if plain < len(line) {
		out = append(out, TextSpan{Text: unescaped(line[plain:])})
	}
	return out
}

// marked returns the span that begins with the Markdown mark at position i of a
// line. It also returns the length of the span, including its marks. The length is
// 0 if no span begins at that position.
func marked(line string, i int) (TextSpan, int) {
	rest := line[i:]
	switch {
	case rest[0] == '`':
		if text, ok := within(rest, "`"); ok {
			return TextSpan{Style: Monospace, Text: text}, len(text) + 2
		}
	case strings.HasPrefix(rest, "**"):
		if text, ok := within(rest, "**"); ok {
			return TextSpan{Style: Strong, Text: unescaped(text)}, len(text) + 4
		}
	case rest[0] == '*', rest[0] == '_' && !inWord(line, i):
		if text, ok := within(rest, rest[:1]); ok {
			return TextSpan{Style: Emphasis, Text: unescaped(text)}, len(text) + 2
		}
	case rest[0] == '[':
		return link(rest)
	}
	return TextSpan{}, 0
}

// within returns the part of a text between the mark at its start and the next
// occurrence of the mark. It returns false if there is no second mark. It also
// returns false if the part is empty, or begins or ends with a space.
func within(text, mark string) (string, bool) {
	inner, _, closed := strings.Cut(text[len(mark):], mark)
	return inner, closed && inner != "" && strings.TrimSpace(inner) == inner
}

// inWord reports whether position i is inside a word. This is the case if the
// character before it is ASCII, but not a blank, an opening bracket or a quotation
// mark. A Markdown mark inside a word, as in job_1, begins no emphasis.
func inWord(line string, i int) bool {
	return i > 0 && strings.IndexByte(" \t([\"'", line[i-1]) < 0 && line[i-1] < 0x80
}

// link parses a link of the form [text](https://…) at the start of a text. It
// returns the link as a span, and the link's length in the text. A link with any
// other kind of address is not recognized and stays text.
func link(text string) (TextSpan, int) {
	name, rest, ok := strings.Cut(text[1:], "](")
	if !ok || name == "" || strings.ContainsAny(name, "[]") {
		return TextSpan{}, 0
	}
	address, _, ok := strings.Cut(rest, ")")
	// A constant "https://" would be followed by any other in the program, and then
	// look like an address of another site (TestNoOtherOrigin, tools/build/pack).
	scheme, _, absolute := strings.Cut(address, "://")
	if !ok || !absolute || scheme != "https" || strings.ContainsAny(address, " \t\"'<>\\") {
		return TextSpan{}, 0
	}
	return TextSpan{Link, unescaped(name), address}, len(name) + len(address) + 4
}

// unescaped removes the backslashes that precede Markdown marks in a text.
func unescaped(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte("\\`*_[]()#+-.!<>", text[i+1]) >= 0 {
			i++
		}
		out.WriteByte(text[i])
	}
	return out.String()
}
