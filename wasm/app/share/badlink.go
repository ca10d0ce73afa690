package share

import (
	"strings"

	"hopyard/core/engine"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
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
func (m *SharePanel) BadLinkHTML() html.HTML {
	f := m.Bad
	if f == nil {
		return ""
	}
	c, short := m.Words, &m.Short
	reason, again, value := m.badReason(f), c.HTML(i18n.BadAgain), ""
	button := func(do string, text i18n.Text, class string) html.HTML {
		return html.Button(html.Class(class), html.Attr{"data-bad", do}, c.HTML(text))
	}
	more := html.H3(c.HTML(i18n.BadDetails)) + html.Ul(html.Class("errors"), m.FaultsHTML(f.Faults, false))
	if short.Fault != NoShortFault {
		reason, again = m.shortReason(), c.HTML(i18n.BadShortAgain)
		more = html.H3(c.HTML(i18n.BadAdvice)) + html.P(m.shortAdvice())
		if short.Fault.Passes() {
			more += html.Div(html.Class("row"), button("again", i18n.BadRetry, "primary"))
		}
		if short.Fault == ShortForm || short.Fault == ShortUnknown {
			value = short.ID
		}
	}
	link := html.El("input", html.ID("bad-link"), html.Attr{"type", "text"}, html.Attr{"autocomplete", "off"}, html.Attr{"autocapitalize", "off"}, html.Attr{"spellcheck", "false"},
		html.Attr{"aria-describedby", "bad-note"}, html.Attr{"value", value})
	edits := m.EditsFaults() && f.Text[0] == '{' && !m.ReadOnly
	return html.H2(html.ID("bad-title"), html.Attr{"tabindex", "-1"}, c.HTML(i18n.BadTitle)) + html.P(html.Class("lead"), reason, html.HTML(" "), c.HTML(i18n.BadLead)) + more +
		html.El("form", html.ID("bad-form"), html.Field(again, link), html.Status("bad-note"),
			html.Div(html.Class("row"), html.El("button", html.If(!short.Fault.Passes(), html.Class("primary")), c.HTML(i18n.BadOpen)))) +
		html.H3(c.HTML(i18n.BadElse)) + html.Div(html.Class("row"), button("lesson", i18n.BadLesson, ""), html.If(edits, button("edit", i18n.BadEdit, "")), button("reset", i18n.BadReset, ""))
}

// badReason returns a sentence that explains the error in a link. The sentence
// depends on the position of the first error.
func (m *SharePanel) badReason(f *message.Failed) html.HTML {
	c := m.Words
	place := ""
	if len(f.Faults) > 0 {
		place = f.Faults[0].Place
	}
	part, ofLink := strings.CutPrefix(place, "link.")
	switch {
	case place == "link":
		if strings.Contains(f.Faults[0].Problem, "is not a Hopyard link") {
			return c.HTML(i18n.BadDamaged)
		}
		return c.HTML(i18n.BadExtra)
	case !ofLink:
		return c.HTML(i18n.BadScenario, c.N("n", int64(len(f.Faults))), i18n.S("count", c.Int(int64(len(f.Faults)))))
	}
	switch part {
	case "version":
		return c.HTML(i18n.BadNewer)
	case "codec":
		return c.HTML(i18n.BadCodec)
	case "nodes", "jobs":
		return c.HTML(i18n.BadLimits)
	case "payload":
		if f.Faults[0].Limit != "" {
			return c.HTML(i18n.BadLimits)
		}
		return c.HTML(i18n.BadDamaged)
	}
	return c.HTML(i18n.BadExtra)
}

// RunNotice returns a notice that the run on screen differs from the run for which
// the link was made. If the first step that differs is known, the notice names it.
// RunNotice returns "" if no difference is known.
func (m *SharePanel) RunNotice() html.HTML {
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
	var text html.HTML
	if made.Engine != "" && made.Engine != engine.Version {
		text = c.HTML(i18n.RunDiffers, i18n.S("made", made.Engine), i18n.S("own", engine.Version), i18n.S("where", where))
	} else {
		text = c.HTML(i18n.RunDiffersNow, i18n.S("where", where))
	}
	if m.Run.Step > 0 && made.Low >= m.Run.Step {
		text += " " + c.HTML(i18n.DiffersLater)
	}
	return text
}
