package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// ordered waits for an order with the given name, and returns it. It skips the
// given number of orders at the beginning of the list.
func (h *roomServer) ordered(before int, what string) (order map[string]any) {
	h.t.Helper()
	eventually(h.t, fmt.Sprintf("the order %q", what), func() bool {
		list := h.orders()[before:]
		i := slices.IndexFunc(list, func(order map[string]any) bool { return order["do"] == what })
		if i >= 0 {
			order = list[i]
		}
		return i >= 0
	}, func() any { return h.orders() })
	return order
}

// places returns the list of points that an order contains.
func places(t *testing.T, points any) [][]float64 {
	t.Helper()
	raw, err := json.Marshal(points)
	must(t, err)
	var list [][]float64
	must(t, json.Unmarshal(raw, &list))
	return list
}

// TestVoteFromTheSpeakersHand checks the page for the speaker's phone. The secret
// must disappear from the address. The page must show every change of the data that
// the page on the projector publishes. Each kind of order must arrive once and in
// sequence.
func TestVoteFromTheSpeakersHand(t *testing.T) {
	for _, view := range []View{{Width: 390, Height: 844, Touch: true}, {Width: 320, Height: 640, Touch: true, Theme: "dark"}} {
		name := fmt.Sprintf("hand-%d", view.Width)
		h := openRoom(t, true)
		p := openAny(t, h.address+"/hand.html#"+h.room.Code+"."+h.room.Secret, view)
		says(t, p, "Waiting for the page on the beamer…")
		if at := eval[string](t, p, `location.href + history.length + Object.values(localStorage).join() + Object.values(sessionStorage).join().includes('`+h.room.Secret+`')`); strings.Contains(at, h.room.Secret) || !strings.HasSuffix(at, "true") {
			t.Errorf("the secret is kept in %s", at)
		}
		sound(t, p, "waiting")
		desk := example(t, "desk")
		desk["began"] = time.Now().Add(-83 * time.Minute).UnixMilli()
		h.put("/desk", desk)
		for _, text := range []string{"step 12 of 40", "promised 1:00", "Job 5 starts on nodes", "opens the first vote", "Do not explain", "23 of 41 answered", "1:2"} {
			says(t, p, text)
		}
		sound(t, p, "desk")
		look(t, p, name)
		if ratio := eval[float64](t, p, `(r => r.width / r.height)(document.getElementById('pad').getBoundingClientRect())`); ratio < 1.30 || ratio > 1.37 {
			t.Errorf("the pad of a beamer of 4:3 is 1:%.3f", ratio)
		}
		steers(t, h, p)
		draws(t, h, p)

		must(t, p.reload())
		says(t, p, "step 12 of 40")
		h.put("/desk", map[string]any{"lang": "ru", "place": "шаг 13", "black": true, "now": "<b>x</b>"})
		must(t, p.Wait(`document.getElementById('black').getAttribute('aria-pressed') === 'true' && document.getElementById('next').innerText.trim() === 'Дальше'`))
		says(t, p, "<b>x</b>")
		must(t, p.Wait(`document.getElementById('notes').hidden && document.getElementById('voted').textContent === ''`))
		sound(t, p, "black, in Russian")
		look(t, p, name+"-black")
		offline(t, p, true)
		tap(t, p, "#next")
		must(t, p.Wait(`document.getElementById('trouble').textContent !== ''`))
		n := len(h.orders())
		offline(t, p, false)
		must(t, p.Wait(`document.getElementById('trouble').textContent.startsWith('Команда могла')`))
		if more := h.orders()[n:]; len(more) > 0 {
			t.Errorf("an order that failed was sent again: %v", more)
		}
		must(t, h.end())
		says(t, p, "Комната закрыта.")
		for _, line := range p.Problems() {
			if !strings.Contains(line, "ERR_INTERNET_DISCONNECTED") && !strings.Contains(line, "Fetch net::") && !strings.Contains(line, "404") {
				t.Error(line)
			}
		}
	}
}

// steers presses each button and checks that each press makes one order.
func steers(t *testing.T, h *roomServer, p *Page) {
	t.Helper()
	for i, id := range []string{"next", "back", "black", "wipe"} {
		tap(t, p, "#"+id)
		h.ordered(i, id)
	}
	if got := h.orders(); len(got) != 4 {
		t.Errorf("four presses made %d orders: %v", len(got), got)
	}
}

// draws moves the pointer on the drawing area of the phone (the pad) and draws a
// line, and checks the resulting orders.
func draws(t *testing.T, h *roomServer, p *Page) {
	t.Helper()
	box := eval[[]float64](t, p, `(document.getElementById('pad').scrollIntoView({block: 'end'}), (r => [r.x, r.y, r.width, r.height])(document.getElementById('pad').getBoundingClientRect()))`)
	at := func(x, y float64) (float64, float64) { return box[0] + x*box[2], box[1] + y*box[3] }
	slide := func() {
		x, y := at(0.25, 0.5)
		must(t, p.Touch(x, y))
		for i := range 60 {
			x, y = at(0.25+float64(i)/120, 0.5)
			must(t, p.Slide(x, y))
		}
	}
	before := len(h.orders())
	eval[bool](t, p, `(() => { // notes when the page sends
		const ask = fetch, now = Date.now
		let told = 0 // the time that the page goes by: it may be stopped before it sends
		window.sent = []
		Date.now = () => told = now()
		fetch = (...request) => {
			if (request[1]?.method === 'POST') sent.push(told)
			return ask(...request)
		}
		return true
	})()`)
	slide()
	must(t, p.Lift())
	var points []map[string]any
	eventually(t, "the pointer to go", func() bool {
		points = h.orders()[before:]
		return len(points) > 0 && points[len(points)-1]["at"] == nil
	}, func() any { return points })
	if len(points) < 2 {
		t.Errorf("the orders are %v", points)
	}
	if shortest := eval[float64](t, p, `Math.min(...sent.slice(1).map((at, i) => at - sent[i]))`); shortest < 66 {
		t.Errorf("two points were sent within %.0f ms; at most 15 a second may be", shortest)
	}
	first := places(t, []any{points[0]["at"]})[0]
	if first[0] < 0.2 || first[0] > 0.3 || first[1] < 0.45 || first[1] > 0.55 {
		t.Errorf("the first point is %v", first)
	}

	tap(t, p, "#draw")
	must(t, p.Wait(`document.getElementById('draw').getAttribute('aria-pressed') === 'true'`))
	before = len(h.orders())
	slide()
	must(t, p.Lift())
	look(t, p, fmt.Sprintf("hand-%.0f-drawn", box[2]))
	eval[bool](t, p, `(document.getElementById('wipe').click(), true)`)
	h.ordered(before, "wipe") // when this order has arrived, the whole line has arrived too
	last, drawn := []float64{}, h.orders()[before:]
	for _, order := range drawn[:len(drawn)-1] {
		if order["do"] != "stroke" {
			t.Errorf("drawing gave the order %v", order)
			continue
		}
		line := places(t, order["points"])
		if len(line) < 1 || len(line) > 100 {
			t.Errorf("a line of %d points", len(line))
		}
		if len(last) > 0 && (line[0][0] != last[0] || line[0][1] != last[1]) {
			t.Errorf("a line ends at %v and goes on at %v", last, line[0])
		}
		last = line[len(line)-1]
	}
	if len(last) == 0 || last[0] < 0.7 {
		t.Errorf("the line ends at %v", last)
	}
}

// TestVoteFromAHandThatHadToWait checks that a double press counts once. It also
// checks that a press that had to wait for more than two seconds behind a hanging
// request is dropped, because it is outdated.
func TestVoteFromAHandThatHadToWait(t *testing.T) {
	h := openRoom(t, true)
	h.put("/desk", example(t, "desk"))
	p := openAny(t, h.address+"/hand.html#"+h.room.Code+"."+h.room.Secret, View{Width: 390, Height: 844, Touch: true})
	says(t, p, "step 12 of 40")
	eval[bool](t, p, `(document.getElementById('next').click(), document.getElementById('next').click(), true)`)
	h.ordered(0, "next")
	hold := make(chan struct{})
	h.hanging.Store(&hold)
	eval[bool](t, p, `(document.getElementById('back').click(), document.getElementById('black').click(), true)`)
	eval[bool](t, p, `(() => { // what has waited for two seconds is stale
		const now = Date.now
		Date.now = () => now() + 2500
		return true
	})()`)
	h.hanging.Store(nil)
	close(hold)
	says(t, p, "It may not have arrived.")
	sound(t, p, "had to wait")
	tap(t, p, "#wipe")
	h.ordered(0, "wipe")
	var got []string
	for _, order := range h.orders() {
		got = append(got, order["do"].(string))
	}
	if strings.Join(got, " ") != "next back wipe" {
		t.Errorf("the orders are %v", got)
	}
}
