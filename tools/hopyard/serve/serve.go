// Package serve provides the command serve, which lets the page use the engine of this
// program. The page's own engine is WebAssembly in a tab, with at most 1,000,000 jobs
// and the memory of a tab. With `hopyard serve` running, the same page and the same
// links run larger traces here:
//
//	hopyard serve --site https://hopyard.example/
//	hopyard serve month.swf.gz
//
// The command prints a link to the page. The link's fragment holds a random token. The
// page asks the user once, then fetches a greeting from 127.0.0.1 and opens a
// WebSocket. A guard admits only requests with this token, from the origin of that
// page. The WebSocket carries the same messages as those between the page and its
// worker, of package message (wasm/app). Each connection has its own
// simworker.Dispatcher.
package serve

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	_ "hopyard/core/script"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	_ "hopyard/wasm/app/checkworker"
	"hopyard/wasm/app/message"
	_ "hopyard/wasm/app/pendingworker"
	_ "hopyard/wasm/app/shellworker"
	"hopyard/wasm/app/simworker"
	"hopyard/web/headers"
	"hopyard/web/limit"
)

// Serve is the command serve.
var Serve = cli.Command{Name: "serve", Args: "[TRACE]", Does: "run traces that are too large for a browser tab, for a page that is open on this computer", Run: serveCommand}

// defaultSite is the address at which `make run` and `make serve` serve the page.
const defaultSite = "http://localhost:8080/"

// Limits for clients before they have shown the token.
const (
	headerTime  = 5 * time.Second
	headerBytes = 16 << 10
	maxConns    = 64
)

// serveCommand serves until it is interrupted.
func serveCommand(t *cli.Terminal, f *cli.Flags) error {
	site := f.String("site", defaultSite, "`ADDRESS` of the page that may connect")
	nodes := f.Int("nodes", 0, "run TRACE on this `NUMBER` of nodes instead of that in its header")
	if err := f.Parse(0, 1); err != nil {
		return err
	}
	page, err := pageAt(*site)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	v := &server{page: page, nodes: int32(min(max(*nodes, 0), 1<<20)), out: t.Err}
	if len(f.Words) == 1 {
		if err := v.open(f.Words[0]); err != nil {
			return err
		}
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(100) // unlike other commands, this one may drop gigabytes of runs and continue
	}
	simworker.TraceJobs = message.NativeJobs
	ln, err := listen()
	if err != nil {
		return err
	}
	link := v.guarded(ctx, ln)
	fmt.Fprintf(t.Out, "%s\n", link)
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(t.Err, "Open this link in a browser on this computer. Anyone on this computer who has the link can use this engine until you stop it with Ctrl+C.\n")
	return v.serve(ctx, ln)
}

// pageAt checks the address of the page. Browsers let only pages that came over TLS
// or from this computer connect to 127.0.0.1.
func pageAt(address string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, cli.BadUsage("--site %q is not the address of a page; write it as in %s", address, defaultSite)
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		return nil, cli.BadUsage("--site %q: browsers let a page connect to this computer only if it comes over https or from this computer; serve the page over https", address)
	}
	u.Fragment, u.RawFragment = "", ""
	if u.Path == "" {
		u.Path = "/"
	}
	return u, nil
}

// loopback reports whether a host name can only mean this computer.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// originOf returns the origin of a page as browsers write it in the header Origin.
func originOf(page *url.URL) string {
	host := strings.ToLower(page.Host)
	if port := page.Port(); page.Scheme == "http" && port == "80" || page.Scheme == "https" && port == "443" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return page.Scheme + "://" + host
}

// listen opens the port to which the page's content security policy lets it connect.
func listen() (net.Listener, error) {
	ln, err := net.Listen("tcp", headers.Native)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("address %s is in use, probably by another hopyard serve; stop that one, because the page can connect to no other port", headers.Native)
	}
	return ln, err
}

// server is one run of the command.
type server struct {
	page    *url.URL
	nodes   int32
	out     io.Writer // for messages about what happens
	trace   string    // text of the trace that was named on the command line, or ""
	about   *file
	handler http.Handler
}

// open reads the trace that the command line names. The page gets it in the Standard
// Workload Format, whatever its own format is.
func (v *server) open(path string) error {
	src, err := input.ReadFile(path)
	if err != nil {
		return err
	}
	if !input.IsTrace(path, src) {
		return fmt.Errorf("%s: not a trace; give a file of one of the formats that scenarios/traces.md lists, or drop the file onto the page", path)
	}
	text, err := input.AsSWF(path, src)
	if err != nil {
		return err
	}
	if len(text) > message.NativeBytes {
		return fmt.Errorf("%s: the trace has %d MiB; at most %d are possible; shorten the trace", path, len(text)>>20, message.NativeBytes>>20)
	}
	nodes := v.nodes
	if nodes == 0 {
		nodes = simworker.NodesOf(text)
	}
	if nodes == 0 {
		return cli.BadUsage("%s: its header names neither MaxNodes nor MaxProcs; add --nodes", path)
	}
	v.trace, v.about = text, &file{Name: filepath.Base(path), Nodes: nodes, Bytes: len(text)}
	return nil
}

// guarded prepares the handler for a listener, and returns the link to the page.
func (v *server) guarded(ctx context.Context, ln net.Listener) (link string) {
	var secret [18]byte
	rand.Read(secret[:]) // never fails
	token := base64.RawURLEncoding.EncodeToString(secret[:])
	all := newSessions(ctx, originOf(v.page), v.trace)
	all.logf = func(format string, args ...any) { fmt.Fprintf(v.out, format+"\n", args...) }
	v.handler = &guard{
		host: ln.Addr().String(), origin: all.origin, token: token, accept: all,
		hello: greeting{Protocol: message.Protocol, Jobs: message.NativeJobs, Bytes: message.NativeBytes, Trace: v.about},
	}
	at := *v.page
	at.Fragment = "native=" + token
	return at.String()
}

// serve answers requests until ctx ends.
func (v *server) serve(ctx context.Context, ln net.Listener) error {
	server := &http.Server{
		Handler: v.handler, ReadHeaderTimeout: headerTime, ReadTimeout: headerTime, IdleTimeout: headerTime,
		MaxHeaderBytes: headerBytes, DisableGeneralOptionsHandler: true,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(&limit.Conns{Listener: ln, Most: maxConns, MostEach: maxConns}) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return server.Close()
	}
}
