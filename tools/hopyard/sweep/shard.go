package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"hopyard/core/engine"
	"hopyard/core/experiment"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Several tasks, such as those of a Slurm job array, may share a sweep. Their files
// are in a subfolder of the sweep's folder. The name of the subfolder contains the
// number of tasks and a hash of the design.
//
// A task may be started several times. After each start, it creates a new file when
// its first run ends: task.1.csv, task.2.csv, and so on. No other process ever
// writes, moves or deletes that file, so no lock is needed. The file systems of
// clusters may lack locks or may keep the locks of dead nodes.
//
// Two processes may even run the same task at the same time, for example when a
// node is cut off and its task is restarted elsewhere. Both processes then do the
// same work, but each run counts only once.
//
// When a task has finished, it creates an empty marker file. A task that finds the
// marker files of all tasks merges the results. If two tasks find them at the same
// time, both write the same result.

// shard identifies one of several tasks that share a sweep. It holds the task's
// number, counted from 0, and the number of tasks, called of.
type shard struct{ task, of int }

// maxTasks is the largest number of tasks. Each task creates at least one file.
const maxTasks = 1_000_000

// parseShard parses a text such as 2/8: the task's number, a slash and the number
// of tasks. It returns an error if there are more tasks than runs in the sweep.
func parseShard(text string, runs int) (shard, error) {
	i, n, ok := strings.Cut(text, "/")
	task, err := strconv.Atoi(i)
	of, bad := strconv.Atoi(n)
	switch {
	case !ok || err != nil || bad != nil || of < 1:
		return shard{}, cli.BadUsage("--shard %q; write I/N, such as 0/8 for the first of 8 tasks", text)
	case task < 0 || task >= of:
		return shard{}, cli.BadUsage("--shard %s: tasks are counted from 0; use 0/%d to %d/%d", text, of, of-1, of)
	}
	return shard{task, of}, checkTaskCount(of, runs)
}

// checkTaskCount returns an error if there are more tasks than runs, or more than
// maxTasks tasks.
func checkTaskCount(tasks, runs int) error {
	if most := min(runs, maxTasks); tasks > most {
		return cli.BadUsage("%d tasks for %d runs; use %d or fewer", tasks, runs, most)
	}
	return nil
}

// identity returns a short hash of everything that affects the rows of the tasks:
// the engine's version and the fields of the design that affect its runs.
func identity(design []byte) (string, error) {
	runs, err := runsOf(design)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte(engine.Version+"\n"), runs...))
	return hex.EncodeToString(sum[:4]), nil
}

const shardsPrefix = "shards-"

// shardsName returns the name of the tasks' folder. The name contains the number of
// tasks and the hash of the design.
func shardsName(of int, identity string) string {
	return shardsPrefix + strconv.Itoa(of) + "-" + identity
}

// name returns the task's number, padded with zeros so that the numbers of all
// tasks have equal length. The task's marker file has this name, and the names of
// its other files begin with it.
func (h shard) name() string {
	return fmt.Sprintf("%0*d", len(strconv.Itoa(h.of-1)), h.task)
}

// part returns the name of the nth file that a task writes.
func (h shard) part(n int) string { return h.name() + "." + strconv.Itoa(n) + ".csv" }

// runShard makes the runs of a task that have no result yet. If all other tasks
// have finished, it also merges the results of all tasks.
func (s *sweep) runShard(h shard) error {
	folder, err := s.openShards(h.of)
	if err != nil {
		return err
	}
	r := experiment.NewResults(s.experiment)
	if err := h.read(folder, r); err != nil {
		return err
	}
	if err := s.checkFirstRun(r); err != nil {
		return fmt.Errorf("%s: %w", folder, err)
	}
	share := s.experiment.Share(h.task, h.of)
	missing := missingRuns(r, share)
	begin, file := time.Now(), &newPart{folder: folder, shard: h, header: r.Header()}
	made, err := s.make(file, r, missing, len(share))
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	found := len(share) - len(missing)
	if made < len(missing) {
		return s.stopped(found+made, len(share))
	}
	all, err := h.mark(folder, s.experiment.Design.Repetitions)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.t.Out, "task %d of 0 to %d: %s runs, %s of them already in %s\n  %v with %s\n", h.task, h.of-1,
		cli.Grouped(int64(len(share))), cli.Grouped(int64(found)), folder, time.Since(begin).Round(100*time.Millisecond), cli.Count(s.workers, "worker"))
	if !all {
		return nil
	}
	_, err = merge(s.t, s.dir)
	return err
}

// missingRuns returns the given runs, without those that already have a result.
func missingRuns(r *experiment.Results, runs []experiment.CellRun) []experiment.CellRun {
	var missing []experiment.CellRun
	for _, run := range runs {
		if r.At(run.Cell, run.Repetition) == nil {
			missing = append(missing, run)
		}
	}
	return missing
}

// openShards returns the tasks' folder inside the sweep's folder and creates it if
// necessary. It first checks that the sweep's folder holds this design. It returns
// an error if there is a folder for a different number of tasks, because those
// tasks divide the runs differently.
func (s *sweep) openShards(of int) (string, error) {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return "", input.FileError(err)
	}
	if err := s.claim(); err != nil {
		return "", err
	}
	id, err := identity(s.design)
	if err != nil {
		return "", err
	}
	name := shardsName(of, id)
	folder := filepath.Join(s.dir, name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", input.FileError(err)
	}
	// Check only after creating the folder: if two sweeps begin at the same time,
	// at least one of them sees the other's folder.
	others, err := shardFolders(s.dir)
	if err != nil {
		return "", err
	}
	for _, other := range others {
		if other != name {
			os.Remove(folder) // Remove deletes only an empty folder
			return "", fmt.Errorf("%s: contains %s, rows of another number of tasks or version of hopyard, and not %s; use a new folder, or finish the sweep on one machine without --shard", s.dir, other, name)
		}
	}
	return folder, nil
}

// shardFolders lists the tasks' folders inside the folder of a sweep.
func shardFolders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, input.FileError(err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), shardsPrefix) && e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// read adds the rows that earlier starts of the task have written. It tries the
// names of the files one by one instead of listing the folder. With thousands of
// tasks, the folder has thousands of files, and listing it in each task would take
// too long.
func (h shard) read(folder string, r *experiment.Results) error {
	for n := 1; ; n++ {
		err := readPart(filepath.Join(folder, h.part(n)), r)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// readPart adds the rows of a file. It ignores an incomplete last row, which
// another process may still be writing.
func readPart(path string, r *experiment.Results) error {
	info, err := os.Lstat(path)
	if err != nil {
		return input.FileError(err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would block
		return fmt.Errorf("%s: is not a regular file; remove it", path)
	}
	src, err := input.ReadFile(path)
	if err != nil {
		return err
	}
	if src = src[:bytes.LastIndexByte(src, '\n')+1]; len(src) == 0 {
		return nil
	}
	if err := r.ReadRows(src); err != nil {
		return input.Prefixed(path, err)
	}
	return nil
}

// mark creates the task's marker file and reports whether all tasks have finished.
// Marker files are in a separate folder for each number of repetitions. Old marker
// files therefore do not count after repetitions are added.
func (h shard) mark(folder string, repetitions int) (all bool, err error) {
	done := filepath.Join(folder, "done-"+strconv.Itoa(repetitions))
	if err := os.MkdirAll(done, 0o777); err != nil {
		return false, input.FileError(err)
	}
	if err := os.WriteFile(filepath.Join(done, h.name()), nil, 0o644); err != nil {
		return false, input.FileError(err)
	}
	marks, err := os.ReadDir(done)
	if err != nil {
		return false, input.FileError(err)
	}
	return len(marks) >= h.of, nil
}

// newPart is a file for the rows that this process computes for a task. The file is
// created only when the first row is written. It gets the first name, by number,
// that is not in use. A task that is killed again and again before its first row
// therefore leaves no empty files.
type newPart struct {
	folder string
	shard  shard
	header []byte
	file   *os.File
}

// Write appends a row to the file with a single system call. It creates the file if
// necessary.
func (p *newPart) Write(row []byte) (int, error) {
	if p.file != nil {
		return p.file.Write(row)
	}
	for n := 1; p.file == nil; n++ {
		f, err := os.OpenFile(filepath.Join(p.folder, p.shard.part(n)), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return 0, input.FileError(err)
		}
		if err == nil {
			p.file = f
		}
	}
	if _, err := p.file.Write(append(p.header, row...)); err != nil {
		return 0, err
	}
	return len(row), nil
}

// Sync flushes the file to disk.
func (p *newPart) Sync() error {
	if p.file == nil {
		return nil
	}
	return p.file.Sync()
}

// Close closes the file if it was created.
func (p *newPart) Close() error {
	if p.file == nil {
		return nil
	}
	return p.file.Close()
}
