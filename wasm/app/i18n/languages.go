package i18n

import (
	"strings"

	"hopyard/wasm/html"
)

// Codes lists the available languages, English first.
var Codes = [...]string{"en", "zh", "ru"}

// marks is the punctuation that a language uses in numbers and between joined
// texts.
type marks struct {
	digits string // separates groups of three digits
	point  string // decimal point
	gap    string // between two sentences
	comma  string // between the items of a list
	clause string // between clauses
	stop   string // after a sentence
	colon  string
}

func western(digits string) marks { return marks{digits, ".", " ", ", ", "; ", ".", ": "} }

func oneOrMany(n int64) int {
	if n == 1 {
		return 0
	}
	return 1
}

// slavic returns the index of the plural form that Slavic languages use with n: 0
// for 1, 21, 31, …; 1 for 2 to 4, 22 to 24, …; and 2 for all other numbers.
func slavic(n int64) int {
	n = max(n, -n)
	switch one, ten := n%10, n/10%10; {
	case ten == 1 || one == 0 || one > 4:
		return 2
	case one > 1:
		return 1
	}
	return 0
}

// Load returns the catalog of a language. texts holds its texts, one list for each
// area. A missing text is shown in English. An unknown code gives English.
func Load(code string, texts [][]string) *Catalog {
	c := &Catalog{Code: code, names: map[string]string{}}
	switch code {
	case "zh":
		c.Name, c.plural = "中文", func(int64) int { return 0 }
		c.marks = marks{",", ".", "", "、", "；", "。", "："}
	case "ru":
		c.Name, c.plural = "Русский", slavic
		c.marks = western("\u202f")
		c.point = ","
	default:
		return English
	}
	for area, english := range English.texts {
		list := append([]string(nil), english...)
		if english == nil && area < len(texts) { // its English texts are not loaded yet
			c.texts[area] = texts[area]
			continue
		}
		if area < len(texts) {
			for i, text := range texts[area] {
				if text != "" && i < len(list) {
					list[i] = text
				}
			}
		}
		c.texts[area] = list
	}
	return c
}

// Learn adds the translation of an English name. An empty translation is ignored.
func (c *Catalog) Learn(english, text string) {
	if text != "" && c.names != nil {
		c.names[english] = text
	}
}

// Tell translates an English name that is not a text of this package, such as the
// name of a policy, a lesson or a form field. If there is no translation, it
// returns the English name.
func (c *Catalog) Tell(english string) string {
	if text, ok := c.names[english]; ok {
		return text
	}
	return english
}

// Foreign returns an English text as HTML. If the page is in another language, it
// also marks the text as English.
func (c *Catalog) Foreign(english string) html.HTML {
	if c == English || english == "" {
		return html.Escape(english)
	}
	return html.Span(html.Attr{"lang", "en"}, html.Text(english))
}

// Sentences joins the sentences that are not empty.
func Sentences[T ~string](c *Catalog, list ...T) T { return Join(c.gap, list) }

// List joins the items of an enumeration.
func List[T ~string](c *Catalog, items ...T) T { return Join(c.comma, items) }

// Clauses joins clauses into a sentence.
func Clauses[T ~string](c *Catalog, list ...T) T { return Join(c.clause, list) + T(c.stop) }

// Colon joins a subject and a text about it with a colon.
func Colon[T ~string](c *Catalog, about, text T) T { return about + T(c.colon) + text }

// Join joins the texts that are not empty. The separator is plain text without
// characters that must be escaped.
func Join[T ~string](by string, list []T) T {
	var out strings.Builder
	for _, text := range list {
		if text == "" {
			continue
		}
		if out.Len() > 0 {
			out.WriteString(by)
		}
		out.WriteString(string(text))
	}
	return T(out.String())
}
