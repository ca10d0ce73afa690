package e2e

import (
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"hopyard/web/rooms/roomstest"
)

// drive is a lecture. It consists of the page on the projector (beamer), the
// speaker's window, the speaker's phone (hand), and five phones of voters.
type drive struct {
	t                     *testing.T
	address               string
	client                roomstest.Client
	room                  roomstest.Room
	beamer, speaker, hand *Page
	phones                []*Page
	four, five            string // answers for job 4 and for job 5
}

// next clicks "next" in the speaker's window. It waits for the phase in the
// parameter into. The speaker's window must then describe what the next click will
// do, as in the parameter then.
func (d *drive) next(into, then string) {
	d.t.Helper()
	must(d.t, d.speaker.Click(`[data-does="next"]`))
	phase(d.t, d.beamer, into)
	shows(d.t, d.speaker, "speaker-then", then)
}

// taps presses a button on the speaker's phone and waits for the phase in the
// parameter into. Before pressing, it waits, because the phone ignores a second
// press within a quarter of a second.
func (d *drive) taps(id, into string) {
	d.t.Helper()
	must(d.t, d.hand.Wait(`!window.tapped || Date.now() - tapped > 300`))
	tap(d.t, d.hand, "#"+id)
	eval[bool](d.t, d.hand, `!!(window.tapped = Date.now())`)
	phase(d.t, d.beamer, into)
}

// counts waits until the page on the projector and the speaker's window both show
// the given text, which contains the number of answers.
func (d *drive) counts(text string) {
	d.t.Helper()
	must(d.t, d.beamer.Wait(fmt.Sprintf(`document.getElementById('hall-strip')?.innerText.includes(%q)`, text)))
	shows(d.t, d.speaker, "speaker-votes", text)
}

// ready waits until the phone with the given index shows the question and has not
// sent an answer to it. It returns the phone.
func (d *drive) ready(i int) *Page {
	d.t.Helper()
	must(d.t, d.phones[i].Wait(`document.querySelector('input[value="`+d.five+`"]') && !document.getElementById('foot').hidden && !document.getElementById('send').classList.contains('sent')`))
	return d.phones[i]
}

// sleeps simulates that the lecturer's laptop sleeps while the function meanwhile
// runs. Requests of the page on the projector do not reach the network, and pending
// requests get no answer. HOPYARD_ASLEEP=1m extends the sleep. Freezing the page
// instead would not work: a browser without windows does not draw a page again
// after freezing it.
func (d *drive) sleeps(meanwhile func()) {
	d.t.Helper()
	offline(d.t, d.beamer, true)
	meanwhile()
	if long, err := time.ParseDuration(os.Getenv("HOPYARD_ASLEEP")); err == nil {
		time.Sleep(long)
	}
	offline(d.t, d.beamer, false)
}

// opensLecture opens the page on the projector, the speaker's window and five
// phones. It steps to the first question to be voted on.
func opensLecture(t *testing.T, address, base string) *drive {
	t.Helper()
	d := &drive{t: t, address: address, client: roomClient(base)}
	d.beamer, d.room.Code = beamerOf(t, address, "easy-hole", View{Width: 1280, Height: 720})
	d.room.Secret = eval[string](t, d.beamer, `JSON.parse(sessionStorage['hopyard.hall']).secret`)
	d.speaker = speakerAt(t, d.beamer, address)
	for _, p := range phones {
		d.phones = append(d.phones, openAny(t, address+"/vote.html#"+d.room.Code, p.view))
	}
	shows(t, d.speaker, "speaker-votes", "5 in the room")
	must(t, d.speaker.Click(`[data-does="room"]`))
	must(t, d.beamer.Wait(`document.getElementById('hall-join').hidden`))
	stands(t, d.beamer)
	picked := row(5) + `.dataset.pick`
	d.five = eval[string](t, d.beamer, picked)
	d.four = eval[string](t, d.beamer, strings.ReplaceAll(picked, "Job 5", "Job 4"))
	shows(t, d.speaker, "speaker-then", "opens the vote on the phones")
	return d
}

// firstVote holds the first vote. During the vote, the page on the projector, the
// speaker's window and a phone are reloaded, and the laptop sleeps.
func (d *drive) firstVote() {
	t := d.t
	t.Helper()
	d.next("vote", "closes the vote: neighbours talk")
	marksAndSends(t, d.ready(0), d.five)
	marksAndSends(t, d.ready(1), "-")
	d.counts("2 of 5 answered")
	must(t, d.beamer.Wait(Written))
	must(t, d.beamer.reload())
	must(t, d.beamer.Wait(lectures))
	phase(t, d.beamer, "vote")
	d.counts("2 of 5 answered")
	must(t, d.beamer.Wait(`document.documentElement.dataset.then === '3'`))
	must(t, d.speaker.reload())
	must(t, d.speaker.Wait(`document.getElementById('speaker-step')?.innerText`))
	d.counts("2 of 5 answered")
	shows(t, d.speaker, "speaker-then", "closes the vote: neighbours talk")
	must(t, d.phones[1].reload())
	must(t, d.phones[1].Wait(`document.getElementById('send').classList.contains('sent')`))
	d.inTheHand()
	d.sleeps(func() {
		marksAndSends(t, d.ready(2), "-")
		marksAndSends(t, d.ready(3), d.four)
		marksAndSends(t, d.ready(4), d.four, d.five)
	})
	d.counts("5 of 5 answered")
}

// inTheHand opens the page for the speaker's phone, and checks that it moves the
// pointer on the projected page.
func (d *drive) inTheHand() {
	t := d.t
	t.Helper()
	must(t, d.speaker.Click(`[data-does="hand"]`))
	must(t, d.speaker.Wait(`document.querySelector('#speaker-hand:not([hidden]) .hall-qr > *')`))
	must(t, d.speaker.Click(`[data-does="hand"]`))
	d.hand = openAny(t, d.address+"/hand.html#"+d.room.Code+"."+d.room.Secret, View{Width: 390, Height: 844, Touch: true})
	says(t, d.hand, "closes the vote: neighbours talk")
	says(t, d.hand, "2 of 5 answered")
	must(t, d.hand.rests("#pad"))
	at := eval[[]float64](t, d.hand, `(r => [r.x + r.width / 2, r.y + r.height / 2])((document.getElementById('pad').scrollIntoView({block: 'end'}), document.getElementById('pad').getBoundingClientRect()))`)
	must(t, d.hand.Touch(at[0], at[1]))
	must(t, d.hand.Slide(at[0]+9, at[1]+9))
	must(t, d.beamer.Wait(`document.getElementById('lecture-laser').dataset.dot === '1'`))
	must(t, d.hand.Lift())
}

// steps uses the speaker's phone to end the first vote and to open the second.
func (d *drive) steps() {
	t := d.t
	t.Helper()
	says(t, d.hand, "5 of 5 answered")
	d.taps("next", "discuss")
	shows(t, d.speaker, "speaker-then", "opens the second vote")
	says(t, d.hand, "opens the second vote")
	for _, p := range d.phones {
		must(t, p.Wait(`document.getElementById('foot').hidden`))
	}
	d.taps("back", "vote")
	d.taps("next", "discuss")
	d.taps("next", "revote")
}

// secondVote collects answers from four voters, one of whom changes the answer.
// Then it shows the bars, reloads the page on the projector, and reveals the right
// answer.
func (d *drive) secondVote() {
	t := d.t
	t.Helper()
	for _, i := range []int{0, 1, 2, 3} {
		mark := []string{d.five, d.five, "-", d.four}[i]
		marksAndSends(t, d.ready(i), mark)
	}
	d.counts("4 of 5 answered")
	tap(t, d.phones[3], `input[value="`+d.four+`"]`)
	marksAndSends(t, d.phones[3], d.five)
	must(t, d.phones[3].reload())
	must(t, d.phones[3].Wait(`document.getElementById('send').classList.contains('sent')`))
	d.counts("4 of 5 answered")
	d.next("bars", "shows the right answer")
	bars := `document.getElementById('hall-result').innerText`
	must(t, d.beamer.Wait(bars+`.includes('75 %')`))
	must(t, d.beamer.Wait(Written))
	must(t, d.beamer.reload())
	must(t, d.beamer.Wait(lectures))
	phase(t, d.beamer, "bars")
	must(t, d.beamer.Wait(bars+`.includes('75 %') && `+bars+`.includes('40 %')`))
	for _, not := range []string{"right", "overtake"} {
		if strings.Contains(strings.ToLower(eval[string](t, d.beamer, bars)), not) {
			t.Errorf("the bars tell %q before the key", not)
		}
	}
	d.next("reveal", "goes back to the run")
	must(t, d.beamer.Wait(bars+`.includes('overtake')`))
	for _, p := range d.phones {
		must(t, p.Wait(`document.body.innerText.includes('0:41')`))
	}
}

// ends saves the votes as a file, requests them from the server, and checks that
// each vote counts once.
func (d *drive) ends() {
	t := d.t
	t.Helper()
	d.next("wait", "")
	eval[bool](t, d.beamer, `!!(hopyard.save = (name, type, text) => { window.saved = text })`)
	must(t, d.speaker.Click(`[data-does="save"]`))
	must(t, d.beamer.Wait(`window.saved`))
	lines, err := csv.NewReader(strings.NewReader(eval[string](t, d.beamer, `saved`))).ReadAll()
	must(t, err)
	if len(lines) != 6 {
		t.Errorf("saved are %d lines: %q", len(lines), lines)
	}
	all, err := d.client.Votes(d.room, 0)
	must(t, err)
	got := map[int][]string{}
	for _, v := range all.Votes {
		if v.Question == all.Question {
			got[v.Round] = append(got[v.Round], v.Answer)
		}
	}
	both := []string{d.four + "," + d.five, d.five + "," + d.four}
	slices.Sort(got[1])
	slices.Sort(got[2])
	for _, two := range both {
		first, second := []string{d.five, "-", "-", d.four, two}, []string{d.five, d.five, "-", d.five}
		slices.Sort(first)
		slices.Sort(second)
		if all.Joined == 5 && slices.Equal(got[1], first) && slices.Equal(got[2], second) {
			return
		}
	}
	t.Errorf("%d joined; the votes by round are %v, of %v", all.Joined, maps.Clone(got), both)
}

// lecturesOn holds a whole lecture on the site at address. The server's rooms are
// at base.
func lecturesOn(t *testing.T, address, base string) {
	t.Helper()
	d := opensLecture(t, address, base)
	d.firstVote()
	d.steps()
	d.secondVote()
	d.ends()
}

// TestALectureDriven holds a lecture with the speaker's window and the speaker's
// phone. During the vote, windows are reloaded and the laptop sleeps. The test
// checks that every vote counts once.
func TestALectureDriven(t *testing.T) {
	h := openRoom(t, true)
	lecturesOn(t, h.address, h.client.Base)
}
