// Package quizbank has the commands quiz and grade. Quiz writes the questions of
// package papers as text, as JSON, or as a file for a learning management system
// (GIFT, Moodle XML, QTI, SCORM). Grade grades the answers to a worksheet.
package quizbank

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/worksheet"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/tools/hopyard/papers"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Upper limits of the options --count and --variants, and of the number of files.
const (
	maxQuestions = 1000
	maxVariants  = 1000
	maxFiles     = 1000
)

// Quiz is the command quiz.
var Quiz = cli.Command{Name: "quiz", Args: "FILE… --kinds start,promise --count N --seed S --format json", Does: "generate questions about a run, with the right answers and typical mistakes", Run: quizCommand}

// quizCommand prints questions about a run, with their answers.
func quizCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	kinds := f.String("kinds", "", "`KINDS` of questions, separated by commas: start,promise,… (default: all)")
	count := f.Int("count", 10, "at most `N` questions")
	seed := f.Uint64("seed", 1, "seed for drawing the questions and shuffling their choices")
	variants := f.Int("variants", 0, "ask about `N` variants of the scenario, with consecutive seeds from --seed; 0: the scenario as written")
	pseudonym := f.String("pseudonym", "", "for a worksheet: the questions of the `STUDENT` with this pseudonym; without it, of an anonymous student")
	format := f.String("format", "text", "`FORMAT`: json, text, gift, moodle, qti or scorm")
	site := f.String("site", "web/dist", "for scorm: `FOLDER` of the built page")
	if err := f.Parse(1, maxFiles); err != nil {
		return err
	}
	set, err := papers.Kinds(*kinds)
	if err != nil {
		return err
	}
	if *count < 1 || *count > maxQuestions {
		return cli.BadUsage("--count %d: write a number from 1 to %d", *count, maxQuestions)
	}
	want := papers.Selection{Kinds: set, Count: *count, Seed: *seed, Variants: *variants}
	if *format == "scorm" {
		if len(f.Words) > 1 {
			return cli.BadUsage("--format scorm: makes a package of one file, and %d are given; name them in a worksheet", len(f.Words))
		}
		return writeScorm(t, in, f.Words[0], *site, want)
	}
	write, ok := quizFormats[*format]
	if !ok {
		return cli.BadUsage("--format %q: write one of %s", *format, strings.Join(append(slices.Sorted(maps.Keys(quizFormats)), "scorm"), ", "))
	}
	if *variants < 0 || *variants > maxVariants {
		return cli.BadUsage("--variants %d: write a number from 0 to %d", *variants, maxVariants)
	}
	sets, err := papers.All(t, in, f.Words, *pseudonym, want)
	if err != nil {
		return err
	}
	return write(t, sets)
}

// quizFormats maps the name of an output format to the function that writes it.
var quizFormats = map[string]func(t *cli.Terminal, sets []papers.Paper) error{
	"json": writeJSON, "text": writeText, "answers": writeKey,
	"gift": writeGIFT, "moodle": writeMoodle, "qti": writeQTI,
}

func writeJSON(t *cli.Terminal, sets []papers.Paper) error {
	list := []papers.AskedQuestion{}
	for i := range sets {
		x := &sets[i]
		for k := range x.Questions {
			a, err := x.Asked(&x.Questions[k])
			if err != nil {
				return input.Prefixed(x.Name, err)
			}
			a.Item = x.Item
			list = append(list, a)
		}
	}
	out := json.NewEncoder(t.Out)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(list)
}

// writeText prints questions as plain text, followed by the answer key.
func writeText(t *cli.Terminal, sets []papers.Paper) error {
	var key strings.Builder
	n := 0
	for i := range sets {
		x := &sets[i]
		for k := range x.Questions {
			q := &x.Questions[k]
			n++
			fmt.Fprintf(t.Out, "%d. ", n)
			for _, line := range x.Situation(q) {
				fmt.Fprintf(t.Out, "%s\n   ", line)
			}
			fmt.Fprintln(t.Out, html.Plain(x.Tell.Prompt(q)))
			for i, c := range x.Choices(q) {
				fmt.Fprintf(t.Out, "   %c) %s\n", 'a'+i, c.Text)
			}
			if x.Sheet != nil && k+1 < len(x.Questions) { // a later question about the same run would reveal the answer to this question, so it begins on a new page
				fmt.Fprintf(t.Out, "\n%s\n\f", i18n.English.Say(i18n.PaperTurn, i18n.English.N("n", int64(n+1))))
			}
			fmt.Fprintf(&key, "%d. %s. %s\n", n, html.Plain(x.Tell.Answer(q, &q.Right[0])), html.Plain(x.Tell.Because(q)))
		}
	}
	fmt.Fprintf(t.Out, "\n%s", key.String())
	return nil
}

// writeKey writes an answer file in which all answers to a worksheet are right. A
// lecturer can use this file to try out the command grade.
func writeKey(t *cli.Terminal, sets []papers.Paper) error {
	if sets[0].Sheet == nil {
		return cli.BadUsage("--format answers requires a worksheet")
	}
	sheet, pseudonym := sets[0].Sheet, sets[0].Pseudonym
	a := scenario.Answers{Worksheet: sheet.Hash, Engine: engine.Version, Pseudonym: pseudonym, Seed: sheet.Seed(pseudonym)}
	for i := range sets {
		x := &sets[i]
		for k := range x.Questions {
			q := &x.Questions[k]
			a.Answers = append(a.Answers, scenario.StudentAnswer{Item: x.Item, ID: q.ID(x.Config.Jobs), Value: worksheet.Write(q, &q.Right[0], x.Run), Tries: 1})
		}
	}
	_, err := t.Out.Write(a.JSON())
	return err
}
