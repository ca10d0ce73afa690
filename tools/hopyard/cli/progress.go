package cli

import (
	"fmt"
	"strings"
	"time"
)

// Bar is a progress bar with an estimate of the remaining time. It is drawn only if
// the output is a terminal and the work takes longer than half a second.
type Bar struct {
	t       *Terminal
	what    string
	all     int
	before  int // amount of work that was already done when the bar was created
	begin   time.Time
	next    time.Time
	skipped int
	drawn   bool
}

// NewBar returns a bar for the given amount of work. If the amount is 0, it is not
// known, and the bar shows only the work done. The text says what is counted, such as
// "jobs ended".
func NewBar(t *Terminal, what string, all int) *Bar {
	now := time.Now()
	return &Bar{t: t, what: what, all: all, begin: now, next: now.Add(500 * time.Millisecond)}
}

// From sets the amount of work that was already done when the bar was created. It
// returns the bar.
func (b *Bar) From(before int) *Bar {
	b.before = before
	return b
}

// Show draws the progress on every 1,024th call. All other calls only increment a
// counter.
func (b *Bar) Show(done int) {
	if b.skipped++; b.t.progress && b.skipped&1023 == 0 {
		b.Draw(done)
	}
}

// Draw draws the progress. The parameter is the amount of work done since the bar
// was created. It does nothing if the bar was drawn less than 100 ms ago.
func (b *Bar) Draw(made int) {
	if !b.t.progress {
		return
	}
	now := time.Now()
	if now.Before(b.next) {
		return
	}
	done := b.before + made
	b.next, b.drawn = now.Add(100*time.Millisecond), true
	if b.all == 0 {
		fmt.Fprintf(b.t.Err, "\r%s %s ", Grouped(int64(done)), b.what)
		return
	}
	const width = 30
	full := width * done / b.all
	left := "?"
	if made > 0 {
		each := now.Sub(b.begin).Seconds() / float64(made)
		left = time.Duration(each * float64(b.all-done) * float64(time.Second)).Round(time.Second).String()
	}
	fmt.Fprintf(b.t.Err, "\r[%s%s] %s of %s %s, %s left ", strings.Repeat("#", full), strings.Repeat(".", width-full),
		Grouped(int64(done)), Grouped(int64(b.all)), b.what, left)
}

// Clear erases the bar from the terminal. The bar may be nil.
func (b *Bar) Clear() {
	if b != nil && b.drawn {
		fmt.Fprintf(b.t.Err, "\r%s\r", strings.Repeat(" ", 78))
	}
}
