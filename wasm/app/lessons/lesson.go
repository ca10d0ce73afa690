package lessons

import (
	"strconv"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// LessonCard describes a lesson, which is a scenario that comes with the page.
type LessonCard struct {
	Name  string // name of the lesson's file
	Group string // title of the group of related lessons to which the lesson belongs
	Title string
	About string
	Goals []string
	Text  string

	Source string   // paper on which the lesson is based, such as "S0"; "" if there is none
	Ideas  []string // subjects of the lesson, such as "backfilling", by which readers can search
	Policy []string // titles of the lesson's queue discipline, allocator and network model
	Part   int      // index of the group, from 0

	LessonNotes
}

// LessonNotes holds additional texts for learners. It is empty until the page has
// loaded them.
type LessonNotes struct {
	Minutes  int
	Takeaway string
	Hints    [][2]string // two hints for each goal that requires building a situation, in the order of the goals: a first hint, and the change to make
}

// AimLoad is the value that Aim returns for lessons about neither queues nor
// placement.
const AimLoad = "load"

// Aim returns the setting that an experiment with this lesson should compare first:
// "queue", "allocator" or AimLoad. The result depends on the first of the lesson's
// ideas that is about queues or placement.
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

// Values of the lesson picker's options that are not lessons.
const (
	PickGallery = "gallery"
	PickFile    = "file"
	PickLive    = "live"
	PickDrafts  = "drafts"
	PickOwn     = "own"
)

// LessonOptions returns the options of the lesson picker as HTML. current is the
// index of the lesson on screen, or -1 if the reader's own scenario is on screen.
func (m *LessonsPanel) LessonOptions(lessons []LessonCard, current int, drafts bool) html.HTML {
	var out, group html.Builder
	if current < 0 {
		title := m.Words.Say(i18n.OwnScenario)
		if m.Run != nil && m.Run.Title != "" {
			title = m.Words.Tell(m.Run.Title)
		}
		out.Add(html.Option(PickOwn, true, html.Text(title)))
	}
	for i := range lessons {
		l := &lessons[i]
		group.Add(html.Option(strconv.Itoa(i), i == current, html.Text(m.Words.Tell(l.Title))))
		if i+1 == len(lessons) || lessons[i+1].Group != l.Group {
			out.El("optgroup", html.Attr{"label", m.Words.Tell(l.Group)}, group.HTML())
			group = html.Builder{}
		}
	}
	out.El("hr")
	out.Add(html.Option(PickGallery, false, m.Words.HTML(i18n.AllLessons)))
	if drafts {
		out.Add(html.Option(PickDrafts, false, m.Words.HTML(i18n.DraftsTitle), html.HTML("…")))
	}
	out.Add(html.Option(PickFile, false, m.Words.HTML(i18n.OpenFile)), html.Option(PickLive, false, m.Words.HTML(i18n.LiveTitle)))
	return out.HTML()
}

// LessonNote returns the small text above the lesson picker.
func (m *LessonsPanel) LessonNote(all, current int) string {
	if current < 0 {
		return m.Words.Say(i18n.OwnScenario)
	}
	return m.Words.Say(i18n.LessonOf, m.Words.N("n", int64(current)+1), m.Words.N("all", int64(all)))
}
