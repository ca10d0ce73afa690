package edit

import (
	"errors"
	"strconv"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
)

// placeOf is where the job of a number stands in a text's list of jobs, -1 if it
// does not. Cost: O(bytes).
func placeOf(text string, number int64) int {
	i, _ := scenario.JobAt([]byte(text), number)
	return i
}

// errGone is what a change of a job says that the text does not have.
var errGone = errors.New("the job is not in the text")

// PlaceInText is where a job stands in the list of the text, -1 if it does not.
func (m *EditPanel) PlaceInText(id workload.JobID) int {
	text, _ := m.Editable()
	return placeOf(text, m.Number(id))
}

// EditJob is the change, or the making, of a job.
func (m *EditPanel) EditJob(s *JobSheet) model.Did {
	text := i18n.EditChange
	if s.New {
		text = i18n.EditAdd
	}
	return model.Did{Text: text, Pairs: []i18n.Pair{i18n.S("n", strconv.FormatInt(s.Number, 10))}}
}

// DidJob is what was done with a job: "duplicate" or "remove".
func (m *EditPanel) DidJob(do string, number int64) model.Did {
	text := i18n.EditRemove
	if do == "duplicate" {
		text = i18n.EditAdd
	}
	return model.Did{Text: text, Pairs: []i18n.Pair{i18n.S("n", strconv.FormatInt(number, 10))}}
}

// DidList is that what makes the jobs became a list of them.
func DidList() model.Did { return model.Did{Text: i18n.EditList} }

// edits makes several assignments of path and value in a text.
func edits(text string, pairs ...[2]string) (string, error) {
	src := []byte(text)
	for _, e := range pairs {
		var err error
		if src, err = scenario.Edit(src, e[0], e[1]); err != nil {
			return "", err
		}
	}
	return string(src), nil
}

// Removed is the text without a job.
func (m *EditPanel) Removed(id workload.JobID) (string, error) {
	text, _ := m.Editable()
	i, says := scenario.JobAt([]byte(text), m.Number(id))
	if i >= 0 && !says { // those behind it would be called otherwise without it
		if s, err := scenario.Parse([]byte(text)); err == nil {
			text = string(s.Canonical())
		}
	}
	if i < 0 {
		return "", errGone
	}
	return edits(text, [2]string{"jobs[" + strconv.Itoa(i) + "]", "null"})
}

// Duplicated is the text with a job like another, submitted when that is, at
// the end of the list, and its number.
func (m *EditPanel) Duplicated(id workload.JobID) (string, int64, error) {
	text, _ := m.Editable()
	i := placeOf(text, m.Number(id))
	if i < 0 {
		return "", 0, errGone
	}
	row, _ := scenario.Look([]byte(text), "jobs["+strconv.Itoa(i)+"]")
	number := m.nextNumber()
	row, err := edits(row, [2]string{"id", strconv.FormatInt(number, 10)})
	if err != nil {
		return "", 0, err
	}
	_, places := scenario.Look([]byte(text), "jobs")
	text, err = edits(text, [2]string{"jobs[" + strconv.Itoa(len(places)) + "]", row})
	return text, number, err
}

// nextNumber is one more than the largest number of a job.
func (m *EditPanel) nextNumber() int64 {
	most := int64(0)
	for i := range m.Run.Jobs {
		most = max(most, m.Run.Jobs[i].Number)
	}
	return most + 1
}

// jsonSeconds writes a length of time as scenarios do.
func jsonSeconds(d simtime.Duration) string { return simtime.Time(d).String() }
