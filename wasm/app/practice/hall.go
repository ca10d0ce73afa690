package practice

import (
	"hopyard/core/quiz"
	"hopyard/wasm/html"
)

// Question returns the question on screen, which does not contain the right answer.
// It returns nil if there is no question.
func (p *PracticePanel) Question() *quiz.Question {
	if !p.Here() {
		return nil
	}
	return p.asked
}

// How returns an instruction that tells the reader how to answer the question on
// screen.
func (p *PracticePanel) How() string { return p.how() }

// Unit returns the unit of the number that the reader must enter, as HTML in
// parentheses. It returns "" if the text of the question already names the unit.
func (p *PracticePanel) Unit() html.HTML { return p.unit() }
