package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// setup describes a cluster.
type setup struct {
	name  string
	nodes int
	node  string         // what a node has, such as "CPUs=4 RealMemory=8000"
	conf  []string       // lines of slurm.conf beside those of base, among them all partitions
	gres  string         // gres.conf, or empty
	other map[int]string // what single nodes have instead
	tree  []string       // commands of sacctmgr, run before slurmctld starts
}

// cluster is a Slurm cluster of its own, with an accounting database of its own.
// All daemons run on this machine.
type cluster struct {
	*setup
	*services
	dir   string
	procs []*exec.Cmd
	mu    sync.Mutex
}

// base is the part of slurm.conf that is the same for all recordings. The setting
// cred_expire is for requeued jobs, which cannot start before their credentials
// have expired: it shortens this wait from two minutes to a few seconds.
const base = `ClusterName=%[1]s
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=%[3]d
AuthType=auth/munge
AuthInfo=socket=%[5]s/munge/socket,cred_expire=5
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=%[2]s/state
SlurmdSpoolDir=%[2]s/spool/%%n
SlurmctldPidFile=%[2]s/slurmctld.pid
SlurmdPidFile=%[2]s/slurmd-%%n.pid
SlurmctldLogFile=%[2]s/slurmctld.log
SlurmdLogFile=%[2]s/slurmd-%%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=%[4]d
AccountingStoragePass=%[5]s/munge/socket
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
ReturnToService=2
KillWait=2
MinJobAge=3600
SlurmdParameters=config_overrides
`

const dbd = `AuthType=auth/munge
AuthInfo=socket=%[5]s/munge/socket
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort=%[4]d
SlurmUser=root
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=%[6]d
StorageUser=root
StorageLoc=%[1]s
LogFile=%[2]s/slurmdbd.log
PidFile=%[2]s/slurmdbd.pid
`

// launch starts a cluster and waits until all of its nodes are idle.
func (s *services) launch(p *setup) (*cluster, error) {
	c := &cluster{setup: p, services: s, dir: filepath.Join(s.dir, p.name)}
	for _, sub := range []string{"", "state", "spool"} {
		if err := mkdir(filepath.Join(c.dir, sub)); err != nil {
			return c, err
		}
	}
	ports, err := c.configure()
	if err != nil {
		return c, err
	}
	if err := c.boot("slurmdbd", "-D"); err != nil {
		return c, err
	}
	if err := until("slurmdbd of "+p.name+" answers", time.Minute, func() bool { return answers("tcp", fmt.Sprintf("127.0.0.1:%d", ports[1])) }); err != nil {
		return c, err
	}
	tree := append([]string{"add cluster " + p.name}, p.tree...)
	for _, line := range tree {
		if out, err := c.try("", "sacctmgr", append([]string{"-i"}, words(line)...)...); err != nil {
			return c, fmt.Errorf("sacctmgr %s: %w\n%s", line, err, out)
		}
	}
	if err := c.boot("slurmctld", "-D", "-c", "-f", c.dir+"/slurm.conf"); err != nil {
		return c, err
	}
	for i := range p.nodes {
		if err := c.boot("slurmd", "-D", "-N", node(i), "-f", c.dir+"/slurm.conf"); err != nil {
			return c, err
		}
	}
	return c, until("all nodes of "+p.name+" are idle", 4*time.Minute, func() bool {
		out, _ := c.try("", "sinfo", "-h", "-N", "-o", "%N %t")
		seen := map[string]bool{}
		for _, line := range lines(out) {
			if name, state, _ := strings.Cut(line, " "); strings.TrimSpace(state) == "idle" {
				seen[name] = true
			}
		}
		return len(seen) == p.nodes
	})
}

// words splits a command at spaces. A word may contain spaces between quotes.
func words(line string) []string {
	var out []string
	for _, w := range regexp.MustCompile(`[^\s"]*"[^"]*"|\S+`).FindAllString(line, -1) {
		out = append(out, strings.ReplaceAll(w, `"`, ""))
	}
	return out
}

func node(i int) string { return "n" + strconv.Itoa(i) }

func (c *cluster) boot(name string, args ...string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := services{starts: c.starts}
	if err := s.start([]string{"SLURM_CONF=" + c.dir + "/slurm.conf"}, name, args...); err != nil {
		return err
	}
	c.procs = append(c.procs, s.procs...)
	return nil
}

// portLock keeps clusters that start at the same time from finding the same ports.
var portLock sync.Mutex

// configure writes the configuration files and returns the ports of slurmctld,
// slurmdbd, and the nodes.
func (c *cluster) configure() ([]int, error) {
	portLock.Lock()
	defer portLock.Unlock()
	ports, err := freePorts(c.nodes + 2)
	if err != nil {
		return nil, err
	}
	args := []any{c.name, c.dir, ports[0], ports[1], c.services.dir, c.port}
	var text strings.Builder
	fmt.Fprintf(&text, base, args...)
	var parts []string
	for _, line := range c.conf {
		if strings.HasPrefix(line, "PartitionName") {
			parts = append(parts, line)
		} else {
			text.WriteString(line + "\n")
		}
	}
	for i := range c.nodes {
		has := c.node
		if other := c.other[i]; other != "" {
			has = other
		}
		fmt.Fprintf(&text, "NodeName=%s NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d %s State=UNKNOWN\n", node(i), ports[i+2], has)
	}
	text.WriteString(strings.Join(parts, "\n") + "\n")
	var db strings.Builder
	fmt.Fprintf(&db, dbd, args...)
	files := map[string]string{"slurm.conf": text.String(), "slurmdbd.conf": db.String()}
	if c.gres != "" { // the devices are empty files
		files["gres.conf"] = strings.ReplaceAll(c.gres, "DIR", c.dir)
		for i := range 4 {
			files["gpu"+strconv.Itoa(i)] = ""
		}
	}
	for name, content := range files {
		mode := os.FileMode(0o644)
		if name == "slurmdbd.conf" {
			mode = 0o600 // slurmdbd requires it
		}
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(content), mode); err != nil {
			return nil, err
		}
	}
	return ports, nil
}

// try runs a command as the given user, or as the caller if the name is empty, and
// returns its output. It also returns an error if the command fails.
func (c *cluster) try(as, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, found(name), args...)
	cmd.Env = append(environ(), "SLURM_CONF="+c.dir+"/slurm.conf")
	cmd.Dir = "/"
	if as != "" {
		u, err := user.Lookup(as)
		if err != nil {
			return "", err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
		cmd.Dir = u.HomeDir
		cmd.Env = append(cmd.Env, "HOME="+u.HomeDir, "USER="+as, "LOGNAME="+as)
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// run runs a command as the caller. It panics with a failure if the command fails;
// record returns it as an error.
func (c *cluster) run(name string, args ...string) string {
	out, err := c.try("", name, args...)
	if err != nil {
		panic(failure(fmt.Sprintf("%s: %s %q: %v\n%s", c.name, name, args, err, out)))
	}
	return out
}

// failure is the message with which run panics.
type failure string

// record launches a cluster, calls a function with it, and ends it.
func (s *services) record(p *setup, do func(c *cluster)) (err error) {
	c, err := s.launch(p)
	defer c.end()
	defer func() {
		if f, ok := recover().(failure); ok {
			err = fmt.Errorf("%s", string(f))
		}
	}()
	if err == nil {
		do(c)
	} else {
		log, _ := exec.Command("tail", "-n", "15", c.dir+"/slurmctld.log", c.dir+"/slurmdbd.log").CombinedOutput()
		err = fmt.Errorf("%w\n%s", err, log)
	}
	return err
}

// wait waits for a condition. It panics with a failure if the condition does not
// become true within the given time.
func (c *cluster) wait(what string, limit time.Duration, is func() bool) {
	if err := until(what, limit, is); err != nil {
		jobs, _ := c.try("", "squeue", "-h", "-o", "%i %j %T %r %N")
		panic(failure(fmt.Sprintf("%s: %v\n%s", c.name, err, jobs)))
	}
}

// clear cancels all jobs and waits until all nodes are idle.
func (c *cluster) clear() {
	if all := lines(c.run("squeue", "-h", "-o", "%A")); len(all) > 0 {
		c.try("", "scancel", all...)
	}
	c.wait("the queue is empty", 2*time.Minute, func() bool { return c.run("squeue", "-h") == "" })
	c.wait("the nodes are empty", 2*time.Minute, func() bool {
		out := c.run("sinfo", "-h", "-N", "-o", "%t")
		return !strings.Contains(out, "alloc") && !strings.Contains(out, "mix") && !strings.Contains(out, "comp") && !strings.Contains(out, "drng")
	})
}

// end cancels all jobs and ends the daemons of the cluster.
func (c *cluster) end() {
	if out, _ := c.try("", "squeue", "-h", "-o", "%A"); out != "" {
		c.try("", "scancel", lines(out)...)
		time.Sleep(2 * time.Second)
	}
	finish(c.procs)
}

// job is a job as it is submitted. Zero values are left to Slurm.
type job struct {
	Name      string   `json:"name"`
	User      string   `json:"user"`
	Account   string   `json:"account,omitempty"`
	Partition string   `json:"partition,omitempty"`
	QOS       string   `json:"qos,omitempty"`
	Nodes     int      `json:"nodes,omitempty"`
	Tasks     int      `json:"tasks,omitempty"`
	MemMB     int      `json:"mem_mb_per_node,omitempty"`
	Exclusive bool     `json:"exclusive,omitempty"`
	Limit     int      `json:"limit_minutes,omitempty"`
	Sleep     int      `json:"sleep_seconds"`
	Begin     int      `json:"begin_seconds,omitempty"`    // after the release of all jobs
	Deadline  int      `json:"deadline_seconds,omitempty"` // likewise
	Nice      int      `json:"nice,omitempty"`
	After     string   `json:"dependency,omitempty"` // such as "afterok:j3", with the name of an earlier job
	Array     string   `json:"array,omitempty"`
	Extra     []string `json:"options,omitempty"`
	In        string   `json:"reservation,omitempty"`
	At        int      `json:"at_seconds,omitempty"` // submission, after the start of a timed case
	Fails     bool     `json:"fails,omitempty"`      // the job ends with exit code 1
	Steps     bool     `json:"steps,omitempty"`      // sleeps a second at a time, so that it does not sleep on while it is suspended
	ID        string   `json:"id,omitempty"`         // given by Slurm
	Parts     []*job   `json:"parts,omitempty"`      // the other parts of a heterogeneous job
	Error     string   `json:"error,omitempty"`
}

// submit submits a job as its user and notes its id, or the message if Slurm
// rejects it. The release is the time from which Begin counts, and ids has the ids
// of earlier jobs by name.
func (c *cluster) submit(j *job, release time.Time, ids map[string]string) {
	args := []string{"--parsable", "--job-name=" + j.Name, "--output=/dev/null", "--export=NIL"}
	args = append(args, j.asks()...)
	add := func(option, value string) { args = append(args, "--"+option+"="+value) }
	for option, second := range map[string]int{"begin": j.Begin, "deadline": j.Deadline} {
		if second > 0 {
			add(option, release.Add(time.Duration(second)*time.Second).UTC().Format("2006-01-02T15:04:05"))
		}
	}
	if kind, name, ok := strings.Cut(j.After, ":"); ok {
		add("dependency", kind+":"+ids[name])
	}
	script := "exec sleep " + strconv.Itoa(j.Sleep)
	if j.Fails {
		script = "sleep " + strconv.Itoa(j.Sleep) + "; exit 1"
	}
	if j.Steps {
		script = "for i in $(seq " + strconv.Itoa(j.Sleep) + "); do sleep 1; done"
	}
	args = append(append(args, j.Extra...), "--wrap="+script)
	if len(j.Parts) > 0 && j.Nice == 0 {
		args = append(args, "--nice=0") // else it would have that of a later part
	}
	for _, x := range j.Parts {
		args = append(append(append(args, ":", "--nice="+strconv.Itoa(x.Nice)), x.asks()...), x.Extra...) // else it would have that of the first part
	}
	out, err := c.try(j.User, "sbatch", args...)
	if err != nil {
		j.Error = strings.TrimSpace(out)
		return
	}
	all := lines(out)
	j.ID = all[len(all)-1]
	for i, x := range j.Parts { // they have the numbers that follow
		x.ID = strconv.Itoa(atoi(j.ID) + i + 1)
		if ids != nil {
			ids[j.Name+"_"+strconv.Itoa(i+1)] = x.ID
		}
	}
	if ids != nil {
		ids[j.Name] = j.ID
	}
}

// asks returns the options of sbatch for what a job, or a part of one, asks for.
func (j *job) asks() (args []string) {
	add := func(option, value string) {
		if value != "" && value != "0" {
			args = append(args, "--"+option+"="+value)
		}
	}
	add("account", j.Account)
	add("partition", j.Partition)
	add("qos", j.QOS)
	add("nodes", strconv.Itoa(j.Nodes))
	add("ntasks", strconv.Itoa(j.Tasks))
	add("mem", strconv.Itoa(j.MemMB))
	add("time", strconv.Itoa(j.Limit))
	add("nice", strconv.Itoa(j.Nice))
	add("array", j.Array)
	add("reservation", j.In)
	if j.Exclusive {
		args = append(args, "--exclusive")
	}
	return args
}

// show returns the records of `scontrol -o show job`, by job id.
func (c *cluster) show() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, line := range lines(c.run("scontrol", "-o", "show", "job")) {
		fields := map[string]string{}
		for _, w := range strings.Fields(line) {
			if key, value, ok := strings.Cut(w, "="); ok {
				fields[key] = value
			}
		}
		all[fields["JobId"]] = fields
	}
	return all
}

// seconds returns a time of Slurm in seconds since 1970, or -1 if it is unknown.
func seconds(text string) int64 {
	t, err := time.Parse("2006-01-02T15:04:05", text)
	if err != nil {
		return -1
	}
	return t.Unix()
}

// logged returns the lines of slurmctld's log from an offset on that match a
// pattern, and the offset of its end.
func (c *cluster) logged(from int, pattern *regexp.Regexp) (string, int) {
	src, _ := os.ReadFile(filepath.Join(c.dir, "slurmctld.log"))
	var out strings.Builder
	for _, line := range lines(string(src[min(from, len(src)):])) {
		if pattern.MatchString(line) {
			out.WriteString(line + "\n")
		}
	}
	return out.String(), len(src)
}

// flat matches a JSON object or array that holds no other one.
var flat = regexp.MustCompile(`[{\[](?:[^{}\[\]"]|"(?:[^"\\]|\\.)*")*[}\]]`)

// marshal returns a value as indented JSON. An object or array that holds no other
// one is a single line, except for arrays of text.
func marshal(value any) string {
	out, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		panic(err) // the values are plain structs
	}
	return flat.ReplaceAllStringFunc(string(out), func(found string) string {
		if found[0] == '[' && len(found) > 150 {
			return found
		}
		return regexp.MustCompile(`\n *`).ReplaceAllString(found, "")
	}) + "\n"
}
