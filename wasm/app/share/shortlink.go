package share

import (
	"slices"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Limits of the ids of short links, which the share API makes. An id consists of
// IdLetters. They contain no vowels and no characters that look alike.
const (
	IdLetters = "23456789bcdfghjkmnpqrstvwxyz"
	MinID     = 8
	MaxID     = 54
)

// MaxShared is the maximum size of a scenario with a short link, in bytes of its
// canonical form.
const MaxShared = 64 << 10

// ShortLinks holds what the page knows about short links: whether the server has a share
// API, which scenarios it stores, and which of them the address names.
type ShortLinks struct {
	Host  string // host that stores the scenarios
	There APIAvailability
	Long  bool   // the reader wants the long link although there is a short one
	Wrong string // reason why no short link was made, as text
	Busy  bool   // a short link is being made

	ID    string // id in the address
	View  string // view in the address, in the form of a fragment without #
	Fault ShortLinkError
	Wait  int // seconds to wait before another attempt; 0 if not known

	opening bool                      // the scenario of ID has been requested
	links   map[string]StoredScenario // by the long link without its view
}

// StoredScenario is a scenario stored by a share API.
type StoredScenario struct{ Id, address string }

// APIAvailability is the state of the share API beside the page.
type APIAvailability uint8

// The states of the share API.
const (
	NotAsked APIAvailability = iota
	IsThere
	NotThere
	OutOfReach
)

// ShortLinkError is a reason why a short link cannot be opened.
type ShortLinkError uint8

// The reasons.
const (
	NoShortFault ShortLinkError = iota
	ShortForm                   // the id is malformed
	ShortUnknown                // no scenario is stored under the id
	ShortAbsent                 // this site stores no scenarios
	ShortOffline                // no response
	ShortBusy                   // the site cannot respond now
	ShortDamaged                // the response is not a scenario
)

// Passes reports whether another attempt may succeed.
func (f ShortLinkError) Passes() bool { return f >= ShortOffline }

// HTTP status codes. They are repeated here because net/http would add much to the
// size of the program.
const (
	statusOK       = 200
	statusCreated  = 201
	statusNotFound = 404
	statusTooLong  = 413
	statusTooMany  = 429
	statusFull     = 507
)

// Response is a response of the share API.
type Response struct {
	Status int // HTTP status; 0 if there was no response
	JSON   bool
	Whole  bool // Text is complete
	Text   string
	Wait   int // seconds that the server asks to wait
}

// Named lists the keys of the query of a short link: the id and the parts of the
// view.
var Named = [...]string{"s", "at", "job", "predict"}

// ReadShort reads the id of a short link and its view from an address. The view
// consists of the fragment and those parts of the query that the fragment does not
// contain. ReadShort returns false if the address has no id, or if its fragment
// contains a scenario.
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

// CleanID returns an id without surrounding space and in lower case. It shortens
// very long texts, but never to a valid id.
func CleanID(id string) string {
	id = strings.ToLower(strings.TrimSpace(id))
	return strings.ToValidUTF8(id[:min(len(id), MaxID+1)], "")
}

// IsID reports whether id can be the id of a short link.
func IsID(id string) bool {
	return len(id) >= MinID && len(id) <= MaxID && strings.Trim(id, IdLetters) == ""
}

// ShortIn finds a short link in a text that the reader pasted or typed: an address,
// or only the id.
func ShortIn(text string) (id, view string, ok bool) {
	text, hash, _ := strings.Cut(strings.TrimSpace(text), "#")
	before, search, _ := strings.Cut(text, "?")
	if id, view, ok = ReadShort(search, hash); !ok {
		id, view, ok = ReadShort("s="+before[strings.LastIndexByte(before, '/')+1:]+"&"+search, hash)
	}
	return id, view, ok && IsID(id)
}

// AskAbout notes the id and view in the address. It returns false and shows help if
// the id is malformed.
func (m *SharePanel) AskAbout(id, view string) bool {
	m.Short.ID, m.Short.View, m.Short.Wait = id, view, 0
	if !IsID(id) {
		m.rejectShort(ShortForm)
		return false
	}
	return true
}

// TakeShort receives the share API's response about an id. It returns the request
// for the scenario, or nil if it shows help instead.
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

// rejectShort replaces whatever was on screen by help about a short link.
func (m *SharePanel) rejectShort(why ShortLinkError) {
	m.Asked.Serial++ // pending answers are now out of date
	m.Loading, m.Faults, m.Failed = nil, nil, nil
	m.RejectLink(&message.Failed{Serial: m.Asked.Serial, Form: message.Shared})
	m.Short.Fault = why
}

// shortReason returns a sentence about why a short link cannot be opened.
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

// oddLetter returns a space for a character that ids may contain, and any other
// character itself.
func oddLetter(r rune) rune {
	if strings.ContainsRune(IdLetters, r) {
		return ' '
	}
	return r
}

// shortAdvice returns a sentence about what the reader can do.
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

// jsonValue returns a value in the JSON of a response, or "" if it has none.
func jsonValue(a *Response, path string) string {
	if !a.JSON {
		return ""
	}
	value, _ := scenario.LookUp([]byte(a.Text), path)
	return value
}

// TakeAbout receives the response to api/links, which reports whether there is a
// share API.
func (m *SharePanel) TakeAbout(a *Response) {
	switch {
	case a.Status == 0 || a.Status >= 500 || a.Status == statusTooMany:
		m.Short.There = OutOfReach
	case a.Status == statusOK && jsonValue(a, "links") == "true":
		m.Short.There = IsThere
	default:
		m.Short.There = NotThere
	}
}

// Opened records that the scenario on screen came from a short link.
func (s *ShortLinks) Opened(link string) {
	if s.opening && s.links[link].Id == "" {
		s.Keep(link, StoredScenario{Id: s.ID})
	}
	s.opening = false
}

// Keep records the id of a scenario.
func (s *ShortLinks) Keep(link string, k StoredScenario) {
	if s.links == nil {
		s.links = map[string]StoredScenario{}
	}
	s.links[link] = k
}
