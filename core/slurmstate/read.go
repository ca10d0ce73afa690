package slurmstate

import (
	"bytes"
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/yamldoc"
)

// More limits.
const (
	maxNodes        = topology.MaxNodes
	maxPartitions   = 10_000
	maxReservations = 10_000
	maxFiles        = 100
)

// Read joins the outputs of Slurm's commands into one snapshot. The order of the files
// does not matter, but for outputs of the same command, of which the first wins. The
// error is of type Mistakes and lists what is wrong, at most yamldoc.MaxMistakes
// entries for each file. Cost: O(bytes + jobs + names in host lists).
func Read(files []File) (*Snapshot, error) {
	var wrong Mistakes
	total := 0
	for i := range files {
		total += len(files[i].Data)
	}
	switch {
	case len(files) == 0:
		wrong = append(wrong, FileRemark{"", yamldoc.Remark{Text: "no file; give the outputs of squeue --json and sinfo --json"}})
	case len(files) > maxFiles:
		wrong = append(wrong, FileRemark{"", yamldoc.Remark{Text: slurmtext.Number(int64(len(files))) + " files; give 100 at most"}})
	case total > MaxBytes:
		wrong = append(wrong, FileRemark{"", yamldoc.Remark{Text: "the files have " + slurmtext.Number(int64(total)) + " bytes; " + slurmtext.Number(MaxBytes) + " are allowed: give fewer"}})
	}
	if wrong != nil {
		return nil, wrong
	}
	var parts []*part
	for i := range files {
		p := readPart(&files[i])
		for _, r := range p.Mistakes() {
			wrong = append(wrong, FileRemark{p.name, r})
		}
		parts = append(parts, p)
	}
	if wrong != nil {
		return nil, wrong
	}
	m := &merger{parts: parts, s: &Snapshot{}}
	m.merge()
	return m.s, nil
}

// readPart reads one file.
func readPart(f *File) *part {
	data := bytes.TrimPrefix(f.Data, []byte("\uFEFF"))
	k, read, problem := sniff(data)
	p := newPart(f, k)
	if problem != "" {
		p.Errorf(0, "%s", problem)
		return p
	}
	read(p, data)
	if p.Count() == 0 && len(p.jobs)+len(p.nodes)+len(p.partitions)+len(p.reservations)+len(p.priorities)+len(p.shares)+len(p.qos)+len(p.assocs)+len(p.settings.General)+len(p.settings.SchedulerParameters) == 0 {
		p.Notice(0, "the output lists nothing")
	}
	for what, line := range sorted(p.ignored) {
		p.Notice(line, "ignored: %s", what)
	}
	return p
}

// sorted yields the entries of a map in the order of their keys.
func sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}

const whatToGive = "give outputs of squeue, sinfo, scontrol show job, node, partition or reservation, sprio -l, sshare -l, sacctmgr show qos or assoc, or slurm.conf"

// sniff recognizes a format by the first lines. It returns a problem if it knows none.
func sniff(data []byte) (k kind, read func(*part, []byte), problem string) {
	first := bytes.TrimLeft(data, " \t\r\n")
	if len(first) == 0 {
		return 0, nil, "the file is empty; " + whatToGive
	}
	if first[0] == '{' {
		return jsonOutput, (*part).readJSON, ""
	}
	l := lineReader{rest: data}
	for range 50 {
		line, ok := l.next()
		if !ok {
			break
		}
		text := bytes.TrimSpace(line[:min(len(line), 1<<13)])
		switch {
		case len(text) == 0 || text[0] == '#':
			continue
		case headOf(text) == 1 && !bytes.Contains(data, []byte("CPUAlloc=")), headOf(text) == 2 && !bytes.Contains(data, []byte("TotalNodes=")):
			return confText, (*part).readConf, ""
		case headOf(text) >= 0 || isNothing(text):
			return scontrolText, (*part).readScontrol, ""
		}
		if k, read, problem := sniffTable(text); read != nil || problem != "" {
			return k, read, problem
		}
		if _, ok := parseDate(text); ok || isPrompt(text) {
			continue
		}
		key, _, ok := bytes.Cut(text, []byte{'='})
		if word := bytes.TrimSpace(key); ok && len(word) > 0 && !bytes.ContainsAny(word, " \t|\"") || bytes.HasPrefix(text, []byte("Configuration data as of ")) || bytes.HasPrefix(text, []byte("Include ")) {
			return confText, (*part).readConf, ""
		}
		break
	}
	return 0, nil, "the file begins with " + excerpt(first[:min(len(first), bytes.IndexByte(append(first[:len(first):len(first)], '\n'), '\n'))]) + ", which no known output does; " + whatToGive
}

// sniffTable recognizes the header line of a table.
func sniffTable(line []byte) (k kind, read func(*part, []byte), problem string) {
	barred := bytes.IndexByte(line, '|') >= 0
	has := func(titles ...string) bool {
		all := words(bytes.ReplaceAll(line, []byte{'|'}, []byte{' '}))
		for _, title := range titles {
			if !slices.ContainsFunc(all, func(c column) bool { return c.title == title }) {
				return false
			}
		}
		return true
	}
	switch {
	case bytes.HasPrefix(line, []byte("LicenseName=")):
		return 0, nil, "licenses are not read; leave the file out"
	case has("JobID", "State"), has("JobID", "Elapsed"):
		return 0, nil, "this is the output of sacct, which tells of the past; " + whatToGive
	case has("REASON", "USER", "TIMESTAMP", "NODELIST") && !has("PARTITION"):
		return 0, nil, "sinfo -R cuts reasons off and is not read; write the file with sinfo -N -l or sinfo --json"
	case bytes.Contains(line, []byte("error:")):
		return 0, nil, "the command failed with " + excerpt(line) + "; run it again"
	case has("JOBID", "PRIORITY") && !has("STATE") && !has("ST") && !has("NODELIST(REASON)"):
		return sprioColumns, (*part).readSprio, ""
	case has("JOBID") && barred:
		return squeueBars, func(p *part, data []byte) { p.readSqueue(data, true) }, ""
	case has("JOBID"):
		return squeueColumns, func(p *part, data []byte) { p.readSqueue(data, false) }, ""
	case has("Account", "RawShares"):
		return sshareTable, (*part).readSshare, ""
	}
	switch qos, assoc := isAccounting(has); {
	case assoc:
		return assocTable, (*part).readAssoc, ""
	case qos:
		return qosTable, (*part).readQOS, ""
	case has("PARTITION", "NODELIST") && barred:
		return sinfoBars, func(p *part, data []byte) { p.readSinfo(data, true) }, ""
	case has("PARTITION", "NODELIST"):
		return sinfoColumns, func(p *part, data []byte) { p.readSinfo(data, false) }, ""
	}
	return 0, nil, ""
}

// merger joins parts.
type merger struct {
	parts []*part
	s     *Snapshot
	local bool // instants are local times taken as UTC
}

// merge fills the snapshot.
func (m *merger) merge() {
	slices.SortStableFunc(m.parts, func(a, b *part) int { return cmp.Compare(a.kind, b.kind) })
	m.zones()
	jobs := join(m, "job", func(p *part) []record[JobInfo] { return p.jobs }, func(j *JobInfo) string { return j.ID }, jobFields())
	nodes := join(m, "node", func(p *part) []record[Node] {
		for i := range p.nodes {
			slices.Sort(p.nodes[i].value.Partitions)
		}
		return p.nodes
	}, func(n *Node) string { return n.Name }, nodeFields())
	partitions := join(m, "partition", func(p *part) []record[Partition] {
		for i := range p.partitions {
			slices.SortFunc(p.partitions[i].value.Nodes, slurm.CompareHosts)
		}
		return p.partitions
	}, func(p *Partition) string { return p.Name }, partitionFields())
	reservations := join(m, "reservation", func(p *part) []record[ReservationInfo] { return p.reservations }, func(r *ReservationInfo) string { return r.Name }, reservationFields())
	partitions = m.named(nodes, partitions)
	m.members(nodes, partitions)
	jobs = m.cutArrays(jobs)
	m.cutPartitions(jobs, partitions)
	m.limits(jobs, partitions)
	m.s.Jobs, m.s.Nodes, m.s.Partitions, m.s.Reservations = values(jobs), values(nodes), values(partitions), values(reservations)
	m.priorities()
	m.now()
	for _, p := range m.parts {
		if m.s.Shares == nil {
			m.s.Shares = p.shares
		} else if p.shares != nil {
			p.Notice(0, "a second output of sshare is ignored")
		}
		if m.s.Settings.General == nil && m.s.Settings.SchedulerParameters == nil {
			m.s.Settings = p.settings
		} else if p.settings.General != nil {
			p.Notice(0, "the settings of a second configuration are ignored")
		}
	}
	m.accounting()
	for _, p := range m.parts {
		for _, r := range p.Notices {
			m.notice(p.name, r.Line, r.Text)
		}
		for _, r := range p.unread {
			m.s.Unread = append(m.s.Unread, FileRemark{p.name, r})
		}
		m.s.NumUnread += p.numUnread
		if p.unlisted > 0 {
			m.notice(p.name, 0, plural(p.unlisted, "more notice")+" not listed")
		}
	}
}

func (m *merger) notice(file string, line int, text string) {
	m.s.Notices = append(m.s.Notices, FileRemark{file, yamldoc.Remark{Line: line, Text: text}})
}

// values returns the values of records.
func values[T any](all []record[T]) []T {
	out := make([]T, len(all))
	for i := range all {
		out[i] = all[i].value
	}
	return out
}

// conflict counts the values of a field that two parts give differently.
type conflict struct {
	count int
	line  int
	text  string // about the first
}

// join merges the records of all parts by their keys. The first part that gives a
// field wins, unless its value is cut off or vague.
func join[T any](m *merger, what string, of func(*part) []record[T], key func(*T) string, fields []mergeField[T]) []record[T] {
	var all []record[T]
	at := map[string]int{}
	for _, p := range m.parts {
		conflicts := make([]conflict, len(fields))
		twice := 0
		own := of(p)
		if all == nil {
			all = slices.Grow(all, len(own))
		}
		for i := range own {
			r := &own[i]
			name := key(&r.value)
			to, ok := at[name]
			if !ok {
				at[name] = len(all)
				all = append(all, *r)
				continue
			}
			twice++
			mergeRecord(&all[to], r, fields, conflicts, what, name)
		}
		for i, c := range conflicts {
			if c.count > 1 {
				p.Notice(c.line, "the %s of %d %ss differs from that in another output, which is used; first, %s", fields[i].name, c.count, what, c.text)
			} else if c.count == 1 {
				p.Notice(c.line, "the %s of a %s differs from that in another output, which is used: %s", fields[i].name, what, c.text)
			}
		}
	}
	return all
}

// mergeRecord adds to a record what another one knows about the same object.
func mergeRecord[T any](to, from *record[T], fields []mergeField[T], conflicts []conflict, what, name string) {
	for i := range fields {
		f := &fields[i]
		switch {
		case from.have&f.bit == 0:
		case to.have&f.bit == 0 || to.cut&f.bit != 0 && from.cut&f.bit == 0 && f.starts(&from.value, &to.value):
			f.copy(&to.value, &from.value)
			to.have |= f.bit
			to.cut = to.cut&^f.bit | from.cut&f.bit
		case f.same(&to.value, &from.value) || from.cut&f.bit != 0 && f.starts(&to.value, &from.value):
		default:
			if conflicts[i].count++; conflicts[i].count == 1 {
				conflicts[i].line = from.line
				conflicts[i].text = what + " " + name + " has " + excerpt([]byte(f.show(&from.value))) + " here, and " + excerpt([]byte(f.show(&to.value))) + " there"
			}
		}
	}
}

// zones turns local times into Unix times, if outputs of both kinds list the same job.
func (m *merger) zones() {
	const quarter, most = 900, 15 * 3600
	unix := map[string]int64{}
	local, zoned := false, false
	for _, p := range m.parts {
		local = local || p.clock == slurmtext.LocalClock
		zoned = zoned || p.clock == slurmtext.UnixClock
		for i := range p.jobs {
			if v := &p.jobs[i].value; p.clock == slurmtext.UnixClock && v.Submit > 0 {
				unix[v.ID] = v.Submit
			}
		}
	}
	m.local = local && !zoned
	switch {
	case !local:
		return
	case !zoned:
		m.notice("", 0, "times have no time zone; they are taken as UTC")
		return
	}
	votes, count := map[int64]int{}, 0
	for _, p := range m.parts {
		for i := range p.jobs {
			v := &p.jobs[i].value
			at, ok := unix[v.ID]
			off := v.Submit - at
			if p.clock == slurmtext.LocalClock && ok && v.Submit > 0 && off%quarter == 0 && -most <= off && off <= most {
				votes[off]++
				count++
			}
		}
	}
	if count == 0 {
		m.notice("", 0, "some times have no time zone, and no job tells the difference; they are taken as UTC")
		return
	}
	best := int64(0)
	for off, n := range votes {
		if n > votes[best] || n == votes[best] && off < best {
			best = off
		}
	}
	for _, p := range m.parts {
		if p.clock == slurmtext.LocalClock {
			p.shift(-best)
		}
	}
}

// shift adds a number of seconds to all known instants of a part.
func (p *part) shift(by int64) {
	add := func(at ...*int64) {
		for _, t := range at {
			if *t > 0 {
				*t = max(*t+by, 1)
			}
		}
	}
	add(&p.now, &p.latest)
	for i := range p.jobs {
		v := &p.jobs[i].value
		add(&v.Submit, &v.Eligible, &v.Start, &v.End, &v.Deadline)
	}
	for i := range p.reservations {
		v := &p.reservations[i].value
		add(&v.Start, &v.End)
	}
}

// named adds the partitions that only nodes name.
func (m *merger) named(nodes []record[Node], partitions []record[Partition]) []record[Partition] {
	known := map[string]bool{}
	for i := range partitions {
		known[partitions[i].value.Name] = true
	}
	before := len(partitions)
	for i := range nodes {
		for _, name := range nodes[i].value.Partitions {
			if !known[name] && len(partitions) < maxPartitions {
				known[name] = true
				partitions = append(partitions, record[Partition]{value: Partition{Name: name}})
			}
		}
	}
	if added := len(partitions) - before; added > 0 {
		m.notice("", 0, plural(added, "partition")+" known by name and nodes only; add the output of scontrol show partition, or slurm.conf")
	}
	return partitions
}

// members completes which nodes belong to which partitions, whichever of both sides
// is known.
func (m *merger) members(nodes []record[Node], partitions []record[Partition]) {
	at := map[string]int{}
	for i := range nodes {
		at[nodes[i].value.Name] = i
	}
	byName := map[string]int{}
	for i := range partitions {
		byName[partitions[i].value.Name] = i
	}
	for _, p := range m.parts {
		for _, name := range p.everywhere {
			if q := &partitions[byName[name]]; q.have&pNodes == 0 {
				q.have |= pNodes
				for i := range nodes {
					q.value.Nodes = append(q.value.Nodes, nodes[i].value.Name)
				}
			}
		}
	}
	lists := make([][]string, len(partitions)) // by the nodes
	for i := range nodes {
		for _, name := range nodes[i].value.Partitions {
			if k, ok := byName[name]; ok {
				lists[k] = append(lists[k], nodes[i].value.Name)
			}
		}
	}
	for k := range partitions {
		q := &partitions[k]
		if q.have&pNodes == 0 {
			q.value.Nodes = lists[k]
			slices.SortFunc(q.value.Nodes, slurm.CompareHosts)
			continue
		}
		for _, name := range q.value.Nodes {
			if i, ok := at[name]; ok && nodes[i].have&nPartitions == 0 {
				nodes[i].value.Partitions = append(nodes[i].value.Partitions, q.value.Name)
			}
		}
	}
	for i := range nodes {
		if nodes[i].have&nPartitions == 0 {
			slices.Sort(nodes[i].value.Partitions)
		}
	}
}

// cutArrays removes arrays whose list of tasks is cut off, if another output has the
// tasks.
func (m *merger) cutArrays(jobs []record[JobInfo]) []record[JobInfo] {
	listed := map[string]bool{}
	for i := range jobs {
		v := &jobs[i].value
		if base, task, ok := strings.Cut(v.ID, "_"); ok && v.State == "PENDING" && !strings.HasPrefix(task, "[") {
			listed[base] = true
		}
	}
	return slices.DeleteFunc(jobs, func(r record[JobInfo]) bool {
		base, task, ok := strings.Cut(r.value.ID, "_")
		return ok && strings.HasPrefix(task, "[") && !strings.HasSuffix(task, "]") && listed[base]
	})
}

// cutPartitions completes names of partitions that squeue has cut off, if only one
// partition begins like that.
func (m *merger) cutPartitions(jobs []record[JobInfo], partitions []record[Partition]) {
	completed := 0
	for i := range jobs {
		list := jobs[i].value.Partitions
		if jobs[i].cut&jPartitions == 0 || len(list) == 0 {
			continue
		}
		found, n := "", 0
		for k := range partitions {
			if name := partitions[k].value.Name; strings.HasPrefix(name, list[len(list)-1]) {
				found = name
				n++
			}
		}
		if n == 1 && found != list[len(list)-1] {
			jobs[i].value.Partitions = append(slices.Clone(list[:len(list)-1]), found)
			completed++
		}
	}
	if completed > 0 {
		m.notice("", 0, "the partition of "+plural(completed, "job")+" is cut off, and was completed by the only one that begins like that")
	}
}

// limits gives jobs without a time limit that of their partition, as Slurm does: the
// default, or else the largest.
func (m *merger) limits(jobs []record[JobInfo], partitions []record[Partition]) {
	known := map[string]*Partition{}
	for i := range partitions {
		if partitions[i].have&pMaxTime != 0 {
			known[partitions[i].value.Name] = &partitions[i].value
		}
	}
	filled, unknown := 0, 0
	for i := range jobs {
		v := &jobs[i].value
		if jobs[i].have&jLimit != 0 {
			continue
		}
		unknown++
		if len(v.Partitions) > 0 && known[v.Partitions[0]] != nil {
			q := known[v.Partitions[0]]
			v.Limit = cmp.Or(q.DefaultTime, q.MaxTime)
			filled++
		}
	}
	if filled > 0 {
		m.notice("", 0, "no output gives the time limit of "+plural(filled, "job")+"; that of the partition is used")
	}
	if unknown > filled {
		m.notice("", 0, "the time limit of "+plural(unknown-filled, "job")+" is unknown; write the queue with squeue -l or --json")
	}
}

// plural returns a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return slurmtext.Number(int64(n)) + " " + noun + "s"
}

// priorities gives the parts of priorities to their jobs. sprio has Slurm's number of
// a job, which waiting tasks of an array share. A job that no other output lists is
// added.
func (m *merger) priorities() {
	rows := 0
	for _, p := range m.parts {
		rows += len(p.priorities)
	}
	if rows == 0 {
		return
	}
	at := map[int64][]int{}
	for i := range m.s.Jobs {
		v := &m.s.Jobs[i]
		number := v.Number
		if base, _, ok := strings.Cut(v.ID, "_"); ok && number == 0 && v.State == "PENDING" {
			number, _ = slurmtext.ParseWhole([]byte(base), slurmtext.MaxNumber)
		}
		if number > 0 {
			at[number] = append(at[number], i)
		}
	}
	for _, p := range m.parts {
		added := 0
		for i := range p.priorities {
			row := &p.priorities[i]
			if at[row.number] == nil {
				added++
				at[row.number] = []int{len(m.s.Jobs)}
				m.s.Jobs = append(m.s.Jobs, JobInfo{ID: strconv.FormatInt(row.number, 10), Number: row.number, User: row.user, Partitions: []string{row.parts.Partition}, State: "PENDING", Priority: row.parts.Priority})
			}
			for _, k := range at[row.number] {
				m.s.Jobs[k].Parts = append(m.s.Jobs[k].Parts, row.parts)
			}
		}
		if added > 0 && len(m.s.Jobs) > added {
			p.Notice(0, "%s is in no other output, and is known by its priority only", plural(added, "job"))
		}
	}
}

// now finds when the state was printed: the latest of the instants that outputs give,
// and of the start of a running job plus its run time. Without any it is the last time
// at which the scheduler looked at a job.
func (m *merger) now() {
	latest := int64(0)
	for _, p := range m.parts {
		m.s.Now = max(m.s.Now, p.now)
		latest = max(latest, p.latest)
	}
	for i := range m.s.Jobs {
		if v := &m.s.Jobs[i]; v.State == "RUNNING" && v.Start > 0 && v.Elapsed > 0 {
			m.s.Now = max(m.s.Now, v.Start+v.Elapsed)
		}
	}
	switch {
	case m.s.Now > 0:
	case latest > 0:
		m.s.Now = latest
		m.notice("", 0, "no output says when it was printed; that is taken to be when the scheduler last looked at a job")
	case len(m.s.Jobs) > 0:
		m.notice("", 0, "no output says when it was printed")
	}
}
