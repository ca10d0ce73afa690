// Package shellpanel is the shell under a run: what has been typed and answered, the
// history of lines, and the completion of words. The worker answers the lines (package
// shellworker).
//
//	m := panel.Enter("squeue")          // the message to send
//	done := panel.Hear(wire)            // the answer
//	text, err := panel.Edit(done)       // the scenario's text, if the line changes it
package shellpanel

import (
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// maxEntries is the number of lines that stay on screen, and in the history.
const maxEntries = 200

// ShellPanel is the state of the shell.
type ShellPanel struct {
	*model.Model
	Busy bool // whether an answer is due

	entries []entry
	lines   []string // the history
	at      int      // place in the history; len(lines) at its end
	draft   string   // what was typed before the history was looked up
	user    string
	number  int32
	asked   message.ShellLine
}

// entry is a line with its answer.
type entry struct {
	time, user, line, out string
	failed, past, over    bool
}

// New returns a shell in which nothing has been typed.
func New(m *model.Model) *ShellPanel { return &ShellPanel{Model: m, user: "student"} }

// Enter returns the message for a line that the reader has typed. It returns nil while
// an answer is due or there is no run.
func (p *ShellPanel) Enter(line string) *message.ShellLine {
	if p.Busy || p.Run == nil {
		return nil
	}
	if strings.TrimSpace(line) != "" && (len(p.lines) == 0 || p.lines[len(p.lines)-1] != line) {
		p.lines = append(p.lines, line)
		p.lines = p.lines[max(0, len(p.lines)-maxEntries):]
	}
	p.at, p.draft = len(p.lines), ""
	p.entries = append(p.entries, entry{time: p.Run.Clock.At(p.Run.Time(p.Step)), user: p.user, line: line})
	p.entries = p.entries[max(0, len(p.entries)-maxEntries):]
	p.Busy = true
	return p.ask(message.ShellLine{Text: line, History: p.lines})
}

// Complete returns the message that asks what the last word of a line may become.
func (p *ShellPanel) Complete(line string) *message.ShellLine {
	if p.Busy || p.Run == nil {
		return nil
	}
	return p.ask(message.ShellLine{Text: line, Complete: true})
}

func (p *ShellPanel) ask(m message.ShellLine) *message.ShellLine {
	p.number++
	m.Serial, m.Number, m.Step, m.User = p.Run.Serial, p.number, int32(p.Step), p.user
	p.asked = m
	return &m
}

// Again returns the latest message again, for another worker or a run that has changed in
// the meantime. It returns nil if no answer is due.
func (p *ShellPanel) Again() *message.ShellLine {
	if p.Run == nil || p.asked.Text == "" && !p.Busy {
		return nil
	}
	p.asked.Serial, p.asked.Step = p.Run.Serial, int32(p.Step)
	return &p.asked
}

// Hear takes an answer of the worker. It returns nil if the answer is late.
func (p *ShellPanel) Hear(wire []byte) *message.ShellReply {
	var m message.ShellReply
	if m.Unpack(wire) != nil || m.Number != p.number || !p.Busy && !p.asked.Complete {
		return nil
	}
	if m.Needs || p.asked.Complete {
		return &m
	}
	p.Busy = false
	if m.Clear {
		p.entries = nil
		return &m
	}
	if m.User != "" {
		p.user = m.User
	}
	if n := len(p.entries); n > 0 {
		e := &p.entries[n-1]
		e.out, e.failed, e.past, e.over = m.Out, m.Failed, m.Past, true
	}
	return &m
}

// Edit returns the text of the scenario with the changes of an answer, or "" if it
// changes nothing. The error is that of scenario.Edit.
func (p *ShellPanel) Edit(m *message.ShellReply) (string, error) {
	if len(m.Paths) == 0 || p.Run.Text == "" {
		return "", nil
	}
	text := []byte(p.Run.Text)
	for i, path := range m.Paths {
		var err error
		if text, err = scenario.Edit(text, path, m.Values[i]); err != nil {
			return "", err
		}
	}
	return string(text), nil
}

// Did returns the summary of an edit for the list of changes.
func (p *ShellPanel) Did() model.EditSummary {
	return model.EditSummary{Text: i18n.DidShell, Pairs: []i18n.Pair{i18n.S("line", p.asked.Text)}}
}

// Completed returns the line with its last word completed as far as the alternatives
// agree. If that adds nothing and there are several, it lists them on screen.
func (p *ShellPanel) Completed(line string, all []string) string {
	if len(all) == 0 {
		return line
	}
	common := all[0]
	for _, x := range all[1:] {
		for !strings.HasPrefix(x, common) {
			common = common[:len(common)-1]
		}
	}
	start := strings.LastIndexByte(line, ' ') + 1
	if len(all) == 1 {
		if !strings.HasSuffix(common, "=") && !strings.HasSuffix(common, ":") {
			common += " "
		}
		return line[:start] + common
	}
	if common == line[start:] {
		p.entries = append(p.entries, entry{line: line, user: p.user, time: p.Run.Clock.At(p.Run.Time(p.Step)), out: strings.Join(all, "  "), over: true})
	}
	return line[:start] + common
}

// Earlier returns the line before the one on screen in the history, and Later the line
// after it. The argument is what is typed now.
func (p *ShellPanel) Earlier(typed string) string {
	if p.at == len(p.lines) {
		p.draft = typed
	}
	p.at = max(0, p.at-1)
	return p.recalled()
}

// Later returns the next line in the history, or what was typed before.
func (p *ShellPanel) Later() string {
	p.at = min(len(p.lines), p.at+1)
	return p.recalled()
}

func (p *ShellPanel) recalled() string {
	if p.at < len(p.lines) {
		return p.lines[p.at]
	}
	return p.draft
}

// Prompt returns the prompt, with the time at which the page stands.
func (p *ShellPanel) Prompt() string {
	at := ""
	if p.Run != nil {
		at = p.Run.Clock.At(p.Run.Time(p.Step))
	}
	return p.user + "@hopyard " + at + " $"
}

// examples are the lines that the empty shell offers.
var examples = [...]string{"squeue", "sinfo", `sbatch -N 1 -t 10 --wrap="sleep 300"`, "help"}

// LogHTML returns what has been typed and answered.
func (p *ShellPanel) LogHTML() html.HTML {
	c := p.Words
	var out html.HTML
	if len(p.entries) == 0 {
		var buttons html.HTML
		for _, x := range examples {
			buttons += html.Button(html.Class("shell-try"), html.Attr{"data-shell-try", x}, html.Code(html.Text(x)))
		}
		return html.P(c.HTML(i18n.ShellLead)) + html.Div(html.Class("shell-examples"), buttons)
	}
	for i := range p.entries {
		e := &p.entries[i]
		out += html.Div(html.Class("shell-line"), html.Span(html.Class("shell-prompt"), html.Text(e.user+" "+e.time+" $ ")), html.Text(e.line))
		if e.out != "" {
			class := "shell-out"
			if e.failed {
				class += " shell-bad"
			}
			out += html.El("pre", html.Class(class), html.Attr{"lang", "en"}, html.Text(e.out))
		}
		if e.past {
			out += html.P(html.Class("shell-note"), c.HTML(i18n.ShellPast, i18n.S("at", e.time)))
		}
	}
	if p.Busy {
		out += html.P(html.Class("shell-note"), c.HTML(i18n.ShellBusy))
	}
	return out
}

// Spoken returns the latest answer for screen readers.
func (p *ShellPanel) Spoken() string {
	if len(p.entries) == 0 || p.Busy {
		return ""
	}
	e := &p.entries[len(p.entries)-1]
	if e.out == "" {
		return p.Words.Say(i18n.ShellSilent)
	}
	if lines := strings.Split(e.out, "\n"); len(lines) > 20 {
		return strings.Join(lines[:20], "\n")
	}
	return e.out
}
