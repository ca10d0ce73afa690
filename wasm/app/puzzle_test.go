package app

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"hopyard/core/puzzle"
	"hopyard/core/queue/manual"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/puzzlepanel"
	"hopyard/wasm/draw"
	"hopyard/wasm/html/htmltest"
)

const puzzleLink = "https://example.org/#puzzle=2026-11-26"

// puzzled opens one part of the daily puzzle of a fixed day, with the given saved
// progress.
func puzzled(t *testing.T, part puzzlepanel.PuzzlePart, kept string) (*stage, *puzzlepanel.PuzzlePanel) {
	t.Helper()
	s := &stage{App: NewModel(i18n.English)}
	p := puzzlepanel.New(s.Say, kept)
	if err := p.Open(puzzle.Date{Year: 2026, Month: 11, Day: 26}); err != nil {
		t.Fatal(err)
	}
	s.WillPredict(part == puzzlepanel.Predict)
	s.load(t, s.Load(p.Load(part)))
	if p.Here() != part {
		t.Fatalf("part %d is on screen, not %d: %v", p.Here(), part, s.Faults)
	}
	return s, p
}

// fiveAnswers goes through the five questions of the puzzle. For each question, it
// sends the reply that the given function returns.
func fiveAnswers(t *testing.T, answer func(i int, s *stage) *message.Reply) (*stage, *puzzlepanel.PuzzlePanel) {
	t.Helper()
	s, p := puzzled(t, puzzlepanel.Predict, "")
	s.Practice.SetPlan(p.Plan())
	s.Practice.Always = true
	for i := range puzzle.NumQuestions {
		s.Practice.Next()
		s.settlePractice(t)
		q := s.Practice.Question()
		if !s.Practice.Here() || q.Step != p.Puzzle.Questions[i].Step || q.Kind != p.Puzzle.Questions[i].Kind {
			t.Fatalf("question %d is %+v", i, q)
		}
		reply, hinted := answer(i, s), s.Practice.Hinted()
		s.desk.Handle(reply.Pack())
		for _, wire := range s.desk.Answers() {
			var g message.Graded
			if g.Unpack(wire) == nil {
				s.Practice.Grade(&g)
				if !p.Graded(&g, hinted) || p.Graded(&g, hinted) {
					t.Error("an answer counts not at all, or twice")
				}
			}
		}
		if p.Finished() != (i == puzzle.NumQuestions-1) {
			t.Errorf("after %d answers it is finished: %t", i+1, p.Finished())
		}
	}
	s.Practice.Next()
	s.settlePractice(t)
	if s.Practice.Asking() {
		t.Error("a sixth question is asked")
	}
	return s, p
}

// TestPredictFive checks that the puzzle asks five questions and allows one try for
// each. The answers must be remembered, and the text for sharing them must not
// reveal the puzzle.
func TestPredictFive(t *testing.T) {
	_, p := fiveAnswers(t, func(i int, s *stage) *message.Reply {
		switch i {
		case 1:
			return s.Practice.GiveUp(true)
		case 3:
			s.Practice.Hint()
		}
		q := s.Practice.Question()
		return &message.Reply{Serial: s.Run.Serial, Step: int32(q.Step), Kind: q.Kind, Answer: rightAnswer(q)}
	})
	if text := p.Result(puzzleLink); text != "Hopyard 2026-11-26\n🟩⬛🟩🟨🟩 4 of 5 right\n"+puzzleLink {
		t.Errorf("the result is %s", text)
	}
	s, again := puzzled(t, puzzlepanel.Predict, p.Kept())
	if !again.Done(puzzlepanel.Predict) || len(again.Plan()) != puzzle.NumQuestions || again.Result(puzzleLink) != p.Result(puzzleLink) {
		t.Errorf("what was answered is forgotten: %s", again.Kept())
	}
	if html := string(again.HTML(again.Puzzle.Date, puzzleLink, "", true)); strings.Count(html, `data-mark="r"`) != 3 || !strings.Contains(html, "Try again") || !strings.Contains(html, `data-puzzle="send"`) || strings.Contains(html, "day after") {
		t.Errorf("the dialog is %s", html)
	}
	s.SwitchPredict(false)
	if again.Here() != puzzlepanel.Neither || string(again.LineHTML()) != "" {
		t.Error("the run uncovered is still the puzzle")
	}
}

// rightAnswer returns the right answer to a question. The page does not know the
// answer, so rightAnswer reads it from the puzzle itself.
func rightAnswer(q *quiz.Question) quiz.Answer {
	p, _ := puzzle.Of(puzzle.Date{Year: 2026, Month: 11, Day: 26})
	for i := range p.Questions {
		if p.Questions[i].Step == q.Step && p.Questions[i].Kind == q.Kind {
			return p.Questions[i].Right[0]
		}
	}
	return quiz.Answer{}
}

// TestBeatEASYByHand checks the result of scheduling the puzzle by hand. A schedule
// must count only when every job has started. The schedule of EASY must give the
// same wait time as EASY. The best order of starts must be reported as proven
// optimal.
func TestBeatEASYByHand(t *testing.T) {
	s, p := puzzled(t, puzzlepanel.ByHand, "")
	if p.Stood(s.stood(t)) || p.Finished() {
		t.Error("nothing is decided, and it counts")
	}
	if line := htmltest.Plain(p.LineHTML()); !strings.Contains(line, "0 of 8 jobs started") {
		t.Errorf("the line is %s", line)
	}
	play := func(all []manual.Decision) {
		t.Helper()
		x, err := scenario.Parse(p.Puzzle.ByHand())
		if err != nil {
			t.Fatal(err)
		}
		x.Scheduler.Decisions = all
		s.load(t, s.Load(message.Load{Form: message.JSON, Text: string(x.Canonical()), At: -1, Job: -1}))
		p.Stood(s.stood(t))
	}
	easy := startsOf(t, p.Puzzle.Scenario)
	play(easy)
	if got := p.Result(puzzleLink); !p.Finished() || !strings.Contains(got, "By hand: as much waiting as EASY\n") {
		t.Errorf("finished %t: %s", p.Finished(), got)
	}
	play(bestStarts(t, p))
	want := "By hand: 53 % less waiting than EASY ★ best possible (proven)\n"
	if got := p.Result(puzzleLink); !strings.Contains(got, want) || strings.Contains(got, "job") {
		t.Errorf("the result is %s, not %s", got, want)
	}
	if p.Spoken() != "53 % less waiting than EASY ★ best possible (proven)" {
		t.Errorf("it says %q", p.Spoken())
	}
	play(easy) // a worse schedule follows, but the best schedule so far still counts
	if !strings.Contains(p.Result(puzzleLink), want) {
		t.Error("a worse schedule counts")
	}
	palette := make([]string, draw.NumColours)
	for i := range palette {
		palette[i] = "#123456"
	}
	svg, _, h := p.Picture(palette, puzzleLink+"&<")
	isXML(t, "the picture", string(svg))
	if fills := strings.Count(string(svg), ` fill="`); fills < 6 || fills != strings.Count(string(svg), ` fill="#123456"`)+strings.Count(string(svg), ` fill="none"`) {
		t.Errorf("the picture has other colours than the palette: %s", svg)
	}
	if h < 150 || h > 400 {
		t.Errorf("the picture is %g high", h)
	}
}

// TestAnotherScenarioIsNotThePuzzle opens a scenario that has the puzzle's title
// but other jobs. It must not count as the puzzle.
func TestAnotherScenarioIsNotThePuzzle(t *testing.T) {
	s, p := puzzled(t, puzzlepanel.ByHand, "{broken")
	x, err := scenario.Parse(p.Puzzle.ByHand())
	if err != nil {
		t.Fatal(err)
	}
	x.Jobs[0].Walltime, x.Jobs[0].Runtime = simtime.Second, simtime.Second
	s.load(t, s.Load(message.Load{Form: message.JSON, Text: string(x.Canonical()), At: -1, Job: -1}))
	if s.Run.Title != "Hopyard 2026-11-26" || p.Here() != puzzlepanel.Neither {
		t.Errorf("%s with another job is part %d", s.Run.Title, p.Here())
	}
}

// startsOf runs a scenario, and returns the starts of its jobs as decisions.
func startsOf(t *testing.T, x *scenario.Scenario) (all []manual.Decision) {
	t.Helper()
	s := open(t, message.Load{Form: message.JSON, Text: string(x.Canonical()), At: -1, Job: -1})
	for i := range s.Run.Steps {
		for _, e := range s.Run.Events[s.Run.First[i]:s.Run.First[i+1]] {
			if e.Kind == trace.Start {
				all = append(all, manual.Decision{At: s.Run.Steps[i].Time, Job: s.Run.Jobs[e.Job].Number, Nodes: e.Placement})
			}
		}
	}
	return all
}

// bestStarts returns a schedule with the smallest sum of wait times. It tries the
// orders of the jobs until one reaches the proven minimum.
func bestStarts(t *testing.T, p *puzzlepanel.PuzzlePanel) (all []manual.Decision) {
	t.Helper()
	jobs, nodes := p.Puzzle.Scenario.Jobs, p.Puzzle.Scenario.Cluster.Machine().NumNodes()
	var place func(order []int) bool
	used := make([]bool, len(jobs))
	place = func(order []int) bool {
		if len(order) == len(jobs) {
			all = nil
			at := make([]simtime.Time, nodes)
			sum := simtime.Duration(0)
			for _, k := range order { // start each job at the earliest time at which enough nodes are free
				begin, chosen := simtime.Never, []int(nil)
				for _, c := range append([]simtime.Time{jobs[k].Submit}, at...) {
					c = max(c, jobs[k].Submit)
					var fits []int
					for n := range at {
						if at[n] <= c {
							fits = append(fits, n)
						}
					}
					if len(fits) >= int(jobs[k].Nodes) && c < begin {
						begin, chosen = c, fits[:jobs[k].Nodes]
					}
				}
				d := manual.Decision{At: begin, Job: jobs[k].Number}
				for _, n := range chosen {
					at[n] = begin.Add(jobs[k].Runtime)
					d.Nodes = d.Nodes.Append(topology.NodeID(n), topology.NodeID(n), 1)
				}
				all = append(all, d)
				sum += begin.Sub(jobs[k].Submit)
			}
			return sum == p.Puzzle.Best
		}
		for k := range jobs {
			if !used[k] {
				used[k] = true
				if place(append(order, k)) {
					return true
				}
				used[k] = false
			}
		}
		return false
	}
	if !place(nil) {
		t.Fatal("no order is as good as the proof says")
	}
	slices.SortStableFunc(all, func(a, b manual.Decision) int { return cmp.Compare(a.At, b.At) })
	return all
}
