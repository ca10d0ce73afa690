package draw

import (
	"strconv"

	"hopyard/core/workload"
)

// Jobs holds the numbers and colours of jobs, which are the same in every panel.
type Jobs struct {
	Numbers []int64  // job numbers shown to the reader, by JobID; nil: JobID+1
	Colours []Colour // by JobID: colour made by JobColour; nil: JobColour(JobID)
}

// Colour returns the colour that fills the job's bars and nodes.
func (j *Jobs) Colour(id workload.JobID) Colour {
	if j != nil && int(id) < len(j.Colours) {
		return j.Colours[id]
	}
	return JobColour(id)
}

// Number returns the job number shown to the reader, as text.
func (j *Jobs) Number(id workload.JobID) string {
	if j != nil && int(id) < len(j.Numbers) {
		return strconv.FormatInt(j.Numbers[id], 10)
	}
	return strconv.FormatInt(int64(id)+1, 10)
}

// Words holds the words that appear in pictures, in the reader's language.
type Words struct {
	Job      string // written before a job's number: "job"
	Promised string // written after the job of a reservation: ", promised"
	Shadow   string // written before the time at the dashed line: "shadow time"
	Day      string // unit for days on the time axis: "d"
}

// English holds the words in English.
var English = Words{Job: "job", Promised: ", promised", Shadow: "shadow time", Day: "d"}

// jobPatterns is the number of jobs with consecutive numbers that have different
// patterns; the first of them has no pattern. Patterns and colours together
// distinguish 42 consecutive jobs.
const jobPatterns = 6

// JobPattern returns the pattern of a job. Patterns help readers who cannot
// distinguish the colours, and are useful on projectors. It returns false if the
// job has no pattern.
func JobPattern(id workload.JobID) (Hatching, bool) {
	kinds := [jobPatterns]Hatching{0, Rising, Level, Falling, Upright, Crossed}
	k := uint32(id) % jobPatterns
	return kinds[k], k > 0
}

// patternFrom is the smallest width and height, in pixels, of a rectangle with a
// pattern. In a smaller rectangle, a pattern is illegible.
const patternFrom = 5

// patternsUpTo is the maximum number of bars on a timeline that shows patterns.
const patternsUpTo = 2000

// drawPatterns draws the patterns of jobs over their bars. On the part of a bar up
// to now, the pattern has the light colour. On the rest of the walltime, which is
// filled with the light colour, it has the job's own colour.
func (t *Timeline) drawPatterns(b *Buffer) {
	if !t.Patterns || len(t.frame.solid) > patternsUpTo {
		return
	}
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		kind, some := JobPattern(s.Job)
		if !some || s.Kind != Runs || s.h < patternFrom {
			continue
		}
		c := t.Jobs.Colour(s.Job)
		w, h := trim(s.w, s.h)
		if s.tail > 0 {
			w = s.w
			if tail, _ := trim(s.tail, s.h); tail >= patternFrom {
				rest := c
				if s.Job == t.Highlight.Current && s.Start >= t.Now {
					rest = c.Light()
				}
				b.Hatch(rest, kind, s.x+s.w, s.y, tail, h)
			}
		}
		if w >= patternFrom {
			b.Hatch(c.Light(), kind, s.x, s.y, w, h)
		}
	}
}

// drawPatterns draws the patterns of jobs over their nodes, if the nodes are large
// enough. Nodes that jobs share get no pattern.
func (l *Layout) drawPatterns(b *Buffer, m *MachineScene) {
	if !m.Patterns {
		return
	}
	for i := range m.Holds {
		h := &m.Holds[i]
		kind, some := JobPattern(h.Job)
		if !some || h.Part != 255 {
			continue
		}
		c := m.Jobs.Colour(h.Job).Light()
		l.eachTile(h.First, h.Last, func(x, y, w, h float64) {
			if w >= patternFrom && h >= patternFrom && x < l.size.W && x+w > 0 && y < l.size.H && y+h > 0 {
				b.Hatch(c, kind, x, y, w, h)
			}
		})
	}
}

// halo returns the colour around text on a job's nodes, which keeps the text
// legible on the job's pattern. It returns None if the job has no pattern.
func (m *MachineScene) halo(id workload.JobID) Colour {
	if _, some := JobPattern(id); some && m.Patterns {
		return m.Jobs.Colour(id)
	}
	return None
}
