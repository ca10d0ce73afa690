// Package schema describes the objects of a JSON language by tables of their fields.
// A [Table] is bound to one Go variable. The same table reads the object with
// precise errors ([Table.Read]), writes its canonical form ([Table.Write]), and
// describes its fields for the forms of a dialog ([Row.Describe]):
//
//	func noteTable(x *Note) *table {
//		t := schema.New[*parser, *writer]("a note", 2)
//		t.Seconds("at", (*int64)(&x.At), 0)
//		t.Add("text", schema.Text, &x.Text, 0, 200).Always().Needs("write what to say")
//		return t
//	}
//
// The package knows no domain. Its types take two type parameters, with which the
// functions for single fields reach the domain: what reads fields ([FieldReader])
// and what writes them ([FieldWriter]). Fields of the domain's own types are
// variables that read and write themselves ([Value]).
package schema

import (
	"strconv"
	"strings"

	"hopyard/core/simtime"
)

// Form describes a block of a language for people who fill it in: the fields of one
// object, and the fields of the lists and maps inside it.
//
// A dialog can be made from a form as follows. For each Field, LookUp reads the
// value in the text at the path that Field.At returns. If the result is "", the
// Default of the field applies. Edit writes a new value, and SetAll writes several
// fields at once. The new value null removes the value. To add an element to a
// List, Edit writes the JSON in Field.New at the index one past the end. To add an
// element to a Map, Edit writes the JSON in Field.New at an unused name. The path
// of an element's field begins with the path of its list or map. Finally, Parse
// checks the result, because Min, Max and Choices only prevent the most obvious
// mistakes.
type Form struct {
	Name   string // name of the form, such as "job" or "faults"
	Title  string
	About  string // purpose of the block, in one sentence
	Path   string // path of the object, in the notation of Field.Path
	Fields []Field
}

// Field describes one value.
type Field struct {
	// Path is the path of the value, in the notation of Edit. It contains [] in
	// place of an index into a list, and {} in place of a name in a map:
	// "faults.events[].at", "limits.users{}.jobs".
	Path    string
	Title   string
	About   string // meaning and unit of the value, in one sentence
	Kind    FieldKind
	Min     int64    // minimum for Whole and Bytes; for Number and each element of Numbers, minimum in thousandths
	Max     int64    // maximum, in the same unit; for Text, number of characters; for List and Map, number of elements
	Default string   // value that applies if the field is left out, as JSON; "" if there is none
	Choices []string // allowed values of OneOf; functions such as Queues return the titles of names
	Of      string   // value that the form's first field of kind OneOf must have for this field to be allowed; "" if any value will do
	Needed  bool     // whether the object must have the field
	New     string   // new element of a List or Map, as JSON
}

// Seconds reports whether the field is a time or a list of times. It is, if its
// maximum is the longest time, or if its description begins with "Seconds".
func (f *Field) Seconds() bool {
	return (f.Kind == Number || f.Kind == Numbers) && (f.Max == simtime.Max || strings.HasPrefix(f.About, "Seconds"))
}

// FieldKind is the kind of a value. It determines how the value is written.
type FieldKind uint8

// The kinds of fields.
const (
	Whole       FieldKind = iota // a whole number
	Number                       // a number with up to three decimals
	Bytes                        // a whole number that may be written as 1e9
	Text                         // any text
	Label                        // the name of a user, group, queue or application
	OneOf                        // one of Choices
	Truth                        // true or false
	Nodes                        // a node list, "0-3,8"
	Numbers                      // a list of numbers with up to three decimals each
	Wholes                       // a list of whole numbers
	Bounds                       // a whole number, or a list of the soft and the hard limit, such as [4, 8]
	Range                        // a number with up to three decimals, or a list of the lowest and the highest, such as [0.1, 0.5]
	Ends                         // a list of two devices, such as ["n0", "s0"]
	List                         // a list of objects; the paths of their fields begin with the path of the list and []
	Map                          // objects or numbers by name; their paths begin with the path of the map and {}
	Other                        // a value that no form can show, such as a matrix; people edit it in the text
	Alternative                  // one of several JSON values, which depend on the rest of the document
)

// At returns the path of the field with its [] and {} replaced, in order, by the
// given indices and names.
func (f *Field) At(where ...string) string { return fill(f.Path, where) }

// At returns the path of the form's object with its [] and {} replaced, in order,
// by the given indices and names.
func (f *Form) At(where ...string) string { return fill(f.Path, where) }

func fill(path string, where []string) string {
	var out strings.Builder
	for _, place := range where {
		i := strings.IndexAny(path, "[{")
		if i < 0 {
			break
		}
		out.WriteString(path[:i])
		if path[i] == '[' {
			out.WriteString("[" + place + "]")
		} else {
			out.WriteString("[" + strconv.Quote(place) + "]")
		}
		path = path[i+2:]
	}
	out.WriteString(path)
	return out.String()
}
