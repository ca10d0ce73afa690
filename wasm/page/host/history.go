//go:build js && wasm

package host

import (
	"syscall/js"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/page/document"
)

// Visits keeps the browser's history consistent with what the reader opens. Each
// lesson, file and draft that the reader opens gets a history entry. Steps and
// edits only replace the address of the current entry. The history.state of an
// entry is the entry's number.
type Visits struct {
	Entry  int                  // number of the current entry
	Last   int                  // largest number assigned so far
	Opens  int32                // serial of the load that will get its own history entry; 0: none
	before string               // name of what was on screen before that load; see onScreen
	Left   bool                 // whether leaveEntry has already been called for the next load
	Long   map[int]message.Load // by entry number: scenarios too long for an address
}

// mostLong is the maximum number of scenarios too long for a link that the page
// remembers for the browser's Back button.
const mostLong = 8

// Visit loads what the reader chose, with a history entry of its own.
func (p *Host) Visit(l message.Load) {
	p.LeaveEntry()
	p.Load(l)
	p.Visits.Opens = p.App.Asked.Serial
}

// LeaveEntry updates the current history entry before something else is loaded.
func (p *Host) LeaveEntry() {
	v := &p.Visits
	if v.Left {
		v.Left = false
		return
	}
	if p.App.Run == nil || p.App.Share.Bad != nil || p.App.Share.Embed.On {
		v.before = "" // Nothing, or an unreadable link, is on screen: the next load replaces the current entry.
		return
	}
	if v.Opens != 0 && v.Opens == p.App.Asked.Serial {
		return // the previous load never appeared on screen
	}
	v.before = p.onScreen()
	if f, ok := p.addressNow(); ok && f != p.Written {
		p.SetAddress("replaceState", f)
	}
	p.KeepLong()
}

// onScreen returns a name for what is on screen. If the reader opens the same thing
// again, the name is equal, and no history entry is added.
func (p *Host) onScreen() string {
	if p.Lesson >= 0 && p.Lesson < len(p.Lessons) {
		return p.Lessons[p.Lesson].Name
	}
	if link := p.App.Run.Link; link != "" {
		return link
	}
	return p.App.Source.Text
}

// KeepLong remembers what is on screen for the current history entry if it is too
// long for an address.
func (p *Host) KeepLong() {
	v := &p.Visits
	if p.App.Run == nil || p.App.Share.Fragment() != "" {
		return
	}
	if v.Long == nil {
		v.Long = map[int]message.Load{}
	}
	v.Long[v.Entry] = p.App.Here()
	for len(v.Long) > mostLong {
		oldest := v.Last
		for n := range v.Long {
			oldest = min(oldest, n)
		}
		delete(v.Long, oldest)
	}
}

// addressNow returns the address of what is on screen, from the # on. It returns
// false while that address is not known.
func (p *Host) addressNow() (fragment string, ok bool) {
	m := p.App
	if m.Run == nil || m.Run.Brief || m.Stale() || m.Loading != nil || m.Examined() || p.InLab() || m.Share.Bad != nil {
		return "", false
	}
	if c := m.Compare; c != nil && !(c.Settled() && c.Recorded()) { // a column may not be recorded yet, or may not have a policy that a link can hold
		return "", false
	}
	return m.Share.Fragment(), true
}

// SetAddress writes the fragment into the address of the current entry, or adds an
// entry with it. The parameter how is the method of the browser's history:
// replaceState or pushState.
func (p *Host) SetAddress(how, fragment string) {
	p.Written = fragment
	js.Global().Get("history").Call(how, p.Visits.Entry, "", unnamed()+fragment)
}

// enter adds a history entry for what the reader opened, once it is on screen. It
// reports whether it added an entry.
func (p *Host) enter(fragment string) bool {
	v := &p.Visits
	if v.Opens == 0 || v.Opens != p.App.Run.Serial {
		return false
	}
	if v.Opens = 0; v.before == "" || v.before == p.onScreen() {
		return false
	}
	p.CancelLater("address")
	v.Last++
	v.Entry = v.Last
	p.SetAddress("pushState", fragment)
	return true
}

// enterSoon calls enter as soon as the address is known. Otherwise an action that
// the reader takes shortly after opening something could change the previous entry.
func (p *Host) enterSoon() {
	if p.Visits.Opens == 0 || p.App.Share.Embed.On {
		return
	}
	if f, ok := p.addressNow(); ok {
		p.enter(f)
	}
}

// WriteAddress keeps the address up to date, so that a reload restores the page. It
// is called at most once per step and delays its writes, because browsers allow
// only some hundred changes per minute. If a scenario does not fit into a link, the
// address has no fragment. The address of an embed is not changed; its link to the
// full page is updated instead.
func (p *Host) WriteAddress() {
	f, ok := p.addressNow()
	if !ok {
		return
	}
	if p.App.Share.Embed.On {
		p.UpdateEmbedBar()
		return
	}
	if p.enter(f) {
		return
	}
	wait := 250
	if p.Soon("address") { // wait for a pause between changes, but no longer than until addressBy
		wait = int(min(max(0, p.addressBy-document.Millis()), 250))
	} else if f == p.Written {
		return
	} else {
		p.addressBy = document.Millis() + 1000
	}
	before := p.Hash()
	p.Later("address", wait, func() {
		if p.App.Share.Bad != nil || p.App.Loading != nil || p.InLab() || p.Hash() != before { // another link is about to be read
			return
		}
		p.SetAddress("replaceState", f)
	})
}

// DropNote removes the note about the restored draft.
func (p *Host) DropNote() {
	if note := p.Find("draft"); note != nil {
		note.Underlying().Call("remove")
	}
}

// InLab reports whether the page shows an experiment instead of a run. While it does,
// the experiment handles key presses and the page's URL.
func (p *Host) InLab() bool { return p.Root().HasAttribute("data-lab") }

// unnamed returns the page's address without its fragment and without the query
// parameters that name a short link.
func unnamed() string {
	path, search := document.Location().Get("pathname").String(), document.Location().Get("search").String()
	if _, _, named := share.ReadShort(search, ""); named {
		params := js.Global().Get("URLSearchParams").New(search)
		for _, key := range share.Named {
			params.Call("delete", key)
		}
		if search = params.Call("toString").String(); search != "" {
			search = "?" + search
		}
	}
	return path + search
}
