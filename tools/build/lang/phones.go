package lang

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
)

// phoneFiles maps the names of text files to the entry scripts that use them: the
// files hold the texts of the pages for phones in a lecture room. The pages have no
// WebAssembly program, so there are files for English too, and the build includes
// all languages in the scripts.
var phoneFiles = map[string]string{"voting": "vote.js", "speaking": "hand.js"}

// phoneTexts reads the named file of texts in the language with the given code. The
// code "en" stands for English.
func phoneTexts(root, code, name string) (map[string]string, error) {
	texts := map[string]string{}
	raw, err := os.ReadFile(filepath.Join(root, "static", "lang", code, name+".json"))
	if err != nil {
		return nil, err
	}
	return texts, json.Unmarshal(raw, &texts)
}

// phones checks the texts of the pages for phones like the other texts. It also
// checks that the English file contains exactly the texts that the scripts use.
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

// quoted matches quoted words that begin with a capital letter; in scripts these
// are the names of texts. nonTexts lists the exceptions, such as names of keys and
// headers. imports matches imports of other scripts.
var (
	quoted   = regexp.MustCompile(`'([A-Z][a-z][A-Za-z]*)'`)
	nonTexts = []string{"Bearer", "Authorization", "Enter", "Escape", "Hopyard"}
	imports  = regexp.MustCompile(`from '\./([a-z/.]+\.js)'`)
)

// usedNames returns the sorted names of the texts that a script uses, including
// those used by the scripts it imports directly or indirectly.
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
