package e2e

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// AccessibleText returns the text of the accessibility tree, in the order in which
// a screen reader reads it. Buttons, selection lists and sliders appear in brackets
// with role and name.
func (p *Page) AccessibleText() (string, error) {
	var out strings.Builder
	err := p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		tree, err := cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil || len(tree.Nodes) == 0 {
			return err
		}
		nodes := map[accessibility.NodeID]*accessibility.Node{}
		for _, n := range tree.Nodes {
			nodes[n.NodeID] = n
		}
		tell(&out, nodes, tree.Nodes[0])
		return nil
	}))
	return strings.Join(strings.Fields(out.String()), " "), err
}

func tell(out *strings.Builder, nodes map[accessibility.NodeID]*accessibility.Node, n *accessibility.Node) {
	role, name := plainValue(n.Role), plainValue(n.Name)
	switch {
	case n.Ignored || name == "":
	case role == "StaticText":
		out.WriteString(name + " ")
		return
	case role == "button" || role == "combobox" || role == "slider":
		out.WriteString("[" + role + " " + name + "] ")
		return
	}
	for _, id := range n.ChildIDs {
		if child := nodes[id]; child != nil {
			tell(out, nodes, child)
		}
	}
}

func plainValue(v *accessibility.Value) string {
	var text string
	if v == nil || json.Unmarshal(v.Value, &text) != nil {
		return ""
	}
	return text
}
