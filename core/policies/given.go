package policies

import (
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
)

// given lists the disciplines that cannot decide anything without data from the
// scenario. The program does not offer them where it compares disciplines or tries
// one after another. They are in the order of scenarios/README.md, "Names", where
// they come after all other disciplines.
var given = [...]Discipline{
	{
		Name: Name{Name: "manual", Title: "You are the scheduler", About: "Jobs start as scheduler.decisions say, and not otherwise.", Source: "Ours; SOURCES.md QUEUE.2"},
		New:  func(s *Setup) queue.Policy { return manual.ManualPolicy{Decisions: s.Decisions} },
		Free: true,
	},
}

// Given returns the disciplines that cannot decide anything without data from the
// scenario.
func Given() []Discipline { return given[:] }
