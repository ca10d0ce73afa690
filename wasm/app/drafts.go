package app

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Shelf is where drafts are kept: the browser's storage.
type Shelf interface {
	Get(key string) string // "" for nothing
	Put(key, value string) error
	Delete(key string)
	Keys() []string
}

// Drafts are what the reader has edited, one for each scenario that was opened,
// kept before each run of an edit. Nothing is kept before the first edit, and
// what is only opened, by a link or as a lesson, never takes a draft's place.
type Drafts struct {
	Shelf Shelf
	now   string // the draft of what is on screen; "" before its first edit
}

// Draft is one of them. Time is that of its latest edit, in milliseconds since
// 1970.
type Draft struct {
	ID, Title string
	Time      int64
	Size      int
}

const (
	draftKey  = "draft."
	openKey   = "open" // the draft that was on screen last
	maxDrafts = 20
	maxShelf  = 2 << 20 // bytes of all drafts
)

// Keep keeps a text in the draft of what is on screen. The oldest drafts make
// room beyond maxDrafts and maxShelf. Errors: those of the shelf, which then
// has what it had.
func (d *Drafts) Keep(time int64, title, text string) error {
	id := d.now
	if id == "" {
		id = strconv.FormatInt(time, 36)
	}
	title = strings.Join(strings.Fields(title), " ")
	if err := d.Shelf.Put(draftKey+id, strconv.FormatInt(time, 10)+"\n"+title+"\n"+text); err != nil {
		return err
	}
	d.now = id
	size := 0
	for i, x := range d.List() {
		if size += x.Size; x.ID != id && (i >= maxDrafts || size > maxShelf) {
			d.Shelf.Delete(draftKey + x.ID)
		}
	}
	if d.Shelf.Get(openKey) == id {
		return nil
	}
	return d.Shelf.Put(openKey, id)
}

// leave is called when another scenario is opened: a plain address need not
// come back to the draft.
func (d *Drafts) leave() {
	if d.now != "" && d.Shelf.Get(openKey) == d.now {
		d.Shelf.Delete(openKey)
	}
	d.now = ""
}

// List lists the drafts, the newest first.
func (d *Drafts) List() []Draft {
	if d.Shelf == nil {
		return nil
	}
	var out []Draft
	for _, key := range d.Shelf.Keys() {
		if id, ok := strings.CutPrefix(key, draftKey); ok {
			if x, _, ok := d.read(id); ok {
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

func (d *Drafts) read(id string) (x Draft, text string, ok bool) {
	value := d.Shelf.Get(draftKey + id)
	time, rest, _ := strings.Cut(value, "\n")
	title, text, ok := strings.Cut(rest, "\n")
	at, err := strconv.ParseInt(time, 10, 64)
	return Draft{id, title, at, len(value)}, text, ok && err == nil
}

// Any reports whether there is a draft.
func (d *Drafts) Any() bool {
	return d.Shelf != nil && slices.ContainsFunc(d.Shelf.Keys(), func(key string) bool { return strings.HasPrefix(key, draftKey) })
}

// DraftTitle is what a draft of what is on screen is called.
func (m *Model) DraftTitle() string {
	if m.Run == nil {
		return ""
	}
	return m.Run.Title
}

// Last is the draft that was on screen when the page was left.
func (d *Drafts) Last() (Draft, bool) {
	id := d.Shelf.Get(openKey)
	if id == "" {
		return Draft{}, false
	}
	x, _, ok := d.read(id)
	return x, ok
}

// Delete takes a draft away for good.
func (d *Drafts) Delete(id string) {
	d.Shelf.Delete(draftKey + id)
	if d.Shelf.Get(openKey) == id {
		d.Shelf.Delete(openKey)
	}
	if d.now == id {
		d.now = ""
	}
}

// OpenDraft asks for the scenario of a draft; nil if it is gone. Edits go on in
// the same draft.
func (m *Model) OpenDraft(id string) *message.Load {
	_, text, ok := m.Drafts.read(id)
	if !ok {
		return nil
	}
	asked := m.Load(message.Load{Form: message.JSON, Text: text, Name: m.Words.Say(words.OwnScenario), At: -1, Job: -1, Telling: true})
	m.Request.Draft = id
	return asked
}

// settle says which draft what is on screen belongs to, once it is there.
func (d *Drafts) settle(now *stop, next string, turned, again bool) {
	switch {
	case again:
	case turned:
		d.now = now.draft
	case next != "":
		d.now = next
		if d.Shelf != nil {
			_ = d.Shelf.Put(openKey, next) // only convenience hangs on it
		}
	case !now.edit:
		d.leave()
	}
	now.draft = d.now
}

// KeepRun keeps what is on screen, after an edit that was not one of its text.
func (m *Model) KeepRun(time int64) error {
	h := &m.Edits
	if m.Run.Text == "" || h.at == 0 || !h.line[h.at].edit || h.line[h.at].load.Form == message.JSON && h.line[h.at].load.Text == m.Run.Text {
		return nil
	}
	err := m.Drafts.Keep(time, m.Run.Title, m.Run.Text)
	h.line[h.at].draft = m.Drafts.now
	return err
}

// DraftsHTML lists the drafts to open or delete. when writes a time.
func (m *Model) DraftsHTML(when func(ms int64) string, sure string) string {
	c, list := m.Words, m.Drafts.List()
	if len(list) == 0 {
		return `<p>` + c.Say(words.NoDrafts) + `</p>`
	}
	var out strings.Builder
	out.WriteString(`<p class="small">` + c.Say(words.DraftsAbout, c.N("n", maxDrafts)) + `</p><ul class="drafts">`)
	for i := range list {
		x := &list[i]
		title := x.Title
		if title == "" {
			title = c.Say(words.OwnScenario)
		}
		title = words.Escape(c.Tell(title))
		mark := ""
		if x.ID == m.Drafts.now {
			mark = ` aria-current="true"`
		}
		out.WriteString(`<li><button type="button" data-draft="` + words.Escape(x.ID) + `"` + mark + `><b>` + title + `</b><small>` + words.Escape(when(x.Time)) + `</small></button>`)
		text := c.Say(words.DeleteDraft)
		if x.ID == sure {
			text = c.Say(words.DeleteSure)
		}
		out.WriteString(` <button type="button" data-delete="` + words.Escape(x.ID) + `">` + text + `<span class="sr"> ` + title + `</span></button></li>`)
	}
	return out.String() + `</ul>`
}

// DraftNoteHTML says that a draft was restored, with ways to discard it and to
// let the note go.
func (m *Model) DraftNoteHTML(when string) string {
	c := m.Words
	return `<span>` + c.Say(words.DraftOf, words.S("time", words.Escape(when))) + `</span> <button type="button" class="link" data-discard>` + c.Say(words.DiscardDraft) +
		`</button> <button type="button" class="icon" data-hide aria-label="` + c.Say(words.Close) + `">✕</button>`
}
