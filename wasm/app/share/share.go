package share

import (
	"fmt"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/words"
)

// Lengths from which the page warns that something may cut a link; what a link may
// have is scenario.MaxLink, in characters.
const (
	SafeLink = 1800
	LongLink = 8000
)

// Tier is how safe a link is to send: "safe", "long", "huge", or "none" where
// there is no link.
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

// ShareNote says what a link's length means, and of a long one what it holds;
// where there is none, why. Where a short link's scenario lies ShortHTML says.
func (m *Panel) ShareNote(link string, short bool) string {
	c := m.Words
	holds := c.Say(words.ShareHolds)
	if short {
		holds = ""
	}
	long, huge := words.ShareLong, words.ShareHuge
	if m.Short.There == IsThere {
		long, huge = words.ShortLongLink, words.ShortHugeLink
	}
	switch Tier(link) {
	case "none":
		reason := ""
		if m.Run != nil {
			reason = m.Run.LinkError
		}
		if reason == "" {
			reason = c.Say(words.BadLimits)
		}
		return c.Say(words.ShareNone, words.S("why", strings.TrimSuffix(reason, ".")))
	case "huge":
		return c.Say(huge, words.S("limit", c.Int(LongLink)))
	case "long":
		return c.Sentences(c.Say(long, words.S("limit", c.Int(SafeLink))), holds)
	}
	return c.Sentences(c.Say(words.ShareSafe, words.S("limit", c.Int(SafeLink))), holds)
}

// LinkCount is how long a link is.
func (m *Panel) LinkCount(link string) string { return m.count(words.ShareCount, len(link)) }

// CopiedText says that a text was copied.
func (m *Panel) CopiedText(text string) string { return m.count(words.ShareCopied, len(text)) }

func (m *Panel) count(t words.Text, n int) string {
	return m.Words.Say(t, words.S("count", m.Words.Int(int64(n))), m.Words.N("n", int64(n)))
}

// EmbedSizes are those that the dialog offers, in pixels.
var EmbedSizes = [...][2]int{{640, 420}, {800, 520}, {1100, 640}}

// ShareHTML is the dialog that makes links and embed codes. With sends, the
// browser can hand links to other programs.
func (m *Panel) ShareHTML(sends bool) string {
	c := m.Words
	var out strings.Builder
	out.WriteString(`<label class="field"><span>` + c.Say(words.ShareLink) + ` <small id="share-count"></small></span>` +
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
		check("share-place", c.Say(words.SharePlace, words.S("at", m.Run.Clock.At(at))), true)
	}
	if m.Selected != workload.NoJob {
		check("share-job", c.Say(words.ShareJob, words.S("job", words.Escape(m.JobText(m.Selected)))), true)
	}
	if m.Compared != nil {
		list := strings.Join(m.Compared.Policies(), ", ")
		check("share-policies", c.Say(words.SharePolicies, words.S("list", words.Escape(list))), true)
	}
	if m.plain() != "" {
		check("share-plain", c.Say(words.SharePlain), false)
	}
	out.WriteString(`</div><div class="row"><button id="share-copy" type="button" class="primary">` + c.Say(words.ShareCopy) + `</button>` +
		`<button id="share-qr" type="button">` + c.Say(words.QRShow) + `</button>`)
	if sends {
		out.WriteString(`<button id="share-send" type="button">` + c.Say(words.ShareSend) + `</button>`)
	}
	if m.Run.Text != "" {
		out.WriteString(`<button id="share-file" type="button">` + c.Say(words.ShareFile) + `</button>`)
	}
	out.WriteString(`<button id="sheet-make" type="button">` + c.Say(words.SheetMake) + `</button><button id="export-open" type="button">` + c.Say(words.ShareExport) + `</button><small id="share-done" role="status"></small></div>` +
		`<div id="share-short" class="short-link" aria-live="polite"></div>`)
	m.embedForm(&out)
	return out.String()
}

// embedForm is the part of the dialog that makes the embed code.
func (m *Panel) embedForm(out *strings.Builder) {
	c := m.Words
	pick := func(id string, label words.Text, options ...string) {
		out.WriteString(`<label class="pick"><small>` + c.Say(label) + `</small><select id="` + id + `">`)
		for i := 0; i < len(options); i += 2 {
			out.WriteString(`<option value="` + options[i] + `">` + options[i+1] + `</option>`)
		}
		out.WriteString(`</select></label>`)
	}
	out.WriteString(`<details id="embed-making"><summary>` + c.Say(words.EmbedTitle) + `</summary><div class="embed-form"><p class="small">` + c.Say(words.EmbedAbout) + `</p><div class="row">`)
	var sizes []string
	for i, s := range EmbedSizes {
		sizes = append(sizes, fmt.Sprint(i), fmt.Sprintf("%d × %d", s[0], s[1]))
	}
	pick("embed-size", words.EmbedSize, sizes...)
	pick("embed-theme", words.EmbedTheme, "", c.Say(words.EmbedThemeOwn), "light", c.Say(words.EmbedThemeLight), "dark", c.Say(words.EmbedThemeDark), "contrast", c.Say(words.EmbedThemeContrast))
	pick("embed-lang", words.EmbedLang, "", c.Say(words.EmbedLangOwn), "en", "English", "zh", "中文", "ru", "русский")
	out.WriteString(`</div><fieldset class="checks"><legend class="small">` + c.Say(words.EmbedPanels) + `</legend>`)
	check := func(attribute, text string, on bool) {
		mark := ""
		if on {
			mark = " checked"
		}
		out.WriteString(`<label class="check"><input type="checkbox" ` + attribute + mark + `><span>` + text + `</span></label>`)
	}
	for i, t := range [...]words.Text{words.EmbedQueue, words.EmbedMachine, words.EmbedTimeline, words.EmbedWhy} {
		check(`data-panel="`+EmbedPanels[i]+`"`, c.Say(t), i > 0)
	}
	out.WriteString(`</fieldset><div class="checks">`)
	check(`id="embed-readonly"`, c.Say(words.EmbedReadOnly), true)
	check(`id="embed-still"`, c.Say(words.EmbedStill), false)
	out.WriteString(`</div><label class="field"><span>` + c.Say(words.EmbedCode) + ` <small id="embed-count"></small></span><textarea id="embed-code" readonly rows="5" spellcheck="false"></textarea></label>` +
		`<div class="row"><button id="share-embed" type="button">` + c.Say(words.EmbedCopy) + `</button></div></div></details>`)
}
