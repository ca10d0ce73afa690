package scenario

import (
	"slices"
	"strconv"

	"hopyard/core/jsondoc"
	"hopyard/core/workload"
)

// WithListedJobs returns the scenario with a list of jobs that replaces its model
// or trace. A run gives the same result as before, but each job can be changed. A
// scenario that already lists its jobs is returned as it is. The error is an
// jsondoc.Errors; it occurs if the machine refuses jobs of the trace. Cost:
// O(jobs), and the cost of reading the trace.
func (s *Scenario) WithListedJobs() (*Scenario, error) {
	if s.SWF == "" && s.Model == nil {
		return s, nil
	}
	listed := *s
	jobs := s.drawn
	if s.SWF != "" {
		_, read, err := s.Trace()
		if err != nil {
			return nil, err
		}
		jobs = read.Jobs
	} else if jobs == nil {
		var err error
		if jobs, err = s.draw(); err != nil {
			return nil, err
		}
	}
	listed.Jobs = slices.Clone(jobs)
	for i := range listed.Jobs {
		j := &listed.Jobs[i]
		if j.Reject != nil {
			return nil, refuse("workload", j.Reject.Error(), "remove the job from the trace: a list cannot hold it")
		}
		if j.Comm != nil && (s.Network.Comm == j.Comm || s.Network.Comm != nil && j.Comm.Pattern == workload.RandomPairs) {
			j.Comm = nil // the job has its communication from the network
		}
	}
	listed.SWF, listed.Model, listed.drawn, listed.Fill, listed.Altered = "", nil, nil, Fill{}, usualScenario.Altered
	return Parse(listed.Canonical())
}

// JobAt returns the index of the job with the given number in the list of jobs of a
// scenario text, or -1 if there is no such job. It also reports whether the text
// gives that number as an id. A job without an id has its position in the list,
// counted from 1, as its number. Cost: O(bytes).
func JobAt(src []byte, number int64) (place int, says bool) {
	doc, bad := language.Scan(string(src))
	if bad != nil {
		return -1, false
	}
	list, missing := doc.Find([]jsondoc.PathStep{{Key: "jobs"}})
	if len(missing) > 0 || doc.Kind(list) != '[' {
		return -1, false
	}
	for i, job := range doc.Elements(list) {
		own, told := int64(i)+1, false
		if doc.Kind(job) == '{' {
			for key, v := range doc.Members(job) {
				if n, err := strconv.ParseInt(doc.Raw(v), 10, 64); err == nil && doc.Text(key) == "id" {
					own, told = n, true
				}
			}
		}
		if own == number {
			return i, told
		}
	}
	return -1, false
}
