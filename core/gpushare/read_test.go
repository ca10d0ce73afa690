package gpushare

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestReadNodes(t *testing.T) {
	nodes, err := ReadNodes(strings.NewReader("\uFEFFmodel,sn,cpu_milli,gpu,memory_mib,rack\r\nT4,n1,32000,2,1024,r1\r\n,n0,8000,0,0,\r\n"))
	want := []Node{{"n1", 32000, 1024, []int32{1000, 1000}, "T4"}, {"n0", 8000, 0, []int32{}, ""}}
	if err != nil || !reflect.DeepEqual(nodes, want) {
		t.Errorf("%v, %v", nodes, err)
	}
}

func TestReadTasks(t *testing.T) {
	tasks, err := ReadTasks(strings.NewReader(taskHead + "p1,1000,64,1,500,T4|A10,LS,Running,20,90,20\np0,2000,0,0,0,,BE,Pending,10,70,\np2,2000,0,8,1000,,BE,Running,10,10,10\n"))
	want := []GPUTask{
		{"p0", 3, Demand{2000, 0, 0, ""}, 0, 10, Unknown, 70},
		{"p2", 4, Demand{2000, 8, 1000, ""}, 0, 10, 10, 10},
		{"p1", 2, Demand{1000, 1, 500, "T4|A10"}, 64, 20, 20, 90},
	}
	if err != nil || !reflect.DeepEqual(tasks, want) {
		t.Errorf("%v, %v", tasks, err)
	}
	tasks, err = ReadTasks(strings.NewReader("name,cpu_milli,memory_mib,num_gpu,gpu_milli\np0,1,2,1,3\n"))
	if err != nil || !reflect.DeepEqual(tasks, []GPUTask{{"p0", 2, Demand{1, 1, 3, ""}, 2, Unknown, Unknown, Unknown}}) {
		t.Errorf("%v, %v", tasks, err)
	}
}

// TestSample reads the two tables in testdata, which are written by hand in the
// format of the openb trace.
func TestSample(t *testing.T) {
	nodes, tasks := sample(t)
	if len(nodes) != 5 || len(tasks) != 12 {
		t.Fatalf("%d nodes, %d tasks", len(nodes), len(tasks))
	}
	for _, p := range Policies() {
		for _, times := range []bool{false, true} {
			r, err := Run(nodes, tasks, RunOptions{Policy: p, Types: Popular(tasks, Popularity), Times: times})
			if err != nil || r.Failed == 0 || r.Failed > 4 {
				t.Errorf("%s: %+v, %v", p.Name, r, err)
			}
		}
	}
}

func sample(t testing.TB) ([]Node, []GPUTask) {
	t.Helper()
	open := func(name string) *os.File {
		f, err := os.Open("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	nodes, err := ReadNodes(open("nodes.csv"))
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := ReadTasks(open("tasks.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return nodes, tasks
}

const (
	nodeHead = "sn,cpu_milli,memory_mib,gpu,model\n"
	nodeRow  = "n0,32000,1024,2,T4\n"
	taskHead = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n"
	taskRow  = "p0,1000,64,1,500,T4|A10,LS,Running,20,90,20\n"
)

func nodeWith(old, new string) string { return nodeHead + strings.Replace(nodeRow, old, new, 1) }
func taskWith(old, new string) string { return taskHead + strings.Replace(taskRow, old, new, 1) }

// malformed is a text and a part of the message that it must give.
type malformed struct{ name, text, want string }

var long = strings.Repeat("x", 201)

const (
	nodesBegin = ": a list of nodes begins with the line sn,cpu_milli,memory_mib,gpu,model"
	tasksBegin = ": a list of tasks begins with the line name,cpu_milli,memory_mib,num_gpu,gpu_milli"
	amount     = " is not a whole number from 0 to 1000000000: write digits only"
	seconds    = " is not a whole number from 0 to 1000000000000: write digits only"
)

var badNodes = []malformed{
	{"nothing", "", "line 1: the table has no node: write the line sn,cpu_milli,memory_mib,gpu,model and a line for each node"},
	{"blank lines", "\n\n", "line 1: the table has no node"},
	{"only a mark", "\uFEFF", "line 1: the table has no node"},
	{"only a header", nodeHead, "line 1: the table has no node"},
	{"a sentence", "Dear all\n", "line 1: no column is named sn" + nodesBegin},
	{"no header", nodeRow, "line 1: no column is named sn" + nodesBegin},
	{"tasks", taskHead + taskRow, "line 1: no column is named sn" + nodesBegin},
	{"no cpu", strings.Replace(nodeHead, "cpu_milli", "cpu", 1) + nodeRow, "line 1: no column is named cpu_milli" + nodesBegin},
	{"no memory", strings.Replace(nodeHead, "memory_mib", "memory", 1) + nodeRow, "line 1: no column is named memory_mib" + nodesBegin},
	{"no gpu", strings.Replace(nodeHead, ",gpu,", ",gpus,", 1) + nodeRow, "line 1: no column is named gpu" + nodesBegin},
	{"no model", strings.Replace(nodeHead, "model", "kind", 1) + nodeRow, "line 1: no column is named model" + nodesBegin},
	{"capitals", strings.ToUpper(nodeHead) + nodeRow, "line 1: no column is named sn" + nodesBegin},
	{"blanks in the header", strings.ReplaceAll(nodeHead, ",", ", ") + nodeRow, "line 1: no column is named cpu_milli" + nodesBegin},
	{"semicolons", strings.ReplaceAll(nodeHead+nodeRow, ",", ";"), "line 1: no column is named sn" + nodesBegin},
	{"a column twice", "sn,sn,cpu_milli,memory_mib,gpu,model\n", `line 1: columns 1 and 2 are both named "sn": remove one`},
	{"too many columns", strings.Repeat("a,", 100) + "b\n", "line 1: 101 columns; at most 100: write the line sn,"},
	{"cut off", nodeHead + nodeRow + "n1,320", "line 3: 2 values, but the header has 5: the line is cut off, or a value contains a comma: put it in double quotes"},
	{"a value more", nodeWith("T4", "T4,A10"), "line 2: 6 values, but the header has 5"},
	{"thousands with commas", nodeWith("32000", "32,000"), "line 2: 6 values, but the header has 5"},
	{"a lone quote", nodeWith("T4", `T"4`), "line 2: a quotation mark that does not enclose a value: remove it, or put the whole value in double quotes"},
	{"an open quote", nodeWith("T4", `"T4`), "line 2: a quotation mark that does not enclose a value"},
	{"no name", nodeWith("n0", ""), `line 2: sn "" is empty: give each node a name`},
	{"a long name", nodeWith("n0", long), `line 2: sn "` + long[:40] + `"… has 201 bytes; at most 200: shorten it`},
	{"a name twice", nodeHead + nodeRow + nodeRow, `line 3: sn "n0" is the name of the node in line 2 as well: give each node a name of its own`},
	{"cpu of letters", nodeWith("32000", "many"), `line 2: cpu_milli "many"` + amount},
	{"no value of cpu", nodeWith("32000", ""), `line 2: cpu_milli ""` + amount},
	{"cpu below none", nodeWith("32000", "-1"), `line 2: cpu_milli "-1"` + amount},
	{"cpu with a sign", nodeWith("32000", "+1"), `line 2: cpu_milli "+1"` + amount},
	{"minus nought", nodeWith("32000", "-0"), `line 2: cpu_milli "-0"` + amount},
	{"cpu with a fraction", nodeWith("32000", "1.5"), `line 2: cpu_milli "1.5"` + amount},
	{"cpu with an exponent", nodeWith("32000", "1e3"), `line 2: cpu_milli "1e3"` + amount},
	{"hexadecimal", nodeWith("32000", "0x10"), `line 2: cpu_milli "0x10"` + amount},
	{"underscores", nodeWith("32000", "32_000"), `line 2: cpu_milli "32_000"` + amount},
	{"a blank", nodeWith("32000", " 32000"), `line 2: cpu_milli " 32000"` + amount},
	{"too much cpu", nodeWith("32000", "1000000001"), `line 2: cpu_milli "1000000001"` + amount},
	{"beyond 64 bits", nodeWith("32000", "99999999999999999999"), `line 2: cpu_milli "99999999999999999999"` + amount},
	{"memory in GiB", nodeWith("1024", "1GiB"), `line 2: memory_mib "1GiB"` + amount},
	{"too much memory", nodeWith("1024", "1000000001"), `line 2: memory_mib "1000000001"` + amount},
	{"too many GPUs", nodeWith(",2,", ",65,"), `line 2: gpu "65" is not a whole number from 0 to 64: write digits only`},
	{"half a GPU", nodeWith(",2,", ",0.5,"), `line 2: gpu "0.5" is not a whole number from 0 to 64`},
	{"two models", nodeWith("T4", "T4|A10"), `line 2: model "T4|A10" contains "|": write the one model that the GPUs of the node have`},
	{"GPUs of no model", nodeWith("T4", ""), `line 2: model "" is empty, but the node has GPUs: name their model`},
	{"a long model", nodeWith("T4", long), `has 201 bytes; at most 200: shorten it`},
	{"control characters", nodeWith("32000", "3\x002\x1b[31m"), `line 2: cpu_milli "3\x002\x1b[31m"` + amount},
	{"another encoding", nodeWith("32000", "\xff\xfe"), `line 2: cpu_milli "\xff\xfe"` + amount},
	{"two mistakes", nodeHead + "n0,x,y,2,T4\n", "line 2: cpu_milli \"x\"" + amount + "\nline 2: memory_mib \"y\"" + amount},
}

var badTasks = []malformed{
	{"nothing", "", "line 1: the table has no task: write the line name,cpu_milli,memory_mib,num_gpu,gpu_milli and a line for each task"},
	{"only a header", taskHead, "line 1: the table has no task"},
	{"nodes", nodeHead + nodeRow, "line 1: no column is named name" + tasksBegin},
	{"no header", taskRow, "line 1: no column is named name" + tasksBegin},
	{"no cpu", strings.Replace(taskHead, "cpu_milli", "cpu", 1) + taskRow, "line 1: no column is named cpu_milli" + tasksBegin},
	{"no memory", strings.Replace(taskHead, "memory_mib", "m", 1) + taskRow, "line 1: no column is named memory_mib" + tasksBegin},
	{"no count", strings.Replace(taskHead, "num_gpu", "gpu", 1) + taskRow, "line 1: no column is named num_gpu" + tasksBegin},
	{"no part", strings.Replace(taskHead, "gpu_milli", "milli", 1) + taskRow, "line 1: no column is named gpu_milli" + tasksBegin},
	{"a column twice", strings.Replace(taskHead, "qos", "name", 1) + taskRow, `line 1: columns 1 and 7 are both named "name": remove one`},
	{"tabs", strings.ReplaceAll(taskHead+taskRow, ",", "\t"), "line 1: no column is named name" + tasksBegin},
	{"too many columns", strings.Repeat("a,", 200) + "b\n", "line 1: 201 columns; at most 100"},
	{"cut off", taskHead + taskRow + "p1,10", "line 3: 2 values, but the header has 11"},
	{"a value more", taskWith("LS", "LS,LS"), "line 2: 12 values, but the header has 11"},
	{"models with commas", taskWith("T4|A10", "T4,A10"), "line 2: 12 values, but the header has 11"},
	{"a lone quote", taskWith("LS", `L"S`), "line 2: a quotation mark that does not enclose a value"},
	{"an open quote", taskWith("LS", `"LS`), "line 2: a quotation mark that does not enclose a value"},
	{"no name", taskWith("p0", ""), `line 2: name "" is empty: give each task a name`},
	{"a long name", taskWith("p0", long), "has 201 bytes; at most 200: shorten it"},
	{"a name twice", taskHead + taskRow + "\n" + taskRow, `line 4: name "p0" is the name of the task in line 2 as well`},
	{"cpu of letters", taskWith("1000", "one"), `line 2: cpu_milli "one"` + amount},
	{"no value of cpu", taskWith("1000", ""), `line 2: cpu_milli ""` + amount},
	{"cpu below none", taskWith("1000", "-1000"), `line 2: cpu_milli "-1000"` + amount},
	{"too much cpu", taskWith("1000", "1000000001"), `line 2: cpu_milli "1000000001"` + amount},
	{"memory of letters", taskWith("64", "64M"), `line 2: memory_mib "64M"` + amount},
	{"no value of memory", taskWith("64", ""), `line 2: memory_mib ""` + amount},
	{"count of letters", taskWith(",1,", ",a,"), `line 2: num_gpu "a" is not a whole number from 0 to 64`},
	{"too many GPUs", taskWith(",1,", ",65,"), `line 2: num_gpu "65" is not a whole number from 0 to 64`},
	{"count below none", taskWith(",1,", ",-1,"), `line 2: num_gpu "-1" is not a whole number from 0 to 64`},
	{"more than a GPU", taskWith("500", "1001"), `line 2: gpu_milli "1001" is not a whole number from 0 to 1000: write digits only`},
	{"a fraction", taskWith("500", "0.5"), `line 2: gpu_milli "0.5" is not a whole number from 0 to 1000`},
	{"a percentage", taskWith("500", "50%"), `line 2: gpu_milli "50%" is not a whole number from 0 to 1000`},
	{"a part of none", taskWith(",1,500", ",0,500"), `line 2: gpu_milli "500" is not 0, but num_gpu is 0: write 0, or the number of GPUs`},
	{"no part of one", taskWith("500", "0"), `line 2: gpu_milli "0" asks for no part of a GPU, but num_gpu is 1: write 1 to 1000, or num_gpu 0`},
	{"parts of two", taskWith(",1,500", ",2,500"), `line 2: gpu_milli "500" is a part of a GPU, but num_gpu is 2: write 1000: only a task with one GPU can ask for a part`},
	{"an empty model", taskWith("T4|A10", "T4|"), `line 2: gpu_spec "T4|" names an empty model: write models with one bar between two, as in T4|A10`},
	{"two bars", taskWith("T4|A10", "T4||A10"), `line 2: gpu_spec "T4||A10" names an empty model`},
	{"long models", taskWith("T4|A10", long), "has 201 bytes; at most 200: shorten it"},
	{"creation of letters", taskWith(",20,90", ",now,90"), `line 2: creation_time "now"` + seconds},
	{"creation below none", taskWith(",20,90", ",-20,90"), `line 2: creation_time "-20"` + seconds},
	{"a date", taskWith(",20,90", ",2023-01-01,90"), `line 2: creation_time "2023-01-01"` + seconds},
	{"a fraction of a second", taskWith(",90,", ",90.5,"), `line 2: deletion_time "90.5"` + seconds},
	{"too late", taskWith(",90,", ",1000000000001,"), `line 2: deletion_time "1000000000001"` + seconds},
	{"schedule of letters", taskWith(",90,20", ",90,x"), `line 2: scheduled_time "x"` + seconds},
	{"deleted before", taskWith(",90,", ",19,"), `line 2: deletion_time "19" is before creation_time 20: correct one of them`},
	{"scheduled before", taskWith(",90,20", ",90,19"), `line 2: scheduled_time "19" is before creation_time 20: correct one of them`},
	{"two lines", taskHead + "p0,x,64,1,500,,,,1,2,\np1,1,64,1,500,,,,1,y,\n", "line 2: cpu_milli \"x\"" + amount + "\nline 3: deletion_time \"y\"" + seconds},
}

// TestMalformed checks the message for everything that can be wrong with the tables.
func TestMalformed(t *testing.T) {
	check := func(cases []malformed, read func(text string) error) {
		if len(cases) < 40 {
			t.Errorf("%d cases", len(cases))
		}
		for _, c := range cases {
			err := read(c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, ErrTable) {
				t.Errorf("%s:\n%v\nwant\n%s", c.name, err, c.want)
			}
		}
	}
	nodes := func(text string) error { _, err := ReadNodes(strings.NewReader(text)); return err }
	tasks := func(text string) error { _, err := ReadTasks(strings.NewReader(text)); return err }
	check(badNodes, nodes)
	check(badTasks, tasks)

	if err := nodes(nodeHead + strings.Repeat("a\n", 30)); strings.Count(err.Error(), "\n") != 20 || !strings.HasSuffix(err.Error(), "reading stopped after 20 mistakes") {
		t.Errorf("30 mistakes: %v", err)
	}
	var many strings.Builder
	many.WriteString(nodeHead)
	for i := range MaxNodes + 1 {
		many.WriteString("n")
		for k := i; k > 0; k /= 10 {
			many.WriteByte('0' + byte(k%10))
		}
		many.WriteString(",1,1,0,\n")
	}
	if err := nodes(many.String()); err == nil || !strings.Contains(err.Error(), "line 100002: more than 100000 rows: split the table") {
		t.Errorf("too many nodes: %v", err)
	}
	broken := errors.New("broken")
	if _, err := ReadNodes(failing{broken}); err != broken {
		t.Errorf("a broken file: %v", err)
	}
}

// failing is a reader that has only an error.
type failing struct{ err error }

// Read implements io.Reader.
func (f failing) Read([]byte) (int, error) { return 0, f.err }
