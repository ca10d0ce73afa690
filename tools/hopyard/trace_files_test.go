package main

import (
	"os"
	"strings"
	"testing"

	"hopyard/core/workload/sacct"
	"hopyard/tools/hopyard/clitest"
)

func sacctFixture(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile("../../core/workload/sacct/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// hashOf returns the trace hash in the output of the command run.
func hashOf(t *testing.T, out string) string {
	t.Helper()
	_, after, found := strings.Cut(out, "trace ")
	if !found {
		t.Fatalf("no hash in %s", out)
	}
	hash, _, _ := strings.Cut(after, "\n")
	return hash
}

// TestSacctIsATrace runs the same sacct output in several ways: under various file
// names, compressed and uncompressed, from a file and from standard input, and
// converted to SWF. The schedule must always be the same.
func TestSacctIsATrace(t *testing.T) {
	for _, name := range []string{"week.sacct", "day.json"} {
		dir, text := clitest.Folder(t), sacctFixture(t, name)
		clitest.Write(t, dir, "jobs", text)
		clitest.Write(t, dir, "packed", clitest.Zipped(t, text))
		status, out, said := call(t, dir, "", "run", "DIR/jobs")
		if status != 0 || !strings.Contains(said, "left out that never started") || !strings.Contains(said, "machine has") {
			t.Fatalf("%s: status %d: %s", name, status, said)
		}
		want := hashOf(t, out)
		for _, c := range []struct {
			stdin string
			args  []string
		}{{"", []string{"run", "DIR/packed"}}, {text, []string{"run", "-"}}, {clitest.Zipped(t, text), []string{"run", "-"}}} {
			if _, out, said := call(t, dir, c.stdin, c.args...); hashOf(t, out) != want {
				t.Errorf("%s, %v: %s, not %s\n%s", name, c.args, hashOf(t, out), want, said)
			}
		}
		status, swf, said := call(t, dir, "", "swf", "DIR/jobs")
		if status != 0 || !strings.Contains(swf, "; Note: the machine has") {
			t.Fatalf("%s: swf: %d %s", name, status, said)
		}
		for _, secret := range []string{"mvoss", "akim", "lchen", "chem-lab", "relax", "4101"} {
			if strings.Contains(swf+said, secret) {
				t.Errorf("%s: %q is left", name, secret)
			}
		}
	}
}

// TestSacctAsSWFRunsTheSame converts sacct output to SWF without scheduling the
// jobs, as the page does. The converted jobs must equal the original jobs.
func TestSacctAsSWFRunsTheSame(t *testing.T) {
	dir, text := clitest.Folder(t), sacctFixture(t, "week.sacct")
	clitest.Write(t, dir, "jobs.sacct", text)
	trace, err := sacct.Read(strings.NewReader(text), sacct.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var swf strings.Builder
	for i := range trace.Header {
		swf.Write(append(trace.Header[i].AppendText(nil), '\n'))
	}
	for i := range trace.Records {
		swf.Write(append(trace.Records[i].AppendText(nil), '\n'))
	}
	clitest.Write(t, dir, "jobs.swf", swf.String())
	clitest.Write(t, dir, "jobs.swf.gz", clitest.Zipped(t, swf.String()))
	_, want, _ := call(t, dir, "", "run", "DIR/jobs.sacct")
	for _, file := range []string{"DIR/jobs.swf", "DIR/jobs.swf.gz"} {
		if _, out, said := call(t, dir, "", "run", file); hashOf(t, out) != hashOf(t, want) {
			t.Errorf("%s: another schedule\n%s", file, said)
		}
	}
}

// TestPackedAndBadInput checks that error messages contain the file, the line and a
// remedy. It also checks that a scenario compressed with gzip runs.
func TestPackedAndBadInput(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "jobs.txt", "JobID|State\n")
	clitest.Write(t, dir, "cut.gz", clitest.Zipped(t, clitest.Tiny)[:60])
	clitest.Write(t, dir, "tiny.json.gz", clitest.Zipped(t, clitest.Tiny))
	for _, c := range []struct {
		file   string
		status int
		want   string
	}{
		{"DIR/jobs.txt", 1, "jobs.txt: line 1: no column says when jobs were submitted: add Submit to --format"},
		{"DIR/cut.gz", 1, "cannot be decompressed (unexpected EOF); it is truncated or damaged: compress it again"},
		{"DIR/tiny.json.gz", 0, "7 jobs on 12 nodes"},
	} {
		if status, out, said := call(t, dir, "", "run", c.file); status != c.status || !strings.Contains(out+said, c.want) {
			t.Errorf("%s: status %d, %s%s", c.file, status, out, said)
		}
	}
}

// TestSacctAsksForCores runs sacct output whose sizes are CPUs on machines of the command
// line. A CPU must not become a node without notice.
func TestSacctAsksForCores(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "jobs.sacct", sacctFixture(t, "week.sacct"))
	clitest.Write(t, dir, "nodes.sacct", "JobID|Submit|Start|End|State|AllocCPUS|AllocNodes\n1|2024-03-04T08:00:00|2024-03-04T08:00:00|2024-03-04T09:00:00|COMPLETED|8|2\n")
	clitest.Write(t, dir, "topology.conf", "SwitchName=a Nodes=n[0-3]\n")
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"run DIR/jobs.sacct --nodes 64", 2, "--nodes 64: the sizes of this trace are CPUs, and its jobs held up to 76 of them at once; add --cores N, the CPUs of a node (a job had 32 or more on one), or leave out --nodes 64"},
		{"validate DIR/jobs.sacct --nodes 64", 2, "add --cores N"},
		{"run DIR/jobs.sacct --topology DIR/topology.conf", 2, "--topology: the sizes of this trace are CPUs"},
		{"run DIR/jobs.sacct --nodes 64 --cores 32", 0, "on 64 nodes"},
		{"run DIR/jobs.sacct --nodes 64 --set cluster.node.cores=32", 0, "on 64 nodes"},
		{"run DIR/jobs.sacct --nodes 96 --cores 1", 0, "on 96 nodes"},
		{"run DIR/jobs.sacct --topology DIR/topology.conf --cores 32", 0, "on 4 nodes (slurm)"},
		{"run DIR/jobs.sacct --cores 32", 0, "machine of 3 nodes of 32 cores, from the trace's header"},
		{"run DIR/nodes.sacct --nodes 4", 0, "on 4 nodes"},
		{"run DIR/nodes.sacct --cores 4", 2, "gives the machine in nodes"},
		{"run DIR/nodes.sacct --nodes 4 --cores 4", 2, "the sizes of this trace are nodes"},
	} {
		if status, out, said := call(t, dir, "", strings.Fields(c.args)...); status != c.status || !strings.Contains(out+said, c.want) {
			t.Errorf("%s: status %d, %s%s", c.args, status, out, said)
		}
	}
}

// TestJobLogsAreTraces runs the sample of each job log in several ways: from a file and
// from standard input, compressed, under the name of another format, and converted to
// SWF. The schedule must always be the same.
func TestJobLogsAreTraces(t *testing.T) {
	for name, format := range map[string]string{"alcf.csv": "alcf", "helios.csv": "helios", "acme-seren.csv": "acme", "acme-kalos.csv": "acme", "philly.json": "philly", "batsim.json": "batsim"} {
		src, err := os.ReadFile("../../core/workload/traceformats/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		dir, text := clitest.Folder(t), string(src)
		clitest.Write(t, dir, name, text)
		clitest.Write(t, dir, "jobs", text)
		clitest.Write(t, dir, "packed.gz", clitest.Zipped(t, text))
		status, out, said := call(t, dir, "", "run", "DIR/"+name)
		if status != 0 || !strings.Contains(said, "sizes are in") {
			t.Fatalf("%s: status %d: %s", name, status, said)
		}
		want := hashOf(t, out)
		status, swf, said := call(t, dir, "", "convert", "DIR/"+name, "--to", "swf")
		if status != 0 || !strings.Contains(swf, "; Conversion: hopyard, from ") {
			t.Fatalf("%s: convert: status %d: %s%s", name, status, swf, said)
		}
		clitest.Write(t, dir, "made.swf", swf)
		for _, c := range []struct {
			stdin string
			args  []string
		}{
			{"", []string{"run", "DIR/jobs"}}, {"", []string{"run", "DIR/packed.gz"}}, {text, []string{"run", "-"}},
			{"", []string{"run", "DIR/jobs", "--log-format", format}}, {"", []string{"run", "DIR/made.swf"}},
		} {
			if _, out, said := call(t, dir, c.stdin, c.args...); hashOf(t, out) != want {
				t.Errorf("%s, %v: %s, not %s\n%s", name, c.args, hashOf(t, out), want, said)
			}
		}
		if status, again, _ := call(t, dir, "", "convert", "DIR/made.swf", "--to", "swf"); status != 0 || again != swf {
			t.Errorf("%s: the trace is converted again as\n%s\nand not as\n%s", name, again, swf)
		}
	}
}

// TestJobLogOptions checks --log-format and --unit, and errors in job logs.
func TestJobLogOptions(t *testing.T) {
	dir := clitest.Folder(t)
	for _, name := range []string{"helios.csv", "batsim.json"} {
		src, err := os.ReadFile("../../core/workload/traceformats/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		clitest.Write(t, dir, name, string(src))
	}
	clitest.Write(t, dir, "bad.csv", "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time\n1,u,v,x,1,1,COMPLETED,2020-06-09 18:41:01,2020-06-09 18:41:01,2020-06-09 19:41:01\n")
	clitest.Write(t, dir, "nodes.swf", "1 0 5 60 256 -1 -1 256 90 -1 1 3 -1 -1 1 -1 -1 -1 16 -1 2\n")
	clitest.Write(t, dir, "counted.swf", "; MaxProcs: 1024\n; MaxNodes: 8\n1 0 5 60 256 -1 -1 256 90 -1 1 3 -1 -1 1 -1 -1 -1 16 -1 2\n")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"run DIR/helios.csv --unit nodes", 0, "4 jobs on 5 nodes"},
		{"run DIR/helios.csv --unit cores", 0, "4 jobs on 134 nodes"},
		{"run DIR/helios.csv --unit racks", 1, `the unit "racks" is none that the trace of Helios gives; use nodes or cores or gpus`},
		{"run DIR/helios.csv --log-format swf2", 1, `helios.csv: not a readable job log: "swf2" is no format; use one of batsim, philly, alcf, helios, acme, pm100, fdata`},
		{"run DIR/helios.csv --log-format alcf", 1, "helios.csv: line 1: no column JOB_NAME or COBALT_JOBID, which the job log of an ALCF machine (DIM_JOB_COMPOSITE) has: add it, or name another --log-format"},
		{"run DIR/batsim.json --unit nodes", 0, "3 jobs on 16 nodes"},
		{"run DIR/counted.swf --unit nodes", 2, "--unit is for job logs"},
		{"run DIR/counted.swf", 0, "1 jobs on 8 nodes"},
		{"run DIR/nodes.swf", 1, "nodes.swf: header: MaxNodes does not say how many nodes the machine has, and the rows count nodes (field 21); add --nodes N"},
		{"run DIR/nodes.swf --nodes 4", 0, "1 jobs on 4 nodes"},
		{"run ../../scenarios/first-jobs.json --unit nodes", 2, "--unit is for job logs"},
		{"validate DIR/bad.csv", 1, `bad.csv: line 2: column 4 (gpu_num) "x" is not a whole number from 0 to 1000000000: write the number, or nothing if it is not known`},
	} {
		status, out, said := call(t, dir, "", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+said, c.says) {
			t.Errorf("hopyard %s: status %d, want %d; no %q in\n%s%s", c.args, status, c.status, c.says, out, said)
		}
	}
}

// TestConvertToTraces writes the jobs of a scenario as a trace and as a workload of
// Batsim, and runs both.
func TestConvertToTraces(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "jobs.json", `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 12}}, "jobs": [
		{"id": 1, "submit": 0, "nodes": 10, "walltime": 100, "runtime": 60.5, "user": "ann"}, {"id": 2, "submit": 10, "nodes": 11, "walltime": 100},
		{"id": 3, "submit": 20, "nodes": 2, "walltime": 110}, {"id": 4, "submit": 20, "nodes": 2, "walltime": 60}]}`)
	_, out, _ := call(t, dir, "", "run", "DIR/jobs.json")
	figures := func(out string) string {
		_, after, _ := strings.Cut(out, "Makespan")
		before, _, _ := strings.Cut(after, "Network")
		before, _, _ = strings.Cut(before, "trace ")
		return before
	}
	for _, format := range []string{"swf", "batsim"} {
		status, text, said := call(t, dir, "", "convert", "DIR/jobs.json", "--to", format)
		if status != 0 || format == "batsim" && !strings.Contains(said, "1 job with a user, a group or a queue, which a workload has no fields for") {
			t.Fatalf("%s: %d %s", format, status, said)
		}
		clitest.Write(t, dir, "made", text)
		if status, made, said := call(t, dir, "", "run", "DIR/made"); status != 0 || figures(made) != figures(out) {
			t.Errorf("%s\nruns as %d\n%s%s\nwant\n%s", text, status, made, said, out)
		}
	}
}
