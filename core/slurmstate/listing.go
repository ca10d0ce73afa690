package slurmstate

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/slurmtext"
	"hopyard/core/yamldoc"
)

// listing reads what squeue prints, as people copy it from a terminal: with prompts, lines
// that the terminal wrapped, and columns that a long value has shifted. A row counts only
// if it can be read in one way. The others are left out, and named.
type listing struct {
	p      *part
	l      *lineReader
	header []byte // its first line, as it stands
	cols   []column
	keys   []jobKey
	barred bool
	width  int  // length of the longest line
	joined bool // the header is wrapped, and so are the rows
	row    []cell
	unsure map[string]int // number of jobs whose value may be cut off, by title

	shifted, wrapped lines // read in another way than by the columns
}

// lines counts rows, and knows the line of the first one.
type lines struct{ n, first int }

func (l *lines) add(no int) {
	if l.n++; l.n == 1 {
		l.first = no
	}
}

// readSqueue reads the output of squeue in columns or with bars.
func (p *part) readSqueue(data []byte, barred bool) {
	x := &listing{p: p, l: &lineReader{rest: data}, barred: barred, unsure: map[string]int{}}
	if x.header = p.header(x.l, "JOBID"); x.header == nil {
		return
	}
	for line := range bytes.Lines(data) {
		x.width = max(x.width, len(bytes.TrimRight(line, "\r\n")))
	}
	no, header := x.l.no, x.header
	if !barred {
		header = x.wholeHeader()
	}
	if x.cols = aligned(header); barred {
		x.cols = bars(header)
	}
	if x.keys = p.squeueKeys(x.cols, no); x.keys == nil {
		return
	}
	x.rows()
	x.remarks()
}

// wholeHeader returns the header with the lines that continue it, if the terminal has
// wrapped it: it is as long as the longest line, and what follows are titles.
func (x *listing) wholeHeader() []byte {
	whole := x.header
	for len(lastLine(whole, x.width)) == x.width {
		ahead := *x.l
		next, more := ahead.next()
		joined := append(slices.Clone(whole), next...)
		if !more || !onlyTitles(joined, len(whole)) {
			break
		}
		whole, x.joined, *x.l = joined, true, ahead
	}
	return whole
}

// lastLine returns the part of a joined text that was its last line.
func lastLine(text []byte, width int) []byte {
	if width == 0 || len(text) == 0 {
		return nil
	}
	return text[(len(text)-1)/width*width:]
}

// onlyTitles reports whether all words that end after a place of a header are titles of
// squeue.
func onlyTitles(header []byte, from int) bool {
	some := false
	for _, c := range words(header) {
		if c.to <= from {
			continue
		}
		if some = true; squeueTitle(c.title) == noKey {
			return false
		}
	}
	return some
}

// rows reads the rows up to the end of the text. Empty rows and repeated headers are
// passed over.
func (x *listing) rows() {
	for {
		line, more := x.l.next()
		no := x.l.no
		switch {
		case !more:
			return
		case len(bytes.TrimSpace(line)) == 0:
			continue
		case bytes.Equal(line, x.header):
			if x.joined {
				x.wholeHeader()
			}
			continue
		case isPrompt(line):
			x.p.Notice(no, "%s is a prompt, and is passed over", excerpt(bytes.TrimSpace(line)))
			continue
		}
		for part := line; x.joined && len(part) == x.width; {
			if part, more = x.l.next(); !more {
				break
			}
			line = append(slices.Clone(line), part...)
		}
		x.read(line, no)
	}
}

// read reads a row: by its columns, or else together with the next line, or word by word.
// If none of them works, the row is left out.
func (x *listing) read(line []byte, no int) {
	if len(line) > MaxLine {
		x.p.leave(no, yamldoc.Mistakes{{Line: no, Text: "a line of " + strconv.Itoa(len(line)) + " bytes; " + slurmtext.Number(MaxLine) + " are allowed; leave it out"}})
		return
	}
	wrong := x.try(line, no, x.columns)
	if wrong == nil {
		return
	}
	if ahead := *x.l; !x.barred && !x.joined && len(line) == x.width {
		next, more := ahead.next()
		joined := append(slices.Clone(line), next...)
		if more && x.try(next, no, x.dry) != nil && x.try(joined, no, x.columns) == nil {
			*x.l = ahead
			x.wrapped.add(no)
			return
		}
	}
	if !x.barred && x.try(line, no, x.words) == nil {
		x.shifted.add(no)
		return
	}
	x.p.leave(no, wrong)
}

// try reads a row in a way, and returns what is wrong with it, or nil. A row with errors
// leaves no trace.
func (x *listing) try(line []byte, no int, way func([]byte, int)) yamldoc.Mistakes {
	p := x.p
	problems, clock, names, tasks, jobs, unlisted := p.Problems, p.clock, p.names, p.tasks, len(p.jobs), p.unlisted
	full := p.ignored["too many jobs"] + p.ignored["too many tasks of arrays"]
	p.Problems = yamldoc.Problems{Notices: problems.Notices}
	way(line, no)
	wrong, notices := p.Mistakes(), p.Notices
	p.Problems = problems
	if p.ignored["too many jobs"]+p.ignored["too many tasks of arrays"] > full { // of the file, not of the row
		p.Errorf(no, "%s", wrong[len(wrong)-1].Text)
		return nil
	}
	if wrong != nil {
		p.clock, p.names, p.tasks, p.jobs, p.unlisted = clock, names, tasks, p.jobs[:jobs], unlisted
		return wrong
	}
	p.Notices = notices
	return nil
}

// columns reads a row by the extents of its columns, or by its bars.
func (x *listing) columns(line []byte, no int) {
	ok := false
	if x.barred {
		x.row, ok = x.p.barred(x.cols, line, x.row[:0], no)
	} else if x.row, ok = cells(x.cols, line, x.row[:0]); !ok {
		x.p.Errorf(no, "%s does not fit the columns of the header; write the file with squeue -o %%all", excerpt(bytes.TrimSpace(line)))
	}
	if ok {
		j := jobRow{p: x.p}
		j.squeueRow(x.cols, x.keys, x.row, no, x.unsure)
	}
}

// dry finds out whether a line is a row by itself, and reads nothing.
func (x *listing) dry(line []byte, no int) {
	before, unsure := len(x.p.jobs), x.unsure
	x.unsure = map[string]int{}
	x.columns(line, no)
	if x.p.Count() == 0 && len(x.p.jobs) == before {
		x.p.Errorf(no, "no job")
	}
	x.p.jobs, x.unsure = x.p.jobs[:before], unsure
}

// words reads a row word by word. This is unambiguous if no column can be empty, and if
// the row has one word for each column, or more words and only the name can contain
// spaces.
func (x *listing) words(line []byte, no int) {
	name := -1
	for i, k := range x.keys {
		if k == kName {
			name = i
		} else if !neverEmpty(k) {
			x.p.Errorf(no, "the column %s may be empty", x.cols[i].title)
			return
		}
	}
	all := rowWords(line)
	extra := len(all) - len(x.cols)
	if extra < 0 || extra > 0 && name < 0 {
		x.p.Errorf(no, "%d words for %d columns", len(all), len(x.cols))
		return
	}
	x.row = x.row[:0]
	for i, at := 0, 0; i < len(x.cols); i++ {
		from, to := all[at].from, all[at].to
		if i == name {
			at += extra
			to = all[at].to
		}
		x.row = append(x.row, cell{text: line[from:to]})
		at++
	}
	j := jobRow{p: x.p}
	j.squeueRow(x.cols, x.keys, x.row, no, x.unsure)
}

// neverEmpty reports whether squeue always prints something in a column.
func neverEmpty(k jobKey) bool {
	switch k {
	case kPrinted, kUser, kAccount, kQOS, kPartition, kState, kReason, kPriority, kSubmit, kStart, kEnd, kElapsed, kLimit, kNodes, kCPUs, kPlace:
		return true
	}
	return false
}

// rowWords returns the words of a row. A reason in parentheses at its end is one word.
func rowWords(line []byte) []column {
	end := len(line)
	text := bytes.TrimRight(line, " ")
	if at := bytes.LastIndex(text, []byte(" (")); at >= 0 && text[len(text)-1] == ')' {
		end = at + 1
	}
	all := words(line[:end])
	if end < len(line) {
		all = append(all, column{from: end, to: len(text)})
	}
	return all
}

// leave notes that a row is left out, and why.
func (p *part) leave(line int, wrong yamldoc.Mistakes) {
	if len(p.unread) < MaxNotices {
		p.unread = append(p.unread, yamldoc.Remark{Line: line, Text: wrong[0].Text})
	}
	p.numUnread++
}

// remarks notes what was read in another way. If no row could be read, the reasons are
// errors.
func (x *listing) remarks() {
	p := x.p
	if len(p.jobs) == 0 {
		for _, r := range p.unread {
			p.Errorf(r.Line, "%s", r.Text)
		}
		p.unread, p.numUnread = nil, 0
	}
	if x.joined {
		p.Notice(0, "the terminal has wrapped the lines after %d characters; they were joined", x.width)
	}
	if w := x.wrapped; w.n > 0 {
		p.Notice(w.first, "%s in two lines, first here, because the terminal has wrapped them; they were joined", plural(w.n, "row"))
	}
	if s := x.shifted; s.n > 0 {
		p.Notice(s.first, "the columns of %s are shifted, first here; they were read word by word", plural(s.n, "row"))
	}
	for title, n := range sorted(x.unsure) {
		p.Notice(0, "%s of %s fills its column, and may be cut off; use squeue -o %%all or --json", title, plural(n, "job"))
	}
}

// isPrompt reports whether a line is a prompt of a shell, with or without a command of
// Slurm.
func isPrompt(line []byte) bool {
	text := string(bytes.TrimSpace(line))
	if text == "" {
		return false
	}
	before := text
	for _, command := range [...]string{"squeue", "sinfo", "scontrol", "sprio", "sshare", "sacctmgr"} {
		if head, rest, found := strings.Cut(text, command); found && (rest == "" || rest[0] == ' ') {
			if before = strings.TrimRight(head, " "); before == "" {
				return true
			}
			break
		}
	}
	return strings.ContainsRune("$#%>❯", []rune(before)[len([]rune(before))-1]) && (before[0] < '0' || before[0] > '9')
}
