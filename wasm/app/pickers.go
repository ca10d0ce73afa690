package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Lesson is a scenario that comes with the page.
type Lesson struct {
	Name  string // of its file
	Group string // of lessons that belong together
	Title string
	About string
	Goals []string
	Text  string
}

// The values of the lesson picker that are not lessons.
const (
	PickGallery = "gallery"
	PickFile    = "file"
	PickOwn     = "own"
)

// LessonOptions are the options of the lesson picker. current is the place of
// the lesson on screen, -1 for a scenario of the reader's own.
func (m *Model) LessonOptions(lessons []Lesson, current int) string {
	var out strings.Builder
	if current < 0 {
		title := m.Words.Say(words.OwnScenario)
		if m.Run != nil && m.Run.Title != "" {
			title = m.Run.Title
		}
		option(&out, PickOwn, title, true, "")
	}
	for i := range lessons {
		if l := &lessons[i]; i == 0 || l.Group != lessons[i-1].Group {
			if i > 0 {
				out.WriteString(`</optgroup>`)
			}
			out.WriteString(`<optgroup label="` + words.Escape(l.Group) + `">`)
		}
		option(&out, strconv.Itoa(i), lessons[i].Title, i == current, "")
	}
	if len(lessons) > 0 {
		out.WriteString(`</optgroup>`)
	}
	out.WriteString(`<hr>`)
	option(&out, PickGallery, m.Words.Say(words.AllLessons), false, "")
	option(&out, PickFile, m.Words.Say(words.OpenFile), false, "")
	return out.String()
}

// LessonNote is the small text above the lesson picker.
func (m *Model) LessonNote(all, current int) string {
	if current < 0 {
		return m.Words.Say(words.OwnScenario)
	}
	return m.Words.Say(words.LessonOf, m.Words.N("n", int64(current)+1), m.Words.N("all", int64(all)))
}

func option(out *strings.Builder, value, text string, selected bool, unfit string) {
	mark := ""
	if selected {
		mark += " selected"
	}
	if unfit != "" {
		mark += ` disabled title="` + words.Escape(unfit) + `"`
	}
	fmt.Fprintf(out, `<option value="%s"%s>%s</option>`, words.Escape(value), mark, words.Escape(text))
}

// QueueOptions are the options of the queue picker.
func (m *Model) QueueOptions() string { return policyOptions(m.Run.Choices.Queues, m.Run.Policy.Queue) }

// AllocatorOptions are the options of the placement picker.
func (m *Model) AllocatorOptions() string {
	return policyOptions(m.Run.Choices.Allocators, m.Run.Policy.Allocator)
}

func policyOptions(choices []message.Choice, current string) string {
	var out strings.Builder
	for _, c := range choices {
		unfit := c.Unfit
		if c.Name == current {
			unfit = ""
		}
		option(&out, c.Name, c.Title, c.Name == current, unfit)
	}
	return out.String()
}

// MachineOptions are the options of the machine picker: the machine on screen,
// the scenario's own if that is another, and the presets, by place.
func (m *Model) MachineOptions() string {
	var out strings.Builder
	shape, changed := m.Run.Machine.Shape, m.Source.Machine.Kind != ""
	option(&out, "", m.ShapeText(&shape), true, "")
	if changed {
		option(&out, "own", m.Words.Say(words.OwnMachine), false, "")
	}
	for i := range m.Run.Choices.Machines {
		p := &m.Run.Choices.Machines[i]
		if !sameShape(&p.Shape, &shape) {
			option(&out, strconv.Itoa(i), m.ShapeText(&p.Shape), false, p.Unfit)
		}
	}
	return out.String()
}

func sameShape(a, b *message.Shape) bool {
	return a.Kind == b.Kind && a.Nodes == b.Nodes && a.Groups == b.Groups && a.Routers == b.Routers &&
		slices.Equal(a.Downs(), b.Downs()) && slices.Equal(a.Dims, b.Dims)
}

// ShapeText is what people call a machine: "Fat tree 4 × 4 × 4, 64 nodes".
func (m *Model) ShapeText(s *message.Shape) string {
	c, n := m.Words, m.Words.N("n", s.Size())
	times := func(n []int) words.Pair {
		return words.S("shape", strings.Trim(strings.ReplaceAll(fmt.Sprint(n), " ", " × "), "[]"))
	}
	switch s.Kind {
	case "fat-tree":
		return c.Say(words.TreeOf, times(s.Downs()), n)
	case "star":
		return c.Say(words.StarOf, n)
	case "torus":
		return c.Say(words.TorusOf, times(s.Dims), n)
	case "mesh":
		return c.Say(words.MeshOf, times(s.Dims), n)
	case "hypercube":
		return c.Say(words.CubeOf, n)
	case "dragonfly":
		return c.Say(words.FlyOf, times([]int{s.Groups, s.Routers, s.Nodes}), n)
	case "graph":
		return c.Say(words.GraphOf, n)
	case "slurm":
		return c.Say(words.SlurmOf, n)
	case "flat":
		return c.Say(words.FlatOf, n)
	}
	return s.Kind
}

// Choose is what a picker asks for: the overrides with one of them changed.
// Choosing what the scenario says itself takes the override away.
func (m *Model) Choose(picker, value string) message.Overrides {
	o := m.Asked.Overrides
	switch picker {
	case "queue":
		o.Queue = unless(value, m.Run.Own.Queue)
	case "allocator":
		o.Allocator = unless(value, m.Run.Own.Allocator)
	case "machine":
		i, err := strconv.Atoi(value)
		switch {
		case value == "own":
			o.Machine = message.Shape{}
		case err == nil && i >= 0 && i < len(m.Run.Choices.Machines):
			o.Machine = m.Run.Choices.Machines[i].Shape
		}
	}
	return o
}

func unless(value, own string) string {
	if value == own {
		return ""
	}
	return value
}
