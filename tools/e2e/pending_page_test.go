package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"hopyard/web"
)

// outputs returns recorded outputs of Slurm's commands, by file name.
func outputs(t *testing.T, names ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile("../../core/slurmstate/testdata/formats/" + name)
		must(t, err)
		files[name] = string(text)
	}
	return files
}

// dropAll drops files on the page at once.
func dropAll(t *testing.T, page *Page, files map[string]string) {
	t.Helper()
	list, err := json.Marshal(files)
	must(t, err)
	eval[bool](t, page, fmt.Sprintf(`(() => {
		const files = new DataTransfer()
		for (const [name, text] of Object.entries(%s)) files.items.add(new File([text], name))
		for (const kind of ['dragenter', 'dragover', 'drop']) {
			(document.querySelector('dialog[open]') ?? document.getElementById('machine')).dispatchEvent(new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true}))
		}
		return true
	})()`, list))
}

const (
	jobsListed = `document.querySelectorAll('#live-jobs [data-live]').length`
	answered   = `document.getElementById('live-answer').getAttribute('aria-busy') === 'false' && document.querySelector('#live-start')`
)

// textOf returns the text of an element of the page.
func textOf(t *testing.T, page *Page, id string) string {
	t.Helper()
	return eval[string](t, page, `document.getElementById('`+id+`').innerText`)
}

// TestWhyIsMyJobPending drops what squeue, sinfo and scontrol print, one file after
// another, finds a job by its user with the keyboard alone, and reads the answer. It
// must be that of the command line.
func TestWhyIsMyJobPending(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	before := said(t, page)
	dropAll(t, page, outputs(t, "squeue.txt"))
	must(t, page.Wait(`document.getElementById('live')?.open && `+jobsListed+` > 20`))
	if text := eval[string](t, page, `document.getElementById('live-unknown').textContent`); !strings.Contains(text, "time limits: not known; add squeue --json") || !strings.Contains(text, "nodes: not known; add sinfo --json") {
		t.Errorf("what is missing: %s", text)
	}
	dropAll(t, page, outputs(t, "sinfo.json", "squeue.json", "show-partition.txt"))
	must(t, page.Wait(`document.getElementById('live-known').innerText.includes('12 nodes, 1 of them out of use, 7 partitions')`))
	axe(t, page)
	must(t, page.Type("dave"))
	must(t, page.Wait(jobsListed+` > 0 && [...document.querySelectorAll('#live-jobs .who')].every(e => e.innerText.startsWith('dave'))`))
	must(t, page.Press("Enter"))
	must(t, page.Wait(answered))
	text := textOf(t, page, "live-answer")
	for _, want := range []string{"Job 29", "It needs 4 nodes, and of the nodes that it may use, 0 have room now.", "Slurm says Priority", "It starts in 4 h 33 min on n0, n1, n2, n3", "17 jobs are ahead of it", "a time limit of 15 min", "sooner", "tier of its partition", "Waits for", "its turn", "1 of them names several partitions", "In 18 min 20 s at the latest", "gives back 1 node"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%q is not in the answer:\n%s", want, text)
		}
	}
	axe(t, page)
	must(t, page.Click(`#live-answer [data-live]`)) // the first job ahead
	must(t, page.Wait(`!document.getElementById('live-answer').innerText.includes('Job 29 ') && `+answered))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('live').open`))
	if text := said(t, page); text != before {
		t.Errorf("the view has changed:\n%s", text)
	}
}

// TestAPlainListing opens the dialog by the link below the queue, pastes what plain squeue
// prints, and asks about jobs that wait for different reasons. The page must say why, and
// what is missing to tell when; it must predict no start.
func TestAPlainListing(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Click("#live-open"))
	must(t, page.Wait(`document.getElementById('live')?.open`))
	must(t, page.Click("#live-paste"))
	eval[bool](t, page, fmt.Sprintf(`document.getElementById('live-paste').focus(), document.execCommand('insertText', false, %q)`, outputs(t, "squeue.txt")["squeue.txt"]))
	must(t, page.Wait(jobsListed+` > 20 && document.activeElement.id === 'live-find'`))
	for _, x := range []struct{ job, why, what string }{
		{"29", "Jobs with a higher priority are ahead of it in its partition.", "When it starts cannot be told from these files."},
		{"39", "Its user has reached a limit of the QOS. What is limited: running jobs.", "It can start when another job of this user ends."},
		{"36", "Its user asked for a later start (--begin).", "squeue --json"},
		{"34", "It depends on a job that ended otherwise than it needs, so it never starts.", "Cancel it (scancel 34 Copy)"},
	} {
		must(t, page.Click(`#live-jobs [data-live="`+x.job+`"]`))
		must(t, page.Wait(`document.querySelector('#live-answer h3')?.innerText.includes('Job `+x.job+`') && document.getElementById('live-answer').getAttribute('aria-busy') === 'false'`))
		if text := textOf(t, page, "live-answer"); !strings.Contains(text, x.why) || !strings.Contains(text, x.what) || eval[bool](t, page, `!!document.getElementById('live-start')`) {
			t.Errorf("job %s: %s", x.job, text)
		}
	}
	axe(t, page)
	if eval[bool](t, page, `!!document.querySelector('[data-live-do="show"]')`) {
		t.Error("a cluster whose nodes and time limits are not known can be shown")
	}
}

// TestTheExampleQueue tries the example from the gallery, in each language and with the
// keyboard. Every sentence must be complete.
func TestTheExampleQueue(t *testing.T) {
	site(t)
	for _, language := range []string{"en", "zh", "ru"} {
		t.Run(language, func(t *testing.T) {
			page := open(t, "/", View{Language: language})
			must(t, page.Wait(Ready+` && document.documentElement.lang === '`+language+`'`))
			must(t, page.Press("7"))
			must(t, page.Wait(`document.activeElement.dataset.liveDo === 'choose'`))
			must(t, page.Press("Tab", "Enter"))
			must(t, page.Wait(jobsListed+` === 18`))
			axe(t, page)
			ids := eval[[]string](t, page, `[...document.querySelectorAll('#live-jobs [data-live]')].map(e => e.dataset.live)`)
			for _, id := range ids {
				must(t, page.Click(`#live-jobs [data-live="`+id+`"]`))
				must(t, page.Wait(`document.querySelector('#live-answer h3')?.innerText.includes('`+id+`') && document.getElementById('live-answer').getAttribute('aria-busy') === 'false'`))
				if text := textOf(t, page, "live-answer"); strings.ContainsAny(text, "{}[]") || len(text) < 100 {
					t.Errorf("job %s: %s", id, text)
				}
			}
		})
	}
}

// TestTheClusterIsShown opens the queue as a scenario, and then with hidden names, of
// which the link must contain none.
func TestTheClusterIsShown(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	dropAll(t, page, outputs(t, "squeue.json", "sinfo.json", "show-partition.txt"))
	must(t, page.Wait(jobsListed+` > 20`))
	must(t, page.Click(`[data-live-do="show"]`))
	must(t, page.Wait(`!document.getElementById('live').open && document.getElementById('lesson-count').textContent === 'Your scenario' && document.getElementById('queue-list').innerText.includes('dave')`))
	must(t, page.Press("7"))
	must(t, page.Wait(`document.getElementById('live').open`))
	must(t, page.Click(`[data-live-do="hide"]`))
	must(t, page.Wait(`document.querySelector('dialog[open]')?.id === 'share' && !document.getElementById('queue-list').innerText.includes('dave')`))
}

// TestNothingLeavesTheBrowser loads the code of the dialog, then drops files and asks
// about each pending job. From the drop on, the page must send no request at all, and
// store no name.
func TestNothingLeavesTheBrowser(t *testing.T) {
	site(t)
	h := newHost(t, web.Dist())
	page := openAny(t, h.URL, View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("7"))
	must(t, page.Wait(`document.getElementById('live')?.open`))
	dropAll(t, page, outputs(t, "squeue.json", "sinfo.json"))
	must(t, page.Wait(jobsListed+` > 0`))
	must(t, page.Click(`#live-jobs [data-live="29"]`))
	must(t, page.Wait(answered))
	must(t, page.Click(`[data-live-do="afresh"]`))
	must(t, page.Wait(`document.getElementById('live').dataset.known === 'false'`))
	keeps(t, page) // the browser has loaded the service worker

	var mu sync.Mutex
	var seen []string
	server := *h.site.Load()
	var spy http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The browser, not the page, looks for a new service worker when it sees fit.
		// Only the browser can send this header.
		if r.Header.Get("Service-Worker") == "script" && r.Method == "GET" && r.URL.String() == "/sw.js" {
			server.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, r.Method+" "+r.URL.String())
		http.Error(w, "the network is watched", http.StatusTeapot)
	})
	h.site.Store(&spy)
	entries := eval[int](t, page, `performance.clearResourceTimings(), performance.getEntriesByType('resource').length`)
	dropAll(t, page, outputs(t, "squeue.json", "sinfo.json", "show-partition.txt", "sprio-l.txt", "sacct.json"))
	must(t, page.Wait(jobsListed+` > 20`))
	for _, id := range eval[[]string](t, page, `[...document.querySelectorAll('#live-jobs [data-live]')].slice(0, 12).map(e => e.dataset.live)`) {
		must(t, page.Click(`#live-jobs [data-live="`+id+`"]`))
		must(t, page.Wait(`document.querySelector('#live-answer h3')?.innerText.includes('Job `+id+`') && document.getElementById('live-answer').getAttribute('aria-busy') === 'false'`))
	}
	must(t, page.Click(`[data-live-do="past"]`))
	must(t, page.Wait(replayed+` || document.querySelector('#live-fidelity .live-trouble')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.querySelector('dialog[open]')`))
	if n := eval[int](t, page, `performance.getEntriesByType('resource').length`); n != entries {
		t.Errorf("the page has loaded %s", eval[string](t, page, `performance.getEntriesByType('resource').map(e => e.name).join(' ')`))
	}
	mu.Lock()
	if len(seen) > 0 || len(page.External()) > 0 {
		t.Errorf("requests: %q, and to others: %q", seen, page.External())
	}
	mu.Unlock()
	kept := eval[string](t, page, `location.href + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + JSON.stringify(history.state)`)
	for _, name := range []string{"alice", "dave", "erin"} {
		if strings.Contains(kept, name) {
			t.Errorf("%s is kept: %s", name, kept)
		}
	}
}

// TestBadQueueFiles drops files with mistakes and hostile ones on a queue that is known.
// Each must be reported, and nothing may be lost.
func TestBadQueueFiles(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	dropAll(t, page, outputs(t, "squeue.json", "sinfo.json"))
	must(t, page.Wait(jobsListed+` > 20`))
	jobs := eval[int](t, page, jobsListed)
	good := outputs(t, "squeue.json", "sinfo.json", "squeue-l.txt")
	for name, content := range map[string]string{
		"cut.json":                         good["squeue.json"][:len(good["squeue.json"])/2],
		"nodes.json":                       strings.Replace(good["sinfo.json"], `"cpus":8`, `"cpus":"<b>eight</b>"`, 1),
		"table.txt":                        good["squeue-l.txt"][:700],
		"picture.png":                      "\x89PNG\r\n\x1a\n\x00\x00",
		"empty.txt":                        "",
		"deep.json":                        strings.Repeat(`{"jobs":[`, 20_000),
		"<img src=x onerror=hacked=1>.txt": "JOBID\x00",
	} {
		dropAll(t, page, map[string]string{name: content})
		must(t, page.Wait(fmt.Sprintf(`document.getElementById('live-mistakes').innerText.includes(%q)`, name)))
		if n := eval[int](t, page, jobsListed); n != jobs {
			t.Errorf("%s: %d jobs of %d are left", name, n, jobs)
		}
	}
	axe(t, page)
	hostile := strings.NewReplacer(`"dave"`, `"<img src=x onerror=hacked=1>"`, `"name":"`, `"name":"<script>hacked=1</script>`).Replace(good["squeue.json"])
	dropAll(t, page, map[string]string{"squeue.json": hostile, "table.txt": good["squeue-l.txt"]})
	must(t, page.Wait(`document.getElementById('live-jobs').innerText.includes('<script>') && document.getElementById('live-mistakes').hidden`))
	must(t, page.Click(`#live-jobs [data-live="29"]`))
	must(t, page.Wait(answered))
	if !strings.Contains(textOf(t, page, "live-answer"), "<img src=x") || eval[bool](t, page, `typeof hacked !== 'undefined'`) {
		t.Error("a name is taken for markup")
	}
}

// TestAReplacedWorkerGetsTheFilesAgain stops the worker while a queue is known. The next
// question must be answered as before.
func TestAReplacedWorkerGetsTheFilesAgain(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	dropAll(t, page, outputs(t, "squeue.json", "sinfo.json"))
	must(t, page.Wait(jobsListed+` > 20`))
	must(t, page.Click(`#live-jobs [data-live="29"]`))
	must(t, page.Wait(answered))
	before := textOf(t, page, "live-answer")
	run := eval[string](t, page, `document.documentElement.dataset.run`)
	eval[int](t, page, `hopyard.broken('a test'); 1`)
	must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.run !== %q`, run)))
	must(t, page.Click(`#live-jobs [data-live="29"]`))
	must(t, page.Wait(`!document.getElementById('live-start')`))
	must(t, page.Wait(answered))
	if after := textOf(t, page, "live-answer"); after != before {
		t.Errorf("after the worker was replaced:\n%s\nbefore:\n%s", after, before)
	}
}

// recordedRun returns what sacct recorded of a run of Slurm, and its slurm.conf.
func recordedRun(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for name, path := range map[string]string{"jobs.sacct": "0/sacct.txt", "slurm.conf": "slurm.conf"} {
		text, err := os.ReadFile("../../core/slurmstate/testdata/starts/backfill-nodes/" + path)
		must(t, err)
		files[name] = string(text)
	}
	return files
}

const (
	replayed    = `document.querySelector('#live-fidelity .live-sum')`
	changedHere = `document.querySelector('#live-effect table')`
)

// TestHowTrueIsAReplay drops what sacct recorded into the dialog, in each language and on
// a phone, reads how true the replay is, and tries a change. The share of right starts must
// stay on screen beside the result. From the drop on, nothing may be requested.
func TestHowTrueIsAReplay(t *testing.T) {
	site(t)
	for _, x := range []struct {
		language      string
		width, height int64
	}{{"en", 1280, 800}, {"zh", 1280, 800}, {"ru", 390, 844}} {
		t.Run(x.language, func(t *testing.T) {
			page := open(t, "/", View{Language: x.language, Width: x.width, Height: x.height})
			must(t, page.Wait(Ready+` && document.documentElement.lang === '`+x.language+`'`))
			must(t, page.Press("7"))
			must(t, page.Wait(`document.getElementById('live')?.open`))
			dropAll(t, page, outputs(t, "squeue.txt")) // loads the program that reads files
			must(t, page.Wait(jobsListed+` > 0`))
			must(t, page.Click(`[data-live-do="afresh"]`))
			entries := eval[int](t, page, `performance.clearResourceTimings(), performance.getEntriesByType('resource').length`)
			dropAll(t, page, recordedRun(t))
			must(t, page.Wait(replayed))
			axe(t, page)
			must(t, page.Wait(`document.getElementById('live-set')`))
			eval[bool](t, page, `(() => { const s = document.getElementById('live-set'); s.value = 'partition.Nodes'; s.dispatchEvent(new Event('input', {bubbles: true})); return true })()`)
			must(t, page.Wait(`document.getElementById('live-of')`))
			eval[bool](t, page, `(() => { const s = document.getElementById('live-value'); s.value = '+4'; s.dispatchEvent(new Event('input', {bubbles: true})); return true })()`)
			must(t, page.Click(`[data-live-do="try"]`))
			must(t, page.Wait(changedHere))
			axe(t, page)
			if !eval[bool](t, page, `(() => { const r = document.querySelector('#live-fidelity .live-sum').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight && r.width > 0 })()`) {
				t.Error("the fidelity is not on screen beside the result")
			}
			for _, id := range []string{"live-fidelity", "live-change", "live-effect"} {
				if text := textOf(t, page, id); strings.ContainsAny(text, "{}") || len(text) < 40 {
					t.Errorf("%s: %s", id, text)
				}
			}
			if n := eval[int](t, page, `performance.getEntriesByType('resource').length`); n != entries {
				t.Errorf("the page has loaded %s", eval[string](t, page, `performance.getEntriesByType('resource').map(e => e.name).join(' ')`))
			}
		})
	}
}

// TestQueueAndPast changes between the queue as it stands and its past.
func TestQueueAndPast(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	dropAll(t, page, outputs(t, "squeue.json", "sinfo.json", "show-partition.txt", "qos.txt", "assoc-tree.txt"))
	must(t, page.Wait(jobsListed+` > 20`))
	if text := textOf(t, page, "live-known"); !strings.Contains(text, "limits of QOSs") || strings.Contains(text, "limits of QOSs: not known") {
		t.Errorf("what is known: %s", text)
	}
	dropAll(t, page, map[string]string{"jobs.sacct": recordedRun(t)["jobs.sacct"]})
	must(t, page.Wait(`!document.getElementById('live-view').hidden`))
	must(t, page.Click(`[data-live-do="past"]`))
	must(t, page.Wait(replayed+` || document.querySelector('#live-fidelity .live-trouble')`))
	must(t, page.Click(`[data-live-do="queue"]`))
	must(t, page.Wait(`document.getElementById('live-past').hidden && !document.getElementById('live-all').hidden`))
}
