// Package soak says how long random searches of tests are. A quarter of what they
// were written for finds what a change breaks at once; `make soak` searches on,
// for what is rare. The seeds of the short search are the first of the long one.
package soak

import (
	"os"
	"strconv"
)

// Rounds is how many of a search's rounds a test makes: a quarter, or with
// HOPYARD_SOAK=n n times all of them.
func Rounds(all int) int {
	if n, err := strconv.Atoi(os.Getenv("HOPYARD_SOAK")); err == nil && n > 0 {
		return n * all
	}
	return max(1, all/4)
}

// Seeds are as many seeds, for loops that draw by them.
func Seeds(all uint64) uint64 { return uint64(Rounds(int(all))) }
