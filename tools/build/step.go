package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

// step is a part of a build. It counts its results for a one-line report, which
// says how many came from the cache and which were made.
type step struct {
	title string
	cache cache

	mu   sync.Mutex
	kept int
	made []string
	took time.Duration // sum of the times to make the results, although some are made in parallel
}

// get returns files from the cache, or makes them if they are not there.
func (s *step) get(name, key string, make func() (contents, error)) (contents, error) {
	begun := time.Now()
	files, made, err := s.cache.get(key, make)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if made {
		s.made = append(s.made, name)
		s.took += time.Since(begun)
	} else {
		s.kept++
	}
	return files, nil
}

// mostNames is the maximum number of results that a report lists by name. If more
// were made, the report gives only their number.
const mostNames = 4

func (s *step) String() string {
	var said []string
	if s.kept > 0 {
		said = append(said, fmt.Sprintf("%d kept", s.kept))
	}
	if len(s.made) > 0 {
		names := strings.Join(s.made, ", ")
		if len(s.made) > mostNames {
			names = fmt.Sprintf("%d", len(s.made))
		}
		said = append(said, fmt.Sprintf("made %s in %.1f s", names, s.took.Seconds()))
	}
	return s.title + ": " + strings.Join(said, ", ")
}

// parallel calls f for 0 to n-1. It runs as many calls at a time as there are
// processors, and returns all errors.
func parallel(n int, f func(i int) error) error {
	errs := make([]error, n)
	turn := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	for i := range n {
		turn <- struct{}{}
		all.Go(func() {
			defer func() { <-turn }()
			errs[i] = f(i)
		})
	}
	all.Wait()
	return errors.Join(errs...)
}
