// Command load measures the server under load on loopback, beside Debian's caddy
// and nginx that serve the same files with the same headers in the same run. One
// round of each is made in turn, so that what else the machine does meets all of
// them. The figures are medians of the rounds; wrk and the server share the
// machine's cores. It needs wrk; caddy and nginx are left out where they are not
// there. It judges answers, not figures: an answer that is not what was asked for
// is an error, a slow one is not.
//
//	go run ./tools/load [-rounds 5] [-time 3s] [-only regexp] [-log]
//	go run ./tools/load -soak 10m
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"syscall"
	"time"

	"hopyard/tools/repo"
)

// plan is what is asked for by flags.
type plan struct {
	rounds      int
	time        time.Duration // of one round
	connections int
	links       int // how many there are to read
	only        *regexp.Regexp
	log         bool
	soak        time.Duration // 0: measure rounds
}

func main() {
	var p plan
	flag.IntVar(&p.rounds, "rounds", 5, "how often each server is measured in each case")
	flag.DurationVar(&p.time, "time", 3*time.Second, "how long one of these rounds is")
	flag.IntVar(&p.connections, "connections", 64, "how many there are at a time")
	flag.IntVar(&p.links, "links", 2000, "how many short links the reads go over")
	only := flag.String("only", "", "`regexp` of the cases to measure: page, asset, program, not-modified, reads, writes, mix, mix-writes")
	flag.BoolVar(&p.log, "log", false, "all servers write a line a request into a file")
	flag.DurationVar(&p.soak, "soak", 0, "instead: a moderate load for so long, with the server's memory each second")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := func() (err error) {
		if p.only, err = regexp.Compile(*only); err != nil {
			return err
		}
		return run(ctx, p)
	}()
	if err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, p plan) error {
	if p.rounds < 1 || p.time < time.Second || p.connections < 2 || p.links < 1 {
		return fmt.Errorf("-rounds %d -time %v -connections %d -links %d: they must be at least 1, 1s, 2, 1", p.rounds, p.time, p.connections, p.links)
	}
	if _, err := exec.LookPath("wrk"); err != nil {
		return fmt.Errorf("wrk is not in PATH: install it (apt-get install wrk)")
	}
	b, err := open(p)
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.start(ctx); err != nil {
		return err
	}
	if p.soak > 0 {
		return b.hold(ctx)
	}
	return b.measure(ctx)
}

// bench is a run: its folder, its servers, what it knows of them.
type bench struct {
	plan
	dir     string // below .cache, so that data is on the disk and not in memory
	servers []*server
	ids     []string // of the links that can be read
	posted  int      // numbers of scenarios that were taken
	parts   parts
}

func open(p plan) (*bench, error) {
	root, err := repo.Root()
	if err != nil {
		return nil, err
	}
	cache := filepath.Join(root, ".cache")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(cache, "load-")
	if err != nil {
		return nil, err
	}
	return &bench{plan: p, dir: dir}, nil
}

// close ends the servers and removes their files.
func (b *bench) close() {
	for _, s := range b.servers {
		s.stop()
	}
	os.RemoveAll(b.dir)
}

// head says how the figures were taken.
func (b *bench) head() {
	logged := "no access log"
	if b.log {
		logged = "access log into a file"
	}
	lasts := fmt.Sprintf("%d rounds of %v", b.rounds, b.time)
	if b.soak > 0 {
		lasts = fmt.Sprintf("%v at a moderate pace", b.soak)
	}
	fmt.Printf("%d cores for server and wrk together, %d connections, %s, %s, load of the machine before %s\n",
		runtime.NumCPU(), b.connections, lasts, logged, loadAverage())
	for _, s := range b.servers {
		fmt.Printf("%-8s %s\n", s.name, s.version)
	}
	if rate, err := syncs(b.dir); err == nil {
		fmt.Printf("disk     %.0f times a second 4 kB written and synced, one after the other\n", rate)
	}
	fmt.Println()
}
