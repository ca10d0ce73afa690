package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/big"
	"strings"
)

// Alphabet lists the characters of ids: digits and small letters, without those
// that look alike (0 o, 1 i l) and without vowels, so that no id is a word. An id
// can be read aloud in a lecture hall and typed from a slide.
const Alphabet = "23456789bcdfghjkmnpqrstvwxyz"

// Lengths of ids. There are 28^8 = 3.8e11 shortest ids, so that of 100,000 links
// about one in 80,000 needs a longer one. MaxID characters encode a whole SHA-256.
const (
	MinID = 8
	MaxID = 54
)

// ID returns the first n characters of a text's full id: its SHA-256 written in
// Alphabet, least significant digit first.
func ID(text []byte, n int) string {
	sum := sha256.Sum256(text)
	rest, base, digit := new(big.Int).SetBytes(sum[:]), big.NewInt(int64(len(Alphabet))), new(big.Int)
	id := make([]byte, n)
	for i := range id {
		rest.DivMod(rest, base, digit)
		id[i] = Alphabet[digit.Int64()]
	}
	return string(id)
}

// IsID reports whether id has the form of an id.
func IsID(id string) bool {
	return len(id) >= MinID && len(id) <= MaxID && strings.Trim(id, Alphabet) == ""
}

// IDMatches reports whether id belongs to text: whether it is a prefix of the text's
// full id. This detects damage of a text; with 8 characters it misses one case in
// 3.8e11.
func IDMatches(id string, text []byte) bool {
	return len(id) <= MaxID && ID(text, len(id)) == id
}

// Keep stores a text and returns its id, and whether the text is new. The same text
// always has the same id. If another text already has that id, the id gets longer.
// Errors: those of Add.
func Keep(ctx context.Context, s Store, text []byte) (id string, added bool, err error) {
	return keep(ctx, s, text, MinID)
}

// keep adds a text like Keep, with ids of at least least characters.
func keep(ctx context.Context, s Store, text []byte, least int) (id string, added bool, err error) {
	whole := ID(text, MaxID)
	for n := least; n <= MaxID; n++ {
		held, added, err := s.Add(ctx, whole[:n], text)
		if err != nil {
			return "", false, err
		}
		if bytes.Equal(held, text) {
			return whole[:n], added, nil
		}
	}
	return "", false, fmt.Errorf("another text has the same SHA-256: %s", whole)
}
