package fidelity_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/fidelity"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/workload/sacct"
)

// recordings are runs of Slurm 22.05 on eight nodes.
const recordings = "../slurmstate/testdata/starts/"

// recorded replays a recording. The replay begins with the first recorded start, because
// until then all nodes were drained.
func recorded(t *testing.T, folder string, more ...slurmstate.File) (*fidelity.PastModel, *fidelity.Outcome) {
	rows, err := os.ReadFile(folder + "/sacct.txt")
	if err != nil {
		t.Fatal(err)
	}
	conf, err := os.ReadFile(filepath.Dir(folder) + "/slurm.conf")
	if err != nil {
		t.Fatal(err)
	}
	past, err := sacct.ReadRecords(bytes.NewReader(rows), sacct.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := slurmstate.Read(append(more, slurmstate.File{Name: "slurm.conf", Data: conf}))
	if err != nil {
		t.Fatal(err)
	}
	in := fidelity.Input{Past: past, Snapshot: s, From: past.Records[0].Start}
	for i := range past.Records {
		in.From = min(in.From, past.Records[i].Start)
	}
	m, err := fidelity.New(in)
	if err != nil {
		t.Fatal(err)
	}
	o, err := m.Replay()
	if err != nil {
		t.Fatal(err)
	}
	return m, o
}

// TestRecordedRuns replays what sacct recorded of Slurm. Jobs run for seconds there, and
// Slurm needs a second or two to start and to end one, so errors add up over a run of a
// minute; compare the errors with the waits.
func TestRecordedRuns(t *testing.T) {
	for _, x := range []struct {
		kind   string
		median simtime.Duration // largest accepted median error
	}{{"backfill-nodes", 12}, {"builtin-nodes", 12}, {"backfill-defer-cores", 20}, {"builtin-cores", 12}, {"backfill-limits", 30}} {
		folders, _ := filepath.Glob(recordings + x.kind + "/[0-9]")
		var errors, waits []simtime.Duration
		reasons := map[string]int{}
		for _, folder := range folders {
			m, o := recorded(t, folder)
			f := m.Fidelity(o)
			if f.Overall.Jobs < 15 || len(f.Refused) > 0 {
				t.Errorf("%s: %d jobs replayed; left out: %v", folder, f.Overall.Jobs, f.Refused)
			}
			for i, r := range m.Records() {
				e := int64(o.Start[i]/1000) - (r.Start - m.Began())
				errors = append(errors, simtime.Duration(max(e, -e)))
				waits = append(waits, simtime.Duration(r.Start-max(r.Eligible, m.Began())))
			}
			for _, w := range f.Wrong {
				reasons[w.Reason]++
			}
		}
		slices.Sort(errors)
		slices.Sort(waits)
		at := func(all []simtime.Duration, p int) simtime.Duration { return all[len(all)*p/100] }
		t.Logf("%s: %d jobs, error %d s in the median and %d s for 90 %%; waits %d and %d s; wrong: %v", x.kind, len(errors), at(errors, 50), at(errors, 90), at(waits, 50), at(waits, 90), reasons)
		if len(errors) < 100 || at(errors, 50) > x.median {
			t.Errorf("%s: %d jobs, median error %d s", x.kind, len(errors), at(errors, 50))
		}
	}
}

// qosOf returns the QOSs of a recording as sacctmgr would list them: each is a name with
// settings.
func qosOf(t *testing.T, lines []string) slurmstate.File {
	var titles []string
	for _, line := range lines {
		for _, word := range strings.Fields(line)[1:] {
			if name, _, ok := strings.Cut(word, "="); ok && !slices.Contains(titles, name) {
				titles = append(titles, name)
			}
		}
	}
	text := "Name|" + strings.Join(titles, "|") + "\n"
	for _, line := range lines {
		words := strings.Fields(line)
		row := []string{words[0]}
		for _, title := range titles {
			value := ""
			for _, word := range words[1:] {
				if name, v, _ := strings.Cut(word, "="); name == title {
					value = v
				}
			}
			row = append(row, value)
		}
		text += strings.Join(row, "|") + "\n"
	}
	return slurmstate.File{Name: "qos.txt", Data: []byte(text)}
}

// TestRecordedLimits replays runs of Slurm whose QOSs had limits, without and with them.
func TestRecordedLimits(t *testing.T) {
	folders, _ := filepath.Glob(recordings + "backfill-limits/[0-9]")
	var without, with []simtime.Duration
	for _, folder := range folders {
		text, err := os.ReadFile(folder + "/inputs.json")
		var in struct{ QOS []string }
		if err == nil {
			err = json.Unmarshal(text, &in)
		}
		if err != nil {
			t.Fatal(err)
		}
		errors := func(all *[]simtime.Duration, more ...slurmstate.File) {
			m, o := recorded(t, folder, more...)
			for i, r := range m.Records() {
				if o.Start[i] == fidelity.Unstarted {
					t.Errorf("%s: job %s never starts", folder, r.ID)
				}
				e := int64(o.Start[i]/1000) - (r.Start - m.Began())
				*all = append(*all, simtime.Duration(max(e, -e)))
			}
		}
		errors(&without)
		errors(&with, qosOf(t, in.QOS))
	}
	slices.Sort(without)
	slices.Sort(with)
	at := func(all []simtime.Duration, p int) simtime.Duration { return all[len(all)*p/100] }
	t.Logf("%d jobs: error %d s in the median and %d s for 90 %% without limits, %d s and %d s with them", len(with), at(without, 50), at(without, 90), at(with, 50), at(with, 90))
	if len(with) < 100 || at(with, 50) >= at(without, 50) || at(with, 90) >= at(without, 90) {
		t.Error("limits do not make the replay better")
	}
}

// TestRecordedPreemption replays the situations in which Slurm stopped jobs: those that
// ran, and a job that started because some of them were stopped. Without preemption, the
// stopped jobs end by themselves when they did in the record; with it, they would run until
// their limits, and the replay has to stop them.
func TestRecordedPreemption(t *testing.T) {
	files, _ := filepath.Glob("../slurmstate/testdata/preempt/*.json")
	jobs, without, with, stopped, same := 0, 0, 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		var in preemptions
		if err == nil {
			err = json.Unmarshal(text, &in)
		}
		if err != nil {
			t.Fatal(err)
		}
		conf := "NodeName=n[0-7] CPUs=4\n" + strings.Join(in.Conf, "\n") + "\n"
		if !strings.Contains(conf, "PartitionName=") {
			t.Fatalf("%s: no partitions", file)
		}
		for i := range in.Cases {
			x := &in.Cases[i]
			rows := x.rows(t)
			if rows == "" {
				continue
			}
			past, err := sacct.ReadRecords(strings.NewReader(rows), sacct.Options{})
			if err != nil {
				t.Fatal(err)
			}
			run := func(conf string) (soon, stops int) {
				s, err := slurmstate.Read([]slurmstate.File{{Name: "slurm.conf", Data: []byte(conf)}, qosOf(t, append(in.QOS, "normal Priority=0"))})
				if err != nil {
					t.Fatal(err)
				}
				m, err := fidelity.New(fidelity.Input{Past: past, Snapshot: s, From: past.Records[0].Start - 1})
				if err != nil {
					t.Fatal(err)
				}
				o, err := m.Replay()
				if err != nil {
					t.Fatal(err)
				}
				for i, r := range m.Records() {
					if e := int64(o.Start[i]/1000) - (r.Start - m.Began()); r.State == "RUNNING" && o.Start[i] != fidelity.Unstarted && max(e, -e) <= 60 && slices.Contains(x.ids(), r.ID) {
						soon++
					}
				}
				return soon, m.Fidelity(o).Stopped
			}
			jobs += len(x.ids())
			plain, _ := run(strings.ReplaceAll(conf, "PreemptType=", "#"))
			soon, stops := run(conf)
			without, with, stopped = without+plain, with+soon, stopped+len(x.Victims)
			if stops == len(x.Victims) {
				same++
			}
		}
	}
	t.Logf("%d jobs that stopped others: %d within 60 s without preemption, %d with it; %d runs were stopped, as many as recorded in %d cases", jobs, without, with, stopped, same)
	if jobs < 40 || with*10 < jobs*9 || without > with || same < 40 {
		t.Error("preemption does not make the replays better")
	}
}

// preemptions is a file of recordings of preemption.
type preemptions struct {
	Conf  []string `json:"slurm_conf"`
	QOS   []string
	Cases []preemptionCase
}

type preemptionCase struct {
	Running, High []preemptionJob
	Before, After []string // lines of squeue
	Victims       []string
}

type preemptionJob struct {
	ID, User, Partition, QOS, Error string
	Name                            string
	Options                         []string
	Nodes, Tasks                    int
	Exclusive                       bool
	Limit                           int `json:"limit_minutes"`
}

// ids returns the jobs that stopped others and ran after that.
func (x *preemptionCase) ids() (all []string) {
	for _, j := range x.High {
		for _, line := range x.After {
			if f := strings.Split(line, "|"); f[0] == j.ID && f[2] == "RUNNING" {
				all = append(all, j.ID)
			}
		}
	}
	return all
}

// rows returns the jobs as sacct would list them: stopped jobs end when the first other
// one starts.
func (x *preemptionCase) rows(t *testing.T) string {
	text := "JobID|User|Account|Partition|QOS|Priority|Submit|Eligible|Start|End|TimelimitRaw|State|AllocCPUS|AllocNodes|NodeList|SubmitLine\n"
	find := func(lines []string, id string) []string {
		for _, line := range lines {
			if f := strings.Split(line, "|"); f[0] == id && f[2] == "RUNNING" {
				return f
			}
		}
		return nil
	}
	began := ""
	for _, id := range x.ids() {
		if f := find(x.After, id); began == "" || f[8] < began {
			began = f[8]
		}
	}
	if began == "" {
		return ""
	}
	row := func(j *preemptionJob, f []string, submit, state, end string) {
		line := ""
		if j.Exclusive {
			line = "sbatch --exclusive"
		}
		part := j.Partition
		if part == "" {
			part = "all"
		}
		text += strings.Join([]string{j.ID, j.User, "lab", part, j.QOS, f[7], submit, submit, f[8], end, fmt.Sprint(j.Limit), state, f[5], f[4], f[6], line}, "|") + "\n"
	}
	for i := range x.Running {
		j := &x.Running[i]
		if f := find(x.Before, j.ID); f != nil && j.Error == "" {
			if slices.Contains(x.Victims, j.ID) {
				row(j, f, f[8], "PREEMPTED", began)
			} else {
				row(j, f, f[8], "RUNNING", "Unknown")
			}
		}
	}
	for i := range x.High {
		if f := find(x.After, x.High[i].ID); f != nil {
			row(&x.High[i], f, began, "RUNNING", "Unknown")
		}
	}
	return text
}

// TestRecordedLimitCases replays the recorded cases of limits: jobs that a limit held until
// another job was cancelled. The cancellation is put 100 seconds after the submissions.
func TestRecordedLimitCases(t *testing.T) {
	const folder = "../slurmstate/testdata/limits/"
	text, err := os.ReadFile(folder + "cases.json")
	var cases []struct {
		Name, Cancelled       string
		Sacctmgr, First, Then []string
		Jobs                  []preemptionJob
	}
	if err == nil {
		err = json.Unmarshal(text, &cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	conf, err := os.ReadFile(folder + "slurm.conf")
	if err != nil {
		t.Fatal(err)
	}
	users := map[string]string{"alice": "phys", "bob": "phys", "carol": "chem", "dave": "chem", "erin": "bio"}
	assoc := "Account|User|Par Name\nroot||\nscience||root\nphys||science\nchem||science\nbio||root\n"
	for _, user := range slices.Sorted(maps.Keys(users)) {
		assoc += users[user] + "|" + user + "|\n"
	}
	files := []slurmstate.File{{Name: "slurm.conf", Data: conf}, {Name: "assoc", Data: []byte(assoc)}, {Name: "qos", Data: []byte("Name|Priority|GrpTRES\nnormal|0|\nlimited|0|\npqos|0|node=2\n")}}
	held, without, with, used := 0, 0, 0, 0
	for _, x := range cases {
		at := func(s int) string { return fmt.Sprintf("2026-03-01T10:%02d:%02d", s/60, s%60) }
		rows := "JobID|User|Account|Partition|QOS|Submit|Start|End|TimelimitRaw|State|AllocCPUS|AllocNodes|AllocTRES|ReqMem|NodeList\n"
		late := map[string]bool{}
		for i, j := range x.Jobs {
			for _, line := range append(slices.Clone(x.First), x.Then...) {
				f := strings.Split(line, "|")
				if f[1] != j.Name || f[2] != "RUNNING" || strings.Contains(rows, "\n"+f[0]+"|") {
					continue
				}
				start, end, state := i, "Unknown", "RUNNING"
				if !slices.ContainsFunc(x.First, func(s string) bool { return strings.HasPrefix(s, f[0]+"|") && strings.Contains(s, "RUNNING") }) {
					start, late[f[0]] = 101, true
				}
				if f[0] == x.Cancelled {
					end, state = at(100), "CANCELLED"
				}
				qos, part := cmp.Or(j.QOS, "normal"), cmp.Or(j.Partition, "main")
				tres := "cpu=" + f[5] + ",node=" + f[4]
				for _, o := range j.Options {
					if n, ok := strings.CutPrefix(o, "--gres=gpu:"); ok {
						per, _ := strconv.Atoi(n)
						tres += fmt.Sprint(",gres/gpu=", per*j.Nodes)
					}
				}
				rows += strings.Join([]string{f[0], j.User, users[j.User], part, qos, at(i), at(start), end, fmt.Sprint(j.Limit), state, f[5], f[4], tres, "", f[6]}, "|") + "\n"
			}
		}
		if len(late) == 0 {
			continue
		}
		past, err := sacct.ReadRecords(strings.NewReader(rows), sacct.Options{})
		if err != nil {
			t.Fatal(x.Name, err)
		}
		s, err := slurmstate.Read(files)
		if err != nil {
			t.Fatal(err)
		}
		var changes []fidelity.SettingChange
		for _, command := range x.Sacctmgr {
			words := strings.Fields(command)
			for _, word := range words[4:] {
				if name, value, _ := strings.Cut(word, "="); name != "Flags" {
					changes = append(changes, fidelity.SettingChange{Path: words[1] + "." + words[2] + "." + name, Value: value})
				}
			}
		}
		m, err := fidelity.New(fidelity.Input{Past: past, Snapshot: s, From: past.Records[0].Start - 1})
		if err != nil {
			t.Fatal(x.Name, err)
		}
		limited, err := m.With(changes)
		if err != nil {
			t.Fatal(x.Name, err)
		}
		soon := func(m *fidelity.PastModel) (n int) {
			o, err := m.Replay()
			if err != nil {
				t.Fatal(x.Name, err)
			}
			for i, r := range m.Records() {
				if e := int64(o.Start[i]/1000) - (r.Start - m.Began()); late[r.ID] && o.Start[i] != fidelity.Unstarted && max(e, -e) <= 10 {
					n++
				}
			}
			return n
		}
		a, b := soon(m), soon(limited)
		used, held, without, with = used+1, held+len(late), without+a, with+b
		if b < len(late) {
			t.Logf("%s: %d of %d", x.Name, b, len(late))
		}
	}
	t.Logf("%d cases with %d jobs that a limit held for 100 s: %d within 10 s without limits, %d with them", used, held, without, with)
	if used < 20 || with*4 < held*3 || without*2 > held {
		t.Error("limits do not make the replays better")
	}
}
