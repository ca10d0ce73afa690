package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// first is the name of the first lesson that a newcomer sees, and firstGroup is its
// group (scenarios/lessons.go).
const first, firstGroup = "easy-hole", "Queues"

// firstLesson returns the first lesson in the format of index.html, but without the
// values that Go code computes. It is used until that code has run for the first
// time.
func firstLesson(root string) ([]byte, error) {
	source, err := os.ReadFile(filepath.Join(root, "scenarios", first+".json"))
	if err != nil {
		return nil, err
	}
	var told struct {
		Title, About string
		Goals        []struct{ Text string }
	}
	if err := json.Unmarshal(source, &told); err != nil {
		return nil, err
	}
	all, err := filepath.Glob(filepath.Join(root, "scenarios", "*.json"))
	if err != nil {
		return nil, err
	}
	lesson := struct {
		Name   string   `json:"name"`
		Group  string   `json:"group"`
		Title  string   `json:"title"`
		About  string   `json:"about"`
		Goals  []string `json:"goals"`
		Text   string   `json:"text"`
		Source string   `json:"source"`
		Ideas  []string `json:"ideas"`
		Policy []string `json:"policy"`
		Part   int      `json:"part"`
		All    int      `json:"all"`
	}{Name: first, Group: firstGroup, Title: told.Title, About: told.About, Text: string(source), All: len(all)}
	for _, g := range told.Goals {
		lesson.Goals = append(lesson.Goals, g.Text)
	}
	return json.Marshal(lesson) // Marshal escapes <, so the result is safe within a script element
}
