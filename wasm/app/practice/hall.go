package practice

import "hopyard/core/quiz"

// Question returns the question on screen; it does not contain the right answer. It
// returns nil if there is none.
func (p *PracticePanel) Question() *quiz.Question {
	if !p.Here() {
		return nil
	}
	return p.asked
}

// How returns the instruction how to answer the question on screen.
func (p *PracticePanel) How() string { return p.how() }

// Unit returns the unit of the number that the question on screen asks for, as HTML
// in parentheses; "" if the question names it.
func (p *PracticePanel) Unit() string { return p.unit() }
