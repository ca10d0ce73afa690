// Package html builds HTML, and escapes texts by their type.
//
// [El] and the functions named after elements take an element's attributes and
// content, and return the element. A [Text] is escaped, and so are the values of
// attributes; [HTML] is finished markup and is kept as it is. A string is neither and
// does not compile, so a text from outside cannot become markup by mistake:
//
//	html.Li(html.Class("wrong"), html.B(html.Text(user)), html.Br, reason)
//
// Long lists are collected in a [Builder].
package html

import (
	"strconv"
	"strings"
)

// HTML is markup: elements and escaped text. Apart from this package, only two parts
// of the program convert strings other than literals to HTML: package i18n, whose
// templates contain markup, and the gallery, whose pictures tools/build draws.
type HTML string

// Text is plain text. It is escaped where it is put into an element.
type Text string

// Attr is an attribute of an element: its name and its value. The zero value adds
// nothing.
type Attr [2]string

// The most frequent attributes have types of their own. They are types, not
// functions, because a constant attribute then needs no code where it is used. Their
// zero values add nothing, except for that of Hide.
type (
	// Class is the attribute of one or more classes.
	Class string
	// ID is the attribute of an identifier.
	ID string
	// Label is the attribute of a name for screen readers.
	Label string
	// Flag is the name of an attribute without a value, such as "hidden".
	Flag string
	// LabelledBy is the attribute that names an element by the text of another, which
	// has this identifier.
	LabelledBy string
	// Hide is the attribute that hides an element from screen readers.
	Hide struct{}
)

// Piece is an attribute of an element ([Attr], [Class], [ID], [Label], [LabelledBy],
// [Flag], [Hide]), or content of it ([HTML], [Text]).
type Piece interface{ piece() }

func (HTML) piece()       {}
func (Text) piece()       {}
func (Attr) piece()       {}
func (Class) piece()      {}
func (ID) piece()         {}
func (Label) piece()      {}
func (Flag) piece()       {}
func (LabelledBy) piece() {}
func (Hide) piece()       {}

// El returns an element. The order of attributes among the other pieces does not
// matter.
func El(name string, pieces ...Piece) HTML { return element(name, nil, pieces) }

// element returns an element. The parameter first is a further attribute, or nil.
func element(name string, first Piece, pieces []Piece) HTML {
	var b Builder
	size := 2*len(name) + 5
	if first != nil {
		size += room(first)
	}
	for _, p := range pieces {
		size += room(p)
	}
	b.out.Grow(size)
	b.element(name, first, pieces)
	return b.HTML()
}

// room returns the number of bytes that a piece needs, unless characters of it are
// escaped.
func room(p Piece) int {
	switch p := p.(type) {
	case HTML:
		return len(p)
	case Text:
		return len(p)
	case Flag:
		return len(p) + 1
	}
	name, value := attribute(p)
	return len(name) + len(value) + 4
}

// attribute returns the name and the value of a piece that is an attribute with a
// value, and an empty name for any other piece.
func attribute(p Piece) (name, value string) {
	switch p := p.(type) {
	case Attr:
		return p[0], p[1]
	case Hide:
		return "aria-hidden", "true"
	case Class:
		name, value = "class", string(p)
	case ID:
		name, value = "id", string(p)
	case Label:
		name, value = "aria-label", string(p)
	case LabelledBy:
		name, value = "aria-labelledby", string(p)
	}
	if value == "" {
		return "", ""
	}
	return name, value
}

// Builder collects markup.
type Builder struct{ out strings.Builder }

// HTML returns what was collected.
func (b *Builder) HTML() HTML { return HTML(b.out.String()) }

// Len returns the number of bytes that were collected.
func (b *Builder) Len() int { return b.out.Len() }

// Add appends content. It ignores attributes.
func (b *Builder) Add(pieces ...Piece) {
	for _, p := range pieces {
		switch p := p.(type) {
		case HTML:
			b.out.WriteString(string(p))
		case Text:
			b.escape(string(p))
		}
	}
}

// El appends an element.
func (b *Builder) El(name string, pieces ...Piece) { b.element(name, nil, pieces) }

func (b *Builder) element(name string, first Piece, pieces []Piece) {
	b.begin(name, first, pieces)
	switch name {
	case "br", "hr", "input", "meta", "wbr":
		b.out.WriteByte('>')
	case "circle", "path", "rect":
		b.out.WriteString("/>")
	default:
		b.out.WriteByte('>')
		b.Add(pieces...)
		b.out.WriteString("</")
		b.out.WriteString(name)
		b.out.WriteByte('>')
	}
}

// begin appends the beginning of an element, with its attributes.
func (b *Builder) begin(name string, first Piece, pieces []Piece) {
	b.out.WriteByte('<')
	b.out.WriteString(name)
	b.attribute(first)
	for _, p := range pieces {
		b.attribute(p)
	}
}

// attribute appends a piece if it is an attribute.
func (b *Builder) attribute(p Piece) {
	if flag, ok := p.(Flag); ok && flag != "" {
		b.out.WriteByte(' ')
		b.out.WriteString(string(flag))
	}
	if name, value := attribute(p); name != "" {
		b.out.WriteByte(' ')
		b.out.WriteString(name)
		b.out.WriteString(`="`)
		b.escape(value)
		b.out.WriteByte('"')
	}
}

// escape appends a text with all characters escaped that have a meaning in markup
// or in the value of an attribute.
func (b *Builder) escape(text string) {
	from := 0
	for i := range len(text) {
		by := ""
		switch text[i] {
		case '&':
			by = "&amp;"
		case '<':
			by = "&lt;"
		case '>':
			by = "&gt;"
		case '"':
			by = "&#34;"
		case '\'':
			by = "&#39;"
		default:
			continue
		}
		b.out.WriteString(text[from:i])
		b.out.WriteString(by)
		from = i + 1
	}
	b.out.WriteString(text[from:])
}

// Escape returns a text as markup.
func Escape(text string) HTML {
	if !strings.ContainsAny(text, `<>&"'`) {
		return HTML(text)
	}
	var b Builder
	b.escape(text)
	return b.HTML()
}

// Plain returns the text of markup: without tags, and with escaped characters as
// they were.
func Plain(markup HTML) string {
	var out strings.Builder
	html := string(markup)
	for {
		before, rest, tag := strings.Cut(html, "<")
		out.WriteString(before)
		if !tag {
			break
		}
		_, html, _ = strings.Cut(rest, ">")
	}
	return unescape.Replace(out.String())
}

var unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&")

// If returns a piece, or nothing if the condition does not hold.
func If[P HTML | Text | Attr | Class | ID | Label | LabelledBy | Flag](condition bool, piece P) P {
	if condition {
		return piece
	}
	var nothing P
	return nothing
}

// Num returns an attribute whose value is a whole number.
func Num(name string, n int) Attr { return Attr{name, strconv.Itoa(n)} }

// Float returns an attribute whose value is a number.
func Float(name string, v float64) Attr {
	return Attr{name, strconv.FormatFloat(v, 'g', -1, 64)}
}

// Tenth returns an attribute whose value is a number with one decimal.
func Tenth(name string, v float64) Attr {
	return Attr{name, strconv.FormatFloat(v, 'f', 1, 64)}
}

// Bool returns an attribute whose value is "true" or "false".
func Bool(name string, on bool) Attr {
	return Attr{name, strconv.FormatBool(on)}
}
