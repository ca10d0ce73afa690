package scenario

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"hopyard/core/jsondoc"
	"hopyard/core/linkcodec"
	"hopyard/core/workload"
)

// Columns of a packed scenario. Each constant is a bit number in a mask that tells
// which columns are present. If a column is missing, every job has the usual figure
// of that column. The comments give the meaning of each column and, after the
// colon, its usual figure. The constants are part of the link format forever. New
// columns must be added at the end.
const (
	colNumber   = iota // job id: index of the job + 1
	colSubmit          // submit time: 0
	colSize            // number of nodes or tasks: 1
	colShared          // kind of size, 0 for whole nodes or 1 for tasks: 0
	colCores           // cores of each task: 1
	colMemory          // memory of each task: 0
	colDisk            // disk of each task: 0
	colGPUs            // GPUs of each task: 0
	colWalltime        // walltime: 0
	colUnused          // walltime minus run time: 0
	colUser            // index in the table of names: 0, which stands for no name; the same for group and queue
	colGroup
	colQueue
	colPriority // priority: 0
	colAfter    // index of the job minus the index of the job that it follows: 0 if it follows no job
	colThink    // think time, -1 for none: -1
	colOverrun  // overrun rule, ownExtend or ownKill for a rule of the job's own, 0 for the scheduler's rule: 0
	colComm     // JSON of comm, as an index in the table of names: 0 if there is none
	colDeadline // deadline minus submission: 0 if there is no deadline
	colAmount   // amount of computation, 0 if unknown: 0
	colApplication
	colParts   // JSON of parts, as an index in the table of names: 0 if there are none; otherwise colUnused is 0
	colElastic // JSON of elastic, as an index in the table of names: 0 if there is none
	colOwn     // result of ownJSON, as an index in the table of names: 0 if there is none
	numColumns
)

// maskBits is the width of the mask in bits. It is larger than the number of
// columns, to leave room for new columns. Readers refuse a mask with columns that
// they do not know.
const maskBits = 24

// maxPackedName is the maximum length in bytes of an entry in the table of names.
// The table also holds pieces of JSON.
const maxPackedName = 1 << 20

// Figures of colOverrun for jobs with an overrun rule of their own.
const (
	ownExtend = 1 + iota
	ownKill
)

// usual returns the figure that a job has in a missing column.
func usual(column, job int) int64 {
	switch column {
	case colNumber:
		return int64(job) + 1
	case colSize, colCores:
		return 1
	case colThink:
		return int64(absent)
	}
	return 0
}

// pack returns the form of a scenario that links contain after compression: the
// JSON without the jobs, the table of names, and the jobs column by column.
func (s *Scenario) pack() []byte {
	head := &writer{Writer: jsondoc.Writer{Lean: true}}
	head.header(s)
	head.tail(s)
	out := binary.AppendUvarint(nil, uint64(len(head.Out)))
	out = append(out, head.Out...)
	if s.SWF != "" || s.Model != nil {
		return binary.AppendUvarint(out, 0) // no list of jobs
	}
	out = binary.AppendUvarint(out, uint64(len(s.Jobs))+1)
	if len(s.Jobs) == 0 {
		return out
	}
	names, columns := s.columns()
	out = binary.AppendUvarint(out, uint64(len(names)))
	for _, name := range names {
		out = binary.AppendUvarint(out, uint64(len(name)))
		out = append(out, name...)
	}
	mask := uint64(0)
	for c := range columns {
		for i, f := range columns[c] {
			if f != usual(c, i) {
				mask |= 1 << c
				break
			}
		}
	}
	w := &linkcodec.BitWriter{}
	w.Put(mask, maskBits)
	for c := range columns {
		if mask>>c&1 == 1 {
			linkcodec.AppendColumn(w, columns[c])
		}
	}
	return append(out, w.Out...)
}

// columns returns the columns of the jobs and the table of names. Columns such as
// colUser contain indices into this table. The table is in order of first
// appearance, and its first name has index 1.
func (s *Scenario) columns() (names []string, columns [numColumns][]int64) {
	number := map[string]int64{"": 0}
	named := func(name string) int64 {
		n, known := number[name]
		if !known {
			names = append(names, name)
			n = int64(len(names))
			number[name] = n
		}
		return n
	}
	for i := range s.Jobs {
		j := &s.Jobs[i]
		need, back, think, overrun := j.PerTask, int64(0), absent, int64(0)
		if j.Whole() {
			need = oneCore
		}
		if j.After != workload.NoJob {
			back, think = int64(i)-int64(j.After), j.Think
		}
		var comm, parts, elastic writer
		comm.Lean, parts.Lean, elastic.Lean = true, true, true
		if j.Comm != nil {
			comm.comm(j.Comm)
		}
		unused, due := j.Walltime-j.Runtime, int64(0)
		if j.Parts != nil {
			parts.parts(j.Parts)
			unused = 0
		}
		if j.Elastic != nil {
			elastic.elastic(j.Elastic, j.Size())
		}
		if j.Deadline != 0 {
			due = int64(j.Deadline - j.Submit)
		}
		if j.Overrun != s.Scheduler.Extend {
			overrun = ownExtend + int64(truth(!j.Overrun))
		}
		for c, f := range [numColumns]int64{
			j.Number, int64(j.Submit), int64(j.Size()), int64(truth(!j.Whole())),
			need[workload.Cores], need[workload.Memory], need[workload.Disk], need[workload.GPUs],
			int64(j.Walltime), int64(unused), named(j.User), named(j.Group), named(j.Queue),
			j.Priority, back, int64(think), overrun, named(string(comm.Out)),
			due, j.Amount, named(j.Application), named(string(parts.Out)), named(string(elastic.Out)), named(s.ownJSON(j)),
		} {
			columns[c] = append(columns[c], f)
		}
	}
	return names, columns
}

// unpack converts the output of pack back to JSON. It does not check that the JSON
// is a valid scenario, because Parse does. Its errors say that the link is damaged
// or beyond the limits.
func unpack(packed []byte) ([]byte, *jsondoc.Error) {
	u := &unpacker{in: packed}
	head := u.bytes(u.uvarint())
	count := u.uvarint() // number of jobs plus one; 0 if there is no list of jobs
	if u.bad || len(head) < 2 || head[0] != '{' || head[len(head)-1] != '}' {
		return nil, linkcodec.Damaged()
	}
	if count > MaxLinkJobs+1 {
		return nil, linkcodec.Wrong("payload", fmt.Sprintf("holds %d jobs, more than %d", count-1, MaxLinkJobs), fmt.Sprint(MaxLinkJobs), "open the scenario from a file")
	}
	if count <= 1 {
		if count == 1 {
			head = append(bytes.Clone(head[:len(head)-1]), `,"jobs":[]}`...)
		}
		if len(u.in) > 0 {
			return nil, linkcodec.Damaged()
		}
		return head, nil
	}
	n := int(count - 1)
	names := u.names()
	r := &linkcodec.BitReader{In: u.in, Over: u.bad}
	mask := r.Get(maskBits)
	var columns [numColumns][]int64
	for c := range columns {
		if mask>>c&1 == 1 {
			columns[c] = linkcodec.ReadColumn(r, n)
			continue
		}
		columns[c] = make([]int64, n)
		for i := range columns[c] {
			columns[c][i] = usual(c, i)
		}
	}
	if r.Over || mask>>numColumns != 0 || (r.At+7)/8 != len(r.In) {
		return nil, linkcodec.Damaged()
	}
	return spliceJobs(head, names, &columns)
}

// names reads the table of names. Index 0 stands for no name.
func (u *unpacker) names() []string {
	names := []string{""}
	count := u.uvarint()
	if count > uint64(len(u.in)) {
		u.bad = true
		return names
	}
	for range count {
		length := u.uvarint()
		name := u.bytes(length)
		if length > maxPackedName || !utf8.Valid(name) {
			u.bad = true
			break
		}
		names = append(names, string(name))
	}
	return names
}

// unpacker reads the bytes of a link. After the end, or after invalid data, it
// reads zeros and sets bad.
type unpacker struct {
	in  []byte
	bad bool
}

func (u *unpacker) uvarint() uint64 {
	x, n := binary.Uvarint(u.in)
	if n <= 0 {
		u.in, u.bad = nil, true
		return 0
	}
	u.in = u.in[n:]
	return x
}

// bytes reads the next n bytes.
func (u *unpacker) bytes(n uint64) []byte {
	if n > uint64(len(u.in)) {
		u.in, u.bad = nil, true
		return nil
	}
	b := u.in[:n]
	u.in = u.in[n:]
	return b
}

// dictionary is the preset dictionary for deflate. It consists of frequent pieces
// of scenario text, the most frequent ones last. It is part of link version 1
// forever; a better dictionary needs another codec.
const dictionary = `,"free":"0-3"],"groups":[{"nodes":"0-15","cores":16,"sockets":2,"speed":2,"memory":65536,"disk":0,"gpus":4}` +
	`"order":"priority"}"order":"largest"}"order":"smallest"}"order":"longest"}"order":"shortest"}"overrun":"extend"` +
	`"batch":{"njob":8,"unit":"custom","size":4,"count_busy":true}}"unit":"quarter""unit":"cap""unit":"half"` +
	`,"workload":{"swf":"` +
	`"node":{"cores":1,"sockets":2,"speed":1.5,"memory":65536,"disk":0,"gpus":4}` +
	`Fragmentation backfilling reservation first come, first served switch nodes jobs torus star fat tree of ` +
	`,"about":"","goals":["","seed":1,` +
	`{"kind":"flat","nodes":{"kind":"star","nodes":{"kind":"torus","dims":[8,8]}` +
	`"scheduler":{"queue":"batch","allocator":"min-hop-units","batch":{"njob":` +
	`"scheduler":{"queue":"conservative","allocator":"min-hops"}}` +
	`"scheduler":{"queue":"fcfs","allocator":"best-fit"}}"allocator":"mdm"}}"allocator":"sdm"}}` +
	`{"hopyard":1,"title":"","cluster":{"topology":{"kind":"fat-tree","levels":3,"width":4}},"scheduler":{"queue":"easy","allocator":"first-fit"}}`
