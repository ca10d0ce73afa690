package traceformats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// isBatsim reports whether a text is a workload of Batsim: an object with its keys.
func isBatsim(src []byte) bool {
	head := headOf(src)
	if len(head) == 0 || head[0] != '{' || bytes.Contains(head, []byte(`"hopyard"`)) {
		return false
	}
	has := func(key string) bool { return bytes.Contains(head, []byte(`"`+key+`"`)) }
	return has("subtime") && has("res") && has("profile") || has("nb_res") && (has("jobs") || has("profiles"))
}

// Limits of workloads.
const (
	maxProfiles = 1_000_000
	maxNesting  = 16      // sequences of sequences
	maxRepeat   = 1 << 20 // repetitions of a sequence
)

// profile is the behaviour of a job of Batsim.
type profile struct {
	kind   string
	delay  int64  // ms, of a delay, or of a sequence that is timed
	timed  bool   // delay or other is known for a sequence
	other  string // kind of a profile in the sequence whose run time is not known
	seq    []string
	repeat int64
}

// batsimJob is a job whose profile is not yet known.
type batsimJob struct {
	fields
	profile string
}

// batsimReader reads a workload of Batsim.
type batsimReader struct {
	*jsonReader
	waiting  []batsimJob
	profiles map[string]profile
	others   map[string]int // jobs left out, by the kind of their profile
	resource int64          // nb_res
}

// readBatsim reads a workload of Batsim 3 to 5. The run time of a job is known if its
// profile is a delay, or a sequence of delays. That of other profiles depends on
// Batsim's platform; their jobs are left out and counted.
func readBatsim(l *jobLog, src []byte) {
	r := &batsimReader{jsonReader: newJSON(l, src), profiles: map[string]profile{}, others: map[string]int{}}
	l.clock = ownClock
	if !r.begin('{', "the workload") {
		return
	}
	seen := map[string]bool{}
	for r.more() {
		line := r.line()
		key, ok := r.token()
		if !ok {
			return
		}
		name, _ := key.(string)
		if seen[name] {
			r.stop(line, fmt.Sprintf("the key %s is given twice", quoted(name)), "remove one")
			return
		}
		seen[name] = true
		r.member(name)
	}
	r.end()
	for _, key := range []string{"nb_res", "jobs", "profiles"} {
		if !seen[key] && !r.full {
			r.fault(1, "", "", fmt.Sprintf("no key %q", key), "a workload has nb_res, jobs and profiles")
		}
	}
	if len(r.faults) == 0 {
		r.addJobs()
	}
}

// member reads the value of a key of the workload.
func (r *batsimReader) member(name string) {
	switch name {
	case "nb_res":
		raw, line, ok := r.value()
		if !ok {
			return
		}
		if r.resource, ok = isWhole(string(raw), maxCount); !ok || r.resource == 0 {
			r.fault(line, "nb_res", string(raw), fmt.Sprintf("is not a whole number from 1 to %d", maxCount), "write the number of resources")
		}
		r.nodes = r.resource
	case "jobs":
		if !r.begin('[', "the list of jobs") {
			return
		}
		for r.more() {
			if members, line, ok := r.object(); ok && r.row(line) {
				r.job(members, line)
			}
		}
	case "profiles":
		if !r.begin('{', "the object of profiles") {
			return
		}
		for r.more() {
			r.readProfile()
		}
	default:
		r.value() // description, date and others say nothing about jobs
	}
}

// job reads a job. Its run time is found when all profiles are known.
func (r *batsimReader) job(members map[string]string, line int) {
	before := len(r.faults)
	j := batsimJob{fields: newFields(line)}
	id, isText := textOf(members["id"])
	if n, err := strconv.ParseInt(members["id"], 10, 64); err == nil {
		id, isText = strconv.FormatInt(n, 10), true
	}
	if j.id = id; !isText || id == "" || len(id) > maxName {
		r.fault(line, "id", members["id"], fmt.Sprintf("is not a text of at most %d bytes or a whole number", maxName), "give each job an id")
	}
	j.submit = r.seconds(members, "subtime", line)
	if members["walltime"] != "" && members["walltime"] != "-1" { // before release 5, -1 is no limit
		if j.limit = r.seconds(members, "walltime", line); j.limit == 0 {
			r.fault(line, "walltime", members["walltime"], "is not above 0", "leave it out if the job has no limit")
		}
	}
	res, ok := isWhole(members["res"], maxCount)
	if j.sizes[inNodes] = res; !ok || res == 0 {
		r.fault(line, "res", members["res"], fmt.Sprintf("is not a whole number from 1 to %d", maxCount), "write the number of resources")
	}
	if j.profile, ok = textOf(members["profile"]); !ok || len(j.profile) > maxName {
		r.fault(line, "profile", members["profile"], fmt.Sprintf("is not the name of a profile of at most %d bytes", maxName), "name one of the profiles")
	}
	if len(r.faults) > before {
		return
	}
	if at := r.known.add(j.id, line); at != 0 {
		r.fault(line, "id", members["id"], fmt.Sprintf("is the id of the job in line %d as well", at), "give each job an id of its own")
		return
	}
	r.waiting = append(r.waiting, j)
}

// seconds reads a number of seconds in milliseconds.
func (r *batsimReader) seconds(members map[string]string, key string, line int) int64 {
	ms, finer, ok := parseSpan(members[key])
	if finer {
		r.finer++
	}
	if !ok || members[key] == "" || members[key][0] == '"' {
		r.fault(line, key, members[key], fmt.Sprintf("is not a number from 0 to %d", maxSeconds), "write seconds")
	}
	return ms
}

// readProfile reads a profile with its name.
func (r *batsimReader) readProfile() {
	line := r.line()
	key, ok := r.token()
	if !ok {
		return
	}
	name, _ := key.(string)
	members, _, ok := r.object()
	if !ok {
		return
	}
	if _, twice := r.profiles[name]; twice {
		r.fault(line, "", "", fmt.Sprintf("the profile %s is given twice", quoted(name)), "remove one")
		return
	}
	if len(r.profiles) == maxProfiles || len(name) > maxName {
		r.stop(line, fmt.Sprintf("more than %d profiles, or a name of more than %d bytes", maxProfiles, maxName), "split the workload")
		return
	}
	p := profile{repeat: 1}
	if p.kind, ok = textOf(members["type"]); !ok {
		r.fault(line, "type", members["type"], "is not a type of profile", `write a type, such as "DelayProfile"`)
		return
	}
	switch p.kind {
	case "DelayProfile", "delay":
		p.delay = r.seconds(members, "delay", line)
	case "SequentialCompositionProfile", "composed":
		if json.Unmarshal([]byte(members["seq"]), &p.seq) != nil || len(p.seq) == 0 {
			r.fault(line, "seq", members["seq"], "is not a list of profiles", "name at least one")
		}
		if raw := members["repeat"]; raw != "" {
			if p.repeat, ok = isWhole(raw, maxRepeat); !ok || p.repeat == 0 {
				r.fault(line, "repeat", raw, fmt.Sprintf("is not a whole number from 1 to %d", maxRepeat), "write how often the sequence runs")
			}
		}
	}
	r.profiles[name] = p
}

// addJobs adds the jobs to the log, now that all profiles are known.
func (r *batsimReader) addJobs() {
	for i := range r.waiting {
		j := &r.waiting[i]
		run, kind, problem := r.runTime(j.profile, 0)
		switch {
		case problem != "":
			r.fault(j.line, "profile", j.profile, problem, "correct the profile")
		case kind != "":
			r.others[kind]++
		default:
			j.run = run
			r.add(&j.fields)
		}
		if r.full {
			return
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(r.others)) {
		r.notes = append(r.notes, fmt.Sprintf("%s left out with profiles of the type %s: their run times depend on Batsim's platform", some(r.others[kind], "job"), quoted(kind)))
		r.timeless += r.others[kind]
	}
}

// runTime returns the run time of a profile in milliseconds; or the kind of a profile
// whose run time is not known; or what is wrong with the profile.
func (r *batsimReader) runTime(name string, depth int) (ms int64, kind, problem string) {
	p, known := r.profiles[name]
	switch {
	case p.timed:
		return p.delay, p.other, ""
	case !known:
		return 0, "", "is not among the profiles"
	case depth > maxNesting:
		return 0, "", fmt.Sprintf("is a sequence in which sequences are nested more than %d deep, or which contains itself", maxNesting)
	case p.kind == "DelayProfile" || p.kind == "delay":
		return p.delay, "", ""
	case p.seq == nil:
		return 0, p.kind, ""
	}
	for _, part := range p.seq {
		one, kind, problem := r.runTime(part, depth+1)
		if problem != "" {
			return 0, "", problem
		}
		if kind != "" {
			p.timed, p.other = true, kind
			r.profiles[name] = p
			return 0, kind, ""
		}
		if ms += one; ms > maxSeconds*1000/p.repeat {
			return 0, "", fmt.Sprintf("is a sequence that takes more than %d s", maxSeconds)
		}
	}
	p.timed, p.delay = true, ms*p.repeat
	r.profiles[name] = p
	return p.delay, "", ""
}

// WriteBatsim writes jobs as a workload of Batsim 5, with a delay for each run time.
// The jobs have the sizes of their whole nodes or of their tasks. It returns notices
// about what a workload cannot hold. Jobs that are rejected are left out. Error: an
// error of w.
func WriteBatsim(w io.Writer, jobs []workload.Job, nodes int) (notices []string, err error) {
	out := &batsimWriter{w: w, jobs: jobs, delays: map[simtime.Duration]bool{}, again: map[int64]bool{}}
	for i := range jobs {
		out.unique(&jobs[i])
	}
	out.printf("{\n  \"nb_res\": %d,\n  \"jobs\": [", nodes)
	for i := range jobs {
		out.job(&jobs[i])
	}
	out.printf("\n  ],\n  \"profiles\": {")
	for i, d := range slices.Sorted(maps.Keys(out.delays)) {
		out.printf("%s\n    \"delay %s\": {\"type\": \"DelayProfile\", \"delay\": %[2]s}", [...]string{"", ","}[min(i, 1)], simtime.Time(d))
	}
	out.printf("\n  }\n}\n")
	return out.notices(), out.err
}

// batsimWriter writes the jobs of a workload one by one.
type batsimWriter struct {
	w       io.Writer
	err     error
	jobs    []workload.Job
	delays  map[simtime.Duration]bool
	again   map[int64]bool
	renamed bool // two jobs have the same number: ids are positions
	written int

	rejected, shared, after, names int
}

// printf writes text, and keeps the first error.
func (o *batsimWriter) printf(form string, args ...any) {
	if o.err == nil {
		_, o.err = fmt.Fprintf(o.w, form, args...)
	}
}

// unique notes whether the number of a job is its alone.
func (o *batsimWriter) unique(j *workload.Job) {
	o.renamed = o.renamed || o.again[j.Number]
	o.again[j.Number] = true
}

// job writes a job and notes its delay.
func (o *batsimWriter) job(j *workload.Job) {
	if j.Reject != nil {
		o.rejected++
		return
	}
	size, id := int64(j.Nodes), j.Number
	if !j.Whole() {
		size = int64(j.Tasks)
		o.shared++
	}
	if j.After != workload.NoJob {
		o.after++
	}
	if j.User != "" || j.Group != "" || j.Queue != "" {
		o.names++
	}
	if o.renamed {
		id = int64(j.ID) + 1
	}
	walltime := ""
	if j.Walltime > 0 {
		walltime = fmt.Sprintf("\"walltime\": %s, ", simtime.Time(j.Walltime))
	}
	o.printf("%s\n    {\"id\": \"%d\", \"subtime\": %s, %s\"res\": %d, \"profile\": \"delay %s\"}",
		[...]string{"", ","}[min(o.written, 1)], id, j.Submit, walltime, size, simtime.Time(j.Runtime))
	o.delays[j.Runtime] = true
	o.written++
}

// notices returns sentences about what the workload does not hold.
func (o *batsimWriter) notices() []string {
	var out []string
	say := func(n int, text string) {
		if n > 0 {
			out = append(out, some(n, "job")+text)
		}
	}
	say(o.rejected, " left out that do not fit on the machine")
	say(o.shared, " with tasks that share nodes: a task is a resource")
	say(o.after, " that follow another job: only the earliest time of submission is written")
	say(o.names, " with a user, a group or a queue, which a workload has no fields for")
	if o.renamed {
		out = append(out, "job numbers occur twice: ids are positions")
	}
	return out
}
