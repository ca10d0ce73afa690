package e2e

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hopyard/core/scenario"
	"hopyard/tools/traces"
	"hopyard/web/headers"
)

// nativeServer is a running hopyard serve.
type nativeServer struct {
	link string // address that it has printed
	cmd  *exec.Cmd
}

// serveNative runs hopyard serve for the page at the given address. Its port is fixed, so
// that a lock in the temporary folder keeps apart all tests that run it on this machine.
func serveNative(t *testing.T, page string, args ...string) *nativeServer {
	t.Helper()
	built.once.Do(build)
	must(t, built.err)
	lock, err := os.OpenFile(filepath.Join(os.TempDir(), "hopyard-native.lock"), os.O_CREATE|os.O_RDWR, 0o666)
	must(t, err)
	must(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX))
	t.Cleanup(func() { lock.Close() }) // which also unlocks
	return startNative(t, page, args...)
}

// startNative starts another server in a test that has the lock.
func startNative(t *testing.T, page string, args ...string) *nativeServer {
	t.Helper()
	s := &nativeServer{cmd: exec.Command(filepath.Join(built.folder, "hopyard"), append([]string{"serve", "--site", page}, args...)...)}
	s.cmd.Stderr = t.Output()
	out, err := s.cmd.StdoutPipe()
	must(t, err)
	must(t, s.cmd.Start())
	t.Cleanup(s.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	s.link = strings.TrimSpace(line)
	return s
}

// kill ends the server without a farewell, and waits until it is gone.
func (s *nativeServer) kill() {
	_ = s.cmd.Process.Kill() // it may be gone already
	_ = s.cmd.Wait()
}

// token returns the secret of the printed link.
func (s *nativeServer) token(t *testing.T) string {
	t.Helper()
	_, token, found := strings.Cut(s.link, "#native=")
	if !found {
		t.Fatalf("%q has no token", s.link)
	}
	return token
}

// nativeTrace writes a trace whose header promises more jobs than the page can hold, so
// that the page hands it over.
func nativeTrace(t *testing.T, jobs int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "archive.swf")
	must(t, os.WriteFile(path, []byte("; MaxRecords: 1500000\n"+longTrace(jobs)), 0o600))
	return path
}

const (
	windowed = `document.documentElement.hasAttribute('data-archive')`
	lent     = `document.documentElement.dataset.native === 'ready'`
	natively = `document.getElementById('native')?.textContent.includes('Native engine')`
	gone     = `document.documentElement.dataset.native === 'lost'`
)

// agree opens the link of a server and agrees to use it.
func agree(t *testing.T, s *nativeServer) *Page {
	t.Helper()
	page := openAny(t, s.link, View{})
	must(t, page.Wait(`document.getElementById('native-ask')?.open`))
	must(t, page.Click(`[data-native="+"]`))
	must(t, page.Wait(lent))
	return page
}

// TestNativeEngine opens the link of hopyard serve, agrees, and drops a trace that is
// too large for the page. The engine on this computer must run it, while a smaller one
// runs in the page. The token must neither stay in the address nor get into a link.
func TestNativeEngine(t *testing.T) {
	s := serveNative(t, site(t))
	page := agree(t, s)
	if at := eval[string](t, page, `location.href`); strings.Contains(at, "native") {
		t.Errorf("the address still holds the token: %s", at)
	}
	must(t, page.DropPath(nativeTrace(t, 20_000)))
	must(t, page.Wait(windowed+`&&`+natively))
	jump(t, page, steps(t, page)/2)
	native := said(t, page)
	axe(t, page)
	if text := eval[string](t, page, `document.documentElement.outerHTML + location.href + JSON.stringify(localStorage) + JSON.stringify(history.state)`); strings.Contains(text, s.token(t)) {
		t.Error("the page shows or keeps the token")
	}
	must(t, page.Press("c"))
	compared(t, page, 2) // each column has a connection of its own
	must(t, page.Press("Escape"))
	must(t, page.Wait(windowed))

	drop(t, page, "small.swf", longTrace(20_000))
	must(t, page.Wait(windowed+`&& !`+natively))
	jump(t, page, steps(t, page)/2)
	if in := said(t, page); in != native {
		t.Errorf("the page says\n%s\nand with the native engine\n%s", in, native)
	}
	for _, problem := range page.Problems() {
		if !strings.HasPrefix(problem, "external request: GET http://"+headers.Native+"/") {
			t.Error(problem)
		}
	}
}

// TestNativeTraceOfTheCommandLine checks that a trace named on the command line opens
// when the reader agrees, and again after a reload without a second question.
func TestNativeTraceOfTheCommandLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "archive.swf")
	must(t, os.WriteFile(path, []byte(longTrace(8000)), 0o600))
	page := agree(t, serveNative(t, site(t), path))
	must(t, page.Wait(windowed+`&&`+natively))
	eval[bool](t, page, `(location.reload(), true)`)
	must(t, page.Wait(windowed+`&&`+natively))
	if eval[bool](t, page, `!!document.getElementById('native-ask')?.open`) {
		t.Error("the page asks again")
	}
}

// TestNativeRefused checks that the page makes no request to the engine after the reader
// has refused it, and that it says what to do with a trace that is too large.
func TestNativeRefused(t *testing.T) {
	s := serveNative(t, site(t))
	page := openAny(t, s.link, View{})
	must(t, page.Wait(`document.getElementById('native-ask')?.open`))
	must(t, page.Click(`[data-native="-"]`))
	must(t, page.Wait(Ready))
	drop(t, page, "large.swf", "; MaxProcs: 100\n"+strings.Repeat("1 0 -1 1 1 -1 -1 1 1 -1 1 1 1 -1 1 -1 -1 -1\n", 1_000_001))
	must(t, page.Wait(`document.getElementById('errors').innerText.includes('hopyard serve') || !document.getElementById('stale').hidden`))
	must(t, page.Click(`#stale-show`))
	must(t, page.Wait(`document.getElementById('errors').innerText.includes('hopyard serve')`))
	if n := eval[int](t, page, `performance.getEntriesByType('resource').filter(e => e.name.includes(':9137')).length`); n != 0 {
		t.Errorf("%d requests to the engine", n)
	}
}

// TestNativeEngineDies kills hopyard serve while a run of it is on screen, and while it
// records one. The page must say so, must not wait for answers, and must run smaller
// scenarios. Connecting again to another server brings the run back.
func TestNativeEngineDies(t *testing.T) {
	s := serveNative(t, site(t))
	page := agree(t, s)
	path := nativeTrace(t, 20_000)
	must(t, page.DropPath(path))
	must(t, page.Wait(windowed+`&&`+natively))
	s.kill()
	must(t, page.Wait(gone))
	must(t, page.Press("End"))
	must(t, page.Wait(`!hopyard.state().busy`))
	must(t, page.Click(`#native [data-native="again"]`))
	must(t, page.Wait(`document.documentElement.dataset.native === 'away'`))
	drop(t, page, "small.swf", longTrace(8000))
	must(t, page.Wait(windowed+`&& document.getElementById('arc-about').innerText.includes('8,000 jobs')`))
	jump(t, page, steps(t, page)/2)

	s = startNative(t, site(t))
	eval[bool](t, page, fmt.Sprintf(`(location.hash = 'native=%s', true)`, s.token(t)))
	must(t, page.Wait(`document.getElementById('native-ask').open`))
	must(t, page.Click(`[data-native="+"]`))
	must(t, page.Wait(lent))
	must(t, page.DropPath(path))
	must(t, page.Wait(`!!hopyard.state().busy`))
	s.kill() // while it records
	must(t, page.Wait(gone))
	must(t, page.Wait(`!hopyard.state().busy`))
	jump(t, page, steps(t, page)/3) // the run on screen is that of the page's own worker
}

// TestNativeConnectsAgain breaks the connection while the server goes on. The button must
// bring back the run on screen, at the same step, and a run that was being recorded.
func TestNativeConnectsAgain(t *testing.T) {
	page := agree(t, serveNative(t, site(t)))
	cut := func() {
		t.Helper()
		eval[bool](t, page, `(hopyard.exchange().postMessage(new Uint8Array(100 << 20)), true)`) // more than the server accepts
		must(t, page.Wait(gone+` && !hopyard.state().busy`))
	}
	again := func() {
		t.Helper()
		must(t, page.Click(`#native [data-native="again"]`))
		must(t, page.Wait(natively+`&& !hopyard.state().busy`))
	}
	must(t, page.DropPath(nativeTrace(t, 20_000)))
	must(t, page.Wait(windowed+`&&`+natively))
	jump(t, page, steps(t, page)/2)
	before := said(t, page)
	cut()
	again()
	must(t, page.Wait(fmt.Sprintf(`document.documentElement.dataset.step === '%d'`, steps(t, page)/2)))
	if now := said(t, page); now != before {
		t.Errorf("after connecting again the page says\n%s\nand before\n%s", now, before)
	}
	jump(t, page, steps(t, page)/3)
	must(t, page.DropPath(nativeTrace(t, 40_000)))
	must(t, page.Wait(`!!hopyard.state().busy`))
	cut()
	again()
	must(t, page.Wait(`document.getElementById('arc-about').innerText.includes('40,000 jobs')`))
}

// TestNativeEngineAndOtherPages checks that a page of another origin on this computer
// can neither fetch from hopyard serve nor open a WebSocket to it, even with the token.
func TestNativeEngineAndOtherPages(t *testing.T) {
	s := serveNative(t, site(t))
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>hostile</title>")
	}))
	t.Cleanup(other.Close)
	page := openAny(t, other.URL, View{})
	at := headers.Native + "/" + s.token(t)
	for _, x := range []struct{ what, script string }{
		{"fetch", `fetch('http://` + at + `').then(() => 'read', () => 'refused')`},
		{"fetch without CORS", `fetch('http://` + at + `', {mode: 'no-cors'}).then(a => a.type === 'opaque' ? 'refused' : 'read', () => 'refused')`},
		{"post", `fetch('http://` + at + `', {method: 'POST', mode: 'no-cors', body: 'x'}).then(a => a.type === 'opaque' ? 'refused' : 'read', () => 'refused')`},
		{"script", `new Promise(done => { const e = document.createElement('script'); e.src = 'http://` + at + `'; e.onload = () => done('read'); e.onerror = () => done('refused'); document.head.append(e) })`},
		{"frame", `new Promise(done => { const e = document.createElement('iframe'); e.src = 'http://` + at + `'; e.onload = () => { try { done(e.contentDocument ? 'read' : 'refused') } catch { done('refused') } }; document.body.append(e) })`},
		{"WebSocket", `new Promise(done => { const w = new WebSocket('ws://` + at + `'); w.onopen = () => done('read'); w.onerror = () => done('refused') })`},
	} {
		if got := eval[string](t, page, x.script); got != "refused" {
			t.Errorf("%s: %s", x.what, got)
		}
	}
	own, err := url.Parse(site(t))
	must(t, err)
	mine := openAny(t, "http://localhost:"+own.Port()+"/", View{}) // the same server under another name is another origin
	must(t, mine.Wait(Ready))
	if got := eval[string](t, mine, `new Promise(done => { const w = new WebSocket('ws://`+at+`'); w.onopen = () => done('read'); w.onerror = () => done('refused') })`); got != "refused" {
		t.Errorf("WebSocket of the page under another name: %s", got)
	}
}

// TestNativeMillions opens a trace of 2,000,000 jobs, twice as many as the page holds,
// once dropped and once named on the command line, steps through it, changes its load,
// and kills the engine in the middle. It needs some minutes and gigabytes, so that it
// runs only with HOPYARD_NATIVE set (make test-native-large). It logs what took how long.
func TestNativeMillions(t *testing.T) {
	address := site(t)
	if os.Getenv("HOPYARD_NATIVE") == "" {
		t.Skip("draws a trace of 2,000,000 jobs: run make test-native-large (which sets HOPYARD_NATIVE)")
	}
	path := twoMillion(t)
	s := serveNative(t, address)
	page := agree(t, s)
	began := time.Now()
	lap := func(what string) {
		t.Helper()
		t.Logf("%-40s %6.1f s; server %s, page %.0f MB", what, time.Since(began).Seconds(), s.memory(t), eval[float64](t, page, `hopyard.go._inst.exports.mem.buffer.byteLength`)/1e6)
		began = time.Now()
	}
	must(t, page.DropPath(silentMillion(t)))
	must(t, page.Wait(windowed+`&&`+natively))
	lap("1,000,001 jobs, which the worker counts")
	must(t, page.DropPath(path))
	must(t, page.Wait(windowed+`&&`+natively+`&& document.getElementById('arc-about').innerText.startsWith('2')`))
	lap("2,000,000 jobs dropped, and on screen")
	if about := eval[string](t, page, `document.getElementById('arc-about').innerText`); !strings.HasPrefix(about, "2,000,000 jobs") {
		t.Errorf("the trace is %q", about)
	}
	jump(t, page, steps(t, page)/2)
	lap("a step in the middle of the window")
	run := eval[string](t, page, `document.documentElement.dataset.run`)
	eval[bool](t, page, `(document.getElementById('arc-window').focus(), true)`)
	must(t, page.Press("PageDown"))
	must(t, page.Wait(`document.documentElement.dataset.run !== '`+run+`' && !hopyard.state().busy`))
	lap("the next window")
	eval[bool](t, page, `(e => { e.value = '1999999'; e.dispatchEvent(new Event('input', {bubbles: true})); return true })(document.getElementById('arc-find'))`)
	must(t, page.Wait(`document.getElementById('arc-finds').innerText.includes('Job 1999999')`))
	lap("a job found by its number")
	eval[bool](t, page, `(e => { e.value = '0.9'; e.form.requestSubmit(); return true })(document.getElementById('arc-load'))`)
	must(t, page.Wait(`!!hopyard.state().busy`))
	s.kill()
	must(t, page.Wait(gone+` && !hopyard.state().busy`))
	drop(t, page, "small.swf", longTrace(8000))
	must(t, page.Wait(windowed+`&& document.getElementById('arc-about').innerText.includes('8,000 jobs')`))
	began = time.Now()

	s = startNative(t, address, path)
	page = agree(t, s)
	must(t, page.Wait(windowed+`&&`+natively))
	lap("named on the command line, and on screen")
}

// silentMillion writes a trace of one job more than the page holds. Its header does not
// say so: the page's own worker finds out.
func silentMillion(t *testing.T) (path string) {
	t.Helper()
	var out bytes.Buffer
	out.WriteString("; MaxProcs: 100\n")
	for i := range scenario.MaxJobs + 1 {
		fmt.Fprintf(&out, "%d %d -1 60 1 -1 -1 1 90 -1 1 %d 1 -1 1 -1 -1 -1\n", i+1, i, i%40)
	}
	path = filepath.Join(t.TempDir(), "silent.swf")
	must(t, os.WriteFile(path, out.Bytes(), 0o600))
	return path
}

// twoMillion writes a trace of 2,000,000 jobs: two traces of the benchmarks' model one
// after the other, because the model draws 1,000,000 jobs at most.
func twoMillion(t *testing.T) (path string) {
	t.Helper()
	const half = 1_000_000
	var out bytes.Buffer
	out.WriteString("; MaxJobs: 2000000\n; MaxNodes: 1152\n; MaxProcs: 1152\n")
	var begin, at int64
	for i := range int64(2) {
		var drawn bytes.Buffer
		must(t, traces.Size{Name: "1m", Jobs: half, Nodes: 1152, Users: 2000, Widest: 512, Load: 850}.Write(&drawn, i+1))
		for line := range strings.Lines(drawn.String()) {
			if strings.HasPrefix(line, ";") {
				continue
			}
			var number, submit int64
			_, err := fmt.Sscan(line, &number, &submit)
			must(t, err)
			_, rest, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
			_, rest, _ = strings.Cut(strings.TrimLeft(rest, " "), " ")
			at = begin + submit
			fmt.Fprintf(&out, "%d %d %s", number+i*half, at, rest)
		}
		begin = at
	}
	path = filepath.Join(t.TempDir(), "2m.swf")
	must(t, os.WriteFile(path, out.Bytes(), 0o600))
	return path
}

// memory returns the largest memory of the server so far, as Linux tells it.
func (s *nativeServer) memory(t *testing.T) string {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	must(t, err)
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	most, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(most)
}
