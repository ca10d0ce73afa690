package worksheetpanel

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/wasm/app/i18n"
)

// WorksheetDraft holds the form in which a lecturer composes a worksheet.
type WorksheetDraft struct {
	Title, Text, Seed string
	Items             []Item
	Lessons           [][2]string // name and title of each lesson
	Screen            string      // text of the scenario on screen; "" if there is none
}

// Item is an item of the worksheet, with the texts that the lecturer typed into the
// form.
type Item struct {
	Source         string // name of a lesson, or "" for the scenario on screen
	Kinds          []string
	Count, Points  string
	Fixed, Because bool
}

// NewItem returns an item with default values.
func NewItem(source string) Item {
	return Item{Source: source, Kinds: []string{"start", "promise"}, Count: "3", Points: "1"}
}

// JSON returns the text of the worksheet. It does not check the numbers that the
// lecturer typed, because the parser of worksheets reports wrong numbers.
func (m *WorksheetDraft) JSON() string {
	var out bytes.Buffer
	out.WriteString("{\n  \"hopyard_worksheet\": 1")
	field := func(name, value string) {
		if value = strings.TrimSpace(value); value != "" {
			fmt.Fprintf(&out, ",\n  \"%s\": %s", name, jsondoc.AppendText(nil, value))
		}
	}
	number := func(value string) string { // a text that is not a number becomes a JSON string, so that the parser can report its position
		value = strings.TrimSpace(value)
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			return strconv.FormatInt(n, 10)
		}
		return string(jsondoc.AppendText(nil, value))
	}
	field("title", m.Title)
	field("text", m.Text)
	if strings.TrimSpace(m.Seed) != "" {
		fmt.Fprintf(&out, ",\n  \"seed\": %s", number(m.Seed))
	}
	out.WriteString(",\n  \"items\": [")
	for i := range m.Items {
		it := &m.Items[i]
		if i > 0 {
			out.WriteByte(',')
		}
		if it.Source != "" {
			fmt.Fprintf(&out, "\n    {\"lesson\": %s", jsondoc.AppendText(nil, it.Source))
		} else {
			fmt.Fprintf(&out, "\n    {\"scenario\": %s", strings.TrimSpace(m.Screen))
		}
		if it.Fixed {
			out.WriteString(`, "fixed": true`)
		}
		if len(it.Kinds) > 0 {
			fmt.Fprintf(&out, `, "kinds": ["%s"]`, strings.Join(it.Kinds, `", "`))
		}
		fmt.Fprintf(&out, `, "count": %s, "points": %s`, number(it.Count), number(it.Points))
		if it.Because {
			out.WriteString(`, "because": true`)
		}
		out.WriteByte('}')
	}
	out.WriteString("\n  ]\n}\n")
	return out.String()
}

// MakingHTML returns the form for composing a worksheet.
func (p *WorksheetPanel) MakingHTML(m *WorksheetDraft) string {
	c := p.Words
	var out strings.Builder
	input := func(id, label, kind, value, more string) {
		fmt.Fprintf(&out, `<label class="field"><span>%s</span><input id="%s" type="%s" value="%s"%s></label>`, label, id, kind, i18n.Escape(value), more)
	}
	out.WriteString(`<form id="make-form" novalidate>`)
	input("make-title-text", c.Say(i18n.SheetName), "text", m.Title, ` maxlength="200" autocomplete="off"`)
	out.WriteString(`<label class="field"><span>` + c.Say(i18n.SheetText) + `</span><textarea id="make-text" rows="2" maxlength="2000">` + i18n.Escape(m.Text) + `</textarea></label>`)
	input("make-seed", c.Say(i18n.SheetSeed)+` <small>`+c.Say(i18n.SheetSeedAbout)+`</small>`, "text", m.Seed, ` inputmode="numeric" autocomplete="off"`)
	out.WriteString(`<h3>` + c.Say(i18n.SheetItems) + `</h3>`)
	for i := range m.Items {
		p.makingItem(&out, m, i)
	}
	out.WriteString(`<div class="row">` + p.button("add", c.Say(i18n.SheetAdd), "") + `</div><ul id="make-wrong" class="wrong" role="alert"></ul><div class="row">` +
		p.button("try", c.Say(i18n.SheetTry), "primary") + p.button("make-download", c.Say(i18n.SheetDownload), "") + p.button("make-copy", c.Say(i18n.SheetCopy), "") +
		p.button("make-print", c.Say(i18n.SheetPrint), "") + p.button("make-scorm", "SCORM", "") + `</div><p id="make-note" class="small" role="status"></p></form>`)
	return out.String()
}

func (p *WorksheetPanel) makingItem(out *strings.Builder, m *WorksheetDraft, i int) {
	c, it := p.Words, &m.Items[i]
	fmt.Fprintf(out, `<fieldset class="make-item" data-item="%d"><legend>%s</legend><label class="field"><span>%s</span><select name="source">`, i, c.Say(i18n.SheetItem, c.N("n", int64(i+1))), c.Say(i18n.SheetLesson))
	option := func(value, text string) {
		selected := ""
		if value == it.Source {
			selected = " selected"
		}
		fmt.Fprintf(out, `<option value="%s"%s>%s</option>`, i18n.Escape(value), selected, i18n.Escape(text))
	}
	if m.Screen != "" {
		option("", c.Say(i18n.SheetOnScreen))
	}
	for _, l := range m.Lessons {
		option(l[0], l[1])
	}
	out.WriteString(`</select></label><div class="make-numbers">`)
	for _, x := range [][3]string{{"count", c.Say(i18n.SheetCount), it.Count}, {"points", c.Say(i18n.SheetPoints), it.Points}} {
		fmt.Fprintf(out, `<label class="field"><span>%s</span><input name="%s" type="text" inputmode="numeric" autocomplete="off" value="%s"></label>`, x[1], x[0], i18n.Escape(x[2]))
	}
	check := func(name, value, text string, on bool) {
		checked := ""
		if on {
			checked = " checked"
		}
		fmt.Fprintf(out, `<label class="check"><input type="checkbox" name="%s" value="%s"%s> <span>%s</span></label>`, name, value, checked, text)
	}
	out.WriteString(`</div><details><summary>` + c.Say(i18n.SheetKinds) + `</summary><div class="make-kinds">`)
	for _, k := range Kinds {
		check("kind", k.Name, c.Say(k.Text), slices.Contains(it.Kinds, k.Name))
	}
	out.WriteString(`</div></details><div class="make-kinds">`)
	check("fixed", "1", c.Say(i18n.SheetFixed), it.Fixed)
	check("because", "1", c.Say(i18n.SheetBecause), it.Because)
	out.WriteString(`</div>`)
	if len(m.Items) > 1 {
		fmt.Fprintf(out, `<button type="button" data-sheet="remove-%d">%s</button>`, i, c.Say(i18n.SheetRemove, c.N("n", int64(i+1))))
	}
	out.WriteString(`</fieldset>`)
}
