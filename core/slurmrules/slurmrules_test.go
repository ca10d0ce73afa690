package slurmrules

import (
	"reflect"
	"strings"
	"testing"

	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
)

// configure reads texts, and returns the configuration and the doubts.
func configure(t *testing.T, texts ...string) (slurmsched.SlurmConfig, []Doubt) {
	t.Helper()
	var files []slurmstate.File
	for _, text := range texts {
		files = append(files, slurmstate.File{Name: "f", Data: []byte(text)})
	}
	s, err := slurmstate.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	c := slurmsched.UsualConfig()
	doubts := Configure(s, &c)
	for i := range s.Partitions {
		p := slurmsched.Partition{Name: s.Partitions[i].Name}
		Partition(&c, &s.Partitions[i], &p)
		c.Partitions = append(c.Partitions, p)
	}
	return c, doubts
}

const qosHead = "Name|Priority|GraceTime|Preempt|PreemptExemptTime|PreemptMode|Flags|UsageThres|UsageFactor|GrpTRES|GrpTRESMins|GrpTRESRunMins|GrpJobs|GrpSubmit|GrpWall|MaxTRES|MaxTRESPerNode|MaxTRESMins|MaxWall|MaxTRESPU|MaxJobsPU|MaxSubmitPU|MaxTRESPA|MaxJobsPA|MaxSubmitPA|MinTRES\n"

// TestConfigure checks QOSs, accounts, limits and preemption.
func TestConfigure(t *testing.T) {
	c, doubts := configure(t, pad(qosHead+
		"low|1|00:01:00|||requeue|||1.000000|cpu=8,billing=4|||||||||||||||||\n"+
		"high|9|00:00:00|low,gone|00:00:30|cluster|DenyOnLimit||1.000000||cpu=600||3|9|01:00:00|mem=2G||||gres/gpu=1|2||||5|node=1\n"),
		"Account|User|Par Name|Partition|Share|GrpTRES|MaxJobs|MaxSubmit\nroot||||1|||\nscience||root||1|node=4||\nlab||science||1||7|\nlab|ann|||parent||2|\nlab|ann||gpu|1||1|\n",
		"PreemptType=preempt/qos\nPreemptMode=CANCEL\nPreemptExemptTime=2:00\nPreemptParameters=youngest_first,reorder_count=3,min_exempt_priority=5\nAccountingStorageEnforce=limits\nPartitionName=p Nodes=n1 QOS=high GraceTime=9 PreemptMode=REQUEUE\n")
	second, minute := simtime.Second, simtime.Minute
	if want := []slurmsched.QOS{
		{Name: "low", Priority: 1, Grace: minute, Mode: slurmsched.ModeRequeue, Limits: slurmsched.JobLimits{{Rule: slurmsched.GrpTRES, Of: queue.CPUs, Amount: 8}}},
		{Name: "high", Priority: 9, Preempt: []string{"low"}, Exempt: 30 * second, DenyOnLimit: true, Limits: slurmsched.JobLimits{
			{Rule: slurmsched.GrpTRESMins, Of: queue.CPUs, Amount: 600}, {Rule: slurmsched.GrpJobs, Amount: 3}, {Rule: slurmsched.GrpSubmitJobs, Amount: 9}, {Rule: slurmsched.GrpWall, Amount: 3_600_000},
			{Rule: slurmsched.MaxTRESPerJob, Of: queue.Memory, Amount: 2048}, {Rule: slurmsched.MaxTRESPerUser, Of: queue.GPUs, Amount: 1}, {Rule: slurmsched.MaxJobsPerUser, Amount: 2},
			{Rule: slurmsched.MaxSubmitJobsPerAccount, Amount: 5}, {Rule: slurmsched.MinTRESPerJob, Of: queue.Nodes, Amount: 1},
		}},
	}; !reflect.DeepEqual(c.QOS, want) {
		t.Errorf("%+v", c.QOS)
	}
	if want := []slurmsched.Account{
		{Name: "root", Shares: 1}, {Name: "science", Shares: 1, Limits: slurmsched.JobLimits{{Rule: slurmsched.GrpTRES, Of: queue.Nodes, Amount: 4}}},
		{Name: "lab", Parent: "science", Shares: 1, Limits: slurmsched.JobLimits{{Rule: slurmsched.MaxJobs, Amount: 7}}, Users: []slurmsched.User{{Name: "ann", Shares: slurmsched.FromParent, Limits: slurmsched.JobLimits{{Rule: slurmsched.MaxJobs, Amount: 2}}}}},
	}; !reflect.DeepEqual(c.Accounts, want) {
		t.Errorf("%+v", c.Accounts)
	}
	if want := (slurmsched.Preemption{By: slurmsched.PreemptByQOS, Mode: slurmsched.StopCancel, Exempt: 2 * minute, YoungestFirst: true, Reorder: 3}); c.Preemption != want {
		t.Errorf("%+v", c.Preemption)
	}
	if want := []slurmsched.Partition{{Name: "p", QOS: "high", Grace: 9 * second, Preempt: slurmsched.ModeRequeue}}; !reflect.DeepEqual(c.Partitions, want) {
		t.Errorf("%+v", c.Partitions)
	}
	if want := []Doubt{{Kind: PastUse}, {NotSimulated, "GrpTRES=billing, limits of associations of a single partition, PreemptParameters=min_exempt_priority"}}; !reflect.DeepEqual(doubts, want) {
		t.Errorf("%+v", doubts)
	}
	DropSubmitLimits(&c)
	if len(c.QOS[1].Limits) != 7 {
		t.Errorf("%+v", c.QOS[1].Limits)
	}
}

// TestDoubts checks what is left out.
func TestDoubts(t *testing.T) {
	for _, x := range []struct {
		name, conf, qos string
		by              slurmsched.PreemptBy
		doubts          []Doubt
	}{
		{"no preemption", "PreemptMode=REQUEUE\n", qosHead + "a|1||||cluster||||||||||||||||||||\n", slurmsched.PreemptNever, nil},
		{"off", "PreemptType=preempt/qos\nPreemptMode=OFF\n", qosHead + "a|1||||cluster||||||||||||||||||||\n", slurmsched.PreemptNever, nil},
		{"suspension", "PreemptType=preempt/partition_prio\nPreemptMode=SUSPEND,GANG\n", qosHead + "a|1||||cluster||||||||||||||||||||\n", slurmsched.PreemptByPartition, nil},
		{"another plugin", "PreemptType=preempt/job_prio\nPreemptMode=REQUEUE\n", qosHead + "a|1||||cluster||||||||||||||||||||\n", slurmsched.PreemptNever, []Doubt{{NotSimulated, "PreemptType=preempt/job_prio"}}},
		{"old parameters", "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\nSchedulerParameters=preempt_strict_order\n", qosHead + "a|1||||cluster||||||||||||||||||||\n", slurmsched.PreemptByPartition, nil},
		{"a circle", "PreemptType=preempt/qos\nPreemptMode=REQUEUE\n", qosHead + "a|1||b|||||||||||||||||||||||\nb|1||c|||||||||||||||||||||||\nc|1||a|||||||||||||||||||||||\n", slurmsched.PreemptNever, []Doubt{{NotSimulated, "preemption, because the Preempt lists of the QOSs form a circle"}}},
		{"not enforced", "AccountingStorageEnforce=associations\n", qosHead + "a|1|||||||||||1|||||||||||||\n", slurmsched.PreemptNever, []Doubt{{Kind: NotEnforced}}},
	} {
		c, doubts := configure(t, x.conf, pad(x.qos))
		if c.Preemption.By != x.by || !reflect.DeepEqual(doubts, x.doubts) {
			t.Errorf("%s: %+v, %+v", x.name, c.Preemption, doubts)
		}
		if x.name == "not enforced" && HasLimits(&c) {
			t.Error("limits are kept")
		}
	}
}

// pad gives all rows as many columns as the header has.
func pad(text string) (out string) {
	bars := strings.Count(qosHead, "|")
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if n := strings.Count(line, "|"); n > bars {
			line = line[:len(line)-(n-bars)]
		} else {
			line += strings.Repeat("|", bars-n)
		}
		out += line + "\n"
	}
	return out
}

func TestWeightsOfTRES(t *testing.T) {
	weights, others, err := WeightsOfTRES("CPU=1000,Mem=0.5,GRES/gpu=20,license/matlab=3,energy=0")
	if want := [len(slurmsched.Trackable)]int64{1_000_000, 500, 0, 20_000}; err != nil || weights != want || len(others) != 1 || others[0] != "license/matlab" {
		t.Errorf("%v, %v, %v", weights, others, err)
	}
	for _, text := range []string{"", "(null)"} {
		if weights, _, err := WeightsOfTRES(text); err != nil || weights[0] != 0 {
			t.Errorf("%q: %v, %v", text, weights, err)
		}
	}
	for _, text := range []string{"CPU", "CPU=-1", "CPU=NaN", "Mem=x"} {
		if _, _, err := WeightsOfTRES(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
