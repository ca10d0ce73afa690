package sweep

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"hopyard/core/experiment"
	"hopyard/tools/hopyard/cli"
)

// TestManyShards measures a sweep that is shared by many tasks on a single machine.
// It prints the number and the size of the files that the tasks leave, and the
// duration of each part of their work. The test makes no simulation runs but
// invents the metrics. Usage: HOPYARD_SHARDS=1000 go test -run ManyShards -v
// ./tools/hopyard/sweep.
func TestManyShards(t *testing.T) {
	tasks, err := strconv.Atoi(os.Getenv("HOPYARD_SHARDS"))
	if err != nil || tasks < 1 {
		t.Skip("HOPYARD_SHARDS says how many")
	}
	design := manyRuns(tasks)
	dir := t.TempDir()
	s := quiet(t, design, dir)
	folder, err := s.openShards(tasks)
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	for task := range tasks {
		fake(t, s, folder, shard{task, tasks})
	}
	t.Logf("%d tasks of 100 runs wrote files and marks in %v, one after the other", tasks, time.Since(begin).Round(time.Millisecond))
	files, size := weighed(t, dir)
	t.Logf("%d files, %.1f MB", files, float64(size)/1e6)
	begin = time.Now()
	if all, err := (shard{0, tasks}).mark(folder, s.experiment.Design.Repetitions); err != nil || !all {
		t.Fatal(all, err)
	}
	t.Logf("a mark, and finding all of them: %v", time.Since(begin).Round(10*time.Microsecond))
	begin = time.Now()
	var out bytes.Buffer
	r, err := merge(&cli.Terminal{Out: &out}, dir)
	if err != nil || len(r.Missing()) > 0 {
		t.Fatal(err, out.String())
	}
	took := time.Since(begin)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("merged in %v; %d MB taken of the system", took.Round(time.Millisecond), m.Sys>>20)
	info, err := os.Stat(filepath.Join(dir, runsName))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %.1f MB", runsName, float64(info.Size())/1e6)
}

// manyRuns returns a design of 100 cells. The number of repetitions is the given
// number of tasks.
func manyRuns(tasks int) string {
	const design = `{"hopyard_design": 1, "repetitions": %d, "scenario": {"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 64}},
		"workload": {"model": "lublin", "jobs": 500}}, "factors": [
		{"name": "allocator", "path": "scheduler.allocator", "levels": ["first-fit", "best-fit", "random", "sdm", "mdm"]},
		{"name": "queue", "path": "scheduler.queue", "levels": ["fcfs", "easy", "conservative", "mpfs-scan"]},
		{"name": "load", "path": "workload.load", "levels": [0.5, 0.6, 0.7, 0.8, 0.9]}]}`
	return fmt.Sprintf(design, tasks)
}

// fake writes the rows that a task would write. The metrics in the rows are
// invented but have as many digits as real metrics.
func fake(t *testing.T, s *sweep, folder string, h shard) {
	t.Helper()
	r := experiment.NewResults(s.experiment)
	part := &newPart{folder: folder, shard: h, header: r.Header()}
	figures := make([]float64, len(r.Keys))
	for _, run := range s.experiment.Share(h.task, h.of) {
		for i := range figures {
			figures[i] = float64(run.Cell*1000+run.Repetition) / float64(7*i+3)
		}
		r.Set(run.Cell, run.Repetition, figures)
		if _, err := part.Write(r.Row(run.Cell, run.Repetition)); err != nil {
			t.Fatal(err)
		}
	}
	if err := part.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := h.mark(folder, s.experiment.Design.Repetitions); err != nil {
		t.Fatal(err)
	}
}

// weighed returns the number of files in a folder and its subfolders, and the total
// size of these files.
func weighed(t *testing.T, dir string) (files int, size int64) {
	t.Helper()
	err := filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			files++
			size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, size
}
