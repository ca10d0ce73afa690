package workload

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hopyard/core/simtime"
)

func TestScheduleRecord(t *testing.T) {
	const orig = "7 5 3 100 9 1.5 20 4 60 -1 0 1 2 3 4 5 -1 -1"
	job := Job{Request: Request{Number: 7, Submit: 5000, Nodes: 4}, After: NoJob}
	rejected := job
	rejected.Reject = errors.New("too wide")
	tasks := job
	tasks.Nodes, tasks.Tasks, tasks.PerTask[Cores] = 0, 3, 2
	for _, c := range []struct {
		name               string
		job                Job
		submit, start, end simtime.Time
		killed             bool
		want               string
	}{
		{"completed", job, 5000, 12500, 20000, false, "7 5 7.5 7.5 4 1.5 20 4 60 -1 1 1 2 3 4 5 -1 -1"},
		{"completed in no time", job, 5000, 5000, 5000, false, "7 5 0 0 4 1.5 20 4 60 -1 1 1 2 3 4 5 -1 -1"},
		{"killed", job, 5000, 12500, 72500, true, "7 5 7.5 60 4 1.5 20 4 60 -1 0 1 2 3 4 5 -1 -1"},
		{"submitted later, after another", job, 10000, 12500, 20000, false, "7 10 2.5 7.5 4 1.5 20 4 60 -1 1 1 2 3 4 5 -1 -1"},
		{"tasks of two cores", tasks, 5000, 5000, 6000, false, "7 5 0 1 6 1.5 20 4 60 -1 1 1 2 3 4 5 -1 -1"},
		{"rejected", rejected, 5000, simtime.Never, simtime.Never, false, "7 5 -1 -1 -1 1.5 20 4 60 -1 5 1 2 3 4 5 -1 -1"},
		{"still running", job, 5000, 12500, simtime.Never, false, "7 5 7.5 -1 4 1.5 20 4 60 -1 -1 1 2 3 4 5 -1 -1"},
		{"still waiting", job, 5000, simtime.Never, simtime.Never, false, "7 5 -1 -1 -1 1.5 20 4 60 -1 -1 1 2 3 4 5 -1 -1"},
	} {
		r := mustRead(t, orig, SWFOptions{}).Records[0]
		got := ScheduleRecord(&c.job, &r, c.submit, c.start, c.end, c.killed)
		if text := string(got.AppendText(nil)); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
		if text := string(r.AppendText(nil)); text != orig {
			t.Errorf("%s: the original was changed to %s", c.name, text)
		}
	}
}

// TestSWFNumbering checks that jobs that do not come from a trace are written with
// numbers instead of names, and that the header explains the numbers.
func TestSWFNumbering(t *testing.T) {
	jobs := []Job{
		{Request: Request{ID: 0, Number: 1, Submit: 500, Nodes: 4, Walltime: 60000, User: "ada", Queue: "3"}, Runtime: 10000, After: NoJob},
		{Request: Request{ID: 1, Number: 9, Tasks: 3, PerTask: Resources{Cores: 2, Memory: 3}, Walltime: 1000, User: "2", Group: "a\nb", Queue: "1"}, Runtime: 1000, After: 0, Think: 2500},
		{Request: Request{ID: 2, Number: 3, Nodes: 1, User: "ada"}, After: NoJob},
	}
	n := NewSWFNumbering(jobs)
	var b strings.Builder
	err := WriteSWF(&b, n.Header(), slices.Values([]SWFRecord{n.Record(0), n.Record(1), n.Record(2)}))
	want := `; Note: user 1 is ada
; Note: user 2 is 2
; Note: group 1 is "a\nb"
1 0.5 -1 10 -1 -1 -1 4 60 -1 -1 1 -1 -1 3 -1 -1 -1
9 0 -1 1 -1 -1 -1 6 1 1536 -1 2 1 -1 1 -1 1 2.5
3 0 -1 0 -1 -1 -1 1 0 -1 -1 1 -1 -1 -1 -1 -1 -1
`
	if err != nil || b.String() != want {
		t.Errorf("wrote (%v)\n%swant\n%s", err, b.String(), want)
	}
}

// TestSWFNumberingOfTrace checks that jobs of a trace keep the numbers of their
// users, groups and queues when they are written.
func TestSWFNumberingOfTrace(t *testing.T) {
	const row = "1 0 -1 10 -1 -1 -1 4 60 -1 -1 12 13 -1 0 -1 -1 -1\n"
	jobs := mustJobs(t, row, SWFMachine{})
	n := NewSWFNumbering(jobs.Jobs)
	if r := n.Record(0); string(r.AppendText(nil))+"\n" != row || n.Header() != nil {
		t.Errorf("%s, header %v", r.AppendText(nil), n.Header())
	}
}
