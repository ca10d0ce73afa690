// Package slurmtest holds the job arrays of hopyard sweep to what a real Slurm does to
// them: tasks are killed, requeued, run out of time, their node is drained, or goes
// down while a task on it goes on. Its test starts Slurm's daemons with several nodes
// on this machine, on free ports and in a temporary folder, and ends them by their
// ids; make test-slurm installs what is missing (Debian's slurmctld, slurmd,
// slurm-client and munge) and runs it.
package slurmtest
