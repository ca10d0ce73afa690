package script

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"hopyard/core/policies"
	"hopyard/core/queue"
)

// Limits of an error report: at most maxFaults faults, each with at most maxStack
// function calls of its call stack.
const (
	maxFaults = 20
	maxStack  = 20
)

// advice is an error that comes with a suggestion for the user.
type advice struct{ problem, fix string }

func (a *advice) Error() string { return a.problem }

// errorWithFix returns the error of a host function together with a suggestion for
// the user, which is the parameter fix.
func errorWithFix(fix, format string, args ...any) error {
	return &advice{fmt.Sprintf(format, args...), fix}
}

const tooManySteps = "too many steps: "

// at returns a fault at a position in the program.
func at(pos syntax.Position, problem, fix string) queue.ProgramError {
	return queue.ProgramError{Line: int(pos.Line), Col: int(pos.Col), Problem: problem, Fix: fix}
}

func tooLong(bytes int) queue.ProgramError {
	return queue.ProgramError{Problem: fmt.Sprintf("it has %d bytes, the limit is %d", bytes, policies.MaxSource), Fix: "make it shorter"}
}

// faultsOf converts any error of the interpreter into faults with positions and,
// where possible, suggestions.
func faultsOf(err error) []queue.ProgramError {
	var parse syntax.Error
	if errors.As(err, &parse) {
		return []queue.ProgramError{at(parse.Pos, syntaxProblem(parse.Msg), syntaxFix(parse.Msg))}
	}
	var names resolve.ErrorList
	if errors.As(err, &names) {
		var all []queue.ProgramError
		for _, e := range names[:min(len(names), maxFaults)] {
			all = append(all, at(e.Pos, e.Msg, nameFix(e.Msg)))
		}
		return all
	}
	var eval *starlark.EvalError
	if !errors.As(err, &eval) {
		return []queue.ProgramError{{Problem: err.Error()}}
	}
	f := queue.ProgramError{Problem: eval.Msg}
	var own *advice
	switch {
	case errors.As(err, &own):
		f.Problem, f.Fix = own.problem, own.fix
	case strings.Contains(eval.Msg, tooManySteps):
		f.Endless = true
		f.Problem, f.Fix = "it did not finish after "+stepsOf(eval.Msg)+" steps", "look for a loop that never ends, or does too much"
	}
	calls := eval.CallStack
	for i := range calls {
		if c := calls.At(len(calls) - 1 - i); c.Pos.Filename() == fileName && len(f.Stack) < maxStack {
			f.Line, f.Col = int(c.Pos.Line), int(c.Pos.Col)
			f.Stack = append(f.Stack, fmt.Sprintf("%s, line %d", c.Name, c.Pos.Line))
		}
	}
	for i := range calls { // report the innermost call, even if the stack above was cut off
		if c := calls.At(i); c.Pos.Filename() == fileName {
			f.Line, f.Col = int(c.Pos.Line), int(c.Pos.Col)
			break
		}
	}
	return []queue.ProgramError{f}
}

// stepsOf returns the number that follows the text tooManySteps in an error
// message.
func stepsOf(msg string) string {
	_, steps, _ := strings.Cut(msg, tooManySteps)
	return steps
}

// syntaxProblem rephrases a message of the parser of the form "got X, want Y" as a
// sentence. It returns other messages unchanged.
func syntaxProblem(msg string) string {
	found, ok := strings.CutPrefix(msg, "got ")
	found, want, both := strings.Cut(found, ", want ")
	if !ok || !both {
		return msg
	}
	return "expected " + want + ", not " + found
}

// syntaxFix returns a suggestion for a syntax error that people who know Python
// often make, or "" for other errors.
func syntaxFix(msg string) string {
	for _, x := range [...]struct{ says, fix string }{
		{"got '**'", "write math.pow(x, y)"},
		{"got try", "leave try out: a mistake ends the run and is shown at its line"},
		{"got class", "write functions: there are no classes"},
		{"got import", "leave import out: math, sum, min, max and sorted are there"},
		{"got is", "write =="},
		{"got from", "leave import out: math, sum, min, max and sorted are there"},
		{"got yield", "return a list"},
		{"got outdent", "indent what belongs to the line above it"},
		{"got indent", "begin the line where the one above it begins"},
	} {
		if strings.Contains(msg, x.says) {
			return x.fix
		}
	}
	return ""
}

func nameFix(msg string) string {
	switch {
	case strings.Contains(msg, "undefined: import"), strings.Contains(msg, "undefined: random"):
		return "remove it: a policy must do the same every time"
	case strings.Contains(msg, "undefined: time"):
		return "use now: only simulated time is available"
	}
	return ""
}
