package scenario

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
)

const goodDesign = `{
  "hopyard_design": 1,
  "title": "A design",
  "repetitions": 2,
  "scenario": {"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, "workload": {"model": "lublin", "jobs": 10}},
  "factors": [
    {"name": "machine", "levels": [{"name": "star"}, {"name": "torus", "set": {"cluster.topology": {"kind": "torus", "dims": [4, 2]}}}]},
    {"name": "load", "path": "workload.load", "levels": [0.5, 0.9]},
    {"name": "queue", "path": "scheduler.queue", "levels": ["fcfs", "easy"]},
    {"name": "allocator", "path": "scheduler.allocator", "levels": ["sdm", {"value": "mc1x1", "only": {"machine": ["torus"]}}]}
  ],
  "axis": "load",
  "algorithm": ["queue", "allocator"],
  "figures": ["mean_wait", "makespan"],
  "claims": [{"where": {"machine": ["torus"]}, "text": "EASY", "best": [{"algorithms": ["easy sdm"], "until": 0.7}, {"from": 0.7, "algorithms": ["easy mc1x1"]}]}]
}`

func spoilDesign(t testing.TB, edits string) string {
	t.Helper()
	if strings.HasPrefix(edits, "{") || strings.HasPrefix(edits, "[") || edits == "" {
		return edits
	}
	src := []byte(goodDesign)
	for edit := range strings.SplitSeq(edits, "; ") {
		path, value, _ := strings.Cut(edit, "=")
		var err error
		if src, err = Edit(src, path, value); err != nil {
			t.Fatalf("%s: %v", edit, err)
		}
	}
	return string(src)
}

// malformedDesigns are designs with one error each. Each case consists of a name,
// the text (or assignments that change goodDesign), and three properties of the
// error: its place, a part of its text, and a part of its fix.
var malformedDesigns = []struct{ name, src, place, text, fix string }{
	{"empty", "", "", "the text is empty", ""},
	{"a list", "[]", "", "is a list, not a design", "{…}"},
	{"no version", "hopyard_design=null", "hopyard_design", "design: hopyard_design is missing", `"hopyard_design": 1`},
	{"newer version", "hopyard_design=2", "hopyard_design", "hopyard_design 2 is more than 1", "1 to 1"},
	{"unknown field", "factor=[]", "factor", `unknown field "factor" in a design`, `"factors"`},
	{"no scenario", "scenario=null", "scenario", "scenario is missing", "write the scenario"},
	{"scenario as text", "scenario=\"s4.json\"", "scenario", `"s4.json" is text, not a scenario`, "{…}"},
	{"no repetition", "repetitions=0", "repetitions", "repetitions 0 is less than 1", "1 to 10000"},
	{"notes as text", "notes=\"x\"", "notes", "not a list of notes", "[…]"},
	{"no factors", `factors=null; axis=null; algorithm=null; claims=null`, "factors", "factors is missing", "list of factors"},
	{"empty factors", `factors=[]; axis=null; algorithm=null; claims=null`, "factors", "is empty", "what varies"},
	{"factor without a name", "factors[2].name=null; algorithm=null; claims=null", "factors[2]", "has no name", `"name": "queue"`},
	{"name of two lines", `factors[2].name="a\nb"; algorithm=null; claims=null`, "factors[2].name", "is not a name on one line", "a word"},
	{"factor without levels", "factors[0].levels=null; factors[3].levels[1].only=null; claims[0].where=null", "factors[0]", "has no levels", "[…]"},
	{"empty levels", "factors[0].levels=[]; factors[3].levels[1].only=null; claims[0].where=null", "factors[0]", `factor "machine" has no level`, "at least one"},
	{"factor twice", "factors[2].name=load; algorithm=[\"allocator\"]; claims=null", "factors[2]", `factor "load" is given twice`, "rename"},
	{"level twice", "factors[2].levels[2]=easy", "factors[2]", `has the level "easy" twice`, "rename"},
	{"value without a path", "factors[0].levels[2]=7", "factors[0].levels[2]", "the factor has no path", `"path"`},
	{"value in an object without a path", `factors[0].levels[2]={"value": 7}`, "factors[0].levels[2].value", "the factor has no path", `"set"`},
	{"path that is none", "factors[1].path=\"workload..load\"", "factors[1].path", "is not a path", "workload.load"},
	{"path of set that is none", `factors[0].levels[0].set={"a[": 1}`, `factors[0].levels[0].set["a["]`, "is not a path", "cluster"},
	{"set as a list", "factors[0].levels[0].set=[]", "factors[0].levels[0].set", "not an object of paths", "{"},
	{"level without a name", "factors[0].levels[2]={}", "factors[0].levels[2]", "has no name", `"name"`},
	{"object as a value", `factors[1].levels[2]=[1]; axis=null; claims=null`, "factors[1].levels[2]", "needs a name", `"value"`},
	{"only of no factor", `factors[3].levels[1].only={"machin": ["torus"]}`, "factors[3].levels[1].only", `only names the factor "machin", which does not exist`, `"machine"`},
	{"only of no level", `factors[3].levels[1].only={"machine": ["tours"]}`, "factors[3].levels[1].only", `the level "tours" of "machine"`, `"torus"`},
	{"axis that is no factor", "axis=laod; claims=null", "axis", `axis "laod" is not a factor`, `"load"`},
	{"axis of words", "axis=machine; claims=null", "axis", `has the level "star", which is not a number`, "numbers"},
	{"algorithm that is no factor", `algorithm=["queues"]; claims=null`, "algorithm", `names the factor "queues"`, `"queue"`},
	{"algorithm that is the axis", `algorithm=["load"]; claims=null`, "algorithm", `names "load", which is the axis`, "compared"},
	{"figure that is none", `figures=["mean_wiat"]`, "figures", `names the figure "mean_wiat"`, `"mean_wait"`},
	{"claims without an axis", "axis=null", "claims", "needs axis and algorithm", "axis"},
	{"claim somewhere else", `claims[0].where={"machine": ["mesh"]}`, "claims[0].where", `where names the level "mesh"`, ""},
	{"claim of no algorithm", `claims[0].best[0].algorithms=["easy smd"]`, "claims[0].best[0].algorithms", `algorithms names "easy smd"`, `"easy sdm"`},
	{"stretch that ends before it begins", "claims[0].best[1].until=0.7", "claims[0].best[1]", "until must be more than from", "smaller"},
	{"stretches that overlap", "claims[0].best[1].from=0.6", "claims[0].best[1]", "from is less than until of the previous stretch", "overlap"},
	{"claims by no figure", "claims_by=utilisation", "claims_by", `"utilisation" is not a figure`, `"utilization"`},
	{"cut of more than half", `cut={"first": 0.5}`, "cut.first", "first 0.5 is more than 0.45", "0 to 0.45"},
	{"cut by a number", "cut=0.1", "cut", "0.1 is a number, not", "{"},
	{"cut with an unknown field", `cut={"end": 0.1}`, "cut.end", `unknown field "end" in a cut`, ""},
	{"stop of nothing", `stop={}`, "stop", "has no percent", `"percent": 2`},
	{"stop at nothing", `stop={"percent": 0, "least": 2}`, "stop.percent", "0 is less than 0.1", "0.1 to 100"},
	{"stop beyond the end", `stop={"percent": 2, "least": 3}`, "stop.least", "is more than the repetitions", "raise repetitions"},
	{"stop by no figure", `stop={"percent": 2, "least": 2}; figures=null`, "stop", "needs axis, algorithm and figures", `"figures"`},
	{"resample of nothing", `resample=3`, "resample", "is a number, not text", ""},
	{"resample by months", `resample=week; repetitions=3`, "resample", `resample "week" is not a kind of blocks`, `did you mean "weeks"?`},
	{"resample once", `resample=weeks`, "resample", "needs more repetitions", `"repetitions": 21`},
	{"resample with a stop", `resample=days; repetitions=5; stop={"percent": 2, "least": 2}`, "resample", "is given together with stop", "leave one of them out"},
	{"stretch with an unknown field", "claims[0].best[1].to=0.6", "claims[0].best[1].to", `unknown field "to"`, ""},
}

func TestMalformedDesigns(t *testing.T) {
	if _, err := ParseDesign([]byte(goodDesign)); err != nil {
		t.Fatal(err)
	}
	for _, c := range malformedDesigns {
		t.Run(c.name, func(t *testing.T) {
			src := spoilDesign(t, c.src)
			d, err := ParseDesign([]byte(src))
			var all jsondoc.Errors
			if !errors.As(err, &all) || d != nil {
				t.Fatalf("ParseDesign accepts it: %v\n%s", err, src)
			}
			if len(all) != 1 {
				t.Errorf("%d errors, want one:\n%v", len(all), all)
			}
			e := all[0]
			if e.Place != c.place || !strings.Contains(e.Error(), c.text) || !strings.Contains(e.Fix, c.fix) {
				t.Errorf("place %q, want %q; error %q, want %q; fix %q, want %q", e.Place, c.place, e.Error(), c.text, e.Fix, c.fix)
			}
			if e.Line < 1 || e.Offset < 0 || e.End < e.Offset || e.End > len(src) {
				t.Errorf("line %d, bytes %d to %d of %d", e.Line, e.Offset, e.End, len(src))
			}
		})
	}
}

// TestTooManyCombinations checks that a design with a huge number of combinations
// is refused at once, although its text is small.
func TestTooManyCombinations(t *testing.T) {
	var factors []string
	for _, name := range []string{"a", "b", "c"} {
		levels := strings.Repeat(`{"name": "x"},`, 256)
		for i := range 256 {
			levels = strings.Replace(levels, `"x"`, `"`+name+string(rune('0'+i/100))+string(rune('0'+i/10%10))+string(rune('0'+i%10))+`"`, 1)
		}
		factors = append(factors, `{"name": "`+name+`", "levels": [`+strings.TrimSuffix(levels, ",")+`]}`)
	}
	_, err := ParseDesign([]byte(`{"hopyard_design": 1, "scenario": {}, "factors": [` + strings.Join(factors, ",") + `]}`))
	if err == nil || !strings.Contains(err.Error(), "more than 1048576 combinations") {
		t.Error(err)
	}
}

// TestDesign reads goodDesign and checks three results: the names of the
// algorithms, the combinations of levels that the design allows, and the scenario
// of a combination.
func TestDesign(t *testing.T) {
	d, err := ParseDesign([]byte(goodDesign))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Algorithms(); !slices.Equal(got, []string{"fcfs sdm", "fcfs mc1x1", "easy sdm", "easy mc1x1"}) {
		t.Errorf("algorithms: %q", got)
	}
	if d.Allows([]int{0, 0, 0, 1}) || !d.Allows([]int{1, 0, 0, 1}) || !d.Allows([]int{0, 1, 1, 0}) {
		t.Error("only is read wrongly")
	}
	s, err := d.Scenario([]int{1, 1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	if s.Cluster.Topology.Kind != "torus" || s.Policy().Queue != "easy" || s.Policy().Allocator != "mc1x1" {
		t.Errorf("%s", s.Canonical())
	}
	if got := d.Describe([]int{1, 1, 1, 1}); got != "machine torus, load 0.9, queue easy, allocator mc1x1" {
		t.Error(got)
	}
	if b := d.Claims[0].Best; b[0].Until != 0.7 || b[1].From != 0.7 || b[1].Until < 1e9 {
		t.Errorf("%+v", b)
	}
}

// FuzzParseDesign checks that no text crashes ParseDesign, and that its errors have
// positions inside the text. If it accepts a design, Algorithms and Scenario must
// not crash either.
func FuzzParseDesign(f *testing.F) {
	f.Add([]byte(goodDesign))
	for _, c := range malformedDesigns {
		f.Add([]byte(spoilDesign(f, c.src)))
	}
	f.Add([]byte("{\"factors\":[{\"name\":\"\\n\"}],\"axis\":[]}"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			return
		}
		d, err := ParseDesign(src)
		if err != nil {
			checkErrors(t, src, err)
			return
		}
		d.Algorithms()
		levels := make([]int, len(d.Factors))
		if d.Allows(levels) && d.Describe(levels) != "" {
			if s, err := d.Scenario(levels); err == nil {
				s.WithSeed(7).Canonical()
			}
		}
	})
}

// TestDesignOfDisciplines checks that jobs drawn with users, deadlines and ranges
// of sizes can run under several disciplines. It also checks that failures are
// drawn with the seed that WithSeed sets.
func TestDesignOfDisciplines(t *testing.T) {
	d, err := ParseDesign([]byte(`{
  "hopyard_design": 1,
  "scenario": {"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 32}},
    "workload": {"model": "lublin", "jobs": 20, "load": 0.9, "widest": 4, "users": 3, "slack": [1, 2], "elastic": {"part": 0.5}},
    "scheduler": {"priority": {"weights": {"nodes": -1}}, "elastic": {"growth": "queue"}},
    "allotments": {"users": {"1": 10, "2": 6, "3": 5}}, "limits": {"users": {"*": {"nodes": 12}}},
    "faults": {"mtbf": 1000000, "repair": 3600, "jobs": "requeue"}},
  "factors": [{"name": "queue", "path": "scheduler.queue", "levels": ["fcfs", "easy", "deadline", "hybrid"]}]
}`))
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Factors[0].Levels {
		s, err := d.Scenario([]int{i})
		if err != nil {
			t.Fatal(err)
		}
		for seed := range int64(3) {
			c, err := s.WithSeed(seed).Config()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := engine.Run(c); err != nil {
				t.Fatal(err)
			}
			if c.Faults.Drawn.Seed != seed {
				t.Errorf("failures are drawn by seed %d, want %d", c.Faults.Drawn.Seed, seed)
			}
			users, due, malleable := map[string]int{}, 0, 0
			for k := range c.Jobs {
				j := &c.Jobs[k]
				users[j.User]++
				due += int(truth(j.Deadline > j.Submit.Add(j.Walltime-1)))
				if j.Elastic != nil {
					malleable++
				}
				if j.Reject != nil {
					t.Errorf("%s, seed %d: %v", d.Factors[0].Levels[i].Name, seed, j.Reject)
				}
			}
			if users["1"] == 0 || users["1"]+users["2"]+users["3"] != 20 || due != 20 || malleable == 0 || malleable == 20 {
				t.Errorf("seed %d: users %v, %d deadlines, %d malleable", seed, users, due, malleable)
			}
		}
	}
}
