package jsondoc

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"fcfs", "easy", "conservative", "first-fit", "min-hops", "min-hop-units"}
	for written, want := range map[string]string{
		"esay": "easy", "EASY": "easy", "fcsf": "fcfs", "firstfit": "first-fit", "FirstFit": "first-fit", "first": "first-fit",
		"cons": "conservative", "min_hops": "min-hops", "minhop": "min-hops", "min-hop-unit": "min-hop-units", "zebra": "", "": "",
	} {
		if got, _ := Nearest(written, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", written, got, want)
		}
	}
}
