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
	experiment.Run
	figures []float64
	err     error
}

// make makes runs and appends their rows to the file, until it is stopped. It
// returns how many were made. Runs that were begun are ended and kept.
func (s *sweep) make(file *os.File, r *experiment.Results, runs []experiment.Run) (int, error) {
	todo, done, quit := make(chan job), make(chan job), make(chan struct{})
	go func() {
		defer close(todo)
		for _, run := range runs {
			select {
			case <-s.stop:
				return
			case <-quit:
				return
			case todo <- job{Run: run}:
			}
		}
	}()
	var workers sync.WaitGroup
	for range s.workers {
		workers.Go(func() {
			for j := range todo {
				f, err := s.experiment.Run(j.Cell, j.Repetition)
				for _, x := range f.List() {
					j.figures = append(j.figures, x.Value)
				}
				j.err = err
				done <- j
			}
		})
	}
	go func() { workers.Wait(); close(done) }()
	return s.collect(file, r, done, quit, len(runs))
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
			r.Set(j.Cell, j.Repetition, j.figures)
			_, err = file.Write(r.Row(j.Cell, j.Repetition))
		}
		if now := time.Now(); err == nil && now.Sub(synced) > 3*time.Second {
			synced, err = now, file.Sync()
		}
		if err != nil {
			err = fmt.Errorf("repetition %d of %s: %w", j.Repetition+1, r.Design.Describe(r.Cells[j.Cell].Levels), err)
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
