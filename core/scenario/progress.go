package scenario

import (
	"fmt"

	"hopyard/core/jsondoc"
)

// ProgressVersion is the value of "hopyard_progress" that this package reads.
const ProgressVersion = 1

// Limits on the record of a reader's progress.
const (
	MaxLearned  = 1000    // lessons
	MaxMistaken = 20      // misconceptions recorded for one goal
	MaxProgress = 1 << 20 // bytes
)

// Progress is the record of a reader's work: the lessons with work in them, and the
// lesson that was open last.
type Progress struct {
	Path, Last string // names of the chosen path and of the lesson that was open last; "" for none
	Lessons    []LessonProgress
}

// LessonProgress is the progress in one lesson.
type LessonProgress struct {
	Lesson string
	Done   bool // whether the reader has seen the lesson to its end
	Goals  []GoalProgress
}

// GoalProgress is the progress in one goal of a lesson.
type GoalProgress struct {
	Goal  int      // number of the goal, from 1
	Right bool     // whether the reader has answered the question correctly, or built what was asked for
	Wrong []string // names of the misconceptions behind the last wrong answer
}

var (
	progressFields = jsondoc.Fields{Of: "progress", Names: []string{"hopyard_progress", "path", "last", "lessons"}}
	learnedFields  = jsondoc.Fields{Of: "a lesson", Names: []string{"lesson", "done", "goals"}}
	reachedFields  = jsondoc.Fields{Of: "a goal", Names: []string{"goal", "right", "wrong"}}
)

// ParseProgress reads the record of a reader's progress. It accepts unknown names
// of lessons and paths, because another version may have them. The error lists
// everything that is wrong.
func ParseProgress(src []byte) (*Progress, error) {
	return parseForm(src, MaxProgress, "progress", (*parser).progress)
}

func (p *parser) progress(out *Progress) {
	at := map[string]jsondoc.Ref{}
	if !p.Object(jsondoc.Root, &progressFields, func(name string, v jsondoc.Ref) { at[name] = v }) {
		return
	}
	p.Version(at["hopyard_progress"], "hopyard_progress", ProgressVersion)
	for name, to := range map[string]*string{"path": &out.Path, "last": &out.Last} {
		if v := at[name]; v != 0 {
			*to, _ = p.Words(v, MaxName)
		}
	}
	v := at["lessons"]
	if v == 0 {
		p.Add(jsondoc.Error{Place: "lessons", Problem: "lessons is missing", Fix: "write a list of lessons; it may be empty"})
		return
	}
	if !p.List(v, MaxLearned, "lessons") {
		return
	}
	seen := map[string]bool{}
	for _, e := range p.Elements(v) {
		l := p.learned(e)
		if l.Lesson != "" && seen[l.Lesson] {
			p.Wrong(e, "repeats a lesson", "", "keep one of them")
		}
		seen[l.Lesson] = true
		out.Lessons = append(out.Lessons, l)
	}
}

func (p *parser) learned(v jsondoc.Ref) LessonProgress {
	var l LessonProgress
	ok := p.Object(v, &learnedFields, func(name string, v jsondoc.Ref) {
		switch name {
		case "lesson":
			l.Lesson, _ = p.Words(v, MaxName)
		case "done":
			l.Done, _ = p.Truth(v)
		case "goals":
			if p.List(v, MaxGoals, "goals") {
				for _, e := range p.Elements(v) {
					l.Goals = append(l.Goals, p.reached(e))
				}
			}
		}
	})
	if ok && l.Lesson == "" {
		p.Wrong(v, "names no lesson", "", `write "lesson": "easy-hole"`)
	}
	return l
}

func (p *parser) reached(v jsondoc.Ref) GoalProgress {
	var g GoalProgress
	ok := p.Object(v, &reachedFields, func(name string, v jsondoc.Ref) {
		switch name {
		case "goal":
			n, _ := p.Integer(v, 1, MaxGoals)
			g.Goal = int(n)
		case "right":
			g.Right, _ = p.Truth(v)
		case "wrong":
			g.Wrong = p.Texts(v, MaxMistaken, MaxName, "misconceptions")
		}
	})
	if ok && g.Goal == 0 && !p.Full() {
		p.Wrong(v, "does not say which goal it is", "", `write "goal": 1`)
	}
	return g
}

// JSON returns the progress in the form that ParseProgress reads.
func (x *Progress) JSON() []byte {
	w := fmt.Appendf(nil, "{\n  \"hopyard_progress\": %d", ProgressVersion)
	text := func(name, value string) {
		if value != "" {
			w = jsondoc.AppendText(fmt.Appendf(w, ",\n  %q: ", name), value)
		}
	}
	text("path", x.Path)
	text("last", x.Last)
	w = append(w, ",\n  \"lessons\": ["...)
	for i := range x.Lessons {
		l := &x.Lessons[i]
		if i > 0 {
			w = append(w, ',')
		}
		w = fmt.Appendf(jsondoc.AppendText(append(w, "\n    {\"lesson\": "...), l.Lesson), ", \"done\": %t, \"goals\": [", l.Done)
		for k := range l.Goals {
			g := &l.Goals[k]
			if k > 0 {
				w = append(w, ", "...)
			}
			w = fmt.Appendf(w, "{\"goal\": %d, \"right\": %t", g.Goal, g.Right)
			for n, code := range g.Wrong {
				if n == 0 {
					w = append(w, ", \"wrong\": ["...)
				} else {
					w = append(w, ", "...)
				}
				w = jsondoc.AppendText(w, code)
			}
			if len(g.Wrong) > 0 {
				w = append(w, ']')
			}
			w = append(w, '}')
		}
		w = append(w, "]}"...)
	}
	return append(w, "\n  ]\n}\n"...)
}

// Of returns the progress in a lesson. If there is none, it adds an empty record.
func (x *Progress) Of(lesson string) *LessonProgress {
	if l := x.Find(lesson); l != nil {
		return l
	}
	x.Lessons = append(x.Lessons, LessonProgress{Lesson: lesson})
	return &x.Lessons[len(x.Lessons)-1]
}

// Find returns the progress in a lesson, or nil if there is none.
func (x *Progress) Find(lesson string) *LessonProgress {
	for i := range x.Lessons {
		if x.Lessons[i].Lesson == lesson {
			return &x.Lessons[i]
		}
	}
	return nil
}

// Find returns the progress in a goal of the lesson, or nil if there is none. Goals
// are numbered from 1.
func (l *LessonProgress) Find(goal int) *GoalProgress {
	for i := range l.Goals {
		if l.Goals[i].Goal == goal {
			return &l.Goals[i]
		}
	}
	return nil
}

// Answer records an answer to a goal: whether it was right, and, if it was wrong,
// the misconception behind it. A goal that was reached once stays reached. The
// misconception of the last wrong answer stays until a right answer. Answer reports
// false if a right answer changes nothing.
func (l *LessonProgress) Answer(goal int, right bool, wrong string) bool {
	g := l.Find(goal)
	if g == nil {
		l.Goals = append(l.Goals, GoalProgress{Goal: goal})
		g = &l.Goals[len(l.Goals)-1]
	} else if right && g.Right && g.Wrong == nil {
		return false
	}
	g.Wrong = nil
	if g.Right = g.Right || right; !right && wrong != "" {
		g.Wrong = []string{wrong}
	}
	return true
}
