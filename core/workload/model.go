package workload

import (
	"errors"
	"strconv"

	"hopyard/core/simtime"
)

// NodeKind is a number of equal nodes of the machine that a workload is made
// for.
type NodeKind struct {
	Nodes     int64
	Speed     int64 // thousandths of the reference core
	Resources Resources
}

// Slots is how many tasks that need per the empty machine holds. A task needs
// a core at least. Cost: O(kinds).
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

// PermilleRange is a range of thousandths, both ends included.
type PermilleRange struct{ Low, High int64 }

// ErrModel is wrapped by every error about a model's fields.
var ErrModel = errors.New("impossible workload")

// ModelError says which field of a model cannot be, and what to do.
type ModelError struct {
	Field   string // as scenarios call it: "load"
	Value   string // "0.8"; empty if no one value is wrong
	Limit   string // empty if there is none to name
	Problem string // "load 0.8 is …"
	Fix     string

	_ [0]func() // not comparable: what would compare it weighs more than what makes it
}

// Error says what is wrong and what to do.
func (e *ModelError) Error() string {
	return ErrModel.Error() + ": " + e.Problem + "; " + e.Fix
}

// Unwrap is ErrModel.
func (e *ModelError) Unwrap() error { return ErrModel }

// wrong makes the error that field, of this value, is problem.
func wrong(field, value, limit, problem, fix string) *ModelError {
	return &ModelError{Field: field, Value: value, Limit: limit, Problem: field + " " + value + " " + problem, Fix: fix}
}

// outside is the error of a number that is not from low to high; of
// thousandths, if milli.
func outside(field string, x, low, high int64, milli bool) *ModelError {
	text := func(x int64) string {
		if milli {
			return thousandths(x)
		}
		return strconv.FormatInt(x, 10)
	}
	limit := text(low) + " to " + text(high)
	return wrong(field, text(x), limit, "is out of range", "use "+limit)
}

// thousandths is x/1000 with as many decimals as it has.
func thousandths(x int64) string { return simtime.Time(x).String() }
