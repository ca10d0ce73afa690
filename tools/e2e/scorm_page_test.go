package e2e

import (
	"archive/zip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopyard/core/quiz"
	"hopyard/core/worksheet"
	"hopyard/web/headers"
)

// lmsPage is a minimal learning management system. It consists of the runtime
// scorm-again, keeps its data across reloads, and shows the SCORM package in a
// frame.
const lmsPage = `<!doctype html><title>LMS</title><script src="scorm12.min.js"></script><script>
window.API = new Scorm12API({autocommit: false, logLevel: 4})
const kept = sessionStorage.getItem('cmi')
API.cmi.core.student_id = 'student-17'
API.cmi.core.student_name = 'Fox, A.'
if (kept) API.loadFromJSON(JSON.parse(kept).cmi, 'cmi')
else API.cmi.core.lesson_status = 'not attempted'
window.finished = 0
API.on('LMSCommit', () => sessionStorage.setItem('cmi', JSON.stringify(API.renderCMIToJSONObject())))
API.on('LMSFinish', () => { finished++; sessionStorage.setItem('cmi', JSON.stringify(API.renderCMIToJSONObject())) })
</script><style>body{margin:0}iframe{width:100vw;height:100vh;border:0}</style><iframe src="x/worksheet.html"></iframe>`

// packageOf lets the command hopyard write a worksheet as a SCORM package. It
// returns the folder of the extracted package, and the size of the package in
// bytes.
func packageOf(t *testing.T, sheet string) (folder string, size int64) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "worksheet.json")
	must(t, os.WriteFile(file, []byte(sheet), 0o600))
	out := hopyard(t, "quiz", file, "--format", "scorm", "--site", "../../web/dist")
	return unpacked(t, out), int64(len(out))
}

func unpacked(t *testing.T, packed []byte) string {
	t.Helper()
	dir := t.TempDir()
	z, err := zip.NewReader(strings.NewReader(string(packed)), int64(len(packed)))
	must(t, err)
	for _, f := range z.File {
		r, err := f.Open()
		must(t, err)
		content, err := io.ReadAll(r)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, f.Name), content, 0o600))
	}
	return dir
}

// inLMS opens a SCORM package as a learning management system does. The test fails
// if the page requests a file that the package does not contain.
func inLMS(t *testing.T, folder string) *Page {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, lmsPage)
	})
	mux.HandleFunc("/favicon.ico", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/scorm12.min.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, "../build/node_modules/scorm-again/dist/scorm12.min.js")
	})
	mux.HandleFunc("/x/", func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/x/")
		w.Header().Set("Content-Type", headers.Type(name))
		content, err := os.ReadFile(filepath.Join(folder, filepath.Base(name)))
		if err != nil {
			w.WriteHeader(http.StatusNotFound)
			if name != "" {
				t.Errorf("the page asks for %s, which the package does not have", name)
			}
		}
		w.Write(content)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	site(t) // skips the test if there is no built page
	return openAny(t, server.URL+"/", View{})
}

const framed = `frames[0].document.querySelector`

// answerInFrame answers the question on screen correctly, in the frame of the
// learning management system.
func answerInFrame(t *testing.T, page *Page, p *worksheet.Part, q *quiz.Question) {
	t.Helper()
	right := &q.Right[0]
	click := func(selector string) {
		t.Helper()
		must(t, page.Wait(fmt.Sprintf("%s(%q)", framed, selector)))
		eval[bool](t, page, fmt.Sprintf("%s(%q).click() ?? true", framed, selector))
	}
	write := func(text string) {
		t.Helper()
		eval[bool](t, page, fmt.Sprintf(`(x => { x.value = %q; return x.dispatchEvent(new (x.ownerDocument.defaultView.Event)('input', {bubbles: true})) })(%s('#ask-field'))`, text, framed))
	}
	switch {
	case q.Form == quiz.Jobs && len(right.Jobs) == 0:
		click(`[data-pick="none"]`)
	case q.Form == quiz.Jobs:
		for _, id := range right.Jobs {
			click(fmt.Sprintf(`[data-pick="%d"]`, id))
			must(t, page.Wait(fmt.Sprintf(`%s('[data-pick="%d"][aria-checked=true]')`, framed, id)))
		}
	case q.Form == quiz.Time:
		clock := clockOf(p.Run)
		write(clock.At(right.Time))
	case q.Form == quiz.Number:
		write(fmt.Sprint(right.Number))
	default:
		n := right.Choice
		if q.Form == quiz.Nodes {
			n = slices.IndexFunc(q.Options, func(o quiz.AnswerOption) bool { return slices.Equal(o.Nodes, right.Nodes) })
		}
		click(fmt.Sprintf(`[data-ask="option-%d"]`, n))
	}
	click(`[data-ask="answer"]`)
}

const fourQuestions = `{"hopyard_worksheet": 1, "title": "Backfilling & more", "seed": 3, "items": [
	{"lesson": "easy-hole", "kinds": ["start", "promise"], "count": 2},
	{"lesson": "walltimes", "kinds": ["start", "check"], "count": 2}]}`

// TestScormPackage opens a SCORM package in a learning management system, leaves it
// in the middle, opens it again, and finishes it. The SCORM runtime is third-party
// software.
func TestScormPackage(t *testing.T) {
	folder, size := packageOf(t, fourQuestions)
	t.Logf("the package has %d bytes", size)
	html, err := os.ReadFile(filepath.Join(folder, "worksheet.html"))
	must(t, err)
	if !strings.Contains(string(html), `"sw.js":""`) {
		t.Error("the page registers a service worker, which the package does not have")
	}
	page := inLMS(t, folder)
	launched := func() {
		t.Helper()
		must(t, page.Wait(framed+`?.('#sheet[open] [data-sheet=launch]')`))
		eval[bool](t, page, framed+`('[data-sheet=launch]').click() ?? true`)
	}
	// A worksheet that is closed before it is begun can be opened again.
	must(t, page.Wait(framed+`?.('#sheet[open] .dialog-head button')`))
	eval[bool](t, page, framed+`('#sheet .dialog-head button').click() ?? true`)
	must(t, page.Wait(framed+`('#sheet-bar [data-sheet=front]') && `+framed+`('#sheet-bar [data-sheet=front]') === frames[0].document.activeElement && frames[0].hopyard.state().run && !frames[0].hopyard.state().busy`))

	eval[bool](t, page, framed+`('[data-sheet=front]').click() ?? true`)
	launched()
	if status := eval[string](t, page, `API.cmi.core.lesson_status`); status != "incomplete" {
		t.Errorf("launched, the status is %q", status)
	}
	pseudonym := eval[string](t, page, `frames[0].document.documentElement.dataset.student`)
	if len(pseudonym) != 16 || strings.Contains(pseudonym, "17") && strings.Contains(pseudonym, "student") {
		t.Errorf("the pseudonym is %q", pseudonym)
	}
	k := 0
	for _, p := range partsOf(t, fourQuestions, pseudonym) {
		for i := range p.Questions {
			k++
			at := func() {
				t.Helper()
				must(t, page.Wait(fmt.Sprintf(`frames[0].hopyard?.state?.().asking && !frames[0].hopyard.state().busy && %s('.ask-head small')?.innerText === 'Question %d of 4'`, framed, k)))
			}
			at()
			switch {
			case k == 3: // leaves the package and comes back
				must(t, page.reload())
				must(t, page.Wait(`window.API?.cmi.suspend_data`))
				launched()
				at()
				answerInFrame(t, page, p, &p.Questions[i])
			case k == 4:
				eval[bool](t, page, framed+`('[data-ask="skip"]').click() ?? true`)
			default:
				answerInFrame(t, page, p, &p.Questions[i])
			}
			must(t, page.Wait(fmt.Sprintf(`API.cmi.core.lesson_location === '%d'`, k)))
		}
	}
	must(t, page.Wait(`finished === 1`))
	must(t, page.Wait(framed+`('#sheet-sent')?.innerText === 'Your score was sent to the learning management system.'`))
	got := eval[string](t, page, `[API.cmi.core.score.raw, API.cmi.core.score.min, API.cmi.core.score.max, API.cmi.core.lesson_status].join('|')`)
	all := eval[string](t, page, `JSON.stringify(API.renderCMIToJSONObject())`)
	if got != "75|0|100|completed" || strings.Count(all, `"result":"correct"`) != 3 || strings.Count(all, `"result":"neutral"`) != 1 {
		t.Errorf("the system was told %s: %s", got, all)
	}
	t.Log(all)
	if n := eval[int](t, page, `API.cmi.suspend_data.length`); n == 0 || n > 4096 {
		t.Errorf("suspend_data has %d characters", n)
	}
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
}

// TestScormScoreRefused checks the case that the learning management system refuses
// to store the score. The page must show the reason that the system gives, and the
// score must arrive when it is sent again.
func TestScormScoreRefused(t *testing.T) {
	const one = `{"hopyard_worksheet": 1, "seed": 3, "items": [{"lesson": "easy-hole", "kinds": ["start"], "count": 1}]}`
	folder, _ := packageOf(t, one)
	page := inLMS(t, folder)
	must(t, page.Wait(framed+`?.('#sheet[open] [data-sheet=launch]')`))
	eval[bool](t, page, `!!(API.LMSCommit = () => 'false', API.LMSGetLastError = () => '391', API.LMSGetErrorString = () => 'the database <is> full')`)
	eval[bool](t, page, framed+`('[data-sheet=launch]').click() ?? true`)
	must(t, page.Wait(framed+`?.('[data-ask=skip]')`))
	eval[bool](t, page, framed+`('[data-ask="skip"]').click() ?? true`)
	const refused = `The learning management system did not accept your score (the database <is> full). Send it again, or save your answers and hand in the file.`
	must(t, page.Wait(fmt.Sprintf(framed+`('#sheet-sent')?.innerText === %q`, refused)))
	if finished := eval[int](t, page, `finished`); finished != 0 {
		t.Error("the session is finished, though the score is not kept")
	}
	// The button for sending again appears after the marks were saved, and anew with each
	// change of the view, so it is found and clicked at once.
	must(t, page.Wait(framed+`('#sheet-score') && (b => b && ((API.LMSCommit = () => 'true'), b.click(), true))(`+framed+`('[data-sheet=send]'))`))
	must(t, page.Wait(framed+`('#sheet-sent')?.innerText.startsWith('Your score was sent') && finished === 1 && !`+framed+`('[data-sheet=send]')`))
	if problems := page.Problems(); len(problems) > 0 {
		t.Error(problems)
	}
}
