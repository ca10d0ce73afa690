package jsondoc

import "fmt"

// Object reads a JSON object of any language and returns its members by name, each
// as JSON text. The text may have at most the given number of bytes. Object refuses
// duplicate names, unpaired surrogates and nesting beyond [MaxDepth]. The error is
// an *[Error]; its Limit is empty if the text is malformed rather than too large.
// Cost: O(bytes).
func Object(src []byte, most int) (members map[string]string, err error) {
	doc, bad := (&Language{MaxBytes: most, Begin: `write {"name": value}`}).Scan(string(src))
	if bad != nil {
		return nil, bad
	}
	if doc.Kind(Root) != '{' {
		return nil, &Error{Problem: "is not an object", Value: Shorten(doc.Raw(Root)), Fix: `write {"name": value}`}
	}
	members = map[string]string{}
	for key, v := range doc.Members(Root) {
		name := doc.Text(key)
		if _, twice := members[name]; twice {
			return nil, &Error{Place: name, Problem: fmt.Sprintf("the field %q is given twice", name), Fix: "remove one"}
		}
		members[name] = doc.Raw(v)
	}
	return members, nil
}
