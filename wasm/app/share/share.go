package share

import (
	"fmt"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
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
		return c.Sentences(c.Say(long, i18n.S("limit", c.Int(SafeLink))), holds)
	}
	return c.Sentences(c.Say(i18n.ShareSafe, i18n.S("limit", c.Int(SafeLink))), holds)
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
func (m *SharePanel) ShareHTML(sends bool) string {
	c := m.Words
	var out strings.Builder
	out.WriteString(`<label class="field"><span>` + c.Say(i18n.ShareLink) + ` <small id="share-count"></small></span>` +
		`<textarea id="share-url" readonly rows="4" spellcheck="false" aria-describedby="share-note"></textarea></label>` +
		`<p id="share-note" class="tier small"></p><div class="checks">`)
	check := func(id, text string, on bool) {
		mark := ""
		if on {
			mark = " checked"
		}
		out.WriteString(`<label class="check"><input type="checkbox" id="` + id + `"` + mark + `><span>` + text + `</span></label>`)
	}
	if at, _ := m.Moment(); at >= 0 {
		check("share-place", c.Say(i18n.SharePlace, i18n.S("at", m.Run.Clock.At(at))), true)
	}
	if m.Selected != workload.NoJob {
		check("share-job", c.Say(i18n.ShareJob, i18n.S("job", i18n.Escape(m.JobText(m.Selected)))), true)
	}
	if m.Compared != nil {
		list := strings.Join(m.Compared.Policies(), ", ")
		check("share-policies", c.Say(i18n.SharePolicies, i18n.S("list", i18n.Escape(list))), true)
	}
	if m.plain() != "" {
		check("share-plain", c.Say(i18n.SharePlain), false)
	}
	out.WriteString(`</div><div class="row"><button id="share-copy" type="button" class="primary">` + c.Say(i18n.ShareCopy) + `</button>` +
		`<button id="share-qr" type="button">` + c.Say(i18n.QRShow) + `</button>`)
	if sends {
		out.WriteString(`<button id="share-send" type="button">` + c.Say(i18n.ShareSend) + `</button>`)
	}
	if m.Run.Text != "" {
		out.WriteString(`<button id="share-file" type="button">` + c.Say(i18n.ShareFile) + `</button>`)
	}
	out.WriteString(`<button id="sheet-make" type="button">` + c.Say(i18n.SheetMake) + `</button><button id="export-open" type="button">` + c.Say(i18n.ShareExport) + `</button><small id="share-done" role="status"></small></div>` +
		`<div id="share-short" class="short-link" aria-live="polite"></div>`)
	m.embedForm(&out)
	return out.String()
}

// embedForm writes the part of the dialog for embed codes.
func (m *SharePanel) embedForm(out *strings.Builder) {
	c := m.Words
	pick := func(id string, label i18n.Text, options ...string) {
		out.WriteString(`<label class="pick"><small>` + c.Say(label) + `</small><select id="` + id + `">`)
		for i := 0; i < len(options); i += 2 {
			out.WriteString(`<option value="` + options[i] + `">` + options[i+1] + `</option>`)
		}
		out.WriteString(`</select></label>`)
	}
	out.WriteString(`<details id="embed-making"><summary>` + c.Say(i18n.EmbedTitle) + `</summary><div class="embed-form"><p class="small">` + c.Say(i18n.EmbedAbout) + `</p><div class="row">`)
	var sizes []string
	for i, s := range EmbedSizes {
		sizes = append(sizes, fmt.Sprint(i), fmt.Sprintf("%d × %d", s[0], s[1]))
	}
	pick("embed-size", i18n.EmbedSize, sizes...)
	pick("embed-theme", i18n.EmbedTheme, "", c.Say(i18n.EmbedThemeOwn), "light", c.Say(i18n.EmbedThemeLight), "dark", c.Say(i18n.EmbedThemeDark), "contrast", c.Say(i18n.EmbedThemeContrast))
	pick("embed-lang", i18n.EmbedLang, "", c.Say(i18n.EmbedLangOwn), "en", "English", "zh", "中文", "ru", "русский")
	out.WriteString(`</div><fieldset class="checks"><legend class="small">` + c.Say(i18n.EmbedPanels) + `</legend>`)
	check := func(attribute, text string, on bool) {
		mark := ""
		if on {
			mark = " checked"
		}
		out.WriteString(`<label class="check"><input type="checkbox" ` + attribute + mark + `><span>` + text + `</span></label>`)
	}
	for i, t := range [...]i18n.Text{i18n.EmbedQueue, i18n.EmbedMachine, i18n.EmbedTimeline, i18n.EmbedWhy} {
		check(`data-panel="`+EmbedPanels[i]+`"`, c.Say(t), i > 0)
	}
	out.WriteString(`</fieldset><div class="checks">`)
	check(`id="embed-readonly"`, c.Say(i18n.EmbedReadOnly), true)
	check(`id="embed-still"`, c.Say(i18n.EmbedStill), false)
	out.WriteString(`</div><label class="field"><span>` + c.Say(i18n.EmbedCode) + ` <small id="embed-count"></small></span><textarea id="embed-code" readonly rows="5" spellcheck="false"></textarea></label>` +
		`<div class="row"><button id="share-embed" type="button">` + c.Say(i18n.EmbedCopy) + `</button></div></div></details>`)
}
