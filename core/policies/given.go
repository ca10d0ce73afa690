package policies

import (
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
)

// given are the disciplines that need something that the scenario gives, and
// without which they decide nothing. They are no choice where disciplines are
// compared or tried in turn; their order is that of scenarios/README.md, "Names",
// behind all others.
var given = [...]Discipline{
	{
		Name: Name{Name: "manual", Title: "You are the scheduler", About: "Jobs start as scheduler.decisions say, and not otherwise.", Source: "Ours; SOURCES.md QUEUE.2"},
		New:  func(s *Setup) queue.Policy { return manual.ManualPolicy{Decisions: s.Decisions} },
		Free: true,
	},
}

// Given are the names of scheduler.queue that need something that the scenario
// gives.
func Given() []Discipline { return given[:] }
