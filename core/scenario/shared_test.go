package scenario_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/workload"
)

// filled returns head, as many copies of piece as fit into 64 KiB, and tail. The
// copies are separated by commas. Each %d in a copy becomes a number that grows
// from copy to copy.
func filled(head, piece, tail string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; ; i++ {
		next := piece
		if n := strings.Count(piece, "%d"); n > 0 {
			next = fmt.Sprintf(piece, []any{i, i + 1}[:n]...)
		}
		if i > 0 {
			next = "," + next
		}
		if b.Len()+len(next)+len(tail) > 64<<10 {
			return b.String() + tail
		}
		b.WriteString(next)
	}
}

func on(shape string) string { return `{"hopyard": 1, "cluster": {"topology": ` + shape + `}, ` }

const widestStar = `{"kind": "star", "nodes": 4096}`

// largeMachines returns texts that describe machines or workloads far beyond the
// limits of links, so that ParseShared must refuse them.
func largeMachines() map[string]string {
	all := map[string]string{}
	for name, shape := range map[string]string{
		"flat": `{"kind": "flat", "nodes": 1048576}`, "fat-tree": `{"kind": "fat-tree", "levels": 20, "width": 2}`,
		"pgft":  `{"kind": "fat-tree", "down": [1024, 1024], "up": [1, 1024], "links": [1, 1024]}`,
		"torus": `{"kind": "torus", "dims": [1024, 1024]}`, "mesh": `{"kind": "mesh", "dims": [4, 4, 4, 4, 4, 4, 16, 16]}`,
		"hypercube": `{"kind": "hypercube", "dims": 20}`, "dragonfly": `{"kind": "dragonfly", "groups": 1024, "routers": 32, "nodes": 32}`,
		"graph": `{"kind": "graph", "nodes": 65536, "switches": 65536, "links": [{"from": "n0", "to": "n1", "both": true}]}`,
		"slurm": `{"kind": "slurm", "conf": "SwitchName=s0 Nodes=n[0-1048575]\n"}`,
	} {
		all[name] = on(shape) + `"jobs": [{"id": 1, "nodes": 1, "walltime": 9}]}`
		all[name+", drawn jobs"] = on(shape) + `"workload": {"model": "lublin", "jobs": 5000, "load": 0.9}, "network": "max-min"}`
	}
	all["groups"] = filled(`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 1048576}, "groups": [`, `{"nodes":"%d","cores":2}`, `]}, "jobs": []}`)
	star := on(widestStar)
	all["a million drawn jobs"] = star + `"workload": {"model": "lublin", "jobs": 1000000}}`
	return all
}

// manyErrors returns texts of nearly 64 KiB in which almost everything is wrong.
func manyErrors() map[string]string {
	star := on(widestStar)
	all := map[string]string{
		"fields nobody knows":          filled(`{`, `"%d":0`, `}`),
		"one field again and again":    filled(`{`, `"seed":0`, `}`),
		"links that fail":              filled(star+`"jobs": [], "network": "max-min", "faults": {"events": [`, `{"at":1,"link":["n0","n1"]}`, `]}}`),
		"all down and up":              filled(star+`"jobs": [], "faults": {"events": [`, `{"at":%d,"down":"0-4095","for":2}`, `]}}`),
		"down again and again":         filled(star+`"jobs": [], "faults": {"events": [`, `{"at":1,"down":"0-4095"}`, `]}}`),
		"users without nodes":          filled(star+`"jobs": [], "allotments": {"users": {`, `"u%d":0`, `}}}`),
		"one key of 60 kB":             `{"hopyard": 1, "cluster": {"` + strings.Repeat("k", 60_000) + `": 1}}`,
		"errors below a long key":      filled(star+`"jobs": [], "allotments": {"users": {"`+strings.Repeat("k", 40_000)+`": {`, `"u%d":0`, `}}}}`),
		"brackets":                     strings.Repeat("[", 64<<10),
		"a trace of nonsense":          star + `"workload": {"swf": "` + strings.Repeat(`x\n`, 21_000) + `"}}`,
		"a graph's links to nowhere":   filled(on(`{"kind": "graph", "nodes": 1, "switches": 900, "links": [`), `{"from":"s%d","to":"s%d"}`, `]}}}`),
		"queues in place of machines":  filled(`{"hopyard": 1, "cluster": {"topology": [`, `{"kind":"easy"}`, `]}}`),
		"patterns that nobody knows":   filled(star+`"jobs": [`, `{"nodes":2,"walltime":1,"comm":{"pattern":"ringg","share":1}}`, `]}`),
		"ways of growing nobody knows": filled(star+`"jobs": [`, `{"nodes":2,"walltime":1,"elastic":{"min":1,"max":3,"speedup":"x"}}`, `]}`),
	}
	for _, job := range []string{`0`, `{}`, `{"x":0}`, `{"nodes":5000,"walltime":1}`, `{"id":1,"nodes":1,"walltime":1}`, `{"id":%d,"after":%d,"nodes":1}`} {
		all["jobs such as "+job] = filled(star+`"jobs": [`, job, `]}`)
	}
	return all
}

// hardWork returns texts with few or no errors that take a long time to check.
func hardWork() map[string]string {
	all := map[string]string{
		"drawn jobs": on(widestStar) + `"workload": {"model": "lublin", "jobs": 5000, "load": 0.9, "types": "both", "estimates": "tsafrir", "users": 100}}`,
		"a long chain of switches": filled(`{"hopyard": 1, "cluster": {"topology": {"kind": "graph", "nodes": 1, "switches": 1600, "links": [{"from":"n0","to":"s0","both":true},`,
			`{"from":"s%d","to":"s%d","both":true}`, `]}}, "jobs": []}`),
		"jobs one after another": filled(on(widestStar)+`"jobs": [{"id":0,"nodes":1,"walltime":1},`, `{"after":%d,"id":%d,"nodes":1,"walltime":1}`, `]}`),
		"a trace":                on(widestStar) + `"workload": {"swf": "` + strings.Repeat(`1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -1 -1\n`, 1600) + `"}}`,
		"groups":                 filled(`{"hopyard": 1, "cluster": {"topology": `+widestStar+`, "groups": [`, `{"nodes":"%d","cores":2}`, `]}, "jobs": []}`),
	}
	for _, name := range []string{"contiguous", "sdm", "mm", "mc1x1", "gen-alg", "snp", "sns", "ftsc", "min-hops", "min-hop-units"} {
		for _, shape := range []string{`{"kind": "torus", "dims": [64, 64]}`, `{"kind": "fat-tree", "levels": 12, "width": 2}`, widestStar} {
			all["jobs of every size for "+name+" on "+shape] = filled(on(shape)+`"scheduler": {"allocator": "`+name+`"}, "jobs": [{"nodes":1,"walltime":1},`, `{"id":%d,"nodes":%d,"walltime":1}`, `]}`)
		}
	}
	return all
}

// hangs is the limit of time for one text. It is far longer than any text takes on
// any machine, because a limit of seconds would test the speed of the machine.
const hangs = 3 * time.Minute

// mostMemory is the limit of memory for one text, in bytes. It is three times what
// the most expensive text takes.
const mostMemory = 128 << 20

// allocated returns the number of bytes allocated since the program began.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestSharedIsQuick checks that ParseShared reads or refuses any 64 KiB of text
// without a hang and with little memory.
func TestSharedIsQuick(t *testing.T) {
	slowest, which, largest := time.Duration(0), "", uint64(0)
	for what, texts := range map[string]map[string]string{"must be refused": largeMachines(), "is wrong": manyErrors(), "": hardWork()} {
		for name, text := range texts {
			if len(text) > 64<<10 {
				t.Errorf("%s: %d bytes", name, len(text))
			}
			had, began := allocated(), time.Now()
			s, err := scenario.ParseShared([]byte(text))
			took, taken := time.Since(began), allocated()-had
			if took > slowest {
				slowest, which = took, name
			}
			largest = max(largest, taken)
			if took > hangs || taken > mostMemory {
				t.Errorf("%s: took %v and %d bytes", name, took, taken)
			}
			var all jsondoc.Errors
			if what != "" && (s != nil || !errors.As(err, &all)) {
				t.Errorf("%s %s: %v", name, what, err)
			}
			if len(all) > jsondoc.MaxErrors+1 {
				t.Errorf("%s: %d errors are told at once", name, len(all))
			}
		}
	}
	t.Logf("slowest: %v, %s; %d bytes at most", slowest, which, largest)
}

// TestSharedLimits checks that ParseShared accepts scenarios exactly at the limits
// of links, and refuses scenarios just beyond them. Parse must accept both.
func TestSharedLimits(t *testing.T) {
	model := func(jobs int) string {
		return on(`{"kind": "star", "nodes": 4}`) + fmt.Sprintf(`"workload": {"model": "lublin", "jobs": %d}}`, jobs)
	}
	slurm := func(nodes int) string {
		return on(fmt.Sprintf(`{"kind": "slurm", "conf": "SwitchName=s0 Nodes=n[1-%d]"}`, nodes)) + `"jobs": []}`
	}
	for name, c := range map[string]struct{ text, place string }{
		"4,096 nodes":          {on(widestStar) + `"jobs": []}`, ""},
		"4,097 nodes":          {on(`{"kind": "star", "nodes": 4097}`) + `"jobs": []}`, "link.nodes"},
		"2^12 nodes of a cube": {on(`{"kind": "hypercube", "dims": 12}`) + `"jobs": []}`, ""},
		"2^13 nodes of a cube": {on(`{"kind": "hypercube", "dims": 13}`) + `"jobs": []}`, "link.nodes"},
		"4,096 Slurm nodes":    {slurm(4096), ""},
		"4,097 Slurm nodes":    {slurm(4097), "link.nodes"},
		"9,000 Slurm nodes":    {slurm(9000), "cluster.topology.conf"},
		"5,000 drawn jobs":     {model(5000), ""},
		"5,001 drawn jobs":     {model(5001), "link.jobs"},
	} {
		s, err := scenario.ParseShared([]byte(c.text))
		var all jsondoc.Errors
		switch {
		case c.place == "" && (s == nil || err != nil):
			t.Errorf("%s: %v", name, err)
		case c.place != "" && (!errors.As(err, &all) || len(all) != 1 || all[0].Place != c.place):
			t.Errorf("%s: %v, want one error at %s", name, err, c.place)
		}
		if _, err := scenario.Parse([]byte(c.text)); err != nil {
			t.Errorf("%s, as a file: %v", name, err)
		}
	}
}

// TestShapeConstrainedPlacesSmaller checks a property of shape-constrained
// allocators: if such an allocator places a job on the empty machine, it also
// places every smaller job with the same needs. The check of a scenario relies on
// this and tries only a few jobs.
func TestShapeConstrainedPlacesSmaller(t *testing.T) {
	constrained := 0
	for name, text := range map[string]string{
		"contiguous":                   `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 12}, "groups": [{"nodes": "2,5-7,9", "cores": 3}, {"nodes": "8", "cores": 5}]}, ` + `"scheduler": {"allocator": "contiguous"}, "jobs": []}`,
		"min-hop-units":                on(`{"kind": "fat-tree", "levels": 2, "width": 5}`) + `"scheduler": {"allocator": "min-hop-units"}, "jobs": []}`,
		"min-hop-units of three nodes": on(`{"kind": "fat-tree", "levels": 2, "width": 5}`) + `"scheduler": {"allocator": "min-hop-units", "batch": {"unit": "custom", "size": 3}}, "jobs": []}`,
	} {
		s, err := scenario.Parse([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c, err := s.Config()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		a, ok := c.Allocator.(alloc.ShapeConstrained)
		if !ok {
			t.Fatalf("%s is not shape-constrained", name)
		}
		for cores := range int64(6) {
			refused := int32(0)
			for size := int32(1); size <= 40; size++ {
				r := &workload.Request{Nodes: size}
				if cores > 0 {
					r = &workload.Request{Tasks: size, PerTask: workload.Resources{workload.Cores: cores}}
				}
				_, reason := a.Allocate(r, cluster.NewFree(c.Machine), nil)
				if !reason.OK() && refused == 0 {
					refused = size
				} else if reason.OK() && refused != 0 {
					t.Errorf("%s, %d cores a task: size %d is placed, %d is not", name, cores, size, refused)
				}
			}
			if refused > 1 {
				constrained++
			}
		}
	}
	if constrained < 3 {
		t.Errorf("only %d kinds of jobs were placed small and refused large", constrained)
	}
}
