package sacct

import (
	"bytes"
	"strings"
)

// titles are the columns of sacct that are read.
var titles = [numFields]string{
	fJobID: "JobID", fJobIDRaw: "JobIDRaw", fUser: "User", fUID: "UID", fAccount: "Account", fGroup: "Group", fGID: "GID",
	fJobName: "JobName", fPartition: "Partition", fCluster: "Cluster",
	fSubmit: "Submit", fEligible: "Eligible", fStart: "Start", fEnd: "End",
	fElapsed: "Elapsed", fElapsedRaw: "ElapsedRaw", fSuspended: "Suspended", fTimelimit: "Timelimit", fTimelimitRaw: "TimelimitRaw",
	fState: "State", fAllocCPUS: "AllocCPUS", fNCPUS: "NCPUS", fReqCPUS: "ReqCPUS", fAllocNodes: "AllocNodes", fNNodes: "NNodes", fReqNodes: "ReqNodes",
	fReqMem: "ReqMem", fAllocTRES: "AllocTRES", fReqTRES: "ReqTRES", fNodeList: "NodeList", fRestarts: "Restarts",
}

// columnOf is the field of a column, in whatever case its name is written; noField
// for those that are not read.
func columnOf(name []byte) field {
	for f, title := range titles {
		if f > 0 && strings.EqualFold(title, string(name)) {
			return field(f)
		}
	}
	return noField
}

// letter reports whether a byte can stand in the name of a column.
func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// separator is what stands between the columns of a header line: whatever is
// behind the first name, up to the next one.
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

// isHeader reports whether a line is a header of -P or -p: names with one
// separator between them, which is not blank, JobID or JobIDRaw among them.
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

// isAligned reports whether a text is in columns of blanks, as sacct prints without
// -P: below the names there are dashes.
func isAligned(first, rest []byte) bool {
	second, _, _ := cutAt(rest, '\n')
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

// isRow reports whether a line looks like a row of -P without its header: an id
// and some columns behind it.
func isRow(line []byte) bool {
	id, _, _ := cutAt(line, '|')
	return count(line, []byte{'|'}) > 3 && new(row).setID(id, true) == nil
}

// layout is where the columns of a text are.
type layout struct {
	sep    []byte
	fields []field // by column; noField for those that are not read
	has    [numFields]bool
	id     int // the column that tells steps from jobs
}

// newLayout reads a header line. Faults: none of the columns that say which job,
// when, or how large; a column twice.
func newLayout(line []byte) (*layout, Faults) {
	l := &layout{sep: bytes.Clone(separator(line)), id: -1}
	var faults Faults
	for name := range split(line, l.sep) {
		f := columnOf(name)
		if f != noField && l.has[f] {
			faults = append(faults, &LineError{Problem: "column " + quoted(name) + " stands twice", Fix: "name it once in --format"})
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
		faults = append(faults, &LineError{Problem: "no column says " + what, Fix: fix + "; this has all that is used: " + recommended})
	}
	needs("when jobs were submitted", "add Submit to --format", fSubmit, fEligible)
	needs("when jobs started", "add Start to --format", fStart)
	needs("how long jobs ran", "add ElapsedRaw or End to --format", fElapsed, fElapsedRaw, fEnd)
	needs("how large jobs are", "add AllocCPUS or AllocNodes to --format", fAllocCPUS, fNCPUS, fAllocNodes, fNNodes, fAllocTRES, fReqCPUS, fReqNodes, fReqTRES)
	return l, faults
}
