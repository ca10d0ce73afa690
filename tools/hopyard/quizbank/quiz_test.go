package quizbank

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
	"hopyard/tools/hopyard/papers"
)

const backfilling = `{"hopyard_worksheet": 1, "title": "Backfilling", "seed": 7, "items": [
	{"lesson": "easy-hole", "kinds": ["start", "promise", "extra"], "count": 5, "points": 2},
	{"lesson": "fragmented", "kinds": ["place", "cost"], "count": 3}]}`

// TestQuizJSON checks the JSON of questions about EASY backfilling. In this lesson,
// job 4 needs 30 nodes, but only 14 are free. The walltimes of the running jobs
// determine the time of its reservation.
func TestQuizJSON(t *testing.T) {
	status, out, errs := call(t, "", "", "quiz", "../../../scenarios/easy-hole.json", "--kinds", "start,promise,extra", "--count", "20", "--seed", "7", "--format", "json")
	if status != cli.ExitOK {
		t.Fatal(errs)
	}
	var list []papers.AskedQuestion
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"promise@300.0/4": "3600", "extra@300.0/4": "18", "start@360.0": "[5]", "start@480.0": "[7]", "start@2460.0": "[6]",
	}
	for _, q := range list {
		got, _ := json.Marshal(q.Answer)
		if w, ok := want[q.ID]; ok && string(got) != w {
			t.Errorf("%s is answered %s, want %s", q.ID, got, w)
		}
		delete(want, q.ID)
		right := 0
		for _, c := range q.Choices {
			if c.Right {
				right++
			} else if c.Misconception == "" || c.Because == "" {
				t.Errorf("%s: %q is wrong, and nothing says why", q.ID, c.Text)
			}
		}
		if right != 1 || len(q.Choices) < 2 || q.Why == "" || !strings.HasPrefix(q.Link, "#1.") {
			t.Errorf("%s has %d right ones of %d choices, why %q, link %.10q", q.ID, right, len(q.Choices), q.Why, q.Link)
		}
		if strings.Contains(q.Prompt+q.Why, "{") {
			t.Errorf("%s: a gap is left in %q or %q", q.ID, q.Prompt, q.Why)
		}
	}
	if len(want) > 0 {
		t.Errorf("nobody asks %v", want)
	}
}

// TestQuizIsDrawnBySeed checks that equal seeds give the same questions and
// different seeds give different questions.
func TestQuizIsDrawnBySeed(t *testing.T) {
	ask := func(seed string) string {
		_, out, _ := call(t, "", "", "quiz", "../../../scenarios/in-time.json", "--count", "5", "--seed", seed, "--format", "json")
		return out
	}
	if first := ask("3"); first != ask("3") {
		t.Error("seed 3 asks differently the second time")
	}
	if ask("3") == ask("4") {
		t.Error("seeds 3 and 4 ask the same")
	}
}

// TestQuizRefuses checks that invalid options are usage errors.
func TestQuizRefuses(t *testing.T) {
	for _, args := range [][]string{{"--kinds", "start,when"}, {"--count", "0"}, {"--count", "1001"}, {"--format", "pdf"}, {"--variants", "-1"}, {"--format", "answers"}} {
		if status, _, errs := call(t, "", "", append([]string{"quiz", "../../../scenarios/easy-hole.json"}, args...)...); status != cli.ExitUsage || errs == "" {
			t.Errorf("%v: status %d, %q", args, status, errs)
		}
	}
}

// TestMisconceptionsOfReadme checks that scenarios/teaching.md contains the names
// of all misconceptions.
func TestMisconceptionsOfReadme(t *testing.T) {
	page, err := os.ReadFile("../../../scenarios/teaching.md")
	if err != nil {
		t.Fatal(err)
	}
	for m := quiz.None + 1; m < quiz.NumMisconceptions; m++ {
		if m.String() == "" || !bytes.Contains(page, []byte("`"+m.String()+"`")) {
			t.Errorf("teaching.md does not have misconception %d, %q", m, m)
		}
	}
	for k := range quiz.NumKinds {
		if !bytes.Contains(page, []byte("| `"+k.String()+"` |")) {
			t.Errorf("teaching.md has no row of questions %q", k)
		}
	}
}

// gradedFolder is a folder with a worksheet and the answer files to grade.
type gradedFolder struct {
	t     *testing.T
	dir   string
	files []string
}

func newFolder(t *testing.T) *gradedFolder {
	g := &gradedFolder{t: t, dir: t.TempDir()}
	g.write("worksheet.json", backfilling)
	g.files = nil
	return g
}

func (g *gradedFolder) path(name string) string { return filepath.Join(g.dir, name) }

func (g *gradedFolder) write(name, text string) {
	if err := os.WriteFile(g.path(name), []byte(text), 0o666); err != nil {
		g.t.Fatal(err)
	}
	g.files = append(g.files, g.path(name))
}

// key returns an answer file in which all answers of the student with the given
// pseudonym are right.
func (g *gradedFolder) key(pseudonym string) string {
	status, out, errs := call(g.t, "", "", "quiz", g.path("worksheet.json"), "--pseudonym", pseudonym, "--format", "answers")
	if status != cli.ExitOK {
		g.t.Fatal(errs)
	}
	return out
}

// grade runs the command grade on the answer files. It returns the rows of the
// table of grades and the exit status.
func (g *gradedFolder) grade() (rows [][]string, status int) {
	status, _, _ = call(g.t, "", "", append(append([]string{"grade", g.path("worksheet.json")}, g.files...), "--csv", g.path("grades.csv"))...)
	src, err := os.ReadFile(g.path("grades.csv"))
	if err != nil {
		g.t.Fatal(err)
	}
	rows, err = csv.NewReader(bytes.NewReader(src)).ReadAll()
	if err != nil {
		g.t.Fatal(err)
	}
	return rows[1:], status
}

// TestGrade grades four files. In the first, all answers are right. The second
// falsely claims that all answers are right. The third has a wrong answer. The
// fourth records that the student used a hint.
func TestGrade(t *testing.T) {
	g := newFolder(t)
	right := g.key("fox")
	g.write("fox.json", right)
	a, err := scenario.ParseAnswers([]byte(g.key("owl")))
	if err != nil {
		t.Fatal(err)
	}
	a.Answers[0].Value = `[]`
	if strings.HasPrefix(a.Answers[0].ID, "promise") || strings.HasPrefix(a.Answers[0].ID, "extra") {
		a.Answers[0].Value = "-1"
	}
	g.write("owl.json", strings.Replace(string(a.JSON()), `"pseudonym"`, `"score": 13, "pseudonym"`, 1))
	b, _ := scenario.ParseAnswers([]byte(g.key("elk")))
	b.Answers[6].Hints = 2
	g.write("elk.json", string(b.JSON()))
	rows, status := g.grade()
	want := [][]string{{"fox", "13", "13", "10", "3", ""}, {"owl", "11", "13", "8", "3", ""}, {"elk", "12.5", "13", "10", "2.5", ""}}
	if fmt.Sprint(rows) != fmt.Sprint(want) || status != cli.ExitOK {
		t.Errorf("graded\n%v, status %d, want\n%v", rows, status, want)
	}
}

// TestGradeNamesWhatDoesNotBelong grades files that were copied, truncated, forged
// or taken from another worksheet. The report must name the problem of each of
// these files. The other files must still be graded.
func TestGradeNamesWhatDoesNotBelong(t *testing.T) {
	g := newFolder(t)
	fox := g.key("fox")
	g.write("fox.json", fox)
	g.write("other-sheet.json", strings.Replace(fox, `"worksheet": "`, `"worksheet": "00`, 1))
	g.write("renamed.json", strings.Replace(fox, `"fox"`, `"ant"`, 1))
	g.write("cut.json", fox[:len(fox)/2])
	g.write("large.json", strings.Repeat(" ", 10<<20)+fox)
	g.write("empty.json", "")
	g.write("twice.json", fox)
	g.write("formula.json", strings.Replace(g.key("=1+1"), `"score"`, `"score"`, 1))
	g.files = append(g.files, g.path("missing.json"))
	rows, status := g.grade()
	if status != cli.ExitBad || len(rows) != len(g.files) {
		t.Fatalf("%d lines of %d files, status %d", len(rows), len(g.files), status)
	}
	for i, want := range []struct{ pseudonym, points, note string }{
		{"fox", "13", "same pseudonym as"},
		{"fox", "0", "another worksheet"},
		{"ant", "", "not that of this pseudonym"},
		{"", "0", "cut.json"},
		{"", "0", "larger than 1048576 bytes"},
		{"", "0", "empty.json"},
		{"fox", "13", "same pseudonym as"},
		{"'=1+1", "13", ""},
		{"", "0", "missing.json"},
	} {
		row := rows[i]
		if row[0] != want.pseudonym || want.points != "" && row[1] != want.points || !strings.Contains(row[len(row)-1], want.note) {
			t.Errorf("%s: %v, want %v", filepath.Base(g.files[i]), row, want)
		}
	}
	if rows[2][1] == "13" {
		t.Error("another student's answers are all right: they were asked the same")
	}
}

var call = clitest.Caller(Quiz, Grade)
