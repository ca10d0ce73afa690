package i18n

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"hopyard/core/simtime"
)

// Rounded is seconds as a span that is worth reading: means have no
// milliseconds.
func Rounded(seconds float64) simtime.Duration {
	unit := simtime.Second
	if seconds < 10 {
		unit = 100 * simtime.Millisecond
	}
	d := simtime.Duration(seconds*1000 + float64(unit)/2)
	return d / unit * unit
}

// Upper begins a text as a sentence begins.
func Upper(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}

// Lower begins a text as a clause begins, but for a name in capitals.
func Lower(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if next, _ := utf8.DecodeRuneInString(text[size:]); size == 0 || unicode.IsUpper(next) {
		return text
	}
	return strings.ToLower(string(first)) + text[size:]
}

// After puts a text before another that is not empty.
func After(a, b string) string {
	if b == "" {
		return ""
	}
	return a + b
}

// UpperHTML is upper for a sentence that begins with a mark.
func UpperHTML(html string) string {
	if strings.HasPrefix(html, "<") {
		if _, rest, ok := strings.Cut(html, ">"); ok {
			return html[:len(html)-len(rest)] + Upper(rest)
		}
	}
	return Upper(html)
}
