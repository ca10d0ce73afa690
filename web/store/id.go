package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/big"
	"strings"
)

// Alphabet is what ids are written with: digits and small letters without those
// that look alike (0 o, 1 i l) and without vowels, so that no id is a word. An id
// can be read aloud in a lecture hall and typed from a slide.
const Alphabet = "23456789bcdfghjkmnpqrstvwxyz"

// Lengths of ids: 28 to the 8th is 3.8e11, so that of 100,000 links about one in
// 80,000 is longer; MaxID characters hold a whole SHA-256.
const (
	MinID = 8
	MaxID = 54
)

// ID is the first n characters of a text's whole id: its SHA-256 written in
// Alphabet, the least significant digit first.
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

// IsID reports whether id could be one.
func IsID(id string) bool {
	return len(id) >= MinID && len(id) <= MaxID && strings.Trim(id, Alphabet) == ""
}

// Fits reports whether id comes from text: whether it is as much of its whole id
// as it is long. Damage of a text shows so, with 8 characters but for one in 3.8e11.
func Fits(id string, text []byte) bool {
	return len(id) <= MaxID && ID(text, len(id)) == id
}

// Keep keeps a text and returns its id, and whether it is new. The same text
// always has the same id. Where another text has it already, the id gets longer.
// Errors: those of Add.
func Keep(ctx context.Context, s Store, text []byte) (id string, added bool, err error) {
	return keep(ctx, s, text, MinID)
}

// keep is Keep for ids from least characters on.
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
