package scenario_test

import (
	"fmt"

	"hopyard/core/scenario"
)

// Example shows that Parse reports all errors of a scenario at once, each with its
// place, and that a valid scenario has a canonical form and a link.
func Example() {
	_, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}},
		"jobs": [{"nodes": 5, "walltime": 60}], "network": "max-mim"}`))
	fmt.Println(err)
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}},
		"jobs": [{"nodes": 2, "walltime": 60}]}`))
	if err != nil {
		panic(err)
	}
	link, _ := scenario.EncodeLink(scenario.SharedLink{Scenario: s})
	back, _ := scenario.DecodeLink(link)
	fmt.Println("the link is the scenario:", string(back.Scenario.Canonical()) == string(s.Canonical()))
	// Output:
	// jobs[0]: nodes 5 is more than the cluster has (4); ask for 4 or fewer, or enlarge the cluster
	// scenario: network "max-mim" is unknown; did you mean "max-min"? known: none, distance, max-min
	// the link is the scenario: true
}
