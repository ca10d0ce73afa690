package sacct

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/workload"
)

// made is a generated text that resembles the output for a busy month. It counts
// its contents.
type made struct {
	text                                     strings.Builder
	rng                                      *rand.Rand
	next                                     int // next raw job id
	at                                       int // Unix time in seconds
	ran, steps, never, tasks, running, again int
	hets, components, gpus, unlimited        int
}

// generated returns a text with about n submissions. The same seed gives the same
// text.
func generated(n int, seed uint64) *made {
	m := &made{rng: rand.New(rand.NewPCG(seed, 18)), next: 70_000, at: 1_700_000_000}
	m.text.WriteString("JobID|JobIDRaw|JobName|User|Account|Partition|Submit|Eligible|Start|End|ElapsedRaw|Timelimit|State|AllocCPUS|AllocNodes|ReqCPUS|ReqMem|AllocTRES|NodeList|Restarts\n")
	for range n {
		m.at += m.rng.IntN(900)
		m.next += 1 + m.rng.IntN(3)
		switch id := m.next; m.rng.IntN(12) {
		case 0:
			m.array(id)
		case 1:
			m.het(id)
		case 2:
			m.requeued(id)
		case 3:
			m.waits(fmt.Sprint(id), "CANCELLED by 4711", 0)
			m.never++
		case 4:
			m.waits(fmt.Sprint(id), "PENDING", 0)
			m.never++
		case 5:
			m.row(fmt.Sprint(id), id, m.at, m.at+60, 0, "RUNNING", 0)
			m.running++
		default:
			m.job(fmt.Sprint(id), id, m.at, 0)
		}
	}
	return m
}

var ends = []string{"COMPLETED", "COMPLETED", "COMPLETED", "FAILED", "TIMEOUT", "OUT_OF_MEMORY", "CANCELLED by 4711", "DEADLINE"}

// job writes a job that ran, with steps, and returns the time at which the job
// ended.
func (m *made) job(name string, id, submit, restarts int) (end int) {
	start := submit + m.rng.IntN(7200)
	end = start + m.rng.IntN(40_000)
	m.row(name, id, submit, start, end, ends[m.rng.IntN(len(ends))], restarts)
	m.ran++
	for _, step := range []string{"batch", "extern", "0"}[:m.rng.IntN(4)] {
		fmt.Fprintf(&m.text, "%s.%s|%d.%s|a|b||||%d|%d|%d||COMPLETED|4|1|4||cpu=4|n1|\n", name, step, id, step, start, start, end)
		m.steps++
	}
	return end
}

// row writes the row of a job that started. If end is zero, the job is still
// running.
func (m *made) row(name string, id, submit, start, end int, state string, restarts int) {
	cpus, limit, tres, ended, elapsed := 1<<m.rng.IntN(8), "1-12:00:00", "", fmt.Sprint(end), fmt.Sprint(end-start)
	nodes := 1 + cpus/64
	if m.rng.IntN(9) == 0 {
		limit = "UNLIMITED"
	}
	tres = fmt.Sprintf("billing=%d,cpu=%d,mem=%dG,node=%d", cpus, cpus, cpus*2, nodes)
	gpu := m.rng.IntN(6) == 0
	if gpu {
		tres += ",gres/gpu:a100=2,gres/gpu=2"
	}
	if end == 0 {
		ended, elapsed = "Unknown", "17"
	} else if !strings.Contains(name, "+1") {
		m.gpus += truth(gpu)
		m.unlimited += truth(limit == "UNLIMITED")
	} else {
		limit, tres = "1-12:00:00", fmt.Sprintf("cpu=%d", cpus)
	}
	fmt.Fprintf(&m.text, "%s|%d|run_%d|user%d|lab%d|part%d|%d|%d|%d|%s|%s|%s|%s|%d|%d|%d|%dG|%s|n[1-%d]|%d\n",
		name, id, m.rng.IntN(30), m.rng.IntN(20), m.rng.IntN(5), m.rng.IntN(3), submit, submit, start, ended, elapsed, limit, state, cpus, nodes, cpus, cpus*2, tres, nodes, restarts)
}

func truth(is bool) int {
	if is {
		return 1
	}
	return 0
}

// waits writes the row of a job that never started.
func (m *made) waits(name, state string, tasks int) {
	fmt.Fprintf(&m.text, "%s|%d|run|user1|lab1|part1|%d|%d|Unknown|Unknown|0|01:00:00|%s|0|0|4|8G||None assigned|0\n", name, m.next, m.at, m.at, state)
	m.tasks += tasks
}

func (m *made) array(id int) {
	n := 1 + m.rng.IntN(20)
	for task := range n {
		m.next++
		m.job(fmt.Sprintf("%d_%d", id, task), m.next, m.at, 0)
	}
	if m.rng.IntN(2) == 0 {
		m.waits(fmt.Sprintf("%d_[%d-%d,%d%%4]", id, n, n+4, n+9), "PENDING", 6)
	}
}

// het writes a job of two components that start and end together. It counts as one
// job.
func (m *made) het(id int) {
	start := m.at + m.rng.IntN(7200)
	end := start + m.rng.IntN(40_000)
	for part := range 2 {
		m.row(fmt.Sprintf("%d+%d", id, part), id+part, m.at, start, end, "COMPLETED", 0)
	}
	m.next++
	m.ran++
	m.hets++
	m.components += 2
}

// requeued writes a job with up to two runs before its last.
func (m *made) requeued(id int) {
	submit := m.at
	for k := range m.rng.IntN(3) {
		start := submit + m.rng.IntN(500)
		end := start + 1 + m.rng.IntN(5000)
		m.row(fmt.Sprint(id), id, submit, start, end, []string{"NODE_FAIL", "REQUEUED", "PREEMPTED"}[m.rng.IntN(3)], k)
		m.ran++
		m.again++
		submit = end + 1
	}
	m.job(fmt.Sprint(id), id, submit, 0)
}

// TestGenerated reads generated texts. It checks the number of jobs, which jobs
// follow others, and that the notes count the other records correctly.
func TestGenerated(t *testing.T) {
	for seed := range uint64(20) {
		m := generated(400, seed)
		trace := read(t, m.text.String())
		if len(trace.Records) != m.ran {
			t.Errorf("seed %d: %d jobs of %d", seed, len(trace.Records), m.ran)
		}
		for _, want := range []string{
			some(m.steps, "step") + " left out", some(m.never, "job") + " left out that never started", some(m.tasks, "array task") + " left out", some(m.running, "job") + " left out that had not ended",
			some(m.hets, "heterogeneous job") + " of " + some(m.components, "component"), some(m.again, "run") + " of requeued jobs", some(m.gpus, "job") + " with GPUs", some(m.unlimited, "job") + " without a time limit",
		} {
			if !slices.ContainsFunc(trace.Known.ConversionNotes(), func(note string) bool { return strings.HasPrefix(note, want) }) {
				t.Errorf("seed %d: no note %q in\n%s", seed, want, strings.Join(trace.Known.Note, "\n"))
			}
		}
		follows := 0
		for i := range trace.Records {
			r := &trace.Records[i]
			if r.Preceding != workload.Missing {
				follows++
				before := &trace.Records[r.Preceding-1]
				if before.Submit+before.Wait+before.Run+r.Think != r.Submit {
					t.Errorf("seed %d: job %d follows job %d at another time", seed, r.Number, r.Preceding)
				}
			}
			if r.Number != int64(i)+1 || i > 0 && r.Submit < trace.Records[i-1].Submit {
				t.Errorf("seed %d: record %d is job %d", seed, i, r.Number)
			}
		}
		if follows != m.again {
			t.Errorf("seed %d: %d runs follow others, not %d", seed, follows, m.again)
		}
		jobs, err := trace.Jobs(workload.SWFMachine{Nodes: int(trace.Known.MaxProcs)})
		if err != nil || jobs.Warnings.Count(workload.SWFRejected) > 0 {
			t.Errorf("seed %d: %v, %v", seed, err, jobs.Warnings.Kept)
		}
	}
}

// TestTogether checks that a text followed by a copy of itself, header included,
// gives the same trace as the text alone.
func TestTogether(t *testing.T) {
	text := generated(300, 1).text.String()
	once, twice := read(t, text), read(t, text+text)
	if !slices.Equal(rows(once), rows(twice)) {
		t.Error("twice the text is another trace")
	}
}

func BenchmarkRead(b *testing.B) {
	m := generated(50_000, 1)
	text := m.text.String()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(strings.NewReader(text), Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.ran)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}
