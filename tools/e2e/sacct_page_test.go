package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// accounts returns the content of a test file in the format of Slurm's sacct.
func accounts(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile("../../core/workload/sacct/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// dropPacked compresses a file with gzip in the browser, and drops the result on
// the page.
func dropPacked(t *testing.T, page *Page, name, content string) {
	t.Helper()
	eval[bool](t, page, fmt.Sprintf(`(async () => {
		const packed = await new Response(new Blob([%q]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
		const files = new DataTransfer()
		files.items.add(new File([packed], %q))
		for (const kind of ['dragenter', 'dragover', 'drop']) {
			document.getElementById('machine').dispatchEvent(new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true}))
		}
		return true
	})()`, content, name))
}

// TestDroppingAccounting checks that the output of Slurm's sacct can be opened as a
// trace. The page must suggest the largest number of CPUs that were in use at the
// same time. No name from the file may appear in the page. The same file compressed
// with gzip must give the same run.
func TestDroppingAccounting(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	hashes := map[string]bool{}
	for _, pack := range []bool{false, true} {
		if pack {
			dropPacked(t, page, "jobs.sacct.gz", accounts(t, "week.sacct"))
		} else {
			drop(t, page, "jobs.sacct", accounts(t, "week.sacct"))
		}
		must(t, page.Wait(`document.getElementById('trace')?.open`))
		if n := eval[string](t, page, `document.getElementById('trace-nodes').value`); n != "76" {
			t.Errorf("76 CPUs were in use at once, the field has %s", n)
		}
		must(t, page.Press("Enter"))
		must(t, page.Wait(`document.title.startsWith('jobs.sacct') && !document.getElementById('trace').open`))
		if pack {
			must(t, page.Wait(`document.title.startsWith('jobs.sacct.gz')`))
		}
		must(t, page.Press("End"))
		must(t, page.Wait(`document.getElementById('why-sentence').textContent.includes('Every job has ended')`))
		hashes[fmt.Sprint(steps(t, page), said(t, page))] = true
		all := eval[string](t, page, `document.documentElement.outerHTML + location.href + JSON.stringify(localStorage)`)
		for _, name := range []string{"mvoss", "akim", "lchen", "jdoe", "chem-lab", "relax_slab", "4110"} {
			if strings.Contains(all, name) {
				t.Errorf("%q is in the page", name)
			}
		}
	}
	if len(hashes) != 1 {
		t.Errorf("packed it is another run: %v", hashes)
	}
	drop(t, page, "day.json", accounts(t, "day.json"))
	must(t, page.Wait(`document.getElementById('trace')?.open && document.getElementById('trace-nodes').value === '72'`))
	must(t, page.Press("Escape"))
}

// TestBadAccountingIsRefused checks that errors in the output of sacct are reported
// with line numbers and suggestions, and that the page keeps what is on screen.
func TestBadAccountingIsRefused(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	before := said(t, page)
	drop(t, page, "bad.txt", strings.Replace(accounts(t, "week.sacct"), "COMPLETED", "DONE", 1))
	must(t, page.Wait(`document.getElementById('errors-view')?.open`))
	text := eval[string](t, page, `document.getElementById('errors-view').innerText`)
	for _, want := range []string{"line 2", `State "DONE" is not a job state`, "leave it as sacct prints it"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
	axe(t, page)
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.querySelector('dialog[open]')`))
	for _, c := range []struct{ name, content, want string }{
		{"cut.swf.gz", "\x1f\x08 and no more", "neither a scenario nor a trace"},
	} {
		drop(t, page, c.name, c.content)
		must(t, page.Wait(`document.getElementById('errors-view')?.open`))
		if text := eval[string](t, page, `document.getElementById('errors-view').innerText`); !strings.Contains(text, c.want) {
			t.Errorf("%s: %s", c.name, text)
		}
		must(t, page.Press("Escape"))
		must(t, page.Wait(`!document.querySelector('dialog[open]')`))
	}
	if text := said(t, page); text != before {
		t.Errorf("the view has changed:\n%s", text)
	}
}
