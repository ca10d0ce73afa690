// Package slurmstatetest makes large queues for tests and benchmarks.
package slurmstatetest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"hopyard/core/slurmstate"
)

// Queue returns a full cluster with about the given numbers of running and waiting jobs,
// the same one each time. Nine tenths of the nodes run jobs of whole nodes, in the
// partitions batch, long (the last third of batch) and debug (its first nodes, with a
// higher tier). The others are shared by jobs that ask for CPUs or GPUs. A third of the
// waiting jobs are tasks of arrays. Users, sizes and time limits are uneven, as on real
// clusters.
func Queue(nodes, running, waiting int) *slurmstate.Snapshot {
	g := &generator{Rand: rand.New(rand.NewPCG(uint64(nodes), uint64(waiting))), s: &slurmstate.Snapshot{Now: 1_800_000_000}}
	g.nodes(nodes)
	g.running(running)
	g.waiting(waiting)
	return g.s
}

type generator struct {
	*rand.Rand
	s     *slurmstate.Snapshot
	last  int64             // number of the last job
	parts map[string][2]int // first node of each partition, and the one after the last
	free  []int64           // CPUs that no job holds, by node
}

// Shapes of nodes.
const (
	cpus   = 64
	memory = 256_000
	gpus   = 4
)

func (g *generator) nodes(n int) {
	cut := func(percent int) int { return n * percent / 100 }
	g.parts = map[string][2]int{"debug": {0, max(1, cut(2))}, "batch": {0, cut(90)}, "long": {cut(60), cut(90)}, "shared": {cut(90), cut(95)}, "gpu": {cut(95), n}}
	for i := range n {
		x := slurmstate.Node{Name: fmt.Sprintf("n%05d", i), CPUs: cpus, Cores: cpus, MemoryMiB: memory, State: slurmstate.NodeAllocated, Weight: 1}
		if i >= cut(95) {
			x.GPUs = gpus
		}
		for _, name := range []string{"debug", "batch", "long", "shared", "gpu"} {
			if p := g.parts[name]; p[0] <= i && i < p[1] {
				x.Partitions = append(x.Partitions, name)
			}
		}
		g.s.Nodes = append(g.s.Nodes, x)
		g.free = append(g.free, cpus)
	}
	for _, p := range []slurmstate.Partition{
		{Name: "debug", Tier: 10, MaxTime: 1800}, {Name: "batch", Tier: 1, MaxTime: 48 * 3600, Default: true}, {Name: "long", Tier: 1, MaxTime: 7 * 24 * 3600},
		{Name: "shared", Tier: 1, MaxTime: 48 * 3600}, {Name: "gpu", Tier: 1, MaxTime: 48 * 3600},
	} {
		p.State, p.Exclusive = slurmstate.PartitionUp, p.Name != "shared" && p.Name != "gpu"
		for i := g.parts[p.Name][0]; i < g.parts[p.Name][1]; i++ {
			p.Nodes = append(p.Nodes, g.s.Nodes[i].Name)
		}
		g.s.Partitions = append(g.s.Partitions, p)
	}
}

// pick returns one of the values, each with its weight.
func (g *generator) pick(values ...[2]int64) int64 {
	sum := int64(0)
	for _, v := range values {
		sum += v[1]
	}
	at := g.Int64N(sum)
	for _, v := range values {
		if at -= v[1]; at < 0 {
			return v[0]
		}
	}
	return 0
}

// job returns a job of a partition.
func (g *generator) job(partition string) slurmstate.JobInfo {
	g.last++
	user := g.IntN(1 + g.IntN(1+g.IntN(200))) // the first users have most jobs
	j := slurmstate.JobInfo{
		ID: fmt.Sprint(g.last), Number: g.last, Name: "job", User: fmt.Sprintf("user%03d", user), Account: fmt.Sprintf("group%02d", user%20),
		QOS: "normal", Partitions: []string{partition}, Nodes: 1,
	}
	minutes := g.pick([2]int64{10, 5}, [2]int64{30, 10}, [2]int64{60, 20}, [2]int64{120, 15}, [2]int64{240, 15}, [2]int64{480, 10}, [2]int64{720, 10}, [2]int64{1440, 20}, [2]int64{2880, 5})
	most := min(g.parts[partition][1]-g.parts[partition][0], 1024)
	switch partition {
	case "debug":
		minutes = g.pick([2]int64{10, 1}, [2]int64{30, 1})
		j.Nodes = g.pick([2]int64{1, 5}, [2]int64{2, 2}, [2]int64{4, 1})
	case "long":
		minutes = 1440 * g.pick([2]int64{2, 2}, [2]int64{5, 1}, [2]int64{7, 3})
		fallthrough
	case "batch":
		j.Nodes = g.pick([2]int64{1, 500}, [2]int64{2, 200}, [2]int64{4, 150}, [2]int64{8, 80}, [2]int64{16, 40}, [2]int64{32, 20}, [2]int64{64, 8}, [2]int64{256, 1}, [2]int64{1024, 1})
	case "shared":
		j.CPUs = g.pick([2]int64{1, 10}, [2]int64{2, 3}, [2]int64{4, 5}, [2]int64{8, 5}, [2]int64{16, 5}, [2]int64{32, 2})
	case "gpu":
		j.GPUs = g.pick([2]int64{1, 5}, [2]int64{2, 3}, [2]int64{4, 2})
		j.CPUs = j.GPUs * 16
	}
	j.Nodes = min(j.Nodes, int64(most))
	if j.CPUs == 0 {
		j.CPUs, j.Exclusive = cpus*j.Nodes, true
	}
	j.MemoryMiB, j.MemoryPerCPU = memory/cpus, true
	j.Limit = 60 * minutes
	switch g.IntN(20) {
	case 0:
		j.QOS = "high"
	case 1, 2, 3:
		j.QOS = "low"
	}
	j.Submit = g.s.Now - g.Int64N(7*24*3600)
	return j
}

// running fills the nodes, part by part, until they are full or there are enough jobs.
func (g *generator) running(most int) {
	for _, x := range []struct {
		partition string
		share     int // percent of the jobs
	}{{"batch", 45}, {"long", 15}, {"shared", 25}, {"gpu", 15}} {
		ends := g.parts[x.partition]
		at := ends[0]
		if x.partition == "batch" {
			ends[1] = g.parts["long"][0]
		}
		for at < ends[1] {
			j := g.job(x.partition)
			if left := ends[1] - at; j.Exclusive && j.Nodes > int64(left) {
				j.Nodes = int64(left)
				j.CPUs = cpus * j.Nodes
			}
			if per := j.CPUs / j.Nodes; g.free[at] < per {
				j.CPUs = g.free[at]
			}
			for range j.Nodes {
				j.NodeList = append(j.NodeList, g.s.Nodes[at].Name)
				if g.free[at] -= j.CPUs / j.Nodes; g.free[at] == 0 {
					at++
				}
			}
			j.State, j.Start = "RUNNING", g.s.Now-g.Int64N(j.Limit)
			j.Submit = min(j.Submit, j.Start)
			j.Eligible = j.Submit
			j.End = j.Start + j.Limit
			g.s.Jobs = append(g.s.Jobs, j)
		}
	}
	if len(g.s.Jobs) > most {
		g.s.Jobs = g.s.Jobs[:most]
	}
}

// waiting adds jobs that wait, with priorities as Slurm adds them up.
func (g *generator) waiting(n int) {
	fair := map[string]int64{}
	for n > 0 {
		partition := []string{"batch", "batch", "batch", "batch", "batch", "batch", "long", "shared", "shared", "gpu", "gpu", "debug"}[g.IntN(12)]
		j := g.job(partition)
		if _, known := fair[j.User]; !known {
			fair[j.User] = g.Int64N(10_000)
		}
		j.State, j.Reason, j.Eligible = "PENDING", "Priority", j.Submit
		p := slurmstate.PriorityParts{Partition: partition, Age: (g.s.Now - j.Submit) / 600, FairShare: fair[j.User], JobSize: j.Nodes, PartitionPart: 1000}
		switch j.QOS {
		case "high":
			p.QOS = 10_000
		case "normal":
			p.QOS = 5000
		}
		p.Priority = p.Age + p.FairShare + p.JobSize + p.PartitionPart + p.QOS
		j.Priority, j.Parts = p.Priority, []slurmstate.PriorityParts{p}
		tasks := 1
		if g.IntN(50) == 0 {
			tasks = min(n, 2+g.IntN(50))
		}
		array := j.ID
		for task := range tasks {
			if tasks > 1 {
				j.ID = fmt.Sprintf("%s_%d", array, task)
			}
			g.s.Jobs = append(g.s.Jobs, j)
		}
		n -= tasks
	}
}

// Middle returns the id of the job of a partition in the middle of those that wait, by
// priority.
func Middle(s *slurmstate.Snapshot, partition string) string {
	var all []*slurmstate.JobInfo
	for i := range s.Jobs {
		if j := &s.Jobs[i]; j.State == "PENDING" && j.Partitions[0] == partition {
			all = append(all, j)
		}
	}
	slices.SortStableFunc(all, func(a, b *slurmstate.JobInfo) int { return cmp.Compare(b.Priority, a.Priority) })
	return all[len(all)/2].ID
}

// Files returns a snapshot as squeue --json and sinfo --json print it, with the keys
// that slurmstate reads, and the priorities as sprio -l.
func Files(s *slurmstate.Snapshot) []slurmstate.File {
	jobs := []byte(`{"meta":{"plugin":{"type":"openapi\/v0.0.38"},"Slurm":{"version":{"major":22,"micro":8,"minor":5}}},"errors":[],"jobs":[` + "\n")
	for i := range s.Jobs {
		j := &s.Jobs[i]
		array, task, isTask := strings.Cut(j.ID, "_")
		if !isTask {
			array, task = "0", "null"
		}
		exclusive := "null"
		if j.Exclusive {
			exclusive = `"none"`
		}
		if i > 0 {
			jobs = append(jobs, ",\n"...)
		}
		jobs = fmt.Appendf(jobs, `{"account":%q,"array_job_id":%s,"array_task_id":%s,"array_max_tasks":0,"array_task_string":"","dependency":"","eligible_time":%d,"end_time":%d,"excluded_nodes":"","features":"","job_id":%d,"job_state":%q,"last_sched_evaluation":%d,"max_nodes":0,"name":%q,"nodes":%q,"nice":null,"cpus":%d,"node_count":%d,"tasks":1,"het_job_id":0,"het_job_offset":0,"partition":%q,"memory_per_node":null,"memory_per_cpu":%d,"priority":%d,"qos":%q,"required_nodes":"","resv_name":"","shared":%s,"start_time":%d,"state_reason":%q,"submit_time":%d,"time_limit":%d,"tres_req_str":"cpu=%d,node=%d,gres/gpu=%d","user_name":%q}`,
			j.Account, array, task, j.Eligible, j.End, numberOf(s, i), j.State, s.Now, j.Name, strings.Join(j.NodeList, ","), j.CPUs, j.Nodes, j.Partitions[0], j.MemoryMiB, j.Priority, j.QOS, exclusive, j.Start, reasonOf(j), j.Submit, j.Limit/60, j.CPUs, j.Nodes, j.GPUs, j.User)
	}
	jobs = append(jobs, "]}\n"...)
	nodes := []byte(`{"meta":{"plugin":{"type":"openapi\/v0.0.38"},"Slurm":{"version":{"major":22,"micro":8,"minor":5}}},"errors":[],"nodes":[` + "\n")
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if i > 0 {
			nodes = append(nodes, ",\n"...)
		}
		nodes = fmt.Appendf(nodes, `{"architecture":"x86_64","cores":32,"cpus":%d,"features":"","gres":"gpu:%d","name":%q,"state":%q,"state_flags":[],"partitions":["%s"],"real_memory":%d,"reason":"","sockets":2,"threads":1,"weight":%d}`,
			n.CPUs, n.GPUs, n.Name, n.State.String(), strings.Join(n.Partitions, `","`), n.MemoryMiB, n.Weight)
	}
	nodes = append(nodes, "]}\n"...)
	parts := []byte("          JOBID PARTITION     USER   PRIORITY       SITE        AGE      ASSOC  FAIRSHARE    JOBSIZE  PARTITION        QOS        NICE                 TRES\n")
	for i := range s.Jobs {
		for _, p := range s.Jobs[i].Parts {
			parts = fmt.Appendf(parts, "%15d %-9s %8s %10d %10d %10d %10d %10d %10d %10d %10d %11d %20s\n", numberOf(s, i), p.Partition, s.Jobs[i].User, p.Priority, p.Site, p.Age, p.Assoc, p.FairShare, p.JobSize, p.PartitionPart, p.QOS, p.Nice, "")
		}
	}
	return []slurmstate.File{{Name: "squeue.json", Data: jobs}, {Name: "sinfo.json", Data: nodes}, {Name: "sprio.txt", Data: parts}}
}

// reasonOf returns a job's reason as Slurm writes it.
func reasonOf(j *slurmstate.JobInfo) string {
	if j.Reason == "" {
		return "None"
	}
	return j.Reason
}

// numberOf returns Slurm's number of a job, of which each task of an array has its own.
func numberOf(s *slurmstate.Snapshot, i int) int64 {
	if strings.Contains(s.Jobs[i].ID, "_") {
		return 10_000_000 + int64(i)
	}
	return s.Jobs[i].Number
}
