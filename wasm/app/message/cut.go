package message

import "hopyard/core/simtime"

// ExcerptReply is a part of a run as a scenario of its own; see scenario.Excerpt.
// If the excerpt is too long for a Link, Scenario holds it as JSON, provided that
// the page can open it at all.
type ExcerptReply struct {
	From, To simtime.Time // To itself is excluded
	Jobs     int32        // number of jobs of the scenario; 0: there is no scenario
	Before   int32        // number of these jobs that run or wait at From
	Length   int32        // length of the link in characters, even if it is too long; 0: not known
	Link     string       // the link from # on
	Scenario string
	Problem  string  // why there is no link
	Numbers  []int64 // numbers of the jobs of a link, in its order, so that a job can be selected
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
