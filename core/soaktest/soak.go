// Package soaktest decides how much of a long test is run: `go test` runs a sample,
// and `make soak` runs everything. To do so, `make soak` sets HOPYARD_SOAK=n, which
// also makes random searches n times as long. The sample is always the same, so
// that a failing test fails again: the first seeds of a random search, and every
// n-th case of a list.
//
//	for seed := range soaktest.Seeds(2000) {       // 500 of them
//	for i, c := range cases {
//		if !soaktest.Picks(i, 7) {             // every seventh
//			continue
//		}
package soaktest

import (
	"os"
	"strconv"
)

// Whole reports whether HOPYARD_SOAK asks for everything.
func Whole() bool { return times() > 0 }

// times returns the n of HOPYARD_SOAK=n, or 0 if it is not set.
func times() int {
	n, err := strconv.Atoi(os.Getenv("HOPYARD_SOAK"))
	if err != nil {
		return 0
	}
	return max(0, n)
}

// Rounds returns the number of rounds that a random search makes: a quarter of all
// rounds, or n times all rounds with HOPYARD_SOAK=n.
func Rounds(all int) int { return Part(all, 4) }

// Seeds returns the same number as Rounds, for loops over seeds.
func Seeds(all uint64) uint64 { return uint64(Rounds(int(all))) }

// Part returns the same number as Rounds, but with 1/n instead of a quarter.
func Part(all, n int) int {
	if times := times(); times > 0 {
		return times * all
	}
	return max(1, all/n)
}

// Picks reports whether case i of a list is run: every n-th one, or all with
// HOPYARD_SOAK. If the cases are a product of two lists, number them consecutively
// and choose an n that has no common factor with the length of the inner list. Then
// each element of both lists occurs.
func Picks(i, n int) bool { return Whole() || i%n == 0 }
