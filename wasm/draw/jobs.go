package draw

import (
	"strconv"

	"hopyard/core/workload"
)

// Jobs is how jobs are named and coloured, the same in every panel.
type Jobs struct {
	Numbers []int64  // what people call the jobs, by JobID; nil: JobID+1
	Colours []Colour // by JobID, from JobColour; nil: JobColour of the id
}

// Colour is the job's fill.
func (j *Jobs) Colour(id workload.JobID) Colour {
	if j != nil && int(id) < len(j.Colours) {
		return j.Colours[id]
	}
	return JobColour(id)
}

// Number is what people call the job, as text.
func (j *Jobs) Number(id workload.JobID) string {
	if j != nil && int(id) < len(j.Numbers) {
		return strconv.FormatInt(j.Numbers[id], 10)
	}
	return strconv.FormatInt(int64(id)+1, 10)
}

// Words are the few words that pictures hold, in the reader's language.
type Words struct {
	Job      string // before a job's number: "job"
	Promised string // after the job in a reservation: ", promised"
	Shadow   string // before the time at the dashed line: "shadow time"
	Day      string // the unit of days on the axis: "d"
}

// English are the words of the default language.
var English = Words{Job: "job", Promised: ", promised", Shadow: "shadow time", Day: "d"}

// jobPatterns is how many jobs in a row differ by their pattern: the first has
// none. With the colours, 42 jobs in a row differ.
const jobPatterns = 6

// JobPattern is the pattern of a job, for those who do not tell colours apart
// and for projectors; false for the plain one.
func JobPattern(id workload.JobID) (Hatching, bool) {
	kinds := [jobPatterns]Hatching{0, Rising, Level, Falling, Upright, Crossed}
	k := uint32(id) % jobPatterns
	return kinds[k], k > 0
}

// patternFrom is the least side of what gets a pattern: on less it is noise.
const patternFrom = 5

// patternsUpTo is how many bars get patterns at most.
const patternsUpTo = 2000

// drawPatterns draws the jobs' patterns over their bars: light on what was, and
// the other way round on what a limit still allows.
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
// enough; nodes that jobs share have none.
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

// halo keeps the text on a job's nodes legible on its pattern.
func (m *MachineScene) halo(id workload.JobID) Colour {
	if _, some := JobPattern(id); some && m.Patterns {
		return m.Jobs.Colour(id)
	}
	return None
}
