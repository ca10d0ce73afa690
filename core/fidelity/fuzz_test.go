package fidelity_test

import (
	"errors"
	"strings"
	"testing"

	"hopyard/core/fidelity"
	"hopyard/core/slurmstate"
	"hopyard/core/workload/sacct"
)

// FuzzReplay checks that what can be read can be replayed or is refused with ErrModel, and
// that a change keeps the list of jobs.
func FuzzReplay(f *testing.F) {
	rows := smallHeader + line("1", "eve", "other", "COMPLETED", "", 0, 0, 1, 4, 1, "n3") + line("2_1", "ann", "batch", "COMPLETED", "", 10, 10, 40, 2, 1, "n0") +
		line("2_2", "ann", "batch", "NODE_FAIL", "", 10, 40, 60, 4, 1, "n1") + line("2_2", "ann", "batch", "COMPLETED", "", 10, 70, 80, 12, 3, "n[0-2]")
	f.Add(rows, smallConf)
	f.Add(strings.ReplaceAll(rows, "batch", "gone"), smallConf)
	f.Add(strings.ReplaceAll(rows, "n[0-2]", ""), smallConf+"PriorityWeightAge=100\n")
	f.Add(strings.ReplaceAll(rows, "COMPLETED", "RUNNING"), "SelectType=select/linear\nNodeName=n[0-9] Weight=3\nNodeName=m CPUs=64 Weight=1\nPartitionName=batch Nodes=n[0-3],m\n")
	f.Add(rows, "SelectTypeParameters=CR_Core_Memory\nNodeName=n[0-3] CPUs=2 RealMemory=1\nPartitionName=batch Nodes=ALL OverSubscribe=EXCLUSIVE\n")
	f.Fuzz(func(t *testing.T, text, conf string) {
		past, err := sacct.ReadRecords(strings.NewReader(text), sacct.Options{MaxJobs: 50, MaxLine: 4096})
		if err != nil {
			return
		}
		first, last := past.Records[0].Submit, int64(0)
		for _, r := range past.Records {
			first, last = min(first, r.Submit), max(last, r.End()+r.Limit, r.Eligible)
			if len(r.NodeList) > 100 || r.Nodes > 1000 {
				return
			}
		}
		if last-first > 10*86_400 { // a replay of centuries takes too long here
			return
		}
		s, err := slurmstate.Read([]slurmstate.File{{Name: "slurm.conf", Data: []byte(conf)}})
		if err != nil || len(s.Nodes) > 1000 || len(s.Partitions) > 20 {
			return
		}
		m, err := fidelity.New(fidelity.Input{Past: past, Snapshot: s})
		if err == nil {
			var before, after *fidelity.Outcome
			var other *fidelity.PastModel
			if before, err = m.Replay(); err == nil {
				m.Fidelity(before)
				if other, err = m.With([]fidelity.SettingChange{{Path: "bf_interval", Value: "60"}}); err == nil {
					if after, err = other.Replay(); err == nil && len(after.Start) != len(before.Start) {
						t.Errorf("%d jobs, then %d", len(before.Start), len(after.Start))
					}
					m.Compare(other, before, after)
				}
			}
		}
		if err != nil && !errors.Is(err, fidelity.ErrModel) {
			t.Error(err)
		}
	})
}
