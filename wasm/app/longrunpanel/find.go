package longrunpanel

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hopyard/core/longrun"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Find stores the search text and returns the request for the search.
func (p *LongRunPanel) Find(text string) *message.TraceQuery {
	p.query = text
	m := p.inquire(message.TopicFinds)
	m.Text = text
	return m
}

// found returns the results to list: the suggestions whose names contain the search
// text, and the results that the worker found for the text.
func (p *LongRunPanel) found() (out []message.Find) {
	query := strings.ToLower(strings.TrimSpace(p.query))
	for _, f := range p.finds {
		name, _ := p.findText(&f)
		if f.Kind >= message.FindJob || query == "" || strings.Contains(strings.ToLower(name), query) {
			out = append(out, f)
		}
	}
	return out
}

// FindsHTML returns the list of search results.
func (p *LongRunPanel) FindsHTML() html.HTML {
	var out html.HTML
	list := p.found()
	for i := range list {
		name, says := p.findText(&list[i])
		out += html.Li(html.Button(html.Num("data-find", i), html.Text(name+" "), html.Span(html.Text(says))))
	}
	if len(list) == 0 && p.finds != nil {
		return html.Li(html.Class("none"), p.Words.HTML(i18n.ArcFindNone))
	}
	return out
}

func (p *LongRunPanel) findText(f *message.Find) (name, says string) {
	c := p.Words
	job := i18n.S("job", strconv.FormatInt(f.Job, 10))
	number := i18n.S("n", strconv.FormatInt(f.Job, 10))
	switch f.Kind {
	case message.FindWait:
		return c.Say(i18n.ArcLongest), c.Say(i18n.ArcFoundJob, number, i18n.S("span", c.Span(f.Span)))
	case message.FindOvertaken:
		return c.Say(i18n.ArcOvertaken), c.Say(i18n.ArcFoundBy, job, c.N("n", f.Count))
	case message.FindSlowdown:
		return c.Say(i18n.ArcSlowest), c.Say(i18n.ArcFoundTimes, job, i18n.S("n", c.Float(f.Value, 0)))
	case message.FindCrowd:
		return c.Say(i18n.ArcCrowd), c.Say(i18n.ArcFoundCrowd, i18n.S("day", p.Day(f.At, true)), c.N("n", f.Count))
	case message.FindWorst:
		return c.Say(i18n.ArcWorst), p.Day(f.At, true)
	case message.FindUser:
		return c.Say(i18n.ArcFoundUser, i18n.S("name", p.userName(f.User))), c.Say(i18n.ArcFoundUserSays, c.N("n", f.Count), i18n.S("span", c.Span(f.Span)))
	case message.FindTime:
		return i18n.Upper(p.Day(f.At, true)), c.Say(i18n.ArcFoundDay, i18n.S("used", c.Int(int64(math.Round(100*f.Value)))), c.N("n", f.Count))
	}
	return i18n.Upper(c.Say(i18n.JobName, number)), c.Span(f.Span)
}

// Take opens the search result with index i. If the result is a user, it returns a
// request for the rows of the user's jobs. Otherwise it returns a request for a
// window that shows the result.
func (p *LongRunPanel) Take(i int) (load *message.Load, rows *message.TraceQuery) {
	list := p.found()
	if i < 0 || i >= len(list) {
		return nil, nil
	}
	f := &list[i]
	if f.Kind == message.FindUser {
		return nil, p.OnlyUser(f.User)
	}
	job := int64(-1)
	switch f.Kind {
	case message.FindWait, message.FindOvertaken, message.FindSlowdown, message.FindJob:
		job = f.Job
		p.Table.Within, p.Table.Filter = false, longrun.Filter{}
	}
	from, to := p.Around(f.At)
	return p.Open(from, to, f.At, job), nil
}

// SpreadsHTML returns the distributions of wait times and slowdowns in the window
// and, for comparison, those in the whole run.
func (p *LongRunPanel) SpreadsHTML() html.HTML {
	if p.told == nil {
		return ""
	}
	c := p.Words
	var waits, slowdowns []string
	for i, b := range longrun.WaitBounds {
		if i == 0 {
			waits = append(waits, c.Say(i18n.ArcNone))
			continue
		}
		waits = append(waits, c.Span(b))
	}
	for _, b := range longrun.SlowdownBounds {
		slowdowns = append(slowdowns, c.Int(int64(b)))
	}
	more := c.Say(i18n.ArcMore)
	return p.spread(c.Say(i18n.ArcWait), append(waits, more), p.told.All.Waits, p.told.Window.Waits) +
		p.spread(c.Say(i18n.ArcSlowdown), append(slowdowns, more), p.told.All.Slowdowns, p.told.Window.Slowdowns)
}

func (p *LongRunPanel) spread(name string, bounds []string, all, window longrun.Spread) html.HTML {
	c := p.Words
	parts := func(s longrun.Spread) []float64 {
		sum := int32(0)
		for _, n := range s {
			sum += n
		}
		out := make([]float64, len(s))
		for i, n := range s {
			out[i] = float64(n) / float64(max(sum, 1))
		}
		return out
	}
	a, w := parts(all), parts(window)
	most := 0.0
	for i := range a {
		most = max(most, a[i], w[i])
	}
	var bars html.HTML
	bar := func(class string, part float64) html.HTML {
		return html.I(html.Class(class), html.Attr{"data-style", fmt.Sprintf("height:%.0f%%", 100*part/max(most, 0.01))})
	}
	for i := range a {
		text := func(v float64) i18n.Pair { return i18n.S("all", c.Int(int64(math.Round(100*v)))) }
		all, window := text(a[i]), text(w[i])
		window.Gap = "window"
		label := c.Say(i18n.ArcPart, i18n.S("name", name), i18n.S("bound", bounds[i]), all, window)
		bars += html.Li(html.Attr{"title", label}, html.Span(html.Class("bars"), bar("", a[i]), bar("of-window", w[i])), html.B(html.Hide{}, html.Text(bounds[i])), html.Spoken(html.Text(label)))
	}
	return html.H3(html.Text(name+" "), html.Small(c.HTML(i18n.ArcUpTo))) + html.Ul(html.Class("spread"), bars)
}
