package app

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/html/htmltest"
)

// settlePractice delivers the worker's answers until no request of predict mode is
// pending, as the page does after each action.
func (s *stage) settlePractice(t testing.TB) {
	t.Helper()
	for range 1000 {
		asked := s.Practice.Ask()
		if asked != nil {
			s.desk.Handle(asked.Pack())
		}
		for s.desk.Busy() {
			s.desk.Work(1)
		}
		s.answers(t)
		if s.State == nil || int(s.State.Step) != s.Step {
			s.settleState(t)
			continue
		}
		if asked == nil && !s.Practice.Busy() {
			return
		}
	}
	t.Fatal("it never settles")
}

// predict returns a page on a lesson in predict mode.
func predict(t testing.TB, name string) *stage {
	t.Helper()
	s := open(t, lesson(t, name))
	s.do(t, keys.ToStart)
	s.SwitchPredict(true)
	s.settlePractice(t)
	return s
}

// press carries out an action, and waits for the worker's answers.
func (s *stage) press(t testing.TB, a keys.Action) {
	t.Helper()
	s.Do(a)
	s.settlePractice(t)
}

func (s *stage) send(t testing.TB, m *message.Reply) {
	t.Helper()
	if m == nil {
		t.Fatalf("no answer is given: %s", string(s.Practice.CardHTML()))
	}
	s.desk.Handle(m.Pack())
	s.settlePractice(t)
}

// job returns the id of the job with the given number. It fails the test if there
// is no such job.
func (s *stage) job(t testing.TB, number int64) workload.JobID {
	t.Helper()
	id := s.Run.JobOf(number)
	if id == workload.NoJob {
		t.Fatalf("there is no job %d", number)
	}
	return id
}

// TestAQuestionStopsInTheMiddleOfAStep checks the question about job 5 of lesson
// easy-hole. It must be asked after the job is submitted and before the job starts.
// No action may go past the question until it is answered.
func TestAQuestionStopsInTheMiddleOfAStep(t *testing.T) {
	m := predict(t, "easy-hole")
	for !m.Practice.Asking() {
		if m.Step == m.Practice.Whole().Len() {
			t.Fatal("nothing is asked")
		}
		m.press(t, keys.Forward)
	}
	if !m.Middle() || m.Run.Len() != m.Step || m.Starts() {
		t.Fatalf("step %d of %d, in its middle: %t, something started: %t", m.Step, m.Run.Len(), m.Middle(), m.Starts())
	}
	step := m.Step
	for _, a := range []keys.Action{keys.Forward, keys.ToEnd, keys.NextDecision, keys.Play, keys.NextQuestion} {
		if m.press(t, a); m.Step != step || !m.Practice.Asking() || m.Playing {
			t.Fatalf("action %d passes the question: step %d", a, m.Step)
		}
	}
	if m.press(t, keys.Back); m.Step != step-1 || !m.Practice.Asking() || m.Predict.Asking {
		t.Fatalf("looking back leads to step %d", m.Step)
	}
	if m.press(t, keys.Forward); m.Step != step || !m.Middle() || !m.Predict.Asking {
		t.Fatalf("looking forward again leads to step %d, in its middle: %t", m.Step, m.Middle())
	}
}

// TestAWrongAnswerIsNamed gives a wrong answer. The page must then explain the
// misconception behind it, with the numbers of this run. It must reveal only the
// scheduling pass that was asked about.
func TestAWrongAnswerIsNamed(t *testing.T) {
	m := predict(t, "easy-hole")
	five := m.job(t, 5)
	for !m.Practice.Asking() || m.Waiting(five) == nil {
		if m.Practice.Asking() {
			m.send(t, m.Practice.GiveUp(false))
		}
		if m.press(t, keys.NextQuestion); !m.Practice.Asking() {
			t.Fatal("job 5 is never asked about")
		}
	}
	if m.Practice.Reply() != nil || !strings.Contains(string(m.Practice.CardHTML()), "ask-note") {
		t.Error("nothing is an answer")
	}
	for _, w := range m.State.Queue {
		if job := m.Practice.RowJob(fmt.Sprint(int(w.Job))); job != w.Job {
			t.Errorf("the row of job %d is that of %d", w.Job, job)
		}
	}
	if job := m.Practice.RowJob("none"); job != workload.NoJob {
		t.Errorf("the row of nobody is that of %d", job)
	}
	m.Practice.Pick(workload.NoJob)
	m.send(t, m.Practice.Reply())
	card := string(m.Practice.CardHTML())
	for _, want := range []string{"Not quite.", `data-slip="first-come"`, "Jobs may overtake one that has to wait. Job 5 starts: it overtakes job 4", "Right answer", "job 5"} {
		if !strings.Contains(htmltest.Plain(card)+card, want) {
			t.Errorf("the card lacks %q: %s", want, card)
		}
	}
	if m.Middle() || !m.Starts() || m.Run.Len() != m.Step {
		t.Errorf("step %d of %d is shown, its start: %t", m.Step, m.Run.Len(), m.Starts())
	}
	if !strings.Contains(htmltest.Plain(m.Why.SentenceHTML()), "Job 5 starts now on") {
		t.Errorf("the sentence is %s", string(m.Why.SentenceHTML()))
	}
	if m.press(t, keys.Forward); m.Practice.Graded() {
		t.Error("the card stays at the next step")
	}
}

// TestNothingTellsTheAnswer checks the page while a question waits for an answer.
// Nothing may reveal the answer: which job starts, what is promised, or how long
// the run lasts.
func TestNothingTellsTheAnswer(t *testing.T) {
	asked := map[quiz.QuestionKind]int{}
	for _, l := range scenarios.All() {
		m := predict(t, l.Name)
		if !m.Practice.Covers() {
			continue
		}
		whole := m.Practice.Whole()
		for range 400 {
			if m.press(t, keys.NextQuestion); !m.Practice.Asking() {
				break
			}
			q, g := m.peek(t)
			asked[q.Kind]++
			m.covered(t, l.Name, whole.Last, g)
			m.send(t, m.Practice.GiveUp(q.Step%2 == 0))
		}
	}
	for _, k := range []quiz.QuestionKind{quiz.Start, quiz.Promise, quiz.Extra} {
		if asked[k] == 0 {
			t.Errorf("no question of kind %v was asked: %v", k, asked)
		}
	}
}

// peek returns the question on screen and its answer, which only the worker knows.
func (s *stage) peek(t testing.TB) (*quiz.Question, *message.Graded) {
	t.Helper()
	r := s.Practice.GiveUp(false)
	s.desk.Handle(r.Pack())
	var g message.Graded
	for _, wire := range s.desk.Answers() {
		if message.KindOf(wire) == message.KindGraded {
			if err := g.Unpack(wire); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.Practice.Withdraw()
	return &g.Question, &g
}

// covered fails the test if anything on screen or in the live region reveals a
// hidden fact.
func (s *stage) covered(t testing.TB, name string, last simtime.Time, g *message.Graded) {
	t.Helper()
	q := &g.Question
	where := fmt.Sprintf("%s, %s of step %d", name, q.Kind, q.Step)
	now := s.Now()
	var scene draw.Timeline
	scene.Size = draw.Size{W: 700, H: 240, Scale: 1}
	s.Timeline.FillTimeline(&scene)
	var picture draw.Buffer
	picture.Reset(scene.Size)
	scene.Draw(&picture)
	_, also := s.Say.Sentence()
	said := strings.Join([]string{
		string(s.Queue.QueueHTML()), string(s.Why.SentenceHTML()), string(s.Why.RulesHTML()), string(s.Why.CandidatesHTML()), string(s.Why.FactsHTML()), string(s.Machine.TreeHTML()), string(s.Timeline.GridHTML()),
		string(s.Practice.CardHTML()), string(s.Queue.TableHTML()), string(s.Queue.RunningHTML()), s.Announce, s.Why.RecordText(), picture.Texts(), s.StepNote(), s.CountNote(), string(i18n.Join(" ", also)),
	}, "\n")
	if s.Practice.Picks() {
		said += string(s.Practice.RowsHTML())
	}
	said = htmltest.Plain(said)
	clock := s.Run.Clock
	for _, f := range s.Figures.FigureTexts() {
		said += " " + f.Text
	}
	switch q.Kind {
	case quiz.Start:
		if s.Starts() || strings.Contains(said, "starts on") || strings.Contains(said, "starts now on") {
			t.Errorf("%s: a start is told: %s", where, said)
		}
	case quiz.Promise:
		if at := clock.At(q.Right[0].Time); tellsPromise(said, at) {
			t.Errorf("%s: the promise of %s is told: %s", where, at, said)
		}
	case quiz.Extra:
		if strings.Contains(said, "leaves over") {
			t.Errorf("%s: extra nodes are told: %s", where, said)
		}
	}
	for i := range s.Run.Steps {
		if s.Run.Steps[i].Time > now {
			t.Fatalf("%s: a step of %v is known at %v", where, s.Run.Steps[i].Time, now)
		}
	}
	for _, p := range s.Run.Curve {
		if p.Time > now {
			t.Fatalf("%s: the curves go on until %v", where, p.Time)
		}
	}
	known := now
	if q.Step == 0 { // the walltime of the first job is visible
		known = s.Run.FirstReach()
	}
	for i := range s.State.Running {
		if limit := s.State.Running[i].Limit; limit < simtime.Never/4 {
			known = max(known, limit)
		}
	}
	for _, p := range s.Promises() {
		known = max(known, p.End)
	}
	if len(s.Run.Whole) > 0 || len(s.Run.Figures) > 0 || s.Run.About != "" {
		t.Errorf("%s: figures of the whole run are known", where)
	}
	if s.Run.Last > known && s.Run.Last == last && s.Run.Last > s.edge {
		t.Errorf("%s: the axis reaches to the end of the run at %v, and %v is known", where, last, known)
	}
	s.edge = max(s.edge, known)
}

// tellsPromise reports whether a text says that a job is promised the given time,
// or could start at that time.
func tellsPromise(said, at string) bool {
	for _, before := range []string{"promised ", "promised at ", "cannot start before ", "starts at ", "shadow time "} {
		if strings.Contains(said, before+at) {
			return true
		}
	}
	return false
}

// TestQuestionsKeepADistance steps quickly through a run. At most one question in
// ten seconds may be asked. A question that the reader requests must be asked at
// once.
func TestQuestionsKeepADistance(t *testing.T) {
	m := predict(t, "easy-hole")
	now := 1000.0
	m.Practice.Clock = func() float64 { return now }
	whole := m.Practice.Whole()
	asked := func() (n int) {
		for m.Step < whole.Len() {
			if m.press(t, keys.Forward); m.Practice.Asking() {
				n++
				m.send(t, m.Practice.GiveUp(false))
			}
		}
		return n
	}
	if n := asked(); n != 1 {
		t.Errorf("%d questions at one moment", n)
	}
	m.SwitchPredict(false)
	m.do(t, keys.ToStart)
	m.SwitchPredict(true)
	m.settlePractice(t)
	all := 0
	for {
		if m.press(t, keys.NextQuestion); !m.Practice.Asking() {
			break
		}
		all++
		m.send(t, m.Practice.GiveUp(false))
	}
	m.SwitchPredict(false)
	m.do(t, keys.ToStart)
	m.SwitchPredict(true)
	m.settlePractice(t)
	m.Practice.Clock = func() float64 { now += 10_000; return now }
	if n := asked(); n != all || all < 5 {
		t.Errorf("%d questions with time between them, of %d", n, all)
	}
}

// TestPlayingStopsAtAQuestion checks that playback stops at each question. If there
// are no more questions, playback must continue to the end.
func TestPlayingStopsAtAQuestion(t *testing.T) {
	m := predict(t, "easy-hole")
	m.press(t, keys.Play)
	for range 200 {
		if m.Tick(1000); !m.Playing {
			break
		}
		m.settlePractice(t)
	}
	if m.settlePractice(t); !m.Practice.Asking() || m.Playing {
		t.Errorf("step %d: asking %t, playing %t", m.Step, m.Practice.Asking(), m.Playing)
	}
}

// TestPredictingEndsAndChanges makes changes while a question is asked. After a
// change of language the question is still asked. Turning predict mode off shows
// the whole run, before the step of the question. Another lesson then opens with
// its later steps hidden.
func TestPredictingEndsAndChanges(t *testing.T) {
	m := predict(t, "easy-hole")
	m.press(t, keys.NextQuestion)
	step := m.Step
	m.Speak(i18n.English)
	if m.Announce == "" || !m.Practice.Asking() {
		t.Error("the question is gone with the language")
	}
	m.press(t, keys.SwitchPredict)
	if m.Run.Covered || m.Step != step-1 || m.State == nil || m.State.Middle {
		t.Errorf("step %d is shown, not %d", m.Step, step-1)
	}
	m.press(t, keys.SwitchPredict)
	m.press(t, keys.NextQuestion)
	m.load(t, m.Load(lesson(t, "fragmented")))
	m.settlePractice(t)
	if !m.Practice.Covers() || m.Practice.Asking() || !m.Run.Covered {
		t.Error("another lesson is not covered")
	}
}

// TestChartOfAGrowthIsNoAnswer checks the chart of a growth while a question is
// asked. It must be hidden, since it would reveal which stage ends next. After the
// answer, it must be shown again.
func TestChartOfAGrowthIsNoAnswer(t *testing.T) {
	s := predict(t, "grow-online")
	asked := false
	for range 20 {
		s.press(t, keys.NextQuestion)
		q := s.Practice.Question()
		if q == nil {
			break
		}
		asked = asked || q.Kind == quiz.Next
		if string(s.Growth.GrowthHTML()) != "" || s.Growth.GrowthTitle() != "" {
			t.Fatalf("beside a question %v stands %s", q.Kind, string(s.Growth.GrowthHTML()))
		}
		s.send(t, s.Practice.GiveUp(false))
		if q.Kind == quiz.Next && s.Growth.GrowthTitle() == "" {
			t.Error("the chart does not come back")
		}
	}
	if !asked {
		t.Error("no stage is asked for")
	}
}

// TestPlainLessonsAskAboutNoPlacement uses a lesson that precedes the explanation
// of distances on its learning path. No question may be about a placement.
func TestPlainLessonsAskAboutNoPlacement(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToStart)
	about := func(plain string) bool {
		s.Predict.Plain = plain
		s.SwitchPredict(true)
		defer s.SwitchPredict(false)
		ask := s.Practice.Ask()
		if ask == nil {
			t.Fatal("nothing is asked")
		}
		return ask.Kinds&quiz.Of(quiz.Place, quiz.Cost) != 0
	}
	if !about("") || about(s.Run.Text) || !about("another scenario") {
		t.Error("placements are asked where they should not be, or not where they should")
	}
}

// TestALessonBeginsUnderPredict checks what a lesson shows in predict mode before
// the first step. It must show its goals, a button to begin, and the part of its
// description that contains no numbers. The rest of the description must be hidden.
func TestALessonBeginsUnderPredict(t *testing.T) {
	told := 0
	for _, l := range scenarios.All() {
		m := predict(t, l.Name)
		if !m.Practice.Covers() || m.Hand.Manual {
			continue
		}
		m.do(t, keys.ToStart)
		title, html := htmltest.Plain(m.Lessons.LessonTitle()), htmltest.Plain(m.Lessons.LessonHTML())
		text := m.Lessons.Text()
		if strings.ContainsAny(text, "0123456789") || !strings.HasPrefix(l.About, text) {
			t.Errorf("%s: told is %q", l.Name, text)
		}
		if text != "" {
			told++
		}
		if rest := strings.TrimPrefix(l.About, text); len(rest) > 20 && strings.Contains(title+html, rest) {
			t.Errorf("%s: all is told: %s", l.Name, html)
		}
		for _, g := range l.Goals {
			if !strings.Contains(html, htmltest.Plain(htmltest.Escape(g.Text))) {
				t.Errorf("%s: no goal %q in %s", l.Name, g.Text, html)
			}
		}
		if !strings.Contains(string(m.Lessons.LessonHTML()), `data-begin="`+strconv.Itoa(int(keys.NextQuestion))+`"`) {
			t.Errorf("%s: nothing to press", l.Name)
		}
		if m.Step == 0 && m.Run.Last <= 0 || m.Run.Last == simtime.Never {
			t.Errorf("%s: the axis ends at %v", l.Name, m.Run.Last)
		}
	}
	if told < 30 {
		t.Errorf("only %d lessons say what they are about", told)
	}
}

// TestLessonsByHandAreNotPredicted checks that a lesson scheduled by hand has no
// predict mode, because the reader takes the decisions.
func TestLessonsByHandAreNotPredicted(t *testing.T) {
	for _, l := range scenarios.All() {
		if !strings.HasPrefix(l.Name, "hand-") {
			continue
		}
		m := predict(t, "easy-hole")
		m.load(t, m.Load(lesson(t, l.Name)))
		if m.Predict.On || !m.ByHand() || m.Run.Covered {
			t.Errorf("%s is covered", l.Name)
		}
		if title := string(m.Lessons.LessonTitle()); !strings.Contains(title, htmltest.Escape(l.Goals[0].Text)) {
			t.Errorf("%s: the task is not in sight: %s", l.Name, title)
		}
	}
}
