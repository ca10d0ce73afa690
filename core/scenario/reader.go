package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"hopyard/core/simtime"
)

// reader converts JSON values to Go values. After an error it notes the error and
// goes on, so that a single pass over the text reports all errors.
type reader struct {
	*document
	problems
}

// fields are the names that the fields of an object may have.
type fields struct {
	of    string   // name of the object in errors, such as "a job"
	names []string // names of the fields, at most 64
}

// path returns the path of a value. Cost: O(number of values before it).
func (d *document) path(v ref) string {
	var steps []step
	for at := root; at != v; {
		next := at
		if d.kind(at) == '{' {
			for key, val := range d.members(at) {
				if val <= v && v < ref(d.values[val].next) || key == v {
					steps, next = append(steps, step{key: d.str(key)}), val
				}
				if key == v {
					next = v
				}
				if next != at {
					break
				}
			}
		} else {
			for i, e := range d.elements(at) {
				if e <= v && v < ref(d.values[e].next) {
					steps, next = append(steps, step{index: i}), e
					break
				}
			}
		}
		at = next
	}
	return joinPath(steps)
}

// path returns the path of a value. If the list of errors is full, it returns "",
// because finding 30,000 paths in a text of 64 KiB would take half a minute.
func (r *reader) path(v ref) string {
	if r.full() {
		return ""
	}
	return r.document.path(v)
}

// wrong notes an error at a value. Its message consists of the field name, the
// value, and the given problem.
func (r *reader) wrong(v ref, problem, limit, fix string) {
	if r.full() {
		r.more++
		return
	}
	e := Error{Place: r.path(v), Problem: r.subject(v) + " " + problem, Value: excerpt(r.raw(v)), Limit: limit, Fix: fix}
	r.point(&e, int(r.values[v].at), int(r.values[v].end))
	r.add(e)
}

// subject returns the value with its field name in front, such as `nodes 600`.
func (r *reader) subject(v ref) string {
	steps, _ := splitPath(r.path(v))
	value := excerpt(r.raw(v))
	switch r.kind(v) {
	case '{':
		value = "{…}"
	case '[':
		value = "[…]"
	}
	if len(steps) == 0 || steps[len(steps)-1].key == "" {
		return value
	}
	name := steps[len(steps)-1].key
	if !plainKey(name) {
		name = quoted(name)
	}
	return name + " " + value
}

// isObject reports whether v is an object, and notes an error if it is not.
func (r *reader) isObject(v ref, of string) bool {
	if r.kind(v) != '{' {
		r.wrong(v, r.is(v)+", not "+of, "", "write {…}")
		return false
	}
	return true
}

// object reads the fields of an object. It calls set for each known field, and
// notes an error for each unknown or repeated field. It reports whether v is an
// object.
func (r *reader) object(v ref, f *fields, set func(name string, v ref)) bool {
	if !r.isObject(v, f.of) {
		return false
	}
	seen := uint64(0)
	for key, val := range r.members(v) {
		name := r.str(key)
		i := slices.Index(f.names, name)
		switch {
		case i < 0:
			r.unknown(key, name, f.of, f.names)
		case seen>>i&1 == 1:
			r.twice(key, name)
		default:
			seen |= 1 << i
			set(name, val)
		}
	}
	return true
}

// key notes an error about a field's name.
func (r *reader) key(key ref, problem, fix string) {
	if r.full() {
		r.more++
		return
	}
	e := Error{Place: r.path(key), Problem: problem, Value: excerpt(r.raw(key)), Fix: fix}
	r.point(&e, int(r.values[key].at), int(r.values[key].end))
	r.add(e)
}

func (r *reader) unknown(key ref, name, of string, names []string) {
	r.key(key, fmt.Sprintf("unknown field %s in %s", quoted(name), of), r.nearest(name, names))
}

func (r *reader) twice(key ref, name string) {
	r.key(key, name+" is given twice", "keep one of them")
}

// nearest returns the suggested fix for an unknown name. If the list of errors is
// full, it returns "", because searching for similar names takes time.
func (r *reader) nearest(written string, names []string) string {
	if r.full() {
		return ""
	}
	return didYouMean(written, names)
}

// is returns a description of the kind of a value, such as "is a list".
func (r *reader) is(v ref) string {
	switch r.kind(v) {
	case '{':
		return "is an object"
	case '[':
		return "is a list"
	case '"':
		return "is text"
	case 'n':
		return "is empty"
	case '0':
		return "is a number"
	}
	return "is a boolean"
}

// integer reads a whole number within the given bounds. It reports false and notes
// an error if the value is not such a number.
func (r *reader) integer(v ref, lo, hi int64) (int64, bool) {
	if r.kind(v) == '0' {
		if n, err := strconv.ParseInt(r.raw(v), 10, 64); err == nil && lo <= n && n <= hi {
			return n, true
		}
	}
	r.notInteger(v, lo, hi)
	return 0, false
}

func (r *reader) notInteger(v ref, lo, hi int64) {
	raw := r.raw(v)
	limits := fmt.Sprintf("%d to %d", lo, hi)
	if r.kind(v) != '0' {
		r.wrong(v, r.is(v)+", not a whole number", limits, "use "+limits+numberIn(raw))
		return
	}
	switch n, err := strconv.ParseInt(raw, 10, 64); {
	case errors.Is(err, strconv.ErrSyntax):
		r.wrong(v, "is not a whole number", limits, "write digits only; use "+limits)
	case n < lo: // includes numbers too small for an int64
		r.wrong(v, fmt.Sprintf("is less than %d", lo), fmt.Sprint(lo), "use "+limits)
	default:
		r.wrong(v, fmt.Sprintf("is more than %d", hi), fmt.Sprint(hi), "use "+limits)
	}
}

// numberIn returns ", without quotes", to be appended to a fix, if the text is a
// number in quotes. It returns "" for any other text.
func numberIn(raw string) string {
	if inner := strings.Trim(raw, `"`); inner != raw && validNumber(inner) {
		return ", without quotes"
	}
	return ""
}

// thousandths reads a number with up to three decimals and returns it exactly, in
// thousandths. So seconds become milliseconds, and speeds become thousandths of the
// reference speed.
func (r *reader) thousandths(v ref, lo, hi int64, unit string) (int64, bool) {
	if r.kind(v) == '0' {
		raw := r.raw(v)
		if n, err := strconv.ParseInt(raw, 10, 32); err == nil && lo <= n*1000 && n*1000 <= hi {
			return n * 1000, true // the common case, at a tenth of the cost
		}
		if d, err := simtime.Parse(raw); err == nil && lo <= int64(d) && int64(d) <= hi {
			return int64(d), true
		}
	}
	r.notThousandths(v, simtime.Duration(lo), simtime.Duration(hi), unit)
	return 0, false
}

func (r *reader) notThousandths(v ref, lo, hi simtime.Duration, unit string) {
	raw := r.raw(v)
	limits := fmt.Sprintf("%v to %v", lo, hi)
	if r.kind(v) != '0' {
		r.wrong(v, r.is(v)+", not a number of "+unit, limits, "write a number of "+unit+numberIn(raw))
		return
	}
	d, err := simtime.Parse(raw)
	switch {
	case errors.Is(err, simtime.ErrPrecision):
		r.wrong(v, "has more than three decimals", "three decimals", "round it to thousandths")
	case err == nil && d < lo || err != nil && strings.HasPrefix(raw, "-"):
		r.wrong(v, fmt.Sprintf("is less than %v", lo), lo.String(), "use "+limits)
	default:
		r.wrong(v, fmt.Sprintf("is more than %v", hi), hi.String(), "use "+limits)
	}
}

// seconds reads a time or duration that is not negative.
func (r *reader) seconds(v ref) (int64, bool) { return r.thousandths(v, 0, simtime.Max, "seconds") }

// words reads a text of at most the given number of characters. It refuses control
// characters other than newline and tab.
func (r *reader) words(v ref, most int) (string, bool) {
	if r.kind(v) != '"' {
		r.wrong(v, r.is(v)+", not text", "", "write it in double quotes")
		return "", false
	}
	s := r.str(v)
	if n := utf8.RuneCountInString(s); n > most {
		r.wrong(v, fmt.Sprintf("is %d characters long, more than %d", n, most), fmt.Sprint(most), "shorten it")
		return "", false
	}
	if i := strings.IndexFunc(s, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c == 0x7f }); i >= 0 {
		r.wrong(v, fmt.Sprintf("holds the control character 0x%02x", s[i]), "", "remove it")
		return "", false
	}
	return strings.Clone(s), true
}

// truth reads true or false.
func (r *reader) truth(v ref) (value, ok bool) {
	if k := r.kind(v); k != 't' && k != 'f' {
		r.wrong(v, r.is(v)+", not true or false", "", "write true or false")
		return false, false
	}
	return r.kind(v) == 't', true
}

// list reports whether v is a list of at most the given number of elements, and
// notes an error if it is not.
func (r *reader) list(v ref, most int, of string) bool {
	if r.kind(v) != '[' {
		r.wrong(v, r.is(v)+", not a list of "+of, "", "write […]")
		return false
	}
	n := 0
	for range r.elements(v) {
		n++
	}
	if n > most {
		r.wrong(v, fmt.Sprintf("has %d %s, more than %d", n, of, most), fmt.Sprint(most), "remove some")
		return false
	}
	return true
}

// rate reads a whole number of bytes or bytes per second, which may be written as
// 1e9.
func (r *reader) rate(v ref) (int64, bool) {
	if r.kind(v) == '0' {
		f, err := strconv.ParseFloat(r.raw(v), 64)
		if n := int64(f); err == nil && f >= 1 && f <= MaxRate && float64(n) == f {
			return n, true
		}
	}
	limit := fmt.Sprintf("1 to %d", int64(MaxRate))
	r.wrong(v, "is not a whole number from "+limit, limit, "write it as in 1e9")
	return 0, false
}
