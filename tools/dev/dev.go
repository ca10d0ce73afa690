package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"hopyard/tools/build/bundle"
	"hopyard/web/headers"
)

// runner runs a command in the folder root until the command or ctx ends. If the
// command fails, the error contains its output.
type runner func(ctx context.Context, root string, env []string, words ...string) error

// command implements runner by running the command on this machine.
func command(ctx context.Context, root string, env []string, words ...string) error {
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), env...)
	cmd.WaitDelay = grace
	said, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(said) > 0 {
		return errors.New(strings.TrimSpace(string(said)))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(words, " "), err)
	}
	return nil
}

// grace is the time within which a child process must end after it was asked to.
const grace = 5 * time.Second

// dev is the development server.
type dev struct {
	root   string
	folder string // folder for all files that the server builds
	run    runner

	hub     *hub
	site    *site
	links   *links
	builder *builder

	programs map[string]*target // programs for the browser, by logical name
	made     *target            // target that makes the files that Go code makes
	english  *target            // target that generates the Go code of the English texts
	away     *target            // target that builds and restarts the server of short links and rooms

	mu    sync.Mutex
	shown map[string]stamp // stamps that the built files had when the last build ended; open pages have these versions
	begun time.Time        // start of the current build
}

func newDev(ctx context.Context, root string, run runner) (*dev, error) {
	d := &dev{root: root, folder: filepath.Join(root, ".cache", "dev"), run: run, hub: newHub(), programs: map[string]*target{}}
	if err := os.MkdirAll(filepath.Join(d.folder, "tmp"), 0o755); err != nil {
		return nil, err
	}
	d.site = newSite(root, filepath.Join(d.folder, "made"), bundle.Bundle)
	d.links = newLinks(ctx, filepath.Join(d.folder, "links"))
	var all []*target
	for _, p := range []struct{ name, pkg string }{{"hopyard.wasm", "./wasm"}, {"own.wasm", "./wasm/policyworker"}, {"logs.wasm", "./wasm/logworker"}, {"lab.wasm", "./wasm/lab"}} {
		t := &target{name: p.name, build: func(ctx context.Context) error { return d.compile(ctx, p.name, p.pkg) }}
		d.programs[p.name] = t
		all = append(all, t)
	}
	d.away = &target{name: "the server of links", build: d.serveLinks}
	d.made = &target{name: "what Go code makes", build: d.make}
	d.english = &target{name: "English texts", build: d.generate, wanted: true}
	d.builder = newBuilder(append([]*target{d.english}, append(all, d.away, d.made)...)...)
	d.english.stale = false // the generated file is in the repository
	d.builder.beginning, d.builder.ending = d.begin, d.end
	d.shown = d.outputs()
	for name, t := range d.programs {
		_, t.there = d.shown[name]
	}
	d.builder.want(d.programs["hopyard.wasm"])
	d.builder.want(d.made)
	return d, nil
}

// compile builds a program for the browser.
func (d *dev) compile(ctx context.Context, name, pkg string) error {
	// The go command links in the folder GOTMPDIR and then moves the result. The
	// folder is on the same file system as the result, so that the move is atomic
	// and no request reads a partly written file.
	env := []string{"GOOS=js", "GOARCH=wasm", "GOTMPDIR=" + filepath.Join(d.folder, "tmp")}
	// Without inlining, compiling takes a third less time.
	return d.run(ctx, d.root, env, "go", "build", "-buildvcs=false", "-gcflags=hopyard/...=-l", "-o", filepath.Join(d.folder, name), pkg)
}

// generate writes the Go code of the English texts. The watcher notices the changed
// file, so that the programs are compiled again.
func (d *dev) generate(ctx context.Context) error {
	return d.run(ctx, d.root, nil, "go", "generate", "./wasm/app/i18n")
}

// make writes the files that Go code makes. It runs at low priority to leave the
// processors to a page that is loading; meanwhile, pages use the files of the
// previous run.
func (d *dev) make(ctx context.Context) error {
	tool := filepath.Join(d.folder, "make")
	if err := d.run(ctx, d.root, nil, "nice", "go", "build", "-buildvcs=false", "-o", tool, "./tools/build"); err != nil {
		return err
	}
	return d.run(ctx, d.root, nil, "nice", tool, "-made", d.site.made)
}

// serveLinks builds web/serve and restarts it. That program embeds the site, which
// this server never requests from it. It is built with an empty site, because the
// real site may not exist yet.
func (d *dev) serveLinks(ctx context.Context) error {
	tool := filepath.Join(d.folder, "serve")
	overlay, err := emptySite(d.root, d.folder)
	if err != nil {
		return err
	}
	if err := d.run(ctx, d.root, nil, "go", "build", "-buildvcs=false", "-overlay", overlay, "-o", tool, "./web/serve"); err != nil {
		return err
	}
	return d.links.start(ctx, tool)
}

// outputs returns the stamps of all built files.
func (d *dev) outputs() map[string]stamp {
	all := stamps(d.site.made, ".")
	for name := range d.programs {
		if info, err := os.Stat(filepath.Join(d.folder, name)); err == nil {
			all[name] = stamp{info.ModTime().UnixNano(), info.Size()}
		}
	}
	return all
}

// begin informs open pages that a target is being built.
func (d *dev) begin(t *target) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.begun = time.Now()
	d.hub.busy(t.name)
}

// end informs open pages how a build ended. It makes them reload if a built file
// that they requested has changed.
func (d *dev) end(t *target, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hub.busy("")
	d.hub.problem(t.name, err)
	if err != nil {
		log.Printf("%s: failed\n%v", t.name, err)
		return
	}
	now := d.outputs()
	var stale []string // requested files whose content has changed
	for _, name := range differing(d.shown, now) {
		if _, had := d.shown[name]; had && d.site.served(name) {
			stale = append(stale, name)
		}
	}
	d.shown = now
	said := ""
	if len(stale) > 0 {
		said = ", reloading for " + strings.Join(stale, ", ")
		d.hub.reload()
	}
	log.Printf("%s: ready in %.1f s%s", t.name, time.Since(d.begun).Seconds(), said)
}

// changed handles a change of the given files: it reloads pages, replaces style
// sheets in open pages, or marks targets as stale.
func (d *dev) changed(names []string) {
	var k kind
	for _, name := range names {
		k = k.or(kindOf(name))
	}
	if k == (kind{}) {
		return
	}
	log.Printf("changed: %s", list(names))
	d.site.forget()
	var stale []*target
	if k.programs {
		stale = append(stale, d.programs["hopyard.wasm"], d.programs["own.wasm"], d.programs["logs.wasm"], d.programs["lab.wasm"])
	}
	if k.made {
		stale = append(stale, d.made)
	}
	if k.english {
		stale = append(stale, d.english)
	}
	if k.links {
		stale = append(stale, d.away)
		d.builder.unwant(d.away)
	}
	d.builder.invalidate(stale...)
	vendor := k.npm || slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "static/vendor/") })
	if k.styles && d.bundle(".css", vendor) {
		d.hub.restyle()
	}
	if (!k.scripts || d.bundle(".js", vendor)) && (k.page || k.scripts) {
		d.hub.reload()
	}
}

// bundle rebuilds the bundles with the extension ext that were requested before,
// and reports whether any of them changed. If one of them cannot be built, all
// remain as they are.
func (d *dev) bundle(ext string, vendor bool) bool {
	changed, err := d.site.refresh(ext, vendor)
	d.hub.problem("bundles"+ext, err)
	if err != nil {
		log.Print(err)
	}
	return changed
}

// mostNames is the maximum number of file names in a log line.
const mostNames = 5

func list(names []string) string {
	if len(names) > mostNames {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:mostNames], ", "), len(names)-mostNames)
	}
	return strings.Join(names, ", ")
}

// handler returns the HTTP handler for all requests to the server.
func (d *dev) handler() http.Handler {
	return headers.Secure(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		path := strings.TrimPrefix(r.URL.Path, "/")
		switch program := d.programs[path]; {
		case path == "dev/events":
			d.hub.ServeHTTP(w, r)
		case strings.HasPrefix(path, "api/"), strings.HasPrefix(path, "s/"):
			if d.waited(w, r, d.away) {
				d.links.ServeHTTP(w, r)
			}
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "this method is not possible here: use GET or HEAD", http.StatusMethodNotAllowed)
		case program != nil:
			if d.waited(w, r, program) {
				d.site.serveFile(w, r, path, filepath.Join(d.folder, path))
			}
		default:
			if d.site.isMade(path) && !exists(d.site.madeFile(path)) && !d.waited(w, r, d.made) {
				return
			}
			now, _ := d.hub.state()
			d.site.serve(w, r, path, now)
		}
	}))
}

// waited waits until a target is built and reports whether a result is available.
// If not, it answers the request with an error.
func (d *dev) waited(w http.ResponseWriter, r *http.Request, t *target) bool {
	err := d.builder.wait(r.Context(), t)
	if err != nil {
		http.Error(w, fmt.Sprintf("%s could not be built: %v", t.name, err), http.StatusServiceUnavailable)
	}
	return err == nil
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
