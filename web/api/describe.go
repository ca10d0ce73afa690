package api

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"hopyard/core/policies"
	"hopyard/core/scenario"
)

// Limits on the title and the text of a link preview, in bytes: chat programs show
// less.
const (
	mostTitle = 200
	mostAbout = 300
)

// described returns the title and the text of a scenario for a link preview: those
// that its author wrote, or a summary of the scenario where there are none. If
// predict is true, the reader is to predict decisions of the run, and the author's
// text is left out, because it may give them away.
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

// machines describes the kinds of topologies in words.
var machines = map[string]string{
	"flat": "A machine without a network", "star": "A star", "fat-tree": "A fat tree", "torus": "A torus", "mesh": "A mesh",
	"hypercube": "A hypercube", "dragonfly": "A dragonfly", "graph": "A graph", "slurm": "A machine as Slurm describes it",
}

// Counted returns a number with a noun whose plural ends in s: "1 job", "2 jobs".
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// shortened returns a text on one line, cut to at most most bytes and an ellipsis.
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
