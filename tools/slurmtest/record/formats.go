package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// formatConf is a cluster with partitions of different tiers, GPUs and licences.
var formatConf = []string{
	"SelectType=select/cons_tres", "SelectTypeParameters=CR_Core_Memory", "SchedulerType=sched/backfill", "DefMemPerCPU=500",
	"SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=1,bf_continue", "PriorityType=priority/multifactor", "PriorityCalcPeriod=1",
	"PriorityWeightAge=1000", "PriorityMaxAge=01:00:00", "PriorityWeightFairshare=5000", "PriorityWeightQOS=2000", "PriorityWeightPartition=700",
	"PriorityWeightJobSize=900", "PriorityWeightTRES=CPU=100,Mem=50", "PriorityDecayHalfLife=7-0", "PreemptType=preempt/partition_prio", "PreemptMode=REQUEUE",
	"AccountingStorageEnforce=limits,qos", "AccountingStorageTRES=gres/gpu,license/matlab", "GresTypes=gpu", "Licenses=matlab:2,ansys:10", "EnforcePartLimits=NO",
	"PartitionName=batch Nodes=n[0-9] Default=YES PriorityTier=1 PriorityJobFactor=10 DefaultTime=30 MaxTime=1-0 State=UP TRESBillingWeights=CPU=1.0,Mem=0.25G",
	"PartitionName=prod Nodes=n[0-5] PriorityTier=10 PriorityJobFactor=50 MaxTime=8:00:00 State=UP AllowAccounts=phys,chem",
	"PartitionName=gpu Nodes=n[8-11] PriorityTier=5 PriorityJobFactor=20 MaxTime=2-0 State=UP",
	"PartitionName=debug Nodes=n[6-7] PriorityTier=20 PriorityJobFactor=100 MaxTime=30 MaxNodes=2 OverSubscribe=YES:2 State=UP",
	"PartitionName=closed Nodes=n[0-1] MaxTime=60 State=DOWN",
	"PartitionName=asleep Nodes=n[0-1] MaxTime=60 State=UP",
	"PartitionName=ending Nodes=n[0-1] MaxTime=60 State=UP Hidden=YES",
}

// waiting is a job of the mixed state, and the reason for which it should wait.
type waiting struct {
	Name   string `json:"name"`
	User   string `json:"user"`
	Args   string `json:"sbatch"` // options; NAME in braces is the id of an earlier job
	Want   string `json:"intended"`
	ID     string `json:"id"`
	State  string `json:"state"`
	Reason string `json:"reason"`
}

// past are jobs that have ended when the outputs are recorded.
var past = []*waiting{
	{Name: "completed", User: "alice", Args: "-N2 -n4 -t5 -p batch sleep 3", Want: "COMPLETED"},
	{Name: "failed", User: "bob", Args: "-n1 -t5 -p batch exit 3", Want: "FAILED"},
	{Name: "cancelled", User: "carol", Args: "-n8 -t5 -p prod sleep 300", Want: "CANCELLED"},
	{Name: "steps", User: "carol", Args: "-n2 -t5 -p batch srun -n1 /bin/sleep 2; srun -n2 /bin/sleep 1", Want: "COMPLETED"},
	{Name: "done-array", User: "dave", Args: "-n1 -t5 -p batch --array=1-3 sleep 2", Want: "COMPLETED"},
}

var running = []*waiting{
	{Name: "wide", User: "alice", Args: "-N4 --exclusive -t120 -p prod", Want: "RUNNING"},
	{Name: "requeued", User: "bob", Args: "-n6 --mem=4000 -t90 -p batch -w n5", Want: "PENDING, preempted by after-next and requeued"},
	{Name: "gpus", User: "carol", Args: "-n4 --gres=gpu:2 -t300 -p gpu -w n8", Want: "RUNNING"},
	{Name: "drains", User: "carol", Args: "-n4 --gres=gpu:a100:1 -t300 -p gpu -w n9", Want: "RUNNING, on a node that is drained"},
	{Name: "licensed", User: "dave", Args: "-n1 -L matlab:2,ansys:3 -t60 -p batch -w n7", Want: "RUNNING"},
	{Name: "twos", User: "erin", Args: "-n1 -t20 -p debug -w n6 --array=0-5%2", Want: "two tasks RUNNING, JobArrayTaskLimit"},
	{Name: "shared", User: "alice", Args: "-n2 --oversubscribe -t20 -p debug -w n6", Want: "RUNNING"},
	{Name: "paused", User: "bob", Args: "-n1 -t60 -p batch -w n8", Want: "SUSPENDED"},
	{Name: "pair", User: "bob", Args: "-n1 -t45 -p batch -w n8 : -n2 --mem=1000 -t45 -p gpu -w n10", Want: "RUNNING, a heterogeneous job"},
	{Name: "first", User: "dave", Args: "-n1 -t60 -p batch --qos=onejob -w n7", Want: "RUNNING"},
	{Name: "second", User: "erin", Args: "-n1 -t60 -p batch --account=limited -w n7", Want: "RUNNING"},
	{Name: "third", User: "alice", Args: "-n1 -t60 -p batch --account=small -w n7", Want: "RUNNING"},
	{Name: "fourth", User: "carol", Args: "-N1 -t60 -p batch --qos=onenode -w n7", Want: "RUNNING"},
	{Name: "fifth", User: "carol", Args: "-N1 -t60 -p batch --qos=grpnode -w n7", Want: "RUNNING"},
	{Name: "out-of-time", User: "carol", Args: "-N1 -t1 -p gpu -w n8", Want: "TIMEOUT"},
}

var pending = []*waiting{
	{Name: "head", User: "alice", Args: "-N5 --exclusive -t60 -p prod", Want: "Resources or Priority"},
	{Name: "next", User: "bob", Args: "-N2 --exclusive -t30 -p prod --nice=5", Want: "Priority"},
	{Name: "after-next", User: "carol", Args: "-N1 -n8 -t30 -p prod --nice=300", Want: "RUNNING, in place of requeued"},
	{Name: "batch-head", User: "dave", Args: "-N4 -n32 -t60 -p batch", Want: "Resources or Priority"},
	{Name: "batch-next", User: "erin", Args: "-N3 -n24 -t60 -p batch --nice=100", Want: "Priority"},
	{Name: "gpu-head", User: "bob", Args: "-N3 -n3 --gres=gpu:2 -t60 -p gpu", Want: "Resources, or ReqNodeNotAvail because of n9"},
	{Name: "depends", User: "alice", Args: "-n1 -t60 -d afterok:{wide}", Want: "Dependency"},
	{Name: "depends-two", User: "alice", Args: "-n1 -t60 -d afterany:{second},afternotok:{gpus}", Want: "Dependency"},
	{Name: "never", User: "bob", Args: "-n1 -t60 -d afterok:{failed}", Want: "DependencyNeverSatisfied"},
	{Name: "single", User: "bob", Args: "-n1 -t60 -d singleton -J paused", Want: "Dependency (singleton)"},
	{Name: "later", User: "carol", Args: "-n1 -t60 --begin=now+2hours", Want: "BeginTime"},
	{Name: "held", User: "dave", Args: "-n1 -t60 --hold", Want: "JobHeldUser"},
	{Name: "held-by-admin", User: "dave", Args: "-n1 -t60 --begin=now+1hours", Want: "JobHeldAdmin"},
	{Name: "one-job", User: "dave", Args: "-n1 -t60 --qos=onejob", Want: "QOSMaxJobsPerUserLimit"},
	{Name: "one-node", User: "carol", Args: "-N2 -t60 --qos=onenode", Want: "QOSMaxNodePerUserLimit"},
	{Name: "grp-node", User: "alice", Args: "-N2 -t60 --qos=grpnode", Want: "QOSGrpNodeLimit"},
	{Name: "max-wall", User: "alice", Args: "-n1 -t90 --qos=hour", Want: "QOSMaxWallDurationPerJobLimit"},
	{Name: "assoc-jobs", User: "erin", Args: "-n1 -t60 --account=limited", Want: "AssocMaxJobsLimit"},
	{Name: "assoc-nodes", User: "alice", Args: "-N2 -t60 --account=small", Want: "AssocGrpNodeLimit"},
	{Name: "too-long", User: "bob", Args: "-n1 -t60 -p debug", Want: "PartitionTimeLimit"},
	{Name: "too-wide", User: "bob", Args: "-N3 -t20 -p debug", Want: "PartitionNodeLimit"},
	{Name: "part-down", User: "carol", Args: "-n1 -t20 -p closed", Want: "PartitionDown"},
	{Name: "part-inactive", User: "carol", Args: "-n1 -t20 -p asleep", Want: "PartitionInactive"},
	{Name: "needs-down", User: "dave", Args: "-n1 -t20 -p batch -w n4", Want: "ReqNodeNotAvail"},
	{Name: "needs-maint", User: "dave", Args: "-n1 -t600 -p gpu -w n11", Want: "ReqNodeNotAvail, reserved for maintenance"},
	{Name: "reserved", User: "alice", Args: "-n1 -t20 -p gpu --reservation=lecture", Want: "Reservation"},
	{Name: "licences", User: "erin", Args: "-n1 -t20 -p debug -L matlab:1", Want: "Licenses"},
	{Name: "big-array", User: "erin", Args: "-n8 -N1 -t40 -p batch --array=1-9:2,20%3 --nice=1000", Want: "Priority"},
	{Name: "het-waits", User: "bob", Args: "-N2 --exclusive -t45 -p prod : -N1 -n2 --gres=gpu:1 -t45 -p gpu", Want: "Resources or Priority"},
	{Name: "two-parts", User: "carol", Args: "-N4 --exclusive -t45 -p batch,prod --nice=50", Want: "Priority"},
	{Name: "range", User: "dave", Args: "-N2-4 -c4 --mem-per-cpu=1000 -C fast -t50 --nice=2000 -p batch", Want: "Priority"},
	{Name: "name with a|pipe, ünïcode", User: "erin", Args: "-N6 -t50 --comment=why=not?;a|b --nice=3000 -p batch --mail-type=END", Want: "Priority"},
	{Name: "in-ending", User: "erin", Args: "-n1 -t20 -p ending", Want: "PartitionDown, after it was drained"},
}

// place submits jobs of the mixed state and notes their ids.
func (c *cluster) place(jobs []*waiting, ids map[string]string) {
	for _, w := range jobs {
		text, script := w.Args, "exec sleep 3000"
		for _, begin := range []string{" srun ", " sleep ", " exit "} {
			if options, rest, ok := strings.Cut(w.Args, begin); ok {
				text, script = options, strings.TrimSpace(begin)+" "+rest
				break
			}
		}
		for name, id := range ids {
			text = strings.ReplaceAll(text, "{"+name+"}", id)
		}
		args := []string{"--parsable", "--output=/dev/null", "--export=NIL", "--job-name=" + w.Name}
		for i, part := range strings.Split(text, " : ") {
			if i > 0 {
				args = append(args, ":", "--job-name="+w.Name)
			}
			args = append(args, strings.Fields(part)...)
		}
		out, err := c.try(w.User, "sbatch", append(args, "--wrap="+script)...)
		all := lines(out)
		w.ID = strings.TrimSpace(all[len(all)-1])
		if err != nil {
			w.ID, w.Reason = "", strings.TrimSpace(out)
			continue
		}
		ids[w.Name] = w.ID
	}
}

// outputs are the recorded commands, by the file that has what they print.
var outputs = [][2]string{
	{"squeue.txt", "squeue"}, {"squeue-l.txt", "squeue -l"}, {"squeue.json", "squeue --json"}, {"squeue-start.txt", "squeue --start"},
	{"squeue-all.txt", "squeue -o %all"}, {"squeue-r.txt", "squeue -r"}, {"squeue-t-all.txt", "squeue -t all"},
	{"sinfo.txt", "sinfo"}, {"sinfo-N-l.txt", "sinfo -N -l"}, {"sinfo.json", "sinfo --json"}, {"sinfo-R.txt", "sinfo -R"}, {"sinfo-all.txt", "sinfo -a -o %all"},
	{"show-job.txt", "scontrol show job"}, {"show-job-o.txt", "scontrol -o show job"}, {"show-node.txt", "scontrol show node"}, {"show-node-o.txt", "scontrol -o show node"},
	{"show-partition.txt", "scontrol -a show partition"}, {"show-partition-o.txt", "scontrol -a -o show partition"},
	{"show-reservation.txt", "scontrol show reservation"}, {"show-reservation-o.txt", "scontrol -o show reservation"}, {"show-licenses.txt", "scontrol show licenses"},
	{"sprio-l.txt", "sprio -l"}, {"sprio-w.txt", "sprio -w"}, {"sprio-l-n.txt", "sprio -l -n"}, {"sshare-l-a.txt", "sshare -l -a"}, {"sshare-l-a-P.txt", "sshare -l -a -P"},
	{"qos.txt", "sacctmgr -P show qos"}, {"assoc.txt", "sacctmgr -P show assoc"}, {"assoc-tree.txt", "sacctmgr show assoc tree format=account,user,share,grptres,maxjobs,qos"},
	{"sacct.txt", "sacct -a"}, {"sacct-P.txt", "sacct -a -P"}, {"sacct-P-X.txt", "sacct -a -P -X -o JobID,JobIDRaw,JobName,User,Account,Partition,QOS,State,ExitCode,Priority,NNodes,NCPUS,ReqTRES,AllocTRES,TimelimitRaw,Submit,Eligible,Start,End,Reason,NodeList,Constraints,Flags"},
	{"show-config.txt", "scontrol show config"}, {"slurm.conf", "cat CONF"},
}

// recordFormats records what Slurm's commands print of one state of a cluster.
func recordFormats(r *recorder) error {
	tree := withQOS("onejob Priority=10 MaxJobsPerUser=1", "onenode Priority=10 MaxTRESPerUser=node=1", "grpnode Priority=20 GrpTRES=node=1", "hour Priority=50 MaxWall=60")
	tree = append(tree, "add account limited parent=science fairshare=3", "add account small parent=science fairshare=2 GrpTRES=node=1",
		"add user erin account=limited MaxJobs=1", "add user alice account=small fairshare=5", "modify account phys set fairshare=10")
	has := "CPUs=8 RealMemory=16000 Gres=gpu:a100:2 Weight=50 Feature=gpu,fast"
	s := &setup{name: "formats", nodes: 12, node: "CPUs=8 RealMemory=16000 Feature=fast Weight=10", conf: formatConf, tree: tree,
		other: map[int]string{8: has, 9: has, 10: has, 11: has, 7: "CPUs=8 RealMemory=32000 Feature=slow,big Weight=20"},
		gres:  "NodeName=n[8-11] Name=gpu Type=a100 File=DIR/gpu[0-1]\n"}
	return r.record(s, func(c *cluster) {
		ids := map[string]string{}
		c.place(past, ids)
		time.Sleep(4 * time.Second)
		c.run("scancel", ids["cancelled"])
		c.wait("the first jobs have ended", time.Minute, func() bool { return c.run("squeue", "-h") == "" })
		c.place(running, ids)
		time.Sleep(5 * time.Second)
		c.disturb(ids)
		c.place(pending, ids)
		c.run("scontrol", "hold", ids["held-by-admin"])
		c.run("scontrol", "update", "partitionname=ending", "state=drain")
		c.run("scontrol", "update", "partitionname=asleep", "state=inactive")
		time.Sleep(95 * time.Second) // until priorities are computed again and a job has reached its time limit
		before := time.Now().Unix()
		for _, o := range outputs {
			f := strings.Fields(strings.ReplaceAll(o[1], "CONF", c.dir+"/slurm.conf"))
			r.save(o[0], compact(c.run(f[0], f[1:]...)))
		}
		some := strings.Join([]string{ids["completed"], ids["failed"], ids["cancelled"], ids["steps"], ids["wide"], ids["done-array"], ids["held"]}, ",")
		r.save("sacct.json", compact(c.run("sacct", "--json", "-j", some)))
		after := time.Now().Unix()
		all := append(append(append([]*waiting{}, past...), running...), pending...)
		for _, w := range all {
			out, _ := c.try("", "squeue", "-h", "-t", "all", "-j", w.ID, "-o", "%T|%r")
			for _, line := range lines(out) {
				w.State, w.Reason, _ = strings.Cut(line, "|") // of an array, the tasks that wait come last
			}
		}
		r.save("facts.json", marshal(map[string]any{"before": before, "after": after, "commands": outputs, "jobs": all}))
	})
}

// compact removes white space from JSON, of which half of it consists, and returns
// other texts as they are.
func compact(text string) string {
	var out bytes.Buffer
	if json.Compact(&out, []byte(text)) != nil {
		return text
	}
	return out.String() + "\n"
}

// disturb drains nodes, takes one down, makes reservations and suspends a job.
func (c *cluster) disturb(ids map[string]string) {
	c.run("scontrol", "update", "nodename=n4", "state=down", "reason=power supply broken")
	c.run("scontrol", "update", "nodename=n9", "state=drain", "reason=memory errors, see ticket 4711")
	c.run("scontrol", "create", "reservation", "reservationname=maint", "starttime=now+5hours", "duration=120", "nodes=n11", "flags=maint", "users=root")
	c.run("scontrol", "create", "reservation", "reservationname=lecture", "starttime=now+1hour", "duration=90", "nodes=n10", "accounts=science,phys")
	c.run("scontrol", "create", "reservation", "reservationname=cores", "starttime=now+2hours", "duration=30", "partitionname=batch", "corecnt=4", "users=bob,carol")
	c.run("scontrol", "suspend", ids["paused"])
}
