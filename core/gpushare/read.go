package gpushare

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Limits of the tables.
const (
	MaxNodes    = 100_000
	MaxTasks    = 1_000_000
	MaxGPUs     = 64 // of a node
	maxColumns  = 100
	maxText     = 200           // bytes of a name or a list of models
	maxAmount   = 1_000_000_000 // milli of CPU, MiB of memory
	maxTime     = 1_000_000_000_000
	maxMistakes = 20 // reported at once
)

// ErrTable is the common error for tables that cannot be read.
var ErrTable = errors.New("not a readable table")

// tableError lists the mistakes in a table, one per line.
type tableError []string

// Error returns the lines.
func (e tableError) Error() string { return strings.Join(e, "\n") }

// Unwrap returns ErrTable.
func (e tableError) Unwrap() error { return ErrTable }

// table reads a CSV file by the names of its columns and collects mistakes.
type table struct {
	what     string // what a row is
	header   string // an example of a header
	at       map[string]int
	width    int
	line     int
	row      []string
	mistakes tableError
}

// add records a mistake: where (a column, or ""), its value, what is wrong and what to
// do. Texts from the file are quoted.
func (t *table) add(column, value, problem, fix string) {
	place := column
	if column != "" {
		place += " " + quoted(value) + " "
	}
	t.mistakes = append(t.mistakes, fmt.Sprintf("line %d: %s%s: %s", t.line, place, problem, fix))
}

// quoted returns text from a file for use in a message.
func quoted(text string) string {
	if len(text) > 40 {
		return strconv.Quote(text[:40]) + "…"
	}
	return strconv.Quote(text)
}

// text returns the value of a column in this row, or "" if there is no such column.
func (t *table) text(column string) string {
	if i, ok := t.at[column]; ok {
		return t.row[i]
	}
	return ""
}

// number reads a whole number from 0 to most.
func (t *table) number(column string, most int64) int64 {
	text := t.text(column)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > most || text[0] == '+' || text[0] == '-' {
		t.add(column, text, fmt.Sprintf("is not a whole number from 0 to %d", most), "write digits only")
		return 0
	}
	return n
}

// time reads a time in seconds. An empty value is unknown.
func (t *table) time(column string) int64 {
	if t.text(column) == "" {
		return Unknown
	}
	return t.number(column, maxTime)
}

// name reads a value that may not be empty and may occur once only.
func (t *table) name(column string, seen map[string]int) string {
	text := t.words(column)
	if text == "" {
		t.add(column, text, "is empty", "give each "+t.what+" a name")
		return ""
	}
	if first, taken := seen[text]; taken {
		t.add(column, text, fmt.Sprintf("is the name of the %s in line %d as well", t.what, first), "give each "+t.what+" a name of its own")
	}
	seen[text] = t.line
	return text
}

// words reads a text of limited length.
func (t *table) words(column string) string {
	text := t.text(column)
	if len(text) > maxText {
		t.add(column, text, fmt.Sprintf("has %d bytes; at most %d", len(text), maxText), "shorten it")
		return text[:maxText]
	}
	return strings.Clone(text)
}

// read reads a table. For each row it calls row, in which the methods text, number,
// time, name and words read values.
func (t *table) read(r io.Reader, needed []string, most int, row func()) error {
	in := csv.NewReader(noMark(r))
	in.FieldsPerRecord, in.ReuseRecord = -1, true
	for rows := -1; len(t.mistakes) < maxMistakes; rows++ {
		record, err := in.Read()
		var syntax *csv.ParseError
		switch {
		case errors.As(err, &syntax):
			t.line = syntax.Line
			t.add("", "", "a quotation mark that does not enclose a value", "remove it, or put the whole value in double quotes")
			return t.mistakes
		case err == io.EOF:
			if rows <= 0 {
				t.line = 1
				t.add("", "", "the table has no "+t.what, "write the line "+t.header+" and a line for each "+t.what)
			}
			return t.result()
		case err != nil:
			return err
		}
		t.line, _ = in.FieldPos(0)
		t.row = record
		switch {
		case rows < 0:
			if t.readHeader(needed); len(t.mistakes) > 0 {
				return t.mistakes
			}
		case rows == most:
			t.add("", "", fmt.Sprintf("more than %d rows", most), "split the table")
			return t.mistakes
		case len(record) != t.width:
			t.add("", "", fmt.Sprintf("%d values, but the header has %d", len(record), t.width), "the line is cut off, or a value contains a comma: put it in double quotes")
		default:
			row()
		}
	}
	t.mistakes = append(t.mistakes, fmt.Sprintf("reading stopped after %d mistakes", maxMistakes))
	return t.mistakes
}

func (t *table) result() error {
	if len(t.mistakes) > 0 {
		return t.mistakes
	}
	return nil
}

func (t *table) readHeader(needed []string) {
	t.at, t.width = map[string]int{}, len(t.row)
	if t.width > maxColumns {
		t.add("", "", fmt.Sprintf("%d columns; at most %d", t.width, maxColumns), "write the line "+t.header)
		return
	}
	for i, name := range t.row {
		name = strings.Clone(name)
		if first, taken := t.at[name]; taken {
			t.add("", "", fmt.Sprintf("columns %d and %d are both named %s", first+1, i+1, quoted(name)), "remove one")
		}
		t.at[name] = i
	}
	for _, name := range needed {
		if _, ok := t.at[name]; !ok {
			t.add("", "", "no column is named "+name, "a list of "+t.what+"s begins with the line "+t.header)
		}
	}
}

// noMark skips the byte order mark that some programs write.
func noMark(r io.Reader) io.Reader {
	const mark = "\uFEFF"
	in := bufio.NewReader(r)
	if head, _ := in.Peek(len(mark)); string(head) == mark {
		in.Discard(len(mark)) // cannot fail: the bytes are in the buffer
	}
	return in
}

// ReadNodes reads a list of nodes: CSV with the columns sn (a name), cpu_milli,
// memory_mib, gpu (their number) and model, in any order. Other columns are ignored.
// All GPUs are free. Error: one that wraps ErrTable and names line, column, value,
// limit and fix of up to 20 mistakes; an error of r.
func ReadNodes(r io.Reader) ([]Node, error) {
	t := &table{what: "node", header: "sn,cpu_milli,memory_mib,gpu,model"}
	var nodes []Node
	seen := map[string]int{}
	err := t.read(r, strings.Split(t.header, ","), MaxNodes, func() {
		n := Node{Name: t.name("sn", seen), CPU: t.number("cpu_milli", maxAmount), Memory: t.number("memory_mib", maxAmount), Model: t.words("model")}
		n.GPUs = slices.Repeat([]int32{Whole}, int(t.number("gpu", MaxGPUs)))
		switch {
		case strings.Contains(n.Model, "|"):
			t.add("model", n.Model, `contains "|"`, "write the one model that the GPUs of the node have")
		case n.Model == "" && len(n.GPUs) > 0:
			t.add("model", n.Model, "is empty, but the node has GPUs", "name their model")
		}
		nodes = append(nodes, n)
	})
	if err != nil {
		return nil, err
	}
	return nodes, nil
}

// ReadTasks reads a list of tasks: CSV with the columns name, cpu_milli, memory_mib,
// num_gpu and gpu_milli, and if present gpu_spec (models that will do, as in T4|A10),
// creation_time, scheduled_time and deletion_time (seconds), in any order. Other
// columns are ignored. The tasks are returned in the order of creation, those of equal
// or unknown times in the order of the list. Errors: as of ReadNodes.
func ReadTasks(r io.Reader) ([]GPUTask, error) {
	t := &table{what: "task", header: "name,cpu_milli,memory_mib,num_gpu,gpu_milli"}
	var tasks []GPUTask
	seen := map[string]int{}
	err := t.read(r, strings.Split(t.header, ","), MaxTasks, func() { tasks = append(tasks, t.task(seen)) })
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(tasks, func(a, b GPUTask) int { return int(min(max(a.Created-b.Created, -1), 1)) })
	return tasks, nil
}

// task reads the task of this row.
func (t *table) task(seen map[string]int) GPUTask {
	before := len(t.mistakes)
	k := GPUTask{Line: t.line, Name: t.name("name", seen), Memory: t.number("memory_mib", maxAmount),
		Created: t.time("creation_time"), Scheduled: t.time("scheduled_time"), Deleted: t.time("deletion_time")}
	k.Demand = Demand{CPU: t.number("cpu_milli", maxAmount), Count: int32(t.number("num_gpu", MaxGPUs)), Milli: int32(t.number("gpu_milli", Whole)), Models: t.words("gpu_spec")}
	if len(t.mistakes) > before {
		return k
	}
	milli := strconv.Itoa(int(k.Milli))
	switch {
	case k.Count == 0 && k.Milli > 0:
		t.add("gpu_milli", milli, "is not 0, but num_gpu is 0", "write 0, or the number of GPUs")
	case k.Count > 0 && k.Milli == 0:
		t.add("gpu_milli", milli, fmt.Sprintf("asks for no part of a GPU, but num_gpu is %d", k.Count), "write 1 to 1000, or num_gpu 0")
	case k.Count > 1 && k.Milli < Whole:
		t.add("gpu_milli", milli, fmt.Sprintf("is a part of a GPU, but num_gpu is %d", k.Count), "write 1000: only a task with one GPU can ask for a part")
	case k.Models != "" && slices.Contains(strings.Split(k.Models, "|"), ""):
		t.add("gpu_spec", k.Models, "names an empty model", "write models with one bar between two, as in T4|A10")
	case k.Deleted != Unknown && k.Created != Unknown && k.Deleted < k.Created:
		t.add("deletion_time", t.text("deletion_time"), "is before creation_time "+t.text("creation_time"), "correct one of them")
	case k.Scheduled != Unknown && k.Created != Unknown && k.Scheduled < k.Created:
		t.add("scheduled_time", t.text("scheduled_time"), "is before creation_time "+t.text("creation_time"), "correct one of them")
	}
	return k
}
