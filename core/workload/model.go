package workload

import (
	"errors"
	"strconv"
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

// Span is a range of thousandths, both ends included.
type Span struct{ Low, High int64 }

// ErrModel is wrapped by every error about a model's fields.
var ErrModel = errors.New("impossible workload")

// ModelError says which field of a model cannot be, and what to do.
type ModelError struct {
	Field   string // as scenarios call it: "load"
	Problem string // "load 0.8 needs …"
	Value   string
	Limit   string
	Fix     string
}

// Error says what is wrong and what to do.
func (e *ModelError) Error() string {
	return ErrModel.Error() + ": " + e.Problem + "; " + e.Fix
}

// Unwrap is ErrModel.
func (e *ModelError) Unwrap() error { return ErrModel }

// outside is the error of a number that is not from low to high.
func outside(field string, x, low, high int64) *ModelError {
	value, limit := strconv.FormatInt(x, 10), strconv.FormatInt(low, 10)+" to "+strconv.FormatInt(high, 10)
	return &ModelError{Field: field, Problem: field + " " + value + " is out of range", Value: value, Limit: limit, Fix: "use " + limit}
}

// thousandths is x/1000 with as many decimals as it has.
func thousandths(x int64) string {
	return strconv.FormatFloat(float64(x)/1000, 'f', -1, 64)
}
