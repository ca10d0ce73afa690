package workload

import (
	"strings"

	"hopyard/core/simtime"
)

// setList adds the value of a label that may occur several times. It reports
// whether the label is of this kind.
func (h *SWFHeader) setList(label, value string, odd *Warning) bool {
	switch label {
	case "acknowledge":
		h.Acknowledge = append(h.Acknowledge, value)
	case "information":
		h.Information = append(h.Information, value)
	case "conversion":
		h.Conversion = append(h.Conversion, value)
	case "note":
		h.Note = append(h.Note, value)
	case "queue":
		h.Queue = append(h.Queue, newSWFName(value, odd))
	case "partition":
		h.Partition = append(h.Partition, newSWFName(value, odd))
	default:
		return false
	}
	return true
}

// newSWFName parses a value such as "3 long (a day at most)".
func newSWFName(value string, odd *Warning) SWFName {
	number, rest := cutBlank(value)
	name, detail := cutBlank(rest)
	x, ok := plainWhole([]byte(number))
	if !ok {
		odd.Rule = SWFHeaderValue
		return SWFName{Number: Missing, Detail: value}
	}
	return SWFName{x, name, detail}
}

// cutBlank splits a text after its first word.
func cutBlank(s string) (word, rest string) {
	end := strings.IndexAny(s, " \t")
	if end < 0 {
		return s, ""
	}
	return s[:end], strings.Trim(s[end:], " \t")
}

// setText sets the value of a label that holds free text or one of a few fixed
// words. It reports whether the label is of this kind.
func (h *SWFHeader) setText(label, value string, odd *Warning) bool {
	to, words := (*string)(nil), ""
	switch label {
	case "version":
		to, words = &h.Version, "2 2.0 2.1 2.2"
	case "computer":
		to = &h.Computer
	case "installation":
		to = &h.Installation
	case "preemption":
		to, words = &h.Preemption, "No Yes Double TS"
	case "timezone":
		to = &h.TimeZone
	case "timezonestring":
		to = &h.TimeZoneString
	case "starttime":
		to = &h.StartTime
	case "endtime":
		to = &h.EndTime
	case "allowoveruse":
		to, words = &h.AllowOveruse, "No Yes"
	case "queues":
		to = &h.Queues
	case "partitions":
		to = &h.Partitions
	default:
		return false
	}
	*to = value
	known := words == ""
	for word := range strings.FieldsSeq(words) {
		known = known || strings.EqualFold(word, value)
	}
	if !known {
		odd.Rule = SWFHeaderValue
	}
	return true
}

// setNumber sets the value of a label that holds a number. It reports whether the
// label is of this kind.
func (h *SWFHeader) setNumber(label, value string, odd *Warning) bool {
	to := (*int64)(nil)
	switch label {
	case "maxjobs":
		to = &h.MaxJobs
	case "maxrecords":
		to = &h.MaxRecords
	case "unixstarttime":
		to = &h.UnixStartTime
	case "maxnodes":
		to = &h.MaxNodes
	case "maxprocs":
		to = &h.MaxProcs
	case "maxmemory":
		to = &h.MaxMemory
	case "maxqueues":
		to = &h.MaxQueues
	case "maxpartitions":
		to = &h.MaxPartitions
	case "maxruntime":
		d, err := simtime.Parse(value)
		if h.MaxRuntime = d; err != nil {
			h.MaxRuntime, odd.Rule = Missing*simtime.Second, SWFHeaderValue
		}
		return true
	default:
		return false
	}
	if x, ok := plainWhole([]byte(value)); ok {
		*to = x
		return true
	}
	odd.Rule = SWFHeaderValue
	first, _ := cutBlank(value) // for example 57 in "57 (178 processors)"
	if x, ok := plainWhole([]byte(first)); ok {
		*to = x
	}
	return true
}
