package slurmstate

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// FuzzRead checks that every pair of texts is either rejected with errors of one line
// each, or becomes a snapshot within the limits, whichever comes first.
func FuzzRead(f *testing.F) {
	entries, err := os.ReadDir("testdata/formats")
	if err != nil {
		f.Fatal(err)
	}
	var before string
	for _, e := range entries {
		text := string(recorded(f, e.Name())[0].Data)
		text = text[:min(len(text), 4000)]
		f.Add(text, before)
		before = text
	}
	f.Add(newerJob, newerSinfo)
	f.Add("NodeName=DEFAULT CPUs=4\nNodeName=n[1-3]\nPartitionName=DEFAULT MaxTime=1-0\nPartitionName=p Nodes=ALL\n", "JOBID PARTITION ST\n5     p         R\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 1<<16 {
			return
		}
		s, err := Read([]File{{"a", []byte(a)}, {"b", []byte(b)}})
		if err != nil {
			var all Mistakes
			if !errors.As(err, &all) || len(all) == 0 || s != nil {
				t.Fatal(err)
			}
			for _, m := range all {
				if strings.ContainsAny(m.String(), "\r\n") || m.Line < 0 {
					t.Errorf("%q is more than one line", m)
				}
			}
			return
		}
		seen := map[string]bool{}
		for i := range s.Jobs {
			j := &s.Jobs[i]
			if j.ID == "" || seen[j.ID] || j.State == "" && j.Reason == "" && j.NodeList == nil && len(a) == 0 || j.Limit < 0 || j.Start < 0 || j.Nodes < 0 || j.CPUs < 0 || j.MemoryMiB < 0 || j.GPUs < 0 {
				t.Errorf("%+v", *j)
			}
			seen[j.ID] = true
		}
		for i := range s.Nodes {
			if n := &s.Nodes[i]; n.Name == "" || n.CPUs < 0 || n.Cores < 0 || n.GPUs < 0 || n.MemoryMiB < 0 {
				t.Errorf("%+v", *n)
			}
		}
		for _, n := range s.Notices {
			if strings.ContainsAny(n.String(), "\r\n") {
				t.Errorf("%q is more than one line", n)
			}
		}
	})
}
