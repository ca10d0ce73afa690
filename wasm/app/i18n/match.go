package i18n

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Match returns a score for how well a text matches a query in lower case; 0: no
// match. Each word of the query scores by where it is found: at the beginning of
// the text (100), at the beginning of a word (80), inside a word (50; 70 for
// Chinese), or as its letters in order (30). The worst word counts. A text that
// begins with the whole query scores 100 more, and an equal text 150 more.
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
		case unicode.Is(unicode.Han, first): // Chinese does not separate words
			best = 70
			from = at + size
		default:
			best = max(best, 50)
			from = at + size
		}
	}
	return best
}

// matchLetters returns 30 if the letters of a word occur in a text in this order,
// the first of them at its beginning, and otherwise 0. Words of fewer than three
// letters do not match.
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

// MatchAll returns a score like Match for a long text, in which letters in order
// mean nothing. Each word of the query must occur in the text. A synonym from
// groups is enough, with a lower score.
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

// synonyms returns the synonyms of a word in a group: all words of the group, if the
// word is one of them, is the beginning of one, or begins with one. A word of the
// group may be a stem.
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

// Parted returns a query in lower case, with a space between Chinese and other
// writing, since people type none there.
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
