package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/scenarios"
	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Size in pixels of a lesson's picture in the gallery. The picture is cut out of a
// larger drawing, so that it omits the axis of the timeline and the names of its
// rows.
const (
	pictureWidth  = 280
	pictureHeight = 112
)

// makePictures makes pictures.json with a picture of each lesson. The engine runs
// the lesson, and the page's own drawing code draws the most instructive step. The
// page fetches the file when the gallery opens.
func makePictures(string) (contents, error) {
	pictures := map[string]html.HTML{"": draw.MiniatureDefs()}
	for _, l := range scenarios.All() {
		p, err := lessonPicture(l)
		if err != nil {
			return nil, fmt.Errorf("the picture of lesson %s: %w", l.Name, err)
		}
		pictures[l.Name] = p
	}
	var all bytes.Buffer
	out := json.NewEncoder(&all)
	out.SetEscapeHTML(false) // the text is not embedded in HTML
	if err := out.Encode(pictures); err != nil {
		return nil, err
	}
	return contents{"pictures.json": all.Bytes()}, nil
}

// lessonPicture returns the picture of a lesson, which shows its machine or its
// timeline.
func lessonPicture(l scenarios.Lesson) (html.HTML, error) {
	m, err := pictureModel(l)
	if err != nil {
		return "", err
	}
	var b draw.Buffer
	if l.Tags.Machine {
		size := draw.Size{W: pictureWidth, H: pictureHeight + 10, Scale: 1}
		var scene draw.MachineScene
		m.Machine.FillMachine(&scene)
		scene.Words.Job = ""
		b.Reset(size)
		draw.NewLayout(m.Run.Machine.Drawn, size, draw.View{}).Draw(&b, &scene)
		return draw.Miniature(&b, 0, 2, pictureWidth, pictureHeight), nil
	}
	var times draw.Timeline
	if l.Tags.Until > 0 {
		m.Window.To = simtime.Time(l.Tags.Until) * simtime.Time(simtime.Second)
	}
	m.Timeline.FillTimeline(&times)
	times.Words.Job = ""
	times.Size = draw.Size{W: pictureWidth + 42, H: pictureHeight + 18, Scale: 1}
	b.Reset(times.Size)
	times.Draw(&b)
	return draw.Miniature(&b, 44, 2, pictureWidth-2, pictureHeight), nil
}

// pictureModel runs a lesson and returns the page's model at the step that the
// lesson's picture shows.
func pictureModel(l scenarios.Lesson) (*app.App, error) {
	m := app.NewModel(i18n.English)
	var desk simworker.Dispatcher
	load := message.Load{Form: message.JSON, Text: string(l.Source), Name: l.Title, At: simtime.Never, Job: -1, Telling: l.Tags.At == scenarios.Telling}
	s, err := scenario.Parse(l.Source)
	if err != nil {
		return nil, err
	}
	if policies.DisciplineOf(s.Scheduler.Queue).Free { // in these lessons the user starts the jobs by hand: the picture shows the default discipline instead
		load.Queue = policies.Default
	}
	if l.Tags.At >= 0 {
		load.At, load.Ordinal = simtime.Time(l.Tags.At)*simtime.Time(simtime.Second), 1<<30
	}
	if load.At == simtime.Never {
		load.At, load.Ordinal = simtime.Never-1, 1<<30
	}
	desk.Handle(m.Load(load).Pack())
	for desk.Busy() {
		desk.Work(1000)
	}
	for _, wire := range desk.Answers() {
		if err := m.Hear(wire); err != nil {
			return nil, err
		}
	}
	if m.Run == nil || m.State == nil {
		var problems []string
		for _, f := range m.Faults {
			problems = append(problems, f.Problem)
		}
		return nil, fmt.Errorf("it does not run: %s", strings.Join(problems, "; "))
	}
	return m, nil
}
