//go:build js && wasm

package page

import (
	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/wasm/app"
)

// lessons are the scenarios that come with the page.
func lessons() []app.Lesson {
	var out []app.Lesson
	for _, l := range scenarios.All() {
		out = append(out, app.Lesson{Name: l.Name, Title: l.Title, About: l.About, Goals: l.Goals, Text: string(l.Source)})
	}
	return out
}

// lessonOf is the lesson that a scenario is, whatever the way it came by; -1 if
// it is none.
func (p *page) lessonOf(title, text string) int {
	for i := range p.lessons {
		if p.lessons[i].Title != title {
			continue
		}
		if s, err := scenario.Parse([]byte(p.lessons[i].Text)); err == nil && string(s.Canonical()) == text {
			return i
		}
	}
	return -1
}
