package export

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// An animated picture is an SVG file in which a run plays by itself, for use in
// slides and chats. The timeline is revealed from left to right, and nodes take the
// colours of the jobs that hold them. The file contains no script and loads
// nothing. All motion is done with CSS and respects the setting for reduced motion:
// with this setting, the whole timeline is shown at once.

// Limits of an animated picture.
const (
	leastSeconds, mostSeconds = 10.0, 20.0
	secondsAStep              = 0.3
	playing                   = 0.9     // fraction of the animation in which the run plays; in the rest, the end of the run is shown
	movingNodes               = 512     // greatest number of nodes of a machine that is drawn; a larger machine is left out
	movingTiles               = 6000    // greatest number of coloured nodes, summed over all jobs; above this limit the machine is left out
	movingTails               = 400     // greatest number of bars for which the remaining walltimes are drawn
	maxMoving                 = 3 << 20 // size in bytes of a file that chat programs accept
)

// moving is an animated picture under construction.
type moving struct {
	PictureLayout
	m       ExportPanel
	seconds float64
	until   simtime.Time    // end of the run
	bars    []draw.Bar      // sorted by start time
	spans   map[span]int    // number of the CSS class for each span of time during which an element is visible
	rules   strings.Builder // CSS rules collected so far
}

// span is the span of simulated time in which an element is visible.
type span struct{ from, to simtime.Time }

// Moving returns the run as an animated picture in the colours of a palette. If the
// file would be too large to be sent, it returns the reason instead.
func (m ExportPanel) Moving(palette []string) (svg html.HTML, problem string) {
	p := moving{PictureLayout: PictureLayout{Palette: palette, X: PictureMargin, W: pictureWidth - 2*PictureMargin, Y: PictureMargin}, m: m, spans: map[span]int{}}
	p.until = max(m.Run.Last, 1)
	p.seconds = float64(m.MovingSeconds())
	m.Run.Bars.Back(math.MaxInt32-1, func(b *draw.Bar) bool {
		p.bars = append(p.bars, *b)
		return len(p.bars) <= maxBars
	})
	if len(p.bars) > maxBars || m.Run.Archive != nil {
		return "", m.Words.Say(i18n.ExportTooLarge, m.Words.N("n", maxBars))
	}
	slices.Reverse(p.bars)
	title := m.FileTitle()
	p.Text(draw.Ink, 17, true, title)
	shape := m.Run.Machine.Shape
	p.Text(draw.Soft, 12, false, i18n.Upper(strings.Join([]string{m.PolicyTitle(m.Run.Choices.Queues, m.Run.Policy.Queue), m.PolicyTitle(m.Run.Choices.Allocators, m.Run.Policy.Allocator), m.ShapeText(&shape)}, " · ")))
	p.Y += 6
	p.machine()
	p.timeline()
	body, h := p.Finish(title, pictureWidth)
	svg = SvgFile(html.Style(p.css())+body, m.Words.Code, pictureWidth, h)
	if len(svg) > maxMoving {
		return "", m.Words.Say(i18n.ExportTooLarge, m.Words.N("n", maxBars))
	}
	return svg, ""
}

// maxBars is the largest number of bars in an animated picture. Each bar takes 150
// bytes of the file. In a picture that is a thousand pixels wide, more bars could
// not be distinguished.
const maxBars = 5000

// at returns the time in the animation, in percent of its length, at which an
// instant of the run is shown.
func (p *moving) at(t simtime.Time) float64 {
	return 100 * playing * float64(min(max(t, 0), p.until)) / float64(p.until)
}

// while returns the CSS classes for an element that is visible between two instants
// of the run.
func (p *moving) while(from, to simtime.Time) string {
	x := span{from, min(to, p.until)}
	n, known := p.spans[x]
	if !known {
		n = len(p.spans)
		p.spans[x] = n
		begin, end := p.at(x.from), p.at(x.to)
		if x.to >= p.until { // the element stays visible until the animation starts again
			end = 99.9
		}
		fmt.Fprintf(&p.rules, "@keyframes k%d{0%%{visibility:hidden}%.3f%%{visibility:visible}%.3f%%{visibility:hidden}}.k%[1]d{animation-name:k%[1]d}", n, begin, max(end, begin+0.001))
	}
	return fmt.Sprintf("o k%d", n)
}

// css returns the style sheet of the picture.
func (p *moving) css() string {
	return fmt.Sprintf(".o{visibility:hidden;animation-duration:%[1]gs;animation-timing-function:step-end;animation-iteration-count:infinite}"+
		".fill{animation:fill %[1]gs linear infinite}.now{animation:now %[1]gs linear infinite}"+
		"@keyframes fill{0%%{transform:scaleX(0)}%[2]g%%,100%%{transform:scaleX(1)}}"+
		"@media (prefers-reduced-motion:reduce){.o,.fill,.now{animation:none}}", p.seconds, 100*playing) + p.rules.String()
}

// machine draws the empty machine and, over it, the nodes of each job. These are
// visible while the job holds them. If the machine has too many nodes, machine
// draws nothing.
func (p *moving) machine() {
	m := p.m
	if m.Run.Machine.Drawn.Nodes > movingNodes {
		return
	}
	size := draw.Size{W: p.W, H: MachineHeight, Scale: 1}
	layout := draw.NewLayout(m.Run.Machine.Drawn, size, draw.View{})
	scene := draw.MachineScene{Jobs: &m.Run.Names, Words: m.Words.Drawn(), Names: m.Run.Machine.Names, Switches: m.Run.Machine.Switches, Highlight: draw.NoHighlight()}
	var b draw.Buffer
	b.Reset(size)
	layout.Draw(&b, &scene)
	var jobs html.Builder
	tiles := 0
	for i := range p.bars {
		bar := &p.bars[i]
		if bar.Kind != draw.Runs {
			continue
		}
		colour := m.Run.Names.Colour(bar.Job)
		var boxes html.Builder
		class, number := p.while(bar.Start, bar.End), m.Run.Names.Number(bar.Job)
		for _, t := range layout.Tiles(bar.First, bar.Last) {
			if tiles++; tiles > movingTiles {
				p.spans, p.rules = map[span]int{}, strings.Builder{}
				return
			}
			if bar.High > 0 {
				t.Y, t.H = t.Y+t.H*float64(bar.Low)/255, t.H*float64(bar.High-bar.Low)/255
			}
			boxes.El("rect", html.Tenth("x", t.X), html.Tenth("y", t.Y), html.Tenth("width", t.W), html.Tenth("height", t.H), html.Attr{"rx", "2"})
			if t.H >= 12 && t.W >= draw.TextWidth(number, 10, true)+4 {
				boxes.El("text", html.Tenth("x", t.X+t.W/2), html.Tenth("y", t.Y+t.H/2+3.6), html.Attr{"font-size", "10"}, html.Attr{"font-weight", "600"}, html.Attr{"text-anchor", "middle"},
					html.Attr{"fill", p.Palette[colour.On()]}, html.Text(number))
			}
		}
		jobs.El("g", html.Class(class), html.Attr{"fill", p.Palette[colour]}, boxes.HTML())
	}
	p.Out.Add(draw.SVGPart(&b, p.Palette, "m", p.X, p.Y), p.group(jobs.HTML()))
	p.Y += MachineHeight + 10
}

// timeline draws the empty timeline with its axis and, over it, the bars of the
// whole run. A clip path that widens with time reveals the bars.
func (p *moving) timeline() {
	m := p.m
	lines := draw.Timeline{Size: draw.Size{W: p.W, H: TimelineHeight, Scale: 1}}
	m.Timeline.FillTimeline(&lines)
	lines.Window, lines.Step, lines.Known, lines.Covered = m.Run.Window(), math.MaxInt32-1, p.until, ""
	lines.Promises, lines.Shadow, lines.Growing, lines.Due = nil, simtime.Never, nil, nil
	lines.Submitted, lines.Marked, lines.Highlight = simtime.Never, simtime.Never, draw.NoHighlight()
	lines.Now = -1 // the line at the current time is drawn separately, because it moves
	var whole, empty draw.Buffer
	whole.Reset(lines.Size)
	lines.Draw(&whole)
	bare := lines
	bare.Bars, bare.Outages, bare.Growths, bare.Deadlines = &draw.Bars{}, nil, nil, nil
	empty.Reset(lines.Size)
	bare.Draw(&empty)
	left, right := lines.X(0), lines.X(p.until)
	moved := func(x float64) html.Attr { return html.Attr{"transform", fmt.Sprintf("translate(%.2f 0)", x)} }
	ink := p.Palette[draw.Ink]
	p.Out.Add(draw.SVGPart(&empty, p.Palette, "a", p.X, p.Y), p.group(p.tails(&lines)+
		html.El("clipPath", html.ID("done"), moved(left), html.El("rect", html.Class("fill"), html.Attr{"width", fmt.Sprintf("%.2f", right-left+1)}, html.Float("height", TimelineHeight-axisHeight)))+
		html.El("g", html.Attr{"clip-path", "url(#done)"}, draw.SVGPart(&whole, p.Palette, "t", 0, 0))+
		html.El("g", html.Class("now"), moved(right), html.Path(fmt.Sprintf("M0 3V%g", TimelineHeight-16), html.Attr{"stroke", ink}, html.Float("stroke-width", 1.5)),
			html.El("circle", html.Float("cy", 3.5), html.Float("r", 3.5), html.Attr{"fill", ink}))))
	fmt.Fprintf(&p.rules, "@keyframes now{0%%{transform:translateX(%.2fpx)}%g%%,100%%{transform:translateX(%.2fpx)}}", left, 100*playing, right)
	p.Y += TimelineHeight + 8
}

// tails draws each job's bar up to its walltime in a lighter colour, visible while
// the job runs. The part to the right of the current time is the remaining
// walltime.
func (p *moving) tails(lines *draw.Timeline) html.HTML {
	var out html.Builder
	if len(p.bars) > movingTails {
		return ""
	}
	for i := range p.bars {
		bar := &p.bars[i]
		if bar.Kind != draw.Runs || bar.Limit == simtime.Never {
			continue
		}
		x, y, w, h := lines.Row(bar.First, bar.Start, bar.Limit)
		if last := bar.Last; last > bar.First {
			_, low, _, tall := lines.Row(topology.NodeID(last), bar.Start, bar.Limit)
			h = low + tall - y
		}
		if w <= 0 || h <= 0 {
			continue
		}
		if bar.High > 0 {
			y, h = y+h*float64(bar.Low)/255, h*float64(bar.High-bar.Low)/255
		}
		out.El("rect", html.Class(p.while(bar.Start, bar.End)), html.Tenth("x", x), html.Tenth("y", y), html.Tenth("width", w), html.Tenth("height", max(h-1, 1)), html.Attr{"rx", "2"},
			html.Attr{"fill", p.Palette[p.m.Run.Names.Colour(bar.Job).Light()]})
	}
	return out.HTML()
}

// group returns a part of the picture at the current position.
func (p *moving) group(inside html.HTML) html.HTML {
	return html.El("g", html.Attr{"transform", fmt.Sprintf("translate(%g %g)", p.X, p.Y)}, inside)
}

// axisHeight is the height of the axis below the rows of a timeline. The axis is
// visible from the start of the animation.
const axisHeight = 19.0

// MovingSeconds returns the length of the animation in seconds.
func (m ExportPanel) MovingSeconds() int64 {
	return int64(math.Round(min(max(float64(m.Run.Len())*secondsAStep, leastSeconds), mostSeconds)))
}
