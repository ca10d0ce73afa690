package slurmstate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopyard/core/slurmtext"
)

// recorded returns files of testdata/formats.
func recorded(t testing.TB, names ...string) []File {
	t.Helper()
	var files []File
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("testdata/formats", name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, File{name, data})
	}
	return files
}

// read reads files of testdata/formats.
func read(t testing.TB, names ...string) *Snapshot {
	t.Helper()
	s, err := Read(recorded(t, names...))
	if err != nil {
		t.Fatalf("%v: %v", names, err)
	}
	return s
}

// fact is a job of facts.json.
type fact struct{ Name, User, Sbatch, ID, State, Reason string }

func facts(t testing.TB) (before, after int64, jobs []fact) {
	t.Helper()
	var all struct {
		Before, After int64
		Jobs          []fact
	}
	data, err := os.ReadFile("testdata/formats/facts.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all.Before, all.After, all.Jobs
}

// find returns the jobs that a fact is about: the tasks of an array and the components
// of a heterogeneous job count.
func find(s *Snapshot, id string) (found []*JobInfo) {
	for i := range s.Jobs {
		base := strings.FieldsFunc(s.Jobs[i].ID, func(c rune) bool { return c == '_' || c == '+' })[0]
		if base == id {
			found = append(found, &s.Jobs[i])
		}
	}
	return found
}

// queueFiles lists the recordings of the queue. Ended jobs are in some only.
var queueFiles = []struct {
	name        string
	ended, text bool
}{
	{"squeue.txt", false, true}, {"squeue-l.txt", false, true}, {"squeue-r.txt", false, true}, {"squeue-t-all.txt", true, true}, {"squeue-start.txt", false, true},
	{"squeue-all.txt", false, false}, {"squeue.json", true, false}, {"show-job.txt", true, false}, {"show-job-o.txt", true, false},
}

func TestFacts(t *testing.T) {
	_, _, jobs := facts(t)
	for _, f := range queueFiles {
		s := read(t, f.name)
		for _, want := range jobs {
			got := find(s, want.ID)
			waits := want.State == "PENDING"
			if !waits && want.State != "RUNNING" && want.State != "SUSPENDED" && !f.ended || !waits && f.name == "squeue-start.txt" {
				continue
			}
			if len(got) == 0 {
				t.Errorf("%s: job %s is missing", f.name, want.ID)
				continue
			}
			j := got[0]
			if want.State == "RUNNING" {
				i := slices.IndexFunc(got, func(j *JobInfo) bool { return j.State == "RUNNING" })
				if i < 0 {
					t.Errorf("%s: job %s does not run", f.name, want.ID)
					continue
				}
				j = got[i]
			}
			name := want.Name
			if want.Name != j.Name && want.Name == "single" {
				name = "paused"
			}
			switch {
			case f.text:
				name = name[:min(8, len(name))]
			case f.name == "squeue-all.txt" && strings.Contains(name, "|"):
				name = ""
			}
			if j.Name != name || j.User != want.User || j.State != want.State {
				t.Errorf("%s: job %s: %+v, want %+v", f.name, want.ID, *j, want)
			}
			if (waits || !f.text) && j.Reason != want.Reason {
				t.Errorf("%s: job %s: reason %q, want %q", f.name, want.ID, j.Reason, want.Reason)
			}
		}
	}
}

// TestNoContradictions checks that the recordings of all formats agree in every field
// that two of them give, but for run times, which grew by a second, and for the state
// of two partitions, which was changed after slurm.conf was read.
func TestNoContradictions(t *testing.T) {
	before, after, _ := facts(t)
	s := read(t, "squeue.txt", "squeue-l.txt", "squeue.json", "squeue-all.txt", "squeue-r.txt", "squeue-start.txt", "squeue-t-all.txt", "sinfo.txt", "sinfo-N-l.txt", "sinfo-all.txt", "sinfo.json", "show-job.txt", "show-node.txt", "show-partition.txt", "show-reservation.txt", "sprio-l.txt", "sshare-l-a.txt", "slurm.conf")
	for _, n := range s.Notices {
		if text := n.String(); strings.Contains(text, "differs") && !strings.Contains(text, "run time of 16 jobs") && !strings.Contains(text, "slurm.conf: line 68: the state of 2 partitions") {
			t.Error(n)
		}
	}
	if s.Now < before-1 || s.Now > after+1 {
		t.Errorf("now is %d, not from %d to %d", s.Now, before, after)
	}
	if len(s.Nodes) != 12 || len(s.Partitions) != 7 || len(s.Reservations) != 3 {
		t.Errorf("%d nodes, %d partitions, %d reservations", len(s.Nodes), len(s.Partitions), len(s.Reservations))
	}
}

// TestTextIsJSON checks that the forms of one output give the same jobs and nodes.
func TestTextIsJSON(t *testing.T) {
	same := func(a, b *Snapshot, adjust func(*JobInfo)) {
		t.Helper()
		if len(a.Jobs) != len(b.Jobs) || len(a.Nodes) != len(b.Nodes) {
			t.Fatalf("%d and %d jobs, %d and %d nodes", len(a.Jobs), len(b.Jobs), len(a.Nodes), len(b.Nodes))
		}
		byID := map[string]*JobInfo{}
		for i := range a.Jobs {
			byID[a.Jobs[i].ID] = &a.Jobs[i]
		}
		for i := range b.Jobs {
			x, y := *byID[b.Jobs[i].ID], b.Jobs[i]
			adjust(&x)
			adjust(&y)
			if !reflect.DeepEqual(x, y) {
				t.Errorf("%+v\n%+v", x, y)
			}
		}
		nodes := map[string]*Node{}
		for i := range a.Nodes {
			nodes[a.Nodes[i].Name] = &a.Nodes[i]
		}
		for i := range b.Nodes {
			if !reflect.DeepEqual(*nodes[b.Nodes[i].Name], b.Nodes[i]) {
				t.Errorf("%+v\n%+v", *nodes[b.Nodes[i].Name], b.Nodes[i])
			}
		}
	}
	same(read(t, "show-job.txt"), read(t, "show-job-o.txt"), func(j *JobInfo) { j.Elapsed = 0 })
	same(read(t, "show-job.txt"), read(t, "squeue.json"), func(j *JobInfo) { j.Elapsed = 0 })
	same(read(t, "show-node.txt"), read(t, "show-node-o.txt"), func(*JobInfo) {})
	same(read(t, "show-node.txt"), read(t, "sinfo.json"), func(*JobInfo) {})
	same(read(t, "sinfo-N-l.txt", "show-node.txt"), read(t, "sinfo.json"), func(*JobInfo) {})
}

// TestIndented checks that white space between values does not matter, and that lines
// are counted.
func TestIndented(t *testing.T) {
	for _, name := range []string{"squeue.json", "sinfo.json"} {
		f := recorded(t, name)[0]
		var b bytes.Buffer
		if err := json.Indent(&b, f.Data, "", "\t"); err != nil {
			t.Fatal(err)
		}
		a, err1 := Read([]File{f})
		s, err2 := Read([]File{{name, b.Bytes()}})
		if err1 != nil || err2 != nil || !reflect.DeepEqual(a, s) {
			t.Errorf("%s: %v %v", name, err1, err2)
		}
		broken := bytes.Replace(b.Bytes(), []byte("\"weight\": 50"), []byte("\"weight\": \"heavy\""), 1)
		broken = bytes.Replace(broken, []byte("\"nice\": 2000"), []byte("\"nice\": \"heavy\""), 1)
		at := bytes.Index(broken, []byte("\"heavy\""))
		want := fmt.Sprintf("%s: line %d: ", name, bytes.Count(broken[:at], []byte("\n"))+1)
		if _, err := Read([]File{{name, broken}}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestIsState checks that the recorded outputs are told from those of other programs.
func TestIsState(t *testing.T) {
	not := map[string]bool{"sacct.txt": true, "sacct-P.txt": true, "sacct-P-X.txt": true, "sacct.json": true, "facts.json": true, "README.md": true, "show-licenses.txt": true}
	all, err := filepath.Glob("testdata/formats/*")
	if err != nil || len(all) < 30 {
		t.Fatal(all, err)
	}
	for _, path := range all {
		name := filepath.Base(path)
		data := recorded(t, name)[0].Data
		if got := slurmtext.IsState(string(data[:min(len(data), 1<<16)])); got == not[name] {
			t.Errorf("%s: %v", name, got)
		}
	}
	for _, text := range []string{"", "hello", `{"hopyard": 1, "partitions": 3}`, "SwitchName=a Nodes=n[0-3]\n", "a=b\n", `{"apiVersion": "v1"}`} {
		if slurmtext.IsState(text) {
			t.Errorf("%q is taken for an output", text)
		}
	}
}
