// Package markdown parses the small part of Markdown that lecture notes use:
// paragraphs, lists, headings and code blocks, and within them emphasis, code and
// links.
//
// Parse turns a text into a list of [Block] values, each with its [TextSpan]
// values. It never makes HTML: the page inserts every span as text. Markup in a
// note is therefore shown as it was typed and can never run. For example, "- a
// **b**" becomes
//
//	Block{Bullet, []TextSpan{{Text: "a "}, {Style: Strong, Text: "b"}}}
package markdown

import "strings"

// BlockKind is the kind of a Block.
type BlockKind uint8

// The kinds of blocks.
const (
	Paragraph BlockKind = iota
	Bullet              // item of a list
	Numbered            // item of a numbered list
	Heading
	Code // verbatim lines, in one TextSpan
)

// Block is a paragraph, list item, heading or code block.
type Block struct {
	Kind  BlockKind
	Spans []TextSpan
}

// Style is the style of a TextSpan.
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
	Address string // address of a Link; it always begins with https://
}

// Parse parses a text into its blocks. It never fails: any Markdown that is not
// supported remains text. Cost: O(length).
func Parse(text string) []Block {
	var out []Block
	var code []string
	fenced, open := false, false // fenced: the line is inside a code block; open: the next line may continue the last block
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
	if fenced { // the code block has no closing line
		out = append(out, Block{Code, []TextSpan{{Text: strings.Join(code, "\n")}}})
	}
	return out
}

// start returns the kind of the block that a line begins. It also returns the text
// of the line without the mark of that kind, such as "# " for a heading.
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

// joined returns the spans of a line of a paragraph, a space, and the spans of the
// line after it.
func joined(a, b []TextSpan) []TextSpan { return append(append(a, TextSpan{Text: " "}), b...) }
