package model

import (
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Words in sentences are connected with the pictures. If the pointer is on such a
// word, the pictures highlight what the word refers to, and vice versa. A word has
// a mark that identifies what it refers to: "j3" is the job with ID 3, "t60000" a
// time in milliseconds, and "n4-7,9" a list of nodes. "p0" is the first group of
// node pairs in the sum of distances that makes up a cost: the pairs with the
// smallest distance.

func jobMark(id workload.JobID) string { return "j" + strconv.Itoa(int(id)) }

func timeMark(t simtime.Time) string { return "t" + strconv.FormatInt(int64(t), 10) }

func nodesMark(p cluster.Placement) string { return "n" + string(p.AppendText(nil)) }

// LitPlace returns the region that a word with the given mark refers to.
func LitPlace(mark string) Region {
	p := Nowhere()
	if id, err := strconv.Atoi(strings.TrimPrefix(mark, "j")); err == nil && mark[0] == 'j' {
		p.Job = workload.JobID(id)
		return p
	}
	p.Word = mark
	return p
}

// litTime returns the time of a mark "t…", or Never if the mark is of another kind.
func litTime(mark string) simtime.Time {
	if t, err := strconv.ParseInt(strings.TrimPrefix(mark, "t"), 10, 64); err == nil && mark[0] == 't' {
		return simtime.Time(t)
	}
	return simtime.Never
}

// litNodes returns the nodes of a mark "n…", or nil if the mark is of another kind.
func litNodes(mark string) (p cluster.Placement) {
	list, ok := strings.CutPrefix(mark, "n")
	if !ok {
		return nil
	}
	for part := range strings.SplitSeq(list, ",") {
		from, to, both := strings.Cut(part, "-")
		if !both {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err != nil || err2 != nil {
			return nil
		}
		p = p.Append(topology.NodeID(first), topology.NodeID(last), 1)
	}
	return p
}

// Highlights reports whether a word with the given mark refers to the object under
// the pointer. The word matches a job or nodes under the pointer. It also matches
// the time at which the job under the pointer ends or is promised to start.
func (m *Model) Highlights(mark string) bool {
	p := &m.Pointed
	if mark == "" || m.State == nil {
		return false
	}
	switch at := litTime(mark); {
	case p.Word == mark:
		return true
	case p.Job != workload.NoJob && mark == jobMark(p.Job):
		return true
	case p.Job != workload.NoJob && at != simtime.Never:
		w, r := m.Waiting(p.Job), m.Running(p.Job)
		return w != nil && w.Promised == at || r != nil && r.Limit == at
	case p.Node >= 0:
		for _, run := range litNodes(mark) {
			if run.First <= p.Last && p.Node <= run.Last {
				return true
			}
		}
	}
	return false
}

// lightUp adds what the word under the pointer refers to: nodes or a time. With a
// time it also highlights the running jobs whose walltimes end then, because their
// end allows another job to start.
func (m *Model) lightUp(h *draw.Highlight) {
	mark := m.Pointed.Word
	if mark == "" {
		return
	}
	if apart := m.apart(mark); apart != nil {
		h.Nodes = apart.Nodes
		for _, way := range apart.Ways {
			h.Route = append(h.Route, way/2)
		}
		return
	}
	h.Nodes = litNodes(mark)
	if h.Time = litTime(mark); h.Time == simtime.Never || m.State == nil {
		return
	}
	for i := range m.State.Running {
		if r := &m.State.Running[i]; r.Limit == h.Time {
			h.Enders = append(h.Enders, r.Job)
		}
	}
}

// apart returns the group of node pairs that a mark "p…" refers to, or nil if there
// is none.
func (m *Model) apart(mark string) *message.DistanceGroup {
	i, err := strconv.Atoi(strings.TrimPrefix(mark, "p"))
	if err != nil || mark[0] != 'p' || m.Weighed == nil || i >= len(m.Weighed.Sum) {
		return nil
	}
	return &m.Weighed.Sum[i]
}

// PairsWord returns a term of the sum of distances that is the cost on screen, such
// as "12 × 2". The word highlights the pairs of nodes that the term counts.
func (m *Model) PairsWord(i int) html.HTML {
	a := &m.Weighed.Sum[i]
	return litPlain("p"+strconv.Itoa(i), m.Words.Int(a.Pairs)+" × "+m.Words.Int(a.Distance))
}

// lit returns a bold word with the given mark. Pointing at the word highlights what
// the mark refers to.
func lit(mark, text string) html.HTML {
	return html.B(html.Attr{"data-lit", mark}, html.Text(text))
}

// litPlain returns the same as lit, but the word is not bold.
func litPlain(mark, text string) html.HTML {
	return html.Span(html.Attr{"data-lit", mark}, html.Text(text))
}

// BlockerWord returns the name of a blocking job for the placeholder "blocker" of
// an HTML text. The word highlights the job.
func (m *Model) BlockerWord(id workload.JobID) i18n.Markup {
	if id == workload.NoJob {
		return i18n.H("blocker", "?")
	}
	return i18n.H("blocker", litPlain(jobMark(id), m.JobText(id)))
}

// JobWord returns the name of a job for an HTML text. The word highlights the job.
func (m *Model) JobWord(id workload.JobID) html.HTML { return litPlain(jobMark(id), m.JobText(id)) }

// TimeWord returns the pair that fills the placeholder named gap of an HTML text
// with the time t. The time is not bold. Pointing at it highlights this time in the
// pictures.
func (m *Model) TimeWord(gap string, t simtime.Time) i18n.Markup {
	return i18n.H(gap, litPlain(timeMark(t), m.Run.Clock.At(t)))
}
