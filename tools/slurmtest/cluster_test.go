package slurmtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cluster is a Slurm cluster with a few nodes, all of which run on this machine.
type cluster struct {
	t      *testing.T
	dir    string
	nodes  map[string]*exec.Cmd // slurmd processes; the keys are the names of the nodes
	others []*exec.Cmd          // munged and slurmctld, in the order in which they were started
	starts chan start
}

// start is a request to start a process. The result is sent to the channel err.
type start struct {
	cmd *exec.Cmd
	err chan error
}

const nodes = 4

// conf is the template of slurm.conf. It requires neither cgroups nor root. The
// setting cred_expire is for requeued tasks: they cannot start before their
// credentials have expired. It shortens this wait from two minutes to a few
// seconds.
const conf = `ClusterName=hopyard
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=%[2]d
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge/socket,cred_expire=5
CredType=cred/munge
SlurmUser=%[3]s
SlurmdUser=%[3]s
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/spool/%%n
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd-%%n.pid
SlurmctldLogFile=%[1]s/slurmctld.log
SlurmdLogFile=%[1]s/slurmd-%%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
ReturnToService=2
KillWait=5
SlurmdParameters=config_overrides
`

// launch starts the daemons munged and slurmctld, and a slurmd for each node. All
// daemons end when the test ends.
func launch(t *testing.T) *cluster {
	t.Helper()
	dir, err := os.MkdirTemp("", "hopyard-slurm")
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{t: t, dir: dir, nodes: map[string]*exec.Cmd{}, starts: make(chan start)}
	go c.starter()
	t.Cleanup(c.end)
	for _, sub := range []string{"", "munge", "state", "spool"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, sub), 0o755); err != nil { // munged requires these permissions
			t.Fatal(err)
		}
	}
	c.configure()
	key := make([]byte, 128)
	rand.Read(key)
	if err := os.WriteFile(filepath.Join(dir, "munge.key"), key, 0o600); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	c.others = append(c.others, c.start("munged", "--foreground", "--key-file="+at("munge.key"), "--socket="+at("munge/socket"),
		"--pid-file="+at("munge/pid"), "--log-file="+at("munge/log"), "--seed-file="+at("munge/seed")))
	c.until("munged answers", 20*time.Second, func() bool {
		conn, err := net.Dial("unix", at("munge/socket"))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	c.others = append(c.others, c.start("slurmctld", "-D", "-c", "-f", at("slurm.conf")))
	for i := range nodes {
		c.boot(node(i))
	}
	c.until("all nodes are idle", time.Minute, func() bool {
		out, _ := c.try("sinfo", "-h", "-N", "-o", "%t")
		return strings.Count(out, "idle\n") == nodes
	})
	return c
}

func node(i int) string { return "n" + strconv.Itoa(i) }

// configure writes slurm.conf with ports that are currently free.
func (c *cluster) configure() {
	c.t.Helper()
	var ports []int
	for range nodes + 1 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			c.t.Fatal(err)
		}
		defer l.Close() // keep the port in use until all ports are found, so that they differ
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	me, err := user.Current()
	if err != nil {
		c.t.Fatal(err)
	}
	var text strings.Builder
	fmt.Fprintf(&text, conf, c.dir, ports[nodes], me.Username)
	for i := range nodes {
		fmt.Fprintf(&text, "NodeName=%s NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d CPUs=1 State=UNKNOWN\n", node(i), ports[i])
	}
	text.WriteString("PartitionName=all Nodes=ALL Default=YES MaxTime=60 State=UP\n")
	if err := os.WriteFile(filepath.Join(c.dir, "slurm.conf"), []byte(text.String()), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

// boot starts the daemon slurmd of the node with the given name.
func (c *cluster) boot(name string) {
	c.t.Helper()
	c.nodes[name] = c.start("slurmd", "-D", "-N", name, "-f", filepath.Join(c.dir, "slurm.conf"))
}

// starter starts processes from a single thread that exists until the test ends.
// When this thread ends for any reason, the kernel sends a signal to the daemons
// (Pdeathsig), so that they end too.
func (c *cluster) starter() {
	runtime.LockOSThread()
	for s := range c.starts {
		s.err <- s.cmd.Start()
	}
}

func (c *cluster) start(name string, args ...string) *exec.Cmd {
	c.t.Helper()
	cmd := exec.Command(found(c.t, name), args...)
	cmd.Env = c.environ()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	s := start{cmd, make(chan error)}
	c.starts <- s
	if err := <-s.err; err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	return cmd
}

func (c *cluster) environ() []string {
	return append(os.Environ(), "SLURM_CONF="+filepath.Join(c.dir, "slurm.conf"), "PATH="+os.Getenv("PATH")+":/usr/sbin:/sbin")
}

// found returns the path of a program. It searches the folders in PATH, and
// /usr/sbin and /sbin. These two contain daemons but are not in every user's PATH.
func found(t *testing.T, name string) string {
	t.Helper()
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin", "/sbin") {
		if path := filepath.Join(dir, name); exec.Command("test", "-x", path).Run() == nil {
			return path
		}
	}
	t.Fatalf("no %s here: make test-slurm installs it", name)
	return ""
}

// limit is the time limit for each step of the test.
const limit = 4 * time.Minute

// try runs a command and returns its output. It also returns an error if the
// command fails.
func (c *cluster) try(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = c.environ()
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// run runs a command and returns its output. It ends the test if the command fails.
func (c *cluster) run(name string, args ...string) string {
	c.t.Helper()
	out, err := c.try(name, args...)
	if err != nil {
		c.t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return out
}

// until waits for a condition. It ends the test if the condition does not become
// true within the given time.
func (c *cluster) until(what string, limit time.Duration, is func() bool) {
	c.t.Helper()
	for begin := time.Now(); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > limit {
			jobs, _ := c.try("squeue", "-h", "-o", "%i %T %r %N")
			log, _ := c.try("tail", "-n", "20", filepath.Join(c.dir, "slurmctld.log"))
			c.t.Fatalf("not within %v: %s\n%s\n%s", limit, what, jobs, log)
		}
	}
}

// end cancels all jobs and ends the daemons. It then kills all other processes
// whose program or command line contains the path of the cluster's folder.
func (c *cluster) end() {
	if me, err := user.Current(); err == nil {
		c.try("scancel", "--user="+me.Username)
	}
	for begin := time.Now(); time.Since(begin) < 15*time.Second; time.Sleep(50 * time.Millisecond) {
		if out, err := c.try("squeue", "-h"); err != nil || out == "" {
			break
		}
	}
	all := c.others
	for _, d := range c.nodes {
		all = append(all, d)
	}
	for _, d := range all[min(1, len(all)):] { // munged is the last to be ended, because the other daemons need it
		finish(d)
	}
	if len(all) > 0 {
		finish(all[0])
	}
	close(c.starts)
	for _, pid := range c.processes("") {
		c.t.Logf("process %d was left and is ended", pid)
		syscall.Kill(pid, syscall.SIGKILL)
	}
	if c.t.Failed() {
		out, _ := c.try("tail", "-n", "40", filepath.Join(c.dir, "slurmctld.log"))
		c.t.Log(out)
	}
	if err := os.RemoveAll(c.dir); err != nil {
		c.t.Error(err)
	}
}

// finish ends a process with SIGTERM. If the process still runs after ten seconds,
// finish sends SIGKILL.
func finish(d *exec.Cmd) {
	d.Process.Signal(syscall.SIGTERM)
	late := time.AfterFunc(10*time.Second, func() { d.Process.Kill() })
	d.Wait() // the exit status does not matter
	late.Stop()
}

// processes returns the ids of the cluster's processes whose command line contains
// the given text. A process belongs to the cluster if its program or its command
// line contains the path of the cluster's folder.
func (c *cluster) processes(text string) []int {
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil
	}
	var pids []int
	for _, dir := range dirs {
		line, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		exe, _ := os.Readlink(filepath.Join(dir, "exe"))
		words := strings.ReplaceAll(string(line), "\x00", " ")
		if !strings.Contains(words+exe, c.dir) || !strings.Contains(words, text) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(dir)); err == nil && pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}
