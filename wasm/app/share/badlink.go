package share

import (
	"strings"

	"hopyard/core/engine"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// RejectLink handles the message that a link cannot be opened. It removes the run
// on screen, because that run belongs to another link. The page then shows help
// about the link.
func (m *SharePanel) RejectLink(f *message.Failed) {
	m.Empty()
	m.Bad = f
	m.Short.Fault, m.Short.opening = NoShortFault, false
	m.Changed, m.Announce = "", ""
}

// BadLinkHTML returns the help about a link that cannot be opened. It explains the
// error, which part of the link contains it, and what the reader can do.
func (m *SharePanel) BadLinkHTML() string {
	f := m.Bad
	if f == nil {
		return ""
	}
	c, short := m.Words, &m.Short
	reason, again, value := m.badReason(f), c.Say(i18n.BadAgain), ""
	if short.Fault != NoShortFault {
		reason = m.shortReason()
	}
	var out strings.Builder
	out.WriteString(`<h2 id="bad-title" tabindex="-1">` + c.Say(i18n.BadTitle) + `</h2><p class="lead">` + reason + ` ` + c.Say(i18n.BadLead) + `</p>`)
	if short.Fault == NoShortFault {
		out.WriteString(`<h3>` + c.Say(i18n.BadDetails) + `</h3><ul class="errors">` + m.FaultsHTML(f.Faults, false) + `</ul>`)
	} else {
		out.WriteString(`<h3>` + c.Say(i18n.BadAdvice) + `</h3><p>` + m.shortAdvice() + `</p>`)
		if short.Fault.Passes() {
			out.WriteString(`<div class="row"><button type="button" class="primary" data-bad="again">` + c.Say(i18n.BadRetry) + `</button></div>`)
		}
		again = c.Say(i18n.BadShortAgain)
		if short.Fault == ShortForm || short.Fault == ShortUnknown {
			value = short.ID
		}
	}
	out.WriteString(`<form id="bad-form"><label class="field"><span>` + again + `</span>` +
		`<input id="bad-link" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="bad-note" value="` + i18n.Escape(value) + `"></label>` +
		`<p id="bad-note" class="small" role="status"></p><div class="row"><button` + map[bool]string{true: ` class="primary"`}[!short.Fault.Passes()] + `>` + c.Say(i18n.BadOpen) + `</button></div></form>`)
	out.WriteString(`<h3>` + c.Say(i18n.BadElse) + `</h3><div class="row"><button type="button" data-bad="lesson">` + c.Say(i18n.BadLesson) + `</button>`)
	if m.EditsFaults() && f.Text[0] == '{' && !m.ReadOnly {
		out.WriteString(`<button type="button" data-bad="edit">` + c.Say(i18n.BadEdit) + `</button>`)
	}
	out.WriteString(`<button type="button" data-bad="reset">` + c.Say(i18n.BadReset) + `</button></div>`)
	return out.String()
}

// badReason returns a sentence that explains the error in a link. The sentence
// depends on the position of the first error.
func (m *SharePanel) badReason(f *message.Failed) string {
	c := m.Words
	place := ""
	if len(f.Faults) > 0 {
		place = f.Faults[0].Place
	}
	part, ofLink := strings.CutPrefix(place, "link.")
	switch {
	case place == "link":
		if strings.Contains(f.Faults[0].Problem, "is not a Hopyard link") {
			return c.Say(i18n.BadDamaged)
		}
		return c.Say(i18n.BadExtra)
	case !ofLink:
		return c.Say(i18n.BadScenario, c.N("n", int64(len(f.Faults))), i18n.S("count", c.Int(int64(len(f.Faults)))))
	}
	switch part {
	case "version":
		return c.Say(i18n.BadNewer)
	case "codec":
		return c.Say(i18n.BadCodec)
	case "nodes", "jobs":
		return c.Say(i18n.BadLimits)
	case "payload":
		if f.Faults[0].Limit != "" {
			return c.Say(i18n.BadLimits)
		}
		return c.Say(i18n.BadDamaged)
	}
	return c.Say(i18n.BadExtra)
}

// RunNotice returns a notice that the run on screen differs from the run for which
// the link was made. If the first step that differs is known, the notice names it.
// RunNotice returns "" if no difference is known.
func (m *SharePanel) RunNotice() string {
	made := &m.Made
	if m.Run == nil || !made.Differs {
		return ""
	}
	c := m.Words
	where := c.Say(i18n.DiffersSomewhere)
	low, high := c.N("low", int64(made.Low)+1), c.N("high", int64(made.High))
	switch {
	case made.High == made.Low+1:
		where = c.Say(i18n.DiffersFrom, low)
	case made.High > 0:
		where = c.Say(i18n.DiffersWithin, low, high)
	}
	text := ""
	if made.Engine != "" && made.Engine != engine.Version {
		text = c.Say(i18n.RunDiffers, i18n.S("made", i18n.Escape(made.Engine)), i18n.S("own", engine.Version), i18n.S("where", where))
	} else {
		text = c.Say(i18n.RunDiffersNow, i18n.S("where", where))
	}
	if m.Run.Step > 0 && made.Low >= m.Run.Step {
		text += " " + c.Say(i18n.DiffersLater)
	}
	return text
}
