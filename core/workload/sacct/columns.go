package sacct

import (
	"bytes"
	"strings"

	"hopyard/core/slurmtext"
)

// titles maps fields to the names of their columns.
var titles = [numFields]string{
	fJobID: "JobID", fJobIDRaw: "JobIDRaw", fUser: "User", fUID: "UID", fAccount: "Account", fGroup: "Group", fGID: "GID",
	fJobName: "JobName", fPartition: "Partition", fCluster: "Cluster",
	fSubmit: "Submit", fEligible: "Eligible", fStart: "Start", fEnd: "End",
	fElapsed: "Elapsed", fElapsedRaw: "ElapsedRaw", fSuspended: "Suspended", fTimelimit: "Timelimit", fTimelimitRaw: "TimelimitRaw",
	fState: "State", fAllocCPUS: "AllocCPUS", fNCPUS: "NCPUS", fReqCPUS: "ReqCPUS", fAllocNodes: "AllocNodes", fNNodes: "NNodes", fReqNodes: "ReqNodes",
	fReqMem: "ReqMem", fAllocTRES: "AllocTRES", fReqTRES: "ReqTRES", fNodeList: "NodeList", fRestarts: "Restarts",
	fQOS: "QOS", fPriority: "Priority", fReservation: "Reservation", fReason: "Reason", fSubmitLine: "SubmitLine",
}

// columnOf returns the field of a column, ignoring case, or noField if the column
// is not read.
func columnOf(name []byte) field {
	for f, title := range titles {
		if f > 0 && strings.EqualFold(title, string(name)) {
			return field(f)
		}
	}
	return noField
}

// letter reports whether a byte can be part of the name of a column.
func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// separator returns the text between the columns of a header line: everything
// between the first name and the second.
func separator(line []byte) []byte {
	first := 0
	for first < len(line) && letter(line[first]) {
		first++
	}
	end := first
	for end < len(line) && !letter(line[end]) {
		end++
	}
	return line[first:end]
}

// isHeader reports whether a line is a header of sacct -P or -p: a list of names
// that contains JobID or JobIDRaw. The separator between the names must not consist
// of blanks.
func isHeader(line []byte) bool {
	sep := separator(line)
	if len(trim(sep)) == 0 && string(sep) != "\t" || len(sep) > 8 {
		return false
	}
	for name := range split(line, sep) {
		if f := columnOf(name); f == fJobID || f == fJobIDRaw {
			return true
		}
	}
	return false
}

// isAligned reports whether a text has aligned columns, as sacct prints them
// without -P: the line below the names consists of dashes.
func isAligned(first, rest []byte) bool {
	second, _, _ := slurmtext.CutAt(rest, '\n')
	second = trim(second)
	if len(second) == 0 || strings.Trim(string(second), "- ") != "" {
		return false
	}
	for name := range strings.FieldsSeq(string(first)) {
		if columnOf([]byte(name)) != noField {
			return true
		}
	}
	return false
}

// isRow reports whether a line looks like a row of sacct -P without a header: an id
// followed by several columns.
func isRow(line []byte) bool {
	id, _, _ := slurmtext.CutAt(line, '|')
	return count(line, []byte{'|'}) > 3 && new(row).setID(id, true) == nil
}

// layout describes the columns of a text.
type layout struct {
	sep    []byte
	fields []field // field of each column; noField for columns that are not read
	has    [numFields]bool
	id     int // index of the column whose ids distinguish steps from jobs
}

// newLayout parses a header line. Faults: no column for submit time, start time,
// run time or size; a column that occurs twice. Unless records is set, columns that
// only ReadRecords uses are not read.
func newLayout(line []byte, records bool) (*layout, Faults) {
	l := &layout{sep: bytes.Clone(separator(line)), id: -1}
	var faults Faults
	command := recommendedFor(records)
	for name := range split(line, l.sep) {
		f := columnOf(name)
		if f > fRestarts && !records {
			f = noField
		}
		if f != noField && l.has[f] {
			faults = append(faults, &LineError{Problem: "column " + slurmtext.Quoted(name) + " is given twice", Fix: "name it once in --format"})
		}
		if f == fJobID || f == fJobIDRaw && !l.has[fJobID] {
			l.id = len(l.fields)
		}
		l.has[f] = true
		l.fields = append(l.fields, f)
	}
	needs := func(what, fix string, any ...field) {
		for _, f := range any {
			if l.has[f] {
				return
			}
		}
		faults = append(faults, &LineError{Problem: "no column says " + what, Fix: fix + "; this command prints all that is used: " + command})
	}
	needs("when jobs were submitted", "add Submit to --format", fSubmit, fEligible)
	needs("when jobs started", "add Start to --format", fStart)
	needs("how long jobs ran", "add ElapsedRaw or End to --format", fElapsed, fElapsedRaw, fEnd)
	needs("how large jobs are", "add AllocCPUS or AllocNodes to --format", fAllocCPUS, fNCPUS, fAllocNodes, fNNodes, fAllocTRES, fReqCPUS, fReqNodes, fReqTRES)
	return l, faults
}
