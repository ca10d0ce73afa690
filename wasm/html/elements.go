package html

import "strings"

// The functions in this file return elements that several panels use.

// Div returns a div element.
func Div(pieces ...Piece) HTML { return El("div", pieces...) }

// P returns a paragraph.
func P(pieces ...Piece) HTML { return El("p", pieces...) }

// Span returns a span element.
func Span(pieces ...Piece) HTML { return El("span", pieces...) }

// B returns bold text.
func B(pieces ...Piece) HTML { return El("b", pieces...) }

// Bold returns a text as the important part of a sentence.
func Bold(text string) HTML { return B(Text(text)) }

// I returns an element that CSS sets apart from the text around it: a picture, a mark,
// a tag, a name or a rule.
func I(pieces ...Piece) HTML { return El("i", pieces...) }

// Em returns emphasized text.
func Em(pieces ...Piece) HTML { return El("em", pieces...) }

// Code returns the text of a program.
func Code(pieces ...Piece) HTML { return El("code", pieces...) }

// Small returns small text.
func Small(pieces ...Piece) HTML { return El("small", pieces...) }

// Br is a line break.
const Br HTML = "<br>"

// H2 returns a heading of a panel.
func H2(pieces ...Piece) HTML { return El("h2", pieces...) }

// H3 returns a heading within a panel.
func H3(pieces ...Piece) HTML { return El("h3", pieces...) }

// Section returns a section.
func Section(pieces ...Piece) HTML { return El("section", pieces...) }

// Ul returns a list.
func Ul(pieces ...Piece) HTML { return El("ul", pieces...) }

// Ol returns a numbered list.
func Ol(pieces ...Piece) HTML { return El("ol", pieces...) }

// Li returns an item of a list.
func Li(pieces ...Piece) HTML { return El("li", pieces...) }

// Dt returns the term of an entry of a definition list.
func Dt(pieces ...Piece) HTML { return El("dt", pieces...) }

// Dd returns the text of an entry of a definition list.
func Dd(pieces ...Piece) HTML { return El("dd", pieces...) }

// Entry returns an entry of a definition list: a term and the text about it.
func Entry(term, text Piece) HTML { return Div(Dt(term), Dd(text)) }

// Table returns a table.
func Table(pieces ...Piece) HTML { return El("table", pieces...) }

// Tr returns a row of a table.
func Tr(pieces ...Piece) HTML { return El("tr", pieces...) }

// Td returns a cell of a table.
func Td(pieces ...Piece) HTML { return El("td", pieces...) }

// NumberCell returns a cell of a table with a number, which CSS aligns.
func NumberCell(number string) HTML { return Td(Class("n"), Text(number)) }

// Rows returns the rows of a table: the cells of its head, and the rows below it.
func Rows(heads, rows HTML) HTML { return El("thead", Tr(heads)) + El("tbody", rows) }

// ColumnHead returns the heading of a column of a table.
func ColumnHead(pieces ...Piece) HTML { return element("th", Attr{"scope", "col"}, pieces) }

// RowHead returns the heading of a row of a table.
func RowHead(pieces ...Piece) HTML { return element("th", Attr{"scope", "row"}, pieces) }

// Button returns a button.
func Button(pieces ...Piece) HTML { return element("button", Attr{"type", "button"}, pieces) }

// Spoken returns text that only screen readers read.
func Spoken(pieces ...Piece) HTML { return element("span", Class("sr"), pieces) }

// Status returns the line of a panel for messages about what the reader did, which
// screen readers announce. It is empty unless it has a text from the start.
func Status(id string, text ...Piece) HTML {
	return element("p", ID(id), append([]Piece{Class("small"), Attr{"role", "status"}}, text...))
}

// Isolated returns a text from outside, such as a title. It isolates the writing
// direction of the text, so that right-to-left letters in it cannot reorder the
// words around it.
func Isolated(text string) HTML { return El("bdi", Text(text)) }

// Path returns a path of an SVG picture.
func Path(d string, attributes ...Piece) HTML { return element("path", Attr{"d", d}, attributes) }

// Option returns an option of a select element.
func Option(value string, selected bool, text ...Piece) HTML {
	return element("option", Attr{"value", value}, append(text, If(selected, Flag("selected"))))
}

// Checked returns the attribute of a selected check box if yes is true, and none
// otherwise.
func Checked(yes bool) Flag { return If(yes, Flag("checked")) }

// Search returns the input field of a search. Its label is also its placeholder.
func Search(id, label string) HTML {
	return El("input", ID(id), Attr{"type", "search"}, Attr{"autocomplete", "off"}, Attr{"spellcheck", "false"}, Attr{"placeholder", label}, Label(label))
}

// Field returns the input of a value, with its label above.
func Field(label, input Piece) HTML {
	return El("label", Class("field"), Span(label), input)
}

// Style returns a style sheet within a page. A style sheet is not escaped, so
// characters that could end it are removed.
func Style(css string) HTML { return El("style", HTML(strings.ReplaceAll(css, "<", ""))) }

// Document returns a page that needs no other file. It is also XML if its body has no
// elements without an end, such as br and input.
func Document(language, title, policy, style string, body HTML) HTML {
	meta := func(pieces ...Piece) HTML {
		var b Builder
		b.begin("meta", nil, pieces)
		return b.HTML() + "/>"
	}
	head := meta(Attr{"charset", "utf-8"}) + meta(Attr{"http-equiv", "Content-Security-Policy"}, Attr{"content", policy}) +
		meta(Attr{"name", "viewport"}, Attr{"content", "width=device-width, initial-scale=1"}) + El("title", Text(title)) + Style(style)
	return Page(language, Attr{"xmlns", "http://www.w3.org/1999/xhtml"}, El("head", head), El("body", body))
}

// Page returns a page with the given content.
func Page(language string, pieces ...Piece) HTML {
	return "<!DOCTYPE html>\n" + element("html", Attr{"lang", language}, pieces) + "\n"
}
