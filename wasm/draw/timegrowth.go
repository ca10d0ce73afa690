package draw

import (
	"sort"
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Stages is the number of stages in the growth of a malleable job (s1 to s7 in
// source S2).
const Stages = 7

// GrowthStages is a growth in the past, with the times when its stages were
// completed.
type GrowthStages struct {
	Job   workload.JobID
	Begin int32                // step in which nodes were set aside, which is also Begin of the growth's bars
	Ends  [Stages]simtime.Time // end of each stage; simtime.Never for a stage that was not completed
}

// Growing is a growth that is in progress.
type Growing struct {
	Job   workload.JobID
	Nodes cluster.Placement
	Stage int32                // number of the stage in progress; the first is 1
	Ends  [Stages]simtime.Time // when the current stage and the later ones will be completed
}

// drawFrozen draws the nodes that are set aside for jobs, with a tick at the end of
// each completed stage.
func (t *Timeline) drawFrozen(b *Buffer, p *plot) {
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		if s.Kind != SetAside || s.small() {
			continue
		}
		w, h := trim(s.w, s.h)
		frozenTile(b, t.Jobs.Colour(s.Job), s.x, s.y, w, h)
		if s.h < 5 || s.w < 8 {
			continue
		}
		if g := t.growth(s.Job, s.Begin); g != nil {
			t.drawStages(b, p, s.Job, g.Ends[:], s.x, t.Now, s.y, h)
		}
	}
}

// drawSuspended draws a dashed line in the job's colour from each suspension to its end,
// over the bars of the jobs that use the nodes meanwhile.
func (t *Timeline) drawSuspended(b *Buffer) {
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		if s.Kind != Suspended || s.w < 2 {
			continue
		}
		thick := greater(1, lesser(3, s.h/4))
		y := s.y + s.h/2
		b.Fill(Panel, s.x, y-thick, s.w, 2*thick)
		b.Segment(t.Jobs.Colour(s.Job), thick, greater(3, 2*thick), s.x, y, s.x+s.w, y)
	}
}

// small reports whether a bar is too small to show a pattern.
func (s *shownBar) small() bool { return s.h < 4 || s.w < 4 }

// growth returns the growth of a job whose bars began in the given step. It returns
// nil if there is none. Cost: O(log growths).
func (t *Timeline) growth(id workload.JobID, begin int32) *GrowthStages {
	i := sort.Search(len(t.Growths), func(i int) bool { return t.Growths[i].Begin >= begin })
	for ; i < len(t.Growths) && t.Growths[i].Begin == begin; i++ {
		if t.Growths[i].Job == id {
			return &t.Growths[i]
		}
	}
	return nil
}

// drawStages draws a tick at the end of each stage that ends by the instant given
// by the parameter last. It writes the name of the stage before the tick if there
// is room. The parameter before is the x coordinate at which the first stage
// begins.
func (t *Timeline) drawStages(b *Buffer, p *plot, id workload.JobID, ends []simtime.Time, before float64, last simtime.Time, y, h float64) {
	for i, at := range ends {
		if at == simtime.Never || at > last {
			continue
		}
		x := p.timeX(at)
		if x >= p.x && x <= p.x+p.w {
			b.Segment(t.Jobs.Colour(id), 1.2, 0, x, y, x, y+h)
		}
		if name := "s" + strconv.Itoa(1+i); x-before > TextWidth(name, 9, false)+5 && h >= 11 && x < p.x+p.w {
			b.Text(Ink, (x+before)/2, y+h/2, name, Style{Size: 9, Align: Centre, Middle: true, Halo: Panel})
		}
		before = x
	}
}

// drawGrowing draws growths in progress. It draws a dashed frame around the nodes
// set aside, from now until the growth will be complete. A tick in the frame marks
// the end of each future stage.
func (t *Timeline) drawGrowing(b *Buffer, p *plot) {
	for i := range t.Growing {
		g := &t.Growing[i]
		c := t.Jobs.Colour(g.Job)
		for _, r := range g.Nodes {
			x, y, w, h := p.clamp(p.timeX(t.Now), p.timeX(g.Ends[Stages-1]), p.nodeY(r.First), p.nodeY(r.Last+1))
			if w <= 0 || h <= 0 {
				continue
			}
			_, h = trim(w, h)
			b.RoundOut(c, 1, 3, 2, x+0.5, y+0.5, w-1, h-1)
			if h < 5 {
				continue
			}
			for k := int(g.Stage); k < Stages; k++ {
				if tick := p.timeX(g.Ends[k-1]); tick > x && tick < p.x+p.w {
					b.Segment(c, 1, 2, tick, y, tick, y+h)
				}
			}
		}
	}
}

// JobPart is one of a job's tasks in the sense of source S1, with its time and
// nodes. The tasks of a job run one after another on all nodes, or at the same time
// on different nodes.
type JobPart struct {
	First, Last topology.NodeID
	From, To    simtime.Time
	Number      int32        // number of the task; the first is 1
	Shared      bool         // whether other tasks run at the same time on other nodes
	Until       simtime.Time // if Shared is set: time when another task takes over the nodes; 0: none does
}

// drawParts draws the tasks of jobs in the jobs' bars, up to now. Lines separate
// the tasks. Nodes that are idle while tasks still run on other nodes are shown in
// the light colour.
func (t *Timeline) drawParts(b *Buffer, p *plot) {
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		if int(s.Job) >= len(t.Parts) || s.h < 7 || s.w < 10 || s.Kind != Runs {
			continue
		}
		w, h := trim(s.w, s.h)
		if s.tail > 0 {
			w = s.w
		}
		for k := range t.Parts[s.Job] {
			q := &t.Parts[s.Job][k]
			if q.Last < s.First || q.First > s.Last || q.To <= s.Start || q.From >= t.until(s.Bar) {
				continue
			}
			t.drawPart(b, p, s, q, w, h)
		}
	}
}

func (t *Timeline) drawPart(b *Buffer, p *plot, s *shownBar, q *JobPart, w, h float64) {
	x0, x1 := max(p.timeX(q.From), s.x), min(p.timeX(q.To), s.x+w)
	y0, y1 := s.y, s.y+h
	if q.Shared {
		y0, y1 = max(p.nodeY(q.First), y0), min(p.nodeY(q.Last+1), y1)
		end := s.x + w
		if q.Until > 0 {
			end = min(p.timeX(q.Until), end)
		}
		b.Fill(t.Jobs.Colour(s.Job).Light(), x1, y0, end-x1, y1-y0)
		if end < s.x+w-0.5 {
			b.Segment(Panel, 1.5, 0, end, y0, end, y1)
		}
		if q.Last < s.Last && y1 < s.y+h {
			b.Segment(Panel, 1, 0, x0, y1, end, y1)
		}
	} else if x1 < s.x+w-0.5 {
		b.Segment(Panel, 1.5, 0, x1, y0, x1, y1)
	}
	name := strconv.Itoa(int(q.Number))
	room := 30.0 // leaves room for the job's name in the middle
	if q.Shared && p.row*float64(s.Last-s.First+1) > p.row*float64(q.Last-q.First+1) {
		room = 11
	}
	if y1-y0 >= room && x1-x0 >= TextWidth(name, 9, false)+6 {
		b.Text(t.Jobs.Colour(s.Job).On(), x0+4, y0+6.5, name, Style{Size: 9, Middle: true})
	}
}
