package sacct

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
)

// RecordsCommand is the call of sacct that prints all that ReadRecords uses.
const RecordsCommand = "sacct -a -X -D -P --format=JobID,User,Account,Partition,QOS,Priority,Reservation,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,State,AllocCPUS,AllocNodes,ReqCPUS,ReqMem,AllocTRES,NodeList,Restarts"

// recommendedFor returns the call of sacct that suggestions recommend.
func recommendedFor(records bool) string {
	if records {
		return RecordsCommand
	}
	return recommended
}

// Record is one run of a job as sacct recorded it. Instants are seconds of the text's
// clock: Unix times, or local times taken as UTC.
type Record struct {
	Line int
	ID   string // as sacct prints it: 46, 46_3, or 46 for all components of 46+0 and 46+1
	// Array is the number that the tasks of an array, the components of a
	// heterogeneous job and the runs of a job have in common.
	Array       int64
	Task        bool // a task of an array
	User        string
	Account     string
	Partition   string
	QOS         string
	Reservation string
	Reason      string // why it waited last, if sacct prints Reason
	SubmitLine  string
	State       string // Slurm's word, such as COMPLETED; "" if not given
	Priority    int64  // -1 if not given
	Submit      int64
	Eligible    int64 // submission if not given, or if it is later than the start
	Start       int64
	Elapsed     int64  // seconds
	Running     bool   // the job had not ended; Elapsed is the time so far, or 0
	Limit       int64  // seconds; 0 if there is none, or it is not given
	CPUs, Nodes int64  // allocated; 0 if not given
	MemoryKB    int64  // of the whole job; 0 if not given
	GPUs        int64  // allocated, of the whole job; 0 if not given
	NodeList    string // host list; "" if not given
	After       int    // index of the run of the same job before this one, or -1
}

// End returns the time at which the run ended.
func (r *Record) End() int64 { return r.Start + r.Elapsed }

// Past is the past of a cluster, as a text records it.
type Past struct {
	Records    []Record // by Eligible, then by line
	Unstarted  int      // jobs that never started, and waiting array tasks
	Duplicates int      // rows that repeated an earlier one
	Hidden     int      // jobs whose earlier runs the text does not have
}

// ReadRecords reads the output of sacct to its end and keeps every run. Unlike Read, it
// also keeps jobs that have not ended. Errors: Faults, which wraps ErrSacct; an error of
// r. Cost: O(bytes + jobs·log jobs) time, about 500 bytes per job.
func ReadRecords(r io.Reader, o Options) (*Past, error) {
	g := &gatherer{o: o.limits(), names: newNames(), records: &recordList{same: map[string]string{}}}
	if err := g.read(bufio.NewReaderSize(r, headBytes)); err != nil {
		return nil, err
	}
	var p *Past
	if len(g.faults) == 0 {
		p = g.past()
	}
	if len(g.faults) > 0 {
		return nil, g.faults
	}
	return p, nil
}

// Kinds of texts.
const (
	textNodes = iota
	textQOS
	textReservation
	textReason
	textSubmitLine
	numTexts
)

// recordList holds the parts of records that runs do not have. Its elements have the
// same indices as gatherer.runs.
type recordList struct {
	all  []Record
	same map[string]string // each distinct text once
}

// text returns a text as a string that is shared by all equal ones.
func (l *recordList) text(b []byte) string {
	if s, known := l.same[string(b)]; known {
		return s
	}
	s := string(b)
	l.same[s] = s
	return s
}

// keep adds the record that the gatherer has just added as a run.
func (l *recordList) keep(r *row) {
	l.all = append(l.all, Record{
		Line: r.line, User: l.text(r.names[users]), Account: l.text(r.names[groups]), Partition: l.text(r.names[partitions]),
		QOS: l.text(r.texts[textQOS]), Reservation: l.text(r.texts[textReservation]), Reason: l.text(r.texts[textReason]),
		SubmitLine: l.text(r.texts[textSubmitLine]), NodeList: l.text(r.texts[textNodes]),
		State: r.word, Priority: r.priority, Running: r.live, GPUs: max(r.allGPUs, r.typedGPUs),
	})
}

// past returns all runs. It returns nil if there are none, with a fault.
func (g *gatherer) past() *Past {
	g.join()
	p := &Past{Unstarted: g.never + g.tasks, Duplicates: g.twice, Hidden: g.unseen}
	var order []int
	lists := map[int32][]string{} // node lists of the other components of heterogeneous jobs
	for i := range g.runs {
		r := &g.runs[i]
		switch {
		case r.into != unknown:
			lists[r.into] = append(lists[r.into], g.records.all[i].NodeList)
		case !r.dropped:
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		g.fault(&LineError{Problem: "no job that ran" + g.insteadOf(), Fix: "ask sacct for a longer period, with -S and -E, and for jobs of all users, with -a"})
		return nil
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := &g.runs[a], &g.runs[b]
		return cmp.Or(cmp.Compare(x.ready, y.ready), cmp.Compare(x.line, y.line))
	})
	at := make([]int, len(g.runs))
	for k, i := range order {
		at[i] = k
	}
	for _, i := range order {
		x, r := g.records.all[i], &g.runs[i]
		x.ID, x.Array, x.Task = r.id.text(), r.id.base, r.id.task != unknown
		x.Submit, x.Eligible, x.Start, x.Elapsed = r.submit, r.ready, r.start, r.length
		x.Limit, x.CPUs, x.Nodes, x.MemoryKB = max(0, r.limit), max(0, r.cpus), max(0, r.nodes), max(0, r.memory)
		for _, list := range lists[int32(i)] { // GPUs of other components are not counted
			if list != "" {
				x.NodeList = strings.TrimPrefix(x.NodeList+","+list, ",")
			}
		}
		x.After = -1
		if before := r.after; before != unknown {
			for g.runs[before].into != unknown {
				before = g.runs[before].into
			}
			x.After = at[before]
		}
		p.Records = append(p.Records, x)
	}
	return p
}

// text returns an id as sacct prints it, without the component of a heterogeneous job.
func (id jobID) text() string {
	s := strconv.FormatInt(id.base, 10)
	if id.task != unknown {
		s += "_" + strconv.FormatInt(id.task, 10)
	}
	return s
}
