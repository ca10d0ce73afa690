package simworker

import (
	"bytes"
	"time"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/wasm/app/message"
)

// Dispatcher answers the messages of the page. It holds the run that is on screen.
// Meanwhile it records the next run piece by piece, so that the page can still send
// queries about the run on screen.
type Dispatcher struct {
	shown        *Replay
	next         *Replay // run that is being recorded, or nil
	first        *Replay // the run as requested, while alternative policies are tried; otherwise nil
	text         string  // text of the most recent Load that contained a text
	form         message.LoadForm
	answers      [][]byte
	writing      *exporting    // file that is being written about the run on screen, or nil
	asking       *asking       // search for the next question, or nil
	surveying    *survey       // search for all questions of the run, or nil
	alike        *Replay       // run of a variant of the scenario on screen, which has a similar question; nil if none was requested
	papers       *papers       // worksheet, or nil until one is requested
	trying       PolicyTest    // test of a policy program, or nil
	traceQueries *traceQueries // answers queries about a run that is too long for the page; nil until the first query
	resamples    *resamples    // resamples of the trace on screen, or nil if none were requested
	live         LiveAnswers   // queue of a real cluster; nil until the reader gives a file about one
}

// PolicyTest is a test of a policy program, which runs in small steps.
type PolicyTest interface {
	Step() bool // runs one step and reports whether steps remain
	Tell(*message.Findings)
}

// NewTrier starts a test of a policy program. It is nil in programs without the
// interpreter for such programs.
var NewTrier func(*message.CheckRequest) PolicyTest

// LiveAnswers answers messages about the queue of a real cluster. Its methods return an
// answer for the page, or nil.
type LiveAnswers interface {
	Handle(wire []byte, text string) []byte // processes a message with the contents of the file beside it
	Busy() bool                             // reports whether an answer is in progress
	Work() []byte                           // goes on with the answer for a moment
}

// NewLive returns a LiveAnswers that knows nothing. It is nil in programs that do not
// contain the code for it.
var NewLive func() LiveAnswers

// AnswerShell answers a line typed in the shell of a run, but for the fields that
// identify the line. It is nil in programs that do not contain the code for it.
var AnswerShell func(s *scenario.Scenario, run *engine.Recording, m *message.ShellLine) *message.ShellReply

// shell answers a line typed in the shell of the run on screen.
func (d *Dispatcher) shell(wire []byte) {
	var m message.ShellLine
	if m.Unpack(wire) != nil || d.shown == nil || d.shown.asked.Serial != m.Serial {
		return
	}
	out := &message.ShellReply{Needs: AnswerShell == nil}
	switch {
	case out.Needs:
	case d.shown.window != nil:
		out.Failed, out.Out = true, "bash: the shell does not see runs of so many jobs; open a smaller scenario"
	default:
		out = AnswerShell(d.shown.scenario, d.shown.tape, &m)
	}
	out.Serial, out.Number = m.Serial, m.Number
	d.say(out.Pack())
}

// Handle processes a message from the page. The method Answers returns the replies.
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
		var m message.ListPlacements
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
	case message.KindTry, message.KindScoreboardRequest, message.KindRoute:
		d.aside(wire)
	case message.KindInquire:
		d.inquire(wire)
	case message.KindSheet, message.KindWorksheetAnswer, message.KindGrade:
		if d.papers == nil {
			d.papers = new(papers)
		}
		if answer := d.papers.handle(wire); answer != nil {
			d.say(answer)
		}
	case message.KindLiveFile, message.KindLiveSearch, message.KindLiveQuestion, message.KindLiveShow, message.KindLivePast:
		d.handleLive(wire, "")
	case message.KindShellLine:
		d.shell(wire)
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

// HandleFile processes a Load whose trace, or a LiveFile whose text, is in a separate
// file. The parameter text holds the contents of the file; it is empty if the file can
// no longer be read.
func (d *Dispatcher) HandleFile(wire []byte, text string) {
	var m message.Load
	switch {
	case message.KindOf(wire) == message.KindLiveFile:
		d.handleLive(wire, text)
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

// handleLive processes a message about the queue of a real cluster.
func (d *Dispatcher) handleLive(wire []byte, text string) {
	if NewLive == nil {
		d.say((&message.LiveState{Needs: true}).Pack())
		return
	}
	if d.live == nil {
		d.live = NewLive()
	}
	if answer := d.live.Handle(wire, text); answer != nil {
		d.say(answer)
	}
}

// examine answers messages about quiz questions of the run on screen.
func (d *Dispatcher) examine(wire []byte) {
	serial := d.shown.asked.Serial
	switch message.KindOf(wire) {
	case message.KindAsk:
		var m message.ListQuestions
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
		var m message.JudgeAnswers
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
		var m message.FindSimilar
		if m.Unpack(wire) == nil && m.Serial == serial {
			var out *message.SimilarQuestion
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

// aside answers queries about routes and about decisions made by hand. Their
// answers do not depend on the step on screen.
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

// inquire answers a query about a run that is too long for the page, or begins to
// answer one about resamples.
func (d *Dispatcher) inquire(wire []byte) {
	var m message.TraceQuery
	bad := m.Unpack(wire) != nil
	if !bad && m.Topic == message.TopicResamples {
		d.resample(&m)
		return
	}
	if bad || d.shown == nil || d.shown.window == nil || d.shown.asked.Serial != m.Serial {
		return
	}
	if d.traceQueries == nil || d.traceQueries.of != d.shown {
		d.traceQueries = newTraceQueries(d.shown)
	}
	d.say(d.traceQueries.handle(&m))
}

// resample starts or ends the simulation of resamples of the trace on screen.
func (d *Dispatcher) resample(m *message.TraceQuery) {
	d.resamples = nil
	if next := new(resamples); d.shown != nil && next.begin(m, d.shown) {
		d.resamples = next
	}
}

func (d *Dispatcher) say(wire []byte) { d.answers = append(d.answers, wire) }

// Answers returns the messages for the page that have accumulated since the last
// call, and clears the list.
func (d *Dispatcher) Answers() [][]byte {
	out := d.answers
	d.answers = nil
	return out
}

// load reads the requested scenario and starts the recording of its run.
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
			d.next.choices = d.shown.choices // computing the choices takes longer than computing the run
		}
	}
	if err == policies.ErrNoInterpreter {
		d.next, d.text = nil, ""
		d.say((&message.Failed{Serial: m.Serial, Needs: true}).Pack())
	} else if err != nil {
		d.next = nil
		failed := &message.Failed{Serial: m.Serial, Name: m.Name, Form: m.Form, Faults: faults(err), TooLarge: tooManyJobs(err)}
		if len(what.text) <= maxText {
			failed.Text = what.text
		}
		d.say(failed.Pack())
	}
}

// longTry is the greatest number of steps of a run for which alternative policies
// are tried.
const longTry = 20_000

// tryOther starts to record a run with the next alternative policies (Load.Others).
// It does so if the run just recorded has the schedule that the page does not want
// (Load.Unlike). It reports whether it started a recording; if not, the recorded
// run is final.
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

// Busy reports whether any work is pending: a recording, a file, a search for
// questions, a policy test, a query, resamples, or an answer about a real queue.
func (d *Dispatcher) Busy() bool {
	return d.next != nil || d.writing != nil || d.asking != nil || d.surveying != nil || d.trying != nil || d.traceQueries.busy() || d.answering() || d.resamples.busy()
}

// answering reports whether an answer about a real queue is in progress.
func (d *Dispatcher) answering() bool { return d.live != nil && d.live.Busy() }

// slice is the time for which WorkSlice works on a run. A worker receives no messages
// while it computes.
const slice = 50 * time.Millisecond

// stepsAtOnce is the number of steps recorded between two readings of the clock.
const stepsAtOnce = 32

// WorkSlice works on what is in progress for a slice of time, and then reports how far it
// is.
func (d *Dispatcher) WorkSlice() {
	for began := time.Now(); d.Busy() && time.Since(began) < slice; {
		d.Work(stepsAtOnce)
	}
	d.Report()
}

// Work processes one piece of the pending work. A search for the next question
// comes first, then a file, then a query, then an answer about a real queue. If none of these is pending, Work records
// up to n steps of the next run; when the run is complete, Work puts it on screen.
// A search for all questions, resamples and a policy test come last.
func (d *Dispatcher) Work(n int) {
	if d.asking != nil {
		d.look()
		return
	}
	if d.writing != nil {
		d.write(n)
		return
	}
	if d.traceQueries.busy() {
		if rows := d.traceQueries.work(); rows != nil {
			d.say(rows)
		}
		return
	}
	if d.answering() {
		if answer := d.live.Work(); answer != nil {
			d.say(answer)
		}
		return
	}
	if d.next == nil && d.surveying != nil {
		d.survey()
		return
	}
	if d.next == nil && d.resamples.busy() {
		if answer := d.resamples.work(n); answer != nil {
			d.say(answer)
		}
		return
	}
	if d.next == nil {
		d.try()
		return
	}
	if d.next.scenario.Scheduler.Sources != (policies.Sources{}) {
		n = 1 // a step of a policy program can take any length of time
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
		d.next = d.first // all alternatives have the unwanted schedule, too
	}
	d.first = nil
	d.tellRun(d.next)
}

// tellRun makes r the run on screen and sends it to the page.
func (d *Dispatcher) tellRun(r *Replay) {
	loaded := r.Loaded()
	d.shown, d.next, d.asking, d.surveying, d.alike, d.resamples = r, nil, nil, nil, nil, nil
	d.say(loaded.Pack())
	d.say(r.State(&message.Seek{Serial: loaded.Serial, Step: loaded.Step, Job: loaded.Select}).Pack())
}

// sameRun reports whether two Loads request the same run. The window and the moment
// to show may differ.
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

// try runs one step of the policy test. After the last step it sends the findings.
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

// Report sends the page the progress of the recording, of the file, and of the
// policy test.
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
