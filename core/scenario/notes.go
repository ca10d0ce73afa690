package scenario

import "hopyard/core/scenario/schema"

import "hopyard/core/jsondoc"

import "hopyard/core/simtime"

// Note is a reminder for a lecturer, shown in the speaker's window while the
// audience sees the run: a question to ask, a common mistake, something to point
// at.
type Note struct {
	At   simtime.Time // instant of the steps during which the note is shown, or BeforeAll
	Text string       // Markdown
}

// BeforeAll is the time of a Note that is shown before the first step.
const BeforeAll simtime.Time = -1

// Limits on notes. The error for a value beyond a limit names the limit.
const (
	MaxLectureNotes    = 200
	MaxLectureNoteText = 2000 // characters of one note
)

func noteTable(x *Note) *table {
	t := newTable("a note", 2)
	t.Seconds("at", (*int64)(&x.At), 0)
	t.Add("text", schema.Text, &x.Text, 0, MaxLectureNoteText).Always().Needs(`write what to say, as in "text": "Ask who starts now."`)
	return t
}

// notes reads the notes. Notes must be ordered by time. Several notes of the same
// instant belong to the steps of that instant in the same order.
func (p *parser) notes(v jsondoc.Ref) {
	if !p.List(v, MaxLectureNotes, "notes") {
		return
	}
	p.s.Notes = []Note{}
	last := BeforeAll
	for _, e := range p.Elements(v) {
		x := Note{At: BeforeAll}
		noteTable(&x).Read(p, e)
		if x.At < last {
			p.Wrong(e, "is earlier than the note before it", "", "sort notes by time; those without at come first")
		}
		last = max(last, x.At)
		p.s.Notes = append(p.s.Notes, x)
	}
}

// writeNotes writes notes, each on a line of its own.
func (w *writer) writeNotes(all []Note) {
	w.Lines('[', ']', len(all), func(i int) {
		noteTable(&all[i]).Write(w, noteTable(&Note{At: BeforeAll}))
	})
}
