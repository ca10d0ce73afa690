package sacct

import (
	"io"

	"hopyard/core/simtime"
)

// Used is a job that ran, with its time limit and its run time.
type Used struct {
	User       string // "" if the text has no users
	Limit, Run simtime.Duration
}

// ReadUsed returns, in the order of the text, the jobs that ran and had a time limit.
// It keeps the names of users, which Read replaces by numbers. Errors and cost are those
// of Read.
func ReadUsed(r io.Reader, o Options) ([]Used, error) {
	g, err := gather(r, o)
	if err != nil {
		return nil, err
	}
	if len(g.faults) == 0 {
		g.join()
	}
	if len(g.faults) > 0 {
		return nil, g.faults
	}
	byNumber := make([]string, len(g.names.of[users])+1)
	for name, n := range g.names.of[users] {
		byNumber[n] = name
	}
	var all []Used
	for i := range g.runs {
		if x := &g.runs[i]; !x.dropped && x.into == unknown && x.limit > 0 {
			all = append(all, Used{byNumber[max(0, x.names[users])], seconds(x.limit), seconds(x.length)})
		}
	}
	return all, nil
}
