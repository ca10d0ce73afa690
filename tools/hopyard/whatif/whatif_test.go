package whatif_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"hopyard/core/fidelity/fidelitytest"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
	"hopyard/tools/hopyard/whatif"
)

var call = clitest.Caller(whatif.Fidelity)

const conf = `SelectType=select/cons_tres
SelectTypeParameters=CR_Core
PriorityWeightQOS=1000
NodeName=n[0-3] CPUs=4
PartitionName=batch Nodes=ALL Default=YES MaxTime=1-0
PartitionName=debug Nodes=n[0-1] PriorityTier=2 MaxTime=60
`

const qos = "Name|Priority\nnormal|0\nhigh|10\n"

const header = "JobID|User|Account|Partition|QOS|Priority|Submit|Eligible|Start|End|TimelimitRaw|State|AllocCPUS|AllocNodes|NodeList\n"

// row returns a row of sacct: a job of whole nodes that was submitted, started and ended
// at minutes of a day.
func row(id, partition, qos string, day, submit, start, end, nodes int) string {
	at := func(m int) string { return fmt.Sprintf("2026-03-%02dT%02d:%02d:00", day, m/60, m%60) }
	return fmt.Sprintf("%s|ann|lab|%s|%s|5|%s|%s|%s|%s|120|COMPLETED|%d|%d|n[0-%d]\n", id, partition, qos, at(submit), at(submit), at(start), at(end), 4*nodes, nodes, nodes-1)
}

// past returns a record of eight days. On each day, a job has three nodes from 60 to 120. One
// that needs four waits for it, and a job of one node is held back by a limit until 130.
func past() string {
	text := header
	for day := 1; day <= 8; day++ {
		text += row(fmt.Sprint(day, "1"), "batch", "normal", day, 60, 60, 120, 3)
		text += row(fmt.Sprint(day, "2"), "batch", "normal", day, 70, 120, 180, 4)
		text += strings.Replace(row(fmt.Sprint(day, "3"), "batch", "high", day, 80, 200, 210, 1), "|120|", "|30|", 1)
	}
	return text
}

func folder(t *testing.T) string {
	dir := t.TempDir()
	clitest.Write(t, dir, "jobs.sacct", past())
	clitest.Write(t, dir, "slurm.conf", conf)
	clitest.Write(t, dir, "qos.txt", qos)
	clitest.Write(t, dir, "topology.conf", "SwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=n[2-3]\nSwitchName=top Switches=s[0-1]\n")
	return dir
}

// TestFidelity runs the command with and without changes.
func TestFidelity(t *testing.T) {
	dir := folder(t)
	status, out, said := call(t, dir, "", "fidelity", "DIR/jobs.sacct", "DIR/slurm.conf", "DIR/qos.txt")
	if status != cli.ExitOK {
		t.Fatal(said)
	}
	for _, want := range []string{"24 runs of the record; 0 ran when the replay begins, 23 jobs replayed.", "all jobs    23           0 s      7200 s       65.2 %", "8 too early and 0 too late", "      8  it waited beside free nodes", "Left out:", "it had ended before the replay begins"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--nodes", "batch=+4"}, "The mean wait becomes shorter"},
		{[]string{"--set", "partition.batch.Nodes=+4", "--set", "bf_interval=60"}, "WITH partition.batch.Nodes=+4, bf_interval=60"},
		{[]string{"--set", "backfill.interval=60"}, "EFFECT"},
		{[]string{"--set", "partition.batch.MaxTime=60"}, "With the change, these do not run:"},
		{[]string{"--set", "PriorityWeightQOS=0"}, "The change makes no difference"},
		{[]string{"--set", "qos.high.Priority=1"}, "The change makes no difference"},
		{[]string{"--topology", "DIR/topology.conf"}, "WITH topology"},
		{[]string{"--allocator", "first-fit"}, "The change makes no difference"},
		{[]string{"--with", "DIR/slurm.conf"}, "The change makes no difference"},
		{[]string{"--priorities", "recorded"}, "priorities are those that sacct printed"},
		{[]string{"--from", "2026-03-03T00:00:00"}, "it had ended before the replay begins"},
	} {
		args := append([]string{"fidelity", "DIR/jobs.sacct", "DIR/slurm.conf", "DIR/qos.txt"}, c.args...)
		if status, out, said := call(t, dir, "", args...); status != cli.ExitOK || !strings.Contains(out, c.want) {
			t.Errorf("%q: %d %s%s", c.args, status, out, said)
		}
	}
}

// TestFidelityFiles checks the JSON output and the table of jobs.
func TestFidelityFiles(t *testing.T) {
	dir := folder(t)
	status, out, said := call(t, dir, "", "fidelity", "DIR/jobs.sacct", "DIR/slurm.conf", "DIR/qos.txt", "--json", "--jobs", "DIR/jobs.csv", "--nodes", "batch=+4")
	if status != cli.ExitOK {
		t.Fatal(said)
	}
	var got struct {
		Overall struct {
			Jobs   int
			Within float64 `json:"within_60_s"`
		}
		Effect struct {
			Figures []struct {
				Name      string
				Low, High *float64
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if f := got.Effect.Figures; got.Overall.Jobs != 23 || got.Overall.Within < 0.6 || got.Overall.Within > 0.7 || len(f) != 5 || f[0].Low == nil || *f[0].High >= 0 || f[1].Low != nil {
		t.Errorf("%s", out)
	}
	table, err := os.ReadFile(dir + "/jobs.csv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	if len(lines) != 25 || !strings.HasPrefix(lines[0], "job,partition,nodes,eligible,recorded_start,predicted_start,error,reason,changed_start") || !strings.HasPrefix(lines[5], "22,batch,4,") {
		t.Errorf("%s", table)
	}
}

// TestFidelityOfClusters runs the command on a week of the synthetic cluster.
func TestFidelityOfClusters(t *testing.T) {
	m := fidelitytest.New(fidelitytest.MonthOptions{Seed: 3, Days: 4, Load: 600, Unknown: true})
	dir := t.TempDir()
	clitest.Write(t, dir, "jobs.sacct", m.Sacct)
	clitest.Write(t, dir, "slurm.conf", m.Conf)
	for _, args := range [][]string{{"fidelity", "DIR/jobs.sacct", "DIR/slurm.conf"}, {"fidelity", "DIR/jobs.sacct"}} {
		if status, out, said := call(t, dir, "", args...); status != cli.ExitOK || !strings.Contains(out, "partition shared") {
			t.Errorf("%d %s%s", status, out, said)
		}
	}
}

// TestFidelityErrors checks that errors name the place, the value, the limit and a fix.
func TestFidelityErrors(t *testing.T) {
	dir := folder(t)
	one := row("1", "batch", "normal", 1, 60, 60, 120, 3)
	files := map[string]string{
		"empty": "", "letter": "Dear all,\n", "swf": "; Version: 2.2\n1 0 0 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n",
		"nostart": "JobID|Submit|End|AllocNodes\n1|2026-03-01T00:00:00|2026-03-01T00:10:00|1\n",
		"pending": header + "1|ann|lab|batch|normal|5|2026-03-01T00:00:00|2026-03-01T00:00:00|Unknown|Unknown|60|PENDING|0|0|None assigned\n",
		"badtime": header + strings.Replace(one, "T01:00:00", "T25:00:00", 1), "badprio": header + strings.Replace(one, "|5|", "|-5|", 1),
		"badprio2": header + strings.Replace(one, "|5|", "|4294967296|", 1), "badstate": header + strings.Replace(one, "COMPLETED", "DONE", 1),
		"badnodes": header + strings.Replace(one, "n[0-2]", "n[0-", 1), "hugenodes": header + strings.Replace(one, "n[0-2]", "n[0-99999999]", 1), "columns": header + "1|2|3\n",
		"nonodes": "JobID|Submit|Start|End|AllocNodes\n1|2026-03-01T00:00:00|2026-03-01T00:00:00|2026-03-01T00:10:00|1\n",
		"noprio":  strings.ReplaceAll(past(), "|5|", "||"), "twice": "JobID|QOS|QOS|Submit|Start|End|AllocNodes\n",
		"qosrow": "Name|Priority\nhigh\n", "qosnumber": "Name|Priority\nhigh|many\n", "qostwice": "Name|Priority\nhigh|1\nhigh|2\n",
		"weight.conf": conf + "PriorityWeightAge=-1\n", "span.conf": conf + "PriorityMaxAge=soon\n", "interval.conf": conf + "SchedulerParameters=bf_interval=0\n",
		"half.conf": "NodeName=n[0-3 CPUs=4\n", "other.conf": "NodeName=m[0-3] CPUs=4\nPartitionName=batch Nodes=ALL\n",
		"topology.bad": "SwitchName=s0 Nodes=n[0-\n", "topology.other": "SwitchName=s0 Nodes=m[0-3]\n", "topology.few": "SwitchName=s0 Nodes=n[0-2]\n", "topology.more": "SwitchName=s0 Nodes=n[0-4]\n",
	}
	for name, text := range files {
		clitest.Write(t, dir, name, text)
	}
	ok := []string{"DIR/jobs.sacct", "DIR/slurm.conf", "DIR/qos.txt"}
	with := func(args ...string) []string { return append(append([]string{}, ok...), args...) }
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "argument JOBS is missing"},
		{[]string{"DIR/none"}, "none: "},
		{[]string{"DIR/empty"}, "empty: the file is empty: write it with sacct -a -X -D -P --format=JobID,User,Account,Partition,QOS,Priority"},
		{[]string{"DIR/letter"}, "letter: line 1: no header line"},
		{[]string{"DIR/swf"}, "swf: line 1: no header line"},
		{[]string{"DIR/nostart"}, "nostart: line 1: no column says when jobs started: add Start"},
		{[]string{"DIR/pending"}, "pending: no job that ran: 1 job that never started: ask sacct for a longer period"},
		{[]string{"DIR/badtime"}, `badtime: line 2: Submit "2026-03-01T25:00:00" is not a time: let sacct`},
		{[]string{"DIR/badprio"}, `badprio: line 2: Priority "-5" is not a whole number from 0 to 4,294,967,295: write`},
		{[]string{"DIR/badprio2"}, `badprio2: line 2: Priority "4294967296" is not a whole number from 0 to 4,294,967,295: write`},
		{[]string{"DIR/badstate"}, `badstate: line 2: State "DONE" is not a job state: leave it`},
		{[]string{"DIR/badnodes", "DIR/slurm.conf"}, "line 2: NodeList of job 1"},
		{[]string{"DIR/hugenodes", "DIR/slurm.conf"}, "line 2: NodeList of job 1"},
		{[]string{"DIR/columns"}, "columns: line 2: 3 columns, but the header has 15"},
		{[]string{"DIR/nonodes"}, "no nodes are known; add slurm.conf, or let sacct print NodeList"},
		{[]string{"DIR/noprio", "DIR/slurm.conf", "--priorities", "recorded"}, "the records have no priorities; let sacct print Priority"},
		{[]string{"DIR/twice"}, `column "QOS" is given twice: name it once`},
		{[]string{"DIR/jobs.sacct", "DIR/qosrow"}, "qosrow: line 2: 1 columns, but the header has 2"},
		{[]string{"DIR/jobs.sacct", "DIR/qosnumber"}, `line 2: Priority "many" is not a whole number from 0 to 4,294,967,296`},
		{[]string{"DIR/jobs.sacct", "DIR/qostwice"}, `line 3: QOS "high" is listed twice, first in line 2; remove one`},
		{[]string{"DIR/jobs.sacct", "DIR/weight.conf"}, "PriorityWeightAge=-1 is not a whole number from 0 to 4294967295; write one"},
		{[]string{"DIR/jobs.sacct", "DIR/span.conf"}, "PriorityMaxAge=soon is not a span of time; write minutes"},
		{[]string{"DIR/jobs.sacct", "DIR/interval.conf"}, "bf_interval=0 is not a whole number from 1 to 10800; write one"},
		{[]string{"DIR/jobs.sacct", "DIR/half.conf"}, "half.conf: line 1"},
		{[]string{"DIR/jobs.sacct", "DIR/jobs.sacct"}, "this is the output of sacct, which tells of the past"},
		{[]string{"DIR/jobs.sacct", "DIR/slurm.conf", "DIR/topology.bad"}, "topology.bad: line 1"},
		{[]string{"DIR/jobs.sacct", "DIR/slurm.conf", "DIR/topology.other"}, "node n0 is not in the topology; add it there"},
		{[]string{"DIR/jobs.sacct", "DIR/slurm.conf", "DIR/topology.few"}, "node n3 is not in the topology; add it there"},
		{[]string{"DIR/jobs.sacct", "DIR/slurm.conf", "DIR/topology.more"}, "node n4 of the topology is not in slurm.conf; add it there"},
		{[]string{"DIR/jobs.sacct", "DIR/slurm.conf", "DIR/topology.conf", "DIR/topology.conf"}, "a second topology; give one"},
		{[]string{"DIR/jobs.sacct", "DIR/slurm.conf", "DIR/topology.conf", "--nodes", "batch=+4"}, "the topology says which nodes there are; give a topology"},
		{with("--from", "yesterday"), `--from "yesterday" is not a time; write it as sacct does`},
		{with("--from", "2026-04-01T00:00:00"), "none of the 24 jobs starts after the replay begins"},
		{with("--priorities", "guessed"), `--priorities "guessed" is neither recorded nor computed`},
		{with("--wrong", "-1"), "--wrong -1 is negative; give 0 or more"},
		{with("--set", "bf_interval"), `--set "bf_interval"; write NAME=VALUE`},
		{with("--set", "bf_interval=0"), "bf_interval=0 is not a whole number from 1 to 10800"},
		{with("--set", "bf_interval="), "the value is missing; write bf_interval=NUMBER"},
		{with("--set", "bf_speed=1"), "no setting has this name; use one of PriorityWeightAge"},
		{with("--set", "PriorityWeightAge=4294967296"), "PriorityWeightAge=4294967296 is not a whole number from 0 to 4294967295"},
		{with("--set", "PriorityWeightAge=1", "--priorities", "recorded"), "priorities are those that sacct printed, which no weight changes"},
		{with("--set", "SchedulerType=sched/magic"), "no such scheduler; write sched/backfill or sched/builtin"},
		{with("--set", "partition.batch=1"), "the path ends too soon; write partition.NAME.KEY"},
		{with("--set", "partition.night.MaxTime=60"), "no partition has this name; use one of batch, debug"},
		{with("--set", "partition.batch.Color=red"), "a partition has no color here; use PriorityTier"},
		{with("--set", "partition.batch.MaxTime=soon"), "MaxTime=soon is not a span of time"},
		{with("--set", "partition.batch.PriorityTier=70000"), "prioritytier=70000 is not a whole number from 0 to 65533"},
		{with("--set", "partition.batch.Nodes=m[0-3]"), "the machine has no node m0; name nodes of slurm.conf"},
		{with("--set", "qos.low.Priority=1"), "no QOS has this name"},
		{with("--set", "qos.high.Color=red"), "no limit is named color; use one of GrpJobs"},
		{with("--set", "qos.high.MaxTRESPerUser=cpu"), `MaxTRESPerUser "cpu" is not a list of resources`},
		{with("--set", "qos.high.MaxJobsPerUser=few"), `MaxJobsPerUser "few" is not a whole number from 0 to`},
		{with("--set", "qos.high.MaxWall="), "the value is missing; write MaxWall=1-0, or -1 for no limit"},
		{with("--set", "qos.high.Preempt=low"), `no QOS is named "low"; use those that`},
		{with("--set", "qos.high.PreemptMode=kill"), "no such mode; use cluster, off, cancel or requeue"},
		{with("--set", "account.none.GrpJobs=1"), "no account has this name"},
		{with("--set", "user.bob.MaxJobs=1"), "no user has this name"},
		{with("--set", "partition.batch.PreemptMode=kill"), "no such mode; use off, cancel or requeue"},
		{with("--set", "partition.batch.QOS=none"), "no QOS has this name"},
		{with("--preemption", "always"), "no such preemption; use off, partition-requeue"},
		{with("--preemption", "qos-requeue"), "no job could stop another; say which QOSs may stop which, as in qos.high.Preempt=low"},
		{with("--nodes", "batch=16"), `--nodes "batch=16"; write PARTITION=+N`},
		{with("--nodes", "batch=+0"), `"0" is not a number of nodes from 1 to`},
		{with("--nodes", "batch=-4"), "the partition has 4 nodes; take fewer away"},
		{with("--nodes", "batch=+99999999"), "is not a number of nodes from 1 to"},
		{with("--allocator", "magic"), `--allocator "magic" is unknown; use one of first-fit`},
		{with("--allocator", "slurm-tree"), "slurm-tree"},
		{with("--topology", "DIR/none"), "none: "},
		{with("--with", "DIR/half.conf"), "half.conf: line 1"},
	} {
		status, out, said := call(t, dir, "", append([]string{"fidelity"}, c.args...)...)
		if status == cli.ExitOK || out != "" || !strings.Contains(said, c.want) {
			t.Errorf("%q: %d %s%s\nwant %s", c.args, status, out, said, c.want)
		}
	}
}
