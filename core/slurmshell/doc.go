// Package slurmshell is a pretend shell on a simulated cluster: it takes lines such as
// "sbatch -N2 -t 30 job.sh" or "squeue --start" and answers with the text that Slurm
// prints, for the state of a run after a step.
//
// A [Session] is the state that a line sees. [Session.Exec] answers a line. Commands
// that change something do not change the run: the [ShellAnswer] holds edits of the
// scenario's text, which its caller applies before it runs the scenario again.
//
//	s, err := slurmshell.NewSession(scenario, recording, step)
//	a := s.Exec("scancel 3")
//	text, err := a.Apply(scenarioText)
//
// world.go tells what is known at the step, and nothing later: a waiting job has a
// start only if the discipline has promised one. columns.go prints tables by Slurm's
// formats; each command has a file of its own. [Complete] offers what may follow.
//
// Source: SOURCES.md SLURM.14. LIMITATIONS: there is one user at a time, who may do
// everything; jobs have no steps, and scripts do nothing but sleep.
package slurmshell
