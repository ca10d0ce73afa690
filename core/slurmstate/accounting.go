package slurmstate

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/slurmtext"
)

// LimitInfo is a limit of a QOS or an association.
type LimitInfo struct {
	Rule   string // sacctmgr's long name, such as GrpTRES or MaxTRESPerUser
	TRES   string // cpu, mem, node or another resource; "" if the rule counts none
	Amount int64  // jobs, seconds or resources; memory is in MiB. Rules on minutes have resources times minutes
}

// QOSInfo is a quality of service.
type QOSInfo struct {
	Name        string
	Priority    int64
	Preempt     []string // the QOSs whose jobs its own may stop
	PreemptMode string   // in lower case; "" or cluster for the mode of the cluster
	Grace       int64    // seconds
	Exempt      int64    // seconds; 0 if it has no PreemptExemptTime of its own
	Flags       []string
	Limits      []LimitInfo
}

// AssocInfo is an association: an account, or a user of an account.
type AssocInfo struct {
	Account   string
	User      string // "" for an account
	Parent    string // the account above an account; "" for root, and if it is not known
	Partition string // the only partition that a user's association is for; "" for all
	Shares    int64  // -1 if they are those of the parent
	Priority  int64  // 0 if it is that of the parent
	Limits    []LimitInfo
}

// More limits.
const (
	maxQOS    = 100_000
	mostUnits = 1 << 50 // of a resource in a limit
)

// limitColumn is a column of sacctmgr with a limit.
type limitColumn struct {
	title, long string // as sacctmgr prints it, and its long name, which scripts may print
	rule        string // "" if the limit is read but known to no simulation
	unit        limitUnit
	qos, assoc  bool // sacctmgr prints it by default
}

// limitUnit is a kind of amount.
type limitUnit uint8

const (
	unitCount limitUnit = iota
	unitSpan
	unitTRES
)

// limitColumns returns the columns that contain limits. As a package variable, they
// would be part of the page's first download.
func limitColumns() []limitColumn {
	return []limitColumn{
		{"GrpJobs", "", "GrpJobs", unitCount, true, true},
		{"GrpSubmit", "GrpSubmitJobs", "GrpSubmitJobs", unitCount, true, true},
		{"GrpWall", "", "GrpWall", unitSpan, true, true},
		{"GrpTRES", "", "GrpTRES", unitTRES, true, true},
		{"GrpTRESMins", "", "GrpTRESMins", unitTRES, true, true},
		{"GrpTRESRunMins", "GrpTRESRunMin", "GrpTRESRunMins", unitTRES, true, true},
		{"MaxJobs", "", "MaxJobs", unitCount, false, true},
		{"MaxJobsPU", "MaxJobsPerUser", "MaxJobsPerUser", unitCount, true, false},
		{"MaxJobsPA", "MaxJobsPerAccount", "MaxJobsPerAccount", unitCount, true, false},
		{"MaxSubmit", "MaxSubmitJobs", "MaxSubmitJobs", unitCount, false, true},
		{"MaxSubmitPU", "MaxSubmitJobsPerUser", "MaxSubmitJobsPerUser", unitCount, true, false},
		{"MaxSubmitPA", "MaxSubmitJobsPerAccount", "MaxSubmitJobsPerAccount", unitCount, true, false},
		{"MaxWall", "MaxWallDurationPerJob", "MaxWall", unitSpan, true, true},
		{"MaxTRES", "MaxTRESPerJob", "MaxTRESPerJob", unitTRES, true, true},
		{"MaxTRESPerNode", "MaxTRESPN", "MaxTRESPerNode", unitTRES, true, true},
		{"MaxTRESMins", "MaxTRESMinsPerJob", "MaxTRESMins", unitTRES, true, true},
		{"MaxTRESPU", "MaxTRESPerUser", "MaxTRESPerUser", unitTRES, true, false},
		{"MaxTRESPA", "MaxTRESPerAccount", "MaxTRESPerAccount", unitTRES, true, false},
		{"MinTRES", "MinTRESPerJob", "MinTRESPerJob", unitTRES, true, false},
		{"MaxTRESRunMinsPU", "MaxTRESRunMinsPerUser", "MaxTRESRunMinsPerUser", unitTRES, false, false},
		{"MaxTRESRunMinsPA", "MaxTRESRunMinsPerAccount", "MaxTRESRunMinsPerAccount", unitTRES, false, false},
		{"MaxJobsAccrue", "", "MaxJobsAccrue", unitCount, false, false},
		{"MaxJobsAccruePU", "MaxJobsAccruePerUser", "MaxJobsAccruePerUser", unitCount, false, false},
		{"MaxJobsAccruePA", "MaxJobsAccruePerAccount", "MaxJobsAccruePerAccount", unitCount, false, false},
		{"GrpJobsAccrue", "", "GrpJobsAccrue", unitCount, false, false},
	}
}

// limitColumnOf returns the column of a title.
func limitColumnOf(title string) (c limitColumn, known bool) {
	for _, x := range limitColumns() {
		if title != "" && (strings.EqualFold(title, x.title) || strings.EqualFold(title, x.long)) {
			return x, true
		}
	}
	return c, false
}

// isAccounting reports whether the titles of a header are those of sacctmgr show qos, or
// of show assoc.
func isAccounting(has func(...string) bool) (qos, assoc bool) {
	limited := false
	for _, x := range limitColumns() {
		limited = limited || has(x.title) || x.long != "" && has(x.long)
	}
	switch {
	case has("Account") && !has("Name"), has("Account", "Par", "Name"):
		return false, limited || has("Share") || has("Par", "Name") || has("ParentName")
	case has("Name") && !has("User"):
		return limited || has("Priority") || has("GraceTime") || has("PreemptMode") || has("UsageFactor"), false
	}
	return false, false
}

// accountingRow is a row of sacctmgr.
type accountingRow struct {
	cols   []column
	cells  []cell
	depth  int // spaces before the account
	line   int
	barred bool
}

// readAccounting reads a table of sacctmgr with columns or with bars, and calls each for
// every row.
func (p *part) readAccounting(data []byte, key string, each func(*accountingRow)) (cols []column) {
	l := lineReader{rest: data}
	header := p.header(&l, key)
	if header == nil {
		return nil
	}
	r := accountingRow{cols: bars(header), barred: bytes.IndexByte(header, '|') >= 0}
	for {
		line, ok := l.next()
		switch {
		case !ok:
			return r.cols
		case len(bytes.TrimSpace(line)) == 0 || bytes.Equal(line, header):
			continue
		case !r.barred && bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("---")):
			r.cols = dashes(header, line)
			continue
		case !r.barred && (len(r.cols) == 0 || r.cols[0].to == 0):
			p.Errorf(l.no, "sacctmgr's table has no line of dashes; leave the output as sacctmgr prints it, or write it with sacctmgr -P")
			return r.cols
		case len(line) > MaxLine:
			p.Errorf(l.no, "a line of %d bytes; %s are allowed; leave it out", len(line), slurmtext.Number(MaxLine))
			continue
		case r.barred:
			r.cells, ok = p.barred(r.cols, line, r.cells[:0], l.no)
		default:
			if r.cells, ok = cells(r.cols, line, r.cells[:0]); !ok {
				p.Errorf(l.no, "%s does not fit the columns of the header; write the file with sacctmgr -P", excerpt(bytes.TrimSpace(line)))
			}
		}
		if ok {
			r.line, r.depth = l.no, depthOf(r.cols, line, r.barred)
			each(&r)
		}
	}
}

// depthOf returns the number of spaces before an account, which shows its place in the
// tree.
func depthOf(cols []column, line []byte, barred bool) int {
	at := slices.IndexFunc(cols, func(c column) bool { return c.title == "Account" })
	switch {
	case at < 0:
		return 0
	case barred:
		for range at {
			_, line, _ = slurmtext.CutAt(line, '|')
		}
	default:
		line = line[min(cols[at].from, len(line)):]
	}
	return len(line) - len(bytes.TrimLeft(line, " "))
}

// cut reports whether sacctmgr has cut a value off, which it marks with a plus.
func (r *accountingRow) cut(i int) bool {
	return !r.barred && r.cells[i].full && bytes.HasSuffix(r.cells[i].text, []byte{'+'})
}

// missing notes the columns with limits that were not asked for.
func (p *part) missing(cols []column, what string, wanted func(*limitColumn) bool) {
	var lacks []string
	all := 0
	for _, x := range limitColumns() {
		if wanted(&x) {
			all++
		}
		if wanted(&x) && !slices.ContainsFunc(cols, func(c column) bool { y, _ := limitColumnOf(c.title); return y.rule == x.rule }) {
			lacks = append(lacks, x.title)
		}
	}
	if len(lacks) == all {
		p.Notice(0, "the output has no column with limits, so that none count as set; write the file with sacctmgr -P show %s", what)
	} else if len(lacks) > 0 {
		p.Notice(0, "the output has no column %s, so that such limits count as not set; write the file with sacctmgr -P show %s", strings.Join(lacks, ", "), what)
	}
}

// readQOS reads the output of sacctmgr show qos.
func (p *part) readQOS(data []byte) {
	seen := map[string]int{}
	cols := p.readAccounting(data, "Name", func(r *accountingRow) {
		q, before := QOSInfo{}, p.Count()
		for i, c := range r.cols {
			p.bad(r.line, c.title, r.cells[i].text, p.setQOS(&q, r, i))
		}
		switch {
		case p.Count() > before:
		case q.Name == "":
			p.Errorf(r.line, "a QOS without a name; let sacctmgr write the file again")
		case seen[q.Name] > 0:
			p.Errorf(r.line, "QOS %s is listed twice, first in line %d; remove one", excerpt([]byte(q.Name)), seen[q.Name])
		case p.room(r.line, "QOSs", len(p.qos), maxQOS):
			seen[q.Name] = r.line
			p.qos = append(p.qos, q)
		}
	})
	if len(p.qos) > 0 {
		p.missing(cols, "qos", func(x *limitColumn) bool { return x.qos })
		if !slices.ContainsFunc(cols, func(c column) bool { return c.title == "Priority" }) {
			p.Notice(0, "the output has no column Priority, so that all QOSs count as having priority 0; write the file with sacctmgr -P show qos")
		}
	}
}

// setQOS stores a cell of a QOS.
func (p *part) setQOS(q *QOSInfo, r *accountingRow, i int) *fault {
	text := r.cells[i].text
	switch title := r.cols[i].title; title {
	case "Name":
		if r.cut(i) {
			return &fault{"is cut off", "write the file with sacctmgr -P"}
		}
		return p.setText(&q.Name, text)
	case "Priority":
		return setWhole(&q.Priority, text, mostPriority)
	case "GraceTime":
		return setSpan(&q.Grace, text)
	case "PreemptExemptTime", "PreemptExempt":
		return setSpan(&q.Exempt, text)
	case "PreemptMode":
		q.PreemptMode = strings.ToLower(string(text))
		if !slices.Contains([]string{"", "cluster", "off", "cancel", "requeue", "suspend", "within", "gang"}, q.PreemptMode) {
			return &fault{"is not a preemption mode", "leave it as sacctmgr prints it: cluster, cancel, requeue or suspend"}
		}
	case "Preempt":
		if r.cut(i) {
			return &fault{"is cut off", "write the file with sacctmgr -P"}
		}
		return p.setWords(&q.Preempt, text)
	case "Flags":
		if f := p.setWords(&q.Flags, text); f != nil {
			return f
		}
		for _, flag := range q.Flags {
			if !strings.EqualFold(flag, "DenyOnLimit") {
				p.ignore(r.line, "QOS flag "+flag)
			}
		}
	case "UsageFactor":
		if s := strings.TrimRight(strings.TrimRight(string(text), "0"), "."); s != "1" && s != "" {
			p.ignore(r.line, "UsageFactor: use counts as it is")
		}
	case "UsageThres", "LimitFactor", "MinPrioThres", "MinPrioThresh":
		if len(text) > 0 {
			p.ignore(r.line, title)
		}
	default:
		return p.addLimit(&q.Limits, r, i)
	}
	return nil
}

// addLimit adds the limits of a cell.
func (p *part) addLimit(to *[]LimitInfo, r *accountingRow, i int) *fault {
	c, known := limitColumnOf(r.cols[i].title)
	text := r.cells[i].text
	if !known || len(text) == 0 {
		return nil
	}
	if r.cut(i) {
		return &fault{"is cut off", "write the file with sacctmgr -P"}
	}
	switch x := (LimitInfo{Rule: c.rule}); c.unit {
	case unitSpan:
		if f := setSpan(&x.Amount, text); f != nil {
			return f
		}
		if string(text) != "UNLIMITED" {
			*to = append(*to, x)
		}
	case unitCount:
		n, ok := slurmtext.ParseWhole(text, mostUnits)
		if !ok {
			return &fault{"is not a whole number from 0 to " + slurmtext.Number(mostUnits), "leave it as sacctmgr prints it"}
		}
		x.Amount = n
		*to = append(*to, x)
	case unitTRES:
		return p.addTRES(to, x, text)
	}
	return nil
}

// addTRES adds the limits of a list of resources, such as cpu=8,mem=16G,gres/gpu=2.
func (p *part) addTRES(to *[]LimitInfo, x LimitInfo, text []byte) *fault {
	first := len(*to)
	for more := true; more; {
		var item []byte
		item, text, more = slurmtext.CutAt(text, ',')
		name, amount, ok := slurmtext.CutAt(item, '=')
		if !ok || len(name) == 0 {
			return &fault{"is not a list of resources", "leave it as sacctmgr prints it, such as cpu=8,mem=16G,node=1"}
		}
		x.TRES = p.intern(bytes.ToLower(name))
		if x.TRES == "mem" {
			if f := setMemory(&x.Amount, amount); f != nil || len(amount) == 0 {
				return &fault{"has no readable amount of memory", "leave it as sacctmgr prints it, such as mem=16G"}
			}
		} else if x.Amount, ok = slurmtext.ParseWhole(amount, mostUnits); !ok {
			return &fault{"has no readable amount of " + x.TRES, "leave it as sacctmgr prints it, such as cpu=8; amounts go up to " + slurmtext.Number(mostUnits)}
		}
		if slices.ContainsFunc((*to)[first:], func(y LimitInfo) bool { return y.TRES == x.TRES }) {
			return &fault{"names " + x.TRES + " twice", "remove one"}
		}
		*to = append(*to, x)
	}
	return nil
}

// SetLimit changes the limits of a rule to what sacctmgr modify would set: a number, a
// span of time, or a list of resources, of which those that are not named stay as they
// are. The amount -1 takes a limit away. The error says what is wrong with the rule or the
// value.
func SetLimit(limits *[]LimitInfo, rule, value string) error {
	c, known := limitColumnOf(rule)
	if !known {
		var names []string
		for _, x := range limitColumns() {
			if x.qos || x.assoc {
				names = append(names, x.rule)
			}
		}
		return fmt.Errorf("no limit is named %s; use one of %s", rule, strings.Join(names, ", "))
	}
	out := slices.DeleteFunc(slices.Clone(*limits), func(x LimitInfo) bool { return c.unit != unitTRES && x.Rule == c.rule })
	var added []LimitInfo
	p := newPart(&File{}, qosTable)
	r := accountingRow{cols: []column{{title: c.title}}, cells: []cell{{text: []byte(value)}}, barred: true}
	switch {
	case value == "":
		return fmt.Errorf("the value is missing; write %s=%s, or -1 for no limit", c.rule, [...]string{unitCount: "10", unitSpan: "1-0", unitTRES: "cpu=64"}[c.unit])
	case c.unit != unitTRES && value == "-1":
	case c.unit == unitSpan: // minutes, or with colons and days, as for sacctmgr
		x := LimitInfo{Rule: c.rule}
		if f := setConfSpan(&x.Amount, []byte(value)); f != nil {
			return fmt.Errorf("%s %s %s; %s", c.rule, excerpt([]byte(value)), f.problem, f.fix)
		}
		added = append(added, x)
	case c.unit == unitTRES:
		var kept []string
		for item := range strings.SplitSeq(value, ",") {
			name, amount, _ := strings.Cut(item, "=")
			out = slices.DeleteFunc(out, func(x LimitInfo) bool { return x.Rule == c.rule && x.TRES == strings.ToLower(name) })
			if amount != "-1" {
				kept = append(kept, item)
			}
		}
		if len(kept) == 0 {
			break
		}
		r.cells[0].text = []byte(strings.Join(kept, ","))
		fallthrough
	default:
		if f := p.addLimit(&added, &r, 0); f != nil {
			return fmt.Errorf("%s %s %s; %s", c.rule, excerpt([]byte(value)), f.problem, f.fix)
		}
	}
	*limits = append(out, added...)
	return nil
}

// readAssoc reads the output of sacctmgr show assoc, as a list or as a tree.
func (p *part) readAssoc(data []byte) {
	type key struct{ account, user, partition string }
	seen := map[key]int{}
	cluster := ""
	var path []string // accounts above, by depth
	tree, parents := false, false
	cols := p.readAccounting(data, "Account", func(r *accountingRow) {
		a, before, own := AssocInfo{}, p.Count(), ""
		for i, c := range r.cols {
			switch c.title {
			case "Cluster":
				own = p.intern(r.cells[i].text)
			case "Par Name", "ParentName", "Parent":
				parents = true
			}
			p.bad(r.line, c.title, r.cells[i].text, p.setAssoc(&a, r, i))
		}
		at := seen[key{a.Account, a.User, a.Partition}]
		switch {
		case p.Count() > before:
			return
		case a.Account == "":
			p.Errorf(r.line, "an association without an account; let sacctmgr write the file again")
			return
		case own != "" && cluster != "" && own != cluster:
			p.Errorf(r.line, "associations of two clusters, %s and %s; name one, as in sacctmgr -P show assoc cluster=%s", excerpt([]byte(cluster)), excerpt([]byte(own)), cluster)
			return
		case at > 0:
			p.Errorf(r.line, "the association of account %s and user %s is listed twice, first in line %d; remove one", excerpt([]byte(a.Account)), excerpt([]byte(a.User)), at)
			return
		}
		cluster = cmp.Or(cluster, own)
		seen[key{a.Account, a.User, a.Partition}] = r.line
		if tree = tree || r.depth > 0; a.User == "" {
			path = append(path[:min(r.depth, len(path))], a.Account)
			if tree && len(path) > 1 {
				a.Parent = path[len(path)-2]
			}
		}
		if p.room(r.line, "associations", len(p.assocs), MaxJobs) {
			p.assocs = append(p.assocs, a)
		}
	})
	p.tree = tree || parents
	if len(p.assocs) > 0 {
		p.missing(cols, "assoc", func(x *limitColumn) bool { return x.assoc })
	}
}

// setAssoc stores a cell of an association.
func (p *part) setAssoc(a *AssocInfo, r *accountingRow, i int) *fault {
	text := r.cells[i].text
	cut := &fault{"is cut off", "write the file with sacctmgr -P"}
	switch r.cols[i].title {
	case "Account":
		if r.cut(i) {
			return cut
		}
		return p.setText(&a.Account, text)
	case "User":
		if r.cut(i) {
			return cut
		}
		return p.setText(&a.User, text)
	case "Par Name", "ParentName", "Parent":
		if r.cut(i) {
			return cut
		}
		return p.setText(&a.Parent, text)
	case "Partition":
		return p.setText(&a.Partition, text)
	case "Share", "Fairshare":
		if string(text) == "parent" {
			a.Shares = -1
			return nil
		}
		return setWhole(&a.Shares, text, mostPriority)
	case "Priority":
		return setWhole(&a.Priority, text, mostPriority)
	}
	return p.addLimit(&a.Limits, r, i)
}

// accounting takes over QOSs and associations, and completes which account is above
// which from sshare's tree.
func (m *merger) accounting() {
	tree := false
	for _, p := range m.parts {
		switch {
		case p.qos == nil:
		case m.s.QOS == nil:
			m.s.QOS = p.qos
		default:
			p.Notice(0, "a second list of QOSs is ignored")
		}
		switch {
		case p.assocs == nil:
		case m.s.Assocs == nil:
			m.s.Assocs, tree = p.assocs, p.tree
		default:
			p.Notice(0, "a second list of associations is ignored")
		}
	}
	if m.s.Assocs == nil || tree {
		return
	}
	above := map[string]string{}
	var path []string
	for i := range m.s.Shares {
		if x := &m.s.Shares[i]; x.User == "" {
			path = append(path[:min(x.Depth, len(path))], x.Account)
			if len(path) > 1 {
				above[x.Account] = path[len(path)-2]
			}
		}
	}
	unknown := 0
	for i := range m.s.Assocs {
		if a := &m.s.Assocs[i]; a.User == "" && a.Account != "root" {
			if a.Parent = above[a.Account]; a.Parent == "" {
				unknown++
			}
		}
	}
	if unknown > 0 {
		m.notice("", 0, "the list of associations does not say which account is above which; "+plural(unknown, "account")+" counts as directly below root: write it with sacctmgr -P show assoc tree")
	}
}
