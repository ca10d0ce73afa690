// Package longrunpanel shows a run that is too long for the page to hold as a
// whole. The page holds only the window, which is an interval of time; the worker
// holds the whole run. The panel shows an overview of the whole time, in which the
// window is marked, the table of jobs, the table of users, a search, distributions
// of wait times and slowdowns, the changes made to the trace, and excerpts that can
// be saved as scenarios.
//
// A [LongRunPanel] makes requests (message.TraceQuery), each with a number, and
// Hear receives the answers (message.TraceReply). When a new window is on screen,
// Renew returns all requests for it:
//
//	for _, q := range panel.Renew() {
//		// send q to the worker, and pass its answer to panel.Hear
//	}
//
// Open, Change and Take return a request (message.Load) for another window or a
// changed run.
package longrunpanel

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hopyard/core/longrun"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// LongRunPanel holds the requests and answers about one long run.
type LongRunPanel struct {
	*model.Model
	Table JobTable
	Users Users
	Cutting
	nobody bool // the filter selects only jobs without a user name
	finds  []message.Find
	query  string
	told   *message.TraceReply // distributions of wait times and slowdowns; nil until they have arrived
	asked  int32               // number of the last request
}

// New returns a panel over the model m, without any answers from the worker.
func New(m *model.Model) *LongRunPanel {
	return &LongRunPanel{Model: m, Table: JobTable{Within: true, by: longrun.ByWait, down: true, shown: shown{by: longrun.ByWait, down: true}}, Users: Users{by: message.UsersByPart}, Cutting: Cutting{chosen: -1}}
}

// Shown reports whether a window of a long run is on screen.
func (p *LongRunPanel) Shown() bool { return p.Run != nil && p.Run.Archive != nil }

// inquire returns a request about the given topic, with a new number.
func (p *LongRunPanel) inquire(topic message.Topic) *message.TraceQuery {
	p.asked++
	return &message.TraceQuery{Serial: p.Run.Serial, Number: p.asked, Topic: topic}
}

// Renew discards the answers about the previous window. It returns the requests for
// the window on screen.
func (p *LongRunPanel) Renew() []*message.TraceQuery {
	p.told, p.finds = nil, nil
	p.Cutting = Cutting{chosen: -1}
	p.Table.first, p.Users.first = 0, 0
	rows := p.AskRows()
	if p.Selected >= 0 {
		rows.Text = strconv.FormatInt(p.Number(p.Selected), 10)
	}
	return []*message.TraceQuery{rows, p.Find(p.query), p.inquire(message.TopicSpread), p.AskUsers()}
}

// Hear receives an answer. It returns false if the answer belongs to another run or
// to an outdated request for rows.
func (p *LongRunPanel) Hear(m *message.TraceReply) bool {
	if !p.Shown() || m.Serial != p.Run.Serial {
		return false
	}
	switch m.Topic {
	case message.TopicRows:
		if m.Number != p.Table.asked {
			return false
		}
		if p.Table.left, p.Table.all = m.Left, m.Asking; m.Left == 0 {
			p.Table.take(m)
		}
	case message.TopicUsers:
		if u := &p.Users; m.Number == u.asked {
			u.rows, u.first, u.at, u.total = m.Users, m.First, m.First, m.Total
		}
	case message.TopicFinds:
		p.finds = m.Finds
	case message.TopicSpread:
		p.told = m
	case message.TopicCut:
		p.hearCut(&m.Cut)
	}
	return true
}

// Day formats an instant as text with its day and time, such as "day 890, 1:34". If
// whole is set, it omits the time: "day 890".
func (p *LongRunPanel) Day(at simtime.Time, whole bool) string {
	if at == simtime.Never {
		return p.Words.Say(i18n.Never)
	}
	day, rest := int64(at)/int64(simtime.Day), simtime.Duration(int64(at)%int64(simtime.Day))
	n := p.Words.N("n", day)
	if whole {
		return p.Words.Say(i18n.ArcDay, n)
	}
	drawn := p.Words.Drawn()
	return p.Words.Say(i18n.ArcDayAt, n, i18n.S("at", drawn.Clock(simtime.Time(rest/simtime.Second*simtime.Second))))
}

// Title returns a summary of the whole run in one line.
func (p *LongRunPanel) Title() string {
	a, c := p.Run.Archive, p.Words
	return c.Say(i18n.ArcAbout, c.N("jobs", int64(a.Jobs)), c.N("users", int64(a.Users)), i18n.S("span", c.Span(days(a.Overview.To().Sub(a.Overview.From)))),
		c.N("nodes", int64(p.Run.Machine.Drawn.Nodes)), i18n.S("used", c.Int(int64(math.Round(100*a.Used)))), i18n.S("wait", c.Span(a.Wait)))
}

// days rounds a duration to whole days if it is longer than three days.
func days(d simtime.Duration) simtime.Duration {
	if d > 3*simtime.Day {
		return (d + simtime.Day/2) / simtime.Day * simtime.Day
	}
	return d
}

// LegendHTML returns the legend of the colours of users. Each user with much work
// has a colour of its own, and all other users share one.
func (p *LongRunPanel) LegendHTML() html.HTML {
	a, c := p.Run.Archive, p.Words
	out := html.Span(c.HTML(i18n.ArcColour))
	for i, h := range a.Heavy {
		out += html.Span(p.chip(int32(i)), html.Text(p.userName(h.Name)))
	}
	if n := int64(a.Users) - int64(len(a.Heavy)); n > 0 {
		out += html.Span(p.chip(int32(len(a.Heavy))), c.HTML(i18n.ArcOthers, c.N("n", n)))
	}
	return out
}

func (p *LongRunPanel) userName(name string) string {
	if name == "" {
		return p.Words.Say(i18n.ArcNobody)
	}
	return name
}

// OverviewHTML returns the overview picture of the whole run. It shows over time
// how much of the machine is in use and how many jobs wait. The picture is 1000
// units wide and is stretched to the width of its container.
func (p *LongRunPanel) OverviewHTML() html.HTML {
	o, c := &p.Run.Archive.Overview, p.Words
	most := int32(1)
	for _, b := range o.Bins {
		most = max(most, b.Waiting)
	}
	top := round(most)
	var busy, waits strings.Builder
	n := len(o.Bins)
	for i, b := range o.Bins {
		x := strconv.FormatFloat(1000*(float64(i)+0.5)/float64(n), 'f', 1, 64)
		fmt.Fprintf(&busy, "L%s %.1f", x, 42-42*min(b.Busy, 1))
		fmt.Fprintf(&waits, "L%s %.1f", x, 100-42*float64(b.Waiting)/float64(top))
	}
	label := c.Say(i18n.ArcPicture, i18n.S("from", p.Day(o.From, true)), i18n.S("to", p.Day(o.To(), true)))
	out := html.El("svg", html.Attr{"viewBox", "0 0 1000 100"}, html.Attr{"preserveAspectRatio", "none"}, html.Attr{"role", "img"}, html.Label(label),
		html.Path("M0 0H1000M0 42H1000M0 58H1000M0 100H1000", html.Class("rule")),
		html.Path("M0 42"+busy.String()+"L1000 42", html.Class("busy")), html.Path("M0 100"+waits.String()+"L1000 100", html.Class("waits")))
	for _, t := range [...]struct {
		y    int
		text string
	}{{0, "100 %"}, {42, "0"}, {58, c.Int(int64(top))}, {100, "0"}} {
		out += html.Span(html.Class("y"), html.Attr{"data-style", fmt.Sprintf("--y:%.2f", float64(t.y)/100)}, html.Text(t.text))
	}
	return out + p.ticks()
}

// ticks returns the labels of the days below the overview picture.
func (p *LongRunPanel) ticks() (out html.HTML) {
	o := &p.Run.Archive.Overview
	span := o.To().Sub(o.From)
	step := simtime.Duration(1) * simtime.Day
	for _, f := range []simtime.Duration{2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000} {
		if span/step <= 10 {
			break
		}
		step = f * simtime.Day
	}
	first := true
	for at := simtime.Time((int64(o.From) + int64(step) - 1) / int64(step) * int64(step)); at < o.To(); at = at.Add(step) {
		part := float64(at.Sub(o.From)) / float64(span)
		if part > 0.97 {
			break
		}
		text := p.Words.Int(int64(at) / int64(simtime.Day))
		if first {
			text, first = p.Day(at, true), false // only the first label contains the word "day"
		}
		out += html.Span(html.Class("x"), html.Attr{"data-style", fmt.Sprintf("left:%.2f%%", 100*part)}, html.Text(text))
	}
	return out
}

// round returns the smallest number in the series 1, 2, 5, 10, 20, 50, … that is at
// least n.
func round(n int32) int32 {
	for unit := int32(1); unit < 1<<28; unit *= 10 {
		for _, f := range []int32{1, 2, 5} {
			if f*unit >= n {
				return f * unit
			}
		}
	}
	return n
}

// Place returns the horizontal position of an instant in the overview, from 0
// (start) to 1 (end).
func (p *LongRunPanel) Place(at simtime.Time) float64 {
	o := &p.Run.Archive.Overview
	return min(max(float64(at.Sub(o.From))/float64(max(o.To().Sub(o.From), 1)), 0), 1)
}

// Instant returns the instant at a horizontal position in the overview, given as a
// number from 0 (start) to 1 (end).
func (p *LongRunPanel) Instant(part float64) simtime.Time {
	o := &p.Run.Archive.Overview
	return o.From.Add(simtime.Duration(min(max(part, 0), 1) * float64(o.To().Sub(o.From))))
}

// Least returns the minimum duration of a window. This is an hour or a thousandth
// of the whole time, whichever is longer. It is never longer than the whole time.
func (p *LongRunPanel) Least() simtime.Duration {
	o := &p.Run.Archive.Overview
	return min(max(o.To().Sub(o.From)/1000, simtime.Hour), o.To().Sub(o.From))
}

// Within adjusts a window, given by its start and end. It extends a window that is
// shorter than the minimum duration, and moves the window so that it lies within
// the whole time.
func (p *LongRunPanel) Within(from, to simtime.Time) (simtime.Time, simtime.Time) {
	o := &p.Run.Archive.Overview
	span := min(max(to.Sub(from), p.Least()), o.To().Sub(o.From))
	from = max(min(from, o.To().Add(-span)), o.From)
	return from, from.Add(span)
}

// Around returns the window on screen if it contains the given instant. Otherwise
// it returns a window of the same duration with that instant in its middle.
func (p *LongRunPanel) Around(at simtime.Time) (simtime.Time, simtime.Time) {
	a := p.Run.Archive
	if at >= a.From && at <= a.To {
		return a.From, a.To
	}
	half := a.To.Sub(a.From) / 2
	return p.Within(at.Add(-half), at.Add(half))
}

// Open returns the request for a window of the run, given by its start and end. at
// is the instant to show in the window, or simtime.Never. job is the number of the
// job to select, or -1 for none.
func (p *LongRunPanel) Open(from, to, at simtime.Time, job int64) *message.Load {
	l := p.Source
	l.From, l.To = p.Within(from, to)
	l.At, l.Ordinal, l.Job, l.Telling = at, math.MaxInt32, job, false
	if at == simtime.Never {
		l.At, l.Ordinal = -1, 0
	}
	asked := p.Load(l)
	p.Request.Again = true
	return asked
}
