package jsondoc

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"hopyard/core/simtime"
)

// Reader converts JSON values to Go values. After an error it notes the error and
// goes on, so that a single pass over the text reports all errors.
type Reader struct {
	*Document
	Problems
}

// Base returns the reader itself, for types that embed it.
func (r *Reader) Base() *Reader { return r }

// Fields are the names that the fields of an object may have.
type Fields struct {
	Of    string   // name of the object in errors, such as "a job"
	Names []string // names of the fields, at most 64
}

// path returns the path of a value. Cost: O(number of values before it).
func (d *Document) path(v Ref) string {
	var steps []PathStep
	for at := Root; at != v; {
		next := at
		if d.Kind(at) == '{' {
			for key, val := range d.Members(at) {
				if val <= v && v < Ref(d.values[val].next) || key == v {
					steps, next = append(steps, PathStep{Key: d.Text(key)}), val
				}
				if key == v {
					next = v
				}
				if next != at {
					break
				}
			}
		} else {
			for i, e := range d.Elements(at) {
				if e <= v && v < Ref(d.values[e].next) {
					steps, next = append(steps, PathStep{Index: i}), e
					break
				}
			}
		}
		at = next
	}
	return JoinPath(steps)
}

// Path returns the path of a value. If the list of errors is full, it returns "",
// because finding 30,000 paths in a text of 64 KiB would take half a minute.
func (r *Reader) Path(v Ref) string {
	if r.Full() {
		return ""
	}
	return r.Document.path(v)
}

// Wrong notes an error at a value. Its message consists of the field name, the
// value, and the given problem.
func (r *Reader) Wrong(v Ref, problem, limit, fix string) {
	if r.Full() {
		r.Omit()
		return
	}
	place := r.Path(v)
	e := Error{Place: place, Problem: r.subject(v, place) + " " + problem, Value: Shorten(r.Raw(v)), Limit: limit, Fix: fix}
	r.point(&e, int(r.values[v].at), int(r.values[v].end))
	r.Add(e)
}

// subject returns the value at a path with its field name in front, such as
// `nodes 600`.
func (r *Reader) subject(v Ref, path string) string {
	steps, _ := SplitPath(path)
	value := Shorten(r.Raw(v))
	switch r.Kind(v) {
	case '{':
		value = "{…}"
	case '[':
		value = "[…]"
	}
	if len(steps) == 0 || steps[len(steps)-1].Key == "" {
		return value
	}
	name := steps[len(steps)-1].Key
	if !plainKey(name) {
		name = Quoted(name)
	}
	return name + " " + value
}

// IsObject reports whether v is an object, and notes an error if it is not.
func (r *Reader) IsObject(v Ref, of string) bool {
	if r.Kind(v) != '{' {
		r.Wrong(v, r.Is(v)+", not "+of, "", "write {…}")
		return false
	}
	return true
}

// Object reads the fields of an object. It calls set for each known field, and
// notes an error for each unknown or repeated field. It reports whether v is an
// object.
func (r *Reader) Object(v Ref, f *Fields, set func(name string, v Ref)) bool {
	if !r.IsObject(v, f.Of) {
		return false
	}
	seen := uint64(0)
	for key, val := range r.Members(v) {
		name := r.Text(key)
		i := slices.Index(f.Names, name)
		switch {
		case i < 0:
			r.Unknown(key, name, f.Of, f.Names)
		case seen>>i&1 == 1:
			r.Twice(key, name)
		default:
			seen |= 1 << i
			set(name, val)
		}
	}
	return true
}

// WrongKey notes an error about a field's name.
func (r *Reader) WrongKey(key Ref, problem, fix string) {
	if r.Full() {
		r.Omit()
		return
	}
	e := Error{Place: r.Path(key), Problem: problem, Value: Shorten(r.Raw(key)), Fix: fix}
	r.point(&e, int(r.values[key].at), int(r.values[key].end))
	r.Add(e)
}

// Unknown notes an error about a field that an object does not have.
func (r *Reader) Unknown(key Ref, name, of string, names []string) {
	r.WrongKey(key, fmt.Sprintf("unknown field %s in %s", Quoted(name), of), r.DidYouMean(name, names))
}

// Twice notes an error about a field that is given again.
func (r *Reader) Twice(key Ref, name string) {
	r.WrongKey(key, name+" is given twice", "keep one of them")
}

// DidYouMean returns the suggested fix for an unknown name. If the list of errors is
// full, it returns "", because searching for similar names takes time.
func (r *Reader) DidYouMean(written string, names []string) string {
	if r.Full() {
		return ""
	}
	return DidYouMean(written, names)
}

// Is returns a description of the kind of a value, such as "is a list".
func (r *Reader) Is(v Ref) string {
	switch r.Kind(v) {
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

// Integer reads a whole number within the given bounds. It reports false and notes
// an error if the value is not such a number.
func (r *Reader) Integer(v Ref, lo, hi int64) (int64, bool) {
	if r.Kind(v) == '0' {
		if n, err := strconv.ParseInt(r.Raw(v), 10, 64); err == nil && lo <= n && n <= hi {
			return n, true
		}
	}
	r.notInteger(v, lo, hi)
	return 0, false
}

func (r *Reader) notInteger(v Ref, lo, hi int64) {
	raw := r.Raw(v)
	limits := fmt.Sprintf("%d to %d", lo, hi)
	if r.Kind(v) != '0' {
		r.Wrong(v, r.Is(v)+", not a whole number", limits, "use "+limits+numberIn(raw))
		return
	}
	switch n, err := strconv.ParseInt(raw, 10, 64); {
	case errors.Is(err, strconv.ErrSyntax):
		r.Wrong(v, "is not a whole number", limits, "write digits only; use "+limits)
	case n < lo: // includes numbers too small for an int64
		r.Wrong(v, fmt.Sprintf("is less than %d", lo), fmt.Sprint(lo), "use "+limits)
	default:
		r.Wrong(v, fmt.Sprintf("is more than %d", hi), fmt.Sprint(hi), "use "+limits)
	}
}

// numberIn returns ", without quotes", to be appended to a fix, if the text is a
// number in quotes. It returns "" for any other text.
func numberIn(raw string) string {
	if inner := strings.Trim(raw, `"`); inner != raw && ValidNumber(inner) {
		return ", without quotes"
	}
	return ""
}

// Thousandths reads a number with up to three decimals and returns it exactly, in
// thousandths. So seconds become milliseconds, and speeds become thousandths of the
// reference speed.
func (r *Reader) Thousandths(v Ref, lo, hi int64, unit string) (int64, bool) {
	if r.Kind(v) == '0' {
		raw := r.Raw(v)
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

func (r *Reader) notThousandths(v Ref, lo, hi simtime.Duration, unit string) {
	raw := r.Raw(v)
	limits := fmt.Sprintf("%v to %v", lo, hi)
	if r.Kind(v) != '0' {
		r.Wrong(v, r.Is(v)+", not a number of "+unit, limits, "write a number of "+unit+numberIn(raw))
		return
	}
	d, err := simtime.Parse(raw)
	switch {
	case errors.Is(err, simtime.ErrPrecision):
		r.Wrong(v, "has more than three decimals", "three decimals", "round it to thousandths")
	case err == nil && d < lo || err != nil && strings.HasPrefix(raw, "-"):
		r.Wrong(v, fmt.Sprintf("is less than %v", lo), lo.String(), "use "+limits)
	default:
		r.Wrong(v, fmt.Sprintf("is more than %v", hi), hi.String(), "use "+limits)
	}
}

// Seconds reads a time or duration that is not negative.
func (r *Reader) Seconds(v Ref) (int64, bool) { return r.Thousandths(v, 0, simtime.Max, "seconds") }

// Words reads a text of at most the given number of characters. It refuses control
// characters other than newline and tab.
func (r *Reader) Words(v Ref, most int) (string, bool) {
	if r.Kind(v) != '"' {
		r.Wrong(v, r.Is(v)+", not text", "", "write it in double quotes")
		return "", false
	}
	s := r.Text(v)
	if n := utf8.RuneCountInString(s); n > most {
		r.Wrong(v, fmt.Sprintf("is %d characters long, more than %d", n, most), fmt.Sprint(most), "shorten it")
		return "", false
	}
	if i := strings.IndexFunc(s, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c == 0x7f }); i >= 0 {
		r.Wrong(v, fmt.Sprintf("holds the control character 0x%02x", s[i]), "", "remove it")
		return "", false
	}
	return strings.Clone(s), true
}

// Truth reads true or false.
func (r *Reader) Truth(v Ref) (value, ok bool) {
	if k := r.Kind(v); k != 't' && k != 'f' {
		r.Wrong(v, r.Is(v)+", not true or false", "", "write true or false")
		return false, false
	}
	return r.Kind(v) == 't', true
}

// List reports whether v is a list of at most the given number of elements, and
// notes an error if it is not.
func (r *Reader) List(v Ref, most int, of string) bool {
	if r.Kind(v) != '[' {
		r.Wrong(v, r.Is(v)+", not a list of "+of, "", "write […]")
		return false
	}
	n := 0
	for range r.Elements(v) {
		n++
	}
	if n > most {
		r.Wrong(v, fmt.Sprintf("has %d %s, more than %d", n, of, most), fmt.Sprint(most), "remove some")
		return false
	}
	return true
}

// Rate reads a whole number from 1 to most that may be written as 1e9, such as a
// number of bytes.
func (r *Reader) Rate(v Ref, most int64) (int64, bool) {
	if r.Kind(v) == '0' {
		f, err := strconv.ParseFloat(r.Raw(v), 64)
		if n := int64(f); err == nil && f >= 1 && f <= float64(most) && float64(n) == f {
			return n, true
		}
	}
	limit := fmt.Sprintf("1 to %d", most)
	r.Wrong(v, "is not a whole number from "+limit, limit, "write it as in 1e9")
	return 0, false
}

// Texts reads a list of texts. Both the number of texts and the number of
// characters of each text are limited.
func (r *Reader) Texts(v Ref, most, length int, of string) []string {
	if !r.List(v, most, of) {
		return nil
	}
	var out []string
	for _, e := range r.Elements(v) {
		if text, ok := r.Words(e, length); ok {
			out = append(out, text)
		}
	}
	return out
}

// Line reads a name: a text of one line that is not empty.
func (r *Reader) Line(v Ref, most int) string {
	name, ok := r.Words(v, most)
	if ok && (name == "" || strings.ContainsAny(name, "\n\t")) {
		r.Wrong(v, "is not a name on one line", "", "write a word or two")
		name = strings.Join(strings.FieldsFunc(name, func(c rune) bool { return c == '\n' || c == '\t' }), " ") // later errors quote the name
	}
	return name
}

// Missing notes that a field is missing in the object v.
func (r *Reader) Missing(v Ref, field, of, fix string) {
	r.Add(Error{Place: r.Path(v) + "." + field, Problem: field + " is missing in " + of, Fix: fix})
}

// Version checks the field that gives the format version of a text.
func (r *Reader) Version(v Ref, field string, version int64) {
	if v == 0 {
		r.Add(Error{Place: field, Problem: field + " is missing", Limit: fmt.Sprint(version), Fix: fmt.Sprintf(`begin with "%s": %d, the version of the format`, field, version)})
		return
	}
	r.Integer(v, 1, version)
}

// Err returns all problems as an Errors, sorted by their positions in the text, or
// nil if there are none.
func (r *Reader) Err() error { return r.Problems.Err(r.Document) }
