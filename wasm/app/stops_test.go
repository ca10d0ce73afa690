package app

import (
	"strings"
	"testing"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html/htmltest"
)

// TestStopsAreTold checks the sentences about jobs that are stopped for another one,
// at once, for good, or after a grace time, and about those that are spared.
func TestStopsAreTold(t *testing.T) {
	for name, x := range map[string]struct {
		set  []message.Assignment
		want []string
		not  string
	}{
		"requeue": {nil, []string{
			"Job 1 is stopped because job 3 needs its nodes, and gives back nodes 0–4. It is number 1 of the jobs that may be stopped. It waits again at its old place in the queue. Its work so far is lost.",
			"Job 2 is spared: job 3 fits beside it.",
		}, "for good"},
		"cancel": {[]message.Assignment{{Path: "slurm.preemption.mode", Value: `"cancel"`}}, []string{
			"Job 1 is stopped for good because job 3 needs its nodes. It gives back nodes 0–4.",
		}, "waits again"},
		"grace": {[]message.Assignment{{Path: "slurm.partitions.batch.grace_time", Value: "60"}}, []string{
			"Job 1 is to be stopped because job 3 needs its nodes; its grace time ends at 0:51.",
			"1 job ends by 0:51 to make room for it",
		}, "gives back"},
		"never": {[]message.Assignment{{Path: "slurm.preemption.by", Value: `"never"`}}, nil, "stopped"},
	} {
		l := lesson(t, "preemption")
		l.Set = x.set
		s := open(t, l)
		s.do(t, keys.ToStart, keys.Forward)
		for s.Run.StepTime(int32(s.Step)-1) < 3_000_000 {
			s.do(t, keys.Forward)
		}
		told := htmltest.Plain(s.Why.SentenceHTML())
		for _, want := range x.want {
			if !strings.Contains(told, want) {
				t.Errorf("%s: no %q in %q", name, want, told)
			}
		}
		if strings.Contains(told, x.not) {
			t.Errorf("%s: %q in %q", name, x.not, told)
		}
	}
}
