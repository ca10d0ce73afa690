package slurm

import "strings"

// block is a value of a text in block style: lines of keys, of items, or one
// scalar.
type block struct {
	line   int
	key    string // under which it stands, if it stands under one
	keys   []*block
	items  []*block
	scalar string
}

// get is the value of a key, or nil.
func (b *block) get(key string) *block {
	for _, k := range b.keys {
		if k.key == key {
			return k
		}
	}
	return nil
}

// text is the scalar of a key, "" if there is none.
func (b *block) text(key string) string {
	if k := b.get(key); k != nil {
		return k.scalar
	}
	return ""
}

// blocks reads the part of YAML that topology.yaml is written in: keys and
// items by indentation, and plain or quoted scalars on one line.
type blocks struct {
	r     *reader
	lines []indented
	at    int
	depth int
}

// indented is a line, or what follows a hyphen on one.
type indented struct {
	no, indent int
	text       string // "-" for the hyphen of an item
}

// What is beyond these is no topology.yaml.
const maxDepth, maxKeys = 16, 16

// split cuts a text into lines without comments, and hyphens from what follows
// them.
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

// uncomment cuts a comment off: from a # at the beginning or after a space that
// is not within quotes.
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

// value reads what is indented by more than some spaces. At the end of the text
// it is an empty block.
func (b *blocks) value(more int) *block {
	if b.at == len(b.lines) || b.lines[b.at].indent <= more {
		return &block{}
	}
	if b.depth++; b.depth > maxDepth {
		b.r.errorf(b.lines[b.at].no, "the text has values within values %d deep; topology.yaml needs 6", maxDepth)
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
	return &block{line: l.no, scalar: b.scalar(l.no, l.text)}
}

// list reads the items that begin at the next line.
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

// table reads the keys that begin at the next line.
func (b *blocks) table() *block {
	t := &block{line: b.lines[b.at].no}
	for indent := b.lines[b.at].indent; b.at < len(b.lines) && b.lines[b.at].indent == indent && isKey(b.lines[b.at].text); {
		l := b.lines[b.at]
		b.at++
		key, text, _ := strings.Cut(l.text, ":")
		var value *block
		switch text = strings.TrimSpace(text); {
		case text != "":
			value = &block{scalar: b.scalar(l.no, text)}
		case b.at < len(b.lines) && b.lines[b.at].indent == indent && b.lines[b.at].text == "-":
			value = b.value(indent - 1) // items may stand below their key
		default:
			value = b.value(indent)
		}
		value.line, value.key = l.no, key
		if old := t.get(key); old != nil {
			b.r.errorf(l.no, "%s stands twice, first in line %d; leave one out", excerpt(key), old.line)
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

// scalar reads a plain or quoted scalar.
func (b *blocks) scalar(no int, text string) string {
	switch text[0] {
	case '"', '\'':
		inner, rest, closed := strings.Cut(text[1:], text[:1])
		if !closed || rest != "" || strings.Contains(inner, "\\") {
			b.r.errorf(no, "%s is not text in quotes; close them, and use no escapes", excerpt(text))
		}
		return inner
	case '[', '{', '&', '*', '!', '|', '>', '%', '@', '`', '?':
		b.r.errorf(no, "%s is YAML that is not read here; write plain text, keys and items on lines of their own", excerpt(text))
	}
	return text
}
