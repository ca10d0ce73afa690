package store_test

import (
	"crypto/sha256"
	"math/big"
	"strings"
	"testing"

	"hopyard/web/store"
)

// TestIDIsTheHash checks that an id, read as a number in base 28, is the SHA-256
// hash of its text.
func TestIDIsTheHash(t *testing.T) {
	for _, text := range []string{"", "{}", "a", strings.Repeat("x", 1<<16)} {
		whole := store.ID([]byte(text), store.MaxID)
		n := new(big.Int)
		for i := len(whole) - 1; i >= 0; i-- {
			n.Mul(n, big.NewInt(int64(len(store.Alphabet))))
			n.Add(n, big.NewInt(int64(strings.IndexByte(store.Alphabet, whole[i]))))
		}
		if sum := sha256.Sum256([]byte(text)); n.Cmp(new(big.Int).SetBytes(sum[:])) != 0 {
			t.Errorf("%s read back is %x, want %x", whole, n, sum)
		}
		for n := range store.MaxID + 1 {
			if id := store.ID([]byte(text), n); id != whole[:n] || !store.IDMatches(id, []byte(text)) || store.IsID(id) != (n >= store.MinID) {
				t.Errorf("ID of %d characters is %q, want %q, fitting its text", n, id, whole[:n])
			}
		}
		for i := range store.MinID {
			other := []byte(whole[:store.MinID])
			other[i] = store.Alphabet[(strings.IndexByte(store.Alphabet, other[i])+1)%len(store.Alphabet)]
			if store.IDMatches(string(other), []byte(text)) {
				t.Errorf("%s fits the text of %s", other, whole)
			}
		}
	}
}

func TestIsID(t *testing.T) {
	for id, want := range map[string]bool{
		"23456789": true, strings.Repeat("z", 54): true, strings.Repeat("z", 55): false, "2345678": false, "": false,
		"2345678a": false, "2345678B": false, "2345678\x00": false, "../45678": false, "2345678é": false, " 23456789": false, "23456789\n": false,
	} {
		if got := store.IsID(id); got != want {
			t.Errorf("IsID(%q) = %v", id, got)
		}
	}
	if store.IDMatches(strings.Repeat("2", 55), nil) {
		t.Error("an id longer than any fits")
	}
}
