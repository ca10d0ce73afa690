package api

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"hopyard/core/policies"
	"hopyard/core/scenario"
)

// How long title and text of a preview may be, in bytes: chats show less.
const (
	mostTitle = 200
	mostAbout = 300
)

// described is title and text of a scenario as its writer has them, and what it is
// where there are none. A reader who predicts is not told what the run shows.
func described(s *scenario.Scenario, predict bool) (title, about string) {
	if s == nil {
		return "Hopyard", ""
	}
	nodes, jobs := s.Cluster.Topology.NumNodes(), s.NumJobs()
	p := s.Policy()
	queue, allocator := p.Queue, p.Allocator
	if d := policies.DisciplineOf(p.Queue); d != nil {
		queue = d.Title
	}
	if a := policies.PlacementOf(p.Allocator); a != nil {
		allocator = a.Title
	}
	if title = shortened(s.Title, mostTitle); title == "" {
		title = Counted(jobs, "job") + " on " + Counted(nodes, "node") + ", " + queue
	}
	if about = shortened(s.About, mostAbout); about == "" || predict {
		about = machines[s.Cluster.Topology.Kind] + " of " + Counted(nodes, "node") + ". Discipline: " + queue + ". Placement: " + allocator + "."
	}
	return title, about
}

// machines are the kinds of topologies in words.
var machines = map[string]string{
	"flat": "A machine without a network", "star": "A star", "fat-tree": "A fat tree", "torus": "A torus", "mesh": "A mesh",
	"hypercube": "A hypercube", "dragonfly": "A dragonfly", "graph": "A graph", "slurm": "A machine as Slurm describes it",
}

// Counted is a number of things, named by a noun whose plural ends in s: "1 job".
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// shortened is a text on one line, and not longer than most bytes and a sign.
func shortened(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return strings.TrimSpace(text[:most]) + "…"
}
