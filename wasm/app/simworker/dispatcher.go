package simworker

import (
	"bytes"

	"hopyard/core/policies"
	"hopyard/wasm/app/message"
)

// Dispatcher answers the page's messages: it keeps the run that is on screen, and
// records the next one beside it piece by piece, so that the reader can go on
// looking.
type Dispatcher struct {
	shown     *Replay
	next      *Replay // being recorded; nil if none is
	first     *Replay // recorded before it, if others are tried in its place
	text      string  // of the latest Load that had one,
	form      message.LoadForm
	answers   [][]byte
	writing   *exporting // a file of the run on screen; nil if none is
	asking    *asking    // a search for a question; nil if there is none
	surveying *survey    // of all questions of the run; nil if none was asked for
	alike     *Replay    // a variant of the run on screen with a question like one of its own
	papers    *papers    // a worksheet; nil until there is one
	trying    Trier      // a test of a policy; nil if there is none
	clerk     *clerk     // of a run too long for the page; nil until asked
}

// Trier is a test of a policy in small steps.
type Trier interface {
	Step() bool // reports whether there is more to do
	Tell(*message.Findings)
}

// NewTrier makes one; nil in programs that cannot run policies which people write.
var NewTrier func(*message.CheckRequest) Trier

// Handle takes in a message of the page. Its answers come from Answers.
func (d *Dispatcher) Handle(wire []byte) {
	switch message.KindOf(wire) {
	case message.KindLoad:
		var m message.Load
		if m.Unpack(wire) == nil {
			d.load(&m)
		}
	case message.KindSeek:
		var m message.Seek
		if m.Unpack(wire) == nil && d.shown != nil && d.shown.asked.Serial == m.Serial {
			d.say(d.shown.State(&m).Pack())
		}
	case message.KindWeigh:
		var m message.Weigh
		if m.Unpack(wire) == nil && d.shown != nil && d.shown.asked.Serial == m.Serial {
			d.say(d.shown.Weigh(&m).Pack())
		}
	case message.KindDescribe:
		var m message.Describe
		if m.Unpack(wire) == nil && d.shown != nil && d.shown.asked.Serial == m.Serial {
			out := message.Described{Serial: m.Serial}
			d.shown.describe(&out.Description)
			d.say(out.Pack())
		}
	case message.KindAsk, message.KindReply, message.KindJudge, message.KindSurvey, message.KindSimilar:
		if d.shown != nil && d.shown.window == nil {
			d.examine(wire)
		}
	case message.KindTry, message.KindStand, message.KindRoute:
		d.aside(wire)
	case message.KindInquire:
		d.inquire(wire)
	case message.KindSheet, message.KindGiven, message.KindGrade:
		if d.papers == nil {
			d.papers = new(papers)
		}
		if answer := d.papers.handle(wire); answer != nil {
			d.say(answer)
		}
	case message.KindConvert:
		d.say(new(conversion).handle(wire))
	case message.KindTrial:
		var m message.CheckRequest
		if m.Unpack(wire) == nil && NewTrier != nil {
			d.trying = NewTrier(&m)
		}
	case message.KindExport:
		var m message.Export
		if m.Unpack(wire) == nil {
			d.export(&m)
		}
	case message.KindCancel:
		var m message.Cancel
		if m.Unpack(wire) == nil && d.next != nil && d.next.asked.Serial == m.Serial {
			d.next, d.first = nil, nil
			d.say((&message.Failed{Serial: m.Serial, Cancel: true}).Pack())
		}
	}
}

// HandleFile takes in a Load whose trace came beside it; "" if its file cannot be read
// any more.
func (d *Dispatcher) HandleFile(wire []byte, text string) {
	var m message.Load
	switch {
	case m.Unpack(wire) != nil:
	case text == "":
		d.next, d.first = nil, nil
		d.say((&message.Failed{Serial: m.Serial, Name: m.Name, Form: m.Form, Faults: []message.Problem{{
			Problem: "the file cannot be read: it is empty, or it was changed, moved or deleted since it was opened", Fix: "open it again",
		}}}).Pack())
	default:
		m.Form, m.Text = message.SWF, text
		d.load(&m)
	}
}

// examine answers messages about the questions of the run on screen.
func (d *Dispatcher) examine(wire []byte) {
	serial := d.shown.asked.Serial
	switch message.KindOf(wire) {
	case message.KindAsk:
		var m message.Ask
		if m.Unpack(wire) == nil && m.Serial == serial {
			d.question(&m)
		}
	case message.KindReply:
		var m message.Reply
		if m.Unpack(wire) == nil && m.Serial == serial {
			if graded := d.shown.grade(&m); graded != nil {
				d.say(graded.Pack())
			}
		}
	case message.KindJudge:
		var m message.Judge
		if m.Unpack(wire) == nil && m.Serial == serial {
			of := d.shown
			if m.Alike && d.alike != nil {
				of = d.alike
			}
			if judged := of.judge(&m); judged != nil {
				d.say(judged.Pack())
			}
		}
	case message.KindSimilar:
		var m message.Similar
		if m.Unpack(wire) == nil && m.Serial == serial {
			var out *message.Alike
			out, d.alike = d.shown.similar(&m)
			d.say(out.Pack())
		}
	case message.KindSurvey:
		var m message.Survey
		if m.Unpack(wire) == nil && m.Serial == serial {
			d.surveying = &survey{Survey: m}
		}
	}
}

// aside answers what is asked beside the steps of the run on screen.
func (d *Dispatcher) aside(wire []byte) {
	var answer []byte
	if message.KindOf(wire) == message.KindRoute {
		answer = new(router).handle(d.shown, wire)
	} else {
		answer = new(hands).handle(d.shown, wire)
	}
	if answer != nil {
		d.say(answer)
	}
}

// inquire answers a question about a run too long for the page.
func (d *Dispatcher) inquire(wire []byte) {
	var m message.Inquire
	if m.Unpack(wire) != nil || d.shown == nil || d.shown.window == nil || d.shown.asked.Serial != m.Serial {
		return
	}
	if d.clerk == nil || d.clerk.of != d.shown {
		d.clerk = newClerk(d.shown)
	}
	d.say(d.clerk.handle(&m))
}

func (d *Dispatcher) say(wire []byte) { d.answers = append(d.answers, wire) }

// Answers are the messages for the page since the last call.
func (d *Dispatcher) Answers() [][]byte {
	out := d.answers
	d.answers = nil
	return out
}

// load reads what is to be run and begins to record it.
func (d *Dispatcher) load(m *message.Load) {
	if m.Form == message.Same {
		m.Text, m.Form = d.text, d.form
	} else {
		d.text, d.form = m.Text, m.Form
	}
	d.next, d.first = nil, nil
	if d.shown != nil && d.shown.window != nil && sameRun(&d.shown.asked, m) {
		d.shown.asked = *m
		d.tellRun(d.shown)
		return
	}
	what, err := describe(m)
	if err == nil {
		if what.at != nil && m.At < 0 {
			m.At, m.Ordinal = what.at.Time, int32(what.at.Ordinal)
		}
		if what.job != nil && m.Job < 0 {
			m.Job = *what.job
		}
		d.next, err = open(m, what)
		if err == nil && d.shown != nil && retyped(&d.shown.asked, m) {
			d.next.choices = d.shown.choices // which take longer than the run
		}
	}
	if err == policies.ErrNoInterpreter {
		d.next, d.text = nil, ""
		d.say((&message.Failed{Serial: m.Serial, Needs: true}).Pack())
	} else if err != nil {
		d.next = nil
		failed := &message.Failed{Serial: m.Serial, Name: m.Name, Form: m.Form, Faults: faults(err)}
		if len(what.text) <= maxText {
			failed.Text = what.text
		}
		d.say(failed.Pack())
	}
}

// longTry is how many steps a run has at most for others to be tried in its place.
const longTry = 20_000

// tryOther begins to record the next policy that may be wanted instead of the
// one that is recorded, because that has the same schedule as another run; it
// reports false where there is none, and what is recorded is what is wanted.
func (d *Dispatcher) tryOther() bool {
	asked := d.next.asked
	if len(asked.Others) == 0 || d.next.tape.Len() > longTry || d.next.schedule() != asked.Unlike {
		return false
	}
	for len(asked.Others) > 0 {
		if d.first == nil {
			d.first = d.next
		}
		asked.Queue, asked.Allocator = asked.Others[0].Queue, asked.Others[0].Allocator
		asked.Others = asked.Others[1:]
		what, err := describe(&asked)
		if err != nil {
			continue
		}
		if next, err := open(&asked, what); err == nil {
			d.next = next
			return true
		}
	}
	return false
}

// Busy reports whether a run is being recorded, a file written, or a question
// looked for.
func (d *Dispatcher) Busy() bool {
	return d.next != nil || d.writing != nil || d.asking != nil || d.surveying != nil || d.trying != nil || d.clerk.busy()
}

// Work records up to n more steps of the run. At its end it becomes the one on
// screen. A question is looked for, and a file written, before.
func (d *Dispatcher) Work(n int) {
	if d.asking != nil {
		d.look()
		return
	}
	if d.writing != nil {
		d.write(n)
		return
	}
	if d.clerk.busy() {
		if rows := d.clerk.work(); rows != nil {
			d.say(rows)
		}
		return
	}
	if d.next == nil && d.surveying != nil {
		d.survey()
		return
	}
	if d.next == nil {
		d.try()
		return
	}
	if d.next.scenario.Scheduler.Sources != (policies.Sources{}) {
		n = 1 // nobody knows how long a step of it takes
	}
	if !d.next.Extend(n) || d.tryOther() {
		return
	}
	if m := &d.next.asked; m.Whole && d.first == nil {
		if f := d.next.failure(); f != nil {
			d.next = nil
			d.say((&message.Failed{Serial: m.Serial, Name: m.Name, Form: m.Form, Faults: []message.Problem{*f}}).Pack())
			return
		}
	}
	if d.first != nil && d.next.schedule() == d.next.asked.Unlike {
		d.next = d.first // no other differs, either
	}
	d.first = nil
	d.tellRun(d.next)
}

// tellRun puts a run on screen.
func (d *Dispatcher) tellRun(r *Replay) {
	loaded := r.Loaded()
	d.shown, d.next, d.asking, d.surveying, d.alike = r, nil, nil, nil, nil
	d.say(loaded.Pack())
	d.say(r.State(&message.Seek{Serial: loaded.Serial, Step: loaded.Step, Job: loaded.Select}).Pack())
}

// sameRun reports whether two questions are of one run, but for its window.
func sameRun(a, b *message.Load) bool {
	if a.Text != b.Text {
		return false
	}
	x, y := *a, *b
	for _, l := range [...]*message.Load{&x, &y} {
		l.Serial, l.From, l.To, l.At, l.Ordinal, l.Telling, l.Job = 0, 0, 0, 0, 0, false, 0
		l.Text = ""
	}
	return bytes.Equal(x.Pack(), y.Pack())
}

// try does a step of a test; at its end it tells what was found.
func (d *Dispatcher) try() {
	if d.trying != nil && !d.trying.Step() {
		d.tell(true)
		d.trying = nil
	}
}

func (d *Dispatcher) tell(over bool) {
	told := message.Findings{Over: over}
	d.trying.Tell(&told)
	d.say(told.Pack())
}

// Report tells the page how far the recording, or the writing, is.
func (d *Dispatcher) Report() {
	if d.writing != nil {
		d.say(d.writing.far().Pack())
	}
	if d.next != nil {
		d.say(d.next.Progress().Pack())
	}
	if d.trying != nil {
		d.tell(false)
	}
}
