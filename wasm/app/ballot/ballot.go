// Package ballot makes the questions that the phones in a lecture hall show, and
// evaluates the votes.
//
// The server of voting rooms (web/rooms) only passes on texts. The lecturer's page
// makes the questions and evaluates the votes. The function Of turns the question
// on screen into a [Ballot] for the phones. Judge turns the votes into a request
// for the worker, which knows the right answer. Judged turns the worker's answer
// into a [BallotResult] for the audience.
//
//	b := ballot.Of(panel)                                    // send b to the phones
//	m, kept := ballot.Judge(panel, step, kind, form, votes)  // send m to the worker
//	result := ballot.Judged(panel, answer, kept)
package ballot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/quiz"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// None is the text of a vote for the answer "no job starts".
const None = "-"

// MaxVotes is the maximum number of different answers in a request to the worker. A
// voting room has at most 1,000 voters.
const MaxVotes = 1000

// Ballot is a question for the phones. Its texts are plain text in the language of
// the page.
type Ballot struct {
	Step    int // step of the run that the question is about, counted from 0
	Kind    quiz.QuestionKind
	Job     workload.JobID // job that the question is about; NoJob for none
	Form    quiz.AnswerForm
	Lead    string // sentence about the event before the question
	Ask     string
	How     string // instruction that tells the voter how to answer
	Options []BallotOption
	None    string // text of the answer "no job starts"; "" if the question has no such answer
	Unit    string // unit of the number that the voter must enter
	Example string // example of a time as the voter can enter it
}

// BallotOption is an answer that a voter can choose, or a job that a voter can mark
// as part of the answer.
type BallotOption struct {
	Answer string         // text of the vote for this option
	Text   string         // name of the option, such as "Job 4"
	About  string         // details about the option, such as "30 nodes, 2 h"
	Colour draw.Colour    // colour of Job
	Job    workload.JobID // NoJob if the option is not a job
}

// Of returns the question on screen. It returns nil if no question is open. It also
// returns nil if the answer requires marking individual nodes, which is not
// possible on phones.
func Of(p *practice.PracticePanel) *Ballot {
	q := p.Question()
	if q == nil {
		return nil
	}
	b := &Ballot{Step: q.Step, Kind: q.Kind, Form: q.Form, Ask: plain(p.Prompt()), How: i18n.Upper(p.How()), Job: q.Job}
	if p.State != nil && p.State.Step > 0 && p.Middle() {
		lead, _ := p.Sentence()
		b.Lead = plain(lead)
	}
	c := p.Words
	switch q.Form {
	case quiz.Jobs:
		for i := range p.State.Queue {
			id := p.State.Queue[i].Job
			about := i18n.List(c, p.Size(id), c.Span(p.Run.Jobs[id].Walltime))
			b.Options = append(b.Options, BallotOption{strconv.Itoa(int(id)), i18n.Upper(p.JobText(id)), about, p.Run.Names.Colour(id), id})
		}
		b.None, b.How = i18n.Upper(c.Say(i18n.NoneOfThem)), i18n.Upper(c.Say(i18n.HowJobsPhone))
	case quiz.Time:
		b.Example = p.Run.Clock.At(p.Now())
		b.How = i18n.Upper(c.Say(i18n.HowTimePhone, i18n.S("at", b.Example)))
	case quiz.Number:
		b.Unit = html.Plain(p.Unit())
	case quiz.Nodes, quiz.Choice:
		if !practice.Phones(q) {
			return nil
		}
		b.How = i18n.Upper(c.Say(i18n.HowChoice)) // a phone shows no machine, so an option cannot be chosen by a click on the machine
		if q.Form == quiz.Nodes {
			b.How = i18n.Upper(c.Say(i18n.HowNodesPhone))
		}
		t := p.Teller()
		for i := range q.Options {
			b.Options = append(b.Options, BallotOption{Answer: strconv.Itoa(i), Text: plain(t.Option(q, i)), Job: workload.NoJob})
		}
	}
	return b
}

// plain converts a sentence from HTML to plain text.
func plain(text html.HTML) string { return i18n.Upper(html.Plain(text)) }

// Similar returns a panel that asks the question in a message.SimilarQuestion. The
// panel has its own model in the given language. Similar returns nil if the message
// contains no question or cannot be decoded.
func Similar(c *i18n.Catalog, m *message.SimilarQuestion) *practice.PracticePanel {
	var loaded message.Loaded
	if m.Question == nil || loaded.Unpack([]byte(m.Loaded)) != nil {
		return nil
	}
	page := model.NewModel(c)
	page.Load(message.Load{})
	loaded.Serial = page.Asked.Serial
	page.Take(recording.NewRun(&loaded, c))
	page.Step, page.Predict.On = 0, true
	p := practice.New(narrative.Sentences{Model: page})
	p.Exam = &practice.Exam{}
	p.Begin()
	if m.Middle != nil {
		m.Middle.Serial = loaded.Serial
	}
	if p.Put(*m.Question, m.Middle); m.Question.Before {
		page.State, page.Step = m.Middle, m.Question.Step
	}
	page.Window = page.Whole()
	return p
}

// Judge returns the request that lets the worker grade the votes on a question. It
// also returns the votes in this request. Votes that are not valid answers to the
// question are omitted.
func Judge(p *practice.PracticePanel, step int, kind quiz.QuestionKind, form quiz.AnswerForm, votes []string) (*message.JudgeAnswers, []string) {
	m := &message.JudgeAnswers{Serial: p.Run.Serial, Step: int32(step), Kind: kind}
	var kept []string
	for _, vote := range votes[:min(len(votes), MaxVotes)] {
		if a, is := read(p, form, vote); is {
			m.Answers, kept = append(m.Answers, a), append(kept, vote)
		}
	}
	return m, kept
}

// read parses a vote as an answer of the given form. If voters choose among
// options, the vote is the index of an option.
func read(p *practice.PracticePanel, form quiz.AnswerForm, vote string) (a quiz.Answer, ok bool) {
	switch form {
	case quiz.Jobs:
		if vote == None {
			return a, true
		}
		for part := range strings.SplitSeq(vote, ",") {
			id, err := strconv.ParseUint(part, 10, 31)
			if err != nil || int(id) >= len(p.Run.Jobs) || slices.Contains(a.Jobs, workload.JobID(id)) {
				return a, false
			}
			a.Jobs = append(a.Jobs, workload.JobID(id))
		}
		slices.Sort(a.Jobs)
	case quiz.Time:
		a.Time, ok = p.Run.Clock.Read(strings.TrimSpace(vote))
		a.Within = p.Run.Clock.Unit() - 1
		return a, ok
	case quiz.Number:
		a.Number, ok = practice.ReadNumber(vote)
		return a, ok
	case quiz.Nodes, quiz.Choice:
		n, err := strconv.ParseUint(vote, 10, 15)
		a.Choice = int(n)
		return a, err == nil
	}
	return a, true
}

// BallotRow is a row of the result: an answer and the votes for it, as the audience
// sees them.
type BallotRow struct {
	Votes []string // texts of all votes that stand for this answer
	Text  string   // the answer as readable text
	Right bool
	Slip  string // name of the misconception that explains a wrong answer; "" if it is not known
	Said  string // explanation of the mistake, with the numbers that the scheduling rule uses
}

// BallotResult is the evaluation of the votes on a question.
type BallotResult struct {
	Rows  []BallotRow // sorted in an order that does not reveal the right answer
	Right string      // the right answer as readable text
	Why   []string    // reasons for the right answer; nil if the question is no longer on screen
}

// Judged turns the worker's grades of the votes into a result for the audience. The
// argument votes must be the list that Judge returned.
func Judged(p *practice.PracticePanel, m *message.AnswersJudged, votes []string) BallotResult {
	q, t := &m.Question, p.Teller()
	if p.Middle() { // the explanations refer to the state after the scheduling pass
		middle, after := p.State, *p.State
		after.Middle, p.State = false, &after
		defer func() { p.State = middle }()
	}
	type judged struct {
		BallotRow
		answer quiz.Answer
	}
	var rows []judged
	for i := range m.Verdicts[:min(len(m.Verdicts), len(votes))] {
		v := &m.Verdicts[i]
		if !v.Known {
			continue
		}
		text := plain(t.Answer(q, &v.Answer))
		if k := slices.IndexFunc(rows, func(r judged) bool { return r.Text == text }); k >= 0 {
			rows[k].Votes = append(rows[k].Votes, votes[i])
			continue
		}
		r := judged{BallotRow{Votes: []string{votes[i]}, Text: text, Right: v.Right}, v.Answer}
		if !v.Right {
			r.Said = plain(t.Slip(q, &v.Slip))
			if v.Slip.Code != quiz.None {
				r.Slip = v.Slip.Code.String()
			}
		}
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(a, b judged) int {
		x, y := &a.answer, &b.answer
		return cmp.Or(cmp.Compare(x.Choice, y.Choice), cmp.Compare(x.Number, y.Number), cmp.Compare(x.Time, y.Time),
			cmp.Compare(len(x.Jobs), len(y.Jobs)), slices.Compare(x.Jobs, y.Jobs))
	})
	var out BallotResult
	for i := range rows {
		out.Rows = append(out.Rows, rows[i].BallotRow)
	}
	if len(q.Right) > 0 {
		out.Right = plain(t.Answer(q, &q.Right[0]))
	}
	// The reasons contain times relative to the step on screen. They are therefore
	// valid only while the question is on screen.
	if asked := p.Question(); asked == nil || asked.Step != q.Step {
		return out
	}
	for _, reason := range t.Reasons(q, nil) {
		out.Why = append(out.Why, plain(reason))
	}
	return out
}
