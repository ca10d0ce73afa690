package lang

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

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

// checkTexts compares a file of separately loaded texts with the English file. Its
// first function parameter returns the texts in a language. checkTexts also reports
// English texts that the sources do not use. The sources are the files that match
// the patterns; the last parameter reports whether they use the text with a given
// name. The results are the English texts and the concatenated sources.
func (c *checker) checkTexts(root string, read func(root, code string) (map[string]string, error), file string, patterns []string, said func(name, sources string) bool) (english map[string]string, sources string) {
	c.file = file
	english, err := read(root, "en")
	if err != nil {
		c.fault("English", "%v", err)
		return nil, ""
	}
	own, err := read(root, c.code)
	if err != nil {
		c.fault(c.code, "%v", err)
		return nil, ""
	}
	c.same(sorted(english), own)
	if sources, err = sourcesOf(root, patterns); err != nil {
		c.fault("sources", "%v", err)
	}
	for name, text := range english {
		c.text(name, text, own[name], true)
		if !said(name, sources) {
			c.fault(name, "nothing asks for it")
		}
	}
	return english, sources
}

// sourcesOf returns the concatenated contents of the files that match the patterns,
// without Go tests.
func sourcesOf(root string, patterns []string) (string, error) {
	var all strings.Builder
	for _, pattern := range patterns {
		names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return "", err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			raw, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			all.Write(raw)
		}
	}
	return all.String(), nil
}
