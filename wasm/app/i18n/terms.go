package i18n

import (
	"slices"
	"strings"
)

// Templates mark terms of the glossary: "[walltime|its walltime]" contains the term
// and the words to show, so that a translation may inflect the term. Say turns the
// mark into a <dfn> element. Plain removes this element like other markup.
const (
	termOpen  = `<dfn data-term="`
	termClose = `</dfn>`
)

// marked turns the term marks of a template into markup.
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
		if !closed || strings.Trim(term, "abcdefghijklmnopqrstuvwxyz-") != "" { // an ordinary bracket, not a term
			out.WriteString("[")
			template = rest
			continue
		}
		out.WriteString(termOpen + term + `">` + text + termClose)
		template = after
	}
}

// Unmark removes the term marks from a text that has not been escaped yet.
func Unmark(text string) string {
	return eachTerm(text, same, func(_, text string) string { return text })
}

// EscapeMarked escapes a text for HTML but keeps the elements that mark terms.
func EscapeMarked(text string) string {
	return eachTerm(text, Escape, func(term, text string) string { return termOpen + Escape(term) + `">` + Escape(text) + termClose })
}

func same(text string) string { return text }

// eachTerm rebuilds a text. It passes the text between the terms to the function
// between, and each term to the function each.
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

// TermFocus makes the glossary terms of a panel reachable by keyboard. Only the
// first occurrence of a term becomes reachable, so that the Tab key does not stop
// at the same term twice. Later occurrences become plain text.
type TermFocus struct{ seen []string }

// Words makes marked words (which highlight something in the pictures) reachable by
// keyboard. If several words have the same mark, only the first of them becomes
// reachable. The others still react to the pointer.
func (r *TermFocus) Words(html string) string {
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

// Mark makes the terms of a text reachable by keyboard. Terms that have occurred
// before become plain text.
func (r *TermFocus) Mark(html string) string {
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
