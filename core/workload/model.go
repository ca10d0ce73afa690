package workload

import (
	"errors"
	"strconv"

	"hopyard/core/simtime"
)

// NodeKind is a group of identical nodes of the machine for which a workload is
// generated.
type NodeKind struct {
	Nodes     int64
	Speed     int64 // in thousandths of the reference core
	Resources Resources
}

// Slots returns how many tasks with the given needs fit on the empty machine. The
// needs must include at least one core. Cost: O(kinds).
func Slots(machine []NodeKind, per *Resources) int64 {
	sum := int64(0)
	for i := range machine {
		k := &machine[i]
		most := k.Resources[Cores]
		for r, need := range per {
			if need > 0 {
				most = min(most, k.Resources[r]/need)
			}
		}
		sum += k.Nodes * most
	}
	return sum
}

// PermilleRange is an inclusive range in thousandths.
type PermilleRange struct{ Low, High int64 }

// ErrModel is the common error for invalid fields of a model. All errors that
// report an invalid field wrap it.
var ErrModel = errors.New("impossible workload")

// ModelError is an invalid field of a model, with a suggestion for the user.
type ModelError struct {
	Field   string // name in scenarios, such as "load"
	Value   string // such as "0.8"; empty if the error is not about a single value
	Limit   string // empty if there is no limit to report
	Problem string // such as "load 0.8 is …"
	Fix     string

	_ [0]func() // makes the type incomparable, so that the compiler generates no comparison code, which would be larger than the code that creates the error
}

// Error returns the problem and the suggestion.
func (e *ModelError) Error() string {
	return ErrModel.Error() + ": " + e.Problem + "; " + e.Fix
}

// Unwrap returns ErrModel.
func (e *ModelError) Unwrap() error { return ErrModel }

// invalidField returns an error about the value of a field. Its text consists of
// the field, the value and the problem, followed by the suggestion in fix.
func invalidField(field, value, limit, problem, fix string) *ModelError {
	return &ModelError{Field: field, Value: value, Limit: limit, Problem: field + " " + value + " " + problem, Fix: fix}
}

// outOfRange returns the error for a number that is outside the range from low to
// high. If milli is set, the numbers are thousandths.
func outOfRange(field string, x, low, high int64, milli bool) *ModelError {
	text := func(x int64) string {
		if milli {
			return thousandths(x)
		}
		return strconv.FormatInt(x, 10)
	}
	limit := text(low) + " to " + text(high)
	return invalidField(field, text(x), limit, "is out of range", "use "+limit)
}

// thousandths returns x/1000 in decimal notation, without trailing zeros.
func thousandths(x int64) string { return simtime.Time(x).String() }
