// Package slurmtest tests the job arrays of hopyard sweep with a real Slurm. The
// tests disturb tasks: a task is killed or requeued, runs out of time, or loses its
// node. A node is lost in two ways: it is drained, or it is marked as down while
// the task keeps running on it.
//
// launch starts Slurm's daemons with several nodes on this machine, on free ports
// and with a temporary folder; the daemons end with the test. TestArray submits an
// array, disturbs its tasks and compares the results with those of a sweep on a
// single machine. make test-slurm installs the missing programs (Debian's
// slurmctld, slurmd, slurm-client and munge) and runs the test.
package slurmtest
