// Package core is the map of the simulator. Nothing in it reads a clock, does
// I/O, starts a goroutine or keeps a global that changes; equal inputs give
// equal traces bit for bit, natively and in WebAssembly.
//
// From the ground up: simtime and topology (time, and the machine's shape);
// detmath (logarithms with the same bits everywhere); workload (jobs, SWF,
// models); why (reasons as data), cluster (who holds what) and network (routes,
// link loads, max-min sharing); alloc (which nodes; its searches are in
// nearest, tree, grid and graph), profile (what will be free) and trace (what
// happened); elastic (what
// growth costs, and who grows) and faults (when nodes and links fail); queue
// (which job, and when); policies (the table of what decides); engine (one event at a time); metrics (the figures of
// a trace); scenario (the JSON form, its errors, links, designs); variant (other
// scenarios with the same point); experiment (many runs, and what their figures
// are worth). deps_test.go holds the layers.
package core
