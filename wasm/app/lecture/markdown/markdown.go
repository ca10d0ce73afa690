// Package markdown reads the small part of Markdown that notes are written in:
// paragraphs, lists, headings, blocks of code; emphasis, code and links within
// them. What it makes are blocks of runs of text and never HTML, so that whatever a
// note holds can only become text: markup in it is shown as it was typed.
package markdown

import "strings"

// BlockKind is what a Block is.
type BlockKind uint8

// The kinds of blocks.
const (
	Paragraph BlockKind = iota
	Bullet              // an item of a list
	Numbered            // an item of a numbered list
	Heading
	Code // lines as they are: one Span
)

// Block is one paragraph or item, in the order of the text.
type Block struct {
	Kind  BlockKind
	Spans []TextSpan
}

// Style is how a Span is set.
type Style uint8

// The styles.
const (
	Plain Style = iota
	Emphasis
	Strong
	Monospace
	Link
)

// TextSpan is a run of text of one style.
type TextSpan struct {
	Style   Style
	Text    string
	Address string // of a Link, https alone
}

// Parse reads a text. There are no errors: what is not Markdown, or not of this
// part of it, is text. Cost: O(length).
func Parse(text string) []Block {
	var out []Block
	var code []string
	fenced, open := false, false // open: the next line goes on with the last block
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") {
			if fenced {
				out = append(out, Block{Code, []TextSpan{{Text: strings.Join(code, "\n")}}})
				code = nil
			}
			fenced, open = !fenced, false
			continue
		}
		if fenced {
			code = append(code, line)
			continue
		}
		if trimmed == "" {
			open = false
			continue
		}
		kind, rest := start(trimmed)
		if kind == Paragraph && open {
			last := &out[len(out)-1]
			last.Spans = joined(last.Spans, spans(rest))
			continue
		}
		out = append(out, Block{kind, spans(rest)})
		open = kind != Heading
	}
	if fenced { // it was never closed
		out = append(out, Block{Code, []TextSpan{{Text: strings.Join(code, "\n")}}})
	}
	return out
}

// start says what a line begins, and what follows its mark.
func start(line string) (BlockKind, string) {
	if rest := strings.TrimLeft(line, "#"); len(rest) < len(line) && strings.HasPrefix(rest, " ") {
		return Heading, strings.TrimSpace(rest)
	}
	if len(line) > 1 && strings.IndexByte("-*+", line[0]) >= 0 && line[1] == ' ' {
		return Bullet, strings.TrimSpace(line[2:])
	}
	digits := 0
	for digits < len(line) && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	if rest := line[digits:]; digits > 0 && digits < 10 && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ")) {
		return Numbered, strings.TrimSpace(rest[2:])
	}
	return Paragraph, line
}

// joined is two lines of one paragraph, with a space between them.
func joined(a, b []TextSpan) []TextSpan { return append(append(a, TextSpan{Text: " "}), b...) }
