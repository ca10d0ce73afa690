package slurmstate

import (
	"bytes"
	"fmt"
	"strconv"

	"hopyard/core/slurmtext"
)

// column is a column of a table. In a table with bars it has no extent.
type column struct {
	title    string
	from, to int  // extent in bytes; to is -1 for the last column
	left     bool // values begin where the title begins
}

// cell is a value of a table.
type cell struct {
	text []byte
	full bool // it fills its column, and may be cut off
}

// words returns the words of a header line with their extents.
func words(line []byte) (all []column) {
	for at := 0; at < len(line); {
		if line[at] == ' ' {
			at++
			continue
		}
		from := at
		for at < len(line) && line[at] != ' ' {
			at++
		}
		all = append(all, column{title: string(line[from:at]), from: from, to: at})
	}
	return all
}

// bars returns the columns of a header line with bars.
func bars(line []byte) (all []column) {
	for more := true; more; {
		var title []byte
		title, line, more = slurmtext.CutAt(line, '|')
		all = append(all, column{title: string(bytes.TrimSpace(title))})
	}
	return all
}

// isLeft reports whether a column of squeue is aligned at its left.
func isLeft(title string) bool {
	switch title {
	case "SCHEDNODES", "NODELIST(REASON)", "NODELIST", "REASON":
		return true
	}
	return false
}

// aligned returns the columns of squeue. By default they are aligned at the right, but
// for some; if the first title begins the line, all are aligned at the left.
func aligned(line []byte) []column {
	all := words(line)
	flush := len(all) > 0 && all[0].from == 0
	end := 0
	for i := range all {
		c := &all[i]
		c.left = flush || isLeft(c.title)
		if !c.left {
			c.from = end
		}
		if c.left && i+1 < len(all) {
			c.to = all[i+1].from
		}
		if i+1 == len(all) {
			c.to = -1
		}
		end = c.to
	}
	return all
}

// cells cuts a row at the extents of columns. It returns false if a value runs over
// the edge of its column.
func cells(cols []column, line []byte, dst []cell) ([]cell, bool) {
	for _, c := range cols {
		from, to := min(c.from, len(line)), len(line)
		if c.to >= 0 {
			to = min(c.to, len(line))
			if !c.left && to < len(line) && line[to] != ' ' || c.left && to > from && to < len(line) && line[to-1] != ' ' {
				return dst, false
			}
		}
		if !c.left && from > 0 && from < len(line) && line[from] != ' ' {
			return dst, false
		}
		width := to - from - 1
		if from == 0 && !c.left {
			width++
		}
		text := bytes.TrimSpace(line[from:to])
		dst = append(dst, cell{text, c.to >= 0 && len(text) >= width})
	}
	return dst, true
}

// squeueTitle returns what a column of squeue gives.
func squeueTitle(title string) jobKey {
	switch title {
	case "JOBID":
		return kPrinted
	case "NAME":
		return kName
	case "USER":
		return kUser
	case "ACCOUNT":
		return kAccount
	case "QOS":
		return kQOS
	case "PARTITION":
		return kPartition
	case "ST", "STATE":
		return kState
	case "REASON":
		return kReason
	case "PRIORITY":
		return kPriority
	case "SUBMIT_TIME":
		return kSubmit
	case "START_TIME":
		return kStart
	case "END_TIME":
		return kEnd
	case "TIME":
		return kElapsed
	case "TIME_LIMIT", "TIME_LIMI":
		return kLimit
	case "NODES":
		return kNodes
	case "CPUS":
		return kCPUs
	case "TRES_PER_NODE":
		return kTRESPerNode
	case "NODELIST":
		return kNodeList
	case "NODELIST(REASON)":
		return kPlace
	case "OVER_SUBSCRIBE":
		return kShared
	case "DEPENDENCY":
		return kDependency
	case "NICE":
		return kNice
	case "FEATURES":
		return kFeatures
	case "REQ_NODES":
		return kReqNodes
	case "EXC_NODES":
		return kExcNodes
	case "RESERVATION":
		return kReservation
	case "ELIGIBLE_TIME":
		return kEligible
	case "TIME_MIN":
		return kTimeMin
	case "DEADLINE":
		return kDeadline
	}
	return noKey
}

// squeueKeys returns the key of each column of squeue. squeue -o %all has two columns
// JOBID; the second has Slurm's internal number of the job.
func (p *part) squeueKeys(cols []column, line int) []jobKey {
	keys, seen, ids := make([]jobKey, len(cols)), 0, 0
	for i, c := range cols {
		k := squeueTitle(c.title)
		if k == kPrinted {
			if ids++; ids > 1 {
				k = kNumber
			}
		}
		if k == kState || k == kPlace || k == kReason || k == kNodeList {
			seen++
		}
		keys[i] = k
	}
	if ids == 0 || seen == 0 {
		p.Errorf(line, "squeue's header names no column JOBID, or none of ST, STATE and NODELIST(REASON); write the file with squeue -o %%all, or without options")
		return nil
	}
	return keys
}

// table describes the layout of a table.
type table struct {
	header []byte
	cols   []column
	barred bool // values are between bars, and not in columns
	cut    func([]column, []byte, []cell) ([]cell, bool)
	better string // command whose output is easier to read
}

// rows reads the rows of a table up to the end of the text. Empty rows, repeated headers
// and rows with errors are left out. The cells are valid until the function returns.
func (p *part) rows(l *lineReader, t table, each func(row []cell, line int)) {
	var row []cell
	for {
		line, ok := l.next()
		switch {
		case !ok:
			return
		case len(bytes.TrimSpace(line)) == 0 || bytes.Equal(line, t.header):
			continue
		case len(line) > MaxLine:
			p.Errorf(l.no, "a line of %d bytes; %s are allowed; leave it out", len(line), slurmtext.Number(MaxLine))
			continue
		case t.barred:
			row, ok = p.barred(t.cols, line, row[:0], l.no)
		default:
			if row, ok = t.cut(t.cols, line, row[:0]); !ok {
				p.Errorf(l.no, "%s does not fit the columns of the header; write the file with %s", excerpt(bytes.TrimSpace(line)), t.better)
			}
		}
		if ok {
			each(row, l.no)
		}
	}
}

// squeueRow reads a row of squeue.
func (j *jobRow) squeueRow(cols []column, keys []jobKey, row []cell, line int, unsure map[string]int) {
	j.reset(line)
	for i, k := range keys {
		if k == noKey || row[i].text == nil {
			continue
		}
		have := j.rec.have
		j.take(k, cols[i].title, row[i].text, line)
		if row[i].full && (k == kName || k == kUser || k == kPartition || k == kAccount) {
			j.rec.cut |= j.rec.have &^ have
			unsure[cols[i].title]++
		}
	}
	if j.rec.value.State == "PENDING" && j.rec.have&jNodeList != 0 && len(j.rec.value.NodeList) == 0 && j.rec.have&jReason == 0 {
		j.rec.have &^= jNodeList
	}
	j.finish()
}

// barred cuts a row at its bars. If there are too many, the name or the comment beside it
// contains one, and both become unknown.
func (p *part) barred(cols []column, line []byte, dst []cell, no int) ([]cell, bool) {
	have := bytes.Count(line, []byte{'|'}) + 1
	from, to := len(cols), len(cols)
	if have > len(cols) {
		for i, c := range cols {
			if c.title == "NAME" {
				from, to = i, i+1
				if to < len(cols) && cols[to].title == "COMMENT" {
					to++
				}
			}
		}
	}
	if have < len(cols) || have > len(cols) && from == len(cols) {
		p.Errorf(no, "%d columns, but the header has %d; the line was cut off, or a text contains a bar: use --json", have, len(cols))
		return dst, false
	}
	for i := range cols {
		var text []byte
		text, line, _ = slurmtext.CutAt(line, '|')
		dst = append(dst, cell{text: bytes.TrimSpace(text)})
		if i < from || i >= to {
			continue
		}
		dst[i].text = nil
		if i == to-1 {
			for range have - len(cols) {
				_, line, _ = slurmtext.CutAt(line, '|')
			}
			p.Notice(no, "a name or a comment contains a bar, so that both are unknown; use --json")
		}
	}
	return dst, true
}

// header returns the first line that has one of squeue's or sinfo's titles. Lines
// before it may be empty, or a date as squeue -l and sinfo -l print it.
func (p *part) header(l *lineReader, title string) []byte {
	for {
		line, ok := l.next()
		switch {
		case !ok:
			p.Errorf(0, "no header line with %s; call the command without --noheader", title)
			return nil
		case bytes.Contains(line, []byte(title)) && !isPrompt(line):
			return line
		}
		if isPrompt(line) {
			p.Notice(l.no, "%s is a prompt, and is passed over", excerpt(bytes.TrimSpace(line)))
		}
		if at, ok := parseDate(bytes.TrimSpace(line)); ok {
			p.now = at
			p.clock = slurmtext.LocalClock
		}
	}
}

// parseDate parses a date such as Sat Nov 28 17:46:07 2026.
func parseDate(line []byte) (int64, bool) {
	f := bytes.Fields(line)
	if len(f) != 5 || len(f[1]) != 3 || len(f[2]) > 2 {
		return 0, false
	}
	month := bytes.Index([]byte("JanFebMarAprMayJunJulAugSepOctNovDec"), f[1])
	day := f[2]
	if len(day) == 1 {
		day = append([]byte{'0'}, day...)
	}
	if month < 0 || month%3 > 0 {
		return 0, false
	}
	at, clock, ok := slurmtext.ParseInstant(fmt.Appendf(nil, "%s-%02d-%sT%s", f[4], month/3+1, day, f[3]))
	return at, ok && clock == slurmtext.LocalClock
}

// readSprio reads the output of sprio -l.
func (p *part) readSprio(data []byte) {
	l := lineReader{rest: data}
	header := p.header(&l, "JOBID")
	if header == nil {
		return
	}
	cols := words(header)
	for {
		line, ok := l.next()
		if !ok {
			return
		}
		f := bytes.Fields(line)
		switch {
		case len(f) == 0 || bytes.Equal(line, header):
		case string(f[0]) == "Weights":
			p.Notice(l.no, "sprio's weights are ignored; those of slurm.conf are read")
		case len(f) != len(cols) && !(len(f) == len(cols)-1 && cols[len(cols)-1].title == "TRES"):
			p.Errorf(l.no, "%d columns, but the header has %d; let sprio -l write the file again", len(f), len(cols))
		case bytes.IndexByte(f[min(3, len(f)-1)], '.') >= 0:
			p.Errorf(l.no, "%s is a normalized priority; call sprio -l without -n", excerpt(f[min(3, len(f)-1)]))
			return
		default:
			p.sprioRow(cols, f, l.no)
		}
	}
}

// sprioRow reads a row of sprio.
func (p *part) sprioRow(cols []column, f [][]byte, line int) {
	pr := priority{line: line}
	v := &pr.parts
	before := p.Count()
	for i := range f {
		var bad *fault
		switch text := f[i]; cols[i].title {
		case "JOBID":
			bad = setWhole(&pr.number, text, slurmtext.MaxNumber)
		case "USER":
			pr.user = p.intern(text)
		case "PRIORITY":
			bad = setWhole(&v.Priority, text, mostPriority)
		case "SITE":
			bad = setSigned(&v.Site, text, mostPriority)
		case "AGE":
			bad = setWhole(&v.Age, text, mostPriority)
		case "ASSOC":
			bad = setWhole(&v.Assoc, text, mostPriority)
		case "FAIRSHARE":
			bad = setWhole(&v.FairShare, text, mostPriority)
		case "JOBSIZE":
			bad = setWhole(&v.JobSize, text, mostPriority)
		case "PARTITION":
			if i > 2 {
				bad = setWhole(&v.PartitionPart, text, mostPriority)
			} else {
				v.Partition = p.intern(text)
			}
		case "QOS":
			bad = setWhole(&v.QOS, text, mostPriority)
		case "NICE":
			bad = setSigned(&v.Nice, text, mostNice)
		case "TRES":
			v.TRES = p.intern(text)
		}
		p.bad(line, cols[i].title, f[i], bad)
	}
	if p.Count() == before && p.room(line, "rows of sprio", len(p.priorities), MaxJobs) {
		p.priorities = append(p.priorities, pr)
	}
}

// readSshare reads the output of sshare -l, in columns or with bars.
func (p *part) readSshare(data []byte) {
	l := lineReader{rest: data}
	header := p.header(&l, "RawShares")
	if header == nil {
		return
	}
	cols, barred := bars(header), bytes.IndexByte(header, '|') >= 0
	var row []cell
	for {
		line, ok := l.next()
		switch {
		case !ok:
			return
		case len(bytes.TrimSpace(line)) == 0 || bytes.Equal(line, header):
			continue
		case bytes.HasPrefix(line, []byte("---")):
			cols = dashes(header, line)
			continue
		case !barred && len(cols) == 1:
			p.Errorf(l.no, "sshare's table has no line of dashes; leave the output as sshare prints it")
			return
		case barred:
			if row, ok = p.barred(cols, line, row[:0], l.no); !ok {
				continue
			}
		default:
			row, _ = cells(cols, line, row[:0])
		}
		depth := len(line) - len(bytes.TrimLeft(line, " "))
		p.shareRow(cols, row, depth, l.no)
	}
}

// dashes returns the columns of a table whose extents are lines of dashes.
func dashes(header, line []byte) []column {
	cols := words(line)
	for i := range cols {
		c := &cols[i]
		c.title, c.left = string(bytes.TrimSpace(header[min(c.from, len(header)):min(c.to, len(header))])), true
		c.to++
	}
	return cols
}

// shareRow reads a row of sshare.
func (p *part) shareRow(cols []column, row []cell, depth, line int) {
	s := Share{Depth: depth, Raw: -1, NormShares: -1, RawUsage: -1, NormUsage: -1, Effective: -1, FairShare: -1, LevelFS: -1}
	before := p.Count()
	for i, c := range cols {
		text := row[i].text
		var f *fault
		number := func(to *float64) {
			if len(text) == 0 {
				return
			}
			x, err := strconv.ParseFloat(string(text), 64)
			if err != nil || x < 0 || x != x {
				f = &fault{"is not a number that is not negative", "leave it as sshare prints it"}
				return
			}
			*to = x
		}
		switch c.title {
		case "Account":
			s.Account = p.intern(text)
		case "User":
			s.User = p.intern(text)
		case "RawShares":
			if len(text) > 0 && string(text) != "parent" {
				f = setWhole(&s.Raw, text, mostPriority)
			}
		case "NormShares":
			number(&s.NormShares)
		case "RawUsage":
			number(&s.RawUsage)
		case "NormUsage":
			number(&s.NormUsage)
		case "EffectvUsage":
			number(&s.Effective)
		case "FairShare":
			number(&s.FairShare)
		case "LevelFS":
			number(&s.LevelFS)
		}
		p.bad(line, c.title, text, f)
	}
	if p.Count() == before && p.room(line, "rows of sshare", len(p.shares), MaxJobs) {
		p.shares = append(p.shares, s)
	}
}
