package scenario

import (
	"iter"
	"slices"
	"strconv"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Altered describes changes to the jobs of a trace, for questions such as "what if
// more jobs had come?". The zero value changes nothing.
type Altered struct {
	// Load is the factor, in thousandths, by which the load grows. All submit times
	// are divided by this factor. For example, a factor of 2 submits the same jobs
	// in half the time, which doubles the load. The value 0 changes nothing. Think
	// times stay the same, because they are decisions of the users.
	Load    int64
	Without []string // users whose jobs are left out; "" stands for jobs without a user
}

// Limits on changes to a trace. The error for a value beyond a limit names the
// limit.
const (
	MinLoadFactor = 10      // smallest load factor, in thousandths
	MaxLoadFactor = 100_000 // largest load factor, in thousandths
	MaxWithout    = 1000    // users whose jobs are left out
)

// Any reports whether anything is changed.
func (a *Altered) Any() bool { return a.factor() != 1000 || len(a.Without) > 0 }

// factor returns the divisor of the submit times, in thousandths.
func (a *Altered) factor() int64 {
	if a.Load == 0 {
		return 1000
	}
	return a.Load
}

func alteredTable(a *Altered) *table {
	t := newTable("altered", 2)
	t.Number("load_factor", &a.Load, MinLoadFactor, MaxLoadFactor, "times the load")
	t.Add("without_users", schema.Other, nil, 0, MaxWithout).
		Reads(func(p *parser, v jsondoc.Ref) { p.without(v, a) }).
		When(func() bool { return len(a.Without) > 0 }).
		Writes(func(w *writer, _ any) { w.List(len(a.Without), func(i int) { w.Text(a.Without[i]) }) })
	return t
}

// altered reads the changes to a trace. For a scenario that lists its jobs or draws
// them from a model, such changes are an error, because these jobs can be changed
// directly. A scenario without jobs may have changes, for a trace that is added
// later.
func (p *parser) altered(v jsondoc.Ref) {
	a := &p.s.Altered
	switch g := alteredTable(a).Read(p, v); {
	case !g.OK || p.Count() > g.Before:
	case p.s.Model != nil || len(p.s.Jobs) > 0:
		p.Wrong(v, "is given without a trace", "", `change the jobs themselves, or the "load" of the model`)
	}
}

// without reads a list of users. It sorts the names and removes duplicates, so that
// equal scenarios have equal text.
func (p *parser) without(v jsondoc.Ref, a *Altered) {
	if !p.List(v, MaxWithout, "users") {
		return
	}
	for _, e := range p.Elements(v) {
		if name, ok := p.Words(e, MaxName); ok {
			a.Without = append(a.Without, name)
		}
	}
	slices.Sort(a.Without)
	a.Without = slices.Compact(a.Without)
}

// jobs returns the jobs of the trace without those of users who are left out, with
// submit times as recorded. In the result, Records still contains indices into the
// whole trace. Cost: O(records·log users).
func (a *Altered) jobs(trace *workload.SWF, m workload.SWFMachine) (*workload.SWFJobs, error) {
	if len(a.Without) == 0 {
		return trace.Jobs(m)
	}
	var kept []int32
	jobs, err := workload.JobsFromSWF(a.remaining(trace.Records, &kept), m)
	if err != nil {
		return nil, err
	}
	for id, i := range jobs.Records {
		jobs.Records[id] = kept[i]
	}
	return jobs, nil
}

// remaining returns the records of the users who are not left out. It also appends
// the indices of these records to kept.
func (a *Altered) remaining(records []workload.SWFRecord, kept *[]int32) iter.Seq[workload.SWFRecord] {
	gone := map[int64]bool{}
	for _, name := range a.Without {
		if n, err := strconv.ParseInt(name, 10, 64); err == nil {
			gone[n] = true
		} else if name == "" {
			gone[workload.Missing] = true
		}
	}
	return func(yield func(workload.SWFRecord) bool) {
		for i := range records {
			if gone[records[i].User] {
				continue
			}
			*kept = append(*kept, int32(i))
			if !yield(records[i]) {
				return
			}
		}
	}
}

// scaleSubmits divides the submit times by the load factor.
func (a *Altered) scaleSubmits(jobs []workload.Job) {
	by := a.factor()
	if by == 1000 {
		return
	}
	for i := range jobs {
		at := int64(jobs[i].Submit)
		whole, rest := at/by, at%by*1000/by
		if whole > (int64(simtime.Max)-rest)/1000 {
			jobs[i].Submit = simtime.Time(simtime.Max)
			continue
		}
		jobs[i].Submit = simtime.Time(whole*1000 + rest)
	}
}
