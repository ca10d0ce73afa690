package i18n

import (
	"iter"
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
		found := matchWord(text, word)
		if found == 0 {
			found = matchLetters(text, word)
		}
		score = min(score, found)
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
	return best
}

// matchLetters is 30 if the letters of a word stand in a text in this order, the first
// at its beginning.
func matchLetters(text, word string) int {
	if utf8.RuneCountInString(word) < 3 {
		return 0
	}
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

// MatchAll is Match for a long text, in which letters in order mean nothing: each word
// of the query must stand in it, or one that groups give as meaning the same.
func MatchAll(text, query string, groups []string) int {
	text = strings.ToLower(text)
	score := 100
	for word := range strings.FieldsSeq(query) {
		found := matchWord(text, word)
		for _, group := range groups {
			for other := range alike(group, word) {
				if other != word && matchWord(text, other) >= 70 {
					found = max(found, 40)
				}
			}
		}
		if score = min(score, found); score == 0 {
			return 0
		}
	}
	return score
}

// alike are the words of a group that mean what a word means: all, if one of them begins
// as the word does, or the word as one of them, which may be a stem.
func alike(group, word string) iter.Seq[string] {
	enough := func(s string, n int) bool {
		first, _ := utf8.DecodeRuneInString(s)
		return utf8.RuneCountInString(s) >= n || unicode.Is(unicode.Han, first) && utf8.RuneCountInString(s) >= 2
	}
	for one := range strings.FieldsSeq(group) {
		if one == word || enough(word, 3) && strings.HasPrefix(one, word) || enough(one, 4) && strings.HasPrefix(word, one) {
			return strings.FieldsSeq(group)
		}
	}
	return func(func(string) bool) {}
}

// Parted is a query in small letters, with a space between Chinese and other writing:
// people write none there.
func Parted(query string) string {
	var out strings.Builder
	before := rune(' ')
	for _, r := range strings.ToLower(query) {
		if r != ' ' && before != ' ' && unicode.Is(unicode.Han, r) != unicode.Is(unicode.Han, before) {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		before = r
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
