package traces

import (
	"bytes"
	"os"
	"strconv"
	"testing"

	"hopyard/core/workload"
)

// TestWrite checks a generated trace. It must be readable without warnings and must
// have the number of jobs, the nodes and the load of its size. The same size and
// seed must give the same bytes, and another seed must give different bytes.
func TestWrite(t *testing.T) {
	s := Sizes[0]
	text := written(t, s, 1)
	if !bytes.Equal(text, written(t, s, 1)) {
		t.Error("the same seed gives other bytes")
	}
	if bytes.Equal(text, written(t, s, 2)) {
		t.Error("another seed gives the same bytes")
	}
	read, err := workload.ReadSWF(bytes.NewReader(text), workload.SWFOptions{})
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := read.Jobs(workload.SWFMachine{Nodes: s.Nodes})
	if err != nil || read.Warnings.Total()+jobs.Warnings.Total() > 0 {
		t.Fatal(err, read.Warnings.Kept, jobs.Warnings.Kept)
	}
	if len(jobs.Jobs) != s.Jobs || read.Known.MaxProcs != int64(s.Nodes) {
		t.Errorf("%d jobs on %d nodes, want %d on %d", len(jobs.Jobs), read.Known.MaxProcs, s.Jobs, s.Nodes)
	}
	load := workload.OfferedLoad(jobs.Jobs, []workload.NodeKind{{Nodes: int64(s.Nodes), Speed: 1000, Resources: workload.Resources{workload.Cores: 1}}})
	if want := float64(s.Load) / 1000; load < want-0.01 || load > want+0.01 {
		t.Errorf("the offered load is %.3f, want %.3f", load, want)
	}
}

// TestParts checks a trace of several parts: each part must have the jobs of its own
// seed, submitted from the last submission of the part before, and the numbers must go
// on.
func TestParts(t *testing.T) {
	s := Size{Jobs: 300, Nodes: 16, Users: 5, Widest: 8, Load: 800}
	long := s
	long.Parts = 3
	read := func(s Size, seed int64) []workload.SWFRecord {
		trace, err := workload.ReadSWF(bytes.NewReader(written(t, s, seed)), workload.SWFOptions{})
		if err != nil || trace.Warnings.Total() > 0 {
			t.Fatal(err, trace.Warnings.Kept)
		}
		return trace.Records
	}
	got := read(long, 4)
	if len(got) != 3*s.Jobs {
		t.Fatalf("%d records, want %d", len(got), 3*s.Jobs)
	}
	for part := range 3 {
		for i, want := range read(s, 4+partSeeds*int64(part)) {
			at := part*s.Jobs + i
			if want.Number, want.Line = int64(at+1), got[at].Line; part > 0 {
				want.Submit += got[part*s.Jobs-1].Submit
			}
			if got[at] != want {
				t.Fatalf("record %d is %+v, want %+v", at, got[at], want)
			}
		}
	}
}

// TestUsers checks that few users submit most of the jobs, and that a user often
// submits several jobs in a row.
func TestUsers(t *testing.T) {
	jobs := make([]workload.Job, 20_000)
	giveUsers(jobs, 50, 3)
	count, same := map[string]int{}, 0
	for i := range jobs {
		count[jobs[i].User]++
		if i > 0 && jobs[i].User == jobs[i-1].User {
			same++
		}
		user, _ := strconv.Atoi(jobs[i].User)
		if group, _ := strconv.Atoi(jobs[i].Group); user < 1 || user > 50 || group != (user-1)/10+1 {
			t.Fatalf("job %d is of user %q in group %q", i, jobs[i].User, jobs[i].Group)
		}
	}
	if len(count) != 50 || count["1"] < 3*count["10"] {
		t.Errorf("%d users; the first has %d jobs, the tenth %d", len(count), count["1"], count["10"])
	}
	if same < len(jobs)*6/10 {
		t.Errorf("%d of %d jobs are of the user of the one before", same, len(jobs))
	}
}

// TestSave checks that Save leaves a single, complete file in the folder.
func TestSave(t *testing.T) {
	folder, s := t.TempDir()+"/new", Size{Name: "tiny", Jobs: 5, Nodes: 4, Users: 2, Widest: 2, Load: 500}
	path, err := s.Save(folder, 7)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || !bytes.Equal(text, written(t, s, 7)) {
		t.Errorf("the file holds %q (%v)", text, err)
	}
	if _, err := s.Save(folder, -1); err == nil {
		t.Error("a seed below 0 is taken")
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 || files[0].Name() != "tiny-7.swf" {
		t.Errorf("the folder holds %v", files)
	}
}

func TestNamed(t *testing.T) {
	for _, s := range Sizes {
		if got, err := Named(s.Name); err != nil || got != s {
			t.Errorf("%s is %+v, %v", s.Name, got, err)
		}
	}
	if _, err := Named("1k"); err == nil || err.Error() != `no size "1k"; use one of: 28k, 73k, 232k, 295k, in2p3` {
		t.Errorf("1k: %v", err)
	}
}

func written(t *testing.T, s Size, seed int64) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Write(&b, seed); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
