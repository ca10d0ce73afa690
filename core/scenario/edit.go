package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ErrPath is wrapped by errors about a malformed path or assignment. Errors about
// assignments that make the scenario impossible do not wrap it.
var ErrPath = errors.New("not an assignment")

// Edit puts a value at a path of a scenario's text, for example 8 at
// cluster.topology.width. It keeps the rest of the text as it is, including
// whitespace and order. It adds fields and objects that are missing on the path. To
// append an element to a list, use the index one past the end. To remove a field or
// an element, use the value null.
//
// The value is JSON, or a text without quotes. In fields that take only text, such
// as title, the value 2024 also becomes a text. Edit does not check the result,
// because Parse does. The error wraps ErrPath, or is an Errors if src is not JSON.
// Cost: O(bytes).
func Edit(src []byte, path, value string) ([]byte, error) {
	steps, err := splitPath(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrPath, err)
	case len(steps) == 0:
		return nil, fmt.Errorf("%w: the path is empty; write path=value, as in cluster.topology.width=8", ErrPath)
	}
	doc, bad := scan(string(src), MaxBytes)
	if bad != nil {
		return nil, Errors{*bad}
	}
	value = asJSON(takesText(steps), value)
	at, missing := doc.find(steps)
	v := doc.values[at]
	switch {
	case len(missing) == 0 && value == "null":
		return doc.remove(steps)
	case len(missing) == 0:
		return []byte(doc.text[:v.at] + value + doc.text[v.end:]), nil
	case value == "null":
		return slices.Clone(src), nil
	}
	if short := doc.shortOf(steps[:len(steps)-len(missing)], at); short != "" {
		return doc.expandShort(at, short, path, missing, value)
	}
	return doc.insert(at, path, missing, value)
}

// expandShort replaces a short form by the object that it abbreviates. It then adds
// the missing fields to this object. The argument at is the index of the short form
// in the document. The argument short is the name of the field whose value the
// short form gives.
func (d *document) expandShort(at ref, short, path string, missing []step, value string) ([]byte, error) {
	v := d.values[at]
	object := "{" + quoteKey(short) + ": " + d.raw(at) + "}"
	if missing[0].key == short {
		object = "{}"
	}
	inner, err := Edit([]byte(object), joinPath(missing), value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []byte(d.text[:v.at] + string(inner) + d.text[v.end:]), nil
}

// asJSON returns the value itself if it is JSON, and otherwise the value as a JSON
// string. If the flag text is set, the field takes only text, and a number, true or
// false also becomes a string.
func asJSON(text bool, value string) string {
	_, bad := scan(value, MaxBytes)
	word := validNumber(value) || value == "true" || value == "false"
	if bad == nil && !(word && text) {
		return value
	}
	return string((&writer{}).text(strings.ToValidUTF8(value, "\ufffd")).out)
}

// textFields are the names of the fields that take only a text. Such a field takes
// neither a number nor true or false.
var textFields = []string{
	"title", "about", "kind", "user", "group", "queue", "allocator", "order", "overrun", "unit", "swf", "free",
	"application", "offline", "down", "up", "leave", "join",
}

// takesText reports whether the field at a path takes only text. Inside the objects
// users, groups, queues and weights, the field names are names of users or weights,
// even if they look like names of text fields. There, takesText reports false.
func takesText(steps []step) bool {
	last := steps[len(steps)-1].key
	if len(steps) > 1 && slices.Contains([]string{"users", "groups", "queues", "weights"}, steps[len(steps)-2].key) {
		return false
	}
	if last == "nodes" && len(steps) > 2 {
		of := steps[len(steps)-3].key
		return (of == "groups" || of == "decisions") && steps[len(steps)-2].key == ""
	}
	return slices.Contains(textFields, last)
}

// insert adds the missing steps and the value to an object or list. The argument at
// is the index of this object or list in the document.
func (d *document) insert(at ref, path string, missing []step, value string) ([]byte, error) {
	for _, s := range slices.Backward(missing[1:]) {
		if s.key == "" {
			if s.index != 0 {
				return nil, fmt.Errorf("%w: %s: there is no list with %d elements there", ErrPath, path, s.index)
			}
			value = "[" + value + "]"
			continue
		}
		value = "{" + quoteKey(s.key) + ": " + value + "}"
	}
	first := missing[0]
	n := 0
	switch d.kind(at) {
	case '{':
		if first.key == "" {
			return nil, fmt.Errorf("%w: %s: there is an object, not a list, before [%d]", ErrPath, path, first.index)
		}
		value = quoteKey(first.key) + ": " + value
		for range d.members(at) {
			n++
		}
	case '[':
		for range d.elements(at) {
			n++
		}
		if first.key != "" || first.index != n {
			return nil, fmt.Errorf("%w: %s: the list there has %d elements; use [%d] for a new one", ErrPath, path, n, n)
		}
	default:
		return nil, fmt.Errorf("%w: %s: %s is neither an object nor a list", ErrPath, path, quoted(d.raw(at)))
	}
	// Insert after the last element, before the whitespace that follows it.
	end := int(d.values[at].end) - 1
	if n > 0 {
		end = len(strings.TrimRight(d.text[:end], " \t\r\n"))
		value = ", " + value
	}
	return []byte(d.text[:end] + value + d.text[end:]), nil
}

func quoteKey(key string) string { return Quote(key) }

// Quote returns a text as a JSON string, for use as a value of Edit.
func Quote(text string) string { return string((&writer{}).text(text).out) }

// remove removes the value at the path. In an object it also removes the value's
// name. It removes one comma next to the value, if there is one.
func (d *document) remove(steps []step) ([]byte, error) {
	parent, _ := d.find(steps[:len(steps)-1])
	target, _ := d.find(steps)
	from, to := d.values[target].at, d.values[target].end
	if d.kind(parent) == '{' {
		from = d.values[target-1].at // start at the name of the field
	}
	next := ref(d.values[target].next)
	switch {
	case next < ref(d.values[parent].next): // remove up to the next element
		to = d.values[next].at
	case from > d.values[parent+1].at: // the last of several elements: remove from the comma before it
		from = int32(strings.LastIndexByte(d.text[:from], ','))
	}
	return []byte(d.text[:from] + d.text[to:]), nil
}

// Set puts a value at a path, as the options --set and --queue of the command line
// do, and checks the whole scenario again. On error the scenario does not change.
func (s *Scenario) Set(path, value string) error { return s.SetAll([2]string{path, value}) }

// SetAll makes several assignments of a value to a path. It checks the scenario
// only after the last assignment, because some values are valid only together. The
// error wraps ErrPath, or is an Errors. This Errors has no positions, because there
// is no text of the user that they could refer to. On error the scenario does not
// change.
func (s *Scenario) SetAll(assignments ...[2]string) error {
	text := s.Canonical()
	var err error
	for _, a := range assignments {
		if text, err = Edit(text, a[0], a[1]); err != nil {
			return err
		}
	}
	changed, err := Parse(text)
	if err != nil {
		var all Errors
		if errors.As(err, &all) {
			for i := range all {
				all[i].Line, all[i].Col, all[i].Offset, all[i].End = 0, 0, 0, 0
			}
		}
		return err
	}
	*s = *changed
	return nil
}

// step is one step of a path: a key of an object, or, if the key is empty, an index
// into a list.
type step struct {
	key   string
	index int
}

// splitPath parses a path in the notation of error messages and of the command
// line, such as `jobs[16].nodes` or `free["3"]`. The empty path has no steps.
func splitPath(path string) ([]step, error) {
	var steps []step
	rest := path
	for rest != "" {
		switch {
		case strings.HasPrefix(rest, `["`):
			text, err := strconv.QuotedPrefix(rest[1:])
			key, err2 := strconv.Unquote(text)
			after, closed := strings.CutPrefix(rest[1+len(text):], "]")
			if err != nil || err2 != nil || !closed || key == "" {
				return nil, fmt.Errorf("path %q: a %q is not closed by %q", path, `["`, `"]`)
			}
			steps, rest = append(steps, step{key: key}), after
		case rest[0] == '[':
			digits, after, ok := strings.Cut(rest[1:], "]")
			n, err := strconv.ParseUint(digits, 10, 31)
			if !ok || err != nil {
				return nil, fmt.Errorf("path %q: %q is not an index such as [0]", path, rest)
			}
			steps, rest = append(steps, step{index: int(n)}), after
		default:
			if len(steps) > 0 {
				rest = strings.TrimPrefix(rest, ".")
			}
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, fmt.Errorf("path %q: a field name is missing before %q", path, rest)
			}
			steps, rest = append(steps, step{key: rest[:end]}), rest[end:]
			if rest == "." {
				return nil, fmt.Errorf("path %q ends in a dot", path)
			}
		}
	}
	return steps, nil
}

// joinPath returns the text of a path; it is the inverse of splitPath.
func joinPath(steps []step) string {
	var path []byte
	for _, s := range steps {
		switch {
		case s.key == "":
			path = append(path, '[')
			path = strconv.AppendInt(path, int64(s.index), 10)
			path = append(path, ']')
		case !plainKey(s.key):
			path = append(path, '[')
			path = strconv.AppendQuote(path, s.key)
			path = append(path, ']')
		default:
			if len(path) > 0 {
				path = append(path, '.')
			}
			path = append(path, s.key...)
		}
	}
	return string(path)
}

// plainKey reports whether a key can be written in a path without quotes.
func plainKey(key string) bool {
	for i, c := range []byte(key) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return key != ""
}
