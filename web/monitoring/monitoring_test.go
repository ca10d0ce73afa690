package monitoring

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"hopyard/web/store"
)

func testWatch(level slog.Level) (*Watch, *bytes.Buffer) {
	var out bytes.Buffer
	return New(slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: level}))), &out
}

func sorry(w http.ResponseWriter, _ *http.Request) { http.Error(w, "sorry", 500) }

// status answers with the status that is written at the end of the path.
func status(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasSuffix(r.URL.Path, "panic"):
		w.Header().Set("Content-Length", "99")
		panic("no such node: 17")
	case strings.HasSuffix(r.URL.Path, "404"):
		w.WriteHeader(404)
	}
	io.WriteString(w, "four")
}

// TestLines checks that metrics and log lines contain the kind of the requested
// address and no other part of it, whatever clients send.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		method, url string
		level       slog.Level
		want        string // the expected log line; "" if no line is expected
	}{
		{"GET", "/?embed=1&secret=x", slog.LevelDebug, `DEBUG request GET page 200 4`},
		{"GET", "/app.0123abcd.css", slog.LevelDebug, `DEBUG request GET file 200 4`},
		{"GET", "/secret%23secret/404", slog.LevelDebug, `WARN request GET none 404 4`},
		{"GET", "/s/secret", slog.LevelDebug, `DEBUG request GET /s/{id} 200 4`},
		{"GET", "/api/links/secret", slog.LevelDebug, `DEBUG request GET /api/links/{id} 200 4`},
		{"HEAD", "/api/links", slog.LevelDebug, `DEBUG request HEAD GET /api/links 200 4`},
		{"POST", "/api/links", slog.LevelDebug, `INFO request POST POST /api/links 200 4`},
		{"SECRET", "/", slog.LevelDebug, `INFO request other page 200 4`},
		{"GET", "/", slog.LevelInfo, ``},
		{"GET", "/s/404", slog.LevelInfo, `WARN request GET /s/{id} 404 4`},
		{"GET", "/s/404", slog.LevelError, ``},
		{"POST", "/api/links", slog.LevelWarn, ``},
	} {
		w, out := testWatch(c.level)
		r := httptest.NewRequest(c.method, c.url, strings.NewReader("secret"))
		r.Header.Set("Referer", "secret")
		r.RemoteAddr = "192.0.2.99:1234"
		w.Requests(http.HandlerFunc(status), sorry).ServeHTTP(httptest.NewRecorder(), r)
		if c.want == "" {
			if out.Len() > 0 {
				t.Errorf("%s %s at %v: %s", c.method, c.url, c.level, out)
			}
			continue
		}
		var line struct {
			Level, Msg, Method, Route string
			Status, Bytes             int
			Seconds                   float64
		}
		if err := json.Unmarshal(out.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		got := strings.Join([]string{line.Level, line.Msg, line.Method, line.Route, statuses[line.Status], string(rune('0' + line.Bytes))}, " ")
		if got != c.want || line.Seconds <= 0 || line.Seconds > 600 {
			t.Errorf("%s %s: %s in %v s, want %s", c.method, c.url, got, line.Seconds, c.want)
		}
		if text := out.String(); strings.Contains(text, "secret") || strings.Contains(text, "SECRET") || strings.Contains(text, "192.0.2") {
			t.Errorf("tells of its client: %s", text)
		}
	}
}

// TestPanic checks that a panic in a handler causes one response, one log line and
// one count in the metrics.
func TestPanic(t *testing.T) {
	w, out := testWatch(slog.LevelInfo)
	server := httptest.NewServer(w.Requests(http.HandlerFunc(status), sorry))
	defer server.Close()
	r, err := http.Get(server.URL + "/s/panic")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	r.Body.Close()
	if err != nil || r.StatusCode != 500 || string(body) != "sorry\n" {
		t.Errorf("%d %q %v", r.StatusCode, body, err)
	}
	if n := testutil.ToFloat64(w.figures.panics); n != 1 {
		t.Errorf("%v panics counted", n)
	}
	if !strings.Contains(out.String(), "no such node: 17") || !strings.Contains(out.String(), "monitoring_test.go") {
		t.Errorf("the log does not say where: %s", out)
	}
	if n := testutil.ToFloat64(w.figures.inFlight); n != 0 {
		t.Errorf("%v requests in flight", n)
	}
}

// TestPanicLate checks that the response does not look complete if the handler
// panics while sending it.
func TestPanicLate(t *testing.T) {
	w, out := testWatch(slog.LevelInfo)
	server := httptest.NewServer(w.Requests(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, strings.Repeat("x", 10_000))
		panic("late")
	}), sorry))
	defer server.Close()
	r, err := http.Get(server.URL)
	if err == nil {
		_, err = io.ReadAll(r.Body)
		r.Body.Close()
	}
	if err == nil {
		t.Error("the answer looks whole")
	}
	if !strings.Contains(out.String(), `"problem":"late"`) {
		t.Errorf("no line: %s", out)
	}
}

// TestFloodOfFailures checks that a flood of failures causes a bounded number of
// log lines, and that the next line says how many lines were omitted.
func TestFloodOfFailures(t *testing.T) {
	w, out := testWatch(slog.LevelInfo)
	h := w.Requests(http.HandlerFunc(status), sorry)
	r := httptest.NewRequest("GET", "/s/404", nil)
	for range 10_000 {
		h.ServeHTTP(discard{http.Header{}}, r)
	}
	// Ten more lines are allowed for each second that the loop takes on a slow
	// machine.
	if n := bytes.Count(out.Bytes(), []byte("\n")); n < failureBurst || n > failureBurst+failureLines*60 {
		t.Errorf("%d lines, want about %d", n, failureBurst)
	}
	w.lines.SetBurst(1 << 20)
	w.lines.SetLimit(1e9)
	out.Reset()
	h.ServeHTTP(discard{http.Header{}}, r)
	if !strings.Contains(out.String(), `"left_out":`) {
		t.Errorf("the next line does not say what was left out: %s", out)
	}
}

// failing is a store with a fixed error.
type failing struct {
	store.Memory
	err error
}

func (f *failing) Add(ctx context.Context, id string, text []byte) ([]byte, bool, error) {
	if f.err != nil {
		return nil, false, f.err
	}
	return f.Memory.Add(ctx, id, text)
}

func (f *failing) Get(ctx context.Context, id string) ([]byte, error) {
	if f.err != nil {
		return nil, f.err
	}
	return f.Memory.Get(ctx, id)
}

func TestStore(t *testing.T) {
	w, _ := testWatch(slog.LevelInfo)
	under := &failing{}
	s := w.Store(under)
	ctx := t.Context()
	s.Add(ctx, "a", []byte("text"))
	s.Add(ctx, "a", []byte("text"))
	s.Get(ctx, "a")
	s.Get(ctx, "b")
	if s.Trouble() != nil {
		t.Errorf("trouble: %v", s.Trouble())
	}
	under.err = context.Canceled // the client has disconnected
	s.Add(ctx, "c", nil)
	if s.Trouble() != nil {
		t.Errorf("a client that went away is trouble: %v", s.Trouble())
	}
	under.err = errors.New("disk full")
	s.Add(ctx, "c", nil)
	s.Get(ctx, "a")
	if s.Trouble() != under.err {
		t.Errorf("trouble: %v, want %v", s.Trouble(), under.err)
	}
	under.err = nil
	s.Add(ctx, "a", []byte("text"))
	if s.Trouble() == nil {
		t.Error("a text that is there already ends the trouble")
	}
	s.Add(ctx, "c", nil)
	if s.Trouble() != nil {
		t.Errorf("trouble that is over: %v", s.Trouble())
	}
	for name, want := range map[string]float64{"hopyard_links_made_total": 2, "hopyard_links_read_total": 1} {
		if got := value(t, w, name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if add, get := testutil.ToFloat64(w.figures.failed.WithLabelValues("add")), testutil.ToFloat64(w.figures.failed.WithLabelValues("get")); add != 1 || get != 1 {
		t.Errorf("%v failed adds, %v failed gets, want 1 and 1", add, get)
	}
}

func value(t *testing.T, w *Watch, name string) float64 {
	t.Helper()
	families, err := w.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	t.Fatalf("no %s", name)
	return 0
}

// TestWaits checks that wait times of held-back responses are recorded separately
// from the times of other requests.
func TestWaits(t *testing.T) {
	w, _ := testWatch(slog.LevelError)
	h := w.Requests(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" {
			Waited(rw)
		}
		io.WriteString(rw, "four")
	}), sorry)
	for _, url := range []string{"/api/rooms/BBBBBB", "/api/rooms/BBBBBB?wait=25", "/api/rooms/BBBBBB/votes?wait=25", "/?wait=25"} {
		h.ServeHTTP(discard{http.Header{}}, httptest.NewRequest("GET", url, nil))
	}
	Waited(discard{http.Header{}}) // a writer that is not from Requests
	families, err := w.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]uint64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if h := m.GetHistogram(); h.GetSampleCount() > 0 {
				got[f.GetName()+" "+m.GetLabel()[0].GetValue()] = h.GetSampleCount()
			}
		}
	}
	want := map[string]uint64{
		"hopyard_request_seconds /api/rooms/{code}": 1, "hopyard_wait_seconds /api/rooms/{code}": 1,
		"hopyard_wait_seconds /api/rooms/{code}/votes": 1, "hopyard_request_seconds page": 1,
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestFiguresAreBounded sends many different requests. The metrics must never have
// more rows than there are combinations of routes and statuses.
func TestFiguresAreBounded(t *testing.T) {
	w, _ := testWatch(slog.LevelError)
	h := w.Requests(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.WriteHeader(200 + len(r.URL.Path)%300)
	}), sorry)
	for i := range 1000 {
		for _, path := range []string{"/s/", "/api/links/", "/", "/api/"} {
			h.ServeHTTP(discard{http.Header{}}, httptest.NewRequest("GET", path+strings.Repeat("x", i), nil))
		}
	}
	if n := testutil.CollectAndCount(w.figures.requests); n > int(numRoutes)*300 {
		t.Errorf("%d rows", n)
	}
	if problems, err := testutil.GatherAndLint(w.registry); err != nil || len(problems) > 0 {
		t.Errorf("names: %v %v", problems, err)
	}
}

type discard struct{ header http.Header }

func (d discard) Header() http.Header       { return d.header }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}

func BenchmarkRequests(b *testing.B) {
	for name, level := range map[string]slog.Level{"log=failures": slog.LevelInfo, "log=all": slog.LevelDebug} {
		b.Run(name, func(b *testing.B) {
			w := New(slog.New(slog.NewJSONHandler(io.Discard, &slog.HandlerOptions{Level: level})))
			h := w.Requests(http.HandlerFunc(status), sorry)
			r, rw := httptest.NewRequest("GET", "/", nil), discard{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(rw, r)
			}
		})
	}
}
