package traceformats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// fault is a malformed file: what must be said about it, beginning with the line.
type fault struct{ name, text, want string }

// csvHeaders has the header lines of the tables, and a valid row for each.
var csvHeaders = map[string]struct{ header, row string }{
	"alcf":   {"JOB_NAME,USERNAME_GENID,QUEUE_NAME,QUEUED_TIMESTAMP,START_TIMESTAMP,END_TIMESTAMP,RUNTIME_SECONDS,WALLTIME_SECONDS,NODES_USED,NODES_REQUESTED,CORES_USED,GPUS_REQUESTED,EXIT_CODE", "1.x,U,Q,2023-03-04 08:00:00,2023-03-04 08:10:00,2023-03-04 10:10:00,7200,10800,128,128,8192,512,0"},
	"helios": {"job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue", "1,U,Q,512,8192,128,COMPLETED,2023-03-04 08:00:00,2023-03-04 08:10:00,2023-03-04 10:10:00,7200,600"},
	"acme":   {"job_id,user,node_num,gpu_num,cpu_num,type,state,submit_time,start_time,end_time,duration,queue,gpu_time", "1,U,128,512,8192,Q,COMPLETED,2023-03-04 08:00:00,2023-03-04 08:10:00,2023-03-04 10:10:00,7200,600,1.0"},
}

// csvFaults returns malformed files of a format that is a table.
func csvFaults(t *testing.T, f *tableFormat) []fault {
	base := csvHeaders[f.name]
	names := strings.Split(base.header, ",")
	index := func(column string) int {
		i := columnOf(names, column)
		if i < 0 {
			t.Fatalf("%s: no column %s", f.name, column)
		}
		return i
	}
	file := func(rows ...string) string { return base.header + "\n" + strings.Join(rows, "\n") + "\n" }
	with := func(column, value string) string {
		values := strings.Split(base.row, ",")
		values[index(column)] = value
		return strings.Join(values, ",")
	}
	without := func(column string) string {
		return strings.Replace(file(base.row), names[index(column)], "other", 1)
	}
	place := func(line int, column string) string {
		return fmt.Sprintf("line %d: column %d (%s) ", line, index(column)+1, names[index(column)])
	}
	const aTime = "is not a time from 1990 to 2100: write 2023-03-01 00:18:22, with +08:00 after it for a time zone"
	const aCount = "is not a whole number from 0 to 1000000000: write the number, or nothing if it is not known"
	missing := func(column string) string {
		return fmt.Sprintf("line 1: no column %s, which %s has: add it, or name another --log-format", strings.ReplaceAll(column, "|", " or "), f.title)
	}
	nodes, cores, gpus := f.sizes[inNodes], f.sizes[inCores], f.sizes[inGPUs]
	span := cmp.Or(f.run, f.check)
	width := len(names)
	all := []fault{
		{"nothing", "", "the file is empty: give " + f.title},
		{"a header only", base.header + "\n", "no job that ran to its end: give a log"},
		{"no ids", without(f.id), missing(f.id)},
		{"no submissions", without(f.submit), missing(f.submit)},
		{"no starts", without(f.start), missing(f.start)},
		{"no ends", without(f.end), missing(f.end)},
		{"no nodes", without(nodes), missing(nodes)},
		{"no cores", without(cores), missing(cores)},
		{"a column twice", strings.Replace(file(base.row), names[1], names[2], 1), fmt.Sprintf("line 1: columns 2 and 3 are both named %q: remove one", names[2])},
		{"a cut row", file(base.row, base.row[:len(base.row)/2]), "line 3: "},
		{"a row too many values", file(base.row + ",1"), fmt.Sprintf("line 2: %d values, but the header has %d: the line is cut off, or a value contains a comma: put it in double quotes", width+1, width)},
		{"tabs", strings.ReplaceAll(file(base.row), ",", "\t"), "line 1: no column"},
		{"a second header", file(base.header), place(2, f.submit) + fmt.Sprintf("%q ", names[index(f.submit)]) + aTime},
		{"a lone quotation mark", file(with(f.id, `1"2`)), "line 2: column "},
		{"an unclosed quotation mark", file(with(f.id, `"12`)), "line "},
		{"an empty id", file(with(f.id, "")), place(2, f.id) + `"" is empty: give each job an id`},
		{"a long id", file(with(f.id, strings.Repeat("9", 300))), place(2, f.id) + `"` + strings.Repeat("9", 40) + `"… has 300 bytes; at most 200: shorten it`},
		{"NUL in an id", file(with(f.id, "1\x002")), place(2, f.id) + `"1\x002" contains a control character: the file is damaged here: fetch it again`},
		{"NUL in a user", file(with(f.names[users], "\x00")), place(2, f.names[users]) + `"\x00" contains a control character`},
		{"NUL in a number", file(with(nodes, "1\x00")), place(2, nodes) + `"1\x00" ` + aCount},
		{"NUL in a time", file(with(f.submit, "2023-03-04 08:00:0\x00")), place(2, f.submit) + `"2023-03-04 08:00:0\x00" ` + aTime},
		{"a day that is none", file(with(f.submit, "2023-02-30 08:00:00")), place(2, f.submit) + `"2023-02-30 08:00:00" ` + aTime},
		{"an hour that is none", file(with(f.start, "2023-03-04 25:00:00")), place(2, f.start) + `"2023-03-04 25:00:00" ` + aTime},
		{"a year of long ago", file(with(f.start, "1066-03-04 08:00:00")), place(2, f.start) + `"1066-03-04 08:00:00" ` + aTime},
		{"a time in words", file(with(f.end, "yesterday")), place(2, f.end) + `"yesterday" ` + aTime},
		{"a date alone", file(with(f.end, "2023-03-04")), place(2, f.end) + `"2023-03-04" ` + aTime},
		{"seconds of Unix", file(with(f.end, "1677916800")), place(2, f.end) + `"1677916800" ` + aTime},
		{"a zone by name", file(with(f.end, "2023-03-04 10:10:00 CET")), place(2, f.end) + `"2023-03-04 10:10:00 CET" ` + aTime},
		{"an offset of words", file(with(f.end, "2023-03-04 10:10:00+ab:cd")), place(2, f.end) + `"2023-03-04 10:10:00+ab:cd" ` + aTime},
		{"two kinds of times", file(with(f.end, "2023-03-04 10:10:00+08:00")), place(2, f.end) + `"2023-03-04 10:10:00+08:00" cannot be compared with an earlier time, as only one of them has a time zone: give all times in one form`},
		{"an end before the start", file(base.row, with(f.end, "2023-03-04 08:00:00")), "line 3: "},
		{"no submission of a job", file(with(f.submit, "")), "line 2: the time of submission is missing, though the job ran: write it, or remove the row"},
		{"nodes in words", file(with(nodes, "many")), place(2, nodes) + `"many" ` + aCount},
		{"nodes below none", file(with(nodes, "-1")), place(2, nodes) + `"-1" ` + aCount},
		{"a part of a node", file(with(nodes, "2.5")), place(2, nodes) + `"2.5" ` + aCount},
		{"too many nodes", file(with(nodes, "1000000001")), place(2, nodes) + `"1000000001" ` + aCount},
		{"a huge number of nodes", file(with(nodes, strings.Repeat("9", 30))), place(2, nodes) + `"` + strings.Repeat("9", 30) + `" ` + aCount},
		{"cores in hexadecimal", file(with(cores, "0x10")), place(2, cores) + `"0x10" ` + aCount},
		{"cores in powers of ten", file(with(cores, "1e3")), place(2, cores) + `"1e3" ` + aCount},
		{"GPUs that are no number", file(with(gpus, "NaN")), place(2, gpus) + `"NaN" ` + aCount},
		{"a span of words", file(with(span, "two hours")), place(2, span) + `"two hours" is not a number from 0 to 10000000000`},
		{"a span below none", file(with(span, "-1")), place(2, span) + `"-1" is not a number from 0 to 10000000000`},
		{"a huge span", file(with(span, "1e11")), place(2, span) + `"1e11" is not a number from 0 to 10000000000`},
		{"another state", file(with(f.state, "DONE")), place(2, f.state) + `"DONE" is not ` + f.states},
		{"a long row", file(base.row, with(f.id, strings.Repeat("x", 20_000))), "line 2: the row after this line has more than 9000 bytes"},
		{"many rows", file(with(f.id, "1"), with(f.id, "2"), with(f.id, "3"), with(f.id, "4")), "line 5: more than 3 rows: split the file"},
		{"two faults in a row", file(with(f.submit, "then")[:len(base.row)/4] + "," + with(f.submit, "then")[len(base.row)/4:]), "line 2: "},
	}
	if f.unique {
		all = append(all, fault{"an id twice", file(base.row, base.row), place(3, f.id) + `"1" is the id of the job in line 2 as well: give each job an id of its own`})
	}
	if f.limit != "" {
		all = append(all, fault{"a limit of words", file(with(f.limit, "UNLIMITED")), place(2, f.limit) + `"UNLIMITED" is not a number from 0 to 10000000000`})
	}
	return all
}

// batsimFaults returns malformed workloads of Batsim.
func batsimFaults() []fault {
	const good = "{\n\"nb_res\": 4,\n\"jobs\": [\n{\"id\": \"a\", \"subtime\": 0, \"walltime\": 30, \"res\": 1, \"profile\": \"p\"},\n{\"id\": 2, \"subtime\": 1, \"res\": 2, \"profile\": \"s\"}\n],\n\"profiles\": {\n\"p\": {\"type\": \"DelayProfile\", \"delay\": 10},\n\"s\": {\"type\": \"SequentialCompositionProfile\", \"seq\": [\"p\"], \"repeat\": 2}\n}\n}\n"
	with := func(old, new string) string {
		if !strings.Contains(good, old) {
			panic(old)
		}
		return strings.Replace(good, old, new, 1)
	}
	return []fault{
		{"nothing", "", "line 1: the text ends inside a value that begins here: the file is cut off: fetch it again"},
		{"a list", "[1]", `line 1: "[" where the workload should begin with {: give a workload of Batsim`},
		{"an empty object", "{}", `line 1: no key "nb_res": a workload has nb_res, jobs and profiles`},
		{"cut in the jobs", good[:100], "line 5: the text ends inside a value that begins here"},
		{"cut in the profiles", good[:len(good)-30], "line 9: the text ends inside a value that begins here"},
		{"cut before the end", good[:len(good)-3], "line 10: the text ends inside a value that begins here"},
		{"two workloads", good + good, `line 12: "{" after the end of the text: give one log at a time`},
		{"no comma", with("30, \"res\"", "30 \"res\""), "line 4: not JSON: invalid character '\"' after object key:value pair"},
		{"a trailing comma", with("\"s\"}\n]", "\"s\"},\n]"), "line 6: not JSON: invalid character ']' looking for beginning of value"},
		{"a comment", with("\"nb_res\"", "// four\n\"nb_res\""), "line 2: not JSON: invalid character '/'"},
		{"no resources", with("\"nb_res\": 4,", ""), `line 1: no key "nb_res"`},
		{"resources in words", with("4,", "\"four\","), `line 2: nb_res "\"four\"" is not a whole number from 1 to 1000000000: write the number of resources`},
		{"resources of 0", with("4,", "0,"), `line 2: nb_res "0" is not a whole number from 1 to 1000000000`},
		{"a key twice", with("\"nb_res\": 4,", "\"nb_res\": 4,\n\"nb_res\": 4,"), `line 3: the key "nb_res" is given twice: remove one`},
		{"jobs that are no list", "{\"nb_res\": 4, \"jobs\": {}, \"profiles\": {}}", `line 1: "{" where the list of jobs should begin with [`},
		{"profiles that are no object", "{\"nb_res\": 4, \"jobs\": [], \"profiles\": []}", `line 1: "[" where the object of profiles should begin with {`},
		{"a job that is a number", with("{\"id\": 2, \"subtime\": 1, \"res\": 2, \"profile\": \"s\"}", "7"), "line 5: is not an object"},
		{"no id", with("\"id\": \"a\", ", ""), `line 4: id "" is not a text of at most 200 bytes or a whole number: give each job an id`},
		{"an id of a half", with("\"id\": 2", "\"id\": 2.5"), `line 5: id "2.5" is not a text of at most 200 bytes or a whole number`},
		{"an id twice", with("\"id\": 2", "\"id\": \"a\""), `line 5: id "\"a\"" is the id of the job in line 4 as well: give each job an id of its own`},
		{"no submission", with("\"subtime\": 0, ", ""), `line 4: subtime "" is not a number from 0 to 10000000000: write seconds`},
		{"a submission in words", with("\"subtime\": 1", "\"subtime\": \"1\""), `line 5: subtime "\"1\"" is not a number from 0 to 10000000000`},
		{"a submission before the start", with("\"subtime\": 1", "\"subtime\": -1"), `line 5: subtime "-1" is not a number from 0 to 10000000000`},
		{"a huge submission", with("\"subtime\": 1", "\"subtime\": 1e300"), `line 5: subtime "1e300" is not a number from 0 to 10000000000`},
		{"a walltime of 0", with("\"walltime\": 30", "\"walltime\": 0"), `line 4: walltime "0" is not above 0: leave it out if the job has no limit`},
		{"a walltime below 0", with("\"walltime\": 30", "\"walltime\": -2"), `line 4: walltime "-2" is not a number from 0 to 10000000000`},
		{"null for a walltime", with("\"walltime\": 30", "\"walltime\": null"), `line 4: walltime "null" is not a number from 0 to 10000000000`},
		{"no resources of a job", with("\"res\": 1, ", ""), `line 4: res "" is not a whole number from 1 to 1000000000: write the number of resources`},
		{"a part of a resource", with("\"res\": 1", "\"res\": 1.5"), `line 4: res "1.5" is not a whole number from 1 to 1000000000`},
		{"too many resources", with("\"res\": 1", "\"res\": 1000000001"), `line 4: res "1000000001" is not a whole number from 1 to 1000000000`},
		{"no profile", with(", \"profile\": \"p\"", ""), `line 4: profile "" is not the name of a profile of at most 200 bytes: name one of the profiles`},
		{"another profile", with("\"profile\": \"p\"", "\"profile\": \"q\""), `line 4: profile "q" is not among the profiles: correct the profile`},
		{"a key of a job twice", with("\"res\": 1", "\"res\": 1, \"res\": 1"), `line 4: the field "res" is given twice: remove one`},
		{"a profile twice", with("\"s\": {", "\"p\": {"), `line 9: the profile "p" is given twice: remove one`},
		{"a profile without a type", with("\"type\": \"DelayProfile\", ", ""), `line 8: type "" is not a type of profile`},
		{"a delay in words", with("\"delay\": 10", "\"delay\": \"10\""), `line 8: delay "\"10\"" is not a number from 0 to 10000000000: write seconds`},
		{"no delay", with(", \"delay\": 10", ""), `line 8: delay "" is not a number from 0 to 10000000000`},
		{"an empty sequence", with("[\"p\"]", "[]"), `line 9: seq "[]" is not a list of profiles: name at least one`},
		{"a sequence of another profile", with("[\"p\"]", "[\"q\"]"), `line 5: profile "s" is not among the profiles`},
		{"a sequence of itself", with("[\"p\"]", "[\"s\"]"), `line 5: profile "s" is a sequence in which sequences are nested more than 16 deep, or which contains itself`},
		{"a repetition of a half", with("\"repeat\": 2", "\"repeat\": 0.5"), `line 9: repeat "0.5" is not a whole number from 1 to 1048576`},
		{"a sequence of ages", with("\"delay\": 10", "\"delay\": 9999999999"), `line 5: profile "s" is a sequence that takes more than 10000000000 s`},
		{"NUL in a name", with("\"a\"", "\"a\x00\""), "line 4: not JSON: invalid character '\\x00' in string literal"},
		{"a long job", with("\"a\"", "\""+strings.Repeat("a", 30_000)+"\""), "line 4: the value that begins here has more than 9000 bytes: shorten it"},
		{"only what cannot run", with("\"DelayProfile\"", "\"ParallelTaskProfile\""), "no job that ran to its end: 2 rows whose run time is not known"},
	}
}

// phillyFaults returns malformed logs of Philly.
func phillyFaults() []fault {
	const good = "[\n{\"status\": \"Pass\", \"vc\": \"v\", \"jobid\": \"a\",\n\"attempts\": [{\"start_time\": \"2017-10-07 01:12:09\", \"end_time\": \"2017-10-07 01:13:23\", \"detail\": [{\"ip\": \"m1\", \"gpus\": [\"gpu0\"]}]}],\n\"submitted_time\": \"2017-10-07 01:11:39\", \"user\": \"u\"},\n{\"status\": \"Killed\", \"vc\": \"v\", \"jobid\": \"b\", \"attempts\": [], \"submitted_time\": \"2017-10-07 01:11:39\", \"user\": \"u\"}\n]\n"
	with := func(old, new string) string {
		if !strings.Contains(good, old) {
			panic(old)
		}
		return strings.Replace(good, old, new, 1)
	}
	const aTime = "is not a time from 1990 to 2100 without a time zone: write 2017-10-07 01:11:39"
	const aText = "is not a text of at most 200 bytes: write it as published"
	const aList = "is not a list of attempts with start_time, end_time and detail: write it as published"
	return []fault{
		{"nothing", "", "line 1: the text ends inside a value that begins here: the file is cut off: fetch it again"},
		{"blanks", " \n\n", "line 3: the text ends inside a value that begins here"},
		{"an object", "{}", `line 1: "{" where the list of jobs should begin with [: give the trace of Philly`},
		{"an empty list", "[]", "no job that ran to its end: give a log with such jobs"},
		{"cut in the first job", good[:90], "line 2: the text ends inside a value that begins here"},
		{"cut in the second job", good[:len(good)-20], "line 5: the text ends inside a value that begins here"},
		{"cut before the end", good[:len(good)-2], "line 6: the text ends inside a value that begins here"},
		{"two logs", good + good, `line 7: "[" after the end of the text: give one log at a time`},
		{"a job that is a text", with("[\n{", "[\n\"job\", {"), `line 2: is not an object`},
		{"a job that is null", with("[\n{", "[\nnull, {"), `line 2: is not an object`},
		{"no comma", with("\"vc\": \"v\", \"jobid\": \"a\"", "\"vc\": \"v\" \"jobid\": \"a\""), "line 2: not JSON: invalid character '\"' after object key:value pair"},
		{"single quotes", with("\"u\"}", "'u'}"), "line 4: not JSON: invalid character '\\'' looking for beginning of value"},
		{"None without quotes", with("\"u\"}", "None}"), "line 4: not JSON: invalid character 'N' looking for beginning of value"},
		{"NUL in a name", with("\"jobid\": \"b\"", "\"jobid\": \"b\x00\""), "line 5: not JSON: invalid character '\\x00' in string literal"},
		{"a key twice", with("\"user\": \"u\"}", "\"user\": \"u\", \"user\": \"u\"}"), `line 2: the field "user" is given twice: remove one`},
		{"no status", with("\"status\": \"Pass\", ", ""), `line 2: status "" ` + aText},
		{"another status", with("\"Pass\"", "\"Passed\""), `line 2: status "\"Passed\"" is not Pass, Killed or Failed: write one of these`},
		{"a status that is a number", with("\"Pass\"", "1"), `line 2: status "1" ` + aText},
		{"no id", with("\"jobid\": \"a\",", ""), `line 2: jobid "" ` + aText},
		{"an id that is a number", with("\"jobid\": \"a\"", "\"jobid\": 7"), `line 2: jobid "7" ` + aText},
		{"a long id", with("\"jobid\": \"a\"", "\"jobid\": \""+strings.Repeat("a", 300)+"\""), `line 2: jobid "\"` + strings.Repeat("a", 39) + `"… ` + aText},
		{"an id twice", with("\"b\"", "\"a\""), `line 5: jobid "a" is the id of the job in line 2 as well: give each job an id of its own`},
		{"no virtual cluster", with("\"vc\": \"v\", \"jobid\": \"a\"", "\"jobid\": \"a\""), `line 2: vc "" ` + aText},
		{"a user that is null", with("\"user\": \"u\"}", "\"user\": null}"), `line 2: user "null" ` + aText},
		{"no submission", with("\n\"submitted_time\": \"2017-10-07 01:11:39\",", ""), `line 2: submitted_time "" ` + aText},
		{"an unknown submission of a job that ran", with("\n\"submitted_time\": \"2017-10-07 01:11:39\",", "\n\"submitted_time\": \"None\","), "line 2: the time of submission is missing, though the job ran"},
		{"a submission in words", with("\n\"submitted_time\": \"2017-10-07 01:11:39\",", "\n\"submitted_time\": \"today\","), `line 2: submitted_time "today" ` + aTime},
		{"a day that is none", with("2017-10-07 01:12:09", "2017-10-32 01:12:09"), `line 2: attempts[0].start_time "2017-10-32 01:12:09" ` + aTime},
		{"a time of another zone", with("2017-10-07 01:12:09", "2017-10-07 01:12:09-07:00"), `line 2: attempts[0].start_time "2017-10-07 01:12:09-07:00" ` + aTime},
		{"a huge year", with("2017-10-07 01:13:23", "9999-10-07 01:13:23"), `line 2: attempts[0].end_time "9999-10-07 01:13:23" ` + aTime},
		{"an end before the start", with("2017-10-07 01:13:23", "2017-10-07 01:12:08"), "line 2: the end is before the start: correct the times"},
		{"a time that is a number", with("\"2017-10-07 01:13:23\"", "1507338803"), "line 2: attempts "},
		{"no attempts", with("\n\"attempts\": [{\"start_time\": \"2017-10-07 01:12:09\", \"end_time\": \"2017-10-07 01:13:23\", \"detail\": [{\"ip\": \"m1\", \"gpus\": [\"gpu0\"]}]}],", ""), `line 2: attempts "" ` + aList},
		{"attempts that are null", with("\"attempts\": []", "\"attempts\": null"), `line 5: attempts "null" ` + aList},
		{"attempts that are an object", with("\"attempts\": []", "\"attempts\": {}"), `line 5: attempts "{}" ` + aList},
		{"GPUs that are a number", with("[\"gpu0\"]", "1"), "line 2: attempts "},
		{"no GPUs", with("[\"gpu0\"]", "[]"), "no job that ran to its end: 1 row that never started, 1 row without a size in gpus"},
		{"many jobs", "[" + strings.TrimSuffix(strings.Repeat("\n{\"status\": \"Killed\", \"vc\": \"v\", \"jobid\": \"#\", \"attempts\": [], \"submitted_time\": \"2017-10-07 01:11:39\", \"user\": \"u\"},", 5), ",") + "]", "line 3: jobid"},
		{"a long job", with("\"u\"}", "\""+strings.Repeat("u", 30_000)+"\"}"), "line 2: the value that begins here has more than 9000 bytes: shorten it"},
	}
}

// TestMalformed checks what is said about everything that can be wrong with a file. All
// errors but those about a file as a whole begin with the line.
func TestMalformed(t *testing.T) {
	all := map[string][]fault{"batsim": batsimFaults(), "philly": phillyFaults()}
	for i := range tables {
		if f := &tables[i]; !f.parquet {
			all[f.name] = csvFaults(t, f)
		}
	}
	for format, faults := range all {
		if len(faults) < 30 {
			t.Errorf("%s: only %d malformed files", format, len(faults))
		}
		for _, c := range faults {
			_, err := Read([]byte(c.text), LogOptions{Format: format, MaxRow: 9000, MaxJobs: 3})
			switch {
			case err == nil:
				t.Errorf("%s: %s: is read", format, c.name)
			case !strings.HasPrefix(err.Error(), c.want):
				t.Errorf("%s: %s:\ngot  %s\nwant %s", format, c.name, err, c.want)
			case !errors.Is(err, ErrFormat):
				t.Errorf("%s: %s: is no ErrFormat", format, c.name)
			}
		}
	}
}

// TestMalformedParquet checks what is said about Parquet files: those of wrong values,
// columns and types, and damaged ones.
func TestMalformedParquet(t *testing.T) {
	good := pm100Row{Job: 1, State: "COMPLETED", Submit: at(8, 0, 0), Start: at(8, 5, 0), End: at(9, 5, 0), Run: 3600, Limit: 60, Cores: 4, Nodes: 1, User: 1, Partition: "1"}
	with := func(change func(r *pm100Row)) string {
		rows := slices.Repeat([]pm100Row{good}, 6)
		for i := range rows {
			rows[i].Job = int64(i)
		}
		change(&rows[5])
		return parquetOf(t, rows)
	}
	other := func(change func(r *fdataRow)) string {
		row := fdataRow{Job: "jid_0", User: "u", Cores: 48, Nodes: 1, Submit: "2021-03-01 09:00:00", Start: "2021-03-01 09:01:00", End: "2021-03-01 10:01:00", Limit: 7200, Duration: 3600, State: "completed"}
		change(&row)
		return parquetOf(t, []fdataRow{row})
	}
	type few struct {
		Job   int64   `parquet:"job_id"`
		Nodes []int64 `parquet:"num_nodes_alloc,list"`
	}
	const aTime = "is not a time from 1990 to 2100"
	whole := with(func(*pm100Row) {})
	half := len(whole) / 2
	for _, c := range []struct{ name, format, text, want string }{
		{"nothing", "pm100", "", "the file is not a Parquet file, or is damaged: fetch it again, and compare its checksum"},
		{"a text", "pm100", "job_id,job_state\n1,2\n", "the file is not a Parquet file, or is damaged"},
		{"a sign only", "pm100", "PAR1", "the file is not a Parquet file, or is damaged"},
		{"cut in the middle", "pm100", whole[:half], "the file is not a Parquet file, or is damaged"},
		{"cut at the end", "pm100", whole[:len(whole)-1], "the file is not a Parquet file, or is damaged"},
		{"a beginning of another", "pm100", "PAR2" + whole[4:], "the file is not a Parquet file, or is damaged"},
		{"a footer of 4 GiB", "pm100", whole[:len(whole)-8] + "\xff\xff\xff\xffPAR1", "the file is not a Parquet file, or is damaged"},
		{"the other format", "pm100", other(func(*fdataRow) {}), "no column job_id, which PM100 has"},
		{"the other format, too", "fdata", whole, "no column jid, which F-DATA has"},
		{"few columns", "pm100", parquetOf(t, []few{{Job: 1, Nodes: []int64{1}}}), "no column submit_time, which PM100 has"},
		{"no rows", "pm100", parquetOf(t, []pm100Row{}), "no job that ran to its end"},
		{"another state", "pm100", with(func(r *pm100Row) { r.State = "DONE" }), `row 6, column job_state "DONE" is not one of Slurm's job states`},
		{"a state of NUL", "pm100", with(func(r *pm100Row) { r.State = "\x00" }), `row 6, column job_state "\x00" is not`},
		{"nodes below 0", "pm100", with(func(r *pm100Row) { r.Nodes = -4 }), `row 6, column num_nodes_alloc "-4" is not a whole number from 0 to 1000000000`},
		{"too many nodes", "pm100", with(func(r *pm100Row) { r.Nodes = 1 << 40 }), `row 6, column num_nodes_alloc "1099511627776" is not`},
		{"cores below 0", "pm100", with(func(r *pm100Row) { r.Cores = -1 }), `row 6, column num_cores_alloc "-1" is not`},
		{"GPUs below 0", "pm100", with(func(r *pm100Row) { r.GPUs = -1 }), `row 6, column num_gpus_alloc "-1" is not`},
		{"a run time below 0", "pm100", with(func(r *pm100Row) { r.Run = -0.5 }), `row 6, column run_time "-0.5" is not a number from 0 to 10000000000`},
		{"a huge run time", "pm100", with(func(r *pm100Row) { r.Run = 1e300 }), `row 6, column run_time "1000000000000000`},
		{"a limit below 0", "pm100", with(func(r *pm100Row) { r.Limit = -1 }), `row 6, column time_limit "-1" is not a number from 0 to 166666666`},
		{"a submission of long ago", "pm100", with(func(r *pm100Row) { r.Submit = at(-24*365*100, 0, 0) }), `row 6, column submit_time "1921-`},
		{"an end before the start", "pm100", with(func(r *pm100Row) { r.End = at(8, 4, 0) }), "row 6: the end is before the start"},
		{"a partition with a line end", "pm100", with(func(r *pm100Row) { r.Partition = "a\nb" }), `row 6, column partition "a\nb" contains a control character`},
		{"a long partition", "pm100", with(func(r *pm100Row) { r.Partition = strings.Repeat("p", 201) }), `row 6, column partition "pppp`},
		{"no id", "fdata", other(func(r *fdataRow) { r.Job = "" }), `row 1, column jid "" is empty: give each job an id`},
		{"a submission in words", "fdata", other(func(r *fdataRow) { r.Submit = "now" }), `row 1, column adt "now" ` + aTime},
		{"a start of 1970", "fdata", other(func(r *fdataRow) { r.Start = "1970-01-01 00:00:00" }), `row 1, column sdt "1970-01-01 00:00:00" ` + aTime},
		{"an end with a zone", "fdata", other(func(r *fdataRow) { r.End = "2021-03-01 10:01:00+09:00" }), `row 1, column edt "2021-03-01 10:01:00+09:00" cannot be compared`},
		{"an infinite limit", "fdata", other(func(r *fdataRow) { r.Limit = math.Inf(1) }), `row 1, column elpl "+Inf" is not a number from 0 to 10000000000`},
		{"another exit state", "fdata", other(func(r *fdataRow) { r.State = "done" }), `row 1, column exit state "done" is not completed or failed`},
		{"no submission", "fdata", other(func(r *fdataRow) { r.Submit = "" }), "row 1: the time of submission is missing"},
		{"a deletion in words", "fdata", other(func(r *fdataRow) { r.Deleted = "x" }), `row 1, column deldt "x" ` + aTime},
		{"too many rows", "pm100", parquetOf(t, slices.Repeat([]pm100Row{good}, 8)), "more than 7 rows: split the file"},
	} {
		_, err := Read([]byte(c.text), LogOptions{Format: c.format, MaxJobs: 7})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || !errors.Is(err, ErrFormat) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
}

// TestDamagedParquet changes a few bytes of a Parquet file. Reading must return an
// error or a trace, and must not fail otherwise.
func TestDamagedParquet(t *testing.T) {
	good := []byte(sample(t, "pm100"))
	draw := rand.New(rand.NewPCG(5, 8))
	damaged := 0
	for range 3000 {
		bad := slices.Clone(good)
		for range 1 + draw.IntN(4) {
			bad[draw.IntN(len(bad))] = byte(draw.IntN(256))
		}
		_, err := Read(bad, LogOptions{Format: "pm100"})
		if err != nil && !errors.Is(err, ErrFormat) {
			t.Fatal(err)
		}
		if err != nil {
			damaged++
		}
	}
	if damaged < 300 {
		t.Errorf("only %d of 3000 damaged files are said to be", damaged)
	}
}

// TestManyFaults checks that only the first 20 faults are reported.
func TestManyFaults(t *testing.T) {
	_, err := Read([]byte(csvHeaders["helios"].header+"\n"+strings.Repeat("x\n", 1000)), LogOptions{})
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 21 || lines[20] != "reading stopped after 20 faults" {
		t.Errorf("%d lines: %s", len(lines), lines[len(lines)-1])
	}
}
