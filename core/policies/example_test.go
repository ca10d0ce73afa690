package policies_test

import (
	"fmt"

	"hopyard/core/policies"
)

// Example looks up three disciplines and prints to which jobs each makes a promise.
func Example() {
	who := [...]string{"nobody", "the first job", "the first job in priority", "every job"}
	for _, name := range []string{"fcfs", "easy", "conservative"} {
		fmt.Printf("%s: %s\n", name, who[policies.DisciplineOf(name).Promises])
	}
	// Output:
	// fcfs: nobody
	// easy: the first job
	// conservative: every job
}
