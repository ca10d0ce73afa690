package practice

import "hopyard/core/quiz"

// Question returns the question on screen, without the right answer. It returns nil
// if there is no question.
func (p *PracticePanel) Question() *quiz.Question {
	if !p.Here() {
		return nil
	}
	return p.asked
}

// How returns the instruction on how to answer the question on screen.
func (p *PracticePanel) How() string { return p.how() }

// Unit returns the unit of the number that the question on screen asks for, as HTML
// in parentheses. It returns "" if the text of the question names the unit.
func (p *PracticePanel) Unit() string { return p.unit() }
