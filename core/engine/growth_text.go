package engine

import (
	"fmt"
	"math"

	"hopyard/core/elastic"
	"hopyard/core/simtime"
)

// Text is the test as an English line for people, with its figures, beginning
// with its instant: of a job that grows and of one that does not. A job is
// called as name says.
func (t *Test) Text(name string) string {
	again := t.Method == elastic.Resubmit
	does := "does not grow"
	switch {
	case again && t.Verdict.Grows():
		does = "is killed and submitted again, to go"
	case again:
		does = "is not killed and submitted again, to go"
	case t.Verdict.Grows():
		does = "grows"
	}
	if t.From == t.To { // nothing is spare
		does = "does not grow"
		return fmt.Sprintf("%v %s has %d and %s: %s", t.Time, name, t.From, does, t.because())
	}
	return fmt.Sprintf("%v %s %s from %d to %d: %s", t.Time, name, does, t.From, t.To, t.because())
}

func (t *Test) because() string {
	s := func(d simtime.Duration) string { return simtime.Time(d).String() + " s" }
	known := fmt.Sprintf("with %s done of a walltime of %s it goes on for %s as it is", Percent(t.Progress), s(t.Walltime), s(t.Stays))
	switch t.Verdict {
	case elastic.Untested:
		return "what is free is taken, whether it pays or not"
	case elastic.NothingFree:
		return "nothing is free for it that no waiting job needs"
	case elastic.JobsWait:
		return "other jobs come first"
	case elastic.EndsBefore:
		return fmt.Sprintf("%s, and would stop only after %s", known, s(t.Setup))
	case elastic.LimitBefore:
		return fmt.Sprintf("its walltime ends in %s, and s1 to s7 take %s", s(t.Limit), s(t.Setup+t.Stop))
	case elastic.HurtsOthers:
		return "a promise would come later"
	case elastic.NotAtOnce:
		return "as a new submission at the end of the queue it would have to wait"
	}
	sign := "<"
	if t.Changes >= t.Stays {
		sign = ">="
	}
	if t.Method == elastic.Resubmit {
		return fmt.Sprintf("%s, and for %s if it starts again: %s to restart, %s of its work done again (%s %s %s)",
			known, s(t.Changes), s(t.Stop), Percent(t.Redone), s(t.Changes), sign, s(t.Stays))
	}
	return fmt.Sprintf("%s, and for %s if it grows: %s until all tasks stop, %s in which they stand still, and the rest (%s %s %s)",
		known, s(t.Changes), s(t.Setup), s(t.Stop), s(t.Changes), sign, s(t.Stays))
}

// Percent is a part, 0 to 1, to a tenth of a percent.
func Percent(x float64) string { return fmt.Sprintf("%.1f %%", math.Round(1000*x)/10) }

// Line is the test as a line of JSON, for records of what decided: it is no event
// of the trace.
func (t *Test) Line(number int64) string {
	out := fmt.Sprintf(`{"time":%v,"asked":"grow","job":%d,"verdict":"%v","method":"%v","from":%d,"to":%d`, t.Time, number, t.Verdict, t.Method, t.From, t.To)
	if t.From < t.To {
		out += fmt.Sprintf(`,"progress":%.4f,"walltime":%v,"stays":%v,"changes":%v,"setup":%v,"stop":%v,"limit":%v`,
			t.Progress, simtime.Time(t.Walltime), simtime.Time(t.Stays), simtime.Time(t.Changes), simtime.Time(t.Setup), simtime.Time(t.Stop), simtime.Time(t.Limit))
		if t.Method == elastic.Resubmit {
			out += fmt.Sprintf(`,"redone":%.4f`, t.Redone)
		}
	}
	return out + "}\n"
}
