package lang

import (
	"regexp"
	"slices"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/scenario"
)

// Lab are the texts of experiments in the page, by name: in files of their own in
// English, too, since no other part of the page says them.
func Lab(root, code string) (map[string]string, error) {
	return apart(root, code, "lab.json")
}

// LabNames are what experiments call figures, choices, fields and their forms in a
// language, from the names that the page has for them, as wasm/app/lab asks for them.
func (s *Source) LabNames() map[string]string {
	out := map[string]string{}
	add := func(name, english string) {
		if own := s.Names[english]; own != "" {
			out[name] = own
		}
	}
	var none metrics.Figures
	for _, f := range none.List() {
		add("figure "+f.Key, f.Title)
	}
	for path, table := range map[string][]scenario.Name{"scheduler.queue": scenario.Queues(), "scheduler.allocator": scenario.Allocators()} {
		for i := range table {
			add("name "+path+" "+table[i].Name, table[i].Title)
		}
	}
	for _, f := range scenario.Forms() {
		if own := s.Forms[f.Title]; own != "" {
			out["form "+f.Title] = own
		}
		for _, x := range f.Fields {
			if own := s.Forms[x.Title]; own != "" {
				out["title "+x.Title] = own
			}
		}
	}
	return out
}

// lab checks the texts of experiments against English, and both against the sources
// that say them.
func (c *checker) lab(root string) {
	english, sources := c.apart(root, Lab, "lab", []string{"wasm/app/lab/*.go", "wasm/lab/*.go", "static/lab/*.js"}, func(name, sources string) bool {
		return strings.Contains(sources, `"`+name+`"`) || strings.Contains(sources, `'`+name+`'`) || ofLanguage(name)
	})
	for _, m := range labSaid.FindAllStringSubmatch(sources, -1) {
		if english[m[1]] == "" {
			c.fault(m[1], "is said, and missing in English")
		}
	}
}

// labSaid finds what sources say by name.
var labSaid = regexp.MustCompile(`\b(?:l\.say|said\.t|t)\(["']([A-Z]\w*)["']`)

// ofLanguage reports whether a name is that of a field or an axis of the language.
func ofLanguage(name string) bool {
	kind, path, _ := strings.Cut(name, " ")
	return slices.Contains([]string{"axis", "field"}, kind) && strings.Contains(path, ".")
}
