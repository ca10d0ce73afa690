package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/elastic"
	"hopyard/core/policies"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/html"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// PickerOption is what a picker offers.
type PickerOption struct {
	Value, Title string
	Current      bool
	Unfit        string // why it cannot be chosen; "" if it can
	English      string // its name in English, by which it is found, too
}

// optionsHTML are the options as elements.
func (m *PolicyPanel) optionsHTML(list []PickerOption) string {
	var out strings.Builder
	for i := range list {
		o := &list[i]
		m.choice(&out, o.Value, o.Title, o.Current, o.Unfit)
	}
	return out.String()
}

// choice is an option that cannot be taken if unfit says why.
func (m *PolicyPanel) choice(out *strings.Builder, value, text string, selected bool, unfit string) {
	if unfit == "" {
		html.Option(out, value, text, selected)
		return
	}
	const most = 90 // characters of a reason that is still brief
	reason, full := m.reasonOf(value, unfit)
	if reason != "" && len(reason) <= most {
		text = m.Words.Colon(text, reason)
	}
	fmt.Fprintf(out, `<option value="%s" disabled title="%s">%s</option>`, i18n.Escape(value), i18n.Escape(full), i18n.Escape(text))
}

// reasonOf is the end of a reason, which says what would do, for those who see
// no title, "works on grids (torus, mesh, hypercube)", and the whole. In other
// languages only the end is told, or that it does not suit.
func (m *PolicyPanel) reasonOf(name, unfit string) (reason, full string) {
	if at := strings.LastIndex(unfit, ": "); at >= 0 {
		reason = strings.TrimPrefix(unfit[at+2:], name+" ")
	}
	if m.Words == i18n.English {
		if reason == "" {
			reason = strings.TrimPrefix(unfit, name+" ")
		}
		return reason, unfit
	}
	if reason == "" {
		reason = unfit
	}
	main, _, _ := strings.Cut(reason, ", and ")
	told := m.Words.Tell(main)
	if told == main {
		told = m.Words.Say(i18n.Unfit)
	}
	return told, told
}

// HasDepths reports whether a discipline is offered with several numbers of
// reservations.
func HasDepths(name string) bool {
	d := policies.DisciplineOf(name)
	return d != nil && d.Depths != nil
}

// QueueOptions are the options of the queue picker.
func (m *PolicyPanel) QueueOptions() string { return m.optionsHTML(m.QueueList()) }

// QueueList is what the queue picker offers; EASY stands there once for each
// number of reservations, as "easy/2".
func (m *PolicyPanel) QueueList() []PickerOption {
	var out []PickerOption
	now := &m.Run.Policy
	for i := range m.Run.Choices.Queues {
		c := &m.Run.Choices.Queues[i]
		if c.Name != now.Queue && c.Unfit != "" && policies.DisciplineOf(c.Name).Allotted && m.EvenShares() != "" {
			out = append(out, PickerOption{c.Name + evenShares, m.Words.Say(i18n.WithEvenShares, i18n.S("queue", m.Words.Tell(c.Title))), false, "", c.Title})
			continue
		}
		if !HasDepths(c.Name) {
			out = append(out, PickerOption{c.Name, m.Words.Tell(c.Title), c.Name == now.Queue, unfit(c.Name == now.Queue, c), c.Title})
			continue
		}
		list := policies.DisciplineOf(c.Name).Depths
		if !slices.Contains(list, now.Depth) {
			list = append(slices.Clone(list), now.Depth)
			slices.Sort(list)
		}
		for _, depth := range list {
			current := c.Name == now.Queue && depth == now.Depth
			value, title := c.Name, m.Words.Tell(c.Title)
			if depth > 1 {
				value += "/" + strconv.Itoa(int(depth))
				title = m.Words.Say(i18n.WithDepth, i18n.S("queue", title), m.Words.N("n", int64(depth)))
			}
			out = append(out, PickerOption{value, title, current, unfit(current, c), c.Title})
		}
	}
	return append(out, m.own(now.Queue))
}

// own is the choice of a policy that the reader has written, or is to write.
func (m *PolicyPanel) own(now string) PickerOption {
	return PickerOption{policies.Own, m.Words.Say(i18n.KeyPolicy), now == policies.Own, "", i18n.English.Say(i18n.KeyPolicy)}
}

// Writes reports whether the choice of a picker is a policy that is still to be
// written for it.
func (m *PolicyPanel) Writes(picker, value string) bool {
	if value != policies.Own {
		return false
	}
	own := map[string]string{"queue": m.Run.Own.Queue, "allocator": m.Run.Own.Allocator}[picker]
	return own != policies.Own
}

// GrowthOptions are the options of the growth picker; "" where no job can
// change its size.
func (m *PolicyPanel) GrowthOptions() string { return m.optionsHTML(m.GrowthList()) }

// GrowthList is what the growth picker offers.
func (m *PolicyPanel) GrowthList() []PickerOption {
	malleable := false
	for i := range m.Run.Jobs {
		malleable = malleable || m.Run.Jobs[i].Most > 0
	}
	if !malleable {
		return nil
	}
	var out []PickerOption
	titles := [elastic.NumGrowthRules]i18n.Text{i18n.GrowthOff, i18n.GrowthQueue, i18n.GrowthSmallest, i18n.GrowthSteepest, i18n.GrowthShortest, i18n.GrowthAlways}
	for g := range elastic.NumGrowthRules {
		title := m.Words.Say(titles[g])
		out = append(out, PickerOption{g.String(), title, m.Run.Policy.Growth == g.String() && m.Run.Policy.Method == elastic.Expand.String(), "", i18n.English.Say(titles[g])})
		if g != elastic.NoGrowth {
			resubmit := elastic.Resubmit.String()
			out = append(out, PickerOption{g.String() + "/" + resubmit, m.Words.Say(i18n.ByResubmission, i18n.S("growth", title)),
				m.Run.Policy.Growth == g.String() && m.Run.Policy.Method == resubmit, "", resubmit})
		}
	}
	return out
}

// NetworkOptions are the options of the network picker.
func (m *PolicyPanel) NetworkOptions() string { return m.optionsHTML(m.NetworkList()) }

// NetworkList are the ways in which jobs share the network.
func (m *PolicyPanel) NetworkList() []PickerOption {
	list := slices.Clone(m.Run.Choices.Networks)
	for i := range list {
		if m.Run.Choices.Silent && list[i].Name != "none" && list[i].Name != m.Run.Policy.Network {
			list[i].Title = m.Words.Say(i18n.AllTalk, i18n.S("network", m.Words.Tell(list[i].Title)))
		}
	}
	return m.policyList(list, m.Run.Policy.Network)
}

// AllocatorOptions are the options of the placement picker.
func (m *PolicyPanel) AllocatorOptions() string { return m.optionsHTML(m.AllocatorList()) }

// AllocatorList are the allocators.
func (m *PolicyPanel) AllocatorList() []PickerOption {
	out := m.policyList(m.Run.Choices.Allocators, m.Run.Policy.Allocator)
	if m.Run.Policy.Allocator == policies.Own || m.Run.Own.Allocator == policies.Own {
		out = append(out, m.own(m.Run.Policy.Allocator))
	}
	return out
}

func (m *PolicyPanel) policyList(choices []message.PolicyByName, current string) []PickerOption {
	out := make([]PickerOption, len(choices))
	for i := range choices {
		c := &choices[i]
		out[i] = PickerOption{c.Name, m.Words.Tell(c.Title), c.Name == current, unfit(c.Name == current, c), c.Title}
	}
	return out
}

// unfit is why a choice cannot be made; what is chosen can be.
func unfit(current bool, c *message.PolicyByName) string {
	if current {
		return ""
	}
	return c.Unfit
}

// MachineOptions are the options of the machine picker.
func (m *PolicyPanel) MachineOptions() string { return m.optionsHTML(m.MachineList()) }

// MachineList is what the machine picker offers: the machine on screen, the
// scenario's own if that is another, and the presets, by place.
func (m *PolicyPanel) MachineList() []PickerOption {
	shape, changed := m.Run.Machine.Shape, m.Source.Machine.Kind != ""
	out := []PickerOption{{"", m.ShapeText(&shape), true, "", ""}}
	if changed {
		out = append(out, PickerOption{"own", m.Words.Say(i18n.OwnMachine), false, "", ""})
	}
	for i := range m.Run.Choices.Machines {
		p := &m.Run.Choices.Machines[i]
		if !model.SameShape(&p.MachineChoice, &shape) {
			out = append(out, PickerOption{strconv.Itoa(i), m.ShapeText(&p.MachineChoice), false, p.Unfit, p.MachineChoice.Kind})
		}
	}
	return out
}

// Choose is what a picker asks for: the overrides with one of them changed.
// Choosing what the scenario says itself takes the override away.
func (m *PolicyPanel) Choose(picker, value string) message.Overrides {
	o := m.Asked.Overrides
	switch picker {
	case "queue":
		if name, even := strings.CutSuffix(value, evenShares); even {
			o.Queue, o.Depth = name, 0
			return Assign(o, "allotments", m.EvenShares())
		}
		queue, depth, _ := strings.Cut(value, "/")
		o.Queue, o.Depth = Unless(queue, m.Run.Own.Queue), 0
		if n, _ := strconv.Atoi(depth); HasDepths(queue) && max(n, 1) != int(m.Run.Own.Depth) {
			o.Depth = int32(max(n, 1))
		}
	case "growth":
		growth, method, _ := strings.Cut(value, "/")
		if method == "" {
			method = elastic.Expand.String()
		}
		return Assign(Assign(o, "scheduler.elastic.growth", growth), "scheduler.elastic.method", method)
	case "network":
		o.Network = Unless(value, m.Run.Own.Network)
	case "allocator":
		o.Allocator = Unless(value, m.Run.Own.Allocator)
	case "machine":
		i, err := strconv.Atoi(value)
		switch {
		case value == "own":
			o.Machine = message.MachineChoice{}
		case err == nil && i >= 0 && i < len(m.Run.Choices.Machines):
			o.Machine = m.Run.Choices.Machines[i].MachineChoice
		}
	}
	return o
}

// evenShares ends the choice of a discipline with shares made for it.
const evenShares = "/even"

// EvenShares are allotments that share the machine evenly between the users of
// the jobs, as scenarios write them, one part of it left as the system's
// reserve; "" where jobs have no users, or more than could have a share.
func (m *PolicyPanel) EvenShares() string {
	seen, users := map[int32]bool{}, []string{}
	for i := range m.Run.Jobs {
		u := m.Run.Jobs[i].User
		if m.Run.Name(u) == "" {
			return ""
		}
		if !seen[u] {
			seen[u] = true
			users = append(users, m.Run.Name(u))
		}
	}
	each := m.Run.Machine.Drawn.Nodes / (len(users) + 1)
	if len(users) == 0 || each == 0 {
		return ""
	}
	var out strings.Builder
	for i, u := range users {
		if i > 0 {
			out.WriteString(`, `)
		}
		out.WriteString(form.Quote(u) + `: ` + strconv.Itoa(each))
	}
	return `{"users": {` + out.String() + `}}`
}

// Unless is a value, or "" for the one that the scenario has itself.
func Unless(value, own string) string {
	if value == own {
		return ""
	}
	return value
}
