package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// timedCase is a few jobs on eight nodes, submitted at given seconds, with advance
// reservations of these nodes. Times in what it records are seconds after its start,
// written as @30, and its nodes are n0 to n7.
type timedCase struct {
	Name         string         `json:"name"`
	Partition    string         `json:"partition"`
	Began        int64          `json:"began"`          // second 0, in seconds since 1970
	Late         bool           `json:"late,omitempty"` // second 0 had passed when all of its jobs were submitted
	Reservations []*reservation `json:"reservations,omitempty"`
	Jobs         []*job         `json:"jobs"`
	Commands     []*command     `json:"commands,omitempty"`
	Ended        []string       `json:"ended,omitempty"`   // id|name|state|reason|submit|eligible|start|end|nodes
	Samples      []string       `json:"samples,omitempty"` // @time, and the lines that changed: id|state|reason|nodes|start, and the partition if it is another one
	Details      []string       `json:"details,omitempty"` // @time, and scontrol show job of jobs that wait, or run in a reservation
	Victims      []string       `json:"victims,omitempty"` // ids of preempted jobs in the order of slurmctld's log; again when a job is preempted again
	Log          []string       `json:"log,omitempty"`

	number, group int
	every         int // looks at all jobs each so many seconds; 0: only near submissions and reservations
	start         time.Time
	until         int // second at which the jobs that are left are cancelled
	mu            sync.Mutex
	shown         map[string]string
	left          int // jobs in the last sample
}

// command is a command given at a second of a case. In its text, {j1} is the id of the job
// j1, and {j1_2} that of its part 2.
type command struct {
	At    int    `json:"at_seconds"`
	Text  string `json:"text"`
	Shown string `json:"shown,omitempty"`
}

// reservation is an advance reservation, created at a second of a case.
type reservation struct {
	Name    string   `json:"name"`
	At      int      `json:"at_seconds,omitempty"`
	Start   int      `json:"start_seconds,omitempty"`
	End     int      `json:"end_seconds,omitempty"`
	Options string   `json:"options"`         // of scontrol create reservation
	Shown   []string `json:"shown,omitempty"` // @time, and scontrol show reservation
	Error   string   `json:"error,omitempty"`
}

const groupNodes = 8

// gatedParts are the partitions of a group of nodes that are down until a case begins:
// p0 has all nodes of the first group, q0 its first four.
var gatedParts = []string{
	"PartitionName=p{g} Nodes=n[0-7] MaxTime=60 State=DOWN",
	"PartitionName=q{g} Nodes=n[0-3] MaxTime=60 State=DOWN",
}

// groupParts returns the partitions of groups of nodes, given those of one group.
func groupParts(parts []string, groups int) []string {
	var all []string
	for g := range groups {
		for _, line := range parts {
			all = append(all, shifted(strings.ReplaceAll(line, "{g}", strconv.Itoa(g)), g))
		}
	}
	return all
}

var (
	nodeNames = regexp.MustCompile(`\bn(\d+|\[[\d,-]+\])`)
	numbers   = regexp.MustCompile(`\d+`)
	stamps    = regexp.MustCompile(`\[?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?\]?`)
	jobIDs    = regexp.MustCompile(`JobId=(\d+)`)
	unused    = regexp.MustCompile(`\S+=\(null\)|Watts=n/a|watts=4294967294|MaxStartDelay=$`)
	// timedLines are lines of slurmctld's log about starts, ends, preemption and reservations.
	timedLines = regexp.MustCompile(`sched: Allocate|_start_job: Started|_job_complete: .* done|[Rr]eserv|resv|ime ?limit|TIME ?LIMIT|[Hh]old|[Dd]epend|[Dd]eadline|never|kill|[Pp]reempted|suspending|resuming|hetjob`)
	// victimLines match jobs that are preempted, turnLines jobs that start, are suspended,
	// or resume.
	victimLines = regexp.MustCompile(`(?:gang: suspending|preempted) JobId=(\d+)($| has been)`)
	turnLines   = regexp.MustCompile(`gang: (suspending|resuming) JobId=\d+$|sched: Allocate|_start_job: Started`)
)

// shifted returns a text in which the nodes of the first group are those of another,
// or the reverse if the group is negative.
func shifted(text string, group int) string {
	return nodeNames.ReplaceAllStringFunc(text, func(found string) string {
		return numbers.ReplaceAllStringFunc(found, func(n string) string { return strconv.Itoa(atoi(n) + group*groupNodes) })
	})
}

// relative returns a text with seconds after the case's start in place of times, and
// nodes as if the case's nodes were n0 to n7.
func (t *timedCase) relative(text string) string {
	text = stamps.ReplaceAllStringFunc(text, func(found string) string {
		m := stamps.FindStringSubmatch(found)
		at, err := time.Parse("2006-01-02T15:04:05", m[1])
		if err != nil {
			return found
		}
		return "@" + strconv.Itoa(int(at.Sub(t.start).Seconds())) + m[2]
	})
	return shifted(text, -t.group)
}

// timedRun is a cluster whose groups of nodes run cases of their own.
type timedRun struct {
	*cluster
	parts string // a letter for each partition of a group
	gated bool   // the partitions are down until a case begins
	mu    sync.Mutex
	cases map[string]*timedCase // by partition, those that run
}

// runTimed runs a machine's cases on its cluster, as many at a time as it has groups.
func (c *cluster) runTimed(r *recorder, m *timedMachine) {
	cases, groups := m.cases, m.groups
	run := &timedRun{cluster: c, gated: m.parts == nil, cases: map[string]*timedCase{}}
	for _, line := range m.groupParts() {
		run.parts += line[len("PartitionName="):][:1]
	}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Second - time.Duration(time.Now().Nanosecond())%time.Second):
				run.sample()
			}
		}
	}()
	free := make(chan int, groups)
	for g := range groups {
		free <- g
	}
	err := each(len(cases), groups, func(i int) (err error) {
		defer func() {
			if f, ok := recover().(failure); ok {
				err = fmt.Errorf("%s: %s", cases[i].Name, string(f))
			}
		}()
		group := <-free
		defer func() { free <- group }()
		if i < groups { // not all at once
			time.Sleep(time.Duration(i) * 1500 * time.Millisecond)
		}
		run.play(cases[i], i, group)
		r.logf("%s %d: %s (%v)", c.name, i, cases[i].Name, time.Since(cases[i].start).Round(time.Second))
		return nil
	})
	close(stop)
	<-stopped
	if err != nil {
		panic(failure(err.Error()))
	}
}

// sample gives every case its lines of squeue.
func (run *timedRun) sample() {
	at := time.Now()
	out, err := run.try("", "squeue", "-h", "-a", "-S", "i", "-o", "%i|%T|%r|%N|%S|%P")
	if err != nil {
		return
	}
	parts := map[string][]string{}
	for _, line := range lines(out) {
		first, _, _ := strings.Cut(line[strings.LastIndex(line, "|")+1:], ",")
		name := strings.TrimLeft(first, run.parts)
		parts[name] = append(parts[name], line)
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	for name, t := range run.cases {
		t.take(at, parts[name])
	}
}

// take notes the lines that have changed. A new expected start of a waiting job alone
// is no change, because schedulers expect another one each second.
func (t *timedCase) take(at time.Time, all []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now, changed := map[string]string{}, []string{}
	for _, line := range all {
		f := strings.Split(line, "|")
		key := f[0] + f[1] + f[2] + f[3] + f[5]
		now[f[0]] = key
		if t.shown[f[0]] != key {
			changed = append(changed, t.relative(strings.TrimSuffix(line, "|"+t.Partition)))
		}
	}
	for _, id := range sortedKeys(t.shown) {
		if now[id] == "" {
			changed = append(changed, id+"|gone")
		}
	}
	t.shown, t.left = now, len(all)
	if len(changed) > 0 {
		t.Samples = append(t.Samples, fmt.Sprintf("@%.2f", at.Sub(t.start).Seconds()))
		t.Samples = append(t.Samples, changed...)
	}
}

// play runs a case on a group of nodes.
func (run *timedRun) play(t *timedCase, number, group int) {
	t.number, t.group, t.Partition, t.shown = number, group, "p"+strconv.Itoa(group), map[string]string{}
	ids := map[string]string{}
	t.name(group)
	_, from := run.logged(0, timedLines)
	wait := 3 + len(t.Jobs)/2
	t.start = time.Now().Truncate(time.Second).Add(time.Duration(wait) * time.Second)
	t.Began = t.start.Unix()
	run.step(t, 0, ids)
	t.Late = time.Now().After(t.start)
	time.Sleep(time.Until(t.start))
	if run.gated {
		for _, part := range run.parts {
			run.run("scontrol", "update", "partitionname="+string(part)+strconv.Itoa(group), "state=up")
		}
	}
	run.mu.Lock()
	run.cases[strconv.Itoa(group)] = t
	run.mu.Unlock()
	for at := 1; at <= t.until; at++ {
		time.Sleep(time.Until(t.start.Add(time.Duration(at) * time.Second)))
		run.step(t, at, ids)
		t.mu.Lock()
		left := t.left
		t.mu.Unlock()
		if left == 0 && at > t.last() {
			break
		}
	}
	run.mu.Lock()
	delete(run.cases, strconv.Itoa(group))
	run.mu.Unlock()
	run.close(t, from)
}

// name gives partitions, reservations and licences of a case the names that they have
// in its cluster.
func (t *timedCase) name(group int) {
	prefix := "c" + strconv.Itoa(t.number)
	g := strconv.Itoa(group)
	place := func(text string) string { return strings.NewReplacer("{g}", g, "{c}", prefix).Replace(text) }
	for _, v := range t.Reservations {
		v.Name, v.Options = prefix+v.Name, place(v.Options)
	}
	for _, j := range t.Jobs {
		if j.In != "" {
			j.In = prefix + j.In
		}
		if j.Partition == "" {
			j.Partition = "p{g}"
		}
		j.Partition, j.Name = place(j.Partition), place(j.Name)
		for i := range j.Extra {
			j.Extra[i] = place(j.Extra[i])
		}
		for _, x := range j.Parts {
			x.Partition = place(cmp.Or(x.Partition, j.Partition))
		}
	}
}

// last returns the second up to which a case lasts at least.
func (t *timedCase) last() int {
	last := 5
	for _, v := range t.Reservations {
		last = max(last, v.At+5, v.End+6)
	}
	return min(max(last, t.lastSubmitted()+5), t.until)
}

func (t *timedCase) lastSubmitted() int {
	last := 0
	for _, j := range t.Jobs {
		last = max(last, j.At)
	}
	for _, x := range t.Commands {
		last = max(last, x.At)
	}
	return last
}

// step creates the reservations and submits the jobs of a second. It looks at both
// five seconds after the first and the last submission and after the boundaries of
// reservations.
func (run *timedRun) step(t *timedCase, at int, ids map[string]string) {
	look := at == 5 || at == t.lastSubmitted()+5 || t.every > 0 && at%t.every == 0
	for _, v := range t.Reservations {
		if v.At == at {
			run.create(t, v)
		}
		if slices.Contains([]int{v.At, v.Start + 5, v.End + 5}, at) && v.Error == "" {
			out, _ := run.try("", "scontrol", "-o", "show", "reservation", v.Name)
			v.note(at, t.relative(out))
		}
		look = look || at == v.Start+5 || at == v.End+5
	}
	for _, j := range t.Jobs {
		if j.At != at {
			continue
		}
		asked := append([]string{}, j.Extra...)
		for i, text := range j.Extra {
			j.Extra[i] = shifted(withIDs(text, ids), t.group)
		}
		run.submit(j, t.start, ids)
		j.Extra = asked
	}
	for _, x := range t.Commands {
		if x.At == at {
			all := words(withIDs(x.Text, ids))
			out, _ := run.try("", all[0], all[1:]...)
			x.Shown = strings.TrimSpace(out)
		}
	}
	if look {
		run.detail(t, at)
	}
}

// withIDs returns a text with ids in place of the names of jobs.
func withIDs(text string, ids map[string]string) string {
	for name, id := range ids {
		text = strings.ReplaceAll(text, "{"+name+"}", id)
	}
	return text
}

// note keeps what scontrol shows of a reservation, if more has changed than its state.
func (v *reservation) note(at int, text string) {
	text = strings.Join(strings.Fields(unused.ReplaceAllString(text, "")), " ")
	state := regexp.MustCompile(`State=\w+`)
	if n := len(v.Shown); n > 0 {
		if _, last, _ := strings.Cut(v.Shown[n-1], " "); state.ReplaceAllString(last, "") == state.ReplaceAllString(text, "") {
			return
		}
	}
	v.Shown = append(v.Shown, fmt.Sprintf("@%d %s", at, text))
}

// create creates a reservation of the case's nodes.
func (run *timedRun) create(t *timedCase, v *reservation) {
	args := append([]string{"create", "reservation", "ReservationName=" + v.Name}, words(shifted(v.Options, t.group))...)
	for name, second := range map[string]int{"StartTime": v.Start, "EndTime": v.End} {
		if second > 0 {
			args = append(args, name+"="+t.start.Add(time.Duration(second)*time.Second).UTC().Format("2006-01-02T15:04:05"))
		}
	}
	if !strings.Contains(v.Options, "Users=") && !strings.Contains(v.Options, "Accounts=") {
		args = append(args, "Users=root")
	}
	if out, err := run.try("", "scontrol", args...); err != nil {
		v.Error = strings.TrimSpace(out)
	}
}

// ours returns the records of a case's jobs and array tasks, by id, and the ids in
// order.
func (run *timedRun) ours(t *timedCase) (map[string]map[string]string, []string) {
	own := t.ids()
	all := map[string]map[string]string{}
	var order []string
	for id, f := range run.show() {
		if own[id] || own[f["ArrayJobId"]] {
			all[id] = f
			order = append(order, id)
		}
	}
	slices.SortFunc(order, func(a, b string) int { return atoi(a) - atoi(b) })
	return all, order
}

func (t *timedCase) ids() map[string]bool {
	own := map[string]bool{}
	for _, j := range t.Jobs {
		if j.ID != "" {
			own[j.ID] = true
		}
		for _, x := range j.Parts {
			own[x.ID] = x.ID != "" || own[x.ID]
		}
	}
	return own
}

// shownID returns the id of a record as squeue shows it.
func shownID(f map[string]string) string {
	if f["ArrayJobId"] != "" {
		return f["ArrayJobId"] + "_" + f["ArrayTaskId"]
	}
	if f["HetJobId"] != "" {
		return f["HetJobId"] + "+" + f["HetJobOffset"]
	}
	return f["JobId"]
}

// detail notes what scontrol shows of jobs that wait, of those that are suspended or
// have been, and of those that run in a reservation.
func (run *timedRun) detail(t *timedCase, at int) {
	all, order := run.ours(t)
	var found []string
	for _, id := range order {
		f := all[id]
		paused := f["JobState"] == "SUSPENDED" || f["JobState"] == "RUNNING" && f["SuspendTime"] != "None"
		if f["JobState"] != "PENDING" && !paused && (f["JobState"] != "RUNNING" || f["Reservation"] == "") {
			continue
		}
		line := shownID(f) + " " + f["JobState"]
		keys := []string{"Reason", "Dependency", "StartTime", "EndTime", "NodeList", "SchedNodeList", "Reservation"}
		if paused {
			keys = append(keys, "RunTime", "SuspendTime", "SecsPreSuspend")
		}
		for _, key := range keys {
			if v := f[key]; v != "" && v != "(null)" && v != "None" && v != "Unknown" && v != "N/A" {
				line += " " + key + "=" + v
			}
		}
		found = append(found, t.relative(line))
	}
	if len(found) > 0 {
		t.Details = append(append(t.Details, fmt.Sprintf("@%d", at)), found...)
	}
}

// close cancels what is left of a case, notes how its jobs ended, and frees its nodes.
func (run *timedRun) close(t *timedCase, from int) {
	group := strconv.Itoa(t.group)
	all, order := run.ours(t)
	for _, id := range order {
		f := all[id]
		line := []string{shownID(f), f["JobName"], f["JobState"], f["Reason"], f["SubmitTime"], f["EligibleTime"], f["StartTime"], f["EndTime"], f["NodeList"]}
		if f["JobState"] == "PENDING" {
			line[6] = ""
		}
		if f["JobState"] == "PENDING" || f["JobState"] == "RUNNING" {
			line[7] = ""
		}
		t.Ended = append(t.Ended, t.relative(strings.ReplaceAll(strings.Join(line, "|"), "(null)", "")))
	}
	t.logLines(run.cluster, from)
	var names []string
	for _, part := range run.parts {
		names = append(names, string(part)+group)
		if run.gated {
			run.try("", "scontrol", "update", "partitionname="+string(part)+group, "state=down")
		}
	}
	for id := range t.ids() {
		run.try("", "scancel", id)
	}
	run.wait("the nodes of "+t.Name+" are empty", 2*time.Minute, func() bool {
		return run.run("squeue", "-h", "-a", "-p", strings.Join(names, ",")) == ""
	})
	for _, v := range t.Reservations {
		run.try("", "scontrol", "delete", "reservation="+v.Name)
	}
}

// logLines notes slurmctld's lines about the case's jobs and reservations. A line that
// comes again is left out, unless a job starts, is suspended, or resumes again.
func (t *timedCase) logLines(c *cluster, from int) {
	text, _ := c.logged(from, timedLines)
	own, seen := t.ids(), map[string]bool{}
	for _, line := range lines(text) {
		m := jobIDs.FindStringSubmatch(line)
		mine := m != nil && own[m[1]]
		for _, v := range t.Reservations {
			mine = mine || regexp.MustCompile(`\b`+v.Name+`\b`).MatchString(line)
		}
		_, what, _ := strings.Cut(line, "] ")
		if mine && (!seen[what] || turnLines.MatchString(what)) {
			seen[what] = true
			if m := victimLines.FindStringSubmatch(what); m != nil {
				t.Victims = append(t.Victims, m[1])
			}
			t.Log = append(t.Log, strings.Join(strings.Fields(unused.ReplaceAllString(t.relative(line), "")), " "))
		}
	}
}
