package policies_test

import (
	"fmt"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/policies"
	"hopyard/core/queue"
)

// TestChoices checks some options whose values are converted to constants. Their
// choices must have the same names and order as the constants. The same must hold
// for the queue orders.
func TestChoices(t *testing.T) {
	for path, of := range map[string]func(i int) fmt.Stringer{
		"centres":    func(i int) fmt.Stringer { return alloc.Centres(i) },
		"mdm_tie":    func(i int) fmt.Stringer { return alloc.MDMTie(i) },
		"flux_match": func(i int) fmt.Stringer { return alloc.FluxMatch(i) },
		"batch.unit": func(i int) fmt.Stringer { return alloc.UnitRule(i) },
	} {
		for i, c := range policies.Choices(path) {
			if of(i).String() != c.Name {
				t.Errorf("%s: choice %d is %q, and %q in core/alloc", path, i, c.Name, of(i))
			}
		}
	}
	for i, o := range policies.Orders() {
		if queue.Order(i).String() != o.Name || policies.OrderOf(o.Name) != queue.Order(i) {
			t.Errorf("order %d is %q, and %q in core/queue", i, o.Name, queue.Order(i))
		}
	}
}
