package slurm

import "strings"

// block is a YAML value in block style: a mapping (keys), a list (items), or a
// scalar.
type block struct {
	line   int
	key    string // key in the enclosing mapping, if the block is the value of a key
	keys   []*block
	items  []*block
	scalar string
}

// get returns the value of a key, or nil if there is none.
func (b *block) get(key string) *block {
	for _, k := range b.keys {
		if k.key == key {
			return k
		}
	}
	return nil
}

// text returns the scalar value of a key, or "" if there is none.
func (b *block) text(key string) string {
	if k := b.get(key); k != nil {
		return k.scalar
	}
	return ""
}

// blocks parses the subset of YAML that topology.yaml uses: keys and list items
// structured by indentation, plain or quoted scalars on one line, lists of scalars
// in brackets, and mappings of scalars in braces.
type blocks struct {
	r     *reader
	lines []indented
	at    int
	depth int
}

// indented is a line, or, if a hyphen marks a list item, the hyphen or the text
// after it.
type indented struct {
	no, indent int
	text       string // "-" represents the hyphen of a list item
}

// Largest depth of nesting, and largest number of keys in one mapping. No valid
// topology.yaml exceeds them.
const maxDepth, maxKeys = 16, 16

// split cuts a text into lines, removes comments, and separates each hyphen from
// the text after it.
func (b *blocks) split(text string) {
	no := 0
	for line := range strings.Lines(text) {
		no++
		line = strings.TrimRight(uncomment(line), " \t\r\n")
		rest := strings.TrimLeft(line, " ")
		indent := len(line) - len(rest)
		switch {
		case rest == "" || rest == "---" && indent == 0:
			continue
		case rest[0] == '\t':
			b.r.errorf(no, "the line is indented by a tab; use spaces")
			continue
		}
		for rest == "-" || strings.HasPrefix(rest, "- ") {
			b.lines = append(b.lines, indented{no, indent, "-"})
			after := strings.TrimLeft(rest[1:], " ")
			indent += len(rest) - len(after)
			rest = after
		}
		if rest != "" {
			b.lines = append(b.lines, indented{no, indent, rest})
		}
	}
}

// uncomment removes a comment from a line. A comment begins with a # that is
// outside of quotes and at the beginning of the line or after a blank.
func uncomment(line string) string {
	quote := byte(0)
	for i := range len(line) {
		c := line[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return line[:i]
		}
	}
	return line
}

// value parses the value that begins at the current line, if that line is indented
// by more than the given number of spaces. If it is not, value returns an empty
// block.
func (b *blocks) value(more int) *block {
	if b.at == len(b.lines) || b.lines[b.at].indent <= more {
		return &block{}
	}
	if b.depth++; b.depth > maxDepth {
		b.r.errorf(b.lines[b.at].no, "the values are nested %d deep; topology.yaml needs 6", maxDepth)
		b.at = len(b.lines)
	}
	defer func() { b.depth-- }()
	switch {
	case b.at == len(b.lines):
		return &block{}
	case b.lines[b.at].text == "-":
		return b.list()
	case isKey(b.lines[b.at].text):
		return b.table()
	}
	l := b.lines[b.at]
	b.at++
	v := b.inline(l.no, l.text)
	v.line = l.no
	return v
}

// list parses the items of a list, beginning at the current line.
func (b *blocks) list() *block {
	l := &block{line: b.lines[b.at].no}
	for indent := b.lines[b.at].indent; b.at < len(b.lines) && b.lines[b.at].indent == indent && b.lines[b.at].text == "-"; {
		no := b.lines[b.at].no
		b.at++
		item := b.value(indent)
		item.line = no
		l.items = append(l.items, item)
	}
	return l
}

// table parses the keys of a mapping, beginning at the current line.
func (b *blocks) table() *block {
	t := &block{line: b.lines[b.at].no}
	for indent := b.lines[b.at].indent; b.at < len(b.lines) && b.lines[b.at].indent == indent && isKey(b.lines[b.at].text); {
		l := b.lines[b.at]
		b.at++
		key, text, _ := strings.Cut(l.text, ":")
		var value *block
		switch text = strings.TrimSpace(text); {
		case text != "":
			value = b.inline(l.no, text)
		case b.at < len(b.lines) && b.lines[b.at].indent == indent && b.lines[b.at].text == "-":
			value = b.value(indent - 1) // the items of a list may have the same indentation as its key
		default:
			value = b.value(indent)
		}
		value.line, value.key = l.no, key
		if old := t.get(key); old != nil {
			b.r.errorf(l.no, "%s is given twice, first in line %d; remove one", excerpt(key), old.line)
		}
		if t.keys = append(t.keys, value); len(t.keys) == maxKeys {
			b.r.errorf(l.no, "there are %d keys in one place; topology.yaml needs 3", maxKeys)
			b.at = len(b.lines)
		}
	}
	return t
}

// isKey reports whether a line begins with a key and a colon.
func isKey(text string) bool {
	key, rest, ok := strings.Cut(text, ":")
	if !ok || key == "" || rest != "" && rest[0] != ' ' {
		return false
	}
	for _, c := range key {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// inline parses a value that stands on the line of its key: a scalar, a list of
// scalars in brackets, or a mapping of scalars in braces.
func (b *blocks) inline(no int, text string) *block {
	if inner, opens := strings.CutPrefix(text, "{"); opens && strings.HasSuffix(inner, "}") && !strings.ContainsAny(inner[:len(inner)-1], "[]{}") {
		return b.braces(no, inner[:len(inner)-1])
	}
	inner, opens := strings.CutPrefix(text, "[")
	inner, closes := strings.CutSuffix(inner, "]")
	if !opens || !closes || strings.ContainsAny(inner, "[]{}") {
		return &block{scalar: b.scalar(no, text)}
	}
	v := &block{items: []*block{}}
	for item := range strings.SplitSeq(inner, ",") {
		if item = strings.TrimSpace(item); item != "" {
			v.items = append(v.items, &block{line: no, scalar: b.scalar(no, item)})
		}
	}
	return v
}

// braces parses a mapping of scalars, the text between the braces being given.
func (b *blocks) braces(no int, inner string) *block {
	t := &block{line: no}
	for item := range strings.SplitSeq(inner, ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(item), ":")
		if value = strings.TrimSpace(value); !ok || !isKey(key+":") || value == "" {
			b.r.errorf(no, "%s is not of the form key: value; write it as in {x: 4, y: 4, z: 2}", excerpt(strings.TrimSpace(item)))
			continue
		}
		if t.get(key) != nil {
			b.r.errorf(no, "%s is given twice in one line; remove one", excerpt(key))
		}
		if len(t.keys) < maxKeys {
			t.keys = append(t.keys, &block{line: no, key: key, scalar: b.scalar(no, value)})
		}
	}
	return t
}

// scalar parses a plain or quoted scalar.
func (b *blocks) scalar(no int, text string) string {
	switch text[0] {
	case '"', '\'':
		inner, rest, closed := strings.Cut(text[1:], text[:1])
		if !closed || rest != "" || strings.Contains(inner, "\\") {
			b.r.errorf(no, "%s is not text in quotes; close the quotes, and use no escapes", excerpt(text))
		}
		return inner
	case '[', '{', '&', '*', '!', '|', '>', '%', '@', '`', '?':
		b.r.errorf(no, "%s is YAML syntax that is not supported; write each key and each list item on a line of its own, with a plain value", excerpt(text))
	}
	return text
}
