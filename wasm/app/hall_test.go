package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/wasm/app/ballot"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/draw"
)

// judged lets the worker grade the given votes on a ballot, and returns the result.
func (s *stage) judged(t testing.TB, b *ballot.Ballot, list []string) ballot.BallotResult {
	t.Helper()
	ask, kept := ballot.Judge(s.Practice, b.Step, b.Kind, b.Form, list)
	s.desk.Handle(ask.Pack())
	for _, wire := range s.desk.Answers() {
		var m message.AnswersJudged
		if message.KindOf(wire) == message.KindJudged && m.Unpack(wire) == nil {
			return ballot.Judged(s.Practice, &m, kept)
		}
	}
	t.Fatalf("the worker does not judge %q of %+v", list, b)
	return ballot.BallotResult{}
}

// voteFor returns an answer in the form in which a phone would send it.
func voteFor(s *stage, q *quiz.Question, a *quiz.Answer) string {
	switch q.Form {
	case quiz.Jobs:
		if len(a.Jobs) == 0 {
			return ballot.None
		}
		var ids []string
		for _, id := range a.Jobs {
			ids = append(ids, fmt.Sprint(int(id)))
		}
		return strings.Join(ids, ",")
	case quiz.Time:
		return s.Run.Clock.At(a.Time)
	case quiz.Number:
		return fmt.Sprint(a.Number)
	case quiz.Nodes:
		return fmt.Sprint(slices.IndexFunc(q.Options, func(o quiz.AnswerOption) bool { return slices.Equal(o.Nodes, a.Nodes) }))
	case quiz.Choice:
	}
	return fmt.Sprint(a.Choice)
}

// touches fails the test if a picture of the ballot is too large. If the voters
// must choose nodes, the nodes of every option must be touchable in the picture.
func (s *stage) touches(t testing.TB, name string, b *ballot.Ballot, palette []string) {
	t.Helper()
	for i, p := range ballot.Pictures(s.Practice, palette) {
		if p.SVG != "" && (!strings.HasPrefix(p.SVG, "<svg ") || len(p.SVG) > ballot.MaxPicture) {
			t.Fatalf("%s: a picture of %d bytes", name, len(p.SVG))
		}
		found := map[string]bool{}
		for _, box := range p.Touch {
			if found[box.Answer] = true; box.X < 0 || box.Y < 0 || box.W <= 0 || box.H <= 0 || box.X+box.W > 1.001 || box.Y+box.H > 1.001 {
				t.Errorf("%s: %+v lies beyond the picture", name, box)
			}
		}
		if len(p.Touch) > 0 && len(found) != len(b.Options) || b.Form != quiz.Nodes && len(p.Touch) > 0 || i == 0 && b.Form == quiz.Nodes && p.SVG != "" && len(p.Touch) == 0 {
			t.Errorf("%s: of %d options %d can be touched", name, len(b.Options), len(found))
		}
	}
}

// TestHallVotes checks the first questions of every lesson. Right answers must be
// graded as right. Wrong answers must get an explanation. Invalid votes must be
// ignored.
func TestHallVotes(t *testing.T) {
	palette := make([]string, draw.NumColours)
	for i := range palette {
		palette[i] = "#123456"
	}
	seen := map[quiz.QuestionKind]int{}
	for _, l := range scenarios.All() {
		s := predict(t, l.Name)
		if !s.Predict.On {
			continue
		}
		scene, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		config, err := scene.Config()
		if err != nil {
			t.Fatal(err)
		}
		run, err := engine.Record(config)
		if err != nil {
			t.Fatal(err)
		}
		exam := quiz.New(run, scene.Scheduler.Queue)
		for range 4 {
			s.press(t, keys.NextQuestion)
			if !s.Practice.Here() {
				break
			}
			b := ballot.Of(s.Practice)
			if b == nil { // a question that asks for single nodes has no ballot
				s.send(t, s.Practice.GiveUp(false))
				continue
			}
			seen[b.Kind]++
			if strings.Contains(b.How, "lick") {
				t.Errorf("%s: a phone has nothing to click: %q", l.Name, b.How)
			}
			s.touches(t, l.Name, b, palette)
			found := exam.At(b.Step, quiz.Of(b.Kind))
			if len(found) == 0 {
				t.Fatalf("%s: no question %v at %d", l.Name, b.Kind, b.Step)
			}
			q := &found[0]
			votes := []string{"nonsense", "?", strings.Repeat("9", 400), voteFor(s, q, &q.Right[0])}
			for _, w := range q.Wrong {
				votes = append(votes, voteFor(s, q, &w.Answer))
			}
			r := s.judged(t, b, votes)
			if len(r.Rows) == 0 || r.Right == "" {
				t.Fatalf("%s: %+v", l.Name, r)
			}
			right := 0
			for _, row := range r.Rows {
				if row.Right {
					right++
				}
				if slices.Contains(row.Votes, votes[3]) != row.Right && row.Right && len(q.Right) == 1 && q.Form != quiz.Nodes {
					t.Errorf("%s: %q counts as right: %+v", l.Name, row.Votes, row)
				}
				if slices.ContainsFunc(row.Votes, func(v string) bool { return slices.Contains(votes[:3], v) }) {
					t.Errorf("%s: %+v is no answer", l.Name, row)
				}
				if strings.Contains(row.Said+strings.Join(r.Why, " "), "not decided") {
					t.Errorf("%s: what is decided is told as not decided: %q %q", l.Name, row.Said, r.Why)
				}
				if !row.Right && row.Said == "" {
					t.Errorf("%s: nothing is said of %+v", l.Name, row)
				}
				if strings.Contains(row.Said+strings.Join(r.Why, " "), "<") || strings.Contains(strings.Join(r.Why, " "), "..") {
					t.Errorf("%s: not plain: %q %q", l.Name, row.Said, r.Why)
				}
			}
			if right == 0 {
				t.Errorf("%s: nothing is right of %+v", l.Name, r.Rows)
			}
			s.send(t, s.Practice.GiveUp(false))
		}
	}
	if len(seen) < 8 {
		t.Errorf("asked were %v", seen)
	}
}

// similar requests from the worker a question similar to the one on screen.
func (s *stage) similar(t testing.TB, q *quiz.Question, seed int64) *message.SimilarQuestion {
	t.Helper()
	s.desk.Handle((&message.FindSimilar{Serial: s.Run.Serial, Step: int32(q.Step), Kind: q.Kind, Seed: seed}).Pack())
	for _, wire := range s.desk.Answers() {
		var m message.SimilarQuestion
		if message.KindOf(wire) == message.KindAlike && m.Unpack(wire) == nil {
			return &m
		}
	}
	t.Fatal("the worker does not answer")
	return nil
}

// TestSimilarQuestions requests questions that are similar to a question on screen.
// A similar question must have the kind and the form of the original but differ
// from it, and must not contain the answer. Equal seeds must give equal questions.
// Votes on a similar question must be graded by its own run, not by the run of the
// original.
func TestSimilarQuestions(t *testing.T) {
	palette := make([]string, draw.NumColours)
	drawn, others, none := 0, 0, 0
	for _, name := range []string{"easy-hole", "conservative", "head-of-line", "shortest", "walltimes", "fragmented"} {
		if _, ok := scenarios.Find(name); !ok {
			continue
		}
		s := predict(t, name)
		for range 4 {
			if s.press(t, keys.NextQuestion); !s.Practice.Here() {
				break
			}
			q, first := s.Practice.Question(), ballot.Of(s.Practice)
			m := s.similar(t, q, 7)
			if first == nil || m.Question == nil {
				none++
				s.send(t, s.Practice.GiveUp(false))
				continue
			}
			drawn++
			if len(m.Question.Right)+len(m.Question.Facts)+len(m.Question.Wrong) > 0 {
				t.Errorf("%s: the page is told what is right: %+v", name, m.Question)
			}
			p := ballot.Similar(s.Words, m)
			b := ballot.Of(p)
			if b == nil || b.Kind != first.Kind || b.Form != first.Form || b.Ask == "" || b.Step != m.Question.Step {
				t.Fatalf("%s: %+v is not like %+v", name, b, first)
			}
			if fmt.Sprint(*b) != fmt.Sprint(*first) || ballot.Pictures(p, palette)[0].SVG != ballot.Pictures(s.Practice, palette)[0].SVG {
				others++
			}
			if again := ballot.Of(ballot.Similar(s.Words, s.similar(t, q, 7))); fmt.Sprint(*again) != fmt.Sprint(*b) {
				t.Errorf("%s: the same seed gives %+v and %+v", name, b, again)
			}
			if q.Form == quiz.Jobs {
				s.judgesAlike(t, p, b)
			}
			s.send(t, s.Practice.GiveUp(false))
		}
	}
	t.Logf("%d drawn, %d of them differ, %d times none", drawn, others, none)
	if drawn < 8 || others < drawn {
		t.Errorf("%d similar questions, %d of them differ", drawn, others)
	}
}

// TestNoSimilarQuestion checks that there is no similar question if the scenario
// does not declare how it may be varied.
func TestNoSimilarQuestion(t *testing.T) {
	fixed := `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}},
		"jobs": [{"nodes": 6, "walltime": 600}, {"nodes": 4, "walltime": 300}, {"submit": 5, "nodes": 2, "walltime": 300}], "scheduler": {"queue": "easy"}}`
	s := open(t, message.Load{Form: message.JSON, Text: fixed, At: -1, Job: -1})
	s.do(t, keys.ToStart)
	s.SwitchPredict(true)
	s.settlePractice(t)
	if s.press(t, keys.NextQuestion); !s.Practice.Here() {
		t.Fatal("nothing is asked")
	}
	if m := s.similar(t, s.Practice.Question(), 7); m.Question != nil {
		t.Errorf("a scenario without variants has %+v", m.Question)
	}
}

// judgesAlike lets the worker grade every possible set of jobs as a vote on a
// similar question. It fails the test if no set is right.
func (s *stage) judgesAlike(t testing.TB, p *practice.PracticePanel, b *ballot.Ballot) {
	t.Helper()
	votes := []string{ballot.None}
	for i := range 1 << len(b.Options) {
		var some []string
		for k, o := range b.Options {
			if i>>k&1 == 1 {
				some = append(some, o.Answer)
			}
		}
		if some != nil {
			votes = append(votes, strings.Join(some, ","))
		}
	}
	ask, kept := ballot.Judge(p, b.Step, b.Kind, b.Form, votes)
	ask.Serial, ask.Alike = s.Run.Serial, true
	s.desk.Handle(ask.Pack())
	for _, wire := range s.desk.Answers() {
		var m message.AnswersJudged
		if message.KindOf(wire) == message.KindJudged && m.Unpack(wire) == nil {
			r := ballot.Judged(p, &m, kept)
			if !slices.ContainsFunc(r.Rows, func(row ballot.BallotRow) bool { return row.Right }) || r.Right == "" || len(r.Why) == 0 {
				t.Errorf("the similar question is judged %+v", r)
			}
			return
		}
	}
	t.Error("the similar question is not judged")
}
