package longrunpanel

import (
	"math"
	"strconv"
	"strings"

	"hopyard/core/longrun"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Fields holds the texts that the reader typed into the form of the filter.
type Fields struct {
	Least, Most string // bounds on the number of nodes
	Wait        string // minimum wait time in seconds
	User        string
	Killed      bool
}

// TakeFilter applies the filter in the form's fields and returns the request for
// the rows. If a field should contain a number but does not, it sets no condition.
func (p *LongRunPanel) TakeFilter(f Fields) *message.TraceQuery {
	number := func(text string) int64 {
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil {
			return 0
		}
		return min(max(n, 0), math.MaxInt32)
	}
	user := strings.TrimSpace(f.User)
	p.Table.Filter = longrun.Filter{
		Least: int32(number(f.Least)), Most: int32(number(f.Most)), Wait: simtime.Duration(number(f.Wait)) * simtime.Second,
		User: user, Named: user != "" || p.Table.Filter.Named && p.Table.Filter.User == "" && p.nobody, Killed: f.Killed,
	}
	p.nobody = p.Table.Filter.Named && user == ""
	p.Table.first = 0
	return p.AskRows()
}

// ClearFilter removes the filter and returns the request for the rows.
func (p *LongRunPanel) ClearFilter() *message.TraceQuery {
	p.nobody = false
	return p.TakeFilter(Fields{})
}

// OnlyUser restricts the table to the jobs of one user and returns the request for
// the rows. The table then contains jobs of the whole trace, not only of the
// window.
func (p *LongRunPanel) OnlyUser(name string) *message.TraceQuery {
	p.Table.Filter, p.nobody = longrun.Filter{User: name, Named: true}, name == ""
	p.Table.Within, p.Table.first = false, 0
	return p.AskRows()
}

// Fields returns the current filter as texts for the form.
func (p *LongRunPanel) Fields() Fields {
	f, text := &p.Table.Filter, func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	return Fields{Least: text(int64(f.Least)), Most: text(int64(f.Most)), Wait: text(int64(f.Wait / simtime.Second)), User: f.User, Killed: f.Killed}
}

// FilterText returns the text of the button that opens the filter's form, with the
// number of conditions that are set.
func (p *LongRunPanel) FilterText() string {
	f, n := &p.Table.Filter, int64(0)
	for _, on := range [...]bool{f.Least > 0 || f.Most > 0, f.Wait > 0, f.Killed, f.Named} {
		if on {
			n++
		}
	}
	if n == 0 {
		return p.Words.Say(i18n.ArcFilter)
	}
	return p.Words.Say(i18n.ArcFilterOn, p.Words.N("n", n))
}

// WaitOptions returns the options of the select element for the minimum wait time.
func (p *LongRunPanel) WaitOptions() html.HTML {
	out := html.Option("", false, p.Words.HTML(i18n.ArcAnyWait))
	for _, b := range longrun.WaitBounds[1:] {
		out += html.Option(strconv.FormatInt(int64(b/simtime.Second), 10), false, html.Text(p.Words.Span(b)))
	}
	return out
}
