package slurm

import (
	"cmp"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"hopyard/core/topology"
)

// ExpandHosts returns the names in a host list. A host list consists of names
// separated by commas. A name may contain numbers and ranges in brackets:
// "login,n[0-3,8],rack[1-2]n[08-11]". The numbers of a range are padded with zeros
// to the width of its first number. A name with several brackets stands for all
// combinations; the last bracket changes fastest. Errors: a malformed bracket,
// range or name; a name longer than MaxName; more names than the given limit. Cost:
// O(names).
//
// Source: Slurm's manual, slurm.conf(5) and topology.conf(5); SOURCES.md TOPO.7.
func ExpandHosts(list string, most int) ([]string, error) { return expandHosts(list, most, most) }

// expandHosts expands a host list. It returns an error if the list has more names
// than the given limit. The last parameter is the limit for all lists together,
// which appears only in the text of that error.
func expandHosts(list string, most, total int) ([]string, error) {
	var names []string
	for rest, more := list, true; more; {
		var item string
		item, rest, more = cutItem(rest)
		h, err := parseHost(strings.TrimSpace(item))
		if err != nil {
			return nil, err
		}
		if h.count > most-len(names) {
			return nil, fmt.Errorf("%s brings the names to more than %d, the maximum", excerpt(item), total)
		}
		names = h.expand(names, 0, nil)
	}
	return names, nil
}

// cutItem splits a list at the first comma outside of brackets. If there is none,
// it returns the whole list and false.
func cutItem(list string) (item, rest string, more bool) {
	within := false
	for i := range len(list) {
		switch list[i] {
		case '[':
			within = true
		case ']':
			within = false
		case ',':
			if !within {
				return list[:i], list[i+1:], true
			}
		}
	}
	return list, "", false
}

// host is an item of a host list. It consists of pieces of text, each of which may
// be followed by ranges of numbers.
type host struct {
	parts []part
	count int // number of names in its expansion
}

// part is a piece of text and the ranges of numbers that follow it. The field
// ranges is nil if no number follows.
type part struct {
	text   string
	ranges []numbers
}

// numbers is a range of numbers with both ends included. The numbers are padded
// with zeros to the given width in digits.
type numbers struct{ first, last, width int }

const manyNames = 1 << 30 // upper limit for counts, so that products do not overflow

func parseHost(item string) (h host, err error) {
	h.count = 1
	for rest := item; rest != ""; {
		text, inner, bracket := strings.Cut(rest, "[")
		p := part{text: text}
		if bad := strings.IndexFunc(text, func(c rune) bool { return c <= ' ' || c > '~' || strings.ContainsRune("]\"'`#=\\,", c) }); bad >= 0 {
			return h, fmt.Errorf("%s has %q, which names cannot contain; write letters, digits, - _ and . only", excerpt(item), text[bad:bad+1])
		}
		rest = ""
		if bracket {
			var closed bool
			if inner, rest, closed = strings.Cut(inner, "]"); !closed {
				return h, fmt.Errorf("%s has a [ that is not closed; write it as in n[0-3,8]", excerpt(item))
			}
			count := 0
			if p.ranges, count, err = parseRanges(item, inner); err != nil {
				return h, err
			}
			h.count = min(h.count*count, manyNames)
		}
		h.parts = append(h.parts, p)
	}
	length := 0
	for _, p := range h.parts {
		length += len(p.text)
		widest := 0
		for _, r := range p.ranges {
			widest = max(widest, r.width, len(strconv.Itoa(r.last)))
		}
		length += widest
	}
	switch {
	case length == 0:
		return h, fmt.Errorf("a name is missing; write names as in n[0-3,8],login")
	case length > MaxName:
		return h, fmt.Errorf("%s has names of %d characters; use %d at most", excerpt(item), length, MaxName)
	}
	return h, nil
}

// parseRanges parses the content of a pair of brackets. It returns the ranges and
// the total count of their numbers.
func parseRanges(item, inner string) (ranges []numbers, count int, err error) {
	for rest, more := inner, true; more; {
		var text string
		text, rest, more = strings.Cut(rest, ",")
		low, high, several := strings.Cut(strings.TrimSpace(text), "-")
		if !several {
			high = low
		}
		first, firstOK := number(low)
		last, lastOK := number(high)
		switch {
		case !firstOK || !lastOK:
			return nil, 0, fmt.Errorf("%s has %s between brackets; write numbers of up to 9 digits and ranges, as in n[0-3,8]", excerpt(item), excerpt(text))
		case last < first:
			return nil, 0, fmt.Errorf("%s has the range %s, which runs backwards; write %s-%s", excerpt(item), text, high, low)
		case len(low) != len(high) && (low[0] == '0' && low != "0" || high[0] == '0'):
			return nil, 0, fmt.Errorf("%s has the range %s, whose ends differ in width; pad them with zeros to the same width", excerpt(item), text)
		}
		ranges = append(ranges, numbers{first, last, len(low)})
		count = min(count+last-first+1, manyNames)
	}
	return ranges, count, nil
}

// number parses a number of 1 to 9 digits.
func number(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 32)
	return int(n), err == nil && len(text) <= 9
}

// expand appends all names that consist of prefix and the parts from index i on.
func (h *host) expand(names []string, i int, prefix []byte) []string {
	if i == len(h.parts) {
		return append(names, string(prefix))
	}
	p := &h.parts[i]
	prefix = append(prefix, p.text...)
	if p.ranges == nil {
		return h.expand(names, i+1, prefix)
	}
	for _, r := range p.ranges {
		for n := r.first; n <= r.last; n++ {
			digits := strconv.Itoa(n)
			longer := prefix
			for range r.width - len(digits) {
				longer = append(longer, '0')
			}
			names = h.expand(names, i+1, append(longer, digits...))
		}
	}
	return names
}

// HostList returns the names of nodes as a host list, or "" if the machine only
// numbers its nodes.
func HostList(t topology.Topology, nodes iter.Seq2[topology.NodeID, int32]) string {
	named, ok := t.(topology.NamedNodes)
	if !ok {
		return ""
	}
	var names []string
	for n := range nodes {
		names = append(names, named.NodeName(n))
	}
	return JoinHosts(names)
}

// CompareHosts compares names of nodes as Slurm orders its table of nodes: numbers within
// them count by their values, so that n2 is before n10. Names that differ only in what
// Slurm does not compare are ordered byte by byte.
//
// Source: SOURCES.md SLURM.5.
func CompareHosts(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if isDigit(a, i) && isDigit(b, i) {
			if c := compareNumbers(a[i:], b[i:]); c != 0 {
				return c
			}
		}
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// isDigit reports whether a text has a digit at a place.
func isDigit(s string, i int) bool { return i < len(s) && '0' <= s[i] && s[i] <= '9' }

// compareNumbers compares the numbers with which two texts begin. As in strnatcmp.c, a
// number that begins with 0 is compared as the digits after a point are.
func compareNumbers(a, b string) int {
	fraction, first := a[0] == '0' || b[0] == '0', 0
	for i := 0; ; i++ {
		switch x, y := isDigit(a, i), isDigit(b, i); {
		case !x && !y:
			return first
		case !x:
			return -1
		case !y:
			return 1
		case first == 0:
			if first = cmp.Compare(a[i], b[i]); first != 0 && fraction {
				return first
			}
		}
	}
}

// JoinHosts returns a host list of the given names in their order, as in
// "n[0-3,8],login". Neighbours that differ only in the number at their end share a
// pair of brackets. Cost: O(names).
func JoinHosts(names []string) string {
	var out strings.Builder
	for len(names) > 0 {
		head := strings.TrimRight(names[0], "0123456789")
		n := 1
		for n < len(names) && len(head) < len(names[0]) && strings.TrimRight(names[n], "0123456789") == head && len(names[n]) > len(head) {
			n++
		}
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		if n == 1 {
			out.WriteString(names[0])
		} else {
			out.WriteString(head + "[" + joinNumbers(names[:n], len(head)) + "]")
		}
		names = names[n:]
	}
	return out.String()
}

// joinNumbers returns the numbers at the ends of names, each after the given number
// of bytes, as in "0-3,8".
func joinNumbers(names []string, from int) string {
	var parts []string
	for i := 0; i < len(names); {
		first := names[i][from:]
		last := i
		if low, ok := number(first); ok {
			for last+1 < len(names) && names[last+1][from:] == fmt.Sprintf("%0*d", len(first), low+last+1-i) {
				last++
			}
		}
		part := first
		if last > i {
			part += "-" + names[last][from:]
		}
		parts = append(parts, part)
		i = last + 1
	}
	return strings.Join(parts, ",")
}
