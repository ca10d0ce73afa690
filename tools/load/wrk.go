package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed wrk.lua
var script []byte

// numbers is how many numbers a run of wrk may use up: twice what wrk.lua gives
// each of its two threads.
const numbers = 10_000_000

// threads of wrk; more than one, since one is busy at 100,000 requests a second.
const threads = 2

// figures are those of one run of wrk.
type figures struct {
	requests int
	took     time.Duration
	bytes    int
	refused  int // answers of 400 and above
	failed   int // connections that broke, answers that did not come
	p50, p99 time.Duration
	longest  time.Duration
	work     time.Duration // of the server's processor
}

func (f figures) rate() float64 { return float64(f.requests) / f.took.Seconds() }

// wrk sends the requests in turn, for so long, and pause between two of a
// connection (on the average). Numbered scenarios begin at first.
func (b *bench) wrk(ctx context.Context, s *server, requests []string, first int, lasts, pause time.Duration) (figures, error) {
	lua, list := filepath.Join(b.dir, "wrk.lua"), filepath.Join(b.dir, "requests")
	if err := os.WriteFile(lua, script, 0o644); err != nil {
		return figures{}, err
	}
	if err := writeRequests(list, requests); err != nil {
		return figures{}, err
	}
	before, err := s.processor()
	if err != nil {
		return figures{}, err
	}
	// wrk stops by itself; the limit is for one that hangs.
	ctx, cancel := context.WithTimeout(ctx, lasts+30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "wrk", "-t", strconv.Itoa(threads), "-c", strconv.Itoa(b.connections),
		"-d", strconv.Itoa(max(1, int(lasts.Seconds()+0.5)))+"s", "--timeout", "10s", "-s", lua, "http://"+s.address,
		"--", list, strconv.Itoa(first), strconv.Itoa(int(pause.Milliseconds())))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return figures{}, fmt.Errorf("wrk: %w\n%s%s", err, out, stderr.Bytes())
	}
	f, err := parseFigures(out)
	if err != nil {
		return figures{}, err
	}
	after, err := s.processor()
	f.work = after - before
	return f, err
}

// writeRequests writes each with its length before it.
func writeRequests(name string, requests []string) error {
	var text bytes.Buffer
	for _, r := range requests {
		fmt.Fprintf(&text, "%d\n%s", len(r), r)
	}
	return os.WriteFile(name, text.Bytes(), 0o644)
}

// parseFigures reads the line that wrk.lua writes at the end.
func parseFigures(out []byte) (figures, error) {
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		rest, ok := strings.CutPrefix(lines.Text(), "figures ")
		if !ok {
			continue
		}
		var n []int
		for field := range strings.FieldsSeq(rest) {
			v, err := strconv.Atoi(field)
			if err != nil {
				return figures{}, fmt.Errorf("figures of wrk: %q: %w", rest, err)
			}
			n = append(n, v)
		}
		if len(n) != 8 || n[1] <= 0 {
			break
		}
		span := func(microseconds int) time.Duration { return time.Duration(microseconds) * time.Microsecond }
		return figures{requests: n[0], took: span(n[1]), bytes: n[2], refused: n[3], failed: n[4],
			p50: span(n[5]), p99: span(n[6]), longest: span(n[7])}, nil
	}
	return figures{}, fmt.Errorf("wrk wrote no figures:\n%s", out)
}
