package longrunpanel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/linkcodec"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Cutting holds the two excerpts of a long run that the reader can save as separate
// scenarios. One is the window, which is the part of the run on screen. The other
// is the day that contains the step on screen.
type Cutting struct {
	parts  [2]part
	chosen int // index of the excerpt that the reader chose; -1 for none
}

// part is an excerpt, given by its time interval, with the worker's reply about the
// scenario made from it. The reply is nil until the worker has answered.
type part struct {
	from, to simtime.Time
	is       *message.ExcerptReply
}

// day returns the start and the end of the day that contains the step on screen.
func (p *LongRunPanel) day() (from, to simtime.Time) {
	at, _ := p.Moment()
	at = min(max(at, p.Run.Archive.From), p.Run.Archive.To)
	from = at / simtime.Time(simtime.Day) * simtime.Time(simtime.Day)
	return from, from.Add(simtime.Day)
}

// offered returns the time intervals of the two excerpts: the window, and the day
// of the step on screen. Their replies are nil.
func (p *LongRunPanel) offered() [2]part {
	from, to := p.day()
	return [...]part{{from: p.Run.Archive.From, to: p.Run.Archive.To}, {from: from, to: to}}
}

// AskCuts returns the requests for the scenarios of the two excerpts. It omits an
// excerpt that has already been requested.
func (p *LongRunPanel) AskCuts() (asked []*message.TraceQuery) {
	for i, s := range p.offered() {
		if old := &p.Cutting.parts[i]; old.from == s.from && old.to == s.to {
			continue
		}
		p.Cutting.parts[i] = s
		m := p.inquire(message.TopicCut)
		m.Filter.From, m.Filter.To = s.from, s.to
		m.Text = p.cutName(i)
		asked = append(asked, m)
	}
	return asked
}

// partName returns the time interval of an excerpt as text: "day 12, 8:00 to day
// 14" for the window, "day 13" for the day.
func (p *LongRunPanel) partName(i int) string {
	s := &p.Cutting.parts[i]
	if i == 1 {
		return p.Day(s.from, true)
	}
	return p.Words.Say(i18n.ArcSpan, i18n.S("from", p.Day(s.from, false)), i18n.S("to", p.Day(s.to, false)))
}

// cutName returns a title for an excerpt: the trace, the changes made to it, and
// the time interval.
func (p *LongRunPanel) cutName(i int) string {
	name := p.Run.Title
	if p.Altered() {
		name += ", " + p.short(p.now())
	}
	return name + ", " + p.partName(i)
}

// CutLink returns the link to the chosen excerpt. The link contains the instant on
// screen and the selected job, each only if it lies in the excerpt. CutLink returns
// "" if the excerpt has no link.
func (p *LongRunPanel) CutLink() string {
	s := &p.Cutting.parts[p.chosenPart()]
	if s.is == nil || s.is.Link == "" {
		return ""
	}
	link := s.is.Link
	if at, ordinal := p.Moment(); at >= s.from && at < s.to {
		link += "&at=" + simtime.Time(at.Sub(s.from)).String() + "." + strconv.Itoa(int(ordinal))
	}
	if number, in := p.cutJob(); in {
		link += "&job=" + strconv.FormatInt(number, 10)
	}
	return link
}

// cutJob returns the number of the selected job, and whether the job is part of the
// chosen excerpt.
func (p *LongRunPanel) cutJob() (int64, bool) {
	is := p.Cut()
	if p.Selected < 0 || is == nil {
		return 0, false
	}
	number := p.Number(p.Selected)
	return number, slices.Contains(is.Numbers, number)
}

// AskFile returns the request for the chosen excerpt as a scenario file. A file may
// be larger than a link.
func (p *LongRunPanel) AskFile() *message.TraceQuery {
	i := p.chosenPart()
	m := p.inquire(message.TopicFile)
	m.Filter.From, m.Filter.To = p.Cutting.parts[i].from, p.Cutting.parts[i].to
	m.Text = p.cutName(i)
	return m
}

// FileName returns the file name for the chosen excerpt.
func (p *LongRunPanel) FileName() string {
	s := &p.Cutting.parts[p.chosenPart()]
	name := strings.TrimSuffix(strings.ToLower(p.Run.Title), ".gz")
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, strings.TrimSuffix(name, ".swf"))
	return fmt.Sprintf("%s-day-%d.json", strings.Trim(name, "-"), int64(s.from)/int64(simtime.Day))
}

// hearCut stores the worker's reply about one of the excerpts.
func (p *LongRunPanel) hearCut(m *message.ExcerptReply) {
	for i := range p.Cutting.parts {
		if s := &p.Cutting.parts[i]; s.from == m.From && s.to == m.To {
			s.is = m
		}
	}
}

// Choose selects the excerpt with index i.
func (p *LongRunPanel) Choose(i int) { p.Cutting.chosen = min(max(i, 0), len(p.Cutting.parts)-1) }

// Cut returns the worker's reply for the chosen excerpt, or nil while the worker
// has not answered. If the reader has chosen no excerpt, the window counts as
// chosen, or the day if the window does not fit into a link.
func (p *LongRunPanel) Cut() *message.ExcerptReply { return p.Cutting.parts[p.chosenPart()].is }

func (p *LongRunPanel) chosenPart() int {
	if c := p.Cutting.chosen; c >= 0 {
		return c
	}
	if window := p.Cutting.parts[0].is; window != nil && window.Link == "" {
		return 1
	}
	return 0
}

// CutHTML returns the list of the excerpts. For each it gives the number of jobs
// and the length of the link.
func (p *LongRunPanel) CutHTML() html.HTML {
	var out html.HTML
	c := p.Words
	parts := p.Cutting.parts
	if parts[0].to == 0 { // not requested yet
		parts = p.offered()
	}
	for i := range parts {
		name := c.Span(parts[0].to.Sub(parts[0].from))
		if i == 1 {
			name = p.Day(parts[1].from, true)
		}
		says, class := p.cutSays(parts[i].is)
		out += html.El("label", html.Class(class), html.El("input", html.Attr{"type", "radio"}, html.Attr{"name", "arc-cut"}, html.Num("data-cut", i), html.Checked(i == p.chosenPart())),
			html.Span(html.Text(i18n.Upper(name))), html.Span(html.Class("says"), html.Text(says)))
	}
	if day := p.Cutting.parts[1].is; p.Cut() != nil && p.Cut().Link == "" && day != nil && day.Link != "" {
		out += html.P(c.HTML(i18n.ArcCutShorter, i18n.S("day", p.partName(1))))
	}
	if number, in := p.cutJob(); in {
		out += html.P(c.HTML(i18n.ArcCutJob, i18n.S("n", strconv.FormatInt(number, 10))))
	}
	return out
}

// cutSays returns the description of an excerpt, and a style class that is "" if
// the excerpt has a link.
func (p *LongRunPanel) cutSays(is *message.ExcerptReply) (says, class string) {
	c := p.Words
	switch {
	case is == nil:
		return "…", ""
	case is.Jobs == 0:
		return is.Problem, "not"
	case is.Link != "":
		return c.Say(i18n.ArcCutLink, c.N("jobs", int64(is.Jobs)), c.N("n", int64(is.Length))), ""
	case is.Jobs > scenario.MaxLinkJobs:
		return c.Say(i18n.ArcCutMany, c.N("jobs", int64(is.Jobs)), c.N("most", scenario.MaxLinkJobs)), "not"
	case is.Length > 0:
		return c.Say(i18n.ArcCutLong, c.N("jobs", int64(is.Jobs)), c.N("n", int64(is.Length)), c.N("most", linkcodec.MaxLink)), "not"
	}
	return c.Say(i18n.ArcCutNone, c.N("jobs", int64(is.Jobs)), i18n.S("why", is.Problem)), "not"
}
