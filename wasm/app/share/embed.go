package share

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/wasm/app/i18n"
)

// Embed is how the page shows itself within another one, as the address asks:
// ?embed=1 and the settings below. A page on its own has the zero value.
type Embed struct {
	On       bool
	Least    bool     // only the transport and the panels: controls=min
	Panels   []string // of EmbedPanels, in their order; nil: all
	Theme    string   // "light", "dark", "contrast"; "" is the reader's own
	Lang     string   // "" is the reader's own
	Palette  string   // of job colours; "" is the usual one
	Still    bool     // nothing moves by itself: motion=off
	ReadOnly bool
	Unknown  []string // what the address asks for and nobody knows
}

// EmbedPanels are the names of the panels.
var EmbedPanels = []string{"queue", "machine", "timeline", "why"}

// leastPanels are those that controls=min shows if none are named.
var leastPanels = []string{"machine", "timeline", "why"}

// embedValues are the settings that are one of several words; the first is the
// same as saying nothing.
var embedValues = []struct {
	key    string
	values []string
}{
	{"embed", []string{"0", "1"}},
	{"controls", []string{"full", "min"}},
	{"theme", []string{"auto", "light", "dark", "contrast"}},
	{"lang", []string{"auto", "en", "zh", "ru"}},
	{"palette", []string{"okabe-ito", "tol", "grey"}},
	{"motion", []string{"on", "off"}},
	{"readonly", []string{"0", "1"}},
}

const (
	maxSearch  = 2000 // characters of an address's settings that are read
	maxUnknown = 3    // that are named
)

// EmbedPage is the name under which the page may be held in a frame by any other.
// Static hosts cannot look at settings, so that it has a name of its own.
const EmbedPage = "embed.html"

// Folder is where a page's path lies, with / at its end, and whether the page is
// the one for embeds; some hosts leave out .html.
func Folder(path string) (folder string, embed bool) {
	cut := strings.LastIndexByte(path, '/') + 1
	name := path[cut:]
	return path[:cut], name == EmbedPage || name+".html" == EmbedPage
}

// ReadEmbed reads the settings of an address: its path, and what follows from ?
// on. What is not known is left out and named; nothing of it is kept.
func ReadEmbed(path, search string) Embed {
	if len(search) > maxSearch {
		search = search[:maxSearch]
	}
	parts := strings.Split(strings.TrimPrefix(search, "?"), "&")
	_, page := Folder(path)
	e := Embed{On: page || slices.Contains(parts, "embed=1")}
	if !e.On {
		return Embed{}
	}
	seen := map[string]bool{}
	for _, part := range parts {
		key, value, _ := strings.Cut(part, "=")
		if part == "" {
			continue
		}
		if seen[key] || !e.set(key, value) {
			e.unknown(part)
		}
		seen[key] = true
	}
	if e.Least && e.Panels == nil {
		e.Panels = leastPanels
	}
	return e
}

// set takes in one setting and reports whether it is known.
func (e *Embed) set(key, value string) bool {
	switch key {
	case "panels":
		return e.setPanels(value)
	case "s", "at", "job", "predict": // a short link, which ReadShort reads
		return true
	}
	for i := range embedValues {
		if embedValues[i].key != key {
			continue
		}
		n := slices.Index(embedValues[i].values, value)
		if n <= 0 {
			return n == 0
		}
		switch key {
		case "controls":
			e.Least = true
		case "theme":
			e.Theme = value
		case "lang":
			e.Lang = value
		case "palette":
			e.Palette = value
		case "motion":
			e.Still = true
		case "readonly":
			e.ReadOnly = true
		}
		return true
	}
	return false
}

func (e *Embed) setPanels(value string) bool {
	asked := strings.Split(strings.ReplaceAll(value, "%2C", ","), ",")
	for _, name := range EmbedPanels {
		if slices.Contains(asked, name) {
			e.Panels = append(e.Panels, name)
		}
	}
	return len(e.Panels) == len(asked)
}

func (e *Embed) unknown(part string) {
	const most = 30
	if len(e.Unknown) == maxUnknown {
		return
	}
	if len(part) > most {
		part = strings.ToValidUTF8(part[:most], "") + "…"
	}
	e.Unknown = append(e.Unknown, part)
}

// Shows reports whether a panel is on screen.
func (e *Embed) Shows(panel string) bool { return e.Panels == nil || slices.Contains(e.Panels, panel) }

// Search is the settings as an address has them.
func (e *Embed) Search() string {
	out := "?embed=1"
	add := func(set bool, text string) {
		if set {
			out += "&" + text
		}
	}
	add(e.Least, "controls=min")
	add(e.Panels != nil && !slices.Equal(e.Panels, leastPanels) && !slices.Equal(e.Panels, EmbedPanels), "panels="+strings.Join(e.Panels, ","))
	add(e.Least && slices.Equal(e.Panels, EmbedPanels), "panels="+strings.Join(e.Panels, ","))
	add(e.Theme != "", "theme="+e.Theme)
	add(e.Lang != "", "lang="+e.Lang)
	add(e.Palette != "", "palette="+e.Palette)
	add(e.Still, "motion=off")
	add(e.ReadOnly, "readonly=1")
	return out
}

// EmbedCode is the HTML that shows a page within another one: folder is where the
// page lies, id that of a short link, "" for none, and link what follows from #
// on. Width and height are in pixels.
func (m *SharePanel) EmbedCode(folder, id, link string, e *Embed, width, height int) string {
	title := m.Words.Say(i18n.EmbedFrame, i18n.S("title", i18n.Isolate(m.Run.Title)))
	if m.Run.Title == "" {
		title = "Hopyard"
	}
	settings := e.Search()
	if id != "" {
		settings += "&s=" + id
	}
	return `<iframe src="` + i18n.Escape(folder+EmbedPage+settings+link) + `" title="` + i18n.Escape(title) +
		`" width="` + strconv.Itoa(width) + `" height="` + strconv.Itoa(height) +
		`" loading="lazy" allow="clipboard-write; fullscreen" style="border:0;max-width:100%"></iframe>`
}

// EmbedNote names the settings that are not known, as HTML; "" where all are.
func (m *SharePanel) EmbedNote() string {
	if len(m.Embed.Unknown) == 0 {
		return ""
	}
	return m.Words.Say(i18n.EmbedUnknown, i18n.S("list", i18n.Escape(strings.Join(m.Embed.Unknown, ", "))))
}
