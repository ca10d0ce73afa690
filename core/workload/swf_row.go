package workload

import (
	"strconv"

	"hopyard/core/simtime"
)

// Sets of fields that hold times, and of fields that hold averages and may have a
// fraction. Bit k stands for field k+1. All other fields count or identify
// something.
const (
	timeFields    = 1<<1 | 1<<2 | 1<<3 | 1<<5 | 1<<8 | 1<<17
	averageFields = 1<<6 | 1<<9
)

// leastFields is the smallest number of fields in a valid row. The last of them is
// field 5, the allocated processors.
const leastFields = 5

// missingRow is a row in which all fields are missing.
var missingRow = func() (v [SWFFields]int64) {
	for k := range v {
		if v[k] = Missing; timeFields>>k&1 == 1 {
			v[k] = Missing * int64(simtime.Second)
		}
	}
	return v
}()

// readRow parses the fields of a line, which must begin with the first field, and
// reports whether it is a record. Cost: O(bytes), without allocations for an
// ordinary row.
func (s *SWFReader) readRow(line []byte, rec *SWFRecord) bool {
	v := missingRow
	s.odd = s.odd[:0]
	n, at := 0, 0
	for ; n < SWFFields; n++ {
		if x, end := shortWhole(line, skipBlanks(line, at)); end > 0 {
			if at, v[n] = end, x; timeFields>>n&1 == 1 {
				v[n] *= int64(simtime.Second)
			}
			continue
		}
		var text []byte
		if text, at = nextField(line, at); len(text) == 0 {
			break
		}
		x, rule := readField(n, text)
		if v[n] = x; rule != noRule {
			w := Warning{Line: s.line, Rule: rule, Field: n + 1, Value: quoted(text), Other: fieldText(n, x, rule)}
			if rule.Outcome() == SWFSkipped {
				s.fault(w)
				return false
			}
			s.odd = append(s.odd, w)
		}
	}
	if n < leastFields {
		s.fault(Warning{Line: s.line, Rule: SWFTooFewFields, Value: strconv.Itoa(n)})
		return false
	}
	*rec = SWFRecord{Line: s.line}
	rec.setNumbers(&v)
	if n < SWFFields {
		s.odd = append(s.odd, Warning{Line: s.line, Rule: SWFMissingFields, Value: strconv.Itoa(n)})
	}
	if rest := skipBlanks(line, at); rest < len(line) {
		rule := SWFExtraFields
		if line[rest] == ';' {
			rule = SWFInlineComment
		}
		s.odd = append(s.odd, Warning{Line: s.line, Rule: rule, Value: quoted(line[rest:])})
	}
	if len(s.odd) > 0 {
		s.keepOdd(line, rec)
	}
	return true
}

// mostShort is the largest number of bytes in a short field.
const mostShort = 12

// shortWhole parses an integer of a few digits that begins at index at. It returns
// the integer and the index of its end, or an end of 0 if there is no such integer.
// It is a fast path: nearly all fields are such integers.
func shortWhole(line []byte, at int) (x int64, end int) {
	end = at
	if end < len(line) && line[end] == '-' {
		end++
	}
	digits := end
	for ; end < len(line) && line[end]-'0' < 10; end++ {
		x = x*10 + int64(line[end]-'0')
	}
	if end == digits || end-at > mostShort || end < len(line) && line[end] != ' ' && line[end] != '\t' {
		return 0, 0
	}
	if digits > at {
		x = -x
	}
	return x, end
}

// keepOdd reports the oddities of a row that is kept. It stores the text of the row
// if the numbers do not represent it completely.
func (s *SWFReader) keepOdd(line []byte, rec *SWFRecord) {
	for _, w := range s.odd {
		if w.Rule == SWFRounded || w.Rule == SWFExtraFields || w.Rule == SWFInlineComment {
			rec.Text = string(line)
		}
		if w.Rule == SWFExtraFields && rec.nodes() > 0 {
			w.Rule, w.Value = SWFNodeCount, strconv.FormatInt(rec.nodes(), 10)
		}
		if len(s.faults) == 0 {
			w.Job = rec.Number
			s.report.add(w)
		}
	}
}

// nextField returns the first field at or after index at, or an empty one if none
// is left, and the index of its end. A ';' ends the fields.
func nextField(line []byte, at int) (text []byte, end int) {
	at = skipBlanks(line, at)
	end = at
	for end < len(line) && line[end] != ' ' && line[end] != '\t' && line[end] != ';' {
		end++
	}
	return line[at:end], end
}

// skipBlanks returns the index of the first byte at or after index at that is not a
// blank or tab.
func skipBlanks(line []byte, at int) int {
	for at < len(line) && (line[at] == ' ' || line[at] == '\t') {
		at++
	}
	return at
}
