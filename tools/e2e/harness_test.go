package e2e

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// shared is the server that the tests share. Every page starts with empty storage.
// Browsers are not shared but lent to the tests (browserPool).
var shared struct {
	once    sync.Once
	address string
	stop    func()
	err     error
}

func TestMain(m *testing.M) {
	asManyAsCores()
	code := m.Run()
	browserPool.close()
	if built.folder != "" {
		os.RemoveAll(built.folder)
	}
	if shared.stop != nil {
		shared.stop()
	}
	os.Exit(code)
}

// site returns the address of the shared server, without a trailing slash. After
// this call the test runs in parallel with others. If HOPYARD_PAGE is not set, site
// skips the test.
func site(t *testing.T) string {
	t.Helper()
	if os.Getenv("HOPYARD_PAGE") == "" {
		t.Skip("drives the built page in Chromium: run make test-page (which sets HOPYARD_PAGE)")
	}
	amongOthers(t)
	shared.once.Do(func() { shared.address, shared.stop, shared.err = Site() })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.address
}

// open opens a path of the site, such as "/" or "/#1.j.…". The test fails if a
// problem occurs in the page before the test ends. Use openAny to allow problems.
func open(t *testing.T, path string, v View) *Page {
	t.Helper()
	page := openAny(t, site(t)+path, v)
	t.Cleanup(func() {
		for _, problem := range page.Problems() {
			t.Error(problem)
		}
	})
	return page
}

// openAny opens a URL. If the test fails, it saves a picture of the page and logs
// the file name. It disables service workers in pages of the shared server, because
// each would fetch and store the whole site; tests of service workers start their
// own servers.
func openAny(t *testing.T, address string, v View) *Page {
	t.Helper()
	v.NoWorker = v.NoWorker || strings.HasPrefix(address, site(t))
	page, err := browserPool.forTest(t).Open(address, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			logs := page.Logs()
			for _, line := range logs[:min(len(logs), 30)] {
				t.Log("console.log: ", line)
			}
			picture(t, page)
		}
		page.Close()
	})
	return page
}

func picture(t *testing.T, p *Page) {
	file, err := os.CreateTemp("", "hopyard-*.png")
	if err != nil {
		t.Log(err)
		return
	}
	file.Close()
	if err := p.Screenshot(file.Name(), false); err != nil {
		t.Log(err)
		return
	}
	t.Logf("the page at the end: %s", file.Name())
}

// eventually polls until the function is returns true. It serves for conditions
// without an event. After a timeout it ends the test with a message that contains
// the text what and the result of the function seen.
func eventually(t *testing.T, what string, is func() bool, seen func() any) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waiting for %s: not there after %v; there is %v", what, patience, seen())
		}
	}
}

// must ends the test if there is an error, as in must(t, page.Press("End")).
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eval evaluates a JavaScript expression and ends the test if that fails.
func eval[T any](t *testing.T, p *Page, expression string) T {
	t.Helper()
	v, err := Eval[T](p, expression)
	must(t, err)
	return v
}
