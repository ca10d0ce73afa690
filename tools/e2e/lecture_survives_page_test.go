package e2e

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hopyard/scenarios"
	"hopyard/tools/repo"
	"hopyard/web/rooms/roomstest"
)

// killable is a running server that a test can kill and restart at the same
// address.
type killable struct {
	t             *testing.T
	program, data string
	at            string // address of the server as host:port
	cmd           *exec.Cmd
	ended         chan struct{}
}

// serves builds the server and starts it on a free port.
func serves(t *testing.T) *killable {
	t.Helper()
	site(t) // skips the test if there is no built page
	root, err := repo.Root()
	must(t, err)
	k := &killable{t: t, program: filepath.Join(t.TempDir(), "serve"), data: t.TempDir(), at: "127.0.0.1:0"}
	build := exec.Command("go", "build", "-pgo=off", "-o", k.program, "./web/serve")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	k.start()
	t.Cleanup(k.kill)
	return k
}

var servedAt = regexp.MustCompile(`http://(127\.0\.0\.1:\d+)`)

// start starts the server. After a kill, the server gets the same address as
// before.
func (k *killable) start() {
	k.t.Helper()
	k.cmd, k.ended = exec.Command(k.program, "--addr", k.at, "--data", k.data, "--rate", "0", "--log", "warn"), make(chan struct{})
	out, err := k.cmd.StdoutPipe()
	must(k.t, err)
	k.cmd.Stderr = k.cmd.Stdout
	must(k.t, k.cmd.Start())
	found, ended := make(chan string, 1), k.ended
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if m := servedAt.FindStringSubmatch(lines.Text()); m != nil {
				select {
				case found <- m[1]:
				default:
				}
			}
		}
	}()
	select {
	case k.at = <-found:
	case <-ended:
		k.t.Fatal("the server ended before it said where it is")
	}
}

// kill ends the server with SIGKILL.
func (k *killable) kill() {
	k.cmd.Process.Kill() // fails if the program has already ended
	<-k.ended
	k.cmd.Wait() // returns an error, because the program was killed
}

// address returns the address at which pages open the server, without TLS as in a
// lecture hall.
func (k *killable) address() string {
	_, port, err := net.SplitHostPort(k.at)
	must(k.t, err)
	return "http://hall.test:" + port
}

// TestALectureOutlivesKillsAndReloads kills and restarts the server in each phase
// of a vote, and then reloads all windows. In the voting phases, a phone is sending
// an answer meanwhile. The phase and the revealed answer must be restored, and
// every vote must count once.
func TestALectureOutlivesKillsAndReloads(t *testing.T) {
	k := serves(t)
	beamer, code := beamerOf(t, k.address(), "easy-hole", View{Width: 1280, Height: 720})
	speaker := speakerAt(t, beamer, k.address())
	var voters []*Page
	for range 2 {
		voters = append(voters, openAny(t, k.address()+"/vote.html#"+code, View{Width: 390, Height: 844, Touch: true}))
	}
	must(t, beamer.Wait(`document.querySelector('#hall-join .hall-count').innerText === '2 in the room'`))
	must(t, beamer.Press("PageDown"))
	stands(t, beamer)
	five := eval[string](t, beamer, row(5)+`.dataset.pick`)

	client := roomstest.Client{Base: "http://" + k.at + "/", HTTP: http.DefaultClient}
	secret := eval[string](t, beamer, `JSON.parse(sessionStorage['hopyard.hall']).secret`)
	var cast []roomstest.Vote // all votes that the server has reported so far
	thens := map[string]string{
		"wait": "The next press", "vote": "closes the vote", "discuss": "opens the second vote", "revote": "closes the vote",
		"bars": "shows the right answer", "reveal": "goes back to the run",
	}
	// breaks kills the server, calls the function meanwhile, restarts the server
	// and reloads all windows. It checks that the vote is then in the given phase.
	breaks := func(name string, meanwhile func()) {
		t.Helper()
		must(t, beamer.Wait(Written))
		k.kill()
		meanwhile()
		k.start()
		for _, p := range []*Page{beamer, speaker, voters[0], voters[1]} {
			must(t, p.reload())
		}
		must(t, beamer.Wait(lectures))
		phase(t, beamer, name)
		must(t, speaker.Wait(`document.getElementById('speaker-step')?.innerText`))
		shows(t, speaker, "speaker-then", thens[name])
		kept, err := client.Votes(roomstest.Room{Code: code, Secret: secret}, 0)
		must(t, err)
		if len(kept.Votes) < len(cast) {
			t.Errorf("%s: of %d votes %d are left", name, len(cast), len(kept.Votes))
		}
		cast = kept.Votes
	}
	// sending marks an answer while the server is down, and presses the send
	// button. It first waits for the error message, because the message moves the
	// answers down.
	sending := func(p *Page, mark string) {
		t.Helper()
		must(t, p.Wait(`document.getElementById('trouble').innerText`))
		eval[bool](t, p, `([...document.querySelectorAll('input:checked')].forEach(x => x.click()), true)`)
		tap(t, p, fmt.Sprintf(`input[value=%q]`, mark))
		must(t, p.Wait(fmt.Sprintf(`document.querySelector('input[value=%q]').checked`, mark)))
		tap(t, p, "#send")
		must(t, p.Wait(`(b => b.getAttribute('aria-disabled') === 'true' && !b.classList.contains('sent'))(document.getElementById('send'))`))
	}
	counted := func(n int) {
		t.Helper()
		must(t, beamer.Wait(fmt.Sprintf(`document.getElementById('hall-strip').innerText.includes('%d of 2 answered')`, n)))
		shows(t, speaker, "speaker-votes", fmt.Sprintf("%d of 2 answered", n))
	}
	breaks("wait", func() {})
	must(t, beamer.Wait(`document.documentElement.dataset.then === '3' || document.documentElement.dataset.then === '2'`))
	if !eval[bool](t, beamer, `document.documentElement.dataset.then === '3'`) {
		stands(t, beamer) // a question whose vote was not opened is asked again, so the test steps forward to that question
	}
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "vote")
	must(t, voters[0].Wait(`document.querySelector('input[value="`+five+`"]')`))
	marksAndSends(t, voters[0], "-")
	counted(1)
	must(t, voters[1].Wait(`document.querySelector('input[value="`+five+`"]')`))
	breaks("vote", func() { sending(voters[1], five) })
	counted(2)
	must(t, beamer.Wait(`document.documentElement.dataset.then === '3'`))
	for _, one := range []struct {
		into string
		do   func()
		n    int
	}{{"discuss", func() {}, -1}, {"revote", func() { sending(voters[0], five) }, 1}, {"bars", func() {}, -1}, {"reveal", func() {}, -1}} {
		must(t, beamer.Press("PageDown"))
		phase(t, beamer, one.into)
		if one.into == "revote" {
			must(t, voters[0].Wait(`document.querySelector('input[value="`+five+`"]') && !document.getElementById('foot').hidden`))
		}
		breaks(one.into, one.do)
		if one.n >= 0 {
			counted(one.n)
		}
		if one.into == "bars" || one.into == "reveal" {
			must(t, beamer.Wait(`(s => s.includes('50 %') && s.includes('100 %'))(document.getElementById('hall-result').innerText)`))
		}
	}
	revealed := func() {
		t.Helper()
		must(t, beamer.Wait(`document.getElementById('hall-result').innerText.includes('Right: ')`))
		for _, p := range voters {
			must(t, p.Wait(`document.body.innerText.includes('Why') && document.querySelector('.mine')`))
		}
		must(t, beamer.Wait(`document.querySelector('.hall-gain')?.innerText.includes('Gain ')`))
	}
	revealed()
	gained := eval[string](t, beamer, `document.querySelector('.hall-gain').innerText`)
	shows(t, speaker, "speaker-coming", gained)

	// The vote on the similar question, and its gain.
	must(t, beamer.Press("q"))
	phase(t, beamer, "vote")
	for _, p := range voters {
		must(t, p.Wait(`document.querySelector('input[value="-"]') && !document.getElementById('foot').hidden && !document.getElementById('send').classList.contains('sent')`))
	}
	marksAndSends(t, voters[0], "-")
	counted(1)
	breaks("vote", func() { sending(voters[1], "-") })
	counted(2)
	must(t, beamer.Wait(`document.querySelector('#hall-own:not([hidden]) img')?.complete`))
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "bars")
	breaks("bars", func() {})
	must(t, beamer.Wait(`document.getElementById('hall-result').innerText.includes('100 %')`))
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "reveal")
	revealed()
	similar := eval[string](t, beamer, `document.querySelector('.hall-gain').innerText`)
	if similar == gained {
		t.Errorf("the gain of the similar question is still %s", gained)
	}
	breaks("reveal", func() {})
	revealed()
	must(t, beamer.Wait(fmt.Sprintf(`document.querySelector('.hall-gain').innerText === %q`, similar)))
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "wait")
	breaks("wait", func() {})
	if len(cast) != 5 { // two votes in the first round, one in the second, and two on the similar question
		t.Errorf("in the end there are %d votes: %v", len(cast), cast)
	}
	eval[bool](t, beamer, `!!(hopyard.save = (name, type, text) => { window.saved = text })`)
	must(t, speaker.Click(`[data-does="save"]`))
	must(t, beamer.Wait(`window.saved`))
	if lines := strings.Count(eval[string](t, beamer, `saved`), "\r\n"); lines != 5 {
		t.Errorf("saved are %d lines: %s", lines, eval[string](t, beamer, `saved`))
	}
}

// TestARoomOutlivesItsTab checks that a room survives when the tab on the projector
// is closed. A new tab must offer to continue the room in its current phase.
// Another computer must be able to take the room over by a link, by a key, or by a
// file.
func TestARoomOutlivesItsTab(t *testing.T) {
	h := openRoom(t, true)
	l, _ := scenarios.Find("easy-hole")
	holder := openAny(t, h.address+"/vote.html", View{}) // this tab keeps the browser profile alive while other tabs are closed
	tab := func(path string) *Page {
		t.Helper()
		p, err := holder.Beside(h.address+path, View{Width: 1280, Height: 720})
		must(t, err)
		return p
	}
	beamer := tab("/#1.j." + base64.RawURLEncoding.EncodeToString(l.Source) + "&lecture=1&predict=1")
	must(t, beamer.Wait(lectures))
	must(t, beamer.Press("v"))
	must(t, beamer.Wait(`document.querySelector('#hall-join:not([hidden]) .hall-qr')?.firstChild`))
	code := eval[string](t, beamer, `document.querySelector('#hall-join .hall-code').innerText`)
	phone := openAny(t, h.address+"/vote.html#"+code, View{Width: 390, Height: 844, Touch: true})
	must(t, beamer.Wait(`document.querySelector('#hall-join .hall-count').innerText === '1 in the room'`))
	must(t, beamer.Press("PageDown"))
	stands(t, beamer)
	five := eval[string](t, beamer, row(5)+`.dataset.pick`)
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "vote")
	must(t, phone.Wait(`document.querySelector('input[value="`+five+`"]')`))
	marksAndSends(t, phone, five)
	must(t, beamer.Wait(`document.getElementById('hall-strip').innerText.includes('1 of 1 answered')`))
	beside := tab("/")
	must(t, beside.Wait(Ready))
	must(t, beside.Press("l"))
	must(t, beside.Wait(lectures+` && document.documentElement.dataset.offered`))
	if eval[bool](t, beside, `!!document.getElementById('hall-offer')`) {
		t.Error("a room that another tab leads is offered")
	}
	beside.Close()
	beamer.Close()

	beamer = tab("/")
	must(t, beamer.Wait(Ready))
	offered := fmt.Sprintf(`document.getElementById('hall-offer')?.innerText.includes('Go on with room %s (1 in it)?')`, code)
	must(t, beamer.Wait(offered))
	look(t, beamer, "room-offer")
	axe(t, beamer)
	must(t, beamer.Click("#hall-offer .primary"))
	must(t, beamer.Wait(lectures))
	phase(t, beamer, "vote")
	must(t, beamer.Wait(`document.documentElement.dataset.then === '3' && document.getElementById('hall-strip').innerText.includes('1 of 1 answered')`))

	speaker, err := beamer.Beside(h.address+"/#speaker="+eval[string](t, beamer, `sessionStorage['hopyard.lecture.id']`), View{})
	must(t, err)
	t.Cleanup(speaker.Close)
	shows(t, speaker, "speaker-votes", "1 of 1 answered")
	must(t, speaker.Click(`[data-does="move"]`))
	must(t, speaker.Wait(`document.querySelector('.move-link')`))
	look(t, speaker, "room-move")
	link := eval[string](t, speaker, `document.querySelector('.move-link').href`)
	key := eval[string](t, speaker, `document.querySelector('.move-key').innerText`)
	at, err := url.Parse(link)
	must(t, err)
	if at.Fragment != "room="+key || !strings.HasPrefix(key, code+".") || len(key) != 6+1+22 {
		t.Fatalf("the link is %s, the key %s", link, key)
	}
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "discuss")
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "revote")
	must(t, phone.Wait(`!document.getElementById('foot').hidden && document.body.innerText.includes('second vote open')`))
	marksAndSends(t, phone, "-")
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "bars")
	must(t, beamer.Press("PageDown"))
	phase(t, beamer, "reveal")
	revealed := `(s => s.includes('Right: ') && s.includes('First vote') && s.includes('Second vote'))(document.getElementById('hall-result').innerText)`
	must(t, beamer.Wait(revealed))
	must(t, beamer.Wait(Written))
	must(t, beamer.reload())
	must(t, beamer.Wait(lectures))
	phase(t, beamer, "reveal")
	must(t, beamer.Wait(revealed))

	must(t, beamer.Wait(fmt.Sprintf(`fetch('api/rooms/%s/desk', {headers: {Authorization: 'Bearer %s'}}).then(a => a.json()).then(desk => desk.host?.phase === 'reveal')`, code, key[7:])))
	other := openAny(t, link, View{Width: 1280, Height: 720})
	must(t, other.Wait(Ready))
	must(t, other.Wait(offered+` && !location.hash.includes('room=')`))
	must(t, other.Click("#hall-offer .primary"))
	must(t, other.Wait(lectures))
	phase(t, other, "reveal")
	must(t, other.Wait(revealed))

	third := openAny(t, h.address+"/#lecture", View{Width: 1280, Height: 720})
	must(t, third.Wait(Ready))
	must(t, third.Press("l"))
	must(t, third.Wait(lectures))
	desk := speakerAt(t, third, h.address)
	must(t, desk.Click(`[data-does="adopt"]`))
	must(t, desk.Wait(`document.activeElement.id === 'move-field'`))
	for _, wrong := range []string{"LVCZXC", code + ".AAAAAAAAAAAAAAAAAAAAAA"} {
		eval[bool](t, desk, fmt.Sprintf(`(document.getElementById('move-field').value = %q, document.querySelector('#speaker-move form').requestSubmit(), true)`, wrong))
		must(t, desk.Wait(`document.querySelector('.speaker-hall').innerText.match(/That is not a key|There is no room with this key/)`))
	}
	eval[bool](t, desk, fmt.Sprintf(`(() => {
		const file = document.getElementById('move-file'), list = new DataTransfer()
		list.items.add(new File([JSON.stringify({hopyard: 'room', code: %q, secret: %q})], 'room.json', {type: 'application/json'}))
		file.files = list.files
		return file.dispatchEvent(new Event('change'))
	})()`, code, key[7:]))
	must(t, third.Wait(lectures+` && document.documentElement.dataset.hall === 'reveal'`))
	must(t, third.Wait(revealed))

	must(t, beamer.Press("Escape"))
	beamer.Close()
	last := tab("/")
	must(t, last.Wait(offered))
	must(t, last.Click("#hall-offer button:last-child"))
	must(t, last.Wait(`!document.getElementById('hall-offer')`))
	must(t, last.reload())
	must(t, last.Wait(Ready))
	if eval[bool](t, last, `!!localStorage['hopyard.hall'] || !!document.getElementById('hall-offer')`) {
		t.Error("what is forgotten is offered again")
	}
	last.Close()
}
