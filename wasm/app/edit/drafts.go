package edit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// DraftStore is a storage for drafts. On the page, it is the browser's storage.
type DraftStore interface {
	Get(key string) string // returns "" if there is no value
	Put(key, value string) error
	Delete(key string)
	Keys() []string
}

// Drafts manages the texts that the reader has edited. There is one draft for each
// scenario that was opened and edited. A text is saved before each run of an edit.
// Nothing is saved before the first edit, so opening a link or a lesson never
// overwrites a draft.
type Drafts struct {
	Shelf DraftStore
	Now   string // id of the draft of the scenario on screen; "" before the first edit of this scenario
}

// Draft is a saved text. Time is the time of its latest edit, in milliseconds since
// 1970.
type Draft struct {
	ID, Title string
	Time      int64
	Size      int
}

// Keys of the storage, and limits on what it holds.
const (
	DraftKey  = "draft."
	OpenKey   = "open" // holds the id of the draft that was on screen last
	MaxDrafts = 20
	maxShelf  = 2 << 20 // largest size of all drafts together, in bytes
)

// Keep saves a text in the draft of the scenario on screen. It deletes the oldest
// drafts if the limits MaxDrafts and maxShelf are exceeded. If the storage reports
// an error, Keep returns it.
func (d *Drafts) Keep(time int64, title, text string) error {
	id := d.Now
	if id == "" {
		id = strconv.FormatInt(time, 36)
	}
	title = strings.Join(strings.Fields(title), " ")
	if err := d.Shelf.Put(DraftKey+id, strconv.FormatInt(time, 10)+"\n"+title+"\n"+text); err != nil {
		return err
	}
	d.Now = id
	size := 0
	for i, x := range d.List() {
		if size += x.Size; x.ID != id && (i >= MaxDrafts || size > maxShelf) {
			d.Shelf.Delete(DraftKey + x.ID)
		}
	}
	if d.Shelf.Get(OpenKey) == id {
		return nil
	}
	return d.Shelf.Put(OpenKey, id)
}

// leave ends the work on a draft because another scenario is opened. From then on,
// the page does not restore this draft when it is opened without a link.
func (d *Drafts) leave() {
	if d.Now != "" && d.Shelf.Get(OpenKey) == d.Now {
		d.Shelf.Delete(OpenKey)
	}
	d.Now = ""
}

// List returns all drafts, newest first.
func (d *Drafts) List() []Draft {
	if d.Shelf == nil {
		return nil
	}
	var out []Draft
	for _, key := range d.Shelf.Keys() {
		if id, ok := strings.CutPrefix(key, DraftKey); ok {
			if x, _, ok := d.Read(id); ok {
				out = append(out, x)
			}
		}
	}
	slices.SortFunc(out, func(a, b Draft) int {
		if a.Time != b.Time {
			return cmp.Compare(b.Time, a.Time)
		}
		return strings.Compare(a.ID, b.ID)
	})
	return out
}

// Read returns the draft with the given id, and its text.
func (d *Drafts) Read(id string) (x Draft, text string, ok bool) {
	value := d.Shelf.Get(DraftKey + id)
	time, rest, _ := strings.Cut(value, "\n")
	title, text, ok := strings.Cut(rest, "\n")
	at, err := strconv.ParseInt(time, 10, 64)
	return Draft{id, title, at, len(value)}, text, ok && err == nil
}

// Any reports whether there are any drafts.
func (d *Drafts) Any() bool {
	return d.Shelf != nil && slices.ContainsFunc(d.Shelf.Keys(), func(key string) bool { return strings.HasPrefix(key, DraftKey) })
}

// DraftTitle returns the title under which a draft of the scenario on screen is
// saved.
func (m *EditPanel) DraftTitle() string {
	if m.Run == nil {
		return ""
	}
	return m.Run.Title
}

// Last returns the draft that was on screen when the page was closed.
func (d *Drafts) Last() (Draft, bool) {
	id := d.Shelf.Get(OpenKey)
	if id == "" {
		return Draft{}, false
	}
	x, _, ok := d.Read(id)
	return x, ok
}

// Delete deletes a draft for good.
func (d *Drafts) Delete(id string) {
	d.Shelf.Delete(DraftKey + id)
	if d.Shelf.Get(OpenKey) == id {
		d.Shelf.Delete(OpenKey)
	}
	if d.Now == id {
		d.Now = ""
	}
}

// OpenDraft requests a run of the scenario in a draft. Further edits are saved in
// the same draft. It returns nil if there is no such draft.
func (m *EditPanel) OpenDraft(id string) *message.Load {
	_, text, ok := m.Drafts.Read(id)
	if !ok {
		return nil
	}
	asked := m.Load(message.Load{Form: message.JSON, Text: text, Name: m.Words.Say(i18n.OwnScenario), At: -1, Job: -1, Telling: true})
	m.Request.Draft = id
	return asked
}

// Settle records to which draft the scenario that has arrived on screen belongs.
// The parameter next is the id of the draft that was opened, or "". The flag turned
// is set after undo or redo, and the flag again after a restart of the worker.
func (d *Drafts) Settle(now *Stop, next string, turned, again bool) {
	switch {
	case again:
	case turned:
		d.Now = now.draft
	case next != "":
		d.Now = next
		if d.Shelf != nil {
			_ = d.Shelf.Put(OpenKey, next) // an error is harmless: the draft is then not restored automatically
		}
	case !now.edit:
		d.leave()
	}
	now.draft = d.Now
}

// KeepRun saves the text on screen after an edit that was not made in the text
// itself, such as the choice of a policy.
func (m *EditPanel) KeepRun(time int64) error {
	h := &m.Edits
	if m.Run.Text == "" || h.At == 0 || !h.Line[h.At].edit || h.Line[h.At].Load.Form == message.JSON && h.Line[h.At].Load.Text == m.Run.Text {
		return nil
	}
	err := m.Drafts.Keep(time, m.Run.Title, m.Run.Text)
	h.Line[h.At].draft = m.Drafts.Now
	return err
}

// DraftsHTML returns the list of drafts, with buttons that open and delete them.
// The given function formats a time. The last parameter is the id of the draft
// whose deletion the reader is asked to confirm, or "".
func (m *EditPanel) DraftsHTML(when func(ms int64) string, sure string) html.HTML {
	c, list := m.Words, m.Drafts.List()
	if len(list) == 0 {
		return html.P(c.HTML(i18n.NoDrafts))
	}
	var drafts html.HTML
	for i := range list {
		x := &list[i]
		title := x.Title
		if title == "" {
			title = c.Say(i18n.OwnScenario)
		}
		name, text := html.Isolated(c.Tell(title)), c.HTML(i18n.DeleteDraft)
		if x.ID == sure {
			text = c.HTML(i18n.DeleteSure)
		}
		drafts += html.Li(html.Button(html.Attr{"data-draft", x.ID}, html.If(x.ID == m.Drafts.Now, html.Attr{"aria-current", "true"}), html.B(name), html.Small(html.Text(when(x.Time)))),
			html.HTML(" "), html.Button(html.Attr{"data-delete", x.ID}, text, html.Spoken(html.HTML(" "), name)))
	}
	return html.P(html.Class("small"), c.HTML(i18n.DraftsAbout, c.N("n", MaxDrafts))) + html.Ul(html.Class("drafts"), drafts)
}

// DraftNoteHTML returns the note that a draft was restored, with buttons to discard
// the draft and to close the note.
func (m *EditPanel) DraftNoteHTML(when string) html.HTML {
	c := m.Words
	return html.Span(c.HTML(i18n.DraftOf, i18n.S("time", when))) + " " + html.Button(html.Class("link"), html.Flag("data-discard"), c.HTML(i18n.DiscardDraft)) + " " +
		html.Button(html.Class("icon"), html.Flag("data-hide"), html.Label(c.Say(i18n.Close)), html.Text("✕"))
}
