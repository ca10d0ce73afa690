// Package i18n is what the page says, and how it writes times, spans, numbers
// and node lists. Each language is one Catalog: templates by Text, with named
// gaps, so that a translator may turn the order of a sentence around.
package i18n

import (
	"strconv"
	"strings"
)

// Catalog is one language.
type Catalog struct {
	Code   string            // of the language, as lang attributes have it
	Name   string            // in itself
	texts  [areas][]string   // by area
	plural func(n int64) int // which of the forms {n|…|…} to take
	names  map[string]string // of what has its name from elsewhere; see Tell
	marks
	// Told, where a test sets it, hears each template that is filled in.
	Told func(t Text, pairs []Pair)
}

// Pair is a value for a gap of a template. A text is put in as it is: it may
// hold markup, so what came from outside must have gone through [Escape].
type Pair struct {
	Gap   string
	Text  string
	Count int64 // which chooses the form of {gap|one|other}; set by N
}

// S fills a gap with a text.
func S(gap, text string) Pair { return Pair{Gap: gap, Text: text} }

// N fills a gap with a number, which also chooses between forms.
func (c *Catalog) N(gap string, n int64) Pair { return Pair{gap, c.Int(n), n} }

// Say fills in a template: {gap} is the value, {gap|one|other} the form that
// belongs to the number, [term|text] a term of the glossary. A gap without a
// value stays as it is, which the tests find. Cost: O(length of the text).
func (c *Catalog) Say(t Text, pairs ...Pair) string {
	if c.Told != nil {
		c.Told(t, pairs)
	}
	area, place := t.split()
	template := c.texts[area][place]
	if strings.Contains(template, "[") {
		template = marked(template)
	}
	if !strings.Contains(template, "{") {
		return template
	}
	var out strings.Builder
	for {
		before, rest, open := strings.Cut(template, "{")
		out.WriteString(before)
		if !open {
			return out.String()
		}
		gap, after, closed := strings.Cut(rest, "}")
		if !closed {
			out.WriteString("{" + rest)
			return out.String()
		}
		out.WriteString(c.fill(gap, pairs))
		template = after
	}
}

func (c *Catalog) fill(gap string, pairs []Pair) string {
	name, forms, choose := strings.Cut(gap, "|")
	for i := range pairs {
		p := &pairs[i]
		if p.Gap != name {
			continue
		}
		if !choose {
			return p.Text
		}
		all := strings.Split(forms, "|")
		return all[min(c.plural(p.Count), len(all)-1)]
	}
	return "{" + gap + "}"
}

// Int writes a whole number with its digits in groups.
func (c *Catalog) Int(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "−", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + c.digits + digits[i:]
	}
	return sign + digits
}

// Float writes a number with the given decimals.
func (c *Catalog) Float(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	whole, part, fraction := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return text
	}
	out := c.Int(n)
	if n == 0 && strings.HasPrefix(whole, "-") && strings.Trim(part, "0") != "" {
		out = "−0"
	}
	if fraction {
		out += c.point + part
	}
	return out
}

// Escape makes a text from outside safe within HTML and its attributes.
func Escape(text string) string {
	if !strings.ContainsAny(text, `<>&"'`) {
		return text
	}
	return escapes.Replace(text)
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// Bold marks a part of a sentence that the eye should find; it is escaped.
func Bold(text string) string { return "<b>" + Escape(text) + "</b>" }

// Isolated is a text of somebody else's, such as a title, in HTML; it is escaped. Letters
// and signs in it that are written from right to left do not turn the words beside it.
func Isolated(text string) string { return "<bdi>" + Escape(text) + "</bdi>" }

// Isolate does the same where no HTML may stand, such as in the title of a window. A text
// that is written from left to right stays as it is.
func Isolate(text string) string {
	if strings.IndexFunc(text, turns) < 0 {
		return text
	}
	return "\u2068" + text + "\u2069"
}

// turns reports whether a character is written from right to left, or makes others so.
func turns(r rune) bool {
	return r >= 0x590 && r < 0x900 || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 ||
		r >= 0xfb1d && r < 0xfe00 || r >= 0xfe70 && r < 0xff00 || r >= 0x10800 && r < 0x11000 || r >= 0x1e800 && r < 0x1f000
}

// Plain is a marked-up sentence without its marks, for those who listen.
func Plain(html string) string {
	var out strings.Builder
	for {
		before, rest, tag := strings.Cut(html, "<")
		out.WriteString(before)
		if !tag {
			break
		}
		_, html, _ = strings.Cut(rest, ">")
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(out.String())
}
