// Package runexport writes what came of a run in the formats of other programs:
//
//   - out_jobs.csv, a job table as Batsim writes it, which evalys reads with
//     JobSet.from_csv (batsim.go)
//   - out_schedule.csv, the figures of a schedule as Batsim writes them (batsim.go)
//   - run.json, a trace for ui.perfetto.dev (perfetto.go)
//   - jobs.parquet, the table of `hopyard run --jobs` with types, for pandas, DuckDB and
//     others (parquet.go)
//
// [FormatOf] chooses the format by the end of a file's name, and the format writes a
// [Run]:
//
//	format, err := runexport.FormatOf("out_jobs.csv")
//	…
//	err = format(w, &runexport.Run{Name: "easy-hole", Config: config, Events: events, Figures: figures})
package runexport

import (
	"io"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/trace"
	"hopyard/tools/hopyard/cli"
)

// Run is a finished run.
type Run struct {
	Name    string // for people: the title of the scenario or the name of the file
	Config  *engine.Config
	Events  []trace.Event
	Figures *metrics.Figures
	Notice  func(text string) // called with what the user should know about the file
}

// Format writes a run in a format. The errors are those of writing, and of a run that
// the format cannot hold.
type Format func(w io.Writer, r *Run) error

// formats lists the formats by the end of the file's name.
var formats = []struct {
	end   string
	write Format
}{
	{"jobs.csv", writeJobs},
	{"schedule.csv", writeSchedule},
	{".json", writePerfetto},
	{".parquet", writeParquet},
}

// FormatOf returns the format of a file with the given name. The error is one of usage.
func FormatOf(path string) (Format, error) {
	var ends []string
	for _, f := range formats {
		if strings.HasSuffix(path, f.end) {
			return f.write, nil
		}
		ends = append(ends, f.end)
	}
	return nil, cli.BadUsage("--export %s: the end of the name chooses the format; use %s", path, strings.Join(ends, ", "))
}
