package app

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/html/htmltest"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

// stage is a page without a browser. It consists of the model, and of a worker's
// dispatcher that answers the model's requests.
type stage struct {
	*App
	desk simworker.Dispatcher
	edge simtime.Time // latest time that the time axis has shown while later steps are hidden
}

// open returns a page with the given scenario, which is loaded as on the real page.
func open(t testing.TB, l message.Load) *stage {
	t.Helper()
	s := &stage{App: NewModel(i18n.English)}
	s.load(t, s.Load(l))
	if s.Run == nil {
		t.Fatalf("not loaded: %+v", s.Faults)
	}
	return s
}

func lesson(t testing.TB, name string) message.Load {
	t.Helper()
	l, ok := scenarios.Find(name)
	if !ok {
		t.Fatalf("there is no lesson %s", name)
	}
	return message.Load{Form: message.JSON, Text: string(l.Source), Name: l.Title, At: -1, Job: -1}
}

func (s *stage) load(t testing.TB, l *message.Load) {
	t.Helper()
	s.desk.Handle(l.Pack())
	for s.desk.Busy() {
		s.desk.Work(100)
	}
	s.answers(t)
}

// settleState requests the state of the page's current step, as the real page does
// after each action.
func (s *stage) settleState(t testing.TB) {
	t.Helper()
	s.desk.Handle((&message.Seek{Serial: s.Run.Serial, Step: int32(s.Step), Job: s.Want}).Pack())
	s.answers(t)
}

func (s *stage) answers(t testing.TB) {
	t.Helper()
	for _, wire := range s.desk.Answers() {
		if err := s.Hear(wire); err != nil {
			t.Fatal(err)
		}
	}
}

// do carries out actions, and requests the state after each of them.
func (s *stage) do(t testing.TB, actions ...keys.Action) {
	t.Helper()
	for _, a := range actions {
		s.Do(a)
		s.settleState(t)
	}
}

// breaks replaces tags that begin a line, an item or a row by separators, for texts
// without markup.
var breaks = strings.NewReplacer("<br>", " / ", "<li", " | <li", "<tr", " | <tr", "<em>", ": ", "</td>", " ")

// text returns the text of all panels without markup.
func (s *stage) text() string {
	var out strings.Builder
	line := func(name, html string) {
		if text := strings.Join(strings.Fields(htmltest.Plain(breaks.Replace(html))), " "); text != "" {
			fmt.Fprintf(&out, "%s: %s\n", name, strings.TrimPrefix(text, "| "))
		}
	}
	fmt.Fprintf(&out, "%s, %s\n", s.StepNote(), s.ClockText())
	if s.Lessons.AtStart() {
		line("  lesson", string(s.Lessons.LessonTitle())+" | "+string(s.Lessons.LessonHTML()))
	}
	line("  why", string(s.Why.SentenceHTML()))
	line("  rules", string(s.Why.RulesHTML()))
	line("  weighed", string(s.Why.CandidatesHTML()))
	line("  queue", string(s.Queue.QueueHTML())+s.Queue.QueueRest())
	return out.String()
}

// TestStories runs through whole lessons. The texts of every step must equal those
// in golden files, which a person can read like stories. To write the files: go
// test ./wasm/app -rewrite.
func TestStories(t *testing.T) {
	for _, l := range scenarios.All() {
		s := open(t, lesson(t, l.Name))
		var got strings.Builder
		got.WriteString(s.text())
		for s.Step < s.Run.Len() {
			s.do(t, keys.Forward)
			got.WriteString(s.text())
		}
		file := filepath.Join("testdata", l.Name+".txt")
		if *rewrite {
			if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("%s: the texts differ from %s; look at them, then -rewrite:\n%s", l.Name, file, difference(got.String(), string(want)))
		}
	}
}

// difference returns the first line in which two texts differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d:\n got %s\nwant %s", i+1, a[i], strings.Join(b[min(i, len(b)):min(i+1, len(b))], ""))
		}
	}
	return "some lines are missing"
}

// TestBackEqualsForward reaches the steps of lessons in several ways: forwards and
// backwards, step by step and by jumps. The texts of a step must not depend on the
// way.
func TestBackEqualsForward(t *testing.T) {
	for i, l := range scenarios.All() {
		if !soaktest.Picks(i+1, 3) {
			continue
		}
		s := open(t, lesson(t, l.Name))
		forward := []string{s.text()}
		for s.Step < s.Run.Len() {
			s.do(t, keys.Forward)
			forward = append(forward, s.text())
		}
		for s.Step > 0 {
			s.do(t, keys.Back)
			if got := s.text(); got != forward[s.Step] {
				t.Fatalf("%s, back at step %d:\n%s", l.Name, s.Step, difference(got, forward[s.Step]))
			}
		}
		s.do(t, keys.ToEnd, keys.LastDecision, keys.ToStart, keys.NextDecision, keys.NextDecision)
		if got := s.text(); got != forward[s.Step] {
			t.Fatalf("%s, jumped to step %d:\n%s", l.Name, s.Step, difference(got, forward[s.Step]))
		}
	}
}

// TestNoGapIsLeft checks that no text of the page has an unfilled gap or broken
// markup. With HOPYARD_SOAK, it shows each lesson under six policies; otherwise
// under one.
func TestNoGapIsLeft(t *testing.T) {
	lessons := []lessons.LessonCard{{Title: "<b>", About: "&", Goals: []string{"'"}}}
	for i, l := range scenarios.All() {
		for j, o := range []message.Overrides{{}, {Queue: "fcfs"}, {Queue: "conservative"}, {Queue: "batch"}, {Allocator: "mdm"}, {Machine: message.MachineChoice{Kind: "flat", Nodes: 64}}} {
			if !soaktest.Picks(i+j, 6) {
				continue
			}
			s := open(t, lesson(t, l.Name))
			s.load(t, s.Change(o))
			for id := range workload.JobID(len(s.Run.Jobs)) {
				s.Select(id)
				s.do(t, keys.NextOfJob)
				html := []string{
					string(s.Why.SentenceHTML()), string(s.Why.RulesHTML()), string(s.Why.CandidatesHTML()), string(s.Queue.QueueHTML()), string(s.Figures.FiguresHTML()), string(s.Machine.TreeHTML()), string(s.Timeline.GridHTML()), string(s.Say.About(id)),
					string(s.Lessons.LessonOptions(lessons, -1, false)), string(s.Lessons.GalleryHTML(lessons, 0)), string(s.Keys.HelpHTML()), string(s.Policy.QueueOptions()), string(s.Policy.AllocatorOptions()), string(s.Policy.MachineOptions()), string(s.Policy.NetworkOptions()), string(s.Why.MoreHTML()), string(s.Figures.AllFiguresHTML()), string(s.Why.FactsHTML()), string(s.Machine.LegendHTML()),
				}
				for _, h := range html {
					if strings.ContainsAny(htmltest.Plain(h), "{}") || strings.Contains(h, "%!") || strings.Contains(h, "style=") {
						t.Fatalf("%s, job %d: %s", l.Name, id, h)
					}
					wellFormed(t, h)
				}
				for _, n := range []string{s.StepNote(), s.CountNote(), s.Queue.QueueNote(), s.Machine.MachineNote(), s.Timeline.TimelineNote(), s.Figures.FiguresNote(), s.Figures.CurvesText(), string(s.Machine.TipHTML()), s.Announce} {
					if strings.ContainsAny(n, "{}") || strings.Contains(n, "%!") {
						t.Fatalf("%s: %s", l.Name, n)
					}
				}
			}
		}
	}
}

// wellFormed fails the test if the tags of a text are not properly nested.
func wellFormed(t *testing.T, html string) {
	t.Helper()
	var open []string
	for rest := html; ; {
		_, tag, ok := strings.Cut(rest, "<")
		if !ok {
			break
		}
		tag, rest, _ = strings.Cut(tag, ">")
		name := strings.Fields(strings.TrimPrefix(tag, "/"))[0]
		switch {
		case strings.HasSuffix(tag, "/") || name == "br" || name == "hr" || name == "input":
		case tag[0] != '/':
			open = append(open, name)
		case len(open) == 0 || open[len(open)-1] != name:
			t.Fatalf("</%s> closes %v in %s", name, open, html)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Fatalf("%v left open in %s", open, html)
	}
}
