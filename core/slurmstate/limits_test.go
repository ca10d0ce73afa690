package slurmstate

import (
	"fmt"
	"strings"
	"testing"
)

// TestLimits checks the limits that are too large for a file of the test of malformed
// ones.
func TestLimits(t *testing.T) {
	queue := func(rows ...string) []File {
		return []File{{"f", []byte("JOBID|STATE|NODES|NODELIST\n" + strings.Join(rows, "\n") + "\n")}}
	}
	s, err := Read(queue("1_[1-200000%5]|PENDING|2K|", "2_[0-9:2]|PENDING|1|"))
	if err != nil || len(s.Jobs) != 6 || s.Jobs[0].ID != "1_[1-200000%5]" || s.Jobs[0].Throttle != 5 || s.Jobs[0].Nodes != 2048 || s.Jobs[5].ID != "2_8" {
		t.Errorf("%v %+v", err, s)
	}
	if n := s.Notices[len(s.Notices)-1].String(); n != "f: line 2: array 1 has 200,000 tasks; it stays one job, as at most 100,000 tasks are written out" {
		t.Error(n)
	}
	p := newPart(&File{Name: "f"}, squeueBars)
	p.names = MaxNames - 5
	var hosts []string
	if f := p.setHosts(&hosts, []byte("n[1-6]")); f == nil || f.problem+"; "+f.fix != "has more names than all lists of nodes together may have, 8,388,608; leave out jobs that have ended" {
		t.Error(f)
	}
	for range 2 {
		if p.room(7, "jobs", MaxJobs, MaxJobs) {
			t.Error("room for more jobs")
		}
	}
	if all := p.Mistakes(); len(all) != 1 || all[0].String() != "line 7: more than 1,000,000 jobs; leave some out" {
		t.Error(all)
	}
	var rows []string
	for i := range 150 {
		rows = append(rows, fmt.Sprintf("%d_[1-3|PENDING|1|", i+1))
	}
	if s, err = Read(queue(rows...)); err != nil || len(s.Jobs) != 150 || s.Notices[len(s.Notices)-1].String() != "f: 50 more notices not listed" {
		t.Errorf("%v %v", err, s.Notices)
	}
	if _, err = Read(nil); err == nil {
		t.Error("no error without files")
	}
	if _, err = Read(make([]File, 101)); err == nil || err.Error() != "101 files; give 100 at most" {
		t.Error(err)
	}
}
