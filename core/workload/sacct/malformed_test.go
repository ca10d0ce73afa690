package sacct

import (
	"errors"
	"strings"
	"testing"
)

// A header line, and a valid row for it.
const (
	head = "JobID|Submit|Start|End|Elapsed|Timelimit|State|AllocCPUS|NNodes|ReqMem|AllocTRES\n"
	good = "1|2024-03-04T08:00:00|2024-03-04T08:00:05|2024-03-04T10:00:05|02:00:00|1-00:00:00|COMPLETED|64|2|128G|cpu=64\n"
)

// with returns a valid text in which one value is replaced.
func with(old, new string) string { return head + strings.Replace(good, old, new, 1) }

// inJSON returns the output of sacct --json for one job, with the text old replaced
// by new.
func inJSON(old, new string) string {
	return strings.Replace(`{"jobs": [
{"job_id": 1, "time": {"submission": 100, "start": 110, "end": 200, "elapsed": 90, "limit": {"set": true, "infinite": false, "number": 5}},
"state": {"current": ["COMPLETED"]}, "array": {"job_id": 0, "task_id": {"set": false, "number": 0}, "task": ""},
"tres": {"allocated": [{"type": "cpu", "name": "", "id": 1, "count": 4}]}, "allocation_nodes": 1}
]}`, old, new, 1)
}

// TestMalformed checks the complete message for everything that can be wrong with a
// file.
func TestMalformed(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "the file is empty: write it with " + recommended},
		{"blank lines", "\n\n\n", "the file is empty: write it with " + recommended},
		{"a letter", "Dear all,\nthe queue is long.\n", "line 1: no header line that names JobID or JobIDRaw: write the file with " + recommended},
		{"no header", good, "line 1: a row, but no header line that names the columns: call sacct without -n (--noheader)"},
		{"aligned", "JobID    JobName  State\n-------- -------- --------\n1        a+       COMPLETED\n", "line 1: columns separated by blanks, in which sacct truncates values: call sacct with -P"},
		{"no times", "JobID|State|AllocCPUS\n1|COMPLETED|4\n", "line 1: no column says when jobs were submitted: add Submit to --format; this command prints all that is used: " + recommended +
			"\nline 1: no column says when jobs started: add Start to --format; this command prints all that is used: " + recommended +
			"\nline 1: no column says how long jobs ran: add ElapsedRaw or End to --format; this command prints all that is used: " + recommended},
		{"no size", "JobID|Submit|Start|End\n", "line 1: no column says how large jobs are: add AllocCPUS or AllocNodes to --format; this command prints all that is used: " + recommended},
		{"a column twice", strings.Replace(head, "State", "End", 1), `line 1: column "End" is given twice: name it once in --format`},
		{"only a header", head, "no job that ran to its end: ask sacct for a longer period, with -S and -E, and for jobs of all users, with -a"},
		{"only what never started", head + "1|2024-03-04T08:00:00|Unknown|Unknown|00:00:00|60:00|PENDING|0|1|1G|\n1.batch|x\n", "no job that ran to its end: 1 step, 1 job that never started: ask sacct for a longer period, with -S and -E, and for jobs of all users, with -a"},
		{"cut off", head + good + "2|2024-03-04T08:00:00|2024-03", "line 3: 3 columns, but the header has 11: the file is cut off here, or a name contains a line break: call sacct again without free-text columns (SubmitLine, Comment)"},
		{"a bar in a name", with("|COMPLETED", "|COMP|LETED"), `line 2: 12 columns, but the header has 11: a name contains "|": leave out free-text columns (JobName, SubmitLine, Comment), or set --delimiter`},
		{"another header", head + good + "JobID|Start|State\n", "line 3: 3 columns, but the header has 11: the file is cut off here, or a name contains a line break: call sacct again without free-text columns (SubmitLine, Comment)"},
		{"no id", with("1|", "|"), `line 2: JobID "" is not a job id: write a job as 12, an array task as 12_3 or 12_[4-9], a component as 12+1, and a step as 12.batch`},
		{"an id of letters", with("1|", "one|"), `line 2: JobID "one" is not a job id: write a job as 12, an array task as 12_3 or 12_[4-9], a component as 12+1, and a step as 12.batch`},
		{"a task of letters", with("1|", "1_x|"), `line 2: JobID "1_x" is not a job id: write a job as 12, an array task as 12_3 or 12_[4-9], a component as 12+1, and a step as 12.batch`},
		{"tasks backwards", with("1|", "1_[9-4]|"), `line 2: JobID "1_[9-4]" is not a job id: write a job as 12, an array task as 12_3 or 12_[4-9], a component as 12+1, and a step as 12.batch`},
		{"a component of a task", with("1|", "1+1_2|"), `line 2: JobID "1+1_2" is not a job id: write a job as 12, an array task as 12_3 or 12_[4-9], a component as 12+1, and a step as 12.batch`},
		{"a relative time", with("2024-03-04T08:00:00", "Mon 08:00"), `line 2: Submit "Mon 08:00" is not a time: let sacct print times as 2024-03-01T10:00:00, with SLURM_TIME_FORMAT=standard, or as seconds, with SLURM_TIME_FORMAT=%s`},
		{"a day that is none", with("2024-03-04T08:00:00", "2023-02-29T08:00:00"), `line 2: Submit "2023-02-29T08:00:00" is not a time: let sacct print times as 2024-03-01T10:00:00, with SLURM_TIME_FORMAT=standard, or as seconds, with SLURM_TIME_FORMAT=%s`},
		{"an hour that is none", with("T10:00:05", "T24:00:05"), `line 2: End "2024-03-04T24:00:05" is not a time: let sacct print times as 2024-03-01T10:00:00, with SLURM_TIME_FORMAT=standard, or as seconds, with SLURM_TIME_FORMAT=%s`},
		{"a zone by name", with("T10:00:05", "T10:00:05 CET"), `line 2: End "2024-03-04T10:00:05 CET" is not a time: let sacct print times as 2024-03-01T10:00:00, with SLURM_TIME_FORMAT=standard, or as seconds, with SLURM_TIME_FORMAT=%s`},
		{"two clocks", with("2024-03-04T10:00:05", "1709546405"), `line 2: End "1709546405" cannot be compared with an earlier time, as only one of them has a time zone: give all times in one form`},
		{"an end before the start", "JobID|Submit|Start|End|NCPUS\n1|2024-03-04T08:00:00|2024-03-04T08:00:05|2024-03-04T08:00:04|1\n", "line 2: End is before Start: let sacct also print ElapsedRaw, or correct the times"},
		{"no submission", with("2024-03-04T08:00:00", "Unknown"), "line 2: Submit is not known, though the job ran: write its submission time, or remove the row"},
		{"a span of words", with("02:00:00|", "two hours|"), `line 2: Elapsed "two hours" is not a time span of at most 10,000,000,000 s: write [days-]hours:minutes:seconds, as 1-02:00:00`},
		{"seconds above 59", with("02:00:00|", "02:00:75|"), `line 2: Elapsed "02:00:75" is not a time span of at most 10,000,000,000 s: write [days-]hours:minutes:seconds, as 1-02:00:00`},
		{"a span too long", with("1-00:00:00", "999999-00:00:00"), `line 2: Timelimit "999999-00:00:00" is not a time limit of at most 10,000,000,000 s: write [days-]hours:minutes:seconds, UNLIMITED or Partition_Limit`},
		{"a limit of letters", strings.Replace(with("1-00:00:00", "1440m"), "Timelimit", "TimelimitRaw", 1), `line 2: TimelimitRaw "1440m" is not a time limit of at most 10,000,000,000 s: write minutes, UNLIMITED or Partition_Limit`},
		{"a state that is none", with("COMPLETED", "DONE"), `line 2: State "DONE" is not a job state: leave it as sacct prints it, such as COMPLETED, FAILED, TIMEOUT or CANCELLED by 1000`},
		{"a state with more", with("COMPLETED", "COMPLETED well"), `line 2: State "COMPLETED well" is not a job state: leave it as sacct prints it, such as COMPLETED, FAILED, TIMEOUT or CANCELLED by 1000`},
		{"CPUs below none", with("|64|", "|-64|"), `line 2: AllocCPUS "-64" is not a whole number from 0 to 1,000,000,000: write the number, or nothing if it is not known`},
		{"CPUs in thousands", with("|64|", "|64K|"), `line 2: AllocCPUS "64K" is not a whole number from 0 to 1,000,000,000: write the number, or nothing if it is not known`},
		{"too many nodes", with("|2|", "|2000000000|"), `line 2: NNodes "2000000000" is not a whole number from 0 to 1,000,000,000: write the number, or nothing if it is not known`},
		{"no CPUs in this row", "JobID|Submit|Start|End|NCPUS\n1|2024-03-04T08:00:00|2024-03-04T08:00:05|2024-03-04T08:00:06|\n", "line 2: nothing says how large the job is: let sacct print AllocCPUS, or AllocNodes"},
		{"memory of words", with("128G", "plenty"), `line 2: ReqMem "plenty" is not an amount of memory: write 4000M or 16G, followed by c for each CPU or n for each node, or nothing`},
		{"memory of two points", with("128G", "1.2.8G"), `line 2: ReqMem "1.2.8G" is not an amount of memory: write 4000M or 16G, followed by c for each CPU or n for each node, or nothing`},
		{"resources without counts", with("cpu=64", "cpu,mem"), `line 2: AllocTRES "cpu,mem" is not a list of resources: leave it as sacct prints it, such as cpu=8,mem=16G,node=1, or leave the column out`},
		{"a resource of letters", with("cpu=64", "cpu=many"), `line 2: AllocTRES "cpu=many" has no readable count: write a whole number, and memory as 16G`},
		{"two faults in a row", with("COMPLETED|64", "DONE|x"), `line 2: State "DONE" is not a job state: leave it as sacct prints it, such as COMPLETED, FAILED, TIMEOUT or CANCELLED by 1000` + "\n" +
			`line 2: AllocCPUS "x" is not a whole number from 0 to 1,000,000,000: write the number, or nothing if it is not known`},
		{"some by CPUs, some by nodes", "JobID|Submit|Start|End|NCPUS|AllocNodes\n1|10|20|30|4|\n2|10|20|30||4\n", "sizes that cannot be compared: 1 job without CPUs, 1 job without nodes: let sacct print AllocCPUS"},
		{"a long line", head + strings.Repeat("1", 2000) + "\n", "line 2: 2,001 bytes; a line may have 1,000: leave out columns with long texts, such as SubmitLine and AdminComment"},
		{"many jobs", head + good + strings.Replace(good, "1|", "2|", 1) + strings.Replace(good, "1|", "3|", 1) + strings.Replace(good, "1|", "4|", 1) + "x\n", "line 5: more than 3 jobs: ask sacct for a shorter period, with -S and -E"},

		{"JSON that ends", `{"jobs": [` + "\n" + `{"job_id": 1`, "line 2: the text ends inside a value that begins in line 2: it was cut off: let sacct write it again"},
		{"JSON in a string", `{"jobs": [{"name": "a` + "\n", "line 1: a line end or another control character inside a string: let sacct write the file again, with --json"},
		{"JSON without a comma", inJSON(`"job_id": 1,`, `"job_id": 1`), `line 2: '"' where a comma or } should be: let sacct write the file again, with --json`},
		{"JSON without a colon", inJSON(`"job_id":`, `"job_id"`), `line 2: '1' after a key, where a colon should be: let sacct write the file again, with --json`},
		{"JSON without quotes", inJSON(`"job_id"`, `job_id`), `line 2: 'j' where a key should be: let sacct write the file again, with --json`},
		{"JSON with a word", inJSON(`"start": 110`, `"start": nil`), `line 2: "nil" is not a JSON value: let sacct write the file again, with --json`},
		{"JSON with more", inJSON("\n]}", "\n]} {}"), `line 5: '{' after the end of the text: give the output of one call of sacct at a time`},
		{"JSON without jobs", `{"meta": {"plugin": {}}, "nodes": []}`, `no list "jobs": write the file with sacct --json`},
		{"JSON with a number for a job", `{"jobs": [7]}`, `line 1: "jobs" holds "7", which is not a job: let sacct write the file again, with --json`},
		{"JSON without an id", inJSON(`"job_id": 1,`, ""), "line 2: a record without a job: let sacct print JobID"},
		{"JSON with a broken time", inJSON("110", "110.5"), `line 2: time.start "110.5" is not a time: let sacct print times as 2024-03-01T10:00:00, with SLURM_TIME_FORMAT=standard, or as seconds, with SLURM_TIME_FORMAT=%s`},
		{"JSON with another state", inJSON("COMPLETED", "DONE"), `line 3: state.current[] "DONE" is not a job state: leave it as sacct prints it, such as COMPLETED, FAILED, TIMEOUT or CANCELLED by 1000`},
		{"JSON with a count below none", inJSON(`"count": 4`, `"count": -4`), `line 4: tres.allocated[] "cpu=-4" has no readable count: write a whole number, and memory as 16G`},
		{"JSON with tasks of letters", inJSON(`"job_id": 0, "task_id": {"set": false, "number": 0}, "task": ""`, `"job_id": 9, "task_id": {"set": false, "number": 0}, "task": "a-b"`), `line 4: array.task "a-b" is not a list of tasks: leave it as sacct prints it, such as 4-9%2`},
		{"JSON too deep", strings.Repeat(`{"jobs": [`, 20), "line 1: objects and lists nested more than 32 deep: this is not what sacct --json prints: let it write the file again"},
		{"JSON with a long string", `{"jobs": [{"name": "` + strings.Repeat("a", 2000) + `"}]}`, "line 1: a string of 1,001 bytes or more; 1,000 are allowed: leave out the long text, or use sacct -P instead"},
	} {
		_, err := Read(strings.NewReader(c.text), Options{MaxLine: 1000, MaxJobs: 3})
		switch {
		case err == nil:
			t.Errorf("%s: is read", c.name)
		case err.Error() != c.want:
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, err, c.want)
		case !errors.Is(err, ErrSacct):
			t.Errorf("%s: is no ErrSacct", c.name)
		}
	}
}

// TestGood checks that the texts which TestMalformed changes are valid without the
// change.
func TestGood(t *testing.T) {
	for _, text := range []string{head + good, inJSON("", "")} {
		if got := len(read(t, text).Records); got != 1 {
			t.Errorf("%d records of %q", got, text)
		}
	}
}

// TestManyFaults checks that only the first 20 faults are reported.
func TestManyFaults(t *testing.T) {
	_, err := Read(strings.NewReader(head+strings.Repeat("x\n", 1000)), Options{})
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 21 || lines[20] != "reading stopped after 20 faults" {
		t.Errorf("%d lines: %s", len(lines), lines[len(lines)-1])
	}
}
