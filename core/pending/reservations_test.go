package pending

import (
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
)

// TestReservations works out by hand what reservations do to the queue of small. From an
// hour from now on all nodes are in maintenance for two hours. From 20 minutes from now
// on, n1 and n2 are kept for job 5.
func TestReservations(t *testing.T) {
	s := small()
	all := []string{"n1", "n2", "n3", "n4"}
	s.Reservations = []slurmstate.ReservationInfo{
		{Name: "service", Start: s.Now + 3600, End: s.Now + 3*3600, Nodes: all, Flags: []string{"MAINT", "SPEC_NODES", "ALL_NODES"}, Users: []string{"root"}},
		{Name: "course", Start: s.Now + 20*60, End: s.Now + 60*60, Nodes: all[:2], Users: []string{"eve"}},
		{Name: "past", Start: s.Now - 3600, End: s.Now - 60, Nodes: all},
	}
	s.Jobs[4].Reason, s.Jobs[4].Reservation = "Reservation", "course"
	three := answerOf(t, s, "3") // four nodes are free for an hour only after the maintenance
	if three.Start.After != 180*simtime.Minute {
		t.Errorf("job 3: %+v", three.Start)
	}
	four := answerOf(t, s, "4") // after 30 minutes two nodes, n3 and n4, are free for half an hour
	if four.Start.After != 30*simtime.Minute {
		t.Errorf("job 4: %+v", four.Start)
	}
	sooner := simtime.Duration(-1)
	for _, w := range four.WhatIfs {
		if w.Kind == ShorterLimit && w.Limit == 7*simtime.Minute {
			sooner = w.Start.After
		}
	}
	if sooner != 10*simtime.Minute {
		t.Errorf("job 4, shorter: %+v", four.WhatIfs)
	}
	five := answerOf(t, s, "5")
	if five.Start.After != 20*simtime.Minute || five.Because.Code != WaitsForReservation || five.NumAhead != 0 {
		t.Errorf("job 5: %+v", five)
	}
	c, err := New(s)
	if err != nil || len(c.policy.Reservations) != 2 {
		t.Fatal(err, c.policy.Reservations)
	}
	live, err := c.Scenario()
	if err != nil {
		t.Fatal(err)
	}
	if len(live.Absent) != 0 {
		t.Errorf("absent: %v", live.Absent)
	}
}

// TestReservationsWithoutTime checks that a reservation is left out, and that the answer
// says so, if the time of the snapshot is not known.
func TestReservationsWithoutTime(t *testing.T) {
	s := small()
	s.Now = 0
	s.Reservations = []slurmstate.ReservationInfo{{Name: "service", Start: 1_003_600, End: 1_010_000, Nodes: []string{"n1"}}}
	c, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	told := false
	for _, x := range c.Assumed {
		told = told || x.Code == ReservationTime && x.Name == "service"
	}
	if !told || len(c.policy.Reservations) != 0 {
		t.Errorf("%v", c.Assumed)
	}
}
