package draw

import (
	"strconv"

	"hopyard/core/workload"
)

// Jobs holds the names and colours of jobs, the same in every panel.
type Jobs struct {
	Numbers []int64  // job numbers shown to the reader, by JobID; nil: JobID+1
	Colours []Colour // by JobID, from JobColour; nil: JobColour of the id
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

// Words holds the few words that appear in pictures, in the reader's language.
type Words struct {
	Job      string // before a job's number: "job"
	Promised string // after the job in a reservation: ", promised"
	Shadow   string // before the time at the dashed line: "shadow time"
	Day      string // unit of days on the axis: "d"
}

// English is the set of words of the default language.
var English = Words{Job: "job", Promised: ", promised", Shadow: "shadow time", Day: "d"}

// jobPatterns is the number of consecutive jobs that differ by their pattern; the
// first of them has none. Together with the colours, 42 consecutive jobs differ.
const jobPatterns = 6

// JobPattern returns the pattern of a job, for readers who cannot distinguish the
// colours and for projectors. It returns false for a job without a pattern.
func JobPattern(id workload.JobID) (Hatching, bool) {
	kinds := [jobPatterns]Hatching{0, Rising, Level, Falling, Upright, Crossed}
	k := uint32(id) % jobPatterns
	return kinds[k], k > 0
}

// patternFrom is the smallest side of a rectangle that gets a pattern; in a smaller
// one a pattern is only noise.
const patternFrom = 5

// patternsUpTo is the maximum number of bars that get patterns.
const patternsUpTo = 2000

// drawPatterns draws the jobs' patterns over their bars: in the light colour over
// the bar itself, and in the job's colour over the lighter part that its walltime
// still allows.
func (t *Timeline) drawPatterns(b *Buffer) {
	if !t.Patterns || len(t.frame.solid) > patternsUpTo {
		return
	}
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		kind, some := JobPattern(s.Job)
		if !some || s.Kind == SetAside || s.h < patternFrom {
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

// drawPatterns draws the jobs' patterns over their nodes, where these are large
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

// halo returns the colour of the halo that keeps text on a job's nodes legible over
// its pattern, or None if the job has no pattern.
func (m *MachineScene) halo(id workload.JobID) Colour {
	if _, some := JobPattern(id); some && m.Patterns {
		return m.Jobs.Colour(id)
	}
	return None
}
