package practice

import "hopyard/core/quiz"

// Question is the one on screen, without what is right; nil where there is none.
func (p *PracticePanel) Question() *quiz.Question {
	if !p.Here() {
		return nil
	}
	return p.asked
}

// How says how the question on screen is answered.
func (p *PracticePanel) How() string { return p.how() }

// Unit is what the number counts that the question on screen asks for, as HTML in
// brackets; "" if the question says so itself.
func (p *PracticePanel) Unit() string { return p.unit() }
