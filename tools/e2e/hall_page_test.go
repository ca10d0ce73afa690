package e2e

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hopyard/tools/build/bundle"
	"hopyard/tools/repo"
)

// hall returns the address at which students in a lecture hall open the site: a
// host name in the local network, without TLS. Browsers trust such an address less
// and do not provide service workers, the clipboard and crypto.subtle.
func hall(t *testing.T) string {
	t.Helper()
	at, err := url.Parse(site(t))
	must(t, err)
	return "http://hall.test:" + at.Port()
}

// TestInALectureHall checks that without TLS everything works that browsers allow
// there: editing, comparing, copying, and making short links. Nothing may be
// printed on the console.
func TestInALectureHall(t *testing.T) {
	page := openAny(t, hall(t)+"/", View{})
	must(t, page.Wait(Ready))
	if eval[bool](t, page, `isSecureContext || !!navigator.clipboard || !!navigator.serviceWorker || !!crypto.subtle`) {
		t.Fatal("the browser trusts the page")
	}
	must(t, page.Wait(`document.querySelector('#curves canvas') && document.documentElement.dataset.lessons`))
	must(t, page.Press("End", "ArrowLeft"))
	must(t, page.Press("e"))
	must(t, page.Wait(`document.getElementById('editor').open && document.querySelector('#form-body [data-path]')`))
	must(t, page.Click("#tab-text"))
	must(t, page.Wait(`document.documentElement.dataset.code`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('editor').open`))
	must(t, page.Press("v"))
	compared(t, page, 2)
	must(t, page.Press("c"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-compare')`))
	eval[bool](t, page, `(window.copied = '', addEventListener('copy', () => { copied = document.activeElement.value }), true)`)
	must(t, page.Press("y"))
	must(t, page.Wait(`document.getElementById('status').textContent.startsWith('Copied') && copied.startsWith('http://hall.test:')`))
	must(t, page.Press("r"))
	must(t, page.Wait(`document.activeElement.id === 'share-shorten'`))
	must(t, page.Press("Enter"))
	link := shortened(t, page)
	must(t, page.Click("#share-copy"))
	must(t, page.Wait(`document.getElementById('share-done').textContent.startsWith('Copied') && copied === `+strconv.Quote(link)))
	canBeRead(t, link, eval[string](t, page, where))
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
}

// TestQRCode checks that the QR code contains the address below it, can be read in
// every theme, and is at least 500 pixels wide.
func TestQRCode(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("r"))
	must(t, page.Wait(`document.activeElement.id === 'share-shorten'`))
	must(t, page.Press("Enter"))
	link := shortened(t, page)
	for _, theme := range []string{"light", "dark", "contrast"} {
		eval[bool](t, page, fmt.Sprintf(`(document.documentElement.dataset.theme = %q, true)`, theme))
		must(t, page.Click("#share-qr"))
		must(t, page.Wait(`document.querySelector('#qr-code svg')`))
		if side := eval[float64](t, page, `Math.min(document.querySelector('#qr-code svg').getBoundingClientRect().width, document.querySelector('#qr-code svg').getBoundingClientRect().height)`); side < 500 {
			t.Errorf("the code is %.0f pixels wide in a window of 800", side)
		}
		axe(t, page)
		address := eval[string](t, page, `document.querySelector('.qr-address').textContent`)
		if read := readQR(t, page); read != address || !strings.HasPrefix(link, read) {
			t.Errorf("the code reads %s, below it stands %s, the link is %s", read, address, link)
		}
		must(t, page.Press("Escape"))
		must(t, page.Wait(`!document.getElementById('qr').open`))
	}
}

// readQR returns the text of the QR code in a screenshot of the page. It uses a
// library that is independent of the one that drew the code.
func readQR(t *testing.T, p *Page) string {
	t.Helper()
	root, err := repo.Root()
	must(t, err)
	src := filepath.Join(t.TempDir(), "qr.js")
	must(t, os.WriteFile(src, []byte(`import read from 'qr/decode.js'; window.readQR = read`), 0o644))
	reader, err := bundle.Bundle(root, src, false)
	must(t, err)
	eval[bool](t, p, string(reader)+"; true")
	png, err := p.picture(false)
	must(t, err)
	return eval[string](t, p, `(async () => {
		const picture = new Image()
		picture.src = 'data:image/png;base64,`+base64.StdEncoding.EncodeToString(png)+`'
		await picture.decode()
		const canvas = new OffscreenCanvas(picture.width, picture.height), c = canvas.getContext('2d')
		c.drawImage(picture, 0, 0)
		return readQR(c.getImageData(0, 0, canvas.width, canvas.height))
	})()`)
}

// TestALecturersKeys checks by keyboard alone that a lecturer can make a short
// link, copy it, show its QR code and return. The button must be described to
// screen readers by what will be stored, and the result must be announced once.
func TestALecturersKeys(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("ArrowRight", "r"))
	must(t, page.Wait(`document.activeElement.id === 'share-shorten'`))
	if about := eval[string](t, page, `document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent`); !strings.Contains(about, "for good") {
		t.Errorf("the button is read with %q", about)
	}
	eval[bool](t, page, `(window.heard = '', new MutationObserver(all => all.forEach(m => m.addedNodes.forEach(n => { heard += n.textContent }))).observe(document.querySelector('#share-short[aria-live=polite]'), {childList: true}), true)`)
	must(t, page.Press("Enter"))
	link := shortened(t, page)
	must(t, page.Wait(`heard.includes('Stored at') && document.activeElement.id === 'share-url' && getSelection().toString() === `+strconv.Quote(link)))
	eval[bool](t, page, `(heard = '', window.copied = '', navigator.clipboard.writeText = async text => { copied = text }, true)`)
	tabTo(t, page, "#share-copy")
	must(t, page.Press("Enter"))
	must(t, page.Wait(`copied === `+strconv.Quote(link)+` && document.getElementById('share-done').textContent.startsWith('Copied')`))
	tabTo(t, page, "#share-qr")
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.querySelector('#qr-code svg')`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('qr').open && document.activeElement.id === 'share-qr'`))
	if heard := eval[string](t, page, `heard`); heard != "" {
		t.Errorf("without need it is said again: %q", heard)
	}
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.querySelector('dialog[open]')`))
}

// TestCopyingByHand checks the case that the browser does not allow copying: the
// text must be selected and have the focus, so that the reader can copy it with the
// keyboard.
func TestCopyingByHand(t *testing.T) {
	page := openAny(t, hall(t)+"/", View{})
	must(t, page.Wait(Ready))
	eval[bool](t, page, `(document.execCommand = () => false, true)`)
	selected := func(field, note string) {
		t.Helper()
		must(t, page.Wait(fmt.Sprintf(`document.getElementById(%q).textContent.includes('copy it yourself') && document.activeElement.id === %q && getSelection().toString() === document.activeElement.value`, note, field)))
	}
	must(t, page.Press("y"))
	must(t, page.Wait(`document.activeElement.id === 'share-url' && getSelection().toString() === document.activeElement.value`))
	must(t, page.Click("#share-copy"))
	selected("share-url", "share-done")
	must(t, page.Press("Escape"))
	must(t, page.Press("u"))
	must(t, page.Click(`[data-export="copy"]`))
	selected("export-command", "export-note")
}
