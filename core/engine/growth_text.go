package engine

import (
	"fmt"
	"math"

	"hopyard/core/elastic"
	"hopyard/core/simtime"
	"hopyard/core/why"
)

// Text returns the test as a line of English for people, with its time and its
// figures, whether or not the job grows. The argument supplies the names of jobs
// and limits.
func (t *Test) Text(names why.Names) string {
	name := names.Job(t.Job)
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
	if t.From == t.To { // nothing is spare for the job
		does = "does not grow"
		return fmt.Sprintf("%v %s has %d and %s: %s", t.Time, name, t.From, does, t.because(names))
	}
	return fmt.Sprintf("%v %s %s from %d to %d: %s", t.Time, name, does, t.From, t.To, t.because(names))
}

func (t *Test) because(names why.Names) string {
	s := func(d simtime.Duration) string { return simtime.Time(d).String() + " s" }
	known := fmt.Sprintf("with %s done of a walltime of %s it goes on for %s as it is", Percent(t.Progress), s(t.Walltime), s(t.Stays))
	switch t.Verdict {
	case elastic.Untested:
		if t.Method == elastic.Resubmit {
			return "more is free, and nobody asks whether it pays or how long it then waits"
		}
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
	case elastic.AskedBefore:
		return "it was submitted again for as much before, and is not killed twice for the same"
	case elastic.QueueClosed:
		return "its queue takes no submissions"
	case elastic.Rationed:
		return t.rationed(names)
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

// rationed returns, in words, the reason why a rule of the discipline forbids the
// job to hold more.
func (t *Test) rationed(names why.Names) string {
	switch t.Why.Code {
	case why.OverShare:
		return fmt.Sprintf("of its user's usable share %d are left", t.Why.Have)
	case why.BehindUser:
		return names.Job(t.Why.Blocker) + " of the same user waits for what is left of the usable share"
	case why.Rescued:
		return "it runs on a reserve, which is kept for jobs to be rescued"
	}
	return t.Why.English(names)
}

// Percent formats a fraction between 0 and 1 as a percentage with one decimal.
func Percent(x float64) string { return fmt.Sprintf("%.1f %%", math.Round(1000*x)/10) }

// Line returns the test as a line of JSON, for logs of why jobs grew or did not.
// The line is not an event of the trace.
func (t *Test) Line(number int64) string {
	out := fmt.Sprintf(`{"time":%v,"asked":"grow","job":%d,"verdict":"%v","method":"%v","from":%d,"to":%d`, t.Time, number, t.Verdict, t.Method, t.From, t.To)
	if t.Verdict == elastic.Rationed {
		out += fmt.Sprintf(`,"why":"%v"`, t.Why.Code)
	}
	if t.From < t.To {
		out += fmt.Sprintf(`,"progress":%.4f,"walltime":%v,"stays":%v,"changes":%v,"setup":%v,"stop":%v,"limit":%v`,
			t.Progress, simtime.Time(t.Walltime), simtime.Time(t.Stays), simtime.Time(t.Changes), simtime.Time(t.Setup), simtime.Time(t.Stop), simtime.Time(t.Limit))
		if t.Method == elastic.Resubmit {
			out += fmt.Sprintf(`,"redone":%.4f`, t.Redone)
		}
	}
	return out + "}\n"
}
