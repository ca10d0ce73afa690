package crashtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"hopyard/core/scenario"
	"hopyard/web/store"
)

// long is set if the tests are to run at full length: more repetitions and stricter
// time limits.
var long = os.Getenv("HOPYARD_FAULTS") != ""

// times returns the first number if the tests run at full length. Otherwise it
// returns the second, smaller number.
func times(n, short int) int {
	if long {
		return n
	}
	return short
}

// program builds the server's program once and returns its path. If the page has
// not been built, the program is built with a large file of filler text in place of
// the page.
var program = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("HOPYARD_SERVE"); path != "" {
		return path, nil
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "faults")
	if err != nil {
		return "", err
	}
	buildFolder = folder
	args := []string{"build", "-o", filepath.Join(folder, "serve")}
	page := filepath.Join(root, "web/dist/index.html")
	if _, err := os.Stat(page); err != nil {
		stand := filepath.Join(folder, "index.html")
		overlay, err := json.Marshal(map[string]map[string]string{"Replace": {page: stand, filepath.Join(root, "web/dist/embed.html"): stand}})
		if err == nil {
			err = os.WriteFile(stand, bytes.Repeat([]byte("<!doctype html><title>Hopyard</title>\n"), 50000), 0o600)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, "overlay"), overlay, 0o600)
		}
		if err != nil {
			return "", err
		}
		args = append(args, "-overlay", filepath.Join(folder, "overlay"))
	}
	cmd := exec.Command("go", append(args, "./web/serve")...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./web/serve: %w\n%s", err, out)
	}
	return filepath.Join(folder, "serve"), nil
})

var buildFolder string

func TestMain(m *testing.M) {
	code := m.Run()
	if buildFolder != "" {
		os.RemoveAll(buildFolder)
	}
	os.Exit(code)
}

// server is a running server process.
type server struct {
	t    *testing.T
	cmd  *exec.Cmd
	base string // address of the server, ending in "/"
	done chan struct{}
	log  *bytes.Buffer // output of the server, complete when done is closed
}

var client = &http.Client{
	Timeout:       20 * time.Second,
	Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

var address = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// launch starts the server with the given data folder. The parameter before may
// hold a command with which to start the server, such as strace. The server's own
// command line is appended to that command.
func launch(t *testing.T, data string, before ...string) *server {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	line := append(before, path, "--addr", "127.0.0.1:0", "--data", data, "--rate", "0", "--log", "warn")
	s := &server{t: t, cmd: exec.Command(line[0], line[1:]...), done: make(chan struct{}), log: &bytes.Buffer{}}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.cmd.Stderr = s.cmd.Stdout // both outputs go through one pipe
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	found := make(chan string, 1)
	go func() {
		defer close(s.done)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			s.log.WriteString(scan.Text() + "\n")
			if at := address.FindString(scan.Text()); at != "" {
				select {
				case found <- at + "/":
				default:
				}
			}
		}
		s.cmd.Wait() // the error is expected: most tests kill the server
	}()
	t.Cleanup(s.kill)
	select {
	case s.base = <-found:
	case <-s.done:
		t.Fatalf("the server ended:\n%s", s.log)
	case <-time.After(30 * time.Second):
		t.Fatal("the server does not say where it is")
	}
	return s
}

// kill ends the server at once, as kill -9 does.
func (s *server) kill() {
	s.cmd.Process.Kill() // fails if it has already ended
	<-s.done
}

// stop ends the server as Ctrl+C does, and waits until it has ended.
func (s *server) stop() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		s.t.Error(err)
	}
	select {
	case <-s.done:
	case <-time.After(15 * time.Second):
		s.t.Error("the server does not stop")
	}
}

// made is a link that the server has acknowledged.
type made struct {
	id   string
	text []byte // canonical form of the scenario
}

// example returns the nth example scenario. Different numbers give different
// scenarios, of various lengths.
func example(n int) []byte { return exampleOf(n, 1+n*n%97) }

// exampleOf returns the nth example scenario with the given number of jobs.
func exampleOf(n, jobs int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [`)
	for i := range jobs {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, `{"id": %d, "nodes": 2, "walltime": %d}`, i+1, 60+n)
	}
	return []byte(b.String() + "]}")
}

// refusal is the error for a response that does not contain a link.
type refusal struct {
	status int
	body   string
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s", r.status, r.body) }

// post asks the server for a link to a scenario. The result fresh tells whether the
// link is new. If the server answers without a link, the error is a *refusal.
func (s *server) post(body []byte) (m made, fresh bool, err error) {
	parsed, err := scenario.ParseShared(body)
	if err != nil {
		return m, false, err
	}
	r, err := client.Post(s.base+"api/links", "application/json", bytes.NewReader(body))
	if err != nil {
		return m, false, err
	}
	defer r.Body.Close()
	answer, err := io.ReadAll(r.Body)
	if err != nil {
		return m, false, err
	}
	if r.StatusCode != 200 && r.StatusCode != 201 {
		return m, false, &refusal{r.StatusCode, string(answer)}
	}
	var told struct{ ID string }
	if err := json.Unmarshal(answer, &told); err != nil {
		return m, false, fmt.Errorf("%w: %s", err, answer)
	}
	m = made{told.ID, parsed.Canonical()}
	if !store.IDMatches(m.id, m.text) {
		return m, false, fmt.Errorf("%s is not the id of what was posted", m.id)
	}
	return m, r.StatusCode == 201, nil
}

// get requests a path and returns the response.
func (s *server) get(path string) (status int, body []byte, err error) {
	r, err := client.Get(s.base + path)
	if err != nil {
		return 0, nil, err
	}
	defer r.Body.Close()
	body, err = io.ReadAll(r.Body)
	return r.StatusCode, body, err
}

// opens reports whether the server returns the scenario of a link. It makes the
// test fail if the server returns anything other than this scenario or a
// well-formed error with status 503.
func (s *server) opens(m made) bool {
	s.t.Helper()
	status, body, err := s.get("api/links/" + m.id)
	switch {
	case err == nil && status == 200 && bytes.Equal(body, m.text):
		return true
	case err != nil || status != 503 || !tells(body):
		s.t.Errorf("link %s: %v, %d %.200s", m.id, err, status, body)
	}
	return false
}

// tells reports whether a response contains an error message that states a problem
// and a remedy.
func tells(body []byte) bool {
	var told struct {
		Errors []struct{ Place, Problem, Fix string }
	}
	err := json.Unmarshal(body, &told)
	return err == nil && len(told.Errors) > 0 && told.Errors[0].Problem != "" && told.Errors[0].Fix != ""
}

// serves checks that the server answers requests for the page, for the health check
// and for the given links, each within the time limit patience.
func (s *server) serves(links ...made) {
	s.t.Helper()
	for _, path := range []string{"", "healthz"} {
		began := time.Now()
		status, body, err := s.get(path)
		if took := time.Since(began); err != nil || took > patience || path == "" && (status != 200 || len(body) < 1000) {
			s.t.Errorf("/%s: %v, %d, %d bytes after %v", path, err, status, len(body), took)
		}
	}
	for _, m := range links {
		began := time.Now()
		if opens, took := s.opens(m), time.Since(began); !opens || took > patience {
			s.t.Errorf("link %s opens: %v, after %v", m.id, opens, took)
		}
	}
}

// patience is the time limit for a request while other clients cause trouble. In
// make test it is very long, because other tests run at the same time; there it
// shows only that the server responds at all.
var patience = time.Duration(times(5, 180)) * time.Second

// refuses checks that the server does not make a new link, and that its response
// states a problem and a remedy. It returns the problem.
func (s *server) refuses(n int) string {
	s.t.Helper()
	m, _, err := s.post(example(n))
	no, ok := errors.AsType[*refusal](err)
	if !ok || no.status != 503 && no.status != 507 || !tells([]byte(no.body)) {
		s.t.Errorf("posting: %v, %v; want 503 or 507 with problem and fix", m.id, err)
		return ""
	}
	var told struct{ Errors []struct{ Problem string } }
	json.Unmarshal([]byte(no.body), &told) // cannot fail, because tells has already parsed the response
	return told.Errors[0].Problem
}
