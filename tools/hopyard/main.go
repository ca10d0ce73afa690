// Command hopyard runs scheduling simulations from the command line and explains
// their results. It uses the same engine as the page, so both give the same
// results.
//
// A command line such as
//
//	hopyard run FILE --queue easy --jobs jobs.csv
//
// flows through the packages below as follows. cli finds the command in the list
// commands and calls its function. That function declares its options; commands that
// read FILE add the shared options of package input. After it has parsed the
// options, it calls FileOptions.Load, which reads FILE: a scenario, a trace, or a
// link. Load also applies the options that override settings, such as --queue and
// --set. It returns an input.Subject, which is a checked scenario with the engine
// configuration made from it. The packages are, from the bottom:
//
//   - cli: options, output files, progress, errors and exit statuses; completion
//   - shortlink, input: what FILE may be, and how it becomes a Subject; validate
//   - batsim: external schedulers, for run
//   - runexport, simulate: run and its files for other programs, compare, swf
//   - plot: plot, gantt
//   - explain: why, place, table, units
//   - papers, quizbank: quiz and grade
//   - chartscript: the script of the charts in reports
//   - league: league and check
//   - gpus: gpus
//   - gym: gym
//   - sweep: sweep and report
//   - sharelink, flowreplay: link, unlink; flows
//   - convert: convert
//   - shell: shell
//   - whypending: pending
//   - whatif: fidelity
//   - serve: serve, which runs large traces for the page
//   - buildinfo: version
//
// `hopyard help` prints all commands; README.md shows examples.
package main

import (
	"os"
	"runtime/debug"

	"hopyard/tools/hopyard/buildinfo"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/convert"
	"hopyard/tools/hopyard/explain"
	"hopyard/tools/hopyard/flowreplay"
	"hopyard/tools/hopyard/gpus"
	"hopyard/tools/hopyard/gym"
	"hopyard/tools/hopyard/input"
	"hopyard/tools/hopyard/league"
	"hopyard/tools/hopyard/plot"
	"hopyard/tools/hopyard/quizbank"
	"hopyard/tools/hopyard/serve"
	"hopyard/tools/hopyard/sharelink"
	"hopyard/tools/hopyard/shell"
	"hopyard/tools/hopyard/simulate"
	"hopyard/tools/hopyard/sweep"
	"hopyard/tools/hopyard/whatif"
	"hopyard/tools/hopyard/whypending"
)

// commands lists the commands in the order in which the help text prints them.
func commands() []cli.Command {
	return []cli.Command{
		simulate.Run,
		plot.Plot,
		plot.Gantt,
		explain.Place,
		flowreplay.Flows,
		explain.Why,
		quizbank.Quiz,
		quizbank.Grade,
		explain.Table,
		explain.Units,
		simulate.Compare,
		sweep.Sweep,
		sweep.Report,
		league.Check,
		league.League,
		gpus.GPUs,
		gym.Gym,
		input.Validate,
		sharelink.Link,
		sharelink.Unlink,
		convert.Convert,
		shell.Shell,
		whypending.Pending,
		whatif.Fidelity,
		simulate.SWF,
		serve.Serve,
		cli.Completion,
		buildinfo.Version,
	}
}

// heapGrowth is the value of GOGC, in percent. The garbage collector runs each time
// the live heap has grown by this percentage. A simulation of a trace retains
// nearly everything that it allocates (jobs and events). With Go's default of 100,
// the collector would find almost nothing to free and would take a quarter of the
// time.
const heapGrowth = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	cli.Main(commands())
}
