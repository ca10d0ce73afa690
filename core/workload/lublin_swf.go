package workload

import (
	"iter"
	"strconv"
)

// Trace returns generated jobs as a trace for WriteSWF: the header, and records
// without a schedule. As in Lublin's program, field 15 is 0 for interactive jobs
// and 1 for batch jobs. Field 9 is the walltime.
//
// LIMITATIONS: a trace contains neither disk nor communication, and a whole node
// counts as one processor.
//
// Source: SOURCES.md SWF.3.
func (l *Lublin) Trace(jobs []Job, machine []NodeKind) ([]HeaderLine, iter.Seq[SWFRecord]) {
	var nodes, procs, longest int64
	for i := range machine {
		nodes += machine[i].Nodes
		procs += machine[i].Nodes * machine[i].Resources[Cores]
	}
	if !l.Tasks {
		procs = nodes
	}
	for i := range jobs {
		longest = max(longest, seconds(jobs[i].Runtime))
	}
	numbers := NewSWFNumbering(jobs)
	header := []HeaderLine{
		{Label: "Version", Value: "2.2"},
		{Label: "Acknowledge", Value: "Uri Lublin and Dror Feitelson (the model)"},
		{Label: "Information", Value: "http://www.cs.huji.ac.il/labs/parallel/workload/m_lublin99/"},
		{Label: "MaxJobs", Value: strconv.Itoa(len(jobs))},
		{Label: "MaxRecords", Value: strconv.Itoa(len(jobs))},
		{Label: "MaxNodes", Value: strconv.FormatInt(nodes, 10)},
		{Label: "MaxProcs", Value: strconv.FormatInt(procs, 10)},
		{Label: "MaxRuntime", Value: strconv.FormatInt(longest, 10)},
		{Label: "Note", Value: "drawn by Hopyard from the " + l.Types.String() + " set, seed " + strconv.FormatInt(l.Seed, 10) + ", estimates " + l.Estimates.String()},
	}
	if l.Types != Typeless {
		header = append(header, HeaderLine{Label: "Queue", Value: "0 interactive"}, HeaderLine{Label: "Queue", Value: "1 batch"})
	}
	return header, func(yield func(SWFRecord) bool) {
		for i := range jobs {
			r := numbers.Record(JobID(i))
			switch jobs[i].Queue {
			case "interactive":
				r.Queue = 0
			case "batch":
				r.Queue = 1
			}
			if !yield(r) {
				return
			}
		}
	}
}
