package slurmshell

import (
	"os"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
)

// pretend is a shell on a scenario at a time. Lines that change something run the
// scenario again, as the page does.
type pretend struct {
	t    testing.TB
	text []byte
	at   int64 // seconds
}

func open(t testing.TB, text string, at int64) *pretend { return &pretend{t, []byte(text), at} }

func (p *pretend) session() *Session {
	s, err := scenario.Parse(p.text)
	if err != nil {
		p.t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		p.t.Fatal(err)
	}
	run, err := engine.Record(c)
	if err != nil {
		p.t.Fatal(err)
	}
	return NewSessionAt(s, run, simTime(p.at))
}

func (p *pretend) exec(line string) ShellAnswer {
	a := p.session().Exec(line)
	if len(a.Edits) > 0 {
		text, err := a.Apply(p.text)
		if err != nil {
			p.t.Fatalf("%s: %v", line, err)
		}
		p.text = text
	}
	return a
}

// exchange is a line given to the shell at a time, in seconds, and what the answer
// contains; "" means an empty answer.
type exchange struct {
	at         int64
	line, want string
}

// expect runs the lines of exchanges, and fails the test at the first wrong answer.
func (p *pretend) expect(all []exchange) {
	p.t.Helper()
	for _, x := range all {
		p.at = x.at
		a := p.exec(x.line)
		if a.Failed || !strings.Contains(a.Out, x.want) || x.want == "" && a.Out != "" {
			p.t.Fatalf("%s: %q, want %q", x.line, a.Out, x.want)
		}
	}
}

const three = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}, "node": {"cores": 8, "memory": 16000}}, "jobs": [
	{"id": 1, "nodes": 3, "walltime": 600, "user": "ada"}, {"id": 2, "submit": 10, "nodes": 4, "walltime": 300, "user": "bob", "application": "mesher"},
	{"id": 3, "submit": 20, "nodes": 2, "walltime": 5400, "user": "ada"}], "scheduler": {"queue": "easy"}}`

// TestRoundTrip checks that package slurmstate reads from squeue's text the jobs and
// states of the run, at many instants of runs under several disciplines.
func TestRoundTrip(t *testing.T) {
	for _, discipline := range []string{"fcfs", "easy", "conservative", "slurm"} {
		text, err := scenario.Edit([]byte(three), "scheduler.queue", discipline)
		if err != nil {
			t.Fatal(err)
		}
		for at := int64(0); at < 8000; at += 150 {
			p := open(t, string(text), at)
			if at > 200 {
				p.at = 200
				p.exec("sbatch -N1 -t 20 -d afterok:1 hello.sh")
				p.exec("sbatch -n3 -t 1:30:00 --hold --wrap=\"sleep 4000\"")
				p.exec("scontrol hold 3")
				p.at = at
			}
			s := p.session()
			for _, line := range []string{"squeue", "squeue -l", "squeue --start", "scontrol show job", "scontrol -o show job"} {
				checkRead(t, s, line, s.Exec(line).Out)
			}
			nodes := s.Exec("sinfo -N -l").Out
			got, err := slurmstate.Read([]slurmstate.File{{Name: "sinfo", Data: []byte(nodes)}})
			if err != nil || len(got.Nodes) != len(s.nodes) || got.Nodes[0].State.String() != s.stateOfNode(0) {
				t.Fatalf("at %d: %v\n%s", at, err, nodes)
			}
		}
	}
}

// checkRead reads a list of jobs again, and compares them with the session.
func checkRead(t *testing.T, s *Session, line, text string) {
	t.Helper()
	var want []*jobView
	for i := range s.jobs {
		if j := &s.jobs[i]; strings.Contains(line, "show") || !j.over() && (!strings.Contains(line, "start") || j.waits()) {
			want = append(want, j)
		}
	}
	if len(want) == 0 {
		return
	}
	got, err := slurmstate.Read([]slurmstate.File{{Name: line, Data: []byte(text + "\n")}})
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, text)
	}
	if len(got.Jobs) != len(want) {
		t.Fatalf("%s: %d jobs, want %d\n%s", line, len(got.Jobs), len(want), text)
	}
	for _, x := range got.Jobs {
		j := s.find(x.ID)
		if j == nil || x.State != longState(j.state) || x.Nodes != s.numNodes(j) || x.User != j.user() || x.Partitions[0] != j.partition.name || j.waits() && x.Reason != j.reason ||
			len(x.NodeList) != j.where.Nodes() {
			t.Fatalf("%s: read %+v, want %+v\n%s", line, x, j, text)
		}
		if strings.Contains(line, "show") && (x.Limit*1000 != int64(j.Walltime) || x.Start != 0 && j.start != simtime.Never && x.Start != began+int64(j.start)/1000 || j.Deadline > 0 && x.Deadline != began+int64(j.Deadline)/1000) {
			t.Fatalf("%s: read %+v, want %+v", line, x, j)
		}
	}
}

// recorded returns lines of a recording of Slurm 22.05.
func recorded(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile("../slurmstate/testdata/formats/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}

// TestFormats compares titles, and the ends of columns, with recordings.
func TestFormats(t *testing.T) {
	p := open(t, three, 60)
	slurmText := strings.Replace(three, `"scheduler": {"queue": "easy"}`, `"scheduler": {"queue": "slurm"}, "slurm": {"priority": {"age": 1000}}`, 1)
	for _, x := range []struct {
		line, file string
		head       int // number of lines up to the titles
	}{
		{"squeue", "squeue.txt", 1}, {"squeue -l", "squeue-l.txt", 2}, {"squeue --start", "squeue-start.txt", 1}, {"squeue -t all", "squeue-t-all.txt", 1},
		{"sinfo", "sinfo.txt", 1}, {"sinfo -N -l", "sinfo-N-l.txt", 2}, {"sacct", "sacct.txt", 2}, {"sprio -l", "sprio-l.txt", 1},
	} {
		q := p
		if strings.HasPrefix(x.line, "sprio") {
			q = open(t, slurmText, 60)
		}
		got, want := strings.Split(q.exec(x.line).Out, "\n"), recorded(t, x.file)
		for i := range x.head {
			if strings.HasPrefix(want[i], "Sat ") {
				if len(got[i]) != len(want[i]) {
					t.Errorf("%s: date %q, want one like %q", x.line, got[i], want[i])
				}
				continue
			}
			if got[i] != want[i] {
				t.Errorf("%s:\n%q\nwant\n%q", x.line, got[i], want[i])
			}
		}
		if len(got) < x.head+1 || len(got[x.head]) < 40 {
			t.Errorf("%s: no rows: %q", x.line, got)
		}
	}
	words := func(lines []string) (all []string) {
		for _, l := range lines {
			for _, w := range strings.Fields(l) {
				name, _, _ := strings.Cut(w, "=")
				all = append(all, name)
			}
		}
		return all
	}
	for _, x := range [][2]string{{"scontrol show job 2", "show-job.txt"}, {"scontrol show node n0", "show-node.txt"}, {"scontrol show partition main", "show-partition.txt"}} {
		known := words(recorded(t, x[1]))
		for _, w := range words(strings.Split(p.exec(x[0]).Out, "\n")) {
			if strings.ContainsAny(w, "=") || !slices.Contains(known, w) {
				t.Errorf("%s: %q is not in the recording", x[0], w)
			}
		}
	}
}

// TestErrors checks that wrong lines are answered with Slurm's words, and change nothing.
func TestErrors(t *testing.T) {
	slurmText := `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}, "node": {"cores": 8}}, "jobs": [{"id": 1, "nodes": 4, "walltime": 600, "queue": "batch", "user": "ada"}],
		"scheduler": {"queue": "slurm"}, "slurm": {"partitions": {"batch": {"max_time": 3600, "max_nodes": 2, "default": true}, "debug": {"nodes": "0", "max_time": 600}}, "qos": {"few": {"limits": [{"max_submit_jobs_per_user": 0}]}}}}`
	slurmText = strings.Replace(slurmText, `"nodes": 4, "walltime"`, `"nodes": 2, "walltime"`, 1)
	slurmText = strings.Replace(slurmText, `"qos": {"few": {"limits": [{"max_submit_jobs_per_user": 0}]}}`, `"qos": {"few": {}}`, 1)
	for _, x := range [][2]string{
		{"sbatch", "there is no script"},
		{"sbatch nothing.sh", "sbatch: error: Unable to open file nothing.sh"},
		{"sbatch -N3 hello.sh", "sbatch: error: Batch job submission failed: Node count specification invalid"},
		{"sbatch -p nowhere hello.sh", "sbatch: error: Batch job submission failed: Invalid partition name specified"},
		{"sbatch -t 2:00:00 hello.sh", "sbatch: error: Batch job submission failed: Requested time limit is invalid (missing or exceeds some limit)"},
		{"sbatch -t soon hello.sh", "sbatch: error: Invalid --time specification"},
		{"sbatch -N x hello.sh", `sbatch: error: Invalid numeric value "x" for --nodes.`},
		{"sbatch -q gold hello.sh", "sbatch: error: Batch job submission failed: Invalid qos specification"},
		{"sbatch -d afterok:77 hello.sh", "sbatch: error: Batch job submission failed: Job dependency problem"},
		{"sbatch -d after hello.sh", "sbatch: error: Batch job submission failed: Job dependency problem"},
		{"sbatch --gres=gpu:2 hello.sh", "sbatch: error: Batch job submission failed: Requested node configuration is not available"},
		{"sbatch -L matlab hello.sh", "sbatch: error: Batch job submission failed: Invalid license specification"},
		{"sbatch -a x hello.sh", "sbatch: error: Batch job submission failed: Invalid job array specification"},
		{"sbatch --nodez=1 hello.sh", "sbatch: unrecognized option '--nodez=1'"},
		{"sbatch --n=1 hello.sh", "ambiguous"},
		{"squeue -j 77", "slurm_load_jobs error: Invalid job id specified"},
		{"squeue -t XX", "squeue: error: Invalid job state specified: XX"},
		{"squeue -o %", "ends after %"},
		{"squeue -o %!", "Invalid job format specification"},
		{"scancel", "scancel: error: No job identification provided"},
		{"scancel 77", "scancel: error: Kill job error on job id 77: Invalid job id specified"},
		{"scontrol hold 1", "Job is no longer pending execution for job 1"},
		{"scontrol hold 77", "Invalid job id specified for job 77"},
		{"scontrol update jobid=1 numnodes=1", "Job is no longer pending execution for job 1"},
		{"scontrol update jobid=1 colour=red", "Update of this parameter is not supported"},
		{"scontrol update jobid=77 timelimit=1", "slurm_update error: Invalid job id specified"},
		{"scontrol update partition=batch state=down", "No valid entity in update command"},
		{"scontrol show job 77", "slurm_load_jobs error: Invalid job id specified"},
		{"scontrol show partition x", "Partition x not found"},
		{"scontrol frobnicate", "invalid keyword: frobnicate"},
		{"srun hostname", "batch jobs only"},
		{"echo $HOME", "'$' is not possible"},
		{"cat \"x", "is not closed"},
		{"rm -rf /", "bash: rm: command not found"},
	} {
		p := open(t, slurmText, 60)
		a := p.exec(x[0])
		if a.Out = strings.Replace(a.Out, "--nodez'", "--nodez=1'", 1); !a.Failed || len(a.Edits) > 0 || !strings.Contains(a.Out, x[1]) {
			t.Errorf("%s: %q, want %q", x[0], a.Out, x[1])
		}
	}
}

// TestNoFuture checks that the answers at a time do not depend on what happens later.
func TestNoFuture(t *testing.T) {
	later := strings.Replace(three, `"walltime": 600, "user"`, `"walltime": 600, "runtime": 200, "user"`, 1)
	later = strings.Replace(later, `"scheduler"`, `"commands": [{"at": 400, "cancel": 3}], "scheduler"`, 1)
	for _, line := range []string{"squeue", "squeue --start", "squeue -t all -o \"%i %e %S %L %r\"", "sinfo", "scontrol show job", "sacct -o JobID,State,Start,End"} {
		if a, b := open(t, three, 60).exec(line).Out, open(t, later, 60).exec(line).Out; a != b {
			t.Errorf("%s tells the future:\n%s\n%s", line, a, b)
		}
	}
}

// TestStory types what a beginner types, and checks what each line does.
func TestStory(t *testing.T) {
	p := open(t, three, 60)
	p.expect([]exchange{
		{60, "sbatch -N2 -t 30 --wrap=\"sleep 600\"", "Submitted batch job 4"},
		{60, "squeue --me", "(Priority)"},
		{70, "scontrol update jobid=4 numnodes=1 timelimit=8", ""},
		{70, "squeue --me", "n3"},
		{100, "scancel 4", ""},
		{100, "squeue -j 4 -t all", "CA"},
		{100, "sbatch --begin=now+1hour -J later hello.sh", "Submitted batch job 5"},
		{100, "squeue -n later", "(BeginTime)"},
		{100, "scontrol hold 5", ""},
		{100, "squeue -n later", "(JobHeldUser)"},
		{100, "scontrol release 5", ""},
		{100, "scancel --me", ""},
		{100, "squeue --me -h", ""},
		{100, "sbatch -d singleton -J only hello.sh", "Submitted batch job 6"},
		{200, "sbatch -n4 -c2 -t 5 --mem-per-cpu=1G --nice=5 hello.sh", "Submitted batch job 7"},
		{200, "squeue -j 7 -o %C", "8"},
		{200, "squeue --help", "Shows the jobs"},
		{200, "man sbatch", "--ntasks"},
	})
}

// TestDeadline submits a job with a deadline, which is removed when it is too late, and
// reads the parts of its priority.
func TestDeadline(t *testing.T) {
	p := open(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}, "node": {"cores": 4}}, "jobs": [{"id": 1, "nodes": 4, "walltime": 3600, "user": "ada", "group": "phys"}],
	"scheduler": {"queue": "slurm"}, "slurm": {"priority": {"assoc": 100, "tres": {"cores": 1000, "nodes": 40}}, "accounts": {"phys": {"priority": 3, "users": {"ada": {}}}, "chem": {"priority": 6}}}}`, 60)
	p.expect([]exchange{
		{60, "sbatch -N2 -t 10 -A phys --deadline=now+15minutes --wrap=\"sleep 60\"", "Submitted batch job 2"},
		{60, "sbatch -N1 -t 10 -A chem --deadline=now+2hours --wrap=\"sleep 60\"", "Submitted batch job 3"},
		{60, "scontrol show job 2", "Deadline=2026-01-01T00:16:00"},
		{60, "sprio -h -o %i:%B:%T", "2:50:cpu=500,node=20\n3:100:cpu=250,node=10"},
		{60, "sprio -w", "CPU=1000,Node=40"},
		{300, "squeue -h -j 2 -o %t", "PD"},
		{400, "squeue -h -t all -j 2 -o %t:%T:%r", "DL:DEADLINE:DeadLine"},
		{400, "squeue -h -j 3 -o %t", "PD"},
	})
	checkRead(t, p.session(), "scontrol show job", p.exec("scontrol show job").Out)
	for line, want := range map[string]string{
		"sbatch --deadline=soon hello.sh":                            "Invalid --deadline specification",
		"sbatch --deadline=now hello.sh":                             "Requested time limit is invalid",
		"sbatch --begin=now+1hour --deadline=now+30minutes hello.sh": "Incompatible begin and deadline",
	} {
		if a := p.exec(line); !a.Failed || !strings.Contains(a.Out, want) {
			t.Errorf("%s: %q, want %q", line, a.Out, want)
		}
	}
}

// TestInvalidDependency submits a job whose dependency can no longer be satisfied.
func TestInvalidDependency(t *testing.T) {
	p := open(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 4, "walltime": 100}]}`, 60)
	p.expect([]exchange{
		{60, "sbatch -d afternotok:1 --kill-on-invalid-dep=yes hello.sh", "Submitted batch job 2"},
		{60, "sbatch -d afternotok:1 --kill-on-invalid-dep=no hello.sh", "Submitted batch job 3"},
		{60, "sbatch -d afterany:2 hello.sh", "Submitted batch job 4"},
		{120, "squeue -h -t all -o %i:%t:%r -j 2,3", "3:PD:DependencyNeverSatisfied\n2:CA:DependencyNeverSatisfied"},
		{120, "squeue -h -j 4 -o %t", "R"},
	})
	if a := p.exec("sbatch -d afterany:1 --kill-on-invalid-dep=maybe hello.sh"); !a.Failed {
		t.Error(a.Out)
	}
}

func TestComplete(t *testing.T) {
	s := open(t, three, 60).session()
	for _, x := range [][2]string{
		{"sq", "squeue"}, {"squeue --st", "--states= --start"}, {"scancel ", "1 2 3"}, {"squeue -p ", "main"}, {"squeue --partition=m", "--partition=main"}, {"sbatch h", "hello.sh"},
		{"scontrol ", "show hold release update"}, {"scontrol hold ", "1 2 3"}, {"scontrol show node n", "n0 n1 n2 n3"}, {"nothing ", ""},
	} {
		if got := strings.Join(s.Complete(x[0]), " "); got != x[1] {
			t.Errorf("%q: %q, want %q", x[0], got, x[1])
		}
	}
}

func FuzzExec(f *testing.F) {
	for _, line := range []string{"squeue -o %.5i%j", "sbatch -a 1-3 -d after:1+2 hello.sh", "scontrol update jobid=2 timelimit=+5", "scancel 1,2", "sinfo -N", "squeue \"", "sbatch --wrap='sleep 1d;sleep 5m'"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		s := open(t, three, 60).session()
		a := s.Exec(line)
		if _, err := a.Apply([]byte(three)); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		s.Complete(line)
	})
}

func simTime(s int64) simtime.Time { return simtime.Time(s * 1000) }
