package slim

import (
	"crypto/sha256"
	"encoding/hex"
)

// Hash is a short hash of a function's name: two names have the same one in one
// of 16 million cases.
func Hash(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:3])
}

// Names are the names of a linked program's functions by their number. [Program]
// takes them out.
func Names(program []byte) ([]string, error) {
	_, _, t, err := opened(program)
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
