package message

import "hopyard/core/simtime"

// ExcerptReply is a part of a run's time as a scenario of its own; see scenario.Excerpt. Without
// a Link it is written down as Scenario, as JSON, if it can be opened at all.
type ExcerptReply struct {
	From, To simtime.Time // To is no longer in it
	Jobs     int32        // all of the scenario; 0: there is none
	Before   int32        // of them those that ran or waited at From
	Length   int32        // of the link, characters, even of one that is too long; 0: not known
	Link     string       // from # on
	Scenario string
	Problem  string  // why there is no link
	Numbers  []int64 // of the jobs of a link, in its order: one of them may be selected
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
