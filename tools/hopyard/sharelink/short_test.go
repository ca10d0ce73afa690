package sharelink

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
	"hopyard/tools/hopyard/input"
	"hopyard/tools/hopyard/simulate"
	"hopyard/web/api"
	"hopyard/web/api/apitest"
	"hopyard/web/store"
)

// written writes the given text to a new file and returns the file's path.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scenario.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestShortLinks creates a short link at a site whose address has a path. Commands
// must accept the short link in place of FILE.
func TestShortLinks(t *testing.T) {
	server := httptest.NewServer(http.StripPrefix("/hopyard", &api.API{Store: &store.Memory{}}))
	defer server.Close()
	site := server.URL + "/hopyard/"
	s, err := scenario.Parse([]byte(apitest.Small))
	if err != nil {
		t.Fatal(err)
	}
	want := site + "s/" + store.ID(s.Canonical(), store.MinID)
	link, err := scenario.EncodeLink(scenario.SharedLink{Scenario: s})
	if err != nil {
		t.Fatal(err)
	}
	const view = "&at=0.0&job=1&a=easy.sdm.submit&v=1"
	file := written(t, apitest.Small)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--short", site, file}, want},
		{[]string{file, "--short", strings.TrimSuffix(site, "/")}, want},
		{[]string{"--short", site + "index.html?lang=ru", file}, want + "?lang=ru"},
		{[]string{"--short", site + link}, want},
		{[]string{"--short", site + link + view}, want + "?at=0.0&job=1#a=easy.sdm.submit&v=1"},
		{[]string{"--short", site + "embed.html?embed=1" + link + view}, want + "?embed=1&at=0.0&job=1#a=easy.sdm.submit&v=1"},
		{[]string{"--short", site, link + "&predict=1"}, want + "?predict=1"},
		{[]string{"--short", site, want + "#at=0.0"}, want},
	} {
		if status, out, err := call(t, "", "", append([]string{"link"}, c.args...)...); status != cli.ExitOK || out != c.want+"\n" || err != "" {
			t.Errorf("%q: %d %q %q, want %s", c.args, status, out, err, c.want)
		}
	}
	_, run, _ := call(t, "", "", "run", file)
	for _, short := range []string{want, want + "#at=0.0&job=1", want + "?embed=1", site + "s/" + strings.ToUpper(strings.TrimPrefix(want, site+"s/"))} {
		if status, out, err := call(t, "", "", "unlink", short); status != cli.ExitOK || out != string(s.Canonical()) {
			t.Errorf("unlink %s: %d %q %q", short, status, out, err)
		}
		if status, out, err := call(t, "", "", "run", short); status != cli.ExitOK || len(run) == 0 || len(out) < len(run)/2 {
			t.Errorf("run %s: %d %q %q", short, status, out, err)
		}
	}
	if status, out, _ := call(t, "", "", "link", want, "--bare", "--base", ""); status != cli.ExitOK || out != link+"\n" {
		t.Errorf("a short link made long: %d %q, want %s", status, out, link)
	}
	if status, _, err := call(t, "", "", "validate", want); status != cli.ExitOK {
		t.Errorf("validate: %d %q", status, err)
	}
}

// TestShortLinkTrouble checks the error messages for a site whose answer is not a
// short link.
func TestShortLinkTrouble(t *testing.T) {
	links := &api.API{Store: &store.Memory{}}
	known := store.ID([]byte("x"), store.MinID)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch kind {
		case "api", "s":
			links.ServeHTTP(w, r)
		case "static":
			http.Error(w, "405 Not Allowed", http.StatusMethodNotAllowed)
		case "off":
			fmt.Fprint(w, `{"links": false}`)
		case "busy":
			w.Header().Set("Retry-After", "7")
			http.Error(w, "{}", http.StatusTooManyRequests)
		case "moved":
			http.Redirect(w, r, "https://hopyard.example/", http.StatusMovedPermanently)
		case "full":
			http.Error(w, `{"errors": [{"place": "store", "problem": "the disk is full", "fix": "ask its keeper"}]}`, http.StatusServiceUnavailable)
		case "liar":
			fmt.Fprint(w, apitest.Small)
		case "half":
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, "half of it")
		default:
			t.Errorf("asked for %s of %s", path, kind)
		}
	}))
	defer server.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	file := written(t, apitest.Small)
	drawn := written(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "workload": {"model": "lublin", "jobs": 5001}}`)
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"link", "--short", server.URL + "/static", file}, cli.ExitBad, "has no short links (405 Method Not Allowed)"},
		{[]string{"link", "--short", server.URL + "/off", file}, cli.ExitBad, "has no short links"},
		{[]string{"link", "--short", server.URL + "/busy", file}, cli.ExitBad, "try again in 7 seconds"},
		{[]string{"link", "--short", server.URL + "/moved", file}, cli.ExitBad, `redirects to "https://hopyard.example/"`},
		{[]string{"link", "--short", server.URL + "/full", file}, cli.ExitBad, "store: the disk is full; ask its keeper"},
		{[]string{"link", "--short", server.URL + "/half", file}, cli.ExitBad, "the answer ends too early"},
		{[]string{"link", "--short", gone.URL, file}, cli.ExitBad, "cannot be reached: "},
		{[]string{"link", "--short", server.URL, drawn}, cli.ExitBad, ": link: jobs are 5001, more than a link may have (5000)"},
		{[]string{"link", "--short", server.URL}, cli.ExitUsage, "argument FILE is missing"},
		{[]string{"link", "--short", "hopyard.example", file}, cli.ExitUsage, "is not the address of a site"},
		{[]string{"link", "--short", "ftp://hopyard.example/", file}, cli.ExitUsage, "is not the address of a site"},
		{[]string{"run", server.URL + "/s/22222222"}, cli.ExitBad, "has no short link 22222222"},
		{[]string{"unlink", server.URL + "/liar/s/" + known}, cli.ExitBad, "something other than the scenario stored as " + known},
		{[]string{"run", server.URL + "/busy/s/" + known}, cli.ExitBad, "try again in 7 seconds"},
		{[]string{"run", gone.URL + "/s/" + known}, cli.ExitBad, "cannot be reached"},
		{[]string{"run", "https://hopyard.example/s/no"}, cli.ExitBad, "no such file"},
	} {
		status, out, err := call(t, "", "", c.args...)
		if status != c.status || !strings.Contains(err, c.says) || out != "" {
			t.Errorf("%q: %d %q %q, want %d … %s", c.args, status, out, err, c.status, c.says)
		}
	}
}

var call = clitest.Caller(Link, Unlink, simulate.Run, input.Validate)
