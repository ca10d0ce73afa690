package worksheetpanel

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
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
func (p *WorksheetPanel) MakingHTML(m *WorksheetDraft) html.HTML {
	c := p.Words
	input := func(id string, label html.HTML, value string, more ...html.Piece) html.HTML {
		return html.Field(label, html.El("input", append([]html.Piece{html.ID(id), html.Attr{"type", "text"}, html.Attr{"value", value}, html.Attr{"autocomplete", "off"}}, more...)...))
	}
	var items html.HTML
	for i := range m.Items {
		items += p.makingItem(m, i)
	}
	return html.El("form", html.ID("make-form"), html.Flag("novalidate"), input("make-title-text", c.HTML(i18n.SheetName), m.Title, html.Attr{"maxlength", "200"}),
		html.Field(c.HTML(i18n.SheetText), html.El("textarea", html.ID("make-text"), html.Attr{"rows", "2"}, html.Attr{"maxlength", "2000"}, html.Text(m.Text))),
		input("make-seed", c.HTML(i18n.SheetSeed)+" "+html.Small(c.HTML(i18n.SheetSeedAbout)), m.Seed, html.Attr{"inputmode", "numeric"}),
		html.H3(c.HTML(i18n.SheetItems)), items, html.Div(html.Class("row"), p.button("add", c.HTML(i18n.SheetAdd), "")),
		html.Ul(html.ID("make-wrong"), html.Class("wrong"), html.Attr{"role", "alert"}),
		html.Div(html.Class("row"), p.button("try", c.HTML(i18n.SheetTry), "primary"), p.button("make-download", c.HTML(i18n.SheetDownload), ""), p.button("make-copy", c.HTML(i18n.SheetCopy), ""),
			p.button("make-print", c.HTML(i18n.SheetPrint), ""), p.button("make-scorm", "SCORM", "")), html.Status("make-note"))
}

func (p *WorksheetPanel) makingItem(m *WorksheetDraft, i int) html.HTML {
	c, it := p.Words, &m.Items[i]
	var options, numbers, kinds, remove html.HTML
	if m.Screen != "" {
		options = html.Option("", it.Source == "", c.HTML(i18n.SheetOnScreen))
	}
	for _, l := range m.Lessons {
		options += html.Option(l[0], l[0] == it.Source, html.Text(l[1]))
	}
	number := func(name string, label i18n.Text, value string) html.HTML {
		return html.Field(c.HTML(label), html.El("input", html.Attr{"name", name}, html.Attr{"type", "text"}, html.Attr{"inputmode", "numeric"}, html.Attr{"autocomplete", "off"}, html.Attr{"value", value}))
	}
	numbers = number("count", i18n.SheetCount, it.Count) + number("points", i18n.SheetPoints, it.Points)
	check := func(name, value string, text i18n.Text, on bool) html.HTML {
		return html.El("label", html.Class("check"), html.El("input", html.Attr{"type", "checkbox"}, html.Attr{"name", name}, html.Attr{"value", value}, html.Checked(on)), html.HTML(" "), html.Span(c.HTML(text)))
	}
	for _, k := range Kinds {
		kinds += check("kind", k.Name, k.Text, slices.Contains(it.Kinds, k.Name))
	}
	n := c.N("n", int64(i+1))
	if len(m.Items) > 1 {
		remove = p.button("remove-"+strconv.Itoa(i), c.HTML(i18n.SheetRemove, n), "")
	}
	return html.El("fieldset", html.Class("make-item"), html.Num("data-item", i), html.El("legend", c.HTML(i18n.SheetItem, n)),
		html.Field(c.HTML(i18n.SheetLesson), html.El("select", html.Attr{"name", "source"}, options)), html.Div(html.Class("make-numbers"), numbers),
		html.El("details", html.El("summary", c.HTML(i18n.SheetKinds)), html.Div(html.Class("make-kinds"), kinds)),
		html.Div(html.Class("make-kinds"), check("fixed", "1", i18n.SheetFixed, it.Fixed), check("because", "1", i18n.SheetBecause, it.Because)), remove)
}
