package e2e

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hopyard/scenarios"
	"hopyard/web/rooms/roomstest"
)

// TestAHostileHall simulates a thousand voters. A third of them send invalid
// answers, such as HTML, scripts and spreadsheet formulas, and the others send
// hundreds of different answers. The test checks that no script runs, that seven
// rows of results are shown, and that the saved CSV contains each vote as plain
// text.
func TestAHostileHall(t *testing.T) {
	h := openRoom(t, true)
	l, _ := scenarios.Find("easy-hole")
	beamer := openAny(t, h.address+"/#1.j."+base64.RawURLEncoding.EncodeToString(l.Source)+"&lecture=1&predict=1", View{Width: 1024, Height: 768})
	must(t, beamer.Wait(lectures))
	must(t, beamer.Press("v"))
	must(t, beamer.Wait(`sessionStorage['hopyard.hall']`))
	room := roomstest.Room{Code: eval[string](t, beamer, `JSON.parse(sessionStorage['hopyard.hall']).code`), Secret: eval[string](t, beamer, `JSON.parse(sessionStorage['hopyard.hall']).secret`)}
	must(t, beamer.Press("v"))
	asked(t, beamer, "time")
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "vote")
	right := eval[string](t, beamer, `new Promise(done => { const a = JSON.parse(sessionStorage['hopyard.hall']).asked; hopyard.hall.judge(a.step, a.kind, a.form, ['0:00'], r => done(r.right)) })`)
	evil := []string{
		`<img src=x onerror="window.ran=1">`, `<script>window.ran=1</script>`, `"><svg onload=window.ran=1>`, `javascript:window.ran=1`,
		`=HYPERLINK("http://example.org","x")`, `+1+1`, `-2+3`, `@SUM(1)`, ` =1+1`, `","x"`, `__proto__`, `constructor`, strings.Repeat("W", 500),
	}
	var tokens, answers []string
	const voters = 1000
	for i := range voters {
		switch {
		case i == 0:
			answers = append(answers, right)
		case i%3 == 0:
			answers = append(answers, evil[i/3%len(evil)])
		default:
			answers = append(answers, fmt.Sprintf("%d:%02d", i/60, i%60))
		}
	}
	for len(tokens) < voters {
		token, err := h.client.Join(room.Code)
		if err != nil && strings.Contains(err.Error(), "429") { // the server allows 600 requests at once, then 20 per second
			time.Sleep(time.Second)
			continue
		}
		must(t, err)
		tokens = append(tokens, token)
	}
	must(t, h.client.Opened(room.Code, 1, 1))
	for i, token := range tokens {
		if status, err := h.client.Vote(room.Code, token, 1, 1, answers[i]); err != nil || status != http.StatusNoContent {
			t.Fatalf("the vote %q: %d, %v", answers[i], status, err)
		}
	}
	must(t, beamer.Wait(`document.getElementById('hall-strip').innerText.includes('1000 of 1000 answered')`))
	phone := openAny(t, h.address+"/vote#"+room.Code, phones[1].view)
	for _, into := range []string{"discuss", "revote", "bars", "reveal"} {
		must(t, beamer.Press("PageDown"))
		phase(t, beamer, into)
		if into == "bars" || into == "reveal" {
			must(t, beamer.Wait(`document.querySelectorAll('#hall-result tbody tr').length === 7`))
			checkReadable(t, beamer, into)
		}
	}
	must(t, beamer.Wait(`document.querySelectorAll('#hall-result tr.right').length === 1`))
	look(t, beamer, "hall-hostile")
	says(t, phone, right)
	if ran := eval[string](t, beamer, `String(window.ran) + document.querySelectorAll('#hall-result :is(img, script, svg)').length`); ran != "undefined0" {
		t.Errorf("what came from phones ran: %s", ran)
	}
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "wait")
	eval[bool](t, beamer, `!!(hopyard.save = (name, type, text) => { window.saved = text })`)
	speaker := speakerAt(t, beamer, h.address)
	must(t, speaker.Click(`[data-does="save"]`))
	must(t, beamer.Wait(`window.saved`))
	lines, err := csv.NewReader(strings.NewReader(eval[string](t, beamer, `saved`))).ReadAll()
	must(t, err)
	if len(lines) != voters+1 {
		t.Errorf("saved are %d lines", len(lines))
	}
	seen := map[string]int{}
	for _, line := range lines[1:] {
		seen[line[3]]++
		if strings.ContainsAny(strings.TrimSpace(line[4])[:1], "=+-@") {
			t.Errorf("a spreadsheet would compute %q", line[4])
		}
	}
	for i := range voters {
		if seen[strconv.Itoa(i+1)] != 1 {
			t.Errorf("voter %d has %d lines", i+1, seen[strconv.Itoa(i+1)])
		}
	}
	for _, p := range slices.Concat(beamer.Problems(), phone.Problems(), speaker.Problems()) {
		if !strings.Contains(p, "409") { // status 409 is expected, because the room is full
			t.Error(p)
		}
	}
}

// TestARoomEndsOnTheServer deletes a room on the server during a lecture. The page
// on the projector must report that. The key v must then open a new room.
func TestARoomEndsOnTheServer(t *testing.T) {
	h := openRoom(t, true)
	beamer, code := beamerOf(t, h.address, "easy-hole", View{Width: 1280, Height: 720})
	secret := eval[string](t, beamer, `JSON.parse(sessionStorage['hopyard.hall']).secret`)
	speaker := speakerAt(t, beamer, h.address)
	shows(t, speaker, "speaker-room", code)
	a, err := h.client.Ask("DELETE", "/"+code, secret, "")
	must(t, err)
	if a.Status != http.StatusNoContent {
		t.Fatalf("DELETE: %d", a.Status)
	}
	must(t, beamer.Wait(`!document.getElementById('lecture-held').hidden && document.getElementById('lecture-held').innerText.startsWith('The room is over') && !document.documentElement.hasAttribute('data-hall')`))
	shows(t, speaker, "speaker-votes", "The room is over")
	axe(t, beamer)
	must(t, beamer.Press("v"))
	must(t, beamer.Wait(`document.querySelector('#hall-join:not([hidden]) .hall-code')?.innerText.length === 6 && document.getElementById('lecture-held').hidden`))
	if anew := eval[string](t, beamer, `document.querySelector('#hall-join .hall-code').innerText`); anew == code {
		t.Errorf("the room that is over opened again: %s", code)
	}
	shows(t, speaker, "speaker-votes", "0 in the room")
}
