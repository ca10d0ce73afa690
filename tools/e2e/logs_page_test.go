package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/workload/traceformats/traceformatstest"
	"hopyard/web"
)

// logsFetched counts how often the page has fetched the reader of job logs.
const logsFetched = `performance.getEntriesByType('resource').filter(e => /\/logs\.[^/]*wasm/.test(e.name)).length`

// logFile writes a job log to a file, and returns its path.
func logFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// jobLog returns the sample of a job log.
func jobLog(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile("../../core/workload/traceformats/testdata/" + name)
	must(t, err)
	return string(src)
}

// TestDroppingLogs drops job logs of archives, as CSV, JSON and Parquet, and packed. The
// page must fetch the reader with the first of them and not before, propose the machine
// of the log, run its jobs, and name the unit of their sizes.
func TestDroppingLogs(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "short.swf", longTrace(3))
	must(t, page.Wait(`document.getElementById('trace')?.open`))
	if eval[bool](t, page, `document.getElementById('trace-cores') !== null`) {
		t.Error("the page asks for the processors of a node, though the trace was not converted")
	}
	must(t, page.Press("Escape"))
	if n := eval[int](t, page, logsFetched); n > 0 {
		t.Errorf("the reader of job logs was fetched %d times, and nobody needed it", n)
	}
	for _, c := range []struct {
		name, log    string
		nodes, cores string
		says         []string
	}{
		{"DIM_JOB_COMPOSITE.csv", jobLog(t, "alcf.csv"), "128", "", []string{"2 jobs will arrive", "sizes are in nodes"}},
		{"cluster_job_log", jobLog(t, "philly.json"), "8", "1", []string{"3 jobs will arrive", "sizes are in GPUs"}},
		{"job_table.parquet", traceformatstest.PM100(t), "5", "", []string{"3 jobs will arrive", "sizes are in nodes"}},
		{"workload.json", jobLog(t, "batsim.json"), "16", "", []string{"3 jobs will arrive", "sizes are in nodes"}},
	} {
		must(t, page.DropPath(logFile(t, c.name, c.log)))
		must(t, page.Wait(`document.getElementById('trace')?.open && document.getElementById('trace').textContent.includes('`+c.name+`')`))
		nodes := eval[string](t, page, `document.getElementById('trace-nodes').value`)
		cores := eval[string](t, page, `document.getElementById('trace-cores')?.value ?? ''`)
		if nodes != c.nodes || cores != c.cores {
			t.Errorf("%s: %s nodes with %q processors, want %s with %q", c.name, nodes, cores, c.nodes, c.cores)
		}
		axe(t, page)
		must(t, page.Press("Enter"))
		must(t, page.Wait(`document.title.startsWith('`+c.name+`') && !document.getElementById('trace').open && `+Ready))
		all := eval[string](t, page, `document.getElementById('why').innerText`)
		for _, want := range c.says {
			if !strings.Contains(all, want) {
				t.Errorf("%s: no %q in %s", c.name, want, all)
			}
		}
	}
	if n := eval[int](t, page, logsFetched); n != 1 {
		t.Errorf("the reader of job logs was fetched %d times", n)
	}
	dropPacked(t, page, "cluster_log.csv.gz", jobLog(t, "helios.csv"))
	must(t, page.Wait(`document.getElementById('trace')?.open && document.getElementById('trace').textContent.includes('cluster_log.csv.gz')`))
	must(t, page.Press("Escape"))
}

// TestProcessorsOfANode opens a log whose sizes are GPUs, and the output of sacct, whose
// sizes are CPUs, on nodes of several processors.
func TestProcessorsOfANode(t *testing.T) {
	page := open(t, "/", View{Width: 390, Height: 844, Touch: true})
	must(t, page.Wait(Ready))
	for _, c := range []struct{ name, content, nodes string }{{"cluster_log.csv", jobLog(t, "helios.csv"), "3"}, {"jobs.sacct", accounts(t, "week.sacct"), "10"}} {
		drop(t, page, c.name, c.content)
		must(t, page.Wait(`document.getElementById('trace')?.open && document.getElementById('trace').textContent.includes('`+c.name+`')`))
		must(t, page.Click("#trace-cores"))
		must(t, page.Press("End", "Backspace", "8"))
		must(t, page.Wait(`document.getElementById('trace-nodes').value === '`+c.nodes+`'`))
		axe(t, page)
		must(t, page.Press("Enter"))
		must(t, page.Wait(`document.title.startsWith('`+c.name+`') && !document.getElementById('trace').open && `+Ready))
		if n := eval[string](t, page, `document.getElementById('machine-note').innerText`); !strings.Contains(n, c.nodes+" nodes") {
			t.Errorf("%s: the machine is %s", c.name, n)
		}
	}
}

// TestALongLog drops a log that is too long for the page to hold as a whole. Progress
// must be shown, the reading can be stopped, and the run opens like that of a long trace.
func TestALongLog(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	path := logFile(t, "cluster_log.csv", traceformatstest.LongCSV(30_000))
	eval[bool](t, page, `(() => {
		window.progress = []
		new MutationObserver(() => {
			const button = document.querySelector('#busy [data-log-stop]')
			if (button && progress.push(document.getElementById('busy').textContent) === 1) button.click()
		}).observe(document.body, {subtree: true, childList: true, characterData: true})
		return true
	})()`) // a page that is asked again and again may miss what is shown briefly
	must(t, page.DropPath(path))
	must(t, page.Wait(`window.progress.length === 1 && document.getElementById('busy').hidden && document.getElementById('alert').textContent && `+Ready))
	must(t, page.DropPath(path))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-archive')`))
	if shown := eval[string](t, page, `window.progress.join(' ')`); !strings.Contains(shown, "Reading the job log: 0 %. Stop Reading the job log: 13 %. Stop") {
		t.Errorf("the page has shown %s", shown)
	}
	if about := eval[string](t, page, `document.getElementById('arc-about').innerText`); !strings.Contains(about, "30,000 jobs of 200 users") {
		t.Errorf("the page says %s", about)
	}
	must(t, page.Press("c"))
	compared(t, page, 2) // its workers read the converted trace again
}

// TestBadLogsAreRefused checks that errors in job logs are shown with their lines or
// rows and with advice, and that the page keeps what is on screen.
func TestBadLogsAreRefused(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	before := said(t, page)
	row := traceformatstest.PM100Row{Job: 1, State: "DONE", Submit: traceformatstest.At(8, 0, 0), Nodes: 1}
	for _, c := range []struct {
		name, log string
		want      []string
	}{
		{"cluster_log.csv", strings.Replace(jobLog(t, "helios.csv"), "COMPLETED", "DONE", 1), []string{"line 2", `column 7 (state) "DONE" is not one of Slurm's job states`, "write it as published"}},
		{"job_table.parquet", traceformatstest.Parquet(t, 4, []traceformatstest.PM100Row{row}), []string{`row 1, column job_state "DONE" is not one of`}},
		{"cut.parquet", traceformatstest.PM100(t)[:900], []string{"the file is not a Parquet file, or is damaged", "fetch it again"}},
		{"workload.json", `{"nb_res": 4, "jobs": [], "profiles": {`, []string{"line 1", "the text ends inside a value"}},
	} {
		must(t, page.DropPath(logFile(t, c.name, c.log)))
		must(t, page.Wait(`document.getElementById('errors-view')?.open`))
		text := eval[string](t, page, `document.getElementById('errors-view').innerText`)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in %q", c.name, want, text)
			}
		}
		axe(t, page)
		must(t, page.Press("Escape"))
		must(t, page.Wait(`!document.querySelector('dialog[open]')`))
	}
	if text := said(t, page); text != before {
		t.Errorf("the view has changed:\n%s", text)
	}
}

// TestLogsWithoutNetwork checks that the reader of job logs is not stored beforehand,
// and that after its first use logs can be opened without a network.
func TestLogsWithoutNetwork(t *testing.T) {
	const stored = `caches.match(JSON.parse(document.getElementById('assets').textContent)['logs.wasm'])`
	h, page := firstVisit(t)
	h.again(t, page, web.Dist())
	until(t, page, `caches.match(JSON.parse(document.getElementById('assets').textContent)['licenses.txt'])`) // the last of the files that are stored at the second visit only
	if eval[bool](t, page, stored+`.then(kept => !!kept)`) {
		t.Error("the reader is stored, and nobody needed it")
	}
	opens := func() {
		drop(t, page, "cluster_log.csv", jobLog(t, "helios.csv"))
		must(t, page.Wait(`document.getElementById('trace')?.open`))
	}
	opens()
	until(t, page, stored)
	h.site.Store(nil)
	must(t, page.reload())
	must(t, page.Wait(Ready))
	opens()
}
