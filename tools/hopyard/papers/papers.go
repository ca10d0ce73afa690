// Package papers asks questions about runs and writes them as text, for readers
// without the page: in question banks, on paper, in JSON.
//
// A [Paper] holds the questions about one run. [All] makes the papers of files; a
// file is a scenario, of which it may also draw variants, or a worksheet. The methods
// of a paper write a question as text: [Paper.Situation] describes what the page
// would show in a picture, [Paper.Choices] the right answer and typical mistakes.
// [Paper.Decidable] reports whether the text is enough to answer the question.
package papers

import (
	"bytes"
	"cmp"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	draws "hopyard/core/variant"
	"hopyard/core/worksheet"
	"hopyard/scenarios"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/tools/hopyard/shortlink"
)

// Selection describes which questions the command line asks for.
type Selection struct {
	Kinds    quiz.Kinds
	Count    int
	Seed     uint64
	Variants int
}

// All returns the papers of all files, in the order of the files.
func All(t *cli.Terminal, in *input.FileOptions, files []string, pseudonym string, want Selection) (all []Paper, err error) {
	for _, file := range files {
		papers, err := papersOf(t, in, file, pseudonym, want)
		if err != nil {
			return nil, err
		}
		for i := range papers {
			papers[i].Category = cmp.Or(papers[0].Scenario.Title, "Scheduling")
		}
		all = append(all, papers...)
	}
	return all, nil
}

// Paper is a set of questions about a single run.
type Paper struct {
	*exam
	Item      int // number of the item in the worksheet, counted from 1; 0 if there is no worksheet
	Sheet     *worksheet.Worksheet
	Pseudonym string
	Questions []quiz.Question
	Category  string // category of the questions in a question bank: the title of the file's first scenario
}

// IsWorksheet reports whether the file at the given path is a worksheet.
func IsWorksheet(t *cli.Terminal, path string) bool {
	if input.IsLink(path) || shortlink.Is(path) || path == "-" {
		return false
	}
	src, err := input.Read(t, path)
	return err == nil && bytes.Contains(src[:min(len(src), 4096)], []byte(`"hopyard_worksheet"`))
}

// papersOf returns the questions about a scenario. If the file is a worksheet, it
// returns the worksheet's questions for the student with the given pseudonym.
func papersOf(t *cli.Terminal, in *input.FileOptions, path, pseudonym string, want Selection) ([]Paper, error) {
	if IsWorksheet(t, path) {
		return papersOfSheet(t, path, pseudonym)
	}
	s, err := in.Load(t, path)
	if err != nil {
		return nil, err
	}
	if want.Variants > 0 {
		return papersOfVariants(s, want)
	}
	run, err := input.Record(t, s.Config)
	if err != nil {
		return nil, input.Prefixed(s.Name, err)
	}
	x := newExam(s, run, quiz.New(run, s.Scenario.Scheduler.Queue))
	return []Paper{{exam: x, Questions: quiz.Draw(x.Quiz.All(want.Kinds), want.Count, want.Seed)}}, nil
}

// papersOfVariants returns questions about random variants of a scenario. It skips
// variants for which there is no question of the requested kinds.
func papersOfVariants(s *input.Subject, want Selection) ([]Paper, error) {
	var papers []Paper
	for i := range want.Variants {
		seed := want.Seed + uint64(i)
		var z *quiz.Quiz
		var asked []quiz.Question
		ask := func(run *engine.Recording) bool {
			z = quiz.New(run, s.Scenario.Scheduler.Queue)
			asked = quiz.Draw(z.All(want.Kinds), want.Count, seed)
			return len(asked) == 0
		}
		v, err := draws.Draw(s.Scenario, seed, ask)
		if err != nil {
			return nil, input.Prefixed(s.Name, err)
		}
		if v.Draws == 0 { // Draw returned the original scenario without calling ask
			ask(v.Run)
		}
		one := &input.Subject{Name: s.Name, Scenario: v.Scenario, Config: *v.Run.Seek(0).Config()}
		papers = append(papers, Paper{exam: newExam(one, v.Run, z), Questions: asked})
	}
	return papers, nil
}

func papersOfSheet(t *cli.Terminal, path, pseudonym string) ([]Paper, error) {
	sheet, err := ReadSheet(t, path)
	if err != nil {
		return nil, err
	}
	parts, err := sheet.Parts(pseudonym)
	if err != nil {
		return nil, input.Prefixed(path, err)
	}
	var papers []Paper
	for _, p := range parts {
		s := &input.Subject{Name: path, Scenario: p.Scenario, Config: *p.Run.Seek(0).Config()}
		papers = append(papers, Paper{exam: newExam(s, p.Run, p.Quiz), Item: p.Item, Sheet: sheet, Pseudonym: pseudonym, Questions: p.Questions})
	}
	return papers, nil
}

// Kinds parses a comma-separated list of question kinds. An empty list means all
// kinds.
func Kinds(list string) (set quiz.Kinds, err error) {
	if list == "" {
		return quiz.AllKinds, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		k, ok := quiz.KindOf(strings.TrimSpace(name))
		if !ok {
			return 0, cli.BadUsage("--kinds %q: write some of %s", name, strings.Join(kindNames(), ", "))
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

// ReadSheet reads a worksheet and the lessons it refers to.
func ReadSheet(t *cli.Terminal, path string) (*worksheet.Worksheet, error) {
	src, err := input.Read(t, path)
	if err != nil {
		return nil, err
	}
	w, err := scenario.ParseWorksheet(src)
	if err != nil {
		return nil, input.Prefixed(path, err)
	}
	s, err := worksheet.New(w, func(name string) ([]byte, bool) {
		l, ok := scenarios.Find(name)
		return l.Source, ok
	})
	if err != nil {
		return nil, input.Prefixed(path, err)
	}
	return s, nil
}
