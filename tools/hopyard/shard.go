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

// What tasks write is in a folder beside the design, whose name says how many
// tasks there are, and of which runs. Each time that a task is started, and makes
// a run, it makes a file that was not there before, task.1.csv, task.2.csv, …, and
// nobody else ever writes it, moves it or deletes it. So no lock is needed, which
// file systems of clusters may not have, or keep for nodes that are dead: two
// tasks at once with one number, as when a node is cut off and its task is
// started elsewhere, do work twice that counts once. A task that ended leaves an empty
// file as its mark, and who finds the marks of all merges. Those that two find
// at once write the same.

// shard is one task of several that share a sweep.
type shard struct{ task, of int }

// maxTasks bounds tasks: each is a file at least.
const maxTasks = 1_000_000

// parseShard reads I/N of a sweep of so many runs.
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
	return shard{task, of}, enough(of, runs)
}

// enough reports as an error that there are more tasks than runs.
func enough(tasks, runs int) error {
	if most := min(runs, maxTasks); tasks > most {
		return badUsage("%d tasks for %d runs; use %d or fewer", tasks, runs, most)
	}
	return nil
}

// identity is short for what the rows of shards depend on: the version of what the
// engine computes, and the design but for what does not change its runs.
func identity(design []byte) (string, error) {
	runs, err := runsOf(design)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte(engine.Version+"\n"), runs...))
	return hex.EncodeToString(sum[:4]), nil
}

const shardsPrefix = "shards-"

// shardsName is the folder of the files of so many tasks.
func shardsName(of int, identity string) string {
	return shardsPrefix + strconv.Itoa(of) + "-" + identity
}

// name is that of the task's files and mark: as many digits for all.
func (h shard) name() string {
	return fmt.Sprintf("%0*d", len(strconv.Itoa(h.of-1)), h.task)
}

// part is the name of what a task wrote when it was started for the nth time.
func (h shard) part(n int) string { return h.name() + "." + strconv.Itoa(n) + ".csv" }

// runShard makes the runs of one task that are missing, and the tables when this
// task is the last.
func (s *sweep) runShard(h shard) error {
	folder, err := s.openShards(h.of)
	if err != nil {
		return err
	}
	r := experiment.NewResults(s.experiment)
	if err := h.read(folder, r); err != nil {
		return err
	}
	if err := s.again(r); err != nil {
		return fmt.Errorf("%s: %w", folder, err)
	}
	share := s.experiment.Share(h.task, h.of)
	missing := lacking(r, share)
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
	fmt.Fprintf(s.t.out, "task %d of 0 to %d: %s runs, %s of them found in %s\n  %v with %d at once\n", h.task, h.of-1,
		grouped(int64(len(share))), grouped(int64(found)), folder, time.Since(begin).Round(100*time.Millisecond), s.workers)
	if !all {
		return nil
	}
	_, err = merge(s.t, s.dir)
	return err
}

// lacking are those of the runs that were not made.
func lacking(r *experiment.Results, runs []experiment.CellRun) []experiment.CellRun {
	var missing []experiment.CellRun
	for _, run := range runs {
		if r.At(run.Cell, run.Repetition) == nil {
			missing = append(missing, run)
		}
	}
	return missing
}

// openShards makes the folder of so many tasks, or finds it, beneath a folder with
// this design. Another number of tasks has no place there: the shares differ.
func (s *sweep) openShards(of int) (string, error) {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return "", plain(err)
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
		return "", plain(err)
	}
	// Only now, so that of two which begin at once one at least sees the other.
	others, err := shardFolders(s.dir)
	if err != nil {
		return "", err
	}
	for _, other := range others {
		if other != name {
			os.Remove(folder) // if it is empty
			return "", fmt.Errorf("%s: holds %s, the rows of another number of tasks or version of hopyard, not %s; use a new folder, or end it on one machine, without --shard", s.dir, other, name)
		}
	}
	return folder, nil
}

// shardFolders are the folders of tasks in the folder of a sweep.
func shardFolders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, plain(err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), shardsPrefix) && e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// read takes in what the task wrote when it was started before. Files are asked for by
// name: that thousands of tasks list a folder of thousands is too much.
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

// readPart takes in the rows of a file. A last row that was cut off, or is just being
// written, does not count.
func readPart(path string, r *experiment.Results) error {
	info, err := os.Lstat(path)
	if err != nil {
		return plain(err)
	}
	if !info.Mode().IsRegular() { // a pipe would be waited for
		return fmt.Errorf("%s: is no plain file; take it away", path)
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
		return nil, plain(err)
	}
	defer f.Close()
	return readAll(f, path)
}

// mark leaves the mark that the task ended, and tells whether all have. The marks
// of so many repetitions are in a folder of their own, so that older ones do not
// count when repetitions are added.
func (h shard) mark(folder string, repetitions int) (all bool, err error) {
	done := filepath.Join(folder, "done-"+strconv.Itoa(repetitions))
	if err := os.MkdirAll(done, 0o777); err != nil {
		return false, plain(err)
	}
	if err := os.WriteFile(filepath.Join(done, h.name()), nil, 0o644); err != nil {
		return false, plain(err)
	}
	marks, err := os.ReadDir(done)
	if err != nil {
		return false, plain(err)
	}
	return len(marks) >= h.of, nil
}
