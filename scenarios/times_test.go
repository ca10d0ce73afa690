package scenarios

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/scenario"
)

// Texts must write times in the form that the axis of the page's timeline uses. An
// instant is written in hours and minutes, "1:30". Seconds are added only if they
// are not zero, "0:31:40". A duration has a unit, "25 min". The following patterns
// find times in other forms.
var (
	wholeMinutes = regexp.MustCompile(`(?:^|[^\d:])\d+:\d\d:00(?:[^\d:]|$)`)
	manySeconds  = regexp.MustCompile(`(?:^|[^\d.,:])(\d{3,})[ \x{a0}]?(?:s|с|秒|seconds?|секунд[аы]?)(?:[^\pL]|$)`)
	bareNumber   = regexp.MustCompile(`(?:^|[^\d.,:])(\d{3,})(?:[^\d:.,]|[.,:](?:\D|$)|$)`)
)

// rawTimes returns the times in a text that are written in the wrong form. A number
// without a unit counts as a time only if it is in the first set and not in the
// second. The set instants contains the times in seconds that occur in the lesson.
// The set others contains the numbers that have another meaning in the lesson.
func rawTimes(text string, instants, others map[int64]bool) (found []string) {
	found = append(found, wholeMinutes.FindAllString(text, -1)...)
	for _, m := range manySeconds.FindAllStringSubmatch(text, -1) {
		if n, _ := strconv.Atoi(m[1]); n >= 120 {
			found = append(found, m[0])
		}
	}
	for _, m := range bareNumber.FindAllStringSubmatch(text, -1) {
		if n, _ := strconv.ParseInt(m[1], 10, 64); instants[n] && !others[n] {
			found = append(found, m[0])
		}
	}
	return found
}

// told returns all texts of the lessons. The outer keys are lessons and the inner
// keys are languages.
func told(t *testing.T) map[string]map[string][]string {
	t.Helper()
	out := map[string]map[string][]string{}
	read := func(file string, v any) {
		raw, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(raw, v)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	notes := Notes()
	for _, l := range All() {
		out[l.Name] = map[string][]string{"en": {l.Title, l.About}}
		for _, g := range l.Goals {
			out[l.Name]["en"] = append(out[l.Name]["en"], g.Text)
		}
		for _, n := range notes[l.Name] {
			out[l.Name]["en"] = append(out[l.Name]["en"], n.Text)
		}
	}
	for _, language := range []string{"ru", "zh"} {
		var lessons map[string]struct {
			Title, About string
			Goals, Notes []string
		}
		read(filepath.Join("..", "static", "lang", language, "lessons.json"), &lessons)
		for name, l := range lessons {
			if out[name] == nil {
				t.Errorf("%s: no lesson %s", language, name)
				continue
			}
			out[name][language] = slices.Concat([]string{l.Title, l.About}, l.Goals, l.Notes)
		}
	}
	return out
}

// timesOf returns two sets of numbers. The first contains all instants and
// durations, in seconds, that occur in a lesson's scenario or in its run. The
// second contains all other numbers in the scenario.
func timesOf(t *testing.T, l Lesson) (instants, others map[int64]bool) {
	t.Helper()
	instants, others = map[int64]bool{}, map[int64]bool{}
	s, err := scenario.Parse(l.Source)
	if err != nil {
		t.Fatal(err)
	}
	run, _ := recorded(t, s)
	for i := range run.Len() {
		instants[int64(run.Mark(i).Time)/1000] = true
	}
	var raw any
	if err := json.Unmarshal(l.Source, &raw); err != nil {
		t.Fatal(err)
	}
	timed := []string{"submit", "walltime", "runtime", "deadline", "at", "for", "by", "every", "cost", "period", "think", "time", "cycle", "repair"}
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			figure, _ := v["figure"].(string)
			for k, x := range v {
				if (k == "below" || k == "above") && (strings.HasPrefix(figure, "mean_wait") || strings.HasPrefix(figure, "mean_resp") || figure == "makespan") {
					k = "at"
				}
				walk(k, x)
			}
		case []any:
			for _, x := range v {
				walk(key, x)
			}
		case float64:
			if slices.Contains(timed, key) {
				instants[int64(v)] = true
			} else {
				others[int64(v)] = true
			}
		}
	}
	walk("", raw)
	return instants, others
}

// TestTimesAsOnTheAxis checks the texts of all lessons in every language. If the
// axis of the timeline shows a time in hours and minutes, the texts must not give
// this time in seconds.
func TestTimesAsOnTheAxis(t *testing.T) {
	texts := told(t)
	for _, l := range All() {
		instants, others := timesOf(t, l)
		for language, list := range texts[l.Name] {
			for _, text := range list {
				for _, raw := range rawTimes(text, instants, others) {
					t.Errorf("%s, %s: %q in %q; write it as the axis does, as 0:30 or 0:31:40, and a length of time as 25 min", l.Name, language, strings.TrimSpace(raw), text)
				}
			}
		}
	}
}

// TestRawTimesAreFound checks that rawTimes returns the times in a wrong form and
// no others.
func TestRawTimesAreFound(t *testing.T) {
	instants, others := map[int64]bool{1800: true, 605: true, 1000: true, 1900: true, 300: true, 200: true}, map[int64]bool{200: true}
	for text, want := range map[string]int{
		"Twelve nodes come free at 1800, when":                           1,
		"Node 2 fails at 1000 and is back at 1900.":                      2,
		"1800 时空出十二个节点":                                                  1,
		"Узел 5 молча отказывает в 605, а с ним":                         1,
		"节点 2 在 1000 故障，1900 恢复。":                                        2,
		"After every 1200 s of computing, job 1 stands still for 60 s":   1,
		"После каждых 1200 с счёта":                                      1,
		"每计算 1200 秒":                                                     1,
		"How many start at 0:05:00?":                                     1,
		"By 1:00:00.":                                                    1,
		"At 0:05, 0:31:40 and 1:00; for 25 min, 58 min 36 s, 90 s, 12 h": 0,
		"above 227 hops, an amount of 200, 1,800 jobs, 64 nodes":         0,
	} {
		if got := rawTimes(text, instants, others); len(got) != want {
			t.Errorf("%q: found %s, want %d", text, fmt.Sprintf("%q", got), want)
		}
	}
}
