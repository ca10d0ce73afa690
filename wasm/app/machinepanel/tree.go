package machinepanel

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// AccessibleTree holds which items are open and focused in the tree that presents
// the machine to the keyboard and to screen readers. The tree contains the switches
// and, below each leaf switch, ranges of nodes that the same jobs hold; see
// stretch.
type AccessibleTree struct {
	Open map[string]bool // for each item, by its key, whether the reader has changed it from closed to open or the reverse; see toggle
	At   string          // key of the item that gets the focus when the reader presses Tab
}

// MaxBranches is the maximum number of children listed below an item.
const MaxBranches = 200

// TreeItem is a visible item of the tree.
type TreeItem struct {
	Key      string
	Place    model.Region
	Text     string
	depth    int
	at, of   int // position among the items with the same parent, from 1, and the number of these items
	Branches bool
	Open     bool
	parent   string
}

// TreeItems returns the visible items, in order from top to bottom.
func (m MachinePanel) TreeItems() []TreeItem {
	if m.State == nil {
		return nil
	}
	all := topology.NodeID(m.Run.Machine.Drawn.Nodes - 1)
	root := TreeItem{Key: "0.0", depth: 1, at: 1, of: 1, Branches: true, Open: !m.Tree.Open["0.0"], Place: model.Nowhere()}
	root.Place.Switch = draw.SwitchID{}
	if len(m.Run.Machine.Drawn.Tree) == 0 {
		root.Place = model.Nowhere()
	}
	root.Text = m.branchText(m.Words.Say(i18n.MachineName), 0, all)
	items := []TreeItem{root}
	if root.Open {
		m.grow(&items, 0, 0, "0.0", 2)
	}
	if m.Shares() {
		items[0].of = 2
		m.branchLinks(&items)
	}
	return items
}

func (m MachinePanel) branchText(name string, first, last topology.NodeID) string {
	return m.Words.Say(i18n.TreeBusy, i18n.S("place", name), m.Words.N("busy", int64(m.Busy(first, last))), m.Words.N("all", int64(last-first)+1))
}

// grow appends the items below the given switch.
func (m MachinePanel) grow(items *[]TreeItem, level, place int32, parent string, depth int) {
	tree := m.Run.Machine.Drawn.Tree
	if int(level)+1 >= len(tree) {
		m.branchNodes(items, level, place, parent, depth)
		return
	}
	first, last := m.Run.Under(draw.SwitchID{Level: level, Place: place})
	var inside []int32
	for i := range tree[level+1][:len(tree[level+1])-1] {
		if at := topology.NodeID(tree[level+1][i]); at >= first && at <= last {
			inside = append(inside, int32(i))
		}
	}
	for k, i := range inside[:min(len(inside), MaxBranches)] {
		at := m.Run.Machine.Drawn.Settle(draw.SwitchID{Level: level + 1, Place: i})
		level, i := at.Level, at.Place
		item := TreeItem{Key: fmt.Sprintf("%d.%d", level, i), depth: depth, at: k + 1, of: len(inside), Branches: true, parent: parent, Place: model.Nowhere()}
		item.Open = m.Tree.Open[item.Key]
		item.Place.Switch = draw.SwitchID{Level: level, Place: i}
		a, b := m.Run.Under(item.Place.Switch)
		item.Text = m.branchText(m.SwitchText(level, i), a, b)
		*items = append(*items, item)
		if item.Open {
			m.grow(items, level, i, item.Key, depth+1)
		}
	}
}

func (m MachinePanel) branchNodes(items *[]TreeItem, level, place int32, parent string, depth int) {
	first, last := m.Run.Under(draw.SwitchID{Level: level, Place: place})
	list, _ := m.Stretches(first, last, MaxBranches)
	for k, s := range list {
		item := TreeItem{Key: "n" + strconv.Itoa(int(s.First)), depth: depth, at: k + 1, of: len(list), parent: parent, Place: model.Nowhere()}
		item.Place.Node, item.Place.Last = s.First, s.Last
		if len(s.Jobs) > 0 {
			item.Place.Job = s.Jobs[0]
		}
		item.Text = m.stretchText(&s)
		item.Branches, item.Open = s.First < s.Last, m.Tree.Open[item.Key]
		*items = append(*items, item)
		if !item.Open {
			continue
		}
		all := int(s.Last-s.First) + 1
		for i := range min(all, MaxBranches) { // one item for each node
			one := item
			s.First = item.Place.Node + topology.NodeID(i)
			s.Last = s.First
			one.Key, one.parent, one.depth, one.at, one.of = item.Key+"."+strconv.Itoa(i), item.Key, depth+1, i+1, all
			one.Place.Node, one.Place.Last, one.Branches, one.Open, one.Text = s.First, s.First, false, false, m.stretchText(&s)
			*items = append(*items, one)
		}
	}
}

// stretchText returns a description of a range of nodes and of the jobs that hold
// them.
func (m MachinePanel) stretchText(s *stretch) string {
	place := m.NodesText(int(s.Last-s.First)+1, m.RangeText(s.First, s.Last))
	nodes := i18n.S("nodes", place)
	if len(s.Jobs) == 0 || m.health(s.First) != Works {
		if state := m.stateText(html.Escape(place), s.First); state != "" {
			return html.Plain(state)
		}
	}
	if len(s.Jobs) == 0 {
		return m.Words.Say(i18n.TreeFree, nodes)
	}
	names := make([]string, len(s.Jobs))
	for i, id := range s.Jobs {
		names[i] = m.JobText(id)
	}
	text := m.Words.Say(i18n.TreeNodes, nodes, i18n.S("job", i18n.List(m.Words, names...)))
	if s.First == s.Last {
		text += i18n.After(" ", strings.Join(m.socketLines(s.First), " "))
	}
	return text
}

// maxLinks is the maximum number of links listed. If more are in use, the busiest
// are listed.
const maxLinks = 24

// branchLinks appends an item that summarizes the links in use. If the reader has
// opened that item, branchLinks also appends an item for each link.
func (m MachinePanel) branchLinks(items *[]TreeItem) {
	all, full := m.State.Links, 0
	for i := range all {
		if all[i].Wanted > 1000 {
			full++
		}
	}
	item := TreeItem{Key: "links", depth: 1, at: 2, of: 2, Branches: len(all) > 0, Open: m.Tree.Open["links"], Place: model.Nowhere()}
	item.Text = m.Words.Say(i18n.LinksQuiet)
	if len(all) > 0 {
		item.Text = m.Words.Say(i18n.LinksBranch, m.Words.N("full", int64(full)), m.Words.N("all", int64(len(all))),
			i18n.S("link", i18n.List(m.Words, m.WayText(all[0].Way), m.Percent(all[0].Wanted))))
	}
	*items = append(*items, item)
	for i := 0; item.Open && i < min(len(all), maxLinks); i++ {
		l := TreeItem{Key: "l" + strconv.Itoa(int(all[i].Way)), depth: 2, at: i + 1, of: min(len(all), maxLinks), parent: "links", Place: model.Nowhere()}
		l.Place.Cable = all[i].Way / 2
		l.Text = i18n.Upper(m.LinkText(&all[i]))
		*items = append(*items, l)
	}
}

// TreeHTML returns the tree of the machine as HTML elements.
func (m MachinePanel) TreeHTML() html.HTML {
	items := m.TreeItems()
	tab := 0
	for i := range items {
		if items[i].Key == m.Tree.At {
			tab = i
		}
	}
	var out html.Builder
	for i := range items {
		t := &items[i]
		index := -1
		if i == tab {
			index = 0
		}
		chosen := t.Place.Job != workload.NoJob && t.Place.Job == m.Selected
		out.El("div", html.Attr{"role", "treeitem"}, html.Num("aria-level", t.depth), html.Num("aria-posinset", t.at), html.Num("aria-setsize", t.of),
			html.If(t.Branches, html.Bool("aria-expanded", t.Open)), html.Bool("aria-selected", chosen), html.Num("tabindex", index), html.Attr{"data-tree", t.Key}, html.Text(t.Text))
	}
	return out.HTML()
}

// TreeKey handles a pressed key. The key moves the focus in the tree, or opens,
// closes or selects an item. Tree.At then holds the key of the focused item.
// TreeKey returns false for a key that the tree does not use.
func (m MachinePanel) TreeKey(key string) bool {
	items := m.TreeItems()
	if len(items) == 0 {
		return false
	}
	at := 0
	for i := range items {
		if items[i].Key == m.Tree.At {
			at = i
		}
	}
	t := items[at]
	switch key {
	case "ArrowDown":
		at = min(at+1, len(items)-1)
	case "ArrowUp":
		at = max(at-1, 0)
	case "Home":
		at = 0
	case "End":
		at = len(items) - 1
	case "ArrowRight":
		if t.Branches && !t.Open {
			m.Tree.toggle(t.Key)
		} else if t.Branches {
			at = min(at+1, len(items)-1)
		}
	case "ArrowLeft":
		if t.Branches && t.Open {
			m.Tree.toggle(t.Key)
		} else {
			for i := range items {
				if items[i].Key == t.parent {
					at = i
				}
			}
		}
	case "Enter", " ":
		m.Select(t.Place.Job)
		m.PickEnd(t.Place.Node)
	default:
		return false
	}
	m.Tree.At = items[at].Key
	m.Pointed = items[at].Place
	return true
}

// toggle opens or closes the item with the given key. At first only the root is
// open. An entry in Open therefore means "closed" for the root and "open" for any
// other item.
func (t *AccessibleTree) toggle(key string) {
	if t.Open == nil {
		t.Open = map[string]bool{}
	}
	t.Open[key] = !t.Open[key]
}
