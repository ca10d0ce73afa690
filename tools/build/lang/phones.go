package lang

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
)

// phoneFiles are the texts of the pages that phones in a room load, each by the script
// that begins it. Those pages have no program: their English is a file too, and the
// build puts all languages into the scripts.
var phoneFiles = map[string]string{"voting": "vote.js", "speaking": "hand.js"}

// phoneTexts reads what a page for phones says in a language, "en" for English.
func phoneTexts(root, code, name string) (map[string]string, error) {
	texts := map[string]string{}
	raw, err := os.ReadFile(filepath.Join(root, "static", "lang", code, name+".json"))
	if err != nil {
		return nil, err
	}
	return texts, json.Unmarshal(raw, &texts)
}

// phones checks what those pages say: as for the page itself, and that English has what
// their scripts ask for, and nothing else.
func (c *checker) phones(root string, have map[string]map[string]string) {
	for name, entry := range phoneFiles {
		c.file = name
		english, err := phoneTexts(root, "en", name)
		if err != nil {
			c.fault(name, "%v", err)
			continue
		}
		names, err := asked(root, entry)
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

// quoted are the names of texts in scripts: they begin with a capital, and nothing else
// that the scripts quote does but keys, methods and headers.
var (
	quoted  = regexp.MustCompile(`'([A-Z][a-z][A-Za-z]*)'`)
	foreign = []string{"Bearer", "Authorization", "Enter", "Escape", "Hopyard"}
	imports = regexp.MustCompile(`from '\./([a-z/.]+\.js)'`)
)

// asked are the names of texts that a script and what it imports quote, in order.
func asked(root, entry string) ([]string, error) {
	names, paths := map[string]bool{}, []string{entry}
	for i := 0; i < len(paths); i++ {
		raw, err := os.ReadFile(filepath.Join(root, "static", filepath.FromSlash(paths[i])))
		if err != nil {
			return nil, err
		}
		for _, m := range quoted.FindAllStringSubmatch(string(raw), -1) {
			if !slices.Contains(foreign, m[1]) {
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
