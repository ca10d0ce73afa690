package e2e

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"
)

// TestShell takes the lesson on the first batch jobs with the keyboard alone: it opens
// the shell, looks, submits, changes and cancels, and looks up earlier lines.
func TestShell(t *testing.T) {
	text, err := os.ReadFile("../../scenarios/first-jobs.json")
	must(t, err)
	page := open(t, "/#1.j."+base64.RawURLEncoding.EncodeToString(text)+"&at=240.0", View{})
	must(t, page.Wait(Ready+` && document.title.includes('first batch jobs')`))
	must(t, page.Press("8"))
	must(t, page.Wait(`document.activeElement?.id === 'shell-input'`))
	eval[string](t, page, `document.getElementById('shell-input').value = ''`) // the protocol types the 8 there, which a keyboard does not
	axe(t, page)
	answers := func(line, want string) {
		t.Helper()
		must(t, page.Type(line))
		must(t, page.Press("Enter"))
		must(t, page.Wait(`!document.getElementById('shell-log').innerText.includes('is answering') && document.getElementById('shell-log').lastElementChild.innerText.includes(`+"`"+want+"`"+`)`))
	}
	answers("squeue", "(Resources)")
	must(t, page.Type("sq"))
	must(t, page.Press("Tab"))
	must(t, page.Wait(`document.getElementById('shell-input').value === 'squeue '`))
	answers("-j 4 -h", "solver")
	must(t, page.Press("ArrowUp"))
	must(t, page.Wait(`document.getElementById('shell-input').value === 'squeue -j 4 -h'`))
	must(t, page.Press("Escape"))
	answers("sbatch -N 1 -t 10 hello.sh", "decided anew")
	answers("squeue --me", "hello")
	answers("scancel 2", "decided anew")
	answers("squeue -j 2 -t all -h", "CA")
	answers("scancel 99", "Invalid job id specified")
	if dir := os.Getenv("SHELL_SHOTS"); dir != "" {
		must(t, page.Screenshot(dir+"/shell.png", false))
	}
	axe(t, page)
	must(t, page.Press("Escape"))
	must(t, page.Wait(`document.getElementById('shell').hidden`))
	if text := textOf(t, page, "queue"); strings.Contains(text, "Job 2 ") {
		t.Errorf("job 2 still waits: %s", text)
	}
}
