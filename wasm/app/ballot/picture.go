package ballot

import (
	"strconv"

	"hopyard/core/quiz"
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/draw"
)

// MaxPicture is the maximum size of a picture for phones in bytes. Larger pictures
// are left out. The pictures in two colour themes and the texts must together fit
// into the state of a voting room (64 KiB).
const MaxPicture = 24 << 10

// Sizes of the pictures on a phone, in pixels.
const (
	width          = 380
	machineHeight  = 150
	timelineHeight = 190
)

// maxTouch is the maximum number of rectangles in a picture that react to touch.
const maxTouch = 60

// Picture is a picture for phones. SVG is "" if the picture would be larger than
// MaxPicture.
type Picture struct {
	SVG   string
	Touch []Touch
}

// Touch is a rectangle in a picture. A voter who touches it chooses an answer. The
// coordinates are fractions of the picture's width and height.
type Touch struct {
	Answer     string
	X, Y, W, H float64
}

// Pictures returns the pictures of the machine and the timeline during the question
// on screen, in the colours of the given palette (draw.Tokens). If the question
// asks for nodes, a voter can choose an option by touching its nodes on the
// machine.
func Pictures(p *practice.PracticePanel, palette []string) [2]Picture {
	of, layout := drawn(p.Model, palette, width)
	q := p.Question()
	if q == nil || q.Form != quiz.Nodes || of[0] == "" {
		return [2]Picture{{SVG: of[0]}, {SVG: of[1]}}
	}
	var touch []Touch
	for i := range q.Options {
		for _, r := range q.Options[i].Nodes {
			for _, b := range layout.Boxes(r.First, r.Last) {
				touch = append(touch, Touch{strconv.Itoa(i), b.X / width, b.Y / machineHeight, b.W / width, b.H / machineHeight})
			}
		}
	}
	if len(touch) > maxTouch {
		touch = nil
	}
	return [2]Picture{{of[0], touch}, {SVG: of[1]}}
}

// Drawn returns pictures of the machine and the timeline of a model for the
// speaker's window, as SVG. A picture larger than MaxPicture is replaced by "".
func Drawn(m *model.Model, palette []string) [2]string {
	of, _ := drawn(m, palette, 1.3*width)
	return of
}

// drawn returns the pictures of the machine and the timeline of a model as SVG, and
// the layout of the machine. The pictures have the given width, and their heights
// are proportional to it.
func drawn(m *model.Model, palette []string, w float64) (of [2]string, _ *draw.Layout) {
	var b draw.Buffer
	size := draw.Size{W: w, H: w * machineHeight / width, Scale: 1}
	scene := draw.MachineScene{}
	panel := machinepanel.New(m)
	panel.FillMachine(&scene)
	layout := draw.NewLayout(m.Run.Machine.Drawn, size, m.View)
	b.Reset(size)
	layout.Draw(&b, &scene)
	of[0] = string(draw.SVG(&b, palette))
	lines := draw.Timeline{Size: draw.Size{W: w, H: w * timelineHeight / width, Scale: 1}}
	times := timeline.New(m)
	times.FillTimeline(&lines)
	b.Reset(lines.Size)
	lines.Draw(&b)
	of[1] = string(draw.SVG(&b, palette))
	for i := range of {
		if len(of[i]) > MaxPicture {
			of[i] = ""
		}
	}
	return of, layout
}
