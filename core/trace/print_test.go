package trace_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// run returns a random run with one event per step.
func run(steps int, seed uint64) []trace.Event {
	r := rand.New(rand.NewPCG(seed, 1))
	log := make([]trace.Event, steps)
	for i := range log {
		log[i] = trace.Event{Time: simtime.Time(i * 1000), Job: workload.JobID(r.IntN(50)), Placement: nodes(0, 5)}
	}
	return log
}

func prints(log []trace.Event) trace.StepHashes {
	p := trace.StepHashes{trace.NoEvents}
	for i := range log {
		p = append(p, p[i].Add(log[i]))
	}
	return p
}

// TestPrint checks that equal runs have equal fingerprints. It also compares runs
// that differ from some step on. The reported range of steps must contain this
// step, and must not be longer than a sixteenth of the run.
func TestPrint(t *testing.T) {
	for _, steps := range []int{1, 2, 7, 16, 17, 40, 1000, 100_000} {
		log := run(steps, 1)
		p := prints(log)
		for _, text := range []string{p.Text(), p.Text() + "." + p.Mark(steps/2)} {
			if len(text) > 64 {
				t.Errorf("%d steps: a print of %d characters", steps, len(text))
			}
			read, ok := trace.ReadFingerprint(text)
			if !ok || read.Whole != trace.Hash(log) || read.Steps != steps {
				t.Fatalf("%d steps: %q is read as %+v, %v", steps, text, read, ok)
			}
			if _, _, differs := p.Differs(&read, steps/2); differs {
				t.Errorf("%d steps: a run differs from itself", steps)
			}
			for _, first := range []int{1, steps/3 + 1, steps/2 + 1, steps} {
				other := append([]trace.Event(nil), log...)
				for i := first - 1; i < steps; i++ {
					other[i].Job += 100
				}
				low, high, differs := prints(other).Differs(&read, steps/2)
				if !differs || low >= first || high < first || high-low > max((steps+15)/16, 1) && low < steps/2 && high > steps/2+1 {
					t.Errorf("%d steps, other from %d on: told %d to %d, %v", steps, first, low+1, high, differs)
				}
				// A run that ends before this step also differs at this step.
				low, high, differs = prints(log[:first-1]).Differs(&read, min(steps/2, first-1))
				if !differs || low >= first || high < first {
					t.Errorf("%d steps, cut before %d: told %d to %d, %v", steps, first, low+1, high, differs)
				}
			}
		}
	}
}

// TestPrintOfStepShown compares two runs that are equal up to the step that the
// link shows and differ in the next step. Exactly the steps up to the step shown
// must be reported as equal.
func TestPrintOfStepShown(t *testing.T) {
	log := run(1000, 2)
	p := prints(log)
	read, _ := trace.ReadFingerprint(p.Text() + "." + p.Mark(500))
	log[500].Job += 100 // changes step 501
	low, high, differs := prints(log).Differs(&read, 500)
	if !differs || low != 500 || high != 562 {
		t.Errorf("told %d to %d, %v", low+1, high, differs)
	}
}

func TestReadPrint(t *testing.T) {
	whole, ok := trace.ReadFingerprint("9f86d081884c7d65")
	p := prints(run(3, 1))
	if low, high, differs := p.Differs(&whole, 2); !ok || !differs || low != 0 || high != -1 {
		t.Errorf("of the hash alone: %d, %d, %v, %v", low, high, differs, ok)
	}
	good := p.Text()
	for _, bad := range []string{
		"", "x", "9f86", "9F86D081884C7D65", "9f86d081884c7d65.", "9f86d081884c7d65.x.", "9f86d081884c7d65.-1.", "9f86d081884c7d65.03.AAAA",
		"9f86d081884c7d65.99999999999.", good[:len(good)-1], good + "A", good + ".A", good + ".", good + ".AAA.A", strings.Replace(good, ".3.", ".4.", 1), good[:len(good)-1] + "+",
	} {
		if got, ok := trace.ReadFingerprint(bad); ok {
			t.Errorf("%q is read as %+v", bad, got)
		}
	}
}
