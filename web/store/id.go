package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/big"
	"strings"
)

// Alphabet lists the characters of ids: digits and small letters. Characters that
// look alike (0 o, 1 i l) are missing. Vowels are missing, too, so that no id is a
// word. An id can be read aloud in a lecture hall and typed from a slide.
const Alphabet = "23456789bcdfghjkmnpqrstvwxyz"

// Minimum and maximum length of ids. There are 28^8 = 3.8e11 ids of the minimum
// length. So if there are 100,000 links, the probability that any of them needs a
// longer id is 1.3 %. MaxID characters encode a whole SHA-256.
const (
	MinID = 8
	MaxID = 54
)

// ID returns the first n characters of the full id of a text. The full id is the
// SHA-256 of the text, written in Alphabet, least significant digit first.
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

// IsID reports whether a string has the form of an id.
func IsID(id string) bool {
	return len(id) >= MinID && len(id) <= MaxID && strings.Trim(id, Alphabet) == ""
}

// IDMatches reports whether id belongs to text, that is, whether id is a prefix of
// the text's full id. It serves to detect damaged texts. With an id of 8 characters
// it fails to detect one damaged text in 3.8e11.
func IDMatches(id string, text []byte) bool {
	return len(id) <= MaxID && ID(text, len(id)) == id
}

// Keep stores a text and returns its id, and whether the text is new. Equal texts
// always get the same id. If another text already has the shortest id, the new text
// gets a longer one. Keep returns the errors of Add.
func Keep(ctx context.Context, s Store, text []byte) (id string, added bool, err error) {
	return keep(ctx, s, text, MinID)
}

// keep stores a text like Keep, but with ids of at least the given number of
// characters.
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
