// Package pendingpanel answers the question "Why is my job pending?" about the queue of
// a real cluster. The reader gives outputs of Slurm's commands, which the worker reads
// and keeps; the page holds only what it shows.
//
// A [PendingPanel] makes requests, and Hear takes the answers:
//
//	for _, m := range panel.Search("alice") {
//		// send m to the worker, and pass its answer to panel.Hear
//	}
//
// The page shows the HTML of the parts: what to give ([PendingPanel.GiveHTML]), what is
// known (KnownHTML, FilesHTML), the pending jobs (JobsHTML) and the answer (AnswerHTML).
// An answer arrives in pieces, because each of its what-ifs is a simulation.
package pendingpanel

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// PendingPanel holds what the worker has told about a queue.
type PendingPanel struct {
	*model.Model
	Queue   *message.LiveState  // nil until files have been read
	Found   *message.LiveFound  // nil until a search has been answered
	Answer  *message.LiveAnswer // nil until the first piece has arrived
	Reading bool                // files have been given and not been read yet

	serial int32  // of what is known; it grows when files are given
	asked  int32  // number of the latest question
	job    string // about which it was asked; "" if none
	text   string // of the latest search
	pasted int64  // number of texts pasted
	begun  bool   // the worker has been given files since the last beginning

	Past      *message.LiveFidelity // nil until the first part of an answer about the past has arrived
	Change    PastChange            // as the reader has entered it
	Looking   bool                  // the reader has chosen the past
	pastAsked int32                 // number of the latest question about the past
	replaying bool                  // an answer about the past is due
	tried     string                // the change of the latest question, or ""

	unshown string // why there is no scenario of the queue, in English
}

// New returns a panel that knows nothing.
func New(m *model.Model) *PendingPanel { return &PendingPanel{Model: m} }

// Known reports whether the reader has given a file that could be read.
func (p *PendingPanel) Known() bool { return p.Queue != nil && len(p.Queue.Files) > 0 }

// Busy reports whether an answer of the worker is due.
func (p *PendingPanel) Busy() bool {
	return p.Reading || p.replaying || p.job != "" && (p.Answer == nil || !p.Answer.Over) || p.Known() && p.Found == nil
}

// Give returns the messages that give the worker files. The contents follow beside the
// messages.
func (p *PendingPanel) Give(names ...string) (out []*message.LiveFile) {
	p.serial++
	p.Reading, p.Past, p.replaying, p.tried = true, nil, false, ""
	for i, name := range names {
		out = append(out, &message.LiveFile{Serial: p.serial, Name: name, Begin: i == 0 && !p.begun, More: i+1 < len(names)})
		p.begun = true // files may follow before these have been read
	}
	return out
}

// PastedName returns a name for a text that the reader has pasted.
func (p *PendingPanel) PastedName() string {
	p.pasted++
	return p.Words.Say(i18n.LivePasted, p.Words.N("n", p.pasted))
}

// Forget forgets everything. The worker does, too, when it gets the next file.
func (p *PendingPanel) Forget() {
	*p = PendingPanel{Model: p.Model, serial: p.serial + 1, asked: p.asked, pastAsked: p.pastAsked}
}

// Search returns the request for jobs with the given text.
func (p *PendingPanel) Search(text string) *message.LiveSearch {
	p.text = text
	return &message.LiveSearch{Serial: p.serial, Text: text}
}

// Ask returns the question about a job.
func (p *PendingPanel) Ask(job string) *message.LiveQuestion {
	p.asked++
	p.job, p.Answer = job, nil
	return &message.LiveQuestion{Serial: p.serial, Number: p.asked, Job: job}
}

// Show returns the request for the queue as a scenario. If hide is set, pseudonyms
// replace all names.
func (p *PendingPanel) Show(hide bool) *message.LiveShow {
	return &message.LiveShow{Serial: p.serial, Hide: hide}
}

// Shown reads the answer to Show. It returns false if it is late, or not such an answer.
// If there is no scenario, it keeps why.
func (p *PendingPanel) Shown(wire []byte) (m message.LiveScenario, ok bool) {
	if m.Unpack(wire) != nil || m.Serial != p.serial {
		return m, false
	}
	p.unshown = m.Trouble
	return m, true
}

// PastAgain returns the question about the past that must be asked again after files
// have been read, or nil.
func (p *PendingPanel) PastAgain() *message.LivePast { return p.Look(p.Looking) }

// Again returns the messages to send after files have been read: the search, and the
// question, whose answers may be different now.
func (p *PendingPanel) Again() (*message.LiveSearch, *message.LiveQuestion) {
	if p.job == "" || p.Queue.Trouble != "" {
		return p.Search(p.text), nil
	}
	return p.Search(p.text), p.Ask(p.job)
}

// Hear takes a message of the worker. It reports whether files have been read, and
// whether anything has changed. It ignores late answers.
func (p *PendingPanel) Hear(wire []byte) (read, changed bool) {
	var q message.LiveState
	var f message.LiveFound
	var a message.LiveAnswer
	switch {
	case q.Unpack(wire) == nil && (q.Needs || q.Serial == p.serial):
		p.Queue, p.Reading = &q, false
		return true, true
	case f.Unpack(wire) == nil && f.Serial == p.serial && f.Text == p.text:
		p.Found = &f
	case p.hearPast(wire):
	case a.Unpack(wire) == nil && a.Serial == p.serial && a.Number == p.asked:
		p.Answer = &a
	default:
		return false, false
	}
	return false, true
}
