package slurmshell

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// show prints jobs, nodes or partitions in full.
func (s *Session) show(words []string, oneLine bool) ShellAnswer {
	if len(words) == 0 {
		return failure("too few arguments for keyword:show\nPossible are job, node, partition and config.")
	}
	what, name := strings.ToLower(words[0]), ""
	if kind, value, ok := strings.Cut(what, "="); ok { // scontrol show job=3
		what, name = kind, value
	} else if len(words) > 1 {
		name = words[1]
	}
	var blocks []string
	switch strings.TrimSuffix(what, "s") {
	case "job", "jobid":
		for i := range s.jobs {
			if j := &s.jobs[i]; name == "" || s.isNamed([]string{name}, j) {
				blocks = append(blocks, s.jobBlock(j))
			}
		}
		if len(blocks) == 0 && name != "" {
			return failure("slurm_load_jobs error: Invalid job id specified")
		} else if len(blocks) == 0 {
			return ShellAnswer{Out: "No jobs in the system"}
		}
	case "node":
		for n := range s.nodes {
			if id := topology.NodeID(n); name == "" || s.nodeName(id) == name {
				blocks = append(blocks, s.nodeBlock(id))
			}
		}
		if len(blocks) == 0 {
			return failure("Node %s not found", clip(name))
		}
	case "partition":
		for i := range s.partitions {
			if p := &s.partitions[i]; name == "" || p.name == name {
				blocks = append(blocks, s.partitionBlock(p))
			}
		}
		if len(blocks) == 0 {
			return failure("Partition %s not found", clip(name))
		}
	default:
		return failure("invalid entity:%s for keyword:show\nPossible are job, node and partition.", clip(what))
	}
	for i := range blocks {
		if oneLine {
			blocks[i] = strings.Join(strings.Fields(blocks[i]), " ")
		}
	}
	if oneLine {
		return ShellAnswer{Out: strings.Join(blocks, "\n")}
	}
	return ShellAnswer{Out: strings.Join(blocks, "\n\n")}
}

// known returns an instant, or Unknown.
func known(t simtime.Time) string {
	if t == simtime.Never {
		return "Unknown"
	}
	return date(t)
}

func (s *Session) jobBlock(j *jobView) string {
	user, wait := j.user(), ""
	eligible := known(j.Submit)
	if j.Held != nil && j.Held.Begin > 0 {
		eligible = date(max(j.Submit, j.Held.Begin))
	}
	deadline := "N/A"
	if j.Deadline > 0 {
		deadline = date(j.Deadline)
	}
	list := "NodeList=" + s.hosts(j.where)
	if j.planned != nil && j.waits() {
		list += " SchedNodeList=" + s.hosts(j.planned)
	}
	if j.waits() {
		wait = ":*"
	}
	per := j.PerTask[workload.Cores]
	nodes, cpus := s.numNodes(j), s.numCPUs(j)
	tasks := cmp.Or(int64(j.Tasks), nodes)
	count := fmt.Sprintf("NumNodes=%d NumCPUs=%d NumTasks=%d CPUs/Task=%d ReqB:S:C:T=0:0:*:*", nodes, cpus, tasks, max(1, per))
	tres := fmt.Sprintf("TRES=cpu=%d,mem=%dM,node=%d,billing=%d", cpus, j.PerTask[workload.Memory]*tasks, nodes, cpus)
	if gpus := j.PerTask[workload.GPUs] * tasks; gpus > 0 {
		tres += fmt.Sprintf(",gres/gpu=%d", gpus)
	}
	suspension := "SuspendTime=None SecsPreSuspend=0"
	if j.stood && !j.waits() { // as in Slurm, a resumption counts, too
		suspension = fmt.Sprintf("SuspendTime=%s SecsPreSuspend=%d", date(j.since), int64(j.ran)/1000)
	}
	share := "OK"
	if j.Whole() {
		share = "NO"
	}
	inFirst, hetLine := s.hetLines(j)
	lines := []string{
		fmt.Sprintf("JobId=%d%s JobName=%s", j.Number, inFirst, j.name()),
		fmt.Sprintf("UserId=%s(1000) GroupId=%s(1000) MCS_label=N/A", user, user),
		fmt.Sprintf("Priority=%d Nice=0 Account=%s QOS=%s", j.priority, cmp.Or(j.Group, "(null)"), cmp.Or(j.QOS, "normal")),
		fmt.Sprintf("JobState=%s Reason=%s Dependency=%s", longState(j.state), j.reason, dependencyOf(j)),
		fmt.Sprintf("Requeue=1 Restarts=%d BatchFlag=1 Reboot=0 ExitCode=0:0", j.restarts),
		fmt.Sprintf("RunTime=%s TimeLimit=%s TimeMin=N/A", slurmtext.Span(int64(s.elapsed(j))/1000), slurmtext.Span(int64(j.Walltime)/1000)),
		fmt.Sprintf("SubmitTime=%s EligibleTime=%s", date(j.Submit), eligible),
		"AccrueTime=" + eligible,
		fmt.Sprintf("StartTime=%s EndTime=%s Deadline=%s", known(j.expectedStart()), known(j.expectedEnd()), deadline),
		suspension + " LastSchedEval=" + date(s.now) + " Scheduler=Backfill" + wait,
		fmt.Sprintf("Partition=%s AllocNode:Sid=hopyard:1", j.partition.name),
		"ReqNodeList=(null) ExcNodeList=(null)",
		list, count, tres,
		"Socks/Node=* NtasksPerN:B:S:C=0:0:*:* CoreSpec=*",
		fmt.Sprintf("MinCPUsNode=%d MinMemoryNode=%dM MinTmpDiskNode=0", max(1, per), j.PerTask[workload.Memory]),
		"Features=(null) DelayBoot=00:00:00",
		fmt.Sprintf("OverSubscribe=%s Contiguous=0 Licenses=%s Network=(null)", share, cmp.Or(j.Licenses, "(null)")),
		"Command=(null)", "WorkDir=/users/" + user, "StdErr=/dev/null", "StdIn=/dev/null", "StdOut=/dev/null", "Power=",
	}
	if hetLine != "" {
		lines = slices.Insert(lines, 1, hetLine)
	}
	return strings.Join(lines, "\n   ")
}

func (s *Session) nodeBlock(n topology.NodeID) string {
	x, has, name := &s.nodes[n], s.machine.Spec(n).Resources, s.nodeName(n)
	cores := max(1, has[workload.Cores])
	var in []string
	for i := range s.partitions {
		for m := range s.partitions[i].nodes.All {
			if m == n {
				in = append(in, s.partitions[i].name)
			}
		}
	}
	gres := "(null)"
	if has[workload.GPUs] > 0 {
		gres = fmt.Sprintf("gpu:%d", has[workload.GPUs])
	}
	used := x.cores
	if x.running > 0 {
		used = max(1, used)
	}
	lines := []string{
		fmt.Sprintf("NodeName=%s Arch=x86_64 CoresPerSocket=1 ", name),
		fmt.Sprintf("CPUAlloc=%d CPUEfctv=%d CPUTot=%d CPULoad=%d.00", used, cores, cores, used),
		"AvailableFeatures=(null)", "ActiveFeatures=(null)", "Gres=" + gres,
		fmt.Sprintf("NodeAddr=%s NodeHostName=%s Version=22.05.8", name, name),
		"OS=Linux ",
		fmt.Sprintf("RealMemory=%d AllocMem=%d FreeMem=%d Sockets=%d Boards=1", max(1, has[workload.Memory]), x.memory, max(0, has[workload.Memory]-x.memory), cores),
		fmt.Sprintf("State=%s ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A", strings.ToUpper(s.stateOfNode(n))),
		"Partitions=" + strings.Join(in, ",") + " ",
		fmt.Sprintf("CfgTRES=cpu=%d,mem=%dM,billing=%d", cores, max(1, has[workload.Memory]), cores),
		fmt.Sprintf("AllocTRES=cpu=%d,mem=%dM", used, x.memory),
		"CapWatts=n/a", "CurrentWatts=0 AveWatts=0", "ExtSensorsJoules=n/s ExtSensorsWatts=0 ExtSensorsTemp=n/s",
	}
	return strings.Join(lines, "\n   ")
}

func (s *Session) partitionBlock(p *partition) string {
	limit := func(n int64) string {
		if n == 0 {
			return "UNLIMITED"
		}
		return fmt.Sprint(n)
	}
	most, usual := "UNLIMITED", usualTime
	if p.maxTime > 0 {
		most = slurmtext.Span(int64(p.maxTime) / 1000)
		if p.maxTime <= 7*simtime.Day {
			usual = p.maxTime
		}
	}
	cores := int64(0)
	for n := range p.nodes.All {
		cores += max(1, s.machine.Spec(n).Resources[workload.Cores])
	}
	state := map[string]string{"up": "UP", "down": "DOWN", "drain": "DRAIN", "inact": "INACTIVE"}[p.avail()]
	lines := []string{
		"PartitionName=" + p.name,
		"AllowGroups=ALL AllowAccounts=ALL AllowQos=ALL",
		fmt.Sprintf("AllocNodes=ALL Default=%s QoS=%s", map[bool]string{true: "YES", false: "NO"}[p.standard], cmp.Or(p.qos, "N/A")),
		fmt.Sprintf("DefaultTime=%s DisableRootJobs=NO ExclusiveUser=NO GraceTime=0 Hidden=NO", slurmtext.Span(int64(usual)/1000)),
		fmt.Sprintf("MaxNodes=%s MaxTime=%s MinNodes=0 LLN=NO MaxCPUsPerNode=UNLIMITED", limit(int64(p.maxNodes)), most),
		"Nodes=" + s.hosts(p.nodes),
		fmt.Sprintf("PriorityJobFactor=%d PriorityTier=%d RootOnly=NO ReqResv=NO OverSubscribe=NO", p.factor, p.tier),
		"OverTimeLimit=NONE PreemptMode=OFF",
		fmt.Sprintf("State=%s TotalCPUs=%d TotalNodes=%d SelectTypeParameters=NONE", state, cores, p.nodes.Nodes()),
		"JobDefaults=(null)", "DefMemPerNode=UNLIMITED MaxMemPerNode=UNLIMITED",
		fmt.Sprintf("TRES=cpu=%d,node=%d,billing=%d", cores, p.nodes.Nodes(), cores),
	}
	return strings.Join(lines, "\n   ")
}
