package main

import (
	"fmt"
	"strings"
	"time"
)

// bar is a progress bar with an estimate of the remaining time. It is drawn only if
// the output is a terminal and the work takes longer than half a second.
type bar struct {
	t       *terminal
	what    string
	all     int
	before  int // amount of work that was already done when the bar was created
	begin   time.Time
	next    time.Time
	skipped int
	drawn   bool
}

func newBar(t *terminal, what string, all int) *bar {
	now := time.Now()
	return &bar{t: t, what: what, all: all, begin: now, next: now.Add(500 * time.Millisecond)}
}

// from sets the amount of work that was already done when the bar was created. It
// returns the bar.
func (b *bar) from(before int) *bar {
	b.before = before
	return b
}

// show draws the progress on every 1,024th call. All other calls only increment a
// counter.
func (b *bar) show(done int) {
	if b.skipped++; b.t.progress && b.skipped&1023 == 0 {
		b.draw(done)
	}
}

// draw draws the progress. It does nothing if the bar was drawn less than 100 ms
// ago.
func (b *bar) draw(done int) {
	if !b.t.progress || b.all == 0 {
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
	if done > b.before {
		each := now.Sub(b.begin).Seconds() / float64(done-b.before)
		left = time.Duration(each * float64(b.all-done) * float64(time.Second)).Round(time.Second).String()
	}
	fmt.Fprintf(b.t.err, "\r[%s%s] %s of %s %s, %s left ", strings.Repeat("#", full), strings.Repeat(".", width-full),
		grouped(int64(done)), grouped(int64(b.all)), b.what, left)
}

// clear erases the bar from the terminal.
func (b *bar) clear() {
	if b.drawn {
		fmt.Fprintf(b.t.err, "\r%s\r", strings.Repeat(" ", 78))
	}
}
