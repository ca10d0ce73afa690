package scenario

import _ "embed"

// help holds the texts of forms. A line without indentation begins a form. It
// contains the form's name, title, purpose and path. The indented lines after it
// are the form's fields. Each contains the path below the path of the form, the
// title and the description. In the path of a field:
//
//   - text after = is a new element of the list or map, as JSON;
//   - text before / is the kind of topology that has the field;
//   - a name after * stands for the lines of a block. The block begins with a line that
//     consists of * and this name. The blocks "options…" are made from core/policies.
//
// A fourth part of a line is the value that applies if the field is left out, or -
// if there is none. It is given only where it differs from the default in the table
// of the field. Everything else that forms contain comes from these tables. The
// page reads forms from a separate file, so that this text does not enlarge its
// program.
//
//go:embed help.txt
var help string
