package puzzlepanel

import (
	"fmt"
	"strings"

	"hopyard/core/puzzle"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
)

// Title returns the title of the puzzle's dialog.
func (p *PuzzlePanel) Title() string {
	return p.Words.Say(i18n.PuzzleTitle, i18n.S("date", p.Puzzle.Date.String()))
}

// HTML returns the content of the dialog. It offers no puzzles for days after
// today. The argument note is a message at the top, or "". The argument send is
// true if the device can pass texts to other programs.
func (p *PuzzlePanel) HTML(today puzzle.Date, link, note string, send bool) string {
	c := p.Words
	var out strings.Builder
	if note != "" {
		out.WriteString(`<p class="puzzle-note" role="alert">` + note + `</p>`)
	}
	shape := p.machine()
	out.WriteString(`<p class="lead">` + c.Say(i18n.PuzzleLead, i18n.S("machine", shape)) + `</p><div class="puzzle-parts">`)
	p.part(&out, Predict, i18n.PuzzlePredict, c.Say(i18n.PuzzlePredictAbout), p.squaresHTML())
	hand := ""
	if p.Done(ByHand) {
		hand = `<p class="puzzle-stood"><b>` + i18n.Upper(p.versus(simtime.Duration(p.record().Wait))) + `</b>` + p.badge(simtime.Duration(p.record().Wait)) + `</p>`
	}
	p.part(&out, ByHand, i18n.PuzzleHand, c.Say(i18n.PuzzleHandAbout, i18n.S("wait", c.Span(p.mean(p.Puzzle.EASY)))), hand)
	out.WriteString(`</div>`)
	if p.Done(Predict) || p.Done(ByHand) {
		fmt.Fprintf(&out, `<section class="puzzle-result" aria-labelledby="puzzle-result-title"><h3 id="puzzle-result-title">%s</h3><p class="small">%s</p>`+
			`<textarea id="puzzle-text" readonly spellcheck="false" rows="%d" aria-labelledby="puzzle-result-title">%s</textarea><div class="row">`,
			c.Say(i18n.PuzzleResult), c.Say(i18n.PuzzleShareNote), strings.Count(p.Result(link), "\n")+1, i18n.Escape(p.Result(link)))
		button := func(do, class string, text i18n.Text) {
			fmt.Fprintf(&out, `<button type="button" data-puzzle="%s"%s>%s</button>`, do, class, c.Say(text))
		}
		if send {
			button("send", ` class="primary"`, i18n.PuzzleSend)
			button("copy", "", i18n.PuzzleCopy)
		} else {
			button("copy", ` class="primary"`, i18n.PuzzleCopy)
		}
		button("picture", "", i18n.PuzzlePicture)
		out.WriteString(`</div></section>`)
	}
	out.WriteString(`<p id="puzzle-said" class="small" role="status"></p><div class="row puzzle-days">`)
	fmt.Fprintf(&out, `<button type="button" data-puzzle="day:%s">‹ %s</button>`, p.Puzzle.Date.Add(-1), c.Say(i18n.PuzzleBefore))
	if p.Puzzle.Date != today {
		fmt.Fprintf(&out, `<button type="button" data-puzzle="day:%s">%s</button>`, today, c.Say(i18n.PuzzleToday))
	}
	if p.Puzzle.Date.Add(1).String() < today.String() {
		fmt.Fprintf(&out, `<button type="button" data-puzzle="day:%s">%s ›</button>`, p.Puzzle.Date.Add(1), c.Say(i18n.PuzzleAfter))
	}
	out.WriteString(`</div>`)
	return out.String()
}

// part writes the card of a part of the puzzle. A puzzle has two parts.
func (p *PuzzlePanel) part(out *strings.Builder, part PuzzlePart, title i18n.Text, about, result string) {
	c := p.Words
	begin, class := i18n.PuzzleBegin, ` class="primary"`
	switch {
	case p.Done(part):
		begin, class = i18n.PuzzleAgain, ""
	case p.Here() == part || part == Predict && strings.Trim(p.record().Marks, string(rune(Open))) != "":
		begin = i18n.PuzzleGoOn
	}
	name := [...]string{Predict: "predict", ByHand: "hand"}[part]
	auto := ""
	if part == Predict {
		auto = " autofocus" // this button gets the focus instead of the dialog's close button
	}
	fmt.Fprintf(out, `<section class="puzzle-part" aria-labelledby="puzzle-%[1]s"><h3 id="puzzle-%[1]s">%[2]s</h3><p>%[3]s</p>%[4]s<button type="button" data-puzzle="%[1]s"%[5]s%[6]s aria-describedby="puzzle-%[1]s">%[7]s</button></section>`,
		name, c.Say(title), about, result, class, auto, c.Say(begin))
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
func (p *PuzzlePanel) squaresHTML() string {
	var out strings.Builder
	out.WriteString(`<ol class="puzzle-squares">`)
	for _, mark := range p.marks() {
		fmt.Fprintf(&out, `<li data-mark="%c"><span aria-hidden="true">%s</span><span class="sr">%s</span></li>`, mark, signs[mark], p.Words.Say(meanings[mark]))
	}
	out.WriteString(`</ol>`)
	return out.String()
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

// badge returns a badge if the sum of wait times is as small as possible. Otherwise
// it returns "".
func (p *PuzzlePanel) badge(wait simtime.Duration) string {
	if wait > p.Puzzle.Best {
		return ""
	}
	return ` <span class="puzzle-best">★ ` + p.Words.Say(i18n.PuzzleBest) + `</span>`
}

// LineHTML returns the text about the puzzle above the panel of reasons. It returns
// "" if no part of the puzzle is on screen.
func (p *PuzzlePanel) LineHTML() string {
	c := p.Words
	part := p.Here()
	if part == Neither {
		return ""
	}
	var out strings.Builder
	title := i18n.PuzzlePredict
	if part == ByHand {
		title = i18n.PuzzleHand
	}
	out.WriteString(`<h3>` + c.Say(title) + ` <small>` + p.Title() + `</small></h3>`)
	if part == Predict {
		out.WriteString(p.squaresHTML())
		if p.Finished() {
			out.WriteString(`<p><b>` + p.scoreText() + `</b></p>`)
		}
	} else {
		wait, started := p.mine()
		switch {
		case p.Finished():
			out.WriteString(`<p class="puzzle-stood"><b>` + i18n.Upper(p.versus(wait)) + `</b>` + p.badge(wait) + `</p><p class="small">` +
				c.Say(i18n.PuzzleNow, i18n.S("theirs", c.Span(p.mean(p.Puzzle.EASY))), i18n.S("you", c.Span(p.mean(wait)))) + `</p>`)
		default:
			out.WriteString(`<p class="small">` + c.Say(i18n.PuzzleHandAbout, i18n.S("wait", c.Span(p.mean(p.Puzzle.EASY)))) + ` ` +
				c.Say(i18n.PuzzleLeft, c.N("n", int64(started)), c.N("all", int64(p.Puzzle.Jobs))) + `.</p>`)
		}
	}
	class, text := ` class="link"`, i18n.PuzzleAnother
	if p.Finished() {
		class, text = ` class="primary"`, i18n.PuzzleResult
	}
	out.WriteString(`<button type="button" data-puzzle="open"` + class + `>` + c.Say(text) + `</button>`)
	return out.String()
}

// Spoken returns the text about the result that screen readers announce at the end
// of a part.
func (p *PuzzlePanel) Spoken() string {
	if p.Here() == Predict {
		return p.scoreText()
	}
	wait, _ := p.mine()
	return i18n.Plain(i18n.Upper(p.versus(wait)) + p.badge(wait))
}
