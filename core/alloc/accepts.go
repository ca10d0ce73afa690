package alloc

import (
	"errors"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// ErrMachine is wrapped by the errors about an allocator that cannot work on a
// kind of machine, or for a kind of job.
var ErrMachine = errors.New("allocator does not fit")

// Particular is an Allocator that works on some machines or for some jobs
// only. Where Accepts has an error, Allocate refuses with why.NotPlaceable; a
// scenario should report the error instead of letting its jobs wait for ever.
type Particular interface {
	Allocator
	// Accepts is nil, or says why jobs like r cannot be placed on m.
	Accepts(m topology.Topology, r *workload.Request) error
}
