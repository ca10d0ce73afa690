package e2e

import (
	"strings"
	"testing"
)

// What is learned in one tab is seen in another at once: in its gallery, and at the goals
// of its lesson.
func TestTabsShareProgress(t *testing.T) {
	address := site(t) + "/"
	one := open(t, "/", View{})
	must(t, one.Wait(Ready))
	other, err := one.Beside(address, View{NoWorker: true})
	must(t, err)
	t.Cleanup(other.Close)
	must(t, other.Wait(Ready))
	openPaths(t, other)
	if told := pathTold(t, other, "backfilling"); !strings.Contains(told, "0 of 6 done") {
		t.Errorf("before, the other tab says %q", told)
	}

	openLesson(t, one, "One wide job holds up the rest")
	must(t, one.Press("End"))
	must(t, one.Wait(`document.documentElement.dataset.kept >= 1`))
	must(t, other.Wait(`document.querySelector('#gallery [data-path="backfilling"]').innerText.includes('1 of 6 done') && document.querySelector('#gallery [data-path="backfilling"]').open`))
	for _, problem := range other.Problems() {
		t.Error(problem)
	}
}
