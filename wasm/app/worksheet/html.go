package worksheet

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/words"
)

func (p *Panel) button(do, text, class string) string {
	if class != "" {
		class = ` class="` + class + `"`
	}
	return `<button type="button" data-sheet="` + do + `"` + class + `>` + text + `</button>`
}

// DialogTitle is the head of the dialog.
func (p *Panel) DialogTitle() string {
	if title := p.Title(); title != "" {
		return title
	}
	return p.Words.Say(words.SheetTitle)
}

// FrontHTML is what stands before the first question.
func (p *Panel) FrontHTML() string {
	c := p.Words
	var out strings.Builder
	if p.about.About != "" {
		out.WriteString(`<p class="sheet-text">` + words.Escape(p.about.About) + `</p>`)
	}
	out.WriteString(`<p>` + c.Say(words.SheetWhole, c.N("n", int64(p.All())), c.N("points", int64(p.points()))) + `</p>`)
	who, notes := p.read()
	if who != "" && len(notes) > 0 {
		out.WriteString(`<div class="row">` + p.button("resume", c.Say(words.SheetResume, words.S("name", words.Bold(words.Escape(who))), c.N("done", int64(len(notes))), c.N("n", int64(p.All()))), "primary") + `</div>`)
	}
	class := "primary"
	if len(notes) > 0 {
		class = ""
	}
	out.WriteString(`<form id="sheet-form"><label class="field"><span>` + c.Say(words.SheetPseudonym) + `</span><input id="sheet-name" type="text" maxlength="64" autocomplete="off" spellcheck="false" aria-describedby="sheet-about sheet-wrong" value="` + words.Escape(who) + `"></label><p id="sheet-about" class="small">` + c.Say(words.SheetNoName) +
		`</p><p id="sheet-wrong" class="wrong" role="alert"></p><div class="row"><button id="sheet-begin" class="` + class + `">` + c.Say(words.SheetBegin) + `</button>` + p.toForm() + p.ways() + `</div></form><p id="sheet-note" class="small" role="status"></p>`)
	return out.String()
}

// ways are what else can be done with a worksheet.
func (p *Panel) ways() string {
	c := p.Words
	return p.button("print", c.Say(words.SheetPrint), "") + p.button("copy", c.Say(words.SheetCopy), "") + p.button("download", c.Say(words.SheetDownload), "") + p.button("scorm", "SCORM", "")
}

// toForm returns the button from a preview back to the form; "" for any other worksheet.
func (p *Panel) toForm() string {
	if !p.Preview {
		return ""
	}
	return p.button("form", p.Words.Say(words.SheetForm), "")
}

// Head is what the card of a question begins with.
func (p *Panel) Head() string {
	c := p.Words
	return c.Say(words.SheetOf, c.N("k", int64(p.At())), c.N("n", int64(p.All())))
}

// BarHTML returns the line above the page while a worksheet waits for its beginning
// behind a closed dialog, or is being done; "" for none.
func (p *Panel) BarHTML() string {
	if p.Stage == Front && p.Shut {
		return `<b>` + words.Isolated(p.DialogTitle()) + `</b> <span>` + p.Words.Say(words.SheetWaits) + `</span> ` + p.button("front", p.Words.Say(words.SheetBegin), "primary") + p.toForm()
	}
	if p.Stage != Doing || p.part == nil {
		return ""
	}
	done := 100 * len(p.notes) / max(p.All(), 1)
	return `<b>` + words.Isolated(p.DialogTitle()) + `</b> <span>` + p.Head() + `</span> <progress max="100" value="` + fmt.Sprint(done) + `" aria-hidden="true"></progress> ` + p.toForm() + p.button("aside", p.Words.Say(words.SheetAside), "")
}

// DoneHTML is what comes after the last question.
func (p *Panel) DoneHTML() string {
	c := p.Words
	var out strings.Builder
	if p.Delivery == NoSystem {
		out.WriteString(`<p>` + c.Say(words.SheetHandIn) + `</p><div class="row">` + p.button("save", c.Say(words.SheetSave), "primary") + `</div>`)
	} else {
		again := ""
		if p.Delivery == Refused {
			again = p.button("send", c.Say(words.SheetSendAgain), "primary")
		}
		out.WriteString(p.deliveryHTML() + `<div class="row">` + again + p.button("save", c.Say(words.SheetSave), "") + `</div>`)
	}
	if form := p.toForm(); form != "" {
		out.WriteString(`<div class="row">` + form + `</div>`)
	}
	out.WriteString(`<p id="sheet-note" class="small" role="status"></p>`)
	if p.marks == nil {
		return out.String()
	}
	out.WriteString(`<p id="sheet-score"><b>` + c.Say(words.SheetScore, words.S("points", halves(c, p.marks.Halves)), c.N("n", int64(p.marks.Of/2))) + `</b></p><ol class="sheet-marks">`)
	for i, m := range p.marks.List {
		text, class := words.SheetWrong, "wrong"
		switch {
		case !m.Answered:
			text, class = words.SheetSkipped, "skipped"
		case m.Right:
			text, class = words.SheetRight, "right"
		}
		out.WriteString(`<li class="` + class + `">` + c.Say(words.SheetItem, c.N("n", int64(m.Item))) + ` · ` + kindText(c, m.ID) + ` · ` + c.Say(text) + ` <small>` + halves(c, m.Halves) + ` / ` + halves(c, m.Of) + `</small>`)
		if i < len(p.told) {
			out.WriteString(p.told[i])
		}
		out.WriteString(`</li>`)
	}
	out.WriteString(`</ol>`)
	return out.String()
}

// halves are points that were doubled.
func halves(c *words.Catalog, n int32) string { return c.Float(float64(n)/2, int(n&1)) }

// Kinds are the kinds of questions by name, and what they are called.
var Kinds = []struct {
	Name string
	Text words.Text
}{
	{"start", words.SheetKindStart}, {"place", words.SheetKindPlace}, {"promise", words.SheetKindPromise}, {"extra", words.SheetKindExtra},
	{"check", words.SheetKindCheck}, {"cost", words.SheetKindCost}, {"next", words.SheetKindNext}, {"share", words.SheetKindShare},
	{"link", words.SheetKindLink}, {"policy", words.SheetKindPolicy}, {"figure", words.SheetKindFigure},
}

// kindText is what the kind of a question is called, by its id.
func kindText(c *words.Catalog, id string) string {
	name, _, _ := strings.Cut(id, "@")
	for _, k := range Kinds {
		if k.Name == name {
			return c.Say(k.Text)
		}
	}
	return words.Escape(name)
}
