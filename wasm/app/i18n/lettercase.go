package i18n

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"hopyard/wasm/html"
)

// Upper converts the first letter of a text to upper case.
func Upper(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}

// Lower converts the first letter of a text to lower case. It does not change a
// text whose second letter is also a capital, such as an abbreviation.
func Lower[T ~string](text T) T {
	first, size := utf8.DecodeRuneInString(string(text))
	if next, _ := utf8.DecodeRuneInString(string(text[size:])); size == 0 || unicode.IsUpper(next) {
		return text
	}
	return T(strings.ToLower(string(first))) + text[size:]
}

// After returns a + b, or "" if b is empty.
func After[T ~string](a, b T) T {
	if b == "" {
		return ""
	}
	return a + b
}

// Clause removes the full stop at the end of a text.
func Clause[T ~string](text T) T { return T(strings.TrimRight(string(text), ".。")) }

// UpperHTML converts the first letter of a sentence to upper case, even if the
// sentence begins with a tag.
func UpperHTML(markup html.HTML) html.HTML {
	text := string(markup)
	if strings.HasPrefix(text, "<") {
		if _, rest, ok := strings.Cut(text, ">"); ok {
			return html.HTML(text[:len(text)-len(rest)] + Upper(rest))
		}
	}
	return html.HTML(Upper(text))
}
