package lint

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// panels is policy, not description: "a: b c" means that wasm/app/a may import b
// and c of wasm/app, and nothing else of it. Events go down from app, which may
// import all; state goes up from view; a panel never imports app.
const panels = `
message:
words:
curves:        message words
curves/option: curves
form:          message words
html:          words
replay:        curves curves/option form message words
recorded:      message words
view:          message recorded words
say:           message view words
keys:          view words
settings:      html view words
policy:        form html message view words
archive:       message view words
lessons:       html keys message view words
lessons/paths:  lessons words
growth:        view words
queue:         policy say view words
opening:       view words
rule:          message view words
machine:       message say view words
timeline:      recorded view words
why:           message say view words
figures:       curves lessons policy view words
edit:          form message policy recorded view words
share:         message recorded view words
palette:       export keys lessons policy settings view words
practice:      message practice/tell recorded say view words
lecture:       lecture/markdown message practice recorded say view why words
lecture/markdown:
hall:          machine message practice recorded say timeline view words
trying:        message replay
manual:        message say view words
puzzle:        message practice say view words
own:           form message view words
worksheet:     export message practice practice/tell recorded say view words
practice/tell: words
worksheet/scorm:
export:        machine message say timeline view words
report:
lab:           report
compare:       export figures keys machine message policy recorded say share timeline view why words
`

// maxFiles is how many files a package may have besides its tests.
const maxFiles = 35

// TestPanelsImportDownwards holds the sources to panels.
func TestPanelsImportDownwards(t *testing.T) {
	const app = "wasm/app"
	may := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(panels)) {
		pkg, deps, _ := strings.Cut(line, ":")
		may[pkg] = strings.Fields(deps)
	}
	for _, f := range goFiles(t) {
		pkg, below := strings.CutPrefix(path.Dir(f.name), app+"/")
		if !below || f.test() {
			continue
		}
		allowed, known := may[pkg]
		if !known {
			t.Errorf("package %s/%s has no line in panels", app, pkg)
		}
		for _, spec := range f.ast.Imports {
			imp, _ := strconv.Unquote(spec.Path.Value)
			dep, ours := strings.CutPrefix(imp, "hopyard/"+app)
			if ours && !slices.Contains(allowed, strings.TrimPrefix(dep, "/")) {
				t.Errorf("%s: %s must not import %s", f.name, pkg, imp)
			}
		}
	}
}

// TestPackagesOfThePageAreRooms holds the packages of the page to maxFiles.
func TestPackagesOfThePageAreRooms(t *testing.T) {
	files := map[string]int{}
	for _, f := range goFiles(t) {
		if dir := path.Dir(f.name); strings.HasPrefix(dir, "wasm/") && !f.test() {
			files[dir]++
		}
	}
	for dir, n := range files {
		if n > maxFiles {
			t.Errorf("%s has %d files, more than %d: make packages of it", dir, n, maxFiles)
		}
	}
}
