package main

import (
	"strconv"
	"strings"
	"time"
)

// limitCase is a limit, jobs that reach it, and what Slurm says of the jobs.
type limitCase struct {
	Name   string   `json:"name"`
	Set    []string `json:"sacctmgr"` // sacctmgr -i ...
	Jobs   []*job   `json:"jobs"`     // in the order of submission, all within a few seconds
	First  []seen   `json:"first"`    // about four seconds after the last submission
	Cancel string   `json:"cancelled,omitempty"`
	Then   []seen   `json:"then,omitempty"`  // about three seconds after that job was cancelled
	Error  string   `json:"error,omitempty"` // of sacctmgr
	unset  []string
}

// seen is a job as squeue shows it. Its text has the fields in this order, with | in
// between.
type seen struct{ ID, Name, State, Reason, Nodes, CPUs, NodeList, Priority, Start string }

// MarshalText implements encoding.TextMarshaler.
func (s seen) MarshalText() ([]byte, error) {
	return []byte(strings.Join([]string{s.ID, s.Name, s.State, s.Reason, s.Nodes, s.CPUs, s.NodeList, s.Priority, s.Start}, "|")), nil
}

// look returns all pending and running jobs.
func (c *cluster) look() []seen {
	var all []seen
	for _, line := range lines(c.run("squeue", "-h", "-S", "i", "-o", "%i|%j|%T|%r|%D|%C|%N|%Q|%S")) {
		f := strings.Split(line, "|")
		all = append(all, seen{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]})
	}
	return all
}

// asks returns a job of the default partition that runs for a long time.
func asks(user string, nodes, tasks int, extra ...string) *job {
	return &job{User: user, Nodes: nodes, Tasks: tasks, Limit: 10, Sleep: 500, Extra: extra}
}

// same returns n equal jobs.
func same(n int, user string, nodes, tasks int, extra ...string) []*job {
	var all []*job
	for range n {
		all = append(all, asks(user, nodes, tasks, extra...))
	}
	return all
}

// qosCase returns a case whose jobs have a QOS with the given limit.
func qosCase(limit string, jobs ...*job) *limitCase {
	for _, j := range jobs {
		j.QOS = "limited"
	}
	return limitsOf("qos limited", limit, jobs)
}

// accountCase returns a case with a limit of an association, such as
// "account phys" or "user alice".
func accountCase(whom, limit string, jobs ...*job) *limitCase { return limitsOf(whom, limit, jobs) }

// limitsOf returns a case with a limit, and the command that takes it away again.
func limitsOf(whom, limit string, jobs []*job) *limitCase {
	var undo []string
	for _, w := range strings.Fields(limit) {
		key, value, _ := strings.Cut(w, "=")
		if tres, _, ok := strings.Cut(value, "="); ok {
			undo = append(undo, key+"="+tres+"=-1")
		} else {
			undo = append(undo, key+"=-1")
		}
	}
	modify := func(set string) []string { return []string{"modify " + whom + " set " + set} }
	return &limitCase{Name: whom + " " + limit, Set: modify(limit), Jobs: jobs, unset: modify(strings.Join(undo, " "))}
}

func limitCases() []*limitCase {
	two := func(nodes, tasks int) []*job { return same(2, "alice", nodes, tasks) }
	mem := func(mb string) *job { return asks("alice", 1, 1, "--mem="+mb) }
	apart := func(nodes int) *job { return asks("alice", nodes, nodes, "--exclusive") }
	low := func(j *job) *job { j.Nice = 50; return j }
	all := []*limitCase{
		qosCase("MaxJobsPerUser=1", append(two(1, 1), asks("bob", 1, 1))...),
		qosCase("MaxJobsPerAccount=1", append(two(1, 1), asks("bob", 1, 1), asks("carol", 1, 1))...),
		qosCase("GrpJobs=2", append(two(1, 1), asks("bob", 1, 1))...),
		qosCase("MaxTRESPerUser=node=3", asks("alice", 2, 2), asks("alice", 2, 2), asks("alice", 1, 1), asks("bob", 3, 3)),
		qosCase("MaxTRESPerUser=cpu=4", asks("alice", 1, 3), asks("alice", 1, 2), asks("alice", 1, 1)),
		qosCase("MaxTRESPerUser=mem=2000", mem("1500"), mem("600"), mem("500")),
		qosCase("GrpTRES=node=3", asks("alice", 2, 2), asks("bob", 2, 2), asks("carol", 1, 1)),
		qosCase("GrpTRES=cpu=5", asks("alice", 1, 3), asks("bob", 1, 3), asks("carol", 1, 2)),
		qosCase("GrpTRES=mem=2000", mem("1500"), mem("600"), mem("500")),
		qosCase("GrpTRES=gres/gpu=2", asks("alice", 1, 1, "--gres=gpu:1"), asks("bob", 1, 1, "--gres=gpu:2"), asks("bob", 1, 1, "--gres=gpu:1")),
		qosCase("GrpTRES=billing=5", asks("alice", 1, 3), asks("bob", 1, 3), asks("carol", 1, 2)),
		qosCase("GrpTRES=license/matlab=1", asks("alice", 1, 1, "--licenses=matlab:1"), asks("bob", 1, 1, "--licenses=matlab:1")),
		qosCase("MaxTRESPerJob=node=1", asks("alice", 2, 2), asks("alice", 1, 1)),
		qosCase("MaxTRESPerJob=cpu=2", asks("alice", 1, 3), asks("alice", 1, 2)),
		qosCase("MaxTRESPerNode=cpu=2", asks("alice", 1, 3), asks("alice", 1, 2)),
		qosCase("MaxTRESPerAccount=node=2", asks("alice", 2, 2), asks("bob", 1, 1), asks("carol", 1, 1)),
		qosCase("MaxTRESPerAccount=cpu=2", asks("alice", 1, 2), asks("bob", 1, 1), asks("carol", 1, 1)),
		qosCase("MaxWall=5", asks("alice", 1, 1), &job{User: "alice", Nodes: 1, Limit: 5, Sleep: 500}),
		qosCase("MinTRESPerJob=cpu=2", asks("alice", 1, 1), asks("alice", 1, 2)),
		qosCase("GrpTRESRunMins=cpu=25", asks("alice", 1, 2), asks("bob", 1, 1), &job{User: "carol", Nodes: 1, Limit: 4, Sleep: 500}),
		qosCase("GrpTRESMins=cpu=15", asks("alice", 1, 1), asks("bob", 1, 1), asks("carol", 1, 2)),
		qosCase("GrpWall=15", asks("alice", 1, 1), asks("bob", 1, 1), asks("carol", 1, 2)),
		qosCase("MaxTRESMins=cpu=15", asks("alice", 1, 2), asks("alice", 1, 1)),
		qosCase("GrpTRES=node=3", apart(2), apart(2), apart(1)),
		qosCase("MaxTRESPerUser=node=3", apart(2), apart(2), apart(1)),
		qosCase("MaxSubmitJobsPerUser=1", two(1, 1)...),
		qosCase("GrpSubmitJobs=1", asks("alice", 1, 1), asks("bob", 1, 1)),
		qosCase("MaxTRESPerJob=node=1 Flags=DenyOnLimit", two(2, 2)...),
		qosCase("MaxTRESPerUser=node=1 Flags=DenyOnLimit", two(2, 2)...),
		qosCase("MaxTRESPerUser=node=3 Flags=DenyOnLimit", two(2, 2)...),
		accountCase("account phys", "GrpJobs=1", asks("alice", 1, 1), asks("bob", 1, 1), asks("carol", 1, 1)),
		accountCase("account phys", "GrpTRES=node=3", asks("alice", 2, 2), asks("bob", 2, 2), asks("bob", 1, 1), asks("carol", 3, 3)),
		accountCase("account phys", "GrpTRES=node=3", apart(2), apart(2), apart(1)),
		accountCase("account phys", "GrpTRES=cpu=4", asks("alice", 1, 3), asks("bob", 1, 2), asks("alice", 1, 1)),
		accountCase("account phys", "GrpTRES=mem=2000", mem("1500"), mem("600"), mem("500")),
		accountCase("account science", "GrpTRES=node=2", asks("alice", 1, 1), asks("carol", 2, 2), asks("dave", 1, 1), asks("erin", 1, 1)),
		accountCase("user alice", "MaxJobs=1", append(two(1, 1), asks("bob", 1, 1))...),
		accountCase("account phys", "MaxJobs=1", append(two(1, 1), same(2, "bob", 1, 1)...)...),
		accountCase("user alice", "MaxTRESPerJob=node=1", asks("alice", 2, 2), asks("alice", 1, 1)),
		accountCase("user alice", "MaxTRESPerJob=cpu=2", asks("alice", 1, 3), asks("alice", 1, 2)),
		accountCase("user alice", "MaxWall=5", two(1, 1)...),
		accountCase("user alice", "GrpTRES=node=1", two(1, 1)...),
		accountCase("account phys", "GrpTRESMins=cpu=15", asks("alice", 1, 1), asks("bob", 1, 1), asks("bob", 1, 2)),
		accountCase("account phys", "GrpTRESRunMins=cpu=15", asks("alice", 1, 1), asks("bob", 1, 1)),
		accountCase("account phys", "GrpWall=5", asks("alice", 1, 1), asks("bob", 1, 1)),
		accountCase("user alice", "MaxSubmitJobs=1", two(1, 1)...),
		accountCase("account phys", "GrpSubmitJobs=1", asks("alice", 1, 1), asks("bob", 1, 1)),
	}
	return append(all, mixedLimits(low)...)
}

// mixedLimits returns cases in which more than one rule applies.
func mixedLimits(low func(*job) *job) []*limitCase {
	part := func(name string, j *job) *job { j.Partition = name; return j }
	over := accountCase("user alice", "MaxJobs=1", same(4, "alice", 1, 1)...)
	over.Name = "a QOS limit stands in for the association's: user=alice MaxJobs=1, QOS MaxJobsPerUser=3"
	over.Set, over.unset = append(over.Set, "modify qos limited set MaxJobsPerUser=3"), append(over.unset, "modify qos limited set MaxJobsPerUser=-1")
	for _, j := range over.Jobs {
		j.QOS = "limited"
	}
	wide := accountCase("account phys", "GrpTRES=node=2", asks("alice", 2, 8), asks("bob", 1, 1), low(asks("carol", 6, 24)), low(asks("dave", 1, 1)))
	wide.Name = "a job that a limit holds back does not hold back others: " + wide.Name
	none := func(name string, jobs ...*job) *limitCase { return &limitCase{Name: name, Jobs: jobs} }
	both := qosCase("GrpTRES=node=4", asks("alice", 4, 16), asks("alice", 1, 1))
	both.Name = "limits of the QOS and of the account: QOS GrpTRES=node=4, account=phys GrpTRES=node=4"
	both.Set, both.unset = append(both.Set, "modify account phys set GrpTRES=node=4"), append(both.unset, "modify account phys set GrpTRES=node=-1")
	array := qosCase("MaxJobsPerUser=2", &job{User: "alice", Nodes: 1, Tasks: 1, Limit: 10, Sleep: 500, Array: "0-4"})
	array.Name = "an array: " + array.Name
	return []*limitCase{
		over, wide, both, array,
		none("a QOS of the partition: pqos GrpTRES=node=2", part("pq", asks("alice", 2, 8)), part("pq", asks("bob", 1, 1)), part("main", asks("bob", 1, 1))),
		none("more nodes than MaxNodes of the partition (2)", part("small", asks("alice", 3, 3)), part("small", asks("bob", 1, 1))),
		none("a longer limit than MaxTime of the partition (5 minutes)", part("short", asks("alice", 1, 1)), part("short", &job{User: "bob", Nodes: 1, Limit: 5, Sleep: 500})),
		none("a partition that is down", part("down", asks("alice", 1, 1))),
		none("a partition that is inactive", part("inactive", asks("alice", 1, 1))),
		none("a partition of another account", part("chem", asks("alice", 1, 1)), part("chem", asks("carol", 1, 1))),
		none("more nodes than the partition has", part("small", asks("alice", 9, 9))),
		none("licences", asks("alice", 1, 1, "--licenses=matlab:2"), asks("bob", 1, 1, "--licenses=matlab:1"), asks("carol", 1, 1)),
		none("an array with a limit", &job{User: "alice", Nodes: 1, Tasks: 1, Limit: 10, Sleep: 500, Array: "0-4%2"}),
		none("resources and priority", asks("alice", 8, 32), asks("bob", 2, 8), low(asks("carol", 1, 4)), low(low(asks("dave", 1, 4)))),
	}
}

var limitConf = []string{
	"SelectType=select/cons_tres", "SelectTypeParameters=CR_Core_Memory", "SchedulerType=sched/backfill",
	"SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=1",
	"PriorityType=priority/multifactor", "PriorityWeightAge=0", "AccountingStorageEnforce=limits,qos",
	"AccountingStorageTRES=gres/gpu,license/matlab", "GresTypes=gpu", "Licenses=matlab:2", "DefMemPerCPU=100", "EnforcePartLimits=NO",
	"PartitionName=main Nodes=ALL Default=YES MaxTime=60 State=UP",
	"PartitionName=pq Nodes=ALL MaxTime=60 State=UP QOS=pqos",
	"PartitionName=small Nodes=ALL MaxTime=60 MaxNodes=2 State=UP",
	"PartitionName=short Nodes=ALL MaxTime=5 State=UP",
	"PartitionName=down Nodes=ALL MaxTime=60 State=DOWN",
	"PartitionName=inactive Nodes=ALL MaxTime=60 State=INACTIVE",
	"PartitionName=chem Nodes=ALL MaxTime=60 State=UP AllowAccounts=chem",
}

// plainTree is a tree of accounts in which every user has one account.
var plainTree = []string{
	"add account science", "add account phys parent=science", "add account chem parent=science", "add account bio",
	"add user alice,bob account=phys", "add user carol,dave account=chem", "add user erin account=bio",
}

// withQOS returns the commands for plainTree and for QOSs, such as
// "high Priority=10", that all accounts may use.
func withQOS(qos ...string) []string {
	all := append([]string{}, plainTree...)
	names := "normal"
	for _, q := range qos {
		all = append(all, "add qos "+q)
		name, _, _ := strings.Cut(q, " ")
		names += "," + name
	}
	return append(all, "modify account root set qos="+names)
}

// recordLimits records limits of QOSs, associations and partitions. A few clusters
// share the cases.
func recordLimits(r *recorder) error {
	clusters, cases := r.few(2, 4), limitCases()
	if r.seed != 0 {
		r.draws(7, 0).Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
		cases = cases[:10]
	}
	err := each(clusters, clusters, func(k int) error {
		tree := withQOS("limited", "pqos GrpTRES=node=2")
		p := &setup{name: "limits" + strconv.Itoa(k), nodes: 8, node: "CPUs=4 RealMemory=4000 Gres=gpu:2", conf: limitConf, gres: "Name=gpu File=DIR/gpu[0-1]\n", tree: tree}
		return r.record(p, func(c *cluster) {
			for i := k; i < len(cases); i += clusters {
				c.reach(cases[i])
				r.logf("limits %d: %s: %v", i, cases[i].Name, cases[i].First)
			}
			if k == 0 {
				r.saveConf(c, "")
			}
		})
	})
	if err != nil {
		return err
	}
	r.save("cases.json", marshal(cases))
	return nil
}

// saveConf writes a cluster's slurm.conf without its addresses.
func (r *recorder) saveConf(c *cluster, folder string) {
	r.save(folder+"slurm.conf", c.run("cat", c.dir+"/slurm.conf"))
}

// reach sets a limit, submits the jobs of a case, and looks at them before and
// after the first running job is cancelled.
func (c *cluster) reach(l *limitCase) {
	c.try("", "scontrol", "update", "nodename="+nodeRange(c.nodes), "state=resume") // of a busy machine, Slurm may have drained a node
	for _, line := range l.Set {
		if out, err := c.try("", "sacctmgr", append([]string{"-i"}, words(line)...)...); err != nil {
			l.Error += out
		}
	}
	time.Sleep(500 * time.Millisecond)
	for i, j := range l.Jobs {
		j.Name = "j" + strconv.Itoa(i)
		c.submit(j, time.Now(), nil)
	}
	time.Sleep(4 * time.Second)
	l.First = c.look()
	for _, s := range l.First {
		if s.State == "RUNNING" && len(l.First) > 1 {
			l.Cancel = s.ID
			c.run("scancel", s.ID)
			time.Sleep(3500 * time.Millisecond)
			l.Then = c.look()
			break
		}
	}
	c.clear()
	for _, line := range l.unset {
		c.try("", "sacctmgr", append([]string{"-i"}, words(line)...)...)
	}
}
