// Package topologytest checks that a machine fulfils the contracts of package
// topology. A machine usually computes its answers by arithmetic; the checks
// compare them with a search over its links:
//
//	Domains    how nodes nest under switches
//	Links      the ends of links
//	Routes     routes are paths from one node to the other
//	Shortest   routes are as short as the distance
//	Distances  distances and hop counts
//
// The checks return errors instead of failing a test, so that tests, fuzzing and
// code for user-defined machines can use them. They examine all pairs of nodes, so
// use small machines.
package topologytest
