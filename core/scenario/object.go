package scenario

import "fmt"

// Object reads a JSON object that is none of the language's, of most bytes at most,
// and returns its members by name, as JSON. It is as strict as the reader of
// scenarios: no name twice, no half characters, [MaxDepth]. The error is an
// *[Error], without its Limit where only the form is wrong. Cost: O(bytes).
func Object(src []byte, most int) (members map[string]string, err error) {
	doc, bad := scan(string(src), most)
	if bad != nil {
		return nil, bad
	}
	if doc.kind(root) != '{' {
		return nil, &Error{Problem: "is not an object", Value: excerpt(doc.raw(root)), Fix: `write {"name": value}`}
	}
	members = map[string]string{}
	for key, v := range doc.members(root) {
		name := doc.str(key)
		if _, twice := members[name]; twice {
			return nil, &Error{Place: name, Problem: fmt.Sprintf("the field %q is there twice", name), Fix: "remove one"}
		}
		members[name] = doc.raw(v)
	}
	return members, nil
}
