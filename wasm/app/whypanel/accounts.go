package whypanel

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Gauge shows how much of a limit or a share is in use.
type Gauge struct {
	Name       string // name of the limit or share
	Used       int64
	Soft, Hard int64
	With       int64 // amount that would be in use if the selected waiting job ran as well; equal to Used if the job adds nothing
}

// Gauges returns a gauge for each limit or share in the state on screen. The
// fullest gauges come first. The amount that the selected waiting job would add is
// included.
func (m WhyPanel) Gauges() []Gauge {
	if m.State == nil {
		return nil
	}
	var out []Gauge
	for i := range m.State.Accounts {
		a := &m.State.Accounts[i]
		out = append(out, Gauge{m.accountName(a), a.Used, a.Soft, a.Hard, a.Used + m.wants(a)})
	}
	for i := range out { // insertion sort, because there are only a few dozen gauges and equally full gauges must keep their order
		for k := i; k > 0 && fuller(&out[k], &out[k-1]); k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
	}
	return out
}

// fuller reports whether gauge a is fuller than gauge b. It compares the ratios
// With / Hard without a division.
func fuller(a, b *Gauge) bool { return a.With*max(b.Hard, 1) > b.With*max(a.Hard, 1) }

func (m WhyPanel) accountName(a *queue.Account) string {
	c, who := m.Words, i18n.S("who", m.Person(a.Name))
	switch a.Kind {
	case queue.AccountUsable:
		return c.Say(i18n.ShareUsable, who)
	case queue.AccountReserve:
		return c.Say(i18n.ShareReserve, who)
	case queue.AccountSystem:
		return c.Say(i18n.ShareSystem)
	}
	if a.Limit < 1 || int(a.Limit) > len(m.Run.Limits) {
		return c.Say(i18n.LimitOther, c.N("n", int64(a.Limit)))
	}
	return m.LimitName(&m.Run.Limits[a.Limit-1], a.Name)
}

// wants returns the amount that the selected job would add to an account, which is
// the use of a limit or a share. It returns 0 if the selected job does not wait.
func (m WhyPanel) wants(a *queue.Account) int64 {
	if m.Selected == workload.NoJob || m.Waiting(m.Selected) == nil {
		return 0
	}
	return m.adds(a, m.Selected)
}

// adds returns the amount by which a running job increases an account, which is the
// use of a limit or a share.
func (m WhyPanel) adds(a *queue.Account, id workload.JobID) int64 {
	job := &m.Run.Jobs[id]
	if a.Kind != queue.AccountLimit {
		if r := m.Row(id); r != nil && a.Kind == queue.AccountUsable && m.Run.User(id) == a.Name {
			return int64(r.Need)
		}
		return 0
	}
	if a.Limit < 1 || int(a.Limit) > len(m.Run.Limits) {
		return 0
	}
	l := &m.Run.Limits[a.Limit-1]
	if m.Run.Name([...]int32{job.User, job.Group, job.Queue}[l.Owner]) != a.Name {
		return 0
	}
	if l.Flavor != "" && (l.Measure == queue.Nodes) != (job.Tasks == 0) { // quotas count whole nodes, or what tasks ask for
		return 0
	}
	nodes := int64(m.Run.NodesOf(id))
	switch l.Measure {
	case queue.Jobs:
		return 1
	case queue.Nodes:
		return nodes
	case queue.NodeSeconds:
		return nodes * int64(job.Walltime) / 1000
	}
	kind, _ := l.Measure.Counts()
	return m.asked(id, kind)
}

// asked returns the smallest amount of a resource that a job can hold. For a job
// that requests whole nodes, asked assumes that it gets the suitable nodes with the
// smallest amounts.
func (m WhyPanel) asked(id workload.JobID, kind workload.Resource) int64 {
	job := &m.Run.Jobs[id]
	if job.Tasks > 0 {
		return int64(job.Tasks) * job.PerTask[kind]
	}
	var groups []*message.NodeGroup
	for i := range m.Run.Machine.Groups {
		if lacks(&m.Run.Machine.Groups[i].Resources, &job.PerTask) {
			continue
		}
		groups = append(groups, &m.Run.Machine.Groups[i])
	}
	slices.SortFunc(groups, func(a, b *message.NodeGroup) int { return cmp.Compare(a.Resources[kind], b.Resources[kind]) })
	sum, left := int64(0), int64(job.Nodes)
	for _, g := range groups {
		n := min(left, int64(g.Last-g.First)+1)
		sum += n * g.Resources[kind]
		left -= n
	}
	return sum
}

// lacks reports whether a node has too little of any needed resource. The arguments
// are the resources of the node and those needed.
func lacks(has, need *workload.Resources) bool {
	for k := range need {
		if has[k] < need[k] {
			return true
		}
	}
	return false
}

// someGauges is the number of gauges that are always visible. The others are
// visible only when the reader opens the list.
const someGauges = 5

// GaugesTitle returns the heading of the gauges. They show quotas. For source S1's
// discipline they show the shares of the users.
func (m WhyPanel) GaugesTitle() string {
	if m.Run != nil && m.Discipline(policies.ShowsShares) {
		return m.Words.Say(i18n.ShareTitle)
	}
	return m.Words.Say(i18n.QuotaTitle)
}

// GaugesHTML returns the gauges as bars with numbers, or "" if there are no gauges.
func (m WhyPanel) GaugesHTML() html.HTML {
	list := m.Gauges()
	if len(list) == 0 {
		return ""
	}
	var some, more html.HTML
	for i := range list {
		if i < someGauges {
			some += m.gauge(&list[i])
		} else {
			more += m.gauge(&list[i])
		}
	}
	if more == "" {
		return html.Ul(some)
	}
	return html.Ul(some) + html.El("details", html.ID("gauges-more"), html.El("summary", m.Words.HTML(i18n.MoreGauges, m.Words.N("n", int64(len(list)-someGauges)))), html.Ul(more))
}

func (m WhyPanel) gauge(g *Gauge) html.HTML {
	c := m.Words
	end := max(g.Hard, g.With, 1)
	part := func(name string, n int64) html.Attr {
		return html.Attr{name, fmt.Sprintf("%.1f%%", float64(n)*100/float64(end))}
	}
	class, figures := "", c.Int(g.Used)
	if g.With != g.Used {
		figures += " → " + c.Int(g.With)
	}
	figures += " / " + c.Int(g.Soft)
	if g.Hard != g.Soft {
		figures += "–" + c.Int(g.Hard)
	}
	switch {
	case g.With > g.Hard:
		class = "over"
	case g.With > g.Soft:
		class = "soft"
	case g.Used == g.Hard && g.Hard > 0:
		class = "full"
	}
	height := html.Attr{"height", "100%"}
	bars := html.El("rect", html.Class("used"), part("width", g.Used), height)
	if g.With > g.Used {
		bars += html.El("rect", html.Class("with"), part("x", g.Used), part("width", g.With-g.Used), height)
	}
	mark := func(at int64) html.HTML {
		return html.El("rect", html.Class("mark"), part("x", at), html.Attr{"width", "2"}, height)
	}
	if g.Soft != g.Hard {
		bars += mark(g.Soft)
	}
	if g.With > g.Hard {
		bars += mark(g.Hard)
	}
	return html.Li(html.Class(class), html.Span(html.Text(g.Name)), html.Bold(figures), html.El("svg", html.Hide{}, bars))
}
