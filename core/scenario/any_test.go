package scenario

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"hopyard/core/policies"
)

// anyScenario returns a random scenario that may use any part of the language.
// Parse accepts most of them.
func anyScenario(seed uint64) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
	g.nodes, g.topology = g.machine()
	g.own = g.IntN(3) == 0
	parts := []string{`"hopyard": 1`}
	add := func(often int, name, value string) {
		if often == 1 || g.IntN(often) == 0 {
			parts = append(parts, strconv.Quote(name)+": "+value)
		}
	}
	add(2, "title", g.text(60))
	add(3, "about", g.text(300))
	add(4, "goals", g.list(1+g.IntN(4), func(int) string { return g.text(80) }))
	add(4, "notes", g.notes())
	add(2, "seed", fmt.Sprint(g.Int64N(1<<53)))
	add(1, "cluster", g.cluster())
	g.discipline = g.one("fcfs", "mpfs-scan", "easy", "easy", "conservative", "conservative-rebuild", "batch", "deadline", "hybrid", "hybrid")
	talks := g.IntN(2) == 0
	switch g.IntN(8) {
	case 0:
		add(1, "workload", g.model(talks))
	case 1:
		add(1, "workload", `{"swf": `+strconv.Quote(g.trace())+`}`)
		add(3, "altered", g.one(`{"load_factor": 0.5}`, `{"without_users": ["1", ""]}`, `{"load_factor": 3, "without_users": ["2"]}`))
	default:
		n := g.IntN(40)
		add(1, "jobs", g.list(n, func(i int) string { return g.job(i, talks) }))
	}
	if talks {
		add(1, "network", g.network())
	}
	add(1, "scheduler", g.scheduler())
	if g.discipline == "deadline" {
		add(1, "allotments", g.allotments())
	}
	add(4, "limits", g.limits())
	add(4, "cluster_queues", g.one(`{"q": {"flavors": [{"name": "x", "quota": {"nodes": 2}}]}}`, `{"q": {"cohort": "a", "flavors": [{"name": "x", "quota": {"cores": {"nominal": 3, "lending": 1}}}]}, "r": {"cohort": "a", "strategy": "strict-fifo", "preemption": {"reclaim_within_cohort": "any"}, "flavors": [{"name": "y", "nodes": "0", "quota": {"gpus": 2}}]}}`))
	add(4, "cohorts", `{"a": {"parent": "b"}}`)
	add(4, "queues", g.queues())
	add(4, "faults", g.faults())
	add(9, "free", `"`+g.nodeList(g.nodes)+`"`)
	add(4, "vary", g.vary()) // this block is an error if the scenario has a workload
	g.Shuffle(len(parts)-1, func(i, j int) { parts[i+1], parts[j+1] = parts[j+1], parts[i+1] })
	return "{" + strings.Join(parts, ", ") + "}"
}

type generator struct {
	*rand.Rand
	nodes      int
	topology   string
	discipline string
	grid       bool
	own        bool // whether nodes have resources that the cluster defines itself
}

func (g *generator) queues() string {
	var all []string
	for _, name := range []string{"q", "*", g.text(5)} {
		if g.IntN(2) == 0 {
			continue
		}
		started := g.IntN(2) == 0
		events, at := []string{}, 0
		for i := range g.IntN(3) {
			at += g.IntN(500)
			events = append(events, fmt.Sprintf(`{"at": %d, "started": %v}`, at, started == (i%2 == 1)))
		}
		all = append(all, fmt.Sprintf(`%q: {"open": %v, "started": %v, "events": [%s]}`, name, g.IntN(3) > 0, started, strings.Join(events, ", ")))
	}
	return "{" + strings.Join(all, ", ") + "}"
}

func (g *generator) notes() string {
	return g.list(1+g.IntN(4), func(i int) string {
		at := fmt.Sprintf(`"at": %d.%03d`, i*60, g.IntN(1000))
		if i > 0 {
			at = "!" + at
		}
		return g.object(at, `!"text": `+g.text(90))
	})
}

func (g *generator) vary() string {
	times := func(name string) string {
		return fmt.Sprintf(`%q: [0.%d, %d.%03d]`, name, 1+g.IntN(9), 1+g.IntN(3), g.IntN(1000))
	}
	keep := g.list(1+g.IntN(2), func(i int) string {
		return `"` + [...][]string{{"fits-now", "too-few-free", "in-priority"}, {"kill", "requeue", "would-delay"}}[i][g.IntN(3)] + `"`
	})
	return g.object(`!"keep": `+keep, times("submits"), times("sizes"), "!"+times("walltimes"), `"machines": [`+g.topology+`, {"kind": "star", "nodes": 64}]`)
}

func (g *generator) one(of ...string) string { return of[g.IntN(len(of))] }

func (g *generator) list(n int, item func(i int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item(i)
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// object returns a JSON object with a random selection of the members. A member
// that begins with ! is always present; the ! is removed.
func (g *generator) object(members ...string) string {
	var out []string
	for _, m := range members {
		if must, ok := strings.CutPrefix(m, "!"); ok {
			out = append(out, must)
		} else if m != "" && g.IntN(2) == 0 {
			out = append(out, m)
		}
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// text returns a quoted JSON string of an x and random characters, among them escapes
// and letters of several scripts. The parameter most is the largest number of random
// characters; there is at least one.
func (g *generator) text(most int) string {
	runes := []rune("abc xyz<>&\"'\\/\n\t#=%日本語Ünïcodeпривет🚀\u2028\u200b\u0301{}[]")
	out := make([]rune, 1+g.IntN(most))
	for i := range out {
		out[i] = runes[g.IntN(len(runes))]
	}
	return strings.ReplaceAll(strconv.Quote("x"+string(out)), `\U0001f680`, "🚀")
}

func (g *generator) seconds(most int) string {
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("%d.%03d", g.IntN(most), g.IntN(1000))
	case 1:
		return fmt.Sprint(60 * g.IntN(most/60+1))
	}
	return fmt.Sprint(g.IntN(most))
}

func (g *generator) nodeList(below int) string {
	first := g.IntN(below)
	out := fmt.Sprintf("%d-%d", first, min(first+g.IntN(4), below-1))
	if first > 2 {
		out = fmt.Sprintf("%d,%s", g.IntN(first-1), out)
	}
	return out
}

func (g *generator) machine() (nodes int, text string) {
	n := 2 + g.IntN(60)
	switch g.IntN(10) {
	case 0:
		return n, fmt.Sprintf(`{"kind": "flat", "nodes": %d}`, n)
	case 1:
		return n, fmt.Sprintf(`{"kind": "star", "nodes": %d}`, n)
	case 2:
		return 64, `{"kind": "fat-tree", "levels": 3, "width": 4}`
	case 3:
		a, b := 1+g.IntN(6), 1+g.IntN(6)
		return a * b, fmt.Sprintf(`{"kind": "fat-tree", "down": [%d, %d], "up": [1, %d], "links": [1, %d]}`, a, b, 1+g.IntN(3), 1+g.IntN(2))
	case 4, 5:
		g.grid = true
		a, b := 2+g.IntN(5), 2+g.IntN(5)
		return a * b, fmt.Sprintf(`{"kind": %q, "dims": [%d, %d]}`, g.one("torus", "mesh"), a, b)
	case 6:
		return 32, `{"kind": "hypercube", "dims": 5}`
	case 7:
		r, k := 1+g.IntN(4), 1+g.IntN(4)
		return 3 * r * k, fmt.Sprintf(`{"kind": "dragonfly", "groups": 3, "routers": %d, "nodes": %d}`, r, k)
	case 8:
		return 8, `{"kind": "slurm", "conf": "SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\nSwitchName=s2 Switches=s[0-1]\n"}`
	}
	links := g.list(n, func(i int) string {
		return fmt.Sprintf(`{"from": "n%d", "to": "s%d", "weight": %d, "bandwidth": %d, "both": true}`, i, i%2, 1+g.IntN(4), 1+g.IntN(1<<30))
	})
	return n, fmt.Sprintf(`{"kind": "graph", "nodes": %d, "switches": 2, "links": [{"from": "s0", "to": "s1", "both": true}, %s}`, n, links[1:])
}

func (g *generator) cluster() string {
	spec := func() string {
		return fmt.Sprintf(`"cores": %d, "sockets": %d, "memory": %d, "disk": %d, "gpus": %d, "speed": %d.%d`,
			8*(1+g.IntN(4)), 1+g.IntN(2), 1000*g.IntN(3), g.IntN(50), g.IntN(5), 1+g.IntN(3), g.IntN(10))
	}
	at, node, group := g.IntN(g.nodes), `"node": {`+spec()+`}`, ""
	if g.own {
		node = `!"node": {` + spec() + `, "resources": ` + g.object(`!"fpga": `+fmt.Sprint(1+g.IntN(4)), `"本地 \"盘\"": 7`, `"none": 0`) + `}`
		group = `, "resources": ` + g.object(`"fpga": `+fmt.Sprint(g.IntN(4)), `"tape": 2`)
	}
	return g.object("!"+`"topology": `+g.topology, node,
		fmt.Sprintf(`"groups": [{"nodes": "%d", %s%s}]`, at, spec(), group), fmt.Sprintf(`"within": {"core": %d, "socket": %d}`, g.IntN(3), 3+g.IntN(3)))
}

func (g *generator) job(i int, talks bool) string {
	wall := 1 + g.IntN(5000)
	parts := []string{fmt.Sprintf(`!"walltime": %d`, wall), fmt.Sprintf(`!"submit": %s`, g.seconds(10_000)),
		fmt.Sprintf(`"priority": %d`, g.IntN(2000)-1000), `"group": "` + g.one("a", "b") + `"`, `"queue": "long"`}
	if g.IntN(3) > 0 {
		parts = append(parts, fmt.Sprintf(`!"id": %d`, 3*i+1+g.IntN(3)))
	} else {
		parts = append(parts, fmt.Sprintf(`!"id": %d`, 3*i+1))
	}
	whole := g.IntN(3) > 0
	if g.discipline == "deadline" {
		parts = append(parts, `!"user": "`+g.one("ada", "bob", "Zoë")+`"`)
	} else {
		parts = append(parts, `"user": "`+g.one("ada", "bob", "Zoë")+`"`)
	}
	most := g.nodes
	if g.discipline == "deadline" {
		most = max(most/6, 1)
	}
	if size := 1 + g.IntN(most); whole {
		parts = append(parts, fmt.Sprintf(`!"nodes": %d`, size))
		if g.own && g.IntN(4) == 0 {
			parts = append(parts, `!"per_node": `+g.object(`!"cores": 1`, `"resources": {"fpga": 1}`))
		}
	} else if parts = append(parts, fmt.Sprintf(`!"tasks": %d`, size)); g.own && g.IntN(2) == 0 {
		parts = append(parts, `!"per_task": `+g.object(`"cores": 1`, `!"resources": {"fpga": 1}`))
	} else {
		parts = append(parts, `"per_task": {"cores": 1}`)
	}
	inParts := g.discipline == "deadline" && g.IntN(3) == 0
	switch {
	case inParts:
		parts = append(parts, `!"parts": {"order": "`+g.one("serial", "parallel")+`", "work": `+g.list(1+g.IntN(4), func(int) string {
			return g.one("100", "1.5", "3600", `{"order": "serial", "work": [60, {"order": "parallel", "work": [7]}]}`)
		})+`}`)
	case g.IntN(2) == 0:
		parts = append(parts, `!"runtime": `+g.seconds(wall+50))
	}
	if g.IntN(6) == 0 {
		parts = append(parts, `!"overrun": "`+g.one("extend", "kill")+`"`)
	}
	switch {
	case inParts:
	case talks && g.IntN(2) == 0:
		parts = append(parts, `!"comm": `+g.comm())
	case g.IntN(4) == 0:
		parts = append(parts, `!"elastic": `+g.elastic())
	}
	if g.discipline == "deadline" || g.IntN(8) == 0 {
		parts = append(parts, fmt.Sprintf(`"deadline": %d`, 20_000+g.IntN(100_000)), fmt.Sprintf(`"amount": %d`, 1+g.IntN(9)), `"application": "cfd"`)
	}
	return g.object(parts...)
}

func (g *generator) speedup() string {
	if g.IntN(2) == 0 {
		return fmt.Sprintf(`"speedup": {"model": "amdahl", "serial": 0.%02d}`, 1+g.IntN(98))
	}
	return fmt.Sprintf(`"speedup": {"model": "downey", "parallelism": %d, "sigma": 0.%d}`, 2+g.IntN(60), 1+g.IntN(9))
}

func (g *generator) elastic() string {
	return g.object(`"min": 1`, fmt.Sprintf(`!"max": %d`, g.nodes), g.speedup(), fmt.Sprintf(`"data": %d`, g.IntN(1<<30)), `"moldable": true`)
}

func (g *generator) comm() string {
	return fmt.Sprintf(`{"pattern": %q, "share": 0.%02d}`, g.one("all-to-all", "ring", "tree", "butterfly", "stencil-2d", "random-pairs"), 1+g.IntN(99))
}

func (g *generator) network() string {
	if g.IntN(3) == 0 {
		return g.object(`!"model": "max-min"`, fmt.Sprintf(`!"latency": 0.%03d`, 1+g.IntN(999)), fmt.Sprintf(`"bandwidth": %d`, 1+g.IntN(1<<30)), `"comm": `+g.comm())
	}
	return g.object(`!"model": "`+g.one("none", "distance", "max-min")+`"`, fmt.Sprintf(`"bandwidth": %d`, 1+g.IntN(1<<30)), `"comm": `+g.comm())
}

func (g *generator) model(talks bool) string {
	parts := []string{`!"model": "lublin"`, fmt.Sprintf(`!"jobs": %d`, 1+g.IntN(60)), fmt.Sprintf(`"load": 0.%d`, 1+g.IntN(9)),
		`"estimates": "` + g.one("exact", "factor", "tsafrir") + `"`, `"types": "` + g.one("batch", "interactive", "both") + `"`,
		fmt.Sprintf(`"widest": %d`, 1+g.IntN(g.nodes)), `"factor": 2.5`, `"users": 3`, `"slack": [1.5, 3]`}
	if g.IntN(3) == 0 {
		parts = append(parts, `!"fraction_of": "core"`)
	}
	if talks {
		parts = append(parts, `"patterns": ["ring", "tree"], "share": [0.25, 0.5]`)
	} else {
		parts = append(parts, `"elastic": {"part": 0.5, "factor": 4, `+g.speedup()+`}`)
	}
	return g.object(parts...)
}

func (g *generator) trace() string {
	var out strings.Builder
	fmt.Fprintf(&out, ";MaxProcs: %d\n", g.nodes)
	for i := range 1 + g.IntN(20) {
		n, wall := 1+g.IntN(g.nodes), 1+g.IntN(5000)
		fmt.Fprintf(&out, "%d %d -1 %d %d -1 -1 %d %d -1 1 %d 1 -1 1 -1 -1 -1\n", i+1, 30*i+g.IntN(30), g.IntN(wall+9), n, n, wall, 1+g.IntN(4))
	}
	return out.String()
}

func (g *generator) scheduler() string {
	allocators := []string{"first-fit", "best-fit", "fastest-first", "random", "snp", "sns", "sdm", "mdm", "contiguous", "min-resource", "least-loaded"}
	if g.grid {
		allocators = append(allocators, "mc1x1", "mc1x1-inc", "gen-alg", "mm")
	}
	growth := g.object(`"growth": "`+g.one("off", "queue", "smallest", "steepest", "shortest", "always")+`"`, `"method": "`+g.one("expand", "resubmit")+`"`, `"idle": true`, `"shrink": true`,
		`"costs": {"stages": [1, 2, 3, 4, 5, 6, 0.5], "launch": 1.5}`)
	windows, reserve := fmt.Sprintf(`"windows": %s`, g.one("1", "2", "3", "4", `"all"`)), `"reserve": "nodes"`
	if d := policies.DisciplineOf(g.discipline); d == nil || !d.Reserves {
		windows, reserve = `"windows": 1`, `"reserve": "time"`
	}
	return g.object(`!"queue": "`+g.discipline+`"`, `"allocator": "`+g.one(allocators...)+`"`, `"order": "`+g.one("submit", "shortest", "longest", "smallest", "largest")+`"`,
		`"overrun": "extend"`, fmt.Sprintf(`"depth": %d`, 1+g.IntN(5)), `"centres": "all"`, `"mdm_tie": "pairwise"`, windows,
		fmt.Sprintf(`"batch": {"njob": %d, "unit": %q, "rounds": %q}`, 1+g.IntN(9), g.one("half", "quarter", "cap", "balanced"), g.one("repeat", "one")),
		`"priority": {"weights": {"queue_time": 0.5, "gpus": -50, "fair_share": 2.125}, "users": {"ada": 100, "bob": -3}, "fair_share": {"users": {"ada": 30.5}, "window": 3600, "depth": 3, "decay": 0.25}`+g.one("", `, "whole_nodes": "brought"`)+`}`,
		reserve,
		fmt.Sprintf(`"cycle": %d`, 1+g.IntN(99)), `"elastic": `+growth)
}

func (g *generator) allotments() string {
	return g.object(fmt.Sprintf(`!"share": 0.%d`, 6+g.IntN(4)), fmt.Sprintf(`!"users": {"ada": %d, "bob": {"nodes": %d, "share": 0.5}, "Zoë": %d}`, g.nodes/3, g.nodes/3, g.nodes/3),
		`"history": [{"user": "ada", "application": "cfd", "amount": 200, "time": 14400}, {"user": "bob", "amount": 7, "time": 0.5}]`,
		fmt.Sprintf(`"events": [{"at": %s, "users": {"bob": %d, "ada": {"share": 0.125}}}, {"at": 20000, "users": {"Zoë": {"nodes": 0, "share": 0}}}]`, g.seconds(9000), g.nodes/3-1))
}

func (g *generator) limits() string {
	if g.own {
		return g.object(`!"users": {"*": {"resources": {"fpga": [500, 1000]}, "jobs": 7}}`, `"groups": {"a": {"cores": 100000, "resources": {"fpga": 1000}}}`)
	}
	return g.object(fmt.Sprintf(`!"users": {"*": {"jobs": %d, "nodes": [%d, %d]}, "ada": {"gpus": [4, 128], "cores": 1256}}`, 1+g.IntN(9), g.nodes, 2*g.nodes),
		`"groups": {"a": {"node_seconds": [100, 1000000000], "memory": [1099511627776, 1125899906842624], "disk": 1125899906842624}}`, `"queues": {"long": {"jobs": 1}}`)
}

func (g *generator) faults() string {
	return g.object(fmt.Sprintf(`"events": [{"at": %s, "down": "%s", "for": 60.5}, {"at": 20000, "down": "0"}, {"at": 30000, "up": "0"}, {"at": 30001, "leave": "0", "for": 5}]`, g.seconds(900), g.nodeList(g.nodes)),
		fmt.Sprintf(`"mtbf": %d, "repair": 3600`, 50_000+g.IntN(100_000)), `"heartbeat": {"period": 10, "misses": 5}`, `"jobs": "`+g.one(`requeue"`, `kill"`, `checkpoint", "checkpoint": {"every": 600, "cost": 5}`))
}
