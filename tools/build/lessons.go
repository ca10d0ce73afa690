package main

import (
	"encoding/json"

	"hopyard/scenarios"
)

// lesson is a lesson as the page reads it.
type lesson struct {
	Name  string   `json:"name"`
	Group string   `json:"group"`
	Title string   `json:"title"`
	About string   `json:"about"`
	Goals []string `json:"goals"`
	Text  string   `json:"text"`
	All   int      `json:"all,omitempty"` // how many there are; of the first only
}

// addLessons makes the file of all lessons, which the page loads after the first
// schedule, and the first lesson, which stands in index.html.
func (s *site) addLessons() error {
	var list []lesson
	for _, l := range scenarios.All() {
		list = append(list, lesson{Name: l.Name, Group: l.Group, Title: l.Title, About: l.About, Goals: l.Goals, Text: string(l.Source)})
	}
	list[0].All = len(list)
	all, err := json.Marshal(list) // < is escaped: safe within script
	if err != nil {
		return err
	}
	s.made("lessons.json", all)
	s.first, err = json.Marshal(list[0])
	return err
}
