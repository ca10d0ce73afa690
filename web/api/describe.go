package api

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"hopyard/core/policies"
	"hopyard/core/scenario"
)

// Maximum lengths of the title and the description in a link preview, in bytes.
// Chat programs show no more than that.
const (
	mostTitle = 200
	mostAbout = 300
)

// described returns the title and the description of a scenario for a link preview:
// those that its author wrote, or else a summary of the scenario. In predict mode
// the reader predicts scheduling decisions; then the summary replaces the author's
// description, which may reveal these decisions.
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

// machines maps each kind of topology to its description in words.
var machines = map[string]string{
	"flat": "A machine without a network", "star": "A star", "fat-tree": "A fat tree", "torus": "A torus", "mesh": "A mesh",
	"hypercube": "A hypercube", "dragonfly": "A dragonfly", "graph": "A graph", "slurm": "A machine as Slurm describes it",
	"levels": "A machine with named levels",
}

// Counted returns a number with a noun whose plural ends in s: "1 job", "2 jobs".
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// shortened puts a text on one line. If the line is longer than the limit,
// shortened cuts it to that many bytes and appends an ellipsis.
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
