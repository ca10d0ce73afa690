package edit

import (
	"strconv"

	"hopyard/core/queue"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/view"
	"hopyard/wasm/app/words"
)

// difference is what was done between two stops, read off what they are: pickers
// and sliders need not say it themselves.
func (m *Panel) difference(old, now *Stop) view.Did {
	c, a, b := m.Words, &old.policy, &now.policy
	did := func(text words.Text, from, to string) view.Did {
		return view.Did{Text: text, Pairs: []words.Pair{words.S("from", from), words.S("to", to)}}
	}
	if !now.edit {
		return view.Did{Text: words.DidOpen, Pairs: []words.Pair{words.S("name", words.Isolate(now.title))}}
	}
	choices := &m.Run.Choices
	growth := func(p *message.Policy) string {
		if p.Method != "" && p.Growth != "off" && p.Method != "expand" {
			return p.Growth + ", " + p.Method
		}
		return p.Growth
	}
	switch {
	case a.Queue != b.Queue || a.Depth != b.Depth && policy.HasDepths(a.Queue):
		return did(words.DidQueue, m.queueTitle(a), m.queueTitle(b))
	case a.Allocator != b.Allocator:
		return did(words.DidAllocator, m.choiceTitle(choices.Allocators, a.Allocator), m.choiceTitle(choices.Allocators, b.Allocator))
	case a.Network != b.Network:
		return did(words.DidNetwork, m.choiceTitle(choices.Networks, a.Network), m.choiceTitle(choices.Networks, b.Network))
	case !view.SameShape(&old.shape, &now.shape):
		return did(words.DidMachine, m.ShapeText(&old.shape), m.ShapeText(&now.shape))
	case growth(a) != growth(b):
		return did(words.DidGrowth, growth(a), growth(b))
	}
	for i := range min(len(a.Weights), len(b.Weights)) {
		if a.Weights[i] != b.Weights[i] {
			d := did(words.DidWeight, m.Policy.Milli(a.Weights[i]), m.Policy.Milli(b.Weights[i]))
			name, k := m.Policy.WeightName(i)
			if k != queue.OfResources {
				name = c.Say(words.PartNames[i])
			}
			d.Pairs = append(d.Pairs, words.S("part", name))
			return d
		}
	}
	return view.Did{Text: words.DidEdit, Pairs: nil}
}

// queueTitle is what people call a queue policy: "EASY, 2 reservations".
func (m *Panel) queueTitle(p *message.Policy) string {
	title := m.choiceTitle(m.Run.Choices.Queues, p.Queue)
	if p.Depth > 1 && policy.HasDepths(p.Queue) {
		return m.Words.Say(words.WithDepth, words.S("queue", title), m.Words.N("n", int64(p.Depth)))
	}
	return title
}

func (m *Panel) choiceTitle(list []message.Choice, name string) string {
	return m.Called(list, name)
}

// DidField says which value of a scenario's text was changed: of job 3 its
// walltime, from 600 to 900. "" is no value.
func (m *Panel) DidField(title string, job int64, from, to string) view.Did {
	const most = 24
	for _, v := range []*string{&from, &to} {
		if r := []rune(*v); len(r) > most {
			*v = string(r[:most]) + "…"
		}
		if *v == "" {
			*v = "–"
		}
	}
	pairs := []words.Pair{words.S("field", title), words.S("from", from), words.S("to", to), words.S("n", strconv.FormatInt(job, 10))}
	if job >= 0 {
		return view.Did{Text: words.DidJobField, Pairs: pairs}
	}
	return view.Did{Text: words.DidField, Pairs: pairs}
}

// DidPart says that a part of a scenario was added or taken away.
func (m *Panel) DidPart(what words.Text, name string) view.Did {
	return view.Did{Text: what, Pairs: []words.Pair{words.S("field", name)}}
}

// JobNumber is what a job of a number is called.
func (m *Panel) JobNumber(n int64) string {
	return m.Words.Say(words.JobName, words.S("n", strconv.FormatInt(n, 10)))
}
