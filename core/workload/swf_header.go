package workload

import (
	"strings"

	"hopyard/core/simtime"
)

// HeaderLine is a comment of a trace. The comments before the first row form the
// header; comments after it keep their positions.
type HeaderLine struct {
	Line   int    // line number in the file, from 1; 0 if the comment does not come from a file
	Before int    // number of rows before the comment; 0 for the header
	Text   string // text after the ';', unchanged; empty if the line is given by Label and Value
	Label  string // label, such as "MaxJobs" in "; MaxJobs: 5000"; empty if there is none
	Value  string // value of the label, such as "5000"
}

// newHeaderLine parses a comment, splitting it if it has the form "Label: value". A
// label is one word of letters.
func newHeaderLine(text string) HeaderLine {
	h := HeaderLine{Text: text}
	label, value, labelled := strings.Cut(text, ":")
	label = strings.Trim(label, " \t")
	for _, c := range []byte(label) {
		labelled = labelled && (c|0x20 >= 'a' && c|0x20 <= 'z')
	}
	if labelled && label != "" {
		h.Label, h.Value = label, strings.Trim(value, " \t")
	}
	return h
}

// AppendText appends the comment as a line, without the line end.
func (h *HeaderLine) AppendText(dst []byte) []byte {
	dst = append(dst, ';')
	if h.Text != "" || h.Label == "" {
		return append(dst, h.Text...)
	}
	dst = append(dst, ' ')
	dst = append(dst, h.Label...)
	dst = append(dst, ": "...)
	return append(dst, h.Value...)
}

// SWFHeader holds the values of the known labels. Absent numbers are Missing,
// absent texts are empty. The header does not affect the simulation of a trace.
type SWFHeader struct {
	Version        string // "2.2"
	Computer       string
	Installation   string
	Acknowledge    []string
	Information    []string
	Conversion     []string
	MaxJobs        int64
	MaxRecords     int64  // number of rows; more than MaxJobs if parts of jobs are listed
	Preemption     string // No, Yes, Double or TS
	UnixStartTime  int64  // Unix time in seconds at the start of the trace
	TimeZone       string // deprecated: seconds to add to Unix time
	TimeZoneString string // "Europe/Stockholm"
	StartTime      string // in the format of the program date
	EndTime        string
	MaxNodes       int64
	MaxProcs       int64            // differs from MaxNodes if nodes have several processors
	MaxRuntime     simtime.Duration // -1 s if absent
	MaxMemory      int64            // KB
	AllowOveruse   string           // Yes or No: whether jobs could use more than they requested
	MaxQueues      int64
	Queues         string
	Queue          []SWFName
	MaxPartitions  int64
	Partitions     string
	Partition      []SWFName
	Note           []string
}

// SWFName is a value of the label Queue or Partition: "3 long (a day at most)".
type SWFName struct {
	Number int64
	Name   string
	Detail string
}

// Size returns the number of nodes of the machine, as the jobs of the trace count
// them: MaxNodes if the rows have node counts (SWFNodeCount), else a node for each
// processor, as in most traces. It is below 1 if the header does not say it.
func (h *SWFHeader) Size(nodeCounts bool) int64 {
	if nodeCounts {
		return h.MaxNodes
	}
	return max(h.MaxProcs, h.MaxNodes)
}

// ParseSWFHeader returns the values of the known labels, regardless of their case
// and position. It adds odd values to warnings. Cost: O(bytes).
func ParseSWFHeader(lines []HeaderLine, warnings *Report) SWFHeader {
	h := SWFHeader{
		MaxJobs: Missing, MaxRecords: Missing, UnixStartTime: Missing, MaxNodes: Missing, MaxProcs: Missing,
		MaxRuntime: Missing * simtime.Second, MaxMemory: Missing, MaxQueues: Missing, MaxPartitions: Missing,
	}
	seen := map[string]bool{}
	for _, l := range lines {
		label := strings.ToLower(l.Label)
		odd := Warning{Line: l.Line, Value: quoted([]byte(l.Value)), Other: l.Label}
		if h.setList(label, l.Value, &odd) {
			if odd.Rule != noRule {
				warnings.add(odd)
			}
			continue
		}
		if seen[label] {
			odd.Rule = SWFHeaderRepeated
			warnings.add(odd)
			continue
		}
		known := h.setText(label, l.Value, &odd) || h.setNumber(label, l.Value, &odd)
		if seen[label] = known; odd.Rule != noRule {
			warnings.add(odd)
		}
	}
	return h
}

// ConvertedBy begins the value of the label Conversion in a trace that this program
// converted from another format. The notes of such a trace say what was left out or
// assumed.
const ConvertedBy = "hopyard, from "

// ConvertedBySacct is the value of the label Conversion in a trace that was
// converted from the output of Slurm's sacct.
const ConvertedBySacct = ConvertedBy + "the output of Slurm's sacct"

// ConversionNotes returns the notes, meant for display, of a trace that this
// program converted from another format; nil for any other trace.
func (h *SWFHeader) ConversionNotes() []string {
	if len(h.Conversion) == 1 && strings.HasPrefix(h.Conversion[0], ConvertedBy) {
		return h.Note
	}
	return nil
}
