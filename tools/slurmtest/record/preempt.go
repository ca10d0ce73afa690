package main

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// preemption is a cluster's rules of preemption, and cases.
type preemption struct {
	Name       string         `json:"name"`
	Conf       []string       `json:"slurm_conf"`
	QOS        []string       `json:"qos,omitempty"`
	Cases      []*preemptCase `json:"cases"`
	parameters string         // of SchedulerParameters, which have 22.05's settings of preemption
}

// preemptCase is a machine on which jobs run, and a job that preempts some of them.
type preemptCase struct {
	Running []*job   `json:"running"` // started a second or more apart, in this order
	High    []*job   `json:"high"`    // submitted in this order, when all jobs of Running run
	Before  []seen   `json:"before"`
	After   []seen   `json:"after"`   // when the first of High runs, or after fifteen seconds
	Victims []string `json:"victims"` // ids in the order of slurmctld's log
	Log     string   `json:"log"`
}

var reclaimed = regexp.MustCompile(`(?i)preempt|requeue|sched: Allocate|_start_job: Started|reclaim`)

// preemptions returns the kinds of clusters. By partition, jobs of "low" and "mid"
// are preempted; by QOS, those of the QOSs of these names.
func preemptions() []*preemption {
	parts := func(mode string) []string {
		return []string{"PreemptType=preempt/partition_prio", "PreemptMode=" + mode,
			"PartitionName=low Nodes=ALL Default=YES PriorityTier=1 MaxTime=60 State=UP",
			"PartitionName=mid Nodes=ALL PriorityTier=5 MaxTime=60 State=UP",
			"PartitionName=high Nodes=ALL PriorityTier=10 MaxTime=60 State=UP"}
	}
	byQOS := func(mode string) []string {
		return []string{"PreemptType=preempt/qos", "PreemptMode=" + mode, "PartitionName=all Nodes=ALL Default=YES MaxTime=60 State=UP"}
	}
	qos := []string{"low Priority=10", "mid Priority=100 Preempt=low", "high Priority=1000 Preempt=low,mid"}
	all := []*preemption{
		{Name: "partition-requeue", Conf: parts("REQUEUE")},
		{Name: "partition-cancel-youngest", Conf: parts("CANCEL"), parameters: ",preempt_youngest_first"},
		{Name: "partition-requeue-strict", Conf: parts("REQUEUE"), parameters: ",preempt_strict_order,preempt_reorder_count=3"},
		{Name: "qos-requeue", Conf: byQOS("REQUEUE"), QOS: qos},
		{Name: "qos-cancel-youngest", Conf: byQOS("CANCEL"), parameters: ",preempt_youngest_first", QOS: qos},
		{Name: "qos-requeue-min-exempt", Conf: append(byQOS("REQUEUE"), "PreemptExemptTime=00:00:06"), QOS: qos},
	}
	return all
}

const preemptNodes = 8

// drawPreempt draws a case: jobs of one to three whole nodes, or of some cores of
// a node, fill the machine; one to two jobs preempt.
func drawPreempt(rng *rand.Rand, byQOS, cores bool) *preemptCase {
	p := &preemptCase{}
	put := func(j *job, level string) *job {
		j.Limit, j.Sleep, j.User = 30, 900, people[rng.IntN(len(people))]
		if byQOS {
			j.QOS = level
		} else {
			j.Partition = level
		}
		return j
	}
	for free := preemptNodes * 4; free > 0; {
		j := &job{Name: "run" + strconv.Itoa(len(p.Running))}
		if cores {
			j.Nodes, j.Tasks = 1, 1+rng.IntN(4)
			free -= j.Tasks
		} else {
			j.Nodes, j.Exclusive = min(1+rng.IntN(3), free/4), true
			free -= 4 * j.Nodes
		}
		if free < 0 {
			break
		}
		level := "low"
		if rng.IntN(3) == 0 {
			level = "mid"
		}
		if rng.IntN(4) == 0 {
			j.Nice = 1 + rng.IntN(50)
		}
		p.Running = append(p.Running, put(j, level))
	}
	for i := range 1 + rng.IntN(4)/3 {
		j := &job{Name: "high" + strconv.Itoa(i), Nodes: 1 + rng.IntN(4), Exclusive: true}
		if cores && rng.IntN(2) == 0 {
			j.Exclusive, j.Tasks = false, j.Nodes*(1+rng.IntN(4))
		}
		level := "high"
		if rng.IntN(5) == 0 {
			level = "mid"
		}
		p.High = append(p.High, put(j, level))
	}
	return p
}

// recordPreempt records which jobs are preempted. Each kind of cluster runs eight
// cases, of which the last three have jobs of single cores.
func recordPreempt(r *recorder) error {
	all := preemptions()
	if r.seed != 0 {
		all = []*preemption{all[0], all[3]}
	}
	err := each(len(all), 3, func(k int) error {
		p := all[k]
		conf := append([]string{
			"SelectType=select/cons_tres", "SelectTypeParameters=CR_Core", "SchedulerType=sched/backfill",
			"SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=1" + p.parameters, "PriorityType=priority/multifactor",
			"PriorityWeightAge=0", "PriorityWeightQOS=1000", "PriorityWeightJobSize=100", "AccountingStorageEnforce=limits,qos",
		}, p.Conf...)
		p.Conf = conf
		s := &setup{name: "preempt" + strconv.Itoa(k), nodes: preemptNodes, node: "CPUs=4", conf: conf, tree: withQOS(p.QOS...)}
		return r.record(s, func(c *cluster) {
			rng := r.draws(5, uint64(k))
			for i := range r.few(4, 8) {
				one := drawPreempt(rng, p.QOS != nil, i >= r.few(3, 5))
				c.preempt(one)
				p.Cases = append(p.Cases, one)
				r.logf("preempt %s %d: %v", p.Name, i, one.Victims)
			}
			r.save(p.Name+".json", marshal(p))
		})
	})
	return err
}

// preempt fills the cluster, submits the jobs that preempt, and looks at all jobs
// before and after.
func (c *cluster) preempt(p *preemptCase) {
	started := func(name string) bool {
		for _, s := range c.look() {
			if s.Name == name && s.State == "RUNNING" {
				return true
			}
		}
		return false
	}
	c.try("", "scontrol", "update", "nodename="+nodeRange(c.nodes), "state=resume")
	for _, j := range p.Running {
		c.submit(j, time.Now(), nil)
		if until("", 5*time.Second, func() bool { return started(j.Name) }) != nil {
			c.run("scancel", j.ID) // the free cores are on several nodes
			j.Error = "did not fit and was cancelled"
			time.Sleep(time.Second)
		}
		time.Sleep(1100 * time.Millisecond)
	}
	p.Before = c.look()
	_, from := c.logged(0, reclaimed)
	for _, j := range p.High {
		c.submit(j, time.Now(), nil)
	}
	until("", 15*time.Second, func() bool { return started(p.High[0].Name) })
	time.Sleep(2 * time.Second)
	p.After = c.look()
	p.Log, _ = c.logged(from, reclaimed)
	for _, line := range lines(p.Log) {
		if m := regexp.MustCompile(`reempted JobId=(\S+)`).FindStringSubmatch(line); m != nil && !strings.Contains(strings.Join(p.Victims, " ")+" ", m[1]+" ") {
			p.Victims = append(p.Victims, m[1])
		}
	}
	c.clear()
}
