package quizbank

import (
	"encoding/xml"
	"fmt"
	"strings"

	"hopyard/core/quiz"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/papers"
	"hopyard/wasm/html"
)

// A question bank is a file that a learning management system imports. The format
// is GIFT, Moodle XML, or a QTI package. Questions that ask for a number become
// numerical questions. All other questions become multiple choice; each wrong
// choice has feedback that explains the mistake.

// bankQuestion is a question of a bank, independent of the file format.
type bankQuestion struct {
	category string
	name     string
	lines    []string // description of the situation
	prompt   string
	why      string
	choices  []papers.AnswerChoice
	numbers  []number // possible answers of a numerical question; the first is right, and the others result from known mistakes
}

type number struct {
	value   int64
	because string
}

// bankOf returns the questions of all papers, in order. It omits duplicates. It
// also omits questions whose text does not contain enough information to answer
// them.
func bankOf(sets []papers.Paper) (all []bankQuestion) {
	seen := map[string]bool{}
	for i := range sets {
		x := &sets[i]
		for k := range x.Questions {
			q := &x.Questions[k]
			if s := x.Quiz.Situation(q); !x.Decidable(q, &s) {
				continue
			}
			b := bankQuestion{category: x.Category, name: fmt.Sprintf("%d.%d %s", i+1, k+1, q.ID(x.Config.Jobs)), lines: x.Situation(q), prompt: html.Plain(x.Tell.Prompt(q)), why: html.Plain(x.Tell.Because(q))}
			if q.Form == quiz.Number {
				b.numbers = []number{{q.Right[0].Number, b.why}}
				for _, w := range q.Wrong {
					b.numbers = append(b.numbers, number{w.Answer.Number, html.Plain(x.Tell.Slip(q, &w.Slip))})
				}
			} else {
				b.choices = x.Choices(q)
			}
			if same := strings.Join(b.lines, "\n") + b.prompt; !seen[same] {
				all, seen[same] = append(all, b), true
			}
		}
	}
	return all
}

// giftMarks escapes the characters that have a special meaning in the GIFT format.
var giftMarks = strings.NewReplacer(`\`, `\\`, "~", `\~`, "=", `\=`, "#", `\#`, "{", `\{`, "}", `\}`, ":", `\:`, "\n", " ")

// writeGIFT writes questions in Moodle's GIFT format.
func writeGIFT(t *cli.Terminal, sets []papers.Paper) error {
	category := ""
	for i, b := range bankOf(sets) {
		if i == 0 || b.category != category {
			if i > 0 {
				fmt.Fprintln(t.Out)
			}
			category = b.category
			fmt.Fprintf(t.Out, "$CATEGORY: Hopyard/%s\n", strings.NewReplacer("/", "//", "\n", " ").Replace(category))
		}
		fmt.Fprintf(t.Out, "\n::%s::[html]%s%s{", giftMarks.Replace(b.name), gift(html.P(b.situation())), gift(html.P(html.Text(b.prompt))))
		if len(b.numbers) > 0 {
			fmt.Fprintf(t.Out, "#\n")
			for i, n := range b.numbers {
				part := 0
				if i == 0 {
					part = 100
				}
				fmt.Fprintf(t.Out, "\t=%%%d%%%d:0#%s\n", part, n.value, gift(html.Escape(n.because)))
			}
		} else {
			fmt.Fprintln(t.Out)
			for _, c := range b.choices {
				mark, because := "~", c.Because
				if c.Right {
					mark, because = "=", b.why
				}
				fmt.Fprintf(t.Out, "\t%s%s#%s\n", mark, gift(html.Escape(c.Text)), gift(html.Escape(because)))
			}
		}
		fmt.Fprintln(t.Out, "}")
	}
	return nil
}

// gift returns markup in the GIFT format.
func gift(markup html.HTML) string { return giftMarks.Replace(string(markup)) }

// situation returns the lines about the situation in which a question is asked.
func (b *bankQuestion) situation() html.HTML {
	var out html.HTML
	for i, line := range b.lines {
		out += html.If(i > 0, html.Br) + html.Escape(line)
	}
	return out
}

// Elements of Moodle XML.
type (
	moodleQuiz struct {
		XMLName   xml.Name `xml:"quiz"`
		Questions []any
	}
	moodleCategory struct {
		XMLName  xml.Name   `xml:"question"`
		Type     string     `xml:"type,attr"`
		Category moodleText `xml:"category"`
	}
	moodleQuestion struct {
		XMLName  xml.Name       `xml:"question"`
		Type     string         `xml:"type,attr"`
		Name     moodleText     `xml:"name"`
		Text     moodleText     `xml:"questiontext"`
		Feedback moodleText     `xml:"generalfeedback"`
		Grade    string         `xml:"defaultgrade"`
		Penalty  string         `xml:"penalty"`
		Hidden   int            `xml:"hidden"`
		Single   *bool          `xml:"single,omitempty"`
		Shuffle  *bool          `xml:"shuffleanswers,omitempty"`
		Numbers  string         `xml:"answernumbering,omitempty"`
		Answers  []moodleAnswer `xml:"answer"`
	}
	moodleAnswer struct {
		Fraction  string     `xml:"fraction,attr"`
		Format    string     `xml:"format,attr"`
		Text      string     `xml:"text"`
		Feedback  moodleText `xml:"feedback"`
		Tolerance *int       `xml:"tolerance,omitempty"`
	}
	moodleText struct {
		Format string       `xml:"format,attr,omitempty"`
		Text   string       `xml:"text"`
		Files  []moodleFile `xml:"file"`
	}
	moodleFile struct {
		Name     string `xml:"name,attr"`
		Path     string `xml:"path,attr"`
		Encoding string `xml:"encoding,attr"`
		Data     string `xml:",chardata"`
	}
)

// writeMoodle writes questions as Moodle XML.
func writeMoodle(t *cli.Terminal, sets []papers.Paper) error {
	bank, category := moodleQuiz{}, ""
	yes, exact := true, 0
	marked := func(text html.HTML) moodleText { return moodleText{Format: "html", Text: string(text)} }
	for i, b := range bankOf(sets) {
		if i == 0 || b.category != category {
			category = b.category
			bank.Questions = append(bank.Questions, moodleCategory{Type: "category", Category: moodleText{Text: "$course$/top/Hopyard/" + strings.ReplaceAll(category, "/", "//")}})
		}
		q := moodleQuestion{
			Type: "multichoice", Name: moodleText{Text: b.name}, Feedback: marked(html.P(html.Text(b.why))), Grade: "1", Penalty: "0.3333333",
			Text: marked(html.P(b.situation()) + html.P(html.Bold(b.prompt))),
		}
		if len(b.numbers) > 0 {
			q.Type = "numerical"
			for i, n := range b.numbers {
				a := moodleAnswer{Fraction: "0", Format: "moodle_auto_format", Text: fmt.Sprint(n.value), Feedback: marked(html.Escape(n.because)), Tolerance: &exact}
				if i == 0 {
					a.Fraction = "100"
				}
				q.Answers = append(q.Answers, a)
			}
		} else {
			q.Single, q.Shuffle, q.Numbers = &yes, &yes, "abc"
			for _, c := range b.choices {
				a := moodleAnswer{Fraction: "0", Format: "html", Text: string(html.Escape(c.Text)), Feedback: marked(html.Escape(c.Because))}
				if c.Right {
					a.Fraction = "100"
				}
				q.Answers = append(q.Answers, a)
			}
		}
		bank.Questions = append(bank.Questions, q)
	}
	fmt.Fprint(t.Out, xml.Header)
	out := xml.NewEncoder(t.Out)
	out.Indent("", "  ")
	if err := out.Encode(bank); err != nil {
		return err
	}
	fmt.Fprintln(t.Out)
	return nil
}
