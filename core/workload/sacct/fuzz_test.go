package sacct

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hopyard/core/workload"
)

// FuzzRead checks that every text is either rejected with faults of one line each,
// or becomes a trace. The trace must survive writing and reading, and Jobs must
// accept it. ReadRecords must have all rows of the trace, if it accepts the text.
func FuzzRead(f *testing.F) {
	for _, text := range []string{fixture(f, "week.sacct"), fixture(f, "day.json"), head + good, inJSON("", ""), with("1|", "1_[1-5:2%7]|"), with("128G", "3.5Tc")} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		past, wrong := ReadRecords(strings.NewReader(text), Options{MaxJobs: 1000, MaxLine: 4096})
		trace, err := Read(strings.NewReader(text), Options{MaxJobs: 1000, MaxLine: 4096})
		if all := (Faults)(nil); wrong != nil && (!errors.As(wrong, &all) || len(all) == 0) {
			t.Fatal(wrong)
		}
		if err == nil && wrong == nil && len(past.Records) < len(trace.Records) {
			t.Fatalf("%d records, %d rows in the trace", len(past.Records), len(trace.Records))
		}
		if err != nil {
			var all Faults
			if !errors.As(err, &all) || len(all) == 0 || len(all) > MaxFaults {
				t.Fatal(err)
			}
			for _, fault := range all {
				if strings.ContainsAny(fault.String(), "\r\n") {
					t.Errorf("%q is more than one line", fault)
				}
			}
			return
		}
		again, err := workload.ReadSWF(strings.NewReader(written(t, trace)), workload.SWFOptions{})
		if err != nil || !slices.Equal(rows(trace), rows(again)) || again.Warnings.Total() > 0 {
			t.Fatalf("%v %v", err, again)
		}
		if _, err := trace.Jobs(workload.SWFMachine{}); err != nil {
			t.Fatal(err)
		}
	})
}
