package worksheetpanel

import (
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

func (p *WorksheetPanel) button(do string, text html.HTML, class string) html.HTML {
	return html.Button(html.Attr{"data-sheet", do}, html.Class(class), text)
}

// DialogTitle returns the title of the dialog. This is the title of the worksheet
// or, if it has none, a general title.
func (p *WorksheetPanel) DialogTitle() string {
	if title := p.Title(); title != "" {
		return title
	}
	return p.Words.Say(i18n.SheetTitle)
}

// FrontHTML returns the content of the dialog before the first question.
func (p *WorksheetPanel) FrontHTML() html.HTML {
	c := p.Words
	who, notes := p.read()
	out := p.aboutHTML()
	if who != "" && len(notes) > 0 {
		out += html.Div(html.Class("row"), p.button("resume", c.HTML(i18n.SheetResume, i18n.B("name", who), c.N("done", int64(len(notes))), c.N("n", int64(p.All()))), "primary"))
	}
	class := "primary"
	if len(notes) > 0 {
		class = ""
	}
	name := html.El("input", html.ID("sheet-name"), html.Attr{"type", "text"}, html.Attr{"maxlength", "64"}, html.Attr{"autocomplete", "off"}, html.Attr{"spellcheck", "false"},
		html.Attr{"aria-describedby", "sheet-about sheet-wrong"}, html.Attr{"value", who})
	return out + html.El("form", html.ID("sheet-form"), html.Field(c.HTML(i18n.SheetPseudonym), name), html.P(html.ID("sheet-about"), html.Class("small"), c.HTML(i18n.SheetNoName)),
		html.P(html.ID("sheet-wrong"), html.Class("wrong"), html.Attr{"role", "alert"}),
		html.Div(html.Class("row"), html.El("button", html.ID("sheet-begin"), html.Class(class), c.HTML(i18n.SheetBegin)), p.toForm(), p.ways())) + html.Status("sheet-note")
}

// aboutHTML returns the text of the worksheet, and its size.
func (p *WorksheetPanel) aboutHTML() html.HTML {
	var about html.HTML
	if p.about.About != "" {
		about = html.P(html.Class("sheet-text"), html.Text(p.about.About))
	}
	return about + html.P(p.Words.HTML(i18n.SheetWhole, p.Words.N("n", int64(p.All())), p.Words.N("points", int64(p.points()))))
}

// ways returns the buttons with which a lecturer distributes the worksheet: print,
// copy, download, and SCORM.
func (p *WorksheetPanel) ways() html.HTML {
	c := p.Words
	return p.button("print", c.HTML(i18n.SheetPrint), "") + p.button("copy", c.HTML(i18n.SheetCopy), "") + p.button("download", c.HTML(i18n.SheetDownload), "") + p.button("scorm", "SCORM", "")
}

// toForm returns the button that leads from a preview back to the lecturer's form.
// It returns "" if this is not a preview.
func (p *WorksheetPanel) toForm() html.HTML {
	if !p.Preview {
		return ""
	}
	return p.button("form", p.Words.HTML(i18n.SheetForm), "")
}

// Head returns the text at the top of a question's card, with the number of the
// question.
func (p *WorksheetPanel) Head() string {
	c := p.Words
	return c.Say(i18n.SheetOf, c.N("k", int64(p.At())), c.N("n", int64(p.All())))
}

// BarHTML returns the line at the top of the page while the student answers
// questions. It also returns such a line if the student has closed the first dialog
// without beginning. Otherwise it returns "".
func (p *WorksheetPanel) BarHTML() html.HTML {
	var out html.HTML
	switch {
	case p.Stage == Front && p.Shut:
		out = html.Span(p.Words.HTML(i18n.SheetWaits)) + " " + p.button("front", p.Words.HTML(i18n.SheetBegin), "primary") + p.toForm()
	case p.Stage == Doing && p.part != nil:
		done := 100 * len(p.notes) / max(p.All(), 1)
		out = html.Span(html.Text(p.Head())) + " " + html.El("progress", html.Attr{"max", "100"}, html.Num("value", done), html.Hide{}) + " " + p.toForm() + p.button("aside", p.Words.HTML(i18n.SheetAside), "")
	default:
		return ""
	}
	return html.B(html.Isolated(p.DialogTitle())) + " " + out
}

// DoneHTML returns the content of the dialog after the last question.
func (p *WorksheetPanel) DoneHTML() html.HTML {
	c := p.Words
	row := func(buttons html.HTML) html.HTML { return html.Div(html.Class("row"), buttons) }
	var out, marks html.HTML
	if p.Delivery == NoSystem {
		out = html.P(c.HTML(i18n.SheetHandIn)) + row(p.button("save", c.HTML(i18n.SheetSave), "primary"))
	} else {
		var again html.HTML
		if p.Delivery == Refused {
			again = p.button("send", c.HTML(i18n.SheetSendAgain), "primary")
		}
		out = p.deliveryHTML() + row(again+p.button("save", c.HTML(i18n.SheetSave), ""))
	}
	if form := p.toForm(); form != "" {
		out += row(form)
	}
	out += html.Status("sheet-note")
	if p.marks == nil {
		return out
	}
	for i, m := range p.marks.List {
		text, class := i18n.SheetWrong, "wrong"
		switch {
		case !m.Answered:
			text, class = i18n.SheetSkipped, "skipped"
		case m.Right:
			text, class = i18n.SheetRight, "right"
		}
		var told html.HTML
		if i < len(p.told) {
			told = p.told[i]
		}
		marks += html.Li(html.Class(class), html.Text(c.Say(i18n.SheetItem, c.N("n", int64(m.Item)))+" · "+kindText(c, m.ID)+" · "+c.Say(text)+" "),
			html.Small(html.Text(halves(c, m.Halves)+" / "+halves(c, m.Of))), told)
	}
	return out + html.P(html.ID("sheet-score"), html.B(c.HTML(i18n.SheetScore, i18n.S("points", halves(c, p.marks.Halves)), c.N("n", int64(p.marks.Of/2))))) + html.Ol(html.Class("sheet-marks"), marks)
}

// halves formats a number of half points as a number of points.
func halves(c *i18n.Catalog, n int32) string { return c.Float(float64(n)/2, int(n&1)) }

// Kinds lists the kinds of questions that a worksheet can contain, each with its
// name and title.
var Kinds = []struct {
	Name string
	Text i18n.Text
}{
	{"start", i18n.SheetKindStart}, {"place", i18n.SheetKindPlace}, {"promise", i18n.SheetKindPromise}, {"extra", i18n.SheetKindExtra},
	{"check", i18n.SheetKindCheck}, {"cost", i18n.SheetKindCost}, {"next", i18n.SheetKindNext}, {"share", i18n.SheetKindShare},
	{"link", i18n.SheetKindLink}, {"policy", i18n.SheetKindPolicy}, {"figure", i18n.SheetKindFigure},
}

// kindText returns the title of the kind of a question. The name of the kind is the
// beginning of the question's id.
func kindText(c *i18n.Catalog, id string) string {
	name, _, _ := strings.Cut(id, "@")
	for _, k := range Kinds {
		if k.Name == name {
			return c.Say(k.Text)
		}
	}
	return name
}
