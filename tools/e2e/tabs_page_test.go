package e2e

import (
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/scenarios"
)

// TestTabsShareProgress checks that progress made in one tab appears at once in the
// gallery of another tab.
func TestTabsShareProgress(t *testing.T) {
	address := site(t) + "/"
	one := open(t, "/", View{})
	must(t, one.Wait(Ready))
	other, err := one.Beside(address, View{NoWorker: true})
	must(t, err)
	t.Cleanup(other.Close)
	must(t, other.Wait(Ready))
	openPaths(t, other)
	if told := pathTold(t, other, "topology"); strings.Contains(told, "1 of 4 goals") {
		t.Errorf("before, the other tab says %q", told)
	}

	l, _ := scenarios.Find("easy-hole")
	made, err := scenario.Edit(l.Source, "jobs[8].walltime", "1100")
	must(t, err)
	must(t, one.DropFile("lesson.json", string(made)))
	must(t, one.Wait(`document.documentElement.dataset.kept >= 1`))
	must(t, other.Wait(`document.querySelector('#gallery [data-path="topology"]').innerText.includes('1 of 4 goals') && document.querySelector('#gallery [data-path="topology"]').open`))
	for _, problem := range other.Problems() {
		t.Error(problem)
	}
}
