package message

import "hopyard/core/simtime"

// ExcerptReply is an excerpt of a run as a separate scenario; see scenario.Excerpt.
// If the excerpt is too long for a Link, Scenario holds it as JSON. Scenario is
// empty if the excerpt is even too large for the page.
type ExcerptReply struct {
	From, To simtime.Time // the excerpt ends just before To
	Jobs     int32        // number of jobs of the scenario; 0 if there is no scenario
	Before   int32        // number of jobs of the scenario that already run or wait at From
	Length   int32        // length of the link in characters, even if it exceeds the limit; 0 if unknown
	Link     string       // fragment of the link, from # on
	Scenario string
	Problem  string  // reason why there is no link
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
