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

// placeOf returns the index, in the text's list of jobs, of the job with the given
// number. It returns -1 if the list has no such job. Cost: O(bytes of the text).
func placeOf(text string, number int64) int {
	i, _ := scenario.JobAt([]byte(text), number)
	return i
}

// errGone is the error for an edit of a job or an event that is not in the text.
var errGone = errors.New("the job is not in the text")

// PlaceInText returns the index of a job in the text's list of jobs. It returns -1
// if the list does not contain the job.
func (m *EditPanel) PlaceInText(id workload.JobID) int {
	text, _ := m.Editable()
	return placeOf(text, m.Number(id))
}

// EditJob describes the edit made with the form of a job, which changes or adds the
// job.
func (m *EditPanel) EditJob(s *JobSheet) model.EditSummary {
	text := i18n.EditChange
	if s.New {
		text = i18n.EditAdd
	}
	return model.EditSummary{Text: text, Pairs: []i18n.Pair{i18n.S("n", strconv.FormatInt(s.Number, 10))}}
}

// DidJob describes the edit made with the menu item "duplicate" or "remove".
func (m *EditPanel) DidJob(do string, number int64) model.EditSummary {
	text := i18n.EditRemove
	if do == "duplicate" {
		text = i18n.EditAdd
	}
	return model.EditSummary{Text: text, Pairs: []i18n.Pair{i18n.S("n", strconv.FormatInt(number, 10))}}
}

// DidList describes the edit that replaces a workload model or a trace by a list of
// the same jobs.
func DidList() model.EditSummary { return model.EditSummary{Text: i18n.EditList} }

// edits sets several values in a text. Each pair consists of a path and a JSON
// value.
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

// WithoutJob returns the text of the scenario without a job.
func (m *EditPanel) WithoutJob(id workload.JobID) (string, error) {
	text, _ := m.Editable()
	i, says := scenario.JobAt([]byte(text), m.Number(id))
	if i >= 0 && !says { // the text does not contain the job's number; removing the job would renumber the later jobs, so the canonical form, which contains all numbers, is used instead
		if s, err := scenario.Parse([]byte(text)); err == nil {
			text = string(s.Canonical())
		}
	}
	if i < 0 {
		return "", errGone
	}
	return edits(text, [2]string{"jobs[" + strconv.Itoa(i) + "]", "null"})
}

// WithDuplicate appends a copy of a job to the text's list of jobs. It returns the
// text and the number of the copy. The copy has the same submit time as the job.
func (m *EditPanel) WithDuplicate(id workload.JobID) (string, int64, error) {
	text, _ := m.Editable()
	i := placeOf(text, m.Number(id))
	if i < 0 {
		return "", 0, errGone
	}
	row, _ := scenario.LookUp([]byte(text), "jobs["+strconv.Itoa(i)+"]")
	number := m.nextNumber()
	row, err := edits(row, [2]string{"id", strconv.FormatInt(number, 10)})
	if err != nil {
		return "", 0, err
	}
	_, places := scenario.LookUp([]byte(text), "jobs")
	text, err = edits(text, [2]string{"jobs[" + strconv.Itoa(len(places)) + "]", row})
	return text, number, err
}

// nextNumber returns one more than the largest job number.
func (m *EditPanel) nextNumber() int64 {
	most := int64(0)
	for i := range m.Run.Jobs {
		most = max(most, m.Run.Jobs[i].Number)
	}
	return most + 1
}

// jsonSeconds formats a length of time in seconds, as scenarios do.
func jsonSeconds(d simtime.Duration) string { return simtime.Time(d).String() }
