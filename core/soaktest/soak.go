// Package soaktest says how much of a long test is run: `go test` samples, and
// `make soak` runs everything. A sample is always the same one, so that a test
// that fails fails again: of random searches the first seeds, of lists of cases
// each n-th one.
//
//	for seed := range soaktest.Seeds(2000) {       // 500 of them
//	for i, c := range cases {
//		if !soaktest.Picks(i, 7) {             // each seventh
//			continue
//		}
package soaktest

import (
	"os"
	"strconv"
)

// Whole reports whether HOPYARD_SOAK asks for everything.
func Whole() bool { return times() > 0 }

// times returns n of HOPYARD_SOAK=n, or 0.
func times() int {
	n, err := strconv.Atoi(os.Getenv("HOPYARD_SOAK"))
	if err != nil {
		return 0
	}
	return max(0, n)
}

// Rounds returns how many rounds of a random search a test makes: a quarter, or
// with HOPYARD_SOAK=n n times all of them.
func Rounds(all int) int { return Part(all, 4) }

// Seeds is Rounds for loops over seeds.
func Seeds(all uint64) uint64 { return uint64(Rounds(int(all))) }

// Part is Rounds with another part than a quarter, 1/n.
func Part(all, n int) int {
	if times := times(); times > 0 {
		return times * all
	}
	return max(1, all/n)
}

// Picks reports whether case i of a list is run: each n-th, or with HOPYARD_SOAK
// all. For a product of lists, count i through and let n share no factor with the
// length of the inner list: then each element of both is met.
func Picks(i, n int) bool { return Whole() || i%n == 0 }
