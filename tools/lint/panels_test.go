package lint

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// panels lists the packages of wasm/app that each package of wasm/app may import:
// "a: b c" allows a to import b and c. The parent package app imports all of them
// and passes events to them. Panels read the shared state from package model and
// never import app.
const panels = `
message:
i18n:
chart:
curves: i18n message
curves/option: chart curves
form: i18n message
simworker: curves curves/option form i18n message
recording: i18n message
model: i18n message recording
narrative: i18n message model
keys: i18n model
settings: i18n model
policy: form i18n message model
longrunpanel: i18n message model
pendingpanel: i18n message model
shellpanel: i18n message model
nativepanel: i18n message model
lessons: i18n keys message model
lessons/paths: i18n lessons
growth: i18n model
queuepanel: i18n model narrative policy
opening: i18n model
rule: i18n message model
machinepanel: i18n message model narrative
timeline: i18n model recording
whypanel: i18n message model narrative
figures: curves i18n lessons model policy
edit: form i18n message model policy recording
share: i18n message model recording
palette: export i18n keys lessons model policy settings
practice: i18n message model narrative practice/quiztext recording
lecture: i18n lecture/markdown message model narrative practice recording whypanel
lecture/markdown:
ballot: i18n machinepanel message model narrative practice recording timeline
checkworker: message simworker
pendingworker: message simworker
shellworker: message simworker
logreader: message
manualpanel: i18n message model narrative
puzzlepanel: i18n message model narrative practice
policyeditor: form i18n message model
worksheetpanel: export i18n message model narrative practice practice/quiztext recording
practice/quiztext: i18n
worksheetpanel/scorm:
export: i18n machinepanel message model narrative timeline
report: chart
lab: chart report
compare: export figures i18n keys machinepanel message model narrative policy recording share timeline whypanel
`

// TestPanelsImportDownwards checks that the packages in wasm/app import only the
// packages that the list panels allows.
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
