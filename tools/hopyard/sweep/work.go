package sweep

import (
	"fmt"
	"sync"
	"time"

	"hopyard/core/experiment"
	"hopyard/tools/hopyard/cli"
)

// job is a run of the sweep that is made by a worker. After the run, it also holds
// the metrics or the error.
type job struct {
	experiment.CellRun
	figures []float64
	err     error
}

// rowFile is a file of rows. Each row is written with a single call of Write.
type rowFile interface {
	Write(row []byte) (int, error)
	Sync() error
}

// make makes the given runs and appends their rows to the file. When the sweep is
// stopped, it finishes the runs in progress but begins no further runs. It returns
// the number of runs made. The total number of runs, the parameter all, is used
// only for the progress bar.
func (s *sweep) make(file rowFile, r *experiment.Results, runs []experiment.CellRun, all int) (int, error) {
	todo, done, quit := make(chan job), make(chan job), make(chan struct{})
	go func() {
		defer close(todo)
		for _, run := range runs {
			select {
			case <-s.stop:
				return
			case <-quit:
				return
			case todo <- job{CellRun: run}:
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
	return s.collect(file, r, done, quit, cli.NewBar(s.t, "runs", all).From(all-len(runs)))
}

// collect writes the row of each run as soon as the run ends. It flushes the file
// to disk every few seconds. After an error, it closes the channel quit.
func (s *sweep) collect(file rowFile, r *experiment.Results, done <-chan job, quit chan<- struct{}, progress *cli.Bar) (made int, err error) {
	defer progress.Clear()
	synced := time.Now()
	for j := range done {
		if err != nil {
			continue // the workers must be able to send the results of the runs in progress
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
		progress.Draw(made)
		if s.made != nil {
			s.made(made)
		}
	}
	if err == nil {
		err = file.Sync()
	}
	return made, err
}
