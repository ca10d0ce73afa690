package lang

import (
	"regexp"
	"slices"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/scenario"
)

// Lab returns the texts of experiments in a language, by name. They are in separate
// files, also for English, because only the page's experiments use them.
func Lab(root, code string) (map[string]string, error) {
	return readTexts(root, code, "lab.json")
}

// LabNames returns the translated names of figures, policies, fields and forms for
// the page's experiments. The translations are those of the main page. The keys of
// the result are the keys by which wasm/app/lab looks them up.
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

// lab compares the texts of experiments with the English ones. It also checks that
// the sources of experiments use each English text, and that each text that they
// use exists in English.
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

// labSaid matches a use of a text in the sources. Its group is the name of the
// text.
var labSaid = regexp.MustCompile(`\b(?:l\.say|said\.t|t)\(["']([A-Z]\w*)["']`)

// ofLanguage reports whether a text is the name of a field or axis of an
// experiment. The sources compose the names of these texts at run time, so a search
// in the sources cannot find them.
func ofLanguage(name string) bool {
	kind, path, _ := strings.Cut(name, " ")
	return slices.Contains([]string{"axis", "field"}, kind) && strings.Contains(path, ".")
}
