// Package policies is the table of all scheduling policies: queue disciplines,
// allocators, queue orders, and the options that they take. Each has a name in the
// scenario language, texts for users, its source, and a function that makes it.
//
// Everything else is derived from the table: the names that a scenario may use and
// the errors about them, forms and pickers, and the lists that the contract tests
// go through. A new policy needs a line here and is named nowhere else.
//
// To make a policy, look it up by name and call New with a [Setup], which holds the
// settings of the scenario:
//
//	d := policies.DisciplineOf("easy")
//	policy := d.New(&policies.Setup{Settings: policies.Defaults()})
//
// Users can write policies of their own, in Starlark (see [Own]). An [Interpreter]
// turns such programs into policies.
package policies

import "hopyard/core/queue"

// Name is a name of the scenario language with its texts for pickers, help and
// errors.
type Name struct {
	Name   string
	Title  string // for users: "EASY backfilling"
	About  string // one sentence
	Source string // publication or program from which it is taken
}

// orders lists the queue orders in the order of scenarios/README.md, "Names", which
// is also that of queue.Order.
var orders = [...]Name{
	queue.SubmitOrder:   {Name: "submit", Title: "By submission", About: "Earlier submissions first.", Source: "Standard; SOURCES.md QUEUE.1"},
	queue.ShortestFirst: {Name: "shortest", Title: "Shortest first", About: "The shortest walltime first.", Source: "SJF; SOURCES.md QUEUE.1"},
	queue.LongestFirst:  {Name: "longest", Title: "Longest first", About: "The longest walltime first.", Source: "LJF; SOURCES.md QUEUE.1"},
	queue.SmallestFirst: {Name: "smallest", Title: "Smallest first", About: "The fewest nodes or tasks first.", Source: "Standard; SOURCES.md QUEUE.1"},
	queue.LargestFirst:  {Name: "largest", Title: "Largest first", About: "The most nodes or tasks first.", Source: "Standard; SOURCES.md QUEUE.1"},
	queue.PriorityFirst: {Name: "priority", Title: "By priority", About: "The highest priority first.", Source: "Standard; SOURCES.md QUEUE.1"},
}

// Orders returns the names that scheduler.order may have.
func Orders() []Name { return orders[:] }

// OrderOf returns the order of a name, or submission order if the name is unknown.
func OrderOf(name string) queue.Order {
	for i := range orders {
		if orders[i].Name == name {
			return queue.Order(i)
		}
	}
	return queue.SubmitOrder
}
