package e2e

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// longTrace returns a trace in the Standard Workload Format, with the given number
// of jobs on 100 nodes.
func longTrace(jobs int) string {
	rng := rand.New(rand.NewPCG(4, 4))
	var out strings.Builder
	out.WriteString("; MaxProcs: 100\n")
	at := 0
	for i := range jobs {
		at += rng.IntN(300)
		size, runs := 1<<rng.IntN(5), 10+rng.IntN(2400)
		fmt.Fprintf(&out, "%d %d -1 %d %d -1 -1 %d %d -1 1 %d 1 -1 1 -1 -1 -1\n", i+1, at, runs, size, size, runs+rng.IntN(3000), rng.IntN(40))
	}
	return out.String()
}

// TestComparingALongTrace compares policies on a trace that is so long that its
// timeline is drawn as pixels. It checks that the clock can be moved far, also
// several times while the columns still show another time.
func TestComparingALongTrace(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "archive.swf", longTrace(28_000))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-archive')`))
	jump(t, page, steps(t, page)/2)
	must(t, page.Press("c"))
	compared(t, page, 2)
	before := moment(t, page)
	eval[bool](t, page, `(s => { s.value = Math.round(s.max / 2); s.dispatchEvent(new Event('input', {bubbles: true})); return true })(document.getElementById('scrub'))`)
	must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.moment !== "%d" && %s`, before, settled)))
	middle := moment(t, page)
	if all := eval[int](t, page, `+document.documentElement.dataset.moments`); middle < all/4 || middle > all*3/4 {
		t.Errorf("the comparison is at moment %d of %d", middle, all)
	}
	for _, key := range []string{"Home", "End", "v", "End", "Home", "]", "ArrowRight"} {
		must(t, page.Press(key))
		must(t, page.Wait(settled))
	}
	for _, part := range []float64{0.5, 0.1, 0.9, 0.4} { // the test does not wait for the columns in between, as with rapid clicks
		eval[bool](t, page, fmt.Sprintf(`(s => { s.value = Math.round(s.max * %v); s.dispatchEvent(new Event('input', {bubbles: true})); return true })(document.getElementById('scrub'))`, part))
		settle(t, page)
	}
	must(t, page.Press("Home"))
	atMoment(t, page, 0)
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-compare')`))
}

// TestVaryingATrace checks that an experiment started from a trace uses random jobs
// on the machine of the trace.
func TestVaryingATrace(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "archive.swf", longTrace(8000))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-archive')`))
	must(t, page.Press("b"))
	must(t, page.Wait(labIdle))
	if bar := eval[string](t, page, `document.getElementById('lab-bar').innerText`); !strings.Contains(bar, "500 random jobs on 100 nodes") {
		t.Errorf("the experiment says it is of %q", bar)
	}
	must(t, page.Press("Escape"))
	must(t, page.Wait(`document.getElementById('lab').hidden && document.documentElement.hasAttribute('data-archive')`))
}

// TestATraceThatIsGone checks the case that the file of a long trace, which the
// page reads again from disk, has been deleted. The page must report this, keep
// what is on screen, and open another file.
func TestATraceThatIsGone(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	path := filepath.Join(t.TempDir(), "archive.swf")
	must(t, os.WriteFile(path, []byte(longTrace(8000)), 0o600))
	must(t, page.DropPath(path))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-archive')`))
	must(t, page.Press("c"))
	compared(t, page, 2) // the workers of the comparison have read the file again
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-compare')`))
	must(t, os.Remove(path))
	must(t, page.Press("c"))
	must(t, page.Wait(`document.getElementById('compare-view').innerText.includes('the file cannot be read')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-compare') && document.documentElement.hasAttribute('data-archive')`))
	must(t, os.WriteFile(path, []byte(longTrace(9000)), 0o600))
	must(t, page.DropPath(path))
	must(t, page.Wait(`document.getElementById('arc-about').innerText.includes('9,000 jobs')`))
}

// TestExportingAComparison checks that the exports of a comparison contain all its
// columns.
func TestExportingAComparison(t *testing.T) {
	page := open(t, "/", View{})
	folder := t.TempDir()
	must(t, page.Downloads(folder))
	must(t, page.Wait(Ready))
	must(t, page.Press("c"))
	compared(t, page, 2)
	must(t, page.Press("v"))
	must(t, page.Wait(`document.getElementById('compare-differs').textContent.includes('First divergence')`))
	must(t, page.Press("u"))
	must(t, page.Wait(`document.getElementById('export')?.open`))
	axe(t, page)
	take := func(button string, names ...string) (texts []string) {
		t.Helper()
		must(t, page.Click(`[data-export="`+button+`"]`))
		for _, name := range names {
			file := filepath.Join(folder, name)
			for range 200 {
				if src, err := os.ReadFile(file); err == nil && len(src) > 0 {
					texts = append(texts, string(src))
					break
				}
				settle(t, page)
			}
		}
		if len(texts) < len(names) {
			list, _ := os.ReadDir(folder)
			t.Fatalf("%v did not all come: %v", names, list)
		}
		return texts
	}
	svg := take("svg0", "hopyard-easy-hole-compare-step"+fmt.Sprint(moment(t, page))+".svg")[0]
	for _, want := range []string{"A  EASY backfilling", "B  First come, first served", "First divergence"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(take("file1", "hopyard-easy-hole-compare-jobs.csv")[0])).ReadAll()
	if err != nil || rows[0][0] != "column" || rows[1][0] != "A" || rows[len(rows)-1][0] != "B" {
		t.Errorf("the table of jobs: %v %v", err, rows[0])
	}
	take("file5", "hopyard-easy-hole-a-easy-trace.jsonl", "hopyard-easy-hole-b-fcfs-trace.jsonl")
	if command := eval[string](t, page, `document.getElementById('export-command').value`); !strings.HasPrefix(command, "hopyard compare scenarios/easy-hole.json --variant A:scheduler.queue=easy") {
		t.Error(command)
	}
}
