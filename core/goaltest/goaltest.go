// Package goaltest helps tests to check the goals of lessons against runs.
package goaltest

import (
	"hopyard/core/goal"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/workload"
)

// All reports whether every condition is met.
func All(found []goal.GoalFinding) bool {
	for i := range found {
		if !found[i].Met {
			return false
		}
	}
	return true
}

// Question returns the question that a goal asks about the run of a quiz. It
// returns false if the run has no such question. The second argument is the list of
// the jobs in the run. Cost: a call of Quiz.At for each step from the goal's time
// to the step of the question.
func Question(z *quiz.Quiz, jobs []workload.Job, a *scenario.Ask) (quiz.Question, bool) {
	kind, ok := quiz.KindOf(a.Kind)
	if !ok {
		return quiz.Question{}, false
	}
	for q := range z.From(a.At, quiz.Of(kind)) {
		if a.Job < 0 || q.Job != workload.NoJob && jobs[q.Job].Number == a.Job {
			return q, true
		}
	}
	return quiz.Question{}, false
}
