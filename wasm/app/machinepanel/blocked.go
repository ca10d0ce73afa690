package machinepanel

import (
	"hopyard/core/topology"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// blocking describes the nodes that running jobs keep free of other jobs. The page
// downloads the code of these methods late, since few runs have such jobs.
type blocking MachinePanel

// ranges returns the blocked nodes with their jobs.
func (m blocking) ranges() (out []draw.Frozen) {
	for i := range m.State.Running {
		r := &m.State.Running[i]
		for _, run := range r.Blocked {
			out = append(out, draw.Frozen{Range: draw.Range{First: run.First, Last: run.Last}, Job: r.Job})
		}
	}
	return out
}

// stateText returns a description of a node if it is blocked, and "" otherwise.
func (m blocking) stateText(place html.HTML, n topology.NodeID) html.HTML {
	for i := range m.State.Running {
		if r := &m.State.Running[i]; Has(r.Blocked, n) {
			return m.Words.HTML(i18n.NodeBlocked, i18n.H("place", place), i18n.B("job", m.JobText(r.Job)))
		}
	}
	return ""
}

// note returns a text with the number of blocked nodes, or "" if there are none.
func (m blocking) note() string {
	n := int64(0)
	for i := range m.State.Running {
		n += int64(m.State.Running[i].Blocked.Nodes())
	}
	if n == 0 {
		return ""
	}
	return " · " + m.Words.Say(i18n.MachineBlocked, m.Words.N("n", n))
}

// keeps returns a text with the number of nodes that a running job blocks, or "" if
// there are none.
func (m blocking) keeps(r *message.Running) string {
	if len(r.Blocked) == 0 {
		return ""
	}
	return " · " + m.Words.Say(i18n.MachineKeeps, m.Words.N("n", int64(r.Blocked.Nodes())))
}
