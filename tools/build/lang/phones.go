package lang

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
)

// phoneFiles maps the files with the texts of the pages for phones in a lecture
// room to the entry scripts of those pages. The pages have no WebAssembly program,
// so English has such files too, and the build includes all languages in the
// scripts.
var phoneFiles = map[string]string{"voting": "vote.js", "speaking": "hand.js"}

// phoneTexts reads the texts of a page for phones in a language; "en" is English.
func phoneTexts(root, code, name string) (map[string]string, error) {
	texts := map[string]string{}
	raw, err := os.ReadFile(filepath.Join(root, "static", "lang", code, name+".json"))
	if err != nil {
		return nil, err
	}
	return texts, json.Unmarshal(raw, &texts)
}

// phones checks the texts of those pages like the other texts. It also checks that
// the English file has exactly the texts that the scripts use.
func (c *checker) phones(root string, have map[string]map[string]string) {
	for name, entry := range phoneFiles {
		c.file = name
		english, err := phoneTexts(root, "en", name)
		if err != nil {
			c.fault(name, "%v", err)
			continue
		}
		names, err := usedNames(root, entry)
		if err != nil {
			c.fault(name, "%v", err)
			continue
		}
		c.same(names, english)
		c.same(sorted(english), have[name])
		for key, text := range have[name] {
			c.text(key, english[key], text, true)
		}
	}
}

// quoted matches the names of texts in scripts. They begin with a capital letter;
// foreign lists the other quoted words that do, such as names of keys and headers.
var (
	quoted   = regexp.MustCompile(`'([A-Z][a-z][A-Za-z]*)'`)
	nonTexts = []string{"Bearer", "Authorization", "Enter", "Escape", "Hopyard"}
	imports  = regexp.MustCompile(`from '\./([a-z/.]+\.js)'`)
)

// usedNames returns the names of the texts that a script and the scripts it imports
// quote, sorted.
func usedNames(root, entry string) ([]string, error) {
	names, paths := map[string]bool{}, []string{entry}
	for i := 0; i < len(paths); i++ {
		raw, err := os.ReadFile(filepath.Join(root, "static", filepath.FromSlash(paths[i])))
		if err != nil {
			return nil, err
		}
		for _, m := range quoted.FindAllStringSubmatch(string(raw), -1) {
			if !slices.Contains(nonTexts, m[1]) {
				names[m[1]] = true
			}
		}
		for _, m := range imports.FindAllStringSubmatch(string(raw), -1) {
			if from := path.Join(path.Dir(paths[i]), m[1]); !slices.Contains(paths, from) {
				paths = append(paths, from)
			}
		}
	}
	return sorted(names), nil
}
