package main

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
)

// Several tasks may share a sweep. Their files are in a folder beside the design,
// whose name contains the number of tasks and a hash of the design.
//
// Each time a task is started and makes a run, it creates a new file: task.1.csv,
// task.2.csv, and so on. No other process ever writes, moves or deletes that file,
// so no lock is needed. The file systems of clusters may lack locks or may keep the
// locks of dead nodes. Two processes may even run the same task, for example when a
// node is cut off and its task is restarted elsewhere. They then do the same work
// twice, but it counts once.
//
// A task that has finished leaves an empty file as a mark. The task that finds the
// marks of all tasks merges the results. If two tasks find them at the same time,
// both write the same result.

// shard is a task among several that share a sweep; tasks are counted from 0.
type shard struct{ task, of int }

// maxTasks is the limit on the number of tasks; each creates at least one file.
const maxTasks = 1_000_000

// parseShard parses I/N and checks N against the number of runs of the sweep.
func parseShard(text string, runs int) (shard, error) {
	i, n, ok := strings.Cut(text, "/")
	task, err := strconv.Atoi(i)
	of, bad := strconv.Atoi(n)
	switch {
	case !ok || err != nil || bad != nil || of < 1:
		return shard{}, badUsage("--shard %q; write I/N, such as 0/8 for the first of 8 tasks", text)
	case task < 0 || task >= of:
		return shard{}, badUsage("--shard %s: tasks are counted from 0; use 0/%d to %d/%d", text, of, of-1, of)
	}
	return shard{task, of}, checkTaskCount(of, runs)
}

// checkTaskCount returns an error if there are more tasks than runs.
func checkTaskCount(tasks, runs int) error {
	if most := min(runs, maxTasks); tasks > most {
		return badUsage("%d tasks for %d runs; use %d or fewer", tasks, runs, most)
	}
	return nil
}

// identity returns a short hash of everything that the rows of shards depend on:
// the engine's version and the parts of the design that affect its runs.
func identity(design []byte) (string, error) {
	runs, err := runsOf(design)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte(engine.Version+"\n"), runs...))
	return hex.EncodeToString(sum[:4]), nil
}

const shardsPrefix = "shards-"

// shardsName returns the name of the folder for the given number of tasks.
func shardsName(of int, identity string) string {
	return shardsPrefix + strconv.Itoa(of) + "-" + identity
}

// name returns the first part of the names of the task's files, which is also the
// name of its mark: the task's number, padded so that all tasks have the same
// number of digits.
func (h shard) name() string {
	return fmt.Sprintf("%0*d", len(strconv.Itoa(h.of-1)), h.task)
}

// part returns the name of the nth file of a task.
func (h shard) part(n int) string { return h.name() + "." + strconv.Itoa(n) + ".csv" }

// runShard makes the missing runs of a task. It also merges the results if this is
// the last task to finish.
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
	fmt.Fprintf(s.t.out, "task %d of 0 to %d: %s runs, %s of them already in %s\n  %v with %s\n", h.task, h.of-1,
		grouped(int64(len(share))), grouped(int64(found)), folder, time.Since(begin).Round(100*time.Millisecond), count(s.workers, "worker"))
	if !all {
		return nil
	}
	_, err = merge(s.t, s.dir)
	return err
}

// missingRuns returns those of the given runs that have no result yet.
func missingRuns(r *experiment.Results, runs []experiment.CellRun) []experiment.CellRun {
	var missing []experiment.CellRun
	for _, run := range runs {
		if r.At(run.Cell, run.Repetition) == nil {
			missing = append(missing, run)
		}
	}
	return missing
}

// openShards creates or finds the folder for the given number of tasks inside the
// sweep's folder, after checking that the latter holds this design. It returns an
// error if there is a folder for another number of tasks, since the shares would
// differ.
func (s *sweep) openShards(of int) (string, error) {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return "", fileError(err)
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
		return "", fileError(err)
	}
	// Check only after creating the folder: if two sweeps begin at the same time,
	// at least one of them sees the other's folder.
	others, err := shardFolders(s.dir)
	if err != nil {
		return "", err
	}
	for _, other := range others {
		if other != name {
			os.Remove(folder) // fails unless it is empty
			return "", fmt.Errorf("%s: contains %s, rows of another number of tasks or version of hopyard, and not %s; use a new folder, or finish the sweep on one machine without --shard", s.dir, other, name)
		}
	}
	return folder, nil
}

// shardFolders lists the folders of tasks in the folder of a sweep.
func shardFolders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fileError(err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), shardsPrefix) && e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// read adds the rows that the task wrote when it was started before. It opens the
// files by name because listing a folder of thousands of files in each of thousands
// of tasks would take too long.
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

// readPart adds the rows of a file. It ignores a last row that is incomplete, or
// still being written.
func readPart(path string, r *experiment.Results) error {
	info, err := os.Lstat(path)
	if err != nil {
		return fileError(err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would block
		return fmt.Errorf("%s: is not a regular file; remove it", path)
	}
	src, err := readFile(path)
	if err != nil {
		return err
	}
	if src = src[:bytes.LastIndexByte(src, '\n')+1]; len(src) == 0 {
		return nil
	}
	if err := r.ReadRows(src); err != nil {
		return prefixed(path, err)
	}
	return nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(err)
	}
	defer f.Close()
	return readAll(f, path)
}

// mark records that the task has finished and reports whether all tasks have. There
// is a folder of marks for each number of repetitions, so that old marks do not
// count when repetitions are added.
func (h shard) mark(folder string, repetitions int) (all bool, err error) {
	done := filepath.Join(folder, "done-"+strconv.Itoa(repetitions))
	if err := os.MkdirAll(done, 0o777); err != nil {
		return false, fileError(err)
	}
	if err := os.WriteFile(filepath.Join(done, h.name()), nil, 0o644); err != nil {
		return false, fileError(err)
	}
	marks, err := os.ReadDir(done)
	if err != nil {
		return false, fileError(err)
	}
	return len(marks) >= h.of, nil
}
