package i18n

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Match returns a score for how well a text matches a query. A score of 0 means no
// match. The query must be in lower case. Each word of the query is scored by where
// the text contains it: at the beginning of the text (100), at the beginning of a
// word (80), or inside a word (50; 70 for Chinese). If the text contains only the
// letters of the word in the right order, with other letters between them, the
// score is 30. The score of the text is the lowest of these scores. A text that
// begins with the whole query scores 100 more, and a text equal to the query 150
// more.
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
		case unicode.Is(unicode.Han, first): // Chinese text has no spaces between words
			best = 70
			from = at + size
		default:
			best = max(best, 50)
			from = at + size
		}
	}
	return best
}

// matchLetters returns 30 if the text begins with the first letter of the word and
// contains the other letters in the same order. Otherwise it returns 0. Words of
// fewer than three letters do not match.
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

// MatchAll returns a score like that of Match, for a long text. Unlike in Match,
// letters that occur in the right order with others between them are no match. Each
// word of the query, or one of its synonyms, must occur in the text. A synonym gets
// a lower score. The parameter groups lists groups of synonyms.
func MatchAll(text, query string, groups []string) int {
	text = strings.ToLower(text)
	score := 100
	for word := range strings.FieldsSeq(query) {
		found := matchWord(text, word)
		for _, group := range groups {
			for other := range synonyms(group, word) {
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

// synonyms returns all words of a group of synonyms if the given word belongs to
// the group. Otherwise it returns no words. A word belongs to the group if it
// equals a word of the group, is the beginning of such a word, or begins with such
// a word. The group may therefore contain stems.
func synonyms(group, word string) iter.Seq[string] {
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

// Parted returns a query in lower case, with a space inserted between Chinese and
// other characters, because people type no space there.
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
