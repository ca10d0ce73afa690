package worksheet

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// errForm is the error for an answer that does not have the form that its question
// asks for.
var errForm = errors.New("not an answer to this question")

// Read reads the JSON of an answer to a question about a run. Depending on the
// question, this is a list of job numbers, a node list, a time in seconds, a
// number, or the number of a choice, counted from 1. The error names the expected
// form.
func Read(q *quiz.Question, value string, run *engine.Recording) (a quiz.Answer, err error) {
	bad := func(form string) (quiz.Answer, error) {
		return a, fmt.Errorf("%w: %.40s is not %s", errForm, value, form)
	}
	switch q.Form {
	case quiz.Jobs:
		numbers, ok := scenario.ListOf(value)
		if !ok || len(numbers) > len(run.Jobs()) {
			return bad("a list of job numbers")
		}
		a.Jobs = []workload.JobID{}
		for _, n := range numbers {
			i := slices.IndexFunc(run.Jobs(), func(j workload.Job) bool { return j.Number == n })
			if i < 0 {
				return bad("a list of job numbers")
			}
			a.Jobs = append(a.Jobs, workload.JobID(i))
		}
		slices.Sort(a.Jobs)
		a.Jobs = slices.Compact(a.Jobs)
	case quiz.Nodes:
		list, ok := scenario.TextOf(value)
		if !ok {
			return bad("a node list")
		}
		if i := slices.IndexFunc(q.Options, func(o quiz.AnswerOption) bool { return o.Nodes.String() == list }); i >= 0 {
			a.Nodes = q.Options[i].Nodes
		} else if a.Nodes, err = nodes(list, run); err != nil {
			return bad("a node list")
		}
	case quiz.Time:
		t, err := simtime.Parse(strings.Trim(value, `"`))
		if err != nil {
			return bad("a time in seconds")
		}
		a.Time, a.Within = simtime.Time(t), precision(run)
	case quiz.Number:
		if a.Number, err = strconv.ParseInt(value, 10, 64); err != nil {
			return bad("a whole number")
		}
	case quiz.Choice:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > len(q.Options) {
			return bad("the number of a choice")
		}
		a.Choice = n - 1
	}
	return a, nil
}

// precision returns the tolerance for an answer that is a time. It is one
// two-thousandth of the length of the run, which is half a pixel on a wide
// timeline, but at least half a second.
func precision(run *engine.Recording) simtime.Duration {
	last := simtime.Time(0)
	if n := run.Len(); n > 0 {
		last = run.Mark(n - 1).Time
	}
	return max(simtime.Second/2, last.Sub(0)/2000)
}

// nodes reads a list of whole nodes.
func nodes(list string, run *engine.Recording) (cluster.Placement, error) {
	return scenario.ParseNodes(list, run.Seek(0).Config().Machine.NumNodes())
}

// Write returns the JSON of an answer in the form that Read reads.
func Write(q *quiz.Question, a *quiz.Answer, run *engine.Recording) string {
	switch q.Form {
	case quiz.Jobs:
		numbers := make([]string, len(a.Jobs))
		for i, id := range a.Jobs {
			numbers[i] = strconv.FormatInt(run.Jobs()[id].Number, 10)
		}
		return "[" + strings.Join(numbers, ",") + "]"
	case quiz.Nodes:
		return strconv.Quote(a.Nodes.String())
	case quiz.Time:
		return strconv.FormatFloat(math.Round(a.Time.Seconds()*1000)/1000, 'f', -1, 64)
	case quiz.Number:
		return strconv.FormatInt(a.Number, 10)
	}
	return strconv.Itoa(a.Choice + 1)
}
