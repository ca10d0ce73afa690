package trace

import (
	"strconv"
	"strings"
)

// Fingerprint is a short description of a run that is stored in a share link. If a
// reader's run differs from the sender's run, the fingerprint shows roughly at
// which step they begin to differ. Its text begins with the hash of the whole run
// and the number of steps. The run is divided into up to 16 equal parts, and for
// each part except the last a mark follows. The text ends with the mark of the step
// that the link shows:
//
//	9f86d081884c7d65.5.AbCdEfGh.xYz
//
// The mark of a part is the hash of the events up to the end of the part, truncated
// to 12 bits. The mark of the step shown is the hash of the events up to this step,
// truncated to 18 bits. A 12-bit mark fails to detect a difference in 1 of 4,096
// cases, and the next mark then detects it. The hash alone is a valid fingerprint,
// too.
type Fingerprint struct {
	Whole uint64
	Steps int    // number of steps; -1: unknown
	marks string // marks of all parts except the last, which needs none because of Whole
	here  string // mark of the step shown; "" if no step is shown or its mark is unknown
}

const (
	parts     = 16
	markSize  = 2 // in digits of 6 bits
	hereSize  = 3
	wholeSize = 16 // in hexadecimal digits
	maxSteps  = 1 << 30
	digits    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
)

// StepHashes holds the hashes of a run: before its first step and after each step.
// Its methods make the fingerprint of the run and compare it with other
// fingerprints.
type StepHashes []Sum

// Text returns the fingerprint of the run as text, but without the mark of a shown
// step (see Mark). Cost: O(1).
func (p StepHashes) Text() string {
	steps := len(p) - 1
	var out strings.Builder
	whole := strconv.FormatUint(uint64(p[steps]), 16)
	out.WriteString("0000000000000000"[len(whole):] + whole + "." + strconv.Itoa(steps) + ".")
	for k := 1; k < numParts(steps); k++ {
		out.WriteString(p.mark(part(steps, k), markSize))
	}
	return out.String()
}

// Mark returns the mark of the step that a link shows. To make a complete
// fingerprint, append a dot and this mark to Text.
func (p StepHashes) Mark(step int) string { return p.mark(step, hereSize) }

func (p StepHashes) mark(step, size int) string {
	if step < 0 || step >= len(p) {
		return ""
	}
	h := uint64(p[step])
	h ^= h >> 32 // mixes higher bits into the lowest bits, which are poorly mixed in FNV
	out := make([]byte, size)
	for i := range out {
		out[i] = digits[h&63]
		h >>= 6
	}
	return string(out)
}

func numParts(steps int) int { return max(min(steps, parts), 1) }

// part returns the number of steps from the beginning of the run to the end of part
// k (from 1).
func part(steps, k int) int { return int(int64(steps) * int64(k) / int64(numParts(steps))) }

// ReadFingerprint parses a fingerprint. It returns false if the text is not a
// fingerprint.
func ReadFingerprint(text string) (p Fingerprint, ok bool) {
	whole, rest, more := strings.Cut(text, ".")
	n, err := strconv.ParseUint(whole, 16, 64)
	if len(whole) != wholeSize || err != nil || strings.ToLower(whole) != whole {
		return Fingerprint{}, false
	}
	p = Fingerprint{Whole: n, Steps: -1}
	if !more {
		return p, true
	}
	steps, marks, _ := strings.Cut(rest, ".")
	p.Steps, err = strconv.Atoi(steps)
	if err != nil || p.Steps < 0 || p.Steps > maxSteps || strconv.Itoa(p.Steps) != steps {
		return Fingerprint{}, false
	}
	var shows bool
	p.marks, p.here, shows = strings.Cut(marks, ".")
	ok = len(p.marks) == markSize*(numParts(p.Steps)-1) && (!shows || len(p.here) == hereSize) &&
		strings.Trim(p.marks+p.here, digits) == ""
	return p, ok
}

// Differs compares this run with the fingerprint of another run. The parameter
// shown is the step of this run at the time that the link shows. If the runs
// differ, Differs returns true and a range of steps: as far as marks can detect,
// the runs are equal up to step low and differ in one of the steps low+1 to high.
// If the fingerprint consists only of the whole hash, high is -1. For equal runs,
// Differs returns false. Cost: O(1).
func (p StepHashes) Differs(other *Fingerprint, shown int) (low, high int, differs bool) {
	steps := len(p) - 1
	if uint64(p[steps]) == other.Whole && (other.Steps == steps || other.Steps < 0) {
		return 0, 0, false
	}
	switch {
	case other.Steps < 0:
		return 0, -1, true
	case other.Steps == steps:
		high = steps
	default: // the runs differ at the latest in the step after the end of the shorter run
		high = min(other.Steps, steps) + 1
	}
	fits := func(k int) (step int, ok bool) {
		step = part(other.Steps, k)
		return step, p.mark(step, markSize) == other.marks[markSize*(k-1):markSize*k]
	}
	here := other.here != "" && p.mark(shown, hereSize) == other.here
	if other.here != "" && !here { // plus 1, because the other run may have a further step at the time shown; the runs may then be equal up to this step
		high = min(high, shown+1)
	}
	last := len(other.marks) / markSize
	for k := last; k > 0; k-- {
		if step, ok := fits(k); !ok {
			high = min(high, step)
		}
	}
	for k := 1; k <= last; k++ {
		if step, ok := fits(k); ok && step < high {
			low = step
		}
	}
	if here && shown < high {
		low = max(low, shown)
	}
	return low, high, true
}
