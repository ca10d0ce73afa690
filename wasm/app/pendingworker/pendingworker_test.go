package pendingworker_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"hopyard/core/pending"
	"hopyard/core/scenario"
	"hopyard/core/slurmstate"
	"hopyard/wasm/app/message"
	_ "hopyard/wasm/app/pendingworker"
	"hopyard/wasm/app/simworker"
)

// given returns an output of Slurm that was recorded.
func given(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../../core/slurmstate/testdata/formats/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// giveFiles gives the worker files, and returns what it knows then.
func giveFiles(t *testing.T, d *simworker.Dispatcher, begin bool, files ...slurmstate.File) (out message.LiveState) {
	t.Helper()
	for i, f := range files {
		d.HandleFile((&message.LiveFile{Serial: 1, Name: f.Name, Begin: begin && i == 0, More: i+1 < len(files)}).Pack(), string(f.Data))
	}
	all := d.Answers()
	if len(all) != 1 || out.Unpack(all[0]) != nil {
		t.Fatalf("%d answers", len(all))
	}
	return out
}

func file(t *testing.T, name string) slurmstate.File {
	return slurmstate.File{Name: name, Data: []byte(given(t, name))}
}

// TestFilesAddUp gives files one after the other, and some with mistakes between them.
// What is known must grow, and mistakes must lose nothing.
func TestFilesAddUp(t *testing.T) {
	var d simworker.Dispatcher
	first := giveFiles(t, &d, true, file(t, "squeue.txt"))
	if first.Has != (message.LiveParts{Reserving: true}) || first.Waiting == 0 || first.Running == 0 || first.Trouble != "" || !slices.ContainsFunc(first.Assumed, func(c pending.Clause) bool { return c.Code == pending.ListOrder }) {
		t.Errorf("squeue: %+v", first)
	}
	broken := slurmstate.File{Name: "sinfo.json", Data: []byte(given(t, "sinfo.json")[:2000])}
	second := giveFiles(t, &d, false, file(t, "squeue-l.txt"), broken, file(t, "show-partition.txt"))
	if len(second.Faults) != 1 || second.Faults[0].Place != "sinfo.json" || second.Faults[0].Fix == "" || len(second.Files) != 3 || !second.Has.Limits || second.Has.Nodes || !second.Has.Partitions {
		t.Errorf("a broken file among good ones: %+v", second)
	}
	third := giveFiles(t, &d, false, slurmstate.File{Name: "x.txt", Data: []byte("\x00\xff{")})
	if len(third.Faults) == 0 || !slices.Equal(third.Files, second.Files) || third.Waiting != second.Waiting {
		t.Errorf("a file that is no output: %+v", third)
	}
	fourth := giveFiles(t, &d, false, file(t, "sinfo.json"), file(t, "squeue.json"))
	if len(fourth.Faults) > 0 || fourth.Has != (message.LiveParts{Limits: true, Nodes: true, Partitions: true, Priorities: true, Reserving: true}) || fourth.Nodes != 12 || len(fourth.Files) != 5 {
		t.Errorf("all: %+v", fourth)
	}
	again := giveFiles(t, &d, true, file(t, "squeue.txt"))
	if len(again.Files) != 1 || again.Has.Nodes {
		t.Errorf("after a new beginning: %+v", again)
	}
}

// answers works until nothing is left to do, and returns the answers.
func answers(t *testing.T, d *simworker.Dispatcher) (out []message.LiveAnswer) {
	t.Helper()
	for d.Busy() {
		d.Work(32)
		for _, wire := range d.Answers() {
			var a message.LiveAnswer
			if a.Unpack(wire) != nil {
				t.Fatalf("kind %d", message.KindOf(wire))
			}
			out = append(out, a)
		}
	}
	return out
}

// TestLiveAnswers asks about each pending job. The answers must grow, and end as those
// of the command line do.
func TestLiveAnswers(t *testing.T) {
	var d simworker.Dispatcher
	files := []slurmstate.File{file(t, "squeue.json"), file(t, "sinfo.json"), file(t, "show-partition.txt")}
	giveFiles(t, &d, true, files...)
	s, err := slurmstate.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	q, err := pending.New(s)
	if err != nil {
		t.Fatal(err)
	}
	asked, blocked := int32(0), 0
	for i := range s.Jobs {
		j := &s.Jobs[i]
		if j.State != "PENDING" {
			continue
		}
		asked++
		d.Handle((&message.LiveQuestion{Serial: 1, Number: asked, Job: j.ID}).Pack())
		if i%3 == 0 { // a new question ends the old one
			d.Work(1)
			asked++
			d.Handle((&message.LiveQuestion{Serial: 1, Number: asked, Job: j.ID}).Pack())
			d.Answers()
		}
		got := answers(t, &d)
		last := got[len(got)-1]
		want, err := q.Answer(j.ID)
		if err != nil {
			t.Fatal(err)
		}
		for k := range got {
			if got[k].Over != (k+1 == len(got)) || got[k].Number != asked || k > 0 && len(got[k].WhatIfs) < len(got[k-1].WhatIfs) {
				t.Fatalf("job %s: part %d of %d: %+v", j.ID, k, len(got), got[k])
			}
		}
		if last.Obstacle != want.Obstacle || last.Because != want.Because || last.Start.After != want.Start.After || int(last.NumAhead) != want.NumAhead || len(last.WhatIfs) != len(want.WhatIfs) || int(last.Start.NumNodes) != len(want.Start.Nodes) {
			t.Fatalf("job %s: %+v, want %+v", j.ID, last, want)
		}
		if want.Obstacle.Code != pending.NoClause {
			blocked++
		} else if len(got) < 3 { // who is ahead, the start, the what-ifs
			t.Errorf("job %s: %d parts", j.ID, len(got))
		}
	}
	if asked < 20 || blocked == 0 {
		t.Errorf("%d jobs, %d blocked", asked, blocked)
	}
	d.Handle((&message.LiveQuestion{Serial: 1, Number: 999, Job: "none"}).Pack())
	if got := answers(t, &d); len(got) != 1 || !strings.Contains(got[0].Trouble, "no job none") || !got[0].Over {
		t.Errorf("%+v", got)
	}
}

// TestHistoryGivesARange gives the worker what sacct printed. Answers must then end with
// a range.
func TestHistoryGivesARange(t *testing.T) {
	var d simworker.Dispatcher
	known := giveFiles(t, &d, true, file(t, "squeue.json"), file(t, "sinfo.json"), file(t, "sacct.json"), slurmstate.File{Name: "topology.conf", Data: []byte("SwitchName=a Nodes=n[0-11]\n")})
	if len(known.Faults) > 0 || !known.Has.History || len(known.Files) != 4 {
		t.Fatalf("%+v", known)
	}
	d.Handle((&message.LiveQuestion{Serial: 1, Number: 1, Job: "29"}).Pack())
	got := answers(t, &d)
	last := got[len(got)-1]
	if r := last.Range; r == nil || r.Early > r.Median || r.Median > r.Late || r.Late > last.Start.After || r.Draws == 0 {
		t.Errorf("%+v, by limits %v", r, last.Start.After)
	}
	if wrong := giveFiles(t, &d, false, slurmstate.File{Name: "jobs.txt", Data: []byte("JobID|State|Start|End\n1|DONE|x|y\n")}); len(wrong.Faults) == 0 || len(wrong.Files) != 4 {
		t.Errorf("%+v", wrong)
	}
}

// TestLiveScenario asks for the queue as a scenario, with names and without.
func TestLiveScenario(t *testing.T) {
	var d simworker.Dispatcher
	giveFiles(t, &d, true, file(t, "squeue.json"), file(t, "sinfo.json"), file(t, "show-partition.txt"))
	for _, hide := range []bool{false, true} {
		d.Handle((&message.LiveShow{Serial: 1, Hide: hide}).Pack())
		var out message.LiveScenario
		if all := d.Answers(); len(all) != 1 || out.Unpack(all[0]) != nil || out.Trouble != "" || out.Hide != hide {
			t.Fatalf("%+v", out)
		}
		if _, err := scenario.Parse([]byte(out.Text)); err != nil {
			t.Error(err)
		}
		if strings.Contains(out.Text, "dave") == hide {
			t.Errorf("hidden %v: %.200s", hide, out.Text)
		}
	}
}

// TestLiveSearch searches by id, user and name.
func TestLiveSearch(t *testing.T) {
	var d simworker.Dispatcher
	giveFiles(t, &d, true, file(t, "squeue.json"))
	find := func(text string) (out message.LiveFound) {
		t.Helper()
		d.Handle((&message.LiveSearch{Serial: 1, Text: text}).Pack())
		if all := d.Answers(); len(all) != 1 || out.Unpack(all[0]) != nil {
			t.Fatal(all)
		}
		return out
	}
	all := find("")
	if int(all.Total) != len(all.Jobs) || all.Total < 30 || all.Other.ID != "" {
		t.Errorf("%d of %d, %+v", len(all.Jobs), all.Total, all.Other)
	}
	if one := find("29"); len(one.Jobs) == 0 || one.Jobs[0].ID != "29" || one.Jobs[0].User != "dave" {
		t.Errorf("%+v", one)
	}
	for _, j := range find("Dave").Jobs {
		if j.User != "dave" {
			t.Errorf("%+v", j)
		}
	}
	if runs := find("14"); runs.Other.ID != "14" || runs.Other.State != "RUNNING" {
		t.Errorf("%+v", runs.Other)
	}
	if none := find("nobody at all"); none.Total != 0 {
		t.Errorf("%+v", none)
	}
	giveFiles(t, &d, true, file(t, "sacct-P.txt"))
	if none := find(""); none.Total != 0 {
		t.Errorf("only past jobs: %+v", none)
	}
	d.Handle((&message.LiveSearch{Serial: 2, Text: ""}).Pack())
	var lost message.LiveState
	if all := d.Answers(); len(all) != 1 || lost.Unpack(all[0]) != nil || !lost.Lost || lost.Serial != 2 {
		t.Errorf("a worker without the files: %+v", lost)
	}
}
