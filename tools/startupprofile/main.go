// Command startupprofile records which functions of the page's program run until
// shortly after the first schedule is drawn. It writes the names of these functions
// to tools/build/first.txt. The build puts them into the part of the program that
// is sent first (tools/build/parts.go). The command also writes hashes of the names
// of all functions to known.txt, so that the build recognizes new functions. It
// requires Chromium. This one command builds the page, opens it and writes both
// files, in three minutes:
//
//	go run ./tools/startupprofile
//
// Run it when the program has many new or renamed functions, because the build puts
// all functions that it does not know into the first part. Also run it when the
// start of the page has changed; in this case, the test TestRestIsNotMissed fails.
// Entries of later.txt are written by hand; the build names those that match
// nothing.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"hopyard/core/scenario"
	"hopyard/tools/build/slim"
	"hopyard/tools/e2e"
	"hopyard/tools/repo"
	"hopyard/web"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "startupprofile:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	dir := filepath.Join(root, ".cache", "marks")
	command := exec.Command("go", "run", "./tools/build", "-marks", dir)
	command.Dir, command.Stderr = root, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("building the page that notes what runs: %w", err)
	}
	names, err := namesIn(dir)
	if err != nil {
		return err
	}
	ran, long, err := record(dir)
	if err != nil {
		return err
	}
	picked := pick(names, ran)
	for name := range pick(names, long) {
		if always.MatchString(name) {
			picked[name] = true
		}
	}
	build := filepath.Join(root, "tools", "build")
	before, err := os.ReadFile(filepath.Join(build, "first.txt"))
	if err != nil {
		return err
	}
	for _, name := range names {
		if byChance.MatchString(name) || unsteady.MatchString(name) && slices.Contains(strings.Fields(string(before)), name) {
			picked[name] = true
		}
	}
	list := slices.Sorted(maps.Keys(picked))
	fmt.Printf("%d names of functions of %d\n", len(list), len(names))
	known := map[string]bool{}
	for _, name := range names {
		known[slim.Hash(name)] = true
	}
	return errors.Join(write(filepath.Join(build, "first.txt"), list, 1), write(filepath.Join(build, "known.txt"), slices.Sorted(maps.Keys(known)), 16))
}

// write writes words to a file. Each line has the given number of words, except
// that the last line may have fewer.
func write(file string, list []string, each int) error {
	var text strings.Builder
	for line := range slices.Chunk(list, each) {
		text.WriteString(strings.Join(line, " ") + "\n")
	}
	return os.WriteFile(file, []byte(text.String()), 0o644)
}

// namesIn returns the names of the program's functions in the order of their
// numbers. It reads the list that the build has written into the given folder.
func namesIn(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "names.*.txt"))
	if err != nil || len(files) != 1 {
		return nil, errors.Join(err, fmt.Errorf("%d lists of names in %s", len(files), dir))
	}
	text, err := os.ReadFile(files[0])
	return strings.Split(string(text), "\n"), err
}

// unsteady matches the functions of Go's runtime, of which each recording misses
// others. Those listed in the previous first.txt stay.
var unsteady = regexp.MustCompile(`^(runtime|internal/runtime/.*)\.`)

// always matches the functions of packages that are needed all the time. They also
// go into the first part if they run in a long simulation.
var always = regexp.MustCompile(`^(runtime|internal/runtime/.*|hopyard/core/(engine|queue|cluster|alloc))\.`)

// byChance matches functions of Go's runtime that run only when goroutines happen
// to interact: timers, channels, locks, and the stacks of waiting goroutines. A
// recording may miss these functions, so they always go into the first part.
var byChance = regexp.MustCompile(`^runtime\.(\(\*(timers?|semaRoot|waitq|pageCache|gcWork|listHeadManual)\)\.|recv|send|sync|runq|selectnb|shade|Gosched|goyield|mapdelete)`)

// pick returns the names of the functions that ran. The parameter ran has a bit for
// each function; the position of the bit is the number of the function.
func pick(names []string, ran []byte) map[string]bool {
	picked := map[string]bool{}
	for k, name := range names {
		if ran[k/8]>>(k%8)&1 == 1 && name != "" {
			picked[name] = true
		}
	}
	return picked
}

// views lists the browser settings with which the page is opened for the recording.
// The files whose paths start with late arrive late, so that the page shows that it
// waits for its worker, and starts in English before a translation arrives.
var views = []struct {
	e2e.View
	late string
}{
	{View: e2e.View{}},
	{View: e2e.View{Width: 390, Height: 844, Touch: true, Theme: "dark", Still: true}, late: "/worker."},
	{View: e2e.View{Language: "zh"}},
	{View: e2e.View{Language: "ru"}, late: "/lang-ru."},
}

// record opens the page with each of the settings in views. It returns two bit
// sets: the functions that ran (ran), and the functions that ran in a long
// simulation (long).
func record(dir string) (ran, long []byte, err error) {
	site, err := web.Site(os.DirFS(dir), nil)
	if err != nil {
		return nil, nil, err
	}
	browser, err := e2e.Start()
	if err != nil {
		return nil, nil, err
	}
	defer browser.Close()
	for _, v := range views {
		bits, err := open(browser, delayed(site, v.late), "", v.View, moments)
		if err != nil {
			return nil, nil, err
		}
		ran = or(ran, bits)
	}
	link, err := longRun()
	if err != nil {
		return nil, nil, err
	}
	long, err = open(browser, site, link, e2e.View{}, toAndFro)
	return ran, long, err
}

// delayed serves the files whose paths start with late two seconds late, or none if
// late is "".
func delayed(site http.Handler, late string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if late != "" && strings.HasPrefix(r.URL.Path, late) {
			time.Sleep(2 * time.Second)
		}
		site.ServeHTTP(w, r)
	})
}

// longRun returns a link to a scenario whose simulation makes the garbage collector
// and the goroutine scheduler work hard.
func longRun() (string, error) {
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "fat-tree", "levels": 5, "width": 4}},
		"workload": {"model": "lublin", "jobs": 3000}, "scheduler": {"queue": "easy", "allocator": "sdm"}}`))
	if err != nil {
		return "", err
	}
	return scenario.EncodeLink(scenario.SharedLink{Scenario: s})
}

func or(a, b []byte) []byte {
	if a == nil {
		return bytes.Clone(b)
	}
	for i := range a {
		a[i] |= b[i]
	}
	return a
}

// moments performs actions in the page that a user may perform before the rest of
// the program has been loaded.
func moments(page *e2e.Page) error {
	if _, err := e2e.Eval[bool](page, `(canvas => {
		for (const clientX of [100, 120]) canvas.dispatchEvent(new PointerEvent('pointermove', {clientX, clientY: 200, bubbles: true}))
		dispatchEvent(new Event('resize'))
		return true
	})(document.getElementById('machine-canvas'))`); err != nil {
		return err
	}
	for _, key := range []string{"ArrowRight", "ArrowRight", "ArrowLeft"} {
		if err := page.Press(key); err != nil {
			return err
		}
		if err := pause(page, 200); err != nil {
			return err
		}
	}
	return nil
}

// toAndFro jumps back and forth through the run many times. This makes the garbage
// collector work hard.
func toAndFro(page *e2e.Page) error {
	for range 10 {
		for _, key := range []string{"End", "Home", "ArrowRight"} {
			if err := page.Press(key); err != nil {
				return err
			}
			if err := pause(page, 150); err != nil {
				return err
			}
		}
	}
	if err := page.Press("k"); err != nil {
		return err
	}
	return pause(page, 3000)
}

func pause(page *e2e.Page, ms int) error {
	_, err := e2e.Eval[bool](page, fmt.Sprintf("new Promise(done => setTimeout(() => done(true), %d))", ms))
	return err
}

// tell is a script that returns which functions ran in the page and in its workers
// (slim.Mark). It first asks the workers. A worker of a previous page may answer
// too, so the script keeps waiting for answers after the first.
const tell = `new Promise(done => {
	const all = self.marks(), ask = new BroadcastChannel('marks')
	ask.onmessage = e => {
		if (!(e.data instanceof Uint8Array)) return
		e.data.forEach((b, i) => { all[i] |= b })
		setTimeout(() => done([...all]), 300)
	}
	ask.postMessage('tell')
})`

// open opens a page of a site and performs actions in it with the given function. It
// returns a bit set of the functions that ran.
func open(browser *e2e.Browser, site http.Handler, link string, v e2e.View, do func(*e2e.Page) error) ([]byte, error) {
	server := httptest.NewServer(site)
	defer server.Close()
	page, err := browser.Open(server.URL+"/"+link, v)
	if err != nil {
		return nil, err
	}
	defer page.Close()
	started := e2e.First
	if v.Language != "" {
		started += fmt.Sprintf(" && document.documentElement.lang === %q", v.Language)
	}
	if err := page.Wait(started); err != nil {
		return nil, err
	}
	if err := do(page); err != nil {
		return nil, err
	}
	bits, err := e2e.Eval[[]int](page, tell)
	var ran []byte
	for _, b := range bits {
		ran = append(ran, byte(b))
	}
	return ran, err
}
