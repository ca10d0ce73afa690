package lang

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

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

// Lecture returns the texts of lecture mode and of the speaker's window in a
// language, by name. They are in separate files, also for English, because few
// readers need them; the program contains none of them.
func Lecture(root, code string) (map[string]string, error) {
	return readTexts(root, code, "lecture.json")
}

// readTexts reads a file of texts that the page loads separately, in the language
// with the given code. The program does not contain these texts in any language, so
// there is a file for English too.
func readTexts(root, code, file string) (map[string]string, error) {
	name := filepath.Join("static", "lang", code, file)
	raw, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	if err := json.Unmarshal(raw, &texts); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return texts, nil
}
