// Package slurmtext parses the values that Slurm's commands print: times, durations,
// amounts of memory, and lists of array tasks. Package sacct and package slurmstate
// read their texts with it.
//
//	at, clock, ok := slurmtext.ParseInstant([]byte("2024-03-01T10:00:00"))
//	seconds, ok := slurmtext.ParseSpan([]byte("1-02:00:00"))
//
// All functions take bytes, return false for a text that is malformed or above its
// limit, and do not allocate, except for lists.
//
// Source: SOURCES.md SWF.4 and SWF.5; Slurm's manual, sacct(1), squeue(1), scontrol(1).
package slurmtext
