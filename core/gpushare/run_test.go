package gpushare

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func policy(t testing.TB, name string) Policy {
	p, ok := PolicyNamed(name)
	if !ok {
		t.Fatal(name)
	}
	return p
}

// TestTypes orders types by number of tasks, then by what they ask for, and cuts the
// list at a percentage.
func TestTypes(t *testing.T) {
	var tasks []GPUTask
	add := func(n int, d Demand) {
		for range n {
			tasks = append(tasks, GPUTask{Demand: d})
		}
	}
	add(2, Demand{1000, 0, 0, ""})
	add(10, Demand{2000, 1, 500, ""})
	add(2, Demand{3000, 0, 0, ""})
	add(5, Demand{3000, 1, 500, "T4"})
	add(1, Demand{9000, 1, 500, ""})
	types := Types(tasks)
	var got []string
	for _, k := range types {
		got = append(got, fmt.Sprint(k.Tasks, k.CPU))
	}
	if s := strings.Join(got, ", "); s != "10 2000, 5 3000, 2 3000, 2 1000, 1 9000" {
		t.Error(s)
	}
	for percent, want := range map[int]int{1: 1, 50: 1, 51: 2, 75: 2, 85: 3, 95: 4, 100: 5} {
		if got := len(Popular(tasks, percent)); got != want {
			t.Errorf("%d %%: %d types, want %d", percent, got, want)
		}
	}
}

func TestInflate(t *testing.T) {
	nodes := []Node{{"a", 0, 0, []int32{1000, 1000, 1000, 1000}, "m"}}
	tasks := []GPUTask{{Demand: Demand{0, 1, 300, ""}}, {Demand: Demand{0, 1, 500, ""}}, {Demand: Demand{1, 0, 0, ""}}}
	for _, share := range []float64{0, 0.1, 0.2, 0.5, 1, 1.3, 5} {
		some, err := Inflate(tasks, nodes, share, 7)
		again, _ := Inflate(tasks, nodes, share, 7)
		asked := float64(sumGPU(some)) / 4000
		if err != nil || asked > share || asked < share-0.2 || !reflect.DeepEqual(some, again) {
			t.Errorf("%v: asked %v (%v)", share, asked, err)
		}
	}
	if _, err := Inflate(tasks[2:], nodes, 1, 0); err == nil {
		t.Error("tasks without GPUs are repeated for ever")
	}
	huge := make([]Node, 100_000)
	for i := range huge {
		huge[i] = nodes[0]
	}
	if _, err := Inflate([]GPUTask{{Demand: Demand{0, 1, 1, ""}}}, huge, 1, 0); err == nil || !strings.Contains(err.Error(), "1000000") {
		t.Errorf("too many tasks: %v", err)
	}
}

// TestRun runs five tasks on two GPUs: 600 and 600 leave 400 on each; 500 fails; 400
// fits, as does the task without a GPU.
func TestRun(t *testing.T) {
	nodes := []Node{{"a", 8000, 100, []int32{1000, 1000}, "m"}}
	ask := func(milli int32) GPUTask {
		d := Demand{1000, 1, milli, ""}
		if milli == 0 {
			d.Count = 0
		}
		return GPUTask{Demand: d, Memory: 10}
	}
	tasks := []GPUTask{ask(600), ask(600), ask(500), ask(400), ask(0)}
	r, err := Run(nodes, tasks, RunOptions{Policy: policy(t, "first-fit"), Types: Types(tasks)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Failed != 1 || r.Allocated != 1600 || r.Asked != 2100 || r.Capacity != 2000 || r.AllocatedShare != 0.8 {
		t.Errorf("%+v", r)
	}
	// 400 milli are free: of use to 1 type of 4 kinds (1 of 5 tasks).
	if r.Fragmentation != 0.8 {
		t.Errorf("fragmentation %v, want 0.8", r.Fragmentation)
	}
	want := []SizeResult{{400, 1, 0, 0, 0}, {500, 1, 1, 400, 1}, {600, 2, 0, 400, 1}}
	if !reflect.DeepEqual(r.Sizes, want) {
		t.Errorf("sizes %v, want %v", r.Sizes, want)
	}
	if len(r.Points) != 106 || r.Points[60].Allocated != 0.6 || r.Points[31].Allocated != 0.6 || r.Points[30].Allocated != 0.3 {
		t.Errorf("%d points %v", len(r.Points), r.Points)
	}
}

// TestTimes runs four tasks on one GPU over time. Task 2 waits from 10 to 100; task 3
// overtakes it at 20; task 4 is deleted while it waits.
func TestTimes(t *testing.T) {
	nodes := []Node{{"a", 8000, 100, []int32{1000}, "m"}}
	task := func(milli int32, from, to int64) GPUTask {
		return GPUTask{Demand: Demand{1000, 1, milli, ""}, Created: from, Deleted: to, Scheduled: Unknown}
	}
	tasks := []GPUTask{task(600, 0, 100), task(600, 10, 200), task(400, 20, 120), task(1000, 30, 90), task(100, 100, 100)}
	r, err := Run(nodes, tasks, RunOptions{Policy: policy(t, "fgd"), Types: Types(tasks), Times: true})
	if err != nil {
		t.Fatal(err)
	}
	// Held: 600 for 0-100, 400 for 20-120, 600 for 100-200; the last one fits at 100
	// only if task 2 started before it, with 400 + 600 held: it does not.
	held := 600.0*100 + 400*100 + 600*100
	if r.AllocatedShare != held/200/1000 || r.Failed != 2 || r.MeanWait != 90.0/3 {
		t.Errorf("%+v", r)
	}
	tasks[1].Deleted = Unknown
	tasks[1].Line = 7
	if _, err := Run(nodes, tasks, RunOptions{Policy: policy(t, "fgd"), Types: Types(tasks), Times: true}); err == nil || !strings.Contains(err.Error(), "line 7") {
		t.Errorf("no time: %v", err)
	}
}

// TestTimesKeepBooks runs random tasks over time under every policy. At the end all is
// free again; the run panics if a node is given too much.
func TestTimesKeepBooks(t *testing.T) {
	for seed := range uint64(300) {
		r := drawn{rand.New(rand.NewPCG(seed, 3))}
		nodes := r.nodes()
		var tasks []GPUTask
		for range 40 {
			from := int64(r.IntN(100))
			tasks = append(tasks, GPUTask{Demand: r.demand(), Memory: int64(r.IntN(20)), Created: from, Deleted: from + int64(r.IntN(50))})
		}
		for _, p := range Policies() {
			x := &run{cluster: NewCluster(nodes, Types(tasks)), tasks: tasks, placed: make([]GPUPlacement, len(tasks)), ran: make([]bool, len(tasks)), out: &Result{Capacity: capacity(nodes)}}
			x.chooser = NewChooser(x.cluster, p, 0)
			if err := x.overTime(); err != nil {
				t.Fatal(err)
			}
			compare(t, seed, x.cluster, &twin{nodes, Types(tasks)})
			if x.out.AllocatedShare < 0 || x.out.AllocatedShare > 1 || x.out.Fragmentation < 0 || x.out.Fragmentation > 1+1e-9 || x.out.MeanWait < 0 {
				t.Errorf("seed %d: %+v", seed, x.out)
			}
		}
	}
}

// TestTooManyTypes checks the limit on types, and that the number of scores that are
// kept has a limit.
func TestTooManyTypes(t *testing.T) {
	nodes := make([]Node, 50_000)
	for i := range nodes {
		nodes[i].CPU = 1000
	}
	var tasks []GPUTask
	for i := range 401 {
		tasks = append(tasks, GPUTask{Demand: Demand{int64(i), 0, 0, ""}})
	}
	if _, err := Run(nodes, tasks, RunOptions{Policy: policy(t, "fgd")}); err == nil || !strings.Contains(err.Error(), "401 types of tasks times 50000 nodes are more than 20000000") {
		t.Error(err)
	}
	h := NewChooser(NewCluster(nodes, nil), policy(t, "first-fit"), 0)
	for i := range tasks[:200] {
		h.Choose(&tasks[i])
		if len(h.scores)*len(nodes) > maxScores {
			t.Fatalf("%d demands are kept", len(h.scores))
		}
	}
}

// TestShuffle checks that a shuffle keeps all rows and depends on the seed only.
func TestShuffle(t *testing.T) {
	nodes := exampleNodes
	tasks := make([]GPUTask, 50)
	for i := range tasks {
		tasks[i].Line = i
	}
	a, n := Shuffle(tasks, nodes, 1)
	b, _ := Shuffle(tasks, nodes, 1)
	c, _ := Shuffle(tasks, nodes, 2)
	if !reflect.DeepEqual(a, b) || reflect.DeepEqual(a, c) || len(n) != len(nodes) || tasks[3].Line != 3 {
		t.Error("shuffled otherwise")
	}
}

// large returns a cluster and tasks of the size and the mix of the openb trace.
func large() ([]Node, []GPUTask) {
	r := rand.New(rand.NewPCG(1, 4))
	var nodes []Node
	for i := range 1523 {
		gpus := []int{0, 2, 2, 8, 8}[r.IntN(5)]
		n := Node{Name: fmt.Sprint(i), CPU: 96000, Memory: 400_000, Model: "m"}
		for range gpus {
			n.GPUs = append(n.GPUs, Whole)
		}
		nodes = append(nodes, n)
	}
	var kinds []Demand
	for range 91 {
		d := Demand{CPU: int64(1+r.IntN(12)) * 1000, Count: 1, Milli: int32(1+r.IntN(20)) * 50}
		switch r.IntN(8) {
		case 0:
			d.Count, d.Milli = 0, 0
		case 1:
			d.Count, d.Milli = []int32{2, 4, 8}[r.IntN(3)], 1000
		}
		kinds = append(kinds, d)
	}
	var tasks []GPUTask
	for range 8152 {
		tasks = append(tasks, GPUTask{Demand: kinds[min(r.IntN(91), r.IntN(91), r.IntN(91))], Memory: int64(r.IntN(40_000))})
	}
	return nodes, tasks
}

// BenchmarkDecision measures one decision of each policy: choosing and placing, among
// 1,523 nodes and the types of 8,152 tasks.
func BenchmarkDecision(b *testing.B) {
	nodes, tasks := large()
	for _, p := range Policies() {
		b.Run(p.Name, func(b *testing.B) {
			var c *Cluster
			var h *Chooser
			for i := range b.N {
				if i%len(tasks) == 0 {
					c = NewCluster(nodes, Popular(tasks, Popularity))
					h = NewChooser(c, p, 1)
				}
				t := &tasks[i%len(tasks)]
				if at, ok := h.Choose(t); ok {
					c.Place(t, at)
				}
			}
		})
	}
}
