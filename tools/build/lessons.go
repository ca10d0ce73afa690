package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/tools/build/assetnames"
)

// lesson is a lesson in the format that the page reads.
type lesson struct {
	Name  string   `json:"name"`
	Group string   `json:"group"`
	Title string   `json:"title"`
	About string   `json:"about"`
	Goals []string `json:"goals"`
	Text  string   `json:"text"`

	Source string   `json:"source"`
	Ideas  []string `json:"ideas"`
	Policy []string `json:"policy"`
	Part   int      `json:"part"`

	All   int          `json:"all,omitempty"`   // number of lessons; set for the first lesson only
	Paths []lessonPath `json:"paths,omitempty"` // learning paths; set for the first lesson in lessons.json only
}

// study holds the learning aids of a lesson in the format that the page reads.
type study struct {
	Minutes  int         `json:"minutes"`
	Takeaway string      `json:"takeaway"`
	Hints    [][2]string `json:"hints"`
}

// lessonPath is a learning path in the format that the page reads. Its lessons are
// given as indices into the list of lessons.
type lessonPath struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	About   string   `json:"about"`
	After   []string `json:"after"`
	Lessons []int    `json:"lessons"`
}

// pathsOf returns all learning paths. Their lessons are indices into list.
func pathsOf(list []lesson) (out []lessonPath) {
	for _, p := range scenarios.Paths() {
		x := lessonPath{p.Name, p.Title, p.About, p.After, nil}
		for _, name := range p.Lessons {
			x.Lessons = append(x.Lessons, slices.IndexFunc(list, func(l lesson) bool { return l.Name == name }))
		}
		out = append(out, x)
	}
	return out
}

// makeLessons makes three files: lessons.json with all lessons, which the page
// loads after the first schedule; studies.json with their learning aids; and the
// first lesson, which is put into index.html.
func makeLessons(string) (contents, error) {
	var list []lesson
	part, group := -1, ""
	texts, studies := scenarios.Studies(), []study{}
	for _, l := range scenarios.All() {
		if l.Group != group {
			part, group = part+1, l.Group
		}
		policy, err := policyOf(l)
		if err != nil {
			return nil, fmt.Errorf("lesson %s: %w", l.Name, err)
		}
		studies = append(studies, study{scenarios.Minutes(l), texts[l.Name].Takeaway, texts[l.Name].Hints})
		list = append(list, lesson{
			Name: l.Name, Group: l.Group, Title: l.Title, About: l.About, Goals: scenario.Texts(l.Goals), Text: string(l.Source),
			Source: l.Tags.Source, Ideas: l.Tags.Ideas, Policy: policy, Part: part,
		})
	}
	list[0].All = len(list)
	learn, err := json.Marshal(studies)
	if err != nil {
		return nil, err
	}
	list[0].Paths = pathsOf(list)
	all, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	list[0].Paths = nil
	first, err := json.Marshal(list[0]) // json.Marshal escapes <, so the text is safe inside a script element
	return contents{"lessons.json": all, "studies.json": learn, assetnames.FirstLesson: first}, err
}

// policyOf returns the titles of a lesson's queue discipline, placement policy and
// network.
func policyOf(l scenarios.Lesson) ([]string, error) {
	s, err := scenario.Parse(l.Source)
	if err != nil {
		return nil, err
	}
	p := s.Policy()
	title := func(names []scenario.Name, name string) string {
		for _, n := range names {
			if n.Name == name {
				return n.Title
			}
		}
		return name
	}
	return []string{
		title(scenario.Queues(), p.Queue), title(scenario.Allocators(), p.Allocator),
		title(scenario.Topologies(), s.Cluster.Topology.Kind),
	}, nil
}
