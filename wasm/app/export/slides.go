package export

import (
	"fmt"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// MaxSlides is the largest number of pictures in a file of slides. Hardly any
// lecture shows more, and a larger file could not be sent.
const MaxSlides = 100

// maxSlideBytes is the size of a file of slides, in bytes. Once the file is larger,
// no more slides are added.
const maxSlideBytes = 24 << 20

// Slides is a file of slides that is being made. It has a picture for each
// decision. The states for the pictures are requested from the worker one after the
// other.
type Slides struct {
	Steps   []int32 // steps that get a slide
	All     int     // number of slides that there would be without a limit
	done    int
	palette []string
	serial  int32
	out     html.Builder
}

// NewSlides begins a file of slides for the run on screen: one slide for the start,
// one for each decision, and one for the end.
func (m ExportPanel) NewSlides(palette []string) *Slides {
	s := &Slides{palette: palette, serial: m.Run.Serial, Steps: []int32{0}, All: 1}
	for i := range m.Run.Len() {
		if !m.Run.Decides(i) && i+1 < m.Run.Len() {
			continue
		}
		if s.All++; len(s.Steps) < MaxSlides {
			s.Steps = append(s.Steps, int32(i+1))
		}
	}
	return s
}

// Ask returns the request for the state of the next slide. It returns nil if all
// slides are made.
func (s *Slides) Ask() *message.Seek {
	if s.done == len(s.Steps) {
		return nil
	}
	return &message.Seek{Serial: s.serial, Step: s.Steps[s.done], Job: workload.NoJob, Aside: true}
}

// Add makes the slide for a state. It returns false if the state does not belong to
// the next slide.
func (s *Slides) Add(m ExportPanel, state *message.State) bool {
	if s.done == len(s.Steps) || state.Serial != s.serial || state.Step != s.Steps[s.done] || m.Run.Serial != s.serial {
		return false
	}
	now := *m.Model
	side := New(&now)
	side.State, side.Step = state, int(state.Step)
	side.Clear()
	side.Weighed, side.Playing = state.Weighed, false
	side.Window, side.View = side.Whole(), draw.View{}
	s.done++
	body, h := side.picture(OfBoth, s.palette, fmt.Sprintf("s%d", s.done))
	picture := html.El("svg", html.Attr{"xmlns", "http://www.w3.org/2000/svg"}, html.Attr{"viewBox", fmt.Sprintf("0 0 %g %g", pictureWidth, h)}, html.Attr{"role", "img"}, html.Attr{"font-family", "system-ui,sans-serif"}, body)
	s.out.El("section", html.Class("slide"), html.ID(fmt.Sprintf("slide%d", s.done)), html.Label(side.StepNote()), picture, html.P(html.Class("count"), html.Text(fmt.Sprintf("%d / %d", s.done, len(s.Steps)))))
	s.out.Add(html.HTML("\n"))
	if s.out.Len() > maxSlideBytes {
		s.Steps = s.Steps[:s.done]
	}
	return true
}

// Done returns the number of slides made so far.
func (s *Slides) Done() int { return s.done }

// File returns the complete file: a self-contained HTML page that shows one slide
// at a time, and prints each slide on its own page. The arrow keys change the
// slide.
func (s *Slides) File(m ExportPanel) html.HTML {
	var note html.HTML
	if len(s.Steps) < s.All {
		note = html.P(html.Class("note"), html.Text(m.SlidesNote(s.All)))
	}
	colour := func(c draw.Colour) string {
		return strings.NewReplacer("<", "", "&", "", "}", "", ";", "").Replace(s.palette[c])
	}
	style := strings.NewReplacer("PANEL", colour(draw.Panel), "INK", colour(draw.Ink), "SOFT", colour(draw.Soft)).Replace(slideStyle)
	return html.Document(m.Words.Code, clean(m.Title()), "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'", style, note+"\n"+s.out.HTML()+html.El("script", slideScript))
}

// SlidesNote returns a note that says how many slides the file has, and how many of
// all slides were left out.
func (m ExportPanel) SlidesNote(all int) string {
	if all > MaxSlides {
		return m.Words.Say(i18n.SlidesSome, m.Words.N("n", MaxSlides), m.Words.N("all", int64(all)))
	}
	return m.Words.Say(i18n.SlidesAll, m.Words.N("n", int64(all)))
}

const slideStyle = `
html{background:PANEL;color:INK;font:14px system-ui,sans-serif}body{margin:0}
.slide{position:relative;max-width:1400px;margin:0 auto;padding:8px;box-sizing:border-box}
.slide svg{display:block;width:100%;max-height:calc(100vh - 56px)}
.count,.note{color:SOFT;margin:0;padding:0 16px 4px;text-align:right}
.shown .slide{display:none}.shown .slide.on{display:block}
@media print{@page{size:landscape;margin:8mm}.shown .slide{display:block}.slide{break-after:page;break-inside:avoid}.note{display:none}}
`

// slideScript is the script in the file of slides. It contains neither < nor &, so
// that the file is also valid XML.
const slideScript html.HTML = `
let list=[...document.querySelectorAll('.slide')],at=0;
function show(n){at=Math.max(0,Math.min(list.length-1,n));list.forEach((e,i)=>e.classList.toggle('on',i===at));history.replaceState(null,'','#slide'+(at+1))}
document.body.classList.add('shown');show((parseInt(location.hash.slice(6))||1)-1);
addEventListener('keydown',e=>{let by={ArrowRight:1,' ':1,PageDown:1,ArrowDown:1,ArrowLeft:-1,PageUp:-1,ArrowUp:-1,Home:-1e9,End:1e9}[e.key];if(by){e.preventDefault();show(at+by)}});
addEventListener('click',e=>show(at+(innerWidth/3>e.clientX?-1:1)));
`
