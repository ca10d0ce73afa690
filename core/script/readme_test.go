package script_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/script"
	"hopyard/core/script/scriptapi"
)

var rewrite = flag.Bool("rewrite", false, "write the tables of README.md")

const tables = "## The interface\n"

// TestReadme checks that the programs in README.md run and that its tables match
// package scriptapi.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	text, interfaces, found := strings.Cut(string(page), tables)
	if !found {
		t.Fatalf("README.md has no %q", tables)
	}
	if want := "\n" + interfaceTables(); interfaces != want {
		if !*rewrite {
			t.Error("the tables of README.md are not those of names.Interface; go test ./core/script -run Readme -rewrite writes them")
		} else if err := os.WriteFile("README.md", []byte(text+tables+want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	programs := strings.Split(text, "```python\n")[1:]
	if len(programs) < 6 {
		t.Errorf("%d programs", len(programs))
	}
	for _, p := range programs {
		p, _, _ = strings.Cut(p, "```")
		if fault := run(t, p); fault != nil {
			t.Errorf("%s%v", p, fault)
		}
	}
}

// interfaceTables returns the tables of README.md, one for each group of names.
func interfaceTables() string {
	var out strings.Builder
	group := ""
	for _, e := range scriptapi.Interface() {
		if e.Of != group {
			group = e.Of
			title := strings.ToUpper(group[:1]) + group[1:]
			fmt.Fprintf(&out, "### %s\n\n| name | is | what it is |\n|---|---|---|\n", title)
		}
		doc := e.Doc
		if e.Example != "" && !strings.Contains(e.Example, "\n") {
			doc += " `" + e.Example + "`"
		}
		fmt.Fprintf(&out, "| `%s%s` | %s | %s |\n", e.Name, e.Params, e.Type, strings.ReplaceAll(doc, "|", `\|`))
		if next := nextOf(e); next != group {
			out.WriteString("\n")
		}
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// nextOf returns the group of the entry after the given entry. It returns "" if the
// given entry is the last.
func nextOf(e scriptapi.NameEntry) string {
	all := scriptapi.Interface()
	i := slices.Index(all, e)
	if i+1 == len(all) {
		return ""
	}
	return all[i+1].Of
}

// TestInterfaceIsWhatThereIs checks the table of package scriptapi. Programs must
// be able to use every name in the table, and the table must contain every
// attribute.
func TestInterfaceIsWhatThereIs(t *testing.T) {
	told := map[string]bool{}
	for _, e := range scriptapi.Interface() {
		told[e.Of+"."+e.Name] = true
		use := ""
		switch e.Of {
		case "job":
			use = "[j." + e.Name + " for j in queue]"
			if e.Name == "started" || e.Name == "ends_by" || e.Name == "on" {
				use = "[j." + e.Name + " for j in running]"
			}
		case "machine":
			use = "machine." + e.Name
		case "switch":
			use = "machine.switches()[0]." + e.Name
		case scriptapi.Acts, scriptapi.General:
			use = e.Name
		default:
			continue
		}
		if fault := run(t, "def schedule(now, queue, machine):\n  x = "+use+"\n  for j in list(queue): start(j)"); fault != nil {
			t.Errorf("%s of %s: %v", e.Name, e.Of, fault)
		}
		if e.Example != "" && (e.Of == scriptapi.Acts || e.Of == "machine" || e.Of == "job") {
			if fault := run(t, "def schedule(now, queue, machine):\n  for job in list(queue): start(job)\n  if not queue or not running: return\n  job = queue[0]\n  "+e.Example); fault != nil {
				t.Errorf("the example of %s: %v", e.Name, fault)
			}
		}
	}
	for of, all := range script.Attributes() {
		for _, name := range all {
			if !told[of+"."+name] {
				t.Errorf("%s.%s is not in names.Interface", of, name)
			}
		}
	}
}

// TestSourcesOfAScenario checks that a scenario may use the program given for one
// role in another role as well, and that errors in programs are reported at their
// place in the scenario.
func TestSourcesOfAScenario(t *testing.T) {
	const machine = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, "jobs": [{"nodes": 2, "walltime": 60}], "scheduler": `
	for text, want := range map[string]string{
		`{"queue": {"starlark": "def schedule(now, queue, machine):\n  for j in list(queue): start(j)"}}`: "",
		`{"order": {"starlark": "def key(job): return 1"}}`:                                               "",
		`{"queue": "starlark"}`:                                                "has no program",
		`{"queue": {"starlark": ""}}`:                                          "is empty",
		`{"queue": {"starlark": 5}}`:                                           "not text",
		`{"queue": {}}`:                                                        "starlark",
		`{"queue": {"python": "x"}}`:                                           "python",
		`{"queue": {"starlark": "def key(job): return 1"}}`:                    "no schedule() found",
		`{"queue": {"starlark": "def key(job) return 1"}}`:                     "line 1, column 20",
		`{"queue": "hybrid", "order": {"starlark": "def key(job): return 1"}}`: "order of its own",
		`{"queue": {"starlark": "def schedule(now, queue, machine): pass\ndef key(job): return 1"}, "order": "starlark"}`: "",
		`{"queue": {"starlark": "` + strings.Repeat("# ", policies.MaxSource/2) + `def key(job): return 1"}}`:             "32768",
	} {
		_, err := scenario.Parse([]byte(machine + text + "}"))
		switch {
		case want == "" && err != nil, want != "" && err == nil:
			t.Errorf("%.100s: %v, want %q", text, err, want)
		case want != "" && !strings.Contains(err.Error(), want):
			t.Errorf("%.100s: %v, want %q", text, err, want)
		}
	}
	s, err := scenario.Parse([]byte(machine + `{"queue": {"starlark": "def key(job) return 1"}}}`))
	wrong, ok := err.(jsondoc.Errors)
	var in *queue.ProgramError
	if s != nil || !ok || !errors.As(wrong[0].In, &in) || in.Line != 1 || wrong[0].Place != "scheduler.queue.starlark" {
		t.Errorf("%+v does not say where in the program", err)
	}
}

// TestSaid checks that the recording of a step contains the texts that the program
// prints and the reasons that it gives for starting jobs.
func TestSaid(t *testing.T) {
	s, err := scenario.Parse([]byte(strings.Replace(small, `"jobs"`, `"scheduler": {"queue": {"starlark": "def schedule(now, queue, machine):\n  print(now, len(queue))\n  for j in list(queue): start(j, why = \"job %d, please\" % j.id)\n"}}, "jobs"`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(tape.Said(0)); got != "[{-1 2 0 1} {0 3 job 1, please}]" {
		t.Errorf("at first %v was said", got)
	}
}
