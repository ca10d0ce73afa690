package serve

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"hopyard/scenarios"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/traces"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
	"hopyard/web/headers"
)

const origin = "https://hopyard.example"

// running is a server under test.
type running struct {
	*server
	address, token string
	stop           func()
}

// run starts a server on a free port.
func run(t *testing.T, trace string) *running {
	t.Helper()
	page, err := pageAt(origin + "/playground/")
	if err != nil {
		t.Fatal(err)
	}
	v := &server{page: page, out: t.Output()}
	if trace != "" {
		if err := v.open(trace); err != nil {
			t.Fatal(err)
		}
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	link := v.guarded(ctx, ln)
	ended := make(chan error, 1)
	go func() { ended <- v.serve(ctx, ln) }()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	_, token, found := strings.Cut(link, origin+"/playground/#native=")
	if !found || len(token) != 24 {
		t.Fatalf("link %q; want the page's address with a token of 24 characters", link)
	}
	return &running{v, ln.Addr().String(), token, cancel}
}

// ask sends a request as a browser would, with changes.
func (r *running) ask(t *testing.T, method, path string, change func(q *http.Request)) *http.Response {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, "http://"+r.address+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Origin", origin)
	if change != nil {
		change(q)
	}
	a, err := http.DefaultTransport.RoundTrip(q)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Body.Close() })
	return a
}

// TestGreeting checks what the page that the link names gets, and the preflights of
// browsers with and without Private Network Access.
func TestGreeting(t *testing.T) {
	r := run(t, "")
	a := r.ask(t, "GET", "/"+r.token, nil)
	var got greeting
	if err := json.NewDecoder(a.Body).Decode(&got); err != nil || a.StatusCode != 200 {
		t.Fatalf("%s, %v", a.Status, err)
	}
	if want := (greeting{Protocol: message.Protocol, Jobs: 5_000_000, Bytes: 2 << 30}); got != want {
		t.Errorf("greeting %+v, want %+v", got, want)
	}
	if h := a.Header; h.Get("Access-Control-Allow-Origin") != origin || h.Get("Vary") != "Origin" || h.Get("Cache-Control") != "no-store" || h.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("headers %v", h)
	}
	for private, want := range map[string]string{"": "", "true": "true"} {
		a := r.ask(t, "OPTIONS", "/"+r.token, func(q *http.Request) {
			q.Header.Set("Access-Control-Request-Method", "GET")
			if private != "" {
				q.Header.Set("Access-Control-Request-Private-Network", private)
			}
		})
		if h := a.Header; a.StatusCode != 204 || h.Get("Access-Control-Allow-Origin") != origin || h.Get("Access-Control-Allow-Methods") != "GET" || h.Get("Access-Control-Allow-Private-Network") != want {
			t.Errorf("preflight, private %q: %s %v", private, a.Status, h)
		}
	}
}

// TestRefusals checks that every request but the page's own gets the same answer, from
// which nothing can be learned: no body, and no header that lets a page read it.
func TestRefusals(t *testing.T) {
	r := run(t, "")
	token := "/" + r.token
	wrong := []byte(token)
	wrong[5] ^= 1
	set := func(name string, values ...string) func(*http.Request) {
		return func(q *http.Request) { q.Header[name] = values }
	}
	_, port, _ := net.SplitHostPort(r.address)
	var first http.Header
	for _, c := range []struct {
		what, method, path string
		change             func(*http.Request)
	}{
		{"no token", "GET", "/", nil},
		{"a wrong token", "GET", string(wrong), nil},
		{"a longer token", "GET", token + "A", nil},
		{"a shorter token", "GET", token[:24], nil},
		{"a token and more", "GET", token + "/x", nil},
		{"a query", "GET", token + "?x=1", nil},
		{"no origin", "GET", token, func(q *http.Request) { q.Header.Del("Origin") }},
		{"another origin", "GET", token, set("Origin", "https://evil.example")},
		{"an opaque origin", "GET", token, set("Origin", "null")},
		{"the origin over http", "GET", token, set("Origin", "http://hopyard.example")},
		{"another port of the origin", "GET", token, set("Origin", origin+":8443")},
		{"an origin that begins like it", "GET", token, set("Origin", origin+".evil.example")},
		{"a subdomain of the origin", "GET", token, set("Origin", "https://x.hopyard.example")},
		{"another program on this computer", "GET", token, set("Origin", "http://localhost:8080")},
		{"two origins", "GET", token, set("Origin", origin, origin)},
		{"a name that leads here (DNS rebinding)", "GET", token, func(q *http.Request) { q.Host = "evil.example:" + port }},
		{"localhost", "GET", token, func(q *http.Request) { q.Host = "localhost:" + port }},
		{"no port in the host", "GET", token, func(q *http.Request) { q.Host = "127.0.0.1" }},
		{"another port in the host", "GET", token, func(q *http.Request) { q.Host = "127.0.0.1:1" }},
		{"POST", "POST", token, nil},
		{"HEAD", "HEAD", token, nil},
		{"a preflight of another origin", "OPTIONS", token, set("Origin", "https://evil.example")},
		{"a preflight without the token", "OPTIONS", "/", nil},
		{"a WebSocket of another origin", "GET", token, func(q *http.Request) {
			q.Header = http.Header{"Origin": {"https://evil.example"}, "Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="}}
		}},
		{"a WebSocket without the token", "GET", "/", func(q *http.Request) {
			q.Header = http.Header{"Origin": {origin}, "Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="}}
		}},
	} {
		a := r.ask(t, c.method, c.path, c.change)
		body, err := io.ReadAll(a.Body)
		if err != nil || a.StatusCode != http.StatusForbidden || len(body) > 0 {
			t.Errorf("%s: %s %q %v; want 403 and nothing else", c.what, a.Status, body, err)
		}
		for name := range a.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: header %s", c.what, name)
			}
		}
		a.Header.Del("Date")
		a.Header.Del("Content-Length") // net/http leaves it out where a body may not be
		if first == nil {
			first = a.Header
		} else if len(a.Header) != len(first) {
			t.Errorf("%s: headers %v; others get %v", c.what, a.Header, first)
		}
	}
}

// connect opens a WebSocket as the page does.
func (r *running) connect(t *testing.T) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), "ws://"+r.address+"/"+r.token, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	t.Cleanup(func() { conn.CloseNow() })
	return conn
}

func send(t *testing.T, conn *websocket.Conn, kind byte, rest []byte) {
	t.Helper()
	if err := conn.Write(t.Context(), websocket.MessageBinary, append([]byte{kind}, rest...)); err != nil {
		t.Fatal(err)
	}
}

// answers reads the messages of the engine up to one of the given kind. It leaves out
// progress, of which there is more or less depending on the computer's speed.
func answers(t *testing.T, conn *websocket.Conn, last message.Kind) (all [][]byte) {
	t.Helper()
	for {
		kind, wire, err := conn.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if kind != websocket.MessageBinary || message.KindOf(wire) == message.KindProgress {
			continue
		}
		all = append(all, wire)
		if message.KindOf(wire) == last {
			return all
		}
	}
}

// worker answers a message as the page's worker does.
func worker(desk *simworker.Dispatcher, wire []byte, file string) (all [][]byte) {
	if file != "" {
		desk.HandleFile(wire, file)
	} else {
		desk.Handle(wire)
	}
	for desk.Busy() {
		desk.Work(32)
	}
	return desk.Answers()
}

// sizeOf returns the announcement of a file.
func sizeOf(n int) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(n)) }

// upload sends a file piece by piece, each after the one before is confirmed.
func upload(t *testing.T, conn *websocket.Conn, text string) {
	t.Helper()
	send(t, conn, frameFile, sizeOf(len(text)))
	for len(text) > 0 {
		n := min(len(text), 100_000)
		send(t, conn, framePiece, []byte(text[:n]))
		if kind, _, err := conn.Read(t.Context()); err != nil || kind != websocket.MessageText {
			t.Fatalf("confirmation: %v, %v", kind, err)
		}
		text = text[n:]
	}
}

// drawn returns a trace of the benchmarks, and the file that holds it.
func drawn(t *testing.T) (text, path string) {
	t.Helper()
	path, err := traces.Size{Name: "small", Jobs: 6000, Nodes: 128, Users: 20, Widest: 64, Load: 900}.Save(t.TempDir(), 1)
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(src), path
}

// TestSameBytes holds a session over a WebSocket and one with a Dispatcher in this
// process, which is the page's worker, to the same bytes: for a lesson, for a trace that
// is uploaded, and for one that was named on the command line.
func TestSameBytes(t *testing.T) {
	text, path := drawn(t)
	r := run(t, path)
	conn := r.connect(t)
	var desk simworker.Dispatcher
	lesson, _ := scenarios.Find("easy-hole")
	same := func(what string, got, want [][]byte) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%s: %d messages, want %d", what, len(got), len(want))
		}
		for i := range got {
			if !bytes.Equal(got[i], want[i]) {
				t.Errorf("%s: message %d, of kind %d, differs", what, i, message.KindOf(got[i]))
			}
		}
	}
	load := (&message.Load{Serial: 1, Form: message.JSON, Text: string(lesson.Source), At: -1, Job: -1}).Pack()
	send(t, conn, frameMessage, load)
	same("lesson", answers(t, conn, message.KindState), worker(&desk, load, ""))

	load = (&message.Load{Serial: 2, Form: message.Beside, Text: "file 1", Name: "small.swf", Nodes: 128, At: -1, Job: -1}).Pack()
	upload(t, conn, text)
	send(t, conn, frameBeside, load)
	same("uploaded trace", answers(t, conn, message.KindState), worker(&desk, load, text))
	for _, wire := range [][]byte{
		(&message.Seek{Serial: 2, Step: 700, Job: -1}).Pack(),
		(&message.Seek{Serial: 2, Step: 3, Job: -1}).Pack(),
	} {
		send(t, conn, frameMessage, wire)
		same("step", answers(t, conn, message.KindState), worker(&desk, wire, ""))
	}
	rows := (&message.TraceQuery{Serial: 2, Number: 1, Topic: message.TopicRows, Count: 20}).Pack()
	send(t, conn, frameMessage, rows)
	same("rows, and then again with promises", append(answers(t, conn, message.KindTold), answers(t, conn, message.KindTold)...), worker(&desk, rows, ""))

	load = (&message.Load{Serial: 3, Form: message.Beside, Text: "file 2", Name: "small.swf", Nodes: 128, At: -1, Job: -1}).Pack()
	send(t, conn, frameServed, load)
	same("trace of the command line", answers(t, conn, message.KindState), worker(&desk, load, text))
}

// TestBrokenProtocol checks that a page that sends something else than this server
// expects is told why and loses its connection, and that others go on.
func TestBrokenProtocol(t *testing.T) {
	r := run(t, "")
	other := r.connect(t)
	for _, c := range []struct {
		what, want string
		do         func(conn *websocket.Conn)
	}{
		{"text", "not binary", func(conn *websocket.Conn) { _ = conn.Write(t.Context(), websocket.MessageText, []byte("x")) }},
		{"nothing", "empty", func(conn *websocket.Conn) { _ = conn.Write(t.Context(), websocket.MessageBinary, nil) }},
		{"an unknown kind", "unknown kind 99", func(conn *websocket.Conn) { send(t, conn, 99, nil) }},
		{"a short size", "has 3 bytes", func(conn *websocket.Conn) { send(t, conn, frameFile, []byte("abc")) }},
		{"a file too large", "at most 2147483648", func(conn *websocket.Conn) { send(t, conn, frameFile, sizeOf(message.NativeBytes+1)) }},
		{"a piece without a file", "longer than announced", func(conn *websocket.Conn) { send(t, conn, framePiece, []byte("x")) }},
		{"a file that is cut short", "shorter than announced", func(conn *websocket.Conn) {
			send(t, conn, frameFile, sizeOf(10))
			send(t, conn, frameBeside, nil)
		}},
	} {
		conn := r.connect(t)
		c.do(conn)
		_, _, err := conn.Read(t.Context())
		if err == nil || !strings.Contains(err.Error(), c.want) || websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
			t.Errorf("%s: %v; want %q", c.what, err, c.want)
		}
	}
	conn := r.connect(t)
	_ = conn.Write(t.Context(), websocket.MessageBinary, make([]byte, maxFrame+1)) // the server may have closed the connection before the end
	if _, _, err := conn.Read(t.Context()); err == nil {
		t.Error("a message beyond the limit: the connection goes on")
	}
	send(t, other, frameMessage, []byte{byte(message.KindLoad), 1, 2, 3}) // damaged: ignored, as by a worker
	lesson, _ := scenarios.Find("easy-hole")
	send(t, other, frameMessage, (&message.Load{Serial: 1, Form: message.JSON, Text: string(lesson.Source), At: -1, Job: -1}).Pack())
	answers(t, other, message.KindState)
}

// TestMostConnections opens as many connections as there may be, and one more.
func TestMostConnections(t *testing.T) {
	r := run(t, "")
	lesson, _ := scenarios.Find("easy-hole")
	load := (&message.Load{Serial: 1, Form: message.JSON, Text: string(lesson.Source), At: -1, Job: -1}).Pack()
	var all []*websocket.Conn
	for range maxSessions {
		conn := r.connect(t)
		send(t, conn, frameMessage, load)
		answers(t, conn, message.KindState)
		all = append(all, conn)
	}
	_, _, err := r.connect(t).Read(t.Context())
	if websocket.CloseStatus(err) != websocket.StatusTryAgainLater || !strings.Contains(err.Error(), "close another page") {
		t.Errorf("one connection too many: %v", err)
	}
	all[0].Close(websocket.StatusNormalClosure, "")
	for { // the server learns of it in its own time
		conn := r.connect(t)
		if conn.Write(t.Context(), websocket.MessageBinary, append([]byte{frameMessage}, load...)) == nil {
			if _, _, err := conn.Read(t.Context()); err == nil {
				return
			}
		}
	}
}

// TestSlowClient sends the beginning of a request and then nothing: the server must
// close the connection. A page that sends the beginning of a handshake holds no engine.
func TestSlowClient(t *testing.T) {
	t.Parallel() // with others, because it waits for a limit of time to pass
	r := run(t, "")
	conn, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET /"+r.token+" HTTP/1.1\r\nHost: "+r.address+"\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(conn); err != nil {
		t.Errorf("the server does not close a connection that sends no whole request: %v", err)
	}
	long, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer long.Close()
	_, _ = io.WriteString(long, "GET / HTTP/1.1\r\nHost: x\r\nX: "+strings.Repeat("x", 64<<10)+"\r\n\r\n") // the server may close it before the end
	a := make([]byte, 64)
	n, _ := long.Read(a)
	if got := string(a[:n]); n > 0 && !strings.HasPrefix(got, "HTTP/1.1 431") {
		t.Errorf("long headers: %q", got)
	}
}

// TestStopped checks that connections end with the server.
func TestStopped(t *testing.T) {
	r := run(t, "")
	conn := r.connect(t)
	r.stop()
	if _, _, err := conn.Read(t.Context()); err == nil {
		t.Error("the connection goes on")
	}
}

// TestPageAt checks which addresses of a page are allowed, and their origins as
// browsers write them.
func TestPageAt(t *testing.T) {
	for address, want := range map[string]string{
		"http://localhost:8080/":          "http://localhost:8080",
		"http://127.0.0.1:9000":           "http://127.0.0.1:9000",
		"http://[::1]:80/x":               "http://[::1]",
		"https://Hopyard.Example/a/?b#c":  "https://hopyard.example",
		"https://hopyard.example:443/":    "https://hopyard.example",
		"https://hopyard.example:8443/":   "https://hopyard.example:8443",
		"http://hopyard.example/":         "",
		"http://localhost.example:8080/":  "",
		"ftp://localhost/":                "",
		"localhost:8080":                  "",
		"https://user@hopyard.example/":   "",
		"https://":                        "",
		"file:///hopyard.html":            "",
		"javascript:alert(1)":             "",
		"http://127.0.0.1.evil.example/":  "",
		"http://hopyard.localhost:8080/x": "http://hopyard.localhost:8080",
	} {
		page, err := pageAt(address)
		got := ""
		if err == nil {
			got = originOf(page)
		} else if !cli.IsBadUsage(err) {
			t.Errorf("%q: %v is no usage error", address, err)
		}
		if got != want {
			t.Errorf("%q: origin %q (%v), want %q", address, got, err, want)
		}
	}
}

// TestTraceOfTheCommandLine checks what may be named on the command line.
func TestTraceOfTheCommandLine(t *testing.T) {
	text, path := drawn(t)
	v := &server{}
	if err := v.open(path); err != nil || v.trace != text || *v.about != (file{"small-1.swf", 128, len(text)}) {
		t.Errorf("%v, %+v", err, v.about)
	}
	folder := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	bare := write("bare.swf", "1 0 -1 1 1 -1 -1 1 1 -1 1 1 1 -1 1 -1 -1 -1\n")
	for path, want := range map[string]string{
		filepath.Join(folder, "none.swf"): "none.swf",
		bare:                              "add --nodes",
		write("x.json", `{"hopyard": 1}`): "not a trace",
	} {
		if err := v.open(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", path, err, want)
		}
	}
	log := filepath.Join("..", "..", "..", "core", "workload", "traceformats", "testdata", "helios.csv")
	if err := v.open(log); err != nil || !strings.Contains(v.trace, "; MaxProcs: ") || v.about.Nodes == 0 {
		t.Errorf("a job log: %v, %+v", err, v.about)
	}
	v.nodes = 7
	if err := v.open(bare); err != nil || v.about.Nodes != 7 {
		t.Errorf("--nodes: %v, %+v", err, v.about)
	}
}

// TestGuardAlone checks the guard without a network, for addresses that an HTTP client
// would refuse to send.
func TestGuardAlone(t *testing.T) {
	g := &guard{host: "127.0.0.1:9137", origin: origin, token: "secret", accept: http.NotFoundHandler()}
	for path, want := range map[string]int{"/secret": 200, "//secret": 403, "/%73ecret": 200, "/secret?": 200, "/secret%00": 403, "/../secret": 403, "*": 403} {
		u, err := url.ParseRequestURI(path)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		g.ServeHTTP(w, &http.Request{Method: "GET", URL: u, Host: g.host, Header: http.Header{"Origin": {origin}}})
		if w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
}

// TestPageKnowsTheAddress checks that the page's script and the page's content security
// policy name the address on which this program listens, and no other of this computer.
func TestPageKnowsTheAddress(t *testing.T) {
	src, err := os.ReadFile("../../../static/native.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"http", "ws"} {
		if !strings.Contains(string(src), "'"+scheme+"://"+headers.Native+"/'") {
			t.Errorf("static/native.js does not name %s at %s", scheme, headers.Native)
		}
	}
	if n := strings.Count(headers.Policy, "127.0.0.1"); n != 2 || strings.Contains(headers.Scripts, "127.0.0.1") || strings.Contains(headers.Policy, "localhost") {
		t.Errorf("the policy names addresses of this computer %d times, want twice (http and ws): %s", n, headers.Policy)
	}
	host, _, err := net.SplitHostPort(headers.Native)
	if ip := net.ParseIP(host); err != nil || !ip.IsLoopback() {
		t.Errorf("%s is no address of this computer alone", headers.Native)
	}
}
