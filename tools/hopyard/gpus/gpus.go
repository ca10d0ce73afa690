// Package gpus has the command gpus, which compares policies for tasks that share
// GPUs, on a list of nodes and a list of tasks such as those of the openb trace.
package gpus

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"

	"hopyard/core/gpushare"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// GPUs is the command gpus.
var GPUs = cli.Command{Name: "gpus", Args: "NODES.csv TASKS.csv", Does: "compare policies for tasks that share GPUs: allocated and fragmented GPUs, failed tasks", Run: run}

// maxLoad bounds --load.
const maxLoad = 10

// report is the JSON output.
type report struct {
	Nodes   int                `json:"nodes"`
	GPUs    int64              `json:"gpus"` // milli
	Tasks   int                `json:"tasks"`
	Asked   int64              `json:"asked"` // milli
	Types   int                `json:"types"` // that fragmentation is measured for
	Load    float64            `json:"load"`  // 0 for the tasks as they are
	Seed    int64              `json:"seed"`
	Shuffle bool               `json:"shuffled"`
	Times   bool               `json:"times"`
	Results []*gpushare.Result `json:"results"`
}

// run reads the two tables, runs the tasks under each policy, and prints the figures.
func run(t *cli.Terminal, f *cli.Flags) error {
	names := f.String("policy", "", "comma-separated `NAMES` of "+policyNames()+"; default: all")
	load := f.Float64("load", 1.3, "repeat or remove tasks, drawn by the seed, until they ask for `X` times the GPUs; 0 takes them as they are, which is the default with --times")
	seed := f.Int64("seed", 1, "`SEED` of what is drawn")
	shuffle := f.Bool("shuffle", false, "put tasks and nodes in an order drawn by the seed, as in the published experiments")
	times := f.Bool("times", false, "let tasks come and leave at their times; tasks without room wait")
	asJSON := f.Bool("json", false, "print JSON")
	if err := f.Parse(2, 2); err != nil {
		return err
	}
	given := false
	f.Visit(func(o *flag.Flag) { given = given || o.Name == "load" })
	if *times && !given {
		*load = 0
	}
	if !(*load >= 0 && *load <= maxLoad) {
		return cli.BadUsage("--load %v; use 0 to %d", *load, maxLoad)
	}
	policies, err := policiesNamed(*names)
	if err != nil {
		return err
	}
	nodes, err := readTable(t, f.Words[0], gpushare.ReadNodes)
	if err != nil {
		return err
	}
	tasks, err := readTable(t, f.Words[1], gpushare.ReadTasks)
	if err != nil {
		return err
	}
	o := gpushare.RunOptions{Types: gpushare.Popular(tasks, gpushare.Popularity), Seed: *seed, Times: *times}
	if *load > 0 {
		if tasks, err = gpushare.Inflate(tasks, nodes, *load, *seed); err != nil {
			return input.Prefixed(f.Words[1], err)
		}
	}
	if *shuffle {
		tasks, nodes = gpushare.Shuffle(tasks, nodes, *seed)
	}
	r := report{Nodes: len(nodes), Types: len(o.Types), Load: *load, Seed: *seed, Shuffle: *shuffle, Times: *times}
	for _, p := range policies {
		o.Policy = p
		result, err := gpushare.Run(nodes, tasks, o)
		if err != nil {
			return input.Prefixed(f.Words[1], err)
		}
		r.Results = append(r.Results, result)
		r.GPUs, r.Tasks, r.Asked = result.Capacity, result.Tasks, result.Asked
	}
	if *asJSON {
		out := json.NewEncoder(t.Out)
		out.SetIndent("", "  ")
		return out.Encode(r)
	}
	r.write(t.Out)
	return nil
}

func policyNames() string {
	var names []string
	for _, p := range gpushare.Policies() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func policiesNamed(list string) (chosen []gpushare.Policy, err error) {
	if list == "" {
		return gpushare.Policies(), nil
	}
	for _, name := range cli.Choices(list) {
		p, ok := gpushare.PolicyNamed(name)
		if !ok {
			return nil, cli.BadUsage("--policy %q is no policy; use some of: %s", name, policyNames())
		}
		chosen = append(chosen, p)
	}
	return chosen, nil
}

// readTable reads a file with one of the readers of gpushare.
func readTable[T any](t *cli.Terminal, path string, read func(io.Reader) (T, error)) (rows T, err error) {
	src, err := input.Read(t, path)
	if err != nil {
		return rows, err
	}
	rows, err = read(bytes.NewReader(src))
	if err != nil {
		return rows, input.Prefixed(path, err)
	}
	return rows, nil
}

// write prints a table with a row for each policy, and one with a row for each size
// of tasks.
func (r *report) write(w io.Writer) {
	fmt.Fprintf(w, "%s with %s GPUs; %s ask for %s GPUs; fragmentation for %s\n\n", cli.Count(r.Nodes, "node"), amount(r.GPUs),
		cli.Count(r.Tasks, "task"), amount(r.Asked), cli.Count(r.Types, "type"))
	if r.Times {
		fmt.Fprintf(w, "%-12s %12s %15s %10s %8s\n", "policy", "allocated %", "fragmentation %", "mean wait", "failed")
		for _, x := range r.Results {
			fmt.Fprintf(w, "%-12s %12.2f %15.2f %8.0f s %8d\n", x.Policy, 100*x.AllocatedShare, 100*x.Fragmentation, x.MeanWait, x.Failed)
		}
		fmt.Fprint(w, "\nMeans over time: allocated of all GPUs; fragments of the free GPUs. Failed tasks were deleted before they had room.\n")
		return
	}
	marks := []int{25, 50, 75, 90, 100}
	fmt.Fprintf(w, "%-12s %12s %12s", "policy", "allocated %", "fragments %")
	for _, m := range marks {
		fmt.Fprintf(w, " %6d %%", m)
	}
	fmt.Fprintf(w, " %8s\n", "failed")
	for _, x := range r.Results {
		fmt.Fprintf(w, "%-12s %12.2f %12.2f", x.Policy, 100*x.AllocatedShare, 100*x.Fragmentation)
		for _, m := range marks {
			if m < len(x.Points) {
				fmt.Fprintf(w, " %8.2f", 100*x.Points[m].Fragmentation)
			} else {
				fmt.Fprintf(w, " %8s", "–")
			}
		}
		fmt.Fprintf(w, " %8d\n", x.Failed)
	}
	fmt.Fprint(w, "\nAllocated of all GPUs and fragments of the free GPUs at the end; fragments when tasks had asked for 25 to 100 % of the GPUs.\n\n")

	fmt.Fprintf(w, "%-10s %8s", "GPUs asked", "tasks")
	for _, x := range r.Results {
		fmt.Fprintf(w, "  %13s", x.Policy)
	}
	fmt.Fprintln(w)
	for i, s := range r.Results[0].Sizes {
		fmt.Fprintf(w, "%-10s %8d", amount(s.Milli), s.Tasks)
		for _, x := range r.Results {
			fmt.Fprintf(w, "  %4.0f %% %6d", 100*x.Sizes[i].Share, x.Sizes[i].Failed)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "\nFor tasks of each size: the part of the free GPUs that they cannot use at the end, and how many of them failed.\n")
}

// amount formats milli of GPUs as GPUs, without needless zeros.
func amount(milli int64) string {
	text := cli.Grouped(milli / gpushare.Whole)
	if part := milli % gpushare.Whole; part > 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", part), "0")
	}
	return text
}
