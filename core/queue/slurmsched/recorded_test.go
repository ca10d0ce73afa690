package slurmsched

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// recordings is the folder with what Slurm 22.05 printed: that of the repository, or the
// one that `make test-slurm` has just recorded from a few random cases.
var recordings = cmp.Or(os.Getenv("HOPYARD_RECORDINGS"), "../../slurmstate/testdata/")

// live reports whether the recordings are new. Nobody has looked at their races, in which
// a job ends while a scheduler runs, so a few cases may differ.
var live = os.Getenv("HOPYARD_RECORDINGS") != ""

// differ reports a difference from a recording, which is an error unless the recording
// is new.
func differ(t *testing.T, format string, args ...any) {
	t.Helper()
	if live {
		t.Logf("differs: "+format, args...)
	} else {
		t.Errorf(format, args...)
	}
}

// mostly checks that at least two thirds of new cases are equal.
func mostly(t *testing.T, equal, of int) {
	t.Helper()
	if live && (of == 0 || 3*equal < 2*of) {
		t.Errorf("only %d of %d are equal", equal, of)
	}
}

// table reads a table whose columns are separated by bars.
func table(t *testing.T, file string) (rows []map[string]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	names := strings.Split(lines[0], "|")
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Split(line, "|") {
			row[names[i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// treeOf returns the accounts that sshare printed, as they stand, with their use.
func treeOf(t *testing.T, rows []map[string]string) (accounts []Account) {
	below := map[string]int64{} // the use of an account's users and accounts
	at, path := map[string]int{}, []string{}
	for _, row := range rows {
		name, depth := strings.TrimSpace(row["Account"]), strings.Count(row["Account"], " ")
		shares := int64(0)
		if row["RawShares"] == "parent" {
			shares = FromParent
		} else if row["RawShares"] != "" {
			shares = int64(number(t, row["RawShares"]))
		}
		used := int64(number(t, row["RawUsage"]))
		if row["User"] != "" {
			a := &accounts[at[name]]
			a.Users = append(a.Users, User{Name: row["User"], Shares: shares, Usage: used})
			below[name] += used
			continue
		}
		path = append(path[:depth], name)
		parent := ""
		if depth > 0 {
			parent = path[depth-1]
			below[parent] += used
		}
		at[name] = len(accounts)
		accounts = append(accounts, Account{Name: name, Parent: parent, Shares: shares, Usage: used})
	}
	for i := range accounts {
		accounts[i].Usage -= below[accounts[i].Name]
	}
	return accounts
}

// TestRecordedFairTree compares the fair-share factors of all users, and the levels of
// users and accounts, with those that Slurm 22.05 printed.
func TestRecordedFairTree(t *testing.T) {
	if live {
		t.Skip("trees are not recorded anew; TestRecordedPriorities compares their factors")
	}
	folders, _ := filepath.Glob(recordings + "fairtree/*/sshare.txt")
	users, levels := 0, 0
	for _, file := range folders {
		if strings.Contains(file, "/classic/") { // NO_FAIR_TREE
			continue
		}
		rows := table(t, file)
		tree := newFairTree(treeOf(t, rows))
		for _, row := range rows {
			m := memberOf(tree, strings.TrimSpace(row["Account"]), row["User"])
			if m == nil {
				t.Fatalf("%s: no %v", file, row)
			}
			if want := row["LevelFS"]; want != "" {
				levels++
				is := strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%.6f", m.levelFS), "+"))
				if decays := strings.Contains(file, "/decay/"); is != want && !(decays && math.Abs(m.levelFS/number(t, want)-1) < 1e-3) { // use that decays is not whole, but printed so
					t.Errorf("%s: %s %s: level %s, want %s", file, row["Account"], row["User"], is, want)
				}
			}
			if row["User"] != "" {
				users++
				if is := fmt.Sprintf("%.6f", m.fairness); is != row["FairShare"] {
					t.Errorf("%s: %s %s: factor %s, want %s", file, row["Account"], row["User"], is, row["FairShare"])
				}
			}
		}
	}
	if users < 60 || levels < 90 {
		t.Errorf("only %d users and %d levels", users, levels)
	}
	t.Logf("%d factors and %d levels are equal", users, levels)
}

func memberOf(tree *fairTree, account, user string) *member {
	if user != "" {
		return &tree.all[tree.index[association{account, user}]]
	}
	for i := range tree.all {
		if m := &tree.all[i]; !m.user && m.name == account {
			return m
		}
	}
	return nil
}

// recordedJob is a waiting job of a recording.
type recordedJob struct {
	ID, User, Account, QOS, CPUs, TRES string

	Nodes   int32  `json:"nodes"`
	Printed string `json:"Nodes"`
	Minutes int64  `json:"limit_minutes"`
	Nice    int64
	Accrue  int64
}

// recordedQueue is a recording of priorities.
type recordedQueue struct {
	Jobs       []recordedJob
	Conf       []string         `json:"slurm_conf"`
	Partitions map[string]int64 `json:"partition_job_factor"`
	QOS        map[string]int64 `json:"qos_priority"`
	Assoc      map[string]int64 `json:"assoc_priority"`
	Computed   string
}

// priorityOf reads the configuration of priorities from lines of slurm.conf.
func priorityOf(t *testing.T, conf []string) (p Priority) {
	weights := map[string]*int64{"Age": &p.Age, "Fairshare": &p.FairShare, "JobSize": &p.Size, "Partition": &p.Partition, "QOS": &p.QOS, "Assoc": &p.Assoc}
	for _, line := range conf {
		key, value, _ := strings.Cut(line, "=")
		if at := weights[strings.TrimPrefix(key, "PriorityWeight")]; at != nil {
			*at = int64(number(t, value))
		}
		switch key {
		case "PriorityWeightTRES":
			for part := range strings.SplitSeq(value, ",") {
				name, weight, _ := strings.Cut(part, "=")
				p.TRES[slices.Index(Trackable[:], resourceNames[strings.ToLower(name)])] = int64(1000 * number(t, weight))
			}
		case "PriorityMaxAge":
			var d, h, m, s int64
			if _, err := fmt.Sscanf(value, "%d:%d:%d", &h, &m, &s); err != nil {
				if _, err := fmt.Sscanf(value, "%d-%d", &d, &h); err != nil {
					t.Fatal(line)
				}
			}
			p.MaxAge = simtime.Duration(d*86400+h*3600+m*60+s) * simtime.Second
		case "PriorityFavorSmall":
			p.Small = value == "YES"
		case "PriorityFlags":
			p.ByTime = strings.Contains(value, "SMALL_RELATIVE_TO_TIME")
		}
	}
	return p
}

// TestRecordedPriorities compares the weighted and the normalized factors of waiting
// jobs, and their priorities, with those that sprio of Slurm 22.05 printed.
func TestRecordedPriorities(t *testing.T) {
	files, _ := filepath.Glob(recordings + "priorities/*/inputs.json")
	factors, totals := 0, 0
	for _, file := range files {
		folder := filepath.Dir(file)
		var in recordedQueue
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &in)
		}
		if err != nil {
			t.Fatal(err)
		}
		f, n := comparePriorities(t, folder, &in)
		factors, totals = factors+f, totals+n
	}
	if !live && (factors < 1000 || totals < 140) {
		t.Errorf("only %d factors and %d priorities", factors, totals)
	}
	t.Logf("%d factors and %d priorities are equal", factors, totals)
}

// asksOf reads resources as Slurm prints them, such as "cpu=24,mem=84000M,node=6".
func asksOf(t *testing.T, text string) (a amounts) {
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		if m, known := resourceNames[name]; known {
			mega, _ := strings.CutSuffix(value, "M")
			factor := 1.0
			if giga, is := strings.CutSuffix(mega, "G"); is {
				mega, factor = giga, 1024
			}
			a[slices.Index(Trackable[:], m)] = int64(factor * number(t, mega))
		}
	}
	return a
}

func comparePriorities(t *testing.T, folder string, in *recordedQueue) (factors, totals int) {
	c := UsualConfig()
	c.Priority = priorityOf(t, in.Conf)
	for name, x := range in.Partitions {
		c.Partitions = append(c.Partitions, Partition{Name: name, Priority: x})
	}
	for name, x := range in.QOS {
		c.QOS = append(c.QOS, QOS{Name: name, Priority: x})
	}
	classic := strings.HasSuffix(folder, "classic") // not Fair Tree
	c.Accounts = treeOf(t, table(t, folder+"/sshare.txt"))
	for i := range c.Accounts {
		a := &c.Accounts[i]
		a.Priority = in.Assoc[a.Name]
		for k := range a.Users {
			a.Users[k].Priority = in.Assoc[a.Users[k].Name]
		}
	}
	for i := range c.Partitions {
		if c.Partitions[i].Name == "long" {
			c.Partitions[i].Nodes = cluster.Placement{}.Append(0, 3, 1)
		}
	}
	flat, _ := topology.NewFlat(8)
	m := cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 16, workload.Memory: 16000, workload.GPUs: 2}, Speed: 1000})
	s := SlurmPolicy{c}.NewState(&queue.Config{Machine: m}).(*state)
	jobs := map[string]recordedJob{}
	for _, j := range in.Jobs {
		jobs[j.ID] = j
	}
	now := int64(0)
	for _, row := range table(t, folder+"/sprio.txt") { // the age of the first job tells when this was
		if j, age := jobs[row["JobID"]], number(t, row["NormAge"]); age > 0 && age < 1 && j.Accrue > 0 {
			now = j.Accrue + int64(math.Round(age*float64(c.Priority.MaxAge/simtime.Second)))
			break
		}
	}
	for _, row := range table(t, folder+"/sprio.txt") {
		j, known := jobs[row["JobID"]]
		if !known {
			continue // a task of an array
		}
		r := &workload.Request{Nodes: j.Nodes, Walltime: simtime.Duration(j.Minutes) * simtime.Minute, User: j.User, Group: j.Account, Queue: row["Partition"], QOS: j.QOS, Priority: -j.Nice}
		f := s.factorsOf(r, simtime.Time(j.Accrue*1000))
		if w := c.Priority.Size; w != 0 {
			f.size = s.sizeFactor(r, int64(number(t, j.CPUs))) * float64(w)
		}
		f.tres = 0
		asks, has := asksOf(t, j.TRES), &s.partitions[f.partition].total
		shown := ""
		for i, name := range []string{"cpu", "mem", "node", "gres/gpu"} {
			one := Priority{}
			if one.TRES[i] = c.Priority.TRES[i]; one.TRES[i] != 0 {
				part := one.tresPart(&asks, has)
				if f.tres += part; part >= 0.5 {
					shown += fmt.Sprintf(",%s=%.0f", name, part)
				}
			}
		}
		factors++
		if shown = strings.TrimPrefix(shown, ","); shown != row["TRES"] {
			t.Errorf("%s: job %s in %s: TRES %s, want %s", folder, row["JobID"], row["Partition"], shown, row["TRES"])
		}
		at := simtime.Time(now * 1000)
		if j.Accrue < 0 {
			at = f.since
		}
		parts := s.parts(f, at)
		if classic {
			parts[queue.FairShare] = number(t, row["FairShare"])
		}
		for name, part := range map[string]float64{"Age": parts[queue.QueueTime], "FairShare": parts[queue.FairShare], "JobSize": parts[queue.OfNodes], "PartitionFactor": parts[queue.OfQueue], "QOSFactor": parts[queue.OfQOS], "Assoc": parts[queue.OfGroup]} {
			factors++
			if is := fmt.Sprintf("%.0f", part); is != row[name] {
				t.Errorf("%s: job %s in %s: %s %s (%v), want %s", folder, row["JobID"], row["Partition"], name, is, part, row[name])
			}
		}
		if !classic {
			totals++
			if is := fmt.Sprint(sum(&parts)); is != row["Priority"] {
				t.Errorf("%s: job %s in %s: priority %s, want %s", folder, row["JobID"], row["Partition"], is, row["Priority"])
			}
		}
	}
	return factors, totals
}
