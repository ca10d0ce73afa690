package scenario

import "fmt"

// Object reads a JSON object that is not part of the scenario language and returns
// its members by name, each as JSON text. The text may have at most the given
// number of bytes. Object is as strict as the parser of scenarios: it refuses
// duplicate names, unpaired surrogates and nesting beyond [MaxDepth]. The error is
// an *[Error]; its Limit is empty if the text is malformed rather than too large.
// Cost: O(bytes).
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
			return nil, &Error{Place: name, Problem: fmt.Sprintf("the field %q is given twice", name), Fix: "remove one"}
		}
		members[name] = doc.raw(v)
	}
	return members, nil
}
