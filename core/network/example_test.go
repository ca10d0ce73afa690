package network_test

import (
	"fmt"
	"math"

	"hopyard/core/network"
)

// Example shows three flows on two links of 10 and 4 bytes a second. One flow
// crosses both links, and each link has a flow of its own. All rates rise together
// until a link is full. Then only the rates of flows that do not use this link
// continue to rise.
func Example() {
	s := network.NewSharing([]float64{10, 4})
	both := s.Add([]network.Demand{{Link: 0, Weight: 1}, {Link: 1, Weight: 1}}, math.Inf(1))
	first := s.Add([]network.Demand{{Link: 0, Weight: 1}}, math.Inf(1))
	second := s.Add([]network.Demand{{Link: 1, Weight: 1}}, math.Inf(1))
	s.Settle()
	fmt.Println(s.Rate(both), s.Rate(first), s.Rate(second))
	s.Remove(second)
	s.Settle()
	fmt.Println(s.Rate(both), s.Rate(first))
	// Output:
	// 2 8 2
	// 4 6
}
