package puzzlepanel

import (
	"strings"

	"hopyard/core/puzzle"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Title returns the title of the puzzle's dialog.
func (p *PuzzlePanel) Title() string {
	return p.Words.Say(i18n.PuzzleTitle, i18n.S("date", p.Puzzle.Date.String()))
}

// HTML returns the content of the dialog. It offers no puzzles for days after
// today. The argument note is a message at the top, or "". The argument send is
// true if the device can pass texts to other programs.
func (p *PuzzlePanel) HTML(today puzzle.Date, link, note string, send bool) html.HTML {
	c := p.Words
	button := func(do string, text i18n.Text, primary bool) html.HTML {
		return html.Button(html.Attr{"data-puzzle", do}, html.If(primary, html.Class("primary")), c.HTML(text))
	}
	var warning, hand, result html.HTML
	if note != "" {
		warning = html.P(html.Class("puzzle-note"), html.Attr{"role", "alert"}, html.Text(note))
	}
	if p.Done(ByHand) {
		hand = p.stoodHTML(simtime.Duration(p.record().Wait))
	}
	if p.Done(Predict) || p.Done(ByHand) {
		text, title := p.Result(link), html.LabelledBy("puzzle-result-title")
		buttons := button("copy", i18n.PuzzleCopy, !send) + button("picture", i18n.PuzzlePicture, false)
		if send {
			buttons = button("send", i18n.PuzzleSend, true) + buttons
		}
		result = html.Section(html.Class("puzzle-result"), title, html.H3(html.ID("puzzle-result-title"), c.HTML(i18n.PuzzleResult)), html.P(html.Class("small"), c.HTML(i18n.PuzzleShareNote)),
			html.El("textarea", html.ID("puzzle-text"), html.Flag("readonly"), html.Attr{"spellcheck", "false"}, html.Num("rows", strings.Count(text, "\n")+1), title, html.Text(text)),
			html.Div(html.Class("row"), buttons))
	}
	day := func(d puzzle.Date, text string) html.HTML {
		return html.Button(html.Attr{"data-puzzle", "day:" + d.String()}, html.Text(text))
	}
	days := day(p.Puzzle.Date.Add(-1), "‹ "+c.Say(i18n.PuzzleBefore))
	if p.Puzzle.Date != today {
		days += day(today, c.Say(i18n.PuzzleToday))
	}
	if next := p.Puzzle.Date.Add(1); next.String() < today.String() {
		days += day(next, c.Say(i18n.PuzzleAfter)+" ›")
	}
	return warning + html.P(html.Class("lead"), c.HTML(i18n.PuzzleLead, i18n.S("machine", p.machine()))) +
		html.Div(html.Class("puzzle-parts"), p.part(Predict, i18n.PuzzlePredict, c.HTML(i18n.PuzzlePredictAbout), p.squaresHTML()),
			p.part(ByHand, i18n.PuzzleHand, c.HTML(i18n.PuzzleHandAbout, i18n.S("wait", c.Span(p.mean(p.Puzzle.EASY)))), hand)) +
		result + html.Status("puzzle-said") + html.Div(html.Class("row puzzle-days"), days)
}

// stoodHTML returns how a sum of wait times compares with the sum under EASY.
func (p *PuzzlePanel) stoodHTML(wait simtime.Duration) html.HTML {
	best := p.best(wait)
	return html.P(html.Class("puzzle-stood"), html.Bold(i18n.Upper(p.versus(wait))), html.If(best != "", " "+html.Span(html.Class("puzzle-best"), html.Text(best))))
}

// part returns the card of a part of the puzzle. A puzzle has two parts.
func (p *PuzzlePanel) part(part PuzzlePart, title i18n.Text, about, result html.HTML) html.HTML {
	c := p.Words
	begin, class := i18n.PuzzleBegin, "primary"
	switch {
	case p.Done(part):
		begin, class = i18n.PuzzleAgain, ""
	case p.Here() == part || part == Predict && strings.Trim(p.record().Marks, string(rune(Open))) != "":
		begin = i18n.PuzzleGoOn
	}
	name := [...]string{Predict: "predict", ByHand: "hand"}[part]
	id := "puzzle-" + name
	return html.Section(html.Class("puzzle-part"), html.LabelledBy(id), html.H3(html.ID(id), c.HTML(title)), html.P(about), result,
		// The first button gets the focus instead of the dialog's close button.
		html.Button(html.Attr{"data-puzzle", name}, html.Class(class), html.If(part == Predict, html.Flag("autofocus")), html.Attr{"aria-describedby", id}, c.HTML(begin)))
}

// machine returns a description of the puzzle's machine. If the puzzle is not on
// screen, the description consists only of the number of nodes.
func (p *PuzzlePanel) machine() string {
	if p.Run != nil && p.Run.Title == puzzle.Title(p.Puzzle.Date) {
		shape := p.Run.Machine.Shape
		return p.ShapeText(&shape)
	}
	return p.Words.Say(i18n.NodeSize, p.Words.N("n", int64(p.Puzzle.Scenario.Cluster.Machine().NumNodes())))
}

// signs holds a symbol for each result of an answer. Readers can therefore tell the
// results apart without colours.
var signs = map[byte]string{Right: "✓", Hinted: "✓", Wrong: "✗", Open: "·"}

// meanings holds a text for each result of an answer.
var meanings = map[byte]i18n.Text{Right: i18n.PuzzleIsRight, Hinted: i18n.PuzzleIsHinted, Wrong: i18n.PuzzleIsWrong, Open: i18n.PuzzleIsOpen}

// squaresHTML returns the results of the puzzle's answers as a row of squares.
func (p *PuzzlePanel) squaresHTML() html.HTML {
	var out html.HTML
	for _, mark := range p.marks() {
		out += html.Li(html.Attr{"data-mark", string(rune(mark))}, html.Span(html.Hide{}, html.Text(signs[mark])), html.Spoken(p.Words.HTML(meanings[mark])))
	}
	return html.Ol(html.Class("puzzle-squares"), out)
}

// score returns the number of right answers, including those given with a hint.
func (p *PuzzlePanel) score() (n int) {
	for _, mark := range p.marks() {
		if mark == Right || mark == Hinted {
			n++
		}
	}
	return n
}

func (p *PuzzlePanel) scoreText() string {
	return p.Words.Say(i18n.PuzzleRight, p.Words.N("n", int64(p.score())), p.Words.N("all", puzzle.NumQuestions))
}

// mean returns the mean wait time for a sum of wait times of all jobs. The result
// is rounded to seconds.
func (p *PuzzlePanel) mean(sum simtime.Duration) simtime.Duration {
	return (sum/simtime.Duration(p.Puzzle.Jobs) + simtime.Second/2) / simtime.Second * simtime.Second
}

// percent returns by how many percent a sum of wait times is lower than the sum
// under EASY. It is negative for a higher sum. It is 0 only if the sums are equal.
func (p *PuzzlePanel) percent(wait simtime.Duration) int64 {
	easy := int64(p.Puzzle.EASY)
	less := easy - int64(wait)
	n := (max(less, -less)*100 + easy/2) / easy
	if less != 0 {
		n = max(n, 1)
	}
	if less < 0 {
		return -n
	}
	return n
}

// versus returns a text that compares a sum of wait times with the sum under EASY.
func (p *PuzzlePanel) versus(wait simtime.Duration) string {
	switch n := p.percent(wait); {
	case n > 0:
		return p.Words.Say(i18n.PuzzleLess, p.Words.N("n", n))
	case n < 0:
		return p.Words.Say(i18n.PuzzleMoreWait, p.Words.N("n", -n))
	}
	return p.Words.Say(i18n.PuzzleSame)
}

// best returns the text of a badge if the sum of wait times is as small as possible.
// Otherwise it returns "".
func (p *PuzzlePanel) best(wait simtime.Duration) string {
	if wait > p.Puzzle.Best {
		return ""
	}
	return "★ " + p.Words.Say(i18n.PuzzleBest)
}

// LineHTML returns the text about the puzzle above the panel of reasons. It returns
// "" if no part of the puzzle is on screen.
func (p *PuzzlePanel) LineHTML() html.HTML {
	c := p.Words
	part := p.Here()
	if part == Neither {
		return ""
	}
	title := i18n.PuzzlePredict
	if part == ByHand {
		title = i18n.PuzzleHand
	}
	out := html.H3(c.HTML(title), html.HTML(" "), html.Small(html.Text(p.Title())))
	wait, started := p.mine()
	easy := c.Span(p.mean(p.Puzzle.EASY))
	switch {
	case part == Predict:
		out += p.squaresHTML()
		if p.Finished() {
			out += html.P(html.Bold(p.scoreText()))
		}
	case p.Finished():
		out += p.stoodHTML(wait) + html.P(html.Class("small"), c.HTML(i18n.PuzzleNow, i18n.S("theirs", easy), i18n.S("you", c.Span(p.mean(wait)))))
	default:
		out += html.P(html.Class("small"), c.HTML(i18n.PuzzleHandAbout, i18n.S("wait", easy)), html.HTML(" "),
			c.HTML(i18n.PuzzleLeft, c.N("n", int64(started)), c.N("all", int64(p.Puzzle.Jobs))), html.HTML("."))
	}
	class, text := "link", i18n.PuzzleAnother
	if p.Finished() {
		class, text = "primary", i18n.PuzzleResult
	}
	return out + html.Button(html.Attr{"data-puzzle", "open"}, html.Class(class), c.HTML(text))
}

// Spoken returns the text about the result that screen readers announce at the end
// of a part.
func (p *PuzzlePanel) Spoken() string {
	if p.Here() == Predict {
		return p.scoreText()
	}
	wait, _ := p.mine()
	return i18n.Upper(p.versus(wait)) + i18n.After(" ", p.best(wait))
}
