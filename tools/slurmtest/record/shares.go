package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// shareTree is a tree of accounts and users with shares, and jobs that give it
// usage.
type shareTree struct {
	Name     string   `json:"name"`
	Accounts []string `json:"accounts"` // "phys science 10": name, parent (or root), shares
	Users    []string `json:"users"`    // "alice phys 1": name, account, shares; the first account is the default
	Usage    []string `json:"usage"`    // "alice phys 2 5": a job of two cores that sleeps five seconds
	conf     []string
}

// commands returns the commands of sacctmgr that make the tree.
func (t *shareTree) commands(qos []string) []string {
	var all []string
	for _, q := range qos {
		all = append(all, "add qos "+q)
	}
	for _, a := range t.Accounts {
		f := strings.Fields(a)
		all = append(all, fmt.Sprintf("add account %s parent=%s fairshare=%s", f[0], f[1], f[2]))
	}
	for _, u := range t.Users {
		f := strings.Fields(u)
		all = append(all, fmt.Sprintf("add user %s account=%s fairshare=%s", f[0], f[1], f[2]))
	}
	names := "normal"
	for _, q := range qos {
		name, _, _ := strings.Cut(q, " ")
		names += "," + name
	}
	return append(all, "modify account root set qos="+names)
}

func shareTrees() []*shareTree {
	flat := []string{"phys root 1", "chem root 1", "bio root 1"}
	flatUsers := []string{"alice phys 1", "bob phys 1", "carol chem 1", "dave chem 1", "erin bio 1"}
	return []*shareTree{
		{Name: "flat-unused", Accounts: flat, Users: flatUsers},
		{Name: "flat-used", Accounts: flat, Users: flatUsers, Usage: []string{"alice phys 4 6", "bob phys 1 4", "carol chem 2 7", "erin bio 3 9"}},
		{Name: "weighted", Accounts: []string{"phys root 10", "chem root 20", "bio root 70"},
			Users: []string{"alice phys 3", "bob phys 1", "carol chem 5", "dave chem 5", "erin bio 1", "alice bio 4"},
			Usage: []string{"alice phys 2 5", "bob phys 2 5", "carol chem 4 6", "dave chem 1 3", "erin bio 8 9", "alice bio 1 4"}},
		{Name: "three-levels", Accounts: []string{"science root 60", "arts root 40", "theory science 30", "lab science 10", "music arts 1", "film arts 3"},
			Users: []string{"alice theory 1", "bob theory 2", "carol lab 1", "dave lab 1", "erin music 1", "bob music 2", "carol film 1", "dave film 7"},
			Usage: []string{"alice theory 6 8", "bob theory 2 5", "carol lab 3 6", "erin music 5 4", "dave film 1 9", "bob music 1 3"}},
		{Name: "ties", Accounts: []string{"phys root 5", "chem root 5", "bio root 5", "geo root 5"},
			Users: []string{"alice phys 1", "bob phys 1", "carol phys 2", "alice chem 1", "bob chem 1", "dave chem 1", "dave bio 3", "erin bio 1", "erin geo 1", "carol geo 1"},
			Usage: []string{"alice phys 2 6", "bob phys 2 6", "carol phys 4 6", "alice chem 2 6", "bob chem 4 6", "dave chem 2 6"}},
		{Name: "parent-users", Accounts: []string{"phys root 2", "chem root 1", "bio root 1"},
			Users: []string{"alice phys parent", "bob phys parent", "carol chem 1", "dave chem parent", "erin bio parent"},
			Usage: []string{"alice phys 4 6", "bob phys 1 5", "carol chem 2 4", "dave chem 3 4", "erin bio 1 6"}},
		{Name: "parent-accounts", Accounts: []string{"science root 3", "arts root 1", "phys science parent", "chem science 2", "deep phys 1", "film arts 1"},
			Users: []string{"alice deep 1", "bob deep 3", "carol chem 1", "dave chem 2", "erin film 1", "bob phys 1"},
			Usage: []string{"alice deep 4 6", "bob deep 1 5", "carol chem 2 4", "dave chem 3 4", "erin film 1 6", "bob phys 2 4"}},
		{Name: "four-levels", Accounts: []string{"uni root 4", "city root 1", "science uni 5", "arts uni 3", "phys science 2", "chem science 1", "film arts 1", "lab city 1"},
			Users: []string{"alice phys 1", "bob phys 2", "carol chem 1", "dave chem 1", "erin film 2", "alice film 1", "dave lab 1", "bob uni 1"},
			Usage: []string{"alice phys 5 5", "bob phys 2 6", "carol chem 1 7", "dave chem 4 3", "erin film 2 8", "bob uni 1 6", "dave lab 1 3"}},
		{Name: "no-shares", Accounts: []string{"phys root 0", "chem root 2", "bio root 2"},
			Users: []string{"alice phys 1", "bob phys 1", "carol chem 0", "dave chem 1", "erin bio 0"},
			Usage: []string{"alice phys 4 6", "carol chem 2 4", "dave chem 3 4", "erin bio 1 6"}},
		{Name: "decay", Accounts: flat, Users: flatUsers, Usage: []string{"alice phys 4 6", "bob phys 1 4", "carol chem 2 7", "erin bio 3 9"},
			conf: []string{"PriorityDecayHalfLife=00:30:00"}},
		{Name: "classic", Accounts: []string{"science root 60", "arts root 40", "theory science 30", "lab science 10"},
			Users: []string{"alice theory 1", "bob theory 2", "carol lab 1", "dave arts 1", "erin arts 3"},
			Usage: []string{"alice theory 6 8", "bob theory 2 5", "carol lab 3 6", "erin arts 5 4"}, conf: []string{"PriorityFlags=NO_FAIR_TREE", "FairShareDampeningFactor=2"}},
	}
}

// shareConf is slurm.conf for recordings of usage: a core counts a thousand, so
// that a few seconds are a usage of some size, and it does not decay.
var shareConf = []string{
	"SelectType=select/cons_tres", "SelectTypeParameters=CR_Core_Memory", "SchedulerType=sched/backfill", "DefMemPerCPU=100",
	"SchedulerParameters=sched_interval=2,bf_interval=5,batch_sched_delay=1", "PriorityType=priority/multifactor",
	"PriorityCalcPeriod=1", "AccountingStorageEnforce=limits,qos", "DebugFlags=Priority",
}

// defaults adds lines to a configuration whose settings it does not have yet.
func defaults(conf []string, more ...string) []string {
	for _, line := range more {
		key, _, _ := strings.Cut(line, "=")
		if !strings.Contains("\n"+strings.Join(conf, "\n"), "\n"+key+"=") {
			conf = append(conf, line)
		}
	}
	return conf
}

// use runs the jobs that give a tree its usage, then drains all nodes.
func (c *cluster) use(t *shareTree) {
	for i, u := range t.Usage {
		f := strings.Fields(u)
		cores, _ := strconv.Atoi(f[2])
		length, _ := strconv.Atoi(f[3])
		c.submit(&job{Name: "use" + strconv.Itoa(i), User: f[0], Account: f[1], Nodes: 1, Tasks: cores, Limit: 1, Sleep: length}, time.Now(), nil)
	}
	c.wait("the jobs that give usage have ended", 3*time.Minute, func() bool { return c.run("squeue", "-h") == "" })
	c.drain()
}

// drain drains all nodes, so that jobs wait.
func (c *cluster) drain() {
	c.run("scontrol", "update", "nodename="+nodeRange(c.nodes), "state=drain", "reason=recording")
}

func (c *cluster) resume() {
	c.run("scontrol", "update", "nodename="+nodeRange(c.nodes), "state=resume")
}

func nodeRange(n int) string { return fmt.Sprintf("n[0-%d]", n-1) }

var factors = "%i|%u|%r|%Y|%y|%A|%a|%B|%b|%F|%f|%J|%j|%P|%p|%Q|%q|%N|%T|%t|%S"

const factorNames = "JobID|User|Partition|Priority|NormPriority|Age|NormAge|Assoc|NormAssoc|FairShare|NormFairShare|JobSize|NormJobSize|PartitionFactor|NormPartition|QOSFactor|NormQOS|Nice|TRES|NormTRES|Site\n"

// factors returns the factors of all pending jobs' priorities, with a head line.
func (c *cluster) factors() string {
	text := c.run("sprio", "-h", "-o", factors)
	return factorNames + regexp.MustCompile(`(?m) +(\||$)`).ReplaceAllString(regexp.MustCompile(`(?m)(^|\|) +`).ReplaceAllString(text, "$1"), "$1")
}

// shares returns what sshare prints, without the columns about minutes, which
// neither shares nor priorities depend on.
func (c *cluster) shares() string {
	var out strings.Builder
	var keep int
	for i, line := range lines(c.run("sshare", "-l", "-a", "-P")) {
		f := strings.Split(line, "|")
		if i == 0 {
			keep = slices.Index(f, "GrpTRESMins")
		}
		out.WriteString(strings.Join(f[:keep], "|") + "\n")
	}
	return out.String()
}

var calculated = regexp.MustCompile(`(?i)weighted|Fairshare|priority:`)

// sums matches a line with the sum of a job's weighted factors.
var sums = regexp.MustCompile(`(?m)^.*Job \S+ priority: .*\n`)

// calculation waits until Slurm has computed the priorities again, which it does
// once a minute, and returns slurmctld's lines about that.
func (c *cluster) calculation() string {
	_, from := c.logged(0, calculated)
	var text string
	c.wait("priorities are computed again", 90*time.Second, func() bool {
		text, _ = c.logged(from, calculated)
		return text != ""
	})
	time.Sleep(500 * time.Millisecond)
	text, _ = c.logged(from, calculated)
	return text
}

// recordFairTree records sshare for trees, and the fair-share factors of a job of
// each user in each account.
func recordFairTree(r *recorder) error {
	all := shareTrees()
	return each(len(all), 4, func(k int) error {
		t := all[k]
		conf := defaults(append(append([]string{}, shareConf...), t.conf...), "PriorityDecayHalfLife=0", "PriorityUsageResetPeriod=YEARLY", "PriorityWeightFairshare=1000000000")
		conf = append(conf, "PartitionName=all Nodes=ALL Default=YES MaxTime=60 State=UP TRESBillingWeights=CPU=1000")
		s := &setup{name: "tree" + strconv.Itoa(k), nodes: 2, node: "CPUs=16 RealMemory=16000", conf: conf, tree: t.commands(nil)}
		return r.record(s, func(c *cluster) {
			c.use(t)
			time.Sleep(63 * time.Second)
			var jobs []*job
			for i, u := range t.Users {
				f := strings.Fields(u)
				jobs = append(jobs, &job{Name: "p" + strconv.Itoa(i), User: f[0], Account: f[1], Nodes: 1, Tasks: 1, Limit: 5, Sleep: 1})
				c.submit(jobs[i], time.Now(), nil)
			}
			c.calculation()
			before := time.Now().Unix()
			folder := t.Name + "/"
			r.save(folder+"sshare.txt", c.shares())
			r.save(folder+"sprio.txt", c.factors())
			after := time.Now().Unix()
			r.save(folder+"inputs.json", marshal(map[string]any{"tree": t, "jobs": jobs, "slurm_conf": conf, "before": before, "after": after}))
			r.logf("fairtree %s", t.Name)
			c.clear()
		})
	})
}

// weighing is a way to compute priorities.
type weighing struct {
	name string
	conf []string
}

var weighings = []weighing{
	{"age", []string{"PriorityWeightAge=10000", "PriorityMaxAge=00:03:00", "PriorityWeightPartition=0"}},
	{"fairshare-qos-partition", []string{"PriorityWeightAge=100", "PriorityMaxAge=1-0", "PriorityWeightFairshare=100000", "PriorityWeightQOS=20000", "PriorityWeightPartition=3000"}},
	{"size-large", []string{"PriorityWeightAge=50", "PriorityMaxAge=01:00:00", "PriorityWeightJobSize=10000", "PriorityFavorSmall=NO"}},
	{"size-small", []string{"PriorityWeightAge=50", "PriorityMaxAge=01:00:00", "PriorityWeightJobSize=10000", "PriorityFavorSmall=YES"}},
	{"size-relative", []string{"PriorityWeightAge=50", "PriorityMaxAge=01:00:00", "PriorityWeightJobSize=10000", "PriorityFlags=SMALL_RELATIVE_TO_TIME"}},
	{"tres", []string{"PriorityWeightAge=50", "PriorityMaxAge=01:00:00", "PriorityWeightTRES=CPU=1000,Mem=2000,Node=300,GRES/gpu=5000", "PriorityWeightFairshare=1000"}},
	{"everything", []string{"PriorityWeightAge=1000", "PriorityMaxAge=00:10:00", "PriorityWeightFairshare=5000", "PriorityWeightQOS=2000", "PriorityWeightPartition=700",
		"PriorityWeightJobSize=900", "PriorityWeightAssoc=400", "PriorityWeightTRES=CPU=100,Mem=50", "PriorityDecayHalfLife=01:00:00"}},
	{"accrue-always", []string{"PriorityWeightAge=10000", "PriorityMaxAge=00:10:00", "PriorityWeightQOS=100", "PriorityFlags=ACCRUE_ALWAYS"}},
	{"depth-classic", []string{"PriorityWeightAge=100", "PriorityMaxAge=00:30:00", "PriorityWeightFairshare=100000", "PriorityFlags=NO_FAIR_TREE"}},
}

var weighTree = &shareTree{
	Accounts: []string{"science root 60", "arts root 40", "theory science 30", "lab science 10", "music arts 1"},
	Users:    []string{"alice theory 1", "bob theory 2", "carol lab 1", "dave lab 1", "erin music 1", "bob music 2"},
	Usage:    []string{"alice theory 6 8", "bob theory 2 5", "carol lab 3 6", "erin music 5 4", "bob music 1 3"},
}

// drawWaiting draws thirty jobs that will wait: some held, some to begin later, some
// with a dependency, the others eligible at once.
func drawWaiting(rng *rand.Rand) []*job {
	var all []*job
	for i := range 30 {
		u := strings.Fields(weighTree.Users[rng.IntN(len(weighTree.Users))])
		nodes := 1 + rng.IntN(8)
		j := &job{Name: "j" + strconv.Itoa(i), User: u[0], Account: u[1], Nodes: nodes, Tasks: nodes * (1 + rng.IntN(16)), MemMB: 1000 * (1 + rng.IntN(16)),
			Limit: 1 + rng.IntN(60), Sleep: 1, Partition: []string{"batch", "long", "urgent"}[rng.IntN(3)], QOS: []string{"normal", "low", "mid", "high"}[rng.IntN(4)]}
		switch rng.IntN(12) {
		case 0:
			j.Begin = 3600
		case 1:
			j.Extra = []string{"--hold"}
		case 2:
			if i > 0 {
				j.After = "afterok:j0"
			}
		case 3:
			j.Nice = 10 * (1 + rng.IntN(30))
		case 4:
			j.Begin = 25
		case 5:
			j.Partition = "batch,urgent"
		case 6:
			j.Array = "0-3"
		case 7:
			j.Extra = []string{"--gres=gpu:1"}
		}
		all = append(all, j)
	}
	return all
}

// recordPriorities records the factors and priorities of waiting jobs for each way
// to compute them.
func recordPriorities(r *recorder) error {
	chosen := weighings
	if r.seed != 0 {
		chosen = chosen[6:7] // everything
	}
	return each(len(chosen), 3, func(k int) error {
		w := chosen[k]
		conf := defaults(append(append([]string{}, shareConf...), w.conf...), "PriorityDecayHalfLife=0", "PriorityUsageResetPeriod=YEARLY", "PriorityFavorSmall=NO")
		conf = append(conf, "AccountingStorageTRES=gres/gpu", "GresTypes=gpu",
			"PartitionName=batch Nodes=ALL Default=YES PriorityJobFactor=1 PriorityTier=1 MaxTime=60 State=UP TRESBillingWeights=CPU=1000",
			"PartitionName=long Nodes=n[0-3] PriorityJobFactor=10 PriorityTier=2 MaxTime=60 State=UP TRESBillingWeights=CPU=1000",
			"PartitionName=urgent Nodes=ALL PriorityJobFactor=100 PriorityTier=3 MaxTime=60 State=UP TRESBillingWeights=CPU=1000")
		tree := weighTree.commands([]string{"low Priority=10", "mid Priority=50", "high Priority=200"})
		tree = append(tree, "modify account theory set priority=30", "modify user carol set priority=7")
		s := &setup{name: "prio" + strconv.Itoa(k), nodes: 8, node: "CPUs=16 RealMemory=16000 Gres=gpu:2", conf: conf, gres: "Name=gpu File=DIR/gpu[0-1]\n", tree: tree}
		return r.record(s, func(c *cluster) {
			c.use(weighTree)
			jobs := drawWaiting(r.draws(9, uint64(k)))
			ids, began := map[string]string{}, time.Now()
			for _, j := range jobs {
				c.submit(j, began, ids)
				time.Sleep(time.Second)
			}
			if time.Since(began) < 65*time.Second {
				time.Sleep(65*time.Second - time.Since(began))
			}
			c.weigh(r, w.name+"/", conf, jobs)
		})
	})
}

// weigh waits for the next computation of priorities and writes inputs and outputs.
func (c *cluster) weigh(r *recorder, folder string, conf []string, jobs []*job) {
	log := c.calculation()
	before := time.Now().Unix()
	sprio := c.factors()
	shares := c.shares()
	queue := c.run("squeue", "-h", "-S", "i", "-o", "%i|%Q|%T|%r|%P")
	after := time.Now().Unix()
	shown := c.show()
	type input struct {
		*job
		Nodes, CPUs, TRES        string
		Submit, Eligible, Accrue int64
	}
	var all []input
	for _, j := range jobs {
		f := shown[j.ID]
		all = append(all, input{j, f["NumNodes"], f["NumCPUs"], f["TRES"], seconds(f["SubmitTime"]), seconds(f["EligibleTime"]), seconds(f["AccrueTime"])})
	}
	last := lines(log)
	stamp := strings.Trim(strings.Fields(last[len(last)-1])[0], "[]")
	r.save(folder+"inputs.json", marshal(map[string]any{
		"slurm_conf": conf, "nodes": c.nodes, "node": c.node, "tree": weighTree, "jobs": all, "before": before, "after": after,
		"computed": stamp, "partition_job_factor": map[string]int{"batch": 1, "long": 10, "urgent": 100},
		"qos_priority": map[string]int{"normal": 0, "low": 10, "mid": 50, "high": 200}, "assoc_priority": map[string]int{"theory": 30, "carol": 7},
	}))
	r.save(folder+"sprio.txt", sprio)
	r.save(folder+"sshare.txt", shares)
	r.save(folder+"squeue.txt", "JobID|Priority|State|Reason|Partition\n"+queue)
	r.save(folder+"slurmctld.log", strings.Join(sums.FindAllString(log, -1), ""))
	r.logf("priorities %s", folder)
	c.clear()
}
