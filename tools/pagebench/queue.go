package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"hopyard/core/slurmstate"
	"hopyard/core/slurmstate/slurmstatetest"
)

// queue drops a queue of 20,000 waiting and 5,000 running jobs on 10,000 nodes, as
// squeue --json, sinfo --json and sprio -l print it, and asks about a waiting job. It
// prints the times until the page lists the jobs, until it has the first answer, and
// until it has run all what-ifs. For comparison it prints how long this program needs to
// read the files.
func (b *bench) queue() error {
	s := slurmstatetest.Queue(10_000, 5000, 20_000)
	folder, err := os.MkdirTemp("", "hopyard-queue-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var paths []string
	var size int
	files := slurmstatetest.Files(s)
	for _, file := range files {
		path := filepath.Join(folder, file.Name)
		if err := os.WriteFile(path, file.Data, 0o644); err != nil {
			return err
		}
		paths, size = append(paths, path), size+len(file.Data)
	}
	begun := time.Now()
	if _, err := slurmstate.Read(files); err != nil {
		return err
	}
	say("queue of 25,000 jobs: read natively", "%.2f s for %.1f MB", time.Since(begun).Seconds(), float64(size)/1e6)
	var listed, first, all []float64
	for range b.runs {
		l, f, a, err := b.askQueue(paths, slurmstatetest.Middle(s, "batch"))
		if err != nil {
			return err
		}
		listed, first, all = append(listed, l), append(first, f), append(all, a)
	}
	say("  in the page, until the jobs are listed", "%.2f s", median(listed))
	say("  from choosing a job to its start", "%.2f s", median(first))
	say("  from choosing a job to all what-ifs", "%.2f s", median(all))
	return nil
}

// askQueue returns the times in seconds of one run.
func (b *bench) askQueue(paths []string, job string) (listed, first, all float64, err error) {
	page, err := b.open()
	if err != nil {
		return 0, 0, 0, err
	}
	defer page.Close()
	begun := time.Now()
	if err = page.DropPath(paths...); err != nil {
		return 0, 0, 0, err
	}
	if err = page.Wait(`document.querySelector('#live-jobs [data-live]')`); err != nil {
		return 0, 0, 0, err
	}
	listed = time.Since(begun).Seconds()
	if err = page.Type(job); err != nil {
		return 0, 0, 0, err
	}
	if err = page.Wait(fmt.Sprintf(`document.querySelector('#live-jobs [data-live=%q]')`, job)); err != nil {
		return 0, 0, 0, err
	}
	begun = time.Now()
	if err = page.Press("Enter"); err != nil {
		return 0, 0, 0, err
	}
	if err = page.Wait(`document.querySelector('#live-start')`); err != nil {
		return 0, 0, 0, err
	}
	first = time.Since(begun).Seconds()
	err = page.Wait(`document.getElementById('live-answer').getAttribute('aria-busy') === 'false'`)
	return listed, first, time.Since(begun).Seconds(), err
}
