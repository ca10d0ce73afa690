package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Match says how well a text answers a query of small letters: 0 if it does
// not. Each word of the query counts by how it is found: at the text's
// beginning, at that of a word, within one, or as letters in this order; the
// least of them counts, and texts that begin as the whole query come first.
func Match(text, query string) int {
	if query == "" {
		return 100
	}
	text = strings.ToLower(text)
	score := 100
	for word := range strings.FieldsSeq(query) {
		score = min(score, matchWord(text, word))
	}
	if score > 0 && strings.HasPrefix(text, query) {
		score += 100
		if len(text) == len(query) {
			score += 50
		}
	}
	return score
}

func matchWord(text, word string) int {
	best := 0
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			break
		}
		at += from
		if at == 0 {
			return 100
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		switch first, size := utf8.DecodeRuneInString(word); {
		case !unicode.IsLetter(before) && !unicode.IsDigit(before):
			return 80
		case unicode.Is(unicode.Han, first): // words are not parted
			best = 70
			from = at + size
		default:
			best = max(best, 50)
			from = at + size
		}
	}
	if best > 0 || utf8.RuneCountInString(word) < 3 {
		return best
	}
	// As letters in this order, from the beginning of a word.
	rest := text
	for i, r := range word {
		at := strings.IndexRune(rest, r)
		if at < 0 || i == 0 && at > 0 {
			return 0
		}
		rest = rest[at+utf8.RuneLen(r):]
	}
	return 30
}
