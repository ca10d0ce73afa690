package main

import (
	"encoding/json"

	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/tools/build/lang"
)

// lectures holds the texts that lecture mode needs in a language, in the format
// that static/lecture reads.
type lectures struct {
	Texts map[string]string        `json:"texts"`
	Notes map[string][]speakerNote `json:"notes"` // speaker's notes of each lesson, by the English title of the lesson
}

// speakerNote is a speaker's note for a time of the simulation: the time in
// milliseconds (-1 before the first step), and the text in Markdown.
type speakerNote [2]any

// makeLectures makes a file for each language with the texts of lecture mode and of
// the speaker's window, and with the speaker's notes of the lessons. The page loads
// the file of its language when a lecture begins.
func makeLectures(root string) (contents, error) {
	files := contents{}
	notes := scenarios.Notes()
	for _, code := range append([]string{"en"}, lang.Codes...) {
		texts, err := lang.Lecture(root, code)
		if err != nil {
			return nil, err
		}
		var lessons map[string]lang.LessonText
		if code != "en" {
			source, err := lang.Read(root, code, nil)
			if err != nil {
				return nil, err
			}
			lessons = source.Lessons
		}
		out := lectures{texts, map[string][]speakerNote{}}
		for _, l := range scenarios.All() {
			for i, n := range notes[l.Name] {
				text := n.Text
				if own := lessons[l.Name].Notes; i < len(own) {
					text = own[i]
				}
				at := int64(n.At)
				if n.At == scenario.BeforeAll {
					at = -1
				}
				out.Notes[l.Title] = append(out.Notes[l.Title], speakerNote{at, text})
			}
		}
		raw, err := json.Marshal(out)
		if err != nil {
			return nil, err
		}
		files["lecture/"+code+".json"] = raw
	}
	return files, nil
}
