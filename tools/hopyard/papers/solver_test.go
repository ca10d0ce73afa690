package papers

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/scenarios"
	"hopyard/tools/hopyard/input"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html/htmltest"
)

// TestTextIsEnough computes the right answers to questions from the text of the
// questions alone. It does so for sums of distances, priorities and speeds. It also
// does so for the promised start time and the extra nodes of the first waiting job
// under EASY.
func TestTextIsEnough(t *testing.T) {
	solved := map[quiz.QuestionKind]int{}
	for _, l := range scenarios.All() {
		s, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		config, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		run, err := engine.Record(config)
		if err != nil {
			t.Fatal(err)
		}
		x := newExam(&input.Subject{Name: l.Name, Scenario: s, Config: config}, run, quiz.New(run, s.Scheduler.Queue))
		clock := i18n.NewClock(i18n.English, simtime.Second)
		for q := range x.Quiz.All(quiz.AllKinds) {
			if sit := x.Quiz.Situation(&q); !x.Decidable(&q, &sit) {
				continue
			}
			text := append(x.Situation(&q), htmltest.Plain(x.Tell.Prompt(&q)))
			for i, line := range text {
				if strings.ContainsAny(line, "{}") || strings.Contains(line, "?") && i < len(text)-1 {
					t.Errorf("%s: %s has the line %q", l.Name, q.ID(config.Jobs), line)
				}
			}
			got, ok := solve(q.Kind, &clock, text)
			if !ok {
				continue
			}
			solved[q.Kind]++
			want := q.Right[0].Number
			if q.Kind == quiz.Promise {
				want = int64(q.Right[0].Time.Seconds())
			}
			if got != want && (len(q.Right) == 1 || got != q.Right[1].Number) {
				t.Errorf("%s: %s: from its text comes %d, right is %d\n%s", l.Name, q.ID(config.Jobs), got, want, strings.Join(text, "\n"))
			}
		}
	}
	for k, least := range map[quiz.QuestionKind]int{quiz.Promise: 20, quiz.Extra: 12, quiz.Cost: 60, quiz.Share: 3, quiz.Link: 5} {
		if t.Logf("%v: %d", k, solved[k]); solved[k] < least {
			t.Errorf("only %d questions of %v could be answered", solved[k], k)
		}
	}
}

var (
	nowLine   = regexp.MustCompile(`^It is (\S+)\. (\d+) of \d+ nodes are free\. The discipline is EASY`)
	runsLine  = regexp.MustCompile(`^job (\d+) runs on nodes? (\S+), until (\S+) at the latest`)
	waitsLine = regexp.MustCompile(`^job (\d+) waits: it asks for (\d+) nodes?, for (.*?)(; promised|$)`)
	askedJob  = regexp.MustCompile(`^job (\d+) `)
	apartLine = regexp.MustCompile(`\d+ and \d+: (\d+)`)
	farLine   = regexp.MustCompile(`node \d+: (\d+)`)
	partsLine = regexp.MustCompile(` (-?[0-9.]+)[;.]`)
	takenPart = regexp.MustCompile(`more take ([0-9.]+) %`)
	wantPart  = regexp.MustCompile(`together use ([0-9.]+) %`)
)

// solve computes the answer to a question from the lines of its text. It returns
// false for kinds of questions that it cannot answer.
func solve(k quiz.QuestionKind, clock *i18n.Clock, text []string) (int64, bool) {
	all, prompt := strings.Join(text, "\n"), text[len(text)-1]
	switch k {
	case quiz.Cost:
		sum, far := int64(0), int64(0)
		for _, m := range apartLine.FindAllStringSubmatch(all, -1) {
			sum += wholeOf(m[1])
		}
		if sum > 0 {
			return sum, true
		}
		for _, m := range farLine.FindAllStringSubmatch(all, -1) {
			far = max(far, wholeOf(m[1]))
		}
		return far, far > 0
	case quiz.Share:
		for _, line := range text {
			if strings.HasPrefix(line, "Parts of the priority") {
				sum := 0.0
				for _, m := range partsLine.FindAllStringSubmatch(line, -1) {
					sum += decimal(m[1])
				}
				return int64(math.Round(sum)), true
			}
		}
	case quiz.Link:
		room := 100.0
		if m := takenPart.FindStringSubmatch(all); m != nil {
			room -= decimal(m[1])
		}
		if m := wantPart.FindStringSubmatch(all); m != nil {
			return int64(math.Round(100 * room / decimal(m[1]))), true
		}
	case quiz.Promise, quiz.Extra:
		return solveHead(k, clock, text, prompt)
	}
	return 0, false
}

// solveHead computes either the shadow time of the first job that does not fit, or
// the extra nodes at that time. It returns false if the question is about another
// job.
func solveHead(k quiz.QuestionKind, clock *i18n.Clock, text []string, prompt string) (int64, bool) {
	type end struct{ at, nodes int64 }
	head := nowLine.FindStringSubmatch(text[0])
	if head == nil || strings.Contains(strings.Join(text, " "), "task") {
		return 0, false
	}
	now, free := clockOf(clock, head[1]), wholeOf(head[2])
	asked := askedJob.FindStringSubmatch(prompt)[1]
	var ends []end
	for _, line := range text {
		if m := runsLine.FindStringSubmatch(line); m != nil {
			ends = append(ends, end{clockOf(clock, m[3]), nodesOf(m[2])})
		}
	}
	for _, line := range text {
		m := waitsLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		need := wholeOf(m[2])
		if need <= free {
			free -= need
			ends = append(ends, end{now + spanOf(m[3]), need})
			continue
		}
		if m[1] != asked {
			return 0, false
		}
		slices.SortFunc(ends, func(a, b end) int { return int(a.at - b.at) })
		shadow := int64(-1)
		for _, e := range ends {
			if shadow >= 0 && e.at > shadow {
				break
			}
			if free += e.nodes; free >= need && shadow < 0 {
				shadow = e.at
			}
		}
		if k == quiz.Promise {
			return shadow, shadow >= 0
		}
		return free - need, shadow >= 0
	}
	return 0, false
}

func wholeOf(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

func decimal(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64)
	return x
}

// clockOf converts an instant, written in the format of the given clock, to
// seconds.
func clockOf(clock *i18n.Clock, s string) int64 {
	at, _ := clock.Read(strings.TrimRight(s, ".,;"))
	return int64(at.Seconds())
}

// spanOf converts a duration such as "2 h 30 min" to seconds.
func spanOf(s string) (seconds int64) {
	words := strings.Fields(strings.ReplaceAll(s, "\u00a0", " "))
	for i := 0; i+1 < len(words); i += 2 {
		seconds += wholeOf(strings.ReplaceAll(words[i], ",", "")) * map[string]int64{"d": 86400, "h": 3600, "min": 60, "s": 1}[words[i+1]]
	}
	return seconds
}

// nodesOf counts the nodes in a list such as 0-3,7.
func nodesOf(list string) (n int64) {
	for _, run := range strings.Split(list, ",") {
		first, last, is := strings.Cut(run, "-")
		if !is {
			last = first
		}
		n += wholeOf(last) - wholeOf(first) + 1
	}
	return n
}
