// Package yamldoc reads YAML and JSON documents, as configuration files of clusters
// contain them.
//
// [Parse] returns a [Value] for each document of a text. A value is a mapping, a
// list or a scalar, and knows its line, so that whoever reads it can report errors
// by line:
//
//	docs := yamldoc.Parse("kind: Node\nmetadata: {name: n0}\n", yamldoc.Limits{Depth: 8}, report)
//	name := docs[0].At("metadata", "name").Scalar
//
// The reader understands the part of YAML that such files use: mappings and lists
// structured by indentation, lists in brackets and mappings in braces (so also
// JSON), plain and quoted scalars on one line, comments, and several documents
// separated by "---". Everything else is an error with a fix: anchors, aliases,
// tags, directives, scalars of several lines, keys with spaces. All scalars are
// text; it is up to the caller to read "3" as a number.
//
// Source: SOURCES.md TOPO.13; YAML 1.2.2, of which this is a subset. INFERRED: a key
// that is given twice is an error, as in YAML, although many readers allow it.
package yamldoc

import (
	"fmt"
	"strings"
)

// Value is a value of a document: a mapping (Keys), a list (Items), or a scalar. An
// empty mapping or list has an empty slice that is not nil.
type Value struct {
	Line   int      // counted from 1
	Key    string   // key in the enclosing mapping, if the value is the value of a key
	Keys   []*Value // values of a mapping, in the order of the text
	Items  []*Value // values of a list
	Scalar string
	Quoted bool // whether the scalar is in quotes
	index  map[string]*Value
}

// Limits are the limits of a text.
type Limits struct {
	Depth int    // greatest number of values nested in each other
	Fix   string // what the error for deeper values says after the limit, such as "topology.yaml needs 6"
}

// manyKeys is the number of keys from which a mapping has an index.
const manyKeys = 8

// Get returns the value of a key. It returns nil if there is none, or if it is null.
func (v *Value) Get(key string) *Value {
	if v == nil {
		return nil
	}
	if found := v.find(key); found != nil && !found.Null() {
		return found
	}
	return nil
}

func (v *Value) find(key string) *Value {
	if v.index != nil {
		return v.index[key]
	}
	for _, k := range v.Keys {
		if k.Key == key {
			return k
		}
	}
	return nil
}

// At returns the value at a path of keys, or nil if there is none.
func (v *Value) At(path ...string) *Value {
	for _, key := range path {
		v = v.Get(key)
	}
	return v
}

// Text returns the scalar value of a key, or "" if there is none.
func (v *Value) Text(key string) string {
	if k := v.Get(key); k != nil {
		return k.Scalar
	}
	return ""
}

// Null reports whether a value is absent or null.
func (v *Value) Null() bool {
	return v == nil || v.Keys == nil && v.Items == nil && !v.Quoted && (v.Scalar == "" || v.Scalar == "null" || v.Scalar == "~")
}

// add appends the value of a key. It returns an earlier value of this key, or nil.
func (v *Value) add(value *Value) (old *Value) {
	old = v.find(value.Key)
	v.Keys = append(v.Keys, value)
	if len(v.Keys) == manyKeys {
		v.index = make(map[string]*Value, 2*manyKeys)
		for _, k := range v.Keys {
			v.index[k.Key] = k
		}
	} else if v.index != nil {
		v.index[value.Key] = value
	}
	return old
}

// Excerpt returns a text in quotes, shortened if it is long.
func Excerpt(s string) string {
	if len(s) > 40 {
		s = s[:37] + "..."
	}
	return fmt.Sprintf("%q", s)
}

// Parse returns the documents of a text, without empty ones. It reports errors in
// the order of the lines; if there are any, the documents are incomplete. Cost:
// O(text).
func Parse(text string, limits Limits, report func(line int, problem string)) []*Value {
	r := &reader{limits: limits, report: report}
	var docs []*Value
	all := r.split(strings.TrimPrefix(text, "\ufeff"))
	if r.failed {
		return nil
	}
	for _, lines := range all {
		r.lines, r.at, r.depth = lines, 0, 0
		if len(lines) == 0 {
			continue
		}
		docs = append(docs, r.value(-1))
		if r.at < len(r.lines) && !r.failed {
			r.errorf(r.lines[r.at].no, "the line is not indented like those before it; indent lines of the same level equally")
		}
		if r.failed {
			break
		}
	}
	return docs
}

// reader reads the documents of a text.
type reader struct {
	limits  Limits
	report  func(line int, problem string)
	failed  bool // whether an error was reported
	stopped bool // whether the rest of the document cannot be read
	lines   []line
	at      int
	depth   int
}

// line is a line without its indentation and its comment, or, if a hyphen marks a
// list item, the hyphen or the text after it.
type line struct {
	no, indent int
	text       string // "-" represents the hyphen of a list item
}

func (r *reader) errorf(line int, format string, args ...any) {
	r.failed = true
	r.report(line, fmt.Sprintf(format, args...))
}

// stop reports an error after which the rest of the document cannot be read.
func (r *reader) stop(line int, format string, args ...any) {
	r.errorf(line, format, args...)
	r.at, r.stopped = len(r.lines), true
}

// split cuts a text into documents and lines, removes comments, and separates each
// hyphen from the text after it.
func (r *reader) split(text string) (docs [][]line) {
	var lines []line
	no := 0
	braces := false // whether the document begins with a bracket or brace; it may then be indented by tabs
	for s := range strings.Lines(text) {
		no++
		s = strings.TrimRight(uncomment(s), " \t\r\n")
		rest := strings.TrimLeft(s, " ")
		indent := len(s) - len(rest)
		if inner := strings.TrimLeft(rest, "\t "); braces || len(lines) == 0 && inner != "" && (inner[0] == '{' || inner[0] == '[') {
			braces, rest = true, inner
		}
		switch {
		case rest == "":
			continue
		case indent == 0 && (rest == "---" || rest == "..."):
			docs, lines, braces = append(docs, lines), nil, false
			continue
		case indent == 0 && (rest[0] == '%' || strings.HasPrefix(rest, "--- ")):
			r.errorf(no, "%s is YAML syntax that is not supported; separate documents by lines of \"---\" alone", Excerpt(rest))
			continue
		case rest[0] == '\t':
			r.errorf(no, "the line is indented by a tab; use spaces")
			continue
		}
		for !braces && (rest == "-" || strings.HasPrefix(rest, "- ")) {
			lines = append(lines, line{no, indent, "-"})
			after := strings.TrimLeft(rest[1:], " ")
			indent += len(rest) - len(after)
			rest = after
		}
		if rest != "" {
			lines = append(lines, line{no, indent, rest})
		}
	}
	return append(docs, lines)
}

// uncomment removes a comment from a line. A comment begins with a # that is
// outside of quotes and at the beginning of the line or after a blank.
func uncomment(s string) string {
	quote, last := byte(0), byte(0) // last is the last character that is not a blank
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote == '"' && c == '\\', quote == '\'' && c == '\'' && i+1 < len(s) && s[i+1] == '\'':
			i++
		case quote != 0:
			if c == quote {
				quote, last = 0, c
			}
		case (c == '"' || c == '\'') && (last == 0 || strings.IndexByte(":-[{,", last) >= 0):
			quote = c
		case c == '#' && (i == 0 || s[i-1] == ' ' || s[i-1] == '\t'):
			return s[:i]
		case c != ' ' && c != '\t':
			last = c
		}
	}
	return s
}

// nest enters a value inside another, and reports whether it may be so deep.
func (r *reader) nest(no int) bool {
	if r.depth++; r.depth > r.limits.Depth {
		r.stop(no, "the values are nested %d deep; %s", r.limits.Depth, r.limits.Fix)
		return false
	}
	return true
}

// value parses the value that begins at the current line, if that line is indented
// by more than the given number of spaces. If it is not, value returns an empty
// scalar.
func (r *reader) value(more int) *Value {
	if r.at == len(r.lines) || r.lines[r.at].indent <= more {
		return &Value{}
	}
	defer func() { r.depth-- }()
	l := r.lines[r.at]
	if !r.nest(l.no) {
		return &Value{}
	}
	if l.text == "-" {
		return r.list()
	}
	if _, _, ok := cutKey(l.text); ok {
		return r.mapping()
	}
	r.at++
	return r.inline(l.no, l.text)
}

// list parses the items of a list, beginning at the current line.
func (r *reader) list() *Value {
	l := &Value{Line: r.lines[r.at].no, Items: []*Value{}}
	for indent := r.lines[r.at].indent; r.at < len(r.lines) && r.lines[r.at].indent == indent && r.lines[r.at].text == "-"; {
		no := r.lines[r.at].no
		r.at++
		item := r.value(indent)
		item.Line = no
		l.Items = append(l.Items, item)
	}
	return l
}

// mapping parses the keys of a mapping, beginning at the current line.
func (r *reader) mapping() *Value {
	m := &Value{Line: r.lines[r.at].no, Keys: []*Value{}}
	for indent := r.lines[r.at].indent; r.at < len(r.lines) && r.lines[r.at].indent == indent; {
		l := r.lines[r.at]
		key, text, ok := cutKey(l.text)
		if !ok {
			break
		}
		r.at++
		var value *Value
		switch {
		case text != "":
			value = r.inline(l.no, text)
		case r.at < len(r.lines) && r.lines[r.at].indent == indent && r.lines[r.at].text == "-":
			value = r.value(indent - 1) // the items of a list may have the same indentation as its key
		default:
			value = r.value(indent)
		}
		r.member(m, key, value, l.no)
	}
	return m
}

// member adds the value of a key to a mapping.
func (r *reader) member(m *Value, key string, value *Value, no int) {
	value.Line, value.Key = no, key
	switch old := m.add(value); {
	case old == nil:
	case old.Line == no:
		r.errorf(no, "%s is given twice in one line; remove one", Excerpt(key))
	default:
		r.errorf(no, "%s is given twice, first in line %d; remove one", Excerpt(key), old.Line)
	}
}

// cutKey splits a line into a key and the text after its colon. It returns false if
// the line does not begin with a key.
func cutKey(text string) (key, rest string, ok bool) {
	if text[0] == '"' || text[0] == '\'' {
		var problem string
		if key, rest, problem = unquote(text); problem != "" {
			return "", "", false
		}
		rest = strings.TrimLeft(rest, " ")
	} else {
		end := strings.IndexAny(text, " \t")
		if end < 0 {
			end = len(text)
		}
		if end > 0 && text[end-1] == ':' {
			end--
		}
		key, rest = text[:end], strings.TrimLeft(text[end:], " ") // "a :" has a key too
		if key == "" || strings.IndexByte(indicators, key[0]) >= 0 {
			return "", "", false
		}
	}
	if rest == "" || rest[0] != ':' || len(rest) > 1 && rest[1] != ' ' && rest[1] != '\t' {
		return "", "", false
	}
	return key, strings.TrimSpace(rest[1:]), true
}

// indicators are the characters with which no plain scalar begins.
const indicators = "[]{}&*!|>%@`?,\"'#"

// inline parses a value that begins on the line of its key: a scalar, or a list or
// mapping in brackets, which may continue on the following lines.
func (r *reader) inline(no int, text string) *Value {
	if text[0] == '[' || text[0] == '{' {
		f := flow{r, no, text}
		v := f.value()
		if rest := strings.TrimSpace(f.text); rest != "" && !r.stopped {
			r.stop(f.no, "%s stands after the closing bracket; begin a new line", Excerpt(rest))
		}
		return v
	}
	v := r.scalar(no, text)
	if strings.Contains(v.Scalar, ": ") && !v.Quoted {
		r.stop(no, "%s contains a colon and a space; put the text in double quotes, or begin a new line for each key", Excerpt(text))
	}
	return v
}

// scalar parses a plain or quoted scalar that takes a whole text.
func (r *reader) scalar(no int, text string) *Value {
	v := &Value{Line: no, Scalar: text}
	switch {
	case text[0] == '"' || text[0] == '\'':
		var rest, problem string
		v.Quoted = true
		v.Scalar, rest, problem = unquote(text)
		if problem == "" && rest != "" {
			problem = notClosed
		}
		if problem != "" {
			r.errorf(no, "%s %s", Excerpt(text), problem)
		}
	case text[0] == '|' || text[0] == '>':
		r.stop(no, "%s begins a text of several lines; write it on one line in double quotes, or leave it out", Excerpt(text))
	case strings.IndexByte(indicators, text[0]) >= 0:
		r.errorf(no, "%s is YAML syntax that is not supported; write each key and each list item on a line of its own, with a plain value", Excerpt(text))
	}
	return v
}

// notClosed is the problem of a scalar in quotes that does not end where it should.
const notClosed = "is not text in quotes; close the quotes, and use no escapes"

// unquote reads the scalar in quotes with which a text begins. It returns the
// scalar and the rest of the text, or the problem.
func unquote(text string) (value, rest, problem string) {
	var out []byte
	for i := 1; i < len(text); {
		switch c := text[i]; {
		case c != text[0] && (c != '\\' || text[0] == '\''):
			out = append(out, c)
			i++
		case c == '\\':
			n, decoded := escape(text[i:])
			if n == 0 {
				return "", "", "has an escape that is not supported; use \\n, \\t, \\\", \\\\ and \\u with four digits"
			}
			out = append(out, decoded...)
			i += n
		case c == '\'' && i+1 < len(text) && text[i+1] == '\'':
			out = append(out, c)
			i += 2
		default:
			return string(out), text[i+1:], ""
		}
	}
	return "", "", notClosed
}

// escape decodes the escape with which a text begins. It returns the length of the
// escape, or 0 if it is not supported.
func escape(text string) (n int, decoded string) {
	if len(text) < 2 {
		return 0, ""
	}
	if at := strings.IndexByte(`"\/bfnrt`, text[1]); at >= 0 {
		return 2, "\"\\/\b\f\n\r\t"[at : at+1]
	}
	first := hex(text)
	if first < 0 {
		return 0, ""
	}
	if first >= 0xD800 && first < 0xDC00 {
		if second := hex(text[6:]); second >= 0xDC00 && second < 0xE000 {
			return 12, string(rune(0x10000 + (first-0xD800)<<10 + second - 0xDC00))
		}
	}
	return 6, string(rune(first)) // half of a surrogate pair becomes U+FFFD
}

// hex returns the number of an escape such as \u00e9 with which a text begins, or -1.
func hex(text string) int {
	if len(text) < 6 || text[:2] != `\u` {
		return -1
	}
	n := 0
	for _, c := range text[2:6] {
		at := strings.IndexRune("0123456789abcdef", c|0x20)
		if c >= '0' && c <= '9' {
			at = int(c - '0')
		}
		if at < 0 {
			return -1
		}
		n = n<<4 | at
	}
	return n
}

// flow parses values in brackets and braces.
type flow struct {
	*reader
	no   int    // current line
	text string // rest of the current line
}

// more skips blanks and ends of lines. It returns the next character, or 0 and an
// error if the document ends.
func (f *flow) more() byte {
	for {
		if f.text = strings.TrimLeft(f.text, " \t"); f.text != "" {
			return f.text[0]
		}
		if f.at == len(f.lines) {
			if !f.stopped {
				f.stop(f.no, "a bracket or brace is not closed at the end of the document; close it")
			}
			return 0
		}
		f.no, f.text = f.lines[f.at].no, f.lines[f.at].text
		f.at++
	}
}

// value parses the next value.
func (f *flow) value() *Value {
	defer func() { f.depth-- }()
	v := &Value{}
	c := f.more()
	if v.Line = f.no; c == 0 || !f.nest(f.no) {
		return v
	}
	switch c {
	case '[':
		v.Items = []*Value{}
		f.list(']', func() { v.Items = append(v.Items, f.value()) })
	case '{':
		v.Keys = []*Value{}
		f.list('}', func() { f.entry(v) })
	default:
		v = f.token()
	}
	return v
}

// list parses elements separated by commas, up to the closing bracket.
func (f *flow) list(end byte, element func()) {
	f.text = f.text[1:]
	for f.more() != end {
		if f.stopped {
			return
		}
		element()
		switch c := f.more(); {
		case f.stopped:
			return
		case c == ',':
			f.text = f.text[1:]
		case c != end:
			f.stop(f.no, "%s stands where a comma or %q belongs; separate values by commas", Excerpt(f.text), end)
			return
		}
	}
	f.text = f.text[1:]
}

// entry parses a key and its value.
func (f *flow) entry(m *Value) {
	key := f.token()
	switch c := f.more(); {
	case f.stopped:
		return
	case c == ',' || c == '}':
		f.errorf(key.Line, "%s is not of the form key: value; write it as in {x: 4, y: 4, z: 2}", Excerpt(key.Scalar))
		return
	case c != ':':
		f.stop(f.no, "%s stands where a colon belongs; write a value for each key, as in {\"key\": 1}", Excerpt(f.text))
		return
	}
	f.text = f.text[1:]
	value := &Value{}
	if c := f.more(); c != ',' && c != '}' {
		value = f.value()
	}
	f.member(m, key.Scalar, value, key.Line)
}

// token parses a plain or quoted scalar.
func (f *flow) token() *Value {
	text := f.text
	if text[0] == '"' || text[0] == '\'' {
		value, rest, problem := unquote(text)
		if problem != "" {
			f.stop(f.no, "%s %s", Excerpt(text), problem)
		}
		f.text = rest
		return &Value{Line: f.no, Scalar: value, Quoted: true}
	}
	end := 0
	for end < len(text) && strings.IndexByte(",[]{}", text[end]) < 0 && (text[end] != ':' || end+1 < len(text) && strings.IndexByte(" \t,[]{}", text[end+1]) < 0) {
		end++
	}
	if end == 0 {
		f.stop(f.no, "%s stands where a value belongs; write one, or remove the comma", Excerpt(text))
		return &Value{Line: f.no}
	}
	f.text = text[end:]
	return f.scalar(f.no, strings.TrimRight(text[:end], " \t"))
}
