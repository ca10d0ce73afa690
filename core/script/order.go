package script

import (
	"fmt"

	"go.starlark.net/starlark"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Ordering implements policies.Interpreter.
func (interpreter) Ordering(source string) queue.Ordering {
	p := read(source)
	if _, scores := p.globals["score"]; scores {
		return scored{p}
	}
	return keyed{p}
}

// keyed orders the queue by the key function of a program, smallest key first.
type keyed struct{ *program }

// Key implements queue.Ordering.
func (k keyed) Key(r *workload.Request) (key, tie int64) {
	v := k.call(nil, "key", &job{r: r, now: simtime.Never})
	parts := starlark.Tuple{v}
	if t, ok := v.(starlark.Tuple); ok && len(t) >= 1 && len(t) <= 2 {
		parts = t
	}
	var out [2]int64
	for i, x := range parts {
		f, ok := number(x)
		if !ok {
			k.refuse("key", fmt.Sprintf("key returned %s for job %d", shown(v), r.Number), "return a number, or a tuple of two: the second counts where the first is the same")
		}
		out[i] = ascending(f)
	}
	return out[0], out[1]
}

// scored orders the queue by the score function of a program, highest score first.
// The scores are recomputed before each pass.
type scored struct{ *program }

// Key implements queue.Ordering. It puts a new job last until the next pass
// computes its score.
func (scored) Key(*workload.Request) (key, tie int64) { return int64(^uint64(0) >> 1), 0 }

// Keys implements queue.Reordering.
func (s scored) Keys(now simtime.Time, waiting []*queue.Waiting) []int64 {
	if s.faults != nil {
		panic(&queue.Failure{ProgramError: s.faults[0]})
	}
	thread, at := newThread(nil, s.steps), seconds(now)
	score := s.globals["score"]
	jobs, keys := make([]job, len(waiting)), make([]int64, len(waiting))
	args := make(starlark.Tuple, 2)
	for i, w := range waiting {
		jobs[i] = job{r: w.Request, now: now, w: w}
		args[0], args[1] = &jobs[i], at
		v, err := starlark.Call(thread, score, args, nil)
		if err != nil {
			panic(&queue.Failure{ProgramError: faultsOf(err)[0]})
		}
		f, ok := number(v)
		if !ok {
			s.refuse("score", fmt.Sprintf("score returned %s for job %d", shown(v), w.Number), "return a number: larger is sooner")
		}
		keys[i] = ascending(-f)
	}
	return keys
}
