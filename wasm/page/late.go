//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/lectureview"
	"hopyard/wasm/page/logview"
	"hopyard/wasm/page/longrunview"
	"hopyard/wasm/page/manualview"
	"hopyard/wasm/page/nativeview"
	"hopyard/wasm/page/pendingview"
	"hopyard/wasm/page/practiceview"
	"hopyard/wasm/page/puzzleview"
	"hopyard/wasm/page/shellview"
)

// registerLate connects these features with the actions of the reader and with the
// messages of the worker. None of it calls their code before a reader uses them.
func (p *page) registerLate() {
	p.OnAction(keys.FocusQuestion, func() { p.card().Go() })
	p.OnAction(keys.SkipQuestion, func() { p.card().Skip() })
	p.OnActed(func(a keys.Action) {
		if a == keys.SwitchPredict {
			p.Say("status", p.App.Note)
		}
	})
	p.OnAsk(p.askQuestion)
	for _, kind := range []message.Kind{message.KindAsked, message.KindGraded} {
		p.OnMessage(kind, func(wire []byte) {
			if p.App.Predict.On {
				p.card().Hear(wire)
				if !p.App.Walk.Lecture { // answers during a lecture do not count as the reader's own progress
					p.lesson.Path().Graded(wire)
				}
			}
		})
	}
	p.OnBusy(func() bool {
		m := p.App
		return p.queue != nil && p.queue.Busy() || p.log != nil && p.log.Busy() || m.ByHand() && m.ManualPanel().Busy() || p.papers != nil && p.papers.Busy() || m.Predict.On && m.Practice.Busy()
	})
	p.OnAction(keys.ByHand, p.beginByHand)
	p.OnAsk(func() {
		if p.App.ByHand() && p.App.State != nil {
			p.hands().Ask()
		}
	})
	for _, kind := range []message.Kind{message.KindTried, message.KindScoreboardReply} {
		p.OnMessage(kind, func(wire []byte) {
			if p.App.ByHand() {
				p.hands().Hear(wire)
			}
		})
	}
	p.OnAction(keys.MakeSheet, func() { p.sheets().Make(p.LessonName()) })
	for _, kind := range []message.Kind{message.KindPart, message.KindWorksheetAnswerReply, message.KindMarks} {
		p.OnMessage(kind, func(wire []byte) { p.sheets().Hear(wire) })
	}
	p.OnRun(p.puzzleLoaded)
	p.OnRun(func() {
		if p.papers != nil {
			p.papers.Loaded()
		}
	})
	p.OnMessage(message.KindTold, func(wire []byte) {
		if p.windows != nil {
			p.windows.Hear(wire)
		}
	})
	p.OnMessage(message.KindJudged, p.judged)
	p.OnMessage(message.KindSurveyed, p.surveyed)
	p.OnMessage(message.KindAlike, p.surveyed)
	p.OnAside(p.foreseen)
	p.OnAction(keys.OpenPuzzle, func() { p.puzzle().Show("") })
	p.OnAction(keys.OpenLive, func() { p.live().Open() })
	p.OnAction(keys.OpenShell, func() { p.shell().Toggle() })
	p.OnMessage(message.KindShellReply, func(wire []byte) { p.shell().Hear(wire) })
	for _, kind := range []message.Kind{message.KindLiveState, message.KindLiveFound, message.KindLiveAnswer, message.KindLiveFidelity} {
		p.OnMessage(kind, func(wire []byte) { p.live().Hear(wire) })
	}
	p.OnMessage(message.KindLiveScenario, func(wire []byte) { p.live().Show(wire) })
	p.OnMessage(message.None, func(wire []byte) {
		if p.puzzled != nil {
			p.puzzled.Heard(wire)
		}
	})
}

// asked reports whether the page is waiting for the answer to a question at the
// step on screen.
func (p *page) asked() bool { return p.App.Predict.On && p.App.Practice.Here() }

// askQuestion requests the question about the next step, before the reader reaches
// that step.
func (p *page) askQuestion() {
	if !p.App.Predict.On || p.App.Loading != nil || p.App.Compare != nil {
		return
	}
	if m := p.App.Practice.Ask(); m != nil {
		p.Post(m.Pack())
	}
}

// showQuestion updates the question card.
func (p *page) showQuestion(reach *i18n.TermFocus) {
	p.Mark("data-asking", p.asked())
	p.Mark("data-covered", p.App.Predict.On)
	if !p.App.Predict.On {
		p.Fill("why-ask", "")
		return
	}
	p.Fill("why-ask", reach.Mark(p.App.Practice.CardHTML()))
	p.card().Shown()
}

// card returns the controller of the question card. The card asks the reader to
// predict scheduling decisions.
func (p *page) card() *practiceview.Card {
	if p.predicts == nil {
		p.predicts = practiceview.New(p.Host, p.pictures)
	}
	return p.predicts
}

// showPredict updates the switch for predict mode, and disables the transport
// buttons that cannot be used while a question is open.
func (p *page) showPredict() {
	m := p.App
	p.El("t-predict").SetAttribute("aria-checked", strconv.FormatBool(m.Predict.On))
	if !m.Predict.On || m.Compare != nil {
		return
	}
	for _, id := range []string{"t-forward", "t-end", "t-play"} {
		p.El(id).SetAttribute("aria-disabled", strconv.FormatBool(p.asked() || id != "t-play" && !m.Practice.AtEdge() && m.Step == m.Run.Len()))
	}
}

// runChanged updates what depends on the run but not on the step, if the run on
// screen has changed. In predict mode, each longer prefix of the run counts as
// another run.
func (p *page) runChanged() {
	if p.drawn == p.App.Run {
		return
	}
	old := p.drawn
	p.drawn, p.pictures.Strip.Density = p.App.Run, nil
	if old != nil && (old.Covered || p.App.Run.Covered) {
		p.curve.CurvesChanged()
		if old.Covered != p.App.Run.Covered {
			p.showFigures()
		}
	}
}

// answeredAt uses a click on a picture as an answer if an answer is expected, and
// reports whether it did.
func (p *page) answeredAt(hit draw.Hit) bool {
	return p.asked() && p.card().Hit(hit) || p.App.ByHand() && p.hands().Hit(hit)
}

// showLecture updates the projector view and the speaker's window during a lecture.
func (p *page) showLecture() {
	if p.beamer == nil {
		if !p.App.Walk.Lecture {
			return
		}
		p.beamer = lectureview.New(p.Host, p.setting, func() { p.card().Tell() })
	}
	p.beamer.Show()
}

// hands returns the controller of manual scheduling.
func (p *page) hands() *manualview.ManualController {
	if p.hand == nil {
		p.hand = manualview.New(p.Host, p.pictures)
	}
	return p.hand
}

// showHand updates the panel of manual scheduling. It hides the panel if the reader
// does not schedule by hand.
func (p *page) showHand() {
	on := p.App.ByHand()
	p.Mark("data-manual", on)
	if on {
		p.hands().Show()
	}
}

// beginByHand starts manual scheduling: the reader schedules the jobs on screen,
// from the first event on.
func (p *page) beginByHand() {
	p.LeaveCompare()
	if p.App.Predict.On {
		p.Act(keys.SwitchPredict)
	}
	p.Next = p.Lesson
	p.SendLoad(p.App.ManualPanel().Begin(p.App.Change, p.App.Source.Overrides))
}

// foreseen passes a state to the lecture if the lecture requested it for another
// step than the step on screen.
func (p *page) foreseen(m *message.State) {
	if p.beamer != nil {
		p.beamer.Take(m)
	}
}

// judged handles the reply that grades the audience's votes in a lecture.
func (p *page) judged(wire []byte) {
	var m message.AnswersJudged
	if p.beamer != nil && m.Unpack(wire) == nil {
		p.beamer.Judged(&m)
	}
}

// surveyed handles a reply for a lecture: the list of all questions of a run, or a
// question similar to a given one.
func (p *page) surveyed(wire []byte) {
	if p.beamer == nil {
		return
	}
	var all message.Surveyed
	var alike message.SimilarQuestion
	if all.Unpack(wire) == nil {
		p.beamer.Surveyed(&all)
	} else if alike.Unpack(wire) == nil {
		p.beamer.Alike(&alike)
	}
}

// puzzleStart is the prefix of the fragment in a link to the puzzle of a day.
// titleStart is the prefix of the title of a puzzle's scenario.
const puzzleStart, titleStart = "#puzzle=", "Hopyard 20"

// arrivesAtPuzzle opens the puzzle that an address names. It returns false if the
// address names none.
func (p *page) arrivesAtPuzzle(hash string) bool {
	date, is := strings.CutPrefix(hash, puzzleStart)
	if is {
		p.Next, p.Written = -1, hash
		p.LeaveCompare()
		p.puzzle().Arrive(date)
	}
	return is
}

// puzzle returns the controller of puzzles.
func (p *page) puzzle() *puzzleview.PuzzleController {
	if p.puzzled == nil {
		p.puzzled = puzzleview.New(p.Host)
	}
	return p.puzzled
}

// puzzleLoaded notifies the puzzle controller of a new run if the run may belong to
// a puzzle.
func (p *page) puzzleLoaded() {
	if p.puzzled != nil || strings.HasPrefix(p.App.Run.Title, titleStart) {
		p.puzzle().Loaded()
	}
}

// showArchive updates the panel for a long run, of which only an excerpt is shown.
// It hides the panel for other runs.
func (p *page) showArchive() {
	if p.windows == nil {
		if p.App.Run.Archive == nil {
			return
		}
		p.windows = longrunview.New(p.Host)
	}
	p.windows.Show()
}

// live returns the controller of questions about the queue of a real cluster.
func (p *page) live() *pendingview.PendingController {
	if p.queue == nil {
		p.queue = pendingview.New(p.Host)
	}
	return p.queue
}

// shell returns the controller of the shell.
func (p *page) shell() *shellview.ShellController {
	if p.terminal == nil {
		p.terminal = shellview.New(p.Host)
	}
	return p.terminal
}

// logs returns the controller of job logs.
func (p *page) logs() *logview.LogController {
	if p.log == nil {
		p.log = logview.New(p.Host, p.openConverted)
	}
	return p.log
}

// takeQueue gives files about a real cluster to that controller.
func (p *page) takeQueue(files ...js.Value) {
	p.live().Take(files)
}

// listenToNative handles offers of an engine behind hopyard serve. The page's address
// makes the offer, now or later, or made it earlier in this tab.
func (p *page) listenToNative() {
	offered := js.FuncOf(func(js.Value, []js.Value) any {
		if p.lent == nil {
			p.lent = nativeview.New(p.Host, p.openTrace)
		}
		p.lent.Offer()
		return nil
	})
	p.Glue.Set("offered", offered)
	if script := p.Glue.Get("native"); script.Truthy() {
		script.Call("offer")
	}
}
