package e2e

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hopyard/scenarios"
	"hopyard/web/rooms/roomstest"
)

// asked steps a lecture forward to a question of the given form, without opening a
// vote.
func asked(t *testing.T, beamer *Page, form string) {
	t.Helper()
	for range 60 {
		must(t, beamer.Wait(lectures))
		if eval[bool](t, beamer, `document.documentElement.dataset.then === '3'`) {
			if eval[bool](t, beamer, fmt.Sprintf(`hopyard.hall.ballot()?.ballot.form === %q`, form)) {
				return
			}
			eval[bool](t, beamer, `(document.querySelector('[data-ask=skip]').click(), true)`)
			must(t, beamer.Wait(`!hopyard.state().asking`))
			continue
		}
		step := eval[string](t, beamer, `document.documentElement.dataset.step + document.documentElement.dataset.then`)
		must(t, beamer.Press("PageDown"))
		must(t, beamer.Wait(fmt.Sprintf(`document.documentElement.dataset.step + document.documentElement.dataset.then !== %q`, step)))
	}
	t.Fatalf("no question of the form %s", form)
}

// votes sends an answer from each voter, as phones do. It first waits until the
// server reports that the round is open, because the page on the projector shows
// the phase before the server knows it.
func votes(t *testing.T, c *roomstest.Client, room roomstest.Room, question, round int, tokens, answers []string) {
	t.Helper()
	must(t, c.Opened(room.Code, question, round))
	for i, answer := range answers {
		status, err := c.Vote(room.Code, tokens[i], question, round, answer)
		must(t, err)
		if status != http.StatusNoContent {
			t.Fatalf("the vote %q: %d", answer, status)
		}
	}
}

// joins adds n voters to a room and returns their tokens.
func joins(t *testing.T, c *roomstest.Client, room roomstest.Room, n int) (tokens []string) {
	t.Helper()
	for range n {
		token, err := c.Join(room.Code)
		must(t, err)
		tokens = append(tokens, token)
	}
	return tokens
}

// checkReadable reports an error if the audience cannot read a part of the page
// about the vote: a text overflows, overlaps others or is outside the screen, or it
// is smaller than 9.5 pixels times the zoom factor of the lecture (--z).
func checkReadable(t *testing.T, beamer *Page, state string) {
	t.Helper()
	found := eval[[]string](t, beamer, `(() => {
		const out = [], z = parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--z'))
		const part = ['hall-join', 'hall-result'].map(id => document.getElementById(id)).find(e => !e.hidden) ?? document.getElementById('hall-strip')
		if (part.scrollHeight > part.clientHeight + 1) out.push(part.id + ' is ' + part.scrollHeight + ' high in ' + part.clientHeight)
		if (part.scrollWidth > part.clientWidth + 1) out.push(part.id + ' is ' + part.scrollWidth + ' wide in ' + part.clientWidth)
		const box = e => { const r = document.createRange(); r.selectNodeContents(e); return [...r.getClientRects()].filter(b => b.width > 1) }
		const texts = [...part.querySelectorAll('p, b, th, small, h2, em')].filter(e => e.getClientRects().length)
		for (const e of texts) {
			const size = parseFloat(getComputedStyle(e).fontSize) * (e.currentCSSZoom ?? 1)
			if (e.textContent && size < 9.5 * z) out.push(size.toFixed(1) + ' of ' + z + ' for: ' + e.textContent.slice(0, 40))
			for (const b of box(e)) if (b.right > innerWidth + 1 || b.bottom > innerHeight + 1 || b.left < -1 || b.top < -1) { out.push('beyond the picture: ' + e.textContent.slice(0, 40)); break }
		}
		if (part.id === 'hall-strip') {
			const strip = part.getBoundingClientRect()
			const over = b => b.left < strip.right - 1 && b.right > strip.left + 1 && b.top < strip.bottom - 1 && b.bottom > strip.top + 1
			for (const e of document.querySelectorAll('#why h2 small, #why-sentence, .ask-lead, .ask-prompt, .ask-facts, .ask-options')) if (e.getClientRects().length && box(e).some(over)) out.push('the strip covers ' + (e.id || e.className))
		}
		return out
	})()`)
	for _, problem := range found {
		t.Errorf("%s: %s", state, problem)
	}
}

// TestTheHallIsReadable checks the page on the projector in each phase of a vote.
// It uses the usual sizes of projectors, and seven rows of long texts. Everything
// must be on screen without overlaps, and the text must be large enough for the
// last row of the audience.
func TestTheHallIsReadable(t *testing.T) {
	for _, v := range []View{{Language: "en"}, {Language: "ru", Theme: "dark"}} {
		h := openRoom(t, true)
		l, _ := scenarios.Find("easy-hole")
		v.Width, v.Height, v.Still = 1024, 768, true
		beamer := openAny(t, h.address+"/?lang="+v.Language+"#1.j."+base64.RawURLEncoding.EncodeToString(l.Source)+"&lecture=1&predict=1", v)
		must(t, beamer.Wait(lectures))
		shown := func(state string) {
			t.Helper()
			for _, size := range [][2]int64{{1024, 768}, {1920, 1080}} {
				v.Width, v.Height = size[0], size[1]
				must(t, beamer.do(v.apply()))
				must(t, beamer.Wait(fmt.Sprintf(`innerWidth === %d && Math.abs(parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--z')) - Math.min(innerWidth / 600, innerHeight / 430)) < 0.01`, size[0])))
				eval[any](t, beamer, `new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn(1))))`)
				name := fmt.Sprintf("hall-%s-%s-%d", v.Language, state, size[0])
				checkReadable(t, beamer, name)
				look(t, beamer, name)
			}
		}
		must(t, beamer.Press("v"))
		must(t, beamer.Wait(`document.querySelector('#hall-join .hall-qr')?.firstChild`))
		room := roomstest.Room{Code: eval[string](t, beamer, `JSON.parse(sessionStorage['hopyard.hall']).code`)}
		shown("join")
		must(t, beamer.Press("v"))
		asked(t, beamer, "jobs")
		shown("wait")
		tokens := joins(t, &h.client, room, 60)
		next := func(into string) {
			t.Helper()
			must(t, beamer.Press("PageDown"))
			phase(t, beamer, into)
		}
		next("vote")
		jobs := eval[[]string](t, beamer, `[...new Set([...JSON.parse(sessionStorage['hopyard.hall']).asked.ballot.options.map(o => o.answer), '0', '1', '2', '3'])].slice(0, 5)`)
		all := []string{"-"}
		for i := range 1 << len(jobs) {
			var some []string
			for k, job := range jobs {
				if i>>k&1 == 1 {
					some = append(some, job)
				}
			}
			if some != nil {
				all = append(all, strings.Join(some, ","))
			}
		}
		answers := make([]string, 60)
		for i := range answers {
			answers[i] = all[i*i%len(all)]
			if i%3 == 0 {
				answers[i] = all[i%len(all)]
			}
		}
		votes(t, &h.client, room, 1, 1, tokens, answers)
		must(t, beamer.Wait(`document.getElementById('hall-strip').innerText.match(/60.*60/)`))
		shown("vote")
		next("discuss")
		shown("discuss")
		next("revote")
		votes(t, &h.client, room, 1, 2, tokens, slices.Concat(answers[20:], answers[:20]))
		must(t, beamer.Wait(`document.getElementById('hall-strip').innerText.match(/60.*60/)`))
		shown("revote")
		next("bars")
		must(t, beamer.Wait(`document.querySelectorAll('#hall-result tbody tr').length === 7`))
		shown("bars")
		next("reveal")
		must(t, beamer.Wait(`document.querySelectorAll('#hall-result tbody tr').length === 7`))
		shown("reveal")
		if v.Language == "en" {
			for _, view := range []View{{Width: 1280, Height: 800}, {Width: 390, Height: 844, Touch: true}} {
				speaker, err := beamer.Beside(h.address+"/#speaker="+eval[string](t, beamer, `sessionStorage['hopyard.lecture.id']`), view)
				must(t, err)
				t.Cleanup(speaker.Close)
				shows(t, speaker, "speaker-votes", "60 in the room")
				sound(t, speaker, "the speaker's window")
				look(t, speaker, fmt.Sprintf("hall-speaker-%d", view.Width))
			}
		}
	}
}
