package workload

import (
	"strings"

	"hopyard/core/simtime"
)

// HeaderLine is one comment of a trace. Those before the first row are the
// header; the others keep their place.
type HeaderLine struct {
	Line   int    // of the file, from 1; 0 if it comes from none
	Before int    // how many rows stand before it: 0 for the header
	Text   string // what follows the ';', as it stands; empty if Label says it
	Label  string // "MaxJobs" of "; MaxJobs: 5000"; empty if it has none
	Value  string // "5000" of it
}

// newHeaderLine splits "Label: value". A label is one word of letters.
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

// AppendText appends the comment as a line, without its end.
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

// SWFHeader is what the labels of the format say. Numbers that are absent are
// Missing, texts that are absent are empty. Nothing of it changes how a trace
// is simulated.
type SWFHeader struct {
	Version        string // "2.2"
	Computer       string
	Installation   string
	Acknowledge    []string
	Information    []string
	Conversion     []string
	MaxJobs        int64
	MaxRecords     int64  // rows; more than MaxJobs if parts of jobs are listed
	Preemption     string // No, Yes, Double or TS
	UnixStartTime  int64  // seconds of Unix time at the zero of the trace
	TimeZone       string // deprecated: seconds to add to Unix time
	TimeZoneString string // "Europe/Stockholm"
	StartTime      string // as date writes it
	EndTime        string
	MaxNodes       int64
	MaxProcs       int64            // differs from MaxNodes if nodes have several processors
	MaxRuntime     simtime.Duration // -1 s if absent
	MaxMemory      int64            // KB
	AllowOveruse   string           // Yes or No: jobs could use more than they requested
	MaxQueues      int64
	Queues         string
	Queue          []SWFName
	MaxPartitions  int64
	Partitions     string
	Partition      []SWFName
	Note           []string
}

// SWFName is one Queue or Partition of the header: "3 long (a day at most)".
type SWFName struct {
	Number int64
	Name   string
	Detail string
}

// ParseSWFHeader reads the known labels, in whatever case they are written
// and wherever they stand. Odd values are added to warnings. Cost: O(bytes).
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

// ConvertedBySacct is the Conversion in the header of a trace that was made of
// what Slurm's sacct prints. Its notes say what was left out or assumed.
const ConvertedBySacct = "hopyard, from the output of Slurm's sacct"

// ConversionNotes are the notes of a trace that was made of another format here,
// for people; nil for any other trace.
func (h *SWFHeader) ConversionNotes() []string {
	if len(h.Conversion) == 1 && h.Conversion[0] == ConvertedBySacct {
		return h.Note
	}
	return nil
}
