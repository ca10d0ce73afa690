package slurm

import (
	"slices"
	"testing"
)

// TestCompareHosts checks the order of node names: by the values of the numbers in them.
func TestCompareHosts(t *testing.T) {
	want := []string{"a", "n0", "n01", "n010", "n1", "n2", "n9", "n10", "n10-gpu", "n11", "n100", "r1n2", "r1n10", "r2n1", "r10n1", "x-1", "xa"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, CompareHosts)
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for i, a := range want {
		for j, b := range want {
			if c := CompareHosts(a, b); (c < 0) != (i < j) || (c == 0) != (i == j) {
				t.Errorf("%s %s: %d", a, b, c)
			}
		}
	}
}
