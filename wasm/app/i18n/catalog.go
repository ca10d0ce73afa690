// Package i18n holds the texts of the page in each language, and formats numbers,
// times and node lists.
//
// A [Catalog] holds the texts of one language. A [Text] names a template, and
// [Catalog.Say] fills in its gaps. Gaps have names, so that a translation may
// reorder a sentence. A number in a gap chooses between grammatical forms. With the
// template "{job} waits for {n} {n|node|nodes}." for a text Waits:
//
//	words.Say(Waits, i18n.S("job", "Job 4"), words.N("n", 2)) // "Job 4 waits for 2 nodes."
//
// English is part of the program. Other languages are loaded from static/lang with
// [Load].
//
// A template may contain markup and marked glossary terms. [Catalog.HTML] keeps them
// and escapes what [S] and [N] put into the gaps; only [H] fills a gap with markup.
// [Catalog.Say] gives plain text, without markup, and does not take an [H].
package i18n

import (
	"strconv"
	"strings"

	"hopyard/wasm/html"
)

// Catalog holds the texts of one language.
type Catalog struct {
	Code   string            // language code, as in lang attributes
	Name   string            // name of the language, written in the language itself
	texts  [areas][]string   // templates, by area of the page
	plural func(n int64) int // returns the index of the plural form to use in {n|…|…}
	names  map[string]string // translations by English name; see Tell
	marks
	// Told is set by tests only. It is called for each template that Say fills in.
	Told func(t Text, pairs []Pair)
}

// Filling fills a gap of an HTML text: a [Pair] with plain text, which is escaped, or
// a [Markup].
type Filling interface{ fills() }

func (Pair) fills()   {}
func (Markup) fills() {}

// Pair fills a gap of a template with plain text.
type Pair struct {
	Gap   string
	Text  string
	Count int64 // number that chooses the form in {gap|one|other}; set by N
}

// Markup fills a gap of an HTML text with markup.
type Markup struct {
	Gap  string
	HTML html.HTML
}

// H returns what fills a gap of an HTML text with markup.
func H(gap string, markup html.HTML) Markup { return Markup{gap, markup} }

// B returns what fills a gap of an HTML text with a plain text in bold.
func B(gap, text string) Markup { return H(gap, html.Bold(text)) }

// S returns the pair that fills a gap with a text.
func S(gap, text string) Pair { return Pair{Gap: gap, Text: text} }

// N returns the pair that fills a gap with a number. The number also chooses
// between grammatical forms.
func (c *Catalog) N(gap string, n int64) Pair { return Pair{gap, c.Int(n), n} }

// Say fills in a template, and returns plain text. It replaces {gap} by the value of
// the gap, {gap|one|other} by the form that fits the number in the gap, and
// [term|text] by the text. A gap without a value is left as it is, so that tests can
// find it. Cost: O(length of the text).
func (c *Catalog) Say(t Text, pairs ...Pair) string {
	if c.Told != nil {
		c.Told(t, pairs)
	}
	template := c.template(t)
	if strings.ContainsAny(template, "[<") {
		template = html.Plain(html.HTML(marked(template)))
	}
	if !strings.Contains(template, "{") {
		return template
	}
	var out strings.Builder
	for {
		before, gap, after, found := cutGap(template)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		out.WriteString(c.fill(gap, pairs))
		template = after
	}
}

// template returns the template of a text.
func (c *Catalog) template(t Text) string {
	area, place := t.split()
	if list := c.texts[area]; place < len(list) && list[place] != "" {
		return list[place]
	}
	return lateEnglish(t)
}

// cutGap cuts a template around its first gap, and reports whether there is one. An
// opening brace that is never closed begins no gap.
func cutGap(template string) (before, gap, after string, found bool) {
	before, rest, _ := strings.Cut(template, "{")
	gap, after, found = strings.Cut(rest, "}")
	if !found {
		return template, "", "", false
	}
	return before, gap, after, true
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
		return c.form(forms, p.Count)
	}
	return "{" + gap + "}"
}

// form chooses the grammatical form that fits a number.
func (c *Catalog) form(forms string, n int64) string {
	all := strings.Split(forms, "|")
	return all[min(c.plural(n), len(all)-1)]
}

// HTML fills in a template as [Catalog.Say] does. It keeps the markup of the
// template, marks [term|text] as a term of the glossary, and escapes what fills the
// gaps, except for markup. Cost: as Say.
func (c *Catalog) HTML(t Text, fillings ...Filling) html.HTML {
	if c.Told != nil {
		c.Told(t, pairs(fillings))
	}
	template := c.template(t)
	if strings.Contains(template, "[") {
		template = marked(template)
	}
	if !strings.Contains(template, "{") {
		return html.HTML(template)
	}
	var out html.Builder
	for {
		before, gap, after, found := cutGap(template)
		out.Add(html.HTML(before))
		if !found {
			return out.HTML()
		}
		c.fillHTML(&out, gap, fillings)
		template = after
	}
}

func (c *Catalog) fillHTML(out *html.Builder, gap string, fillings []Filling) {
	name, forms, choose := strings.Cut(gap, "|")
	for _, f := range fillings {
		switch f := f.(type) {
		case Markup:
			if f.Gap == name {
				out.Add(f.HTML)
				return
			}
		case Pair:
			if f.Gap == name && choose {
				out.Add(html.HTML(c.form(forms, f.Count)))
				return
			}
			if f.Gap == name {
				out.Add(html.Text(f.Text))
				return
			}
		}
	}
	out.Add(html.HTML("{" + gap + "}"))
}

// pairs returns fillings as tests see them.
func pairs(fillings []Filling) []Pair {
	var out []Pair
	for _, f := range fillings {
		switch f := f.(type) {
		case Markup:
			out = append(out, Pair{Gap: f.Gap, Text: string(f.HTML)})
		case Pair:
			out = append(out, f)
		}
	}
	return out
}

// Int formats a whole number, with separators between groups of three digits.
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

// Float formats a number with the given number of decimals.
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

// Isolate isolates the writing direction of a text where HTML is not possible, such
// as in the title of a browser window. A text without right-to-left characters is
// unchanged.
func Isolate(text string) string {
	if strings.IndexFunc(text, turns) < 0 {
		return text
	}
	return "\u2068" + text + "\u2069"
}

// turns reports whether a character is written from right to left, or changes the
// writing direction of other characters.
func turns(r rune) bool {
	return r >= 0x590 && r < 0x900 || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 ||
		r >= 0xfb1d && r < 0xfe00 || r >= 0xfe70 && r < 0xff00 || r >= 0x10800 && r < 0x11000 || r >= 0x1e800 && r < 0x1f000
}
