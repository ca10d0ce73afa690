package edit

import (
	"strconv"

	"hopyard/core/queue"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
)

// difference describes the edit between two successive entries of the history. It
// compares the two entries, so that pickers and sliders do not have to describe
// their edits.
func (m *EditPanel) difference(old, now *Stop) model.EditSummary {
	c, a, b := m.Words, &old.policy, &now.policy
	did := func(text i18n.Text, from, to string) model.EditSummary {
		return model.EditSummary{Text: text, Pairs: []i18n.Pair{i18n.S("from", from), i18n.S("to", to)}}
	}
	if !now.edit {
		return model.EditSummary{Text: i18n.DidOpen, Pairs: []i18n.Pair{i18n.S("name", i18n.Isolate(now.title))}}
	}
	choices := &m.Run.Choices
	growth := func(p *message.PolicyChoice) string {
		if p.Method != "" && p.Growth != "off" && p.Method != "expand" {
			return p.Growth + ", " + p.Method
		}
		return p.Growth
	}
	switch {
	case a.Queue != b.Queue || a.Depth != b.Depth && policy.HasDepths(a.Queue):
		return did(i18n.DidQueue, m.queueTitle(a), m.queueTitle(b))
	case a.Allocator != b.Allocator:
		return did(i18n.DidAllocator, m.choiceTitle(choices.Allocators, a.Allocator), m.choiceTitle(choices.Allocators, b.Allocator))
	case a.Network != b.Network:
		return did(i18n.DidNetwork, m.choiceTitle(choices.Networks, a.Network), m.choiceTitle(choices.Networks, b.Network))
	case !model.SameShape(&old.shape, &now.shape):
		return did(i18n.DidMachine, m.ShapeText(&old.shape), m.ShapeText(&now.shape))
	case growth(a) != growth(b):
		return did(i18n.DidGrowth, growth(a), growth(b))
	}
	for i := range min(len(a.Weights), len(b.Weights)) {
		if a.Weights[i] != b.Weights[i] {
			d := did(i18n.DidWeight, m.Policy.Milli(a.Weights[i]), m.Policy.Milli(b.Weights[i]))
			name, k := m.Policy.WeightName(i)
			if k != queue.OfResources {
				name = c.Say(i18n.PartNames[i])
			}
			d.Pairs = append(d.Pairs, i18n.S("part", name))
			return d
		}
	}
	return model.EditSummary{Text: i18n.DidEdit, Pairs: nil}
}

// queueTitle returns the title of a queue policy, with its depth if there are
// several reservations: "EASY, 2 reservations".
func (m *EditPanel) queueTitle(p *message.PolicyChoice) string {
	title := m.choiceTitle(m.Run.Choices.Queues, p.Queue)
	if p.Depth > 1 && policy.HasDepths(p.Queue) {
		return m.Words.Say(i18n.WithDepth, i18n.S("queue", title), m.Words.N("n", int64(p.Depth)))
	}
	return title
}

func (m *EditPanel) choiceTitle(list []message.PolicyByName, name string) string {
	return m.PolicyTitle(list, name)
}

// DidField describes the edit of one value in the text: "job 3, walltime: 600 →
// 900". The old or the new value is "" if it is missing. The job number is -1 if
// the value does not belong to a job.
func (m *EditPanel) DidField(title string, job int64, from, to string) model.EditSummary {
	const most = 24
	for _, v := range []*string{&from, &to} {
		if r := []rune(*v); len(r) > most {
			*v = string(r[:most]) + "…"
		}
		if *v == "" {
			*v = "–"
		}
	}
	pairs := []i18n.Pair{i18n.S("field", title), i18n.S("from", from), i18n.S("to", to), i18n.S("n", strconv.FormatInt(job, 10))}
	if job >= 0 {
		return model.EditSummary{Text: i18n.DidJobField, Pairs: pairs}
	}
	return model.EditSummary{Text: i18n.DidField, Pairs: pairs}
}

// DidPart describes the edit that adds or removes a part of a scenario. The
// parameters are the text of the description and the name of the part.
func (m *EditPanel) DidPart(what i18n.Text, name string) model.EditSummary {
	return model.EditSummary{Text: what, Pairs: []i18n.Pair{i18n.S("field", name)}}
}

// JobNumber returns the name of the job with the given number, such as "job 4".
func (m *EditPanel) JobNumber(n int64) string {
	return m.Words.Say(i18n.JobName, i18n.S("n", strconv.FormatInt(n, 10)))
}
