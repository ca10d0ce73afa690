package i18n

//go:generate go run hopyard/tools/build/lang/generate

// Text identifies a template: the number of its area and its index in the area.
// Each area of the page has its texts in a file of static/lang/en, from which the
// constants in english.go are generated. Other languages have a file of the same
// name.
type Text uint16

// areaBits is the number of bits for the index in an area.
const areaBits = 10

// split returns the area of a text and its index in the area.
func (t Text) split() (area, index int) { return int(t >> areaBits), int(t & (1<<areaBits - 1)) }

// English is the language from which all others are translated. A text that another
// language lacks is shown in English.
var English = &Catalog{Code: "en", Name: "English", plural: oneOrMany, marks: western(","), texts: english}
