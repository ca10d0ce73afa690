package lessons

import (
	"strconv"
	"strings"

	"hopyard/wasm/app/html"
	"hopyard/wasm/app/i18n"
)

// LessonCard is a scenario that comes with the page.
type LessonCard struct {
	Name  string // of its file
	Group string // of lessons that belong together
	Title string
	About string
	Goals []string
	Text  string

	Source string   // of what it shows, "S0"; "" for ours
	Ideas  []string // by which it is found
	Policy []string // its discipline, placement and network, for people
	Part   int      // which of the groups

	LessonNotes
}

// LessonNotes is what a lesson has for readers who learn by it; the zero value until it has come.
type LessonNotes struct {
	Minutes  int
	Takeaway string
	Hints    [][2]string // for each goal to build, in order: a nudge, then what to change
}

// AimLoad is what an experiment compares first where a lesson is about neither queues
// nor placement.
const AimLoad = "load"

// Aim returns what an experiment compares first, by the first of the lesson's ideas that
// is about one of these: "queue", "allocator", or the load.
func (l *LessonCard) Aim() string {
	for _, idea := range l.Ideas {
		switch idea {
		case "order", "backfilling", "reservations", "walltimes", "starvation":
			return "queue"
		case "locality", "fragmentation", "topology":
			return "allocator"
		}
	}
	return AimLoad
}

// The values of the lesson picker that are not lessons.
const (
	PickGallery = "gallery"
	PickFile    = "file"
	PickDrafts  = "drafts"
	PickOwn     = "own"
)

// LessonOptions are the options of the lesson picker. current is the place of
// the lesson on screen, -1 for a scenario of the reader's own.
func (m *LessonsPanel) LessonOptions(lessons []LessonCard, current int, drafts bool) string {
	var out strings.Builder
	if current < 0 {
		title := m.Words.Say(i18n.OwnScenario)
		if m.Run != nil && m.Run.Title != "" {
			title = m.Words.Tell(m.Run.Title)
		}
		html.Option(&out, PickOwn, title, true)
	}
	for i := range lessons {
		if l := &lessons[i]; i == 0 || l.Group != lessons[i-1].Group {
			if i > 0 {
				out.WriteString(`</optgroup>`)
			}
			out.WriteString(`<optgroup label="` + i18n.Escape(m.Words.Tell(l.Group)) + `">`)
		}
		html.Option(&out, strconv.Itoa(i), m.Words.Tell(lessons[i].Title), i == current)
	}
	if len(lessons) > 0 {
		out.WriteString(`</optgroup>`)
	}
	out.WriteString(`<hr>`)
	html.Option(&out, PickGallery, m.Words.Say(i18n.AllLessons), false)
	if drafts {
		html.Option(&out, PickDrafts, m.Words.Say(i18n.DraftsTitle)+"…", false)
	}
	html.Option(&out, PickFile, m.Words.Say(i18n.OpenFile), false)
	return out.String()
}

// LessonNote is the small text above the lesson picker.
func (m *LessonsPanel) LessonNote(all, current int) string {
	if current < 0 {
		return m.Words.Say(i18n.OwnScenario)
	}
	return m.Words.Say(i18n.LessonOf, m.Words.N("n", int64(current)+1), m.Words.N("all", int64(all)))
}
