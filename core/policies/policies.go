// Package policies is the table of what decides: disciplines, allocators, orders
// and their settings, each with its name, what people read of it, its source and
// how it is made. All else follows from it: names and their errors, forms and
// pickers, what a scenario may say, and the lists that contract tests go
// through. A policy that is added has a line here, and is named nowhere else.
package policies

import "hopyard/core/queue"

// Name is a name of the scenario language, for pickers, help and errors.
type Name struct {
	Name   string
	Title  string // for people: "EASY backfilling"
	About  string // one sentence
	Source string // where it comes from
}

// orders are in the order of scenarios/README.md, "Names", and of queue.Order.
var orders = [...]Name{
	queue.SubmitOrder:   {Name: "submit", Title: "By submission", About: "Earlier submissions first.", Source: "Standard; SOURCES.md QUEUE.1"},
	queue.ShortestFirst: {Name: "shortest", Title: "Shortest first", About: "The shortest walltime first.", Source: "SJF; SOURCES.md QUEUE.1"},
	queue.LongestFirst:  {Name: "longest", Title: "Longest first", About: "The longest walltime first.", Source: "LJF; SOURCES.md QUEUE.1"},
	queue.SmallestFirst: {Name: "smallest", Title: "Smallest first", About: "The fewest nodes or tasks first.", Source: "Standard; SOURCES.md QUEUE.1"},
	queue.LargestFirst:  {Name: "largest", Title: "Largest first", About: "The most nodes or tasks first.", Source: "Standard; SOURCES.md QUEUE.1"},
	queue.PriorityFirst: {Name: "priority", Title: "By priority", About: "The highest priority first.", Source: "Standard; SOURCES.md QUEUE.1"},
}

// Orders are the names of scheduler.order.
func Orders() []Name { return orders[:] }

// OrderOf is the order of a name that is known; else submission.
func OrderOf(name string) queue.Order {
	for i := range orders {
		if orders[i].Name == name {
			return queue.Order(i)
		}
	}
	return queue.SubmitOrder
}
