package quiz_test

import (
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"hopyard/core/quiz"
	"hopyard/scenarios"
)

// TestQuestionsAreTheSameEverywhere asks every question of every lesson and
// compares hashes of the questions with testdata/questions.txt. A hash covers the
// names of the questions, the right answers, the answers of wrong rules, and the
// options. The test runs natively and as WebAssembly, because the grader of a
// worksheet must generate the same questions that the student saw. Each line of the
// file holds the name of a lesson, the number of its questions of each kind, and
// the hash. With HOPYARD_REWRITE=1 the test writes the file.
func TestQuestionsAreTheSameEverywhere(t *testing.T) {
	const file = "testdata/questions.txt"
	var out strings.Builder
	var all [quiz.NumKinds]int
	for _, lesson := range scenarios.All() {
		run, z := record(t, string(lesson.Source))
		h, count, names := fnv.New64a(), [quiz.NumKinds]int{}, map[string]bool{}
		for q := range z.All(quiz.AllKinds) {
			id := q.ID(run.Jobs())
			if names[id] {
				t.Errorf("%s: two questions are called %s", lesson.Name, id)
			}
			names[id] = true
			count[q.Kind]++
			all[q.Kind]++
			fmt.Fprintln(h, id, q.Right, q.Wrong, q.Options, q.Any, q.Cost, q.Tie, q.Speed)
		}
		out.WriteString(lesson.Name)
		for k, n := range count {
			if n > 0 {
				fmt.Fprintf(&out, " %v=%d", quiz.QuestionKind(k), n)
			}
		}
		fmt.Fprintf(&out, " %016x\n", h.Sum64())
	}
	for k, n := range all {
		if n == 0 {
			t.Errorf("no lesson asks a question of the kind %v", quiz.QuestionKind(k))
		}
	}
	if os.Getenv("HOPYARD_REWRITE") != "" {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(src), "\n"), strings.Split(out.String(), "\n")
	for i := range max(len(was), len(is)) {
		if line := func(of []string) string {
			if i < len(of) {
				return of[i]
			}
			return ""
		}; line(was) != line(is) {
			t.Errorf("%q, want %q; HOPYARD_REWRITE=1 writes the file", line(is), line(was))
		}
	}
}
