package policyeditor

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Parsons is a Parsons problem, which is an exercise in assembling a program. The
// reader gets shuffled lines without indentation, and some lines do not belong to
// the program. A program is right if it starts every job at the same time as the
// policy of the exercise, even if its lines are different. After two failed checks
// the reader sees the first line that differs from the policy's program.
type Parsons struct {
	Name    string // name of the example program, such as "easy"
	policy  string // title of the policy, such as "EASY"
	source  string // source text of the example program
	goal    []Piece
	pieces  []string // all available lines, in shuffled order
	taken   []bool   // for each line in pieces: whether the reader has put it into the program
	Program []Piece
	Chosen  int // index in Program of the selected line; -1 for none

	told    *message.Findings // result of the check of the current Program; nil if it has not been checked
	checks  int               // number of failed checks so far
	running bool
}

// Piece is a line of the assembled program, with its indentation.
type Piece struct {
	Text  string
	Depth int
	From  int // index of the line in pieces
}

// MostDepth is the maximum indentation of a line. The unit is four spaces.
const MostDepth = 4

// problems lists the examples that are available as exercises. Each has additional
// wrong lines, which are common mistakes.
var problems = []struct {
	name, policy string
	wrong        []string
}{
	{"sjf", "SJF", []string{"return job.nodes", "return -job.walltime", "def schedule(now, queue, machine):"}},
	{policies.Default, "EASY", []string{"head = queue[-1]", "start(job)", "for job in sorted(queue, key = lambda j: j.walltime):", "reserve(queue[-1])"}},
}

// NewParsons returns the exercise for the example with the given name. It returns
// false if there is no such exercise.
func (h *Help) NewParsons(name string) (*Parsons, bool) {
	for _, x := range problems {
		for i := range h.Examples {
			if h.Examples[i].Name != name || x.name != name {
				continue
			}
			p := &Parsons{Name: name, policy: x.policy, source: h.Examples[i].Source, Chosen: -1}
			p.goal = goalOf(p.source)
			for _, line := range p.goal {
				p.pieces = append(p.pieces, line.Text)
			}
			p.pieces = append(p.pieces, x.wrong...)
			r := rand.New(rand.NewPCG(uint64(len(p.source)), 5)) // all readers get the same order, so that a class can discuss the lines
			r.Shuffle(len(p.pieces), func(a, b int) { p.pieces[a], p.pieces[b] = p.pieces[b], p.pieces[a] })
			p.taken = make([]bool, len(p.pieces))
			return p, true
		}
	}
	return nil, false
}

// goalOf returns the lines of an example program. It omits comments, and the
// arguments (why) by which the author explains decisions.
func goalOf(source string) (goal []Piece) {
	for line := range strings.Lines(source) {
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			continue
		}
		if at := strings.Index(text, ", why = "); at > 0 {
			text = text[:at] + ")"
		}
		goal = append(goal, Piece{text, (len(line) - len(strings.TrimLeft(line, " "))) / 4, -1})
	}
	return goal
}

// Source returns the program that the reader has assembled.
func (p *Parsons) Source() string {
	var out strings.Builder
	for _, l := range p.Program {
		out.WriteString(strings.Repeat("    ", l.Depth) + l.Text + "\n")
	}
	return out.String()
}

// Take inserts the piece with the given index into the program before the line with
// index at. If there is no such line, it inserts the piece at the end. The piece
// gets no correct indentation, because the reader must find it.
func (p *Parsons) Take(piece, at int) {
	if piece < 0 || piece >= len(p.pieces) || p.taken[piece] {
		return
	}
	if at < 0 || at > len(p.Program) {
		at = len(p.Program)
	}
	l := Piece{Text: p.pieces[piece], From: piece}
	p.taken[piece] = true
	p.Program = append(p.Program[:at], append([]Piece{l}, p.Program[at:]...)...)
	p.Chosen = at
	p.changed()
}

// Back removes the line with the given index from the program. Its piece is then
// available again.
func (p *Parsons) Back(at int) {
	if at < 0 || at >= len(p.Program) {
		return
	}
	p.taken[p.Program[at].From] = false
	p.Program = append(p.Program[:at], p.Program[at+1:]...)
	p.Chosen = min(at, len(p.Program)-1)
	p.changed()
}

// Move moves a line of the program from one index to another.
func (p *Parsons) Move(from, to int) {
	if from < 0 || from >= len(p.Program) || to < 0 || to >= len(p.Program) {
		return
	}
	l := p.Program[from]
	p.Program = append(p.Program[:from], p.Program[from+1:]...)
	p.Program = append(p.Program[:to], append([]Piece{l}, p.Program[to:]...)...)
	p.Chosen = to
	if from != to {
		p.changed()
	}
}

// Indent changes the indentation of the line with the given index. The change is
// counted in units of four spaces and may be negative.
func (p *Parsons) Indent(at, by int) {
	if at < 0 || at >= len(p.Program) {
		return
	}
	p.Chosen = at
	if depth := min(max(p.Program[at].Depth+by, 0), MostDepth); depth != p.Program[at].Depth {
		p.Program[at].Depth = depth
		p.changed()
	}
}

// changed discards the result of the last check after a change of the program.
func (p *Parsons) changed() { p.told, p.running = nil, false }

// Check returns the request to compare the reader's program with the policy of the
// exercise. It returns nil if the program is empty.
func (p *Parsons) Check() *message.CheckRequest {
	if len(p.Program) == 0 {
		return nil
	}
	p.told, p.running = nil, true
	return &message.CheckRequest{Source: p.Source(), Twin: p.source, Seed: 1, Cases: parsonsCases}
}

// parsonsCases is the number of random workloads that a check uses.
const parsonsCases = 150

// Hear receives the worker's reports about a check: its progress, and at the end
// its result.
func (p *Parsons) Hear(m *message.Findings) {
	if !p.running || !m.Over {
		return
	}
	p.told, p.running = m, false
	if len(m.Partings) > 0 {
		p.checks++
	}
}

// Broke handles the message that the worker stopped during a check.
func (p *Parsons) Broke() { p.running = false }

// Solved reports whether the last check found no difference between the program and
// the policy of the exercise.
func (p *Parsons) Solved() bool { return p.told != nil && len(p.told.Partings) == 0 }

// Case returns the request to show a workload for which the program and the policy
// of the exercise make different decisions. It returns false if no such workload is
// known.
func (p *Parsons) Case() (message.Load, bool) {
	if p.told == nil || len(p.told.Partings) == 0 || p.told.Partings[0].Text == "" {
		return message.Load{}, false
	}
	x := &p.told.Partings[0]
	return message.Load{Form: message.JSON, Text: x.Text, At: max(min(x.Mine, x.Other), 0), Ordinal: 0, Job: x.Job}, true
}

// firstWrong returns the number of the first line that differs from the policy's
// program, counted from 1. If only the indentation of that line is wrong, indent is
// true. If all lines are right but some are missing, missing is true.
func (p *Parsons) firstWrong() (line int, indent, missing bool) {
	for i, l := range p.Program {
		switch {
		case i >= len(p.goal) || l.Text != p.goal[i].Text:
			return i + 1, false, false
		case l.Depth != p.goal[i].Depth:
			return i + 1, true, false
		}
	}
	return len(p.Program), false, len(p.Program) < len(p.goal)
}

// ParsonsHTML returns the content of the exercise's dialog.
func (m *PolicyEditor) ParsonsHTML(p *Parsons) html.HTML {
	c := m.Words
	var which, lines, program, empty html.HTML
	for _, x := range problems {
		which += html.Button(html.Attr{"data-build", "which:" + x.name}, html.Bool("aria-pressed", x.name == p.Name), html.Text(x.policy))
	}
	for i, text := range p.pieces {
		if !p.taken[i] {
			lines += html.Li(html.Button(html.Attr{"data-build", "take:" + strconv.Itoa(i)}, html.Num("data-piece", i), html.Code(html.Text(text))))
		}
	}
	for i, l := range p.Program {
		label := c.Say(i18n.BuildLine, c.N("line", int64(i+1)), c.N("depth", int64(l.Depth)), i18n.S("text", l.Text))
		program += html.Li(html.Button(html.Attr{"data-build", "choose:" + strconv.Itoa(i)}, html.Num("data-at", i), html.Num("data-depth", l.Depth),
			html.If(i == p.Chosen, html.Attr{"aria-current", "true"}), html.Label(label), html.Code(html.Text(l.Text))))
	}
	if len(p.Program) == 0 {
		empty = html.P(html.Class("build-empty small"), c.HTML(i18n.BuildEmpty))
	}
	return html.Div(html.Class("build-which"), html.Attr{"role", "group"}, html.Label(c.Say(i18n.BuildTitle)), which) + html.P(c.HTML(i18n.BuildLead)) +
		html.Div(html.Class("build-cols"),
			html.Section(html.H3(html.ID("build-lines-title"), c.HTML(i18n.BuildLines)), html.Ul(html.ID("build-lines"), html.Class("build-lines"), html.LabelledBy("build-lines-title"), lines)),
			html.Section(html.H3(html.ID("build-program-title"), c.HTML(i18n.BuildProgram)),
				html.Ol(html.ID("build-program"), html.Class("build-lines build-program"), html.LabelledBy("build-program-title"), program), empty, m.parsonsTools(p))) +
		html.P(html.Class("small build-keys"), c.HTML(i18n.BuildKeys)) +
		html.Div(html.Class("row"), html.Button(html.Class("primary"), html.Attr{"data-build", "check"}, disabled(len(p.Program) == 0 || p.running), c.HTML(i18n.BuildCheck)),
			html.Button(html.Attr{"data-build", "again"}, c.HTML(i18n.BuildAgain))) + html.Div(html.ID("build-told"), html.Attr{"role", "status"}, m.parsonsTold(p))
}

// disabled returns the attribute of a button that cannot be used now.
func disabled(yes bool) html.Attr { return html.If(yes, html.Attr{"aria-disabled", "true"}) }

// parsonsTools returns the buttons with which readers at touch screens move and
// indent the selected line.
func (m *PolicyEditor) parsonsTools(p *Parsons) html.HTML {
	var out html.HTML
	for _, x := range [...]struct {
		do, sign string
		text     i18n.Text
	}{{"up", "↑", i18n.BuildUp}, {"down", "↓", i18n.BuildDown}, {"out", "⇤", i18n.BuildOut}, {"in", "⇥", i18n.BuildIn}, {"back", "✕", i18n.BuildBack}} {
		title := m.Words.Say(x.text)
		out += html.Button(html.Attr{"data-build", x.do}, html.Label(title), html.Attr{"title", title}, disabled(p.Chosen < 0), html.Text(x.sign))
	}
	return html.Div(html.Class("build-tools"), html.Attr{"role", "toolbar"}, html.LabelledBy("build-program-title"), out)
}

// parsonsTold returns the result of the last check as HTML.
func (m *PolicyEditor) parsonsTold(p *Parsons) html.HTML {
	c := m.Words
	switch {
	case p.running:
		return html.P(c.HTML(i18n.BuildChecking, c.N("n", parsonsCases)))
	case p.told == nil:
		return ""
	case p.Solved():
		return html.P(html.Class("build-good"), html.HTML("✓ "), c.HTML(i18n.BuildSame, i18n.S("policy", p.policy), c.N("n", int64(p.told.Done)))) +
			html.Button(html.Attr{"data-build", "use"}, c.HTML(i18n.BuildUse))
	}
	x := &p.told.Partings[0]
	text := c.HTML(i18n.BuildError, c.N("line", int64(x.Line)), i18n.S("problem", x.Problem))
	if x.Problem == "" {
		at := func(t simtime.Time) string {
			if t == simtime.Never {
				return c.Say(i18n.BuildNever)
			}
			return c.Exact(simtime.Duration(t))
		}
		text = c.HTML(i18n.BuildStarts, c.N("n", int64(x.Jobs)), i18n.S("job", c.Say(i18n.JobName, i18n.S("n", c.Int(x.Job)))), i18n.S("mine", at(x.Mine)), i18n.S("policy", p.policy), i18n.S("other", at(x.Other)))
	}
	out := html.P(html.Class("build-bad"), html.HTML("✗ "), text)
	if p.checks >= 2 {
		line, indent, missing := p.firstWrong()
		hint := i18n.BuildHint
		switch {
		case indent:
			hint = i18n.BuildHintIndent
		case missing:
			hint = i18n.BuildHintMissing
		}
		if line <= len(p.Program) {
			out += html.P(html.Class("build-hint"), c.HTML(hint, c.N("line", int64(line))))
		}
	}
	if x.Text != "" && x.Problem == "" {
		out += html.Button(html.Attr{"data-build", "case"}, c.HTML(i18n.BuildCase))
	}
	return out
}
