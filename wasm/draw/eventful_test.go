package draw

import (
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// eventful returns a timeline with everything that a timeline can draw: a job that
// has been slowed down and has grown, a job that is growing, outages, deadlines met
// and missed, all kinds of bar ends, and jobs with parts.
func eventful() *Timeline {
	minute := simtime.Time(simtime.Minute)
	nodes := func(first, last int) cluster.Placement {
		return cluster.Placement{}.Append(nodeOf(int32(first)), nodeOf(int32(last)), 1)
	}
	bars := &Bars{}
	bars.Start(0, nodes(0, 1), 1, 0, 100*minute)                                                          // job 0 grows at 30 min from two nodes to four
	bars.Start(1, nodes(4, 5), 2, 0, 60*minute)                                                           // job 1 is killed
	bars.Start(2, nodes(6, 7), 3, 0, 40*minute)                                                           // job 2 returns to the queue
	bars.Start(3, nodes(8, 9), 4, 0, 40*minute)                                                           // job 3 fails
	bars.Put(Bar{Job: 0, Kind: SetAside, Begin: 5, Start: 10 * minute, Limit: 100 * minute}, nodes(2, 3)) // nodes set aside for job 0
	bars.Stop(3, Runs, Lost, 4, 6, 20*minute)
	bars.Stop(2, Runs, Requeued, 3, 7, 25*minute)
	bars.Stop(0, SetAside, Resized, 5, 8, 30*minute)
	bars.Stop(0, Runs, Resized, 1, 8, 30*minute)
	bars.Start(0, nodes(0, 3), 8, 30*minute, 100*minute)
	bars.Stop(1, Runs, Killed, 2, 9, 35*minute)
	bars.Put(Bar{Job: 0, Kind: SetAside, Begin: 10, Start: 36 * minute, Limit: 100 * minute}, nodes(4, 5))
	never := simtime.Never
	return &Timeline{
		Size: Size{420, 220, 1}, Nodes: 12, Bars: bars, Words: English, Step: 10, Now: 40 * minute, Shadow: never,
		Window: TimeWindow{From: 0, To: 120 * minute}, Highlight: NoHighlight(),
		Speeds: [][]SpeedSpan{{{From: 26 * minute, Part: 0}, {From: 30 * minute, Part: 1}}},
		Outages: []Outage{
			{From: 0, Noticed: 0, To: never, First: 11, Last: 11, Finish: Unfinished, Offline: true},
			{From: 15 * minute, Noticed: 25 * minute, To: never, First: 6, Last: 6, Begin: 4, Notice: 7, Finish: Unfinished},
		},
		Growths: []GrowthStages{
			{Job: 0, Begin: 5, Ends: [Stages]simtime.Time{10 * minute, 14 * minute, 18 * minute, 22 * minute, 25 * minute, 26 * minute, 30 * minute}},
			{Job: 0, Begin: 10, Ends: [Stages]simtime.Time{36 * minute, 38 * minute, never, never, never, never, never}},
		},
		Growing: []Growing{{
			Job: 0, Nodes: nodes(4, 5), Stage: 3,
			Ends: [Stages]simtime.Time{never, never, 44 * minute, 46 * minute, 48 * minute, 49 * minute, 55 * minute},
		}},
		Deadlines: []simtime.Time{110 * minute, 20 * minute},
		Due:       []DeadlineMark{{Job: 4, Latest: 60 * minute, Deadline: 90 * minute, AtRisk: true}},
		Parts: [][]JobPart{nil, {
			{First: 4, Last: 4, From: 0, To: 20 * minute, Number: 1, Shared: true}, {First: 5, Last: 5, From: 0, To: 50 * minute, Number: 2, Shared: true},
		}},
	}
}

// TestPointingAtWhatIsSetAside checks hit testing on the timeline of eventful. It
// must distinguish nodes set aside for a job from nodes on which the job runs, and
// find outages.
func TestPointingAtWhatIsSetAside(t *testing.T) {
	tl := eventful()
	p := tl.plot()
	for _, c := range []struct {
		minute, node int
		kind         HitKind
		frozen       bool
		outage       int32
	}{
		{20, 2, OnBar, true, -1}, {32, 2, OnBar, false, -1}, {20, 6, OnBar, false, 1}, {30, 6, OnPlot, false, 1}, {10, 6, OnBar, false, -1},
		{30, 11, OnPlot, false, 0}, {38, 4, OnBar, true, -1},
	} {
		hit := tl.At(p.timeX(simtime.Time(c.minute)*simtime.Time(simtime.Minute)), p.nodeY(nodeOf(int32(c.node)))+p.row/2)
		if hit.Kind != c.kind || hit.Frozen != c.frozen || hit.Outage != c.outage {
			t.Errorf("minute %d, node %d: %+v", c.minute, c.node, hit)
		}
	}
}

// TestNothingIsSeenBeforeItHappens draws an early step of a timeline with many
// events. It checks that the picture shows no event of a later step.
func TestNothingIsSeenBeforeItHappens(t *testing.T) {
	tl := eventful()
	tl.Step, tl.Now, tl.Growing, tl.Due = 3, 0, nil, nil
	var b Buffer
	b.Reset(tl.Size)
	tl.Draw(&b)
	for c := range b.commands {
		if c.op == opHatch && Hatching(c.params[0]) != Level || c.colour == Bad {
			t.Errorf("%s %v %v", ops[c.op].name, c.colour, c.figures)
		}
	}
}
