package slurmtext

import (
	"bytes"
	"strconv"
	"strings"
)

// CutAt splits a text at the first occurrence of a byte.
func CutAt(text []byte, sep byte) (before, after []byte, found bool) {
	if at := bytes.IndexByte(text, sep); at >= 0 {
		return text[:at], text[at+1:], true
	}
	return text, nil, false
}

// Quoted returns untrusted text for use in a message: cut to 40 bytes and quoted, so
// that it cannot garble the message.
func Quoted(text []byte) string {
	if len(text) > 40 {
		return strconv.Quote(string(text[:40])) + "…"
	}
	return strconv.Quote(string(text))
}

// unitOf returns the size in KB of the unit of memory with the given letter: K, M,
// G, T or P. It returns 0 for any other letter.
func unitOf(letter byte) int64 {
	at := strings.IndexByte("KMGTP", letter)
	if at < 0 {
		return 0
	}
	return 1 << (10 * at)
}

// MostMemory is the largest amount of memory that is accepted, in KB.
const MostMemory = 1 << 50

// ParseMemory parses amounts such as 4000M, 3.50G or 512 and returns them in KB.
// The argument unit applies if the text has no unit.
func ParseMemory(text []byte, unit byte) (int64, bool) {
	if n := len(text); n > 0 && unitOf(text[n-1]) > 0 {
		text, unit = text[:n-1], text[n-1]
	}
	whole, fraction, broken := CutAt(text, '.')
	x, ok := ParseWhole(whole, MostMemory/unitOf(unit))
	if !ok || broken && (len(fraction) == 0 || len(fraction) > 6) {
		return 0, false
	}
	x *= unitOf(unit)
	if broken {
		part, ok := ParseWhole(fraction, 999_999)
		if !ok {
			return 0, false
		}
		scale := int64(1)
		for range fraction {
			scale *= 10
		}
		x += part * (unitOf(unit) / scale)
		x += part * (unitOf(unit) % scale) / scale
	}
	return x, true
}

// MaxNumber is the largest number that the ids of jobs and tasks may have.
const MaxNumber = 1 << 40

// TaskRange is a range of array tasks: First, First+Step and so on up to Last.
type TaskRange struct{ First, Last, Step int64 }

// Count returns the number of tasks in the range.
func (r TaskRange) Count() int64 { return (r.Last-r.First)/r.Step + 1 }

// TaskList is a list of array tasks as Slurm prints it.
type TaskList struct {
	Ranges   []TaskRange
	Throttle int64 // largest number of tasks that may run at once; 0 if there is no limit
	Cut      bool  // Slurm has shortened the list, so that tasks are missing
}

// Count returns the number of tasks that are listed.
func (l TaskList) Count() (n int64) {
	for _, r := range l.Ranges {
		n += r.Count()
	}
	return n
}

// ParseTasks parses a list such as 4-9,12,20-40:5%2, without brackets. If Slurm has
// shortened the list, it ends in dots.
func ParseTasks(text []byte) (l TaskList, ok bool) {
	text, most, limited := CutAt(text, '%')
	if l.Throttle, ok = ParseWhole(most, 1<<32); limited && !ok {
		return l, false
	}
	for more := true; more; {
		var item []byte
		item, text, more = CutAt(text, ',')
		if string(item) == "..." && l.Ranges != nil {
			l.Cut = true
			break
		}
		item, by, stepped := CutAt(item, ':')
		r := TaskRange{Step: 1}
		if stepped {
			if r.Step, ok = ParseWhole(by, 1<<32); !ok || r.Step == 0 {
				return l, false
			}
		}
		low, high, ranged := CutAt(item, '-')
		r.First, ok = ParseWhole(low, 1<<32)
		r.Last = r.First
		if ranged && ok {
			r.Last, ok = ParseWhole(high, 1<<32)
		}
		if !ok || r.Last < r.First {
			return l, false
		}
		l.Ranges = append(l.Ranges, r)
	}
	return l, true
}
