package slurmstate

import (
	"bytes"
	"fmt"
	"testing"
)

// largeCluster returns squeue --json with 20,000 waiting and 5,000 running jobs and
// sinfo --json with 10,000 nodes, made from the objects of recordings.
func largeCluster(t testing.TB) []File {
	t.Helper()
	files := recorded(t, "squeue.json", "sinfo.json")
	return []File{
		{"squeue.json", repeat(t, files[0].Data, `"jobs":[`, []int{20_000, 5_000}, func(element []byte) int {
			switch {
			case bytes.Contains(element, []byte(`"array_job_id":0,`)) && bytes.Contains(element, []byte(`"het_job_id":0,`)) && bytes.Contains(element, []byte(`"job_state":"PENDING"`)):
				return 0
			case bytes.Contains(element, []byte(`"job_state":"RUNNING"`)) && bytes.Contains(element, []byte(`"array_job_id":0,`)) && bytes.Contains(element, []byte(`"het_job_id":0,`)):
				return 1
			}
			return -1
		}, `"job_id":`)},
		{"sinfo.json", repeat(t, files[1].Data, `"nodes":[`, []int{10_000}, func([]byte) int { return 0 }, `"name":"n`)},
	}
}

// repeat returns a JSON text in which the elements of a list are repeated, as many of
// each class as counts says, with a number of their own after the given key.
func repeat(t testing.TB, data []byte, list string, counts []int, class func([]byte) int, key string) []byte {
	t.Helper()
	at := bytes.Index(data, []byte(list)) + len(list)
	classes := make([][][]byte, len(counts))
	depth, from := 0, at
	for i := at; i < len(data) && depth >= 0; i++ {
		switch data[i] {
		case '{', '[':
			if depth == 0 {
				from = i
			}
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				element := data[from : i+1]
				if c := class(element); c >= 0 {
					classes[c] = append(classes[c], element)
				}
			}
		}
	}
	out := append([]byte(nil), data[:at]...)
	id := 0
	for c, n := range counts {
		for i := range n {
			element := classes[c][i%len(classes[c])]
			before, after, ok := bytes.Cut(element, []byte(key))
			if !ok {
				t.Fatalf("no %s", key)
			}
			if id++; id > 1 {
				out = append(out, ",\n"...)
			}
			out = fmt.Appendf(append(out, before...), "%s%d%s", key, id, bytes.TrimLeft(after, "0123456789"))
		}
	}
	return append(out, "]}\n"...)
}

func TestLargeCluster(t *testing.T) {
	s, err := Read(largeCluster(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Jobs) != 25_000 || len(s.Nodes) != 10_000 {
		t.Errorf("%d jobs and %d nodes", len(s.Jobs), len(s.Nodes))
	}
}

// BenchmarkLargeCluster reads tens of megabytes of JSON.
func BenchmarkLargeCluster(b *testing.B) {
	files := largeCluster(b)
	b.SetBytes(int64(len(files[0].Data) + len(files[1].Data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(files); err != nil {
			b.Fatal(err)
		}
	}
}
