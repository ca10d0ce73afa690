// Package jsondoc reads, edits and writes JSON texts that people write by hand. It
// keeps the position of every value, so that an error can name place, line, column,
// value, limit and fix. It knows nothing of what the texts mean: a [Language] holds
// the words and rules that differ from one kind of text to another.
//
// A caller opens a text and reads its values through a [Reader], which notes errors
// and goes on, so that one pass over the text finds all of them:
//
//	r, err := language.Open(src) // Errors: the text is not JSON
//	for key, v := range r.Members(jsondoc.Root) {
//		switch r.Text(key) {
//		case "seed":
//			seed, _ = r.Integer(v, 0, 100)
//		default:
//			r.Unknown(key, r.Text(key), "a draw", []string{"seed"})
//		}
//	}
//	err = r.Err() // Errors: everything that is wrong with the values
//
// [Language.Edit] puts a value at a path such as "cluster.topology.width" and leaves
// the rest of the text as it is; [Language.LookUp] reads such a value. [Writer]
// writes JSON in a fixed form, with or without white space.
//
// The files, from the bottom: path.go (paths), errors.go (errors, similar names),
// write.go (Writer), document.go (a text as a tree of values), scan.go (from text to
// tree), language.go, reader.go (from values to Go values), edit.go, object.go.
package jsondoc

// Language describes one kind of text. The zero value is any JSON.
type Language struct {
	Name       string // name of a text, such as "scenario"
	Whole      string // name of the outermost object in errors; mostly equal to Name
	MaxBytes   int    // longest text
	Begin      string // fix for an empty text, such as `begin with {"hopyard": 1, …}`
	Comment    string // fix for a comment, which JSON does not have
	Assignment string // example of a path and a value, such as "cluster.topology.width=8"

	// TakesText reports whether the field at a path takes only text. There, Edit
	// turns a number, true or false into a string. It may be nil.
	TakesText func(path []PathStep) bool

	// Short returns the name of the field whose value may stand for the whole
	// object at a path, as in "network": "max-min". It returns "" if there is no
	// such field, and may be nil.
	Short func(path []PathStep) string
}

// Open scans a text and returns a reader for its values. The error is an Errors; it
// occurs if the text is too long or not JSON. Cost: O(bytes).
func (l *Language) Open(src []byte) (*Reader, error) {
	doc, bad := l.Scan(string(src))
	if bad != nil {
		return nil, Errors{*bad}
	}
	return &Reader{Document: doc, Problems: Problems{Whole: l.Whole}}, nil
}
