package traceformats

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	parquetformat "github.com/parquet-go/parquet-go/format"

	"hopyard/core/workload"
	"hopyard/core/workload/traceformats/traceformatstest"
)

// This file has a second reader of each format. It reads whole files into maps with
// encoding/csv and encoding/json, and decides about each row by the words of the
// format's description. TestTwin compares both readers on random files.

// dumbRow is a row that ran to its end.
type dumbRow struct {
	submit, start, end time.Time
	run, limit         string // seconds, or ""
	nodes, cores, gpus string
	status             int
	user, group, queue string
	after              int // index of the run before it, or -1
}

// dumbTime parses a time, or returns the zero time if there is none.
func dumbTime(text string) time.Time {
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04:05-07:00"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at
		}
	}
	return time.Time{}
}

// dumbNumber returns a number as SWF has it, -1 if there is none.
func dumbNumber(text string) string {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return "-1"
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// dumbSlurm maps Slurm's states to those of SWF.
var dumbSlurm = map[string]int{"COMPLETED": 1, "CANCELLED": 5, "FAILED": 0, "TIMEOUT": 0, "NODE_FAIL": 0}

// dumbTables makes rows of maps from column to value.
var dumbTables = map[string]func(m map[string]string) dumbRow{
	"alcf": func(m map[string]string) dumbRow {
		r := dumbRow{run: m["RUNTIME_SECONDS"], limit: m["WALLTIME_SECONDS"], nodes: m["NODES_USED"], cores: m["CORES_USED"], gpus: m["GPUS_REQUESTED"],
			submit: dumbTime(m["QUEUED_TIMESTAMP"]), start: dumbTime(m["START_TIMESTAMP"]), end: dumbTime(m["END_TIMESTAMP"]), user: m["USERNAME_GENID"], queue: m["QUEUE_NAME"]}
		if r.status = 0; m["EXIT_CODE"] == "0" {
			r.status = 1
		} else if m["EXIT_CODE"] == "" {
			r.status = -1
		}
		return r
	},
	"helios": func(m map[string]string) dumbRow { return dumbGPUs(m, m["vc"]) },
	"acme":   func(m map[string]string) dumbRow { return dumbGPUs(m, m["type"]) },
	"pm100": func(m map[string]string) dumbRow {
		r := dumbRow{run: m["run_time"], nodes: m["num_nodes_alloc"], cores: m["num_cores_alloc"], gpus: m["num_gpus_alloc"], status: dumbSlurm[m["job_state"]],
			submit: dumbTime(m["submit_time"]), start: dumbTime(m["start_time"]), end: dumbTime(m["end_time"]), user: m["user_id"], group: m["group_id"], queue: m["partition"]}
		minutes, _ := strconv.Atoi(m["time_limit"])
		r.limit = strconv.Itoa(60 * minutes)
		return r
	},
	"fdata": func(m map[string]string) dumbRow {
		r := dumbRow{run: m["duration"], limit: m["elpl"], nodes: m["nnuma"], cores: m["cnumat"], user: m["usr"], submit: dumbTime(m["adt"]), start: dumbTime(m["sdt"]), end: dumbTime(m["edt"])}
		if m["exit state"] == "completed" {
			r.status = 1
		}
		if m["deldt"] != "" {
			r.status = 5
		}
		return r
	},
}

// dumbGPUs reads the columns that Helios and Acme share.
func dumbGPUs(m map[string]string, queue string) dumbRow {
	r := dumbRow{nodes: m["node_num"], cores: m["cpu_num"], gpus: m["gpu_num"], user: m["user"], queue: queue, status: dumbSlurm[m["state"]],
		submit: dumbTime(m["submit_time"]), start: dumbTime(m["start_time"]), end: dumbTime(m["end_time"])}
	if m["state"] == "SUSPENDED" {
		r.end = time.Time{}
	}
	return r
}

// dumbLines returns the lines of SWF for rows in the order of the file. Sizes are GPUs
// or nodes.
func dumbLines(rows []dumbRow, gpus bool) string {
	names := [3]map[string]int{{}, {}, {}}
	numbered := func(kind int, name string) int {
		if name == "" {
			return -1
		}
		if names[kind][name] == 0 {
			names[kind][name] = len(names[kind]) + 1
		}
		return names[kind][name]
	}
	type line struct {
		row  dumbRow
		at   int
		text func(number, zero, before int64) string
	}
	var kept []line
	at := make([]int, len(rows)) // of the line among those kept, or -1
	for i, r := range rows {
		at[i] = -1
		if r.start.IsZero() || r.end.IsZero() || gpus && dumbNumber(r.gpus) <= "0" || !gpus && dumbNumber(r.nodes) <= "0" {
			continue
		}
		at[i] = len(kept)
		user, group, queue := numbered(0, r.user), numbered(1, r.group), numbered(2, r.queue)
		kept = append(kept, line{r, i, func(number, zero, before int64) string {
			wait, run, limit, size, extra := "-1", r.run, dumbNumber(r.limit), dumbNumber(r.gpus), ""
			if !r.start.Before(r.submit) {
				wait = fmt.Sprint(int(r.start.Sub(r.submit).Seconds()))
			}
			if run == "" {
				run = fmt.Sprint(int(r.end.Sub(r.start).Seconds()))
			}
			if limit == "0" {
				limit = "-1"
			}
			if !gpus {
				size, extra = dumbNumber(r.cores), " "+dumbNumber(r.gpus)+" -1 "+dumbNumber(r.nodes)
			}
			think := "-1"
			if before > 0 {
				think = "0"
			}
			return fmt.Sprintf("%d %d %s %s %s -1 -1 %s %s -1 %d %d %d -1 %d -1 %d %s%s", number, r.submit.Unix()-zero, wait, dumbNumber(run), size, size, limit, r.status, user, group, queue, before, think, extra)
		}})
	}
	slices.SortStableFunc(kept, func(a, b line) int { return a.row.submit.Compare(b.row.submit) })
	numbers := map[int]int64{}
	for n, l := range kept {
		numbers[l.at] = int64(n) + 1
	}
	var lines []string
	for n, l := range kept {
		before := int64(-1)
		if b := l.row.after; b > 0 && numbers[b-1] > 0 {
			before = numbers[b-1]
		}
		lines = append(lines, l.text(int64(n)+1, kept[0].row.submit.Unix(), before))
	}
	return strings.Join(lines, "\n")
}

// drawn returns one of some values.
func drawn[T any](draw *rand.Rand, values ...T) T { return values[draw.IntN(len(values))] }

// drawTimes returns times of submission, start and end, of which some are missing or
// out of order.
func drawTimes(draw *rand.Rand, zone string) (submit, start, end string) {
	day := time.Date(2023, 2, 27, 0, 0, 0, 0, time.UTC).Add(time.Duration(draw.IntN(300_000)) * time.Second)
	text := func(t time.Time) string { return t.Format("2006-01-02 15:04:05") + zone }
	begin := day.Add(time.Duration(draw.IntN(5000)-200) * time.Second)
	submit, start, end = text(day), text(begin), text(begin.Add(time.Duration(draw.IntN(4)*draw.IntN(5000))*time.Second))
	switch draw.IntN(12) {
	case 0:
		start, end = "", ""
	case 1:
		end = ""
	}
	return submit, start, end
}

// drawCSV returns a random file of a table of text.
func drawCSV(draw *rand.Rand, name string) string {
	var out strings.Builder
	w := csv.NewWriter(&out)
	header := strings.Split(csvHeaders[name].header, ",")
	draw.Shuffle(len(header), func(i, j int) { header[i], header[j] = header[j], header[i] })
	w.Write(header)
	for i := range 1 + draw.IntN(40) {
		submit, start, end := drawTimes(draw, map[string]string{"acme": "+08:00"}[name])
		run := ""
		if !dumbTime(end).IsZero() {
			run = fmt.Sprint(int(dumbTime(end).Sub(dumbTime(start)).Seconds()))
		}
		nodes := draw.IntN(9)
		values := map[string]string{
			"JOB_NAME": fmt.Sprint(i, ".x"), "job_id": fmt.Sprint(i), "USERNAME_GENID": fmt.Sprint(draw.IntN(5)), "user": drawn(draw, "u1", "u,2", `u"3`, ""),
			"QUEUE_NAME": drawn(draw, "a", "b"), "vc": drawn(draw, "a", "b"), "type": drawn(draw, "a", "b c"), "QUEUED_TIMESTAMP": submit, "submit_time": submit,
			"START_TIMESTAMP": start, "start_time": start, "END_TIMESTAMP": end, "end_time": end, "RUNTIME_SECONDS": run, "duration": drawn(draw, run, "", "7.25"),
			"WALLTIME_SECONDS": drawn(draw, "", "0", "3600", "600.0"), "NODES_USED": fmt.Sprint(nodes), "NODES_REQUESTED": fmt.Sprint(draw.IntN(9)), "CORES_USED": fmt.Sprint(64 * nodes),
			"node_num": fmt.Sprint(nodes), "cpu_num": fmt.Sprint(64 * nodes), "gpu_num": drawn(draw, "0", "1", "8", "64.0"), "GPUS_REQUESTED": drawn(draw, "", "0", "4"),
			"EXIT_CODE": drawn(draw, "0", "", "1", "-29", "143"), "state": drawn(draw, "COMPLETED", "CANCELLED", "FAILED", "TIMEOUT", "NODE_FAIL", "SUSPENDED"), "queue": "0", "gpu_time": "0.5",
		}
		row := make([]string, len(header))
		for k, column := range header {
			row[k] = values[column]
		}
		w.Write(row)
	}
	w.Flush()
	return out.String()
}

// dumbCSV reads a table of text into maps.
func dumbCSV(t *testing.T, text string) []map[string]string {
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, values := range all[1:] {
		m := map[string]string{}
		for i, v := range values {
			m[all[0][i]] = v
		}
		rows = append(rows, m)
	}
	return rows
}

// sameAsTwin compares the reader with the lines of the second one.
func sameAsTwin(t *testing.T, format, text, want string) {
	t.Helper()
	trace, err := Read([]byte(text), LogOptions{Format: format})
	got := ""
	if err == nil {
		got = rowsOf(trace)
	} else if want != "" || !strings.Contains(err.Error(), "no job that ran to its end") {
		t.Fatalf("%s: %v\n%s", format, err, text)
	}
	if got != want {
		t.Fatalf("%s:\n%s\nis read as\n%s\nwant\n%s", format, text, got, want)
	}
}

// TestTwin compares both readers of tables of text on random files.
func TestTwin(t *testing.T) {
	draw := rand.New(rand.NewPCG(19, 21))
	for range 300 {
		for _, name := range []string{"alcf", "helios", "acme"} {
			text := drawCSV(draw, name)
			var rows []dumbRow
			for _, m := range dumbCSV(t, text) {
				rows = append(rows, dumbTables[name](m))
			}
			sameAsTwin(t, name, text, dumbLines(rows, name != "alcf"))
		}
	}
}

// TestTwinOfParquet compares the reader of Parquet files with the rows from which the
// files were made.
func TestTwinOfParquet(t *testing.T) {
	draw := rand.New(rand.NewPCG(19, 22))
	for range 100 {
		var pm []pm100Row
		var fd []fdataRow
		var pmDumb, fdDumb []dumbRow
		for i := range 1 + draw.IntN(30) {
			submit, start, end := drawTimes(draw, "")
			nodes := int64(1 + draw.IntN(5))
			run := max(0, dumbTime(end).Sub(dumbTime(start)).Seconds())
			if dumbTime(end).IsZero() {
				run = 0
			}
			p := pm100Row{Job: int64(i), State: drawn(draw, "COMPLETED", "CANCELLED", "FAILED", "TIMEOUT"), Submit: dumbTime(submit), Start: dumbTime(start), End: dumbTime(end), Run: run, Limit: int64(draw.IntN(100)),
				Cores: int32(32 * nodes), GPUs: 4 * nodes, Nodes: nodes, Asked: nodes, User: int64(draw.IntN(4)), Group: 7, Partition: drawn(draw, "1", "2")}
			pm = append(pm, p)
			day := func(at time.Time) string {
				if at.IsZero() {
					return ""
				}
				return at.Format("2006-01-02 15:04:05")
			}
			if p.End.IsZero() { // a run time would say that the job had ended
				p.Run = 0
				pm[len(pm)-1].State = "RUNNING"
			}
			pmDumb = append(pmDumb, dumbTables["pm100"](map[string]string{"job_state": p.State, "submit_time": day(p.Submit), "start_time": day(p.Start), "end_time": day(p.End), "run_time": fmt.Sprint(run),
				"time_limit": fmt.Sprint(p.Limit), "num_cores_alloc": fmt.Sprint(p.Cores), "num_gpus_alloc": fmt.Sprint(p.GPUs), "num_nodes_alloc": fmt.Sprint(p.Nodes), "user_id": fmt.Sprint(p.User), "group_id": "7", "partition": p.Partition}))
			if p.End.IsZero() {
				continue
			}
			f := fdataRow{Job: fmt.Sprint("jid_", i), User: fmt.Sprint("usr_", draw.IntN(3)), Cores: 48 * nodes, Asked: nodes, Nodes: nodes, Submit: submit, Start: start, End: end, Deleted: drawn(draw, "", "", end), Limit: float64(draw.IntN(9000)) / 4, Duration: run, State: drawn(draw, "completed", "failed")}
			fd = append(fd, f)
			fdDumb = append(fdDumb, dumbTables["fdata"](map[string]string{"usr": f.User, "cnumat": fmt.Sprint(f.Cores), "nnuma": fmt.Sprint(f.Nodes), "adt": submit, "sdt": start, "edt": end, "deldt": f.Deleted,
				"elpl": fmt.Sprint(f.Limit), "duration": fmt.Sprint(f.Duration), "exit state": f.State}))
		}
		sameAsTwin(t, "pm100", parquetOf(t, pm), dumbLines(pmDumb, false))
		if len(fd) > 0 {
			sameAsTwin(t, "fdata", parquetOf(t, fd), dumbLines(fdDumb, false))
		}
	}
}

// TestTwinOfPhilly compares both readers of Philly's log on random files.
func TestTwinOfPhilly(t *testing.T) {
	draw := rand.New(rand.NewPCG(19, 23))
	status := map[string]int{"Pass": 1, "Killed": 5, "Failed": 0}
	for range 300 {
		var jobs []map[string]any
		for i := range 1 + draw.IntN(20) {
			submit, _, _ := drawTimes(draw, "")
			at := dumbTime(submit)
			var attempts []map[string]any
			for range draw.IntN(4) {
				start := at.Add(time.Duration(draw.IntN(500)) * time.Second)
				at = start.Add(time.Duration(draw.IntN(5000)) * time.Second)
				var detail []map[string]any
				for range draw.IntN(3) {
					detail = append(detail, map[string]any{"ip": "m1", "gpus": slices.Repeat([]string{"gpu0"}, draw.IntN(9))})
				}
				a := map[string]any{"start_time": start.Format(time.DateTime), "end_time": at.Format(time.DateTime), "detail": detail}
				switch draw.IntN(10) {
				case 0:
					a["end_time"] = nil
				case 1:
					a["start_time"] = "None"
				}
				attempts = append(attempts, a)
			}
			if attempts == nil {
				attempts = []map[string]any{}
			}
			jobs = append(jobs, map[string]any{"status": drawn(draw, "Pass", "Killed", "Failed"), "vc": drawn(draw, "v", "w"), "jobid": fmt.Sprint("application_", i), "attempts": attempts, "submitted_time": submit, "user": drawn(draw, "a", "b")})
		}
		text, err := json.MarshalIndent(jobs, "", drawn(draw, "", " ", "\t"))
		if err != nil {
			t.Fatal(err)
		}
		var rows []dumbRow
		for _, j := range jobs {
			ready, last := dumbTime(j["submitted_time"].(string)), 0
			list := j["attempts"].([]map[string]any)
			for k, a := range list {
				start, _ := a["start_time"].(string)
				end, _ := a["end_time"].(string)
				r := dumbRow{submit: ready, start: dumbTime(start), end: dumbTime(end), user: j["user"].(string), queue: j["vc"].(string), after: last}
				if k == len(list)-1 {
					r.status = status[j["status"].(string)]
				}
				gpus := 0
				for _, d := range a["detail"].([]map[string]any) {
					gpus += len(d["gpus"].([]string))
				}
				r.gpus = fmt.Sprint(gpus)
				if rows = append(rows, r); !r.start.IsZero() && !r.end.IsZero() && gpus > 0 {
					last = len(rows)
					if ready = r.end; ready.Before(r.submit) {
						ready = r.submit
					}
				}
			}
		}
		sameAsTwin(t, "philly", string(text), dumbLines(rows, true))
	}
}

// TestTwinOfBatsim compares both readers of Batsim's workloads on random files, and
// checks that a workload is the same after it was written and read again.
func TestTwinOfBatsim(t *testing.T) {
	draw := rand.New(rand.NewPCG(19, 24))
	for range 300 {
		profiles, times := map[string]any{}, map[string]float64{}
		for i := range 1 + draw.IntN(6) {
			name := fmt.Sprint("p", i)
			if i > 0 && draw.IntN(3) == 0 {
				part, n := fmt.Sprint("p", draw.IntN(i)), 1+draw.IntN(3)
				profiles[name] = map[string]any{"type": drawn(draw, "composed", "SequentialCompositionProfile"), "seq": []string{part, part}, "repeat": n}
				times[name] = times[part] * float64(2*n)
				continue
			}
			if times[name] = float64(draw.IntN(4000)) / 8; draw.IntN(4) == 0 {
				times[name] = -1e6 // of unknown length
				profiles[name] = map[string]any{"type": "ParallelTaskProfile", "cpu": []int{5}}
				continue
			}
			profiles[name] = map[string]any{"type": drawn(draw, "delay", "DelayProfile"), "delay": times[name]}
		}
		var jobs []map[string]any
		type line struct {
			submit float64
			text   string
		}
		var lines []line
		for i := range 1 + draw.IntN(20) {
			name, submit, res := fmt.Sprint("p", draw.IntN(len(profiles))), float64(draw.IntN(4000))/16, 1+draw.IntN(8)
			j := map[string]any{"id": drawn[any](draw, i, fmt.Sprint(i)), "subtime": submit, "res": res, "profile": name}
			limit := float64(-1)
			switch draw.IntN(3) {
			case 0:
				limit = 1 + float64(draw.IntN(900))/2
				j["walltime"] = limit
			case 1:
				j["walltime"] = -1
			}
			if jobs = append(jobs, j); times[name] >= 0 {
				lines = append(lines, line{submit, fmt.Sprintf(" %v -1 %v %d -1 -1 %[3]d %v -1 -1 -1 -1 -1 -1 -1 -1 -1", milli(submit), milli(times[name]), res, milli(limit))})
			}
		}
		text, err := json.MarshalIndent(map[string]any{"nb_res": 8, "jobs": jobs, "profiles": profiles, "description": "drawn"}, "", drawn(draw, "", "  "))
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(lines, func(a, b line) int { return int(1000 * (a.submit - b.submit)) })
		var want []string
		for n, l := range lines {
			want = append(want, fmt.Sprint(n+1)+l.text)
		}
		sameAsTwin(t, "batsim", string(text), strings.Join(want, "\n"))
		if len(want) > 0 {
			writeAgain(t, string(text))
		}
	}
}

// milli returns seconds as SWF has them, rounded to the millisecond.
func milli(seconds float64) string {
	if seconds < 0 {
		return "-1"
	}
	return dumbNumber(strconv.FormatFloat(seconds+1e-9, 'f', 3, 64))
}

// writeAgain reads a workload, writes its jobs, reads them again, and compares the
// second workload with the third. The first may lack walltimes.
func writeAgain(t *testing.T, text string) {
	t.Helper()
	write := func(text string) (string, *workload.SWFJobs) {
		trace, err := Read([]byte(text), LogOptions{})
		if err != nil {
			t.Fatal(err)
		}
		jobs, err := trace.Jobs(workload.SWFMachine{Nodes: int(trace.Known.MaxNodes)})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		notices, err := WriteBatsim(&out, jobs.Jobs, int(trace.Known.MaxNodes))
		if err != nil || len(notices) > 0 {
			t.Fatal(notices, err)
		}
		return out.String(), jobs
	}
	second, before := write(text)
	third, after := write(second)
	if second != third {
		t.Fatalf("%s\nand then\n%s", second, third)
	}
	for i := range before.Jobs {
		if b, a := before.Jobs[i], after.Jobs[i]; b != a {
			t.Fatalf("job %d is\n%+v\nand then\n%+v", i, b, a)
		}
	}
}

// TestTimesTwin compares times of Parquet files and times of text with those of package
// time.
func TestTimesTwin(t *testing.T) {
	draw := rand.New(rand.NewPCG(7, 7))
	stamp := &parquetformat.TimestampType{Unit: parquetformat.TimeUnit{Value: &parquetformat.NanoSeconds{}}, IsAdjustedToUTC: true}
	for range 20_000 {
		at := time.Unix(draw.Int64N(2*9_000_000_000)-9_000_000_000, draw.Int64N(1e9)).UTC()
		text := at.Format("2006-01-02 15:04:05.999999999Z")
		if got := stampText(at.UnixNano(), stamp); got != text {
			t.Fatalf("%d is %q, want %q", at.UnixNano(), got, text)
		}
		got, ok := parseTime(text)
		if want := at.Year() >= firstYear && at.Year() <= lastYear; ok != want || ok && got.ms != at.Round(time.Millisecond).UnixMilli() {
			t.Fatalf("%q is %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"2021-02-29 00:00:00", "2021-13-01 00:00:00", "2021-01-01 24:00:00", "2021-01-01 00:60:00", "2021-01-01 00:00:60", "2021-1-01 00:00:000"} {
		if _, ok := parseTime(text); ok {
			t.Errorf("%q is a time", text)
		}
	}
}

// TestProgress checks that the share of a log that has been read grows up to 1, and that
// a log written as SWF is the trace that Read returns.
func TestProgress(t *testing.T) {
	const rows = 3 * progressRows
	for name, src := range map[string]string{"CSV": traceformatstest.LongCSV(rows), "Parquet": traceformatstest.LongParquet(t, rows)} {
		var shares []float64
		log, err := Read([]byte(src), LogOptions{Progress: func(share float64) { shares = append(shares, share) }})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := workload.WriteSWF(&text, log.Header, slices.Values(log.Records)); err != nil {
			t.Fatal(err)
		}
		if len(shares) != 3 || !slices.IsSorted(shares) || shares[0] < 0.3 || shares[0] > 0.4 || shares[2] < 0.99 || shares[2] > 1 {
			t.Errorf("%s: %v", name, shares)
		}
		trace, err := workload.ReadSWF(strings.NewReader(text.String()), workload.SWFOptions{})
		if err != nil || len(trace.Records) != rows {
			t.Errorf("%s: %v", name, err)
		}
	}
}
