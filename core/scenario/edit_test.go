package scenario

import (
	"errors"
	"testing"

	"hopyard/core/jsondoc"
)

func TestSet(t *testing.T) {
	s := mustParse(t, good)
	for _, a := range [][2]string{
		{"cluster.topology.width", "8"}, {"scheduler.queue", "fcfs"}, {"jobs[0].walltime", "0.5"}, {"title", "12"},
		{"scheduler.batch.njob", "3"}, {"jobs[2]", `{"id": 9, "nodes": 1, "walltime": 3}`}, {"free", "3"},
	} {
		if err := s.Set(a[0], a[1]); err != nil {
			t.Errorf("%v: %v", a, err)
		}
	}
	if s.Cluster.Topology.Width != 8 || s.Scheduler.Queue != "fcfs" || s.Jobs[0].Walltime != 500 || s.Title != "12" || s.Scheduler.Settings.Whole("batch.njob") != 3 || len(s.Jobs) != 3 || s.Free.Nodes.String() != "3" {
		t.Errorf("%+v", s)
	}
	// There are two kinds of cases. In the first kind, a text field gets a number.
	// In the second kind, a number field of a user, queue or weight gets a number,
	// and the name of this user, queue or weight is also the name of a text field.
	for _, a := range [][2]string{
		{"faults.offline", "12"}, {"faults.events[0]", `{"at": 5, "up": "12"}`}, {"faults.events[0].up", "12"}, {"jobs[0].application", "7"}, {"jobs[0].user", "3"},
		{"scheduler.priority.weights.user", "5"}, {"scheduler.priority.weights.queue", "-1.5"}, {"scheduler.priority.users.title", "4"},
		{"limits.users.user.jobs", "4"}, {"limits.queues.queue.nodes", "[2, 4]"}, {"allotments.users.group", "8"}, {"allotments.users.group.share", "0.5"},
		{"cluster.groups[0].nodes", "3"}, {"scheduler.elastic.growth", "queue"}, {"jobs[0].elastic.max", "6"},
	} {
		if err := s.Set(a[0], a[1]); err != nil {
			t.Errorf("%v: %v", a, err)
		}
	}
	if s.Faults.Offline.String() != "12" || s.Jobs[0].Application != "7" || s.Jobs[0].User != "3" || s.Limits[0].Name != "user" || s.Allotments.Users[0].Share != 500 || s.Jobs[0].Elastic.Max != 6 {
		t.Errorf("%s", s.Canonical())
	}
	before := string(s.Canonical())
	for path, value := range map[string]string{"cluster.topology.width": "0", "scheduler.queue": "esay", "nonsense": "1", "jobs[0].nodes": "600"} {
		err := s.Set(path, value)
		var all jsondoc.Errors
		if !errors.As(err, &all) || all[0].Line != 0 {
			t.Errorf("%s=%s: %v", path, value, err)
		}
	}
	if string(s.Canonical()) != before {
		t.Error("a Set that failed changed the scenario")
	}
}
