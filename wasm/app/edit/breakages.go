package edit

import (
	"fmt"
	"slices"
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// WithFailure adds a failure of nodes or of a link to the text of a scenario. The
// parameter what has two elements: the name of the event's field ("down" or
// "link"), and the JSON value of this field. The failure begins at the given time.
// The last parameter is its duration; "" means that the failure never ends.
func (m *EditPanel) WithFailure(text string, what [2]string, at, lasts string) (string, error) {
	event := `{"at": ` + at + `, "` + what[0] + `": ` + what[1]
	if lasts = form.Seconds(lasts); lasts != "null" {
		event += `, "for": ` + lasts
	}
	return addEvent(text, event+"}")
}

// addEvent appends an event to the text's list of changes of the machine.
func addEvent(text, event string) (string, error) {
	_, places := scenario.LookUp([]byte(text), "faults.events")
	return edits(text, [2]string{"faults.events[" + strconv.Itoa(len(places)) + "]", event})
}

// WithOffline adds nodes that are missing from the beginning of the run to the text
// of a scenario.
func (m *EditPanel) WithOffline(text string, first, last topology.NodeID) (string, error) {
	nodes := nodeList(first, last)
	if old, _ := scenario.LookUp([]byte(text), "faults.offline"); old != "" {
		nodes = old + "," + nodes
	}
	return edits(text, [2]string{"faults.offline", `"` + nodes + `"`})
}

// WithNodesUp edits the text of a scenario so that nodes return at the given time.
// Before that time they have failed or belong to another division of the machine.
// The event that removed these nodes is changed so that, for these nodes, it ends
// at the given time. If there is no such event, an event "up" is added.
func (m *EditPanel) WithNodesUp(text string, first, last topology.NodeID, at simtime.Time) (string, error) {
	nodes := cluster.Placement{}.Append(first, last, 1)
	_, places := scenario.LookUp([]byte(text), "faults.events")
	for i := len(places) - 1; i >= 0; i-- {
		path := "faults.events[" + strconv.Itoa(i) + "]"
		down, field, began, ended := m.outageOf(text, path)
		rest, all := down.Minus(nodes)
		if !all || len(down) == 0 || began > at || ended <= at {
			continue
		}
		lasts := jsonSeconds(max(at.Sub(began), simtime.Millisecond))
		if len(rest) == 0 {
			return edits(text, [2]string{path + ".for", lasts})
		}
		text, err := edits(text, [2]string{path + "." + field, `"` + rest.String() + `"`})
		if err != nil {
			return "", err
		}
		return addEvent(text, fmt.Sprintf(`{"at": %s, "%s": "%s", "for": %s}`, began, field, nodes, lasts))
	}
	return addEvent(text, `{"at": `+at.String()+`, "up": "`+nodeList(first, last)+`"}`)
}

// outageOf reads the event at a path of the text. It returns the nodes that the
// event removes, the name of the field that lists them, and the times at which the
// event begins and ends.
func (m *EditPanel) outageOf(text, path string) (down cluster.Placement, field string, began, ended simtime.Time) {
	event, _ := scenario.LookUp([]byte(text), path)
	look := func(name string) string { v, _ := scenario.LookUp([]byte(event), name); return v }
	if field = "down"; look("leave") != "" {
		field = "leave"
	}
	down, err := scenario.ParseNodes(look(field), m.Run.Machine.Drawn.Nodes)
	at, bad := simtime.Parse(look("at"))
	if err != nil || bad != nil {
		return nil, "", 0, 0
	}
	began, ended = simtime.Time(at), simtime.Never
	if lasts, err := simtime.Parse(look("for")); err == nil {
		ended = began.Add(lasts)
	}
	return down, field, began, ended
}

// WithLinkUp edits the text of a scenario so that a failed link works again at the
// given time.
func (m *EditPanel) WithLinkUp(text string, cable int32, at simtime.Time) (string, error) {
	ends := m.LinkEnds(cable)
	_, places := scenario.LookUp([]byte(text), "faults.events")
	for i := len(places) - 1; i >= 0; i-- {
		path := "faults.events[" + strconv.Itoa(i) + "]"
		event, _ := scenario.LookUp([]byte(text), path)
		a, _ := scenario.LookUp([]byte(event), "link[0]")
		b, _ := scenario.LookUp([]byte(event), "link[1]")
		began, err := simtime.Parse(func() string { v, _ := scenario.LookUp([]byte(event), "at"); return v }())
		same := `["`+a+`", "`+b+`"]` == ends || `["`+b+`", "`+a+`"]` == ends
		if err == nil && same && simtime.Time(began) <= at {
			return edits(text, [2]string{path + ".for", jsonSeconds(max(at.Sub(simtime.Time(began)), simtime.Millisecond))})
		}
	}
	return "", errGone
}

func nodeList(first, last topology.NodeID) string {
	if first == last {
		return strconv.Itoa(int(first))
	}
	return strconv.Itoa(int(first)) + "-" + strconv.Itoa(int(last))
}

// LinkEnds returns the two devices that a cable joins, in the JSON of scenarios:
// ["n1", "s0"]. It returns "" if the picture does not show which devices these are.
func (m *EditPanel) LinkEnds(cable int32) string {
	d := &m.Run.Machine.Drawn
	join := func(a, b string) string { return `["` + a + `", "` + b + `"]` }
	node := func(n int) string { return "n" + strconv.Itoa(n) }
	switch {
	case cable < 0 || len(d.Through) > 0:
		return ""
	case d.Plan != nil:
		if int(cable) >= len(d.Plan.Cables) {
			return ""
		}
		device := func(i int32) string {
			if n := int(i) - d.Plan.Switches; n >= 0 {
				return node(n)
			}
			return "s" + strconv.Itoa(int(i))
		}
		return join(device(d.Plan.Cables[cable].A), device(d.Plan.Cables[cable].B))
	case len(d.Tree) > 0:
		return m.treeEnds(d, d.Below(cable))
	case len(d.Dims) > 0:
		n, next := m.GridEnds(cable)
		if next < n && !d.Wraps {
			return "" // a mesh does not wrap around, so there is no such cable
		}
		return join(node(n), node(next))
	}
	return ""
}

// treeEnds returns the two devices at the ends of a cable in a tree: the cable
// above a given node or switch. Switches are numbered level by level, starting at
// the root.
func (m *EditPanel) treeEnds(d *draw.MachineShape, at draw.SwitchID) string {
	for _, planes := range d.Planes {
		if planes > 1 {
			return "" // several switches have the same position in the picture
		}
	}
	if at.Level < 1 {
		return ""
	}
	number := func(level, place int32) string {
		for _, above := range d.Tree[:level] {
			place += int32(len(above)) - 1
		}
		return "s" + strconv.Itoa(int(place))
	}
	below, first := "n"+strconv.Itoa(int(at.Place)), at.Place
	if int(at.Level) < len(d.Tree) {
		below, first = number(at.Level, at.Place), d.Tree[at.Level][at.Place]
	}
	up := d.Tree[at.Level-1]
	place := int32(0)
	for up[place+1] <= first {
		place++
	}
	return `["` + below + `", "` + number(at.Level-1, place) + `"]`
}

// BreakHTML returns the form for a failure. It has fields for the nodes that fail,
// the time of the failure, and its duration.
func (m *EditPanel) BreakHTML(nodes string) html.HTML {
	c := m.Words
	field := func(name string, text i18n.Text, value string) html.HTML {
		return html.Field(c.HTML(text), html.El("input", html.ID("break-"+name), html.Attr{"name", name}, html.Attr{"value", value}, html.Attr{"autocomplete", "off"}))
	}
	return html.El("form", html.Attr{"method", "dialog"}, html.ID("break-form"), html.Class("sheet"), html.Flag("novalidate"),
		html.If(nodes != "", field("nodes", i18n.BreakNodes, nodes)), field("at", i18n.BreakAt, m.Now().String()),
		field("for", i18n.BreakFor, jsonSeconds(max(draw.TickStep(simtime.Duration(m.Run.Last), 6), simtime.Second))),
		html.Ul(html.ID("break-wrong"), html.Class("errors"), html.Attr{"aria-live", "polite"}), html.P(html.Class("small"), c.HTML(i18n.BreakNote)),
		html.Div(html.Class("row"), html.El("button", html.Class("primary"), html.ID("break-apply"), c.HTML(i18n.BreakApply))))
}

// BreakTitle returns the title of the form for a failure. It also returns the nodes
// that fail, as a list that the reader can edit. For a failure of a link, this list
// is "".
func (m *EditPanel) BreakTitle(p model.Region) (nodes, title string) {
	if first, last := m.MenuNodes(p); last >= first {
		nodes = nodeList(first, last)
	}
	return nodes, m.Words.Say(i18n.BreakTitle, i18n.S("what", m.broken(p)))
}

// broken returns the name of the nodes or the link that fail.
func (m *EditPanel) broken(p model.Region) string {
	if p.Cable >= 0 {
		from, to := m.Ends(p.Cable)
		return from + " – " + to
	}
	first, last := m.MenuNodes(p)
	return m.Words.Say(i18n.NodesName, m.Words.N("n", int64(last-first)+1), i18n.S("list", m.RangeText(first, last)))
}

// Broken returns the text of the scenario with the failure that was entered into
// the form, and a description of the edit.
func (m *EditPanel) Broken(p model.Region, nodes, at, lasts string) (text string, did model.EditSummary, err error) {
	text, _ = m.Editable()
	what := [2]string{"down", form.Quote(nodes)}
	if p.Cable >= 0 {
		what = [2]string{"link", m.LinkEnds(p.Cable)}
	}
	text, err = m.WithFailure(text, what, form.Seconds(at), lasts)
	return text, model.EditSummary{Text: i18n.EditFail, Pairs: []i18n.Pair{i18n.S("what", m.broken(p))}}, err
}

// Mended returns the text of the scenario after an item of the context menu was
// chosen, and a description of the edit. The item "back" lets nodes return at the
// given time, "link-back" lets a link work again, and "offline" removes nodes from
// the beginning of the run.
func (m *EditPanel) Mended(do string, p model.Region, at simtime.Time) (text string, did model.EditSummary, err error) {
	text, _ = m.Editable()
	first, last := m.MenuNodes(p)
	edit := i18n.EditBack
	switch do {
	case "back":
		text, err = m.WithNodesUp(text, first, last, at)
	case "link-back":
		text, err = m.WithLinkUp(text, p.Cable, at)
	default:
		edit = i18n.EditFail
		text, err = m.WithOffline(text, first, last)
	}
	return text, model.EditSummary{Text: edit, Pairs: []i18n.Pair{i18n.S("what", m.broken(p))}}, err
}

// Unplaced returns the errors without their line numbers, for a form that does not
// show the text.
func Unplaced(faults []message.Problem) []message.Problem {
	out := slices.Clone(faults)
	for i := range out {
		out[i].Line = 0
	}
	return out
}
