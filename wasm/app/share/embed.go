package share

import (
	"slices"
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Embed holds the settings of a page that is shown within another page. They come
// from the query of the page's address, which is ?embed=1 followed by further
// settings. The zero value means that the page is not embedded.
type Embed struct {
	On       bool
	Least    bool     // controls=min: show only the playback controls and the panels
	Panels   []string // panels to show, in the order of EmbedPanels; nil for all panels
	Theme    string   // "light", "dark" or "contrast"; "" for the reader's own theme
	Lang     string   // language; "" for the reader's own language
	Palette  string   // palette of job colours; "" for the default
	Still    bool     // motion=off: no animations
	ReadOnly bool
	Unknown  []string // settings in the address that do not exist
}

// EmbedPanels lists the names of all panels that an embed can show.
var EmbedPanels = []string{"queue", "machine", "timeline", "why"}

// leastPanels lists the panels that controls=min shows if the address does not list
// panels.
var leastPanels = []string{"machine", "timeline", "why"}

// embedValues lists the settings with a fixed set of values. The first value in the
// list of each setting is its default.
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
	maxSearch  = 2000 // maximum number of characters that are read from a query
	maxUnknown = 3    // maximum number of unknown settings that are reported
)

// EmbedPage is the file name of the page for embeds. All sites may show this page
// in a frame. It is a separate file because static hosts send the same headers for
// all queries of a file.
const EmbedPage = "embed.html"

// Folder returns the folder in the path of a page, with / at its end. It also
// returns whether the page is EmbedPage. Some hosts omit the ending .html from
// paths.
func Folder(path string) (folder string, embed bool) {
	cut := strings.LastIndexByte(path, '/') + 1
	name := path[cut:]
	return path[:cut], name == EmbedPage || name+".html" == EmbedPage
}

// ReadEmbed parses the settings of an embed from the path and the query of an
// address. The query begins with "?". Unknown settings have no effect; they are
// listed in the field Unknown.
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

// set applies a setting. It returns false if the setting does not exist.
func (e *Embed) set(key, value string) bool {
	switch key {
	case "panels":
		return e.setPanels(value)
	case "s", "at", "job", "predict": // parts of a short link, which ReadShort parses
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

// Shows reports whether the embed shows the named panel.
func (e *Embed) Shows(panel string) bool { return e.Panels == nil || slices.Contains(e.Panels, panel) }

// Search returns the settings as the query of an address.
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

// EmbedCode returns the HTML that shows the run on screen in another page. folder
// is the address of the page's folder. id is the id of a short link, or "". link is
// the fragment of a link, including the #. width and height are in pixels.
func (m *SharePanel) EmbedCode(folder, id, link string, e *Embed, width, height int) html.HTML {
	title := m.Words.Say(i18n.EmbedFrame, i18n.S("title", i18n.Isolate(m.Run.Title)))
	if m.Run.Title == "" {
		title = "Hopyard"
	}
	settings := e.Search()
	if id != "" {
		settings += "&s=" + id
	}
	return html.El("iframe", html.Attr{"src", folder + EmbedPage + settings + link}, html.Attr{"title", title}, html.Num("width", width), html.Num("height", height),
		html.Attr{"loading", "lazy"}, html.Attr{"allow", "clipboard-write; fullscreen"}, html.Attr{"style", "border:0;max-width:100%"})
}

// EmbedNote returns a notice in HTML about unknown settings, or "" if there are
// none.
func (m *SharePanel) EmbedNote() html.HTML {
	if len(m.Embed.Unknown) == 0 {
		return ""
	}
	return m.Words.HTML(i18n.EmbedUnknown, i18n.S("list", strings.Join(m.Embed.Unknown, ", ")))
}
