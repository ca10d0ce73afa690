// Package traceformatstest makes job logs for tests: samples of the formats that are
// Parquet files, as their published descriptions have them, and long logs of drawn jobs.
package traceformatstest

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

// PM100Row has the columns of PM100 that its field list describes, of which one is a
// list.
type PM100Row struct {
	Job       int64     `parquet:"job_id"`
	State     string    `parquet:"job_state,dict,zstd"`
	Submit    time.Time `parquet:"submit_time,timestamp(microsecond)"`
	Start     time.Time `parquet:"start_time,optional,timestamp(microsecond)"`
	End       time.Time `parquet:"end_time,optional,timestamp(microsecond)"`
	Run       float64   `parquet:"run_time,snappy"`
	Limit     int64     `parquet:"time_limit"`
	Cores     int32     `parquet:"num_cores_alloc"`
	GPUs      int64     `parquet:"num_gpus_alloc"`
	Nodes     int64     `parquet:"num_nodes_alloc"`
	Asked     int64     `parquet:"num_nodes_req"`
	User      int64     `parquet:"user_id"`
	Group     int64     `parquet:"group_id"`
	Partition string    `parquet:"partition,dict"`
	Power     []int64   `parquet:"power_consumption,list"`
}

// FDataRow has the columns of F-DATA that are read, and the encoding of names, which is
// not.
type FDataRow struct {
	Job       string    `parquet:"jid"`
	User      string    `parquet:"usr,dict"`
	Cores     int64     `parquet:"cnumat"`
	Asked     int64     `parquet:"nnumr"`
	Nodes     int64     `parquet:"nnuma"`
	Submit    string    `parquet:"adt,gzip"`
	Start     string    `parquet:"sdt,optional,gzip"`
	End       string    `parquet:"edt,optional,gzip"`
	Deleted   string    `parquet:"deldt,optional"`
	Limit     float64   `parquet:"elpl"`
	Duration  float64   `parquet:"duration"`
	State     string    `parquet:"exit state,dict"`
	Embedding []float64 `parquet:"embedding,list"`
}

// Parquet returns a Parquet file with the given rows, in row groups of that many rows.
func Parquet[T any](t testing.TB, perGroup int, rows []T) string {
	t.Helper()
	var out bytes.Buffer
	options := []parquet.WriterOption{parquet.MaxRowsPerRowGroup(int64(perGroup))}
	if perGroup < 100 {
		options = append(options, parquet.PageBufferSize(64))
	}
	w := parquet.NewGenericWriter[T](&out, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// At returns a second of a day in March 2021.
func At(hour, minute, second int) time.Time {
	return time.Date(2021, 3, 4, hour, minute, second, 0, time.UTC)
}

// PM100 returns a file as PM100's field list describes it.
func PM100(t testing.TB) string {
	return Parquet(t, 4, []PM100Row{
		{Job: 11, State: "COMPLETED", Submit: At(8, 0, 0), Start: At(8, 5, 0), End: At(9, 5, 0), Run: 3600, Limit: 1440, Cores: 128, GPUs: 16, Nodes: 4, Asked: 4, User: 901, Group: 25, Partition: "1", Power: []int64{900, 920}},
		{Job: 12, State: "TIMEOUT", Submit: At(8, 1, 0), Start: At(8, 1, 0), End: At(8, 11, 1), Run: 601, Limit: 10, Cores: 4, GPUs: 0, Nodes: 1, Asked: 1, User: 902, Group: 25, Partition: "1"},
		{Job: 13, State: "CANCELLED", Submit: At(8, 2, 0), Nodes: 1, Asked: 1, Cores: 4, User: 902, Partition: "2", Run: 0, Limit: 10},
		{Job: 14, State: "OUT_OF_MEMORY", Submit: At(8, 3, 0), Start: At(8, 4, 0), End: At(8, 4, 30), Run: 30, Limit: math.MaxUint32, Cores: 32, GPUs: 4, Nodes: 1, Asked: 2, User: 901, Group: 26, Partition: "1"},
		{Job: 14, State: "OUT_OF_MEMORY", Submit: At(8, 3, 0), Start: At(8, 4, 0), End: At(8, 4, 30), Run: 30, Limit: math.MaxUint32, Cores: 32, GPUs: 4, Nodes: 1, Asked: 2, User: 901, Group: 26, Partition: "1"},
		{Job: 15, State: "RUNNING", Submit: At(8, 3, 0), Start: At(8, 4, 0), Run: 30, Cores: 32, GPUs: 4, Nodes: 1, Asked: 1, User: 901, Partition: "1"},
	})
}

// FData returns a file as F-DATA's field list describes it.
func FData(t testing.TB) string {
	return Parquet(t, 4, []FDataRow{
		{Job: "jid_0", User: "usr_0", Cores: 96, Asked: 2, Nodes: 2, Submit: "2021-03-01 09:00:00+09:00", Start: "2021-03-01 09:01:00+09:00", End: "2021-03-01 10:01:00+09:00", Limit: 7200, Duration: 3600, State: "completed", Embedding: []float64{0.5}},
		{Job: "jid_1", User: "usr_1", Cores: 48, Asked: 1, Nodes: 1, Submit: "2021-03-01 09:00:30.25+09:00", Start: "2021-03-01 09:00:31+09:00", End: "2021-03-01 09:00:41+09:00", Limit: 60, Duration: 10.00049, State: "failed"},
		{Job: "jid_2", User: "usr_0", Cores: 48, Asked: 1, Nodes: 1, Submit: "2021-03-01 09:02:00+09:00", Start: "2021-03-01 09:03:00+09:00", End: "2021-03-01 09:04:00+09:00", Deleted: "2021-03-01 09:04:00+09:00", Limit: 600, Duration: 60, State: "failed"},
		{Job: "jid_3", User: "usr_0", Cores: 48, Asked: 1, Nodes: 1, Submit: "2021-03-01 09:05:00+09:00", Limit: 600, State: "failed"},
	})
}

// drawnJob is a job of a long log.
type drawnJob struct {
	user               int
	nodes              int64
	submit, start, end time.Time
}

// drawn returns jobs that are submitted once a minute and take an hour or so.
func drawn(rows int) []drawnJob {
	draw := rand.New(rand.NewPCG(1, 2))
	jobs := make([]drawnJob, rows)
	for i := range jobs {
		submit := At(0, i, draw.IntN(60))
		start := submit.Add(time.Duration(draw.IntN(600)) * time.Second)
		jobs[i] = drawnJob{draw.IntN(200), 1 << draw.IntN(6), submit, start, start.Add(time.Duration(60+draw.IntN(7200)) * time.Second)}
	}
	return jobs
}

// LongCSV returns a log of Helios with drawn jobs.
func LongCSV(rows int) string {
	var out strings.Builder
	out.WriteString("job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue\n")
	for i, j := range drawn(rows) {
		fmt.Fprintf(&out, "%d,u%d,vc%d,%d,%d,%d,COMPLETED,%s,%s,%s,%d,%d\n", i+1, j.user, j.user%20, j.nodes, 6*j.nodes, (j.nodes+7)/8,
			j.submit.Format(time.DateTime), j.start.Format(time.DateTime), j.end.Format(time.DateTime), int(j.end.Sub(j.start).Seconds()), int(j.start.Sub(j.submit).Seconds()))
	}
	return out.String()
}

// LongParquet returns a log of PM100 with drawn jobs.
func LongParquet(t testing.TB, rows int) string {
	t.Helper()
	var out []PM100Row
	for i, j := range drawn(rows) {
		out = append(out, PM100Row{Job: int64(i + 1), State: "COMPLETED", Submit: j.submit, Start: j.start, End: j.end, Run: j.end.Sub(j.start).Seconds(), Limit: 240,
			Cores: int32(32 * j.nodes), GPUs: 4 * j.nodes, Nodes: j.nodes, Asked: j.nodes, User: int64(j.user), Group: int64(j.user % 20), Partition: "1", Power: []int64{900, 950, 940}})
	}
	return Parquet(t, 20_000, out)
}
