package sacct

import (
	"bytes"
	"strings"

	"hopyard/core/slurmtext"
)

// setNumber parses an integer. An empty text leaves the value unknown.
func setNumber(to *int64, text []byte, most int64) *LineError {
	if len(text) == 0 {
		return nil
	}
	x, ok := slurmtext.ParseWhole(text, most)
	if !ok {
		return &LineError{Value: slurmtext.Quoted(text), Problem: "is not a whole number from 0 to " + slurmtext.Number(most), Limit: slurmtext.Number(most), Fix: "write the number, or nothing if it is not known"}
	}
	*to = x
	return nil
}

// setID parses ids such as 12, 12_3, 12_[4-9%2] and 12+1, with or without a job
// step after them. The argument whole is false for an id from JobIDRaw, which is
// used only if JobID gives no id.
func (r *row) setID(text []byte, whole bool) *LineError {
	bad := &LineError{Value: slurmtext.Quoted(text), Problem: "is not a job id", Fix: "write a job as 12, an array task as 12_3 or 12_[4-9], a component as 12+1, and a step as 12.batch"}
	name, step, hasStep := slurmtext.CutAt(text, '.')
	if hasStep && len(step) == 0 {
		return bad
	}
	if !whole && r.id.base != unknown {
		return nil
	}
	id := jobID{unknown, unknown, unknown}
	left := int64(0)
	var ok bool
	base, task, isTask := slurmtext.CutAt(name, '_')
	base, part, isPart := slurmtext.CutAt(base, '+')
	id.base, ok = slurmtext.ParseWhole(base, 1<<40)
	if isPart && ok {
		id.part, ok = slurmtext.ParseWhole(part, 1<<20)
	}
	switch {
	case !ok || isPart && isTask:
		return bad
	case isTask && len(task) > 1 && task[0] == '[' && task[len(task)-1] == ']':
		if left, ok = countTasks(task[1 : len(task)-1]); !ok {
			return bad
		}
	case isTask:
		if id.task, ok = slurmtext.ParseWhole(task, 1<<32); !ok {
			return bad
		}
	}
	r.id, r.step, r.left = id, hasStep, left
	return nil
}

// countTasks counts the tasks in a list such as 4-9,12,20-40:5%2. If sacct has
// shortened the list, only the listed tasks are counted.
func countTasks(text []byte) (n int64, ok bool) {
	l, ok := slurmtext.ParseTasks(text)
	return l.Count(), ok
}

// setInstant parses a time. All times of a record must have the same kind of clock,
// and so must all times of a text.
func (r *row) setInstant(to *int64, text []byte) *LineError {
	at, clock, ok := slurmtext.ParseInstant(text)
	if !ok {
		return &LineError{Value: slurmtext.Quoted(text), Problem: "is not a time", Fix: "let sacct print times as 2024-03-01T10:00:00, with SLURM_TIME_FORMAT=standard, or as seconds, with SLURM_TIME_FORMAT=%s"}
	}
	if clock != slurmtext.NoClock && r.clock != slurmtext.NoClock && clock != r.clock {
		return &LineError{Value: slurmtext.Quoted(text), Problem: "cannot be compared with an earlier time, as only one of them has a time zone", Fix: "give all times in one form"}
	}
	*to = at
	r.clock = max(r.clock, clock)
	return nil
}

// setSpan parses Elapsed or Suspended.
func (r *row) setSpan(f field, text []byte) *LineError {
	to := &r.elapsed
	if f == fSuspended {
		to = &r.suspended
	}
	if len(text) == 0 || *to != unknown { // ElapsedRaw may have given the same value already
		return nil
	}
	x, ok := slurmtext.ParseSpan(text)
	if !ok {
		return &LineError{Value: slurmtext.Quoted(text), Problem: "is not a time span of at most " + slurmtext.Number(slurmtext.Longest) + " s", Limit: slurmtext.Number(slurmtext.Longest), Fix: "write [days-]hours:minutes:seconds, as 1-02:00:00"}
	}
	*to = x
	return nil
}

// setLimit parses Timelimit, or TimelimitRaw, which is in minutes.
func (r *row) setLimit(f field, text []byte) *LineError {
	for _, none := range [...]string{"", "UNLIMITED", "Partition_Limit", "INFINITE"} {
		if len(text) == len(none) && strings.EqualFold(string(text), none) {
			return nil
		}
	}
	x, ok := int64(0), false
	if f == fTimelimitRaw {
		x, ok = slurmtext.ParseWhole(text, slurmtext.Longest/60)
		x *= 60
	} else {
		x, ok = slurmtext.ParseSpan(text)
	}
	if !ok {
		fix := "write [days-]hours:minutes:seconds, UNLIMITED or Partition_Limit"
		if f == fTimelimitRaw {
			fix = "write minutes, UNLIMITED or Partition_Limit"
		}
		return &LineError{Value: slurmtext.Quoted(text), Problem: "is not a time limit of at most " + slurmtext.Number(slurmtext.Longest) + " s", Limit: slurmtext.Number(slurmtext.Longest), Fix: fix}
	}
	r.limit = x
	return nil
}

// setState parses states such as COMPLETED, or CANCELLED by 1000.
func (r *row) setState(text []byte) *LineError {
	word, rest, _ := slurmtext.CutAt(text, ' ')
	word = bytes.TrimSuffix(word, []byte("+"))
	known := false
	if r.state, r.word, known = stateOf(word); known && (len(rest) == 0 || bytes.HasPrefix(rest, []byte("by "))) || len(text) == 0 {
		return nil
	}
	return &LineError{Value: slurmtext.Quoted(text), Problem: "is not a job state", Fix: "leave it as sacct prints it, such as COMPLETED, FAILED, TIMEOUT or CANCELLED by 1000"}
}

// setMemory parses ReqMem: 4000M for the whole job, or, as Slurm before 21.08
// printed it, 4Gc for each CPU or 16Gn for each node.
func (r *row) setMemory(text []byte) *LineError {
	amount, of := text, byte('j')
	if n := len(text); n > 0 && (text[n-1] == 'c' || text[n-1] == 'n') {
		amount, of = text[:n-1], text[n-1]
	}
	if len(amount) == 0 && of == 'j' || string(amount) == "?" {
		return nil
	}
	x, ok := slurmtext.ParseMemory(amount, 'M')
	if !ok {
		return &LineError{Value: slurmtext.Quoted(text), Problem: "is not an amount of memory", Fix: "write 4000M or 16G, followed by c for each CPU or n for each node, or nothing"}
	}
	if x > 0 {
		r.memory, r.memoryOf = x, of
	}
	return nil
}

// setTRES parses a list of resources such as
// billing=8,cpu=8,gres/gpu=2,mem=16G,node=1.
func (r *row) setTRES(f field, text []byte) *LineError {
	if len(text) == 0 {
		return nil
	}
	for item := range split(text, []byte{','}) {
		name, count, ok := slurmtext.CutAt(item, '=')
		if !ok || len(name) == 0 {
			return &LineError{Value: slurmtext.Quoted(text), Problem: "is not a list of resources", Fix: "leave it as sacct prints it, such as cpu=8,mem=16G,node=1, or leave the column out"}
		}
		if fault := r.setResource(f, name, count); fault != nil {
			fault.Value = slurmtext.Quoted(item)
			return fault
		}
	}
	return nil
}

// setResource stores the count of one resource. An allocated count takes precedence
// over a requested count. A separate column for the resource takes precedence over
// both.
func (r *row) setResource(f field, name, count []byte) *LineError {
	x, ok := int64(0), true
	switch kind := string(name); {
	case kind == "cpu" || kind == "node":
		x, ok = slurmtext.ParseWhole(count, largest)
		switch {
		case f == fAllocTRES && kind == "cpu":
			r.tresCPUs = x
		case f == fAllocTRES && r.nodes == unknown:
			r.nodes = x
		case f == fReqTRES && kind == "cpu" && r.reqCPUs == unknown:
			r.reqCPUs = x
		case f == fReqTRES && kind == "node" && r.reqNodes == unknown:
			r.reqNodes = x
		}
	case kind == "mem" && f == fReqTRES:
		x, ok = slurmtext.ParseMemory(count, 'M')
		if ok && x > 0 && r.memory == unknown {
			r.memory, r.memoryOf = x, 'j'
		}
	case bytes.HasPrefix(name, []byte("gres/gpu")):
		r.gpus = r.gpus || string(count) != "0"
		if n, whole := slurmtext.ParseWhole(count, largest); !whole || f != fAllocTRES {
			break
		} else if string(name) == "gres/gpu" {
			r.allGPUs = n
		} else if bytes.HasPrefix(name, []byte("gres/gpu:")) {
			r.typedGPUs += n
		}
	}
	if !ok {
		return &LineError{Problem: "has no readable count", Fix: "write a whole number, and memory as 16G"}
	}
	return nil
}
