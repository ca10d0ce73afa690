package practice

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// given is the answer that the reader has entered so far.
type given struct {
	jobs   []workload.JobID // marked jobs, in ascending order
	none   bool             // the reader has marked the answer "no job starts"
	nodes  []topology.NodeID
	typed  string
	at     simtime.Time // time that the reader clicked or typed; simtime.Never if none
	within simtime.Duration
	choice int // index of the chosen option; -1 for none
}

func (p *PracticePanel) clear() {
	p.given = given{at: simtime.Never, choice: -1}
	p.Predict.Time, p.Predict.Nodes = simtime.Never, nil
}

// Form returns the form of answer that the question on screen requires. It returns
// false if there is no question.
func (p *PracticePanel) Form() (quiz.AnswerForm, bool) {
	if !p.Here() {
		return 0, false
	}
	return p.asked.Form, true
}

// Picks reports whether the question asks the reader to mark waiting jobs.
func (p *PracticePanel) Picks() bool {
	f, asking := p.Form()
	return asking && f == quiz.Jobs
}

// Pick marks a waiting job as part of the answer, or removes the mark.
// workload.NoJob stands for the answer "no job starts".
func (p *PracticePanel) Pick(id workload.JobID) {
	g := &p.given
	if p.note = ""; id == workload.NoJob {
		g.none, g.jobs = !g.none, nil
		return
	}
	g.none = false
	if i, marked := slices.BinarySearch(g.jobs, id); marked {
		g.jobs = slices.Delete(g.jobs, i, i+1)
	} else {
		g.jobs = slices.Insert(g.jobs, i, id)
	}
}

// Clicked handles a click on the timeline at the given time. It returns false if
// the question does not ask for a time. The argument pixel is the duration that a
// pixel of the timeline represents. The answer will count as right if it differs
// from the right time by at most half a pixel.
func (p *PracticePanel) Clicked(at simtime.Time, pixel simtime.Duration) bool {
	if f, asking := p.Form(); !asking || f != quiz.Time {
		return false
	}
	unit := p.Run.Clock.Unit()
	at = (at + simtime.Time(unit)/2) / simtime.Time(unit) * simtime.Time(unit)
	p.given.at, p.given.within = at, (pixel/2+unit-1)/unit*unit
	p.given.typed, p.note = p.Run.Clock.At(at), ""
	p.Predict.Time = at
	return true
}

// Type stores the text typed into the answer field of the card.
func (p *PracticePanel) Type(text string) {
	if text == p.given.typed {
		return
	}
	p.given.typed, p.given.at, p.Predict.Time = text, simtime.Never, simtime.Never
	if f, asking := p.Form(); asking && f == quiz.Time {
		if at, ok := p.Run.Clock.Read(text); ok {
			p.given.at, p.given.within, p.Predict.Time = at, p.Run.Clock.Unit()-1, at
		}
	}
}

// Typed returns the text that the answer field shows.
func (p *PracticePanel) Typed() string { return p.given.typed }

// Choose selects the option with index i.
func (p *PracticePanel) Choose(i int) {
	if !p.Here() || i < 0 || i >= len(p.asked.Options) {
		return
	}
	if p.given.choice, p.note = i, ""; p.asked.Form == quiz.Nodes {
		p.given.nodes = nil
		for n := range p.asked.Options[i].Nodes.All {
			p.given.nodes = append(p.given.nodes, n)
		}
		p.Predict.Nodes = p.asked.Options[i].Nodes
	}
}

// Node marks a range of nodes of the machine as part of the answer, or removes the
// marks. It returns false if the question does not ask the reader to mark whole
// nodes.
func (p *PracticePanel) Node(first, last topology.NodeID) bool {
	if f, asking := p.Form(); !asking || f != quiz.Nodes || p.Run.Jobs[p.asked.Job].Nodes == 0 || first < 0 {
		return false
	}
	p.note, p.given.choice = "", -1
	for n := first; n <= max(first, last); n++ {
		if i, marked := slices.BinarySearch(p.given.nodes, n); marked {
			p.given.nodes = slices.Delete(p.given.nodes, i, i+1)
		} else {
			p.given.nodes = slices.Insert(p.given.nodes, i, n)
		}
	}
	p.Predict.Nodes = p.placement()
	return true
}

func (p *PracticePanel) placement() (out cluster.Placement) {
	for _, n := range p.given.nodes {
		out = out.Append(n, n, 1)
	}
	return out
}

// number returns the typed text as a whole number. It returns false if the text is
// not a number.
func (p *PracticePanel) number() (int64, bool) { return ReadNumber(p.given.typed) }

// ReadNumber parses a whole number as people type it. It may contain spaces or
// commas between thousands, and a percent sign.
func ReadNumber(text string) (int64, bool) {
	text = strings.NewReplacer(" ", "", ",", "", "\u202f", "", "\u00a0", "", "−", "-", "%", "").Replace(text)
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// missing returns a sentence about what the reader must add to the answer, or "" if
// the answer is complete.
func (p *PracticePanel) missing() string {
	g, c := &p.given, p.Words
	switch p.asked.Form {
	case quiz.Jobs:
		if len(g.jobs) == 0 && !g.none {
			return c.Say(i18n.HowJobs)
		}
	case quiz.Nodes:
		if len(g.nodes) == 0 && g.choice < 0 {
			return p.how()
		}
	case quiz.Time:
		if g.at == simtime.Never {
			return c.Say(i18n.NoTime, i18n.S("at", p.Run.Clock.At(p.Now())))
		}
	case quiz.Number:
		if _, ok := p.number(); !ok {
			return c.Say(i18n.NoNumber)
		}
	case quiz.Choice:
		if g.choice < 0 {
			return c.Say(i18n.HowChoice)
		}
	}
	return ""
}

// answer returns the answer that the reader has entered, in the form that the
// worker grades.
func (p *PracticePanel) answer() quiz.Answer {
	g := &p.given
	switch p.asked.Form {
	case quiz.Jobs:
		return quiz.Answer{Jobs: g.jobs}
	case quiz.Nodes:
		if g.choice >= 0 {
			return quiz.Answer{Nodes: p.asked.Options[g.choice].Nodes}
		}
		return quiz.Answer{Nodes: p.placement()}
	case quiz.Time:
		return quiz.Answer{Time: g.at, Within: g.within}
	case quiz.Number:
		n, _ := p.number()
		return quiz.Answer{Number: n}
	}
	return quiz.Answer{Choice: g.choice}
}
