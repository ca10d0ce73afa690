package scenarios

import (
	"testing"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
)

// TestEveryLessonCanBeAsked checks the questions about every lesson. It runs the
// lesson under its own discipline and under other suitable disciplines. By default,
// it uses a fifth of the other disciplines, which differ from lesson to lesson;
// with HOPYARD_SOAK, it uses all of them.
//
// Right answers must be graded as right. Answers that result from a known mistake
// must be graded as wrong, with the correct misconception. The ids of the questions
// must be unique.
func TestEveryLessonCanBeAsked(t *testing.T) {
	asked := map[quiz.QuestionKind]int{}
	for i, l := range All() {
		names := []string{""}
		for _, d := range policies.Disciplines() {
			names = append(names, d.Name.Name)
		}
		for j, name := range names {
			if name != "" && !soaktest.Picks(i+j, 5) {
				continue
			}
			src := l.Source
			if name != "" {
				var err error
				if src, err = scenario.Edit(src, "scheduler.queue", name); err != nil {
					t.Fatal(err)
				}
			}
			s, err := scenario.Parse(src)
			if err != nil {
				continue
			}
			c, err := s.Config()
			if err != nil {
				continue
			}
			run, err := engine.Record(c)
			if err != nil {
				continue
			}
			ids := map[string]bool{}
			z := quiz.New(run, s.Scheduler.Queue)
			for q := range z.All(quiz.AllKinds) {
				asked[q.Kind]++
				id := q.ID(run.Jobs())
				if ids[id] {
					t.Errorf("%s under %s asks %s twice", l.Name, name, id)
				}
				ids[id] = true
				if len(q.Right) == 0 || q.Form != quiz.Choice && len(q.Wrong) == 0 || q.Form == quiz.Choice && len(q.Options) < 2 {
					t.Errorf("%s under %s: %s has %d right answers, %d wrong ones, %d options", l.Name, name, id, len(q.Right), len(q.Wrong), len(q.Options))
					continue
				}
				for _, a := range q.Right {
					if v := z.Grade(&q, a); !v.Right {
						t.Errorf("%s under %s: %s: %+v is right and graded as %v", l.Name, name, id, a, v.Slip.Code)
					}
				}
				for _, w := range q.Wrong {
					v := z.Grade(&q, w.Answer)
					if v.Right || v.Slip.Code != w.Slip.Code || v.Slip.Code == quiz.None {
						t.Errorf("%s under %s: %s: %+v is %v and graded as right %v, %v", l.Name, name, id, w.Answer, w.Slip.Code, v.Right, v.Slip.Code)
					}
				}
				for i := range q.Options {
					if v := z.Grade(&q, quiz.Answer{Choice: i, Nodes: q.Options[i].Nodes}); !v.Right {
						if v.Slip.Code == quiz.None {
							t.Errorf("%s under %s: %s: nothing is said of option %d", l.Name, name, id, i+1)
						}
					}
				}
			}
		}
	}
	for k := range quiz.NumKinds {
		if asked[k] == 0 {
			t.Errorf("nobody asks %v", k)
		}
	}
}
