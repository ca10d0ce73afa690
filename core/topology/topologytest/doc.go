// Package topologytest checks that a machine keeps the contracts of package
// topology: it holds what the machine answers from arithmetic against a search
// over its links. The checks return errors, so that they serve tests, fuzzing
// and anybody's own machine alike. They look at all pairs of nodes: give them
// small machines.
package topologytest
