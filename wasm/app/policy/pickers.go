package policy

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/elastic"
	"hopyard/core/policies"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// PickerOption is an option of a picker (an HTML select element).
type PickerOption struct {
	Value, Title string
	Current      bool
	Unfit        string // reason why the option cannot be chosen; "" if it can be chosen
	English      string // English title; the palette searches it in addition to Title
}

// optionsHTML returns the options of a list as HTML elements.
func (m *PolicyPanel) optionsHTML(list []PickerOption) html.HTML {
	var out html.Builder
	for i := range list {
		out.Add(m.choice(&list[i]))
	}
	return out.HTML()
}

// choice returns an option. If there is a reason why it cannot be chosen, the option
// is disabled and shows that reason.
func (m *PolicyPanel) choice(o *PickerOption) html.HTML {
	if o.Unfit == "" {
		return html.Option(o.Value, o.Current, html.Text(o.Title))
	}
	const most = 90 // maximum length of the reason that is shown after the title
	reason, full := m.reasonOf(o.Value, o.Unfit)
	text := o.Title
	if reason != "" && len(reason) <= most {
		text = i18n.Colon(m.Words, text, reason)
	}
	return html.Option(o.Value, false, html.Flag("disabled"), html.Attr{"title", full}, html.Text(text))
}

// reasonOf returns a short and a full text about why a choice does not fit. The
// short text is the last part of the reason, such as "works on grids (torus, mesh,
// hypercube)". It is visible without opening the tooltip. In languages other than
// English, both texts are the translation of the last part. If there is no
// translation, both are a general text.
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

// HasDepths reports whether the pickers offer the named discipline with several
// reservation depths. A reservation depth is the maximum number of reservations.
func HasDepths(name string) bool {
	d := policies.DisciplineOf(name)
	return d != nil && d.Depths != nil
}

// QueueOptions returns the options of the queue picker as HTML.
func (m *PolicyPanel) QueueOptions() html.HTML { return m.optionsHTML(m.QueueList()) }

// QueueList returns the options of the queue picker. A discipline with several
// reservation depths has an option for each depth, such as "easy/2".
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

// own returns the option for a policy that the reader writes as a program. now is
// the value that is currently chosen in the picker.
func (m *PolicyPanel) own(now string) PickerOption {
	return PickerOption{policies.Own, m.Words.Say(i18n.KeyPolicy), now == policies.Own, "", i18n.English.Say(i18n.KeyPolicy)}
}

// Writes reports whether a choice requires that the reader writes a policy first.
// This is the case if the reader chooses "own policy" in a picker and the scenario
// has no such policy for this picker.
func (m *PolicyPanel) Writes(picker, value string) bool {
	if value != policies.Own {
		return false
	}
	own := map[string]string{"queue": m.Run.Own.Queue, "allocator": m.Run.Own.Allocator}[picker]
	return own != policies.Own
}

// GrowthOptions returns the options of the growth picker as HTML, or "" if no job
// can change its size.
func (m *PolicyPanel) GrowthOptions() html.HTML { return m.optionsHTML(m.GrowthList()) }

// GrowthList returns the options of the growth picker, which are the rules by which
// jobs grow. It returns nil if no job can change its size.
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

// NetworkOptions returns the options of the network picker as HTML.
func (m *PolicyPanel) NetworkOptions() html.HTML { return m.optionsHTML(m.NetworkList()) }

// NetworkList returns the options of the network picker, which are models of how
// jobs share the network.
func (m *PolicyPanel) NetworkList() []PickerOption {
	list := slices.Clone(m.Run.Choices.Networks)
	for i := range list {
		if m.Run.Choices.Silent && list[i].Name != "none" && list[i].Name != m.Run.Policy.Network {
			list[i].Title = m.Words.Say(i18n.AllTalk, i18n.S("network", m.Words.Tell(list[i].Title)))
		}
	}
	return m.policyList(list, m.Run.Policy.Network)
}

// AllocatorOptions returns the options of the placement picker as HTML. The reader
// chooses the allocator with this picker.
func (m *PolicyPanel) AllocatorOptions() html.HTML { return m.optionsHTML(m.AllocatorList()) }

// AllocatorList returns the options of the placement picker, with which the reader
// chooses the allocator.
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

// unfit returns the reason why a choice does not fit the scenario, or "" if it
// fits. The current choice always counts as fitting.
func unfit(current bool, c *message.PolicyByName) string {
	if current {
		return ""
	}
	return c.Unfit
}

// MachineOptions returns the options of the machine picker as HTML.
func (m *PolicyPanel) MachineOptions() html.HTML { return m.optionsHTML(m.MachineList()) }

// MachineList returns the options of the machine picker. These are the machine on
// screen, the scenario's own machine if it is another one, and the preset machines.
// The value of a preset is its index.
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

// Choose returns the reader's overrides of the scenario after the choice of a value
// in a picker. If the reader chooses the scenario's own value, there is no override
// for this picker.
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

// evenShares is the suffix of the value of an option that uses a discipline with
// the shares that EvenShares returns.
const evenShares = "/even"

// EvenShares returns shares of the machine for users, in the form in which
// scenarios contain them. All users with jobs get shares of the same size, and one
// more such share is the reserve of the system. EvenShares returns "" if a job has
// no user. It also returns "" if there are too many users for shares of at least
// one node.
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

// Unless returns a value of a setting. If this is the scenario's own value, it
// returns "".
func Unless(value, own string) string {
	if value == own {
		return ""
	}
	return value
}
