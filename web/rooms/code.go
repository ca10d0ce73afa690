package rooms

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Letters lists the characters of codes: 20 capital letters, without vowels and Y.
// So no code is a word, and none has an I, O or U that could be taken for 1, 0 or
// V. Six of them make 64 million codes.
const Letters = "BCDFGHJKLMNPQRSTVWXZ"

const codeLength = 6

// newCode returns a random code. All codes are equally likely.
func newCode() string {
	code := make([]byte, 0, codeLength)
	for len(code) < codeLength {
		var b [1]byte
		rand.Read(b[:]) // never fails: on an error the program ends
		if most := 256 / len(Letters) * len(Letters); int(b[0]) < most {
			code = append(code, Letters[int(b[0])%len(Letters)])
		}
	}
	return string(code)
}

func isCode(s string) bool { return len(s) == codeLength && strings.Trim(s, Letters) == "" }

const tokenBytes = 16

// newToken returns a new token with which a host or a voter proves its identity:
// 128 random bits.
func newToken() string {
	var b [tokenBytes]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// hash returns the hash of a token. The database stores only the hash, so that a
// person who reads the database cannot act as a host or voter.
func hash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// token returns the hash of the token in a request, or an empty slice if the
// request has none.
func token(r *http.Request) []byte {
	lines := r.Header.Values("Authorization")
	if len(lines) != 1 {
		return []byte{}
	}
	kind, value, _ := strings.Cut(lines[0], " ")
	if !strings.EqualFold(kind, "Bearer") || len(value) != base64.RawURLEncoding.EncodedLen(tokenBytes) {
		return []byte{}
	}
	return hash(value)
}
