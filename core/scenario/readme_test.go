package scenario

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// explained lists the objects that have a table of their own in
// scenarios/README.md, in the order of that file.
var explained = []string{
	"", "goals", "notes", "cluster", "jobs", "scheduler", "scheduler.decisions", "workload", "jobs.comm", "network", "allotments", "scheduler.priority", "cluster_queues", "cohorts", "cluster_queues.preemption", "slurm", "slurm.reservations", "queues", "commands", "jobs.elastic", "scheduler.elastic", "faults", "power", "vary", "altered",
}

// inText lists the objects that the README describes in its text instead of a
// table.
var inText = []string{"limits", "cohorts.flavors", "cluster.topology", "cluster.groups", "jobs.parts", "network.comm"}

// tableAt returns the table of fields for the object at a path. The table leads to
// default values.
func tableAt(path string) *table {
	t, at := scenarioTable(newScenario()), ""
	for name := range strings.SplitSeq(path, ".") {
		if name == "" {
			break
		}
		at = strings.TrimPrefix(at+"."+name, ".")
		t = inside(t.Row(name), at, "")
	}
	return t
}

// TestReadmeHasTheFields checks that the tables of scenarios/README.md list exactly
// the fields that the parser knows. They must also name the fields inside these
// fields and give the defaults. TestBoundsOfReadme in the folder scenarios checks
// the ranges.
func TestReadmeHasTheFields(t *testing.T) {
	readme, err := os.ReadFile("../../scenarios/README.md")
	if err != nil {
		t.Fatal(err)
	}
	fields, _, _ := strings.Cut(string(readme), "\n### Bounds\n")
	tables := strings.Split(fields, "\n| field")[1:]
	if len(tables) != len(explained) {
		t.Fatalf("%d tables of fields, want %d", len(tables), len(explained))
	}
	for i, path := range explained {
		known, told := tableAt(path), map[string][]string{}
		rows, _, _ := strings.Cut(tables[i], "\n\n")
		for _, row := range strings.Split(rows, "\n")[2:] {
			if row == "" {
				continue
			}
			cells := strings.Split(strings.Trim(row, "| "), " | ")
			for name := range strings.SplitSeq(cells[0], ", ") {
				told[strings.Trim(name, "`")] = append(cells, row)
			}
		}
		if path == "workload" { // the text above the table describes these fields
			told["model"], told["swf"] = []string{"", ""}, []string{"", ""}
		}
		for k := range known.Rows {
			f := &known.Rows[k]
			cells, ok := told[f.Name]
			if !ok {
				t.Errorf("README.md does not tell of %s in the table of %q", f.Name, path)
				continue
			}
			delete(told, f.Name)
			at := strings.TrimPrefix(path+"."+f.Name, ".")
			row := cells[len(cells)-1]
			for _, inner := range inside(f, at, "").Names() {
				if !slices.Contains(explained, at) && !slices.Contains(inText, at) && !strings.Contains(row, "`"+inner+"`") && !strings.Contains(row, `"`+inner+`"`) && inner != "" {
					t.Errorf("README.md does not tell of %s in the row of %s", inner, at)
				}
			}
			def := strings.Trim(f.Describe().Default, `"`)
			if def == number(usualNetwork.Bandwidth) {
				def = "1e9"
			}
			if usual := cells[len(cells)-2]; len(cells) == 4 && row != "" && def != "" && def != "0" && def != "false" && !strings.HasPrefix(usual, "an error") && !strings.Contains(usual, def) {
				t.Errorf("README.md says that %s is %q where it is left out; it is %s", at, usual, def)
			}
		}
		for name := range told {
			t.Errorf("README.md tells of %s in the table of %q, which has no such field", name, path)
		}
	}
}
