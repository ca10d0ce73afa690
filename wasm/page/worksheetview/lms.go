//go:build js && wasm

package worksheetview

import (
	"fmt"
	"syscall/js"

	"hopyard/wasm/app/worksheetpanel"
	"hopyard/wasm/page/document"
)

// lms is the connection to the learning management system that has opened the page.
// It uses the standard SCORM 1.2.
type lms struct {
	glue    js.Value
	student string // pseudonym of the student
	began   float64
	done    bool // whether the connection has been closed
	over    bool // whether the system has accepted the score
}

func (l *lms) call(name string, args ...any) string {
	return l.glue.Call("callLMS", append([]any{name}, args...)...).String()
}

// set sets a value in the system, and reports whether the system has accepted it.
func (l *lms) set(name, value string) bool { return l.call("LMSSetValue", name, value) == "true" }

// lastError returns the system's message about the latest call. It returns "" if
// the call succeeded.
func (l *lms) lastError() string {
	code := l.call("LMSGetLastError")
	if code == "" || code == "0" {
		return ""
	}
	if text := l.call("LMSGetErrorString", code); text != "" {
		return text
	}
	return code
}

// connect opens the connection. When the reader leaves the page, the connection is
// closed.
func (d *WorksheetController) connect() *lms {
	l := &lms{glue: d.Glue, began: document.Now()}
	l.call("LMSInitialize", "")
	for _, kind := range []string{"pagehide", "beforeunload"} {
		document.On(js.Global(), kind, func(document.DOMEvent) { l.leave() })
	}
	return l
}

// launched opens the dialog that comes before the first question, for a worksheet
// that a learning management system has opened.
func (d *WorksheetController) launched() {
	l := d.lms
	id := l.call("LMSGetValue", "cmi.core.student_id")
	l.student = d.sheet.Student(id)
	d.Root().SetAttribute("data-student", l.student)
	d.sheet.Kept = worksheetpanel.Resumed(l.call("LMSGetValue", "cmi.suspend_data"))
	if status := l.call("LMSGetValue", "cmi.core.lesson_status"); status == "not attempted" || status == "" {
		l.set("cmi.core.lesson_status", "incomplete")
		l.call("LMSCommit", "")
	}
	d.show(d.sheet.LaunchHTML(), "[data-sheet=launch]")
	d.Changed()
}

// note sends the latest answer to the system, and stores all answers there.
func (l *lms) note(p *worksheetpanel.WorksheetPanel) {
	n, fields := p.Interaction()
	for _, f := range fields {
		l.set(fmt.Sprintf("cmi.interactions.%d.%s", n, f[0]), f[1])
	}
	l.set("cmi.suspend_data", p.Suspend())
	l.set("cmi.core.lesson_location", fmt.Sprint(p.Done()))
	l.call("LMSCommit", "")
}

// finish sends the score once it is known. The panel records whether the system has
// accepted the score. If it has not, finish can be called again.
func (l *lms) finish(p *worksheetpanel.WorksheetPanel) {
	if l.over {
		return
	}
	p.Delivery, p.Refusal = worksheetpanel.Sending, ""
	score, known := p.Score()
	if !known {
		return
	}
	l.set("cmi.core.score.min", "0") // a system need not support the minimum and the maximum score
	l.set("cmi.core.score.max", "100")
	if score != "" && !l.set("cmi.core.score.raw", score) || !l.set("cmi.core.lesson_status", "completed") || l.call("LMSCommit", "") != "true" {
		p.Delivery, p.Refusal = worksheetpanel.Refused, l.lastError()
		return
	}
	l.over, p.Delivery = true, worksheetpanel.Sent
	l.leave()
}

// leave sends the session time and closes the connection.
func (l *lms) leave() {
	if l.done {
		return
	}
	l.done = true
	l.set("cmi.core.session_time", worksheetpanel.Span((document.Now()-l.began)/1000))
	exit := "suspend"
	if l.over {
		exit = ""
	}
	l.set("cmi.core.exit", exit)
	l.call("LMSCommit", "")
	l.call("LMSFinish", "")
}
