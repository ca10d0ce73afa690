package scenario

import (
	"fmt"
)

// byName reads an object whose keys are names of users, groups or queues, and
// calls set for each that can be one. It reports whether v is such an object.
func (p *parser) byName(v ref, of string, set func(name string, key, v ref)) bool {
	if p.kind(v) != '{' {
		p.wrong(v, p.is(v)+", not an object of "+of, "", `write {"name": …}`)
		return false
	}
	seen := map[string]bool{}
	for key, val := range p.members(v) {
		name := p.str(key)
		switch {
		case len(seen) == MaxOwners:
			p.wrong(v, fmt.Sprintf("names more than %d %s", MaxOwners, of), fmt.Sprint(MaxOwners), "leave some out")
			return false
		case seen[name]:
			p.key(key, quoted(name)+" is given twice", "keep one of them")
		case name == "":
			p.wrong(v, "has an empty name", "", "write the name of one of the "+of)
		default:
			if text, ok := p.words(key, MaxName); ok {
				set(p.shared(text), key, val)
			}
		}
		seen[name] = true
	}
	return true
}

// shared is the one copy of a name.
func (p *parser) shared(name string) string {
	if s, known := p.names[name]; known {
		return s
	}
	if p.names == nil {
		p.names = map[string]string{}
	}
	p.names[name] = name
	return name
}

// pause reads a time that is not negative, and at least MinSpan unless it is 0.
func (p *parser) pause(v ref) int64 {
	d, ok := p.seconds(v)
	if ok && d != 0 && d < int64(MinSpan) {
		p.wrong(v, fmt.Sprintf("is less than %v", MinSpan), MinSpan.String(), fmt.Sprintf("write %v or more", MinSpan))
		return 0
	}
	return d
}

// missing notes that a field is not there.
func (p *parser) missing(v ref, field, of, fix string) {
	p.add(Error{Place: p.path(v) + "." + field, Problem: field + " is missing in " + of, Fix: fix})
}
