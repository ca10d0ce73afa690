package scenario

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf8"

	"hopyard/core/workload"
)

// Columns of a packed scenario, by bit of the mask that says which are there;
// the others hold their usual figure. The numbers are part of the link format
// for ever; new columns go to the end.
const (
	colNumber   = iota // usual: place + 1
	colSubmit          // 0
	colSize            // 1
	colShared          // 0; 1 for a job of tasks
	colCores           // of a task: 1
	colMemory          // of a task: 0
	colDisk            // of a task: 0
	colGPUs            // of a task: 0
	colWalltime        // 0
	colUnused          // walltime less run time: 0
	colUser            // place in the table of names: 0, which is no name
	colGroup
	colQueue
	colPriority // 0
	colAfter    // how many places before it its preceding job stands: 0 for none
	colThink    // -1 for none
	colOverrun  // 0 for the scheduler's rule, else ownExtend or ownKill
	colComm     // place in the table of names of the JSON of comm: 0 for none
	colDeadline // less submission: 0 for none
	colAmount   // 0
	colApplication
	colParts   // place in the table of names of the JSON of parts: 0 for none; colUnused is then 0
	colElastic // likewise of elastic
	colOwn     // likewise of per_node, or of the resources in per_task
	numColumns
)

// maskBits leaves room for columns to come; readers refuse what they do not
// know.
const maskBits = 24

// maxPackedName is the bytes of a name, or of the JSON of comm.
const maxPackedName = 1 << 20

// Figures of colOverrun.
const (
	ownExtend = 1 + iota
	ownKill
)

// usual is the figure of a column that is left out.
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

// pack writes a scenario for a link before deflate: the JSON without the
// jobs, the names that the jobs use, and the jobs column by column.
func (s *Scenario) pack() []byte {
	head := &writer{lean: true}
	head.header(s)
	head.tail(s)
	out := binary.AppendUvarint(nil, uint64(len(head.out)))
	out = append(out, head.out...)
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
	w := &bitWriter{}
	w.put(mask, maskBits)
	for c := range columns {
		if mask>>c&1 == 1 {
			appendColumn(w, columns[c])
		}
	}
	return append(out, w.out...)
}

// columns are the jobs' figures, and the names that those of users, groups
// and queues stand for, from 1, in order of appearance.
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
		comm.lean, parts.lean, elastic.lean = true, true, true
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
			j.Priority, back, int64(think), overrun, named(string(comm.out)),
			due, j.Amount, named(j.Application), named(string(parts.out)), named(string(elastic.out)), named(s.ownJSON(j)),
		} {
			columns[c] = append(columns[c], f)
		}
	}
	return names, columns
}

// unpack turns what pack wrote back into JSON. The JSON may be anything that
// stands in the link: Parse checks it. Errors say that the link is damaged or
// beyond the limits.
func unpack(packed []byte) ([]byte, *Error) {
	u := &unpacker{in: packed}
	head := u.bytes(u.uvarint())
	count := u.uvarint() // of jobs, plus one; 0 if there is no list
	if u.bad || len(head) < 2 || head[0] != '{' || head[len(head)-1] != '}' {
		return nil, damaged()
	}
	if count > MaxLinkJobs+1 {
		return nil, linkError("payload", fmt.Sprintf("holds %d jobs, more than %d", count-1, MaxLinkJobs), fmt.Sprint(MaxLinkJobs), "open the scenario from a file")
	}
	if count <= 1 {
		if count == 1 {
			head = append(bytes.Clone(head[:len(head)-1]), `,"jobs":[]}`...)
		}
		if len(u.in) > 0 {
			return nil, damaged()
		}
		return head, nil
	}
	n := int(count - 1)
	names := u.names()
	r := &bitReader{in: u.in, over: u.bad}
	mask := r.get(maskBits)
	var columns [numColumns][]int64
	for c := range columns {
		if mask>>c&1 == 1 {
			columns[c] = readColumn(r, n)
			continue
		}
		columns[c] = make([]int64, n)
		for i := range columns[c] {
			columns[c][i] = usual(c, i)
		}
	}
	if r.over || mask>>numColumns != 0 || (r.at+7)/8 != len(r.in) {
		return nil, damaged()
	}
	return spliceJobs(head, names, &columns)
}

// names reads the table of names; place 0 is no name.
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

func damaged() *Error {
	return linkError("payload", "is damaged: it does not unpack to a scenario", "", "copy the whole link again; mail and chat may have cut it")
}

// unpacker reads what a link holds. After the end, or after nonsense, it
// reads zeros and remembers that it did.
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

// dictionary is what deflate may refer to without having seen it: the words
// of the format, the likeliest last. It is part of link version 1 for ever;
// a better one needs another codec.
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

// deflate packs bytes by RFC 1951 with the dictionary.
func deflate(data []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriterDict(&out, flate.BestCompression, []byte(dictionary))
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("scenario: deflate failed in memory: " + err.Error())
	}
	return out.Bytes()
}

// inflate undoes deflate, and stops at MaxUnpacked bytes whatever is packed.
func inflate(data []byte) ([]byte, *Error) {
	in := bytes.NewReader(data)
	r := flate.NewReaderDict(in, []byte(dictionary))
	out, err := io.ReadAll(io.LimitReader(r, MaxUnpacked+1))
	switch {
	case len(out) > MaxUnpacked:
		return nil, linkError("payload", fmt.Sprintf("unpacks to more than %d bytes", MaxUnpacked), fmt.Sprint(MaxUnpacked), "open the scenario from a file")
	case err != nil || in.Len() > 0:
		return nil, damaged()
	}
	return out, nil
}
