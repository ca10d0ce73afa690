// Package slurmrules turns what slurm.conf and sacctmgr say about QOSs, accounts, limits
// and preemption (a slurmstate.Snapshot) into the configuration of Slurm's policy
// (slurmsched.SlurmConfig).
//
//	doubts := slurmrules.Configure(snapshot, &config)
//
// [Configure] sets QOS, Accounts and Preemption. [Partition] sets what partitions have of
// them. What cannot be simulated is left out and returned as a [Doubt], so that a
// program can say so.
//
// Source: SOURCES.md SLURM.7, SLURM.8; sacctmgr(1), slurm.conf(5).
package slurmrules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
)

// Doubt is something that the files leave open or that cannot be simulated.
type Doubt struct {
	Kind DoubtKind
	Name string // of NotSimulated: Slurm's names for it
}

// DoubtKind is a kind of doubt.
type DoubtKind uint8

// The kinds of doubts.
const (
	NotSimulated DoubtKind = iota
	NotEnforced            // AccountingStorageEnforce says that limits do not hold jobs
	PastUse                // limits on use over time count from now on
)

// String returns the doubt in English.
func (d Doubt) String() string {
	switch d.Kind {
	case NotEnforced:
		return "limits hold no job, because AccountingStorageEnforce does not name them"
	case PastUse:
		return "limits on minutes and on GrpWall count from the beginning of the simulation, because past use is not known"
	}
	return "these are not simulated: " + d.Name
}

// reader collects what is left out.
type reader struct {
	s     *slurmstate.Snapshot
	omits []string
	timed bool
}

func (r *reader) omit(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(r.omits, text) {
		r.omits = append(r.omits, text)
	}
}

// Configure sets the QOSs, the accounts and the preemption of a configuration, as far as
// the snapshot knows them. It returns what is left open. Cost: O(QOSs · limits +
// associations).
func Configure(s *slurmstate.Snapshot, c *slurmsched.SlurmConfig) (doubts []Doubt) {
	r := &reader{s: s}
	c.QOS, c.Accounts = r.qos(), r.accounts()
	r.preemption(c)
	if !enforced(s) && HasLimits(c) {
		dropLimits(c, func(*slurmsched.Limit) bool { return true })
		r.timed = false
		doubts = append(doubts, Doubt{Kind: NotEnforced})
	}
	if r.timed {
		doubts = append(doubts, Doubt{Kind: PastUse})
	}
	if len(r.omits) > 0 {
		doubts = append(doubts, Doubt{NotSimulated, strings.Join(r.omits, ", ")})
	}
	return doubts
}

// enforced reports whether limits hold jobs. If the settings do not tell, they do:
// somebody has set them.
func enforced(s *slurmstate.Snapshot) bool {
	value := s.Settings.Value("AccountingStorageEnforce")
	if value == "" {
		return true
	}
	for word := range strings.SplitSeq(strings.ToLower(value), ",") {
		switch strings.TrimSpace(word) {
		case "limits", "safe", "all":
			return true
		}
	}
	return false
}

// HasLimits reports whether a configuration has any limit.
func HasLimits(c *slurmsched.SlurmConfig) bool {
	return slices.ContainsFunc(c.QOS, func(q slurmsched.QOS) bool { return len(q.Limits) > 0 }) ||
		slices.ContainsFunc(c.Accounts, func(a slurmsched.Account) bool {
			return len(a.Limits) > 0 || slices.ContainsFunc(a.Users, func(u slurmsched.User) bool { return len(u.Limits) > 0 })
		})
}

// DropSubmitLimits takes away the limits on submitted jobs, for a simulation in which all
// jobs have been submitted already: Slurm has accepted them.
func DropSubmitLimits(c *slurmsched.SlurmConfig) {
	dropLimits(c, func(l *slurmsched.Limit) bool {
		switch l.Rule {
		case slurmsched.GrpSubmitJobs, slurmsched.MaxSubmitJobs, slurmsched.MaxSubmitJobsPerUser, slurmsched.MaxSubmitJobsPerAccount:
			return true
		}
		return false
	})
}

// dropLimits takes limits away.
func dropLimits(c *slurmsched.SlurmConfig, which func(*slurmsched.Limit) bool) {
	keep := func(all slurmsched.JobLimits) slurmsched.JobLimits {
		return slices.DeleteFunc(slices.Clone(all), func(l slurmsched.Limit) bool { return which(&l) })
	}
	for i := range c.QOS {
		c.QOS[i].Limits = keep(c.QOS[i].Limits)
	}
	for i := range c.Accounts {
		a := &c.Accounts[i]
		a.Limits = keep(a.Limits)
		for k := range a.Users {
			a.Users[k].Limits = keep(a.Users[k].Limits)
		}
	}
}

// qos returns the QOSs.
func (r *reader) qos() (all []slurmsched.QOS) {
	known := map[string]bool{}
	for i := range r.s.QOS {
		known[r.s.QOS[i].Name] = true
	}
	for i := range r.s.QOS {
		x := &r.s.QOS[i]
		q := slurmsched.QOS{Name: x.Name, Priority: x.Priority, Grace: seconds(x.Grace), Exempt: seconds(x.Exempt), Mode: modeOf(x.PreemptMode)}
		for _, name := range x.Preempt {
			if known[name] && name != x.Name {
				q.Preempt = append(q.Preempt, name)
			}
		}
		for _, flag := range x.Flags {
			q.DenyOnLimit = q.DenyOnLimit || strings.EqualFold(flag, "DenyOnLimit")
		}
		q.Limits = r.limits(x.Limits, true)
		all = append(all, q)
	}
	return all
}

func seconds(n int64) simtime.Duration { return simtime.Duration(n) * simtime.Second }

// measureOf returns the resource with sacctmgr's name, if limits can count it. It is no
// map, because a package variable would be part of what a page loads first.
func measureOf(name string) (m queue.Measure, known bool) {
	switch name {
	case "cpu":
		return queue.CPUs, true
	case "mem":
		return queue.Memory, true
	case "node":
		return queue.Nodes, true
	case "gres/gpu":
		return queue.GPUs, true
	}
	return m, false
}

// WeightsOfTRES reads the value of PriorityWeightTRES, such as "CPU=1000,Mem=500". The
// weights are in thousandths. It returns also the names of those that are not simulated.
func WeightsOfTRES(text string) (weights [len(slurmsched.Trackable)]int64, others []string, err error) {
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		if part == "" || part == "(null)" {
			continue
		}
		weight, err := strconv.ParseFloat(value, 64)
		if err != nil || !(weight >= 0 && weight <= 1e9) {
			return weights, nil, fmt.Errorf("PriorityWeightTRES has the part %s, which is not a name with a weight from 0 to 1000000000; write one, as in CPU=1000", part)
		}
		if m, known := measureOf(strings.ToLower(name)); known {
			weights[slices.Index(slurmsched.Trackable[:], m)] = int64(weight*1000 + 0.5)
		} else if weight > 0 {
			others = append(others, name)
		}
	}
	return weights, others, nil
}

// limits returns the limits of a QOS or an association.
func (r *reader) limits(all []slurmstate.LimitInfo, ofQOS bool) (out slurmsched.JobLimits) {
	for i := range all {
		x := &all[i]
		rule := ruleOf(x.Rule)
		name := x.Rule
		if x.TRES != "" {
			name += "=" + x.TRES
		}
		if rule == slurmsched.NumRules {
			r.omit("%s", name)
			continue
		}
		info := &slurmsched.Rules[rule]
		l := slurmsched.Limit{Rule: rule, Amount: x.Amount}
		known := true
		switch info.Unit {
		case slurmsched.InTime:
			l.Amount *= int64(simtime.Second)
		case slurmsched.InTRES, slurmsched.InMinutes:
			l.Of, known = measureOf(x.TRES)
		}
		if !known || ofQOS && !info.OfQOS || !ofQOS && !info.OfAccount {
			r.omit("%s", name)
			continue
		}
		r.timed = r.timed || rule == slurmsched.GrpWall || rule == slurmsched.GrpTRESMins
		out = append(out, l)
	}
	return out
}

// ruleOf returns the rule with sacctmgr's name, or NumRules.
func ruleOf(name string) slurmsched.LimitRule {
	for i := range slurmsched.Rules {
		if strings.EqualFold(strings.ReplaceAll(slurmsched.Rules[i].Name, "_", ""), name) {
			return slurmsched.LimitRule(i)
		}
	}
	return slurmsched.NumRules
}

// accounts returns the tree of accounts, from what sshare printed, or else from the
// associations, with the limits of the associations.
func (r *reader) accounts() (all []slurmsched.Account) {
	at := map[string]int{}
	users := map[[2]string]int{}
	account := func(name, parent string, shares int64) {
		if _, known := at[name]; known || name == "" {
			return
		}
		if parent == "root" {
			parent = ""
		}
		at[name] = len(all)
		all = append(all, slurmsched.Account{Name: name, Parent: parent, Shares: sharesOf(shares)})
	}
	user := func(of, name string, shares int64) *slurmsched.User {
		a := &all[at[of]]
		key := [2]string{of, name}
		i, known := users[key]
		if !known {
			i = len(a.Users)
			users[key] = i
			a.Users = append(a.Users, slurmsched.User{Name: name, Shares: sharesOf(shares)})
		}
		return &a.Users[i]
	}
	var path []string // accounts above, by depth
	for i := range r.s.Shares {
		x := &r.s.Shares[i]
		if x.User != "" {
			if _, known := at[x.Account]; known {
				user(x.Account, x.User, x.Raw)
			}
			continue
		}
		parent := ""
		if path = append(path[:min(x.Depth, len(path))], x.Account); len(path) > 1 {
			parent = path[len(path)-2]
		}
		account(x.Account, parent, x.Raw)
	}
	for i := range r.s.Assocs {
		x := &r.s.Assocs[i]
		account(x.Account, x.Parent, x.Shares)
		switch {
		case x.Partition != "" && len(x.Limits) > 0:
			r.omit("limits of associations of a single partition")
		case x.User == "":
			a := &all[at[x.Account]]
			a.Limits, a.Priority = r.limits(x.Limits, false), x.Priority
		case x.Partition == "":
			u := user(x.Account, x.User, x.Shares)
			u.Limits, u.Priority = r.limits(x.Limits, false), x.Priority
		}
	}
	return all
}

func sharesOf(raw int64) int64 {
	if raw < 0 {
		return slurmsched.FromParent
	}
	return raw
}

// preemption sets the preemption.
func (r *reader) preemption(c *slurmsched.SlurmConfig) {
	s, p := &r.s.Settings, &c.Preemption
	*p = slurmsched.UsualConfig().Preemption
	kind := strings.ToLower(s.Value("PreemptType"))
	switch strings.TrimPrefix(kind, "preempt/") {
	case "", "none", "(null)":
		return
	case "partition_prio":
		p.By = slurmsched.PreemptByPartition
	case "qos":
		p.By = slurmsched.PreemptByQOS
	default:
		r.omit("PreemptType=%s", kind)
		return
	}
	off := true
	for word := range strings.SplitSeq(strings.ToLower(s.Value("PreemptMode")), ",") {
		switch word = strings.TrimSpace(word); word {
		case "cancel":
			off, p.Mode = false, slurmsched.StopCancel
		case "requeue":
			off = false
		case "suspend": // Slurm needs GANG beside it
			off, p.Mode = false, slurmsched.StopSuspend
		case "within":
			r.omit("PreemptMode=%s", strings.ToUpper(word))
		}
	}
	if off {
		*p = slurmsched.UsualConfig().Preemption
		return
	}
	if s.Value("PreemptExemptTime") != "-1" {
		if span, _, err := s.Span("PreemptExemptTime"); err == nil {
			p.Exempt = seconds(span)
		} else {
			r.omit("PreemptExemptTime=%s", s.Value("PreemptExemptTime"))
		}
	}
	for part := range strings.SplitSeq(s.Value("PreemptParameters"), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		r.parameter(p, strings.ToLower(name), value)
	}
	for _, x := range s.SchedulerParameters {
		if name, ok := strings.CutPrefix(x.Name, "preempt_"); ok {
			r.parameter(p, name, x.Value)
		}
	}
	if p.By == slurmsched.PreemptByQOS && circular(c.QOS) {
		r.omit("preemption, because the Preempt lists of the QOSs form a circle")
		p.By = slurmsched.PreemptNever
	}
}

// parameter sets a part of PreemptParameters, or of SchedulerParameters without its
// prefix preempt_.
func (r *reader) parameter(p *slurmsched.Preemption, name, value string) {
	switch name {
	case "", "(null)", "send_user_signal":
	case "youngest_first":
		p.YoungestFirst = true
	case "strict_order":
		p.StrictOrder = true
	case "reorder_count":
		if n, err := strconv.ParseInt(value, 10, 32); err == nil && n >= 0 && n <= maxReorder {
			p.Reorder = int32(n)
		} else {
			r.omit("preempt_reorder_count=%s", value)
		}
	default:
		r.omit("PreemptParameters=%s", name)
	}
}

// maxReorder is the largest preempt_reorder_count that is simulated.
const maxReorder = 1000

// circular reports whether the preemption lists of QOSs form a cycle, so that a QOS
// could stop jobs of its own.
func circular(all []slurmsched.QOS) bool {
	lists := map[string][]string{}
	for i := range all {
		lists[all[i].Name] = all[i].Preempt
	}
	const visiting, done = 1, 2
	seen := map[string]int{}
	var visit func(name string) bool
	visit = func(name string) bool {
		switch seen[name] {
		case visiting:
			return true
		case done:
			return false
		}
		seen[name] = visiting
		found := slices.ContainsFunc(lists[name], visit)
		seen[name] = done
		return found
	}
	for i := range all {
		if visit(all[i].Name) {
			return true
		}
	}
	return false
}

// modeOf returns a preemption mode of a QOS or a partition.
func modeOf(word string) slurmsched.PreemptMode {
	switch word {
	case "off":
		return slurmsched.ModeOff
	case "cancel":
		return slurmsched.ModeCancel
	case "requeue":
		return slurmsched.ModeRequeue
	case "suspend":
		return slurmsched.ModeSuspend
	}
	return slurmsched.ModeDefault
}

// Partition sets the QOS, the preemption mode and the grace time of a partition. A QOS
// that is not known is left out.
func Partition(c *slurmsched.SlurmConfig, from *slurmstate.Partition, to *slurmsched.Partition) {
	to.Grace, to.Preempt = seconds(from.Grace), modeOf(from.PreemptMode)
	if slices.ContainsFunc(c.QOS, func(q slurmsched.QOS) bool { return q.Name == from.QOS }) {
		to.QOS = from.QOS
	}
}
