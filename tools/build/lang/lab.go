package lang

import (
	"regexp"
	"slices"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/scenario"
)

// Lab returns the texts of experiments in a language by name. They are in separate
// files, in English too, because only the page's experiments use them.
func Lab(root, code string) (map[string]string, error) {
	return readTexts(root, code, "lab.json")
}

// LabNames returns the translated names of figures, policies, fields and forms for
// the page's experiments. It takes them from the texts of the main page; the keys
// are those that wasm/app/lab looks up.
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

// lab compares the texts of experiments with English, and both with the sources
// that use them.
func (c *checker) lab(root string) {
	english, sources := c.checkTexts(root, Lab, "lab", []string{"wasm/app/lab/*.go", "wasm/lab/*.go", "static/lab/*.js"}, func(name, sources string) bool {
		return strings.Contains(sources, `"`+name+`"`) || strings.Contains(sources, `'`+name+`'`) || ofLanguage(name)
	})
	for _, m := range labSaid.FindAllStringSubmatch(sources, -1) {
		if english[m[1]] == "" {
			c.fault(m[1], "is said, and missing in English")
		}
	}
}

// labSaid matches the uses of a text by name in the sources.
var labSaid = regexp.MustCompile(`\b(?:l\.say|said\.t|t)\(["']([A-Z]\w*)["']`)

// ofLanguage reports whether the name of a text is that of a field or an axis of an
// experiment, which the sources compose at run time.
func ofLanguage(name string) bool {
	kind, path, _ := strings.Cut(name, " ")
	return slices.Contains([]string{"axis", "field"}, kind) && strings.Contains(path, ".")
}
