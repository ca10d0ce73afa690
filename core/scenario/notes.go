package scenario

import "hopyard/core/simtime"

// Note is what a lecturer wants to have before their eyes at a place in time, while
// the hall sees the run: which question to ask, what is often got wrong, where to
// point.
type Note struct {
	At   simtime.Time // BeforeAll, or the instant of the steps that it is for
	Text string       // Markdown
}

// BeforeAll is the place of a Note for what stands on screen before the first step.
const BeforeAll simtime.Time = -1

// Limits on notes, named in the errors that they cause.
const (
	MaxSaid     = 200
	MaxSaidText = 2000 // characters of one
)

func noteTable(x *Note) *table {
	t := newTable("a note", 2)
	t.seconds("at", (*int64)(&x.At), 0)
	t.add("text", Text, &x.Text, 0, MaxSaidText).always().needs(`write what to say, as in "text": "Ask who starts now."`)
	return t
}

// notes reads the notes. They stand in the order of time, so that several of one
// instant can be told apart by it.
func (p *parser) notes(v ref) {
	if !p.list(v, MaxSaid, "notes") {
		return
	}
	p.s.Notes = []Note{}
	last := BeforeAll
	for _, e := range p.elements(v) {
		x := Note{At: BeforeAll}
		noteTable(&x).read(p, e)
		if x.At < last {
			p.wrong(e, "is earlier than the note before it", "", "put notes in the order of time; those without at come first")
		}
		last = max(last, x.At)
		p.s.Notes = append(p.s.Notes, x)
	}
}

// writeNotes writes them, each on a line of its own.
func (w *writer) writeNotes(all []Note) {
	w.lines('[', ']', len(all), func(i int) {
		noteTable(&all[i]).write(w, noteTable(&Note{At: BeforeAll}))
	})
}
