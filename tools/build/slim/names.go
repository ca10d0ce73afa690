package slim

import (
	"crypto/sha256"
	"encoding/hex"
)

// Hash returns a hash of the name of a function. The hash has 24 bits, so that two
// different names have the same hash with a probability of 1 in 16 million.
func Hash(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:3])
}

// Names returns the names of the functions of a linked program, in the order of the
// functions' numbers. Call it before [Program], which removes the names.
func Names(program []byte) ([]string, error) {
	_, t, err := opened(program)
	if err != nil {
		return nil, err
	}
	var names []string
	for k := range t.functions {
		r, err := t.function(k)
		if err != nil {
			return nil, err
		}
		names = append(names, t.name(r))
	}
	return names, nil
}
