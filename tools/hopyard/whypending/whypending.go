// Package whypending has the command pending, which tells why a job of a Slurm cluster
// is pending, when it will start, and what would make it start sooner.
//
//	squeue --json > queue.json; sinfo --json > nodes.json
//	hopyard pending --job 4711 queue.json nodes.json
package whypending

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"hopyard/core/pending"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/slurmtext"
	"hopyard/core/workload/sacct"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Pending is the command pending.
var Pending = cli.Command{Name: "pending", Args: "FILE... --job ID", Does: "tell why a job of a Slurm cluster is pending, and when it will start, from what squeue, sinfo and scontrol print; or write the queue as a scenario", Run: run}

// answer is the JSON output. Times are seconds from now; null if the job does not start.
type answer struct {
	Job      string   `json:"job"`
	Reason   string   `json:"reason"` // Slurm's word
	Obstacle string   `json:"obstacle,omitempty"`
	Advice   string   `json:"advice,omitempty"`  // what its user can do about the obstacle
	Missing  []string `json:"missing,omitempty"` // commands whose output a prediction needs; the start is not known then
	Why      string   `json:"why,omitempty"`
	Start    *float64 `json:"start"`
	Rough    bool     `json:"rough,omitempty"`      // few jobs were planned in a run of the backfill scheduler, to save time
	Until    float64  `json:"not_within,omitempty"` // if the simulation was given up: how far it came
	Nodes    []string `json:"nodes,omitempty"`
	Range    *spread  `json:"range,omitempty"`        // only with a history
	Deadline *float64 `json:"deadline,omitempty"`     // below 0 if it has passed
	Latest   *float64 `json:"latest_start,omitempty"` // with which it ends by its deadline
	Removed  *float64 `json:"removed,omitempty"`      // when Slurm removes it because of its deadline
	Queue    string   `json:"simulated_in,omitempty"` // if it names several partitions
	Room     *room    `json:"room,omitempty"`         // if a limit holds it
	Several  int      `json:"ahead_in_several_partitions,omitempty"`
	Others   int      `json:"others_in_several_partitions,omitempty"` // not counted as ahead, but would be in another of their partitions
	NumAhead int      `json:"ahead"`
	Ahead    []ahead  `json:"first_ahead,omitempty"`
	Next     []end    `json:"next_ends,omitempty"`
	WhatIfs  []whatIf `json:"what_if,omitempty"`
	Assumed  []string `json:"assumed"`
}

// spread is a distribution of starts: 10, 50 and 90 % are not later.
type spread struct {
	Early  *float64 `json:"early"`
	Median *float64 `json:"median"`
	Late   *float64 `json:"late"`
	Draws  int      `json:"draws"`
}

type ahead struct {
	Job   string   `json:"job"`
	User  string   `json:"user"`
	By    string   `json:"by"`
	Waits string   `json:"waits_for,omitempty"`
	Word  string   `json:"reason,omitempty"`     // Slurm's word
	In    []string `json:"partitions,omitempty"` // if several
	Parts []part   `json:"parts,omitempty"`      // from sprio: parts in which the priorities differ
}

type part struct {
	Name   string `json:"name"`
	Theirs int64  `json:"theirs"`
	Mine   int64  `json:"mine"`
}

type end struct {
	Job   string  `json:"job"`
	After float64 `json:"after"`
	Nodes int     `json:"nodes"`
}

// room lists the running jobs that count toward a limit, until there is room.
type room struct {
	Ends   []end    `json:"ends,omitempty"`
	Enough bool     `json:"enough"` // there is room when they have ended; otherwise only the first one is known
	Lacks  []string `json:"missing,omitempty"`
}

type whatIf struct {
	Change  string   `json:"change"`
	Command string   `json:"command,omitempty"`
	Start   *float64 `json:"start"`
	Sooner  bool     `json:"sooner"`
}

func run(t *cli.Terminal, f *cli.Flags) error {
	job := f.String("job", "", "the job's `ID`, as squeue prints it: 4711, or 4711_3")
	past := f.String("history", "", "a `FILE` that sacct printed: how much of their time limits each user's jobs used")
	asJSON := f.Bool("json", false, "print JSON")
	to := f.String("scenario", "", "write the queue as a scenario to `FILE`, or - for standard output; without --job, do only this")
	network := f.String("topology", "", "the topology.conf or topology.yaml of the cluster, a `FILE`")
	hide := f.Bool("hide-names", false, "replace the names of users, accounts, jobs, nodes, partitions and QOSs by pseudonyms")
	if err := f.Parse(1, -1); err != nil {
		return err
	}
	if *job == "" && *to == "" {
		return cli.BadUsage("--job is missing; give the id of a job, from the first column of squeue, or --scenario FILE")
	}
	c, err := load(t, f.Words, *network, *hide)
	if err != nil {
		return err
	}
	out := cli.NewOutputs(t)
	if *to != "" {
		live, err := c.Scenario()
		if err != nil {
			return err
		}
		out.Add("scenario", *to, func(w io.Writer) error {
			_, err := w.Write(live.Text)
			return err
		})
	}
	if *job == "" {
		return out.Write()
	}
	a, err := c.Answer(*job)
	if err != nil {
		return err
	}
	usual, err := usually(c, *job, *past)
	if err != nil {
		return err
	}
	if err := out.Write(); err != nil {
		return err
	}
	if *asJSON {
		return writeJSON(out.Summary(), c, a, usual)
	}
	write(out.Summary(), c, a, usual)
	return nil
}

// load reads a cluster from files. Notices go to standard error.
func load(t *cli.Terminal, paths []string, network string, hide bool) (*pending.LiveQueue, error) {
	var files []slurmstate.File
	for _, path := range paths {
		data, err := input.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, slurmstate.File{Name: input.DisplayName(path), Data: data})
	}
	snapshot, err := slurmstate.Read(files)
	if err != nil {
		return nil, err
	}
	for _, n := range snapshot.Notices {
		fmt.Fprintf(t.Err, "notice: %v\n", n)
	}
	for _, r := range snapshot.Unread {
		fmt.Fprintf(t.Err, "left out: %v\n", r)
	}
	if more := snapshot.NumUnread - len(snapshot.Unread); more > 0 {
		fmt.Fprintf(t.Err, "left out: %s more\n", pending.Count(int64(more), "row"))
	}
	conf := ""
	if network != "" {
		data, err := input.ReadFile(network)
		if err != nil {
			return nil, err
		}
		conf = string(data)
	}
	if hide {
		if snapshot, conf, err = pending.HideNames(snapshot, conf); err != nil {
			return nil, err
		}
	}
	return pending.NewOn(snapshot, conf)
}

// usually returns when a job starts if all jobs use the same parts of their time limits
// as the past jobs in a file did. It returns nil if no file is given, or if the job takes
// no part in the simulation.
func usually(c *pending.LiveQueue, job, past string) (*pending.Range, error) {
	if past == "" {
		return nil, nil
	}
	data, err := input.ReadFile(past)
	if err != nil {
		return nil, err
	}
	used, err := sacct.ReadUsed(bytes.NewReader(data), sacct.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", input.DisplayName(past), err)
	}
	r, ok, err := c.Range(job, pending.NewHistory(used))
	if err != nil || !ok {
		return nil, err
	}
	return &r, nil
}

func writeJSON(out io.Writer, c *pending.LiveQueue, a *pending.Answer, r *pending.Range) error {
	x := answer{Job: a.Job.ID, Reason: a.Job.Reason, Obstacle: a.Obstacle.String(), NumAhead: a.NumAhead, Assumed: texts(c.Assumed)}
	x.Advice, x.Queue, x.Several, x.Others = advice(a), a.Queue, a.Several, a.Others
	if d := a.Deadline; d != nil {
		x.Deadline, x.Latest = seconds(d.In), seconds(d.Latest)
	}
	if r := a.Room; r != nil {
		x.Room = &room{Enough: r.Enough}
		for _, n := range r.Ends {
			x.Room.Ends = append(x.Room.Ends, end{n.Job.ID, float64(n.After) / 1000, n.Nodes})
		}
		for _, m := range r.Lacks {
			x.Room.Lacks = append(x.Room.Lacks, m.Command())
		}
	}
	if a.Start.Removed {
		x.Removed = seconds(a.Start.Removal)
	}
	for _, m := range a.Missing {
		x.Missing = append(x.Missing, m.Command())
	}
	switch {
	case len(a.Missing) > 0:
		x.Why = a.Because.String()
	case a.Obstacle.Code == pending.NoClause:
		x.Why, x.Start, x.Until, x.Nodes, x.Rough = a.Because.String(), seconds(a.Start.After), float64(a.Start.Until)/1000, a.Start.Nodes, a.Start.Rough
	}
	if r != nil {
		x.Range = &spread{seconds(r.Early), seconds(r.Median), seconds(r.Late), r.Draws}
	}
	for _, h := range a.Ahead {
		one := ahead{Job: h.Job.ID, User: h.Job.User, By: h.Higher.String(), Waits: h.Waits.String(), Word: h.Job.Reason}
		if len(h.Job.Partitions) > 1 {
			one.In = h.Job.Partitions
		}
		for _, p := range h.Parts {
			one.Parts = append(one.Parts, part(p))
		}
		x.Ahead = append(x.Ahead, one)
	}
	for _, n := range a.Next {
		x.Next = append(x.Next, end{n.Job.ID, float64(n.After) / 1000, n.Nodes})
	}
	for _, w := range a.WhatIfs {
		x.WhatIfs = append(x.WhatIfs, whatIf{w.Change, w.Kind.Command(a.Job.ID, w.Limit, w.Nodes, w.Name), seconds(w.Start.After), w.Sooner})
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(x)
}

// seconds returns a time in seconds, or nil for a job that does not start.
func seconds(d simtime.Duration) *float64 {
	if d == pending.Never {
		return nil
	}
	s := float64(d) / 1000
	return &s
}

func write(out io.Writer, c *pending.LiveQueue, a *pending.Answer, r *pending.Range) {
	j := a.Job
	fmt.Fprintf(out, "job %s of %s in partition %s: %s, time limit %s, priority %s\n\n", j.ID, j.User, strings.Join(j.Partitions, ","), pending.Count(j.Nodes, "node"), limit(j.Limit), priority(c, j.Priority))
	if a.Obstacle.Code != pending.NoClause {
		fmt.Fprintf(out, "It waits because %s.\nSlurm's word for it is %s.\n", a.Obstacle, j.Reason)
		if text := advice(a); text != "" {
			fmt.Fprintf(out, "What you can do: %s.\n", text)
		}
		writeRoom(out, a.Room)
		if command := c.Missing(a.Obstacle); command != "" {
			fmt.Fprintf(out, "When the limit ends, the simulation finds out if the output of `%s` is among the files.\n", command)
		}
		return
	}
	because := a.Because.String()
	if because == "" {
		because = "by what these files tell, nothing keeps it"
	}
	fmt.Fprintf(out, "It waits: %s. (Slurm's word: %s)\n", because, j.Reason)
	if a.Because.Code == pending.TooLate {
		fmt.Fprintf(out, "What you can do: %s.\n", advice(a))
	}
	if a.Queue != "" {
		fmt.Fprintf(out, "It names several partitions; it is simulated in %s.\n", a.Queue)
	}
	writeRoom(out, a.Room)
	if d := a.Deadline; d != nil && d.Latest >= 0 {
		fmt.Fprintf(out, "Its deadline is in %s; it must start within %s.\n", span(d.In), span(d.Latest))
	}
	if len(a.Missing) > 0 {
		fmt.Fprintln(out, "When it starts cannot be told from these files alone. They lack:")
		for _, m := range a.Missing {
			fmt.Fprintf(out, "  %s, which `%s` prints\n", m, m.Command())
		}
		writeAhead(out, c, a)
		return
	}
	switch {
	case a.Start.Removed:
		fmt.Fprintf(out, "It does not start: Slurm removes it %s (state DEADLINE), because it could no longer end by its deadline.\n", start(a.Start.Removal))
	case a.Start.Unbounded:
		fmt.Fprintln(out, "When it starts cannot be told: it waits for jobs without a time limit.")
	default:
		fmt.Fprintf(out, "It starts %s if all jobs run until their time limits%s.\n", when(a.Start), on(a.Start.Nodes))
	}
	if r != nil {
		fmt.Fprintf(out, "If jobs use as much of their limits as their users' jobs did, half of %d simulations start it %s or sooner; 10 %% %s or sooner, 90 %% %s or sooner.\n", r.Draws, start(r.Median), start(r.Early), start(r.Late))
	} else {
		fmt.Fprintln(out, "With --history FILE, what sacct printed, it would also tell when it starts if jobs end as they usually do.")
	}
	writeAhead(out, c, a)
	if len(a.Next) > 0 {
		fmt.Fprintln(out, "\nThe next time limits that end on nodes of its partition:")
		for _, n := range a.Next {
			fmt.Fprintf(out, "  in %s job %s of %s gives back %s\n", span(n.After), n.Job.ID, n.Job.User, pending.Count(int64(n.Nodes), "node"))
		}
	}
	if len(a.WhatIfs) > 0 {
		fmt.Fprintln(out, "\nWith another request, all else as it is:")
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		for _, x := range a.WhatIfs {
			fmt.Fprintf(w, "  %s\tstarts %s%s\n", x.Change, when(x.Start), sooner(x, a.Start.After))
		}
		w.Flush()
	}
	if rough(a) {
		fmt.Fprintln(out, "\nThe simulation is long. To save time, runs of the backfill scheduler planned only the first jobs, so starts are less certain.")
	}
	fmt.Fprintf(out, "\nAssumed: %s.\n", strings.Join(texts(c.Assumed), "; "))
}

// writeAhead writes the table of the jobs that are ahead.
func writeAhead(out io.Writer, c *pending.LiveQueue, a *pending.Answer) {
	if a.NumAhead > 0 {
		fmt.Fprintf(out, "\n%s ahead of it; the first:\n", pending.Count(int64(a.NumAhead), "job"))
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "  JOB\tUSER\tNODES\tTIME LIMIT\tPRIORITY\tAHEAD BY\tWAITS FOR")
		for _, h := range a.Ahead {
			fmt.Fprintf(w, "  %s\t%s\t%d\t%s\t%s\t%s\t%s\n", h.Job.ID, h.Job.User, h.Job.Nodes, limit(h.Job.Limit), priority(c, h.Job.Priority), h.Higher.String()+parts(h.Parts), waits(&h))
		}
		w.Flush()
	}
	if a.Several > 0 {
		fmt.Fprintf(out, "Of the jobs ahead, %s several partitions.\n", names(a.Several))
	}
	if a.Others > 0 {
		fmt.Fprintf(out, "Not counted: %s several partitions and would be ahead of it in another one than the one in which they are simulated.\n", names(a.Others))
	}
}

// names returns a number of jobs as the beginning of a sentence.
func names(n int) string {
	if n == 1 {
		return "1 names"
	}
	return fmt.Sprint(n, " name")
}

// waits returns what a job that is ahead waits for itself, with the partitions if it names
// several.
func waits(h *pending.Ahead) string {
	text := h.Waits.String()
	if text == "" {
		text = h.Job.Reason
	}
	if len(h.Job.Partitions) > 1 {
		text += " (in " + strings.Join(h.Job.Partitions, ", ") + ")"
	}
	return text
}

// advice returns what the user of a job can do about an obstacle.
func advice(a *pending.Answer) string {
	x := pending.AdviceOn(a.Obstacle.Code, a.Because.Code)
	return strings.ReplaceAll(x.String(), "{command}", x.Command(a.Job.ID))
}

// writeRoom writes which running jobs must end before a limit has room.
func writeRoom(out io.Writer, r *pending.LimitRoom) {
	if r == nil {
		return
	}
	switch n := len(r.Ends); {
	case n == 0:
	case r.Enough && n == 1:
		fmt.Fprintln(out, "The limit has room when this running job, which counts toward it, ends:")
	case r.Enough:
		fmt.Fprintf(out, "The limit has room when these %d running jobs, which count toward it, end:\n", n)
	default:
		fmt.Fprintln(out, "Of the running jobs that count toward the limit, this one ends first:")
	}
	for _, n := range r.Ends {
		fmt.Fprintf(out, "  in %s at the latest job %s of %s\n", span(n.After), n.Job.ID, n.Job.User)
	}
	for _, m := range r.Lacks {
		fmt.Fprintf(out, "These files do not tell %s; `%s` prints them.\n", m, m.Command())
	}
}

// texts returns clauses in English.
func texts(all []pending.Clause) (out []string) {
	for _, c := range all {
		out = append(out, c.String())
	}
	return out
}

// rough reports whether a simulation of an answer planned only the first jobs.
func rough(a *pending.Answer) bool {
	return a.Start.Rough || slices.ContainsFunc(a.WhatIfs, func(w pending.WhatIf) bool { return w.Start.Rough })
}

func priority(c *pending.LiveQueue, p int64) string {
	if c.Listed {
		return "unknown"
	}
	return strconv.FormatInt(p, 10)
}

func limit(seconds int64) string {
	if seconds == 0 {
		return "none"
	}
	return slurmtext.Span(seconds)
}

// parts returns the parts of priorities that differ, as in ": QOS +400, AGE -50".
func parts(all []pending.PriorityGap) (text string) {
	for i, p := range all {
		if text += ", "; i == 0 {
			text = ": "
		}
		text += fmt.Sprintf("%s %+d", p.Name, p.Theirs-p.Mine)
	}
	return text
}

// start returns a time from now as a phrase.
func start(d simtime.Duration) string { return when(pending.Start{After: d}) }

func span(d simtime.Duration) string { return slurmtext.Span(int64(d / simtime.Second)) }

func when(s pending.Start) string {
	switch {
	case s.After == pending.Never && s.Until > 0:
		return "not within " + span(s.Until)
	case s.Removed:
		return "never: its deadline comes first"
	case s.Unbounded:
		return "not before a job without a time limit ends"
	case s.After == pending.Never:
		return "never"
	case s.After == 0:
		return "now"
	}
	return "in " + span(s.After)
}

func on(nodes []string) string {
	switch n := len(nodes); {
	case n == 0:
		return ""
	case n <= 4:
		return ", on " + strings.Join(nodes, ", ")
	default:
		return fmt.Sprintf(", on %s and %d others", strings.Join(nodes[:3], ", "), n-3)
	}
}

func sooner(x pending.WhatIf, was simtime.Duration) string {
	switch {
	case x.Sooner:
		return ", sooner"
	case x.Start.After == was:
		return ", no sooner"
	case x.Start.After == pending.Never:
		return ""
	}
	return ", later"
}
