package flowreplay

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
)

// TestFlows runs the command flows on cases that were measured with SimGrid. Every
// completion time must agree with the measurement to within 1e-9 (SOURCES.md
// NET.5).
func TestFlows(t *testing.T) {
	paths, _ := filepath.Glob("../../../core/network/testdata/simgrid/*.json")
	if len(paths) != 32 {
		t.Fatalf("%d cases; want 32", len(paths))
	}
	for _, path := range paths {
		var c struct {
			Flows []struct {
				ID     string
				Finish float64
			}
		}
		src, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(src, &c)
		}
		if err != nil {
			t.Fatal(err)
		}
		status, out, errs := call(t, "", string(src), "flows", "-")
		if status != 0 {
			t.Fatalf("%s: status %d: %s", path, status, errs)
		}
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil || len(rows) != len(c.Flows)+1 || strings.Join(rows[0], ",") != "id,finish" {
			t.Fatalf("%s: %d rows for %d flows: %v", path, len(rows), len(c.Flows), err)
		}
		for i, f := range c.Flows {
			got, err := strconv.ParseFloat(rows[i+1][1], 64)
			if err != nil || rows[i+1][0] != f.ID || math.Abs(got-f.Finish) > 1e-9*f.Finish {
				t.Errorf("%s: row %v; want %s,%.12g", path, rows[i+1], f.ID, f.Finish)
			}
		}
	}
}

// TestFlowsOdd checks the output of the command flows for unusual but valid
// documents.
func TestFlowsOdd(t *testing.T) {
	for _, c := range []struct{ what, doc, rows string }{
		{"no flows", `{"links": [], "flows": []}`, ""},
		{"no links on the route", `{"flows": [{"id": "a,b", "start": 2.5, "bytes": 7, "route": []}]}`, "\"a,b\",2.5\n"},
		{"no bytes", `{"links": [{"id": 7, "bw": 2}], "flows": [{"id": 1, "start": 3, "bytes": 0, "route": [7]}]}`, "1,3\n"},
		{"12 digits", `{"links": [{"id": 7, "bw": 3}], "flows": [{"id": 1, "bytes": 1, "route": [7]}]}`, "1,0.333333333333\n"},
		{
			"two share, one starts later, fields besides", `{"platform": {}, "links": [{"id": "l", "bw": 10}], "flows": [
			{"id": "x", "bytes": 100, "route": ["l"], "src": 0}, {"id": "y", "start": 5, "bytes": 25, "route": ["l"]}]}`,
			"x,12.5\ny,10\n",
		},
	} {
		status, out, errs := call(t, "", c.doc, "flows", "-")
		if status != 0 || out != "id,finish\n"+c.rows {
			t.Errorf("%s: status %d, %q, want %q; %s", c.what, status, out, c.rows, errs)
		}
	}
}

// TestFlowsBad runs the command flows on documents with one or more mistakes. Each
// mistake must be reported with its place in the document. Nothing else may be
// printed.
func TestFlowsBad(t *testing.T) {
	const links = `{"links": [{"id": "l", "bw": 10}, {"id": 2, "bw": 1}], "flows": [`
	many := strings.TrimSuffix(strings.Repeat("{},", 30), ",")
	for _, c := range []struct{ doc, says string }{
		{``, "line 1: is empty"},
		{"{\n\"flows\": [,]}", "line 2: invalid character"},
		{`[]`, "line 1: document: found array; write an object"},
		{`{"flows": []} x`, "line 1: text after the document"},
		{`{"links": []}`, "flows: is missing"},
		{"{\"flows\": [\n{\"id\": 1, \"bytes\": \"5\"}]}", "line 2: flows.bytes: found string; write a number"},
		{`{"flows": [{"id": {}}]}`, "line 1: an id is {}"},
		{`{"links": [{"id": 1, "bw": 1}, {"id": "1", "bw": 2}], "flows": []}`, `links[1]: id "1" is taken by links[0]`},
		{`{"links": [{"bw": 1}], "flows": []}`, "links[0]: id is missing"},
		{`{"links": [{"id": 1}], "flows": []}`, "links[0]: bw is missing"},
		{`{"links": [{"id": 1, "bw": 0}], "flows": []}`, "links[0]: bw 0 is out of range; use more than 0"},
		{`{"links": [{"id": 1, "bw": 1e19}], "flows": []}`, "links[0]: bw 1e+19 is out of range"},
		{links + `{"bytes": 1}]}`, "flows[0]: id is missing"},
		{links + `{"id": 1, "bytes": 1}, {"id": 1, "bytes": 1}]}`, `flows[1]: id "1" is taken by flows[0]`},
		{links + `{"id": 1}]}`, "flows[0]: bytes is missing"},
		{links + `{"id": 1, "bytes": -1}]}`, "flows[0]: bytes -1 is out of range; use 0 to 1e+18"},
		{links + `{"id": 1, "bytes": 1, "start": -2}]}`, "flows[0]: start -2 is out of range"},
		{links + `{"id": 1, "bytes": 1, "route": ["l", "m"]}]}`, `flows[0]: route[1]: there is no link "m"`},
		{links + `{"id": 1, "bytes": 1, "route": ["l", 2, "l"]}]}`, `flows[0]: route[2]: link "l" is on the route already`},
		{links + many + `]}`, "and 40 more"},
	} {
		status, out, errs := call(t, "", c.doc, "flows", "-")
		if status != cli.ExitBad || out != "" || !strings.Contains(errs, "standard input: "+c.says) {
			t.Errorf("%s\nstatus %d, %q; want %q in\n%s", c.doc, status, out, c.says, errs)
		}
	}
}

var call = clitest.Caller(Flows)
