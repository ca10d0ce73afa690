package i18n

// Each area of the page has its texts in a file of its own: the constants, and the
// English texts as a list. Other languages have a file of the same name in
// static/lang. A Text consists of the number of its area and its index in the area.
const (
	areaBits = 10 // number of bits for the index in an area

	base       Text = (iota - 1) << areaBits // text.go, disciplines.go, english.go
	comparing                                // policies side by side
	editing                                  // the editor, undo, drafts
	handling                                 // drag handles, menus, and exports
	sharing                                  // links and embeds
	learning                                 // gallery, glossary, introduction
	steering                                 // keys, palette, playback controls
	serving                                  // new versions of the page
	batching                                 // S0's rounds and units
	growing                                  // jobs that change their size
	asking                                   // quiz questions and misconceptions
	practising                               // the predict mode
	sheeting                                 // worksheets
	scripting                                // policies written by the reader
	acting                                   // scheduling by hand
	tracing                                  // long traces, of which the page shows a window
	finding                                  // searches for nodes, and routes
	ruling                                   // lines of the rules of disciplines
	puzzling                                 // the daily puzzle, and programs put together from lines
	areas      = iota - 1
)

// split returns the area of a text and its index in the area.
func (t Text) split() (area, place int) { return int(t >> areaBits), int(t & (1<<areaBits - 1)) }
