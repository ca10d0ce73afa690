package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	soakPause  = 40 * time.Millisecond // between two requests of a connection: 1,600 a second of 64
	soakWrites = 5                     // of 1000 requests; what is kept grows, and is not what is looked at
	crowdPause = 20 * time.Millisecond // between two clients that were never here before
	strangers  = 70_000                // clients before the soak: more than the server remembers
)

// memory is what the server holds at one moment, in MB.
type memory struct {
	anonymous float64 // resident, not backed by a file: the program's own
	file      float64 // resident pages of files: the program, and the store as far as it is read
	heap      float64 // what Go has on its heap, garbage included
	routines  float64
}

// hold puts a moderate load on the server and looks at its memory each second. It
// fails when the memory grows.
func (b *bench) hold(ctx context.Context) error {
	var err error
	if b.parts, err = findParts(); err != nil {
		return err
	}
	s := b.servers[0]
	list, err := b.mix(s, soakWrites)
	if err != nil {
		return err
	}
	b.head()
	if err := b.fill(ctx, s); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type outcome struct {
		figures
		err error
	}
	ended := make(chan outcome, 1)
	go func() {
		f, err := b.wrk(ctx, s, wires(list, s.address), b.number(numbers), b.soak, soakPause)
		ended <- outcome{f, err}
	}()
	newcomers := make(chan int, 1)
	go func() { newcomers <- s.crowd(ctx) }()
	var course []memory
	each := time.NewTicker(time.Second)
	defer each.Stop()
	fmt.Printf("%-6s %-21s %-21s %-21s %s\n", "minute", "own memory MB", "heap MB", "of files MB", "goroutines")
	for {
		select {
		case o := <-ended:
			cancel()
			if o.err != nil {
				return o.err
			}
			fmt.Printf("%.0f requests a second, %d refused, %d without answer, p99 %v, longest %v; %d other clients\n",
				o.rate(), o.refused, o.failed, o.p99, o.longest, <-newcomers)
			if o.refused+o.failed > 0 {
				return fmt.Errorf("%d requests were refused, %d got no answer", o.refused, o.failed)
			}
			return flat(course)
		case <-each.C:
			m, err := s.memory()
			if err != nil {
				return err
			}
			course = append(course, m)
			if len(course)%60 == 0 {
				printMinute(len(course)/60, course[len(course)-60:])
			}
		}
	}
}

func printMinute(n int, minute []memory) {
	part := func(of func(memory) float64) string {
		low, high := of(minute[0]), of(minute[0])
		for _, m := range minute {
			low, high = min(low, of(m)), max(high, of(m))
		}
		return fmt.Sprintf("%.1f-%.1f", low, high)
	}
	fmt.Printf("%-6d %-21s %-21s %-21s %s\n", n, part(memory.own), part(func(m memory) float64 { return m.heap }),
		part(func(m memory) float64 { return m.file }), part(func(m memory) float64 { return m.routines }))
}

func (m memory) own() float64 { return m.anonymous }

// flat prints how the memory went after the first fifth, in which the server
// warms up. Error: in the rest it rose by more than 2 MB and more than a tenth.
func flat(course []memory) error {
	settled := course[len(course)/5:]
	if len(settled) < 10 {
		return fmt.Errorf("%d seconds are too few to see a slope: -soak 1m or more", len(course))
	}
	var grown error
	for _, part := range []struct {
		name string
		of   func(memory) float64
	}{{"own memory", memory.own}, {"heap", func(m memory) float64 { return m.heap }}} {
		values := make([]float64, len(settled))
		for i, m := range settled {
			values[i] = part.of(m)
		}
		perMinute, mid := slope(values)*60, median(values)
		fmt.Printf("%-10s median %.1f MB, slope %+.3f MB a minute\n", part.name, mid, perMinute)
		if rise := slope(values) * float64(len(values)); rise > 2 && rise > mid/10 {
			grown = fmt.Errorf("%s rose by %.1f MB in %d s: it is not flat", part.name, rise, len(values))
		}
	}
	return grown
}

// slope is that of the straight line with the least squares, per step.
func slope(values []float64) float64 {
	mid := float64(len(values)-1) / 2
	var xy, xx float64
	for i, v := range values {
		x := float64(i) - mid
		xy, xx = xy+x*v, xx+x*x
	}
	return xy / xx
}

// memory asks the system and the server itself.
func (s *server) memory() (m memory, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return m, fmt.Errorf("%s has ended: %w", s.name, err)
	}
	for line := range strings.Lines(string(status)) {
		name, rest, _ := strings.Cut(line, ":")
		kB, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 64)
		switch name {
		case "RssAnon":
			m.anonymous = kB * 1024 / 1e6
		case "RssFile":
			m.file = kB * 1024 / 1e6
		}
	}
	r, text, err := s.get("/metrics", nil)
	if err != nil {
		return m, err
	}
	if r.StatusCode != http.StatusOK {
		return m, fmt.Errorf("GET /metrics: %s", r.Status)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		v, _ := strconv.ParseFloat(value, 64)
		switch name {
		case "go_memstats_heap_alloc_bytes":
			m.heap = v / 1e6
		case "go_goroutines":
			m.routines = v
		}
	}
	if m.heap == 0 {
		return m, fmt.Errorf("GET /metrics: go_memstats_heap_alloc_bytes is not there")
	}
	return m, nil
}

// fill lets the server meet as many clients as it can remember, so that what grows
// after it grows for another reason.
func (b *bench) fill(ctx context.Context, s *server) error {
	list := make([]what, strangers)
	for i := range list {
		list[i] = what{http.MethodGet, "/api/links", []string{"X-Forwarded-For", fmt.Sprintf("100.64.%d.%d", i>>8, i&255)}, "", http.StatusOK}
		if i >= 1<<16 {
			list[i].headers[1] = fmt.Sprintf("100.65.%d.%d", i>>8&255, i&255)
		}
	}
	done := 0
	for range 20 { // of 5 s; one or two will do on a machine that is not busy
		f, err := b.wrk(ctx, s, wires(list, s.address), 0, 5*time.Second, 0)
		if err != nil {
			return err
		}
		if done += f.requests; done > strangers*5/4 {
			return nil
		}
	}
	return fmt.Errorf("the server answered %d requests in 100 s: it is too slow to be soaked", done)
}

// crowd makes a connection and a request after the other, each as from another
// client behind a proxy, so that what the server keeps of clients is seen to have
// an end. It returns how many were answered.
func (s *server) crowd(ctx context.Context) (answered int) {
	clients := rand.New(rand.NewPCG(3, 3))
	each := time.NewTicker(crowdPause)
	defer each.Stop()
	for {
		select {
		case <-ctx.Done():
			return answered
		case <-each.C:
		}
		r, _, err := s.get("/api/links", map[string]string{
			"Connection":      "close",
			"X-Forwarded-For": fmt.Sprintf("100.%d.%d.%d", clients.IntN(256), clients.IntN(256), clients.IntN(256)),
		})
		if err == nil && r.StatusCode == http.StatusOK {
			answered++
		}
	}
}
