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
	Second   string // units of the axis: "s"
	Day      string // "d"
}

// English are the words of the default language.
var English = Words{Job: "job", Promised: ", promised", Shadow: "shadow time", Second: "s", Day: "d"}
