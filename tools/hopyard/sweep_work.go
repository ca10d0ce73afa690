package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"hopyard/core/experiment"
)

// job is one run to make, and then its figures.
type job struct {
	cell, repetition int
	figures          []float64
	err              error
}

// missingRuns are the runs that were not made, a repetition of all cells
// before the next: what an interrupted sweep leaves has whole repetitions, and
// the time left is told well.
func missingRuns(r *experiment.Results) []job {
	var jobs []job
	for n := range r.Design.Repetitions {
		for cell := range r.Cells {
			if r.At(cell, n) == nil {
				jobs = append(jobs, job{cell: cell, repetition: n})
			}
		}
	}
	return jobs
}

// make makes runs and appends their rows to the file, until it is stopped. It
// returns how many were made. Runs that were begun are ended and kept.
func (s *sweep) make(file *os.File, r *experiment.Results, jobs []job) (int, error) {
	todo, done, quit := make(chan job), make(chan job), make(chan struct{})
	go func() {
		defer close(todo)
		for _, j := range jobs {
			select {
			case <-s.stop:
				return
			case <-quit:
				return
			case todo <- j:
			}
		}
	}()
	var workers sync.WaitGroup
	for range s.workers {
		workers.Go(func() {
			for j := range todo {
				f, err := s.experiment.Run(j.cell, j.repetition)
				for _, x := range f.List() {
					j.figures = append(j.figures, x.Value)
				}
				j.err = err
				done <- j
			}
		})
	}
	go func() { workers.Wait(); close(done) }()
	return s.collect(file, r, done, quit, len(jobs))
}

// collect writes the rows of runs as they are made: each row by one write, and
// to the disk every few seconds. After an error it closes quit.
func (s *sweep) collect(file *os.File, r *experiment.Results, done <-chan job, quit chan<- struct{}, missing int) (made int, err error) {
	all := len(r.Cells) * r.Design.Repetitions
	progress := newBar(s.t, "runs", all)
	progress.before = all - missing
	defer progress.clear()
	synced := time.Now()
	for j := range done {
		if err != nil {
			continue // let the others end
		}
		err = j.err
		if err == nil {
			r.Set(j.cell, j.repetition, j.figures)
			_, err = file.Write(row(r, j.cell, j.repetition))
		}
		if now := time.Now(); err == nil && now.Sub(synced) > 3*time.Second {
			synced, err = now, file.Sync()
		}
		if err != nil {
			err = fmt.Errorf("repetition %d of %s: %w", j.repetition+1, r.Design.Describe(r.Cells[j.cell].Levels), err)
			close(quit)
			continue
		}
		made++
		progress.draw(progress.before + made)
		if s.made != nil {
			s.made(made)
		}
	}
	if err == nil {
		err = file.Sync()
	}
	return made, err
}
