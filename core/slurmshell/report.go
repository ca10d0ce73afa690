package slurmshell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
	"hopyard/core/workload"
)

const priorityOptions = "l/long j/jobs= u/user= p/partition= w/weights h/noheader n/norm o/format= help"

// partColumns are the columns of sprio that depend on the weights, in its order.
var partColumns = [...]struct {
	letter, title string
	kind          queue.PartKind
}{{"A", "AGE", queue.QueueTime}, {"B", "ASSOC", queue.OfGroup}, {"F", "FAIRSHARE", queue.FairShare}, {"J", "JOBSIZE", queue.OfNodes}, {"P", "PARTITION", queue.OfQueue}, {"Q", "QOS", queue.OfQOS}}

// sprio prints the priorities of waiting jobs with their parts.
func (s *Session) sprio(args []string) ShellAnswer {
	g, err := parse("sprio", optionsOf(priorityOptions), args, false)
	if err != nil {
		return failure("%v", err)
	}
	c := s.scenario.Slurm
	if c == nil || !s.hasParts() {
		return failure("You are not running a supported priority plugin\n(priority/basic).\nOnly 'priority/multifactor' is supported.\nHere, a scenario of the discipline slurm with weights of priorities has it.")
	}
	p := &c.Priority
	weights := map[string]int64{"A": p.Age, "B": p.Assoc, "F": p.FairShare, "J": p.Size, "P": p.Partition, "Q": p.QOS}
	format := "%.15i %9r %.10Y %.10S"
	if g.has("long") {
		format = "%.15i %9r %.8u %.10Y %.10S %.10A %.10B %.10F %.10J %.10P %.10Q %.11N %.20T"
	} else {
		for _, x := range partColumns {
			if weights[x.letter] != 0 {
				format += " %.10" + x.letter
			}
		}
		if p.TRES != (slurmsched.Priority{}).TRES {
			format += " %.20T"
		}
	}
	var jobs []*jobView
	for i := range s.jobs {
		j := &s.jobs[i]
		ids, users := g.list("jobs"), g.list("user")
		if j.parts != nil && (len(ids) == 0 || slices.Contains(ids, fmt.Sprint(j.Number))) && (len(users) == 0 || slices.Contains(users, j.user())) {
			jobs = append(jobs, j)
		}
	}
	rows := len(jobs)
	if g.has("weights") {
		rows = 1
	}
	return printed(table("sprio", cmp.Or(g.values["format"], format), rows, !g.has("noheader"), func(row int, letter string) (string, bool) {
		switch {
		case row < 0:
			return partTitle(letter)
		case g.has("weights"):
			if letter == "T" {
				return tresText(p.TRES[:], func(i int) float64 { return float64(p.TRES[i]) / 1000 }, "CPU", "Mem", "Node", "GRES/gpu"), true
			}
			return weightOf(weights, letter)
		case letter == "T":
			return s.tresParts(jobs[row]), true
		}
		return partValue(jobs[row], letter)
	}))
}

// tresText lists values by the names of resources, without those whose weight is 0.
func tresText(weights []int64, value func(i int) float64, names ...string) string {
	var all []string
	for i, name := range names {
		if weights[i] != 0 {
			all = append(all, fmt.Sprintf("%s=%.0f", name, value(i)))
		}
	}
	return strings.Join(all, ",")
}

// tresParts returns the weighted TRES factors of a job. As sprio does it, those that are
// printed as 0 are left out.
func (s *Session) tresParts(j *jobView) string {
	var has [len(slurmsched.Trackable)]int64
	for n := range j.partition.nodes.All {
		x := s.machine.Spec(n).Resources
		for i, amount := range [...]int64{x[workload.Cores], x[workload.Memory], 1, x[workload.GPUs]} {
			has[i] += amount
		}
	}
	size := int64(max(1, j.Size()))
	asks := [...]int64{s.numCPUs(j), size * j.PerTask[workload.Memory], max(1, int64(j.Nodes)), size * j.PerTask[workload.GPUs]}
	weights := s.scenario.Slurm.Priority.TRES
	value := func(i int) float64 { return float64(asks[i]) / float64(max(1, has[i])) * float64(weights[i]) / 1000 }
	for i := range weights {
		if value(i) < 0.5 {
			weights[i] = 0
		}
	}
	return tresText(weights[:], value, "cpu", "mem", "node", "gres/gpu")
}

// hasParts reports whether the priorities of the run are sums of parts.
func (s *Session) hasParts() bool { return s.scenario.Partitioned() }

func partTitle(letter string) (string, bool) {
	title, ok := map[string]string{"i": "JOBID", "r": "PARTITION", "u": "USER", "Y": "PRIORITY", "S": "SITE", "A": "AGE", "B": "ASSOC", "F": "FAIRSHARE", "J": "JOBSIZE", "P": "PARTITION", "Q": "QOS", "N": "NICE", "T": "TRES"}[letter]
	return title, ok
}

func weightOf(weights map[string]int64, letter string) (string, bool) {
	switch letter {
	case "i":
		return "Weights", true
	case "S", "N":
		return "1", true
	case "r", "u", "Y":
		return "", true
	}
	n, ok := weights[letter]
	return strconv.FormatInt(n, 10), ok
}

func partValue(j *jobView, letter string) (string, bool) {
	switch letter {
	case "i":
		return strconv.FormatInt(j.Number, 10), true
	case "r":
		return j.partition.name, true
	case "u":
		return j.user(), true
	case "Y":
		return strconv.FormatInt(j.priority, 10), true
	case "N":
		return "0", true
	case "S":
		return strconv.FormatInt(j.parts.Parts[queue.OfJob]/1000, 10), true
	}
	for _, x := range partColumns {
		if x.letter == letter {
			return strconv.FormatInt((j.parts.Parts[x.kind]+500)/1000, 10), true
		}
	}
	return "", false
}

// sshare prints the accounts with their shares.
func (s *Session) sshare(args []string) ShellAnswer {
	if _, err := parse("sshare", optionsOf("a/all l/long A/accounts= u/users= h/noheader U/Users help"), args, false); err != nil {
		return failure("%v", err)
	}
	c := s.scenario.Slurm
	if c == nil || len(c.Accounts) == 0 {
		return failure("sshare: error: this cluster keeps no accounts\nHere, a scenario of the discipline slurm with accounts has shares.")
	}
	var out strings.Builder
	row := func(account, user, raw, norm, usage string) {
		fmt.Fprintf(&out, "%-20s %10s %10s %11s %11s \n", clipTo(account, 20), clipTo(user, 10), raw, norm, usage)
	}
	row("Account", "User", "RawShares", "NormShares", "RawUsage")
	row(strings.Repeat("-", 20), strings.Repeat("-", 10), strings.Repeat("-", 10), strings.Repeat("-", 11), strings.Repeat("-", 11))
	row("root", "", "", "0.000000", strconv.FormatInt(usageBelow(c, "", len(c.Accounts)), 10))
	s.shareRows(c, "", 1, row)
	out.WriteString("(RawUsage is that of before the run. sprio shows what the present usage does to waiting jobs.)")
	return ShellAnswer{Out: out.String()}
}

func clipTo(text string, n int) string {
	if len(text) > n {
		return text[:n-1] + "+"
	}
	return text
}

// shareRows prints the accounts and users below an account.
func (s *Session) shareRows(c *slurmsched.SlurmConfig, parent string, depth int, row func(account, user, raw, norm, usage string)) {
	if depth > len(c.Accounts)+1 {
		return
	}
	raw := func(n int64) string {
		if n == slurmsched.FromParent {
			return "parent"
		}
		return strconv.FormatInt(n, 10)
	}
	part := func(n, all int64) string {
		if n == slurmsched.FromParent || all == 0 {
			return ""
		}
		return fmt.Sprintf("%.6f", float64(n)/float64(all))
	}
	total := int64(0)
	for i := range c.Accounts {
		if a := &c.Accounts[i]; a.Parent == parent && a.Name != "root" && a.Shares > 0 {
			total += a.Shares
		}
	}
	for i := range c.Accounts {
		a := &c.Accounts[i]
		if a.Parent != parent || a.Name == "root" {
			continue
		}
		indent := strings.Repeat(" ", depth)
		row(indent+a.Name, "", raw(a.Shares), part(a.Shares, total), strconv.FormatInt(usageBelow(c, a.Name, len(c.Accounts)), 10))
		sum := int64(0)
		for _, u := range a.Users {
			sum += max(0, u.Shares)
		}
		for _, u := range a.Users {
			row(indent+" "+a.Name, u.Name, raw(u.Shares), part(u.Shares, sum), strconv.FormatInt(u.Usage, 10))
		}
		s.shareRows(c, a.Name, depth+1, row)
	}
}

// usageBelow returns what an account and all below it have used before the run. The
// depth bounds the search.
func usageBelow(c *slurmsched.SlurmConfig, name string, depth int) (sum int64) {
	for i := range c.Accounts {
		a := &c.Accounts[i]
		if a.Name == name {
			sum += a.Usage
			for _, u := range a.Users {
				sum += u.Usage
			}
		}
		if a.Parent == name && a.Name != name && depth > 0 {
			sum += usageBelow(c, a.Name, depth-1)
		}
	}
	return sum
}

const accountingOptions = "j/jobs= u/user= s/state= r/partition= A/accounts= S/starttime= E/endtime= o/format= a/allusers X/allocations P/parsable2 p/parsable n/noheader l/long b/brief help"

// accountingColumns are the columns of sacct with their widths.
var accountingColumns = []column{
	{letter: "JobID", width: 12}, {letter: "JobName", width: 10, right: true}, {letter: "Partition", width: 10, right: true}, {letter: "Account", width: 10, right: true}, {letter: "AllocCPUS", width: 10, right: true},
	{letter: "State", width: 10, right: true}, {letter: "ExitCode", width: 8, right: true}, {letter: "User", width: 9, right: true}, {letter: "QOS", width: 10, right: true}, {letter: "NNodes", width: 8, right: true},
	{letter: "NCPUS", width: 10, right: true}, {letter: "Submit", width: 19, right: true}, {letter: "Start", width: 19, right: true}, {letter: "End", width: 19, right: true}, {letter: "Elapsed", width: 10, right: true},
	{letter: "Timelimit", width: 10, right: true}, {letter: "NodeList", width: 15, right: true}, {letter: "Priority", width: 10, right: true}, {letter: "Reason", width: 22, right: true},
}

// sacct prints jobs that have been submitted.
func (s *Session) sacct(args []string) ShellAnswer {
	g, err := parse("sacct", optionsOf(accountingOptions), args, false)
	if err != nil {
		return failure("%v", err)
	}
	fields := accountingColumns[:7]
	if g.has("format") {
		fields = nil
		for _, name := range g.list("format") {
			name, _, _ = strings.Cut(name, "%")
			i := slices.IndexFunc(accountingColumns, func(c column) bool { return strings.EqualFold(c.letter, name) })
			if i < 0 {
				return failure("sacct: fatal: Invalid field requested: \"%s\"\nPossible are JobID, JobName, User, Account, Partition, QOS, State, ExitCode, NNodes, NCPUS, AllocCPUS, Submit, Start, End, Elapsed, Timelimit, NodeList, Priority and Reason.", clip(name))
			}
			fields = append(fields, accountingColumns[i])
		}
	}
	var out strings.Builder
	plain := g.has("parsable2") || g.has("parsable")
	line := func(values []string) {
		for i, v := range values {
			switch {
			case plain && (i > 0):
				out.WriteString("|" + v)
			case plain:
				out.WriteString(v)
			default:
				c := fields[i]
				if len([]rune(v)) > c.width {
					v = string([]rune(v)[:c.width-1]) + "+"
				}
				out.WriteString(c.field(v) + " ")
			}
		}
		if g.has("parsable") {
			out.WriteByte('|')
		}
		out.WriteByte('\n')
	}
	s.accountingHead(&g, fields, plain, line)
	for i := range s.jobs {
		if j := &s.jobs[i]; s.accounted(j, &g) {
			values := make([]string, len(fields))
			for k, c := range fields {
				values[k] = s.accountingValue(j, c.letter)
			}
			line(values)
		}
	}
	return ShellAnswer{Out: strings.TrimSuffix(out.String(), "\n")}
}

func (s *Session) accountingHead(g *given, fields []column, plain bool, line func([]string)) {
	if g.has("noheader") {
		return
	}
	titles, rules := make([]string, len(fields)), make([]string, len(fields))
	for i, c := range fields {
		titles[i], rules[i] = c.letter, strings.Repeat("-", c.width)
	}
	if line(titles); !plain {
		line(rules)
	}
}

// accounted reports whether the options of sacct select a job.
func (s *Session) accounted(j *jobView, g *given) bool {
	among := func(name string, values ...string) bool {
		list := g.list(name)
		return len(list) == 0 || slices.ContainsFunc(list, func(x string) bool {
			return slices.ContainsFunc(values, func(v string) bool { return strings.EqualFold(x, v) })
		})
	}
	return among("jobs", s.ids(j)...) && among("user", j.user()) && among("partition", j.partition.name) && among("accounts", j.Group) && among("state", j.state, longState(j.state))
}

func (s *Session) accountingValue(j *jobView, name string) string {
	switch name {
	case "JobID":
		return s.id(j)
	case "JobName":
		return j.name()
	case "Partition":
		return j.partition.name
	case "Account":
		return j.Group
	case "AllocCPUS":
		if j.start == simtime.Never {
			return "0"
		}
		return strconv.FormatInt(s.numCPUs(j), 10)
	case "NCPUS":
		return strconv.FormatInt(s.numCPUs(j), 10)
	case "State":
		if j.state == "CA" {
			return "CANCELLED by 0"
		}
		return longState(j.state)
	case "ExitCode":
		return "0:0"
	case "User":
		return j.user()
	case "QOS":
		return cmp.Or(j.QOS, "normal")
	case "NNodes":
		return strconv.FormatInt(s.numNodes(j), 10)
	case "Submit":
		return date(j.Submit)
	case "Start":
		return known(j.start)
	case "End":
		if !j.over() {
			return "Unknown"
		}
		return known(j.end)
	case "Elapsed":
		return slurmtext.Span(int64(s.elapsed(j)) / 1000)
	case "Timelimit":
		return slurmtext.Span(int64(j.Walltime) / 1000)
	case "NodeList":
		if j.where == nil {
			return "None assigned"
		}
		return s.hosts(j.where)
	case "Priority":
		return strconv.FormatInt(j.priority, 10)
	}
	return j.reason
}
