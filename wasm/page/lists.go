//go:build js && wasm

package page

import "strconv"

// listKey moves within the list, tree, grid or table that has the focus, and
// reports whether it handled the key.
func (p *page) listKey(key string, target element) bool {
	switch {
	case target.HasAttribute("data-id"):
		id, own := p.m.Queue.QueueKey(key, idOf(target, "data-id"))
		if own {
			p.refocus("queue-list", p.m.Queue.QueueHTML()+rest(p.m.Queue.QueueRest(), "listbox"), `[data-id="`+strconv.Itoa(int(id))+`"]`)
		}
		return own
	case target.HasAttribute("data-tree") && p.asked() && p.card().Tree(key):
		return true
	case target.HasAttribute("data-tree"):
		if !p.m.Machine.TreeKey(key) {
			return false
		}
		p.refocus("machine-tree", p.m.Machine.TreeHTML(), `[data-tree="`+p.m.Machine.Tree.At+`"]`)
		return true
	case target.HasAttribute("data-cell"):
		if !p.m.Timeline.GridKey(key) {
			return false
		}
		p.refocus("timeline-grid", p.m.Timeline.GridHTML(), `[tabindex="0"]`)
		return true
	case target.HasAttribute("data-candidate"):
		return p.candidateKey(key, int(idOf(target, "data-candidate")))
	}
	return false
}

// refocus replaces the HTML of a list and gives the focus to the item that matches
// the selector.
func (p *page) refocus(id, html, selector string) {
	place := p.m.Pointed
	p.texts[id] = html
	p.el(id).SetInnerHTML(html)
	if e := query(p.el(id), selector); e != nil {
		focus(e)
	}
	p.m.Pointed = place // losing the focus has reset it
	p.changed()
}

func (p *page) candidateKey(key string, at int) bool {
	switch key {
	case "ArrowDown":
		at++
	case "ArrowUp":
		at--
	case "Home":
		at = 0
	case "End":
		at = len(p.m.Weighed.Candidates) + len(p.m.Weighed.Levels) - 1
	default:
		return false
	}
	if e := query(p.el("why-table"), `tr[data-candidate="`+strconv.Itoa(at)+`"]`); e != nil {
		focus(e)
	}
	return true
}
