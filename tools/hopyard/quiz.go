package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	draws "hopyard/core/variant"
	"hopyard/core/worksheet"
	"hopyard/wasm/app/i18n"
)

// Upper limits of the options --count and --variants, and of the number of files.
const (
	maxQuestions = 1000
	maxVariants  = 1000
	maxFiles     = 1000
)

// choice describes which questions the command line asks for.
type choice struct {
	kinds    quiz.Kinds
	count    int
	seed     uint64
	variants int
}

// quizCommand prints questions about a run, with their answers.
func quizCommand(t *terminal, args []string) error {
	f := newFlags("quiz")
	in := f.input()
	kinds := f.String("kinds", "", "`KINDS` of questions, separated by commas: start,promise,… (default: all)")
	count := f.Int("count", 10, "at most `N` questions")
	seed := f.Uint64("seed", 1, "seed for drawing the questions and shuffling their choices")
	variants := f.Int("variants", 0, "ask about `N` variants of the scenario, with consecutive seeds from --seed; 0: the scenario as written")
	pseudonym := f.String("pseudonym", "", "for a worksheet: the questions of the `STUDENT` with this pseudonym; without it, of an anonymous student")
	format := f.String("format", "text", "`FORMAT`: json, text, gift, moodle, qti or scorm")
	site := f.String("site", "web/dist", "for scorm: `FOLDER` of the built page")
	if err := f.parse(t, args, 1, maxFiles); err != nil {
		return err
	}
	set, err := kindsOf(*kinds)
	if err != nil {
		return err
	}
	if *count < 1 || *count > maxQuestions {
		return badUsage("--count %d: write a number from 1 to %d", *count, maxQuestions)
	}
	if *format == "scorm" {
		if len(f.words) > 1 {
			return badUsage("--format scorm: makes a package of one file, and %d are given; name them in a worksheet", len(f.words))
		}
		return writeScorm(t, in, f.words[0], *site, choice{set, *count, *seed, *variants})
	}
	write, ok := quizFormats[*format]
	if !ok {
		return badUsage("--format %q: write one of %s", *format, strings.Join(append(slices.Sorted(maps.Keys(quizFormats)), "scorm"), ", "))
	}
	if *variants < 0 || *variants > maxVariants {
		return badUsage("--variants %d: write a number from 0 to %d", *variants, maxVariants)
	}
	papers, err := papersOfAll(t, in, f.words, *pseudonym, choice{set, *count, *seed, *variants})
	if err != nil {
		return err
	}
	return write(t, papers)
}

// papersOfAll returns the papers of all files, in the order of the files.
func papersOfAll(t *terminal, in *inputFlags, files []string, pseudonym string, want choice) (all []paper, err error) {
	for _, file := range files {
		papers, err := papersOf(t, in, file, pseudonym, want)
		if err != nil {
			return nil, err
		}
		for i := range papers {
			papers[i].category = cmp.Or(papers[0].scenario.Title, "Scheduling")
		}
		all = append(all, papers...)
	}
	return all, nil
}

// paper is a set of questions about a single run.
type paper struct {
	*exam
	item      int // number of the item in the worksheet, counted from 1; 0 if there is no worksheet
	sheet     *worksheet.Worksheet
	pseudonym string
	questions []quiz.Question
	category  string // category of the questions in a question bank: the title of the file's first scenario
}

// writeKey writes an answer file in which all answers to a worksheet are right. A
// lecturer can use this file to try out the command grade.
func writeKey(t *terminal, papers []paper) error {
	if papers[0].sheet == nil {
		return badUsage("--format answers requires a worksheet")
	}
	sheet, pseudonym := papers[0].sheet, papers[0].pseudonym
	a := scenario.Answers{Worksheet: sheet.Hash, Engine: engine.Version, Pseudonym: pseudonym, Seed: sheet.Seed(pseudonym)}
	for i := range papers {
		x := &papers[i]
		for k := range x.questions {
			q := &x.questions[k]
			a.Answers = append(a.Answers, scenario.StudentAnswer{Item: x.item, ID: q.ID(x.config.Jobs), Value: worksheet.Write(q, &q.Right[0], x.run), Tries: 1})
		}
	}
	_, err := t.out.Write(a.JSON())
	return err
}

// quizFormats maps the name of an output format to the function that writes it.
var quizFormats = map[string]func(t *terminal, papers []paper) error{
	"json": writeJSON, "text": writeText, "answers": writeKey,
	"gift": writeGIFT, "moodle": writeMoodle, "qti": writeQTI,
}

// isWorksheet reports whether the file at the given path is a worksheet.
func isWorksheet(t *terminal, path string) bool {
	if isLink(path) || isShort(path) || path == "-" {
		return false
	}
	src, err := read(t, path)
	return err == nil && bytes.Contains(src[:min(len(src), 4096)], []byte(`"hopyard_worksheet"`))
}

// papersOf returns the questions about a scenario. If the file is a worksheet, it
// returns the worksheet's questions for the student with the given pseudonym.
func papersOf(t *terminal, in *inputFlags, path, pseudonym string, want choice) ([]paper, error) {
	if isWorksheet(t, path) {
		return papersOfSheet(t, path, pseudonym)
	}
	s, err := in.load(t, path)
	if err != nil {
		return nil, err
	}
	if want.variants > 0 {
		return papersOfVariants(s, want)
	}
	run, err := engine.Record(s.config)
	if err != nil {
		return nil, prefixed(s.name, err)
	}
	x := newExam(s, run, quiz.New(run, s.scenario.Scheduler.Queue))
	return []paper{{exam: x, questions: quiz.Draw(x.quiz.All(want.kinds), want.count, want.seed)}}, nil
}

// papersOfVariants returns questions about random variants of a scenario. It skips
// variants for which there is no question of the requested kinds.
func papersOfVariants(s *subject, want choice) ([]paper, error) {
	var papers []paper
	for i := range want.variants {
		seed := want.seed + uint64(i)
		var z *quiz.Quiz
		var asked []quiz.Question
		ask := func(run *engine.Recording) bool {
			z = quiz.New(run, s.scenario.Scheduler.Queue)
			asked = quiz.Draw(z.All(want.kinds), want.count, seed)
			return len(asked) == 0
		}
		v, err := draws.Draw(s.scenario, seed, ask)
		if err != nil {
			return nil, prefixed(s.name, err)
		}
		if v.Draws == 0 { // Draw returned the original scenario without calling ask
			ask(v.Run)
		}
		one := &subject{name: s.name, scenario: v.Scenario, config: *v.Run.Seek(0).Config()}
		papers = append(papers, paper{exam: newExam(one, v.Run, z), questions: asked})
	}
	return papers, nil
}

func papersOfSheet(t *terminal, path, pseudonym string) ([]paper, error) {
	sheet, err := readSheet(t, path)
	if err != nil {
		return nil, err
	}
	parts, err := sheet.Parts(pseudonym)
	if err != nil {
		return nil, prefixed(path, err)
	}
	var papers []paper
	for _, p := range parts {
		s := &subject{name: path, scenario: p.Scenario, config: *p.Run.Seek(0).Config()}
		papers = append(papers, paper{exam: newExam(s, p.Run, p.Quiz), item: p.Item, sheet: sheet, pseudonym: pseudonym, questions: p.Questions})
	}
	return papers, nil
}

// kindsOf parses a comma-separated list of question kinds. An empty list means all
// kinds.
func kindsOf(list string) (set quiz.Kinds, err error) {
	if list == "" {
		return quiz.AllKinds, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		k, ok := quiz.KindOf(strings.TrimSpace(name))
		if !ok {
			return 0, badUsage("--kinds %q: write some of %s", name, strings.Join(kindNames(), ", "))
		}
		set |= quiz.Of(k)
	}
	return set, nil
}

func kindNames() (names []string) {
	for k := range quiz.NumKinds {
		names = append(names, k.String())
	}
	return names
}

func writeJSON(t *terminal, papers []paper) error {
	list := []asked{}
	for i := range papers {
		x := &papers[i]
		for k := range x.questions {
			a, err := x.asked(&x.questions[k])
			if err != nil {
				return prefixed(x.name, err)
			}
			a.Item = x.item
			list = append(list, a)
		}
	}
	out := json.NewEncoder(t.out)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(list)
}

// writeText prints questions as plain text, followed by the answer key.
func writeText(t *terminal, papers []paper) error {
	var key strings.Builder
	n := 0
	for i := range papers {
		x := &papers[i]
		for k := range x.questions {
			q := &x.questions[k]
			n++
			fmt.Fprintf(t.out, "%d. ", n)
			for _, line := range x.situation(q) {
				fmt.Fprintf(t.out, "%s\n   ", line)
			}
			fmt.Fprintln(t.out, i18n.Plain(x.tell.Prompt(q)))
			for i, c := range x.choices(q) {
				fmt.Fprintf(t.out, "   %c) %s\n", 'a'+i, c.Text)
			}
			if x.sheet != nil && k+1 < len(x.questions) { // a later question about the same run would reveal the answer to this question, so it begins on a new page
				fmt.Fprintf(t.out, "\n%s\n\f", i18n.English.Say(i18n.PaperTurn, i18n.English.N("n", int64(n+1))))
			}
			fmt.Fprintf(&key, "%d. %s. %s\n", n, i18n.Plain(x.tell.Answer(q, &q.Right[0])), i18n.Plain(x.tell.Because(q)))
		}
	}
	fmt.Fprintf(t.out, "\n%s", key.String())
	return nil
}
