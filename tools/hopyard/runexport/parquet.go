package runexport

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"hopyard/core/metrics"
)

// jobRow is a row of the table of jobs. The columns have the names and the meaning of
// metrics.JobsHeader; times are in seconds. A column without a value is null.
type jobRow struct {
	Job          int64    `parquet:"job"`
	Submit       float64  `parquet:"submit"`
	Start        *float64 `parquet:"start"`
	End          *float64 `parquet:"end"`
	State        string   `parquet:"state,dict"`
	Nodes        int64    `parquet:"nodes"`
	NodeList     *string  `parquet:"node_list"`
	PairwiseHops *int64   `parquet:"pairwise_hops"`
	MaxHops      *int64   `parquet:"max_hops"`
	Tasks        int64    `parquet:"tasks"`
	Wait         *float64 `parquet:"wait"`
	FirstStart   *float64 `parquet:"first_start"`
	Starts       int64    `parquet:"starts"`
	NodeSeconds  float64  `parquet:"node_seconds"`
	Lost         float64  `parquet:"lost"`
	Frozen       float64  `parquet:"frozen"`
	Deadline     *float64 `parquet:"deadline"`
	DeadlineMet  *bool    `parquet:"deadline_met"`
	AtRisk       bool     `parquet:"at_risk"`
	User         string   `parquet:"user,dict"`
	Priority     int64    `parquet:"priority"`
	NodeNames    *string  `parquet:"node_names"` // null if the nodes of the machine have no names
}

// rowsAtOnce is the number of rows that are handed to the writer together.
const rowsAtOnce = 1024

// writeParquet writes the table of jobs as Parquet, compressed with zstd. It reads the CSV
// that metrics.WriteJobs writes, so both tables have the same columns and values. Only
// users are taken from the jobs, because the CSV alters those that look like formulas.
func writeParquet(w io.Writer, r *Run) error {
	in, out := io.Pipe()
	go func() {
		out.CloseWithError(metrics.WriteJobs(out, r.Config.Machine, r.Config.Jobs, r.Events))
	}()
	defer in.Close()
	table := csv.NewReader(in)
	table.ReuseRecord = true
	header, err := table.Read()
	if err != nil {
		return err
	}
	columns, err := columnsOf(header)
	if err != nil {
		return err
	}
	to := parquet.NewGenericWriter[jobRow](w, parquet.Compression(&parquet.Zstd), parquet.KeyValueMetadata("hopyard:title", r.Name))
	rows := make([]jobRow, 0, rowsAtOnce)
	for id := range r.Config.Jobs {
		cells, err := table.Read()
		if err != nil {
			return err
		}
		row := jobRow{}
		for i, text := range cells {
			if err := set(reflect.ValueOf(&row).Elem().Field(columns[i]), text); err != nil {
				return fmt.Errorf("job %d: %w", r.Config.Jobs[id].Number, err)
			}
		}
		row.User = r.Config.Jobs[id].User
		if rows = append(rows, row); len(rows) == cap(rows) || id == len(r.Config.Jobs)-1 {
			if _, err := to.Write(rows); err != nil {
				return err
			}
			rows = rows[:0]
		}
	}
	return to.Close()
}

// columnsOf returns the index of the field of jobRow for each column of the table.
func columnsOf(header []string) ([]int, error) {
	fields := map[string]int{}
	row := reflect.TypeFor[jobRow]()
	for i := range row.NumField() {
		name := row.Field(i).Tag.Get("parquet")
		for k, c := range name {
			if c == ',' {
				name = name[:k]
				break
			}
		}
		fields[name] = i
	}
	var out []int
	for _, name := range header {
		i, known := fields[name]
		if !known {
			return nil, fmt.Errorf("the table of jobs has a column %s, which jobRow lacks", name)
		}
		out = append(out, i)
	}
	return out, nil
}

// set stores the text of a cell in a field. An empty text leaves the field null, or an
// empty string.
func set(field reflect.Value, text string) error {
	if text == "" {
		return nil
	}
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	switch field.Kind() {
	case reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		field.SetInt(n)
		return err
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		field.SetFloat(x)
		return err
	case reflect.Bool:
		field.SetBool(text == "1")
	default:
		field.SetString(text)
	}
	return nil
}
