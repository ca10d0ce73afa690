package main

import (
	"fmt"
	"strings"
	"time"
)

// bar is a progress bar with the time left, drawn on a terminal only and only
// when the work takes longer than a moment.
type bar struct {
	t       *terminal
	what    string
	all     int
	begin   time.Time
	next    time.Time
	skipped int
	drawn   bool
}

func newBar(t *terminal, what string, all int) *bar {
	now := time.Now()
	return &bar{t: t, what: what, all: all, begin: now, next: now.Add(500 * time.Millisecond)}
}

// show draws the state of the work. Most calls cost a comparison.
func (b *bar) show(done int) {
	if b.skipped++; !b.t.progress || b.all == 0 || b.skipped&1023 != 0 {
		return
	}
	now := time.Now()
	if now.Before(b.next) {
		return
	}
	b.next, b.drawn = now.Add(100*time.Millisecond), true
	const width = 30
	full := width * done / b.all
	left := "?"
	if done > 0 {
		left = (now.Sub(b.begin) * time.Duration(b.all-done) / time.Duration(done)).Round(time.Second).String()
	}
	fmt.Fprintf(b.t.err, "\r[%s%s] %s of %s %s, %s left ", strings.Repeat("#", full), strings.Repeat(".", width-full),
		grouped(int64(done)), grouped(int64(b.all)), b.what, left)
}

// clear wipes the bar.
func (b *bar) clear() {
	if b.drawn {
		fmt.Fprintf(b.t.err, "\r%s\r", strings.Repeat(" ", 78))
	}
}
