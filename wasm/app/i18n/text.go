package i18n

//go:generate go run hopyard/tools/build/lang/generate

// Text identifies a template by two numbers: that of its area and its index within
// the area. An area is a part of the page. The texts of each area are in one file
// of static/lang/en, from which the constants in english.go are generated. Each
// other language has files of the same names.
type Text uint16

// areaBits is the number of bits of a Text that hold the index within the area.
const areaBits = 10

// split returns the number of a text's area, and the index of the text in this
// area.
func (t Text) split() (area, index int) { return int(t >> areaBits), int(t & (1<<areaBits - 1)) }

// English is the catalog from which all others are translated. A text that is
// missing in another language is shown in English.
var English = &Catalog{Code: "en", Name: "English", plural: oneOrMany, marks: western(","), texts: english}
