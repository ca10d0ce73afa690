package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// phones lists five phones that differ in size, theme and language.
var phones = []struct {
	name string
	view View
}{
	{"light", View{Width: 390, Height: 844, Touch: true}},
	{"small", View{Width: 320, Height: 640, Touch: true}},
	{"dark", View{Width: 390, Height: 844, Touch: true, Theme: "dark"}},
	{"zh", View{Width: 390, Height: 844, Touch: true, Language: "zh-CN"}},
	{"ru", View{Width: 390, Height: 844, Touch: true, Language: "ru"}},
}

// likes replaces letters of room codes by characters that look similar. The
// replacement of K is the Cyrillic letter.
var likes = strings.NewReplacer("L", "1", "Q", "o", "Z", "2", "S", "5", "G", "6", "B", "8", "V", "u", "K", "К")

// says waits until the page contains the text.
func says(t *testing.T, p *Page, text string) {
	t.Helper()
	must(t, p.Wait(`document.body.innerText.includes(`+strconv.Quote(text)+`)`))
}

// marksAndSends marks the options with the given answers, and sends them.
func marksAndSends(t *testing.T, p *Page, marks ...string) {
	t.Helper()
	for _, mark := range marks {
		tap(t, p, fmt.Sprintf(`input[value=%q]`, mark))
		must(t, p.Wait(fmt.Sprintf(`document.querySelector('input[value=%q]').checked`, mark)))
	}
	sends(t, p)
}

// sends presses the send button and waits until the server has acknowledged the
// answer.
func sends(t *testing.T, p *Page) {
	t.Helper()
	tap(t, p, "#send")
	must(t, p.Wait(`document.getElementById('send').classList.contains('sent')`))
}

// sound reports an error if a page is wider than its window, if it shows "[object
// …]" in place of a text, or if axe-core finds anything.
func sound(t *testing.T, p *Page, state string) {
	t.Helper()
	if wide := eval[int](t, p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		t.Errorf("%s: %d pixels wider than the window", state, wide)
	}
	if eval[bool](t, p, `document.body.innerText.includes('[object')`) {
		t.Errorf("%s: something is no text", state)
	}
	findings, err := p.Axe()
	must(t, err)
	for _, f := range findings {
		t.Errorf("%s: axe: %s", state, f)
	}
}

// TestVote holds two votes on a question with five voters. The voters join by the
// address or by typing the code, answer by touch, change their answers, reload, and
// lose the network. One of them comes late. At the end, every voter must count
// once, with the last answer.
func TestVote(t *testing.T) {
	h := openRoom(t, true)
	h.tell("wait", nil)
	var pages []*Page
	everywhere := func(state string, texts ...string) {
		t.Helper()
		for i, p := range pages {
			for _, text := range texts {
				says(t, p, text)
			}
			sound(t, p, phones[i].name+", "+state)
			look(t, p, state+"-"+phones[i].name)
		}
	}
	for i, phone := range phones[:4] { // the fifth voter comes late
		if i%2 == 0 {
			pages = append(pages, openAny(t, h.address+"/vote#"+h.room.Code, phone.view))
			continue
		}
		p := openAny(t, h.address+"/vote.html", phone.view)
		must(t, p.Wait(`document.activeElement.id === 'code'`))
		sound(t, p, "code")
		look(t, p, "code-"+phone.name)
		must(t, p.Type(strings.ToLower(h.room.Code[:3])+" "+likes.Replace(h.room.Code[3:])))
		must(t, p.Press("Enter"))
		pages = append(pages, p)
	}
	everywhere("wait", h.room.Code, "You are in.")

	h.tell("vote", nil)
	everywhere("vote", "Which of the waiting jobs start now?")
	tap(t, pages[0], `.touch`) // touches job 4 in the picture
	must(t, pages[0].Wait(`document.querySelector('input[value="4"]').checked && document.getElementById('send').textContent === 'Send: Job 4'`))
	look(t, pages[0], "vote-marked-light")
	sends(t, pages[0])
	look(t, pages[0], "vote-sent-light")
	marksAndSends(t, pages[1], "4", "5")
	marksAndSends(t, pages[1], "-") // "none" replaces the other answers
	marksAndSends(t, pages[2], "5")
	marksAndSends(t, pages[3], "4", "5")
	must(t, pages[0].reload())
	must(t, pages[0].Wait(`document.querySelector('input[value="4"]')?.checked`))
	marksAndSends(t, pages[0], "5") // job 4 is still marked, so this sends 4 and 5
	must(t, pages[0].reload())
	must(t, pages[0].Wait(`document.querySelector('input[value="4"]')?.checked && document.getElementById('send').classList.contains('sent')`))

	h.tell("discuss", nil)
	everywhere("discuss", "Talk to your neighbour.", "Your answer: ")
	if first, joined := h.votes(1, 1); joined != 4 || !slices.Equal(slices.Sorted(maps.Values(first)), []string{"-", "4,5", "4,5", "5"}) {
		t.Fatalf("%d joined; the first vote is %v", joined, first)
	}
	pages = append(pages, openAny(t, h.address+"/vote.html#"+strings.ToLower(h.room.Code), phones[4].view))
	says(t, pages[4], "You have not answered.")
	look(t, pages[4], "discuss-late")

	h.tell("revote", nil)
	everywhere("revote", "second vote open")
	says(t, pages[1], "Your first answer: None of them")
	says(t, pages[4], "You have not answered in the first vote.")
	for _, p := range pages {
		if eval[bool](t, p, `!!document.querySelector('input:checked')`) {
			t.Error("the first answer is marked in the second vote")
		}
	}
	for _, p := range pages[:4] {
		marksAndSends(t, p, "5")
	}
	offline(t, pages[3], true)
	tap(t, pages[3], `input[value="4"]`)
	tap(t, pages[3], "#send") // sends 4 and 5
	says(t, pages[3], "No connection. Trying again…")
	says(t, pages[3], "Sending: Job 4, Job 5…")
	sound(t, pages[3], "without a network")
	look(t, pages[3], "offline-zh")
	offline(t, pages[3], false)
	must(t, pages[3].Wait(`document.getElementById('send').classList.contains('sent') && document.getElementById('told').textContent.startsWith('Sent.')`))
	must(t, pages[3].Wait(`document.getElementById('trouble').textContent === ''`))
	marksAndSends(t, pages[4], "5")

	h.tell("bars", nil)
	everywhere("bars", "The vote is closed.", "Look at the screen.", "Your second answer: Job ")
	h.tell("reveal", nil)
	everywhere("reveal", "Job 5 starts.", "job 4 cannot start before 1:00")
	says(t, pages[2], "That is right.")
	says(t, pages[3], "Together they need 36 nodes, 14 are free.")
	second, joined := h.votes(1, 2)
	if joined != 5 || !slices.Equal(slices.Sorted(maps.Values(second)), []string{"4,5", "5", "5", "5", "5"}) {
		t.Errorf("%d joined; the second vote is %v", joined, second)
	}
	h.tell("over", nil)
	everywhere("over", "This room is over.")
	for i, p := range pages {
		for _, line := range p.Problems() {
			if i != 3 || !strings.Contains(line, "ERR_INTERNET_DISCONNECTED") && !strings.Contains(line, "Fetch net::") {
				t.Errorf("%s: %s", phones[i].name, line)
			}
		}
	}
}

// TestVoteShowsNoHTML checks that the page shows the texts of a room as plain text,
// even if they contain HTML. No script in a picture may run.
func TestVoteShowsNoHTML(t *testing.T) {
	h := openRoom(t, true)
	const evil = `<img src=x onerror="window.ran=1"><script>window.ran=1</script><b>x</b>`
	p := openAny(t, h.address+"/vote#"+h.room.Code, phones[0].view)
	says(t, p, "You are in.")
	hostile := func(state map[string]any) {
		var spoil func(v any) any
		spoil = func(v any) any {
			switch v := v.(type) {
			case string:
				return evil + v
			case []any:
				for i := range v {
					v[i] = spoil(v[i])
				}
			case map[string]any:
				for k := range v {
					if k == "svg" || k == "dark" {
						v[k] = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="parent.ran=1"><script>parent.ran=1</script><foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="` + h.address + `/s/spy" onerror="top.ran=1"/></foreignObject></svg>`
					} else if k != "form" {
						v[k] = spoil(v[k])
					}
				}
			}
			return v
		}
		for _, key := range []string{"ballot", "reveal"} {
			if state[key] != nil {
				state[key] = spoil(state[key])
			}
		}
	}
	for _, name := range []string{"vote", "choice", "number", "time", "reveal"} {
		h.tell(name, hostile)
		says(t, p, evil)
		if got := eval[string](t, p, `String(window.ran) + document.querySelectorAll('main script, main b b, [onerror], main img[src=x]').length`); got != "undefined0" {
			t.Errorf("%s: %s", name, got)
		}
	}
	h.tell("vote", func(state map[string]any) {
		maps.Copy(state, map[string]any{"ballot": map[string]any{"form": 7, "options": "x", "pictures": map[string]any{"svg": 1}, "ask": []int{1}}, "lang": "<b>"})
	})
	must(t, p.Wait(`document.querySelector('.ask')?.textContent === ''`))
	for _, line := range p.Problems() {
		t.Error(line)
	}
}

// TestVoteThatComesTooLate sends an answer without a network, after which the vote
// is closed. It checks that the page then says that the answer may not have
// counted, and that the previous answer counts.
func TestVoteThatComesTooLate(t *testing.T) {
	h := openRoom(t, true)
	h.tell("vote", nil)
	p := openAny(t, h.address+"/vote#"+h.room.Code, phones[0].view)
	says(t, p, "Which of the waiting jobs start now?")
	marksAndSends(t, p, "5")
	offline(t, p, true)
	answersOffline := func(mark string) {
		tap(t, p, fmt.Sprintf(`input[value=%q]`, mark))
		tap(t, p, "#send")
		says(t, p, "No connection. Trying again…")
	}
	answersOffline("4")
	h.tell("bars", func(state map[string]any) { state["round"] = 1 })
	must(t, p.do(chromedp.Navigate("about:blank"))) // stands for a phone that sleeps and is opened again
	offline(t, p, false)
	must(t, p.do(chromedp.Navigate(h.address+"/vote#"+h.room.Code)))
	says(t, p, "Your answer: Job 5")
	says(t, p, "It may not have counted: Job 4, Job 5")
	sound(t, p, "late")
	look(t, p, "late-light")
	if got, joined := h.votes(1, 1); joined != 1 || got[1] != "5" {
		t.Errorf("%d joined; counted is %v", joined, got)
	}
	must(t, h.end())
	says(t, p, "This room is over.")
}
