package share

import (
	"slices"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// The ids of short links, as the share API makes them: at least MinID characters
// of IdLetters, which leave out what looks alike, and vowels.
const (
	IdLetters = "23456789bcdfghjkmnpqrstvwxyz"
	MinID     = 8
	MaxID     = 54
)

// MaxShared is how long a scenario may be that a short link stands for, in
// bytes of its canonical form.
const MaxShared = 64 << 10

// Short is what the page knows of short links: whether a share API is beside it,
// what it keeps there, and the one that the address names.
type Short struct {
	Host  string // where scenarios are kept, as addresses name it
	There There
	Long  bool   // the reader wants the long link, though there is a short one
	Wrong string // why none was made, as text; "" if nothing is known
	Busy  bool   // one is being made

	ID    string // that the address names
	View  string // where to look there, as what stands behind # says it
	Fault ShortFault
	Wait  int // seconds until another try makes sense; 0: not known

	opening bool            // what the address names was asked for
	links   map[string]Kept // by the long link, without where to look
}

// Kept is a scenario that a share API keeps.
type Kept struct{ Id, address string }

// There is whether a share API is beside the page.
type There uint8

// What is known of the share API.
const (
	NotAsked There = iota
	IsThere
	NotThere
	OutOfReach
)

// ShortFault is why a short link cannot be opened.
type ShortFault uint8

// The faults.
const (
	NoShortFault ShortFault = iota
	ShortForm               // no id looks like that
	ShortUnknown            // nothing is kept under the id
	ShortAbsent             // this site keeps nothing at all
	ShortOffline            // no answer
	ShortBusy               // the site cannot answer now
	ShortDamaged            // what came is no scenario
)

// Passes reports whether trying again may do.
func (f ShortFault) Passes() bool { return f >= ShortOffline }

// Statuses of HTTP; net/http would be half a program.
const (
	statusOK       = 200
	statusCreated  = 201
	statusNotFound = 404
	statusTooLong  = 413
	statusTooMany  = 429
	statusFull     = 507
)

// Response is what a share API said.
type Response struct {
	Status int // of HTTP; 0: nothing came
	JSON   bool
	Whole  bool // all of it is in Text
	Text   string
	Wait   int // seconds that it asks to wait
}

// Named are the keys of a query that names a scenario by its id: the id, and the
// place in time to show it at.
var Named = [...]string{"s", "at", "job", "predict"}

// ReadShort reads which scenario an address names by a short link's id, and where
// to look: what stands behind #, and of the place in the query what is not said
// there. It reports false where the address names none, or holds a scenario itself.
func ReadShort(search, hash string) (id, view string, ok bool) {
	if len(search) > maxSearch {
		search = search[:maxSearch]
	}
	view = strings.TrimPrefix(hash, "#")
	if view != "" && view[0] >= '0' && view[0] <= '9' {
		return "", "", false
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(search, "?"), "&") {
		key, value, _ := strings.Cut(part, "=")
		switch {
		case !slices.Contains(Named[:], key):
		case key != "s":
			if !strings.Contains("&"+view, "&"+key+"=") {
				view = strings.TrimPrefix(view+"&"+part, "&")
			}
		case !ok:
			id, ok = CleanID(value), true
		}
	}
	return id, view, ok
}

// CleanID is an id as people write it: capitals stand for small letters.
func CleanID(id string) string {
	id = strings.ToLower(strings.TrimSpace(id))
	return strings.ToValidUTF8(id[:min(len(id), MaxID+1)], "")
}

// IsID reports whether id can be that of a short link.
func IsID(id string) bool {
	return len(id) >= MinID && len(id) <= MaxID && strings.Trim(id, IdLetters) == ""
}

// ShortIn finds a short link in what somebody pasted or typed: an address, or
// the id alone.
func ShortIn(text string) (id, view string, ok bool) {
	text, hash, _ := strings.Cut(strings.TrimSpace(text), "#")
	before, search, _ := strings.Cut(text, "?")
	if id, view, ok = ReadShort(search, hash); !ok {
		id, view, ok = ReadShort("s="+before[strings.LastIndexByte(before, '/')+1:]+"&"+search, hash)
	}
	return id, view, ok && IsID(id)
}

// AskAbout takes up that the address names a scenario by its id. It reports
// false, and shows help instead, for what cannot be an id.
func (m *SharePanel) AskAbout(id, view string) bool {
	m.Short.ID, m.Short.View, m.Short.Wait = id, view, 0
	if !IsID(id) {
		m.rejectShort(ShortForm)
		return false
	}
	return true
}

// TakeShort takes in what the share API said of the id: it returns what to load,
// or nil where help is shown instead.
func (m *SharePanel) TakeShort(a *Response) *message.Load {
	short := &m.Short
	short.Wait = a.Wait
	switch {
	case a.Status == 0:
		m.rejectShort(ShortOffline)
	case a.Status == statusNotFound && a.JSON:
		m.rejectShort(ShortUnknown)
	case a.Status == statusTooMany || a.Status >= 500:
		m.rejectShort(ShortBusy)
	case a.Status >= 300 || !a.JSON:
		m.rejectShort(ShortAbsent)
	case !a.Whole:
		m.rejectShort(ShortDamaged)
	default:
		short.opening = true
		return m.Load(message.Load{Form: message.Shared, Text: a.Text, View: short.View, At: -1, Job: -1})
	}
	return nil
}

// rejectShort puts help in place of whatever was on screen.
func (m *SharePanel) rejectShort(why ShortFault) {
	m.Asked.Serial++ // what is still on its way comes too late
	m.Loading, m.Faults, m.Failed = nil, nil, nil
	m.RejectLink(&message.Failed{Serial: m.Asked.Serial, Form: message.Shared})
	m.Short.Fault = why
}

// shortReason says in one sentence why a short link cannot be opened.
func (m *SharePanel) shortReason() string {
	c, short := m.Words, &m.Short
	id := i18n.S("id", i18n.Bold(short.ID))
	switch short.Fault {
	case ShortForm:
		if odd := strings.Trim(short.ID, IdLetters); odd != "" {
			letter, _, _ := strings.Cut(strings.Trim(strings.Map(oddLetter, odd), " "), " ")
			return c.Say(i18n.ShortLetters, id, i18n.S("letter", i18n.Bold(letter)))
		}
		return c.Say(i18n.ShortLength, id, c.N("n", MinID))
	case ShortUnknown:
		return c.Say(i18n.ShortUnknown, id, i18n.S("host", i18n.Escape(short.Host)))
	case ShortAbsent:
		return c.Say(i18n.ShortAbsent)
	case ShortOffline:
		return c.Say(i18n.ShortOffline, i18n.S("host", i18n.Escape(short.Host)))
	case ShortBusy:
		return c.Say(i18n.ShortBusy, i18n.S("host", i18n.Escape(short.Host)))
	}
	return c.Say(i18n.ShortDamaged, i18n.S("host", i18n.Escape(short.Host)))
}

// oddLetter keeps what no id has.
func oddLetter(r rune) rune {
	if strings.ContainsRune(IdLetters, r) {
		return ' '
	}
	return r
}

// shortAdvice says what to do then.
func (m *SharePanel) shortAdvice() string {
	c, short := m.Words, &m.Short
	switch short.Fault {
	case ShortForm, ShortUnknown:
		return c.Say(i18n.ShortCompare)
	case ShortAbsent:
		return c.Say(i18n.ShortElsewhere)
	case ShortOffline:
		return c.Say(i18n.ShortNetwork)
	case ShortBusy:
		if short.Wait > 0 {
			return c.Say(i18n.ShortWait, c.N("n", int64(short.Wait)))
		}
	}
	return c.Say(i18n.ShortLater)
}

// said is a value of an answer's JSON, "" if it has none.
func said(a *Response, path string) string {
	if !a.JSON {
		return ""
	}
	value, _ := scenario.Look([]byte(a.Text), path)
	return value
}

// TakeAbout takes in what the address api/links said: whether there is a share
// API.
func (m *SharePanel) TakeAbout(a *Response) {
	switch {
	case a.Status == 0 || a.Status >= 500 || a.Status == statusTooMany:
		m.Short.There = OutOfReach
	case a.Status == statusOK && said(a, "links") == "true":
		m.Short.There = IsThere
	default:
		m.Short.There = NotThere
	}
}

// Opened notes that the scenario on screen came by a short link.
func (s *Short) Opened(link string) {
	if s.opening && s.links[link].Id == "" {
		s.Keep(link, Kept{Id: s.ID})
	}
	s.opening = false
}

// Keep remembers the id of a scenario.
func (s *Short) Keep(link string, k Kept) {
	if s.links == nil {
		s.links = map[string]Kept{}
	}
	s.links[link] = k
}
