package scenario

import (
	"fmt"
	"slices"

	"hopyard/core/jsondoc"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Limits on the block "slurm".
const (
	MaxTier         = 65_533 // Slurm's PriorityTier
	MaxSlurmWeight  = 1<<32 - 1
	MaxTRESWeight   = 1_000_000_000 // thousandths
	MaxShares       = 1 << 31
	MaxBackfillJobs = 1_000_000
	MaxReorder      = 1_000
)

// licenseCount describes the number of a licence.
var licenseCount = field{Kind: schema.Whole, Max: MaxNumber}

// usualSlurm holds Slurm's defaults.
var (
	usualSlurm     = slurmsched.UsualConfig()
	usualPartition = slurmsched.Partition{Tier: 1, Priority: 1}
	usualAccount   = slurmsched.Account{Shares: 1}
	usualMember    = slurmsched.User{Shares: 1}
)

// slurmTable returns the table of fields for the block "slurm".
func slurmTable(c *slurmsched.SlurmConfig) *table {
	t := newTable("slurm", 9)
	mapped(t, "partitions", "partitions", &c.Partitions, usualPartition, func(x *slurmsched.Partition) *string { return &x.Name }, partitionTable)
	mapped(t, "qos", "qualities of service", &c.QOS, slurmsched.QOS{}, func(x *slurmsched.QOS) *string { return &x.Name }, qosTable)
	mapped(t, "accounts", "accounts", &c.Accounts, usualAccount, func(x *slurmsched.Account) *string { return &x.Name }, accountTable)
	byName(t, "licenses", &c.Licenses, &licenseCount)
	mapped(t, "reservations", "reservations", &c.Reservations, slurmsched.AdvanceReservation{}, func(x *slurmsched.AdvanceReservation) *string { return &x.Name }, reservationTable)
	t.Object("priority", &c.Priority, func() *table { return multifactorTable(&c.Priority) }).When(func() bool { return c.Priority != usualSlurm.Priority })
	t.Object("backfill", &c.Backfill, func() *table { return backfillTable(&c.Backfill) }).When(func() bool { return c.Backfill != usualSlurm.Backfill })
	t.Object("preemption", &c.Preemption, func() *table { return preemptionTable(&c.Preemption) }).When(func() bool { return c.Preemption != usualSlurm.Preemption })
	t.Truth("enforce_deadlines", &c.Deadlines)
	return t
}

// mapped adds a field with an object that has a member for each element of a list.
func mapped[T any](t *table, field, of string, all *[]T, usual T, name func(*T) *string, each func(*T) *table) *field {
	f := t.Object(field, nil, func() *table {
		x := usual
		return each(&x)
	})
	f.Kind, f.Max = schema.Map, MaxOwners
	return f.
		Reads(func(p *parser, v jsondoc.Ref) {
			p.byName(v, of, func(text string, _, v jsondoc.Ref) {
				x := usual
				*name(&x) = text
				each(&x).Read(p, v)
				*all = append(*all, x)
			})
		}).
		When(func() bool { return len(*all) > 0 }).
		Writes(func(w *writer, _ any) {
			w.Raw("{")
			for i := range *all {
				x, plain := (*all)[i], usual
				w.Member(*name(&x), i == 0)
				each(&x).Write(w, each(&plain))
			}
			w.Raw("}")
		})
}

func partitionTable(x *slurmsched.Partition) *table {
	t := newTable("a partition", 9)
	t.Add("nodes", schema.Nodes, (*nodesValue)(&x.Nodes), 0, 0)
	t.Truth("default", &x.Default)
	t.Integer("tier", &x.Tier, 0, MaxTier)
	t.Integer("priority", &x.Priority, 0, MaxTier)
	t.Integer("max_nodes", &x.MaxNodes, 1, topology.MaxNodes)
	t.Seconds("max_time", (*int64)(&x.MaxTime), 1)
	label(t, "qos", &x.QOS)
	t.OneOf("preempt_mode", (*uint8)(&x.Preempt), preemptModes)
	t.Seconds("grace_time", (*int64)(&x.Grace), 0)
	return t
}

func qosTable(x *slurmsched.QOS) *table {
	t := newTable("a quality of service", 7)
	t.Integer("priority", &x.Priority, 0, MaxSlurmWeight)
	names(t, "preempt", &x.Preempt)
	t.OneOf("preempt_mode", (*uint8)(&x.Mode), preemptModes[:slurmsched.ModeOff]) // of a QOS, Slurm takes OFF for none
	t.Seconds("grace_time", (*int64)(&x.Grace), 0)
	t.Seconds("exempt_time", (*int64)(&x.Exempt), 0)
	limitsField(t, &x.Limits, true)
	t.Truth("deny_on_limit", &x.DenyOnLimit)
	return t
}

// names adds a field with a list of names.
func names(t *table, field string, all *[]string) {
	t.List(field, schema.Other, nil, 0, MaxName, MaxOwners, "names").
		Reads(func(p *parser, v jsondoc.Ref) { *all = p.Texts(v, MaxOwners, MaxName, "names") }).
		When(func() bool { return len(*all) > 0 }).
		Writes(func(w *writer, _ any) { w.List(len(*all), func(i int) { w.Text((*all)[i]) }) })
}

// repetitions are the words of the field "repeat": each is at the index that is its value.
var repetitions = []string{"never", "hourly", "daily", "weekly"}

func reservationTable(x *slurmsched.AdvanceReservation) *table {
	t := newTable("a reservation", 10)
	t.Seconds("start", (*int64)(&x.Start), 0)
	t.Seconds("duration", (*int64)(&x.Duration), 1).Always()
	t.OneOf("repeat", (*uint8)(&x.Repeat), repetitions)
	t.Seconds("announced", (*int64)(&x.Announced), 0)
	t.Add("nodes", schema.Nodes, (*nodesValue)(&x.Nodes), 0, 0)
	names(t, "users", &x.Users)
	names(t, "accounts", &x.Accounts)
	t.Truth("maintenance", &x.Maintenance)
	t.Truth("overlap", &x.Overlap)
	t.Truth("flex", &x.Flex)
	return t
}

func accountTable(x *slurmsched.Account) *table {
	t := newTable("an account", 6)
	label(t, "parent", &x.Parent)
	shares(t, &x.Shares)
	t.Integer("usage", &x.Usage, 0, MaxNumber)
	t.Integer("priority", &x.Priority, 0, MaxSlurmWeight)
	limitsField(t, &x.Limits, false)
	mapped(t, "users", "users", &x.Users, usualMember, func(u *slurmsched.User) *string { return &u.Name }, memberTable)
	return t
}

func memberTable(x *slurmsched.User) *table {
	t := newTable("a user of an account", 3)
	shares(t, &x.Shares)
	t.Integer("usage", &x.Usage, 0, MaxNumber)
	t.Integer("priority", &x.Priority, 0, MaxSlurmWeight)
	limitsField(t, &x.Limits, false)
	return t
}

// limitAmounts holds the amounts of all limits of a QOS, an account or a user, or
// notLimited. Rules that count no resources have the first amount.
type limitAmounts [slurmsched.NumRules][len(slurmsched.Trackable)]int64

const notLimited = -1

// amountsOf returns the amounts of limits.
func amountsOf(all slurmsched.JobLimits) (a limitAmounts) {
	for r := range a {
		for i := range a[r] {
			a[r][i] = notLimited
		}
	}
	for _, l := range all {
		a[l.Rule][l.Resource()] = l.Amount
	}
	return a
}

// limits returns the limits, in the order of the canonical form.
func (a *limitAmounts) limits() (all slurmsched.JobLimits) {
	for r := range slurmsched.NumRules {
		for i, amount := range a[r] {
			if amount == notLimited {
				continue
			}
			l := slurmsched.Limit{Rule: r, Amount: amount}
			if slurmsched.Rules[r].Unit >= slurmsched.InTRES {
				l.Of = slurmsched.Trackable[i]
			}
			all = append(all, l)
		}
	}
	return all
}

// slurmLimitTable returns the table of the limits that a QOS or an association may
// have.
func slurmLimitTable(a *limitAmounts, ofQOS bool) *table {
	t := newTable("limits", len(a))
	for r, info := range slurmsched.Rules {
		if ofQOS && !info.OfQOS || !ofQOS && !info.OfAccount {
			continue
		}
		amounts := &a[r]
		switch info.Unit {
		case slurmsched.InJobs:
			t.Integer(info.Name, &amounts[0], 0, MaxNumber)
		case slurmsched.InTime:
			t.Seconds(info.Name, &amounts[0], 0)
		default:
			t.Object(info.Name, &amounts[0], func() *table {
				t := newTable(info.Name, len(amounts))
				for i, m := range slurmsched.Trackable {
					t.Integer(m.String(), &amounts[i], 0, MaxNumber)
				}
				return t
			})
		}
	}
	return t
}

// limitsField adds the field "limits".
func limitsField(t *table, all *slurmsched.JobLimits, ofQOS bool) {
	t.Add("limits", schema.Other, nil, 0, 0).
		Reads(func(p *parser, v jsondoc.Ref) {
			a, before := amountsOf(nil), p.Count()
			slurmLimitTable(&a, ofQOS).Read(p, v)
			if *all = a.limits(); len(*all) == 0 && p.Count() == before {
				p.Wrong(v, "limits nothing", "1", `write what, as in {"grp_tres": {"cores": 64}, "max_wall": 3600}`)
			}
		}).
		When(func() bool { return len(*all) > 0 }).
		Writes(func(w *writer, _ any) {
			a, none := amountsOf(*all), amountsOf(nil)
			slurmLimitTable(&a, ofQOS).Write(w, slurmLimitTable(&none, ofQOS))
		})
}

// shares adds the field "shares": a number, or "parent".
func shares(t *table, at *int64) {
	const fromParent = "parent"
	t.Integer("shares", at, 0, MaxShares).
		Reads(func(p *parser, v jsondoc.Ref) {
			if p.Kind(v) == '"' && p.Text(v) == fromParent {
				*at = slurmsched.FromParent
			} else if n, ok := p.Integer(v, 0, MaxShares); ok {
				*at = n
			}
		}).
		Writes(func(w *writer, _ any) {
			if *at == slurmsched.FromParent {
				w.Text(fromParent)
			} else {
				w.Number(*at)
			}
		})
}

func multifactorTable(x *slurmsched.Priority) *table {
	t := newTable("slurm.priority", 12)
	t.Integer("age", &x.Age, 0, MaxSlurmWeight)
	t.Integer("fair_share", &x.FairShare, 0, MaxSlurmWeight)
	t.Integer("size", &x.Size, 0, MaxSlurmWeight)
	t.Integer("partition", &x.Partition, 0, MaxSlurmWeight)
	t.Integer("qos", &x.QOS, 0, MaxSlurmWeight)
	t.Integer("assoc", &x.Assoc, 0, MaxSlurmWeight)
	t.Object("tres", &x.TRES, func() *table {
		t := newTable("slurm.priority.tres", len(x.TRES))
		for i, m := range slurmsched.Trackable {
			t.Number(m.String(), &x.TRES[i], 0, MaxTRESWeight, "the weight")
		}
		return t
	}).When(func() bool { return x.TRES != usualSlurm.Priority.TRES })
	t.Seconds("max_age", (*int64)(&x.MaxAge), int64(simtime.Second))
	t.Seconds("half_life", (*int64)(&x.HalfLife), 0)
	t.Seconds("period", (*int64)(&x.Period), int64(simtime.Second))
	t.Truth("favor_small", &x.Small)
	t.Truth("relative_to_time", &x.ByTime)
	return t
}

// hetPriorities are the words of the field "het_priority": each is at the index that is its
// value.
var hetPriorities = []string{"own", "min", "avg", "max"}

func backfillTable(x *slurmsched.Backfill) *table {
	t := newTable("slurm.backfill", 8)
	t.Truth("off", &x.Off)
	t.Seconds("interval", (*int64)(&x.Interval), int64(simtime.Second))
	t.Seconds("window", (*int64)(&x.Window), int64(simtime.Second))
	t.Seconds("resolution", (*int64)(&x.Resolution), int64(simtime.Second))
	t.Integer("max_test", &x.MaxTest, 1, MaxBackfillJobs)
	t.Integer("max_user", &x.MaxUser, 1, MaxBackfillJobs)
	t.OneOf("het_priority", (*uint8)(&x.HetPriority), hetPriorities)
	t.Truth("het_immediate", &x.HetNow)
	return t
}

// The words of the fields about preemption: each is at the index that is its value.
var (
	preemptRules = []string{"never", "partition", "qos"}
	stopModes    = []string{"requeue", "cancel", "suspend"}
	preemptModes = []string{"default", "requeue", "cancel", "suspend", "off"}
)

func preemptionTable(x *slurmsched.Preemption) *table {
	t := newTable("slurm.preemption", 6)
	t.OneOf("by", (*uint8)(&x.By), preemptRules)
	t.OneOf("mode", (*uint8)(&x.Mode), stopModes)
	t.Seconds("exempt_time", (*int64)(&x.Exempt), 0)
	t.Truth("youngest_first", &x.YoungestFirst)
	t.Truth("strict_order", &x.StrictOrder)
	t.Integer("reorder_count", &x.Reorder, 0, MaxReorder)
	return t
}

// slurm reads the block "slurm".
func (p *parser) slurm(v jsondoc.Ref) {
	c := slurmsched.UsualConfig()
	before := p.Count()
	g := slurmTable(&c).Read(p, v)
	p.s.Slurm = &c
	if p.Count() > before {
		return
	}
	standard := ""
	for _, x := range c.Partitions {
		switch {
		case !x.Default:
		case standard == "":
			standard = x.Name
		default:
			p.Wrong(g.At("partitions"), fmt.Sprintf("has two defaults, %s and %s", jsondoc.Quoted(standard), jsondoc.Quoted(x.Name)), "1", "keep one of them")
		}
	}
	if half := c.Priority.HalfLife; half > 0 && half < simtime.Second {
		p.Add(jsondoc.Error{Place: "slurm.priority.half_life", Value: half.String(), Limit: "1", Problem: fmt.Sprintf("half_life %v is less than a second", half), Fix: "write 0, if use never decays, or at least 1"})
	}
	for _, x := range c.Partitions {
		if x.QOS != "" && !slices.ContainsFunc(c.QOS, func(q slurmsched.QOS) bool { return q.Name == x.QOS }) {
			p.Add(jsondoc.Error{Place: fmt.Sprintf("slurm.partitions.%s.qos", x.Name), Value: x.QOS, Problem: fmt.Sprintf("qos %s is not a quality of service", jsondoc.Quoted(x.QOS)), Fix: "add it to slurm.qos, or leave it out"})
		}
	}
	p.checkAccounts(g.At("accounts"), c.Accounts)
	p.checkPreempt(c.QOS)
}

// checkPreempt finds qualities of service in lists that do not exist, and lists by
// which a job could stop one that could stop it.
func (p *parser) checkPreempt(all []slurmsched.QOS) {
	lists := map[string][]string{}
	for _, q := range all {
		lists[q.Name] = q.Preempt
	}
	for _, q := range all {
		wrong := func(i int, problem, fix string) {
			p.Add(jsondoc.Error{Place: fmt.Sprintf("slurm.qos.%s.preempt[%d]", q.Name, i), Value: q.Preempt[i], Problem: problem, Fix: fix})
		}
		for i, name := range q.Preempt {
			if _, known := lists[name]; !known {
				wrong(i, fmt.Sprintf("preempt %s is not a quality of service", jsondoc.Quoted(name)), "add it to qos, or remove it from the list")
				return
			}
			seen := map[string]bool{}
			var reaches func(string) bool
			reaches = func(from string) bool {
				if from == q.Name {
					return true
				}
				if seen[from] {
					return false
				}
				seen[from] = true
				return slices.ContainsFunc(lists[from], reaches)
			}
			if reaches(name) {
				wrong(i, fmt.Sprintf("preempt %s closes a cycle: jobs could stop those that stop them", jsondoc.Quoted(name)), "remove it from the list, or from the lists of the others")
				return
			}
		}
	}
}

// slurm writes the block "slurm", each field on a line of its own.
func (w *writer) slurm(c *slurmsched.SlurmConfig) {
	fields, usual := slurmTable(c), slurmTable(&usualSlurm)
	var shown []int
	for i := range fields.Rows {
		if fields.Rows[i].Shown(&usual.Rows[i]) {
			shown = append(shown, i)
		}
	}
	w.Lines('{', '}', len(shown), func(i int) {
		f := &fields.Rows[shown[i]]
		w.Member(f.Name, true)
		f.Put(w, &usual.Rows[shown[i]])
	})
}

// checkAccounts finds accounts whose parents do not exist, or that are below
// themselves.
func (p *parser) checkAccounts(at jsondoc.Ref, all []slurmsched.Account) {
	above := map[string]string{"root": ""}
	for _, a := range all {
		above[a.Name] = a.Parent
	}
	for _, a := range all {
		place := fmt.Sprintf("slurm.accounts.%s.parent", a.Name)
		if _, known := above[a.Parent]; !known && a.Parent != "" {
			p.Add(jsondoc.Error{Place: place, Value: a.Parent, Problem: fmt.Sprintf("parent %s is not an account", jsondoc.Quoted(a.Parent)), Fix: "add it, name another, or leave the parent out"})
			return
		}
		up := a.Parent
		for range all {
			if up == "" || up == a.Name {
				break
			}
			up = above[up]
		}
		if up == a.Name {
			p.Add(jsondoc.Error{Place: place, Value: a.Parent, Problem: fmt.Sprintf("parent %s closes a cycle: the account would be below itself", jsondoc.Quoted(a.Parent)), Fix: "name another parent, or none"})
			return
		}
	}
}

// inPartitions reports whether a job's queue is one of the partitions, or needs to be
// none.
func (s *Scenario) inPartitions(name string) bool {
	if s.Slurm == nil || len(s.Slurm.Partitions) == 0 {
		return true
	}
	return slices.ContainsFunc(s.Slurm.Partitions, func(x slurmsched.Partition) bool { return x.Name == name || name == "" && x.Default })
}
