package scenario

import _ "embed"

// help holds the texts of forms. A line without indentation begins a form: its
// name, title, purpose and path. The indented lines after it are its fields: the
// path below that of the form, the title and the description. In the path of a
// field:
//
//   - text after = is a new element of the list or map, as JSON;
//   - text before / is the kind of topology that has the field;
//   - a name after * stands for the lines of the block with that name, which begins
//     with a line of * and the name. The blocks "options…" are made from
//     core/policies.
//
// A fourth part of a line is the value that applies if the field is left out, or -
// for none. It is there only where it differs from the default of the table. The
// tables of the fields have everything else that forms contain. The page reads
// forms from a file, so that this text is not in its program.
//
//go:embed help.txt
var help string
