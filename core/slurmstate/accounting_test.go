package slurmstate

import (
	"reflect"
	"strings"
	"testing"
)

// TestAccounting reads the recorded outputs of sacctmgr.
func TestAccounting(t *testing.T) {
	s := read(t, "qos.txt", "assoc.txt", "sshare-l-a.txt", "slurm.conf")
	var got []string
	for _, q := range s.QOS {
		got = append(got, q.Name)
	}
	if want := []string{"normal", "onejob", "onenode", "grpnode", "hour"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	for i, want := range []QOSInfo{
		{Name: "normal", PreemptMode: "cluster"},
		{Name: "onejob", Priority: 10, PreemptMode: "cluster", Limits: []LimitInfo{{"MaxJobsPerUser", "", 1}}},
		{Name: "onenode", Priority: 10, PreemptMode: "cluster", Limits: []LimitInfo{{"MaxTRESPerUser", "node", 1}}},
		{Name: "grpnode", Priority: 20, PreemptMode: "cluster", Limits: []LimitInfo{{"GrpTRES", "node", 1}}},
		{Name: "hour", Priority: 50, PreemptMode: "cluster", Limits: []LimitInfo{{"MaxWall", "", 3600}}},
	} {
		if !reflect.DeepEqual(s.QOS[i], want) {
			t.Errorf("%+v, want %+v", s.QOS[i], want)
		}
	}
	tree := read(t, "assoc-tree.txt")
	for _, x := range []struct {
		name string
		all  []AssocInfo
	}{{"list with sshare", s.Assocs}, {"tree", tree.Assocs}} {
		if len(x.all) != 15 {
			t.Fatalf("%s: %d associations", x.name, len(x.all))
		}
		above := map[string]string{}
		for _, a := range x.all {
			if a.User == "" {
				above[a.Account] = a.Parent
			}
		}
		if want := map[string]string{"root": "", "bio": "root", "science": "root", "chem": "science", "limited": "science", "phys": "science", "small": "science"}; !reflect.DeepEqual(above, want) {
			t.Errorf("%s: %v", x.name, above)
		}
		for _, a := range x.all {
			if want := []LimitInfo{{"MaxJobs", "", 1}}; a.Account == "limited" && a.User == "erin" && !reflect.DeepEqual(a.Limits, want) {
				t.Errorf("%s: %+v", x.name, a)
			}
			if want := []LimitInfo{{"GrpTRES", "node", 1}}; a.Account == "small" && a.User == "" && (a.Shares != 2 || !reflect.DeepEqual(a.Limits, want)) {
				t.Errorf("%s: %+v", x.name, a)
			}
		}
	}
	notices := ""
	for _, n := range read(t, "assoc.txt").Notices {
		notices += n.Text + "\n"
	}
	if !strings.Contains(notices, "6 accounts counts as directly below root") {
		t.Error(notices)
	}
	if p := read(t, "slurm.conf"); p.Settings.Value("AccountingStorageEnforce") != "limits,qos" || p.Settings.Value("PreemptMode") != "REQUEUE" {
		t.Errorf("%+v", p.Settings.General)
	}
}

// TestAccountingForms reads columns, other titles and resources of all kinds.
func TestAccountingForms(t *testing.T) {
	files := []File{
		{"q", []byte("      Name   Priority  GraceTime    Preempt                                    Flags GrpTRESRunMin     MaxTRESPU MaxSubmitPU \n" +
			"---------- ---------- ---------- ---------- ---------------------------------------- ------------- ------------- ----------- \n" +
			"    normal          0   00:00:00                                                                                             \n" +
			"      high        100   00:02:00     normal                              DenyOnLimit      cpu=9000 cpu=4,mem=16G          20 \n")},
		{"a", []byte("Account|User|Par Name|Fairshare|GrpTRES|GrpWall|MaxTRESMins|Partition\r\nroot|||||||\r\nlab||root|parent|billing=5,cpu=8,gres/gpu:a100=2,mem=1T|2-00:00:00|gres/gpu=90|\r\nlab|ann||3||||gpu\r\n")},
		{"slurm.conf", []byte("PreemptType=preempt/qos\nPartitionName=p Nodes=n1 QOS=high PreemptMode=GANG,cancel GraceTime=30\n")},
	}
	s, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	if want := (QOSInfo{Name: "high", Priority: 100, Grace: 120, Preempt: []string{"normal"}, Flags: []string{"DenyOnLimit"},
		Limits: []LimitInfo{{"GrpTRESRunMins", "cpu", 9000}, {"MaxTRESPerUser", "cpu", 4}, {"MaxTRESPerUser", "mem", 16 << 10}, {"MaxSubmitJobsPerUser", "", 20}}}); !reflect.DeepEqual(s.QOS[1], want) {
		t.Errorf("%+v", s.QOS[1])
	}
	if want := (AssocInfo{Account: "lab", Parent: "root", Shares: -1, Limits: []LimitInfo{{"GrpTRES", "billing", 5}, {"GrpTRES", "cpu", 8}, {"GrpTRES", "gres/gpu:a100", 2}, {"GrpTRES", "mem", 1 << 20}, {"GrpWall", "", 172800}, {"MaxTRESMins", "gres/gpu", 90}}}); !reflect.DeepEqual(s.Assocs[1], want) {
		t.Errorf("%+v", s.Assocs[1])
	}
	if want := (AssocInfo{Account: "lab", User: "ann", Shares: 3, Partition: "gpu"}); !reflect.DeepEqual(s.Assocs[2], want) {
		t.Errorf("%+v", s.Assocs[2])
	}
	if p := s.Partitions[0]; p.QOS != "high" || p.PreemptMode != "cancel" || p.Grace != 30 {
		t.Errorf("%+v", p)
	}
	if text := s.Notices[0].String(); !strings.Contains(text, "has no column GrpJobs, GrpSubmit, GrpWall, GrpTRES,") {
		t.Error(text)
	}
}

// TestMalformedAccounting checks the complete message for what can be wrong with an
// output of sacctmgr, and with the settings of preemption.
func TestMalformedAccounting(t *testing.T) {
	qos, assoc := "Name|Priority|GraceTime|Preempt|PreemptMode|GrpTRES|GrpJobs|MaxWall|MaxTRESPU\n", "Cluster|Account|User|Partition|Share|GrpTRES|MaxJobs|MaxWall\n"
	columns := "      Name   Priority       GrpTRES \n---------- ---------- ------------- \n"
	for _, c := range []struct{ name, text, want string }{
		{"too few columns", qos + "high|5\n", "f: line 2: 2 columns, but the header has 9; the line was cut off, or a text contains a bar: use --json"},
		{"too many columns", qos + "high|5|||||||||||\n", "f: line 2: 13 columns, but the header has 9; the line was cut off, or a text contains a bar: use --json"},
		{"a QOS without a name", qos + "|5|||||||\n", "f: line 2: a QOS without a name; let sacctmgr write the file again"},
		{"a QOS twice", qos + "a|5|||||||\na|6|||||||\n", `f: line 3: QOS "a" is listed twice, first in line 2; remove one`},
		{"a priority of letters", qos + "a|much|||||||\n", `f: line 2: Priority "much" is not a whole number from 0 to 4,294,967,296; leave it as Slurm prints it`},
		{"a negative priority", qos + "a|-1|||||||\n", `f: line 2: Priority "-1" is not a whole number from 0 to 4,294,967,296; leave it as Slurm prints it`},
		{"a huge priority", qos + "a|4294967297|||||||\n", `f: line 2: Priority "4294967297" is not a whole number from 0 to 4,294,967,296; leave it as Slurm prints it`},
		{"a grace time of words", qos + "a|1|soon||||||\n", `f: line 2: GraceTime "soon" is not a duration of at most 10,000,000,000 s; leave it as Slurm prints it, such as 30:00, 8:00:00 or 1-00:00:00`},
		{"a mode that is none", qos + "a|1|||kill||||\n", `f: line 2: PreemptMode "kill" is not a preemption mode; leave it as sacctmgr prints it: cluster, cancel, requeue or suspend`},
		{"resources without an amount", qos + "a|1||||cpu|||\n", `f: line 2: GrpTRES "cpu" is not a list of resources; leave it as sacctmgr prints it, such as cpu=8,mem=16G,node=1`},
		{"an amount of letters", qos + "a|1||||cpu=many|||\n", `f: line 2: GrpTRES "cpu=many" has no readable amount of cpu; leave it as sacctmgr prints it, such as cpu=8; amounts go up to 1,125,899,906,842,624`},
		{"a negative amount", qos + "a|1||||cpu=-1|||\n", `f: line 2: GrpTRES "cpu=-1" has no readable amount of cpu; leave it as sacctmgr prints it, such as cpu=8; amounts go up to 1,125,899,906,842,624`},
		{"a huge amount", qos + "a|1||||cpu=1125899906842625|||\n", `f: line 2: GrpTRES "cpu=1125899906842625" has no readable amount of cpu; leave it as sacctmgr prints it, such as cpu=8; amounts go up to 1,125,899,906,842,624`},
		{"memory of letters", qos + "a|1||||mem=lots|||\n", `f: line 2: GrpTRES "mem=lots" has no readable amount of memory; leave it as sacctmgr prints it, such as mem=16G`},
		{"memory without an amount", qos + "a|1||||mem=|||\n", `f: line 2: GrpTRES "mem=" has no readable amount of memory; leave it as sacctmgr prints it, such as mem=16G`},
		{"a resource twice", qos + "a|1||||cpu=1,node=2,cpu=3|||\n", `f: line 2: GrpTRES "cpu=1,node=2,cpu=3" names cpu twice; remove one`},
		{"an empty item", qos + "a|1||||cpu=1,|||\n", `f: line 2: GrpTRES "cpu=1," is not a list of resources; leave it as sacctmgr prints it, such as cpu=8,mem=16G,node=1`},
		{"an item without a name", qos + "a|1||||=1|||\n", `f: line 2: GrpTRES "=1" is not a list of resources; leave it as sacctmgr prints it, such as cpu=8,mem=16G,node=1`},
		{"jobs of letters", qos + "a|1|||||few||\n", `f: line 2: GrpJobs "few" is not a whole number from 0 to 1,125,899,906,842,624; leave it as sacctmgr prints it`},
		{"jobs with a fraction", qos + "a|1|||||1.5||\n", `f: line 2: GrpJobs "1.5" is not a whole number from 0 to 1,125,899,906,842,624; leave it as sacctmgr prints it`},
		{"a span of words", qos + "a|1||||||a day|\n", `f: line 2: MaxWall "a day" is not a duration of at most 10,000,000,000 s; leave it as Slurm prints it, such as 30:00, 8:00:00 or 1-00:00:00`},
		{"resources in words", qos + "a|1|||||||four cores\n", `f: line 2: MaxTRESPU "four cores" is not a list of resources; leave it as sacctmgr prints it, such as cpu=8,mem=16G,node=1`},
		{"no line of dashes", "      Name   Priority       GrpTRES\n    normal          0\n", "f: line 2: sacctmgr's table has no line of dashes; leave the output as sacctmgr prints it, or write it with sacctmgr -P"},
		{"a limit that is cut off", columns + "    normal          0 cpu=400,mem=+ \n", `f: line 3: GrpTRES "cpu=400,mem=+" is cut off; write the file with sacctmgr -P`},
		{"a name that is cut off", columns + "very-long+          0               \n", `f: line 3: Name "very-long+" is cut off; write the file with sacctmgr -P`},
		{"a value over the edge", columns + "a-very-long-name-indeed          0\n", `f: line 3: "a-very-long-name-indeed          0" does not fit the columns of the header; write the file with sacctmgr -P`},
		{"an association without an account", assoc + "c||ann||1|||\n", "f: line 2: an association without an account; let sacctmgr write the file again"},
		{"an association twice", assoc + "c|lab|ann||1|||\nc|lab|ann||2|||\n", `f: line 3: the association of account "lab" and user "ann" is listed twice, first in line 2; remove one`},
		{"two clusters", assoc + "c|lab|||1|||\nd|lab|ann||1|||\n", `f: line 3: associations of two clusters, "c" and "d"; name one, as in sacctmgr -P show assoc cluster=c`},
		{"shares of letters", assoc + "c|lab|||half|||\n", `f: line 2: Share "half" is not a whole number from 0 to 4,294,967,296; leave it as Slurm prints it`},
		{"jobs of an association", assoc + "c|lab|||1||x|\n", `f: line 2: MaxJobs "x" is not a whole number from 0 to 1,125,899,906,842,624; leave it as sacctmgr prints it`},
		{"a partition's mode that is none", "PartitionName=p Nodes=n1 PreemptMode=STOP\n", `f: line 1: PreemptMode "STOP" is not a preemption mode; leave it as Slurm prints it: OFF, CANCEL, REQUEUE or SUSPEND`},
		{"a grace time of a partition", "PartitionName=p Nodes=n1 GraceTime=1m\n", `f: line 1: GraceTime "1m" is not a whole number from 0 to 10,000,000,000; leave it as Slurm prints it`},
		{"a command that failed", "sacctmgr: error: Problem with query\n", `f: the command failed with "sacctmgr: error: Problem with query"; run it again`},
	} {
		_, err := Read([]File{{"f", []byte(c.text)}})
		switch {
		case err == nil:
			t.Errorf("%s: no error", c.name)
		case err.Error() != c.want:
			t.Errorf("%s:\n got %s\nwant %s", c.name, err, c.want)
		}
	}
}
