package sacct

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"hopyard/core/workload"
)

// read returns the trace of a valid text.
func read(t testing.TB, text string) *workload.SWF {
	t.Helper()
	trace, err := Read(strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// rows returns the records of a trace as lines of SWF.
func rows(trace *workload.SWF) (out []string) {
	for i := range trace.Records {
		out = append(out, string(trace.Records[i].AppendText(nil)))
	}
	return out
}

// written returns a trace as text.
func written(t testing.TB, trace *workload.SWF) string {
	t.Helper()
	var out strings.Builder
	if err := workload.WriteSWF(&out, trace.Header, slices.Values(trace.Records)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func fixture(t testing.TB, name string) string {
	t.Helper()
	src, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// TestWeek checks a hand-written week that contains every kind of record, row by
// row.
func TestWeek(t *testing.T) {
	trace := read(t, fixture(t, "week.sacct"))
	want := []string{
		"1 0 5 7200 64 -1 -1 64 86400 2097152 1 1 1 1 1 -1 -1 -1",      // 4100: 64 CPUs, 128 GB in all
		"2 600 1 1800 4 -1 -1 4 3600 1024000 1 2 2 2 2 -1 -1 -1",       // 4101_1
		"3 600 1 3630 4 -1 -1 4 3600 1024000 0 2 2 2 2 -1 -1 -1",       // 4101_2: timeout
		"4 600 1 120 4 -1 -1 4 3600 1024000 5 2 2 2 2 -1 -1 -1",        // 4101_3: cancelled while it ran
		"5 3600 10 1200 8 -1 -1 8 -1 2097152 0 3 3 3 3 -1 -1 -1",       // 4110 until its node failed
		"6 3900 3600 3600 40 -1 -1 40 7200 2097152 1 1 1 4 1 -1 -1 -1", // 4111: both components together
		"7 4231 9 60 2 -1 -1 2 -1 4194304 0 2 2 5 2 -1 -1 -1",          // 4120: counted from when it became eligible; 4 GB per CPU
		"8 4931 469 7200 8 -1 -1 8 -1 2097152 1 3 3 3 3 -1 5 121",      // 4110 again, 121 s (its think time) after the end of its first run
		"9 7200 3900 3600 16 -1 -1 16 7200 -1 0 4 4 6 1 -1 -1 -1",      // 4140: suspended for half an hour
	}
	if got := rows(trace); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if trace.Known.MaxProcs != 76 { // 4100 and three tasks of 4101 at once: 64+3*4
		t.Errorf("machine of %d CPUs", trace.Known.MaxProcs)
	}
	for _, want := range []string{
		"3 steps left out", "2 jobs left out that never started (1 cancelled)", "6 array tasks left out", "1 job left out that had not ended",
		"1 row left out that repeated an earlier one", "1 heterogeneous job of 2 components", "1 run of requeued jobs", "1 job had earlier runs that are not in the text",
		"2 jobs became eligible after submission", "1 job got more CPUs than requested", "1 job ran for a time that differs", "3 jobs without a time limit",
		"1 job without ReqMem", "3 jobs with GPUs", "times have no time zone", "the machine has 76 CPUs",
	} {
		if !slices.ContainsFunc(trace.Known.ConversionNotes(), func(note string) bool { return strings.Contains(note, want) }) {
			t.Errorf("no note %q in\n%s", want, strings.Join(trace.Known.Note, "\n"))
		}
	}
}

// TestNoNameStays checks that no name, account, path or id of the text is in the
// trace, its header or its warnings.
func TestNoNameStays(t *testing.T) {
	for _, name := range []string{"week.sacct", "day.json"} {
		trace := read(t, fixture(t, name))
		jobs, err := trace.Jobs(workload.SWFMachine{Nodes: 50})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		text.WriteString(written(t, trace))
		for _, report := range []*workload.Report{&trace.Warnings, &jobs.Warnings} {
			for _, w := range report.Kept {
				text.WriteString(w.String() + "\n")
			}
		}
		for i := range jobs.Jobs {
			text.WriteString(jobs.Jobs[i].User + " " + jobs.Jobs[i].Group + " " + jobs.Jobs[i].Queue + "\n")
		}
		for _, secret := range []string{"mvoss", "akim", "lchen", "jdoe", "chem", "bio", "ml-lab", "phys", "relax", "sweep", "train", "coupled", "n01", "g01", "4100", "4110", "2203", "/scratch"} {
			if strings.Contains(text.String(), secret) {
				t.Errorf("%s: %q is left", name, secret)
			}
		}
	}
}

// TestRoundTrip checks that a trace which is written as SWF and read again has the
// same rows and notes.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"week.sacct", "day.json"} {
		trace := read(t, fixture(t, name))
		again, err := workload.ReadSWF(strings.NewReader(written(t, trace)), workload.SWFOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if again.Warnings.Total() > 0 {
			t.Errorf("%s: %v", name, again.Warnings.Kept)
		}
		if !slices.Equal(rows(trace), rows(again)) || !slices.Equal(trace.Known.ConversionNotes(), again.Known.ConversionNotes()) || len(again.Known.Note) == 0 {
			t.Errorf("%s is not what was written", name)
		}
	}
}

// TestJSONIsLines checks that the same jobs give the same rows and the same machine
// size in JSON and in the line format. The notes must count the records that only
// the JSON text has, and that are left out.
func TestJSONIsLines(t *testing.T) {
	trace := read(t, fixture(t, "day.json"))
	lines := read(t, `JobID|User|Account|JobName|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|State|AllocCPUS|AllocNodes|ReqMem|Cluster
4100|mvoss|chem-lab|relax|long|1709539200|1709539205|1709546405|7200|1440|COMPLETED|64|2|128G|c1
4101_7|akim|bio-lab|sweep|short|1709539800|1709539801|1709541601|1800|60|TIMEOUT|4|1|4000M|c1
4111+0|mvoss|chem-lab|coupled|long|1709543100|1709546700|1709550300|3600|120|COMPLETED|32|1|64G|c1
4111+1|mvoss|chem-lab|coupled|gpu|1709543100|1709546700|1709550300|3600|120|COMPLETED|8|1|16G|c1
4120|lchen|ml-lab|train|gpu|1709544000|1709544060|1709544660|600|UNLIMITED|FAILED|8|1|16G|c1
`)
	if got, want := rows(trace), rows(lines); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if trace.Known.UnixStartTime != 1709539200 || trace.Known.MaxProcs != lines.Known.MaxProcs {
		t.Errorf("header %+v", trace.Known)
	}
	notes := strings.Join(trace.Known.ConversionNotes(), "\n")
	for _, want := range []string{"2 steps left out", "2 jobs left out that never started (1 cancelled)", "5 array tasks left out", "1 job left out that had not ended", "2 jobs with GPUs"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no note %q in\n%s", want, notes)
		}
	}
}

// TestWholeNodes checks that sizes are in nodes if all jobs have the same number of
// CPUs on each of their nodes.
func TestWholeNodes(t *testing.T) {
	trace := read(t, `JobID|Submit|Start|End|AllocCPUS|AllocNodes|ReqMem
1|2024-02-28T23:59:59|2024-02-29T00:00:00|2024-03-01T00:00:00|256|2|64Gn
2|2024-02-28T23:59:59|2024-02-29T12:00:00|2024-03-01T00:00:10|384|3|
`)
	want := []string{"1 0 1 86400 2 -1 -1 2 -1 67108864 -1 -1 -1 -1 -1 -1 -1 -1", "2 0 43201 43210 3 -1 -1 3 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1"}
	if got := rows(trace); !slices.Equal(got, want) || trace.Known.MaxNodes != 5 {
		t.Errorf("%q, %d nodes", got, trace.Known.MaxNodes)
	}
}

// TestTimes checks the three forms of times. Each text uses a single form.
func TestTimes(t *testing.T) {
	for _, times := range []string{"2024-03-10T10:00:00|2024-03-10T10:00:30|2024-03-10T10:01:30", "1710064800|1710064830|1710064890", "2024-03-10T10:00:00Z|2024-03-10T11:00:30+0100|2024-03-10T05:31:30-04:30"} {
		trace := read(t, "JobID|Submit|Start|End|NCPUS\n1|"+times+"|4\n")
		if got := rows(trace)[0]; got != "1 0 30 60 4 -1 -1 4 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1" {
			t.Errorf("%s: %s", times, got)
		}
		if want := int64(1710064800); strings.Contains(times, "Z") && trace.Known.UnixStartTime != want {
			t.Errorf("%s begins at %d, not %d", times, trace.Known.UnixStartTime, want)
		}
	}
}

// TestIs checks that output of sacct is recognized by its content.
func TestIs(t *testing.T) {
	for _, text := range []string{
		fixture(t, "week.sacct"), fixture(t, "day.json"), "\uFEFFjobid|state\r\n", "State;JobIDRaw;Start\n", "JobID           JobName\n------------ ----------\n",
		"4101_[4-9%3]|x|y|z\n", `{"meta": {"plugin": {}}, "jobs": []}`, `{"jobs": [{"name": "hopyard", "job_id": 1}]}`,
	} {
		if !Is([]byte(text)) {
			t.Errorf("%.40q is not taken for sacct's", text)
		}
	}
	for _, text := range []string{
		"", "; MaxProcs: 4\n1 0 -1 10 1\n", `{"hopyard": 1, "jobs": []}`, `{"jobs": [{"id": 1}], "hopyard": 1}`, `{"jobs": [{"id": 1}]}`, "name|value\n", "JobIDs are here\n", "SwitchName=a Nodes=b\n", "\x1f\x8b",
	} {
		if Is([]byte(text)) {
			t.Errorf("%.40q is taken for sacct's", text)
		}
	}
}

// TestReaderFails checks that an error of the reader is returned together with the
// line.
func TestReaderFails(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"JobID|Submit|Start|End|NCPUS\n1|", `{"jobs": [` + "\n"} {
		_, err := Read(&failing{strings.NewReader(text), broken}, Options{})
		if !errors.Is(err, broken) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

type failing struct {
	r   *strings.Reader
	err error
}

func (f *failing) Read(p []byte) (int, error) {
	if f.r.Len() == 0 {
		return 0, f.err
	}
	return f.r.Read(p[:1])
}

// TestReadUsed checks the users, limits and run times of the hand-written week: those of
// its trace, with names, less the runs without a time limit.
func TestReadUsed(t *testing.T) {
	used, err := ReadUsed(strings.NewReader(fixture(t, "week.sacct")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want []Used
	for _, r := range read(t, fixture(t, "week.sacct")).Records {
		if r.ReqTime > 0 {
			want = append(want, Used{Limit: r.ReqTime, Run: r.Run})
		}
	}
	names := map[string]bool{}
	var got []Used
	for _, u := range used {
		names[u.User] = true
		got = append(got, Used{Limit: u.Limit, Run: u.Run})
	}
	order := func(a, b Used) int { return cmp.Or(cmp.Compare(a.Limit, b.Limit), cmp.Compare(a.Run, b.Run)) }
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if first := used[0]; first.User == "" || len(names) < 2 {
		t.Errorf("users %v, the first job %+v", names, first)
	}
	if _, err := ReadUsed(strings.NewReader("JobID|State\nx|RUNNING\n"), Options{}); !errors.Is(err, ErrSacct) {
		t.Errorf("a bad text: %v", err)
	}
}
