package checkworker

import (
	"strings"
	"testing"

	"hopyard/core/script"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policyeditor"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/html/htmltest"
)

// assembling returns an exercise in which the reader assembles an example program
// from its lines, and the policy editor that shows the exercise.
func assembling(t *testing.T, name string) (*policyeditor.PolicyEditor, *policyeditor.Parsons) {
	t.Helper()
	m := policyeditor.New(model.NewModel(i18n.English))
	for _, x := range script.Examples() {
		m.Help.Examples = append(m.Help.Examples, policyeditor.Example{Name: x.Name, Title: x.Title, Source: x.Source})
	}
	p, ok := m.Help.NewParsons(name)
	if !ok {
		t.Fatalf("%s cannot be put together", name)
	}
	return m, p
}

// put appends lines to the program. The leading spaces of a line give its
// indentation.
func put(t *testing.T, m *policyeditor.PolicyEditor, p *policyeditor.Parsons, lines ...string) {
	t.Helper()
	for _, l := range lines {
		text := strings.TrimLeft(l, " ")
		html := string(m.ParsonsHTML(p))
		at := strings.Index(html, "<code>"+htmltest.Escape(text)+"</code>")
		from := strings.LastIndex(html[:max(at, 0)], `data-piece="`)
		if at < 0 || from < 0 {
			t.Fatalf("there is no line %q: %s", text, html)
		}
		piece, _, _ := strings.Cut(html[from+len(`data-piece="`):], `"`)
		n := 0
		for _, digit := range piece {
			n = n*10 + int(digit-'0')
		}
		p.Take(n, -1)
		p.Indent(p.Chosen, (len(l)-len(text))/4)
	}
}

// checked lets a worker check the program. It returns the message that the dialog
// shows after the check.
func checked(t *testing.T, m *policyeditor.PolicyEditor, p *policyeditor.Parsons) string {
	t.Helper()
	ask := p.Check()
	if ask == nil {
		t.Fatal("there is nothing to check")
	}
	var d simworker.Dispatcher
	for d.Handle(ask.Pack()); d.Busy(); {
		d.Work(1)
	}
	for _, wire := range d.Answers() {
		var told message.Findings
		if err := told.Unpack(wire); err != nil {
			t.Fatal(err)
		}
		p.Hear(&told)
	}
	_, html, _ := strings.Cut(string(m.ParsonsHTML(p)), `id="build-told"`)
	return htmltest.Plain(html)
}

var easyLines = []string{
	"def schedule(now, queue, machine):", "    for job in list(queue):", "        if not start(job): break", "    if queue:",
	"        head = queue[0]", "        reserve(head)", "        for job in queue[1:]:", "            backfill(job)",
}

// TestEASYFromLines assembles EASY with one wrong line. The first check must report
// a job that starts at a different time than under EASY. After the second check,
// the hint must give the number of the wrong line. After the line and its
// indentation are corrected, the exercise must be solved.
func TestEASYFromLines(t *testing.T) {
	m, p := assembling(t, "easy")
	if p.Check() != nil {
		t.Error("nothing is checked")
	}
	put(t, m, p, easyLines[:4]...)
	put(t, m, p, "        head = queue[-1]")
	put(t, m, p, easyLines[5:]...)
	first := checked(t, m, p)
	if !strings.Contains(first, "In a case of 5 jobs, job ") || !strings.Contains(first, "under EASY it starts at ") || strings.Contains(first, "Hint") || p.Solved() {
		t.Errorf("the first try: %s", first)
	}
	if l, ok := p.Case(); !ok || !strings.Contains(l.Text, "queue[-1]") || l.Job == 0 {
		t.Errorf("the case is %+v", l)
	}
	if second := checked(t, m, p); !strings.Contains(second, "Hint: line 5 is the first that is wrong.") || strings.Contains(second, "indentation") {
		t.Errorf("the second try: %s", second)
	}
	p.Back(4)
	put(t, m, p, easyLines[4])
	p.Move(len(p.Program)-1, 4)
	p.Indent(4, -1)
	if third := checked(t, m, p); !strings.Contains(third, "Line 5") && !strings.Contains(third, "Line 6") || !strings.Contains(third, "Hint: line 5 is the first that is wrong. Look at its indentation.") {
		t.Errorf("the third try: %s", third)
	}
	p.Indent(4, 1)
	if last := checked(t, m, p); !p.Solved() || !strings.Contains(last, "It starts every job when EASY does") {
		t.Errorf("the last try: %s", last)
	}
	if p.Source() != strings.Join(easyLines, "\n")+"\n" {
		t.Errorf("the program is %s", p.Source())
	}
	p.Move(0, 1)
	if p.Solved() {
		t.Error("what was changed is still right")
	}
}

// TestSJFFromLines assembles SJF (shortest job first), which needs two of the five
// offered lines. If one of them is missing, the hint must report a missing line.
func TestSJFFromLines(t *testing.T) {
	m, p := assembling(t, "sjf")
	put(t, m, p, "def key(job):", "    return job.nodes")
	if text := checked(t, m, p); !strings.Contains(text, "under SJF it starts at") {
		t.Errorf("the smallest first: %s", text)
	}
	p.Back(1)
	if text := checked(t, m, p); !strings.Contains(text, "Hint: all lines so far are right, and something is missing after line 1.") {
		t.Errorf("half of it: %s", text)
	}
	put(t, m, p, "    return job.walltime")
	if checked(t, m, p); !p.Solved() {
		t.Errorf("%s is not SJF", p.Source())
	}
	for range 9 {
		p.Indent(1, 1)
	}
	if p.Program[1].Depth != policyeditor.MostDepth {
		t.Errorf("it is indented %d times", p.Program[1].Depth)
	}
}
