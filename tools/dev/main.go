// Command dev serves the page to those who work on it, and shows an edit in
// the browser as soon as it can be seen.
//
//	go run ./tools/dev [-addr localhost:8080]
//
// # What differs from what is shipped
//
// The build (tools/build) compiles three programs, makes them small, splits them, packs
// data, and compresses everything, which takes minutes. Here each file is made in its
// plainest form when a browser first asks for it:
//
//   - Programs are what the go command links. hopyard.wasm is compiled at the start, own.wasm
//     and lab.wasm when a page first wants them, and web/serve, which has the short links and
//     rooms, with the first request for these.
//   - Scripts and style sheets are bundled by esbuild and not minified.
//   - Files that Go code makes (lessons, pictures, translations) come from
//     tools/build -made, which runs behind everything else. Until it is through, those of the
//     last time are served.
//   - Files have their logical names, nothing is compressed, and browsers keep nothing: there is
//     no service worker, and one that an earlier server left is sent away.
//
// The headers are the real ones (web/headers). The footer says that this is a
// development build.
//
// # From an edit to the page
//
// watch looks for files whose time of change is new. [dev.changed] sorts them: style sheets are
// swapped in the open page, scripts and pages reload it, and Go code makes targets of the
// builder stale. The builder builds the stale targets that somebody wanted, the most urgent
// first, and stops what it is doing when something more urgent turns up. When a
// program is another than before, pages reload. They hear of all this from the hub, by
// server-sent events; dev.js is the script that listens in the page. An error of
// esbuild or of the go command is shown over the page, which goes on running.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"hopyard/tools/repo"
	"hopyard/web/lan"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "the `host:port` to listen on")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "dev: takes no arguments but -addr")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal ends at once
	log.SetFlags(log.Ltime)
	if err := run(ctx, *addr); err != nil {
		fmt.Fprintln(os.Stderr, "dev:", err)
		os.Exit(1)
	}
}

// look is how often files are looked at. It costs about a hundredth of a processor.
const look = 300 * time.Millisecond

// run serves until ctx ends, and returns when all children have ended.
func run(ctx context.Context, addr string) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(root, "tools", "build", "node_modules")); err != nil {
		return errors.New("the npm packages of tools/build are not installed: make setup, or npm ci in tools/build")
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("%w: stop what listens there, or take another address (-addr localhost:8081; make run ADDR=localhost:8081)", err)
	}
	d, err := newDev(ctx, root, command)
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	all.Go(func() { d.builder.run(ctx) })
	all.Go(func() { watch(ctx, root, look, d.changed) })
	server := &http.Server{Handler: d.handler(), ReadHeaderTimeout: time.Minute}
	context.AfterFunc(ctx, func() { server.Close() }) // events never end by themselves
	log.Printf("Hopyard is at http://%s, a development build (Ctrl+C stops it)", here(ln.Addr()))
	for _, line := range forPhones(ln.Addr(), lan.Addresses()) {
		log.Print(line)
	}
	if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	all.Wait()
	d.links.stop()
	return nil
}
