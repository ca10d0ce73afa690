package worksheetpanel

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/i18n"
)

func (p *WorksheetPanel) button(do, text, class string) string {
	if class != "" {
		class = ` class="` + class + `"`
	}
	return `<button type="button" data-sheet="` + do + `"` + class + `>` + text + `</button>`
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
func (p *WorksheetPanel) FrontHTML() string {
	c := p.Words
	var out strings.Builder
	if p.about.About != "" {
		out.WriteString(`<p class="sheet-text">` + i18n.Escape(p.about.About) + `</p>`)
	}
	out.WriteString(`<p>` + c.Say(i18n.SheetWhole, c.N("n", int64(p.All())), c.N("points", int64(p.points()))) + `</p>`)
	who, notes := p.read()
	if who != "" && len(notes) > 0 {
		out.WriteString(`<div class="row">` + p.button("resume", c.Say(i18n.SheetResume, i18n.S("name", i18n.Bold(i18n.Escape(who))), c.N("done", int64(len(notes))), c.N("n", int64(p.All()))), "primary") + `</div>`)
	}
	class := "primary"
	if len(notes) > 0 {
		class = ""
	}
	out.WriteString(`<form id="sheet-form"><label class="field"><span>` + c.Say(i18n.SheetPseudonym) + `</span><input id="sheet-name" type="text" maxlength="64" autocomplete="off" spellcheck="false" aria-describedby="sheet-about sheet-wrong" value="` + i18n.Escape(who) + `"></label><p id="sheet-about" class="small">` + c.Say(i18n.SheetNoName) +
		`</p><p id="sheet-wrong" class="wrong" role="alert"></p><div class="row"><button id="sheet-begin" class="` + class + `">` + c.Say(i18n.SheetBegin) + `</button>` + p.toForm() + p.ways() + `</div></form><p id="sheet-note" class="small" role="status"></p>`)
	return out.String()
}

// ways returns the buttons with which a lecturer distributes the worksheet: print,
// copy, download, and SCORM.
func (p *WorksheetPanel) ways() string {
	c := p.Words
	return p.button("print", c.Say(i18n.SheetPrint), "") + p.button("copy", c.Say(i18n.SheetCopy), "") + p.button("download", c.Say(i18n.SheetDownload), "") + p.button("scorm", "SCORM", "")
}

// toForm returns the button that leads from a preview back to the lecturer's form.
// It returns "" if this is not a preview.
func (p *WorksheetPanel) toForm() string {
	if !p.Preview {
		return ""
	}
	return p.button("form", p.Words.Say(i18n.SheetForm), "")
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
func (p *WorksheetPanel) BarHTML() string {
	if p.Stage == Front && p.Shut {
		return `<b>` + i18n.Isolated(p.DialogTitle()) + `</b> <span>` + p.Words.Say(i18n.SheetWaits) + `</span> ` + p.button("front", p.Words.Say(i18n.SheetBegin), "primary") + p.toForm()
	}
	if p.Stage != Doing || p.part == nil {
		return ""
	}
	done := 100 * len(p.notes) / max(p.All(), 1)
	return `<b>` + i18n.Isolated(p.DialogTitle()) + `</b> <span>` + p.Head() + `</span> <progress max="100" value="` + fmt.Sprint(done) + `" aria-hidden="true"></progress> ` + p.toForm() + p.button("aside", p.Words.Say(i18n.SheetAside), "")
}

// DoneHTML returns the content of the dialog after the last question.
func (p *WorksheetPanel) DoneHTML() string {
	c := p.Words
	var out strings.Builder
	if p.Delivery == NoSystem {
		out.WriteString(`<p>` + c.Say(i18n.SheetHandIn) + `</p><div class="row">` + p.button("save", c.Say(i18n.SheetSave), "primary") + `</div>`)
	} else {
		again := ""
		if p.Delivery == Refused {
			again = p.button("send", c.Say(i18n.SheetSendAgain), "primary")
		}
		out.WriteString(p.deliveryHTML() + `<div class="row">` + again + p.button("save", c.Say(i18n.SheetSave), "") + `</div>`)
	}
	if form := p.toForm(); form != "" {
		out.WriteString(`<div class="row">` + form + `</div>`)
	}
	out.WriteString(`<p id="sheet-note" class="small" role="status"></p>`)
	if p.marks == nil {
		return out.String()
	}
	out.WriteString(`<p id="sheet-score"><b>` + c.Say(i18n.SheetScore, i18n.S("points", halves(c, p.marks.Halves)), c.N("n", int64(p.marks.Of/2))) + `</b></p><ol class="sheet-marks">`)
	for i, m := range p.marks.List {
		text, class := i18n.SheetWrong, "wrong"
		switch {
		case !m.Answered:
			text, class = i18n.SheetSkipped, "skipped"
		case m.Right:
			text, class = i18n.SheetRight, "right"
		}
		out.WriteString(`<li class="` + class + `">` + c.Say(i18n.SheetItem, c.N("n", int64(m.Item))) + ` · ` + kindText(c, m.ID) + ` · ` + c.Say(text) + ` <small>` + halves(c, m.Halves) + ` / ` + halves(c, m.Of) + `</small>`)
		if i < len(p.told) {
			out.WriteString(p.told[i])
		}
		out.WriteString(`</li>`)
	}
	out.WriteString(`</ol>`)
	return out.String()
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
	return i18n.Escape(name)
}
