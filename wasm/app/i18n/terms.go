package i18n

import (
	"slices"
	"strings"

	"hopyard/wasm/html"
)

// Templates mark terms of the glossary: "[walltime|its walltime]" contains the term
// and the words to show, so that a translation may inflect the term. Catalog.HTML turns
// the mark into a <dfn> element, and Catalog.Say keeps only the words. html.Plain
// removes the element like other markup.
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

// TermFocus makes the glossary terms of a panel reachable by keyboard. Only the
// first occurrence of a term becomes reachable, so that the Tab key does not stop
// at the same term twice. Later occurrences become plain text.
type TermFocus struct{ seen []string }

// Words makes marked words (which highlight something in the pictures) reachable by
// keyboard. If several words have the same mark, only the first of them becomes
// reachable. The others still react to the pointer.
func (r *TermFocus) Words(markup html.HTML) html.HTML {
	const open = ` data-lit="`
	text := string(markup)
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, open)
		out.WriteString(before)
		if !found {
			return html.HTML(out.String())
		}
		mark, rest, _ := strings.Cut(rest, `"`)
		if !slices.Contains(r.seen, mark) {
			r.seen = append(r.seen, mark)
			out.WriteString(` tabindex="0"`)
		}
		out.WriteString(open + mark + `"`)
		text = rest
	}
}

// Mark makes the terms of a text reachable by keyboard. Terms that have occurred
// before become plain text.
func (r *TermFocus) Mark(markup html.HTML) html.HTML {
	text := string(markup)
	if !strings.Contains(text, termOpen) {
		return markup
	}
	var out html.Builder
	for {
		before, rest, found := strings.Cut(text, termOpen)
		out.Add(html.HTML(before))
		if !found {
			return out.HTML()
		}
		term, rest, _ := strings.Cut(rest, `">`)
		inside, after, _ := strings.Cut(rest, termClose)
		if slices.Contains(r.seen, term) {
			out.Add(html.HTML(inside))
		} else {
			r.seen = append(r.seen, term)
			out.El("span", html.Class("term"), html.Attr{"role", "button"}, html.Attr{"tabindex", "0"}, html.Attr{"data-term", term}, html.HTML(inside))
		}
		text = after
	}
}
