package lint

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// glossary is the page that defines the terms of the program. Its tables have rows
// of the form "| word | meaning | not |", where the last column lists words that
// must not be used instead.
const glossary = "core/GLOSSARY.md"

// camel matches each word in a name: Switch, HTTP and Link in SwitchHTTPLink.
var camel = regexp.MustCompile(`[A-Z]+(?:[a-z0-9]+|\b|$)|[A-Z][a-z0-9]+`)

// TestNamesFollowTheGlossary fails if the name of a package or an exported type
// contains a word that the glossary replaces by another.
func TestNamesFollowTheGlossary(t *testing.T) {
	instead := map[string]string{} // maps a rejected word to the word of the glossary
	for line := range strings.Lines(read(t, glossary)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 {
			continue
		}
		for word := range strings.SplitSeq(cells[3], ",") {
			if word = strings.TrimSpace(word); word != "" && word != "not" && !strings.HasPrefix(word, "-") {
				instead[word] = strings.TrimSpace(cells[1])
			}
		}
	}
	if len(instead) == 0 {
		t.Fatalf("%s rejects no word: has its table changed?", glossary)
	}
	for _, f := range goFiles(t) {
		if f.test() {
			continue
		}
		for word, good := range instead {
			if strings.EqualFold(f.ast.Name.Name, word) {
				t.Errorf("%s: package %s: %s says %q", f.name, f.ast.Name.Name, glossary, good)
			}
			for _, name := range exportedTypes(f) {
				if slices.Contains(camel.FindAllString(name.Name, -1), word) {
					t.Errorf("%s:%d: type %s: instead of %q %s says %q", f.name, f.line(name.Pos()), name.Name, word, glossary, good)
				}
			}
		}
	}
}
