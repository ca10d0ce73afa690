package archive

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hopyard/core/archive"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Find asks what a text finds.
func (p *Panel) Find(text string) *message.Inquire {
	p.query = text
	m := p.inquire(message.TopicFinds)
	m.Text = text
	return m
}

// found are the finds whose names have what was typed, or that were looked up by it.
func (p *Panel) found() (out []message.Find) {
	query := strings.ToLower(strings.TrimSpace(p.query))
	for _, f := range p.finds {
		name, _ := p.findText(&f)
		if f.Kind >= message.FindJob || query == "" || strings.Contains(strings.ToLower(name), query) {
			out = append(out, f)
		}
	}
	return out
}

// FindsHTML lists what was found.
func (p *Panel) FindsHTML() string {
	var out strings.Builder
	list := p.found()
	for i := range list {
		name, says := p.findText(&list[i])
		fmt.Fprintf(&out, `<li><button type="button" data-find="%d">%s <span>%s</span></button></li>`, i, words.Escape(name), words.Escape(says))
	}
	if len(list) == 0 && p.finds != nil {
		return `<li class="none">` + p.Words.Say(words.ArcFindNone) + `</li>`
	}
	return out.String()
}

func (p *Panel) findText(f *message.Find) (name, says string) {
	c := p.Words
	job := words.S("job", strconv.FormatInt(f.Job, 10))
	number := words.S("n", strconv.FormatInt(f.Job, 10))
	switch f.Kind {
	case message.FindWait:
		return c.Say(words.ArcLongest), c.Say(words.ArcFoundJob, number, words.S("span", c.Span(f.Span)))
	case message.FindOvertaken:
		return c.Say(words.ArcOvertaken), c.Say(words.ArcFoundBy, job, c.N("n", f.Count))
	case message.FindSlowdown:
		return c.Say(words.ArcSlowest), c.Say(words.ArcFoundTimes, job, words.S("n", c.Float(f.Value, 0)))
	case message.FindCrowd:
		return c.Say(words.ArcCrowd), c.Say(words.ArcFoundCrowd, words.S("day", p.Day(f.At, true)), c.N("n", f.Count))
	case message.FindWorst:
		return c.Say(words.ArcWorst), p.Day(f.At, true)
	case message.FindUser:
		return c.Say(words.ArcFoundUser, words.S("name", p.userName(f.User))), c.Say(words.ArcFoundUserSays, c.N("n", f.Count), words.S("span", c.Span(f.Span)))
	case message.FindTime:
		return words.Upper(p.Day(f.At, true)), c.Say(words.ArcFoundDay, words.S("used", c.Int(int64(math.Round(100*f.Value)))), c.N("n", f.Count))
	}
	return words.Upper(c.Say(words.JobName, number)), c.Span(f.Span)
}

// Take goes to the i-th find: it asks for a window, or for a user's rows.
func (p *Panel) Take(i int) (load *message.Load, rows *message.Inquire) {
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
		p.Table.Within, p.Table.Filter = false, archive.Filter{}
	}
	from, to := p.Around(f.At)
	return p.Open(from, to, f.At, job), nil
}

// SpreadsHTML are the distributions of the window beside those of all.
func (p *Panel) SpreadsHTML() string {
	if p.told == nil {
		return ""
	}
	c := p.Words
	var waits, slowdowns []string
	for i, b := range archive.WaitBounds {
		if i == 0 {
			waits = append(waits, c.Say(words.ArcNone))
			continue
		}
		waits = append(waits, c.Span(b))
	}
	for _, b := range archive.SlowdownBounds {
		slowdowns = append(slowdowns, c.Int(int64(b)))
	}
	more := c.Say(words.ArcMore)
	return p.spread(c.Say(words.ArcWait), append(waits, more), p.told.All.Waits, p.told.Window.Waits) +
		p.spread(c.Say(words.ArcSlowdown), append(slowdowns, more), p.told.All.Slowdowns, p.told.Window.Slowdowns)
}

func (p *Panel) spread(name string, bounds []string, all, window archive.Spread) string {
	c := p.Words
	parts := func(s archive.Spread) []float64 {
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
	var out strings.Builder
	fmt.Fprintf(&out, `<h3>%s <small>%s</small></h3><ul class="spread">`, name, c.Say(words.ArcUpTo))
	for i := range a {
		text := func(v float64) words.Pair { return words.S("all", c.Int(int64(math.Round(100*v)))) }
		all, window := text(a[i]), text(w[i])
		window.Gap = "window"
		label := c.Say(words.ArcPart, words.S("name", name), words.S("bound", bounds[i]), all, window)
		fmt.Fprintf(&out, `<li title="%s"><span class="bars"><i data-style="height:%.0f%%"></i><i class="of-window" data-style="height:%.0f%%"></i></span><b aria-hidden="true">%s</b><span class="sr">%s</span></li>`,
			words.Escape(label), 100*a[i]/max(most, 0.01), 100*w[i]/max(most, 0.01), bounds[i], words.Escape(label))
	}
	return out.String() + `</ul>`
}
