package message

import "hopyard/core/simtime"

// ExcerptReply is an excerpt of a run as a separate scenario; see scenario.Excerpt.
// If the excerpt is too long for a Link, Scenario holds it as JSON. If it is too
// large even for the page, Scenario is empty.
type ExcerptReply struct {
	From, To simtime.Time // the excerpt ends just before To
	Jobs     int32        // number of jobs of the scenario; 0 if there is no scenario
	Before   int32        // number of the scenario's jobs that are already running or waiting at the time From
	Length   int32        // length of the link in characters, even if it exceeds the limit; 0 if unknown
	Link     string       // fragment of the link, from # on
	Scenario string
	Problem  string  // numbers of the jobs of the linked scenario, in the scenario's order; the page uses them to select a job
	Numbers  []int64 // job numbers of the scenario in the link, in its order, so that the page can select a job
}

func (m *ExcerptReply) code(c *coder) {
	code(c, &m.From)
	code(c, &m.To)
	code(c, &m.Jobs)
	code(c, &m.Before)
	code(c, &m.Length)
	c.text(&m.Link)
	c.text(&m.Scenario)
	c.text(&m.Problem)
	list(c, &m.Numbers, code[int64])
}
