package slurmsched

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/workload"
)

// lines holds the waiting jobs by partition, each in queue order, so that a pass can
// leave out all jobs of a partition. They are made anew when they are used, if anything
// but joining and starting has changed them.
type lines struct {
	of    [][]*queue.Waiting
	n     int
	stale bool
}

// place returns the index of a job in its partition's line.
func (l *lines) place(part int, w *queue.Waiting) (int, bool) {
	at := w.Place()
	return slices.BinarySearchFunc(l.of[part], w, func(x, w *queue.Waiting) int {
		switch p := x.Place(); {
		case p.Before(&at):
			return -1
		case at.Before(&p):
			return 1
		}
		return 0
	})
}

// join adds a job.
func (l *lines) join(part int, w *queue.Waiting) {
	if l.stale {
		return
	}
	i, there := l.place(part, w)
	if there {
		l.stale = true
		return
	}
	l.n++
	if i == len(l.of[part]) {
		l.of[part] = append(l.of[part], w)
	} else {
		l.of[part] = slices.Insert(l.of[part], i, w)
	}
}

// remove removes a job that starts.
func (l *lines) remove(part int, w *queue.Waiting) {
	if l.stale {
		return
	}
	i, there := l.place(part, w)
	if !there || l.of[part][i] != w {
		l.stale = true
		return
	}
	l.n--
	if i == 0 {
		l.of[part] = l.of[part][1:]
	} else {
		l.of[part] = slices.Delete(l.of[part], i, i+1)
	}
}

// fresh makes the lines anew if necessary.
func (p *pass) fresh() {
	l := &p.lines
	if !l.stale && l.n == p.Len() {
		return
	}
	l.of, l.n, l.stale = make([][]*queue.Waiting, len(p.partitions)), 0, false
	for w := range p.Waiting() {
		part := factorsIn(w).partition
		l.of[part] = append(l.of[part], w)
		l.n++
	}
}

// heads yields the waiting jobs in queue order, without those of partitions that the
// main scheduler has left alone when their turn comes. A pass that asks gets all jobs.
func (p *pass) heads(yield func(*queue.Waiting) bool) {
	if p.Asking() || p.plain {
		p.Waiting()(yield)
		return
	}
	p.fresh()
	next := make([]int, len(p.partitions)) // index of the next job of each line
	for {
		var first *queue.Waiting
		from := -1
		for part, line := range p.lines.of {
			if next[part] == len(line) || p.blocker[part] != workload.NoJob {
				continue
			}
			w := line[next[part]]
			if first != nil {
				a, b := w.Place(), first.Place()
				if b.Before(&a) {
					continue
				}
			}
			first, from = w, part
		}
		if first == nil {
			return
		}
		before := len(p.lines.of[from])
		if !yield(first) {
			return
		}
		next[from] += len(p.lines.of[from]) + 1 - before // a job that started has left its line
	}
}
