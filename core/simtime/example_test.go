package simtime_test

import (
	"fmt"

	"hopyard/core/simtime"
)

// Example shows that decimal numbers of seconds are converted to whole milliseconds
// exactly. A number that would have to be rounded is refused.
func Example() {
	submit := simtime.Time(0)
	for _, text := range []string{"90", "0.125", "0.0005"} {
		d, err := simtime.Parse(text)
		if err != nil {
			fmt.Println(text, "is refused:", err)
			continue
		}
		fmt.Println(text, "is", int64(d), "ms; from 0 it ends at", submit.Add(d).Seconds())
	}
	// Output:
	// 90 is 90000 ms; from 0 it ends at 90
	// 0.125 is 125 ms; from 0 it ends at 0.125
	// 0.0005 is refused: "0.0005": more than three decimals of a second
}
