// Package traces generates the traces that make bench and make bench-page measure.
// They have the sizes of traces from archives, but are drawn from Lublin and
// Feitelson's model with Tsafrir's estimates. A [Size] and a seed give the same
// bytes on every machine, so that a measurement can be repeated in any clone; the
// repository contains no traces of archives.
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

// Size is a named kind of trace: the size of its machine and its workload.
type Size struct {
	Name   string
	Jobs   int
	Nodes  int   // each with one core
	Users  int   // number of users who may submit jobs
	Widest int64 // number of nodes of the widest job
	Load   int64 // offered load in thousandths
}

// Sizes lists sizes of traces from archives: those of two SP2s, a Blue Horizon and
// a petaflops machine. The widest jobs and the loads are chosen so that under EASY,
// 10 to 75 jobs run and 18 to 35 jobs wait on average, as on such machines. With
// the model's own job sizes, a machine would hold only five jobs.
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

// Write writes the trace of a seed in the Standard Workload Format. It returns
// errors of the model, such as for a seed below 0, and of the writer. Cost:
// O(jobs·log jobs).
func (s Size) Write(w io.Writer, seed int64) error {
	machine := []workload.NodeKind{{Nodes: int64(s.Nodes), Speed: 1000, Resources: workload.Resources{workload.Cores: 1}}}
	model := workload.Lublin{Jobs: s.Jobs, Seed: seed, Widest: s.Widest, Load: s.Load, Estimates: workload.TsafrirEstimates}
	jobs, err := model.Generate(machine)
	if err != nil {
		return err
	}
	for i := range jobs { // traces of archives have whole seconds
		jobs[i].Submit -= jobs[i].Submit % 1000
	}
	giveUsers(jobs, s.Users, seed)
	header, records := model.Trace(jobs, machine)
	return workload.WriteSWF(w, header, records)
}

// File returns the file name of the trace of a seed: "28k-1.swf".
func (s Size) File(seed int64) string { return fmt.Sprintf("%s-%d.swf", s.Name, seed) }

// Save writes the trace of a seed to a file in a folder, which it creates, and
// returns the path of the file. The file appears whole or not at all. Errors are
// those of Write and of the file system.
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
