package policies_test

import (
	"fmt"

	"hopyard/core/policies"
)

// Example lists the jobs to which each discipline makes a promise.
func Example() {
	who := [...]string{"nobody", "the first job", "the first job in priority", "every job"}
	for _, d := range policies.Disciplines() {
		fmt.Printf("%s: %s\n", d.Name.Name, who[d.Promises])
	}
	// Output:
	// fcfs: nobody
	// mpfs-scan: nobody
	// easy: the first job
	// conservative: every job
	// conservative-rebuild: the first job
	// batch: nobody
	// deadline: nobody
	// hybrid: the first job in priority
}
