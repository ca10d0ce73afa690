package share

import (
	"slices"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Limits for the ids of short links, which the share API creates. An id consists of
// characters in IdLetters, which contains no vowels and no characters that look
// alike.
const (
	IdLetters = "23456789bcdfghjkmnpqrstvwxyz"
	MinID     = 8
	MaxID     = 54
)

// MaxShared is the maximum size of a scenario for which a short link can be made.
// The size is that of the scenario's canonical form in bytes.
const MaxShared = 64 << 10

// ShortLinks holds what the page knows about short links: whether the server has a
// share API, which scenarios have short links, and which short link is in the
// page's address.
type ShortLinks struct {
	Host  string // name of the host that stores the scenarios
	There APIAvailability
	Long  bool      // the reader has chosen the long link although a short link exists
	Wrong html.HTML // text about why no short link could be made
	Busy  bool      // a request to make a short link is pending

	ID    string // id of the short link in the page's address
	View  string // view (the moment, the job and so on) in the page's address, in the form of a fragment without the #
	Fault ShortLinkError
	Wait  int // number of seconds to wait before another attempt; 0 if not known

	opening bool                      // the page has requested the scenario of ID
	links   map[string]StoredScenario // stored scenarios, indexed by their long links without the view
}

// StoredScenario is the id and the address of a scenario stored by a share API.
type StoredScenario struct{ Id, address string }

// APIAvailability states whether the server of the page has a share API.
type APIAvailability uint8

// The possible values of APIAvailability.
const (
	NotAsked APIAvailability = iota
	IsThere
	NotThere
	OutOfReach
)

// ShortLinkError is a reason why a short link cannot be opened.
type ShortLinkError uint8

// The reasons why a short link cannot be opened.
const (
	NoShortFault ShortLinkError = iota
	ShortForm                   // the id is malformed
	ShortUnknown                // no scenario is stored under the id
	ShortAbsent                 // this site stores no scenarios
	ShortOffline                // the server did not respond
	ShortBusy                   // the site cannot handle the request at the moment
	ShortDamaged                // the response is incomplete
)

// Passes reports whether the reason is temporary. Another attempt may then succeed.
func (f ShortLinkError) Passes() bool { return f >= ShortOffline }

// HTTP status codes. They are repeated here because importing net/http would make
// the program much larger.
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
	Status int // HTTP status; 0 if the server did not respond
	JSON   bool
	Whole  bool // Text is complete
	Text   string
	Wait   int // number of seconds that the server asks the page to wait
}

// Named lists the keys in the query of a short link: the key of the id, and those
// of the parts of the view.
var Named = [...]string{"s", "at", "job", "predict"}

// ReadShort reads the id of a short link and the view (the moment, the job and so
// on) from an address. search is the query of the address, and hash is the
// fragment. The view consists of the fragment and of those parts of the query that
// the fragment does not contain. ReadShort returns false if the address has no id,
// or if its fragment contains a scenario.
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

// CleanID returns an id in lower case and without surrounding space. If the text is
// longer than MaxID, CleanID shortens it to a length that is still not valid for an
// id.
func CleanID(id string) string {
	id = strings.ToLower(strings.TrimSpace(id))
	return strings.ToValidUTF8(id[:min(len(id), MaxID+1)], "")
}

// IsID reports whether a text has the form of a short link's id.
func IsID(id string) bool {
	return len(id) >= MinID && len(id) <= MaxID && strings.Trim(id, IdLetters) == ""
}

// ShortIn finds a short link in a text that the reader pasted or typed. The text is
// either an address or an id alone.
func ShortIn(text string) (id, view string, ok bool) {
	text, hash, _ := strings.Cut(strings.TrimSpace(text), "#")
	before, search, _ := strings.Cut(text, "?")
	if id, view, ok = ReadShort(search, hash); !ok {
		id, view, ok = ReadShort("s="+before[strings.LastIndexByte(before, '/')+1:]+"&"+search, hash)
	}
	return id, view, ok && IsID(id)
}

// AskAbout stores the id and the view of the short link in the page's address. If
// the id is malformed, AskAbout shows help and returns false.
func (m *SharePanel) AskAbout(id, view string) bool {
	m.Short.ID, m.Short.View, m.Short.Wait = id, view, 0
	if !IsID(id) {
		m.rejectShort(ShortForm)
		return false
	}
	return true
}

// TakeShort handles the share API's response to a request for the scenario of a
// short link. It returns the request to load that scenario. If there is an error,
// it shows help and returns nil.
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

// rejectShort removes the run on screen and shows help about the short link.
func (m *SharePanel) rejectShort(why ShortLinkError) {
	m.Asked.Serial++ // answers to earlier requests are now out of date
	m.Loading, m.Faults, m.Failed = nil, nil, nil
	m.RejectLink(&message.Failed{Serial: m.Asked.Serial, Form: message.Shared})
	m.Short.Fault = why
}

// shortReason returns a sentence that explains why a short link cannot be opened.
func (m *SharePanel) shortReason() html.HTML {
	c, short := m.Words, &m.Short
	id := i18n.B("id", short.ID)
	switch short.Fault {
	case ShortForm:
		if odd := strings.Trim(short.ID, IdLetters); odd != "" {
			letter, _, _ := strings.Cut(strings.Trim(strings.Map(oddLetter, odd), " "), " ")
			return c.HTML(i18n.ShortLetters, id, i18n.B("letter", letter))
		}
		return c.HTML(i18n.ShortLength, id, c.N("n", MinID))
	case ShortUnknown:
		return c.HTML(i18n.ShortUnknown, id, i18n.S("host", short.Host))
	case ShortAbsent:
		return c.HTML(i18n.ShortAbsent)
	case ShortOffline:
		return c.HTML(i18n.ShortOffline, i18n.S("host", short.Host))
	case ShortBusy:
		return c.HTML(i18n.ShortBusy, i18n.S("host", short.Host))
	}
	return c.HTML(i18n.ShortDamaged, i18n.S("host", short.Host))
}

// oddLetter returns a space if a character may occur in an id. It returns any other
// character unchanged.
func oddLetter(r rune) rune {
	if strings.ContainsRune(IdLetters, r) {
		return ' '
	}
	return r
}

// shortAdvice returns a sentence that advises the reader what to do if a short link
// cannot be opened.
func (m *SharePanel) shortAdvice() html.HTML {
	c, short := m.Words, &m.Short
	switch short.Fault {
	case ShortForm, ShortUnknown:
		return c.HTML(i18n.ShortCompare)
	case ShortAbsent:
		return c.HTML(i18n.ShortElsewhere)
	case ShortOffline:
		return c.HTML(i18n.ShortNetwork)
	case ShortBusy:
		if short.Wait > 0 {
			return c.HTML(i18n.ShortWait, c.N("n", int64(short.Wait)))
		}
	}
	return c.HTML(i18n.ShortLater)
}

// jsonValue returns the value at a path in the JSON of a response, or "" if there
// is no such value.
func jsonValue(a *Response, path string) string {
	if !a.JSON {
		return ""
	}
	value, _ := scenario.LookUp([]byte(a.Text), path)
	return value
}

// TakeAbout handles the response to the request for api/links. The response states
// whether the server has a share API.
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

// Opened records that the scenario on screen came from a short link. link is the
// long link of the scenario.
func (s *ShortLinks) Opened(link string) {
	if s.opening && s.links[link].Id == "" {
		s.Keep(link, StoredScenario{Id: s.ID})
	}
	s.opening = false
}

// Keep stores the short link k of a scenario, which is identified by its long link.
func (s *ShortLinks) Keep(link string, k StoredScenario) {
	if s.links == nil {
		s.links = map[string]StoredScenario{}
	}
	s.links[link] = k
}
