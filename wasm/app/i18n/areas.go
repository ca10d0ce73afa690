package i18n

// Each area of the page has its texts in a file of its own: the constants, and
// English as a list; other languages have a file of the same name in
// static/lang. A text is its area and its place in it.
const (
	areaBits = 10 // texts in an area, as a power of two

	base       Text = (iota - 1) << areaBits // text.go, disciplines.go, english.go
	comparing                                // policies side by side
	editing                                  // the editor, undo, drafts
	handling                                 // what is dragged, and exports
	sharing                                  // links and embeds
	learning                                 // gallery, glossary, opening
	steering                                 // keys, palette, transport
	serving                                  // offline, loading
	batching                                 // S0's rounds and units
	growing                                  // jobs that change their size
	asking                                   // questions and misconceptions
	practising                               // questions in the page
	sheeting                                 // worksheets
	scripting                                // policies that people write
	acting                                   // scheduling by hand
	tracing                                  // whole traces, shown by windows
	finding                                  // how places and ways are found
	ruling                                   // the lines of disciplines' rules
	puzzling                                 // puzzles of a day, programs put together from lines
	areas      = iota - 1
)

// split is the area of a text and its place in it.
func (t Text) split() (area, place int) { return int(t >> areaBits), int(t & (1<<areaBits - 1)) }
