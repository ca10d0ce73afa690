package slurmstate

import (
	"bytes"
	"strconv"
	"strings"

	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
)

// excerpt returns an untrusted text for a message.
func excerpt(text []byte) string { return slurmtext.Quoted(text) }

// fault is an error in a value: what is wrong with it, and what to do, unless the
// problem says so already. The reader adds file, line, place and value.
type fault struct{ problem, fix string }

// Largest values.
const (
	mostCount    = 1_000_000_000
	mostPriority = 1 << 32
	mostMemory   = 1 << 40 // MiB
	mostNice     = 1 << 31
)

// blank reports whether a text is one of Slurm's words for a missing value.
func blank(text []byte) bool {
	switch string(text) {
	case "", "(null)", "N/A", "n/a", "NONE", "none":
		return true
	}
	return false
}

// setWhole parses a number. Numbers that Slurm writes for a missing value or for no
// limit become 0.
func setWhole(to *int64, text []byte, most int64) *fault {
	switch string(text) {
	case "", "(null)", "N/A", "n/a", "*", "UNLIMITED", "INFINITE", "infinite", "4294967294", "4294967295", "18446744073709551614", "18446744073709551615":
		*to = 0
		return nil
	}
	x, ok := slurmtext.ParseWhole(text, most)
	if !ok {
		return &fault{"is not a whole number from 0 to " + slurmtext.Number(most), "leave it as Slurm prints it"}
	}
	*to = x
	return nil
}

// setCount parses a number of nodes, CPUs or tasks. Slurm may print 2048 as 2K.
func setCount(to *int64, text []byte) *fault {
	unit := int64(1)
	if n := len(text); n > 1 && (text[n-1] == 'K' || text[n-1] == 'M') && text[n-2] != ' ' {
		unit = 1 << 10
		if text[n-1] == 'M' {
			unit = 1 << 20
		}
		text = text[:n-1]
	}
	f := setWhole(to, text, mostCount/unit)
	*to *= unit
	return f
}

// setSigned parses a number that may be negative.
func setSigned(to *int64, text []byte, most int64) *fault {
	digits := bytes.TrimPrefix(text, []byte{'-'})
	var x int64
	if f := setWhole(&x, digits, most); f != nil {
		return &fault{"is not a whole number from -" + slurmtext.Number(most) + " to " + slurmtext.Number(most), f.fix}
	}
	if len(digits) < len(text) {
		x = -x
	}
	*to = x
	return nil
}

// setSpan parses a duration. No limit becomes 0.
func setSpan(to *int64, text []byte) *fault {
	switch string(text) {
	case "", "UNLIMITED", "INFINITE", "infinite", "NOT_SET", "Partition_Limit", "N/A", "NONE", "n/a", "INVALID":
		*to = 0
		return nil
	}
	x, ok := slurmtext.ParseSpan(text)
	if !ok {
		return &fault{"is not a duration of at most " + slurmtext.Number(slurmtext.Longest) + " s", "leave it as Slurm prints it, such as 30:00, 8:00:00 or 1-00:00:00"}
	}
	*to = x
	return nil
}

// setMinutes parses a duration in minutes.
func setMinutes(to *int64, text []byte) *fault {
	f := setWhole(to, text, slurmtext.Longest/60)
	*to *= 60
	return f
}

// setConfSpan parses a duration of slurm.conf: minutes, minutes:seconds,
// hours:minutes:seconds, days-hours, or days-hours:minutes:seconds.
func setConfSpan(to *int64, text []byte) *fault {
	switch days, hours, ok := slurmtext.CutAt(text, '-'); {
	case ok:
		d, ok1 := slurmtext.ParseWhole(days, slurmtext.Longest/86400)
		rest := hours
		if bytes.IndexByte(hours, ':') < 0 {
			rest = append(bytes.Clone(hours), ":00:00"...)
		} else if bytes.Count(hours, []byte{':'}) == 1 {
			rest = append(bytes.Clone(hours), ":00"...)
		}
		x, ok2 := slurmtext.ParseSpan(rest)
		if !ok1 || !ok2 {
			break
		}
		*to = d*86400 + x
		return nil
	case bytes.IndexByte(text, ':') < 0 && len(text) > 0 && text[0] >= '0' && text[0] <= '9':
		if setMinutes(to, text) != nil {
			break
		}
		return nil
	default:
		return setSpan(to, text)
	}
	return &fault{"is not a duration of at most " + slurmtext.Number(slurmtext.Longest) + " s", "write minutes, or a duration such as 8:00:00 or 1-0"}
}

// setInstant parses a time. All times of an output must be of one clock.
func (p *part) setInstant(to *int64, text []byte) *fault {
	if string(text) == "4294967294" || string(text) == "UNLIMITED" || string(text) == "(null)" {
		*to = 0
		return nil
	}
	at, clock, ok := slurmtext.ParseInstant(text)
	switch {
	case !ok:
		return &fault{"is not a time", "let Slurm print times as 2024-03-01T10:00:00, with SLURM_TIME_FORMAT=standard"}
	case clock != slurmtext.NoClock && p.clock != slurmtext.NoClock && clock != p.clock:
		return &fault{"cannot be compared with an earlier time of the file, as only one of them has a time zone", "give all times in one form"}
	}
	*to = max(at, 0)
	p.clock = max(p.clock, clock)
	return nil
}

// setMemory parses an amount of memory, in MiB if it has no unit.
func setMemory(to *int64, text []byte) *fault {
	if blank(text) || string(text) == "UNLIMITED" {
		*to = 0
		return nil
	}
	x, ok := slurmtext.ParseMemory(text, 'M')
	if !ok {
		return &fault{"is not an amount of memory", "leave it as Slurm prints it, such as 4000M or 16G"}
	}
	*to = (x + 1023) / 1024
	return nil
}

// setText stores a text, or "" for a missing one.
func (p *part) setText(to *string, text []byte) *fault {
	if len(text) > MaxLine {
		return &fault{"has " + strconv.Itoa(len(text)) + " bytes; 1048576 are allowed", "leave it out"}
	}
	if string(text) == "(null)" || string(text) == "N/A" {
		text = nil
	}
	*to = p.intern(text)
	return nil
}

// intern returns a text as a string that is shared with equal ones before.
func (p *part) intern(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	if s, ok := p.strings[string(text)]; ok {
		return s
	}
	s := string(text)
	if len(p.strings) < 1<<16 {
		p.strings[s] = s
	}
	return s
}

// setWords parses a list with commas.
func (p *part) setWords(to *[]string, text []byte) *fault {
	*to = nil
	if blank(text) {
		return nil
	}
	if len(text) > MaxLine {
		return &fault{"has " + strconv.Itoa(len(text)) + " bytes; 1048576 are allowed", "leave it out"}
	}
	if bytes.IndexByte(text, ',') < 0 {
		s := p.intern(text)
		if p.single[s] == nil {
			p.single[s] = []string{s}
		}
		*to = p.single[s][:1:1]
		return nil
	}
	for more := true; more; {
		var word []byte
		word, text, more = slurmtext.CutAt(text, ',')
		if word = bytes.TrimSpace(word); len(word) > 0 {
			*to = append(*to, p.intern(word))
		}
	}
	return nil
}

// setHosts expands a host list.
func (p *part) setHosts(to *[]string, text []byte) *fault {
	*to = nil
	if blank(text) || string(text) == "None" {
		return nil
	}
	names, err := slurm.ExpandHosts(string(text), min(topology.MaxNodes, MaxNames-p.names))
	switch {
	case err == nil:
	case MaxNames-p.names < topology.MaxNodes && strings.HasSuffix(err.Error(), "the maximum"):
		return &fault{"has more names than all lists of nodes together may have, " + slurmtext.Number(MaxNames), "leave out jobs that have ended"}
	default:
		return &fault{"is not a list of nodes: " + err.Error(), ""}
	}
	p.names += len(names)
	*to = names
	return nil
}

// gpusOf returns the GPUs in a list of generic resources such as gpu:a100:2(S:0-1),
// and gres:gpu:2 or gres/gpu:a100:2 as squeue prints them.
func gpusOf(text []byte) (n int64, f *fault) {
	if blank(text) {
		return 0, nil
	}
	for rest, more := text, true; more; {
		var item []byte
		item, rest, more = cutOutside(rest)
		item, _, _ = slurmtext.CutAt(item, '(')
		for _, prefix := range [...]string{"gres:", "gres/"} {
			item = bytes.TrimPrefix(item, []byte(prefix))
		}
		kind, count, typed := slurmtext.CutAt(item, ':')
		if !typed {
			kind, count, typed = slurmtext.CutAt(item, '=')
		}
		if string(kind) != "gpu" {
			continue
		}
		if !typed {
			n++
			continue
		}
		if at := bytes.LastIndexAny(count, ":="); at >= 0 {
			count = count[at+1:]
		}
		x, ok := slurmtext.ParseWhole(count, mostCount)
		switch {
		case ok:
			n += x
		case len(count) > 0 && (count[0] < '0' || count[0] > '9') && count[0] != '-': // a type without a count
			n++
		default:
			return 0, &fault{"has no readable count of GPUs", "leave it as Slurm prints it, such as gpu:a100:2"}
		}
	}
	return n, nil
}

// cutOutside splits a list at the first comma outside of parentheses.
func cutOutside(text []byte) (item, rest []byte, more bool) {
	depth := 0
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth <= 0:
			return text[:i], text[i+1:], true
		}
	}
	return text, nil, false
}

// tresGPUs returns the GPUs in a list of trackable resources such as
// cpu=4,mem=2000M,gres/gpu=2,gres/gpu:a100=2. Counts by type matter only if there is
// no total.
func tresGPUs(text []byte) (n int64, f *fault) {
	total, typed := int64(-1), int64(0)
	if blank(text) {
		return 0, nil
	}
	for more := true; more; {
		var item []byte
		item, text, more = slurmtext.CutAt(text, ',')
		name, count, ok := slurmtext.CutAt(item, '=')
		if !ok {
			return 0, &fault{"is not a list of resources", "leave it as Slurm prints it, such as cpu=8,mem=16G,node=1"}
		}
		if !bytes.HasPrefix(name, []byte("gres/gpu")) {
			continue
		}
		x, ok := slurmtext.ParseWhole(count, mostCount)
		switch {
		case !ok:
			return 0, &fault{"has no readable count of GPUs", "leave it as Slurm prints it, such as gres/gpu=2"}
		case string(name) == "gres/gpu":
			total = x
		case strings.HasPrefix(string(name), "gres/gpu:"):
			typed += x
		}
	}
	if total >= 0 {
		return total, nil
	}
	return typed, nil
}

// jobStates lists the states of jobs with the codes that squeue prints.
var jobStates = [...][2]string{
	{"PENDING", "PD"}, {"RUNNING", "R"}, {"COMPLETING", "CG"}, {"COMPLETED", "CD"}, {"SUSPENDED", "S"}, {"CONFIGURING", "CF"},
	{"FAILED", "F"}, {"CANCELLED", "CA"}, {"TIMEOUT", "TO"}, {"NODE_FAIL", "NF"}, {"PREEMPTED", "PR"}, {"BOOT_FAIL", "BF"},
	{"DEADLINE", "DL"}, {"OUT_OF_MEMORY", "OO"}, {"OUT_OF_MEMORY", "OOM"}, {"REQUEUED", "RQ"}, {"REQUEUE_HOLD", "RH"}, {"REQUEUE_FED", "RF"},
	{"RESV_DEL_HOLD", "RD"}, {"RESIZING", "RS"}, {"REVOKED", "RV"}, {"SIGNALING", "SI"}, {"SPECIAL_EXIT", "SE"}, {"STAGE_OUT", "SO"},
	{"STOPPED", "ST"}, {"LAUNCH_FAILED", "LF"}, {"POWER_UP_NODE", "PO"}, {"RECONFIG_FAIL", "RG"}, {"UPDATE_DB", "UD"}, {"EXPEDITING", "EX"},
}

// jobState returns the full name of a state. squeue -l cuts names off after 8 bytes;
// such a beginning counts if it belongs to one state only.
func jobState(text []byte) (string, bool) {
	found := ""
	for i := range jobStates {
		name := jobStates[i][0]
		if string(text) == name || string(text) == jobStates[i][1] {
			return name, true
		}
		if len(text) >= 8 && strings.HasPrefix(name, string(text)) && name != found {
			if found != "" {
				return "", false
			}
			found = name
		}
	}
	return found, found != ""
}

// nodeWord returns what Slurm's words for states of nodes mean, in short, in full and as
// flags. The state is that of a node with this word alone; a word that does not tell how
// much of the node is in use is vague.
func nodeWord(word string) (state NodeState, drained, vague, known bool) {
	switch word {
	case "idle", "plnd", "planned":
		return NodeIdle, false, false, true
	case "mix", "mixed":
		return NodeMixed, false, false, true
	case "alloc", "allocated":
		return NodeAllocated, false, false, true
	case "comp", "completing":
		return NodeCompleting, false, false, true
	case "down", "error", "future", "futr", "inval", "invalid_reg", "boot", "reboot":
		return NodeDown, false, false, true
	case "unk", "unknown":
		return NodeUnknown, false, false, true
	case "drain", "drained":
		return NodeIdle, true, false, true
	case "drng", "draining", "failg", "failing":
		return NodeMixed, true, true, true
	case "fail":
		return NodeIdle, true, true, true
	case "resv", "reserved", "maint", "npc", "perfctrs", "pow_dn", "powering_down", "pow_up", "powering_up", "powered_down", "power_down", "block", "blocked":
		return NodeIdle, false, true, true
	}
	return 0, false, false, false
}

// nodeFlags lists the flags after a state that change nothing.
const nodeFlags = " planned reserved maintenance maint powered_down powering_down powering_up power_down power_up power_drain power_save pow_up cloud reboot_requested reboot_issued reboot reboot_canceled dynamic_future dynamic_norm res reserved perfctrs blocked undrain resume npc dynamic external "

// setNodeState parses a state of a node, such as mix, drng*, MIXED+DRAIN or
// idle,DRAIN.
func setNodeState(n *record[Node], text []byte) (ignored string, f *fault) {
	low := strings.ToLower(string(text))
	words := strings.FieldsFunc(low, func(c rune) bool { return c == '+' || c == ',' })
	bad := &fault{"is not a state of a node", "leave it as Slurm prints it, such as idle, mix, drng or MIXED+DRAIN"}
	if len(words) == 0 {
		return "", bad
	}
	base := strings.TrimRight(words[0], "*~#!%$@^-")
	state, drained, vague, known := nodeWord(base)
	if !known {
		return "", bad
	}
	silent := strings.Contains(words[0][len(base):], "*")
	for _, flag := range words[1:] {
		clean := strings.TrimRight(flag, "*~#!%$@^-")
		silent = silent || len(clean) < len(flag) && strings.Contains(flag[len(clean):], "*")
		switch {
		case clean == "drain" || clean == "fail":
			drained = true
		case clean == "not_responding" || clean == "no_respond" || clean == "invalid_reg" || clean == "inval" || clean == "future":
			silent = true
		case clean == "completing":
			if state != NodeAllocated {
				state = NodeCompleting
			}
		case !strings.Contains(nodeFlags, " "+clean+" "):
			ignored = clean
		}
	}
	if silent {
		state = NodeDown
	}
	n.value.State, n.value.Drained = state, drained
	n.have |= nState | nDrained
	if vague {
		n.cut |= nState
	}
	return ignored, nil
}

// setPartitionState parses a state of a partition.
func setPartitionState(to *PartitionState, text []byte) *fault {
	switch strings.ToLower(string(text)) {
	case "up":
		*to = PartitionUp
	case "down":
		*to = PartitionDown
	case "drain":
		*to = PartitionDrain
	case "inact", "inactive":
		*to = PartitionInactive
	default:
		return &fault{"is not a state of a partition", "leave it as Slurm prints it: up, down, drain or inactive"}
	}
	return nil
}

// setPreemptMode stores the preemption mode of a partition, in lower case. GANG, which
// may stand beside a mode, is left out.
func setPreemptMode(to *string, text []byte) *fault {
	*to = ""
	for word := range strings.SplitSeq(strings.ToLower(string(text)), ",") {
		switch word = strings.TrimSpace(word); word {
		case "off", "cancel", "requeue", "suspend", "within":
			*to = word
		case "gang", "cluster", "":
		default:
			return &fault{"is not a preemption mode", "leave it as Slurm prints it: OFF, CANCEL, REQUEUE or SUSPEND"}
		}
	}
	return nil
}

// valueOf returns the value of a setting. Names are compared without regard to case.
func valueOf(all []Setting, name string) string {
	for i := range all {
		if strings.EqualFold(all[i].Name, name) {
			return all[i].Value
		}
	}
	return ""
}
