package scenario

import "bytes"

// spliceJobs adds the jobs to the JSON of a scenario without jobs, one a
// line. A column may hold anything; what is impossible is written down as it
// stands, for Parse to refuse.
func spliceJobs(head []byte, names []string, columns *[numColumns][]int64) ([]byte, *Error) {
	w := &writer{out: bytes.Clone(head[:len(head)-1])}
	w.raw(",\"jobs\":[")
	for i := range columns[0] {
		if i > 0 {
			w.raw(",")
		}
		w.raw("\n")
		var figures [numColumns]int64
		for c := range columns {
			figures[c] = columns[c][i]
		}
		if !w.packedJob(i, &figures, names, columns[colNumber]) {
			return nil, damaged()
		}
	}
	w.raw("]}\n")
	return w.out, nil
}

// packedJob writes one job. It reports false if a figure points nowhere.
func (w *writer) packedJob(i int, f *[numColumns]int64, names []string, numbers []int64) bool {
	size := "nodes"
	if f[colShared] != 0 {
		size = "tasks"
	}
	w.raw("{").member("id", true).number(f[colNumber])
	w.member("submit", false).seconds(f[colSubmit])
	w.member(size, false).number(f[colSize])
	own := f[colOwn]
	if own < 0 || own >= int64(len(names)) {
		return false
	}
	w.packedNeeds(f, names[own])
	w.member("walltime", false).seconds(f[colWalltime])
	if f[colUnused] != 0 {
		w.member("runtime", false).seconds(f[colWalltime] - f[colUnused])
	}
	for c, field := range [...]string{"user", "group", "queue"} {
		place := f[colUser+c]
		if place < 0 || place >= int64(len(names)) {
			return false
		}
		if place > 0 {
			w.member(field, false).text(names[place])
		}
	}
	if f[colPriority] != 0 {
		w.member("priority", false).number(f[colPriority])
	}
	if back := f[colAfter]; back != 0 {
		before := int64(i) - back
		if before < 0 || before >= int64(len(numbers)) {
			return false
		}
		w.member("after", false).number(numbers[before])
	}
	if f[colThink] != int64(absent) {
		w.member("think", false).seconds(f[colThink])
	}
	switch f[colOverrun] {
	case 0:
	case ownExtend, ownKill:
		w.member("overrun", false).text(overruns[truth(f[colOverrun] == ownExtend)])
	default:
		return false
	}
	if f[colDeadline] != 0 {
		w.member("deadline", false).seconds(f[colSubmit] + f[colDeadline])
	}
	if f[colAmount] != 0 {
		w.member("amount", false).number(f[colAmount])
	}
	for c, field := range [...]string{colComm: "comm", colApplication: "application", colParts: "parts", colElastic: "elastic"} {
		switch {
		case field == "" || f[c] == 0:
		case f[c] < 0 || f[c] >= int64(len(names)):
			return false
		case c == colApplication:
			w.member(field, false).text(names[f[c]])
		default:
			w.member(field, false).raw(names[f[c]])
		}
	}
	w.raw("}")
	return true
}
