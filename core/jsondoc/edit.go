package jsondoc

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ErrPath is wrapped by errors about a malformed path or assignment. Errors about
// values that mean nothing do not wrap it.
var ErrPath = errors.New("not an assignment")

// Edit puts a value at a path of a text, for example 8 at cluster.topology.width.
// It keeps the rest of the text as it is, including whitespace and order. It adds
// fields and objects that are missing on the path. To append an element to a list,
// use the index one past the end. To remove a field or an element, use the value
// null.
//
// The value is JSON, or a text without quotes. In fields that take only text, such
// as title, the value 2024 also becomes a text. Edit does not check what the result
// means. The error wraps ErrPath, or is an Errors if src is not JSON. Cost:
// O(bytes).
func (l *Language) Edit(src []byte, path, value string) ([]byte, error) {
	steps, err := SplitPath(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrPath, err)
	case len(steps) == 0:
		return nil, fmt.Errorf("%w: the path is empty; write path=value, as in %s", ErrPath, l.Assignment)
	}
	doc, bad := l.Scan(string(src))
	if bad != nil {
		return nil, Errors{*bad}
	}
	value = l.asJSON(l.TakesText != nil && l.TakesText(steps), value)
	at, missing := doc.Find(steps)
	v := doc.values[at]
	switch {
	case len(missing) == 0 && value == "null":
		return doc.remove(steps)
	case len(missing) == 0:
		return []byte(doc.text[:v.at] + value + doc.text[v.end:]), nil
	case value == "null":
		return slices.Clone(src), nil
	}
	if short := doc.shortOf(l, steps[:len(steps)-len(missing)], at); short != "" {
		return doc.expandShort(l, at, short, path, missing, value)
	}
	return doc.insert(at, path, missing, value)
}

// LookUp returns the JSON at a path of a text, or "" if there is no
// value. A string is returned as plain text, without quotes and escapes. If the
// value is an object, names are the names of its fields; if it is a list, names are
// its indices. Cost: O(bytes).
func (l *Language) LookUp(src []byte, path string) (value string, names []string) {
	steps, err := SplitPath(path)
	doc, bad := l.Scan(string(src))
	if err != nil || bad != nil {
		return "", nil
	}
	v, missing := doc.Find(steps)
	if len(missing) == 1 && missing[0].Key != "" && missing[0].Key == doc.shortOf(l, steps[:len(steps)-1], v) {
		missing = nil
	}
	if len(missing) > 0 {
		return "", nil
	}
	switch doc.Kind(v) {
	case '"':
		return doc.Text(v), nil
	case '{':
		for key := range doc.Members(v) {
			names = append(names, doc.Text(key))
		}
	case '[':
		for i := range doc.Elements(v) {
			names = append(names, strconv.Itoa(i))
		}
	}
	return doc.Raw(v), names
}

// shortOf returns the name of the field that a short form gives. The value v, which
// has the path steps, must be the short form of an object. If it is not, shortOf
// returns "".
func (d *Document) shortOf(l *Language, steps []PathStep, v Ref) string {
	if k := d.Kind(v); k == '{' || k == '[' || l.Short == nil {
		return ""
	}
	return l.Short(steps)
}

// expandShort replaces a short form by the object that it abbreviates. It then adds
// the missing fields to this object. The argument at is the index of the short form
// in the document. The argument short is the name of the field whose value the
// short form gives.
func (d *Document) expandShort(l *Language, at Ref, short, path string, missing []PathStep, value string) ([]byte, error) {
	v := d.values[at]
	object := "{" + Quote(short) + ": " + d.Raw(at) + "}"
	if missing[0].Key == short {
		object = "{}"
	}
	inner, err := l.Edit([]byte(object), JoinPath(missing), value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []byte(d.text[:v.at] + string(inner) + d.text[v.end:]), nil
}

// asJSON returns the value itself if it is JSON, and otherwise the value as a JSON
// string. If the flag text is set, the field takes only text, and a number, true or
// false also becomes a string.
func (l *Language) asJSON(text bool, value string) string {
	_, bad := l.Scan(value)
	word := ValidNumber(value) || value == "true" || value == "false"
	if bad == nil && !(word && text) {
		return value
	}
	return Quote(strings.ToValidUTF8(value, "\ufffd"))
}

// insert adds the missing steps and the value to an object or list. The argument at
// is the index of this object or list in the document.
func (d *Document) insert(at Ref, path string, missing []PathStep, value string) ([]byte, error) {
	for _, s := range slices.Backward(missing[1:]) {
		if s.Key == "" {
			if s.Index != 0 {
				return nil, fmt.Errorf("%w: %s: there is no list with %d elements there", ErrPath, path, s.Index)
			}
			value = "[" + value + "]"
			continue
		}
		value = "{" + Quote(s.Key) + ": " + value + "}"
	}
	first := missing[0]
	n := 0
	switch d.Kind(at) {
	case '{':
		if first.Key == "" {
			return nil, fmt.Errorf("%w: %s: there is an object, not a list, before [%d]", ErrPath, path, first.Index)
		}
		value = Quote(first.Key) + ": " + value
		for range d.Members(at) {
			n++
		}
	case '[':
		for range d.Elements(at) {
			n++
		}
		if first.Key != "" || first.Index != n {
			return nil, fmt.Errorf("%w: %s: the list there has %d elements; use [%d] for a new one", ErrPath, path, n, n)
		}
	default:
		return nil, fmt.Errorf("%w: %s: %s is neither an object nor a list", ErrPath, path, Quoted(d.Raw(at)))
	}
	// Insert after the last element, before the whitespace that follows it.
	end := int(d.values[at].end) - 1
	if n > 0 {
		end = len(strings.TrimRight(d.text[:end], " \t\r\n"))
		value = ", " + value
	}
	return []byte(d.text[:end] + value + d.text[end:]), nil
}

// remove removes the value at the path. In an object it also removes the value's
// name. It removes one comma next to the value, if there is one.
func (d *Document) remove(steps []PathStep) ([]byte, error) {
	parent, _ := d.Find(steps[:len(steps)-1])
	target, _ := d.Find(steps)
	from, to := d.values[target].at, d.values[target].end
	if d.Kind(parent) == '{' {
		from = d.values[target-1].at // start at the name of the field
	}
	next := Ref(d.values[target].next)
	switch {
	case next < Ref(d.values[parent].next): // remove up to the next element
		to = d.values[next].at
	case from > d.values[parent+1].at: // the last of several elements: remove from the comma before it
		from = int32(strings.LastIndexByte(d.text[:from], ','))
	}
	return []byte(d.text[:from] + d.text[to:]), nil
}
