package rooms

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Letters are what codes are written with: 20 capital letters, without vowels and Y,
// so that no code is a word and none has an I, O or U to be taken for 1, 0 or V. Six
// of them make 64 million codes.
const Letters = "BCDFGHJKLMNPQRSTVWXZ"

const codeLength = 6

// newCode draws a code. Every one is as likely as any other.
func newCode() string {
	code := make([]byte, 0, codeLength)
	for len(code) < codeLength {
		var b [1]byte
		rand.Read(b[:]) // never fails: the program ends instead
		if most := 256 / len(Letters) * len(Letters); int(b[0]) < most {
			code = append(code, Letters[int(b[0])%len(Letters)])
		}
	}
	return string(code)
}

func isCode(s string) bool { return len(s) == codeLength && strings.Trim(s, Letters) == "" }

const tokenBytes = 16

// newToken draws what a host or a voter proves with who it is: 128 random bits.
func newToken() string {
	var b [tokenBytes]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// hash is what the database knows of a token, so that who reads the database can be
// neither host nor voter.
func hash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// token is the hash of the token that a request brings, and empty if it brings none.
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
