package lessons

import (
	"fmt"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// TourLesson is the lesson that the tour walks through.
const TourLesson = "easy-hole"

// Stop is a stop of the tour: a word, what to see of it, and where.
type Stop struct {
	Word, Text words.Text
	Step       int    // steps taken of the lesson
	Panel      string // its id
}

// Stops are the stops of the tour of five words, in order.
var Stops = [...]Stop{
	{words.TourJob, words.TourJobText, 4, "queue"},
	{words.TourWalltime, words.TourWalltimeText, 4, "timeline"},
	{words.TourReservation, words.TourReservationText, 4, "timeline"},
	{words.TourBackfill, words.TourBackfillText, 5, "why"},
	{words.TourLocality, words.TourLocalityText, 7, "machine"},
}

// TourHTML is the card of a stop.
func (m *Panel) TourHTML(at int) string {
	c, stop := m.Words, &Stops[at]
	back, next := "", c.Say(words.TourNext)
	if at == 0 {
		back = ` aria-disabled="true"` // not disabled: that would take the focus away
	}
	if at == len(Stops)-1 {
		next = c.Say(words.TourDone)
	}
	return fmt.Sprintf(`<small>%s</small><h2 id="tour-title" tabindex="-1" aria-describedby="tour-text">%s</h2><p id="tour-text">%s</p>`+
		`<div class="row"><button type="button" data-tour="back"%s>%s</button><button type="button" data-tour="next" class="primary">%s</button><button type="button" data-tour="leave" class="link">%s</button></div>`,
		c.Say(words.TourCount, c.N("n", int64(at)+1), c.N("all", int64(len(Stops)))), c.Say(stop.Word), c.Say(stop.Text), back, c.Say(words.TourBack), next, c.Say(words.TourLeave))
}

// TourKey is what a key does on the card of a stop: "next", "back", "leave", or
// "" for keys that are not the tour's. On a button Enter and Space are the button's.
func TourKey(key string, onButton bool) string {
	switch key {
	case "ArrowRight", "PageDown", ".":
		return "next"
	case "ArrowLeft", "PageUp", ",":
		return "back"
	case "Escape":
		return "leave"
	case "Enter", " ":
		if !onButton {
			return "next"
		}
	}
	return ""
}

// Bookmark asks for what is on screen, at the step on screen.
func (m *Panel) Bookmark() message.Load { return m.Here() }
