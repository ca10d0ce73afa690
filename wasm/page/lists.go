//go:build js && wasm

package page

import (
	"strconv"

	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// listKey moves within the list, tree, grid or table that has the focus, and
// reports whether it handled the key.
func (p *page) listKey(key string, target document.Element) bool {
	switch {
	case target.HasAttribute("data-id"):
		id, own := p.App.Queue.QueueKey(key, host.IDOf(target, "data-id"))
		if own {
			p.refocus("queue-list", p.App.Queue.QueueHTML()+rest(p.App.Queue.QueueRest(), "listbox"), `[data-id="`+strconv.Itoa(int(id))+`"]`)
		}
		return own
	case target.HasAttribute("data-tree") && p.asked() && p.card().Tree(key):
		return true
	case target.HasAttribute("data-tree"):
		if !p.App.Machine.TreeKey(key) {
			return false
		}
		p.refocus("machine-tree", p.App.Machine.TreeHTML(), `[data-tree="`+p.App.Machine.Tree.At+`"]`)
		return true
	case target.HasAttribute("data-cell"):
		if !p.App.Timeline.GridKey(key) {
			return false
		}
		p.refocus("timeline-grid", p.App.Timeline.GridHTML(), `[tabindex="0"]`)
		return true
	case target.HasAttribute("data-candidate"):
		return p.candidateKey(key, int(host.IDOf(target, "data-candidate")))
	}
	return false
}

// refocus replaces the HTML of a list and gives the focus to the item that matches
// the selector.
func (p *page) refocus(id string, content html.HTML, selector string) {
	place := p.App.Pointed
	p.Replace(id, content)
	if e := document.Query(p.El(id), selector); e != nil {
		document.Focus(e)
	}
	p.App.Pointed = place // losing the focus has reset it
	p.Changed()
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
		at = len(p.App.Weighed.Candidates) + len(p.App.Weighed.Levels) - 1
	default:
		return false
	}
	if e := document.Query(p.El("why-table"), `tr[data-candidate="`+strconv.Itoa(at)+`"]`); e != nil {
		document.Focus(e)
	}
	return true
}
