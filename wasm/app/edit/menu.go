package edit

import (
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// MenuItem is an item of a context menu.
type MenuItem struct {
	Do   string // command that wasm/page carries out
	Text string
	Off  string // reason why the item is disabled; "" if it is enabled
}

// Menu returns the title and the items of the context menu for a place on the
// machine, in the queue or on the timeline. The second parameter is the time under
// the pointer, or simtime.Never if there is none.
func (m *EditPanel) Menu(place model.Region, at simtime.Time) (title string, items []MenuItem) {
	if m.Run == nil || m.State == nil {
		return "", nil
	}
	c := m.Words
	_, why := m.Editable()
	jobs := why
	if m.Modelled() {
		jobs = c.Say(i18n.HandleModelled)
	}
	title = c.Say(i18n.MenuTitle)
	if place.Job != workload.NoJob {
		name := i18n.S("job", m.JobText(place.Job))
		title = i18n.Upper(m.JobText(place.Job))
		items = append(items,
			MenuItem{"change", c.Say(i18n.MenuChange, name), jobs},
			MenuItem{"duplicate", c.Say(i18n.MenuDuplicate, name), jobs},
			MenuItem{"remove", c.Say(i18n.MenuRemove, name), jobs},
			MenuItem{"editor", c.Say(i18n.MenuEditor), jobs})
	}
	if own, list := m.breakItems(place, why); len(list) > 0 {
		if place.Job == workload.NoJob {
			title = own
		}
		items = append(items, list...)
	}
	when := at
	if at == simtime.Never || at < 0 {
		when = m.Now()
	}
	items = append(items, MenuItem{"add", c.Say(i18n.MenuAdd, i18n.S("time", m.Run.Clock.At(when))), jobs})
	if at != simtime.Never && at >= 0 {
		items = append(items, MenuItem{"go", c.Say(i18n.MenuGo, i18n.S("time", m.Run.Clock.At(at))), ""})
	}
	if m.Modelled() {
		items = append(items, MenuItem{"list", c.Say(i18n.MenuList), ""})
	}
	return title, append(items, MenuItem{"export", c.Say(i18n.MenuExport), ""})
}

// MenuNodes returns the nodes to which the menu of a place applies. If there are
// none, last is less than first.
func (m *EditPanel) MenuNodes(p model.Region) (first, last topology.NodeID) {
	switch {
	case p.Cable >= 0:
		return 0, -1
	case p.Switch.Level >= 0 && m.Run.Machine.Drawn.Plan == nil:
		return m.Run.Under(p.Switch)
	case p.Node >= 0:
		return p.Node, max(p.Last, p.Node)
	}
	return 0, -1
}

// breakItems returns the title and the items of a menu for failures: of nodes, of
// all nodes below a switch, or of a link.
func (m *EditPanel) breakItems(p model.Region, why string) (title string, items []MenuItem) {
	c := m.Words
	if p.Cable >= 0 {
		if m.LinkEnds(p.Cable) == "" {
			return "", nil
		}
		from, to := m.Ends(p.Cable)
		link := i18n.S("link", from+" – "+to)
		if slices.ContainsFunc(m.State.LinksDown, func(way int32) bool { return way/2 == p.Cable }) {
			return i18n.Upper(from + " – " + to), []MenuItem{{"link-back", c.Say(i18n.MenuLinkBack, link), why}}
		}
		return i18n.Upper(from + " – " + to), []MenuItem{{"link-fail", c.Say(i18n.MenuLinkFail, link), why}}
	}
	first, last := m.MenuNodes(p)
	if last < first {
		return "", nil
	}
	name := c.Say(i18n.NodesName, c.N("n", int64(last-first)+1), i18n.S("list", m.RangeText(first, last)))
	nodes := i18n.S("nodes", name)
	if o := m.Run.Outages.Outage(first, m.State.Step); o != nil && o.Last >= last {
		items = append(items, MenuItem{"back", c.Say(i18n.MenuBack, nodes), why})
	} else {
		items = append(items, MenuItem{"fail", c.Say(i18n.MenuFail, nodes), why})
	}
	if o := m.Run.Outages.Outage(first, 0); o == nil {
		items = append(items, MenuItem{"offline", c.Say(i18n.MenuOffline, nodes), why})
	}
	return i18n.Upper(name), items
}

// MenuHTML returns the HTML of a menu.
func MenuHTML(title string, items []MenuItem) html.HTML {
	var list html.HTML
	for i := range items {
		off := items[i].Off
		reason := html.If(off != "" && (i == 0 || items[i-1].Off != off), html.Small(html.Text(off)))
		list += html.Button(html.Attr{"role", "menuitem"}, html.Attr{"tabindex", "-1"}, html.Attr{"data-do", items[i].Do}, html.If(off != "", html.Attr{"aria-disabled", "true"}),
			html.Text(items[i].Text), reason)
	}
	return html.P(html.ID("menu-title"), html.Text(title)) + html.Div(html.Attr{"role", "menu"}, html.LabelledBy("menu-title"), list)
}
