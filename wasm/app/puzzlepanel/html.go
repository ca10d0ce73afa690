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

// HTML returns the content of the dialog. It offers no puzzles of days after today.
// note is a message at the top, or "". send reports whether the device can pass
// texts to other programs.
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

// part writes the card of one of the puzzle's two parts.
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
		auto = " autofocus" // the focus goes here instead of to the dialog's close button
	}
	fmt.Fprintf(out, `<section class="puzzle-part" aria-labelledby="puzzle-%[1]s"><h3 id="puzzle-%[1]s">%[2]s</h3><p>%[3]s</p>%[4]s<button type="button" data-puzzle="%[1]s"%[5]s%[6]s aria-describedby="puzzle-%[1]s">%[7]s</button></section>`,
		name, c.Say(title), about, result, class, auto, c.Say(begin))
}

// machine returns the name of the puzzle's machine. Unless the puzzle is on screen,
// the name is only the number of nodes.
func (p *PuzzlePanel) machine() string {
	if p.Run != nil && p.Run.Title == puzzle.Title(p.Puzzle.Date) {
		shape := p.Run.Machine.Shape
		return p.ShapeText(&shape)
	}
	return p.Words.Say(i18n.NodeSize, p.Words.N("n", int64(p.Puzzle.Scenario.Cluster.Machine().NumNodes())))
}

// signs holds a symbol for each mark of an answer, so that colour is not the only
// difference.
var signs = map[byte]string{Right: "✓", Hinted: "✓", Wrong: "✗", Open: "·"}

// meanings holds a text for each mark of an answer.
var meanings = map[byte]i18n.Text{Right: i18n.PuzzleIsRight, Hinted: i18n.PuzzleIsHinted, Wrong: i18n.PuzzleIsWrong, Open: i18n.PuzzleIsOpen}

// squaresHTML returns the marks of the puzzle's answers as a row of squares.
func (p *PuzzlePanel) squaresHTML() string {
	var out strings.Builder
	out.WriteString(`<ol class="puzzle-squares">`)
	for _, mark := range p.marks() {
		fmt.Fprintf(&out, `<li data-mark="%c"><span aria-hidden="true">%s</span><span class="sr">%s</span></li>`, mark, signs[mark], p.Words.Say(meanings[mark]))
	}
	out.WriteString(`</ol>`)
	return out.String()
}

// score returns the number of right answers, with or without a hint.
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

// mean returns the mean wait time, rounded to seconds, for a sum of the wait times
// of all jobs.
func (p *PuzzlePanel) mean(sum simtime.Duration) simtime.Duration {
	return (sum/simtime.Duration(p.Puzzle.Jobs) + simtime.Second/2) / simtime.Second * simtime.Second
}

// percent returns how much lower a sum of wait times is than EASY's sum, in percent
// of EASY's sum. It is negative for a higher sum, and 0 only if the sums are equal.
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

// versus returns a text that compares a sum of wait times with EASY's sum.
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

// LineHTML returns the text about the puzzle that is shown above the panel of
// reasons while a part of the puzzle is on screen. Otherwise it returns "".
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

// Spoken returns the result of a part that screen readers announce at its end.
func (p *PuzzlePanel) Spoken() string {
	if p.Here() == Predict {
		return p.scoreText()
	}
	wait, _ := p.mine()
	return i18n.Plain(i18n.Upper(p.versus(wait)) + p.badge(wait))
}
