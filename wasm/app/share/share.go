package share

import (
	"fmt"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Lengths of links in characters. For longer links the page warns that other
// programs may truncate the link. The maximum length of a link is scenario.MaxLink.
const (
	SafeLink = 1800
	LongLink = 8000
)

// Tier returns how safely a link can be sent. The result is "safe", "long" or
// "huge", depending on the length, or "none" if there is no link.
func Tier(link string) string {
	switch n := len(link); {
	case n == 0:
		return "none"
	case n > LongLink:
		return "huge"
	case n > SafeLink:
		return "long"
	}
	return "safe"
}

// ShareNote returns a note about the length and the contents of a link. If there is
// no link, it returns the reason. The argument short is true for a short link. In
// that case the note omits the contents, because ShortHTML describes them.
func (m *SharePanel) ShareNote(link string, short bool) string {
	c := m.Words
	holds := c.Say(i18n.ShareHolds)
	if short {
		holds = ""
	}
	long, huge := i18n.ShareLong, i18n.ShareHuge
	if m.Short.There == IsThere {
		long, huge = i18n.ShortLongLink, i18n.ShortHugeLink
	}
	switch Tier(link) {
	case "none":
		reason := ""
		if m.Run != nil {
			reason = m.Run.LinkError
		}
		if reason == "" {
			reason = c.Say(i18n.BadLimits)
		}
		return c.Say(i18n.ShareNone, i18n.S("why", strings.TrimSuffix(reason, ".")))
	case "huge":
		return c.Say(huge, i18n.S("limit", c.Int(LongLink)))
	case "long":
		return i18n.Sentences(c, c.Say(long, i18n.S("limit", c.Int(SafeLink))), holds)
	}
	return i18n.Sentences(c, c.Say(i18n.ShareSafe, i18n.S("limit", c.Int(SafeLink))), holds)
}

// LinkCount returns the length of a link as text.
func (m *SharePanel) LinkCount(link string) string { return m.count(i18n.ShareCount, len(link)) }

// CopiedText returns the message that a text has been copied. The message contains
// the length of the text.
func (m *SharePanel) CopiedText(text string) string { return m.count(i18n.ShareCopied, len(text)) }

func (m *SharePanel) count(t i18n.Text, n int) string {
	return m.Words.Say(t, i18n.S("count", m.Words.Int(int64(n))), m.Words.N("n", int64(n)))
}

// EmbedSizes lists the sizes that the dialog offers for embeds. Each is a width and
// a height in pixels.
var EmbedSizes = [...][2]int{{640, 420}, {800, 520}, {1100, 640}}

// ShareHTML returns the content of the dialog for links and embed codes. The
// argument sends is true if the browser can pass links to other programs.
func (m *SharePanel) ShareHTML(sends bool) html.HTML {
	c := m.Words
	var checks html.HTML
	if at, _ := m.Moment(); at >= 0 {
		checks += check(html.ID("share-place"), c.HTML(i18n.SharePlace, i18n.S("at", m.Run.Clock.At(at))), true)
	}
	if m.Selected != workload.NoJob {
		checks += check(html.ID("share-job"), c.HTML(i18n.ShareJob, i18n.S("job", m.JobText(m.Selected))), true)
	}
	if m.Compared != nil {
		list := strings.Join(m.Compared.Policies(), ", ")
		checks += check(html.ID("share-policies"), c.HTML(i18n.SharePolicies, i18n.S("list", list)), true)
	}
	if m.plain() != "" {
		checks += check(html.ID("share-plain"), c.HTML(i18n.SharePlain), false)
	}
	button := func(id string, text i18n.Text, more ...html.Piece) html.HTML {
		return html.Button(append([]html.Piece{html.ID(id), c.HTML(text)}, more...)...)
	}
	return html.Field(c.HTML(i18n.ShareLink)+" "+html.Small(html.ID("share-count")),
		html.El("textarea", html.ID("share-url"), html.Flag("readonly"), html.Attr{"rows", "4"}, html.Attr{"spellcheck", "false"}, html.Attr{"aria-describedby", "share-note"})) +
		html.P(html.ID("share-note"), html.Class("tier small")) + html.Div(html.Class("checks"), checks) +
		html.Div(html.Class("row"), button("share-copy", i18n.ShareCopy, html.Class("primary")), button("share-qr", i18n.QRShow), html.If(sends, button("share-send", i18n.ShareSend)),
			html.If(m.Run.Text != "", button("share-file", i18n.ShareFile)), button("sheet-make", i18n.SheetMake), button("export-open", i18n.ShareExport),
			html.Small(html.ID("share-done"), html.Attr{"role", "status"})) +
		html.Div(html.ID("share-short"), html.Class("short-link"), html.Attr{"aria-live", "polite"}) + m.embedForm()
}

// check returns a check box with its text. The page knows it by the given attribute.
func check(attribute html.Piece, text html.HTML, on bool) html.HTML {
	return html.El("label", html.Class("check"), html.El("input", html.Attr{"type", "checkbox"}, attribute, html.Checked(on)), html.Span(text))
}

// embedForm returns the part of the dialog for embed codes.
func (m *SharePanel) embedForm() html.HTML {
	c := m.Words
	pick := func(id string, label i18n.Text, options ...string) html.HTML {
		var list html.HTML
		for i := 0; i < len(options); i += 2 {
			list += html.Option(options[i], false, html.Text(options[i+1]))
		}
		return html.El("label", html.Class("pick"), html.Small(c.HTML(label)), html.El("select", html.ID(id), list))
	}
	var sizes []string
	for i, s := range EmbedSizes {
		sizes = append(sizes, fmt.Sprint(i), fmt.Sprintf("%d × %d", s[0], s[1]))
	}
	picks := pick("embed-size", i18n.EmbedSize, sizes...) +
		pick("embed-theme", i18n.EmbedTheme, "", c.Say(i18n.EmbedThemeOwn), "light", c.Say(i18n.EmbedThemeLight), "dark", c.Say(i18n.EmbedThemeDark), "contrast", c.Say(i18n.EmbedThemeContrast)) +
		pick("embed-lang", i18n.EmbedLang, "", c.Say(i18n.EmbedLangOwn), "en", "English", "zh", "中文", "ru", "русский")
	panels := html.El("legend", html.Class("small"), c.HTML(i18n.EmbedPanels))
	for i, t := range [...]i18n.Text{i18n.EmbedQueue, i18n.EmbedMachine, i18n.EmbedTimeline, i18n.EmbedWhy} {
		panels += check(html.Attr{"data-panel", EmbedPanels[i]}, c.HTML(t), i > 0)
	}
	return html.El("details", html.ID("embed-making"), html.El("summary", c.HTML(i18n.EmbedTitle)), html.Div(html.Class("embed-form"), html.P(html.Class("small"), c.HTML(i18n.EmbedAbout)),
		html.Div(html.Class("row"), picks), html.El("fieldset", html.Class("checks"), panels),
		html.Div(html.Class("checks"), check(html.ID("embed-readonly"), c.HTML(i18n.EmbedReadOnly), true), check(html.ID("embed-still"), c.HTML(i18n.EmbedStill), false)),
		html.Field(c.HTML(i18n.EmbedCode)+" "+html.Small(html.ID("embed-count")), html.El("textarea", html.ID("embed-code"), html.Flag("readonly"), html.Attr{"rows", "5"}, html.Attr{"spellcheck", "false"})),
		html.Div(html.Class("row"), html.Button(html.ID("share-embed"), c.HTML(i18n.EmbedCopy)))))
}
