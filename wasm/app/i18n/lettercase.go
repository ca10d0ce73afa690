package i18n

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
func Lower(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if next, _ := utf8.DecodeRuneInString(text[size:]); size == 0 || unicode.IsUpper(next) {
		return text
	}
	return strings.ToLower(string(first)) + text[size:]
}

// After returns a + b, or "" if b is empty.
func After(a, b string) string {
	if b == "" {
		return ""
	}
	return a + b
}

// UpperHTML converts the first letter of a sentence to upper case, even if the
// sentence begins with a tag.
func UpperHTML(html string) string {
	if strings.HasPrefix(html, "<") {
		if _, rest, ok := strings.Cut(html, ">"); ok {
			return html[:len(html)-len(rest)] + Upper(rest)
		}
	}
	return Upper(html)
}
