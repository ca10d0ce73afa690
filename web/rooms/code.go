package rooms

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Letters lists the characters of codes: the 20 capital letters that are not vowels
// or Y. So no code is a word, and no code contains I, O or U, which could be
// mistaken for 1, 0 or V. There are 64 million codes of six letters.
const Letters = "BCDFGHJKLMNPQRSTVWXZ"

const codeLength = 6

// newCode returns a random code. All codes are equally likely.
func newCode() string {
	code := make([]byte, 0, codeLength)
	for len(code) < codeLength {
		var b [1]byte
		rand.Read(b[:]) // never fails: on an error it ends the program
		if most := 256 / len(Letters) * len(Letters); int(b[0]) < most {
			code = append(code, Letters[int(b[0])%len(Letters)])
		}
	}
	return string(code)
}

func isCode(s string) bool { return len(s) == codeLength && strings.Trim(s, Letters) == "" }

const tokenBytes = 16

// newToken returns a new token of 128 random bits. A host or a voter proves its
// identity by sending its token.
func newToken() string {
	var b [tokenBytes]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// hash returns the hash of a token. The database stores only hashes, so a person
// who reads the database cannot act as a host or voter.
func hash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// token returns the hash of the token that the request contains. If there is no
// token, it returns an empty slice.
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
