package why_test

import (
	"fmt"

	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Example shows the two forms of a reason: a code with the numbers that decided,
// and a sentence made from them.
func Example() {
	waits := why.Reason{Code: why.WouldDelay, Need: 2, Have: 1, Blocker: 3, At: simtime.Time(10 * simtime.Second)}
	starts := why.Reason{Code: why.FitsNow, Need: 4, Have: 6, Blocker: workload.NoJob}
	names := why.Names{Job: func(id workload.JobID) string { return fmt.Sprint("job ", id) }}
	for _, r := range []why.Reason{waits, starts} {
		fmt.Printf("%v: %s\n", r.Code, r.English(names))
	}
	// Output:
	// would-delay: would delay job 3, due at 10; needs 2, 1 extra
	// fits-now: it is first in order and fits now (needs 4, 6 free)
}
