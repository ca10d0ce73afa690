package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestVoteWithoutWaiting tests a server that does not hold requests until there is
// news, as on Cloudflare. It checks that the phone polls at the interval that the
// server sets, and at once when the phone wakes from sleep.
func TestVoteWithoutWaiting(t *testing.T) {
	h := openRoom(t, false)
	h.tell("bars", nil)
	p := openAny(t, h.address+"/vote#"+h.room.Code, phones[0].view)
	says(t, p, "The vote is closed.")
	eval[bool](t, p, `(() => { // it does not ask by itself any more once the room is over
		const after = setTimeout
		setTimeout = (f, ms, ...rest) => ms < 30000 ? after(f, ms, ...rest) : 0
		return true
	})()`)
	h.tell("over", nil) // while the phone shows the bars, it polls every three to five seconds
	says(t, p, "This room is over.")
	h.tell("vote", nil) // after the room is over, the phone polls every 60 to 90 seconds
	eval[bool](t, p, `document.dispatchEvent(new Event('visibilitychange'))`)
	says(t, p, "Which of the waiting jobs start now?")
	marksAndSends(t, p, "5")
	if got, joined := h.votes(1, 1); joined != 1 || got[1] != "5" {
		t.Errorf("%d joined and voted %v", joined, got)
	}
	for _, line := range p.Problems() {
		t.Error(line)
	}
}

// TestVoteIsSentUntilItIsTaken checks that the phone reports an overloaded server
// until the server recovers. It also checks that an answer is sent again until it
// is acknowledged, and counts once.
func TestVoteIsSentUntilItIsTaken(t *testing.T) {
	h := openRoom(t, true)
	h.tell("vote", nil)
	p := openAny(t, h.address+"/vote#"+h.room.Code, phones[1].view)
	says(t, p, "Which of the waiting jobs start now?")
	h.busy.Store(true)
	tap(t, p, `input[value="5"]`)
	tap(t, p, "#send")
	says(t, p, "The server is busy. Trying again…")
	says(t, p, "Sending: Job 5…")
	sound(t, p, "busy")
	h.losing.Store(2)
	must(t, p.reload()) // the page loads, but requests about the room fail
	says(t, p, "The server is busy. Trying again…")
	h.busy.Store(false)
	must(t, p.Wait(`document.getElementById('send').classList.contains('sent') && document.getElementById('trouble').textContent === ''`))
	if left := h.losing.Load(); left >= 0 {
		t.Errorf("%d answers are still to be lost", left)
	}
	if got, joined := h.votes(1, 1); joined != 1 || len(got) != 1 || got[1] != "5" {
		t.Errorf("%d joined and voted %v", joined, got)
	}
	for _, line := range p.Problems() {
		if !strings.Contains(line, "503") && !strings.Contains(line, "ERR_EMPTY_RESPONSE") && !strings.Contains(line, "Fetch net::") {
			t.Error(line)
		}
	}
}

// TestVoteNeedsAServer checks that the voters' page on a static host says that
// there are no rooms. It also checks that the main page does not load or name files
// of the pages for phones.
func TestVoteNeedsAServer(t *testing.T) {
	host := plainHost(unzipped(t), "/hopyard/", nil)
	defer host.Close()
	p := openAny(t, host.URL+"/hopyard/vote.html#BCDFGH", phones[0].view)
	says(t, p, "There are no rooms at this address.")
	must(t, p.do(chromedp.Navigate(host.URL+"/hopyard/")))
	must(t, p.Wait(Ready))
	must(t, p.Wait(`navigator.serviceWorker.controller || navigator.serviceWorker.ready`))
	if got := eval[string](t, p, `performance.getEntriesByType('resource').map(e => e.name).filter(n => /\/(vote|hand)\./.test(n)).join() + /"(vote|hand)\./.test(document.getElementById('assets').textContent)`); got != "false" {
		t.Errorf("the page loads or names what is for phones: %s", got)
	}
}
