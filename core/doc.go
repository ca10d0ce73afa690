// Package core holds no code. This comment is a map of the packages below it, which
// together are the simulator.
//
// No package in core reads a clock, does I/O, starts a goroutine or keeps a global
// variable that changes (packages that only tests use may read files). Equal inputs
// therefore give equal traces, bit for bit, natively and in WebAssembly.
//
// The packages, from the bottom layer up:
//
//   - simtime, detmath: time in whole milliseconds; logarithms that have the same
//     bits on every platform.
//   - topology, workload: the shape of the machine; jobs, SWF traces and workload
//     models.
//   - why, cluster, network: the reasons for decisions, as data; which job holds
//     which nodes; routes, link loads and max-min sharing.
//   - alloc: chooses nodes for a job. Its searches are in alloc/nearest and the
//     folders below it.
//   - trace, profile: the record of what happened; the forecast of what will be
//     free.
//   - elastic, faults: the cost of growth and which job grows; when nodes and links
//     fail.
//   - queue, policies: which job starts, and when; the table of all policies.
//   - engine: runs a simulation one event at a time.
//   - metrics, longrun, lowerbound: the figures of a trace; tables and charts of
//     long runs; limits that no schedule can beat.
//   - jsondoc, scenario/schema, linkcodec: JSON texts with the position of every
//     value, errors and edits; tables of the fields of objects; payloads and
//     checksums of links.
//   - scenario, variant, experiment: the JSON form of a scenario with its errors and
//     links; scenarios with the same point but other numbers; many runs and the
//     statistics of their figures.
//   - goal, quiz, puzzle, worksheet, scoreboard: goals of a lesson, questions,
//     puzzles, exercise sheets and the ranking of a class.
//   - script, policycheck, promises: policies that users write in Starlark, and the
//     random tests that look for errors in them; broken promises of a run.
//
// The test in deps_test.go lists which package may import which, and enforces it.
package core
