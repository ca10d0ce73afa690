package scenario

import (
	"fmt"
	"strings"
)

// Nearest is the name closest to what was written, if any is close enough to
// be meant: by the fewest letters changed, added, left out or swapped, capitals,
// hyphens and underscores aside. Ties go to the earlier name.
func Nearest(written string, names []string) (string, bool) {
	best, found := "", false
	least := 1 + max(1, len(written)/3)
	for _, name := range names {
		d := editDistance(plain(written), plain(name))
		if len(written) >= 3 && (strings.HasPrefix(plain(name), plain(written)) || strings.HasPrefix(plain(written), plain(name))) {
			d = min(d, 1) // "first" for "first-fit", "cons" for "conservative"
		}
		if d < least {
			best, found, least = name, true, d
		}
	}
	return best, found
}

// plain strips what people get wrong without meaning another name.
func plain(s string) string {
	if len(s) > 64 {
		s = s[:64]
	}
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
}

// editDistance counts letters changed, added, left out, or swapped with their
// neighbour (optimal string alignment). Cost: O(len(a) × len(b)).
func editDistance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	next := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			changed := 0
			if a[i-1] != b[j-1] {
				changed = 1
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+changed)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}

// didYouMean is the fix for a name that is not known.
func didYouMean(written string, names []string) string {
	if name, ok := Nearest(written, names); ok {
		return fmt.Sprintf("did you mean %q? known: %s", name, strings.Join(names, ", "))
	}
	return "known: " + strings.Join(names, ", ")
}
