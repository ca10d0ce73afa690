package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
)

// links forwards requests for short links and rooms to web/serve, which runs as a
// child process.
type links struct {
	ctx  context.Context // when ctx ends, the child process ends
	data string          // data folder of the child process

	mu    sync.Mutex
	proxy *httputil.ReverseProxy
	end   func() // stops the child process and waits for its end
}

func newLinks(ctx context.Context, data string) *links {
	return &links{ctx: ctx, data: data, end: func() {}}
}

// place matches the address of the server web/serve in its first line of output.
var place = regexp.MustCompile(`http://[0-9.]+:\d+`)

// start stops the previous child process, if any, and starts the program as a new
// one. It returns when the program accepts requests. The end of ctx interrupts the
// start, but does not end a started program.
func (l *links) start(ctx context.Context, program string) error {
	l.stop()
	run, stop := context.WithCancel(l.ctx)
	cmd := exec.CommandContext(run, program, "-addr", "127.0.0.1:0", "-data", l.data, "-log", "warn")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay, cmd.Stderr = grace, os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		stop()
		return err
	}
	at := make(chan string, 1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		lines := bufio.NewReader(out)
		line, _ := lines.ReadString('\n')
		at <- place.FindString(line)
		io.Copy(io.Discard, lines)
		cmd.Wait()
	}()
	end := func() { stop(); <-ended }
	var address string
	select {
	case address = <-at:
	case <-ctx.Done():
	}
	to, err := url.Parse(address)
	if err != nil || address == "" {
		end()
		return fmt.Errorf("the server of links did not say where it is: %v", cmd.ProcessState)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end = end
	l.proxy = &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host // the child process puts the host into the addresses of new links
	}, ModifyResponse: func(r *http.Response) error { // this server already sets these headers
		for _, name := range []string{"Content-Security-Policy", "Cross-Origin-Resource-Policy", "X-Content-Type-Options", "Permissions-Policy", "Referrer-Policy", "Cache-Control"} {
			r.Header.Del(name)
		}
		return nil
	}}
	return nil
}

// stop ends the child process.
func (l *links) stop() {
	l.mu.Lock()
	end := l.end
	l.end, l.proxy = func() {}, nil
	l.mu.Unlock()
	end()
}

// ServeHTTP forwards a request.
func (l *links) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	proxy := l.proxy
	l.mu.Unlock()
	if proxy == nil {
		http.Error(w, "the server of links is being started anew: ask again", http.StatusServiceUnavailable)
		return
	}
	proxy.ServeHTTP(w, r)
}

// emptySite writes an overlay file for the go command. The overlay replaces
// web/dist by a folder that contains a single placeholder page. emptySite returns
// the path of the overlay.
func emptySite(root, folder string) (string, error) {
	dist, page := filepath.Join(root, "web", "dist"), filepath.Join(folder, "empty.html")
	replace := map[string]string{filepath.Join(dist, "index.html"): page}
	entries, _ := os.ReadDir(dist) // the folder may not exist
	for _, e := range entries {
		if e.Name() != "index.html" && e.Name() != ".gitkeep" {
			replace[filepath.Join(dist, e.Name())] = "" // hides the file
		}
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(page, []byte("The page is served by tools/dev.\n"), 0o644); err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, raw, 0o644)
}
