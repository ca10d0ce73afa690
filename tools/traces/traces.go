// Package traces generates the traces that make bench and make bench-page measure.
// They have the sizes of traces in workload archives, but their jobs are drawn from
// Lublin and Feitelson's model with Tsafrir's estimates. A [Size] and a seed give
// the same bytes on every machine. So a measurement can be repeated in any clone,
// although the repository contains no traces from archives.
//
//	path, err := traces.Sizes[0].Save(".cache/traces", 1)
package traces

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"hopyard/core/workload"
)

// Size describes a kind of trace by the size of its machine and of its workload.
type Size struct {
	Name   string
	Jobs   int
	Nodes  int   // number of nodes, each with one core
	Users  int   // number of users among whom the jobs are divided
	Widest int64 // number of nodes of the widest job that may be drawn
	Load   int64 // offered load in thousandths
}

// Sizes lists the sizes of traces in workload archives: two SP2s, a Blue Horizon
// and a petaflops machine. The widest jobs and the loads are chosen so that under
// EASY, on average 10 to 75 jobs run and 18 to 35 jobs wait, as on such machines.
// With the job sizes that the model itself would choose, a machine would hold only
// five jobs.
var Sizes = []Size{
	{Name: "28k", Jobs: 28_000, Nodes: 128, Users: 200, Widest: 64, Load: 750},
	{Name: "73k", Jobs: 73_000, Nodes: 100, Users: 400, Widest: 64, Load: 800},
	{Name: "232k", Jobs: 232_542, Nodes: 1152, Users: 450, Widest: 512, Load: 850},
	{Name: "295k", Jobs: 295_540, Nodes: 80_640, Users: 550, Widest: 8192, Load: 850},
}

// Named returns the size with the given name, or an error that lists the names.
func Named(name string) (Size, error) {
	var names []string
	for _, s := range Sizes {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Size{}, fmt.Errorf("no size %q; use one of: %s", name, strings.Join(names, ", "))
}

// Write writes the trace for a seed in the Standard Workload Format. It returns
// errors of the model, for example for a negative seed, and errors of the writer.
// Cost: O(jobs·log jobs).
func (s Size) Write(w io.Writer, seed int64) error {
	machine := []workload.NodeKind{{Nodes: int64(s.Nodes), Speed: 1000, Resources: workload.Resources{workload.Cores: 1}}}
	model := workload.Lublin{Jobs: s.Jobs, Seed: seed, Widest: s.Widest, Load: s.Load, Estimates: workload.TsafrirEstimates}
	jobs, err := model.Generate(machine)
	if err != nil {
		return err
	}
	for i := range jobs { // in traces from archives, times are whole seconds
		jobs[i].Submit -= jobs[i].Submit % 1000
	}
	giveUsers(jobs, s.Users, seed)
	header, records := model.Trace(jobs, machine)
	return workload.WriteSWF(w, header, records)
}

// File returns the file name of the trace for a seed, for example "28k-1.swf".
func (s Size) File(seed int64) string { return fmt.Sprintf("%s-%d.swf", s.Name, seed) }

// Save writes the trace for a seed to a file in the given folder, and returns the
// path of the file. It creates the folder if necessary. The file appears under its
// name only when it is complete. Errors are those of Write and of the file system.
func (s Size) Save(folder string, seed int64) (path string, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	part, err := os.CreateTemp(folder, s.Name+"-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(part.Name())
	if err = s.Write(part, seed); err == nil {
		err = part.Chmod(0o644)
	}
	if e := part.Close(); err == nil {
		err = e
	}
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, s.File(seed))
	return path, os.Rename(part.Name(), path)
}
