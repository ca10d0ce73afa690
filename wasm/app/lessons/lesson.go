package lessons

import (
	"strconv"
	"strings"

	"hopyard/wasm/app/html"
	"hopyard/wasm/app/i18n"
)

// LessonCard describes a lesson: a scenario that comes with the page.
type LessonCard struct {
	Name  string // name of the lesson's file
	Group string // title of the group of related lessons
	Title string
	About string
	Goals []string
	Text  string

	Source string   // paper that the lesson's subject comes from, such as "S0"; "" if there is none
	Ideas  []string // ideas that the lesson is about, for the search
	Policy []string // titles of the lesson's queue discipline, allocator and network model
	Part   int      // index of the group

	LessonNotes
}

// LessonNotes holds additional material for learners. It is zero until it has been
// loaded.
type LessonNotes struct {
	Minutes  int
	Takeaway string
	Hints    [][2]string // for each goal that requires building a situation, in order: a first hint, and then the change to make
}

// AimLoad is the result of Aim for lessons that are about neither queues nor
// placement.
const AimLoad = "load"

// Aim returns the setting that an experiment with this lesson compares first:
// "queue", "allocator" or AimLoad. The first idea of the lesson that is about
// queues or placement decides.
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

// Values of the lesson picker that do not stand for a lesson.
const (
	PickGallery = "gallery"
	PickFile    = "file"
	PickDrafts  = "drafts"
	PickOwn     = "own"
)

// LessonOptions returns the options of the lesson picker. current is the index of
// the lesson on screen, or -1 for the reader's own scenario.
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

// LessonNote returns the small text above the lesson picker.
func (m *LessonsPanel) LessonNote(all, current int) string {
	if current < 0 {
		return m.Words.Say(i18n.OwnScenario)
	}
	return m.Words.Say(i18n.LessonOf, m.Words.N("n", int64(current)+1), m.Words.N("all", int64(all)))
}
