package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/scenarios"
	"hopyard/tools/hopyard/clitest"
)

var whyEvent = regexp.MustCompile(`^([\d.]+) job (\d+) `)

// TestWhyOfEveryLesson runs the command why for every job of every lesson, at up to
// six instants. The reported events must concern the given job and must not be
// later than the given instant. An answer for a later instant must include the past
// events in the answer for an earlier instant. The waiting times must match the
// event log.
func TestWhyOfEveryLesson(t *testing.T) {
	for _, l := range scenarios.All() {
		s, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		config, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		tape, err := engine.Record(config)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		clitest.Write(t, dir, "lesson.json", string(l.Source))
		times := instants(tape)
		for id := range config.Jobs {
			past := ""
			for k := 0; k < len(times); k += 1 + len(times)/6 {
				job, at := config.Jobs[id].Number, times[k]
				status, out, _ := call(t, dir, "", "why", "DIR/lesson.json", "--job", strconv.FormatInt(job, 10), "--at", at.String())
				bad := func(format string, args ...any) {
					t.Errorf("%s: why --job %d --at %v: %s in:\n%s", l.Name, job, at, fmt.Sprintf(format, args...), out)
				}
				if status != 0 || out == "" {
					bad("status %d", status)
				}
				log := tape.Log()
				for len(log) > 0 && log[len(log)-1].Time > at {
					log = log[:len(log)-1]
				}
				o := metrics.Outcomes(config.Jobs, log)[id]
				var told strings.Builder
				for line := range strings.Lines(out) {
					if m := whyEvent.FindStringSubmatch(line); m != nil {
						when, err := simtime.Parse(m[1])
						stopped := strings.Contains(line, fmt.Sprintf(" because job %d ", job)) || strings.Contains(line, " is spared because ") // by the job's own decision
						if err != nil || simtime.Time(when) > at || m[2] != strconv.FormatInt(job, 10) && !stopped {
							bad("%q is of another job, or yet to come", line)
						}
						told.WriteString(line)
					}
				}
				if o.Starts > 1 && !strings.HasPrefix(told.String(), past) {
					bad("the past was\n%s", past)
				}
				if past = ""; o.Starts > 1 {
					past = told.String()
				}
				switch o.State {
				case metrics.Waiting:
					if want := fmt.Sprintf("job %d, submitted at %v, waits at %v: ", job, o.Submit, at); !strings.Contains(out, want) {
						bad("want %q", want)
					}
				case metrics.Unseen:
					if !strings.Contains(out, "is not submitted yet") {
						bad("it is not submitted yet")
					}
				case metrics.Rejected:
				default:
					if want := fmt.Sprintf("it was submitted at %v and waited %v s", o.Submit, simtime.Time(o.Waited)); !strings.Contains(out, want) {
						bad("want %q", want)
					}
				}
			}
		}
	}
}

// instants returns the times of all steps of a run in ascending order, without
// duplicates.
func instants(tape *engine.Recording) (out []simtime.Time) {
	for i := range tape.Len() {
		if at := tape.Mark(i).Time; len(out) == 0 || out[len(out)-1] != at {
			out = append(out, at)
		}
	}
	return out
}
