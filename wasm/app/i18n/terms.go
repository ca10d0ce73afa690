package i18n

import (
	"slices"
	"strings"
)

// Terms of the glossary are marked where a template uses them: "[walltime|its
// walltime]", the term and how it reads there, so that a language may inflect
// it. Say turns such a mark into a <dfn>, which is markup like any other; Plain
// takes it away.
const (
	termOpen  = `<dfn data-term="`
	termClose = `</dfn>`
)

// marked turns the marks of a template into markup.
func marked(template string) string {
	var out strings.Builder
	for {
		before, rest, open := strings.Cut(template, "[")
		out.WriteString(before)
		if !open {
			return out.String()
		}
		term, tail, _ := strings.Cut(rest, "|")
		text, after, closed := strings.Cut(tail, "]")
		if !closed || strings.Trim(term, "abcdefghijklmnopqrstuvwxyz-") != "" { // a bracket that means itself
			out.WriteString("[")
			template = rest
			continue
		}
		out.WriteString(termOpen + term + `">` + text + termClose)
		template = after
	}
}

// Unmark is a text that is no markup yet without its terms.
func Unmark(text string) string {
	return eachTerm(text, same, func(_, text string) string { return text })
}

// EscapeMarked is Escape for a text with terms: these stay markup.
func EscapeMarked(text string) string {
	return eachTerm(text, Escape, func(term, text string) string { return termOpen + Escape(term) + `">` + Escape(text) + termClose })
}

func same(text string) string { return text }

// eachTerm puts a text together again from what is between its terms and from
// the terms.
func eachTerm(text string, between func(string) string, each func(term, text string) string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, termOpen)
		out.WriteString(between(before))
		if !found {
			return out.String()
		}
		term, rest, _ := strings.Cut(rest, `">`)
		inside, after, _ := strings.Cut(rest, termClose)
		out.WriteString(each(term, inside))
		text = after
	}
}

// Reach makes terms of a panel reachable by keys: the first of each, since a
// term that can be asked for once need not be passed twice. The others lose
// their marks.
type Reach struct{ seen []string }

// Words makes the words of markup that light something up reachable, but for those seen
// before, which the eye and the pointer find all the same.
func (r *Reach) Words(html string) string {
	const open = ` data-lit="`
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(html, open)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		mark, rest, _ := strings.Cut(rest, `"`)
		if !slices.Contains(r.seen, mark) {
			r.seen = append(r.seen, mark)
			out.WriteString(` tabindex="0"`)
		}
		out.WriteString(open + mark + `"`)
		html = rest
	}
}

// Mark makes the terms of markup reachable, but for those seen before.
func (r *Reach) Mark(html string) string {
	if !strings.Contains(html, termOpen) {
		return html
	}
	return eachTerm(html, same, func(term, text string) string {
		if slices.Contains(r.seen, term) {
			return text
		}
		r.seen = append(r.seen, term)
		return `<span class="term" role="button" tabindex="0" data-term="` + term + `">` + text + `</span>`
	})
}
