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

// machine is a configuration in which workloads run.
type machine struct {
	name  string
	cores int  // of each node
	whole bool // all jobs have whole nodes
	conf  []string
	qos   []string
}

const startNodes = 8

var startParts = []string{
	"PartitionName=batch Nodes=ALL Default=YES PriorityTier=1 PriorityJobFactor=1 MaxTime=20 State=UP",
	"PartitionName=prod Nodes=n[0-5] PriorityTier=10 PriorityJobFactor=20 MaxTime=20 State=UP",
	"PartitionName=debug Nodes=n[4-7] PriorityTier=5 PriorityJobFactor=50 MaxTime=3 MaxNodes=2 State=UP",
}

// machines are the clusters of recordStarts. Priorities are constant: neither age
// nor usage counts.
var machines = []machine{
	{name: "backfill-nodes", cores: 1, whole: true, conf: []string{"SchedulerType=sched/backfill", "SchedulerParameters=sched_interval=1,bf_interval=1,bf_resolution=60,batch_sched_delay=1,bf_continue"}},
	{name: "builtin-nodes", cores: 1, whole: true, conf: []string{"SchedulerType=sched/builtin", "SchedulerParameters=sched_interval=1,batch_sched_delay=1"}},
	{name: "backfill-defer-cores", cores: 4, conf: []string{"SchedulerType=sched/backfill", "SchedulerParameters=defer,sched_interval=1,bf_interval=1,bf_resolution=60,batch_sched_delay=1,bf_continue"}},
	{name: "builtin-cores", cores: 4, conf: []string{"SchedulerType=sched/builtin", "SchedulerParameters=sched_interval=1,batch_sched_delay=1"}},
	{name: "backfill-limits", cores: 2, conf: []string{"SchedulerType=sched/backfill", "SchedulerParameters=sched_interval=1,bf_interval=1,bf_resolution=60,batch_sched_delay=1,bf_continue"},
		qos: []string{"low Priority=10 MaxJobsPerUser=2", "mid Priority=50 GrpTRES=cpu=8", "high Priority=200 MaxTRESPerUser=cpu=4"}},
}

// drawWorkload draws jobs of less than a minute. Names are unique, and a
// dependency names an earlier job.
func drawWorkload(rng *rand.Rand, m machine) []*job {
	accounts := map[string]string{"alice": "phys", "bob": "phys", "carol": "chem", "dave": "chem", "erin": "bio"}
	var all []*job
	for i := range 20 + rng.IntN(21) {
		j := &job{Name: "j" + strconv.Itoa(i), User: people[rng.IntN(len(people))], Sleep: 3 * (1 + rng.IntN(5)), Limit: 1 + rng.IntN(6),
			Partition: []string{"batch", "batch", "prod", "debug"}[rng.IntN(4)], QOS: []string{"normal", "low", "mid", "high"}[rng.IntN(4)]}
		j.Account = accounts[j.User]
		most := map[string]int{"batch": 8, "prod": 6, "debug": 2}[j.Partition]
		j.Nodes = 1 + rng.IntN(most)
		if rng.IntN(3) > 0 {
			j.Nodes = min(j.Nodes, 2)
		}
		if j.Partition == "debug" {
			j.Limit = min(j.Limit, 3)
		}
		j.Tasks = j.Nodes
		if !m.whole {
			if rng.IntN(5) == 0 {
				j.Exclusive, j.Tasks = true, 0
			} else {
				j.Tasks = j.Nodes * (1 + rng.IntN(m.cores))
			}
		}
		switch rng.IntN(10) {
		case 0:
			j.Nice = 5 * (1 + rng.IntN(40))
		case 1:
			j.Begin = 3 + rng.IntN(25)
		case 2:
			if i > 0 {
				j.After = []string{"afterok", "afterany", "after"}[rng.IntN(3)] + ":j" + strconv.Itoa(rng.IntN(i))
			}
		case 3:
			if rng.IntN(2) == 0 {
				j.Array, j.Nodes, j.Sleep = "0-3%2", 1, 3
				j.Tasks = 1
				j.Exclusive = false
			}
		}
		all = append(all, j)
	}
	return all
}

var decisions = regexp.MustCompile(`sched: Allocate|_start_job: Started|_job_complete: .* done`)

// recordStarts runs five workloads on each machine, each on a new cluster.
func recordStarts(r *recorder) error {
	workloads, machines := r.few(1, 5), machines
	if r.seed != 0 { // those that tests compare
		machines = slices.DeleteFunc(slices.Clone(machines), func(m machine) bool { return !m.whole && m.qos == nil })
	}
	return each(len(machines)*workloads, 3, func(n int) error {
		k, i := n/workloads, n%workloads
		m := machines[k]
		conf := append([]string{
			"SelectType=select/cons_tres", "SelectTypeParameters=CR_Core", "PriorityType=priority/multifactor", "PriorityWeightAge=0",
			"PriorityWeightPartition=1000", "PriorityWeightQOS=2000", "PriorityWeightJobSize=500", "AccountingStorageEnforce=limits,qos",
		}, append(append([]string{}, m.conf...), startParts...)...)
		qos := m.qos
		if qos == nil {
			qos = []string{"low Priority=10", "mid Priority=50", "high Priority=200"}
		}
		s := &setup{name: "starts" + strconv.Itoa(n), nodes: startNodes, node: "CPUs=" + strconv.Itoa(m.cores), conf: conf, tree: withQOS(qos...)}
		return r.record(s, func(c *cluster) {
			if i == 0 {
				r.saveConf(c, m.name+"/")
			}
			jobs := drawWorkload(r.draws(uint64(k), uint64(i)), m)
			c.workload(r, fmt.Sprintf("%s/%d", m.name, i), jobs, map[string]any{"qos": qos, "nodes": c.nodes, "node": c.node})
		})
	})
}

// workload submits jobs while all nodes are drained, resumes the nodes with one
// command, and samples the queue each second until all jobs have ended.
func (c *cluster) workload(r *recorder, name string, jobs []*job, inputs map[string]any) {
	c.drain()
	release, ids := time.Now().Add(time.Duration(len(jobs)/3+12)*time.Second).Truncate(time.Second), map[string]string{}
	for _, j := range jobs {
		c.submit(j, release, ids)
	}
	late := time.Since(release) > 0
	time.Sleep(time.Until(release))
	_, from := c.logged(0, decisions)
	samples := &sampler{shown: map[string]string{}, starts: strings.HasPrefix(name, "backfill-nodes")}
	samples.take(c)
	resumed := time.Now()
	c.resume()
	samples.until(c)
	time.Sleep(1500 * time.Millisecond)
	log, _ := c.logged(from, decisions)
	first := jobs[0].ID
	fields := "JobID,JobName,User,Account,Partition,QOS,Priority,ReqNodes,ReqCPUS,TimelimitRaw,Submit,Eligible,Start,End,State,NodeList"
	rows := c.run("sacct", "-a", "-X", "-P", "-S", "now-20minutes", "-o", fields)
	kept := lines(rows)[:1]
	for _, line := range lines(rows)[1:] {
		id, _, _ := strings.Cut(line, "|")
		id, _, _ = strings.Cut(id, "_")
		if n, _ := strconv.Atoi(id); n >= atoi(first) {
			kept = append(kept, line)
		}
	}
	inputs["jobs"], inputs["release"], inputs["resumed"], inputs["submitted_late"] = jobs, release.Unix(), resumed.UnixMilli(), late
	r.save(name+"/inputs.json", marshal(inputs))
	r.save(name+"/sacct.txt", strings.Join(kept, "\n")+"\n")
	r.save(name+"/samples.txt", samples.text.String())
	r.save(name+"/slurmctld.log", log)
	r.logf("starts %s: %d jobs, %v", name, len(jobs), time.Since(resumed).Round(time.Second))
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// sampler writes what squeue prints, each second, without the lines that have not
// changed.
type sampler struct {
	shown  map[string]string
	starts bool // whether a new expected start alone is a change
	text   strings.Builder
}

// take takes a sample, and reports whether there are jobs, and whether one runs or
// is about to.
func (s *sampler) take(c *cluster) (any, busy bool) {
	at := time.Now()
	all := lines(c.run("squeue", "-h", "-S", "i", "-o", "%i %t %r %Q %S %N"))
	now := map[string]string{}
	var changes strings.Builder
	for _, line := range all {
		id, _, _ := strings.Cut(line, " ")
		f := strings.Fields(line)
		busy = busy || f[1] != "PD" || strings.Contains(line, " BeginTime ")
		if !s.starts && f[1] == "PD" { // sched/builtin expects another start each second, and backfill nearly so
			f[len(f)-1] = ""
		}
		now[id] = strings.Join(f, " ")
		if s.shown[id] != now[id] {
			changes.WriteString(line + "\n")
		}
	}
	for _, id := range sortedKeys(s.shown) {
		if now[id] == "" {
			changes.WriteString(id + " gone\n")
		}
	}
	s.shown = now
	if changes.Len() > 0 {
		fmt.Fprintf(&s.text, "@%d.%03d\n%s", at.Unix(), at.UnixMilli()%1000, changes.String())
	}
	return len(all) > 0, busy
}

// until takes samples each second until there are no jobs, or nothing but jobs that
// their limits never let start. It cancels these.
func (s *sampler) until(c *cluster) {
	last := time.Now()
	for {
		any, busy := s.take(c)
		if busy {
			last = time.Now()
		}
		if !any {
			return
		}
		if time.Since(last) > 20*time.Second {
			c.clear()
			return
		}
		time.Sleep(time.Second - time.Duration(time.Now().Nanosecond())%time.Second)
	}
}
