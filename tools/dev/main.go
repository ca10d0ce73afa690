// Command dev serves the page during development and shows edits in the browser as
// soon as possible.
//
//	go run ./tools/dev [-addr localhost:8080]
//
// # Differences from the released site
//
// The release build (tools/build) compiles three programs, shrinks and splits them,
// packs data and compresses everything, which takes minutes. This server instead
// makes each file in its simplest form when a browser first requests it:
//
//   - Programs are built by the go command and not processed further. hopyard.wasm is
//     compiled at the start. own.wasm, logs.wasm and lab.wasm are compiled when a page first
//     requests them. web/serve, which provides short links and rooms, is compiled at
//     the first request for a link or room.
//   - Scripts and style sheets are bundled by esbuild but not minified.
//   - Files that Go code makes (lessons, pictures, translations) come from
//     tools/build -made, which runs at low priority. Until it has finished, the files of
//     the previous run are served.
//   - Files have their logical names, nothing is compressed, and browsers cache nothing.
//     There is no service worker, and one left by an earlier server is removed.
//
// The HTTP headers are those of the released site (web/headers). The footer of the
// page says that this is a development build.
//
// # From an edit to the page
//
// The function watch finds files whose modification time or size has changed, and
// passes them to [dev.changed]. A changed style sheet is replaced in the open page.
// After a change of a script or an HTML file, open pages reload. A change of Go
// code makes targets of the builder stale. The builder builds the stale targets
// that were requested, the most urgent first; a more urgent target interrupts the
// current build. When a program has changed, pages reload. The hub notifies pages
// by server-sent events, which the script dev.js receives in the page. Errors of
// esbuild or of the go command are shown on top of the page, which keeps running.
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
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	log.SetFlags(log.Ltime)
	if err := run(ctx, *addr); err != nil {
		fmt.Fprintln(os.Stderr, "dev:", err)
		os.Exit(1)
	}
}

// look is the interval at which the server checks files for changes. Checking every
// 300 ms uses about one percent of a processor.
const look = 300 * time.Millisecond

// run serves the page until ctx ends. It returns when all child processes have
// ended.
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
	context.AfterFunc(ctx, func() { server.Close() }) // closes the connections too, because event streams never end on their own
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
