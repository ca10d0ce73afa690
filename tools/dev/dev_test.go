package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/tools/repo"
)

// fake replaces the go command and tools/build. A test sets the contents of
// programs and generated files.
type fake struct {
	mu    sync.Mutex
	files map[string]string // contents by logical name; "" makes the build fail
	ran   []string
}

func (f *fake) set(name, content string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files[name] = content
}

func (f *fake) run(_ context.Context, _ string, _ []string, words ...string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if words[0] == "nice" {
		words = words[1:]
	}
	f.ran = append(f.ran, filepath.Base(words[0])+" "+words[1])
	put := func(file, content string) error {
		if old, err := os.ReadFile(file); err == nil && string(old) == content {
			return nil
		}
		// As the real programs do, so that no request reads a partly written file.
		return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file+".new", []byte(content), 0o644), os.Rename(file+".new", file))
	}
	if words[1] == "-made" {
		for name, content := range f.files {
			if !strings.HasSuffix(name, ".wasm") {
				if err := put(inRoot(words[2], name), content); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if words[1] == "generate" {
		return nil
	}
	out := words[slices.Index(words, "-o")+1]
	content, ok := f.files[filepath.Base(out)]
	if ok && content == "" {
		return errors.New("wasm/main.go:1: wrong")
	}
	return put(out, content)
}

// bundled replaces esbuild: it returns the file unchanged, or an error if the file
// contains the word "wrong".
func bundled(_, src string, _ bool) ([]byte, error) {
	raw, err := os.ReadFile(src)
	if err == nil && strings.Contains(string(raw), "wrong") {
		return nil, errors.New(filepath.Base(src) + ":1: wrong")
	}
	return raw, err
}

// developing is a development server for a small source tree. It also reads the
// event stream, as an open page does.
type developing struct {
	*dev
	*fake
	t      *testing.T
	server *httptest.Server
	events *bufio.Scanner
}

func start(t *testing.T) *developing {
	t.Helper()
	root := t.TempDir()
	x := &developing{fake: &fake{files: map[string]string{
		"hopyard.wasm": "program 1", "own.wasm": "own 1", "lab.wasm": "lab 1",
		"lesson.json": `{"name":"one"}`, "lessons.json": "lessons 1", "forms.json": "forms 1", "lang/ru.json": "ru 1",
	}}, t: t}
	d, err := newDev(t.Context(), root, x.fake.run)
	if err != nil {
		t.Fatal(err)
	}
	x.dev = d
	d.site.bundle = bundled
	x.write("index.html", `<head><link rel="stylesheet" href="{{asset "app.css"}}">
<script id="assets">{{assets}}</script><script id="lesson">{{lesson}}</script></head>{{policy}}`)
	x.write("static/app.css", "a { color: red }")
	x.write("static/boot.js", `new Worker('{{asset "worker.js"}}')`)
	x.write("static/worker.js", "worker 1")
	x.write("static/vendor/curves.js", "curves 1")
	x.write("static/vote.html", "<head></head>vote")
	x.write("static/favicon.svg", "<svg/>")
	x.write("static/lang/ru/texts.json", "{}")
	x.write("scenarios/easy-hole.json", `{"title": "T", "about": "A", "goals": [{"text": "G"}]}`)
	x.server = httptest.NewServer(d.handler())
	t.Cleanup(func() { x.server.CloseClientConnections(); x.server.Close() })
	return x
}

// build starts the builder and waits until everything requested is built.
func (x *developing) build() {
	x.t.Helper()
	var running sync.WaitGroup
	running.Go(func() { x.builder.run(x.t.Context()) })
	x.t.Cleanup(running.Wait)
	x.settle()
}

func (x *developing) settle() {
	x.t.Helper()
	for _, target := range []*target{x.programs["hopyard.wasm"], x.made} {
		x.builder.wait(x.t.Context(), target) // other parts of the test check for errors
	}
}

func (x *developing) write(name, content string) {
	x.t.Helper()
	file := inRoot(x.root, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)); err != nil {
		x.t.Fatal(err)
	}
}

// get requests a path and returns the status and the body of the response. It also
// checks the headers.
func (x *developing) get(path string) (int, string) {
	x.t.Helper()
	r, err := http.Get(x.server.URL + path)
	if err != nil {
		x.t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		x.t.Fatal(err)
	}
	if r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("X-Content-Type-Options") != "nosniff" {
		x.t.Errorf("%s: headers are %v", path, r.Header)
	}
	return r.StatusCode, string(body)
}

// has requests a path, and checks the status of the response and that the body
// contains the given parts.
func (x *developing) has(path string, status int, parts ...string) {
	x.t.Helper()
	got, body := x.get(path)
	if got != status {
		x.t.Errorf("%s: status %d, want %d: %s", path, got, status, body)
	}
	for _, part := range parts {
		if !strings.Contains(body, part) {
			x.t.Errorf("%s has no %q: %s", path, part, body)
		}
	}
}

// hear returns the next state that the server sends to an open page.
func (x *developing) hear() (s state) {
	x.t.Helper()
	if x.events == nil {
		r, err := http.Get(x.server.URL + "/dev/events")
		if err != nil {
			x.t.Fatal(err)
		}
		x.events = bufio.NewScanner(r.Body)
	}
	for x.events.Scan() {
		if data, ok := strings.CutPrefix(x.events.Text(), "data: "); ok {
			if err := json.Unmarshal([]byte(data), &s); err != nil {
				x.t.Fatal(err)
			}
			return s
		}
	}
	x.t.Fatal("events ended")
	return s
}

func TestFilesHaveLogicalNames(t *testing.T) {
	x := start(t)
	x.build()
	x.has("/", http.StatusOK, `href="app.css"`, `"lang/ru.json":"lang/ru.json"`, `"hopyard.wasm":"hopyard.wasm"`, `{"name":"one"}`, "dev/dev.js", "default-src 'none'")
	x.has("/embed.html", http.StatusOK, "dev/dev.js")
	x.has("/vote", http.StatusOK, "vote", "dev/dev.js")
	x.has("/boot.js", http.StatusOK, "new Worker('worker.js')")
	x.has("/curves.js", http.StatusOK, "curves 1")
	x.has("/favicon.ico", http.StatusOK, "<svg/>")
	x.has("/hopyard.wasm", http.StatusOK, "program 1")
	x.has("/lab.wasm", http.StatusOK, "lab 1")
	x.has("/lang/ru.json", http.StatusOK, "ru 1")
	x.has("/dev/dev.js", http.StatusOK, "EventSource")
	x.has("/sw.js", http.StatusOK, "unregister")
	x.has("/pictures.json", http.StatusNotFound)
	x.has("/nothing", http.StatusNotFound, "the page is at /")
	x.has("/wasm_exec.js", http.StatusOK, "Go")
	if slices.Contains(x.ran, "go own.wasm") {
		t.Error("own.wasm was compiled, and nobody asked for it")
	}
}

// TestColdStart checks that index.html is available before any generated file
// exists, and that a request for a generated file waits until the file is
// generated.
func TestColdStart(t *testing.T) {
	x := start(t)
	x.has("/", http.StatusOK, `"title":"T","about":"A","goals":["G"]`)
	answered := make(chan string)
	go func() {
		_, body := x.get("/lessons.json")
		answered <- body
	}()
	x.build()
	if body := <-answered; body != "lessons 1" {
		t.Errorf("lessons are %q", body)
	}
	if now := x.hear(); now.Problem != "" {
		t.Errorf("page is told %+v", now)
	}
}

// TestChanges checks that open pages are notified when files that they requested
// change.
func TestChanges(t *testing.T) {
	x := start(t)
	x.build()
	for _, path := range []string{"/", "/app.css", "/boot.js", "/hopyard.wasm", "/lessons.json"} {
		x.get(path)
	}
	at, _ := x.hub.state()
	for _, c := range []struct {
		what         string
		edit         func()
		names        []string
		page, style  int64
		problem, has string
	}{
		{"a style sheet", func() { x.write("static/app.css", "a { color: blue }") }, []string{"static/app.css"}, 0, 1, "", ""},
		{"a part of none that pages have", func() {}, []string{"static/phone/base.css"}, 0, 0, "", ""},
		{"an error in one", func() { x.write("static/app.css", "wrong") }, []string{"static/app.css"}, 0, 0, "app.css:1: wrong", ""},
		{"which is mended", func() { x.write("static/app.css", "a { color: blue }") }, []string{"static/app.css"}, 0, 0, "", ""},
		{"a script", func() { x.write("static/boot.js", "boot 2") }, []string{"static/boot.js"}, 1, 0, "", ""},
		{"the page", func() {}, []string{"index.html"}, 1, 0, "", ""},
		{"a test", func() { x.set("hopyard.wasm", "unseen") }, []string{"core/queue/queue_test.go"}, 0, 0, "", ""},
		{"Go code", func() { x.set("hopyard.wasm", "program 2, longer") }, []string{"core/queue/queue.go"}, 1, 0, "", ""},
		{"Go code that makes no difference", func() {}, []string{"wasm/main.go"}, 0, 0, "", ""},
		{"an error in Go", func() { x.set("hopyard.wasm", "") }, []string{"wasm/main.go"}, 0, 0, "wasm/main.go:1: wrong", ""},
		{"which is mended", func() { x.set("hopyard.wasm", "program 2, longer") }, []string{"wasm/main.go"}, 0, 0, "", ""},
		{"what Go makes", func() { x.set("lessons.json", "lessons 2, longer") }, []string{"scenarios/cycle.json"}, 1, 0, "", ""},
		{"an English text, from which Go code is generated", func() { x.set("hopyard.wasm", "program 3, longer still") }, []string{"static/lang/en/base.json", "wasm/app/i18n/english.go"}, 1, 0, "", ""},
		{"what no page has of it", func() { x.set("lang/ru.json", "ru 2, longer") }, []string{"static/lang/ru/texts.json"}, 0, 0, "", ""},
	} {
		c.edit()
		x.changed(c.names)
		x.settle()
		now, _ := x.hub.state()
		if got := [2]int64{now.Page - at.Page, now.Style - at.Style}; got != [2]int64{c.page, c.style} || now.Problem != c.problem {
			t.Errorf("%s: page and style are %v newer, and the problem is %q, want %d, %d and %q", c.what, got, now.Problem, c.page, c.style, c.problem)
		}
		at = now
		x.has("/hopyard.wasm", http.StatusOK) // the server still sends the last version that could be built
		x.has("/app.css", http.StatusOK)
	}
	if !slices.Contains(x.ran, "go generate") {
		t.Errorf("an English text was changed, and no code generated: %q", x.ran)
	}
	x.has("/app.css", http.StatusOK, "blue")
	x.has("/lessons.json", http.StatusOK, "lessons 2")
	if now := x.hear(); now.Page != at.Page {
		t.Errorf("a page is told %+v, want %+v", now, at)
	}
	x.hub.reload()
	if now := x.hear(); now.Page != at.Page+1 {
		t.Errorf("a page is told %+v after %+v", now, at)
	}
}

// TestNothingToFallBackOn checks that a request for a program fails if the program
// was never built successfully.
func TestNothingToFallBackOn(t *testing.T) {
	x := start(t)
	x.set("hopyard.wasm", "")
	x.build()
	x.has("/hopyard.wasm", http.StatusServiceUnavailable, "wasm/main.go:1: wrong")
	x.has("/", http.StatusOK)
	if now := x.hear(); now.Problem != "wasm/main.go:1: wrong" {
		t.Errorf("page is told %+v", now)
	}
}

func TestWatch(t *testing.T) {
	root := t.TempDir()
	put := func(name, content string) {
		file := inRoot(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	put("index.html", "1")
	put("static/a.css", "1")
	put("core/a.go", "1")
	before := stamps(root, watched...)
	put("static/a.css", "1 and more")
	put("static/css/b.css", "1")
	put("web/dist/a.css", "1")
	put("tools/build/node_modules/x/a.js", "1")
	put("core/.a.go.swp", "1")
	if err := os.Remove(inRoot(root, "core/a.go")); err != nil {
		t.Fatal(err)
	}
	got := differing(before, stamps(root, watched...))
	if want := []string{"core/a.go", "static/a.css", "static/css/b.css"}; !slices.Equal(got, want) {
		t.Errorf("changed are %q, want %q", got, want)
	}
	heard := make(chan []string)
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() {
		watch(ctx, root, time.Millisecond, func(names []string) {
			select {
			case heard <- names:
			case <-ctx.Done():
			}
		})
	})
	for n := 0; ; n++ { // changes the file repeatedly, because watch may not have read the initial stamps yet
		put("index.html", strings.Repeat("2", n+2))
		select {
		case names := <-heard:
			if !slices.Equal(names, []string{"index.html"}) {
				t.Errorf("heard of %q", names)
			}
			stop()
			watching.Wait()
			return
		default:
		}
	}
}

// TestFirstLesson checks that firstLesson, which reads a lesson by its name, agrees
// with the first lesson of package scenarios.
func TestFirstLesson(t *testing.T) {
	root, err := repo.Root()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := firstLesson(root)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Name, Group, Title, About, Text string
		Goals                           []string
		All                             int
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	l := scenarios.All()[0]
	want := []string{l.Name, l.Group, l.Title, l.About, string(l.Source), fmt.Sprint(scenario.Texts(l.Goals)), fmt.Sprint(len(scenarios.All()))}
	if have := []string{got.Name, got.Group, got.Title, got.About, got.Text, fmt.Sprint(got.Goals), fmt.Sprint(got.All)}; !slices.Equal(have, want) {
		t.Errorf("got\n%q, want\n%q", have, want)
	}
}
