package traceformats

import (
	"bytes"
	"encoding/json"
	"fmt"

	"hopyard/core/workload"
)

// phillyStatus maps the states of Philly to field 11 of SWF.
var phillyStatus = map[string]int64{"Pass": workload.SWFCompleted, "Killed": workload.SWFCancelled, "Failed": workload.SWFFailed}

// isPhilly reports whether a text is a cluster_job_log of Philly: a list of objects
// with its keys.
func isPhilly(src []byte) bool {
	head := headOf(src)
	return len(head) > 0 && head[0] == '[' && bytes.Contains(head, []byte(`"submitted_time"`)) && bytes.Contains(head, []byte(`"attempts"`))
}

// readPhilly reads a cluster_job_log of Philly. Each attempt of a job that has a start
// and an end is a run; a run after the first follows the one before it.
func readPhilly(l *jobLog, src []byte) {
	r := newJSON(l, src)
	if !r.begin('[', "the list of jobs") {
		return
	}
	for r.more() {
		members, line, ok := r.object()
		if ok && r.row(line) {
			r.phillyJob(members, line)
		}
	}
	r.end()
}

// attempt is an element of the key attempts.
type attempt struct {
	Start  *string `json:"start_time"`
	End    *string `json:"end_time"`
	Detail []struct {
		GPUs []string `json:"gpus"`
	} `json:"detail"`
}

// phillyJob adds the runs of a job to the log.
func (r *jsonReader) phillyJob(members map[string]string, line int) {
	before := len(r.faults)
	text := func(key string) string {
		value, ok := textOf(members[key])
		if !ok || len(value) > maxName {
			r.fault(line, key, members[key], fmt.Sprintf("is not a text of at most %d bytes", maxName), "write it as published")
		}
		return value
	}
	first := newFields(line)
	first.id, first.names = text("jobid"), [numKinds]string{text("user"), "", text("vc")}
	status, known := phillyStatus[text("status")]
	if !known && len(r.faults) == before {
		r.fault(line, "status", members["status"], "is not Pass, Killed or Failed", "write one of these")
	}
	submitted := text("submitted_time")
	first.submit = r.phillyTime(line, "submitted_time", &submitted)
	var attempts []attempt
	if err := json.Unmarshal([]byte(members["attempts"]), &attempts); err != nil || members["attempts"] == "null" {
		r.fault(line, "attempts", members["attempts"], "is not a list of attempts with start_time, end_time and detail", "write it as published")
	}
	if len(r.faults) > before {
		return
	}
	if at := r.known.add(first.id, line); at != 0 {
		r.fault(line, "jobid", first.id, fmt.Sprintf("is the id of the job in line %d as well", at), "give each job an id of its own")
		return
	}
	if len(attempts) == 0 {
		r.never++
		return
	}
	last := int32(unknown)
	for i := range attempts {
		f := first
		f.status = workload.SWFFailed // it was tried again
		if i == len(attempts)-1 {
			f.status = status
		}
		if f.after = last; last != unknown {
			f.submit = max(f.submit, r.jobs[last].end())
		}
		r.attempt(&f, &attempts[i], i)
		if len(r.faults) > before {
			return
		}
		if at := r.add(&f); at != unknown {
			if last != unknown {
				r.again++
			}
			last = at
		}
	}
}

// attempt sets the times and sizes of a run.
func (r *jsonReader) attempt(f *fields, a *attempt, i int) {
	place := fmt.Sprintf("attempts[%d]", i)
	f.start, f.end = r.phillyTime(f.line, place+".start_time", a.Start), r.phillyTime(f.line, place+".end_time", a.End)
	f.sizes[inNodes], f.sizes[inGPUs] = int64(len(a.Detail)), 0
	for _, d := range a.Detail {
		f.sizes[inGPUs] += int64(len(d.GPUs))
	}
}

// phillyTime parses a time. null, "None" and an empty text are unknown.
func (r *jsonReader) phillyTime(line int, place string, text *string) int64 {
	if text == nil || *text == "" || *text == "None" {
		return unknown
	}
	at, ok := parseTime(*text)
	if !ok || !r.time(at) {
		r.fault(line, place, *text, fmt.Sprintf("is not a time from %d to %d without a time zone", firstYear, lastYear), "write 2017-10-07 01:11:39")
		return unknown
	}
	return at.ms
}
