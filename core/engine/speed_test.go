package engine_test

import (
	"math"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestSpeeds runs two jobs that share a link. Each job alone would use the link
// fully. While both run, both must run at half speed. The test checks the speeds in
// the engine after each step, and also the recorded speeds.
func TestSpeeds(t *testing.T) {
	tree, _ := topology.NewFatTree(2, 2)
	c := engine.Config{
		Machine: cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}),
		Jobs:    []workload.Job{talker(1, 0, 2, 10, 1000), talker(2, 4, 2, 10, 1000)},
		Queue:   queue.EASY{}, Allocator: crossing{}, Network: maxMin,
	}
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	e := tape.Seek(2) // both jobs run from now on
	for _, l := range e.State().Limits() {
		id := e.State().Job(l.Slot).Request.ID
		if left := e.Left(l.Slot); e.Speed(l.Slot) != 0.5 || left != [2]simtime.Duration{6, 10}[id]*simtime.Second {
			t.Errorf("job %d runs at %v with %v left", id+1, e.Speed(l.Slot), left)
		}
		act, shares := e.Activity(l.Slot)
		if !shares || len(e.Sharing().Demands(act)) == 0 || e.Sharing().Rate(act) != 0.5 {
			t.Errorf("job %d has part %d in the sharing: %v", id+1, act, shares)
		}
	}
	want := []engine.SpeedChange{{Job: 0, Part: 1}, {Job: 0, Part: 0.5}, {Job: 1, Part: 0.5}, {Job: 1, Part: 1}}
	steps := []int32{0, 1, 1, 2}
	got := tape.SpeedHistory()
	if len(got.Speeds) != len(want) || got.Cut {
		t.Fatalf("the tape keeps %v", got)
	}
	for i := range want {
		if got.Speeds[i] != want[i] || got.Steps[i] != steps[i] {
			t.Errorf("change %d: %v in step %d, want %v in %d", i, got.Speeds[i], got.Steps[i], want[i], steps[i])
		}
	}
	c.Network = network.Model{}
	if tape, _ := engine.Record(c); len(tape.SpeedHistory().Speeds) != 0 || tape.Seek(1).Sharing() != nil || tape.Seek(1).Speed(tape.Seek(1).State().Limits()[0].Slot) != 1 {
		t.Error("without a network something is not at full speed")
	}
}

// TestSpeedsAddUpToTheWork checks that the integral of a job's speed over time
// equals its run time at full speed.
func TestSpeedsAddUpToTheWork(t *testing.T) {
	tree, _ := topology.NewFatTree(2, 4)
	for _, model := range []network.Model{maxMin, {Kind: network.Distance, Bandwidth: network.DefaultBandwidth}} {
		c := engine.Config{
			Machine: cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}),
			Queue:   queue.EASY{}, Allocator: crossing{}, Network: model,
		}
		for i := range 12 {
			c.Jobs = append(c.Jobs, talker(i+1, 3*i, 1+i%4, 5+7*i%11, 300+170*i%900))
		}
		tape, err := engine.Record(c)
		if err != nil {
			t.Fatal(err)
		}
		work, speed, since := make([]float64, 12), make([]float64, 12), make([]simtime.Time, 12)
		paces := tape.SpeedHistory()
		k := 0
		for i := range tape.Len() {
			now := tape.Mark(i).Time
			for j := range work {
				work[j] += speed[j] * float64(now-since[j])
				since[j] = now
			}
			for _, e := range tape.Events(i) {
				switch e.Kind {
				case trace.Start:
					speed[e.Job] = 1
				case trace.End:
					speed[e.Job] = 0
				}
			}
			for ; k < len(paces.Speeds) && int(paces.Steps[k]) == i; k++ {
				speed[paces.Speeds[k].Job] = paces.Speeds[k].Part
			}
		}
		for j := range work {
			if math.Abs(work[j]-float64(c.Jobs[j].Runtime)) > 2 {
				t.Errorf("%v: job %d did %.1f ms of work of %d", model.Kind, j+1, work[j], c.Jobs[j].Runtime)
			}
		}
	}
}
