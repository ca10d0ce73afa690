// Package slurmtest tests the job arrays of hopyard sweep with a real Slurm. The
// tests disturb tasks in several ways. A task is killed or requeued, runs out of
// time, or loses its node. The node is either drained, or marked as down while the
// task keeps running on it.
//
// launch starts Slurm's daemons with several nodes on this machine. The daemons use
// free ports and a temporary folder, and end with the test. TestArray submits a job
// array, disturbs its tasks, and compares the results with those of a sweep on a
// single machine. make test-slurm installs the missing programs (Debian's
// slurmctld, slurmd, slurm-client and munge) and runs the test.
//
// The command record, below, records what Slurm decides and prints, for tests of our
// own rules of Slurm (core/slurmstate/testdata). make record-slurm runs it.
package slurmtest
