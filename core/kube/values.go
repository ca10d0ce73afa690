package kube

import (
	"math/bits"
	"strconv"
	"strings"

	"hopyard/core/yamldoc"
)

// Functions that read values of documents and report their errors.

// name returns the name of an object.
func (r *reader) name(d *yamldoc.Value, kind string, most int) string {
	n := d.At("metadata", "name")
	switch {
	case n == nil:
		r.Errorf(d.Line, "metadata.name is missing in a %s; name it, as in \"metadata: {name: %s-0}\"", kind, strings.ToLower(kind))
		return ""
	case len(n.Scalar) > most:
		r.Errorf(n.Line, "the name %s has %d characters; use %d at most", yamldoc.Excerpt(n.Scalar), len(n.Scalar), most)
	case !isName(n.Scalar):
		r.Errorf(n.Line, "%s is not the name of a %s; use letters from a to z, digits, - and . only, and begin and end with a letter or digit", yamldoc.Excerpt(n.Scalar), kind)
	}
	return n.Scalar
}

// isName reports whether a text is a DNS subdomain, as Kubernetes demands of names.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		alphanumeric := c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		if !alphanumeric && (i == 0 || i == len(s)-1 || c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}

// isLabel reports whether a text is the key of a label, such as
// "kubernetes.io/hostname".
func isLabel(s string) bool {
	prefix, name, cut := strings.Cut(s, "/")
	if !cut {
		name = prefix
	} else if !isName(prefix) {
		return false
	}
	for i := range len(name) {
		c := name[i]
		alphanumeric := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		if !alphanumeric && (i == 0 || i == len(name)-1 || c != '-' && c != '.' && c != '_') {
			return false
		}
	}
	return name != ""
}

// entries returns the labels or annotations of an object by key. Their values must
// be text.
func (r *reader) entries(v *yamldoc.Value, what string) map[string]*yamldoc.Value {
	out := map[string]*yamldoc.Value{}
	if v != nil && v.Keys == nil {
		r.Errorf(v.Line, "%s are not a mapping; write \"key: value\" on a line for each", what)
		return out
	}
	if v == nil {
		return out
	}
	for _, k := range v.Keys {
		_, err := strconv.ParseFloat(k.Scalar, 64)
		if k.Keys != nil || k.Items != nil || !k.Quoted && (err == nil || k.Scalar == "true" || k.Scalar == "false" || k.Null()) {
			r.Errorf(k.Line, "%s of the %s is not text but %s; put it in double quotes", yamldoc.Excerpt(k.Key), what, yamldoc.Excerpt(k.Scalar))
			continue
		}
		out[k.Key] = k
	}
	return out
}

// integer returns a whole number within limits. If there is none, it reports the
// error and returns false.
func (r *reader) integer(v *yamldoc.Value, what string, low, high int64) (int64, bool) {
	n, err := strconv.ParseInt(v.Scalar, 10, 64)
	if v.Keys != nil || v.Items != nil || err != nil || n < low || n > high {
		r.Errorf(v.Line, "%s %s is not a whole number from %d to %d; write one of these", what, written(v), low, high)
		return 0, false
	}
	return n, true
}

// truth returns a value that must be true or false. A value that is absent is false.
func (r *reader) truth(v *yamldoc.Value, what string) bool {
	if v == nil || v.Scalar == "false" && !v.Quoted {
		return false
	}
	if v.Scalar != "true" || v.Quoted {
		r.Errorf(v.Line, "%s %s is neither true nor false; write one of these, without quotes", what, written(v))
	}
	return true
}

// written returns a value as it is written, for errors.
func written(v *yamldoc.Value) string {
	switch {
	case v.Keys != nil:
		return "{…}"
	case v.Items != nil:
		return "[…]"
	}
	return yamldoc.Excerpt(v.Scalar)
}

// list returns the items of a list. A value that is absent is an empty list.
func (r *reader) list(v *yamldoc.Value, what string) []*yamldoc.Value {
	if v != nil && v.Items == nil {
		r.Errorf(v.Line, "%s %s is not a list; write each item on a line that begins with \"- \"", what, written(v))
	}
	if v == nil {
		return nil
	}
	return v.Items
}

// quantity returns an amount such as "7910m" or "16Gi" in units of 10^ten·2^two,
// rounded up or down to whole units.
func (r *reader) quantity(v *yamldoc.Value, ten, two int, up bool) int64 {
	n, ok := quantity(v.Scalar, ten, two, up)
	if !ok || v.Keys != nil || v.Items != nil {
		r.Errorf(v.Line, "%s %s is not an amount from 0 to 2^60; write it as in \"8\", \"500m\" or \"64Gi\"", v.Key, written(v))
	}
	return n
}

// suffixes lists the suffixes of quantities with their powers of 10 and of 2.
var suffixes = []struct {
	text     string
	ten, two int
}{
	{"n", -9, 0}, {"u", -6, 0}, {"m", -3, 0}, {"k", 3, 0}, {"M", 6, 0}, {"G", 9, 0}, {"T", 12, 0}, {"P", 15, 0}, {"E", 18, 0},
	{"Ki", 0, 10}, {"Mi", 0, 20}, {"Gi", 0, 30}, {"Ti", 0, 40}, {"Pi", 0, 50}, {"Ei", 0, 60},
}

// quantity parses a quantity of Kubernetes. The parameters are those of
// reader.quantity; ok is false if the text is not a quantity, or one of more than
// 2^60 units or with more than 12 decimals.
func quantity(text string, tenUnit, twoUnit int, up bool) (n int64, ok bool) {
	digits := text
	ten, two := -tenUnit, -twoUnit
	for _, s := range suffixes {
		if rest, cut := strings.CutSuffix(text, s.text); cut {
			digits, ten, two = rest, s.ten-tenUnit, s.two-twoUnit
		}
	}
	if at := strings.IndexAny(digits, "eE"); at > 0 {
		exponent, err := strconv.Atoi(digits[at+1:])
		if err != nil || exponent < -18 || exponent > 18 {
			return 0, false
		}
		digits, ten = digits[:at], ten+exponent
	}
	whole, decimals, point := strings.Cut(digits, ".")
	if point {
		decimals = strings.TrimRight(decimals, "0")
	}
	m, err := strconv.ParseUint(whole+decimals, 10, 63)
	if ten -= len(decimals); err != nil || ten < -12 {
		return 0, false
	}
	num, den := m, uint64(1)
	multiply := func(x *uint64, by uint64) {
		high, low := bits.Mul64(*x, by)
		if *x = low; high > 0 || low > 1<<63 {
			*x = 1 << 63
		}
	}
	for ; ten > 0; ten-- {
		multiply(&num, 10)
	}
	for ; ten < 0; ten++ {
		multiply(&den, 10)
	}
	for ; two > 0; two-- {
		multiply(&num, 2)
	}
	for ; two < 0; two++ {
		multiply(&den, 2)
	}
	units := num / den
	if num%den > 0 && up {
		units++
	}
	return int64(units), num < 1<<63 && den < 1<<63 && units <= 1<<60
}
